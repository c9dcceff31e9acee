//===-- VdlaPhases.cpp - kernels for an accelerator -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands in the phases of the CPU for a model that is for a machine of VDLA, too.
//
//===----------------------------------------------------------------------===//
#include "Phases.h"

#include "dl/Conversion/ScheduleToVdla/ScheduleToVdla.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Dialect/Vdla/Transforms/Passes.h"
#include "dl/Target/Vdla/Translate.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace dl {

void splitTarget(CompileOptions &options) {
  StringRef target = options.target;
  if (!target.consume_front("vdla") || (!target.empty() && !target.consume_front(":")))
    return;
  options.accelerator = target.empty() ? "paper" : target.str();
  options.target.clear();
}

/// Adds the accelerator to what a module says of its target, unless it is there.
LogicalResult setAccelerator(ModuleOp module, const CompileOptions &options) {
  if (options.accelerator.empty() || vdla::lookupConfig(module))
    return success();
  FailureOr<vdla::ConfigAttr> config =
      vdla::readConfigOption(options.accelerator, module.getContext());
  if (failed(config))
    return failure();
  auto added = cast<TargetSystemSpecInterface>(vdla::makeTargetSpec(*config));
  SmallVector<DataLayoutEntryInterface> entries;
  auto given = module->getAttrOfType<TargetSystemSpecInterface>(schedule::targetSpecAttrName);
  for (TargetSystemSpecInterface spec : {given, added})
    if (spec)
      llvm::append_range(entries, spec.getEntries());
  module->setAttr(schedule::targetSpecAttrName,
                  TargetSystemSpecAttr::get(module.getContext(), entries));
  return success();
}

void addVdlaGraphPasses(OpPassManager &manager) {
  // Before weights are folded to floats.
  manager.addNestedPass<func::FuncOp>(graph::createLowerQuantizedPass());
  manager.addNestedPass<func::FuncOp>(graph::createPartitionVdlaPass());
}

void addVdlaIntrinsicsPasses(OpPassManager &manager) {
  // What rules can tensorize by.
  manager.addPass(vdla::createDeclareIntrinsicsPass());
}

void addVdlaProgramPasses(OpPassManager &manager) {
  manager.addPass(vdla::createConvertScheduleToVdlaPass());
  vdla::addVdlaPasses(manager);
  manager.addPass(vdla::createEmbedProgramsPass());
}

} // namespace dl
