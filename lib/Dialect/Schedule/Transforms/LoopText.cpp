//===-- LoopText.cpp - one loop or buffer as text -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What schedule-print-loops says of a leaf, which is all that its loops do: steps,
// tails, cuts and marks; and of the buffer of a stage, as schedule-apply makes it.
//
//===----------------------------------------------------------------------===//
#include "LoopPrinter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;
using llvm::formatv;

static std::string formatExtent(int64_t extent) {
  return extent == dynamicExtent ? "?" : std::to_string(extent);
}

std::string LoopPrinter::formatShape(ArrayRef<int64_t> shape, Type elementType) {
  std::string text;
  for (int64_t extent : shape)
    text += (ShapedType::isDynamic(extent) ? "?" : formatExtent(extent)) + "x";
  llvm::raw_string_ostream(text) << elementType;
  return text;
}

static std::string formatSum(ArrayRef<int64_t> lengths) {
  return llvm::join(llvm::map_range(lengths, formatExtent), " + ");
}

/// What follows the whole steps of an unknown range.
static std::string formatUnknownRest(const PartRun &run) {
  if (run.rest.empty())
    return run.isMasked() ? formatv(", steps of {0}, the rest masked", run.stride).str() : "";
  std::string text = formatv(", steps of {0}, the rest ", run.stride);
  if (run.isMasked())
    return text + formatv("in steps of {0}, the last masked", run.rest.front()).str();
  return text + (run.rest.size() == 1 ? "peeled one by one"
                                      : "peeled as " + formatSum(run.rest) + " where they fit");
}

/// What happens where no whole step remains; nothing where whole steps are all.
static std::string formatTail(const IterationTree &tree, AxisId leaf, const PartRun &run,
                              StringRef along) {
  if (run.range == dynamicExtent)
    return formatUnknownRest(run);
  if (run.isShifted())
    return formatv(", the last{0} shifted to {1}..{2}, {3} computed twice", along,
                   run.range - run.stride, run.range, run.stride - run.getRemainder());
  bool isWhole = run.getRemainder() == 0 ||
                 (!run.isMasked() && run.range < run.stride && run.rest.size() == 1);
  if (isWhole)
    return "";
  std::string text =
      formatv(", the last{0} of {1} in place of {2}", along, run.getRemainder(), run.stride);
  // In the register tile there is no loop, and nothing to do about it.
  if (tree.isRegister(leaf))
    return text;
  text += run.isMasked() ? ", masked" : run.tail == TailPolicy::Guard ? ", guarded" : ", peeled";
  bool isShorter = run.rest.size() > 1 || (run.isMasked() && !run.rest.empty());
  return text + (isShorter ? " as " + formatSum(run.rest) : "");
}

/// One part of a leaf: the ranges it is cut into, then the tail in each range.
static std::string formatPart(const IterationTree &tree, AxisId leaf, const LeafPart &part,
                              bool isOnlyPart) {
  if (part.runs.empty())
    return "";
  const std::string &root = tree[part.root].name;
  std::string along = isOnlyPart ? "" : " along " + root, text;
  auto formatTiles = [&](int64_t range) {
    auto tiles = part.tiles.find(range);
    return tiles == part.tiles.end() ? std::string() : ", as " + formatSum(tiles->second);
  };
  if (!part.cuts.empty()) {
    text += ", " + (leaf == part.root ? "" : root + " ") + "cut into ";
    llvm::ListSeparator comma;
    int64_t begin = 0;
    for (int64_t end : part.cuts) {
      text += comma;
      text += formatv("{0}..{1}", std::exchange(begin, end), end);
    }
  } else {
    text += formatTail(tree, leaf, part.runs.front(), along) + formatTiles(part.runs.front().range);
  }
  bool isUnknown = part.runs.front().range == dynamicExtent;
  for (const PartRun &run : ArrayRef(part.runs).drop_front(part.cuts.empty() ? 1 : 0)) {
    std::string tail = formatTail(tree, leaf, run, "") + formatTiles(run.range);
    // An extent with loops of its own is told also where it is in whole steps.
    bool isVersion =
        isUnknown && llvm::is_contained(tree[part.root].versions, run.range) && run.whole > 1;
    if (!tail.empty() || isVersion)
      text += formatv("; of {0}{1}: 0..{2}{3}", run.range, along, run.getCount(), tail);
  }
  return text;
}

