//===-- NarrowProducts.cpp - products of quantized operands as bytes ------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-narrow-products: a product of dequantized bytes becomes a wide product of the bytes,
// scaled afterwards (Jacob et al., Quantization and Training of Neural Networks for Efficient
// Integer-Arithmetic-Only Inference, 2018, section 2.3).
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

namespace dl::graph {
#define GEN_PASS_DEF_NARROWPRODUCTSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

/// Terms of a sum of products of bytes that integers of 32 bits always hold.
static constexpr int64_t mostTerms = int64_t(1) << 15;

namespace {
/// scale * (bytes - zeroPoint), of floats.
struct Dequantized {
  Value bytes;
  /// Integers of 32 bits; null where it is zero.
  Value zeroPoint;
  Value scale;
};
} // namespace

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// What a cast to numbers of this type is of; null where the value is none.
static Value getCastOperand(Value value, Type type) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && getType(value).getElementType() == type ? cast.getX() : Value();
}

static bool isZero(Value value) {
  DenseElementsAttr numbers;
  return matchPattern(value, m_Constant(&numbers)) && numbers.isSplat() &&
         numbers.getSplatValue<APInt>().isZero();
}

static std::optional<Dequantized> matchDequantized(Value value) {
  auto product = value.getDefiningOp<MulOp>();
  if (!product || !getType(value).getElementType().isF32() || !getType(value).hasStaticShape())
    return std::nullopt;
  Type wide = IntegerType::get(value.getContext(), 32);
  for (unsigned number : {0, 1}) {
    Dequantized found;
    found.scale = product->getOperand(1 - number);
    Value centred = getCastOperand(product->getOperand(number), getType(value).getElementType());
    if (!centred)
      continue;
    if (auto difference = centred.getDefiningOp<SubOp>()) {
      centred = difference->getOperand(0);
      if (!isZero(difference->getOperand(1)))
        found.zeroPoint = difference->getOperand(1);
    }
    if (Value bytes = getCastOperand(centred, wide))
      centred = bytes;
    found.bytes = centred;
    if (getType(centred).getElementType().isInteger(8) &&
        getType(centred).getShape() == getType(value).getShape())
      return found;
  }
  return std::nullopt;
}

/// True for one number for all elements.
static bool isSingle(Value value) { return !value || getType(value).getNumElements() == 1; }

/// True for one number for all, or one for each column of a matrix.
static bool isForColumns(Value value, int64_t columns) {
  return isSingle(value) || (getType(value).getNumElements() == columns &&
                             getType(value).getShape().back() == columns);
}

/// True for one number for all, or one for each output channel of weights.
static bool isForOutputs(Value value, RankedTensorType weights) {
  return isSingle(value) || (getType(value).getRank() == weights.getRank() &&
                             getType(value).getNumElements() == weights.getDimSize(0) &&
                             getType(value).getDimSize(0) == weights.getDimSize(0));
}

/// The number that a constant holds once or everywhere.
static std::optional<int64_t> getNumber(Value value) {
  DenseElementsAttr numbers;
  if (!value)
    return 0;
  if (!matchPattern(value, m_Constant(&numbers)) || !numbers.isSplat())
    return std::nullopt;
  return numbers.getSplatValue<APInt>().getSExtValue();
}

namespace {
/// Builds the product in the place of one of floats.
class ProductBuilder {
public:
  explicit ProductBuilder(Operation *op) : builder(op), loc(op->getLoc()) {}

  /// The same of a convolution, with a zero point of the input that is known.
  Value build(ConvOp op, const Dequantized &x, const Dequantized &w, int64_t zeroPoint) {
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("wide", builder.getUnitAttr());
    attributes.set("pad_value", builder.getI64IntegerAttr(zeroPoint));
    Value sum = make<ConvOp>({x.bytes, w.bytes}, attributes.getAttrs());
    if (zeroPoint != 0)
      sum = make<SubOp>(
          {sum, forChannels(make<MulOp>({addUpOutputs(w.bytes), single(x.zeroPoint)}), op)});
    Value scale = make<MulOp>({single(x.scale), forChannels(w.scale, op)});
    Value result = make<MulOp>({cast(sum, builder.getF32Type()), scale});
    return op.getBias() ? make<AddOp>({result, forChannels(op.getBias(), op)}) : result;
  }

  /// Null where an operator refuses its operands, with a diagnostic.
  Value build(const Dequantized &a, const Dequantized &b) {
    Value product =
        make<MatMulOp>({a.bytes, b.bytes}, {builder.getNamedAttr("wide", builder.getUnitAttr())});
    Value p = single(a.zeroPoint), q = b.zeroPoint;
    if (p)
      product = make<SubOp>({product, make<MulOp>({addUp(b.bytes, 2), p})});
    if (q)
      product = make<SubOp>({product, make<MulOp>({addUp(a.bytes, 1), q})});
    if (p && q)
      product = make<AddOp>({product, make<MulOp>({make<MulOp>({p, q}), getNumTerms(a.bytes)})});
    Value scale = make<MulOp>({single(a.scale), b.scale});
    return make<MulOp>({cast(product, builder.getF32Type()), scale});
  }

private:
  /// Null if an operand is, or where the operator refuses them, with a diagnostic.
  template <typename OpTy>
  Value make(ArrayRef<Value> operands, ArrayRef<NamedAttribute> attributes = {}) {
    if (llvm::is_contained(operands, Value()))
      return {};
    FailureOr<OpTy> made = createChecked<OpTy>(builder, loc, operands, attributes);
    return succeeded(made) ? Value(made->getResult()) : Value();
  }

