//===-- ReplayFolder.cpp - a failure that can be shown again ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ReplayFolder.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/ReplayFolder.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

/// An argument of a shell's command.
static std::string quote(StringRef text) {
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

llvm::Expected<ReplayFolder> ReplayFolder::create(const ReplayOptions &options) {
  if (std::error_code error = llvm::sys::fs::create_directories(options.folder))
    return llvm::createFileError(options.folder, error);
  std::error_code error;
  bool isReplay = llvm::sys::fs::exists(Twine(options.folder) + "/replay.sh");
  for (llvm::sys::fs::directory_iterator it(options.folder, error), end; it != end && !error;
       it.increment(error))
    if (!isReplay)
      return llvm::createStringError("expected '%s' to be a new folder, an empty one or one with a "
                                     "replay.sh, but it has other files; name another one",
                                     options.folder.c_str());
  return ReplayFolder(options);
}

std::string ReplayFolder::getPath(StringRef name) const {
  return options.folder + "/" + name.str();
}

llvm::Error ReplayFolder::writeModule(StringRef name, ModuleOp module) {
  return writeOutput(getPath(name), [&](llvm::raw_ostream &os) {
    module->print(os, OpPrintingFlags().enableDebugInfo());
    os << "\n";
  });
}

llvm::Error ReplayFolder::writeText(StringRef name, StringRef text) {
  return writeOutput(getPath(name), [&](llvm::raw_ostream &os) { os << text; });
}

llvm::Error ReplayFolder::writeInputs(ModuleOp module, ArrayRef<Tensor> inputs) {
  FailureOr<ModelSignature> signature = getSignature(module);
  NamedTensors named;
  for (auto [i, input] : llvm::enumerate(inputs))
    named.emplace_back(
        succeeded(signature) ? signature->inputs[i].name : "input" + std::to_string(i), input);
  return writeNpz(getPath("inputs.npz"), named);
}

llvm::Error ReplayFolder::writeExpected(ArrayRef<std::string> names, ArrayRef<Tensor> tensors) {
  NamedTensors named;
  for (auto [name, tensor] : llvm::zip_equal(names, tensors))
    named.emplace_back(name, tensor);
  return writeNpz(getPath("expected.npz"), named);
}

std::vector<std::string> dl::debugging::getOutputNames(ModuleOp module) {
  std::vector<std::string> names;
  FailureOr<ModelSignature> signature = getSignature(module);
  if (succeeded(signature))
    for (const runtime::TensorSpec &spec : signature->outputs)
      names.push_back(spec.name);
  return names;
}

llvm::Error ReplayFolder::writeScript(StringRef comment, ArrayRef<std::string> lines) {
  std::string text = "#!/bin/sh\n";
  SmallVector<StringRef> comments;
  comment.split(comments, '\n');
  for (StringRef line : comments)
    text += "# " + line.str() + "\n";
  text += "set -e\ncd \"$(dirname \"$0\")\"\n";
  for (const std::string &line : lines)
    text += line + "\n";
  if (llvm::Error error = writeText("replay.sh", text))
    return error;
  std::string path = getPath("replay.sh");
  if (std::error_code error = llvm::sys::fs::setPermissions(
          path, llvm::sys::fs::all_read | llvm::sys::fs::owner_write | llvm::sys::fs::all_exe))
    return llvm::createFileError(path, error);
  return llvm::Error::success();
}

std::string ReplayFolder::getOptCommand(StringRef input, ArrayRef<ListedPass> passes,
                                        StringRef output) const {
  std::string command = "dl-opt " + input.str() + " --mlir-print-debuginfo";
  for (const std::string &plugin : options.plugins) {
    SmallString<128> path(plugin);
    (void)llvm::sys::fs::make_absolute(path);
    command += " --load-pass-plugin=" + quote(path);
  }
  return command + " \\\n  --pass-pipeline=" + quote(joinPipeline(passes)) + " \\\n  -o " +
         output.str();
}

std::vector<std::string> ReplayFolder::getCodeCommands(StringRef input, ArrayRef<ListedPass> passes,
                                                       unsigned level) const {
  std::string stem = llvm::sys::path::stem(input).str();
  std::vector<std::string> lines;
  std::string lowered = input.str();
  if (!passes.empty()) {
    lowered = stem + "-llvm.mlir";
    lines.push_back(getOptCommand(input, passes, lowered));
  }
  std::string cpu = options.cpu.empty() ? "" : " --mcpu=" + options.cpu;
  lines.push_back(llvm::formatv("dl-compile {0} -O{1} --threads={2}{3} -o {4}.so", lowered, level,
                                options.threads, cpu, stem));
  lines.push_back(llvm::formatv("dl-run ./{0}.so --inputs=inputs.npz --compare=expected.npz "
                                "--tolerance={1}",
                                stem, formatNumber(options.tolerance)));
  return lines;
}

std::string ReplayFolder::getInterpretCommand(StringRef input) const {
  return llvm::formatv("dl-run {0} --target=reference --inputs=inputs.npz --compare=expected.npz "
                       "--tolerance={1}",
                       input, formatNumber(options.tolerance));
}
