//===-- Sizes.cpp - sizes that are known when a model runs ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Sizes.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Sizes.h"

#include "CheckedArithmetic.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::codegen;

static ArrayAttr getDims(func::FuncOp main, unsigned argument) {
  return main.getArgAttrOfType<ArrayAttr>(argument, dl::DlDialect::getDimsAttrName());
}

static ArrayRef<Attribute> getChecks(func::FuncOp main) {
  auto checks = main->getAttrOfType<ArrayAttr>(dl::DlDialect::getSizeChecksAttrName());
  return checks ? checks.getValue() : ArrayRef<Attribute>();
}

/// One check of a function with so many symbols; nullopt if it is none.
static std::optional<SizeCheckInfo> getCheck(Attribute attribute, unsigned numSymbols) {
  auto check = dyn_cast<DictionaryAttr>(attribute);
  auto kind = check ? check.getAs<StringAttr>(dl::sizeCheckKindName) : StringAttr();
  auto nodes = check ? check.getAs<StringAttr>(dl::sizeCheckNodesName) : StringAttr();
  auto map = check ? check.getAs<AffineMapAttr>(dl::sizeCheckSizesName) : AffineMapAttr();
  if (!kind || !nodes || !map)
    return std::nullopt;
  AffineMap sizes = map.getValue();
  bool isEqual = kind.getValue() == dl::sizeCheckEqual;
  if ((!isEqual && kind.getValue() != dl::sizeCheckAtLeast) || sizes.getNumResults() != 2 ||
      sizes.getNumDims() != 0 || sizes.getNumSymbols() != numSymbols)
    return std::nullopt;
  unsigned symbol = 0;
  while (symbol < numSymbols && !sizes.isFunctionOfSymbol(symbol))
    ++symbol;
  if (symbol == numSymbols)
    return std::nullopt;
  SizeCheckInfo::Kind is = isEqual                                     ? SizeCheckInfo::Equal
                           : isa<AffineSymbolExpr>(sizes.getResult(0)) ? SizeCheckInfo::AtLeast
                                                                       : SizeCheckInfo::Derived;
  return SizeCheckInfo{is, symbol, nodes.str(), sizes};
}

SymbolTableInfo SymbolTableInfo::get(func::FuncOp main) {
  SymbolTableInfo info;
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    ArrayAttr dims = getDims(main, i);
    for (Attribute dim : dims ? dims.getValue() : ArrayRef<Attribute>()) {
      if (auto name = dyn_cast<StringAttr>(dim))
        if (!llvm::is_contained(info.symbols, name.str()))
          info.symbols.push_back(name.str());
      if (auto map = dyn_cast<AffineMapAttr>(dim))
        if (!llvm::is_contained(info.sizes, map.getValue()))
          info.sizes.push_back(map.getValue());
    }
  }
  for (Attribute attribute : getChecks(main))
    if (std::optional<SizeCheckInfo> check = getCheck(attribute, info.symbols.size()))
      info.checks.push_back(*check);
  return info;
}

SmallVector<int64_t> SymbolTableInfo::getShape(func::FuncOp main, unsigned argument) const {
  SmallVector<int64_t> shape(cast<MemRefType>(main.getArgument(argument).getType()).getShape());
  ArrayAttr dims = getDims(main, argument);
  for (auto [i, extent] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(extent) || !dims || i >= dims.size())
      continue;
    int64_t number = -1;
    if (auto name = dyn_cast<StringAttr>(dims[i]))
      number = llvm::find(symbols, name.str()) - symbols.begin();
    else if (auto map = dyn_cast<AffineMapAttr>(dims[i]))
      number = symbols.size() + (llvm::find(sizes, map.getValue()) - sizes.begin());
    if (number >= 0)
      extent = -1 - number;
  }
  return shape;
}

static bool multiply(Value value, ValueProduct &product) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return !llvm::MulOverflow(product.factor, number.getSExtValue(), product.factor);
  if (auto mul = value.getDefiningOp<arith::MulIOp>())
    return multiply(mul.getLhs(), product) && multiply(mul.getRhs(), product);
  product.values.push_back(value);
  return true;
}

FailureOr<ValueProduct> dl::codegen::getByteProduct(MemRefType type, ValueRange dynamicSizes) {
  Type element = type.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8)
    return failure();
  ValueProduct product;
  product.factor = element.getIntOrFloatBitWidth() / 8;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent) && llvm::MulOverflow(product.factor, extent, product.factor))
      return failure();
  for (Value size : dynamicSizes)
    if (!multiply(size, product))
      return failure();
  return product;
}

std::optional<unsigned> dl::codegen::getDim(memref::DimOp size) {
  std::optional<int64_t> dim = size.getConstantIndex();
  auto type = dyn_cast<MemRefType>(size.getSource().getType());
  return dim && type && *dim >= 0 && *dim < type.getRank() ? std::optional<unsigned>(*dim)
                                                           : std::nullopt;
}

/// The operations that compute a value, in order.
static LogicalResult collectSlice(Value value, llvm::SetVector<Operation *> &slice) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return emitError(value.getLoc(), "expected the sizes of buffers to follow from those of "
                                     "@main's arguments, got an argument that is a size");
  if (slice.contains(op))
    return success();
  auto dim = dyn_cast<memref::DimOp>(op);
  auto argument = dim ? dyn_cast<BlockArgument>(dim.getSource()) : BlockArgument();
  bool ofArgument =
      argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) && getDim(dim);
  bool isArithmetic =
      isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
      llvm::all_of(op->getOperandTypes(), [](Type type) { return type.isIntOrIndex(); });
  if (!ofArgument && !isArithmetic)
    return op->emitOpError("expected the sizes of buffers to follow from those of @main's "
                           "arguments");
  for (Value operand : op->getOperands())
    if (isa<IntegerType, IndexType>(operand.getType()) && failed(collectSlice(operand, slice)))
      return failure();
  slice.insert(op);
  return success();
}

