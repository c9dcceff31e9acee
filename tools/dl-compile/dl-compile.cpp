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
#include "dl/InitAll.h"
#include "dl/Pipelines/Compile.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

static cl::OptionCategory category("Options of dl-compile");
static cl::opt<std::string> input(cl::Positional, cl::Required, cl::cat(category),
                                  cl::desc("<model.onnx|model.mlir>"));
static cl::opt<std::string> output("o", cl::cat(category), cl::value_desc("file"),
                                   cl::desc("Output; '-' is standard output for text levels"));
static cl::opt<std::string>
    to("to", cl::cat(category), cl::init("library"), cl::value_desc("level"),
       cl::desc("Level to stop at: graph, te, schedule, bufferized, llvm-dialect, llvm, object, "
                "library (default)"));
static cl::opt<int64_t> threads("threads", cl::cat(category), cl::init(1),
                                cl::desc("Most threads of a run; 1 (default) needs no libomp"));
static cl::opt<bool> noThreads("no-threads", cl::cat(category), cl::desc("The same as --threads=1"));
static cl::opt<bool> vectorize("vectorize", cl::cat(category), cl::init(true),
                               cl::desc("Turn register tiles into vectors (default: true)"));
static cl::opt<std::string> cpu("mcpu", cl::cat(category), cl::init("native"),
                                cl::desc("CPU in LLVM's spelling; default: this machine's"));
static cl::opt<unsigned> level("O", cl::cat(category), cl::Prefix, cl::init(3),
                               cl::desc("LLVM's optimisation level, 0 to 3 (default: 3)"));
static cl::opt<std::string> name("name", cl::cat(category),
                                 cl::desc("Prefix of symbols; default: the input's file name"));
static cl::opt<std::string> header("emit-header", cl::cat(category), cl::value_desc("file"),
                                   cl::desc("Write a C header for the model"));
static cl::opt<std::string> linker("linker", cl::cat(category), cl::value_desc("path"),
                                   cl::desc("ld.lld to use; default: the one installed"));
static cl::opt<bool> timePhases("time", cl::cat(category),
                                cl::desc("Print the time of each phase to standard error"));

/// Where the output goes if nobody says: beside nothing, named after the input.
static std::string getDefaultOutput(dl::Level level) {
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
  llvm::InitLLVM init(argc, argv);
  mlir::registerAsmPrinterCLOptions();
  mlir::registerMLIRContextCLOptions();
  mlir::registerPassManagerCLOptions();
  cl::ParseCommandLineOptions(argc, argv, "dl-compile: models to shared libraries\n");

  std::optional<dl::Level> stop = dl::parseLevel(to);
  if (!stop)
    return fail("expected --to to be graph, te, schedule, bufferized, llvm-dialect, llvm, object "
                "or library, got '" + to + "'");
  if (threads < 1 || threads > 1024)
    return fail("expected --threads to be 1 to 1024, got " + llvm::Twine(threads));
  if (level > 3)
    return fail("expected -O to be 0 to 3, got " + llvm::Twine(level));

  dl::CompileOptions options;
  options.input = input;
  options.output = output.empty() ? getDefaultOutput(*stop) : output;
  options.to = *stop;
  options.threads = noThreads ? 1 : threads;
  options.vectorize = vectorize;
  options.cpu = cpu;
  options.level = level;
  options.name = name;
  options.header = header;
  options.linker = linker;
  options.configure = [](mlir::PassManager &manager) {
    return mlir::applyPassManagerCLOptions(manager);
  };
  dl::PhaseTimes times;
  llvm::LogicalResult result = dl::compileModel(options, llvm::errs(), &times);
  if (timePhases)
    dl::printPhaseTimes(times, llvm::errs());
  return mlir::failed(result);
}
