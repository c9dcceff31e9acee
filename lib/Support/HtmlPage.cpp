//===-- HtmlPage.cpp - pages that stand alone -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See HtmlPage.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/HtmlPage.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using llvm::StringRef;

static const unsigned char frameBytes[] = {
#include "frame.css.inc"
};

static constexpr StringRef replacement = "\xEF\xBF\xBD", ellipsis = "\xE2\x80\xA6";

/// Bytes of the character of control at the beginning of a UTF-8 text, 0 where there is another
/// one: U+0000 to U+001F, U+007F to U+009F, and what turns the direction of writing.
static size_t getControlBytes(StringRef text) {
  auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x20 || first == 0x7F)
    return 1;
  if (first == 0xC2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xA0)
    return 2;
  for (StringRef mark :
       {"\xE2\x80\xAA", "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE",
        "\xE2\x81\xA6", "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"})
    if (text.starts_with(mark))
      return mark.size();
  return 0;
}

std::string dl::makePrintable(StringRef text, size_t most, bool keepsLines) {
  bool isCut = text.size() > most;
  if (isCut) {
    while (most > 0 && (text[most] & 0xC0) == 0x80)
      --most;
    text = text.take_front(most);
  }
  std::string valid = llvm::json::fixUTF8(text), result;
  for (StringRef rest = valid; !rest.empty();) {
    bool isKept = keepsLines && (rest[0] == '\n' || rest[0] == '\t');
    size_t control = isKept ? 0 : getControlBytes(rest);
    if (control > 0)
      result += replacement;
    else
      result += rest[0];
    rest = rest.drop_front(control > 0 ? control : 1);
  }
  return isCut ? result + ellipsis.str() : result;
}

std::string dl::escapeHtml(StringRef text, size_t most, bool keepsLines) {
  std::string escaped;
  for (char character : makePrintable(text, most, keepsLines))
    switch (character) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    case '\'':
      escaped += "&#39;";
      break;
    default:
      escaped += character;
    }
  return escaped;
}

/// As policies name a text.
static std::string getPolicyHash(StringRef text) {
  return "'sha256-" + llvm::encodeBase64(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text))) +
         "'";
}

void dl::beginPage(const PageParts &parts, llvm::raw_ostream &os) {
  std::string style(reinterpret_cast<const char *>(frameBytes), sizeof(frameBytes));
  style += parts.style;
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
     << llvm::formatv("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                      "'none'; style-src {0}; script-src {1}; base-uri 'none'; form-action "
                      "'none'\">\n",
                      getPolicyHash(style), getPolicyHash(parts.script))
     << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
        "name=\"color-scheme\" content=\"light dark\">\n<title>"
     << escapeHtml(parts.title) << "</title>\n<style>" << style
     << "</style>\n</head>\n<body>\n<main>\n";
}

void dl::endPage(const PageParts &parts, llvm::raw_ostream &os) {
  os << "</main>\n<script>" << parts.script << "</script>\n</body>\n</html>\n";
}
