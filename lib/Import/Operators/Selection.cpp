//===-- Selection.cpp - ONNX operators that choose elements ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Concat, Slice, Pad, Expand, Tile, and gathers and scatters of single elements.
//
//===----------------------------------------------------------------------===//
#include "DataSelection.h"
#include "DeclaredResults.h"
#include "OpenSelection.h"

#include "../CheckedLengths.h"
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importConcat(NodeImporter &node) {
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (!node.getInput(i))
      return node.emitError() << "requires input " << i << ", which is left out";
  // Opset 1 has a default.
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 1), node.getInputRank(0));
  if (failed(axis))
    return failure();
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  return node.setResult(node.create<graph::ConcatOp>(node.getInputs(), properties));
}

/// What is taken of each dim: all of it at first.
namespace {
struct Slices {
  explicit Slices(RankedTensorType type)
      : starts(type.getRank(), 0), sizes(type.getShape()), steps(type.getRank(), 1) {}

  FailureOr<Value> create(NodeImporter &node, Value value) const {
    Builder &builder = node.getBuilder();
    graph::SliceOp::Properties properties;
    properties.starts = builder.getDenseI64ArrayAttr(starts);
    properties.sizes = builder.getDenseI64ArrayAttr(sizes);
    properties.steps = builder.getDenseI64ArrayAttr(steps);
    return node.create<graph::SliceOp>(value, properties);
  }

  SmallVector<int64_t> starts, sizes, steps;
};
} // namespace

/// Input `index`, or the attribute of that name.
static FailureOr<SmallVector<int64_t>> getNumbers(NodeImporter &node, unsigned index,
                                                  StringRef name, ArrayRef<int64_t> otherwise) {
  if (node.getInput(index))
    return node.getConstantInts(index, ("the " + name).str());
  return node.getInts(name, otherwise);
}

/// Sets what [start, end) by step takes of a dim; bounds count from the end where they
/// are negative, and are brought into the dim.
static void setSlice(Slices &slices, int64_t dim, int64_t extent, int64_t start, int64_t end,
                     int64_t step) {
  auto bound = [&](int64_t place, int64_t low, int64_t high) {
    if (place < 0)
      place = place < -extent ? low : place + extent;
    return std::clamp(place, low, high);
  };
  if (extent == 0) {
    slices.sizes[dim] = 0;
    return;
  }
  // A walk backwards begins at an element and may end before the first one.
  start = step > 0 ? bound(start, 0, extent) : bound(start, 0, extent - 1);
  end = step > 0 ? bound(end, 0, extent) : bound(end, -1, extent - 1);
  int64_t way = step > 0 ? end - start : start - end;
  uint64_t stride = step > 0 ? step : -static_cast<uint64_t>(step);
  int64_t size = way <= 0 ? 0 : (way - 1) / static_cast<int64_t>(stride) + 1;
  slices.starts[dim] = size == 0 ? 0 : start;
  slices.sizes[dim] = size;
  slices.steps[dim] = size <= 1 ? 1 : step;
}

/// Input `index` as sizes, or the attribute of that name.
static FailureOr<SmallVector<AffineExpr>> getSizes(NodeImporter &node, unsigned index,
                                                   StringRef name) {
  if (node.getInput(index))
    return node.getSizes(index, ("the " + name).str());
  return llvm::map_to_vector(node.getInts(name),
                             [&](int64_t number) { return node.getSize(number); });
}

/// What is cut off both ends of a dim whose size only a run knows, as low and high pads.
static std::optional<std::pair<int64_t, int64_t>> getCut(AffineExpr start, AffineExpr end,
                                                         int64_t step) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  auto first = dyn_cast<AffineConstantExpr>(start), last = dyn_cast<AffineConstantExpr>(end);
  if (!first || !last || step != 1 || first.getValue() < 0 || first.getValue() > most ||
      (last.getValue() >= 0 && last.getValue() < most) || last.getValue() < -most)
    return std::nullopt;
  return std::pair(-first.getValue(), last.getValue() < 0 ? last.getValue() : 0);
}

