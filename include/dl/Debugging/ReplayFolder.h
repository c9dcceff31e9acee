//===-- ReplayFolder.h - a failure that can be shown again ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder with a small program, inputs, and the commands that show what is wrong with it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_REPLAYFOLDER_H
#define DL_DEBUGGING_REPLAYFOLDER_H

#include "dl/Debugging/Forms.h"
#include "dl/Support/Npy.h"

namespace dl::debugging {

/// What the commands of a folder need beside its files.
struct ReplayOptions {
  std::string folder;
  /// Libraries of passes to load, given to dl-opt.
  std::vector<std::string> plugins;
  double tolerance = 1e-5;
  int64_t threads = 1;
  unsigned level = 3;
  std::string cpu;
};

class ReplayFolder {
public:
  /// Makes the folder; one that is there must be empty or have a replay of before. An error where
  /// it has other files.
  static llvm::Expected<ReplayFolder> create(const ReplayOptions &options);

  llvm::Error writeModule(llvm::StringRef name, mlir::ModuleOp module);
  /// Under the names that @main of the module gives its inputs.
  llvm::Error writeInputs(mlir::ModuleOp module, llvm::ArrayRef<Tensor> inputs);
  llvm::Error writeExpected(llvm::ArrayRef<std::string> names, llvm::ArrayRef<Tensor> tensors);
  llvm::Error writeText(llvm::StringRef name, llvm::StringRef text);
  /// The script replay.sh, of these lines, which ends with exit status 1 where the failure shows.
  llvm::Error writeScript(llvm::StringRef comment, llvm::ArrayRef<std::string> lines);

  /// A call of dl-opt with a pipeline.
  std::string getOptCommand(llvm::StringRef input, llvm::ArrayRef<ListedPass> passes,
                            llvm::StringRef output) const;
  /// Calls that make a library of a module and compare what it computes with expected.npz. `passes`
  /// take it to the llvm dialect.
  std::vector<std::string> getCodeCommands(llvm::StringRef input, llvm::ArrayRef<ListedPass> passes,
                                           unsigned level) const;
  /// A call that compares what an interpreter computes with expected.npz.
  std::string getInterpretCommand(llvm::StringRef input) const;

private:
  explicit ReplayFolder(const ReplayOptions &options) : options(options) {}
  std::string getPath(llvm::StringRef name) const;

  ReplayOptions options;
};

/// The names of the outputs of a module that computes them.
std::vector<std::string> getOutputNames(mlir::ModuleOp module);

} // namespace dl::debugging

#endif // DL_DEBUGGING_REPLAYFOLDER_H
