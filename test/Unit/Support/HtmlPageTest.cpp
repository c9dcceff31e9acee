//===-- HtmlPageTest.cpp - pages that stand alone -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of strangers steer neither terminals nor browsers.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/HtmlPage.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace dl;

namespace {

const std::string replacement = "\xEF\xBF\xBD", ellipsis = "\xE2\x80\xA6";

TEST(HtmlPage, CharactersOfControlAreReplaced) {
  EXPECT_EQ(makePrintable("plain text, \xC3\xA4\xC2\xA0\xE2\x82\xAC~ "),
            "plain text, \xC3\xA4\xC2\xA0\xE2\x82\xAC~ ");
  EXPECT_EQ(makePrintable(llvm::StringRef("a\0b\x1F\x7F"
                                          "c",
                                          6)),
            "a" + replacement + "b" + replacement + replacement + "c");
  // U+0080 to U+009F are two bytes, and one character.
  EXPECT_EQ(makePrintable("\xC2\x80x\xC2\x9F"), replacement + "x" + replacement);
  EXPECT_EQ(makePrintable("\xC3\x80\xC4\x81"), "\xC3\x80\xC4\x81");
  // What turns the direction of writing.
  for (const char *mark : {"\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9"})
    EXPECT_EQ(makePrintable(std::string("a") + mark + "b"), "a" + replacement + "b");
  // What is no UTF-8.
  EXPECT_EQ(makePrintable("a\xFFz"), "a" + replacement + "z");
  EXPECT_EQ(makePrintable("z\xC2"), "z" + replacement);
}

TEST(HtmlPage, LinesStayWhereTheyAreAskedFor) {
  EXPECT_EQ(makePrintable("a\n\tb", 200, /*keepsLines=*/true), "a\n\tb");
  EXPECT_EQ(makePrintable("a\n\tb"), "a" + replacement + replacement + "b");
  EXPECT_EQ(makePrintable("a\rb", 200, /*keepsLines=*/true), "a" + replacement + "b");
}

TEST(HtmlPage, LongTextsAreCutBetweenCharacters) {
  EXPECT_EQ(makePrintable("abcd", 4), "abcd");
  EXPECT_EQ(makePrintable("abcde", 4), "abcd" + ellipsis);
  EXPECT_EQ(makePrintable("abc\xE2\x82\xAC", 6), "abc\xE2\x82\xAC");
  EXPECT_EQ(makePrintable("abc\xE2\x82\xAC", 5), "abc" + ellipsis);
  EXPECT_EQ(makePrintable("abc\xE2\x82\xAC", 4), "abc" + ellipsis);
  EXPECT_EQ(makePrintable("abc", 0), ellipsis);
  // Nothing but the rest of characters.
  EXPECT_EQ(makePrintable("\x80\x80\x80\x80", 2), ellipsis);
}

TEST(HtmlPage, MarksOfHtmlAreEscaped) {
  EXPECT_EQ(escapeHtml("<a href=\"x\">&'</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
  // What is cut is the text, not what it becomes.
  EXPECT_EQ(escapeHtml("<<<", 2), "&lt;&lt;" + ellipsis);
  EXPECT_EQ(escapeHtml("a\n<", 200, /*keepsLines=*/true), "a\n&lt;");
}

TEST(HtmlPage, PolicyAllowsItsOwnStyleAndScript) {
  std::string page;
  llvm::raw_string_ostream os(page);
  PageParts parts{"A <title>", "p { margin: 0; }", "let x = 1;"};
  beginPage(parts, os);
  os << "<p>text</p>\n";
  endPage(parts, os);
  EXPECT_EQ(page.find("<!DOCTYPE html>\n<html lang=\"en\">\n"), 0u);
  EXPECT_NE(page.find("<title>A &lt;title&gt;</title>"), std::string::npos);
  EXPECT_NE(page.find("p { margin: 0; }</style>\n</head>\n<body>\n<main>\n<p>text</p>\n</main>\n"
                      "<script>let x = 1;</script>\n</body>\n</html>\n"),
            std::string::npos);
  // openssl dgst -sha256 -binary | base64
  EXPECT_NE(page.find("script-src 'sha256-qtc3jf64UXA5J6U02kfQ0Cvn9Uz4wXUaN3NNUVgR2v4='"),
            std::string::npos)
      << page;
}

} // namespace
