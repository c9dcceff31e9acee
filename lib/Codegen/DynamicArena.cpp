//===-- DynamicArena.cpp - offsets that run time computes -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans are made for a few sizes, as if they were static. Of each, only the order is
// kept: which of the buffers that are alive at one time lie below which. A run puts
// each buffer right on top of those below it, so that buffers are rounded, not units.
//
//===----------------------------------------------------------------------===//
#include "DynamicArena.h"

#include "dl/Codegen/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::codegen;

/// Larger sizes are as good as this one for a plan, whose sums must not overflow.
static constexpr int64_t largest = int64_t(1) << 50;

/// The value for which `value` stands where all sizes of arguments are `extent`.
static int64_t evaluate(Value value, int64_t extent, llvm::DenseMap<Value, int64_t> &known) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  auto finish = [&](int64_t result) {
    return known[value] = std::clamp<int64_t>(result, 0, largest);
  };
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return finish(number.getSExtValue());
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() == 0 ||
      !llvm::all_of(op->getOperandTypes(), [](Type type) { return type.isIndex(); }))
    return finish(extent);
  Builder builder(op->getContext());
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    operands.push_back(builder.getIndexAttr(evaluate(operand, extent, known)));
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.empty())
    return finish(extent);
  OpFoldResult result = results[cast<OpResult>(value).getResultNumber()];
  if (auto attribute = dyn_cast<Attribute>(result))
    if (auto integer = dyn_cast<IntegerAttr>(attribute))
      return finish(integer.getValue().getSExtValue());
  if (auto same = dyn_cast<Value>(result); same && same != value)
    return finish(evaluate(same, extent, known));
  return finish(extent);
}

void DynamicArena::addBuffer(ValueProduct size, int64_t first, int64_t last) {
  sizes.push_back(std::move(size));
  lifetimes.push_back({first, last});
}

bool DynamicArena::isStatic() const {
  return llvm::all_of(sizes, [](const ValueProduct &size) { return size.values.empty(); });
}

ArrayRef<int64_t> DynamicArena::getExtents() {
  // One item, some, and so many that what is static does not count.
  static constexpr int64_t extents[] = {1, 64, 4096};
  return extents;
}

ArenaPlan DynamicArena::getPlan(int64_t extent) const {
  ArenaPlan plan(bufferAlignment);
  llvm::DenseMap<Value, int64_t> known;
  for (auto [size, lifetime] : llvm::zip_equal(sizes, lifetimes)) {
    int64_t bytes = size.factor;
    for (Value value : size.values)
      if (llvm::MulOverflow(bytes, evaluate(value, extent, known), bytes) || bytes > largest)
        bytes = largest;
    plan.addBuffer(bytes, lifetime.first, lifetime.last);
  }
  plan.assignOffsets();
  return plan;
}

namespace {
/// Values that one order of the buffers leads to.
class OffsetBuilder {
public:
  OffsetBuilder(OpBuilder &builder, Location loc, ArrayRef<ValueProduct> sizes)
      : builder(builder), loc(loc), sizes(sizes) {}

  /// The offset of each buffer, and the end of the highest one.
  SmallVector<Value> createOffsets(const std::vector<std::vector<int64_t>> &supports,
                                   ArrayRef<int64_t> order, Value &peak) {
    SmallVector<Value> offsets(supports.size()), ends(supports.size());
    llvm::BitVector isTop(supports.size(), true);
    for (int64_t buffer : order) {
      Value offset;
      for (int64_t below : supports[buffer]) {
        isTop.reset(below);
        if (!ends[below])
          ends[below] = create<arith::AddIOp>(offsets[below], getBytes(sizes[below]));
        offset = offset ? create<arith::MaxSIOp>(offset, ends[below]) : ends[below];
      }
      offsets[buffer] = offset ? offset : getNumber(0);
    }
    peak = getNumber(bufferAlignment);
    for (unsigned top : isTop.set_bits())
      peak =
          create<arith::MaxSIOp>(peak, create<arith::AddIOp>(offsets[top], getBytes(sizes[top])));
    return offsets;
  }

private:
  template <typename OpTy> Value create(Value a, Value b) {
    return builder.createOrFold<OpTy>(loc, a, b);
  }
  Value getNumber(int64_t value) {
    Value &number = numbers[value];
    if (!number)
      number = arith::ConstantIndexOp::create(builder, loc, value);
    return number;
  }
  /// A buffer's bytes, rounded up to the alignment.
  Value getBytes(const ValueProduct &size) {
    Value &bytes = rounded[{size.factor, ArrayRef(size.values)}];
    if (bytes)
      return bytes;
    if (size.values.empty())
      return bytes = getNumber(llvm::alignTo(size.factor, bufferAlignment));
    Value product = size.values.front();
    for (Value value : ArrayRef(size.values).drop_front())
      product = create<arith::MulIOp>(product, value);
    product = create<arith::MulIOp>(product, getNumber(size.factor));
    if (size.factor % bufferAlignment != 0)
      product =
          create<arith::AndIOp>(create<arith::AddIOp>(product, getNumber(bufferAlignment - 1)),
                                getNumber(-bufferAlignment));
    return bytes = product;
  }

  OpBuilder &builder;
  Location loc;
  ArrayRef<ValueProduct> sizes;
  llvm::DenseMap<int64_t, Value> numbers;
  llvm::DenseMap<std::pair<int64_t, ArrayRef<Value>>, Value> rounded;
};
} // namespace

SmallVector<Value> DynamicArena::createOffsets(OpBuilder &builder, Location loc,
                                               Value &arenaSize) const {
  OffsetBuilder offsetBuilder(builder, loc, sizes);
  SmallVector<Value> best;
  llvm::SmallVector<std::vector<std::vector<int64_t>>> orders;
  for (int64_t extent : getExtents()) {
    ArenaPlan plan = getPlan(extent);
    std::vector<std::vector<int64_t>> supports = plan.getSupports();
    if (llvm::is_contained(orders, supports))
      continue;
    Value size;
    SmallVector<Value> offsets = offsetBuilder.createOffsets(supports, plan.getOrder(), size);
    orders.push_back(std::move(supports));
    if (best.empty()) {
      best = std::move(offsets);
      arenaSize = size;
      continue;
    }
    Value isSmaller =
        builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, size, arenaSize);
    for (auto [offset, other] : llvm::zip_equal(best, offsets))
      offset = builder.createOrFold<arith::SelectOp>(loc, isSmaller, other, offset);
    arenaSize = builder.createOrFold<arith::SelectOp>(loc, isSmaller, size, arenaSize);
  }
  return best;
}
