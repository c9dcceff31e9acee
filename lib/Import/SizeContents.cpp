//===-- SizeContents.cpp - arithmetic on sizes ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that models compute sizes with, on expressions in place of numbers. What
// an operator moves is found by moving the positions of elements.
//
//===----------------------------------------------------------------------===//
#include "SizeTracker.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "dl/Reference/GraphInterpreter.h"
#include "dl/Support/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

using Number = SizeNumber;
using OptionalNumber = std::optional<SizeNumber>;

static std::optional<int64_t> getConstant(const Number &number) {
  auto constant = dyn_cast<AffineConstantExpr>(number.size);
  return constant && number.divisor == 1 ? std::optional<int64_t>(constant.getValue())
                                         : std::nullopt;
}

/// The quotient with the smallest divisor.
static Number reduceNumber(AffineExpr size, int64_t divisor) {
  size = normalizeSize(size);
  if (divisor == 1)
    return {size};
  int64_t factor = 1;
  SmallVector<AffineExpr> factors;
  appendFactors(size, factor, factors);
  int64_t common = std::gcd(factor, divisor);
  if (common == 0 || (common == 1 && factors.empty() && factor != 0))
    return {size, divisor};
  AffineExpr smaller = getAffineConstantExpr(factor / common, size.getContext());
  for (AffineExpr atom : factors)
    smaller = atom * smaller;
  return {normalizeSize(smaller), divisor / common};
}

static Number add(const Number &lhs, const Number &rhs, int64_t sign) {
  int64_t divisor = std::lcm(lhs.divisor, rhs.divisor);
  return reduceNumber(
      lhs.size * (divisor / lhs.divisor) + rhs.size * (sign * (divisor / rhs.divisor)), divisor);
}

static Number multiply(const Number &lhs, const Number &rhs) {
  return reduceNumber(lhs.size * rhs.size, lhs.divisor * rhs.divisor);
}

/// The least integer from the number on, or the largest up to it; of sizes that are not
/// negative.
static OptionalNumber round(const Number &number, bool up) {
  if (number.divisor == 1)
    return number;
  if (!isNeverNegative(number.size))
    return std::nullopt;
  AffineExpr size = up ? number.size + (number.divisor - 1) : number.size;
  return Number{normalizeSize(size.floorDiv(number.divisor))};
}

/// True or false where that is the same for all sizes.
static std::optional<bool> isLess(const Number &lhs, const Number &rhs) {
  Number difference = add(rhs, lhs, -1);
  if (isNeverNegative(difference.size - 1))
    return true;
  if (isNeverNegative(-1 * difference.size))
    return false;
  return std::nullopt;
}

static std::optional<bool> isEqual(const Number &lhs, const Number &rhs) {
  if (lhs == rhs)
    return true;
  if (isLess(lhs, rhs).value_or(false) || isLess(rhs, lhs).value_or(false))
    return false;
  return std::nullopt;
}

/// A quotient of integers is rounded towards zero, one of floats is exact or not known.
static OptionalNumber divide(const Number &lhs, const Number &rhs, bool isFloat) {
  SmallVector<AffineExpr> dividends = {lhs.size}, divisors = {rhs.size};
  SizeProduct dividend = SizeProduct::get(dividends), divisor = SizeProduct::get(divisors);
  dividend.factor *= rhs.divisor;
  int64_t below = lhs.divisor;
  if (divisor.factor == 0)
    return std::nullopt;
  if (divisor.factor < 0) {
    divisor.factor = -divisor.factor;
    dividend.factor = -dividend.factor;
  }
  below *= divisor.factor;
  divisor.factor = 1;
  std::optional<SizeProduct> quotient = dividend.divideBy(divisor);
  if (!quotient)
    return std::nullopt;
  Number exact = reduceNumber(quotient->toExpr(lhs.size.getContext()), below);
  return isFloat ? exact : round(exact, /*up=*/false);
}

/// Elements of both operands, broadcast to the result's shape.
static std::optional<Contents>
zipContents(Operation *op, ArrayRef<Contents> operands,
            llvm::function_ref<OptionalNumber(ArrayRef<Number>)> combine) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  int64_t count = ShapedType::getNumElements(shape);
  for (Value value : op->getOperands()) {
    ArrayRef<int64_t> dims = cast<RankedTensorType>(value.getType()).getShape();
    bool isAligned =
        dims.size() <= shape.size() &&
        llvm::all_of(llvm::zip(llvm::reverse(dims), llvm::reverse(shape)), [](auto pair) {
          return std::get<0>(pair) == 1 || std::get<0>(pair) == std::get<1>(pair);
        });
    if (!isAligned)
      return std::nullopt;
  }
  Contents result;
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<Number> elements;
    for (auto [value, contents] : llvm::zip_equal(op->getOperands(), operands)) {
      ArrayRef<int64_t> dims = cast<RankedTensorType>(value.getType()).getShape();
      int64_t rest = i, position = 0, stride = 1;
      for (size_t fromEnd = 1; fromEnd <= shape.size(); ++fromEnd) {
        int64_t index = rest % shape[shape.size() - fromEnd];
        rest /= shape[shape.size() - fromEnd];
        if (fromEnd > dims.size())
          continue;
        int64_t extent = dims[dims.size() - fromEnd];
        position += extent == 1 ? 0 : index * stride;
        stride *= extent;
      }
      elements.push_back(contents[position]);
    }
    OptionalNumber number = combine(elements);
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

