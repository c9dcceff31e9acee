//===-- LocateLoops.cpp - lines of the loop text as source locations -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What debuggers and profilers show of a kernel: the lines of its printed loops.
// Input: a kernel whose loops were made. Output: the same, each operation located at
// the line of its loop or formula.
//
//===----------------------------------------------------------------------===//
#include "LocateLoops.h"

#include "dl/Dialect/Schedule/IR/LoopMarks.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// The line of a loop or of a tile; 0 for other operations.
static unsigned getLine(Operation *op, const LoopLines &lines) {
  if (auto axes = op->getAttrOfType<ArrayAttr>(loopAxisAttrName)) {
    auto first = dyn_cast<ArrayAttr>(axes[0]) ? cast<ArrayAttr>(axes[0]) : axes;
    return lines.axes.lookup(
        (cast<StringAttr>(first[0]).getValue() + "/" + cast<StringAttr>(first[1]).getValue())
            .str());
  }
  auto stage = op->getAttrOfType<StringAttr>(tileStageAttrName);
  return stage ? lines.formulas.lookup(stage.getValue()) : 0;
}

void dl::schedule::locateLoops(func::FuncOp kernel, StringRef file, const LoopLines &lines) {
  auto locate = [&](Operation *op, unsigned line) {
    op->setLoc(FileLineColLoc::get(kernel.getContext(), file, line, 1));
  };
  locate(kernel, lines.kernel);
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (unsigned line = getLine(op, lines))
      locate(op, line);
    else
      op->setLoc(op->getParentOp()->getLoc());
  });
}
