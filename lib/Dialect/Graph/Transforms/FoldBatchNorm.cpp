//===-- FoldBatchNorm.cpp - fold batch normalisations -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-fold-batch-norm: constant batch normalisations go into the convolution
// before them, or become a scale and a shift.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>

namespace dl::graph {
#define GEN_PASS_DEF_FOLDBATCHNORMPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

namespace {
/// y = x * scale[c] + shift[c].
struct ScaleAndShift {
  SmallVector<double> scale, shift;
};

FailureOr<ScaleAndShift> getScaleAndShift(BatchNormOp op) {
  auto scale = ConstantData::get(op.getScale()), bias = ConstantData::get(op.getBias());
  auto mean = ConstantData::get(op.getMean()), var = ConstantData::get(op.getVar());
  if (failed(scale) || failed(bias) || failed(mean) || failed(var))
    return failure();
  double epsilon = op.getEpsilon().convertToDouble();
  ScaleAndShift result;
  for (int64_t c = 0, e = scale->getType().getNumElements(); c < e; ++c) {
    double s = scale->getNumber(c) / std::sqrt(var->getNumber(c) + epsilon);
    result.scale.push_back(s);
    result.shift.push_back(bias->getNumber(c) - mean->getNumber(c) * s);
  }
  return result;
}

Attribute getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValueAttr() : Attribute();
}

/// Why the normalisation cannot go into what makes its input; empty if it can.
StringRef getObstacle(BatchNormOp op) {
  auto conv = op.getX().getDefiningOp<ConvOp>();
  if (!conv)
    return "its input is not made by a convolution";
  if (ScalarBuilder::isHalf(op.getType().getElementType()))
    return "weights of 16 bits would be rounded again, or overflow";
  if (!conv->hasOneUse())
    return "the convolution's result has other readers";
  if (conv.getLayouts())
    return "the convolution's channels are in blocks";
  if (failed(ConstantData::get(conv.getW())))
    return "the convolution's weights are not a constant";
  if (conv.getBias() && failed(ConstantData::get(conv.getBias())))
    return "the convolution's bias is not a constant";
  return "";
}

/// The weights multiplied by the scale of their output channel (dim 0).
ElementsAttr scaleWeights(const ConstantData &weights, Attribute attribute,
                          ArrayRef<double> scale) {
  RankedTensorType type = weights.getType();
  int64_t perChannel = scale.empty() ? 0 : type.getNumElements() / int64_t(scale.size());
  unsigned width = weights.getElementBytes();
  return makeConstant(type, getResourceName(attribute), [&](MutableArrayRef<char> bytes) {
    auto scaleChannels = [&](auto scaleElement) {
      for (int64_t c = 0, e = scale.size(); c < e; ++c)
        for (int64_t i = c * perChannel; i < (c + 1) * perChannel; ++i)
          scaleElement(weights.getElement(i), bytes.data() + i * width, i, scale[c]);
    };
    // Most weights, without a look at the type for each.
    if (type.getElementType().isF32())
      return scaleChannels([](const char *from, char *to, int64_t, double factor) {
        float value;
        std::memcpy(&value, from, sizeof(value));
        value = value * factor;
        std::memcpy(to, &value, sizeof(value));
      });
    scaleChannels([&](const char *, char *to, int64_t i, double factor) {
      writeNumber(type.getElementType(), weights.getNumber(i) * factor, to);
    });
  });
}

struct FoldBatchNorm : dl::graph::impl::FoldBatchNormPassBase<FoldBatchNorm> {
  void runOnOperation() override {
    SmallVector<BatchNormOp> norms;
    getOperation().walk([&](BatchNormOp op) { norms.push_back(op); });
    for (BatchNormOp op : norms) {
      FailureOr<ScaleAndShift> channels = getScaleAndShift(op);
      if (failed(channels)) {
        missed(op, "its statistics are not constants");
        continue;
      }
      StringRef obstacle = getObstacle(op);
      if (obstacle.empty()) {
        foldIntoConvolution(op, *channels);
        ++numFolded;
      } else {
        missed(op, obstacle);
        rewrite(op, *channels);
        ++numRewritten;
      }
    }
  }

  void missed(BatchNormOp op, StringRef why) {
    remark::missed(op.getLoc(), remark::RemarkOpts::name("NotFolded")
                                    .category("graph-fold-batch-norm")
                                    .function(getOperation().getName()))
        << remark::reason("{0}", why.str());
  }

  void foldIntoConvolution(BatchNormOp op, const ScaleAndShift &channels) {
    auto conv = op.getX().getDefiningOp<ConvOp>();
    OpBuilder builder(op);
    Location loc = FusedLoc::get(op.getContext(), {conv.getLoc(), op.getLoc()});
    ConstantData weights = *ConstantData::get(conv.getW());
    SmallVector<double> bias(channels.shift);
    if (conv.getBias()) {
      ConstantData old = *ConstantData::get(conv.getBias());
      for (auto [c, value] : llvm::enumerate(bias))
        value += old.getNumber(c) * channels.scale[c];
    }
    Attribute attribute = getConstant(conv.getW());
    Value newWeights = ConstantOp::create(builder, conv.getW().getLoc(),
                                          scaleWeights(weights, attribute, channels.scale));
    auto biasType = cast<RankedTensorType>(op.getBias().getType());
    Value newBias =
        ConstantOp::create(builder, op.getBias().getLoc(), makeConstant(biasType, "bias", bias));
    auto folded = cast<ConvOp>(builder.clone(*conv));
    folded->setOperands({conv.getX(), newWeights, newBias});
    folded->setLoc(loc);
    folded.getResult().setType(op.getType());
    op.replaceAllUsesWith(folded.getResult());
    op.erase();
    conv.erase();
  }

  void rewrite(BatchNormOp op, const ScaleAndShift &channels) {
    OpBuilder builder(op);
    auto type = op.getType();
    // Channels are dim 1: [C] becomes [C, 1, …] under the spatial dims.
    SmallVector<int64_t> shape(type.getRank() - 1, 1);
    shape[0] = channels.scale.size();
    // Of floats of 16 bits only the result is rounded.
    Type element = type.getElementType(), wide = getWideType(element);
    auto perChannel = RankedTensorType::get(shape, wide);
    Value scale = ConstantOp::create(builder, op.getScale().getLoc(),
                                     makeConstant(perChannel, "scale", channels.scale));
    Value shift = ConstantOp::create(builder, op.getBias().getLoc(),
                                     makeConstant(perChannel, "shift", channels.shift));
    auto convert = [&](Value value, Type to) -> Value {
      if (element == wide)
        return value;
      return CastOp::create(builder, op.getLoc(), type.clone(to), value, TypeAttr::get(to),
                            builder.getBoolAttr(true), builder.getStringAttr("up"));
    };
    auto wideType = type.clone(wide);
    Value scaled = MulOp::create(builder, op.getLoc(), wideType, convert(op.getX(), wide), scale);
    Value result = AddOp::create(builder, op.getLoc(), wideType, scaled, shift);
    op.replaceAllUsesWith(convert(result, element));
    op.erase();
  }
};
} // namespace
