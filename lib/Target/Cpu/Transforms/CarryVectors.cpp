//===-- CarryVectors.cpp - loops that reduce carry vectors ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-carry-vectors: a loop that joins the elements of a vector with a number in each step
// joins vectors instead, and their elements once behind it.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dl::cpu {
#define GEN_PASS_DEF_CARRYVECTORSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// The operation on numbers that joins as a reduction does, for its identity.
static std::optional<arith::AtomicRMWKind> getOperation(vector::CombiningKind kind) {
  switch (kind) {
  case vector::CombiningKind::ADD:
    return arith::AtomicRMWKind::addf;
  case vector::CombiningKind::MUL:
    return arith::AtomicRMWKind::mulf;
  case vector::CombiningKind::MAXIMUMF:
    return arith::AtomicRMWKind::maximumf;
  case vector::CombiningKind::MINIMUMF:
    return arith::AtomicRMWKind::minimumf;
  default:
    return std::nullopt;
  }
}

namespace {
/// How the elements of a vector, or their products with those of another one, are joined with the
/// number `acc`; nothing for what is no such operation.
struct Joining {
  Operation *op = nullptr;
  Value source, factor, acc;
  vector::CombiningKind kind = vector::CombiningKind::ADD;

  VectorType getType() const { return cast<VectorType>(source.getType()); }
};
} // namespace

static std::optional<Joining> getJoining(Operation *op) {
  if (!op || isa<vector::MaskOp>(op->getParentOp()))
    return std::nullopt;
  if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op))
    return Joining{op, reduction.getSource(), Value(), reduction.getAcc(), reduction.getKind()};
  auto product = dyn_cast<vector::ContractionOp>(op);
  // Of two vectors, element by element.
  if (!product || product.getKind() != vector::CombiningKind::ADD ||
      product.getLhsType() != product.getRhsType() ||
      !llvm::all_of(llvm::ArrayRef(product.getIndexingMapsArray()).drop_back(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  return Joining{op, product.getLhs(), product.getRhs(), product.getAcc()};
}

/// The reduction that makes what a loop yields of what it carries, if all elements of a vector
/// of its own are joined with that and nothing else happens to it.
static std::optional<Joining> findReduction(scf::ForOp loop, unsigned number) {
  Value carried = loop.getRegionIterArg(number), yielded = loop.getYieldedValues()[number];
  auto scalar = dyn_cast<VectorType>(carried.getType());
  if (scalar ? scalar.getRank() != 0 : !carried.getType().isF32())
    return std::nullopt;
  if (scalar) {
    auto broadcast = yielded.getDefiningOp<vector::BroadcastOp>();
    auto extract = carried.hasOneUse() ? dyn_cast<vector::ExtractOp>(*carried.user_begin())
                                       : vector::ExtractOp();
    if (!broadcast || !extract || !broadcast->hasOneUse())
      return std::nullopt;
    carried = extract.getResult();
    yielded = broadcast.getSource();
  }
  std::optional<Joining> reduction = getJoining(yielded.getDefiningOp());
  if (!reduction || reduction->acc != carried || !carried.hasOneUse() || !yielded.hasOneUse() ||
      !yielded.getType().isF32() || !reduction->getType().getElementType().isF32() ||
      !getOperation(reduction->kind))
    return std::nullopt;
  return reduction;
}

static Value makeNumber(OpBuilder &builder, Location loc, Value value) {
  return isa<VectorType>(value.getType()) ? vector::ExtractOp::create(builder, loc, value) : value;
}

/// Carries the vectors of a reduction.
static scf::ForOp carryVector(scf::ForOp loop, unsigned number, const Joining &reduction) {
  OpBuilder builder(loop);
  Location loc = reduction.op->getLoc();
  VectorType type = reduction.getType();
  vector::CombiningKind kind = reduction.kind;
  TypedAttr identity = arith::getIdentityValueAttr(*getOperation(kind), type.getElementType(),
                                                   builder, loc, /*useOnlyFiniteValue=*/false);
  SmallVector<Value> inits(loop.getInitArgs());
  Value before = inits[number];
  inits[number] =
      arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, Attribute(identity)));
  auto made = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
                                 loop.getStep(), inits);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  made.getRegion().takeBody(loop.getRegion());
  BlockArgument carried = made.getRegionIterArg(number);
  Operation *yield = made.getBody()->getTerminator();
  Operation *first = *carried.user_begin();
  bool isExtracted = first != reduction.op;
  Operation *last = yield->getOperand(number).getDefiningOp();
  builder.setInsertionPoint(reduction.op);
  carried.setType(type);
  yield->setOperand(
      number, reduction.factor
                  ? vector::FMAOp::create(builder, loc, reduction.source, reduction.factor, carried)
                  : vector::makeArithReduction(builder, loc, kind, carried, reduction.source));
  // The reduction, and what made a number of the vector without dimensions and the other way.
  if (last != reduction.op)
    last->erase();
  reduction.op->erase();
  if (isExtracted)
    first->erase();
  SmallVector<bool> all(type.getRank(), true);
  builder.setInsertionPointAfter(made);
  SmallVector<Value> results(made.getResults());
  Value result = vector::MultiDimReductionOp::create(builder, loc, results[number],
                                                     makeNumber(builder, loc, before), all, kind);
  if (auto scalar = dyn_cast<VectorType>(before.getType()))
    result = vector::BroadcastOp::create(builder, loc, scalar, result);
  results[number] = result;
  loop.replaceAllUsesWith(results);
  loop.erase();
  return made;
}

namespace {
struct CarryVectors : dl::cpu::impl::CarryVectorsPassBase<CarryVectors> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      for (unsigned number = 0; number < loop.getNumRegionIterArgs(); ++number)
        if (std::optional<Joining> reduction = findReduction(loop, number)) {
          loop = carryVector(loop, number, *reduction);
          ++numLoops;
        }
  }
};
} // namespace
