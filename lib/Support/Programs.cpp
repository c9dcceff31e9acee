//===-- Programs.cpp - programs of this installation -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks beside the library that this code is in.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Programs.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

std::string dl::findLibraryFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&findLibraryFolder), &info) || !info.dli_fname)
    return "";
  llvm::SmallString<128> folder(info.dli_fname);
  llvm::sys::fs::make_absolute(folder);
  llvm::sys::path::remove_filename(folder);
  return folder.str().str();
}

/// The first of the folders around the compiler's library that has `relative` beside it, for which
/// `accepts` is asked. Libraries are in lib, or in a folder of it for their architecture.
static std::string findBeside(llvm::StringRef relative,
                              llvm::function_ref<bool(const llvm::Twine &)> accepts) {
  llvm::SmallString<128> folder(dl::findLibraryFolder());
  for (int up = 0; up < 2; ++up) {
    if (up)
      llvm::sys::path::remove_filename(folder);
    if (folder.empty())
      return "";
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "..", relative);
    if (accepts(path))
      return path.str().str();
  }
  return "";
}

std::string dl::findProgram(llvm::StringRef name) {
  return findBeside(("bin/" + name).str(),
                    [](const llvm::Twine &path) { return llvm::sys::fs::can_execute(path); });
}

std::string dl::findDataFile(llvm::StringRef name) {
  return findBeside(("share/dl/" + name).str(),
                    [](const llvm::Twine &path) { return llvm::sys::fs::is_regular_file(path); });
}
