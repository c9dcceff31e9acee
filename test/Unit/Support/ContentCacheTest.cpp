//===-- ContentCacheTest.cpp - results by what they were made from --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Support/ContentCache.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using dl::ContentCache;
using dl::ContentHash;

TEST(ContentHash, TellsWhereTextsEnd) {
  std::string one = ContentHash().add("ab").add("c").finish();
  EXPECT_EQ(one.size(), 64u);
  EXPECT_EQ(one, ContentHash().add("ab").add("c").finish());
  EXPECT_NE(one, ContentHash().add("a").add("bc").finish());
  EXPECT_NE(one, ContentHash().add("abc").finish());
  EXPECT_NE(ContentHash().add(uint64_t(1)).finish(), ContentHash().add(uint64_t(2)).finish());
  EXPECT_EQ(ContentHash().addCompiler().finish(), ContentHash().addCompiler().finish());
  EXPECT_NE(ContentHash().addCompiler().finish(), ContentHash().finish());
}

namespace {
class ContentCacheTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("dl-cache", folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  void write(const std::string &path, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
    os << text;
  }

  llvm::SmallString<128> folder;
};
} // namespace

TEST_F(ContentCacheTest, HashesFilesByContents) {
  std::string path = (folder + "/file").str();
  write(path, "text");
  ContentHash ofFile;
  ASSERT_FALSE(ofFile.addFile(path));
  EXPECT_EQ(ofFile.finish(), ContentHash().add("text").finish());
  llvm::Error error = ContentHash().addFile((folder + "/none").str());
  EXPECT_TRUE(static_cast<bool>(error));
  consumeError(std::move(error));
}

TEST_F(ContentCacheTest, FindsWhatWasStored) {
  auto cache = ContentCache::open((folder + "/a/b").str());
  ASSERT_TRUE(static_cast<bool>(cache));
  EXPECT_FALSE(cache->lookup("0123"));
  cache->store("0123", "one");
  cache->store("4567", "");
  cache->store("0123", "two");
  ASSERT_TRUE(cache->lookup("0123"));
  EXPECT_EQ(cache->lookup("0123")->contents, "two");
  ASSERT_TRUE(cache->lookup("4567"));
  EXPECT_EQ(cache->lookup("4567")->contents, "");
  cache->prune();
  EXPECT_TRUE(cache->lookup("0123"));
}

TEST_F(ContentCacheTest, RemovesWhatIsDamaged) {
  auto cache = ContentCache::open(folder);
  ASSERT_TRUE(static_cast<bool>(cache));
  std::string path = (folder + "/llvmcache-0123").str();
  for (llvm::StringRef damage : {"", "short", "one and more than thirty-two bytes behind it"}) {
    cache->store("0123", "one");
    ASSERT_TRUE(cache->lookup("0123"));
    write(path, damage);
    EXPECT_FALSE(cache->lookup("0123"));
    EXPECT_FALSE(llvm::sys::fs::exists(path));
  }
}

TEST_F(ContentCacheTest, NeedsAFolder) {
  std::string path = (folder + "/file").str();
  write(path, "text");
  auto cache = ContentCache::open(path + "/cache");
  ASSERT_FALSE(static_cast<bool>(cache));
  EXPECT_NE(llvm::toString(cache.takeError()).find("cannot make the cache's folder"),
            std::string::npos);
}

TEST_F(ContentCacheTest, IsNoFile) {
  std::string path = (folder + "/file").str();
  write(path, "text");
  auto cache = ContentCache::open(path);
  ASSERT_FALSE(static_cast<bool>(cache));
  EXPECT_EQ(llvm::toString(cache.takeError()),
            "expected the cache to be a folder, but '" + path + "' is a file");
}

TEST_F(ContentCacheTest, KeepsNothingBeyondAGibibyte) {
  auto cache = ContentCache::open(folder);
  ASSERT_TRUE(static_cast<bool>(cache));
  // Left out by its size, before a byte is read.
  const char byte = 0;
  cache->store("0123", llvm::StringRef(&byte, (size_t(1) << 30) + 1));
  EXPECT_FALSE(cache->lookup("0123"));
  std::error_code error;
  EXPECT_EQ(llvm::sys::fs::directory_iterator(folder, error), llvm::sys::fs::directory_iterator());
}
