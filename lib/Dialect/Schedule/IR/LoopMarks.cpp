//===-- LoopMarks.cpp - what loops and tiles keep of a schedule -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopMarks.h. Loops may be of any dialect: later levels keep the marks.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/LoopMarks.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dl::schedule;

/// ["C", "i.o"].
static bool isAxis(Attribute attribute) {
  auto pair = dyn_cast<ArrayAttr>(attribute);
  return pair && pair.size() == 2 && isa<StringAttr>(pair[0]) && isa<StringAttr>(pair[1]);
}

/// An axis, or for a loop over several axes one for each it had.
static bool isLoopAxis(Operation *op, Attribute attribute) {
  auto axes = dyn_cast<ArrayAttr>(attribute);
  bool areAxes = axes && !axes.empty() && llvm::all_of(axes, isAxis);
  if (isa<scf::ForOp>(op))
    return isAxis(attribute);
  // Canonicalization drops dimensions, not their names.
  return areAxes || (!isa<scf::ForallOp>(op) && isAxis(attribute));
}

static bool isThreads(Attribute attribute) {
  auto threads = dyn_cast_or_null<IntegerAttr>(attribute);
  return threads && threads.getType().isInteger(64) && threads.getInt() >= 1;
}

namespace {
struct Mark {
  llvm::StringLiteral name;
  bool (*fits)(Operation *, Attribute);
  llvm::StringLiteral expected;
};
} // namespace

static constexpr Mark marks[] = {
    {loopAxisAttrName, isLoopAxis,
     "[stage, axis] as strings, on loops over several axes an array of such pairs"},
    {loopVersionAttrName, [](Operation *, Attribute attribute) { return isAxis(attribute); },
     "[stage, axis] as strings"},
    {loopNotesAttrName,
     [](Operation *, Attribute attribute) { return isa<DictionaryAttr>(attribute); },
     "a dictionary"},
    {scopeAttrName, [](Operation *, Attribute attribute) { return isa<StringAttr>(attribute); },
     "the name of a memory scope"},
    {tileStageAttrName, [](Operation *, Attribute attribute) { return isa<StringAttr>(attribute); },
     "the name of a stage"},
    {intrinsicTileAttrName,
     [](Operation *, Attribute attribute) { return isa<DenseI64ArrayAttr>(attribute); },
     "an array<i64>"},
    {vectorizeAttrName, [](Operation *, Attribute attribute) { return isa<UnitAttr>(attribute); },
     "a unit attribute"},
    {recordAttrName,
     [](Operation *op, Attribute attribute) {
       auto record = dyn_cast<DictionaryAttr>(attribute);
       return isa<func::FuncOp>(op) && record && isThreads(record.get("threads"));
     },
     "a dictionary with \"threads\", an i64 of at least 1, on a function"},
    {bindAttrName,
     [](Operation *, Attribute attribute) {
       auto name = dyn_cast<StringAttr>(attribute);
       return name && getBinding(name.getValue().str()) != Annotation::None;
     },
     "an index as \"threadIdx.x\""},
};

LogicalResult dl::schedule::verifyMark(Operation *op, NamedAttribute attribute) {
  const auto *mark =
      llvm::find_if(marks, [&](const Mark &mark) { return mark.name == attribute.getName(); });
  if (mark == std::end(marks))
    return op->emitOpError("expected no attribute '")
           << attribute.getName().getValue()
           << "', which no pass of schedule reads or writes on operations";
  if (mark->fits(op, attribute.getValue()))
    return success();
  return op->emitOpError("expected '")
         << mark->name << "' to be " << mark->expected << ", got " << attribute.getValue();
}
