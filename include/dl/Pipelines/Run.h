//===-- Run.h - run a model and look at what it does ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dl-run does, as functions: inputs from files or random, a run of a compiled
// model or of the reference interpreters, comparison, profile, timing.
//
//===----------------------------------------------------------------------===//
#ifndef DL_PIPELINES_RUN_H
#define DL_PIPELINES_RUN_H

#include "dl/Pipelines/Compile.h"
#include "dl/Runtime/CompiledModel.h"

#include "llvm/ADT/StringMap.h"

#include <map>

namespace dl {

/// What dl-run can be told.
struct RunOptions {
  /// A .so that dl-compile made, or a .onnx, .mlir or .mlirbc file.
  std::string model;
  /// Run the reference interpreter of the model's level in place of compiled code.
  bool useReference = false;
  /// Level that a .onnx or .mlir model is lowered to before it is interpreted.
  std::optional<Level> referenceLevel;

  /// One .npz, or .npy files in the order of the inputs; empty: random.
  std::vector<std::string> inputs;
  /// JSON that says how random inputs are drawn; empty: standard normal.
  std::string manifest;
  uint64_t seed = 0;
  /// Sizes for dims of random inputs that are known only at run time, by their names;
  /// others are 1.
  std::map<std::string, int64_t> sizes;
  /// .npz for the outputs; empty: nowhere.
  std::string outputs;

  /// Threads of a compiled run; 0: as many as the library can use.
  int64_t threads = 1;
  bool bind = false;
  /// Use the weights where the library is mapped; otherwise those of up to 2 GiB are copied.
  bool mapWeights = false;
  unsigned runs = 20;
  /// The device of a model that needs an accelerator, "vdla-sim", or with a back end
  /// "vdla-sim:functional"; a model that is not compiled yet is then compiled for it. Empty: none.
  std::string device;
  /// Of the device's clock, to tell times from cycles.
  double clockMHz = 200;
  bool benchmark = false;
  bool profile = false;

  /// A file for a report with times (dl/Report/ModelReport.h); empty: nowhere.
  std::string report;

  /// "reference": the te interpreter, kernel by kernel; a .npz: its arrays; empty:
  /// no comparison.
  std::string compare;
  /// The model whose te level is the reference of a .so; empty: `model` itself.
  std::string referenceModel;
  /// Largest error in units of the largest reference value.
  double tolerance = 1e-5;

  /// How a model that is not compiled yet is compiled.
  CompileOptions compile;
};

/// How values of an input are drawn.
struct InputRange {
  enum Kind { Normal, Uniform, Integers, Mask } kind = Normal;
  double low = 0, high = 1;
};

/// The ranges of a model's inputs in a manifest, by name. An error where the file
/// is none or does not name the model.
llvm::Expected<std::map<std::string, InputRange>> readManifest(llvm::StringRef path,
                                                               llvm::StringRef model);

/// A tensor of random values. Equal seeds, names and ranges give equal values.
Tensor makeRandomTensor(const runtime::TensorSpec &spec, const InputRange &range, uint64_t seed);

/// What a model takes and returns, with the names that it gives.
struct ModelSignature {
  llvm::SmallVector<runtime::TensorSpec> inputs, outputs;
};
/// That of @main of a module of the graph or te level. Fails with a diagnostic where it has none,
/// or one that cannot be run.
mlir::FailureOr<ModelSignature> getSignature(mlir::ModuleOp module);

/// The inputs that the options ask for, in the model's order. Files are matched by
/// name (.npz) or position (.npy).
llvm::Expected<llvm::SmallVector<Tensor>> makeInputs(const RunOptions &options,
                                                     llvm::ArrayRef<runtime::TensorSpec> specs);

/// The median of a non-empty list.
double getMedian(std::vector<double> values);

/// What a kernel is expected to take, and what bounds it: "compute", or a level of memory.
struct ExpectedTime {
  double microseconds;
  std::string bound;
};

/// Medians of the times of the kernel calls of several runs, in microseconds.
llvm::Expected<std::vector<double>> measureCalls(runtime::CompiledModel &model,
                                                 llvm::ArrayRef<Tensor> inputs, unsigned runs);

/// Times of the kernel calls of several runs, as a table; beside them what was expected of kernels,
/// by name, where something was.
llvm::Error profileModel(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                         unsigned runs, const llvm::StringMap<ExpectedTime> &expected,
                         llvm::raw_ostream &os);

/// Minimum and median time of several runs.
llvm::Error benchmarkModel(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                           unsigned runs, llvm::raw_ostream &os);

/// Results of the kernel calls of the te interpreter, in order.
struct ReferenceCall {
  std::string kernel;
  llvm::SmallVector<Tensor, 1> outputs;
};

/// Runs a compiled model and compares each kernel call's outputs with those of the
/// reference; calls that the reference does not have (packing) are passed over.
/// Prints the first that differs. Success if all are within the tolerance. `errors`, where it is
/// given, gets the largest error of each call, in units of the largest value; -1 where none is
/// known.
llvm::Expected<bool> compareKernels(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                                    llvm::ArrayRef<ReferenceCall> reference, double tolerance,
                                    llvm::raw_ostream &os, std::vector<double> *errors = nullptr);

/// A line with a tensor's shape, type, range, and first values: "output 'y': 2x3xf32, -1 to 4,
/// values 0, -1, 4, …".
void summarizeTensor(llvm::StringRef name, const Tensor &tensor, llvm::raw_ostream &os);

/// A number in the shortest form that tells it from others of its kind: "1.5e-07".
std::string formatNumber(double value);

/// All of it. Results go to `os`, errors to `errors`. Failure also where a
/// comparison is outside the tolerance.
llvm::LogicalResult runModel(const RunOptions &options, llvm::raw_ostream &os,
                             llvm::raw_ostream &errors);

} // namespace dl

#endif // DL_PIPELINES_RUN_H
