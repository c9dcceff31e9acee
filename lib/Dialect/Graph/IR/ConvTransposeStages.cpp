//===-- ConvTransposeStages.cpp - te program of transposed convolution *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te program of transposed convolution, by phases. Output o of a dim is the sum of
// x[i] * w[k] over i * s + k * d = o + pad, for the stride s and the dilation d. With
// g = gcd(s, d), the taps of o are all k = p + s / g * t of one phase p < s / g, which
// has p * d = o + pad modulo s, and i = o floordiv s - (p * d - pad) floordiv s - d / g * t:
// for each phase a convolution without stride. Phases of equal numbers of taps are a stage:
// a tap of zero weight would be a term where the input is infinite. The last stage puts
// them in order; outputs that no window reaches (g > 1) are of no phase.
//
//===----------------------------------------------------------------------===//
#include "ConvTransposeColumns.h"
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "WindowStages.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// The phases [first, first + count).
struct PhaseRange {
  int64_t first, count, taps;
};

/// One spatial dim, taken apart into phases. `extra` is the output padding; `outputs` and
/// `steps` are the sizes of the result and of one phase.
struct PhasedDim {
  Window window;
  int64_t extra;
  OpFoldResult outputs, steps;

  int64_t stride() const { return window.stride; }
  /// Outputs from one that windows reach to the next.
  int64_t spacing() const { return std::gcd(stride(), window.dilation); }
  int64_t phases() const { return stride() / spacing(); }
  /// The most that a phase has; they are this many inputs apart.
  int64_t taps() const { return llvm::divideCeil(window.extent, phases()); }
  int64_t tapDistance() const { return window.dilation / spacing(); }
  /// Phases that follow each other and have the same taps.
  SmallVector<PhaseRange, 2> getRanges() const {
    int64_t full = window.extent - phases() * (taps() - 1);
    SmallVector<PhaseRange, 2> ranges = {{0, full, taps()}};
    if (full < phases())
      ranges.push_back({full, phases() - full, taps() - 1});
    return ranges;
  }
  /// How many elements the result has beyond its stride times the input's.
  int64_t beyond() const {
    return window.span() - stride() - window.padBegin - window.padEnd + extra;
  }
  /// The same in steps of a phase: a number, since a phase advances by one input.
  int64_t beyondSteps() const { return llvm::divideCeilSigned(beyond(), stride()); }
  /// How far the first tap of a phase lies before the output's step.
  int64_t shift(int64_t phase) const {
    return llvm::divideFloorSigned(phase * window.dilation - window.padBegin, stride());
  }
  int64_t reach() const { return shift(phases() - 1) + tapDistance() * (taps() - 1); }
  /// The input that all phases read, as a window over steps.
  Window getReads() const {
    int64_t extent = reach() - shift(0) + 1;
    return {extent, 1, reach(), beyondSteps() + extent - 1 - reach(), 1};
  }
  /// True where phases are numbered by their first output, which puts them in order with
  /// less arithmetic, and not by their first tap.
  bool isByOutput() const { return spacing() == 1 && getRanges().size() == 1; }
  AffineExpr firstTap(AffineExpr phase) const {
    SmallVector<AffineExpr> none;
    return isByOutput() ? getPhase(phase, none) : phase;
  }
  /// The index into the padded input.
  AffineExpr input(AffineExpr step, AffineExpr phase, AffineExpr tap) const {
    AffineExpr first =
        isByOutput() && window.dilation == 1
            ? -(phase + window.padBegin).floorDiv(stride())
            : (firstTap(phase) * window.dilation - window.padBegin).floorDiv(stride());
    return step - first - tap * tapDistance() + reach();
  }
  /// The index into the weights.
  AffineExpr tap(AffineExpr phase, AffineExpr tap) const {
    return firstTap(phase) + tap * phases();
  }
  /// The number of an output's phase. Constraints hold where windows reach it.
  AffineExpr phase(AffineExpr output, SmallVectorImpl<AffineExpr> &constraints) const {
    return isByOutput() ? output % stride() : getPhase(output, constraints);
  }

private:
  /// The first tap of an output's phase.
  AffineExpr getPhase(AffineExpr output, SmallVectorImpl<AffineExpr> &constraints) const {
    AffineExpr offset = output + window.padBegin % stride();
    if (spacing() != 1) {
      constraints.push_back(-(offset % spacing()));
      offset = offset.floorDiv(spacing());
    }
    // What the distance of taps is multiplied by to be 1 modulo the number of phases.
    int64_t inverse = 1;
    while (inverse * tapDistance() % phases() != 1 % phases())
      ++inverse;
    if (inverse != 1)
      offset = offset % phases() * inverse;
    return offset % phases();
  }
};
} // namespace

