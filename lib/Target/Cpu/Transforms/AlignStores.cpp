//===-- AlignStores.cpp - vectors that do not cross lines -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-align-stores. Input: kernels of loops on memrefs with vectors. Output: the same, in
// which loops that write a large buffer from one end to the other begin their vectors at lines.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dl::cpu {
#define GEN_PASS_DEF_ALIGNSTORESPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
/// A loop over tiles of a buffer, or of a row of it, that lie side by side.
struct Stream {
  scf::ForOp loop;
  vector::TransferWriteOp write;
  /// Where tile i begins: at i times the elements of a tile, and what all tiles are behind.
  affine::AffineApplyOp place;
  int64_t tile, begin, numTiles;
};
} // namespace

/// True for a vector of a row of an argument of the kernel, the same in all iterations of a loop,
/// as it lies and without a mask.
template <typename OpTy> static bool isPlain(OpTy op, scf::ForOp loop) {
  auto type = dyn_cast<MemRefType>(op.getShapedType());
  return type && isa<BlockArgument>(op.getBase()) && type.hasStaticShape() &&
         type.getLayout().isIdentity() && !op.getMask() && op.getVectorType().getRank() == 1 &&
         op.getPermutationMap().isMinorIdentity() && op.isDimInBounds(0) &&
         llvm::all_of(op.getIndices().drop_back(),
                      [&](Value index) { return loop.isDefinedOutsideOfLoop(index); });
}

/// The tiles of a loop in which each reads and writes its own elements alone.
static std::optional<Stream> findStream(scf::ForOp loop) {
  std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
  if (first != 0 || !end || getConstantIntValue(loop.getStep()) != 1 || loop.getNumResults() > 0)
    return std::nullopt;
  Stream stream = {loop, {}, {}, 0, 0, *end};
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
      if (stream.write || !isPlain(write, loop))
        return std::nullopt;
      stream.write = write;
    } else if (auto read = dyn_cast<vector::TransferReadOp>(op)) {
      if (!isPlain(read, loop))
        return std::nullopt;
    } else if (op.getNumRegions() > 0 || !isMemoryEffectFree(&op)) {
      return std::nullopt;
    }
  }
  if (!stream.write)
    return std::nullopt;
  stream.place = stream.write.getIndices().back().getDefiningOp<affine::AffineApplyOp>();
  if (!stream.place || stream.place->getNumOperands() != 1 ||
      stream.place.getOperand(0) != loop.getInductionVar() ||
      stream.place->getBlock() != loop.getBody())
    return std::nullopt;
  stream.tile = stream.write.getVectorType().getNumElements();
  MLIRContext *context = loop.getContext();
  AffineExpr steps = getAffineDimExpr(0, context) * stream.tile;
  AffineExpr rest =
      simplifyAffineExpr(stream.place.getAffineMap().getResult(0) - steps, /*numDims=*/1, 0);
  auto begin = dyn_cast<AffineConstantExpr>(rest);
  // All operands at the same place.
  bool isSame = llvm::all_of(loop.getBody()->getOps<vector::TransferReadOp>(), [&](auto read) {
    return read.getIndices().back() == stream.place.getResult() &&
           read.getVectorType().getNumElements() == stream.tile;
  });
  // Nothing else may know which tile it is.
  bool isAlone = loop.getInductionVar().hasOneUse() &&
                 llvm::all_of(stream.place->getUsers(), [](Operation *user) {
                   return isa<vector::TransferReadOp, vector::TransferWriteOp>(user);
                 });
  if (!begin || !isSame || !isAlone)
    return std::nullopt;
  stream.begin = begin.getValue();
  return stream;
}

