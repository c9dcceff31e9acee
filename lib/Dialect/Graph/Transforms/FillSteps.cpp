//===-- FillSteps.cpp - channels that fill steps of products --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-fill-steps: convolutions of narrow numbers with few input channels get more: those of the
// neighbours that a step of the window skips (space to depth), and zeros.
//
//===----------------------------------------------------------------------===//
#include "StepChannels.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

namespace dl::graph {
#define GEN_PASS_DEF_FILLSTEPSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// What a step of products of matrices takes for each row, in multiply-adds of vectors of floats
/// (measured where AMX is: 20 cycles for 14 rows, in which a core begins 100 of these).
static constexpr double stepCost = 5;

/// Element o of the result is the sum over t of the window's elements times those at
/// o * stride - low + t of the input; with strides as channels at o - newLow + t', where t' is
/// (offset + t) / stride.
static std::optional<FoldedDim> foldDim(int64_t extent, int64_t window, int64_t stride, int64_t low,
                                        int64_t result) {
  FoldedDim dim;
  dim.factor = stride;
  dim.extent = llvm::divideCeil(extent, stride);
  dim.low = llvm::divideCeil(low, stride);
  dim.offset = dim.low * stride - low;
  dim.window = llvm::divideCeil(dim.offset + window, stride);
  dim.high = result - 1 + dim.window - dim.extent - dim.low;
  return dim.high >= 0 ? std::optional(dim) : std::nullopt;
}

std::optional<StepChannels> dl::graph::planStepChannels(ConvOp op, int64_t stepChannels,
                                                        int64_t block) {
  RankedTensorType x = getType(op.getX()), w = getType(op.getW()), y = op.getType();
  auto isMore = [](int64_t size) { return size > 1; };
  if (stepChannels < 1 || block < 1 || op.getLayouts() || op.getGroup() != 1 ||
      !x.hasStaticShape() || !w.hasStaticShape() || w.getNumElements() == 0 ||
      y.getNumElements() == 0 || y.getDimSize(1) % block != 0 ||
      llvm::any_of(op.getDilations(), isMore))
    return std::nullopt;
  StepChannels plan;
  plan.channels = x.getDimSize(1);
  int64_t factor = llvm::product_of(op.getStrides());
  bool folds = factor > 1 && plan.channels * factor <= stepChannels;
  int64_t rank = x.getRank() - 2, positions = 1;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t extent = x.getDimSize(2 + dim), window = w.getDimSize(2 + dim);
    int64_t stride = op.getStrides()[dim], low = op.getPads()[dim];
    FoldedDim plain{1, extent, window, low, op.getPads()[rank + dim], 0};
    std::optional<FoldedDim> made =
        folds ? foldDim(extent, window, stride, low, y.getDimSize(2 + dim)) : plain;
    if (!made)
      return std::nullopt;
    plan.dims.push_back(*made);
    positions *= made->window;
  }
  if (folds)
    plan.channels *= factor;
  plan.padded = llvm::alignTo(plan.channels, block);
  auto steps = static_cast<double>(positions * llvm::divideCeil(plan.padded, stepChannels));
  auto terms = static_cast<double>(w.getNumElements() / w.getDimSize(0));
  return steps * stepCost < terms ? std::optional(std::move(plan)) : std::nullopt;
}

namespace {
struct FillSteps : dl::graph::impl::FillStepsPassBase<FillSteps> {
  using FillStepsPassBase::FillStepsPassBase;

