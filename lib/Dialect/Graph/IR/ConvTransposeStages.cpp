//===-- ConvTransposeStages.cpp - te program of transposed convolution *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te program of transposed convolution, by phases. With stride s, output o of a
// dim has phase r = o mod s and step j = o floordiv s. It sums x[i] * w[k] over
// i * s + k = o + pad, so k = (r + pad) mod s + s * t for the taps t, and
// i = j + (r + pad) floordiv s - t: for each phase a convolution without stride.
// The phases are a stage, which the last stage puts in order.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "WindowStages.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// One spatial dim, taken apart into phases. `extra` is the output padding; `outputs` and
/// `steps` are the sizes of the result and of one phase.
struct PhasedDim {
  Window window;
  int64_t extra;
  OpFoldResult outputs, steps;

  int64_t stride() const { return window.stride; }
  int64_t taps() const { return llvm::divideCeil(window.span(), window.stride); }
  /// How many elements the result has beyond its stride times the input's.
  int64_t beyond() const {
    return window.span() - stride() - window.padBegin - window.padEnd + extra;
  }
  /// The same in steps of a phase: a number, since a phase advances by one input.
  int64_t beyondSteps() const { return llvm::divideCeilSigned(beyond(), stride()); }
  /// How far the first and the last phase are shifted in the input.
  int64_t firstShift() const { return window.padBegin / window.stride; }
  int64_t lastShift() const { return (window.stride - 1 + window.padBegin) / window.stride; }
  /// The input that all phases read, as a window over steps.
  Window getReads() const {
    int64_t extent = taps() + lastShift() - firstShift(), begin = taps() - 1 - firstShift();
    return {extent, 1, begin, beyondSteps() + extent - 1 - begin, 1};
  }
  /// The index into the padded input.
  AffineExpr input(AffineExpr step, AffineExpr phase, AffineExpr tap) const {
    AffineExpr shift = stride() == 1 ? getAffineConstantExpr(window.padBegin, step.getContext())
                                     : (phase + window.padBegin).floorDiv(stride());
    return step + shift - tap + (taps() - 1 - firstShift());
  }
  /// The index into the window, where zeros stand between its dilated elements.
  AffineExpr tap(AffineExpr phase, AffineExpr tap) const {
    if (stride() == 1)
      return tap;
    if (window.padBegin % stride() == 0)
      return phase + tap * stride();
    return (phase + window.padBegin) % stride() + tap * stride();
  }
};
} // namespace

/// The weights with zeros between dilated elements and after the window, so that
/// each phase has the same number of taps; the weights themselves where none are
/// needed.
static Value buildTaps(OpBuilder &builder, Location loc, Value w, const Layout &layout,
                       ArrayRef<PhasedDim> dims, StringRef prefix) {
  RankedTensorType type = tensorType(w);
  std::string letters = spatialLetters(dims.size());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [i, dim] : llvm::enumerate(dims))
    shape[layout.getPosition(letters[i])] = dim.taps() * dim.stride();
  if (ArrayRef<int64_t>(shape) == type.getShape())
    return w;
  SmallVector<std::string> names = {"i", "o"};
  for (const std::string &name : spatialNames(dims.size()))
    names.push_back("k" + name);
  StageBuilder stage(builder, loc, type.getElementType());
  SizeBuilder sizes(builder, loc);
  LayoutAxes(layout, names).add(stage, llvm::map_to_vector(shape, [&](int64_t size) {
                                  return sizes.number(size);
                                }));
  return stage.build((prefix + ".taps").str(), te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, type.getRank()), constraints;
    for (auto [i, dim] : llvm::enumerate(dims)) {
      unsigned position = layout.getPosition(letters[i]);
      AffineExpr tap = indices[position];
      if (dim.window.span() < shape[position])
        constraints.push_back(dim.window.span() - 1 - tap);
      if (dim.window.dilation == 1)
        continue;
      constraints.push_back(-(tap % dim.window.dilation));
      indices[position] = tap.floorDiv(dim.window.dilation);
    }
    return b.readGuarded(w, indices, constraints, /*otherwise=*/0);
  });
}

namespace {
/// The axes of the stage that computes all phases: those of the result in its
/// layout, with the phases before the first spatial dim.
class PhaseAxes {
public:
  PhaseAxes(const Layout &layout, ArrayRef<PhasedDim> dims)
      : layout(layout), letters(spatialLetters(dims.size())), dims(dims),
        names(dataAxisNames("n", "o", dims.size())) {}