/// A tensor of numbers, which its type holds exactly; null for types of which that is not said.
static Tensor makeTensor(RankedTensorType type, ArrayRef<int64_t> numbers) {
  std::optional<ElementType> elementType = getElementType(type.getElementType());
  if (!elementType)
    return {};
  Tensor tensor(*elementType, type.getShape());
  auto fill = [&](auto zero) {
    llvm::copy(llvm::map_range(numbers, [&](int64_t n) { return static_cast<decltype(zero)>(n); }),
               tensor.getMutableValues<decltype(zero)>().begin());
    return tensor;
  };
  switch (*elementType) {
  case ElementType::I32:
    return fill(int32_t());
  case ElementType::I64:
    return fill(int64_t());
  case ElementType::F32:
    return fill(float());
  default:
    return {};
  }
}

/// Moves the numbers of elements, from 1 on, where the operator moves elements. Operands in
/// `asGiven` are indices, whose values must be known.
static std::optional<Contents> moveContents(Operation *op, ArrayRef<Contents> operands,
                                            ArrayRef<unsigned> asGiven) {
  SmallVector<Tensor> tensors;
  Contents all = {{getAffineConstantExpr(0, op->getContext())}};
  for (auto [number, contents] : llvm::enumerate(operands)) {
    SmallVector<int64_t> numbers;
    for (const Number &element : contents) {
      if (llvm::is_contained(asGiven, number)) {
        std::optional<int64_t> known = getConstant(element);
        if (!known)
          return std::nullopt;
        numbers.push_back(*known);
        continue;
      }
      numbers.push_back(all.size());
      all.push_back(element);
    }
    tensors.push_back(
        makeTensor(cast<RankedTensorType>(op->getOperand(number).getType()), numbers));
    if (!tensors.back())
      return std::nullopt;
  }
  ScopedDiagnosticHandler silent(op->getContext(), [](Diagnostic &) { return success(); });
  auto results = reference::evaluateGraphOp(op, tensors);
  if (failed(results))
    return std::nullopt;
  Contents result;
  for (int64_t i = 0; i < results->front().getNumElements(); ++i)
    result.push_back(all[static_cast<size_t>(results->front().getAsDouble(i))]);
  return result;
}

/// True if a sum or product with another such number does not overflow, nor is of a length that
/// no model means.
static bool isSmall(const Number &number) {
  constexpr int64_t most = int64_t(1) << 31;
  constexpr unsigned maxLength = 64;
  bool fits = number.divisor <= most;
  unsigned length = 0;
  number.size.walk([&](AffineExpr expr) {
    ++length;
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      fits &= constant.getValue() >= -most && constant.getValue() <= most;
  });
  return fits && length <= maxLength;
}

