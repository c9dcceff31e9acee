//===-- dl-reduce.cpp - the smallest model that fails -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a model smaller while it still shows a failure.
//
//===----------------------------------------------------------------------===//
#include "../DebuggingOptions.h"

#include "dl/Debugging/Reduce.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OptionNames.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using dl::debugging::Interest;

static int fail(llvm::Error error) {
  llvm::errs() << "dl-reduce: error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}

/// What is looked for: one of the options, or a wrong result where none is given.
static llvm::Error setInterest(bool wrong, bool crash, const std::string &message,
                               const std::string &script, dl::debugging::ReduceOptions &options) {
  if (int(wrong) + int(crash) + int(!message.empty()) + int(!script.empty()) > 1)
    return llvm::createStringError("expected one of --wrong, --crash, --error and --test");
  options.interest = crash              ? Interest::Crash
                     : !message.empty() ? Interest::Error
                     : !script.empty()  ? Interest::Script
                                        : Interest::Wrong;
  if (std::string problem; !message.empty() && !llvm::Regex(message).isValid(problem))
    return llvm::createStringError("expected --error to be a regular expression, got '" + message +
                                   "': " + problem);
  options.error = message;
  if (script.empty())
    return llvm::Error::success();
  auto path = llvm::sys::findProgramByName(script, {"."});
  if (!path)
    path = llvm::sys::findProgramByName(script);
  if (!path)
    return llvm::createStringError("expected --test to be a program, got '%s': %s", script.c_str(),
                                   path.getError().message().c_str());
  llvm::SmallString<128> absolute(*path);
  if (std::error_code error = llvm::sys::fs::make_absolute(absolute))
    return llvm::createFileError(*path, error);
  options.script = absolute.str().str();
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  dl::releaseOptionNames(dl::DebuggingOptions::names);
  dl::releaseOptionNames({"wrong", "crash", "error", "test"});
  dl::DebuggingOptions given;
  cl::opt<bool> wrong{"wrong", cl::cat(given.category),
                      cl::desc("Keep code that computes something else than the interpreter "
                               "(default)")};
  cl::opt<bool> crash{"crash", cl::cat(given.category),
                      cl::desc("Keep a crash, or a run without end, of the compiler or the code")};
  cl::opt<std::string> message{"error", cl::cat(given.category), cl::value_desc("regex"),
                               cl::desc("Keep an error of the compiler that it matches")};
  cl::opt<std::string> script{"test", cl::cat(given.category), cl::value_desc("program"),
                              cl::desc("Keep what this program, which is given a model.mlir and "
                                       "an inputs.npz, ends with exit status 0 for")};
  dl::parseOptions(argc, argv, given.category,
                   "dl-reduce: the smallest model that still shows a failure\n");
  llvm::Expected<dl::RunOptions> run = given.getRunOptions();
  if (!run)
    return fail(run.takeError());
  if (llvm::Error error = given.loadPasses())
    return fail(std::move(error));
  dl::debugging::ReduceOptions options;
  options.run = std::move(*run);
  options.pipeline = given.pipeline;
  options.plugins = {given.plugins.begin(), given.plugins.end()};
  options.seconds = given.timeout;
  if (llvm::Error error = setInterest(wrong, crash, message, script, options))
    return fail(std::move(error));
  if (given.folder.empty())
    return fail(llvm::createStringError("expected -o FOLDER for the smallest model"));
  options.folder = given.folder;
  return tool.finish(dl::debugging::reduceModel(options, llvm::outs(), llvm::errs()));
}