static LogicalResult importSlice(NodeImporter &node) {
  if (llvm::any_of(llvm::seq(1u, 5u), [&](unsigned input) { return node.isData(input); }))
    return importDataSlice(node);
  RankedTensorType type = node.getInputType(0);
  FailureOr<SmallVector<AffineExpr>> starts = getSizes(node, 1, "starts");
  FailureOr<SmallVector<AffineExpr>> ends = getSizes(node, 2, "ends");
  if (failed(starts) || failed(ends))
    return failure();
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  SmallVector<int64_t> ones(starts->size(), 1);
  FailureOr<SmallVector<int64_t>> axes = getNumbers(node, 3, "axes", all);
  FailureOr<SmallVector<int64_t>> steps = getNumbers(node, 4, "steps", ones);
  if (failed(axes) || failed(steps))
    return failure();
  size_t count = starts->size();
  if (ends->size() != count || axes->size() != count || steps->size() != count)
    return node.emitError() << "expected as many ends, axes and steps as starts, got " << count
                            << " starts, " << ends->size() << " ends, " << axes->size()
                            << " axes and " << steps->size() << " steps";
  if (failed(node.normalizeAxes(*axes, type.getRank())))
    return failure();
  Slices slices(type);
  // What is cut off of dims whose size only a run knows, and where that is not enough.
  SmallVector<int64_t> low(type.getRank(), 0), high(type.getRank(), 0);
  SmallVector<size_t> open;
  for (size_t i = 0; i < count; ++i) {
    int64_t axis = *node.normalizeAxis((*axes)[i], type.getRank()), step = (*steps)[i];
    if (step == 0 || step == std::numeric_limits<int64_t>::min())
      return node.emitError() << "expected steps that are not 0, got " << step;
    auto start = dyn_cast<AffineConstantExpr>((*starts)[i]);
    auto end = dyn_cast<AffineConstantExpr>((*ends)[i]);
    if (!type.isDynamicDim(axis) && start && end) {
      setSlice(slices, axis, type.getDimSize(axis), start.getValue(), end.getValue(), step);
    } else if (auto cut = getCut((*starts)[i], (*ends)[i], step); cut && type.isDynamicDim(axis)) {
      low[axis] = cut->first;
      high[axis] = cut->second;
    } else if (step > 0) {
      open.push_back(i);
    } else {
      return node.emitError() << "requires steps that are positive where a run decides on the "
                                 "sizes, got "
                              << step << " for " << type << " and axis " << axis;
    }
  }
  FailureOr<Value> x = slices.create(node, node.getInput(0));
  auto isCut = [](int64_t pad) { return pad != 0; };
  if (succeeded(x) && (llvm::any_of(low, isCut) || llvm::any_of(high, isCut))) {
    FailureOr<Value> zero = node.createNumber(0, type.getElementType());
    if (failed(zero))
      return failure();
    graph::PadOp::Properties properties;
    properties.low = node.getBuilder().getDenseI64ArrayAttr(low);
    properties.high = node.getBuilder().getDenseI64ArrayAttr(high);
    properties.mode = node.getBuilder().getStringAttr("constant");
    x = node.create<graph::PadOp>({*x, *zero}, properties);
  }
  for (size_t i : open)
    if (succeeded(x))
      x = sliceOpen(node, *x, *node.normalizeAxis((*axes)[i], type.getRank()), (*starts)[i],
                    (*ends)[i], (*steps)[i]);
  return node.setResult(x);
}

/// Pads are 'paddings' in opset 1, 'pads' in 2, then an input; the value too.
static LogicalResult importPad(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  int64_t rank = type.getRank();
  StringRef mode = node.getString("mode", "constant");
  if (!llvm::is_contained({"constant", "edge", "reflect", "wrap"}, mode))
    return node.emitError() << "expected 'mode' to be constant, edge, reflect or wrap, got '"
                            << mode << "'";
  if (node.isData(1) || node.isData(3))
    return importDeclaredPad(node, mode);
  StringRef name = node.hasAttribute("paddings") ? "paddings" : "pads";
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<SmallVector<int64_t>> axes = all;
  if (node.getInput(3))
    axes = node.getConstantInts(3, "the axes");
  if (failed(axes) || failed(node.normalizeAxes(*axes, rank)))
    return failure();
  if (node.getInput(1)) {
    FailureOr<SmallVector<AffineExpr>> sizes = node.getSizes(1, "the pads");
    bool isOpen = succeeded(sizes) && llvm::any_of(*sizes, [](AffineExpr pad) {
                    return !isa<AffineConstantExpr>(pad);
                  });
    if (isOpen && sizes->size() == 2 * axes->size())
      return importOpenPad(node, *sizes, *axes);
    if (failed(sizes))
      return failure();
  }
  FailureOr<SmallVector<int64_t>> pads = getNumbers(node, 1, name, {});
  if (failed(pads) || failed(axes) || failed(node.normalizeAxes(*axes, rank)))
    return failure();
  if (pads->size() != 2 * axes->size())
    return node.emitError() << "expected two pads for each of " << axes->size() << " axes, got "
                            << pads->size();
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (size_t i = 0; i < axes->size(); ++i) {
    int64_t axis = *node.normalizeAxis((*axes)[i], rank);
    low[axis] = (*pads)[i], high[axis] = (*pads)[i + axes->size()];
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (std::abs(low[axis] / 2) > most || std::abs(high[axis] / 2) > most)
      return node.emitError() << "expected pads of less than 2^32 elements, got " << low[axis]
                              << " and " << high[axis];
  }
  FailureOr<Value> value = node.getInput(2);
  if (!*value)
    value = node.createNumber(node.getFloat("value", 0), type.getElementType());
  else if (node.getInputType(2).hasStaticShape() && node.getInputType(2).getNumElements() == 1)
    value = node.createReshape(*value, {});
  Builder &builder = node.getBuilder();
  graph::PadOp::Properties properties;
  properties.low = builder.getDenseI64ArrayAttr(low);
  properties.high = builder.getDenseI64ArrayAttr(high);
  properties.mode = builder.getStringAttr(mode);
  return node.setResult(node.create<graph::PadOp>({node.getInput(0), *value}, properties));
}

