//===-- Compile.h - from a model's file to a library ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole way down the ladder, from any level to any later one. What
// dl-compile does, as functions.
//
//===----------------------------------------------------------------------===//
#ifndef DL_PIPELINES_COMPILE_H
#define DL_PIPELINES_COMPILE_H

#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Support/OutputFile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
class SourceMgr;
class raw_ostream;
class ThreadPoolInterface;
} // namespace llvm
namespace mlir {
class PassManager;
} // namespace mlir

namespace dl {
class ModelReport;

/// What a model's file holds, by the extension of its name in any case.
enum class ModelFormat { Unknown, Onnx, MLIR };
ModelFormat getModelFormat(llvm::StringRef path);

/// What is shown of a module: its IR; at the te level with the sequence that each kernel is
/// scheduled by; or the loops that these make, as text.
enum class View { Module, Sequences, Loops };

/// What a model can become: a level, as it is viewed.
struct Form {
  Level level;
  View view = View::Module;
};
/// "graph", "te", "schedule" (the view of sequences), "loops", "scheduled" and the other levels.
std::optional<Form> parseForm(llvm::StringRef name);
/// These names for messages: "graph, te, … or library".
llvm::StringRef getFormNames();

/// What a name of an output and `--to` ask for.
struct Output {
  Form form;
  /// An archive of the object.
  bool isArchive = false;
};
/// What is made: the form `to`, or where it is empty what the extension of `path` says, or a
/// library. An error where there is no such form, or where the extension is that of another one.
llvm::Expected<Output> chooseOutput(llvm::StringRef path, llvm::StringRef to);

/// Where printed IR has its weights: inside, in a file beside it, or nowhere.
enum class WeightsForm { Inline, File, Elide };
std::optional<WeightsForm> parseWeightsForm(llvm::StringRef name);

/// Pass pipelines that were made, by the phase that they are of: what passes set up takes longer
/// than running them on a small kernel. For compilations in one context, one after the other, with
/// the same options and for the same machine.
class KeptPipelines {
public:
  /// The pipeline of a phase; null where it was not made yet.
  mlir::PassManager *lookup(llvm::StringRef phase) const;
  void keep(llvm::StringRef phase, std::unique_ptr<mlir::PassManager> manager);

  KeptPipelines();
  ~KeptPipelines();

private:
  llvm::StringMap<std::unique_ptr<mlir::PassManager>> managers;
};

/// What factors of products by constants can be rounded to: as they are; bf16 where that takes less
/// time on the CPU; bf16 everywhere, for half the bytes of weights.
inline constexpr llvm::StringLiteral precisionNames[] = {"f32", "bf16", "bf16-always"};

/// An error where a precision is none of these. It is "expected `what` to be …".
llvm::Error checkPrecision(llvm::StringRef given, llvm::StringRef what);

/// What dl-compile can be told.
struct CompileOptions {
  /// A .onnx, .mlir or .mlirbc file.
  std::string input;
  /// As dl::OutputFile takes it: "-" is standard output.
  std::string output;
  Level to = Level::Library;
  /// Of a text of a level up to the llvm dialect.
  View view = View::Module;
  /// With Level::Object: whether it is put into an archive.
  bool isArchive = false;
  WeightsForm weights = WeightsForm::Inline;
  /// Whether printed IR says where in the model it comes from.
  bool printLocations = true;
  /// Most threads for parallel loops; 1 needs no libomp.
  int64_t threads = 1;
  bool vectorize = true;
  /// What factors of products are rounded to: one of precisionNames.
  std::string precision = "f32";
  /// What code is made for, as "aarch64-linux-gnu", the name of a stock record or the file of
  /// a record; empty: this machine. "vdla", "vdla:NAME" or "vdla:FILE.json" is this machine with an
  /// accelerator.
  std::string target;
  /// A machine of VDLA that quantized operators are for, beside the CPU: the name of one that comes
  /// along, or the file of its configuration; empty: none.
  std::string accelerator;
  /// A CPU in LLVM's spelling, or "native"; empty: this one, or of another target "generic".
  std::string cpu;
  /// Most threads that compile; the result does not depend on it.
  int64_t jobs = 1;
  /// A folder of results by what they were made from; empty: none is kept.
  std::string cache;
  /// A file of records of a tuner, whose schedules kernels get; empty: those of the rules.
  std::string tuningDb;
  /// Whether a kernel without a record is an error.
  bool tuningDbStrict = false;
  /// A file of sequences, which the kernels that they are for get first; empty: none.
  std::string schedules;
  /// Numbers for dims that an ONNX model leaves open, as onnx_import::ImportOptions has them.
  std::map<std::string, int64_t> sizes;
  /// LLVM's optimisation level.
  unsigned level = 3;
  /// Prefix of the model's symbols; empty: the input's file name.
  std::string name;
  /// Where to write a C header for the model; empty: nowhere.
  std::string header;
  /// Where to write the loops of all kernels as text, which then is the source that
  /// debuggers and profilers show; empty: nowhere, and no debug info.
  std::string loopsFile;
  /// Where that text is put first, for the caller to move; empty: loopsFile itself.
  std::string loopsStaging;
  /// A regular expression: remarks of passes whose whole names it matches are printed.
  /// Empty: none.
  std::string remarks;
  /// Libraries or objects whose functions the model may call; none but libm's otherwise.
  std::vector<std::string> externLibraries;
  /// Path of ld.lld; empty: looked for.
  std::string linker;
  /// Gives back the memory of constants once passes replaced them by others: the peak is
  /// one copy of the weights. For contexts that hold no other module with these constants.
  bool releaseConstants = false;
  /// Runs the verifier after each pass, not only after each phase: a third of the time to LLVM.
  bool verifyPasses = false;
  /// A file for what becomes of the model as one page (dl/Report/ModelReport.h); empty: nowhere.
  std::string report;
  /// Told of the module after each phase; may be null.
  std::function<void(Level, mlir::ModuleOp)> whenLowered;
  /// Told of the module at the te level once its kernels are scheduled, before loops are made of
  /// them; may be null.
  std::function<llvm::LogicalResult(mlir::ModuleOp)> whenScheduled;
  /// Told of each phase as it begins, and of how many of how many kernels are compiled in it, by
  /// any thread; may be null.
  std::function<void(llvm::StringRef phase, int64_t done, int64_t total)> progress;
  /// Where lowerModel keeps its pipelines; null: they are made anew.
  std::shared_ptr<KeptPipelines> pipelines;
  /// Sets up each pass manager, for instance from the command line; may be null.
  std::function<llvm::LogicalResult(mlir::PassManager &)> configure;
};

/// Wall-clock seconds by phase, in order.
using PhaseTimes = std::vector<std::pair<std::string, double>>;

/// The threads that compile. They outlive the context.
class CompilerJobs {
public:
  explicit CompilerJobs(int64_t count);
  ~CompilerJobs();