  void runOnOperation() override {
    if (block < 1 || stepBytes < 0) {
      getOperation().emitError("expected option 'block' to be positive and 'step-bytes' not to be "
                               "negative, got ")
          << int64_t(block) << " and " << int64_t(stepBytes);
      return signalPassFailure();
    }
    SmallVector<ConvOp> ops;
    getOperation().walk([&](ConvOp op) {
      if (op.getWide() && getType(op.getX()).getDimSize(1) % block != 0)
        ops.push_back(op);
    });
    for (ConvOp op : ops) {
      int64_t stepChannels = stepBytes * 8 / getType(op.getX()).getElementTypeBitWidth();
      std::optional<StepChannels> plan = planStepChannels(op, stepChannels, block);
      if (plan && failed(fill(op, *plan)))
        return signalPassFailure();
    }
  }

private:
  /// Weights: the old window's element t of channel c is that of the folded channel.
  static FailureOr<Value> foldWeights(OpBuilder &builder, ConvOp op, const StepChannels &plan) {
    FailureOr<ConstantData> data = ConstantData::get(op.getW());
    Attribute attribute;
    if (failed(data) || !matchPattern(op.getW(), m_Constant(&attribute)))
      return failure();
    ArrayRef<int64_t> old = data->getType().getShape();
    SmallVector<int64_t> shape = {old[0], plan.padded};
    for (const FoldedDim &dim : plan.dims)
      shape.push_back(dim.window);
    unsigned width = data->getElementBytes();
    ElementsAttr made = makeConstant(
        data->getType().clone(shape), getResourceName(attribute), [&](MutableArrayRef<char> bytes) {
          llvm::fill(bytes, 0);
          SmallVector<int64_t> at(old.size(), 0);
          for (int64_t from = 0, e = data->getType().getNumElements(); from < e; ++from) {
            int64_t channel = at[1], place = 0;
            for (auto [dim, folded] : llvm::enumerate(plan.dims)) {
              int64_t along = folded.offset + at[2 + dim];
              channel = channel * folded.factor + along % folded.factor;
              place = place * folded.window + along / folded.factor;
            }
            int64_t window = 1;
            for (const FoldedDim &folded : plan.dims)
              window *= folded.window;
            int64_t to = (at[0] * plan.padded + channel) * window + place;
            std::memcpy(bytes.data() + to * width, data->getElement(from), width);
            for (size_t dim = old.size(); dim-- > 0;) {
              if (++at[dim] < old[dim])
                break;
              at[dim] = 0;
            }
          }
        });
    return Value(ConstantOp::create(builder, op.getW().getLoc(), made));
  }

  /// The input with so many more elements behind each dim.
  static Value pad(CheckedBuilder &graph, Value x, ArrayRef<int64_t> high, int64_t number) {
    if (llvm::all_of(high, [](int64_t size) { return size == 0; }))
      return x;
    Builder builder(x.getContext());
    PadOp::Properties properties;
    properties.low = builder.getDenseI64ArrayAttr(SmallVector<int64_t>(high.size(), 0));
    properties.high = builder.getDenseI64ArrayAttr(high);
    properties.mode = builder.getStringAttr("constant");
    return graph.make<PadOp>({x, graph.scalar(x, static_cast<double>(number))}, properties);
  }

  /// N C H W with H = a s: N C a s … -> N (C s …) a …
  static Value foldInput(CheckedBuilder &graph, Value x, const StepChannels &plan,
                         int64_t padValue) {
    Builder builder(x.getContext());
    SmallVector<int64_t> high = {0, 0}, split(getType(x).getShape().take_front(2));
    SmallVector<int64_t> outer, inner, joined = {split[0], plan.channels};
    for (auto [dim, folded] : llvm::enumerate(plan.dims)) {
      high.push_back(folded.extent * folded.factor - getType(x).getDimSize(2 + dim));
      outer.push_back(static_cast<int64_t>(split.size()));
      inner.push_back(static_cast<int64_t>(split.size()) + 1);
      llvm::append_values(split, folded.extent, folded.factor);
      joined.push_back(folded.extent);
    }
    SmallVector<int64_t> order = {0, 1};
    llvm::append_range(order, inner);
    llvm::append_range(order, outer);
    TransposeOp::Properties properties;
    properties.permutation = builder.getDenseI64ArrayAttr(order);
    x = graph.reshape(pad(graph, x, high, padValue), split);
    return graph.reshape(graph.make<TransposeOp>({x}, properties), joined);
  }

  LogicalResult fill(ConvOp op, const StepChannels &plan) {
    OpBuilder builder(op);
    CheckedBuilder graph(builder, op.getLoc());
    FailureOr<Value> weights = foldWeights(builder, op, plan);
    if (failed(weights))
      return success();
    Value x = op.getX();
    if (plan.channels != getType(x).getDimSize(1))
      x = foldInput(graph, x, plan, op.getPadValue().value_or(0));
    SmallVector<int64_t> more(getType(op.getX()).getRank(), 0);
    more[1] = plan.padded - plan.channels;
    ConvOp::Properties properties = op.getProperties();
    SmallVector<int64_t> strides(op.getStrides()), low, high;
    for (auto [dim, folded] : llvm::enumerate(plan.dims)) {
      strides[dim] /= folded.factor;
      low.push_back(folded.low);
      high.push_back(folded.high);
    }
    llvm::append_range(low, high);
    properties.strides = builder.getDenseI64ArrayAttr(strides);
    properties.pads = builder.getDenseI64ArrayAttr(low);
    Value made = graph.make<ConvOp>({x ? pad(graph, x, more, 0) : x, *weights}, properties);
    if (!made)
      return failure();
    op.getResult().replaceAllUsesWith(made);
    op.erase();
    ++numFilled;
    return success();
  }
};
} // namespace
