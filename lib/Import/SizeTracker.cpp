//===-- SizeTracker.cpp - sizes while a model is read -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SizeTracker.h. SizeContents.cpp has the arithmetic.
//
//===----------------------------------------------------------------------===//
#include "SizeTracker.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Shapes and what is computed of them are not larger.
static constexpr int64_t maxElements = 64;

SmallVector<int64_t> dl::onnx_import::getStaticShape(ArrayRef<AffineExpr> dims) {
  return llvm::map_to_vector(dims, [](AffineExpr dim) {
    auto number = dyn_cast<AffineConstantExpr>(dim);
    return number ? number.getValue() : ShapedType::kDynamic;
  });
}

/// Small tensors of types that hold sizes exactly; others wrap or round.
static bool isSmall(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Type elementType = type.getElementType();
  bool isExact = elementType.isSignlessInteger(1) || elementType.isSignlessInteger(32) ||
                 elementType.isSignlessInteger(64) || elementType.isF32() || elementType.isF64();
  return isExact && type.hasStaticShape() && type.getNumElements() <= maxElements;
}

/// The elements of a constant, where floats are integers or have an integer as inverse.
static std::optional<Contents> getConstantContents(Value value, MLIRContext *context) {
  DenseElementsAttr dense;
  if (!matchPattern(value, m_Constant(&dense)))
    return std::nullopt;
  Contents result;
  auto add = [&](int64_t number, int64_t divisor = 1) {
    result.push_back({getAffineConstantExpr(number, context), divisor});
    return true;
  };
  if (auto integers = dyn_cast<DenseIntElementsAttr>(dense)) {
    bool isBool = integers.getElementType().isInteger(1);
    for (const APInt &element : integers.getValues<APInt>())
      add(isBool ? int64_t(element.getBoolValue()) : element.getSExtValue());
    return result;
  }
  if (!isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  auto addFloat = [&](double number) {
    constexpr double most = 1 << 24;
    if (number == std::floor(number) && std::abs(number) <= most)
      return add(static_cast<int64_t>(number));
    // Scales: numbers of few bits behind the point.
    for (int64_t divisor = 2; divisor <= 64; divisor *= 2)
      if (double scaled = number * divisor;
          scaled == std::floor(scaled) && std::abs(scaled) <= most)
        return add(static_cast<int64_t>(scaled), divisor);
    return false;
  };
  for (const APFloat &element : dense.getValues<APFloat>()) {
    APFloat number = element;
    bool losesInfo;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    if (!addFloat(number.convertToDouble()))
      return std::nullopt;
  }
  return result;
}

std::optional<Contents> SizeTracker::getContents(Value value) const {
  if (!isSmall(value))
    return std::nullopt;
  if (auto found = contents.find(value); found != contents.end())
    return found->second;
  return getConstantContents(value, context);
}

void SizeTracker::forget(Value value) {
  contents.erase(value);
  counts.erase(value);
  packed.erase(value);
  sizes.forget(value);
}

bool SizeTracker::requireEqual(Value lhs, Value rhs) {
  size_t rank = cast<RankedTensorType>(lhs.getType()).getRank();
  for (size_t dim = 0; dim < rank; ++dim)
    if (!sizes.requireEqual(getDims(lhs)[dim], getDims(rhs)[dim], lhs.getLoc()))
      return false;
  return true;
}

SmallVector<unsigned> SizeTracker::getSymbols(Value value) const {
  SmallVector<unsigned> symbols;
  for (AffineExpr dim : getDims(value))
    llvm::append_range(symbols, dl::getSymbols(dim));
  return symbols;
}

LogicalResult SizeTracker::track(Operation *op) {
  auto isStatic = [](Type type) { return cast<RankedTensorType>(type).hasStaticShape(); };
  if (op->getNumRegions() == 0 && isa<TensorExpressionOpInterface>(op) &&
      !(llvm::all_of(op->getOperandTypes(), isStatic) &&
        llvm::all_of(op->getResultTypes(), isStatic))) {
    FailureOr<SmallVector<Dims>> dims = sizes.infer(op);
    if (failed(dims))
      return failure();
    for (auto [result, shape] : llvm::zip_equal(op->getResults(), *dims))
      sizes.setDims(result, shape);
  }
  if (op->getNumResults() != 1 || !isSmall(op->getResult(0)) || isa<graph::ConstantOp>(op))
    return success();
  if (auto numbers = dyn_cast<graph::SizesOp>(op)) {
    Contents result;
    for (AffineExpr dim : ArrayRef(getDims(numbers.getExtents())).drop_back())
      result.push_back({normalizeSize(dim)});
    contents[op->getResult(0)] = result;
    return success();
  }
  SmallVector<Contents> operands;
  for (Value operand : op->getOperands()) {
    std::optional<Contents> known = getContents(operand);
    if (!known)
      return success();
    operands.push_back(*known);
  }
  if (operands.empty())
    return success();
  if (std::optional<Contents> known = evaluateContents(op, operands, findExtremum))
    contents[op->getResult(0)] = *known;
  return success();
}

Value SizeTracker::createExtents(OpBuilder &builder, Location loc, ArrayRef<AffineExpr> given) {
  Dims extents = llvm::map_to_vector(given, normalizeSize);
  // Each symbol is a dim of an argument.
  SmallVector<Value> arguments;
  SmallVector<int64_t> firstDims;
  int64_t numDims = 0;
  llvm::DenseMap<AffineExpr, AffineExpr> replacements;
  for (AffineExpr extent : extents)
    for (unsigned symbol : dl::getSymbols(extent)) {
      auto [argument, dim] = sizes.getSource(symbol);
      auto found = llvm::find(arguments, Value(argument));
      size_t position = found - arguments.begin();
      if (found == arguments.end()) {
        arguments.push_back(argument);
        firstDims.push_back(numDims);
        numDims += cast<RankedTensorType>(argument.getType()).getRank();
      }
      replacements[getAffineSymbolExpr(symbol, context)] =
          getAffineSymbolExpr(firstDims[position] + dim, context);
    }
  auto over =
      llvm::map_to_vector(extents, [&](AffineExpr extent) { return extent.replace(replacements); });
  OperationState state(loc, graph::ExtentsOp::getOperationName());
  state.addOperands(arguments);
  auto shape = getStaticShape(extents);
  shape.push_back(0);
  state.addTypes(RankedTensorType::get(shape, builder.getI8Type()));
  state.getOrAddProperties<graph::ExtentsOp::Properties>().map =
      AffineMapAttr::get(AffineMap::get(0, numDims, over, context));
  Value result = builder.create(state)->getResult(0);
  Dims dims = extents;
  dims.push_back(getConstant(0));
  sizes.setDims(result, dims);
  return result;
}
