//===-- HtmlPage.h - pages that stand alone ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of every page that the compiler writes: one file with a style and a script of its own,
// which a policy allows by their hashes, and nothing else; and how the texts of strangers get into
// it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_HTMLPAGE_H
#define DL_SUPPORT_HTMLPAGE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace dl {

/// Valid UTF-8 without characters of control, which become U+FFFD; of more than `most` bytes the
/// beginning, with an ellipsis. With `keepsLines` newlines and tabs stay.
std::string makePrintable(llvm::StringRef text, size_t most = 200, bool keepsLines = false);

/// The same for HTML, as text or inside of a quoted attribute.
std::string escapeHtml(llvm::StringRef text, size_t most = 200, bool keepsLines = false);

/// Style and script of a page: `style` comes after the frame's own, which sets colours for light
/// and dark, tables, figures and the focus of the keyboard.
struct PageParts {
  llvm::StringRef title, style, script;
};

/// From the document type to the open <main>.
void beginPage(const PageParts &parts, llvm::raw_ostream &os);
/// From </main> to the end, with the script.
void endPage(const PageParts &parts, llvm::raw_ostream &os);

} // namespace dl

#endif // DL_SUPPORT_HTMLPAGE_H
