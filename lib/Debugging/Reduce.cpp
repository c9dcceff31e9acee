//===-- Reduce.cpp - the smallest model that still fails --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of dl-reduce: a graph is cut, a program of kernels is left with one, then operations
// give way to their operands, one after the other.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Reduce.h"
#include "LoadedModel.h"
#include "dl/Debugging/CutGraph.h"
#include "dl/Debugging/Isolate.h"
#include "dl/Debugging/ReplayFolder.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

namespace {
class Reduction : ModelTool {
public:
  Reduction(const ReduceOptions &options, llvm::raw_ostream &os, llvm::raw_ostream &errors)
      : ModelTool("dl-reduce", options.run, options.seconds, os, errors), options(options) {
    code.level = options.run.compile.level;
  }

  LogicalResult run();
  llvm::Expected<bool> check();

private:
  LogicalResult fail(llvm::Error error) {
    print(std::move(error));
    return failure();
  }
  llvm::Error begin();
  bool isInteresting(const GraphCase &given);
  bool isWrong(const GraphCase &given);
  bool passesScript(const GraphCase &given);
  llvm::Error cut();
  void simplify();
  llvm::Error writeFolder();
  std::vector<std::string> getReplayLines() const;
  llvm::Expected<ReplayFolder> makeFolder() const;

  const ReduceOptions &options;
  std::vector<ListedPass> passes;
  GraphCase current;
  std::optional<ReplayFolder> folder;
  size_t tries = 0;
};
} // namespace

llvm::Error Reduction::begin() {
  auto loaded = loadModel(options.run, options.pipeline, context.get());
  if (!loaded)
    return loaded.takeError();
  current = std::move(loaded->start);
  passes = std::move(loaded->passes);
  return llvm::Error::success();
}

bool Reduction::isWrong(const GraphCase &given) {
  llvm::Expected<ModelRun> expected =
      interpretModule(*given.module, given.inputs, /*observes=*/false);
  if (!expected) {
    llvm::consumeError(expected.takeError());
    return false;
  }
  llvm::Expected<ModelRun> run = compileAndRun(*given.module, passes, given.inputs, code);
  if (!run) {
    llvm::consumeError(run.takeError());
    return false;
  }
  return !findDifference(run->outputs, expected->outputs, options.run.tolerance).empty();
}

bool Reduction::passesScript(const GraphCase &given) {
  SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("dl-reduce", folder))
    return false;
  ReplayOptions replay;
  replay.folder = folder.str().str();
  auto files = ReplayFolder::create(replay);
  bool isGood = false;
  if (files) {
    llvm::Error error = files->writeModule("model.mlir", *given.module);
    if (!error)
      error = files->writeInputs(*given.module, given.inputs);
    std::string model = (folder + "/model.mlir").str(), inputs = (folder + "/inputs.npz").str();
    isGood = !error &&
             llvm::sys::ExecuteAndWait(options.script, {options.script, model, inputs},
                                       std::nullopt, {StringRef(""), StringRef(""), StringRef("")},
                                       static_cast<unsigned>(options.seconds)) == 0;
    llvm::consumeError(std::move(error));
  } else {
    llvm::consumeError(files.takeError());
  }
  llvm::sys::fs::remove_directories(folder);
  return isGood;
}

bool Reduction::isInteresting(const GraphCase &given) {
  ++tries;
  if (options.interest == Interest::Wrong)
    return isWrong(given);
  if (options.interest == Interest::Script)
    return passesScript(given);
  bool crashed = false;
  llvm::Expected<ModelRun> run = compileAndRun(*given.module, passes, given.inputs, code, &crashed);
  std::string message = run ? "" : llvm::toString(run.takeError());
  if (options.interest == Interest::Crash)
    return crashed;
  return !crashed && !message.empty() && llvm::Regex(options.error).match(message);
}

llvm::Expected<bool> Reduction::check() {
  if (llvm::Error error = begin())
    return error;
  return isInteresting(current);
}