/// The shape to fill broadcasts with the operand's: a dim of 1 there keeps the operand's. Of two
/// sizes that only a run knows neither is taken for 1.
static LogicalResult importExpand(NodeImporter &node) {
  if (node.isData(1))
    return importDeclaredExpand(node);
  FailureOr<SmallVector<AffineExpr>> target = node.getSizes(1, "the shape");
  if (failed(target))
    return failure();
  RankedTensorType type = node.getInputType(0);
  SmallVector<int64_t> wanted = getStaticShape(*target);
  if (failed(getCheckedType(wanted, type.getElementType(), [&] { return node.emitError(); })))
    return failure();
  FailureOr<SmallVector<int64_t>> shape =
      graph::operators::broadcastShapes(type.getShape(), wanted);
  if (failed(shape))
    return node.emitError() << "expected a shape that " << type << " broadcasts to, got "
                            << printDims(wanted);
  Dims from = node.getDims(node.getInput(0)), dims;
  AffineExpr one = node.getSize(1);
  for (size_t i = 0; i < shape->size(); ++i) {
    size_t behind = shape->size() - i;
    AffineExpr has = behind <= from.size() ? from[from.size() - behind] : one;
    AffineExpr asked = behind <= target->size() ? (*target)[target->size() - behind] : one;
    dims.push_back(has == one                     ? asked
                   : asked == one                 ? has
                   : isa<AffineConstantExpr>(has) ? has
                                                  : asked);
  }
  return node.setResult(node.createBroadcastTo(node.getInput(0), dims));
}

static LogicalResult importTile(NodeImporter &node) {
  if (node.isData(1))
    return importDeclaredTile(node);
  FailureOr<SmallVector<AffineExpr>> sizes = node.getSizes(1, "the repeats");
  if (failed(sizes))
    return failure();
  RankedTensorType type = node.getInputType(0);
  if (sizes->size() != static_cast<size_t>(type.getRank()))
    return node.emitError() << "expected a number of repeats for each of " << type.getRank()
                            << " dims, got " << sizes->size();
  SmallVector<int64_t> repeats = getStaticShape(*sizes);
  if (!type.hasStaticShape() || llvm::any_of(repeats, ShapedType::isDynamic))
    return importOpenTile(node, *sizes);
  graph::TileOp::Properties properties;
  properties.repeats = node.getBuilder().getDenseI64ArrayAttr(repeats);
  return node.setResult(node.create<graph::TileOp>(node.getInput(0), properties));
}

/// Opset 1 repeats one axis; both numbers have the type of the elements.
static LogicalResult importOldTile(NodeImporter &node) {
  FailureOr<double> tiles = node.getConstantNumber(1, "the number of tiles");
  FailureOr<double> given = node.getConstantNumber(2, "the axis");
  if (failed(tiles) || failed(given))
    return failure();
  constexpr double most = std::numeric_limits<int32_t>::max();
  if (!(*tiles >= 0 && *tiles <= most && std::abs(*given) <= most))
    return node.emitError() << "expected a number of tiles from 0 to 2^31 and an axis, got "
                            << *tiles << " and " << *given;
  FailureOr<int64_t> axis = node.normalizeAxis(static_cast<int64_t>(*given), node.getInputRank(0));
  if (failed(axis))
    return failure();
  SmallVector<int64_t> repeats(node.getInputRank(0), 1);
  repeats[*axis] = static_cast<int64_t>(*tiles);
  graph::TileOp::Properties properties;
  properties.repeats = node.getBuilder().getDenseI64ArrayAttr(repeats);
  return node.setResult(node.create<graph::TileOp>(node.getInput(0), properties));
}

