//===-- LowerVectors.cpp - vector operations to rank one --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: vector operations of any rank on memrefs. Out: multiply-adds, shuffles,
// and transfers of rank one, which dl-convert-code-to-llvm takes further.
//
//===----------------------------------------------------------------------===//
#include "ContractionRows.h"
#include "PartialStores.h"
#include "PatternGroups.h"
#include "StridedRows.h"
#include "TransposeRows.h"

#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWERVECTORSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {

/// Reduces a vector to a scalar by halves: elementwise while it is longer than a
/// register, then across the lanes. A product of operations in a row would wait
/// for each other.
///   vector.multi_reduction <add>, %v, %acc [0] : vector<64xf32> to f32
///   -> %h = v[0..32) + v[32..64); %q = h[0..16) + h[16..32); vector.reduction %q
struct ReduceByHalves : public OpRewritePattern<vector::MultiDimReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::MultiDimReductionOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    if (type.getRank() != 1 || type.isScalable() || !op.isReducedDim(0))
      return rewriter.notifyMatchFailure(op, "expected a vector of rank 1 that is reduced");
    constexpr int64_t registerBits = 512;
    // Across lanes LLVM would order zeros and look for NaN at each of its steps in several
    // instructions more.
    bool isExtremum = op.getKind() == vector::CombiningKind::MAXIMUMF ||
                      op.getKind() == vector::CombiningKind::MINIMUMF;
    int64_t lanes = isExtremum ? 1 : registerBits / type.getElementTypeBitWidth();
    Location loc = op.getLoc();
    arith::FastMathFlagsAttr flags;
    if (isExtremum)
      flags = arith::FastMathFlagsAttr::get(rewriter.getContext(), arith::FastMathFlags::nsz);
    Value value = op.getSource();
    for (int64_t size = type.getNumElements(); size > lanes && size % 2 == 0; size /= 2) {
      auto half = [&](int64_t offset) -> Value {
        return vector::ExtractStridedSliceOp::create(rewriter, loc, value, {offset}, {size / 2},
                                                     {1});
      };
      value =
          vector::makeArithReduction(rewriter, loc, op.getKind(), half(0), half(size / 2), flags);
    }
    rewriter.replaceOpWithNewOp<vector::ReductionOp>(op, op.getKind(), value, op.getAcc());
    return success();
  }
};

/// More rounds than any lowering needs; a set that cycles ends here.
constexpr int64_t maxRounds = 64;

/// Rows of integer math one by one: convert-math-to-llvm, which unrolls every other
/// operation of the dialect, leaves these with more than one dimension as they are.
///   math.absi %x : vector<2x4xi32>   ->   math.absi of each row, put together
template <typename OpTy> struct UnrollIntegerMath : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type || type.getRank() < 2)
      return rewriter.notifyMatchFailure(op, "not a vector of several dimensions");
    Location loc = op.getLoc();
    Value result = ub::PoisonOp::create(rewriter, loc, type);
    for (int64_t row = 0; row < type.getDimSize(0); ++row) {
      Value part = vector::ExtractOp::create(rewriter, loc, op.getOperand(), row);
      part = OpTy::create(rewriter, loc, part);
      result = vector::InsertOp::create(rewriter, loc, part, result, row);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A transfer of one element is a load or a store whatever the memory's strides are;
/// upstream's lowering wants a unit stride.
///   vector.transfer_read %m[%i], %pad : memref<8xf32, strided<[4]>>, vector<f32>
///   -> %x = memref.load %m[%i]; vector.broadcast %x : f32 to vector<f32>
struct LowerElementRead : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getVectorType().getRank() != 0 || op.getMask() ||
        !isa<MemRefType>(op.getBase().getType()))
      return rewriter.notifyMatchFailure(op, "not one element of a memref");
    Value element = memref::LoadOp::create(rewriter, op.getLoc(), op.getBase(), op.getIndices());
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, op.getVectorType(), element);
    return success();
  }
};

struct LowerElementWrite : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getVectorType().getRank() != 0 || op.getMask() ||
        !isa<MemRefType>(op.getBase().getType()))
      return rewriter.notifyMatchFailure(op, "not one element of a memref");
    Value element = vector::ExtractOp::create(rewriter, op.getLoc(), op.getValueToStore());
    rewriter.replaceOpWithNewOp<memref::StoreOp>(op, element, op.getBase(), op.getIndices());
    return success();
  }
};

