//===-- dl-bisect.cpp - which pass made a model wrong -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the kernel and the passes at which a model begins to compute something else.
//
//===----------------------------------------------------------------------===//
#include "../DebuggingOptions.h"

#include "dl/Debugging/Bisect.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OptionNames.h"

#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

static int fail(llvm::Error error) {
  llvm::errs() << "dl-bisect: error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  dl::releaseOptionNames(dl::DebuggingOptions::names);
  dl::releaseOptionNames({"expected", "print-passes"});
  dl::DebuggingOptions given;
  cl::opt<std::string> expected{"expected", cl::cat(given.category), cl::value_desc("file.npz"),
                                cl::desc("What the outputs should be, as onnxruntime wrote it; "
                                         "default: what the graph computes as it is read")};
  cl::opt<bool> printPasses{"print-passes", cl::cat(given.category),
                            cl::desc("Print the pass pipeline and end")};
  dl::parseOptions(
      argc, argv, given.category,
      "dl-bisect: find the kernel and the passes at which a model's meaning changes\n\n"
      "Exit status: 0 all forms compute the same, 1 an error, 2 a fault was found\n");
  llvm::Expected<dl::RunOptions> run = given.getRunOptions();
  if (!run)
    return fail(run.takeError());
  if (llvm::Error error = given.loadPasses())
    return fail(std::move(error));
  dl::debugging::BisectOptions options;
  options.run = std::move(*run);
  options.pipeline = given.pipeline;
  options.expected = expected;
  options.plugins = {given.plugins.begin(), given.plugins.end()};
  options.folder = given.folder;
  options.seconds = given.timeout;
  options.printsPasses = printPasses;
  dl::debugging::BisectStatus status =
      dl::debugging::bisectModel(options, llvm::outs(), llvm::errs());
  int written = tool.finish(llvm::success());
  return written != 0 ? written : static_cast<int>(status);
}
