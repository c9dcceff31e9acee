//===-- SharedVectorTest.cpp - vectors of few elements, and shared ones ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/ADT/SharedVector.h"

#include "gtest/gtest.h"

#include <memory>
#include <string>

using dl::InlineVector;
using dl::SharedVector;

namespace {

/// Longer than what a string keeps in itself, so that a lost or doubled one is seen.
std::string makeText(size_t number) { return std::string(40, 'x') + std::to_string(number); }

template <typename Vector> Vector make(size_t size) {
  Vector made;
  for (size_t i = 0; i < size; ++i)
    made.push_back(makeText(i));
  return made;
}

template <typename Vector> bool holds(const Vector &vector, size_t size) {
  bool isSame = vector.size() == size;
  for (size_t i = 0; isSame && i < size; ++i)
    isSame = vector[i] == makeText(i);
  return isSame;
}

// In the vector itself, and in memory of its own.
TEST(InlineVector, CopiesAndMoves) {
  using Vector = InlineVector<std::string, 2>;
  for (size_t size : {0, 1, 2, 3, 9})
    for (size_t other : {0, 2, 5}) {
      Vector first = make<Vector>(size), copy = first, assigned = make<Vector>(other);
      EXPECT_TRUE(holds(first, size) && holds(copy, size) && copy == first);
      assigned = first;
      EXPECT_TRUE(holds(assigned, size));
      Vector moved = std::move(copy);
      EXPECT_TRUE(holds(moved, size) && copy.empty());
      Vector target = make<Vector>(other);
      target = std::move(moved);
      EXPECT_TRUE(holds(target, size) && moved.empty());
      // What was moved from can be used again.
      moved.push_back(makeText(0));
      EXPECT_TRUE(holds(moved, 1));
    }
}

TEST(InlineVector, AppendsAndErases) {
  InlineVector<std::string, 2> vector = {"b", "a"};
  std::vector<std::string> more = {makeText(0), makeText(1), makeText(2)};
  vector.append(more.begin(), more.end());
  vector.erase(1);
  vector.erase(0);
  EXPECT_TRUE(holds(vector, 3));
  vector.erase(2);
  EXPECT_TRUE(holds(vector, 2));
  EXPECT_EQ(vector.back(), makeText(1));
  vector.clear();
  EXPECT_TRUE(vector.empty());
}

TEST(InlineVector, HoldsWhatCannotBeCopied) {
  InlineVector<std::unique_ptr<int>, 1> vector;
  for (int i = 0; i < 5; ++i)
    vector.emplace_back(std::make_unique<int>(i));
  InlineVector<std::unique_ptr<int>, 1> moved = std::move(vector);
  ASSERT_EQ(moved.size(), 5u);
  EXPECT_EQ(*moved[4], 4);
}

TEST(SharedVector, CopiesShareUntilOneIsWritten) {
  SharedVector<std::string> first = {"a", "b"}, second = first;
  EXPECT_TRUE(first.isCopyOf(second));
  second[0] = "c";
  EXPECT_FALSE(first.isCopyOf(second));
  EXPECT_EQ(std::vector<std::string>(first), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(std::vector<std::string>(second), (std::vector<std::string>{"c", "b"}));
  // The last owner writes in place.
  const std::string *place = second.begin();
  second.back() = "d";
  EXPECT_EQ(second.begin(), place);
}

TEST(SharedVector, EmptyOnes) {
  SharedVector<std::string> none, other;
  EXPECT_TRUE(none.empty() && none.begin() == none.end() && none == other);
  other.push_back("a");
  EXPECT_TRUE(none.empty());
  EXPECT_NE(none, other);
  other.write().erase(0);
  EXPECT_EQ(none, other);
  EXPECT_TRUE(SharedVector<int>(std::vector<int>()).empty());
}

} // namespace
