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

#include "mlir/IR/BuiltinTypeInterfaces.h"
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

bool Layout::hasLetter(char letter) const { return llvm::is_contained(parts, Part{letter, 0}); }

int64_t Layout::getBlock(char letter) const {
  for (const Part &part : parts)
    if (part.letter == letter && part.block)
      return part.block;
  return 1;
}

unsigned Layout::getPosition(char letter, bool block) const {
  const auto *it = llvm::find_if(
      parts, [&](const Part &part) { return part.letter == letter && (part.block != 0) == block; });
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

Layout Layout::getPlain() const {
  static constexpr StringLiteral order = "NOCIDHW";
  Layout plain;
  for (const Part &part : parts)
    if (!part.block)
      plain.parts.push_back(part);
  // Letters without a usual place come after the others.
  auto rank = [](const Part &part) {
    size_t at = order.find(part.letter);
    return at == StringRef::npos ? order.size() + part.letter : at;
  };
  llvm::sort(plain.parts, [&](const Part &a, const Part &b) { return rank(a) < rank(b); });
  return plain;
}

std::string Layout::getLetters() const {
  std::string letters;
  for (const Part &part : parts)
    if (!part.block)
      letters += part.letter;
  return letters;
}

LogicalResult Layout::check(ArrayRef<int64_t> memoryShape, std::string *error) const {
  auto fail = [&](const Twine &reason) -> LogicalResult {
    if (error)
      *error = ("layout '" + str() + "': " + reason).str();
    return failure();
  };
  if (memoryShape.size() != parts.size())
    return fail("expected a tensor of rank " + Twine(parts.size()) + ", got rank " +
                Twine(memoryShape.size()));
  for (auto [i, part] : llvm::enumerate(parts)) {
    bool isBroadcast = memoryShape[i] == 1 && memoryShape[getPosition(part.letter)] == 1;
    if (part.block && memoryShape[i] != part.block && !isBroadcast)
      return fail("expected dim " + Twine(i) + " to be a block of " + Twine(part.block) + ", got " +
                  Twine(memoryShape[i]));
  }
  return success();
}

FailureOr<SmallVector<int64_t>> Layout::toMemoryShape(ArrayRef<int64_t> logical) const {
  std::string letters = getPlain().getLetters();
  assert(logical.size() == letters.size() && "one extent for each logical dim");
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

SmallVector<int64_t> Layout::toLogicalShape(ArrayRef<int64_t> memory) const {
  SmallVector<int64_t> logical;
  for (char letter : getPlain().getLetters()) {
    int64_t extent = memory[getPosition(letter)];
    if (getBlock(letter) != 1)
      extent *= memory[getPosition(letter, /*block=*/true)];
    logical.push_back(extent);
  }
  return logical;
}

bool dl::haveSameLetters(const Layout &a, const Layout &b) { return a.getPlain() == b.getPlain(); }

bool dl::haveSameOrder(const Layout &a, const Layout &b, ArrayRef<int64_t> logicalShape) {
  std::string letters = a.getPlain().getLetters();
  // Both memory orders in the pieces that either splits its dims into, those of one
  // element left out.
  auto getPieces = [&](const Layout &layout, const Layout &other) {
    SmallVector<std::pair<char, bool>> pieces;
    for (const Layout::Part &part : layout.getParts()) {
      int64_t extent = logicalShape[letters.find(part.letter)];
      int64_t block = std::max(layout.getBlock(part.letter), other.getBlock(part.letter));
      if (extent == 1)
        continue;
      bool isWhole = !part.block && layout.getBlock(part.letter) == 1;
      if (!part.block && (ShapedType::isDynamic(extent) || extent > block))
        pieces.push_back({part.letter, false});
      if (part.block || (isWhole && block > 1))
        pieces.push_back({part.letter, true});
    }
    return pieces;
  };
  for (char letter : letters) {
    int64_t mine = a.getBlock(letter), other = b.getBlock(letter);
    if (mine != other && mine != 1 && other != 1)
      return false;
  }
  return getPieces(a, b) == getPieces(b, a);
}
