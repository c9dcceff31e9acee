//===-- dl-vdla-sim.cpp - run programs of VDLA ----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver of the accelerator's simulators.
//
//===----------------------------------------------------------------------===//
#include "dl/InitAllDialects.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OptionNames.h"
#include "dl/Target/Vdla/Simulate.h"

#include "mlir/InitAllDialects.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace {

/// The command line. Made in main, after LLVM's equal names are free.
struct Options {
  cl::OptionCategory category{"dl-vdla-sim"};
  cl::opt<std::string> program{cl::Positional, cl::Required, cl::cat(category),
                               cl::desc("<program: binary, assembly or .mlir>")};
  cl::opt<std::string> config{"config", cl::cat(category), cl::value_desc("name|file.json"),
                              cl::desc("The machine of a binary or of assembly (default: paper)")};
  cl::list<std::string> inputs{"in", cl::cat(category), cl::CommaSeparated,
                               cl::value_desc("buffer=file.npy,..."),
                               cl::desc("Contents of buffers; others are zero")};
  cl::list<std::string> outputs{"out", cl::cat(category), cl::CommaSeparated,
                                cl::value_desc("buffer=file.npy,..."),
                                cl::desc("Write buffers, as bytes")};
  cl::opt<std::string> order{
      "order", cl::cat(category), cl::init("program"),
      cl::desc("Of instructions: program (default), random:SEED, load-first, compute-first, "
               "store-first, delay:INSTRUCTION; adverse: each delayed once, results compared; "
               "orders:N: N of them, results compared")};
  cl::opt<bool> verify{"verify", cl::cat(category), cl::init(true),
                       cl::desc("Prove the program right first (default: true)")};
  cl::opt<bool> cycles{"cycles", cl::cat(category), cl::desc("Time it and print counters")};
  cl::opt<bool> timeline{"timeline", cl::cat(category),
                         cl::desc("Time it and print a line of letters for each stage: what it is "
                                  "at, and dots where it has nothing")};
  cl::opt<bool> speed{"speed", cl::cat(category),
                      cl::desc("Print how long proving, timing and computing take, on the wall")};
  cl::opt<std::string> trace{"trace", cl::cat(category), cl::value_desc("file.json"),
                             cl::desc("Write a Chrome trace of the timed run")};
};

} // namespace

static int fail(const llvm::Twine &message) {
  llvm::errs() << "dl-vdla-sim: error: " << message << "\n";
  return 1;
}

/// Splits buffer=file.
static bool readFiles(llvm::StringRef option, llvm::ArrayRef<std::string> texts,
                      std::vector<std::pair<std::string, std::string>> &files) {
  for (llvm::StringRef text : texts) {
    auto [name, file] = text.split('=');
    if (name.empty() || file.empty())
      return !fail("expected --" + option + " to be a buffer and its file, x=x.npy, got '" + text +
                   "'");
    files.push_back({name.str(), file.str()});
  }
  return true;
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  dl::releaseOptionNames(
      {"config", "in", "out", "order", "verify", "cycles", "timeline", "speed", "trace"});
  Options given;
  dl::parseOptions(argc, argv, given.category,
                   "dl-vdla-sim: run programs of the accelerator VDLA\n");

  dl::vdla::SimulateOptions options;
  options.program = given.program;
  options.config = given.config;
  if (!readFiles("in", given.inputs, options.inputs) ||
      !readFiles("out", given.outputs, options.outputs))
    return 1;
  if (!dl::vdla::parseOrder(given.order, options))
    return fail("expected --order to be program, random:SEED, load-first, compute-first, "
                "store-first, delay:INSTRUCTION, adverse or orders:NUMBER, got '" +
                given.order + "'");
  options.verifies = given.verify;
  options.countsCycles = given.cycles;
  options.printsTimeline = given.timeline;
  options.measuresSpeed = given.speed;
  options.trace = given.trace;
  mlir::DialectRegistry dialects;
  mlir::registerAllDialects(dialects);
  dl::registerAllDialects(dialects);
  return tool.finish(dl::vdla::simulate(options, dialects, llvm::outs(), llvm::errs()));
}