/// True for the operand of a contraction whose elements are broadcast, not its lanes: they are
/// best loaded where they are broadcast.
bool isBroadcast(vector::TransferReadOp read) {
  return llvm::any_of(read->getUses(), [](OpOperand &use) {
    auto contract = dyn_cast<vector::ContractionOp>(use.getOwner());
    if (!contract || use.getOperandNumber() > 1)
      return false;
    AffineMap sum = contract.getIndexingMapsArray().back();
    AffineMap map = contract.getIndexingMapsArray()[use.getOperandNumber()];
    return sum.getNumResults() > 0 && map.getResults().back() != sum.getResults().back();
  });
}

/// The same of rows that fill no register: LLVM broadcasts their elements from registers, and those
/// of whole ones from memory.
bool isBroadcastFromRegisters(vector::TransferReadOp read) {
  constexpr int64_t leastLanes = 4;
  ArrayRef<int64_t> shape = read.getVectorType().getShape();
  return !shape.empty() && shape.back() % leastLanes != 0 && isBroadcast(read);
}

/// The dims of a memref along which those of a vector of elements that lie apart are moved;
/// nothing where they are one after the other and not `breaksRows`, perhaps outside, or too many
/// for straight-line code.
std::optional<SmallVector<unsigned>> getDimsOfApart(VectorTransferOpInterface op,
                                                    bool breaksRows = false) {
  constexpr int64_t mostElements = 256;
  auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
  VectorType type = op.getVectorType();
  if (!buffer || !buffer.getElementType().isIntOrIndexOrFloat() || type.getRank() == 0 ||
      type.isScalable() || type.getNumElements() > mostElements || op.getMask() ||
      op.hasOutOfBoundsDim())
    return std::nullopt;
  SmallVector<unsigned> dims;
  for (AffineExpr expr : op.getPermutationMap().getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return std::nullopt;
    dims.push_back(dim.getPosition());
  }
  // Where elements are one after the other along another dim, rows of them are transposed.
  bool isInRows = buffer.isLastDimUnitStride() && llvm::is_contained(dims, buffer.getRank() - 1);
  return isInRows && !breaksRows ? std::nullopt : std::optional(dims);
}

/// Visits all rows of a vector: where each is in the vector, and the indices of its elements.
void forEachRow(OpBuilder &builder, VectorTransferOpInterface op, ArrayRef<unsigned> dims,
                llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<SmallVector<Value>>)> visit) {
  SmallVector<int64_t> shape(op.getVectorType().getShape()), tile(shape.size(), 1);
  tile.back() = shape.back();
  for (SmallVector<int64_t> place : StaticTileOffsetRange(shape, tile)) {
    SmallVector<SmallVector<Value>> elements;
    for (place.back() = 0; place.back() < shape.back(); ++place.back()) {
      SmallVector<Value> &indices = elements.emplace_back(op.getIndices());
      for (auto [dim, number] : llvm::zip_equal(dims, place))
        indices[dim] = getValueOrCreateConstantIndexOp(
            builder, op.getLoc(),
            affine::makeComposedFoldedAffineApply(
                builder, op.getLoc(), builder.getAffineDimExpr(0) + number, {indices[dim]}));
    }
    visit(ArrayRef(place).drop_back(), elements);
  }
}

/// Makes each row of a vector from the indices of its elements, and puts them together.
void replaceByRows(PatternRewriter &rewriter, vector::TransferReadOp op, ArrayRef<unsigned> dims,
                   llvm::function_ref<Value(ArrayRef<SmallVector<Value>>)> makeRow) {
  Value result;
  if (op.getVectorType().getRank() > 1)
    result = ub::PoisonOp::create(rewriter, op.getLoc(), op.getVectorType());
  forEachRow(rewriter, op, dims, [&](ArrayRef<int64_t> place, ArrayRef<SmallVector<Value>> at) {
    Value made = makeRow(at);
    result =
        place.empty() ? made : vector::InsertOp::create(rewriter, op.getLoc(), made, result, place);
  });
  rewriter.replaceOp(op, result);
}

