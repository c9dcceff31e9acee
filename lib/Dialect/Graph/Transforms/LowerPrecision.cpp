//===-- LowerPrecision.cpp - products of floats as those of bf16 ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: products of f32 by constant weights. Out: their operands rounded to bf16, with sums of
// f32. The error of each is measured on seeded data and told as a remark.
//
//===----------------------------------------------------------------------===//
#include "StepChannels.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#include <cmath>
#include <cstring>
#include <random>

namespace dl::graph {
#define GEN_PASS_DEF_LOWERPRECISIONPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The upper half of the nearest number that has no lower one, of two as near the even one: as
/// writeNumber rounds by APFloat, for as many as networks have.
static uint16_t roundToBF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (std::isnan(value))
    return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

static float widen(uint16_t half) {
  uint32_t bits = static_cast<uint32_t>(half) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

namespace {
/// Constant weights of f32: those of an output are the factors of its sum.
struct Weights {
  ConstantData data;
  Attribute attribute;
  int64_t outputs, terms;
  /// Elements between outputs, and between terms of one.
  int64_t outputStride, termStride;

  float get(int64_t output, int64_t term) const {
    return static_cast<float>(data.getNumber(output * outputStride + term * termStride));
  }
};

struct LowerPrecision : dl::graph::impl::LowerPrecisionPassBase<LowerPrecision> {
  using LowerPrecisionPassBase::LowerPrecisionPassBase;

  void runOnOperation() override {
    if (block < 0) {
      getOperation().emitError("expected option 'block' not to be negative, got ")
          << int64_t(block);
      return signalPassFailure();
    }
    SmallVector<Operation *> products;
    getOperation().walk([&](Operation *op) {
      if (isa<ConvOp, MatMulOp, GemmOp>(op))
        products.push_back(op);
    });
    mostRows = fewRows ? std::optional(countFewRows(products)) : std::nullopt;
    for (Operation *op : products)
      if (failed(lower(op)))
        return signalPassFailure();
  }

private:
  /// So many rows wait for weights rather than for products. Widening both factors takes as long as
  /// the product, so half the bytes of weights have to be worth as much.
  int64_t countFewRows(ArrayRef<Operation *> products) const {
    int64_t bytes = 0;
    for (Operation *op : products)
      if (matchPattern(op->getOperand(1), m_Constant()))
        bytes += getType(op->getOperand(1)).getNumElements() * int64_t(sizeof(float));
    return cacheBytes > 0 && bytes >= cacheBytes ? 4 : 1;
  }

  /// True where no more rows than that use the weights.
  bool hasFewRows(Operation *op) const {
    if (!mostRows)
      return true;
    RankedTensorType type = getType(op->getResult(0));
    return !isa<ConvOp>(op) && type.hasStaticShape() &&
           type.getNumElements() <= *mostRows * type.getShape().back();
  }

  LogicalResult lower(Operation *op) {
    if (!getType(op->getResult(0)).getElementType().isF32())
      return success();
    if (auto matmul = dyn_cast<MatMulOp>(op); matmul && multipliesMatrices(matmul))
      return lowerMatrices(matmul);
    std::string obstacle;
    FailureOr<Weights> weights = getWeights(op, obstacle);
    if (succeeded(weights) && !hasFewRows(op))
      obstacle = "more than " + std::to_string(*mostRows) +
                 " rows use its weights, and the CPU has no products of bf16";
    if (!obstacle.empty()) {
      remark::missed(op->getLoc(), getRemark("NotLowered"))
          << remark::reason("{0}: {1}", op->getName().getStringRef().str(), obstacle);
      return success();
    }
    OpBuilder builder(op);
    CheckedBuilder graph(builder, op->getLoc());
    Value result;
    if (auto conv = dyn_cast<ConvOp>(op))
      result = lowerConvolution(conv, graph, *weights);
    else if (auto matmul = dyn_cast<MatMulOp>(op))
      result = multiply(graph, matmul.getA(), roundWeights(builder, matmul.getB(), *weights));
    else
      result = lowerGemm(cast<GemmOp>(op), builder, graph, *weights);
    if (!result)
      return failure();
    remark::analysis(op->getLoc(), getRemark("Lowered"))
        << remark::metric("Terms", weights->terms)
        << remark::metric("RelativeError", measureError(*weights));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++numLowered;
    return success();
  }

  /// Two matrices that are computed, which products of tiles gain by: so many rows that laying the
  /// second one out for them costs little.
  bool multipliesMatrices(MatMulOp op) const {
    RankedTensorType a = getType(op.getA()), b = getType(op.getB());
    return stepBytes > 0 && block > 0 && !matchPattern(op.getB(), m_Constant()) &&
           a.hasStaticShape() && b.hasStaticShape() && a.getRank() >= 2 && b.getRank() >= 2 &&
           a.getShape().drop_back().back() >= 16 && a.getShape().back() % 2 == 0 &&
           b.getShape().back() % block == 0;
  }

  LogicalResult lowerMatrices(MatMulOp op) {
    OpBuilder builder(op);
    CheckedBuilder graph(builder, op->getLoc());
    Value result = multiply(graph, op.getA(), narrow(graph, op.getB()));
    if (!result)
      return failure();
    remark::analysis(op->getLoc(), getRemark("Lowered"))
        << remark::metric("Terms", getType(op.getA()).getShape().back());
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++numLowered;
    return success();
  }

  remark::RemarkOpts getRemark(StringRef name) {
    return remark::RemarkOpts::name(name)
        .category("graph-lower-precision")
        .function(getOperation().getName());
  }

  /// The weights of a product whose layout is free, as instructions for bf16 need it.
  FailureOr<Weights> getWeights(Operation *op, std::string &obstacle) const {
    Value w = op->getOperand(1);
    FailureOr<ConstantData> data = ConstantData::get(w);
    Attribute attribute;
    RankedTensorType type = getType(w);
    if (failed(data) || !matchPattern(w, m_Constant(&attribute))) {
      obstacle = "its weights are no constant";
      return failure();
    }
    Weights weights = {*data, attribute, 0, 0, 1, 1};
    if (auto conv = dyn_cast<ConvOp>(op)) {
      weights.outputs = type.getDimSize(0);
      weights.terms = weights.outputStride =
          type.getNumElements() / std::max<int64_t>(1, weights.outputs);
      bool fits = !conv.getLayouts() && conv.getGroup() == 1 && block > 0 &&
                  weights.outputs % block == 0 && type.getDimSize(1) % block == 0;
      int64_t stepChannels = stepBytes / int64_t(sizeof(uint16_t));
      if (!fits && (stepBytes == 0 || !planStepChannels(conv, stepChannels, block))) {
        obstacle = "its channels are no whole blocks of one group";
        return failure();
      }
      return weights;
    }
    auto gemm = dyn_cast<GemmOp>(op);
    if (type.getRank() != 2 || getType(op->getOperand(0)).getRank() < 2 ||
        (gemm && gemm.getTransA())) {
      obstacle = "it is no product of rows by one matrix";
      return failure();
    }
    bool isTransposed = gemm && gemm.getTransB();
    weights.terms = type.getDimSize(isTransposed ? 1 : 0);
    weights.outputs = type.getDimSize(isTransposed ? 0 : 1);
    weights.outputStride = isTransposed ? weights.terms : 1;
    weights.termStride = isTransposed ? 1 : weights.outputs;
    return weights;
  }

  /// The weights in bf16; those of a transposed matrix as the matrix.
  static Value roundWeights(OpBuilder &builder, Value w, const Weights &weights) {
    RankedTensorType type = getType(w).clone(builder.getBF16Type());
    bool isTransposed = type.getRank() == 2 && weights.outputStride != 1;
    if (isTransposed)
      type = type.clone({weights.terms, weights.outputs});
    ElementsAttr rounded =
        makeConstant(type, getResourceName(weights.attribute), [&](MutableArrayRef<char> bytes) {
          auto write = [&, to = bytes.data()](float value) mutable {
            uint16_t half = roundToBF16(value);
            std::memcpy(to, &half, sizeof(half));
            to += sizeof(half);
          };
          if (!isTransposed) {
            for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
              write(static_cast<float>(weights.data.getNumber(i)));
            return;
          }
          for (int64_t term = 0; term < weights.terms; ++term)
            for (int64_t output = 0; output < weights.outputs; ++output)
              write(weights.get(output, term));
        });
    return ConstantOp::create(builder, w.getLoc(), rounded);
  }

  static Value narrow(CheckedBuilder &graph, Value x) {
    return graph.cast(x, BFloat16Type::get(x.getContext()));
  }

  static Value multiply(CheckedBuilder &graph, Value a, Value weights) {
    MatMulOp::Properties properties;
    properties.wide = UnitAttr::get(a.getContext());
    return graph.make<MatMulOp>({narrow(graph, a), weights}, properties);
  }

  static Value lowerConvolution(ConvOp op, CheckedBuilder &graph, const Weights &weights) {
    OpBuilder builder(op);
    ConvOp::Properties properties = op.getProperties();
    properties.wide = builder.getUnitAttr();
    Value sums = graph.make<ConvOp>(
        {narrow(graph, op.getX()), roundWeights(builder, op.getW(), weights)}, properties);
    if (!op.getBias())
      return sums;
    SmallVector<int64_t> shape(op.getType().getRank() - 1, 1);
    shape.front() = weights.outputs;
    return graph.add(sums, graph.reshape(op.getBias(), shape));
  }

  static Value lowerGemm(GemmOp op, OpBuilder &builder, CheckedBuilder &graph,
                         const Weights &weights) {
    Value result = multiply(graph, op.getA(), roundWeights(builder, op.getB(), weights));
    auto scale = [&](Value value, double factor) {
      return factor == 1 ? value : graph.mul(value, graph.scalar(value, factor));
    };
    result = scale(result, op.getAlpha().convertToDouble());
    double beta = op.getBeta().convertToDouble();
    return op.getC() && beta != 0 ? graph.add(result, scale(op.getC(), beta)) : result;
  }

  /// The root of the mean square of what rounding changes, over that of the sums, on rows of
  /// normal numbers: the same ones for all.
  static double measureError(const Weights &weights) {
    static constexpr int64_t samples = 64, mostTerms = 4096;
    std::mt19937 random(0);
    std::normal_distribution<float> normal;
    double wrong = 0, all = 0;
    int64_t terms = std::min(weights.terms, mostTerms);
    for (int64_t sample = 0; sample < samples && weights.outputs > 0; ++sample) {
      auto output = static_cast<int64_t>(random() % static_cast<uint64_t>(weights.outputs));
      double exact = 0, rounded = 0;
      for (int64_t term = 0; term < terms; ++term) {
        float x = normal(random), w = weights.get(output, term);
        exact += double(x) * w;
        rounded += double(widen(roundToBF16(x))) * widen(roundToBF16(w));
      }
      wrong += (rounded - exact) * (rounded - exact);
      all += exact * exact;
    }
    return all > 0 ? std::sqrt(wrong / all) : 0;
  }

  /// Of products that are lowered; none: any number.
  std::optional<int64_t> mostRows;
};
} // namespace
