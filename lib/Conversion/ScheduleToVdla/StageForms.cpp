//===-- StageForms.cpp - what a stage is to the accelerator ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas are compared as graphs: operands of commutative operations come in any order. The
// rescale is that of Requantize.h.
//
//===----------------------------------------------------------------------===//
#include "StageForms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::vdla;

std::optional<CopyForm> dl::vdla::matchCopy(te::ComputeOp compute) {
  if (compute.hasReduction() || compute->getNumResults() != 1)
    return std::nullopt;
  CopyForm copy{compute.getYield().getOperand(0).getDefiningOp<te::ReadOp>()};
  if (!copy.read)
    return std::nullopt;
  if (copy.read.getPredicate()) {
    APInt value;
    if (!matchPattern(copy.read.getOtherwise(), m_ConstantInt(&value)))
      return std::nullopt;
    copy.padding = value.getSExtValue();
  }
  return copy;
}

static std::optional<int64_t> getConstant(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) || number.getBitWidth() > 64)
    return std::nullopt;
  return number.getSExtValue();
}

static bool isConstant(Value value, int64_t number) { return getConstant(value) == number; }

/// The operands of an operation; of a commutative one, in the order in which `match` accepts them.
template <typename OpT>
static bool matchBinary(Value value, llvm::function_ref<bool(Value, Value)> match) {
  auto op = value.getDefiningOp<OpT>();
  if (!op)
    return false;
  if (match(op.getLhs(), op.getRhs()))
    return true;
  return op->template hasTrait<OpTrait::IsCommutative>() && match(op.getRhs(), op.getLhs());
}

/// A read without a condition.
static te::ReadOp getRead(Value value) {
  auto read = value.getDefiningOp<te::ReadOp>();
  return read && !read.getPredicate() ? read : te::ReadOp();
}

/// What is widened to 64 bits; of numbers that are not negative zeros do as well.
static Value getWidened(Value value, bool isUnsigned) {
  if (auto op = value.getDefiningOp<arith::ExtSIOp>())
    return op.getIn();
  auto op = value.getDefiningOp<arith::ExtUIOp>();
  return op && isUnsigned ? op.getIn() : Value();
}

namespace {
/// One formula of a store, from its end to the sum.
class EpilogueMatcher {
public:
  std::optional<EpilogueForm> run(te::ComputeOp compute);

private:
  Value matchLimits(Value value);
  Value matchZeroPoint(Value value);
  bool matchRounded(Value value);
  bool matchHalfEven(Value value);
  bool matchProduct(Value value);
  bool matchScale(Value value, bool isUnsigned, EpilogueForm::Scale &scale);
  bool matchShift(Value value);
  bool matchOne(Value value);
  bool matchNarrow(Value value);

  EpilogueForm form;
  /// Lower limits that were passed.
  SmallVector<int64_t> floors;
  std::optional<int64_t> ceiling;
  Value product;
  bool hasShift = false;
};
} // namespace

/// Through minima and maxima with constants.
Value EpilogueMatcher::matchLimits(Value value) {
  while (true) {
    std::optional<int64_t> number;
    Value inside;
    auto take = [&](Value a, Value b) {
      number = getConstant(b);
      inside = a;
      return number.has_value();
    };
    if (matchBinary<arith::MaxSIOp>(value, take)) {
      floors.push_back(*number);
    } else if (matchBinary<arith::MinSIOp>(value, take)) {
      if (ceiling && *ceiling != *number)
        return {};
      ceiling = number;
    } else {
      return value;
    }
    value = inside;
  }
}

/// A number for each channel as it is read or widened, or a constant.
bool EpilogueMatcher::matchScale(Value value, bool isUnsigned, EpilogueForm::Scale &scale) {
  std::optional<int64_t> number = getConstant(value);
  if (Value inside = getWidened(value, isUnsigned); inside && !number) {
    value = inside;
    number = getConstant(value);
  }
  scale.read = number ? te::ReadOp() : getRead(value);
  scale.number = number.value_or(0);
  return number || (scale.read && isa<BlockArgument>(scale.read.getSource()));
}

