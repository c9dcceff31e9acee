//===-- ContentCache.cpp - results by what they were made from ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Support/ContentCache.h"

#include "dl/Support/TemporaryFile.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <dlfcn.h>

using namespace dl;
using llvm::StringRef;

/// What llvm::pruneCache takes for files of a cache.
static constexpr llvm::StringLiteral filePrefix = "llvmcache-";
static constexpr uint64_t largestResult = uint64_t(1) << 30, largestCache = uint64_t(4) << 30;

using Digest = llvm::BLAKE3Result<>;

static Digest getDigest(StringRef bytes) {
  return llvm::BLAKE3::hash(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
}

ContentHash &ContentHash::add(StringRef text) {
  add(text.size());
  hasher.update(text);
  return *this;
}

ContentHash &ContentHash::add(uint64_t number) {
  hasher.update(StringRef(reinterpret_cast<const char *>(&number), sizeof(number)));
  return *this;
}

llvm::Error ContentHash::addFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  add((*buffer)->getBuffer());
  return llvm::Error::success();
}

/// The library or program that a function is in; "" where that cannot be told.
static StringRef getFileOf(const void *function) {
  Dl_info info;
  return dladdr(function, &info) && info.dli_fname ? info.dli_fname : "";
}

/// The compiler by the contents of its file, LLVM and MLIR by size and time of theirs.
static std::string hashCompiler() {
  ContentHash hash;
  hash.add(LLVM_VERSION_STRING);
  if (llvm::Error error = hash.addFile(getFileOf(reinterpret_cast<const void *>(&hashCompiler))))
    hash.add(llvm::toString(std::move(error)));
  for (const void *function : {reinterpret_cast<const void *>(&llvm::pruneCache),
                               reinterpret_cast<const void *>(&mlir::verify)}) {
    llvm::sys::fs::file_status status;
    if (!llvm::sys::fs::status(getFileOf(function), status))
      hash.add(status.getSize()).add(status.getLastModificationTime().time_since_epoch().count());
  }
  return hash.finish();
}

ContentHash &ContentHash::addCompiler() {
  static const std::string compiler = hashCompiler();
  return add(compiler);
}

std::string ContentHash::finish() {
  return llvm::toHex(llvm::ArrayRef<uint8_t>(hasher.final()), /*LowerCase=*/true);
}

llvm::Expected<ContentCache> ContentCache::open(StringRef folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot make the cache's folder '%s': %s", folder.str().c_str(),
                                   error.message().c_str());
  if (!llvm::sys::fs::is_directory(folder))
    return llvm::createStringError("expected the cache to be a folder, but '%s' is a file",
                                   folder.str().c_str());
  if (llvm::sys::fs::access(folder, llvm::sys::fs::AccessMode::Write))
    return llvm::createStringError("cannot write to the cache's folder '%s'", folder.str().c_str());
  ContentCache cache;
  cache.folder = folder.str();
  return cache;
}

std::string ContentCache::getPath(StringRef hash) const {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, filePrefix + hash);
  return path.str().str();
}

std::optional<CachedContents> ContentCache::lookup(StringRef hash) const {
  std::string path = getPath(hash);
  auto file = llvm::sys::fs::openNativeFileForRead(path, llvm::sys::fs::OF_UpdateAtime);
  if (!file) {
    consumeError(file.takeError());
    return std::nullopt;
  }
  auto whole = llvm::MemoryBuffer::getOpenFile(*file, path, /*FileSize=*/-1,
                                               /*RequiresNullTerminator=*/false);
  (void)llvm::sys::fs::closeFile(*file);
  if (!whole)
    return std::nullopt;
  // The digest of the contents comes behind them.
  StringRef bytes = (*whole)->getBuffer();
  StringRef contents = bytes.drop_back(std::min(bytes.size(), sizeof(Digest)));
  Digest digest = getDigest(contents);
  if (bytes.size() < sizeof(Digest) ||
      memcmp(bytes.end() - sizeof(Digest), digest.data(), sizeof(Digest)) != 0) {
    (void)llvm::sys::fs::remove(path);
    return std::nullopt;
  }
  return CachedContents{std::move(*whole), contents};
}

void ContentCache::store(StringRef hash, StringRef contents) const {
  if (contents.size() > largestResult)
    return;
  auto file = TemporaryFile::create(folder, ".tmp");
  if (!file)
    return consumeError(file.takeError());
  {
    std::error_code error;
    llvm::raw_fd_ostream os(file->getPath(), error, llvm::sys::fs::OF_None);
    if (error)
      return;
    Digest digest = getDigest(contents);
    os << contents << StringRef(reinterpret_cast<const char *>(digest.data()), sizeof(Digest));
    os.close();
    bool failed = os.has_error();
    os.clear_error();
    if (failed)
      return;
  }
  (void)file->renameTo(getPath(hash));
}

void ContentCache::prune() const {
  llvm::CachePruningPolicy policy;
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizeBytes = largestCache;
  (void)llvm::pruneCache(folder, policy);
}