static OptionalNumber combineElements(Operation *op, ArrayRef<Number> x,
                                      const SizeTracker::FindExtremum &findExtremum) {
  MLIRContext *context = op->getContext();
  bool isFloat =
      isa<FloatType>(cast<RankedTensorType>(op->getOperand(0).getType()).getElementType());
  auto flag = [&](std::optional<bool> value) -> OptionalNumber {
    return value ? OptionalNumber({getAffineConstantExpr(*value, context)}) : std::nullopt;
  };
  auto isTrue = [](const Number &number) -> std::optional<bool> {
    std::optional<int64_t> value = getConstant(number);
    return value ? std::optional<bool>(*value != 0) : std::nullopt;
  };
  auto extremum = [&](bool isLarger) -> OptionalNumber {
    if (std::optional<bool> less = isLess(x[0], x[1]))
      return *less == isLarger ? x[1] : x[0];
    AffineExpr found;
    if (findExtremum && !isFloat && x[0].divisor == 1 && x[1].divisor == 1)
      found = findExtremum(x[0].size, x[1].size, isLarger);
    return found ? OptionalNumber({found}) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, OptionalNumber>(op)
      .Case([&](graph::AddOp) { return add(x[0], x[1], 1); })
      .Case([&](graph::SubOp) { return add(x[0], x[1], -1); })
      .Case([&](graph::MulOp) { return multiply(x[0], x[1]); })
      .Case([&](graph::DivOp) { return divide(x[0], x[1], isFloat); })
      .Case([&](graph::NegOp) { return multiply(x[0], {getAffineConstantExpr(-1, context)}); })
      .Case([&](graph::FloorOp) { return round(x[0], /*up=*/false); })
      .Case([&](graph::CeilOp) { return round(x[0], /*up=*/true); })
      .Case([&](graph::AbsOp) -> OptionalNumber {
        return isNeverNegative(x[0].size) ? OptionalNumber(x[0]) : std::nullopt;
      })
      .Case([&](graph::ModOp) -> OptionalNumber {
        std::optional<int64_t> divisor = getConstant(x[1]);
        if (!divisor || *divisor <= 0 || x[0].divisor != 1 || !isNeverNegative(x[0].size))
          return std::nullopt;
        return Number{normalizeSize(x[0].size % *divisor)};
      })
      .Case([&](graph::MinimumOp) { return extremum(/*isLarger=*/false); })
      .Case([&](graph::MaximumOp) { return extremum(/*isLarger=*/true); })
      .Case([&](graph::EqualOp) { return flag(isEqual(x[0], x[1])); })
      .Case([&](graph::LessOp) { return flag(isLess(x[0], x[1])); })
      .Case([&](graph::LessOrEqualOp) -> OptionalNumber {
        std::optional<bool> greater = isLess(x[1], x[0]);
        return greater ? flag(!*greater) : std::nullopt;
      })
      .Case([&](graph::AndOp) -> OptionalNumber {
        std::optional<bool> lhs = isTrue(x[0]), rhs = isTrue(x[1]);
        if ((lhs && !*lhs) || (rhs && !*rhs))
          return flag(false);
        return lhs && rhs ? flag(true) : std::nullopt;
      })
      .Case([&](graph::OrOp) -> OptionalNumber {
        std::optional<bool> lhs = isTrue(x[0]), rhs = isTrue(x[1]);
        if ((lhs && *lhs) || (rhs && *rhs))
          return flag(true);
        return lhs && rhs ? flag(false) : std::nullopt;
      })
      .Case([&](graph::NotOp) -> OptionalNumber {
        std::optional<bool> value = isTrue(x[0]);
        return value ? flag(!*value) : std::nullopt;
      })
      .Case([&](graph::WhereOp) -> OptionalNumber {
        if (x[1] == x[2])
          return x[1];
        std::optional<bool> value = isTrue(x[0]);
        return value ? OptionalNumber(*value ? x[1] : x[2]) : std::nullopt;
      })
      .Case([&](graph::CastOp cast) -> OptionalNumber {
        Type to = llvm::cast<RankedTensorType>(cast.getType()).getElementType();
        if (to.isInteger(1)) {
          std::optional<bool> zero = isEqual(x[0], {getAffineConstantExpr(0, context)});
          return zero ? flag(!*zero) : std::nullopt;
        }
        return isa<FloatType>(to) ? OptionalNumber(x[0]) : round(x[0], /*up=*/false);
      })
      .Default(OptionalNumber());
}

static bool areBools(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType()).getElementType().isInteger(1);
}

std::optional<Contents>
dl::onnx_import::evaluateContents(Operation *op, ArrayRef<Contents> operands,
                                  const SizeTracker::FindExtremum &findExtremum) {
  if (isa<graph::ReshapeOp>(op))
    return operands[0];
  if (isa<graph::GatherOp, graph::GatherElementsOp, graph::GatherNDOp>(op))
    return moveContents(op, operands, 1);
  if (isa<graph::ScatterElementsOp, graph::ScatterNDOp>(op))
    return op->getAttrOfType<StringAttr>("mode").getValue() == "none"
               ? moveContents(op, operands, 1)
               : std::nullopt;
  if (isa<graph::ConcatOp, graph::SliceOp, graph::TransposeOp, graph::BroadcastToOp, graph::TileOp,
          graph::PadOp>(op))
    return moveContents(op, operands, {});
  // Of flags, only logic.
  if (isa<graph::AndOp, graph::OrOp, graph::NotOp>(op) && !areBools(op))
    return std::nullopt;
  if (isa<graph::ReduceSumOp, graph::ReduceProdOp>(op)) {
    // Of all elements.
    if (cast<RankedTensorType>(op->getResult(0).getType()).getNumElements() != 1)
      return std::nullopt;
    bool isSum = isa<graph::ReduceSumOp>(op);
    Number result{getAffineConstantExpr(isSum ? 0 : 1, op->getContext())};
    for (const Number &element : operands[0]) {
      if (!isSmall(element) || !isSmall(result))
        return std::nullopt;
      result = isSum ? add(result, element, 1) : multiply(result, element);
    }
    return Contents{result};
  }
  return zipContents(op, operands, [&](ArrayRef<Number> elements) -> OptionalNumber {
    if (!llvm::all_of(elements, isSmall))
      return std::nullopt;
    OptionalNumber result = combineElements(op, elements, findExtremum);
    return result && isSmall(*result) ? result : std::nullopt;
  });
}
