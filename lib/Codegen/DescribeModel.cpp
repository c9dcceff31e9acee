//===-- DescribeModel.cpp - metadata and marked kernel calls ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: @main(weights, arena, inputs…, destinations…) on planned memrefs. Out: the
// module attribute dl.model, and @main with a run handle in front and calls of
// the run-time library around each kernel call.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/ModelInfo.h"
#include "dl/Codegen/NodeNames.h"
#include "dl/Codegen/Passes.h"
#include "dl/Codegen/Sizes.h"
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Counts.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace dl::codegen {
#define GEN_PASS_DEF_DESCRIBEMODELPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;

namespace {

RankedTensorType toTensorType(Type type) {
  auto memref = cast<MemRefType>(type);
  return RankedTensorType::get(memref.getShape(), memref.getElementType());
}

bool isDestination(func::FuncOp func, unsigned index) {
  return static_cast<bool>(func.getArgAttr(index, dl::te::TeDialect::getDestinationAttrName()));
}

struct DescribeModelPass : public dl::codegen::impl::DescribeModelPassBase<DescribeModelPass> {
  using DescribeModelPassBase::DescribeModelPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || main.getNumArguments() < 2 ||
        !main.getArgAttr(0, dl::DlDialect::getWeightsAttrName()) ||
        !main.getArgAttr(1, dl::DlDialect::getArenaAttrName())) {
      emitError(getOperation().getLoc(),
                "expected a function @main that takes weights and arena first; run "
                "dl-externalize-constants and dl-plan-memory before");
      return signalPassFailure();
    }
    ModelInfo info;
    info.weightsSize = getWeightsSize(getOperation());
    auto arena = cast<MemRefType>(main.getArgument(1).getType());
    info.arenaSize = arena.hasStaticShape() ? arena.getDimSize(0) : 0;
    symbols = SymbolTableInfo::get(main);
    info.symbols = symbols.symbols;
    info.numSizes = symbols.sizes.size();
    info.checks = symbols.checks;
    info.maxThreads = maxThreads;
    StringRef accelerator = dl::DlDialect::getAcceleratorAttrName();
    info.accelerator = getOperation()->getAttrOfType<DictionaryAttr>(accelerator);
    getOperation()->removeAttr(accelerator);
    if (failed(describeArguments(main, info)) || failed(checkCounts(main, info)))
      return signalPassFailure();
    markCalls(main, info);
    getOperation()->setAttr(dl::DlDialect::getModelAttrName(), info.toAttribute(&getContext()));
    dl::setLevel(getOperation(), dl::Level::Bufferized);
  }

private:
  /// Names of inputs and outputs from `dl.name`; those without one are numbered.
  LogicalResult describeArguments(func::FuncOp main, ModelInfo &info) {
    for (unsigned index = 2; index < main.getNumArguments(); ++index) {
      if (Attribute value = main.getArgAttr(index, dl::sizeValueAttrName)) {
        if (failed(describeValue(main, index, *dl::SizeValue::get(value), info)))
          return failure();
        continue;
      }
      bool output = isDestination(main, index);
      if (output && main.getArgAttr(index, dl::countAttrName)) {
        if (failed(describeCount(main, index, info)))
          return failure();
        continue;
      }
      SmallVector<TensorInfo> &list = output ? info.outputs : info.inputs;
      auto name = main.getArgAttrOfType<StringAttr>(index, dl::DlDialect::getNameAttrName());
      std::string text =
          name ? name.str() : (output ? "output" : "input") + std::to_string(list.size());
      auto type = dyn_cast<MemRefType>(main.getArgument(index).getType());
      SmallVector<int64_t> dims;
      if (type)
        dims = symbols.getShape(main, index);
      bool isNamed = !llvm::is_contained(dims, ShapedType::kDynamic);
      bool hasBytes =
          type && type.getElementType().isIntOrFloat() &&
          (type.hasStaticShape() ? getByteSize(type) >= 0
                                 : type.getElementType().getIntOrFloatBitWidth() % 8 == 0);
      if (!hasBytes || !isNamed || !type.getLayout().isIdentity())
        return emitError(main.getLoc(), "expected ")
               << (output ? "output" : "input") << " '" << text
               << "' of @main to be a buffer of whole bytes, its shape static or named by "
                  "dl.dims, got "
               << main.getArgument(index).getType() << "; fix its sizes, and use i8 for flags";
      RankedTensorType tensorType = toTensorType(type);
      if (auto elementType =
              main.getArgAttrOfType<TypeAttr>(index, dl::te::TeDialect::getElementTypeAttrName()))
        tensorType = tensorType.clone(elementType.getValue());
      list.push_back({text, tensorType, dims});
      if (auto counts = main.getArgAttrOfType<DenseI64ArrayAttr>(index, dl::countsAttrName))
        list.back().counts = llvm::to_vector(counts.asArrayRef());
      list.back().isPacked = main.getArgAttr(index, dl::packedAttrName) != nullptr;
      outputNumber[main.getArgument(index)] = output ? info.outputs.size() - 1 : -1;
    }
    return success();
  }

  /// A symbol that is no dim of an input, but the size of this argument.
  LogicalResult describeValue(func::FuncOp main, unsigned index, const dl::SizeValue &value,
                              ModelInfo &info) {
    SmallVector<int64_t> dims = symbols.getShape(main, index);
    bool isKnown = dims.size() == 2 && dims[0] < 0 && dims[0] != ShapedType::kDynamic;
    int64_t bound = 0;
    if (auto name = dyn_cast_or_null<StringAttr>(value.bound)) {
      bound = -1 - (llvm::find(symbols.symbols, name.str()) - symbols.symbols.begin());
      isKnown &= -1 - bound < static_cast<int64_t>(symbols.symbols.size());
    } else if (value.bound) {
      bound = cast<IntegerAttr>(value.bound).getInt();
    }
    if (!isKnown)
      return emitError(main.getLoc(), "expected argument ")
             << index << " of @main, which is a size, to have one size that dl.dims names, and to "
             << "be above or below a number or such a size, got "
             << main.getArgument(index).getType() << " and " << value.toAttribute(&getContext());
    info.values.push_back({value.kind, -1 - dims[0], value.input, value.element, bound});
    return success();
  }

  /// A count that `@main` writes behind the outputs, in the order of their numbers.
  LogicalResult describeCount(func::FuncOp main, unsigned index, ModelInfo &info) {
    auto nodes = main.getArgAttrOfType<StringAttr>(index, dl::countAttrName);
    auto type = dyn_cast<MemRefType>(main.getArgument(index).getType());
    if (!type || type.getRank() != 0 || !type.getElementType().isSignlessInteger(64))
      return emitError(main.getLoc(), "expected the count of '")
             << nodes.getValue() << "' in @main to be a buffer of one i64, got "
             << main.getArgument(index).getType();
    outputNumber[main.getArgument(index)] = info.outputs.size() + info.counts.size();
    info.counts.push_back(nodes.str());
    return success();
  }

  /// What the run-time library has room for.
  LogicalResult checkCounts(func::FuncOp main, const ModelInfo &info) {
    if (static_cast<int64_t>(info.numSizes + info.counts.size()) < maxSizes)
      return success();
    return emitError(main.getLoc(), "expected at most ")
           << maxSizes - 1 << " dims of results that are known only at run time, got "
           << info.counts.size() << " that the data decide and " << info.numSizes
           << " that sizes decide; leave out some outputs, or fix what decides them";
  }

  /// Where a buffer lies; type only where that is not known at compile time.
  KernelOutput locate(func::FuncOp main, Value buffer) {
    KernelOutput result{/*output=*/-2, 0, toTensorType(buffer.getType())};
    int64_t offset = 0;
    while (Operation *op = buffer.getDefiningOp()) {
      if (isa<dl::te::StepOp>(op))
        return result;
      if (auto view = dyn_cast<memref::ViewOp>(op)) {
        std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
        if (!shift)
          return result;
        offset += *shift;
      }
      auto view = dyn_cast<ViewLikeOpInterface>(op);
      if (!view || !cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
        return result;
      buffer = view.getViewSource();
    }
    if (buffer == main.getArgument(1))
      result.output = -1;
    else if (auto it = outputNumber.find(buffer); it != outputNumber.end() && it->second >= 0)
      result.output = it->second;
    result.offset = offset;
    return result;
  }

  void markCalls(func::FuncOp main, ModelInfo &info) {
    OpBuilder builder(main.getContext());
    auto handleType = LLVM::LLVMPointerType::get(main.getContext());
    SmallVector<std::pair<func::CallOp, func::FuncOp>> calls;
    main.walk([&](func::CallOp call) {
      auto callee = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
      if (callee && dl::te::isKernel(callee))
        calls.push_back({call, callee});
    });
    for (auto [call, callee] : calls) {
      KernelCall record{callee.getSymName().str(), getNodeNames(call.getLoc()), {}};
      for (auto [index, operand] : llvm::enumerate(call.getOperands()))
        if (isDestination(callee, index))
          record.outputs.push_back(locate(main, operand));
      info.calls.push_back(std::move(record));
    }
    (void)main.insertArgument(0, handleType, {}, main.getLoc());
    declare(kernelBeginName, handleType);
    declare(kernelEndName, handleType);
    for (auto [index, pair] : llvm::enumerate(calls)) {
      func::CallOp call = pair.first;
      builder.setInsertionPoint(call);
      Value number = arith::ConstantIntOp::create(builder, call.getLoc(), index, 32);
      Value operands[] = {main.getArgument(0), number};
      func::CallOp::create(builder, call.getLoc(), kernelBeginName, TypeRange(),
                           ValueRange(operands));
      builder.setInsertionPointAfter(call);
      func::CallOp::create(builder, call.getLoc(), kernelEndName, TypeRange(),
                           ValueRange(operands));
    }
  }

  void declare(StringRef name, Type handleType) {
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    auto type = builder.getFunctionType({handleType, builder.getI32Type()}, {});
    func::FuncOp::create(builder, getOperation().getLoc(), name, type).setPrivate();
  }

  llvm::DenseMap<Value, int64_t> outputNumber;
  SymbolTableInfo symbols;
};

} // namespace
