//===-- TileProducts.cpp - contractions that tile registers compute -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;
using namespace dl::cpu;

/// What a tile register holds (Intel 64 and IA-32 Architectures Software Developer's Manual,
/// volume 1, chapter 18).
static constexpr int64_t mostRows = 16, laneBits = 32;
static constexpr size_t numTiles = 8;

std::optional<TileFactor> dl::cpu::findTileFactor(Value value) {
  TileFactor factor;
  if (Operation *cast = value.getDefiningOp();
      isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp, arith::ExtFOp>(cast)) {
    factor.isUnsigned = isa<arith::ExtUIOp>(cast);
    value = cast->getOperand(0);
  }
  factor.read = value.getDefiningOp<vector::TransferReadOp>();
  if (!factor.read || factor.read.getMask() || factor.read.hasOutOfBoundsDim() ||
      !isa<MemRefType>(factor.read.getBase().getType()))
    return std::nullopt;
  return factor;
}

/// The strides of the dims of a vector that is read or written; nothing where they are broadcast.
static std::optional<SmallVector<int64_t>> getStrides(VectorTransferOpInterface transfer) {
  auto type = cast<MemRefType>(transfer.getBase().getType());
  SmallVector<int64_t> strides, ofVector;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  for (AffineExpr result : transfer.getPermutationMap().getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim)
      return std::nullopt;
    ofVector.push_back(strides[dim.getPosition()]);
  }
  return ofVector;
}

std::optional<TilePlace> dl::cpu::findTilePlace(OpBuilder &builder,
                                                VectorTransferOpInterface transfer) {
  std::optional<SmallVector<int64_t>> strides = getStrides(transfer);
  if (!strides || strides->empty())
    return std::nullopt;
  ArrayRef<int64_t> shape = transfer.getVectorType().getShape();
  int64_t expected = 1;
  for (size_t dim = shape.size(); --dim > 0; expected *= shape[dim])
    if ((*strides)[dim] != expected)
      return std::nullopt;
  TilePlace place{transfer.getBase(), llvm::to_vector(transfer.getIndices()), {}};
  if (ShapedType::isStatic(strides->front())) {
    place.stride = builder.getIndexAttr(strides->front());
    return place;
  }
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, transfer->getLoc(), transfer.getBase());
  auto dim = cast<AffineDimExpr>(transfer.getPermutationMap().getResult(0));
  place.stride = metadata.getStrides()[dim.getPosition()];
  return place;
}

/// The product if the dims are (rows, steps, group) by (steps, lanes, group), in either order, and
/// fit in tiles.
static std::optional<TileProduct> findProduct(vector::ContractionOp op) {
  auto type = dyn_cast<VectorType>(op.getResultType());
  if (!type || type.getRank() != 2 || op.getKind() != vector::CombiningKind::ADD ||
      isa<vector::MaskOp>(op->getParentOp()))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  MLIRContext *context = op.getContext();
  auto isMap = [&](AffineMap map, ArrayRef<AffineExpr> dims) {
    return map == AffineMap::get(4, 0, dims, context);
  };
  if (maps[2].getNumDims() != 4)
    return std::nullopt;
  AffineExpr i = maps[2].getResult(0), j = maps[2].getResult(1);
  for (bool isSwapped : {false, true}) {
    AffineMap ofRows = maps[isSwapped ? 1 : 0], ofLanes = maps[isSwapped ? 0 : 1];
    if (ofRows.getNumResults() != 3)
      continue;
    AffineExpr step = ofRows.getResult(1), group = ofRows.getResult(2);
    if (!isMap(ofRows, {i, step, group}) || !isMap(ofLanes, {step, j, group}))
      continue;
    std::optional<TileFactor> rows = findTileFactor(isSwapped ? op.getRhs() : op.getLhs());
    std::optional<TileFactor> lanes = findTileFactor(isSwapped ? op.getLhs() : op.getRhs());
    if (!rows || !lanes)
      return std::nullopt;
    VectorType narrow = rows->read.getVectorType(), other = lanes->read.getVectorType();
    Type element = narrow.getElementType(), sum = type.getElementType();
    bool isKnown = (element.isBF16() && sum.isF32()) || (element.isInteger(8) && sum.isInteger(32));
    if (!isKnown || other.getElementType() != element ||
        narrow.getDimSize(2) * element.getIntOrFloatBitWidth() != laneBits ||
        type.getDimSize(0) > mostRows || type.getDimSize(1) > mostRows ||
        narrow.getDimSize(1) > mostRows)
      return std::nullopt;
    return TileProduct{op, *rows, *lanes};
  }
  return std::nullopt;
}

