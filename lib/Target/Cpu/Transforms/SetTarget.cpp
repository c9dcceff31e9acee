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
#include "dl/Support/ParseModule.h"
#include "dl/Target/Cpu/CpuTarget.h"
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
    FailureOr<Attribute> spec = record.empty() ? describeCpu() : readRecord();
    if (failed(spec))
      return signalPassFailure();
    getOperation()->setAttr(schedule::targetSpecAttrName, *spec);
    if (failed(schedule::readTarget(getOperation())))
      signalPassFailure();
  }

  FailureOr<Attribute> describeCpu() {
    llvm::Expected<schedule::Target> target = cpu::getCpuTarget(name, triple);
    if (!target)
      return emitError(getOperation().getLoc(), llvm::toString(target.takeError()));
    return schedule::makeTargetSpec(&getContext(), "cpu", *target);
  }

  FailureOr<Attribute> readRecord() {
    Location loc = FileLineColLoc::get(&getContext(), record, 0, 0);
    OwningOpRef<ModuleOp> module = parseModule(record, &getContext());
    if (!module)
      return emitError(loc, "this record of a machine could not be read");
    if (Attribute spec = (*module)->getAttr(schedule::targetSpecAttrName))
      return spec;
    return emitError(loc, "expected a module with the attribute '")
           << schedule::targetSpecAttrName << "', got none";
  }
};
} // namespace