  bool hasPhases() const {
    return llvm::any_of(dims, [](const PhasedDim &dim) { return dim.stride() > 1; });
  }
  void add(StageBuilder &stage, ArrayRef<OpFoldResult> sizes) {
    LayoutAxes axes(layout, names);
    for (auto [part, extent] : llvm::zip_equal(layout.getParts(), sizes)) {
      size_t spatial = letters.find(part.letter);
      if (spatial == std::string::npos) {
        positions.push_back(stage.spatial(axes.getName(part), extent));
        continue;
      }
      if (hasPhases() && phases.empty())
        for (auto [i, dim] : llvm::enumerate(dims))
          phases.push_back(stage.spatial("r" + names[i + 2], dim.stride()));
      positions.push_back(stage.spatial(axes.getName(part), dims[spatial].steps));
    }
  }
  /// In the stage itself.
  AffineExpr get(StageBody &b, char letter, bool block = false) const {
    return b.axis(positions[layout.getPosition(letter, block)]);
  }
  AffineExpr getPhase(StageBody &b, size_t dim) const {
    return phases.empty() ? b.constant(0) : b.axis(phases[dim]);
  }
  /// The indices of the stage's result in a stage over the result's own dims.
  SmallVector<AffineExpr> getIndices(StageBody &b) const {
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
      if (hasPhases())
        indices[phases[spatial]] = stride == 1 ? b.constant(0) : axis % stride;
    }
    return indices;
  }

private:
  const Layout &layout;
  std::string letters;
  ArrayRef<PhasedDim> dims;
  SmallVector<std::string> names;
  SmallVector<unsigned> positions, phases;
};
} // namespace

LogicalResult ConvTransposeOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                     StringRef prefix,
                                                     SmallVectorImpl<Value> &results) {
  std::string error;
  ConvLayouts layouts = *getConvLayouts(getLayoutsAttr(), tensorType(getX()).getRank(), 'I', error);
  if (failed(requireStaticChannels(*this, layouts.x, layouts.y)))
    return failure();
  RankedTensorType type = getType();
  SmallVector<int64_t> wShape = layouts.w.toLogicalShape(tensorType(getW()).getShape());
  Location loc = getLoc();
  SizeBuilder sizes(builder, loc);
  SmallVector<PhasedDim> dims;
  SmallVector<OpFoldResult> spatial;
  SmallVector<int64_t> steps;
  auto windows =
      getWindows(ArrayRef(wShape).drop_front(2), getStrides(), getPads(), getDilations());
  std::string letters = spatialLetters(windows.size());
  for (auto [i, window] : llvm::enumerate(windows)) {
    PhasedDim &dim = dims.emplace_back(PhasedDim{window, getOutputPadding()[i], {}, {}});
    OpFoldResult input = sizes.dim(operands[0], layouts.x.getPosition(letters[i]));
    dim.outputs = sizes.linear(input, dim.stride(), dim.beyond());
    dim.steps = sizes.linear(input, 1, dim.beyondSteps());
    spatial.push_back(dim.outputs);
    steps.push_back(staticSize(dim.steps));
  }
  auto reads = llvm::map_to_vector(dims, [](const PhasedDim &dim) { return dim.getReads(); });
  Value x = buildPad(builder, loc, operands[0], layouts.x, reads, steps, /*padding=*/0, prefix);
  Value w = buildTaps(builder, loc, operands[1], layouts.w, dims, prefix);

  SmallVector<OpFoldResult> resultSizes =
      getResultSizes(sizes, operands[0], layouts.x, type, layouts.y, spatial);
  PhaseAxes phases(layouts.y, dims);
  // What a bias is added to is wide.
  Type element = type.getElementType();
  StageBuilder stage(builder, loc, operands.size() == 2 ? element : getWideType(element));
  phases.add(stage, resultSizes);
  unsigned rank = type.getRank() + (phases.hasPhases() ? dims.size() : 0);
  // Reduction axes: channels (or their blocks), the taps, channels of a block.
  int64_t block = layouts.w.getBlock('O'), group = getGroup();
  int64_t perGroup = wShape[0] / group, outputsPerGroup = wShape[1];
  stage.reduce(block == 1 ? "i" : "ib", perGroup / block);
  for (auto [name, dim] : llvm::zip_equal(spatialNames(dims.size()), dims))
    stage.reduce("t" + name, dim.taps());
  if (block != 1)
    stage.reduce("ii", block);

  std::string sumName = (prefix + ".phases").str();
  bool isLast = !phases.hasPhases() && operands.size() == 2;
  auto multiply = [&](StageBody &b) {
    AffineExpr channel = b.axis(rank), inner = b.axis(rank + 1 + dims.size());
    AffineExpr output = phases.get(b, 'C');
    if (group > 1 && outputsPerGroup > 0) {
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
    return b.scalars.mul(b.read(x, xIndices), b.read(w, wIndices));
  };
  Value sum = stage.build(isLast ? prefix : StringRef(sumName), te::Combiner::Add, multiply);
  if (isLast) {
    results.push_back(sum);
    return success();
  }
  StageBuilder order(builder, loc, type.getElementType());
  LayoutAxes outputs(layouts.y, dataAxisNames("n", "o", dims.size()));
  outputs.add(order, resultSizes);
  results.push_back(order.build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value value = b.read(sum, phases.getIndices(b));
    if (operands.size() == 2)
      return value;
    SmallVector<AffineExpr> indices = {outputs.get(b, 'C')};
    if (layouts.y.getBlock('C') != 1)
      indices.push_back(outputs.get(b, 'C', /*block=*/true));
    return b.scalars.add(value, b.read(operands[2], indices));
  }));
  return success();
}

bool ConvTransposeOp::isWeight(unsigned operandNumber) { return operandNumber == 1; }