LogicalResult dl::codegen::hoistSizes(ValueRange values, Operation *anchor) {
  llvm::SetVector<Operation *> slice;
  for (Value value : values)
    if (failed(collectSlice(value, slice)))
      return failure();
  for (Operation *op : slice)
    if (op->getBlock() != anchor->getBlock() || !op->isBeforeInBlock(anchor))
      op->moveBefore(anchor);
  return success();
}

/// What the run-time library has room for, and conditions that it knows.
static LogicalResult checkCounts(func::FuncOp main, const SymbolTableInfo &info) {
  if (static_cast<int64_t>(info.symbols.size()) > maxSymbols ||
      static_cast<int64_t>(info.sizes.size()) >= maxSizes)
    return main.emitError("expected at most ")
           << maxSymbols << " symbols and " << maxSizes - 1
           << " other dims of results that are known only at run time, got " << info.symbols.size()
           << " and " << info.sizes.size() << "; fix some sizes";
  if (info.checks.size() != getChecks(main).size())
    return main.emitError("expected '") << dl::DlDialect::getSizeChecksAttrName()
                                        << "' to hold conditions {is = \"at_least\" or \"equal\", "
                                           "nodes = …, sizes = a map from the "
                                        << info.symbols.size() << " symbols to two sizes}, got "
                                        << *llvm::find_if(getChecks(main), [&](Attribute check) {
                                             return !getCheck(check, info.symbols.size());
                                           });
  if (static_cast<int64_t>(info.checks.size()) > maxChecks)
    return main.emitError("expected at most ")
           << maxChecks << " conditions on sizes that are known only at run time, got "
           << info.checks.size() << "; fix some sizes";
  return success();
}

/// Computes at the builder what the slice computes of the dims of arguments, from the symbols.
static LogicalResult cloneSlice(func::FuncOp main, const SymbolTableInfo &info,
                                ArrayRef<Operation *> slice, ArrayRef<Value> symbols,
                                OpBuilder &builder, IRMapping &mapping) {
  for (Operation *op : slice) {
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
      SmallVector<Value> operands = llvm::map_to_vector(
          apply.getOperands(), [&](Value value) { return mapping.lookupOrDefault(value); });
      mapping.map(apply.getResult(),
                  affine::expandAffineExpr(
                      builder, main.getLoc(), apply.getAffineMap().getResult(0),
                      ArrayRef(operands).take_front(apply.getAffineMap().getNumDims()),
                      ArrayRef(operands).drop_front(apply.getAffineMap().getNumDims())));
      continue;
    }
    auto dim = dyn_cast<memref::DimOp>(op);
    if (!dim) {
      builder.clone(*op, mapping);
      continue;
    }
    unsigned argument = cast<BlockArgument>(dim.getSource()).getArgNumber();
    SmallVector<int64_t> shape = info.getShape(main, argument);
    int64_t number = -1 - shape[*getDim(dim)];
    if (number < 0 || number >= static_cast<int64_t>(symbols.size()))
      return main.emitError("expected dl.dims to name each size of argument ")
             << argument << " that is known only at run time";
    mapping.map(dim.getResult(), symbols[number]);
  }
  return success();
}

LogicalResult dl::codegen::createSizesFunction(func::FuncOp main, Value arenaSize) {
  SymbolTableInfo info = SymbolTableInfo::get(main);
  if (failed(checkCounts(main, info)))
    return failure();
  llvm::SetVector<Operation *> slice;
  if (failed(collectSlice(arenaSize, slice)))
    return failure();

  OpBuilder builder = OpBuilder::atBlockEnd(main->getBlock());
  Location loc = main.getLoc();
  auto symbolsType =
      MemRefType::get({std::max<int64_t>(info.symbols.size(), 1)}, builder.getIndexType());
  int64_t numSizes = 1 + info.sizes.size() + 2 * info.checks.size();
  auto sizesType = MemRefType::get({numSizes}, builder.getIndexType());
  auto func = func::FuncOp::create(builder, loc, sizesFunctionName,
                                   builder.getFunctionType({symbolsType, sizesType}, {}));
  Block *body = func.addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> symbols;
  for (size_t i = 0; i < info.symbols.size(); ++i) {
    Value index = arith::ConstantIndexOp::create(builder, loc, i);
    symbols.push_back(memref::LoadOp::create(builder, loc, body->getArgument(0), index));
  }
  IRMapping mapping;
  if (failed(cloneSlice(main, info, slice.getArrayRef(), symbols, builder, mapping)))
    return failure();
  auto store = [&](int64_t position, Value size) {
    Value index = arith::ConstantIndexOp::create(builder, loc, position);
    memref::StoreOp::create(builder, loc, size, body->getArgument(1), index);
  };
  store(0, mapping.lookupOrDefault(arenaSize));
  SmallVector<AffineMap> maps(info.sizes);
  for (const SizeCheckInfo &check : info.checks)
    maps.push_back(check.sizes);
  int64_t position = 1;
  for (AffineMap map : maps) {
    std::optional<SmallVector<Value, 8>> values =
        affine::expandAffineMap(builder, loc, map, symbols);
    if (!values)
      return main.emitError("cannot compute the size ") << AffineMapAttr::get(map);
    for (Value value : *values)
      store(position++, value);
  }
  func::ReturnOp::create(builder, loc);
  checkArithmetic(func);
  return success();
}
