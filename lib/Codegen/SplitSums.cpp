//===-- SplitSums.cpp - long sums as sums of partial sums -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop adds up in f32, one term behind the other, becomes a sum of sums of few
// terms. Input: kernels of loops on tensors, vectors inside or not. Output: the same,
// where no chain of additions is much longer than a block or than the number of blocks.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Dependence.h"
#include "dl/Codegen/LoopLimits.h"
#include "dl/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace dl::codegen {
#define GEN_PASS_DEF_SPLITSUMSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;

namespace {
/// More additions than matter, as those of a loop whose end only a run knows.
constexpr int64_t many = int64_t(1) << 40;
/// Additions of a partial sum: of products, as matrix libraries block their reductions, so
/// that joining costs little beside a register tile; of other terms few, where a library has
/// as many partial sums as some vectors have lanes.
constexpr int64_t productBlock = 256, termBlock = 32;
/// A loop whose end only a run knows adds up blocks of blocks of terms.
constexpr unsigned openLevels = 2;
/// A tile in memory that is larger is not added up twice.
constexpr int64_t maxTile = 4096;

/// What happens to an accumulator in the body of a loop.
struct Chain {
  /// The additions one behind the other that an element takes part in.
  int64_t adds = 0;
  bool hasProducts = false;
  /// Where an accumulator in a tensor is read and written.
  SmallVector<Value> indices;
  /// The loops that pass it through.
  SmallVector<scf::ForOp> loops;

  void append(const Chain &inner, int64_t times) {
    adds = std::min<uint64_t>(many, llvm::SaturatingMultiplyAdd<uint64_t>(inner.adds, times, adds));
    hasProducts |= inner.hasProducts;
    indices = inner.indices;
    loops.append(inner.loops);
  }
};
} // namespace

/// As many iterations as a loop may have: those whose ends move have at most as many as lie between
/// the farthest.
static int64_t getTrips(scf::ForOp loop) {
  if (std::optional<APInt> trips = loop.getStaticTripCount())
    return std::min<int64_t>(many, trips->getLimitedValue(many));
  std::optional<int64_t> first = dl::codegen::getLimit(loop.getLowerBound()),
                         end = dl::codegen::getLimit(loop.getUpperBound());
  return first && end && matchPattern(loop.getStep(), m_One())
             ? std::clamp<int64_t>(*end - *first, 0, many)
             : many;
}

/// True for factors that were rounded to numbers of 16 bits: sums of their products are no worse
/// for being added up one by one.
static bool isRounded(Value factor) {
  auto wide = factor.getDefiningOp<arith::ExtFOp>();
  return getElementTypeOrSelf(wide ? wide.getIn() : factor).getIntOrFloatBitWidth() < 32;
}

static bool isElement(Type type) { return getElementTypeOrSelf(type).isF32(); }

static std::optional<Chain> followElement(Value element, OpOperand &end);
static std::optional<Chain> follow(Value accumulated, OpOperand &end);

/// The chain through a loop that takes the accumulator as an initial value.
static std::optional<Chain> followLoop(scf::ForOp loop, OpOperand &init) {
  BlockArgument argument = loop.getTiedLoopRegionIterArg(&init);
  auto inner = follow(argument, *loop.getTiedLoopYieldedValue(argument));
  if (!inner)
    return std::nullopt;
  // Steps to other elements of a tile are no more additions of each.
  bool isSpatial = llvm::any_of(inner->indices, [&](Value index) {
    return dl::codegen::dependsOn(index, loop.getInductionVar());
  });
  Chain chain;
  chain.append(*inner, isSpatial ? 1 : getTrips(loop));
  chain.loops.insert(chain.loops.begin(), loop);
  return chain;
}