static LogicalResult importGatherElements(NodeImporter &node) {
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), node.getInputRank(0));
  if (failed(axis))
    return failure();
  graph::GatherElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  return node.setResult(node.create<graph::GatherElementsOp>(node.getInputs(), properties));
}

static LogicalResult importGatherND(NodeImporter &node) {
  graph::GatherNDOp::Properties properties;
  properties.batch_dims = node.getBuilder().getI64IntegerAttr(node.getInt("batch_dims", 0));
  return node.setResult(node.create<graph::GatherNDOp>(node.getInputs(), properties));
}

static FailureOr<StringAttr> getScatterMode(NodeImporter &node) {
  StringRef mode = node.getString("reduction", "none");
  if (!llvm::is_contained({"none", "add", "mul", "min", "max"}, mode))
    return node.emitError() << "expected 'reduction' to be none, add, mul, min or max, got '"
                            << mode << "'";
  return node.getBuilder().getStringAttr(mode);
}

static LogicalResult importScatterElements(NodeImporter &node) {
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), node.getInputRank(0));
  FailureOr<StringAttr> mode = getScatterMode(node);
  if (failed(axis) || failed(mode))
    return failure();
  graph::ScatterElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  properties.mode = *mode;
  return node.setResult(node.create<graph::ScatterElementsOp>(node.getInputs(), properties));
}

static LogicalResult importScatterND(NodeImporter &node) {
  FailureOr<StringAttr> mode = getScatterMode(node);
  if (failed(mode))
    return failure();
  graph::ScatterNDOp::Properties properties;
  properties.mode = *mode;
  return node.setResult(node.create<graph::ScatterNDOp>(node.getInputs(), properties));
}

static LogicalResult importReverseSequence(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> time = node.normalizeAxis(node.getInt("time_axis", 0), type.getRank());
  if (failed(time))
    return failure();
  if (type.isDynamicDim(*time))
    return node.emitError() << "requires a static dim at the time axis " << *time << ", got "
                            << type;
  Value lengths = checkLengths(node, node.getInput(1), type.getDimSize(*time));
  if (!lengths)
    return failure();
  graph::ReverseSequenceOp::Properties properties;
  properties.batch_axis = node.getBuilder().getI64IntegerAttr(node.getInt("batch_axis", 1));
  properties.time_axis = node.getBuilder().getI64IntegerAttr(*time);
  return node.setResult(
      node.create<graph::ReverseSequenceOp>({node.getInput(0), lengths}, properties));
}

void dl::onnx_import::addSelectionOperators(OperatorTable &table) {
  auto any = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler, unsigned min,
                 unsigned max) -> OperatorInfo & {
    return table.add(name, versions, handler).allowBool().inputs(min, max);
  };
  any("Concat", {1}, importConcat, 1, OperatorInfo::any).attributes("axis:int");
  any("Concat", {4, 11, 13}, importConcat, 1, OperatorInfo::any).attributes("axis:int!");
  any("Slice", {1}, importSlice, 1, 1).attributes("axes:ints ends:ints! starts:ints!");
  any("Slice", {10, 11, 13}, importSlice, 3, 5);
  any("Pad", {1}, importPad, 1, 1).attributes("mode:string paddings:ints! value:float");
  any("Pad", {2}, importPad, 1, 1).attributes("mode:string pads:ints! value:float");
  any("Pad", {11, 13}, importPad, 2, 3).attributes("mode:string");
  any("Pad", {18, 19, 21, 23, 24, 25}, importPad, 2, 4).attributes("mode:string");
  any("Expand", {8, 13}, importExpand, 2, 2);
  any("Tile", {1}, importOldTile, 3, 3);
  any("Tile", {6, 13}, importTile, 2, 2);
  any("GatherElements", {11, 13}, importGatherElements, 2, 2).attributes("axis:int");
  any("GatherND", {11}, importGatherND, 2, 2);
  any("GatherND", {12, 13}, importGatherND, 2, 2).attributes("batch_dims:int");
  any("Scatter", {9, 11}, importScatterElements, 3, 3).attributes("axis:int");
  any("ScatterElements", {11, 13}, importScatterElements, 3, 3).attributes("axis:int");
  any("ScatterElements", {16, 18}, importScatterElements, 3, 3)
      .attributes("axis:int reduction:string");
  any("ScatterND", {11, 13}, importScatterND, 3, 3);
  any("ScatterND", {16, 18}, importScatterND, 3, 3).attributes("reduction:string");
  any("ReverseSequence", {10, 28}, importReverseSequence, 2, 2)
      .attributes("batch_axis:int time_axis:int");
}
