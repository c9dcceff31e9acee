//===-- PassListTest.cpp - a pipeline as single passes --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/PassList.h"

#include "gtest/gtest.h"

using namespace dl::debugging;

namespace {

std::string split(llvm::StringRef text) {
  auto passes = splitPipeline(text);
  if (!passes)
    return "error: " + llvm::toString(passes.takeError());
  std::string result;
  for (const ListedPass &pass : *passes)
    result += pass.name + "=" + pass.text + ";";
  return result;
}

TEST(PassList, SplitsWhatIsNested) {
  EXPECT_EQ(split("builtin.module(a,func.func(b{x=1,2 y={c,d}},c),d)"),
            "a=a;b=func.func(b{x=1,2 y={c,d}});c=func.func(c);d=d;");
  EXPECT_EQ(split("builtin.module(builtin.module(func.func(a)))"),
            "a=builtin.module(func.func(a));");
  EXPECT_EQ(split("builtin.module()"), "");
}

TEST(PassList, KeepsTextInQuotes) {
  EXPECT_EQ(split("builtin.module(a{file='x,(y'},b)"), "a=a{file='x,(y'};b=b;");
}

TEST(PassList, KnowsBothQuotesAndAllBrackets) {
  EXPECT_EQ(split("builtin.module(a{file=\"x,)\"},b{x='\",'},c{y=[1,2]},d)"),
            "a=a{file=\"x,)\"};b=b{x='\",'};c=c{y=[1,2]};d=d;");
  EXPECT_EQ(split(" builtin.module( a , func.func( b ) ,) "), "a=a;b=func.func(b);");
  // An option may have an anchor's form.
  EXPECT_EQ(split("builtin.module(a{x=f(y)})"), "a=a{x=f(y)};");
}

TEST(PassList, JoinsWhatItSplit) {
  llvm::StringRef text = "builtin.module(a,func.func(b{x=1}),func.func(c))";
  auto passes = splitPipeline(text);
  ASSERT_TRUE(static_cast<bool>(passes));
  EXPECT_EQ(joinPipeline(*passes), text);
}

TEST(PassList, RefusesOtherTexts) {
  EXPECT_EQ(split("a,b"), "error: expected a pass pipeline 'builtin.module(…)', got 'a,b'");
  EXPECT_EQ(split("builtin.module(a(b)"),
            "error: expected a pass pipeline whose brackets fit, got 'a(b'");
  for (const char *list : {"a)", "a]", "(a]", "a{b", "a{'b}", "a{\"b}", "a[", "a(b{)}"})
    EXPECT_EQ(split(std::string("builtin.module(") + list + ")"),
              std::string("error: expected a pass pipeline whose brackets fit, got '") + list +
                  "'");
  EXPECT_EQ(split("builtin.module(a"),
            "error: expected a pass pipeline 'builtin.module(…)', got 'builtin.module(a'");
  EXPECT_EQ(split("builtin.module(a,func.func(b,c{)})"),
            "error: expected a pass pipeline whose brackets fit, got 'a,func.func(b,c{)}'");
  EXPECT_EQ(split("builtin.module(a{b))"),
            "error: expected a pass pipeline whose brackets fit, got 'a{b)'");
}

} // namespace
