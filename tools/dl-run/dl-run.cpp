//===-- dl-run.cpp - run models ---------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver for runs: compiled models or the interpreters, on files or random
// inputs; comparison, profile, timing.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OptionNames.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace {

/// The command line. Made in main, after LLVM's equal names are free.
struct Options {
  cl::OptionCategory category{"dl-run"};
  cl::opt<std::string> model{cl::Positional, cl::Required, cl::cat(category),
                             cl::desc("<model.so|model.onnx|model.mlir>")};
  cl::opt<std::string> target{"target", cl::cat(category), cl::init("cpu"),
                              cl::desc("cpu: compiled code (default); reference: the interpreter "
                                       "of the model's level")};
  cl::opt<std::string> level{"level", cl::cat(category),
                             cl::desc("With --target=reference: lower to graph or te first")};
  cl::list<std::string> inputs{"inputs", cl::cat(category), cl::CommaSeparated,
                               cl::value_desc("file,..."),
                               cl::desc("One .npz, or .npy files in order; default: random")};
  cl::opt<std::string> manifest{"manifest", cl::cat(category), cl::value_desc("file"),
                                cl::desc("JSON with the ranges of random inputs")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category), cl::init(0),
                         cl::desc("Seed of random inputs (default: 0)")};
  cl::list<std::string> sizes{"sizes", cl::cat(category), cl::CommaSeparated,
                              cl::value_desc("name=size,..."),
                              cl::desc("Sizes of dims of random inputs that the model leaves open "
                                       "(default: 1)")};
  cl::opt<std::string> outputs{"outputs", cl::cat(category), cl::value_desc("file"),
                               cl::desc("Write the outputs to this .npz")};
  cl::opt<int64_t> threads{"threads", cl::cat(category), cl::init(0),
                           cl::desc("Threads; default: as many as the model was compiled for")};
  cl::opt<bool> bind{"bind", cl::cat(category), cl::desc("Pin each thread to a CPU")};
  cl::opt<bool> mapWeights{
      "map-weights", cl::cat(category),
      cl::desc("Use weights where the library is mapped; default: copy those of up to 2 GiB")};
  cl::opt<bool> benchmark{"benchmark", cl::cat(category),
                          cl::desc("Print minimum and median time of pinned runs")};
  cl::opt<std::string> device{
      "device", cl::cat(category), cl::value_desc("vdla-sim[:backend]"),
      cl::desc("Accelerator of a model that was compiled for one: vdla-sim, a simulator of its "
               "machine that counts cycles; vdla-sim:functional computes only")};
  cl::opt<double> clock{"clock-mhz", cl::cat(category), cl::init(200),
                        cl::desc("Clock of the accelerator, for its time (default: 200)")};
  cl::opt<bool> profile{"profile", cl::cat(category),
                        cl::desc("Print the time of each kernel call with its nodes")};
  cl::opt<std::string> report{
      "report", cl::cat(category), cl::value_desc("file"),
      cl::desc(
          "Write what became of a model that is compiled here, with the time of each call, and "
          "with --compare=reference its error, as one HTML file")};
  cl::opt<unsigned> runs{"runs", cl::cat(category), cl::init(20),
                         cl::desc("Runs of --benchmark and --profile (default: 20)")};
  cl::opt<std::string> compare{"compare", cl::cat(category), cl::value_desc("reference|file.npz"),
                               cl::desc("Compare with the te interpreter, kernel by kernel, or "
                                        "with arrays; exit code 1 where they differ")};
  cl::opt<std::string> reference{"reference", cl::cat(category), cl::value_desc("model"),
                                 cl::desc("The model that a .so was made from")};
  cl::opt<double> tolerance{"tolerance", cl::cat(category), cl::init(1e-5),
                            cl::desc("Largest error in units of the largest value (1e-5)")};
  cl::opt<bool> vectorize{"vectorize", cl::cat(category), cl::init(true),
                          cl::desc("Compile with vectors (default: true)")};
  cl::opt<std::string> cpu{"mcpu", cl::cat(category), cl::init("native"),
                           cl::desc("CPU to compile for; default: this machine's")};
  cl::list<std::string> externLibraries{
      "extern-libraries", cl::CommaSeparated, cl::cat(category), cl::value_desc("file,..."),
      cl::desc("Libraries and objects whose functions an .mlir model may call")};
  cl::opt<unsigned> optimize{"O", cl::cat(category), cl::Prefix, cl::init(3),
                             cl::desc("LLVM's optimisation level when compiling (default: 3)")};
};

} // namespace

