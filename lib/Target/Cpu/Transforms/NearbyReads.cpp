//===-- NearbyReads.cpp - elements of one row, in any order -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NearbyReads.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace {
/// Where a read is, by the place of an element in its tile.
class ReadPlaces {
public:
  ReadPlaces(linalg::LinalgOp tile, tensor::ExtractOp read) : tile(tile) {
    MLIRContext *context = tile.getContext();
    for (Value index : read.getIndices()) {
      auto map = AffineMap::getMultiDimIdentityMap(1, context);
      SmallVector<Value> operands = {index};
      affine::fullyComposeAffineMapAndOperands(&map, &operands);
      for (Value operand : operands)
        isKnown &= isOutside(operand) || isa_and_nonnull<linalg::IndexOp>(operand.getDefiningOp());
      maps.push_back({map, operands});
    }
  }

  /// False where an index is made in the tile from more than places.
  bool areKnown() const { return isKnown; }

  /// The index of a dim for the element at `place`, over values from outside of the tile.
  std::pair<AffineExpr, SmallVector<Value>> getIndex(size_t dim, ArrayRef<int64_t> place) const {
    const auto &[map, operands] = maps[dim];
    SmallVector<AffineExpr> dims, symbols;
    SmallVector<Value> outside;
    for (auto [number, operand] : llvm::enumerate(operands)) {
      AffineExpr expr;
      if (auto index = operand.getDefiningOp<linalg::IndexOp>(); index && !isOutside(operand)) {
        expr = getAffineConstantExpr(place[index.getDim()], map.getContext());
      } else {
        expr = getAffineDimExpr(outside.size(), map.getContext());
        outside.push_back(operand);
      }
      (number < map.getNumDims() ? dims : symbols).push_back(expr);
    }
    AffineExpr expr = map.getResult(0).replaceDimsAndSymbols(dims, symbols);
    return {simplifyAffineExpr(expr, outside.size(), 0), outside};
  }

  /// How far the index of a dim is from that at the first lane's; nothing where that is not known.
  std::optional<int64_t> getDistance(size_t dim, ArrayRef<int64_t> first,
                                     ArrayRef<int64_t> place) const {
    auto [from, values] = getIndex(dim, first);
    auto [to, same] = getIndex(dim, place);
    auto distance = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(to - from, values.size(), 0));
    return distance ? std::optional(distance.getValue()) : std::nullopt;
  }

private:
  bool isOutside(Value value) const {
    return !tile->getRegion(0).isAncestor(value.getParentRegion());
  }

  linalg::LinalgOp tile;
  SmallVector<std::pair<AffineMap, SmallVector<Value>>> maps;
  bool isKnown = true;
};

/// The most rows that a tile reads so, in straight-line code.
constexpr int64_t mostRows = 16;

/// A row of lanes: the place in the tile of the element that is first in memory, and how far behind
/// it each lane's is.
struct Row {
  SmallVector<int64_t> begin, lanes;
  /// Elements from the first to the last one.
  int64_t length;
};

/// The rows of a tile's lanes; none where one of them is spread or in several rows of memory.
SmallVector<Row> findRows(const ReadPlaces &places, ArrayRef<int64_t> sizes, size_t rank) {
  SmallVector<int64_t> ofRow(sizes.size(), 1);
  ofRow.back() = sizes.back();
  SmallVector<Row> rows;
  for (SmallVector<int64_t> first : StaticTileOffsetRange(sizes, ofRow)) {
    SmallVector<int64_t> place(first);
    Row row;
    for (place.back() = 0; place.back() < sizes.back(); ++place.back()) {
      for (size_t dim = 0; dim < rank; ++dim) {
        std::optional<int64_t> distance = places.getDistance(dim, first, place);
        if (!distance || (dim + 1 < rank && *distance != 0))
          return {};
        if (dim + 1 == rank)
          row.lanes.push_back(*distance);
      }
    }
    auto [least, most] = std::minmax_element(row.lanes.begin(), row.lanes.end());
    row.length = *most - *least + 1;
    if (row.length > 2 * sizes.back())
      return {};
    row.begin = first;
    row.begin.back() = std::distance(row.lanes.begin(), least);
    int64_t base = *least;
    for (int64_t &lane : row.lanes)
      lane -= base;
    rows.push_back(row);
  }
  return rows;
}

