//===-- NestingTest.cpp - how deep a text is nested -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of exactly as many levels as are allowed and of one more, and what closes, hides or
// only looks like a level.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Nesting.h"

#include "gtest/gtest.h"

using namespace dl;

static std::string repeat(const std::string &text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += text;
  return result;
}

/// "line:column" behind the first place that is too deep; "" where there is none.
static std::string find(const std::string &text, TextFormat format = TextFormat::MLIR) {
  std::optional<DeepNesting> place = findDeepNesting(text, format);
  return place ? std::to_string(place->line) + ":" + std::to_string(place->column) : "";
}
static std::string findInJSON(const std::string &text) { return find(text, TextFormat::JSON); }

TEST(Nesting, CountsOpenBrackets) {
  for (const char *bracket : {"(", "[", "{", "<"}) {
    EXPECT_EQ(find(repeat(bracket, 1000)), "") << bracket;
    EXPECT_EQ(find(repeat(bracket, 1001)), "1:1002") << bracket;
  }
  EXPECT_EQ(find("a\nbc\n" + repeat("(", 1001)), "3:1002");
  EXPECT_EQ(findInJSON(repeat("[{", 500)), "");
  EXPECT_EQ(findInJSON(repeat("[{", 500) + "["), "1:1002");
  EXPECT_EQ(findInJSON(repeat("<", 2000)), "");
}

TEST(Nesting, TakesALimit) {
  for (auto format : {TextFormat::MLIR, TextFormat::JSON}) {
    EXPECT_FALSE(findDeepNesting("[{[]}]", format, 3));
    std::optional<DeepNesting> place = findDeepNesting("\n[{[]}]", format, 2);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->line, 2u);
    EXPECT_EQ(place->column, 4u);
  }
  EXPECT_FALSE(findDeepNesting("#a = [1]\n#a", TextFormat::MLIR, 1));
  EXPECT_TRUE(findDeepNesting("#a = [1]\n[#a]", TextFormat::MLIR, 1));
}

TEST(Nesting, ClosesBrackets) {
  for (const char *pair : {"()", "[]", "{}", "<>", "({[<>]})", "(<)", "[<<]", "{(<)<}"})
    EXPECT_EQ(find(repeat(pair, 2000)), "") << pair;
  // 999 levels around them, so that one more is allowed and two are not.
  EXPECT_EQ(find(repeat("(", 999) + repeat("[]", 5)), "");
  EXPECT_EQ(find(repeat("(", 999) + "[{"), "1:1002");
  EXPECT_EQ(find(repeat("(", 1000) + ")(" + ")["), "");
  EXPECT_EQ(find(repeat("(", 1000) + ")(("), "1:1004");
  // What closes nothing.
  for (const char *pair : {"(]", "(>", "[)", "{]", "<)"})
    EXPECT_NE(find(repeat(pair, 1001)), "") << pair;
  EXPECT_EQ(find(")]}>" + repeat("(", 1000)), "");
}

TEST(Nesting, KnowsComparisonsAndArrows) {
  EXPECT_EQ(find(repeat("<= ", 2000)), "");
  EXPECT_EQ(find(repeat("-> ", 2000)), "");
  // The end of an arrow closes nothing, and an arrow is no sign.
  EXPECT_NE(find(repeat("<->", 1001)), "");
  EXPECT_EQ(find(repeat("(", 1000) + "->"), "");
  EXPECT_NE(find(repeat("(", 1000) + "<"), "");
  // What follows the text in memory is none of it.
  EXPECT_FALSE(findDeepNesting("<=", TextFormat::MLIR, 0));
  EXPECT_TRUE(findDeepNesting(llvm::StringRef("<=").take_front(1), TextFormat::MLIR, 0));
}

TEST(Nesting, CountsSigns) {
  EXPECT_EQ(find(repeat("-", 1000)), "");
  EXPECT_EQ(find(repeat("-", 1001)), "1:1002");
  EXPECT_EQ(find(repeat("- \n", 1000)), "");
  EXPECT_NE(find(repeat("- \n", 1001)), "");
  EXPECT_EQ(find(repeat("(", 500) + repeat("-", 500)), "");
  EXPECT_NE(find(repeat("(", 500) + repeat("-", 501)), "");
  for (const char *ended : {"-1 ", "-\"\"", "-#a ", "-,"})
    EXPECT_EQ(find(repeat(ended, 2000)), "") << ended;
  EXPECT_EQ(findInJSON(repeat("-", 2000)), "");
}

TEST(Nesting, SkipsStringsAndComments) {
  std::string many = repeat("(", 1001);
  EXPECT_EQ(find("\"" + many + "\""), "");
  EXPECT_EQ(find("\"\\\"" + many + "\""), "");
  EXPECT_EQ(find("\"\\\\\"" + many), "1:1006");
  EXPECT_EQ(find("\"" + many), "");
  EXPECT_EQ(find("\"\\"), "");
  EXPECT_EQ(find("\"a\"" + many), "1:1005");
  EXPECT_EQ(findInJSON("\"" + repeat("[", 1001) + "\""), "");
  EXPECT_EQ(find("//" + many), "");
  EXPECT_EQ(find("//" + many + "\n" + many), "2:1002");
  EXPECT_EQ(find("/" + many), "1:1003");
  EXPECT_EQ(findInJSON("//" + repeat("[", 1001)), "1:1004");
}

/// Aliases of which each holds the one before, with `middle` in front of it; each is as deep
/// as two brackets in the one before.
static std::string makeChain(char mark, const std::string &middle, unsigned length) {
  std::string name = std::string(1, mark) + "a_.$-", text = name + "0 = [1]\n";
  for (unsigned i = 0; i < length; ++i)
    text += name + std::to_string(i + 1) + " =" + middle + "[" + name + std::to_string(i) + "]\n";
  return text;
}

TEST(Nesting, CountsAliases) {
  for (char mark : {'#', '!'})
    // A definition goes on in the next line where something is missing.
    for (const char *middle : {" ", "", "\n", " x :\n", " x ->\n", " (\n)"}) {
      EXPECT_EQ(find(makeChain(mark, middle, 500)), "") << mark << middle;
      EXPECT_NE(find(makeChain(mark, middle, 501)), "") << mark << middle;
    }
  EXPECT_EQ(find(makeChain('#', " ", 500) + "[]\n"), "");
  EXPECT_NE(find(makeChain('#', " ", 500) + "#a_.$-500"), "");
  // As deep as the deepest of what it holds.
  EXPECT_NE(find(makeChain('#', " ", 499) + "#b = [#a_.$-499, #a_.$-0]\n[#b]"), "");
  EXPECT_EQ(findInJSON(makeChain('#', " ", 600)), "");
}

TEST(Nesting, EndsDefinitions) {
  for (const char *value : {"1", "[1]", "\"x\"", "#b"}) {
    std::string definition = std::string("#a = ") + value + "\n";
    EXPECT_EQ(find(definition + repeat("f [#a]\n", 2000)), "") << value;
  }
  // What is compared is not defined.
  EXPECT_EQ(find(repeat("#a == [#a]\n", 2000)), "");
}