std::string LoopPrinter::formatLoop(const IterationTree &tree, AxisId leaf,
                                    ArrayRef<LeafPart> parts) {
  const AxisNode &node = tree[leaf];
  int64_t count = 1;
  for (const LeafPart &part : parts)
    count = part.getCount() == dynamicExtent || count == dynamicExtent
                ? dynamicExtent
                : llvm::SaturatingMultiply<uint64_t>(count, part.getCount());
  std::string text = "for " + node.name + " in 0.." + formatExtent(count);
  if (node.kind == AxisKind::Reduction)
    text += " reduction";
  if (node.annotation != Annotation::None)
    text += std::string(" ") + getAnnotationName(node.annotation);
  if (node.annotation == Annotation::Tensorize)
    text += " by @" + tree.getIntrinsic();
  for (const auto &[key, value] : node.notes)
    text += formatv(" {{{0} = \"{1}\"}", key, value);
  for (const LeafPart &part : parts)
    text += formatPart(tree, leaf, part, parts.size() == 1);
  return text;
}

/// The row length that a buffer of this shape gets.
static int64_t getRowLength(const Storage &storage, ArrayRef<int64_t> shape) {
  if (storage.alignments.empty() || shape.size() < 2 || ShapedType::isDynamic(shape.back()) ||
      llvm::is_contained(shape, 0))
    return shape.empty() ? 1 : shape.back();
  const Storage::Alignment &alignment = storage.alignments.front();
  int64_t missing = (alignment.offset - shape.back()) % alignment.factor;
  return shape.back() + missing + (missing < 0 ? alignment.factor : 0);
}

std::string LoopPrinter::formatStorage(int stage, const Footprint &footprint) {
  te::ComputeOp compute = stages[stage];
  const IterationTree &tree = kernel[stage].tree;
  const Storage &storage = tree.getStorage();
  Type elementType = compute.getTensorType().getElementType();
  ArrayRef<int64_t> box(footprint.extents);
  box = box.take_front(compute.getNumSpatial());
  bool isPart = tree.getPlacement() == Placement::At, isDouble = false;
  if (isPart && storage.isDouble) {
    int consumer = kernel.getAttachStage(stage);
    isDouble = isPipelined(
        getLeafParts(kernel, consumer)[kernel[consumer].tree.getPosition(tree.getAttachAxis())]);
  }
  // Parts have no dimensions of one element.
  SmallVector<int64_t> shape;
  if (isDouble)
    shape.push_back(2);
  for (int64_t extent : box)
    if (!isPart || extent != 1)
      shape.push_back(extent == dynamicExtent ? ShapedType::kDynamic : extent);

  std::string text = storage.scope.empty() ? ", " : ", in \"" + storage.scope + "\", ";
  text += (isDouble ? "two buffers a step ahead, each " : "") + formatShape(box, elementType);
  if (isPart)
    text += " of " + formatShape(compute.getTensorType().getShape(), elementType);
  int64_t rowLength = getRowLength(storage, shape), width = 0;
  if (!shape.empty() && rowLength != shape.back())
    text += formatv(", rows {0} apart", rowLength);
  for (unsigned number = 0; number < compute->getNumResults(); ++number)
    if (Type element = compute.getTensorType(number).getElementType(); element.isIntOrFloat())
      width += llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  if (width == 0 || footprint.elements == dynamicExtent)
    return text;
  if (!shape.empty())
    shape.back() = rowLength;
  for (int64_t extent : shape)
    width *= extent;
  return text + formatv(", {0} bytes", width).str();
}