llvm::Error Reduction::cut() {
  if (getForm(*current.module) == FormKind::Graph) {
    auto smaller = cutGraph(*current.module, current.inputs,
                            [&](const GraphCase &given) { return isInteresting(given); });
    if (!smaller)
      return smaller.takeError();
    current = std::move(*smaller);
    return llvm::Error::success();
  }
  llvm::Expected<ModelRun> run = interpretModule(*current.module, current.inputs);
  if (!run)
    return run.takeError();
  llvm::StringSet<> seen;
  for (const ObservedCall &call : run->calls) {
    GraphCase alone;
    if (!seen.insert(call.kernel).second)
      continue;
    alone.module = isolateKernel(*current.module, call, alone.inputs);
    if (alone.module && isInteresting(alone)) {
      current = std::move(alone);
      break;
    }
  }
  return llvm::Error::success();
}

void Reduction::simplify() {
  ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) { return success(); });
  // Where one went, the next one has its number.
  for (size_t number = 0; countOperations(*current.module) > 1;) {
    GraphCase smaller;
    smaller.module = current.module->clone();
    smaller.inputs = current.inputs;
    if (!replaceByOperand(*smaller.module, number))
      return;
    if (succeeded(verify(*smaller.module)) && isInteresting(smaller))
      current = std::move(smaller);
    else
      ++number;
  }
}

llvm::Expected<ReplayFolder> Reduction::makeFolder() const {
  ReplayOptions replay;
  replay.folder = options.folder;
  replay.plugins = options.plugins;
  replay.tolerance = options.run.tolerance;
  replay.threads = options.run.compile.threads;
  replay.cpu = options.run.compile.cpu;
  return ReplayFolder::create(replay);
}

llvm::Error Reduction::writeFolder() {
  if (llvm::Error error = folder->writeModule("model.mlir", *current.module))
    return error;
  if (llvm::Error error = folder->writeInputs(*current.module, current.inputs))
    return error;
  std::vector<std::string> lines;
  std::string comment = "The smallest model that still fails: ";
  if (options.interest == Interest::Script) {
    lines.push_back(options.script + " model.mlir inputs.npz");
    comment += "the script ends with exit status 0.";
  } else {
    llvm::Expected<ModelRun> expected =
        interpretModule(*current.module, current.inputs, /*observes=*/false);
    if (expected) {
      if (llvm::Error error =
              folder->writeExpected(getOutputNames(*current.module), expected->outputs))
        return error;
      lines.push_back(folder->getInterpretCommand("model.mlir"));
    } else {
      llvm::consumeError(expected.takeError());
    }
    llvm::append_range(lines,
                       folder->getCodeCommands("model.mlir", passes, options.run.compile.level));
    comment += options.interest == Interest::Wrong
                   ? "its code does not compute what the interpreter does."
                   : "one of these commands fails.";
  }
  return folder->writeScript(comment, lines);
}

LogicalResult Reduction::run() {
  llvm::Expected<bool> interesting = check();
  if (!interesting)
    return fail(interesting.takeError());
  if (!*interesting)
    return fail(llvm::createStringError(
        "expected a model that is interesting to begin with, but '%s' is not; look for another "
        "failure (--wrong, --crash, --error, --test) or give the inputs that show it",
        options.run.model.c_str()));
  llvm::Expected<ReplayFolder> made = makeFolder();
  if (!made)
    return fail(made.takeError());
  folder.emplace(std::move(*made));
  size_t before = countOperations(*current.module);
  if (llvm::Error error = cut())
    return fail(std::move(error));
  os << llvm::formatv("cut: {0} of {1} operations after {2} tries\n",
                      countOperations(*current.module), before, tries);
  simplify();
  if (llvm::Error error = writeFolder())
    return fail(std::move(error));
  os << llvm::formatv("smallest: {0} of {1} operations, in {2}/model.mlir\nreplay: {2}/replay.sh\n",
                      countOperations(*current.module), before, options.folder);
  return success();
}

LogicalResult dl::debugging::reduceModel(const ReduceOptions &options, llvm::raw_ostream &os,
                                         llvm::raw_ostream &errors) {
  return Reduction(options, os, errors).run();
}
