//===-- OutputArgument.cpp - the -o of upstream's drivers -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/Support/OutputArgument.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/OutputArgument.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using llvm::StringRef;

OutputArgument::OutputArgument(int argc, char **argv) : arguments(argv, argv + argc) {
  // An -o may stand in a response file.
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine, arguments);
}

llvm::LogicalResult
OutputArgument::run(llvm::function_ref<llvm::LogicalResult(int, char **)> main) {
  auto report = [&](llvm::Error error) {
    llvm::errs() << llvm::sys::path::filename(arguments.front())
                 << ": error: " << llvm::toString(std::move(error)) << "\n";
    return llvm::failure();
  };
  inputs.addNamed(arguments);
  llvm::SmallVector<OutputFile, 1> outputs;
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef text = arguments[i], option = text.ltrim('-'), path, prefix;
    if (!text.starts_with("-"))
      continue;
    if (option == "o" && i + 1 < arguments.size()) {
      path = arguments[++i];
    } else if (option.consume_front("o=")) {
      path = option;
      prefix = "-o=";
    }
    if (path.empty() || path == "-")
      continue;
    llvm::Expected<OutputFile> output = OutputFile::open(path, inputs);
    if (!output)
      return report(output.takeError());
    llvm::Expected<std::string> staging = output->getStagingPath();
    if (!staging)
      return report(staging.takeError());
    arguments[i] = saver.save(prefix + *staging).data();
    outputs.push_back(std::move(*output));
  }
  if (llvm::failed(main(arguments.size(), const_cast<char **>(arguments.data()))))
    return llvm::failure();
  for (OutputFile &output : outputs)
    if (llvm::Error error = inputs.checkOutput(output.getPath()))
      return report(std::move(error));
  for (OutputFile &output : outputs)
    if (llvm::Error error = output.keep())
      return report(std::move(error));
  return llvm::success();
}