/// The same shift wherever it stands.
bool EpilogueMatcher::matchShift(Value value) {
  EpilogueForm::Scale found;
  if (!matchScale(value, /*isUnsigned=*/true, found))
    return false;
  if (!hasShift)
    form.shift = found;
  hasShift = true;
  return form.shift.read == found.read && form.shift.number == found.number;
}

/// 1 << shift.
bool EpilogueMatcher::matchOne(Value value) {
  if (std::optional<int64_t> number = getConstant(value))
    return hasShift && !form.shift.read && form.shift.number >= 0 && form.shift.number < 63 &&
           *number == int64_t(1) << form.shift.number;
  auto op = value.getDefiningOp<arith::ShLIOp>();
  return op && isConstant(op.getLhs(), 1) && matchShift(op.getRhs());
}

/// (sum + bias) * multiplier, exact.
bool EpilogueMatcher::matchProduct(Value value) {
  if (product)
    return product == value;
  bool isMatched = matchBinary<arith::MulIOp>(value, [&](Value a, Value b) {
    Value biased = getWidened(a, false);
    if (!biased || !biased.getType().isInteger(32) || !matchScale(b, false, form.multiplier) ||
        (!getConstant(b) && !getWidened(b, false)))
      return false;
    auto isSum = [&](Value sum) {
      form.sum = getRead(sum);
      return form.sum && form.sum.getSource().getDefiningOp<te::ComputeOp>();
    };
    // A bias of zero may have been folded away.
    form.bias = {};
    return isSum(biased) || matchBinary<arith::AddIOp>(biased, [&](Value sum, Value bias) {
             return isSum(sum) && matchScale(bias, false, form.bias);
           });
  });
  if (isMatched)
    product = value;
  return isMatched;
}

/// down = p >> k, and one more where the rest is over a half, or is a half and down is odd.
bool EpilogueMatcher::matchHalfEven(Value value) {
  Value down, up;
  auto splitSum = [&](Value a, Value b) {
    auto extended = b.getDefiningOp<arith::ExtUIOp>();
    if (!extended || !extended.getIn().getType().isInteger(1) || !a.getDefiningOp<arith::ShRSIOp>())
      return false;
    down = a;
    up = extended.getIn();
    return true;
  };
  if (!matchBinary<arith::AddIOp>(value, splitSum))
    return false;
  auto shifted = down.getDefiningOp<arith::ShRSIOp>();
  if (!matchProduct(shifted.getLhs()) || !matchShift(shifted.getRhs()))
    return false;
  auto isPowerOf = [&](Value whole, Value base) {
    auto op = whole.getDefiningOp<arith::ShLIOp>();
    return op && op.getLhs() == base && matchShift(op.getRhs());
  };
  auto isRest = [&](Value rest) {
    auto op = rest.getDefiningOp<arith::SubIOp>();
    return op && op.getLhs() == product && isPowerOf(op.getRhs(), down);
  };
  auto isTwice = [&](Value twice) {
    auto op = twice.getDefiningOp<arith::ShLIOp>();
    return op && isConstant(op.getRhs(), 1) && isRest(op.getLhs());
  };
  auto compares = [&](Value test, arith::CmpIPredicate predicate) {
    auto op = test.getDefiningOp<arith::CmpIOp>();
    return op && op.getPredicate() == predicate && isTwice(op.getLhs()) && matchOne(op.getRhs());
  };
  auto isOdd = [&](Value test) {
    auto op = test.getDefiningOp<arith::CmpIOp>();
    return op && op.getPredicate() == arith::CmpIPredicate::ne && isConstant(op.getRhs(), 0) &&
           matchBinary<arith::AndIOp>(
               op.getLhs(), [&](Value a, Value b) { return a == down && isConstant(b, 1); });
  };
  return matchBinary<arith::OrIOp>(up, [&](Value more, Value half) {
    return compares(more, arith::CmpIPredicate::sgt) &&
           matchBinary<arith::AndIOp>(half, [&](Value equal, Value odd) {
             return compares(equal, arith::CmpIPredicate::eq) && isOdd(odd);
           });
  });
}

