//===-- Phases.h - time of each phase ---------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Pipelines.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_PIPELINES_PHASES_H
#define DL_LIB_PIPELINES_PHASES_H

#include "dl/Pipelines/Compile.h"
#include "dl/Schedule/Target.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include <chrono>

namespace dl {

/// Runs a phase and records its time; returns what it returns.
template <typename Phase> auto timePhase(PhaseTimes &times, llvm::StringRef name, Phase &&phase) {
  auto start = std::chrono::steady_clock::now();
  auto result = phase();
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  times.emplace_back(name.str(), elapsed.count());
  return result;
}

/// A level of a device's way down: the passes to it from the level above, and the check of its
/// contract.
struct Phase {
  Level level;
  void (*addPasses)(mlir::OpPassManager &manager, const CompileOptions &options,
                    const schedule::Target &target);
  std::unique_ptr<mlir::Pass> (*createCheck)();
};

/// The way down of a device ("cpu") from the graph, with the graph itself. A device that has
/// none of its own is lowered as a CPU, so that one that exists only as data can be tried.
llvm::ArrayRef<Phase> getPhases(llvm::StringRef device);

/// Those of CPUs.
llvm::ArrayRef<Phase> getCpuPhases();
/// From planned buffers to a module for each kernel, and of one of these to the llvm dialect.
void addCpuPartsPasses(mlir::OpPassManager &manager, const CompileOptions &options);
void addCpuLLVMPasses(mlir::OpPassManager &manager, const CompileOptions &options);

/// What is added where a model is for an accelerator, too: groups of operators for it, and the
/// programs of their kernels. Describes the accelerator's machine in the module's target.
llvm::LogicalResult setAccelerator(mlir::ModuleOp module, const CompileOptions &options);
void addVdlaGraphPasses(mlir::OpPassManager &manager);
void addVdlaIntrinsicsPasses(mlir::OpPassManager &manager);
void addVdlaProgramPasses(mlir::OpPassManager &manager);

/// Runs what `build` puts into a pipeline as a phase of this name.
llvm::LogicalResult runPasses(mlir::ModuleOp module, llvm::StringRef phase,
                              const CompileOptions &options, PhaseTimes &times,
                              llvm::function_ref<void(mlir::OpPassManager &)> build);

/// What the symbols of a model begin with.
std::string getModelName(const CompileOptions &options);

} // namespace dl

#endif // DL_LIB_PIPELINES_PHASES_H
