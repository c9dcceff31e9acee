//===-- LowerSteps.cpp - addresses of steps ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: te.step on memrefs. Out: an address and a descriptor that begins there.
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
  LogicalResult lower(dl::te::StepOp step, const LLVMTypeConverter &converter) {
    auto source = dyn_cast<MemRefType>(step.getSource().getType());
    auto type = dyn_cast<MemRefType>(step.getResult().getType());
    int64_t size = type ? getByteSize(type) : -1;
    if (size < 0 || !source.getLayout().isIdentity() || !type.getLayout().isIdentity())
      return step.emitOpError("expected a row-major buffer whose steps have a static shape of "
                              "whole bytes, got ")
             << step.getSource().getType();
    OpBuilder builder(step);
    Location loc = step.getLoc();
    Value bytes = arith::ConstantIndexOp::create(builder, loc, size);
    Value start = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, step.getSource());
    Value offset = arith::MulIOp::create(builder, loc, step.getPosition(), bytes);
    Value address =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                   arith::AddIOp::create(builder, loc, start, offset).getResult());
    Value pointer =
        LLVM::IntToPtrOp::create(builder, loc, LLVM::LLVMPointerType::get(&getContext()), address);
    Value descriptor = MemRefDescriptor::fromStaticShape(builder, loc, converter, type, pointer);
    step.getResult().replaceAllUsesWith(
        UnrealizedConversionCastOp::create(builder, loc, type, descriptor).getResult(0));
    step.erase();
    return success();
  }
};

} // namespace