/// How many elements lie before the first line that begins behind `begin`.
static Value countBefore(OpBuilder &builder, Location loc, Stream stream, int64_t line,
                         int64_t width) {
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value).getResult();
  };
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, stream.write.getBase());
  auto type = cast<MemRefType>(stream.write.getShapedType());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  AffineExpr behind = builder.getAffineConstantExpr(stream.begin * width);
  SmallVector<Value> row(stream.write.getIndices().drop_back());
  for (size_t d = 0; d < row.size(); ++d)
    behind = behind + builder.getAffineDimExpr(d) * (strides[d] * width);
  AffineMap map = AffineMap::get(row.size(), 0, behind);
  address = arith::AddIOp::create(builder, loc, address,
                                  affine::AffineApplyOp::create(builder, loc, map, row));
  Value missing = arith::SubIOp::create(builder, loc, constant(0), address);
  missing = arith::AndIOp::create(builder, loc, missing, constant(line - 1));
  return arith::DivUIOp::create(builder, loc, missing, constant(width));
}

/// The tile at a place, of which the first `count` elements are written; those behind are not read
/// either where `masksReads`.
static void makeTile(OpBuilder &builder, Stream stream, Value place, Value count, bool masksReads) {
  Location loc = stream.loop.getLoc();
  auto type = VectorType::get(stream.tile, builder.getI1Type());
  Value mask = vector::CreateMaskOp::create(builder, loc, type, count);
  IRMapping mapping;
  mapping.map(stream.place.getResult(), place);
  for (Operation &op : stream.loop.getBody()->without_terminator()) {
    if (&op == stream.place)
      continue;
    auto read = dyn_cast<vector::TransferReadOp>(op);
    if (read && masksReads) {
      Type element = read.getVectorType().getElementType();
      Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
      SmallVector<Value> indices(read.getIndices().drop_back());
      indices.push_back(place);
      Value made = vector::TransferReadOp::create(
          builder, loc, read.getVectorType(), read.getBase(), indices, read.getPermutationMapAttr(),
          zero, mask, read.getInBoundsAttr());
      mapping.map(read.getResult(), made);
      continue;
    }
    Operation *made = builder.clone(op, mapping);
    if (auto write = dyn_cast<vector::TransferWriteOp>(made))
      write.getMaskMutable().assign(mask);
  }
}

/// Tiles of a row that gets another one.
static constexpr int64_t leastTiles = 8;

namespace {
struct AlignStores : dl::cpu::impl::AlignStoresPassBase<AlignStores> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (std::optional<Stream> stream = findStream(loop))
        align(*stream);
  }

  void align(Stream stream) {
    auto type = cast<MemRefType>(stream.write.getShapedType());
    int64_t width = type.getElementTypeBitWidth() / 8;
    std::shared_ptr<const dl::schedule::Target> target = dl::schedule::getTarget(stream.loop);
    int64_t line = target->lineBytes;
    // What caches take back soon waits for no second line. Another tile for each row is to be
    // little.
    if (width == 0 || line % width != 0 || stream.tile * width < line ||
        stream.numTiles < leastTiles || type.getNumElements() * width <= target->getNearBytes())
      return;
    scf::ForOp loop = stream.loop;
    Location loc = loop.getLoc();
    OpBuilder builder(loop);
    auto constant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(builder, loc, value).getResult();
    };
    Value before = countBefore(builder, loc, stream, line, width);
    makeTile(builder, stream, constant(stream.begin), before, /*masksReads=*/false);
    builder.setInsertionPointAfter(loop);
    AffineExpr step = builder.getAffineDimExpr(0), moved = builder.getAffineDimExpr(1);
    Value last = affine::AffineApplyOp::create(
        builder, loc,
        AffineMap::get(1, 0, step + (stream.begin + (stream.numTiles - 1) * stream.tile)), before);
    Value left = affine::AffineApplyOp::create(builder, loc,
                                               AffineMap::get(1, 0, -step + stream.tile), before);
    makeTile(builder, stream, last, left, /*masksReads=*/true);
    // The tiles between, which begin at lines.
    builder.setInsertionPoint(stream.place);
    AffineMap map = AffineMap::get(2, 0, step * stream.tile + moved + stream.begin);
    Value place = affine::AffineApplyOp::create(builder, stream.place.getLoc(), map,
                                                ValueRange{loop.getInductionVar(), before});
    affine::AffineApplyOp old = stream.place;
    old.getResult().replaceAllUsesWith(place);
    old.erase();
    builder.setInsertionPoint(loop);
    loop.setUpperBound(constant(stream.numTiles - 1));
    ++numLoops;
  }
};
} // namespace
