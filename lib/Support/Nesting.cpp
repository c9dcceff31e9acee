//===-- Nesting.cpp - how deep what we parse may be nested ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Nesting.h. One pass over the text, without a grammar: a '<' that opens nothing is
// forgotten when the bracket around it closes.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Nesting.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace dl;
using llvm::StringRef;

namespace {
class Scanner {
public:
  Scanner(StringRef text, TextFormat format, unsigned limit)
      : text(text), isMLIR(format == TextFormat::MLIR), limit(limit) {}

  std::optional<size_t> run() {
    while (position < text.size())
      if (!scan())
        return position;
    return std::nullopt;
  }

private:
  /// Goes over one token; false if it is one level too deep.
  bool scan() {
    char c = text[position];
    if (c == '"') {
      skipString();
      signs = 0;
      return true;
    }
    if (isMLIR && text.substr(position).starts_with("//")) {
      position = std::min(text.find('\n', position), text.size());
      return true;
    }
    if (isMLIR && (c == '#' || c == '!'))
      return scanAlias();
    bool isArrow = isMLIR && text.substr(position).starts_with("->");
    if (isMLIR && c == '-' && !isArrow)
      ++signs;
    else if (!llvm::isSpace(c))
      signs = 0;
    // A definition ends with its line, unless more must follow.
    if (c == '\n' && open.empty() && isComplete)
      defined = StringRef();
    else if (!llvm::isSpace(c))
      isComplete = !isArrow && c != ':' && c != '=';
    if (isOpening(c))
      open.push_back(c);
    else if (!isArrow)
      close(c);
    position += isArrow ? 2 : 1;
    return open.size() + signs <= limit;
  }

  bool isOpening(char c) const {
    bool isComparison = position + 1 < text.size() && text[position + 1] == '=';
    return c == '(' || c == '[' || c == '{' || (isMLIR && c == '<' && !isComparison);
  }

  void close(char c) {
    char opening = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : c == '>' ? '<' : 0;
    if (!opening || (c == '>' && (open.empty() || open.back() != '<')))
      return;
    size_t size = open.size();
    while (size != 0 && open[size - 1] == '<' && opening != '<')
      --size;
    // What closes nothing is for the parser to refuse.
    if (size != 0 && open[size - 1] == opening)
      open.truncate(size - 1);
  }

  void skipString() {
    for (++position; position < text.size() && text[position] != '"'; ++position)
      if (text[position] == '\\')
        ++position;
    position = std::min(position + 1, text.size());
  }

  /// `#name`: begins a definition where no bracket is open and '=' follows, else is as deep
  /// as what it stands for.
  bool scanAlias() {
    size_t begin = position++;
    while (position < text.size() &&
           (llvm::isAlnum(text[position]) || StringRef("_.$-").contains(text[position])))
      ++position;
    StringRef name = text.slice(begin, position), rest = text.substr(position).ltrim(" ");
    signs = 0;
    if (open.empty() && rest.starts_with("=") && !rest.starts_with("==")) {
      defined = name;
      depths[defined] = 0;
      isComplete = false;
      return true;
    }
    isComplete = true;
    unsigned depth = open.size() + depths.lookup(name) + 1;
    if (!defined.empty())
      depths[defined] = std::max(depths[defined], depth);
    return depth <= limit;
  }

  StringRef text;
  bool isMLIR;
  unsigned limit;
  size_t position = 0;
  unsigned signs = 0;
  llvm::SmallVector<char> open;
  /// The alias that is being defined, whether its value may end here, and the levels inside
  /// of each.
  StringRef defined;
  bool isComplete = false;
  llvm::StringMap<unsigned> depths;
};
} // namespace

std::optional<DeepNesting> dl::findDeepNesting(StringRef text, TextFormat format, unsigned limit) {
  std::optional<size_t> place = Scanner(text, format, limit).run();
  if (!place)
    return std::nullopt;
  StringRef before = text.take_front(*place);
  size_t newline = before.rfind('\n');
  size_t column = newline == StringRef::npos ? before.size() : before.size() - newline - 1;
  return DeepNesting{static_cast<unsigned>(before.count('\n') + 1),
                     static_cast<unsigned>(column + 1)};
}

llvm::LogicalResult dl::checkNesting(StringRef text, StringRef file, mlir::MLIRContext *context) {
  if (mlir::isBytecode(llvm::MemoryBufferRef(text, file)))
    return llvm::success();
  std::optional<DeepNesting> place = findDeepNesting(text, TextFormat::MLIR);
  if (!place)
    return llvm::success();
  return mlir::emitError(mlir::FileLineColLoc::get(context, file, place->line, place->column))
         << "expected at most " << maxNesting
         << " levels of brackets, signs and aliases inside each other, got more here; write the "
            "module with fewer";
}
