//===-- PrintLevel.cpp - levels as text -----------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of what a model can become, and the text of a module at one of the levels.
//
//===----------------------------------------------------------------------===//
#include "WeightsFile.h"
#include "dl/Pipelines/Compile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace dl {

std::optional<Form> parseForm(llvm::StringRef name) {
  // Kernels have their sequences at the te level, and loops once these were applied.
  if (name == "schedule")
    return Form{Level::Scheduled, View::Sequences};
  if (name == "loops")
    return Form{Level::Scheduled, View::Loops};
  if (std::optional<Level> level = parseLevel(name))
    return Form{*level};
  return std::nullopt;
}

llvm::StringRef getFormNames() {
  return "graph, te, schedule, loops, scheduled, bufferized, llvm-dialect, llvm, assembly, object "
         "or library";
}

std::optional<WeightsForm> parseWeightsForm(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<WeightsForm>>(name)
      .Case("inline", WeightsForm::Inline)
      .Case("file", WeightsForm::File)
      .Case("elide", WeightsForm::Elide)
      .Default(std::nullopt);
}

namespace {
/// What an extension of a file is for: levels from `first` to `last`, the first of them where
/// nothing else is said.
struct Extension {
  llvm::StringLiteral name;
  Level first, last;
  bool isArchive = false;
};
} // namespace

static constexpr Extension extensions[] = {
    {".so", Level::Library, Level::Library},    {".o", Level::Object, Level::Object},
    {".a", Level::Object, Level::Object, true}, {".mlir", Level::Graph, Level::LLVMDialect},
    {".ll", Level::LLVM, Level::LLVM},          {".s", Level::Assembly, Level::Assembly}};

llvm::Expected<Output> chooseOutput(llvm::StringRef path, llvm::StringRef to) {
  std::optional<Form> form = parseForm(to.empty() ? "library" : to);
  if (!form)
    return llvm::createStringError("expected --to to be %s, got '%s'", getFormNames().data(),
                                   to.str().c_str());
  const auto *known = llvm::find_if(extensions, [&](const Extension &extension) {
    return llvm::sys::path::extension(path) == extension.name;
  });
  if (known == std::end(extensions))
    return Output{*form};
  if (to.empty())
    return Output{{known->first}, known->isArchive};
  if (form->level >= known->first && form->level <= known->last && form->view != View::Loops)
    return Output{*form, known->isArchive};
  std::string levels = stringifyLevel(known->first).str();
  if (known->last != known->first)
    levels += " to " + stringifyLevel(known->last).str();
  return llvm::createStringError(
      "expected --to=%s, or an output of another extension, got '%s' for "
      "--to=%s",
      levels.c_str(), path.str().c_str(), to.str().c_str());
}

/// Elements that IR is shown with where weights are left out, and characters of their text.
static constexpr int64_t mostElements = 16, mostCharacters = 64;

LogicalResult printLevel(ModuleOp module, const CompileOptions &options, llvm::raw_ostream &os,
                         llvm::StringRef weightsPath) {
  if (options.view == View::Loops) {
    auto text = llvm::MemoryBuffer::getFile(options.loopsStaging);
    if (!text)
      return emitError(module.getLoc(), "cannot read the loops that were written: ")
             << text.getError().message();
    os << (*text)->getBuffer();
    return success();
  }
  OpPrintingFlags flags;
  if (options.printLocations)
    flags.enableDebugInfo();
  if (options.weights == WeightsForm::Elide)
    flags.elideLargeElementsAttrs(mostElements);
  if (options.weights != WeightsForm::Inline)
    flags.elideLargeResourceString(mostCharacters);
  if (options.weights == WeightsForm::File)
    setWeightsFile(module, weightsPath);
  module->print(os, flags);
  os << "\n";
  return success();
}

} // namespace dl
