//===-- KernelTrial.h - compile and run one kernel --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done for a schedule in the process that measures: the kernel of a task is compiled with
// it in memory, called on fixed inputs, compared and timed. Nothing here protects the process from
// what it runs: see Worker.h.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_KERNELTRIAL_H
#define DL_TUNING_MEASURE_KERNELTRIAL_H

#include "dl/Pipelines/Compile.h"
#include "dl/Support/Tensor.h"
#include "dl/Target/Cpu/Emit/LoadedCode.h"
#include "dl/Tuning/Runner.h"
#include "dl/Tuning/Tasks/ScheduleTemplate.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace dl::tuning {

/// How kernels are measured.
struct MeasureOptions {
  /// Placements of stack and buffers that a schedule is measured in, and the first of them: trials
  /// differ in it, finalists go through all.
  int64_t placements = 1, firstPlacement = 0;
  /// Calls of a placement are timed together for so long, and that so often: the shortest counts.
  double batchSeconds = 1e-3;
  int64_t batches = 5;
  /// The best of the task so far: what takes more than four times as long is timed by two calls; 0:
  /// there is none.
  double bestSeconds = 0;
  /// Where the weights are before each call. The inputs are in the nearest caches that hold them.
  WeightsPlace weights = WeightsPlace::Nearest;
  /// Bytes of the caches before the last one.
  int64_t innerCacheBytes = int64_t(1) << 20;
};

/// The bytes of a kernel's machine code, wherever they are.
struct CodeBytes {
  llvm::StringRef object, weights;
};

/// A kernel as machine code.
struct CompiledKernel {
  std::string object;
  /// Its constants, as the code asks for them.
  std::string weights;
  /// Seconds of a run, where it is simulated in the place of an object.
  double seconds = 0;
};

/// What simulates machines, as records and options spell it: the pipeline of a CPU by LLVM's model
/// of it (SimulatedCycles.h), and an accelerator by the model of its cycles (CycleSim.h).
inline constexpr llvm::StringLiteral mcaName = "llvm-mca", vdlaSimulatorName = "vdla-sim";

/// What symbols of compiled kernels begin with.
inline constexpr llvm::StringLiteral modelName = "kernel";

/// The number of placements that there are.
inline constexpr int64_t numPlacements = 8;

/// What is wrong with results: the first of them that is too far from what is expected, by how much
/// sums in another order can differ; empty where nothing is.
std::string findDifference(llvm::ArrayRef<Tensor> results, llvm::ArrayRef<Tensor> expected);

/// The kernel of a task, with inputs.
class TrialKernel {
public:
  /// Reads a task's module. Compilation is for `options`: threads, target, CPU, level.
  /// `templateModule` is that of a template for the kernel (ScheduleTemplate.h), or empty, `sizes`
  /// what stands for the open dims of its operands.
  static llvm::Expected<TrialKernel> read(llvm::StringRef module, const CompileOptions &options,
                                          mlir::MLIRContext &context,
                                          llvm::StringRef templateModule = "",
                                          llvm::ArrayRef<int64_t> sizes = {});

  /// Machine code of the kernel under a schedule of these steps. A step that is not
  /// legal, or a pass that fails, is told by the outcome and its message.
  Measurement compile(const std::vector<schedule::TraceStep> &steps, CompiledKernel &code) const;
  /// The same under the template with these decisions.
  Measurement compile(const std::vector<schedule::Choice> &choices, CompiledKernel &code) const;
  /// Machine code under the schedule of the rules.
  Measurement compileDefault(CompiledKernel &code) const;

  /// Links what all kernels call into this process. A child that is forked from it then can run
  /// one.
  llvm::Error prepareRuns();
  /// Runs compiled code, which has to stay, on the inputs, and compares what it gives with
  /// `expected`, if there is some; then times it, unless there are no placements. What was given
  /// stays in `outputs`. It is called once in a process, which may be prepared.
  Measurement run(const CodeBytes &code, llvm::ArrayRef<Tensor> expected,
                  const MeasureOptions &options, llvm::SmallVectorImpl<Tensor> &outputs);

  /// Tensors for the results, not initialised; null ones where there is no memory.
  llvm::SmallVector<Tensor> makeResults() const;
  /// From now on code is not made into objects that run, but simulated: by `mcaName` or
  /// `vdlaSimulatorName`.
  void simulate(llvm::StringRef by) { simulator = by.str(); }
  /// What the te interpreter computes from the inputs.
  llvm::Expected<llvm::SmallVector<Tensor>> interpret() const;

private:
  TrialKernel() = default;

  Measurement lower(mlir::ModuleOp copy, CompiledKernel &code) const;
  /// The parts of it: to code of a CPU, or to a program of an accelerator.
  llvm::Error lowerToCode(mlir::ModuleOp copy, CompiledKernel &code) const;
  llvm::Error lowerToProgram(mlir::ModuleOp copy, CompiledKernel &code) const;

  CompileOptions options;
  mlir::MLIRContext *context = nullptr;
  /// The kernel, and a @main that calls it.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<TemplateKernel> byTemplate;
  std::string simulator;
  /// The shapes of the results.
  llvm::SmallVector<llvm::SmallVector<int64_t>> resultShapes;
  llvm::SmallVector<Tensor> inputs;
  std::optional<cpu::LoadedCode> loaded;
};

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_KERNELTRIAL_H
