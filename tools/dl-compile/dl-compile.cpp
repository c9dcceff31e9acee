//===-- dl-compile.cpp - models to libraries --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler driver: a model to a shared library, an object, or IR of any level.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Compile.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OptionNames.h"
#include "dl/Support/ProgressLine.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace {

/// The command line. Made in main, after LLVM's equal names are free.
struct Options {
  cl::OptionCategory category{"dl-compile"};
  cl::opt<std::string> input{cl::Positional, cl::Required, cl::cat(category),
                             cl::desc("<model.onnx|model.mlir>")};
  cl::opt<std::string> output{
      "o", cl::cat(category), cl::value_desc("file"),
      cl::desc("Output; '-' is standard output. Replaces regular files only, "
               "when it is whole, and no input. Its extension says what is made where --to does "
               "not: .so, .o, .a (an archive of the object), .mlir (the graph), .ll, .s")};
  cl::opt<std::string> to{
      "to", cl::cat(category), cl::value_desc("level"),
      cl::desc("What to make: graph, te, schedule (te with the sequences of its kernels, which "
               "--schedules takes), loops (these as text), scheduled, bufferized, llvm-dialect, "
               "llvm, assembly, object, library (default)")};
  cl::opt<std::string> weights{
      "weights", cl::cat(category), cl::init("elide"), cl::value_desc("form"),
      cl::desc("Weights of printed IR: elide (default: those of more than 16 elements are left "
               "out), inline, or file: beside the output, in FILE.weights")};
  cl::opt<std::string> schedules{
      "schedules", cl::cat(category), cl::value_desc("file.mlir"),
      cl::desc("Sequences for kernels: of equal kernels of the file, or, where it has none for "
               "them, named after a kernel, or with the node in schedule.node")};
  cl::opt<int64_t> threads{"threads", cl::cat(category), cl::init(1),
                           cl::desc("Most threads of a run; 1 (default) needs no libomp")};
  cl::opt<bool> noThreads{"no-threads", cl::cat(category), cl::desc("The same as --threads=1")};
  cl::opt<bool> vectorize{"vectorize", cl::cat(category), cl::init(true),
                          cl::desc("Turn register tiles into vectors (default: true)")};
  cl::list<std::string> sizes{
      "sizes", cl::cat(category), cl::value_desc("name=size,..."),
      cl::desc("Sizes of dims that the model's inputs leave open, by their names or by input and "
               "dim: batch=1,x.2=640")};
  cl::opt<std::string> precision{
      "precision", cl::cat(category), cl::init("f32"), cl::value_desc("type"),
      cl::desc("What factors of products by constants are rounded to: f32 (default); bf16, where "
               "that is faster on the CPU; bf16-always")};
  cl::opt<std::string> target{
      "target", cl::cat(category), cl::value_desc("triple|name|file.mlir|vdla[:machine]"),
      cl::desc(
          "What code is made for: x86_64-linux-gnu, aarch64-linux-gnu; or, with the CPU, a "
          "record of share/dl/targets by its name, or another one by its file; or this machine "
          "with an accelerator: vdla, vdla:NAME of share/dl/vdla, vdla:FILE.json; default: "
          "this machine")};
  cl::opt<std::string> cpu{"mcpu", cl::cat(category),
                           cl::desc("CPU in LLVM's spelling, with its record where there is "
                                    "one; default: this machine's, for another --target what all "
                                    "its CPUs have")};
  cl::opt<unsigned> level{"O", cl::cat(category), cl::Prefix, cl::init(3),
                          cl::desc("LLVM's optimisation level, 0 to 3 (default: 3)")};
  cl::opt<std::string> name{"name", cl::cat(category),
                            cl::desc("Prefix of symbols; default: the input's file name")};
  cl::opt<std::string> header{"emit-header", cl::cat(category), cl::value_desc("file"),
                              cl::desc("Write a C header for the model")};
  cl::opt<std::string> loopsFile{"loops-file", cl::cat(category), cl::value_desc("file"),
                                 cl::desc("Write the kernels' loops as text, the source that "
                                          "debuggers and profilers then show")};
  cl::opt<std::string> remarks{"remarks-filter", cl::cat(category), cl::value_desc("regex"),
                               cl::desc("Print why passes whose whole names it matches left "
                                        "things as they are, as dl-vectorize or .*")};
  cl::opt<std::string> report{"report", cl::cat(category), cl::value_desc("file"),
                              cl::desc("Write what became of the model as one HTML file: graph, "
                                       "kernels, roofline, memory, refusals")};
  cl::list<std::string> externLibraries{
      "extern-libraries", cl::CommaSeparated, cl::cat(category), cl::value_desc("file,..."),
      cl::desc("Libraries and objects whose functions an .mlir model may call; it may call "
               "none else")};
  cl::opt<std::string> linker{"linker", cl::cat(category), cl::value_desc("path"),
                              cl::desc("ld.lld to use; default: the one installed")};
  cl::opt<int64_t> jobs{"jobs", cl::cat(category), cl::init(1),
                        cl::desc("Most threads that compile (default: 1); the result is the same")};
  cl::opt<std::string> cache{"cache", cl::cat(category), cl::value_desc("folder"),
                             cl::desc("Keep what was compiled in a folder, of at most 4 GiB, so "
                                      "that what has not changed is not compiled again")};
  cl::opt<std::string> tuningDb{"tuning-db", cl::cat(category), cl::value_desc("file"),
                                cl::desc("Schedules of kernels from the records of dl-tune; those "
                                         "without a record get the rules'")};
  cl::opt<bool> tuningDbStrict{"tuning-db-strict", cl::cat(category),
                               cl::desc("Fail where a kernel has no record")};
  cl::opt<bool> verifyEach{"verify-each", cl::cat(category),
                           cl::desc("Run the verifier after each pass, not only after each phase")};
  cl::opt<bool> timePhases{"time", cl::cat(category),
                           cl::desc("Print the time of each phase to standard error")};
};

} // namespace

