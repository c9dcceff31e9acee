//===-- WindowStages.h - what te programs of window operators share *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The axes of a tensor in a layout, and the stages that pad an input and that put windows
// back into an image.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_WINDOWSTAGES_H
#define LIB_DIALECT_GRAPH_IR_WINDOWSTAGES_H

#include "Stage.h"
#include "Windows.h"
#include "dl/Interfaces/Layout.h"

namespace dl::graph {

/// The dims of a tensor in a layout as axes of a stage, found again by letter.
class LayoutAxes {
public:
  /// `names` are those of the letters of the plain layout; a dim that is split has
  /// axes of its name with b (the blocks) and i (inside of a block).
  LayoutAxes(const Layout &layout, llvm::ArrayRef<std::string> names)
      : layout(layout), letters(layout.getPlain().getLetters()), names(names) {}

  std::string getName(const Layout::Part &part) const;
  /// Adds the axes with the extents of a shape in memory.
  void add(StageBuilder &stage, llvm::ArrayRef<mlir::OpFoldResult> sizes) const;
  /// The axis of a dim, or of its blocks or the inside of a block.
  mlir::AffineExpr get(StageBody &b, char letter, bool block = false) const {
    return b.axis(layout.getPosition(letter, block));
  }

private:
  const Layout &layout;
  std::string letters;
  llvm::SmallVector<std::string> names;
};

llvm::SmallVector<std::string> dataAxisNames(llvm::StringRef batch, llvm::StringRef channels,
                                             size_t spatialRank);

/// Copies the input with its padding, as far as the windows read it:
///
///   %p = te.compute "conv.pad" axes(n, c, h, w) { te.read %x[n, c, h - 1, w - 1] where(…) else 0 }
///
/// Returns the input itself where nothing is read outside of it. A negative pad
/// before a dim leaves out its first elements. Along a dim of open size all of the
/// padding is copied, whether a window reads it or not.
mlir::Value buildPad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input,
                     const Layout &layout, llvm::ArrayRef<Window> windows,
                     llvm::ArrayRef<int64_t> outputs, double padding, llvm::StringRef prefix);

/// The sizes in memory of an operator's result in a layout: the batch of `input`, which
/// is in `inputLayout`, `spatial`, and channels as the type has them.
llvm::SmallVector<mlir::OpFoldResult> getResultSizes(SizeBuilder &sizes, mlir::Value input,
                                                     const Layout &inputLayout,
                                                     mlir::RankedTensorType type,
                                                     const Layout &layout,
                                                     llvm::ArrayRef<mlir::OpFoldResult> spatial);

/// The image of a shape that columns (batch, channels, block dims…, columns along each spatial
/// dim…) are added to, each element from the taps of the windows that cover it and from no other:
///
///   %y = te.compute "col2im" axes(n, o, w) reduce(kw) combine(add) {
///     te.read %x[n, o, kw, (w - kw + 1) floordiv 2] where((w - kw + 1) mod 2 == 0, …) else 0 }
mlir::Value buildImage(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value columns,
                       llvm::ArrayRef<Window> windows, llvm::ArrayRef<mlir::OpFoldResult> shape,
                       mlir::Type elementType, llvm::StringRef name);

/// Fails with a diagnostic where the channels of an operator's operands or result, or its
/// weights, are known only at run time.
llvm::LogicalResult requireStaticChannels(mlir::Operation *op, const Layout &input,
                                          const Layout &result);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_WINDOWSTAGES_H