static int fail(const llvm::Twine &message) {
  llvm::errs() << "dl-run: error: " << message << "\n";
  return 1;
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  dl::releaseOptionNames({"target",
                          "level",
                          "inputs",
                          "manifest",
                          "seed",
                          "sizes",
                          "outputs",
                          "threads",
                          "bind",
                          "map-weights",
                          "benchmark",
                          "profile",
                          "runs",
                          "compare",
                          "reference",
                          "tolerance",
                          "vectorize",
                          "mcpu",
                          "extern-libraries",
                          "O",
                          "device",
                          "clock-mhz",
                          "report"});
  Options given;
  dl::parseOptions(
      argc, argv, given.category,
      "dl-run: run models and compare what they compute\n\n"
      "EXAMPLES:\n"
      "  dl-run model.so --inputs=x.npy --outputs=y.npz\n"
      "  dl-run model.onnx --sizes=batch=4 --profile\n\n"
      "Exit codes: 0; 1 after an error, and where a comparison is outside the tolerance; "
      "a signal that ended it.\n");

  if (given.target != "cpu" && given.target != "reference")
    return fail("expected --target to be cpu or reference, got '" + given.target + "'");
  if (!(given.clock > 0))
    return fail("expected --clock-mhz to be positive, got " + std::to_string(given.clock));
  std::optional<dl::Level> level;
  if (!given.level.empty()) {
    level = dl::parseLevel(given.level);
    if (!level || *level > dl::Level::Te)
      return fail("expected --level to be graph or te, got '" + given.level + "'");
  }
  if (given.threads < 0 || given.threads > 1024)
    return fail("expected --threads to be 1 to 1024, got " + llvm::Twine(given.threads));
  if (given.optimize > 3)
    return fail("expected -O to be 0 to 3, got " + llvm::Twine(given.optimize));

  dl::RunOptions options;
  options.model = given.model;
  options.useReference = given.target == "reference";
  options.referenceLevel = level;
  options.inputs = {given.inputs.begin(), given.inputs.end()};
  options.manifest = given.manifest;
  options.seed = given.seed;
  for (llvm::StringRef given : given.sizes) {
    auto [name, size] = given.rsplit('=');
    if (name.empty() || size.getAsInteger(10, options.sizes[name.str()]) ||
        options.sizes[name.str()] < 1)
      return fail("expected --sizes to be names with positive numbers, batch=4, got '" + given +
                  "'");
  }
  options.outputs = given.outputs;
  options.threads = given.threads;
  options.bind = given.bind;
  options.mapWeights = given.mapWeights;
  options.benchmark = given.benchmark;
  options.profile = given.profile;
  options.device = given.device;
  options.clockMHz = given.clock;
  options.report = given.report;
  options.runs = given.runs;
  options.compare = given.compare;
  options.referenceModel = given.reference;
  options.tolerance = given.tolerance;
  options.compile.threads = std::max<int64_t>(given.threads, 1);
  options.compile.vectorize = given.vectorize;
  options.compile.cpu = given.cpu;
  options.compile.externLibraries = {given.externLibraries.begin(), given.externLibraries.end()};
  options.compile.level = given.optimize;
  return tool.finish(dl::runModel(options, llvm::outs(), llvm::errs()));
}
