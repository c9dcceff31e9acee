//===-- SetTarget.cpp - describe the machine in the module ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-set-target.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "mlir/Dialect/DLTI/DLTI.h"

namespace dl::cpu {
#define GEN_PASS_DEF_SETTARGETPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl;

namespace {
struct SetTarget : dl::cpu::impl::SetTargetPassBase<SetTarget> {
  using SetTargetPassBase::SetTargetPassBase;

  void runOnOperation() override {
    llvm::Expected<Attribute> spec = describe();
    if (spec)
      return getOperation()->setAttr(schedule::targetSpecAttrName, *spec);
    emitError(getOperation().getLoc(), llvm::toString(spec.takeError()));
    signalPassFailure();
  }

  llvm::Expected<Attribute> describe() {
    MLIRContext *context = &getContext();
    auto machine = cpu::findMachine(context, name, record.empty() ? triple : record);
    return machine ? cpu::describeMachine(context, *machine) : machine.takeError();
  }
};
} // namespace