/// What a tile's elements read, as a tensor of the tile's sizes; null where it is not near.
Value loadTile(RewriterBase &rewriter, linalg::LinalgOp tile, tensor::ExtractOp read,
               ArrayRef<int64_t> sizes) {
  auto source = cast<RankedTensorType>(read.getTensor().getType());
  ReadPlaces places(tile, read);
  if (source.getRank() == 0 || !source.getElementType().isIntOrFloat() || !places.areKnown())
    return {};
  SmallVector<Row> rows = findRows(places, sizes, source.getRank());
  if (rows.empty())
    return {};
  Location loc = read.getLoc();
  auto type = VectorType::get(sizes, source.getElementType());
  Value all;
  if (type.getRank() > 1)
    all = ub::PoisonOp::create(rewriter, loc, type);
  for (const Row &row : rows) {
    SmallVector<Value> indices;
    for (size_t dim = 0; dim < static_cast<size_t>(source.getRank()); ++dim) {
      auto [expr, operands] = places.getIndex(dim, row.begin);
      auto map = AffineMap::get(operands.size(), 0, expr);
      indices.push_back(affine::AffineApplyOp::create(rewriter, loc, map, operands));
    }
    auto near = VectorType::get(row.length, source.getElementType());
    Value loaded = vector::TransferReadOp::create(rewriter, loc, near, read.getTensor(), indices,
                                                  /*padding=*/std::nullopt, ArrayRef<bool>{true});
    Value lanes = vector::ShuffleOp::create(rewriter, loc, loaded, loaded, row.lanes);
    all = all ? vector::InsertOp::create(rewriter, loc, lanes, all, ArrayRef(row.begin).drop_back())
                    .getResult()
              : lanes;
  }
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, source.getElementType());
  SmallVector<Value> origin(sizes.size(), arith::ConstantIndexOp::create(rewriter, loc, 0));
  return vector::TransferWriteOp::create(rewriter, loc, all, empty, origin,
                                         SmallVector<bool>(sizes.size(), true))
      .getResult();
}
} // namespace

linalg::LinalgOp dl::cpu::loadNearbyReads(RewriterBase &rewriter, linalg::LinalgOp tile) {
  auto generic = dyn_cast<linalg::GenericOp>(tile.getOperation());
  SmallVector<int64_t> sizes = tile.getStaticLoopRanges();
  if (!generic || sizes.empty() || ShapedType::isDynamicShape(sizes) ||
      ShapedType::getNumElements(sizes) > mostRows * sizes.back())
    return tile;
  SmallVector<tensor::ExtractOp> reads;
  SmallVector<Value> loaded;
  for (auto read : generic.getBody()->getOps<tensor::ExtractOp>())
    if (Value values = loadTile(rewriter, tile, read, sizes)) {
      reads.push_back(read);
      loaded.push_back(values);
    }
  if (reads.empty())
    return tile;
  // The same tile with an operand more for each.
  SmallVector<Value> inputs(generic.getInputs());
  llvm::append_range(inputs, loaded);
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  maps.insert(maps.begin() + generic.getNumDpsInputs(), loaded.size(),
              rewriter.getMultiDimIdentityMap(sizes.size()));
  auto made =
      linalg::GenericOp::create(rewriter, generic.getLoc(), generic.getResultTypes(), inputs,
                                generic.getOutputs(), maps, generic.getIteratorTypesArray());
  made->setDiscardableAttrs(generic->getDiscardableAttrDictionary());
  made.getRegion().takeBody(generic.getRegion());
  for (auto [number, read] : llvm::enumerate(reads)) {
    BlockArgument element = made.getBody()->insertArgument(generic.getNumDpsInputs() + number,
                                                           read.getType(), read.getLoc());
    rewriter.replaceOp(read, element);
  }
  rewriter.replaceOp(generic, made.getResults());
  return made;
}