/// Where the output goes if nobody says: into the current folder, named after the
/// input; text to standard output.
static std::string getDefaultOutput(llvm::StringRef input, dl::Level level) {
  if (level < dl::Level::Object)
    return "-";
  std::string stem = llvm::sys::path::stem(input).str();
  return stem + (level == dl::Level::Object ? ".o" : ".so");
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "dl-compile: error: " << message << "\n";
  return 1;
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  dl::releaseOptionNames({"o",
                          "to",
                          "threads",
                          "no-threads",
                          "vectorize",
                          "sizes",
                          "precision",
                          "mcpu",
                          "target",
                          "O",
                          "name",
                          "emit-header",
                          "loops-file",
                          "remarks-filter",
                          "report",
                          "extern-libraries",
                          "linker",
                          "jobs",
                          "cache",
                          "tuning-db",
                          "tuning-db-strict",
                          "weights",
                          "schedules",
                          "verify-each",
                          "time"});
  Options given;
  mlir::registerAsmPrinterCLOptions();
  mlir::registerMLIRContextCLOptions();
  // Errors speak of the model, not of operations, unless asked for.
  if (auto found = cl::getRegisteredOptions().find("mlir-print-op-on-diagnostic");
      found != cl::getRegisteredOptions().end())
    static_cast<cl::opt<bool> *>(found->second)->setInitialValue(false);
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
  dl::parseOptions(argc, argv, given.category,
                   "dl-compile: models to shared libraries\n\n"
                   "EXAMPLES:\n"
                   "  dl-compile resnet18.onnx -o resnet18.so --threads=2\n"
                   "  dl-compile resnet18.onnx --to=loops | less\n\n"
                   "Exit codes: 0; 1 after an error, with no output changed; a signal that ended "
                   "it.\n");

  llvm::Expected<dl::Output> made = dl::chooseOutput(given.output, given.to);
  if (!made)
    return fail(llvm::toString(made.takeError()));
  auto weights = dl::parseWeightsForm(given.weights);
  if (!weights)
    return fail("expected --weights to be inline, file or elide, got '" + given.weights + "'");
  std::string output =
      given.output.empty() ? getDefaultOutput(given.input, made->form.level) : given.output;
  if (*weights == dl::WeightsForm::File &&
      (output == "-" || made->form.level > dl::Level::LLVMDialect ||
       made->form.view == dl::View::Loops))
    return fail("expected -o to be a file of a level up to llvm-dialect for --weights=file, which "
                "are written beside it");
  if (given.threads < 1 || given.threads > 1024)
    return fail("expected --threads to be 1 to 1024, got " + llvm::Twine(given.threads));
  if (given.jobs < 1 || given.jobs > 1024)
    return fail("expected --jobs to be 1 to 1024, got " + llvm::Twine(given.jobs));
  if (llvm::Error error = dl::checkPrecision(given.precision, "--precision"))
    return fail(llvm::toString(std::move(error)));
  if (given.level > 3)
    return fail("expected -O to be 0 to 3, got " + llvm::Twine(given.level));

  if (std::string error; !given.remarks.empty() && !llvm::Regex(given.remarks).isValid(error))
    return fail("expected --remarks-filter to be a regular expression, got '" + given.remarks +
                "': " + error);

  dl::CompileOptions options;
  options.input = given.input;
  options.output = output;
  options.to = made->form.level;
  options.view = made->form.view;
  options.isArchive = made->isArchive;
  options.weights = *weights;
  options.schedules = given.schedules;
  options.threads = given.noThreads ? 1 : given.threads;
  options.vectorize = given.vectorize;
  options.precision = given.precision;
  for (const std::string &text : given.sizes)
    if (llvm::Error error = dl::parseSizes(text, options.sizes))
      return fail(llvm::toString(std::move(error)));
  options.target = given.target;
  options.tuningDb = given.tuningDb;
  options.tuningDbStrict = given.tuningDbStrict;
  options.cpu = given.cpu;
  options.level = given.level;
  options.name = given.name;
  options.header = given.header;
  options.loopsFile = given.loopsFile;
  options.remarks = given.remarks;
  options.report = given.report;
  options.externLibraries = {given.externLibraries.begin(), given.externLibraries.end()};
  options.linker = given.linker;
  options.jobs = given.jobs;
  options.cache = given.cache;
  options.verifyPasses = given.verifyEach;
  options.configure = [](mlir::PassManager &manager) {
    mlir::applyDefaultTimingPassManagerCLOptions(manager);
    return mlir::applyPassManagerCLOptions(manager);
  };
  dl::ProgressLine progress;
  if (progress.isShown())
    options.progress = [&](llvm::StringRef phase, int64_t done, int64_t total) {
      progress.show(phase, done, total);
    };
  dl::PhaseTimes times;
  llvm::LogicalResult result = dl::compileModel(options, llvm::errs(), &times);
  progress.clear();
  if (given.timePhases)
    dl::printPhaseTimes(times, llvm::errs());
  return tool.finish(result);
}