  Value cast(Value x, Type type) {
    return make<CastOp>({x}, {builder.getNamedAttr("to", TypeAttr::get(type))});
  }

  /// A single number without dims.
  Value single(Value value) {
    if (!value || getType(value).getRank() == 0)
      return value;
    auto type = RankedTensorType::get({}, getType(value).getElementType());
    return ReshapeOp::create(builder, loc, type, value);
  }

  /// The sums of a matrix of bytes along one of its last two dims, counted from the end.
  Value addUp(Value matrix, int64_t fromEnd) {
    int64_t axis = getType(matrix).getRank() - fromEnd;
    return make<ReduceSumOp>({cast(matrix, builder.getI32Type())},
                             {builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr({axis})),
                              builder.getNamedAttr("keepdims", builder.getUnitAttr())});
  }

  /// The sums of all weights of each output channel.
  Value addUpOutputs(Value weights) {
    auto axes = llvm::to_vector(llvm::seq<int64_t>(1, getType(weights).getRank()));
    return make<ReduceSumOp>({cast(weights, builder.getI32Type())},
                             {builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr(axes))});
  }

  /// Numbers of output channels beside the dims of a convolution's result.
  Value forChannels(Value value, ConvOp op) {
    if (!value)
      return {};
    int64_t count = getType(value).getNumElements();
    SmallVector<int64_t> shape;
    if (count != 1) {
      shape.assign(op.getType().getRank() - 1, 1);
      shape.front() = count;
    }
    auto type = RankedTensorType::get(shape, getType(value).getElementType());
    return type == value.getType() ? value
                                   : ReshapeOp::create(builder, loc, type, value).getResult();
  }

  Value getNumTerms(Value a) {
    auto type = RankedTensorType::get({}, builder.getI32Type());
    auto count = static_cast<int32_t>(getType(a).getShape().back());
    return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, count));
  }

  OpBuilder builder;
  Location loc;
};

struct NarrowProducts : dl::graph::impl::NarrowProductsPassBase<NarrowProducts> {
  using NarrowProductsPassBase::NarrowProductsPassBase;

  void runOnOperation() override {
    SmallVector<ConvOp> convolutions;
    getOperation().walk([&](ConvOp op) { convolutions.push_back(op); });
    for (ConvOp op : convolutions) {
      std::optional<Dequantized> x = matchDequantized(op.getX()), w = matchDequantized(op.getW());
      std::optional<int64_t> zeroPoint = x ? getNumber(x->zeroPoint) : std::nullopt;
      if (x && w && zeroPoint && isGain(op, *x, *w) &&
          !replace(op, ProductBuilder(op).build(op, *x, *w, *zeroPoint)))
        return signalPassFailure();
    }
    SmallVector<MatMulOp> products;
    getOperation().walk([&](MatMulOp op) { products.push_back(op); });
    for (MatMulOp op : products) {
      std::optional<Dequantized> a = matchDequantized(op.getA()), b = matchDequantized(op.getB());
      if (a && b && isGain(*a, *b) && !replace(op, ProductBuilder(op).build(*a, *b)))
        return signalPassFailure();
    }
  }

  bool replace(Operation *op, Value narrow) {
    if (!narrow)
      return false;
    op->getResult(0).replaceAllUsesWith(narrow);
    op->erase();
    ++numNarrowed;
    return true;
  }

  /// Whole blocks of channels of one group, constant weights.
  bool isGain(ConvOp op, const Dequantized &x, const Dequantized &w) const {
    RankedTensorType type = getType(w.bytes);
    return channelBlock > 0 && !op.getLayouts() && op.getGroup() == 1 &&
           matchPattern(w.bytes, m_Constant()) && !w.zeroPoint && isSingle(x.zeroPoint) &&
           isSingle(x.scale) && isForOutputs(w.scale, type) &&
           type.getDimSize(0) % channelBlock == 0 && type.getDimSize(1) % channelBlock == 0 &&
           type.getNumElements() / type.getDimSize(0) <= mostTerms;
  }

  /// Rows of bytes by a constant matrix, whose layout is free.
  static bool isGain(const Dequantized &a, const Dequantized &b) {
    RankedTensorType type = getType(b.bytes);
    return matchPattern(b.bytes, m_Constant()) && type.getRank() == 2 &&
           getType(a.bytes).getRank() >= 2 && type.getDimSize(0) <= mostTerms &&
           isSingle(a.zeroPoint) && isSingle(a.scale) &&
           isForColumns(b.zeroPoint, type.getDimSize(1)) &&
           isForColumns(b.scale, type.getDimSize(1));
  }
};
} // namespace
