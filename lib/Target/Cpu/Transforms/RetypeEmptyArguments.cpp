//===-- RetypeEmptyArguments.cpp - arguments without elements ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: functions whose memrefs are used by casts and calls only. Out: no argument
// whose row-major strides hold a zero.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace dl::cpu {
#define GEN_PASS_DEF_RETYPEEMPTYARGUMENTSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// The type with the extents 0, 1, 1, … in place of one with a stride of zero; else null.
static MemRefType getEmptyType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.getLayout().isIdentity() || memref.getRank() == 0 ||
      !llvm::is_contained(memref.getShape().drop_front(), 0))
    return {};
  SmallVector<int64_t> shape(memref.getRank(), 1);
  shape.front() = 0;
  return MemRefType::Builder(memref).setShape(shape);
}

namespace {
struct RetypeEmptyArgumentsPass
    : public dl::cpu::impl::RetypeEmptyArgumentsPassBase<RetypeEmptyArgumentsPass> {
  using RetypeEmptyArgumentsPassBase::RetypeEmptyArgumentsPassBase;

  void runOnOperation() override {
    getOperation().walk([](func::FuncOp function) { retype(function); });
    getOperation().walk([](func::CallOp call) { retype(call); });
  }

  static void retype(func::FuncOp function) {
    SmallVector<Type> types(function.getArgumentTypes());
    for (auto [i, type] : llvm::enumerate(types)) {
      MemRefType empty = getEmptyType(type);
      if (!empty)
        continue;
      type = empty;
      if (!function.isExternal())
        function.getArgument(i).setType(empty);
    }
    function.setType(FunctionType::get(function.getContext(), types, function.getResultTypes()));
  }

  static void retype(func::CallOp call) {
    OpBuilder builder(call);
    for (OpOperand &operand : call->getOpOperands())
      if (MemRefType empty = getEmptyType(operand.get().getType()))
        operand.set(UnrealizedConversionCastOp::create(builder, call.getLoc(), empty, operand.get())
                        .getResult(0));
  }
};
} // namespace
