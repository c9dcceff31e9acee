//===-- SliceSubsets.cpp - which slices are the same --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization asks of pairs of slices whether they are the same, or apart. Upstream
// solves a system of inequalities for each answer. Most slices of tiles differ by numbers, or in
// nothing, which a look at them tells; the others are upstream's to compare.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/SliceSubsets.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

namespace {
/// A number as a value, null for none, and a constant that is added to it.
struct Offset {
  Value base;
  int64_t constant = 0;

  static Offset get(OpFoldResult number);
};
} // namespace

/// Takes constants off that are added.
Offset Offset::get(OpFoldResult number) {
  if (std::optional<int64_t> constant = getConstantIntValue(number))
    return {Value(), *constant};
  Offset result{cast<Value>(number), 0};
  while (Operation *op = result.base.getDefiningOp()) {
    APInt constant;
    if (auto sum = dyn_cast<arith::AddIOp>(op)) {
      if (!matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
        break;
      result = {sum.getLhs(), result.constant + constant.getSExtValue()};
      continue;
    }
    auto apply = dyn_cast<affine::AffineApplyOp>(op);
    if (!apply || apply.getNumOperands() != 1)
      break;
    auto sum = dyn_cast<AffineBinaryOpExpr>(apply.getAffineMap().getResult(0));
    if (!sum || sum.getKind() != AffineExprKind::Add ||
        !isa<AffineDimExpr, AffineSymbolExpr>(sum.getLHS()))
      break;
    auto added = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (!added)
      break;
    result = {apply.getOperand(0), result.constant + added.getValue()};
  }
  return result;
}

namespace {
/// How two slices lie, as far as is seen.
enum class Relation { Same, Apart, Overlapping, Unknown };
} // namespace

static Relation compare(const HyperrectangularSlice &lhs, const HyperrectangularSlice &rhs) {
  size_t rank = lhs.getMixedOffsets().size();
  if (rhs.getMixedOffsets().size() != rank)
    return Relation::Unknown;
  bool isSame = true, isKnown = true;
  for (size_t dim = 0; dim < rank; ++dim) {
    bool isPlain = isConstantIntValue(lhs.getMixedStrides()[dim], 1) &&
                   isConstantIntValue(rhs.getMixedStrides()[dim], 1);
    OpFoldResult sizes[] = {lhs.getMixedSizes()[dim], rhs.getMixedSizes()[dim]};
    OpFoldResult offsets[] = {lhs.getMixedOffsets()[dim], rhs.getMixedOffsets()[dim]};
    if (isPlain && sizes[0] == sizes[1] && offsets[0] == offsets[1])
      continue;
    Offset first = Offset::get(offsets[0]), second = Offset::get(offsets[1]);
    std::optional<int64_t> firstSize = getConstantIntValue(sizes[0]),
                           secondSize = getConstantIntValue(sizes[1]);
    if (!isPlain || first.base != second.base || !firstSize || !secondSize) {
      isKnown = false;
      continue;
    }
    bool isBehind = first.constant >= second.constant + *secondSize,
         isBefore = second.constant >= first.constant + *firstSize;
    if ((isBehind || isBefore) && *firstSize > 0 && *secondSize > 0)
      return Relation::Apart;
    isSame &= first.constant == second.constant && firstSize == secondSize;
  }
  if (!isKnown)
    return Relation::Unknown;
  return isSame ? Relation::Same : Relation::Overlapping;
}

static Relation compare(SubsetOpInterface lhs, SubsetOpInterface rhs) {
  FailureOr<HyperrectangularSlice> first = lhs.getAccessedHyperrectangularSlice(),
                                   second = rhs.getAccessedHyperrectangularSlice();
  return failed(first) || failed(second) ? Relation::Unknown : compare(*first, *second);
}

namespace {
template <typename OpTy>
struct SliceSubset : public SubsetOpInterface::ExternalModel<SliceSubset<OpTy>, OpTy> {
  using Equivalence = llvm::function_ref<bool(Value, Value)>;

  FailureOr<HyperrectangularSlice> getAccessedHyperrectangularSlice(Operation *op) const {
    return HyperrectangularSlice(cast<OffsetSizeAndStrideOpInterface>(op));
  }
  static bool haveOneContainer(Operation *op, SubsetOpInterface candidate, Equivalence areEqual) {
    return areEqual(cast<SubsetOpInterface>(op).getTensorContainer(),
                    candidate.getTensorContainer());
  }
  bool operatesOnEquivalentSubset(Operation *op, SubsetOpInterface candidate,
                                  Equivalence areEqual) const {
    Relation relation = compare(cast<SubsetOpInterface>(op), candidate);
    if (relation == Relation::Unknown)
      return mlir::detail::defaultOperatesOnEquivalentSubset(op, candidate, areEqual);
    return relation == Relation::Same && haveOneContainer(op, candidate, areEqual);
  }
  bool operatesOnDisjointSubset(Operation *op, SubsetOpInterface candidate,
                                Equivalence areEqual) const {
    Relation relation = compare(cast<SubsetOpInterface>(op), candidate);
    if (relation == Relation::Unknown)
      return mlir::detail::defaultOperatesOnDisjointSubset(op, candidate, areEqual);
    return relation == Relation::Apart && haveOneContainer(op, candidate, areEqual);
  }
};
} // namespace

void dl::codegen::registerSliceSubsets(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractSliceOp::attachInterface<SliceSubset<tensor::ExtractSliceOp>>(*context);
    tensor::InsertSliceOp::attachInterface<SliceSubset<tensor::InsertSliceOp>>(*context);
  });
}