/// The chain of additions from an accumulator, a number or a vector, to the use `end`;
/// nullopt if anything else happens to it on the way.
static std::optional<Chain> followElement(Value value, OpOperand &end) {
  Chain chain;
  while (true) {
    if (!value.hasOneUse())
      return std::nullopt;
    OpOperand &use = *value.use_begin();
    if (&use == &end)
      return chain;
    Operation *user = use.getOwner();
    bool known =
        llvm::TypeSwitch<Operation *, bool>(user)
            .Case([&](arith::AddFOp) {
              ++chain.adds;
              return true;
            })
            .Case([&](vector::FMAOp op) {
              ++chain.adds;
              chain.hasProducts = true;
              return &use == &op.getAccMutable();
            })
            .Case([&](vector::ContractionOp op) {
              SmallVector<int64_t> bounds;
              op.getIterationBounds(bounds);
              for (auto [bound, kind] : llvm::zip_equal(bounds, op.getIteratorTypesArray()))
                chain.adds += kind == vector::IteratorType::reduction ? bound : 0;
              chain.hasProducts = true;
              return &use == &op.getAccMutable() && op.getKind() == vector::CombiningKind::ADD &&
                     !isRounded(op.getLhs());
            })
            .Case([&](vector::MultiDimReductionOp op) {
              ++chain.adds;
              return &use == &op.getAccMutable() && op.getKind() == vector::CombiningKind::ADD;
            })
            .Case([&](vector::ExtractOp op) { return op.getSourceVectorType().getRank() == 0; })
            .Case([&](vector::BroadcastOp op) { return op.getResultVectorType().getRank() == 0; })
            .Case([&](scf::ForOp loop) {
              auto inner = followLoop(loop, use);
              if (inner)
                chain.append(*inner, 1);
              return bool(inner);
            })
            .Default([](Operation *) { return false; });
    if (!known)
      return std::nullopt;
    auto loop = dyn_cast<scf::ForOp>(user);
    value = loop ? loop.getTiedLoopResult(&use) : user->getResult(0);
  }
}

/// The same for a tensor of which elements are added to in place.
static std::optional<Chain> follow(Value value, OpOperand &end) {
  if (!isElement(value.getType()))
    return std::nullopt;
  if (!isa<RankedTensorType>(value.getType()))
    return followElement(value, end);
  Chain chain;
  unsigned steps = 0;
  while (true) {
    if (value.hasOneUse() && &*value.use_begin() == &end)
      return chain;
    // Two places of a tensor would be two chains.
    if (++steps > 1)
      return std::nullopt;
    if (value.use_empty())
      return std::nullopt;
    if (value.hasOneUse()) {
      OpOperand &use = *value.use_begin();
      auto loop = dyn_cast<scf::ForOp>(use.getOwner());
      auto inner = loop ? followLoop(loop, use) : std::nullopt;
      if (!inner)
        return std::nullopt;
      chain.append(*inner, 1);
      value = loop.getTiedLoopResult(&use);
      continue;
    }
    // Where blocks were joined.
    auto join = dyn_cast<linalg::AddOp>(*value.user_begin());
    if (join && llvm::all_equal(value.getUsers()) && join.getInputs()[1] != value) {
      ++chain.adds;
      value = join.getResult(0);
      continue;
    }
    tensor::ExtractOp extract;
    tensor::InsertOp insert;
    for (OpOperand &use : value.getUses()) {
      if (auto op = dyn_cast<tensor::ExtractOp>(use.getOwner()); op && !extract)
        extract = op;
      else if (auto op = dyn_cast<tensor::InsertOp>(use.getOwner());
               op && !insert && &use == &op.getDestMutable())
        insert = op;
      else
        return std::nullopt;
    }
    // There are two uses or more, hence both.
    if (extract.getIndices() != insert.getIndices())
      return std::nullopt;
    auto inner = followElement(extract, insert.getScalarMutable());
    if (!inner)
      return std::nullopt;
    inner->indices.assign(insert.getIndices().begin(), insert.getIndices().end());
    chain.append(*inner, 1);
    value = insert.getResult();
  }
}

