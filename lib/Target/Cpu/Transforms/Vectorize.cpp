//===-- Vectorize.cpp - register tiles to vector code ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-vectorize: linalg operations marked schedule.vectorize become
// vector operations, contractions stay whole, and accumulators move into loop
// arguments. Input: the scheduled level. Output: the same loops on tensors with
// vectors inside; tiles that cannot be vectorized stay linalg, with a remark.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "ContractionRows.h"
#include "FilledTiles.h"
#include "NearbyReads.h"
#include "PartialTiles.h"
#include "PatternGroups.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace dl::cpu {
#define GEN_PASS_DEF_VECTORIZEPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl;

/// True if a value of a tile's body is made of an element of a tensor operand that is not
/// what the tile accumulates.
static bool dependsOnElements(Value value, linalg::LinalgOp tile) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != tile.getBlock())
      return false;
    OpOperand *operand = tile.getMatchingOpOperand(argument);
    return !tile.isDpsInit(operand) && tile.getRank(operand) > 0;
  }
  Operation *op = value.getDefiningOp();
  return op->getBlock() == tile.getBlock() && llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOnElements(operand, tile);
         });
}

/// True if a value of a tile's body is made of the place of its element.
static bool dependsOnPlace(Value value, linalg::LinalgOp tile) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != tile.getBlock())
    return false;
  return isa<linalg::IndexOp>(op) || llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOnPlace(operand, tile);
         });
}

/// True if a tile joins to what it accumulates a value that is made of places alone. It
/// becomes a vector along these dimensions, which upstream takes for one that is reduced.
static bool accumulatesPlaces(linalg::LinalgOp tile) {
  for (BlockArgument accumulated : tile.getRegionOutputArgs())
    for (Operation *user : accumulated.getUsers())
      for (Value operand : user->getOperands())
        if (dependsOnPlace(operand, tile) && !dependsOnElements(operand, tile))
          return true;
  return false;
}

/// What upstream's vectorization would make wrong code of; empty if there is nothing.
static StringRef getObstacle(linalg::LinalgOp tile) {
  if (tile.getNumReductionLoops() == 0)
    return accumulatesPlaces(tile) ? "it accumulates what depends on no element" : "";
  // Each result is reduced as if it were the only one.
  if (tile.getNumDpsInits() > 1)
    return "it reduces tuples inside of the tile";
  // A term without an operand's shape, as an index or a constant, is taken for reduced.
  if (llvm::none_of(tile.getBlock()->getTerminator()->getOperands(),
                    [&](Value yielded) { return dependsOnElements(yielded, tile); }))
    return "it reduces what depends on no element";
  return "";
}

/// Accumulators of so many elements are in no registers: code that sets them all at once would be
/// long and no faster.
static constexpr int64_t mostFilledAtOnce = 1024;

/// The part of a row that is set at once: the largest of at most 64 elements that divides it. Of a
/// long row of a prime number of elements that is one, of which LLVM makes vectors: measured with
/// 67 and 127 elements, this is as fast as whole rows or faster, and shorter.
static int64_t getFilledPart(int64_t extent) {
  int64_t size = std::min<int64_t>(extent, 64);
  while (extent % size != 0)
    --size;
  return size;
}

///   linalg.fill outs(%t : tensor<256x96xf32>)
/// becomes
///   scf.for … { scf.for … { linalg.fill outs(%slice : tensor<1x48xf32>) } }
static linalg::LinalgOp fillByRows(IRRewriter &rewriter, linalg::FillOp fill) {
  auto type = dyn_cast<RankedTensorType>(fill.getResult(0).getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() <= mostFilledAtOnce)
    return fill;
  SmallVector<OpFoldResult> sizes(type.getRank(), rewriter.getIndexAttr(1));
  sizes.back() = rewriter.getIndexAttr(getFilledPart(type.getShape().back()));
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes);
  auto tiling = cast<TilingInterface>(fill.getOperation());
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, tiling, options);
  if (failed(tiled))
    return fill;
  rewriter.replaceOp(fill, tiled->replacements);
  return cast<linalg::LinalgOp>(tiled->tiledOps.front());
}