/// Elements that lie apart are loaded one by one, but for rows of short steps. Upstream's loop is
/// straight-line code only where LLVM unrolls it; from 64 elements on it puts them together in
/// memory.
///   vector.transfer_read %m[%i, %j] {map (a, b) -> (a)} : memref<64x9xf32>, vector<2xf32>
///   -> memref.load %m[%i, %j], memref.load %m[%i + 1, %j], vector.from_elements
/// So are elements to broadcast of rows that fill no register, where broadcasts take them from
/// memory.
struct UnrollReadOfApart : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<unsigned>> dims =
        getDimsOfApart(op, /*breaksRows=*/isBroadcastFromRegisters(op) && broadcastsMemory(op));
    if (!dims)
      return rewriter.notifyMatchFailure(op, "no elements that lie apart");
    VectorType type = op.getVectorType();
    auto row = VectorType::get(type.getShape().back(), type.getElementType());
    int64_t step = isBroadcast(op) ? 0
                                   : dl::cpu::getShortStep(cast<MemRefType>(op.getBase().getType()),
                                                           dims->back(), row.getNumElements());
    replaceByRows(rewriter, op, *dims, [&](ArrayRef<SmallVector<Value>> at) -> Value {
      if (step != 0)
        return dl::cpu::loadStridedRow(rewriter, op.getLoc(), op.getBase(), at.front(), row, step);
      SmallVector<Value> elements;
      for (const SmallVector<Value> &indices : at)
        elements.push_back(memref::LoadOp::create(rewriter, op.getLoc(), op.getBase(), indices));
      return vector::FromElementsOp::create(rewriter, op.getLoc(), row, elements);
    });
    return success();
  }

private:
  /// Operands of its target's instructions may be broadcasts from memory.
  static bool broadcastsMemory(Operation *op) {
    auto module = op->getParentOfType<ModuleOp>();
    return module && dl::cpu::getTriple(module).isX86();
  }
};

/// The same of rows of short steps of which only the first elements are there.
///   vector.transfer_read %m[%i], %pad : memref<?xf32, strided<[2]>>, vector<16xf32>
struct ReadPartOfApart : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
    VectorType type = op.getVectorType();
    int64_t rank = type.getRank();
    if (!buffer || !buffer.getElementType().isIntOrIndexOrFloat() || rank == 0 ||
        type.isScalable() || op.getMask() || !op.getPermutationMap().isMinorIdentity())
      return rewriter.notifyMatchFailure(op, "no part of rows");
    SmallVector<bool> inBounds = op.getInBoundsValues();
    if (inBounds.pop_back_val() || llvm::is_contained(inBounds, false))
      return rewriter.notifyMatchFailure(op, "not the ends of rows that may lie outside");
    unsigned last = buffer.getRank() - 1;
    auto row = VectorType::get(type.getShape().back(), type.getElementType());
    int64_t step = dl::cpu::getShortStep(buffer, last, row.getNumElements());
    if (step == 0)
      return rewriter.notifyMatchFailure(op, "no elements a few others apart");
    Location loc = op.getLoc();
    Value extent = memref::DimOp::create(rewriter, loc, op.getBase(), last);
    Value count = affine::makeComposedAffineApply(
        rewriter, loc, rewriter.getAffineDimExpr(0) - rewriter.getAffineDimExpr(1),
        {extent, op.getIndices().back()});
    auto dims = llvm::to_vector(llvm::seq<unsigned>(buffer.getRank() - rank, buffer.getRank()));
    replaceByRows(rewriter, op, dims, [&](ArrayRef<SmallVector<Value>> at) {
      return dl::cpu::loadStridedRow(rewriter, loc, op.getBase(), at.front(), row, step,
                                     dl::cpu::PresentElements{count, op.getPadding()});
    });
    return success();
  }
};

struct UnrollWriteOfApart : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<unsigned>> dims = getDimsOfApart(op);
    if (!dims)
      return rewriter.notifyMatchFailure(op, "no elements that lie apart");
    forEachRow(rewriter, op, *dims, [&](ArrayRef<int64_t> place, ArrayRef<SmallVector<Value>> at) {
      for (auto [i, indices] : llvm::enumerate(at)) {
        SmallVector<int64_t> position(place);
        position.push_back(i);
        Value element =
            vector::ExtractOp::create(rewriter, op.getLoc(), op.getValueToStore(), position);
        memref::StoreOp::create(rewriter, op.getLoc(), element, op.getBase(), indices);
      }
    });
    rewriter.eraseOp(op);
    return success();
  }
};