namespace {
struct SplitSumsPass : public dl::codegen::impl::SplitSumsPassBase<SplitSumsPass> {
  using SplitSumsPassBase::SplitSumsPassBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { loops.push_back(loop); });
    // Inner loops first: what they carry in a tensor, the outer ones then carry, too.
    for (scf::ForOp &loop : llvm::reverse(loops))
      loop = promote(loop);
    llvm::SmallPtrSet<Operation *, 16> parts;
    for (scf::ForOp loop : loops) {
      if (parts.contains(loop))
        continue;
      for (OpOperand &init : loop.getInitArgsMutable())
        if (auto chain = followLoop(loop, init))
          for (scf::ForOp part : chain->loops)
            parts.insert(part);
      split(loop);
    }
  }

private:
  /// Carries the one element of a tensor that a loop adds to, instead of the tensor:
  ///   %r = scf.for … iter_args(%t = %init) { %e = tensor.extract %t[%i] … tensor.insert }
  /// becomes
  ///   %e0 = tensor.extract %init[%i]
  ///   %e1 = scf.for … iter_args(%e = %e0) { … }
  ///   %r = tensor.insert %e1 into %init[%i]
  static scf::ForOp promote(scf::ForOp loop) {
    for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
      BlockArgument argument = loop.getRegionIterArg(i);
      if (!isa<RankedTensorType>(argument.getType()) ||
          !follow(argument, *loop.getTiedLoopYieldedValue(argument)))
        continue;
      auto insert = loop.getYieldedValues()[i].getDefiningOp<tensor::InsertOp>();
      if (!insert || insert.getDest() != argument ||
          !llvm::all_of(insert.getIndices(),
                        [&](Value index) { return loop.isDefinedOutsideOfLoop(index); }))
        continue;
      OpBuilder builder(loop);
      Location loc = insert.getLoc();
      SmallVector<Value> indices(insert.getIndices()), inits(loop.getInitArgs());
      Value tensor = inits[i];
      inits[i] = tensor::ExtractOp::create(builder, loc, tensor, indices);
      auto promoted = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                         loop.getUpperBound(), loop.getStep(), inits);
      promoted->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
      promoted.getRegion().takeBody(loop.getRegion());
      insert.getResult().replaceAllUsesWith(insert.getScalar());
      insert.erase();
      argument.setType(inits[i].getType());
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
        if (auto extract = dyn_cast<tensor::ExtractOp>(user)) {
          extract.replaceAllUsesWith(Value(argument));
          extract.erase();
        }
      SmallVector<Value> results(promoted.getResults());
      results[i] = tensor::InsertOp::create(builder, loc, results[i], tensor, indices);
      loop.replaceAllUsesWith(results);
      loop.erase();
      loop = promoted;
    }
    return loop;
  }

  /// Splits what a loop adds up, or the loops in it where these alone make long chains.
  static void split(scf::ForOp loop, unsigned level = 0) {
    SmallVector<unsigned> sums;
    Chain longest;
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      auto tensor = dyn_cast<RankedTensorType>(argument.getType());
      if (tensor && (!tensor.hasStaticShape() || tensor.getNumElements() > maxTile))
        continue;
      auto chain = follow(argument, *loop.getTiedLoopYieldedValue(argument));
      if (!chain || chain->adds == 0)
        continue;
      bool isSpatial = llvm::any_of(chain->indices, [&](Value index) {
        return dl::codegen::dependsOn(index, loop.getInductionVar());
      });
      if (isSpatial) {
        for (scf::ForOp inner : chain->loops)
          if (inner->getParentOp() == loop)
            split(inner);
        return;
      }
      sums.push_back(i);
      if (chain->adds >= longest.adds)
        longest = *chain;
    }
    int64_t trips = getTrips(loop), total = many;
    if (sums.empty() || llvm::MulOverflow(longest.adds, trips, total))
      total = many;
    int64_t block = longest.hasProducts ? productBlock : termBlock;
    if (sums.empty() || total <= (longest.hasProducts ? block : 2 * block) ||
        (trips == many && level == openLevels))
      return;
    if (longest.adds > 2 * block) {
      for (scf::ForOp inner : longest.loops)
        if (inner->getParentOp() == loop)
          split(inner);
      return;
    }
    int64_t steps = std::max<int64_t>(1, (block + longest.adds / 2) / longest.adds);
    // There may be many blocks.
    if (steps == 1) {
      addAside(loop, sums);
      return split(loop, level + 1);
    }
    split(splitLoop(loop, sums, trips < many ? chooseSteps(trips, steps) : steps), level + 1);
  }

  /// The steps of a block, near to those that are wanted and at most a quarter more, for at least
  /// two blocks; a divisor where there is one, so that no block is shorter.
  static int64_t chooseSteps(int64_t trips, int64_t wanted) {
    int64_t blocks = std::max<int64_t>(2, (trips + wanted / 2) / wanted);
    for (int64_t away = 0; away <= blocks / 2; ++away)
      for (int64_t count : {blocks + away, blocks - away})
        if (count > 1 && trips % count == 0 && trips / count <= wanted + wanted / 4)
          return trips / count;
    return llvm::divideCeil(trips, blocks);
  }

  static Value makeZero(OpBuilder &builder, Location loc, Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      Value zero = makeZero(builder, loc, tensor.getElementType());
      Value empty =
          tensor::EmptyOp::create(builder, loc, tensor.getShape(), tensor.getElementType());
      return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
    }
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  }

  static Value join(OpBuilder &builder, Location loc, Value sum, Value part) {
    if (!isa<RankedTensorType>(sum.getType()))
      return arith::AddFOp::create(builder, loc, sum, part);
    return linalg::AddOp::create(builder, loc, ValueRange{sum, part}, ValueRange{sum}).getResult(0);
  }

  /// Each iteration adds up on its own.
  static void addAside(scf::ForOp loop, ArrayRef<unsigned> sums) {
    Location loc = loop.getLoc();
    OpBuilder first = OpBuilder::atBlockBegin(loop.getBody());
    OpBuilder last = OpBuilder::atBlockTerminator(loop.getBody());
    for (unsigned i : sums) {
      BlockArgument sum = loop.getRegionIterArg(i);
      sum.replaceAllUsesWith(makeZero(first, loc, sum.getType()));
      OpOperand &yielded = *loop.getTiedLoopYieldedValue(sum);
      yielded.set(join(last, loc, sum, yielded.get()));
    }
  }

  ///   scf.for %k = %lb to %ub step %s iter_args(%sum = %init) { … }
  /// becomes
  ///   scf.for %b = %lb to %ub step %s * steps iter_args(%sum = %init) {
  ///     %part = scf.for %k = %b to min(%b + %s * steps, %ub) step %s iter_args(%a = 0) { … }
  ///     yield %sum + %part
  ///   }
  static scf::ForOp splitLoop(scf::ForOp loop, ArrayRef<unsigned> sums, int64_t steps) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Value count = arith::ConstantIndexOp::create(builder, loc, steps);
    Value stride = builder.createOrFold<arith::MulIOp>(loc, loop.getStep(), count);
    auto blocks = scf::ForOp::create(builder, loc, loop.getLowerBound(), loop.getUpperBound(),
                                     stride, loop.getInitArgs());
    blocks->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    builder.setInsertionPointToStart(blocks.getBody());
    Value begin = blocks.getInductionVar();
    Value end = arith::AddIOp::create(builder, loc, begin, stride);
    // Loops whose ends move have fewer iterations than they may have.
    std::optional<APInt> trips = loop.getStaticTripCount();
    if (!trips || trips->urem(static_cast<uint64_t>(steps)) != 0)
      end = arith::MinSIOp::create(builder, loc, end, loop.getUpperBound());
    SmallVector<Value> inits(blocks.getRegionIterArgs());
    for (unsigned i : sums)
      inits[i] = makeZero(builder, loc, inits[i].getType());
    auto block = scf::ForOp::create(builder, loc, begin, end, loop.getStep(), inits);
    block->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    block.getRegion().takeBody(loop.getRegion());
    SmallVector<Value> results(block.getResults());
    for (unsigned i : sums)
      results[i] = join(builder, loc, blocks.getRegionIterArg(i), results[i]);
    scf::YieldOp::create(builder, loc, results);
    loop.replaceAllUsesWith(blocks.getResults());
    loop.erase();
    return blocks;
  }
};
} // namespace
