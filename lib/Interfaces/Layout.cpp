//===-- Layout.cpp - order and blocking of a tensor's dims ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing of layouts and the index and shape maps they mean.
//
//===----------------------------------------------------------------------===//
#include "dl/Interfaces/Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl;

FailureOr<Layout> Layout::parse(StringRef text, std::string *error) {
  auto fail = [&](const Twine &reason) -> FailureOr<Layout> {
    if (error)
      *error = ("layout '" + text + "': " + reason).str();
    return failure();
  };
  Layout layout;
  for (StringRef rest = text; !rest.empty();) {
    int64_t block = 0;
    if (llvm::isDigit(rest.front())) {
      // At most six digits: no overflow, and far above any useful block.
      if (rest.take_while(llvm::isDigit).size() > 6 || rest.consumeInteger(10, block) || block < 2)
        return fail("expected a block of 2 to 999999");
    }
    if (rest.empty() || !llvm::isAlpha(rest.front()))
      return fail("expected a letter after '" + text.drop_back(rest.size()) + "'");
    char letter = rest.front();
    rest = rest.drop_front();
    if (llvm::isLower(letter) != (block != 0))
      return fail("expected capital letters for dims and a number before each small letter");
    Part part{llvm::toUpper(letter), block};
    if (llvm::any_of(layout.parts, [&](const Part &other) {
          return other.letter == part.letter && (other.block != 0) == (block != 0);
        }))
      return fail(Twine("expected letter '") + Twine(letter) + "' once");
    layout.parts.push_back(part);
  }
  for (const Part &part : layout.parts)
    if (part.block && !layout.hasLetter(part.letter))
      return fail(Twine("expected the dim '") + Twine(part.letter) + "' of a block");
  if (layout.empty())
    return fail("expected at least one dim");
  return layout;
}

unsigned Layout::getNumLetters() const {
  return llvm::count_if(parts, [](const Part &part) { return part.block == 0; });
}

bool Layout::hasLetter(char letter) const {
  return llvm::is_contained(parts, Part{letter, 0});
}

int64_t Layout::getBlock(char letter) const {
  for (const Part &part : parts)
    if (part.letter == letter && part.block)
      return part.block;
  return 1;
}

unsigned Layout::getPosition(char letter, bool block) const {
  const auto *it = llvm::find_if(parts, [&](const Part &part) {
    return part.letter == letter && (part.block != 0) == block;
  });
  assert(it != parts.end() && "the layout has no such part");
  return it - parts.begin();
}

std::string Layout::str() const {
  std::string text;
  for (const Part &part : parts)
    text += part.block ? std::to_string(part.block) + char(llvm::toLower(part.letter))
                       : std::string(1, part.letter);
  return text;
}

SmallVector<AffineExpr> Layout::toMemory(StringRef letters, ArrayRef<AffineExpr> logical) const {
  SmallVector<AffineExpr> memory;
  for (const Part &part : parts) {
    AffineExpr expr = logical[letters.find(part.letter)];
    int64_t block = getBlock(part.letter);
    if (part.block)
      memory.push_back(expr % block);
    else
      memory.push_back(block == 1 ? expr : expr.floorDiv(block));
  }
  return memory;
}

SmallVector<AffineExpr> Layout::toLogical(StringRef letters, ArrayRef<AffineExpr> memory) const {
  SmallVector<AffineExpr> logical;
  for (char letter : letters) {
    int64_t block = getBlock(letter);
    AffineExpr expr = memory[getPosition(letter)];
    if (block != 1)
      expr = expr * block + memory[getPosition(letter, /*block=*/true)];
    logical.push_back(expr);
  }
  return logical;
}

FailureOr<SmallVector<int64_t>> Layout::toMemoryShape(StringRef letters,
                                                      ArrayRef<int64_t> logical) const {
  SmallVector<int64_t> memory;
  for (const Part &part : parts) {
    int64_t extent = logical[letters.find(part.letter)];
    int64_t block = getBlock(part.letter);
    if (extent == 1 || block == 1)
      memory.push_back(extent);
    else if (extent % block != 0)
      return failure();
    else
      memory.push_back(part.block ? block : extent / block);
  }
  return memory;
}

SmallVector<int64_t> Layout::toLogicalShape(StringRef letters, ArrayRef<int64_t> memory) const {
  SmallVector<int64_t> logical;
  for (char letter : letters) {
    int64_t extent = memory[getPosition(letter)];
    if (getBlock(letter) != 1)
      extent *= memory[getPosition(letter, /*block=*/true)];
    logical.push_back(extent);
  }
  return logical;
}
