//===-- ProgramCycles.cpp - cycles of a kernel's program ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes are those of a model that is compiled for the accelerator.
//
//===----------------------------------------------------------------------===//
#include "ProgramCycles.h"

#include "dl/Conversion/ScheduleToVdla/ScheduleToVdla.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Vdla/IR/Programs.h"
#include "dl/Dialect/Vdla/Transforms/Passes.h"
#include "dl/Pipelines/Compile.h"
#include "dl/Vdla/CycleSim.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace dl;

llvm::Expected<int64_t> dl::tuning::simulateProgram(ModuleOp module, llvm::StringRef kernel) {
  PassManager manager(module.getContext());
  // Without a schedule it gets that of the rules.
  manager.addPass(schedule::createScheduleDefaultPass());
  vdla::ConvertScheduleToVdlaPassOptions convert;
  convert.strict = true;
  manager.addPass(vdla::createConvertScheduleToVdlaPass(convert));
  vdla::addVdlaPasses(manager);
  if (failed(manager.run(module)))
    return llvm::make_error<DiagnosedError>();
  auto program = module.lookupSymbol<vdla::ProgramOp>((kernel + "_vdla").str());
  FailureOr<vdla::ConfigAttr> config = vdla::getConfig(module);
  if (!program || failed(config))
    return llvm::make_error<DiagnosedError>();
  const vdla::DeviceModel &model = config->getModel();
  FailureOr<vdla::LocatedProgram> read = vdla::readProgram(program, model);
  if (failed(read))
    return llvm::make_error<DiagnosedError>();
  std::string error;
  std::optional<vdla::CycleResult> result = vdla::runCycles(model, read->program, {}, error);
  if (!result)
    return llvm::createStringError(error);
  return result->cycles;
}
