//===-- PassList.cpp - a pipeline as single passes --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits at the commas that stand in no bracket. See PassList.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/PassList.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace dl::debugging;
using llvm::StringRef;

/// The elements of a list. Brackets close in the order in which they open.
static llvm::Expected<llvm::SmallVector<StringRef>> splitList(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  llvm::SmallVector<char> open;
  char quote = 0;
  size_t begin = 0;
  for (auto [i, c] : llvm::enumerate(text)) {
    if (quote != 0) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '{' || c == '[') {
      open.push_back(c == '(' ? ')' : c == '{' ? '}' : ']');
    } else if (c == ')' || c == '}' || c == ']') {
      if (open.empty() || open.back() != c)
        return llvm::createStringError("expected a pass pipeline whose brackets fit, got '%s'",
                                       text.str().c_str());
      open.pop_back();
    } else if (c == ',' && open.empty()) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  if (!open.empty() || quote != 0)
    return llvm::createStringError("expected a pass pipeline whose brackets fit, got '%s'",
                                   text.str().c_str());
  if (!text.substr(begin).trim().empty())
    parts.push_back(text.substr(begin).trim());
  return parts;
}

/// Adds the passes of a list that is nested in `anchors`.
static llvm::Error addPasses(StringRef list, llvm::ArrayRef<StringRef> anchors,
                             std::vector<ListedPass> &passes) {
  auto parts = splitList(list);
  if (!parts)
    return parts.takeError();
  for (StringRef part : *parts) {
    size_t bracket = part.find_first_of("({");
    StringRef name = part.take_front(bracket).trim();
    if (bracket != StringRef::npos && part[bracket] == '(') {
      llvm::SmallVector<StringRef> inner(anchors);
      inner.push_back(name);
      if (llvm::Error error = addPasses(part.substr(bracket + 1).drop_back(), inner, passes))
        return error;
      continue;
    }
    ListedPass pass{name.str(), part.str()};
    for (StringRef anchor : llvm::reverse(anchors))
      pass.text = anchor.str() + "(" + pass.text + ")";
    passes.push_back(std::move(pass));
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<ListedPass>> dl::debugging::splitPipeline(StringRef text) {
  StringRef list = text.trim();
  if (!list.consume_front("builtin.module(") || !list.consume_back(")"))
    return llvm::createStringError("expected a pass pipeline 'builtin.module(…)', got '%s'",
                                   text.str().c_str());
  std::vector<ListedPass> passes;
  if (llvm::Error error = addPasses(list, {}, passes))
    return error;
  return passes;
}

std::string dl::debugging::joinPipeline(llvm::ArrayRef<ListedPass> passes) {
  return "builtin.module(" +
         llvm::join(llvm::map_range(passes, [](const ListedPass &pass) { return pass.text; }),
                    ",") +
         ")";
}
