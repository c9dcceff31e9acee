//===-- LowerSteps.cpp - addresses of steps ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: te.step on memrefs, of any sizes. Out: an address and a descriptor that begins there.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWERSTEPSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl::codegen;
using namespace dl::cpu;

namespace {

struct LowerStepsPass : public dl::cpu::impl::LowerStepsPassBase<LowerStepsPass> {
  using LowerStepsPassBase::LowerStepsPassBase;

  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    SmallVector<dl::te::StepOp> steps;
    getOperation().walk([&](dl::te::StepOp step) { steps.push_back(step); });
    for (dl::te::StepOp step : steps)
      if (failed(lower(step, converter)))
        return signalPassFailure();
  }

private:
  /// The bytes of a step whose sizes only a run knows, with its sizes and strides.
  static Value getBytes(OpBuilder &builder, dl::te::StepOp step, MemRefType type,
                        SmallVectorImpl<Value> &sizes, SmallVectorImpl<Value> &strides) {
    Location loc = step.getLoc();
    int64_t rank = type.getRank();
    for (int64_t dim = 0; dim < rank; ++dim)
      sizes.push_back(
          type.isDynamicDim(dim)
              ? memref::DimOp::create(builder, loc, step.getSource(), dim + 1).getResult()
              : arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim)).getResult());
    strides.resize(rank);
    Value stride = arith::ConstantIndexOp::create(builder, loc, 1);
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      strides[dim] = stride;
      stride = builder.createOrFold<arith::MulIOp>(loc, stride, sizes[dim]);
    }
    Value element = arith::ConstantIndexOp::create(builder, loc, type.getElementTypeBitWidth() / 8);
    return arith::MulIOp::create(builder, loc, stride, element);
  }

  static Value describe(OpBuilder &builder, Location loc, const LLVMTypeConverter &converter,
                        MemRefType type, Value pointer, ArrayRef<Value> sizes,
                        ArrayRef<Value> strides) {
    MemRefDescriptor descriptor =
        MemRefDescriptor::poison(builder, loc, converter.convertType(type));
    descriptor.setAllocatedPtr(builder, loc, pointer);
    descriptor.setAlignedPtr(builder, loc, pointer);
    descriptor.setConstantOffset(builder, loc, 0);
    auto number = [&](Value value) -> Value {
      return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
    };
    for (size_t dim = 0; dim < sizes.size(); ++dim) {
      descriptor.setSize(builder, loc, dim, number(sizes[dim]));
      descriptor.setStride(builder, loc, dim, number(strides[dim]));
    }
    return descriptor;
  }

  LogicalResult lower(dl::te::StepOp step, const LLVMTypeConverter &converter) {
    auto source = dyn_cast<MemRefType>(step.getSource().getType());
    auto type = dyn_cast<MemRefType>(step.getResult().getType());
    bool isOpen = type && !type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
                  type.getElementTypeBitWidth() % 8 == 0;
    int64_t size = type && !isOpen ? getByteSize(type) : -1;
    if ((size < 0 && !isOpen) || !source.getLayout().isIdentity() || !type.getLayout().isIdentity())
      return step.emitOpError("expected a row-major buffer whose steps have whole bytes, got ")
             << step.getSource().getType();
    OpBuilder builder(step);
    Location loc = step.getLoc();
    SmallVector<Value> sizes, strides;
    Value bytes = isOpen ? getBytes(builder, step, type, sizes, strides)
                         : arith::ConstantIndexOp::create(builder, loc, size).getResult();
    Value start = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, step.getSource());
    Value offset = arith::MulIOp::create(builder, loc, step.getPosition(), bytes);
    Value address =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                   arith::AddIOp::create(builder, loc, start, offset).getResult());
    Value pointer =
        LLVM::IntToPtrOp::create(builder, loc, LLVM::LLVMPointerType::get(&getContext()), address);
    Value descriptor =
        isOpen ? describe(builder, loc, converter, type, pointer, sizes, strides)
               : MemRefDescriptor::fromStaticShape(builder, loc, converter, type, pointer);
    step.getResult().replaceAllUsesWith(
        UnrealizedConversionCastOp::create(builder, loc, type, descriptor).getResult(0));
    step.erase();
    return success();
  }
};

} // namespace
