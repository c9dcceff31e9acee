//===-- ModelCache.h - whole models that were compiled ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dl-compile and the C interface ask before they read a model.
//
//===----------------------------------------------------------------------===//
#ifndef DL_PIPELINES_MODELCACHE_H
#define DL_PIPELINES_MODELCACHE_H

#include "dl/Pipelines/Compile.h"
#include "dl/Support/ContentCache.h"

#include "llvm/Support/Chrono.h"

namespace dl {

/// The object or library of a model by the bytes of the model, of the files that it names, and by
/// all options that it follows from. What another one would be asked for as well (a header,
/// loops as text, remarks) is made anew.
class ModelCache {
public:
  /// One that has nothing where the options keep no results. Errors: the folder cannot be
  /// written to, a model or library cannot be read.
  /// `bytes` is the model where it is no file; its external data are looked for in `dataFolder`
  /// if that is given.
  static llvm::Expected<ModelCache> open(const CompileOptions &options, mlir::MLIRContext *context,
                                         std::optional<llvm::StringRef> bytes = std::nullopt,
                                         llvm::StringRef dataFolder = "");

  /// What is there, if anything. The files that the model names are added to `inputs`.
  std::optional<CachedContents> find(InputFiles &inputs) const;
  /// Keeps what was written, unless a file changed while it was read.
  void store(OutputFile &output, const InputFiles &inputs) const;

private:
  /// The hash of the model with files that it names; none where one cannot be read.
  std::optional<std::string> hashWith(llvm::ArrayRef<llvm::StringRef> files) const;

  std::optional<ContentCache> cache;
  llvm::sys::TimePoint<> start;
  std::string input;
  /// Of the model's own file and the options.
  std::string hash;
};

} // namespace dl

#endif // DL_PIPELINES_MODELCACHE_H