amx::TileType dl::cpu::getTileType(VectorType type) {
  int64_t rows = type.getDimSize(0);
  return amx::TileType::get({rows, type.getNumElements() / rows}, type.getElementType());
}

namespace {
using Shape = std::pair<int64_t, int64_t>;

/// How many tiles of each shape are live at once.
using Registers = std::map<Shape, size_t>;
} // namespace

static Shape getShape(VectorType type) {
  amx::TileType tile = getTileType(type);
  return {tile.getDimSize(0), tile.getDimSize(1) * tile.getElementTypeBitWidth()};
}

/// Of the products of a block: sums stay, or come and go one after the other as factors do.
static Registers countRegisters(ArrayRef<TileProduct> products, bool carriesSums) {
  Registers registers, sums;
  for (TileProduct product : products) {
    registers[getShape(product.rows.read.getVectorType())] = 1;
    registers[getShape(product.lanes.read.getVectorType())] = 1;
    Shape shape = getShape(cast<VectorType>(product.contract.getResultType()));
    // The first product of each sum.
    if (!carriesSums)
      sums[shape] = 1;
    else if (!product.contract.getAcc().getDefiningOp<vector::ContractionOp>())
      ++sums[shape];
  }
  for (auto [shape, number] : sums)
    registers[shape] += number;
  return registers;
}

/// Adds these if all find a register.
static bool fit(Registers &all, const Registers &more) {
  Registers sum = all;
  size_t count = 0;
  for (auto [shape, number] : more)
    sum[shape] = std::max(sum[shape], number);
  for (auto [shape, number] : sum)
    count += number;
  if (count > numTiles)
    return false;
  all = std::move(sum);
  return true;
}

/// LLVM gives each tile register one shape in a function. Where there are too many at once, sums
/// are in memory, or products stay what they are.
static SmallVector<TileProduct> keepWhatFits(ArrayRef<TileProduct> products) {
  llvm::MapVector<Block *, SmallVector<TileProduct>> blocks;
  for (TileProduct product : products)
    blocks[product.contract->getBlock()].push_back(product);
  SmallVector<TileProduct> kept;
  Registers registers;
  for (auto &[block, inBlock] : blocks) {
    bool carriesSums = fit(registers, countRegisters(inBlock, /*carriesSums=*/true));
    if (!carriesSums && !fit(registers, countRegisters(inBlock, /*carriesSums=*/false)))
      continue;
    for (TileProduct &product : inBlock)
      product.carriesSum = carriesSums;
    llvm::append_range(kept, inBlock);
  }
  return kept;
}

/// True where groups of a factor, and its steps, lie beside each other.
static bool isPlain(TileFactor factor) {
  auto transfer = cast<VectorTransferOpInterface>(factor.read.getOperation());
  std::optional<SmallVector<int64_t>> strides = getStrides(transfer);
  return strides && strides->back() == 1 && (*strides)[1] == transfer.getVectorType().getDimSize(2);
}

SmallVector<TileProduct> dl::cpu::findTileProducts(func::FuncOp function) {
  SmallVector<TileProduct> products;
  function.walk([&](vector::ContractionOp op) {
    if (std::optional<TileProduct> product = findProduct(op);
        product && isPlain(product->rows) && isPlain(product->lanes))
      products.push_back(*product);
  });
  return keepWhatFits(products);
}