/// Computes indices before a loop that are the same in all its iterations: what is read and written
/// at them can only then be seen to be one place.
static void moveIndicesOut(LoopLikeOpInterface loop) {
  auto isIndex = [](Operation *op, Region *) {
    return isMemoryEffectFree(op) && isSpeculatable(op) && op->getNumRegions() == 0 &&
           llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIndex(); });
  };
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); }, isIndex,
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

namespace {
struct Vectorize : dl::cpu::impl::VectorizePassBase<Vectorize> {
  static void addCanonicalization(RewritePatternSet &patterns) {
    MLIRContext *context = patterns.getContext();
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(patterns, context);
  }

  void cse() {
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
  }

  void remarkScalar(linalg::LinalgOp tile, StringRef reason) {
    remark::missed(tile.getLoc(), remark::RemarkOpts::name("NotVectorized")
                                      .category("dl-vectorize")
                                      .function(getOperation().getName()))
        << remark::reason("{0}", reason.str());
  }

  /// One tile at a time; the marks go, so that what stays is seen as scalar.
  void vectorizeTiles() {
    SmallVector<linalg::LinalgOp> tiles;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op->hasAttr(schedule::vectorizeAttrName))
        tiles.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp tile : tiles) {
      tile->removeAttr(schedule::vectorizeAttrName);
      rewriter.setInsertionPoint(tile);
      if (auto fill = dyn_cast<linalg::FillOp>(tile.getOperation())) {
        tile = fillByRows(rewriter, fill);
        rewriter.setInsertionPoint(tile);
      }
      if (tile.getNumLoops() == 0)
        continue;
      if (StringRef obstacle = getObstacle(tile); !obstacle.empty()) {
        remarkScalar(tile, obstacle);
        continue;
      }
      tile = dl::cpu::loadNearbyReads(rewriter, tile);
      rewriter.setInsertionPoint(tile);
      FailureOr<linalg::VectorizationResult> result = linalg::vectorize(rewriter, tile);
      if (failed(result)) {
        remarkScalar(tile, "its reads are not contiguous slices of its operands");
        continue;
      }
      rewriter.replaceOp(tile, result->replacements);
    }
  }

  LogicalResult initialize(MLIRContext *context) override {
    groups.add(context, [](RewritePatternSet &patterns) {
      vector::populateVectorReductionToContractPatterns(patterns);
      dl::cpu::populateWideOperandPatterns(patterns);
      vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
      dl::cpu::populatePartialReadPatterns(patterns);
    });
    groups.add(context, [](RewritePatternSet &patterns) {
      addCanonicalization(patterns);
      tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(patterns);
      tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
      tensor::populateDropRedundantInsertSliceRankExpansionPatterns(patterns);
      vector::populateVectorReductionToContractPatterns(patterns);
    });
    groups.add(context, [](RewritePatternSet &patterns) {
      addCanonicalization(patterns);
      dl::cpu::populatePartialWritePatterns(patterns);
      dl::cpu::populateFilledTilePatterns(patterns);
    });
    return success();
  }

  /// Some upstream pattern sets can rewrite in circles: a bound, and no error when it is met,
  /// since each intermediate form is correct.
  void apply(size_t group) { (void)groups.apply(group, getOperation(), /*mostRounds=*/10); }

  void runOnOperation() override {
    vectorizeTiles();
    // Multiply and reduce become a contraction before anything else can touch
    // the broadcasts that feed it.
    apply(0);
    // Reads and writes go straight to the tensors that slices were taken from.
    apply(1);
    cse();
    // Accumulators become loop arguments, from the innermost loop outwards.
    IRRewriter rewriter(&getContext());
    SmallVector<LoopLikeOpInterface> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (LoopLikeOpInterface loop : loops) {
      moveIndicesOut(loop);
      hoistLoopInvariantSubsets(rewriter, loop);
    }
    // Results of loops are vectors only now.
    apply(2);
    cse();
  }

  dl::cpu::PatternGroups groups;
};
} // namespace
