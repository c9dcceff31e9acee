//===-- Layout.h - order and blocking of a tensor's dims --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout names the dims of a tensor in memory order, as in `NCHW` or
// `NCHW16c`: a capital letter is a logical dim (its outer part where it is
// split), a number and a small letter are a block of that dim.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_LAYOUT_H
#define DL_INTERFACES_LAYOUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace dl {

/// A parsed layout. Dims are named by their capital letter; each may be split
/// once, into an outer part and a block.
class Layout {
public:
  /// One dim in memory order. `block` is 0 for an outer (or unsplit) part, else
  /// the extent of the block.
  struct Part {
    char letter;
    int64_t block;
    bool operator==(const Part &other) const {
      return letter == other.letter && block == other.block;
    }
  };

  Layout() = default;

  /// Parses `NCHW16c`; fails, with the reason in `error`, on text that is no
  /// layout: repeated letters, a block without its dim, a block below 2.
  static mlir::FailureOr<Layout> parse(llvm::StringRef text, std::string *error = nullptr);

  bool empty() const { return parts.empty(); }
  llvm::ArrayRef<Part> getParts() const { return parts; }
  /// Number of dims in memory.
  unsigned getRank() const { return parts.size(); }
  /// Number of logical dims.
  unsigned getNumLetters() const;
  bool hasLetter(char letter) const;
  /// The block of a letter, 1 if it is not split.
  int64_t getBlock(char letter) const;
  /// Position of the outer part (or of the block) of a letter in memory.
  unsigned getPosition(char letter, bool block = false) const;
  std::string str() const;

  /// The dims unsplit and in the order in which operators number them: batch or
  /// output channels, channels, spatial dims (`NCHW`, `OIHW`, `NCDHW`).
  Layout getPlain() const;
  bool isPlain() const { return *this == getPlain(); }
  /// The letters in memory order, blocks left out.
  std::string getLetters() const;

  /// Checks that a tensor of this shape can be in this layout: a dim in memory for
  /// each part, blocks of their extent (or both parts 1: broadcast).
  llvm::LogicalResult check(llvm::ArrayRef<int64_t> memoryShape,
                            std::string *error = nullptr) const;

  bool operator==(const Layout &other) const { return parts == other.parts; }
  bool operator!=(const Layout &other) const { return !(*this == other); }

  /// The shape in memory of a tensor with these extents, which are in the order of
  /// the plain layout; fails where a block does not divide its dim. An extent of 1
  /// may be blocked: both parts are 1 (broadcast).
  mlir::FailureOr<llvm::SmallVector<int64_t>> toMemoryShape(llvm::ArrayRef<int64_t> logical) const;

  /// The extents, in the order of the plain layout, of a shape in memory.
  llvm::SmallVector<int64_t> toLogicalShape(llvm::ArrayRef<int64_t> memory) const;

private:
  llvm::SmallVector<Part> parts;
};

/// True if both layouts have the same dims, so that one converts to the other.
bool haveSameLetters(const Layout &a, const Layout &b);

/// True if a tensor of this logical shape (in the order of the plain layout) has
/// its elements in the same order in both layouts: converting is a reshape.
bool haveSameOrder(const Layout &a, const Layout &b, llvm::ArrayRef<int64_t> logicalShape);

} // namespace dl

#endif // DL_INTERFACES_LAYOUT_H