/// True where there is a stage of phases that is not the result.
static bool hasPhases(ArrayRef<PhasedDim> dims) {
  return llvm::any_of(dims, [](const PhasedDim &dim) { return dim.stride() > 1; });
}

namespace {
/// The axes of a stage that computes phases, those of a range in each dim: those of the
/// result in its layout, with the phases before the first spatial dim.
class PhaseAxes {
public:
  PhaseAxes(const Layout &layout, ArrayRef<PhasedDim> dims, ArrayRef<PhaseRange> ranges)
      : layout(layout), letters(spatialLetters(dims.size())), dims(dims), ranges(ranges),
        names(dataAxisNames("n", "o", dims.size())) {}

  void add(StageBuilder &stage, ArrayRef<OpFoldResult> sizes) {
    LayoutAxes axes(layout, names);
    for (auto [part, extent] : llvm::zip_equal(layout.getParts(), sizes)) {
      size_t spatial = letters.find(part.letter);
      if (spatial == std::string::npos) {
        positions.push_back(stage.spatial(axes.getName(part), extent));
        continue;
      }
      if (hasPhases(dims) && phases.empty())
        for (auto [i, range] : llvm::enumerate(ranges))
          phases.push_back(stage.spatial("r" + names[i + 2], range.count));
      positions.push_back(stage.spatial(axes.getName(part), dims[spatial].steps));
    }
  }
  /// In the stage itself.
  AffineExpr get(StageBody &b, char letter, bool block = false) const {
    return b.axis(positions[layout.getPosition(letter, block)]);
  }
  AffineExpr getPhase(StageBody &b, size_t dim) const {
    const PhaseRange &range = ranges[dim];
    return range.count == 1 ? b.constant(range.first) : b.axis(phases[dim]) + range.first;
  }
  /// All axes of the stage, with those of phases counted from those of another range, in which
  /// they are where constraints hold.
  SmallVector<AffineExpr> getIndicesFrom(StageBody &b, ArrayRef<PhaseRange> other,
                                         SmallVectorImpl<AffineExpr> &constraints) const {
    SmallVector<AffineExpr> indices = b.axisRange(0, positions.size() + phases.size());
    for (auto [position, dim, range] : llvm::zip_equal(phases, dims, other)) {
      AffineExpr &index = indices[position];
      if (range.first > 0)
        constraints.push_back(index - range.first);
      if (range.first + range.count < dim.phases())
        constraints.push_back(range.first + range.count - 1 - index);
      index = index - range.first;
    }
    return indices;
  }
  /// The indices of the stage's result in a stage over the result's own dims, where
  /// constraints hold.
  SmallVector<AffineExpr> getIndices(StageBody &b, SmallVectorImpl<AffineExpr> &constraints) const {
    SmallVector<AffineExpr> indices(positions.size() + phases.size());
    for (auto [i, part] : llvm::enumerate(layout.getParts())) {
      size_t spatial = letters.find(part.letter);
      AffineExpr axis = b.axis(i);
      if (spatial == std::string::npos) {
        indices[positions[i]] = axis;
        continue;
      }
      int64_t stride = dims[spatial].stride();
      indices[positions[i]] = stride == 1 ? axis : axis.floorDiv(stride);
      if (!phases.empty())
        indices[phases[spatial]] =
            stride == 1 ? b.constant(0) : dims[spatial].phase(axis, constraints);
    }
    return indices;
  }

private:
  const Layout &layout;
  std::string letters;
  ArrayRef<PhasedDim> dims;
  ArrayRef<PhaseRange> ranges;
  SmallVector<std::string> names;
  SmallVector<unsigned> positions, phases;
};
} // namespace

namespace {
/// The stages of one operator.
class PhaseStages {
public:
  PhaseStages(ConvTransposeOp op, ConvLayouts layouts, OpBuilder &builder, ValueRange operands,
              StringRef prefix);

  Value build();

private:
  Value buildRanges(ArrayRef<PhaseRange> ranges, Type elementType, StringRef name);
  Value joinRanges(ArrayRef<SmallVector<PhaseRange>> parts, Type elementType, StringRef name);