  /// Lets passes of the context run in them; with one job all is done by who calls.
  void addTo(mlir::MLIRContext &context);

private:
  std::unique_ptr<llvm::ThreadPoolInterface> threads;
};

/// A failure of which diagnostics told.
class DiagnosedError : public llvm::ErrorInfo<DiagnosedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override { os << "see the diagnostics"; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
};

/// A context that knows every dialect of the ladder. One thread unless CompilerJobs are added.
std::unique_ptr<mlir::MLIRContext> createCompilerContext();

/// Numbers for open dims by their names or places: "batch=1", "x.2=640".
using GivenSizes = std::map<std::string, int64_t>;
/// Adds sizes as a command line has them, one or several with commas between.
llvm::Error parseSizes(llvm::StringRef text, GivenSizes &sizes);

/// Reads a model. Null after a diagnostic. The files that it is made of are added to
/// `inputs`; open dims of an ONNX model get the sizes.
mlir::OwningOpRef<mlir::ModuleOp> readModel(llvm::StringRef path, mlir::MLIRContext *context,
                                            InputFiles *inputs = nullptr,
                                            const GivenSizes &sizes = {});

/// The same of text or bytecode of MLIR, which `sources` keeps for diagnostics. Its name says where
/// a file of weights would be.
mlir::OwningOpRef<mlir::ModuleOp> parseModel(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                             llvm::SourceMgr &sources, mlir::MLIRContext *context,
                                             InputFiles *inputs = nullptr);

/// The level that a module is at: llvm functions, planned memrefs, loops around
/// linalg, te kernels, or the graph.
Level getLevel(mlir::ModuleOp module);

/// Lowers a module down to `to`, phase by phase, or as far as emitModel and printCode take it: at
/// most to the llvm dialect, and for objects and libraries to planned buffers. A module that
/// is there already stays as it is; one that is lower is an error.
llvm::LogicalResult lowerModel(mlir::ModuleOp module, Level to, const CompileOptions &options,
                               PhaseTimes &times);

/// All passes from a module's level to the llvm dialect, as the text that dl-opt takes as
/// --pass-pipeline; the machine that they are for is written into the module, as lowerModel does.
/// Fails with a diagnostic where that is wrong, or the module is not what lowering takes.
mlir::FailureOr<std::string> getPassPipeline(mlir::ModuleOp module, const CompileOptions &options,
                                             PhaseTimes &times);

/// Writes a module that was lowered for it as LLVM IR, assembly, object or library to
/// `options.output`. The module is used up. A DiagnosedError where passes failed.
llvm::Error emitModel(mlir::ModuleOp module, const CompileOptions &options, PhaseTimes &times);
/// The same to a file that the caller keeps.
llvm::Error emitModel(mlir::ModuleOp module, const CompileOptions &options, PhaseTimes &times,
                      OutputFile &output);
/// Prints a module of the llvm dialect as optimised LLVM IR or as assembly.
llvm::Error printCode(mlir::ModuleOp module, const CompileOptions &options, PhaseTimes &times,
                      llvm::raw_ostream &os);

/// Takes the accelerator out of the target, where that names one.
void splitTarget(CompileOptions &options);

/// Prints a module that was lowered for it, at most to the llvm dialect, as the options view it.
/// `weightsPath` is what the module says of where its weights are, with WeightsForm::File.
/// Precondition: with View::Loops `loopsStaging` holds the loops.
llvm::LogicalResult printLevel(mlir::ModuleOp module, const CompileOptions &options,
                               llvm::raw_ostream &os, llvm::StringRef weightsPath = "");

/// Lets a report see what lowering with these options, which change, does in the context. The
/// report has to outlive it.
llvm::LogicalResult observeModel(ModelReport &report, mlir::MLIRContext &context,
                                 CompileOptions &options);

/// All of it. Diagnostics go to `errors`. After a failure no output has changed.
llvm::LogicalResult compileModel(const CompileOptions &options, llvm::raw_ostream &errors,
                                 PhaseTimes *times = nullptr);

/// A table of phases with their sum.
void printPhaseTimes(const PhaseTimes &times, llvm::raw_ostream &os);

} // namespace dl

#endif // DL_PIPELINES_COMPILE_H
