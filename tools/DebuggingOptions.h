//===-- DebuggingOptions.h - what tools that find faults share --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of dl-bisect and dl-reduce that say how a model is run, and what they begin with.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TOOLS_DEBUGGINGOPTIONS_H
#define DL_TOOLS_DEBUGGINGOPTIONS_H

#include "dl/InitAll.h"
#include "dl/Pipelines/Run.h"

#include "mlir/InitAllPasses.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>

namespace dl {

/// The command line that both have. Made in main, after LLVM's equal names are free.
struct DebuggingOptions {
  /// The names, for releaseOptionNames.
  static constexpr std::array<llvm::StringRef, 15> names = {
      "o",         "inputs",    "manifest", "seed",          "sizes",
      "threads",   "tolerance", "mcpu",     "pass-pipeline", "load-pass-plugin",
      "vectorize", "O",         "timeout",  "precision",     "extern-libraries"};

  llvm::cl::OptionCategory category{"Options"};
  llvm::cl::opt<std::string> model{llvm::cl::Positional, llvm::cl::Required,
                                   llvm::cl::cat(category),
                                   llvm::cl::desc("<model.onnx|model.mlir>")};
  llvm::cl::opt<std::string> folder{
      "o", llvm::cl::cat(category), llvm::cl::value_desc("folder"),
      llvm::cl::desc("Folder for the smallest module, inputs and commands that show the fault")};
  llvm::cl::list<std::string> inputs{
      "inputs", llvm::cl::cat(category), llvm::cl::CommaSeparated, llvm::cl::value_desc("file,..."),
      llvm::cl::desc("One .npz, or .npy files in order; default: random")};
  llvm::cl::opt<std::string> manifest{"manifest", llvm::cl::cat(category),
                                      llvm::cl::value_desc("file"),
                                      llvm::cl::desc("JSON with the ranges of random inputs")};
  llvm::cl::opt<uint64_t> seed{"seed", llvm::cl::cat(category), llvm::cl::init(0),
                               llvm::cl::desc("Seed of random inputs (default: 0)")};
  llvm::cl::list<std::string> sizes{
      "sizes", llvm::cl::cat(category), llvm::cl::CommaSeparated,
      llvm::cl::value_desc("name=size,..."),
      llvm::cl::desc("Sizes of dims of random inputs that the model leaves open (default: 1)")};
  llvm::cl::opt<int64_t> threads{"threads", llvm::cl::cat(category), llvm::cl::init(1),
                                 llvm::cl::desc("Threads of the code (default: 1)")};
  llvm::cl::opt<double> tolerance{
      "tolerance", llvm::cl::cat(category), llvm::cl::init(1e-5),
      llvm::cl::desc("Largest error in units of the largest value (1e-5)")};
  llvm::cl::opt<std::string> cpu{"mcpu", llvm::cl::cat(category), llvm::cl::init("native"),
                                 llvm::cl::desc("CPU to compile for; default: this machine's")};
  llvm::cl::opt<std::string> pipeline{
      "pass-pipeline", llvm::cl::cat(category), llvm::cl::value_desc("builtin.module(...)"),
      llvm::cl::desc("The passes to the llvm dialect; default: those of dl-compile")};
  llvm::cl::list<std::string> plugins{
      "load-pass-plugin", llvm::cl::cat(category), llvm::cl::value_desc("library"),
      llvm::cl::desc("Load passes that the pipeline names from a library")};
  llvm::cl::opt<bool> vectorize{"vectorize", llvm::cl::cat(category), llvm::cl::init(true),
                                llvm::cl::desc("Compile with vectors (default: true)")};
  llvm::cl::opt<unsigned> level{"O", llvm::cl::cat(category), llvm::cl::Prefix, llvm::cl::init(3),
                                llvm::cl::desc("LLVM's optimisation level (default: 3)")};
  llvm::cl::opt<double> timeout{"timeout", llvm::cl::cat(category), llvm::cl::init(30),
                                llvm::cl::value_desc("seconds"),
                                llvm::cl::desc("Most time to compile and run once (default: 30)")};
  llvm::cl::opt<std::string> precision{
      "precision", llvm::cl::cat(category), llvm::cl::init("f32"), llvm::cl::value_desc("type"),
      llvm::cl::desc("As dl-compile takes it: f32 (default), bf16, bf16-always")};
  llvm::cl::list<std::string> externLibraries{
      "extern-libraries", llvm::cl::CommaSeparated, llvm::cl::cat(category),
      llvm::cl::value_desc("file,..."),
      llvm::cl::desc("Libraries and objects whose functions an .mlir model may call")};

  /// What they say of a run. An error where a value is none.
  llvm::Expected<RunOptions> getRunOptions() const {
    RunOptions run;
    if (threads < 1 || threads > 1024)
      return llvm::createStringError("expected --threads to be 1 to 1024, got %lld",
                                     static_cast<long long>(threads));
    if (level > 3)
      return llvm::createStringError("expected -O to be 0 to 3, got %u", level.getValue());
    if (!(timeout > 0))
      return llvm::createStringError("expected --timeout to be more than 0 seconds, got %g",
                                     timeout.getValue());
    if (llvm::Error error = checkPrecision(precision, "--precision"))
      return error;
    for (llvm::StringRef given : sizes) {
      auto [name, size] = given.rsplit('=');
      int64_t number = 0;
      if (name.empty() || size.getAsInteger(10, number) || number < 1)
        return llvm::createStringError("expected --sizes to be names with positive numbers, "
                                       "batch=4, got '%s'",
                                       given.str().c_str());
      run.sizes[name.str()] = number;
    }
    run.model = model;
    run.inputs = {inputs.begin(), inputs.end()};
    run.manifest = manifest;
    run.seed = seed;
    run.tolerance = tolerance;
    run.compile.threads = threads;
    run.compile.vectorize = vectorize;
    run.compile.cpu = cpu;
    run.compile.level = level;
    run.compile.precision = precision;
    run.compile.externLibraries = {externLibraries.begin(), externLibraries.end()};
    return run;
  }

  /// Registers all passes, and those of the plugins.
  llvm::Error loadPasses() const {
    mlir::registerAllPasses();
    registerAllPasses();
    for (const std::string &path : plugins) {
      auto plugin = mlir::PassPlugin::load(path);
      if (!plugin)
        return plugin.takeError();
      plugin->registerPassRegistryCallbacks();
    }
    return llvm::Error::success();
  }
};

} // namespace dl

#endif // DL_TOOLS_DEBUGGINGOPTIONS_H
