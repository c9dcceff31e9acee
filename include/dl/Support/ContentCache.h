//===-- ContentCache.h - results by what they were made from ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of files, each named by the hash of all that its contents follow from, so that
// nothing in it ever is out of date. Several processes may use one folder at a time: a file
// appears whole or not at all.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_CONTENTCACHE_H
#define DL_SUPPORT_CONTENTCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace dl {

/// The hash of a sequence of texts, numbers and files (BLAKE3, 256 bits): no two sequences that
/// differ have the same.
class ContentHash {
public:
  ContentHash &add(llvm::StringRef text);
  ContentHash &add(uint64_t number);
  /// The contents of a file; an error where it cannot be read.
  llvm::Error addFile(llvm::StringRef path);
  /// The compiler that is running: another build of it is another one.
  ContentHash &addCompiler();

  /// 64 hexadecimal digits.
  std::string finish();

private:
  llvm::BLAKE3 hasher;
};

/// A result that was stored.
struct CachedContents {
  /// Holds them.
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::StringRef contents;
};

/// Results in a folder.
class ContentCache {
public:
  /// Makes the folder where there is none; an error where that or writing to it fails.
  static llvm::Expected<ContentCache> open(llvm::StringRef folder);

  /// What was stored under the hash; none where nothing was, or where the file is damaged, which
  /// then is removed.
  std::optional<CachedContents> lookup(llvm::StringRef hash) const;
  /// Stores a result. That the disk is full, say, is no error: then it is not there next time.
  /// Nor are results of more than 1 GiB.
  void store(llvm::StringRef hash, llvm::StringRef contents) const;
  /// Removes what was not used for longest where all together take more than 4 GiB, at most
  /// once in twenty minutes.
  void prune() const;

private:
  ContentCache() = default;
  std::string getPath(llvm::StringRef hash) const;

  std::string folder;
};

} // namespace dl

#endif // DL_SUPPORT_CONTENTCACHE_H
