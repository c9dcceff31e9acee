//===-- SharedListTest.cpp - lists whose copies share elements ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/SharedList.h"

#include "gtest/gtest.h"

#include <string>

using namespace dl::schedule;

namespace {

TEST(SharedList, CopiesShareUntilOneIsWritten) {
  SharedList<std::string> first = {"a", "b"};
  SharedList<std::string> second = first;
  const SharedList<std::string> &read = first, &other = second;
  EXPECT_EQ(&read[0], &other[0]);
  second[0] = "c";
  EXPECT_EQ(read[0], "a");
  EXPECT_EQ(other[0], "c");
  EXPECT_EQ(&read[1], &other[1]);
  // The last owner writes in place.
  const std::string *place = &other[0];
  second[0] = "d";
  EXPECT_EQ(&other[0], place);
}

TEST(SharedList, ChangesOrderAlone) {
  SharedList<std::string> list = {"a", "c"};
  SharedList<std::string> before = list;
  list.insert(1, "b");
  list.push_back("d");
  list.back() += "!";
  std::string all;
  for (const std::string &each : list)
    all += each;
  EXPECT_EQ(all, "abcd!");
  EXPECT_EQ(before.size(), 2u);
  list.clear();
  EXPECT_TRUE(list.empty());
  EXPECT_FALSE(before.empty());
}

} // namespace