bool EpilogueMatcher::matchRounded(Value value) {
  if (matchHalfEven(value)) {
    form.rounding = Rounding::HalfEven;
    return true;
  }
  auto shifted = value.getDefiningOp<arith::ShRSIOp>();
  if (!shifted || !matchShift(shifted.getRhs()))
    return false;
  if (matchProduct(shifted.getLhs())) {
    form.rounding = Rounding::Down;
    return true;
  }
  form.rounding = Rounding::HalfUp;
  // Half of 1 << k, which is no half but 0 where nothing is shifted.
  auto isHalf = [&](Value half) {
    Value whole;
    if (auto op = half.getDefiningOp<arith::ShRSIOp>(); op && isConstant(op.getRhs(), 1))
      whole = op.getLhs();
    else if (auto op = half.getDefiningOp<arith::ShRUIOp>(); op && isConstant(op.getRhs(), 1))
      whole = op.getLhs();
    if (std::optional<int64_t> number = getConstant(half))
      return !form.shift.read && form.shift.number >= 0 && form.shift.number < 63 &&
             *number == (int64_t(1) << form.shift.number) / 2;
    return whole && matchOne(whole);
  };
  return matchBinary<arith::AddIOp>(
      shifted.getLhs(), [&](Value sum, Value half) { return isHalf(half) && matchProduct(sum); });
}

/// The sum before a zero point is added.
Value EpilogueMatcher::matchZeroPoint(Value value) {
  Value inside = value;
  matchBinary<arith::AddIOp>(value, [&](Value a, Value b) {
    std::optional<int64_t> number = getConstant(b);
    if (!number)
      return false;
    form.zeroPoint = *number;
    inside = a;
    return true;
  });
  return inside;
}

/// A sum in fewer bits, or a number of as many.
bool EpilogueMatcher::matchNarrow(Value value) {
  form = {};
  form.form = StoreForm::Narrow;
  if (auto op = value.getDefiningOp<arith::ExtSIOp>())
    value = op.getIn();
  form.sum = getRead(value);
  return form.sum && form.sum.getSource().getDefiningOp<te::ComputeOp>();
}

std::optional<EpilogueForm> EpilogueMatcher::run(te::ComputeOp compute) {
  if (compute.hasReduction() || compute->getNumResults() != 1)
    return std::nullopt;
  Value value = compute.getYield().getOperand(0);
  if (te::ReadOp read = getRead(value)) {
    form.sum = read;
    if (!value.getType().isInteger(8) && !value.getType().isInteger(32))
      return std::nullopt;
    form.form = value.getType().isInteger(8) ? StoreForm::Narrow : StoreForm::Accumulator;
    return read.getSource().getDefiningOp<te::ComputeOp>() ? std::optional(form) : std::nullopt;
  }
  Type type = value.getType();
  if (!type.isInteger(8))
    return std::nullopt;
  if (auto op = value.getDefiningOp<arith::TruncIOp>())
    value = op.getIn();
  Value limited = matchLimits(value);
  if (!limited)
    return std::nullopt;
  form.form = StoreForm::Requantize;
  if (!matchRounded(matchZeroPoint(limited)) && !matchNarrow(limited))
    return std::nullopt;
  // Limits of the type, and that of a relu, which is the zero point.
  constexpr int64_t least = -128, most = 127;
  for (int64_t floor : floors)
    if (floor == form.zeroPoint && floor > least)
      form.isRelu = true;
    else if (floor != least)
      return std::nullopt;
  bool isWide = !limited.getType().isInteger(8);
  bool hasFloor = !isWide || !floors.empty();
  if (ceiling ? *ceiling != most : isWide)
    return !ceiling && floors.empty() ? std::optional(form) : std::nullopt;
  if (!hasFloor)
    return std::nullopt;
  form.saturates = true;
  return form;
}

std::optional<EpilogueForm> dl::vdla::matchEpilogue(te::ComputeOp compute) {
  return EpilogueMatcher().run(compute);
}