  ConvTransposeOp op;
  ConvLayouts layouts;
  OpBuilder &builder;
  ValueRange operands;
  StringRef prefix;
  Location loc;
  std::string letters;
  /// Input channels and output channels of a group.
  int64_t perGroup, outputsPerGroup;
  SmallVector<PhasedDim> dims;
  SmallVector<OpFoldResult> resultSizes;
  /// The padded input.
  Value x;
};
} // namespace

PhaseStages::PhaseStages(ConvTransposeOp op, ConvLayouts convLayouts, OpBuilder &builder,
                         ValueRange operands, StringRef prefix)
    : op(op), layouts(std::move(convLayouts)), builder(builder), operands(operands), prefix(prefix),
      loc(op.getLoc()), letters(spatialLetters(layouts.spatialRank())) {
  SmallVector<int64_t> wShape = layouts.w.toLogicalShape(tensorType(op.getW()).getShape());
  perGroup = wShape[0] / op.getGroup();
  outputsPerGroup = wShape[1];
  SizeBuilder sizes(builder, loc);
  SmallVector<OpFoldResult> spatial;
  SmallVector<int64_t> steps;
  auto windows =
      getWindows(ArrayRef(wShape).drop_front(2), op.getStrides(), op.getPads(), op.getDilations());
  for (auto [i, window] : llvm::enumerate(windows)) {
    PhasedDim &dim = dims.emplace_back(PhasedDim{window, op.getOutputPadding()[i], {}, {}});
    OpFoldResult input = sizes.dim(operands[0], layouts.x.getPosition(letters[i]));
    dim.outputs = sizes.linear(input, dim.stride(), dim.beyond());
    dim.steps = sizes.linear(input, 1, dim.beyondSteps());
    spatial.push_back(dim.outputs);
    steps.push_back(staticSize(dim.steps));
  }
  auto reads = llvm::map_to_vector(dims, [](const PhasedDim &dim) { return dim.getReads(); });
  x = buildPad(builder, loc, operands[0], layouts.x, reads, steps, /*padding=*/0, prefix);
  resultSizes = getResultSizes(sizes, operands[0], layouts.x, op.getType(), layouts.y, spatial);
}

/// The sums of the phases of a range in each dim, all of which have the same taps.
Value PhaseStages::buildRanges(ArrayRef<PhaseRange> ranges, Type elementType, StringRef name) {
  PhaseAxes phases(layouts.y, dims, ranges);
  StageBuilder stage(builder, loc, elementType);
  phases.add(stage, resultSizes);
  unsigned rank = resultSizes.size() + (hasPhases(dims) ? dims.size() : 0);
  // Reduction axes: channels (or their blocks), the taps, channels of a block.
  int64_t block = layouts.w.getBlock('O');
  stage.reduce(block == 1 ? "i" : "ib", perGroup / block);
  for (auto [axis, range] : llvm::zip_equal(spatialNames(dims.size()), ranges))
    stage.reduce("t" + axis, range.taps);
  if (block != 1)
    stage.reduce("ii", block);
  return stage.build(name, te::Combiner::Add, [&](StageBody &b) {
    AffineExpr channel = b.axis(rank), inner = b.axis(rank + 1 + dims.size());
    AffineExpr output = phases.get(b, 'C');
    if (op.getGroup() > 1 && outputsPerGroup > 0) {
      channel = output.floorDiv(outputsPerGroup) * perGroup + channel;
      output = output % outputsPerGroup;
    }
    auto tap = [&](size_t dim) { return b.axis(rank + 1 + dim); };
    SmallVector<AffineExpr> xIndices, wIndices;
    for (const Layout::Part &part : layouts.x.getParts()) {
      size_t dim = letters.find(part.letter);
      if (dim != std::string::npos)
        xIndices.push_back(
            dims[dim].input(phases.get(b, part.letter), phases.getPhase(b, dim), tap(dim)));
      else if (part.letter == 'N')
        xIndices.push_back(phases.get(b, 'N'));
      else
        xIndices.push_back(part.block ? inner : channel);
    }
    for (const Layout::Part &part : layouts.w.getParts()) {
      size_t dim = letters.find(part.letter);
      if (dim != std::string::npos)
        wIndices.push_back(dims[dim].tap(phases.getPhase(b, dim), tap(dim)));
      else if (part.letter == 'O')
        wIndices.push_back(part.block ? inner : channel);
      else
        wIndices.push_back(part.block ? phases.get(b, 'C', /*block=*/true) : output);
    }
    return b.scalars.mul(b.read(x, xIndices), b.read(operands[1], wIndices));
  });
}