/// The shape of one reduction iteration of a contraction whose accumulator has the lanes of
/// one of its operands; nothing where lanes are summed or where there is but one iteration.
std::optional<SmallVector<int64_t>> getIterationShape(Operation *op) {
  auto contract = cast<vector::ContractionOp>(op);
  SmallVector<AffineMap> maps = contract.getIndexingMapsArray();
  auto getLanes = [](AffineMap map) {
    return map.getNumResults() == 0 ? AffineExpr() : map.getResults().back();
  };
  AffineExpr lanes = getLanes(maps.back());
  if (!lanes || (getLanes(maps[0]) != lanes && getLanes(maps[1]) != lanes))
    return std::nullopt;
  SmallVector<int64_t> bounds;
  contract.getIterationBounds(bounds);
  SmallVector<int64_t> shape(bounds);
  for (auto [size, type] : llvm::zip_equal(shape, contract.getIteratorTypesArray()))
    if (type == vector::IteratorType::reduction)
      size = 1;
  return shape == bounds ? std::nullopt : std::optional(shape);
}

/// One reduction iteration after the other: all rows use its vectors and broadcasts before
/// the next one's are loaded. Row by row, the vectors of all iterations would be alive.
///   vector.contract %a, %b, %c : vector<8x4xf32>, vector<4x32xf32> into vector<8x32xf32>
///   -> %0 = vector.contract %a[:, 0], %b[0, :], %c; %1 = vector.contract %a[:, 1], …, %0; …
void populateContractIterationPatterns(RewritePatternSet &patterns) {
  vector::UnrollVectorOptions options;
  options.setFilterConstraint(
      [](Operation *op) { return success(isa<vector::ContractionOp>(op)); });
  options.setNativeShapeFn(getIterationShape);
  vector::populateVectorUnrollPatterns(patterns, options);
}

struct LowerVectorsPass : public dl::cpu::impl::LowerVectorsPassBase<LowerVectorsPass> {
  using LowerVectorsPassBase::LowerVectorsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto add = [&](auto populate) { groups.add(context, populate); };
    add([](RewritePatternSet &patterns) { patterns.add<ReduceByHalves>(patterns.getContext()); });
    add([](RewritePatternSet &patterns) {
      vector::populateVectorMultiReductionLoweringPatterns(
          patterns, vector::VectorMultiReductionLowering::InnerParallel);
    });
    add([](RewritePatternSet &patterns) {
      vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
      vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
      patterns.add<LowerElementRead, LowerElementWrite>(patterns.getContext());
      // Before a write of a column becomes one of rows of one element.
      patterns.add<UnrollReadOfApart, ReadPartOfApart, UnrollWriteOfApart>(patterns.getContext(),
                                                                           /*benefit=*/2);
    });
    add(dl::cpu::populateContractionRowPatterns);
    add(populateContractIterationPatterns);
    add([](RewritePatternSet &patterns) {
      vector::populateVectorContractLoweringPatterns(patterns,
                                                     vector::VectorContractLowering::OuterProduct);
    });
    add([](RewritePatternSet &patterns) {
      vector::populateVectorOuterProductLoweringPatterns(patterns);
    });
    add([](RewritePatternSet &patterns) {
      dl::cpu::populateTransposeRowPatterns(patterns);
      vector::populateVectorTransposeLoweringPatterns(patterns,
                                                      vector::VectorTransposeLowering::Shuffle1D);
    });
    add([](RewritePatternSet &patterns) {
      vector::populateVectorBroadcastLoweringPatterns(patterns);
      vector::populateVectorShapeCastLoweringPatterns(patterns);
      patterns.add<UnrollIntegerMath<math::AbsIOp>, UnrollIntegerMath<math::CountLeadingZerosOp>,
                   UnrollIntegerMath<math::CountTrailingZerosOp>>(patterns.getContext());
    });
    add([](RewritePatternSet &patterns) {
      vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
    });
    add([](RewritePatternSet &patterns) {
      populateVectorToSCFConversionPatterns(
          patterns, VectorTransferToSCFOptions().enableFullUnroll().setTargetRank(1));
    });
    add(dl::cpu::populatePartialStorePatterns);
    return success();
  }

  void runOnOperation() override {
    if (failed(groups.applyAll(getOperation(), maxRounds)))
      signalPassFailure();
  }

private:
  dl::cpu::PatternGroups groups;
};
} // namespace