/// All phases from stages for parts of them. The conditions are on single axes, where loops
/// are cut; those of the order of outputs would be a test for each of them.
Value PhaseStages::joinRanges(ArrayRef<SmallVector<PhaseRange>> parts, Type elementType,
                              StringRef name) {
  auto all = llvm::map_to_vector(
      dims, [](const PhasedDim &dim) { return PhaseRange{0, dim.phases(), dim.taps()}; });
  if (parts.size() == 1)
    return buildRanges(parts[0], elementType, name);
  Type wide = getWideType(elementType);
  SmallVector<std::pair<Value, ArrayRef<PhaseRange>>> sums;
  for (ArrayRef<PhaseRange> ranges : parts)
    // Phases that no tap reaches are zero.
    if (llvm::all_of(ranges, [](const PhaseRange &range) { return range.taps > 0; }))
      sums.push_back(
          {buildRanges(ranges, wide, (prefix + ".part" + Twine(sums.size())).str()), ranges});
  PhaseAxes phases(layouts.y, dims, all);
  StageBuilder stage(builder, loc, elementType);
  phases.add(stage, resultSizes);
  return stage.build(name, te::Combiner::None, [&](StageBody &b) {
    Type stored = tensorType(sums[0].first).getElementType();
    Value value = b.scalars.convert(b.scalars.constant(stored, 0), stored);
    for (auto [sum, ranges] : sums) {
      SmallVector<AffineExpr> constraints;
      SmallVector<AffineExpr> indices = phases.getIndicesFrom(b, ranges, constraints);
      value = b.readGuarded(sum, indices, constraints, value);
    }
    return value;
  });
}

Value PhaseStages::build() {
  // Ranges of all dims, each with each.
  SmallVector<SmallVector<PhaseRange>> parts(1);
  for (const PhasedDim &dim : dims) {
    SmallVector<SmallVector<PhaseRange>> longer;
    for (ArrayRef<PhaseRange> part : parts)
      for (const PhaseRange &range : dim.getRanges()) {
        longer.emplace_back(part);
        longer.back().push_back(range);
      }
    parts = std::move(longer);
  }
  // What a bias is added to is wide.
  Type element = op.getType().getElementType();
  bool hasBias = operands.size() > 2;
  if (!hasPhases(dims) && !hasBias)
    return buildRanges(parts[0], element, prefix);
  Value sum =
      joinRanges(parts, hasBias ? getWideType(element) : element, (prefix + ".phases").str());
  // Where the axes of the stage of phases stand in it.
  PhaseAxes phases(layouts.y, dims, parts[0]);
  StageBuilder sameAxes(builder, loc, element), order(builder, loc, element);
  phases.add(sameAxes, resultSizes);
  LayoutAxes outputs(layouts.y, dataAxisNames("n", "o", dims.size()));
  outputs.add(order, resultSizes);
  return order.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> constraints, places = phases.getIndices(b, constraints);
    Value value =
        constraints.empty() ? b.read(sum, places) : b.readGuarded(sum, places, constraints, 0);
    if (!hasBias)
      return value;
    SmallVector<AffineExpr> indices = {outputs.get(b, 'C')};
    if (layouts.y.getBlock('C') != 1)
      indices.push_back(outputs.get(b, 'C', /*block=*/true));
    return b.scalars.add(value, b.read(operands[2], indices));
  });
}

LogicalResult ConvTransposeOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                     StringRef prefix,
                                                     SmallVectorImpl<Value> &results) {
  std::string error;
  ConvLayouts layouts = *getConvLayouts(getLayoutsAttr(), tensorType(getX()).getRank(), 'I', error);
  if (failed(requireStaticChannels(*this, layouts.x, layouts.y)))
    return failure();
  // Each uneven dim doubles the stages. Other layouts are chosen for finite weights only.
  SmallVector<int64_t> wShape = layouts.w.toLogicalShape(tensorType(getW()).getShape());
  auto windows =
      getWindows(ArrayRef(wShape).drop_front(2), getStrides(), getPads(), getDilations());
  int64_t uneven = llvm::count_if(windows, [](const Window &window) {
    return window.extent % (window.stride / std::gcd(window.stride, window.dilation)) != 0;
  });
  if (!getLayouts() && (uneven > 3 || !isFiniteConstant(getW())))
    results.push_back(buildByColumns(*this, builder, operands, prefix));
  else
    results.push_back(PhaseStages(*this, layouts, builder, operands, prefix).build());
  return success();
}

bool ConvTransposeOp::isWeight(unsigned operandNumber) { return operandNumber == 1; }
