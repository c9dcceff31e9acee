//===-- LowerTileProducts.cpp - contractions to tile registers ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-lower-tile-products: contractions of narrow numbers in groups that fill a lane of 32
// bits become products of AMX tiles, and loops carry their accumulators as tiles. Input: memrefs
// and vectors of any rank. Output: the same with amx operations.
//
//   %a: vector<16x16x2xbf16> (rows, steps, group), %b: vector<16x16x2xbf16> (steps, lanes, group)
//   %d = vector.contract %a, %b, %c : … into vector<16x16xf32>
//   -> amx.tile_mulf %a, %b, %c
//
//===----------------------------------------------------------------------===//
#include "TileProducts.h"

#include "dl/Codegen/Dependence.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWERTILEPRODUCTSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl;
using namespace dl::cpu;

namespace {
class TileLowering {
public:
  TileLowering(func::FuncOp function, int64_t nearBytes)
      : function(function), builder(function), nearBytes(nearBytes) {}

  /// The number of products that are tiles now.
  int64_t run();

private:
  void lower(const TileProduct &product);
  Value loadFactor(TileFactor factor, bool isWeights);
  void fetchNext(TileFactor factor, const TilePlace &place);
  void carryTiles(scf::ForOp loop);
  void foldCasts();
  void loadTile(UnrealizedConversionCastOp cast);
  void storeTile(UnrealizedConversionCastOp cast);
  Value castTo(Value value, Type type) {
    return UnrealizedConversionCastOp::create(builder, value.getLoc(), type, value).getResult(0);
  }
  Value load(Location loc, Type type, const TilePlace &place) {
    Value stride = getValueOrCreateConstantIndexOp(builder, loc, place.stride);
    return amx::TileLoadOp::create(builder, loc, type, place.base, place.indices, stride);
  }
  void store(Location loc, Value tile, const TilePlace &place) {
    Value stride = getValueOrCreateConstantIndexOp(builder, loc, place.stride);
    amx::TileStoreOp::create(builder, loc, place.base, place.indices, tile, stride);
  }
  TilePlace makeBuffer(Operation *user, VectorType type);
  Value loadBuffer(Value vector, const TilePlace &buffer);
  Value storeBuffer(Value tile, VectorType type, const TilePlace &buffer);

  func::FuncOp function;
  OpBuilder builder;
  /// Of the caches near a core.
  int64_t nearBytes;
  /// The tile of each factor that was read.
  DenseMap<Operation *, Value> factors;
  SmallVector<UnrealizedConversionCastOp> casts;
};
} // namespace

namespace {
/// What is read again in each iteration of a loop, in steps of the loops inside of it.
struct Reuse {
  scf::ForOp loop;
  int64_t steps = 1, times = 1;
};
} // namespace

/// The innermost loop whose iterations all read the same.
static std::optional<Reuse> findReuse(Operation *read, ValueRange indices) {
  Reuse reuse;
  for (Operation *op = read->getParentOp(); isa_and_nonnull<scf::ForOp>(op);
       op = op->getParentOp()) {
    auto loop = cast<scf::ForOp>(op);
    std::optional<APInt> trips = loop.getStaticTripCount();
    if (!trips || trips->ugt(1 << 20))
      return std::nullopt;
    auto count = static_cast<int64_t>(trips->getZExtValue());
    bool isMoved = llvm::any_of(
        indices, [&](Value index) { return codegen::dependsOn(index, loop.getInductionVar()); });
    if (isMoved) {
      reuse.steps *= count;
    } else if (count > 1) {
      reuse.loop = loop;
      reuse.times = count;
      return reuse;
    }
  }
  return std::nullopt;
}

/// Weights that no near cache holds are read again by each tile of rows while they are there: a
/// share of those that come next is brought meanwhile.
void TileLowering::fetchNext(TileFactor factor, const TilePlace &place) {
  auto type = cast<MemRefType>(place.base.getType());
  std::optional<Reuse> reuse = findReuse(factor.read, place.indices);
  std::optional<int64_t> stride = getConstantIntValue(place.stride);
  if (!reuse || !stride || !type.hasStaticShape())
    return;
  int64_t rows = factor.read.getVectorType().getDimSize(0);
  int64_t share = llvm::divideCeil(rows, reuse->times), ahead = reuse->steps * rows;
  // All of it stays near, or nothing comes next.
  if (type.getNumElements() * type.getElementTypeBitWidth() / 8 <= nearBytes / 4 ||
      ahead * *stride > type.getNumElements() / 2)
    return;
  Location loc = factor.read.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  // The loop counts from zero by one, or its steps are shares as well.
  Value turn =
      arith::DivUIOp::create(builder, loc,
                             arith::SubIOp::create(builder, loc, reuse->loop.getInductionVar(),
                                                   reuse->loop.getLowerBound()),
                             reuse->loop.getStep());
  Value first = arith::MulIOp::create(builder, loc, turn, constant(share));
  auto dim = cast<AffineDimExpr>(factor.read.getPermutationMap().getResult(0));
  for (int64_t row = 0; row < share; ++row) {
    SmallVector<Value> indices(place.indices);
    Value &index = indices[dim.getPosition()];
    index = arith::AddIOp::create(builder, loc, arith::AddIOp::create(builder, loc, index, first),
                                  constant(ahead + row));
    memref::PrefetchOp::create(builder, loc, place.base, indices, /*isWrite=*/false,
                               /*localityHint=*/2, /*isDataCache=*/true);
  }
}

/// Loads where the vector was read: once for all products of it.
Value TileLowering::loadFactor(TileFactor factor, bool isWeights) {
  Value &tile = factors[factor.read];
  if (tile)
    return tile;
  builder.setInsertionPoint(factor.read);
  std::optional<TilePlace> place =
      findTilePlace(builder, cast<VectorTransferOpInterface>(factor.read.getOperation()));
  tile = load(factor.read.getLoc(), getTileType(factor.read.getVectorType()), *place);
  if (isWeights)
    fetchNext(factor, *place);
  return tile;
}

void TileLowering::lower(const TileProduct &product) {
  vector::ContractionOp op = product.contract;
  Value rows = loadFactor(product.rows, /*isWeights=*/false);
  Value lanes = loadFactor(product.lanes, /*isWeights=*/true);
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getResultType());
  TilePlace buffer;
  Value sum;
  if (product.carriesSum) {
    sum = castTo(op.getAcc(), getTileType(type));
  } else {
    buffer = makeBuffer(op, type);
    sum = loadBuffer(op.getAcc(), buffer);
  }
  if (type.getElementType().isF32()) {
    sum = amx::TileMulFOp::create(builder, loc, sum.getType(), rows, lanes, sum);
  } else {
    auto flag = [&](bool is) { return is ? builder.getUnitAttr() : UnitAttr(); };
    sum = amx::TileMulIOp::create(builder, loc, sum.getType(), rows, lanes, sum,
                                  flag(product.rows.isUnsigned), flag(product.lanes.isUnsigned));
  }
  op.replaceAllUsesWith(product.carriesSum ? castTo(sum, type) : storeBuffer(sum, type, buffer));
  op.erase();
}

/// The tile of a vector that goes through memory.
Value TileLowering::loadBuffer(Value vector, const TilePlace &buffer) {
  Location loc = vector.getLoc();
  vector::TransferWriteOp::create(builder, loc, vector, buffer.base, buffer.indices,
                                  SmallVector<bool>(2, true));
  return load(loc, getTileType(cast<VectorType>(vector.getType())), buffer);
}

/// The vector of a tile that goes through memory.
Value TileLowering::storeBuffer(Value tile, VectorType type, const TilePlace &buffer) {
  Location loc = tile.getLoc();
  store(loc, tile, buffer);
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type.getElementType()));
  return vector::TransferReadOp::create(builder, loc, type, buffer.base, buffer.indices, zero,
                                        SmallVector<bool>(2, true));
}

static UnrealizedConversionCastOp getCastOfTile(Value value) {
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  return cast && isa<amx::TileType>(cast.getOperand(0).getType()) ? cast
                                                                  : UnrealizedConversionCastOp();
}

/// Carries what a loop yields of tiles as tiles.
void TileLowering::carryTiles(scf::ForOp loop) {
  for (unsigned number = 0; number < loop.getNumRegionIterArgs(); ++number) {
    auto cast = getCastOfTile(loop.getYieldedValues()[number]);
    if (!cast)
      continue;
    Type tile = cast.getOperand(0).getType();
    BlockArgument carried = loop.getRegionIterArg(number);
    Type vector = carried.getType();
    builder.setInsertionPoint(loop);
    loop.getInitArgsMutable()[number].assign(castTo(loop.getInitArgs()[number], tile));
    carried.setType(tile);
    builder.setInsertionPointToStart(loop.getBody());
    Value inside = castTo(carried, vector);
    carried.replaceAllUsesExcept(inside, inside.getDefiningOp());
    loop.getBody()->getTerminator()->setOperand(number, cast.getOperand(0));
    OpResult result = loop->getResult(number);
    result.setType(tile);
    builder.setInsertionPointAfter(loop);
    Value after = castTo(result, vector);
    result.replaceAllUsesExcept(after, after.getDefiningOp());
  }
}

/// A tile that becomes a vector and a tile again is itself. Collects the others.
void TileLowering::foldCasts() {
  SmallVector<UnrealizedConversionCastOp> all;
  function.walk([&](UnrealizedConversionCastOp cast) { all.push_back(cast); });
  for (UnrealizedConversionCastOp cast : all)
    if (isa<amx::TileType>(cast.getResult(0).getType()))
      if (auto before = getCastOfTile(cast.getOperand(0)))
        cast.getResult(0).replaceAllUsesWith(before.getOperand(0));
  for (UnrealizedConversionCastOp cast : llvm::reverse(all)) {
    if (cast.use_empty())
      cast.erase();
    else
      casts.push_back(cast);
  }
}

/// A tile's place on the stack, for what neither reads nor writes memory.
TilePlace TileLowering::makeBuffer(Operation *user, VectorType type) {
  OpBuilder::InsertionGuard guard(builder);
  // A loop is a scope as well, but each of its iterations would take more of the stack.
  Operation *scope = user->getParentOp();
  while (!isa<func::FuncOp>(scope) && !(scope->hasTrait<OpTrait::AutomaticAllocationScope>() &&
                                        scope->getName().getDialectNamespace() == "omp"))
    scope = scope->getParentOp();
  builder.setInsertionPointToStart(&scope->getRegion(0).front());
  Location loc = user->getLoc();
  auto buffer = memref::AllocaOp::create(builder, loc,
                                         MemRefType::get(type.getShape(), type.getElementType()),
                                         builder.getI64IntegerAttr(64));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return {buffer, {zero, zero}, builder.getIndexAttr(type.getDimSize(1))};
}

/// A vector becomes a tile.
void TileLowering::loadTile(UnrealizedConversionCastOp cast) {
  Value vector = cast.getOperand(0);
  Type tile = cast.getResult(0).getType();
  auto type = mlir::cast<VectorType>(vector.getType());
  Location loc = cast.getLoc();
  builder.setInsertionPoint(cast);
  Value made;
  if (matchPattern(vector, m_Zero()) || matchPattern(vector, m_PosZeroFloat())) {
    made = amx::TileZeroOp::create(builder, loc, tile);
  } else if (std::optional<TileFactor> factor = findTileFactor(vector);
             factor && factor->read.getVectorType() == type) {
    builder.setInsertionPoint(factor->read);
    if (auto place = findTilePlace(
            builder, mlir::cast<VectorTransferOpInterface>(factor->read.getOperation())))
      made = load(loc, tile, *place);
    builder.setInsertionPoint(cast);
  }
  if (!made)
    made = loadBuffer(vector, makeBuffer(cast, type));
  cast.getResult(0).replaceAllUsesWith(made);
  cast.erase();
  if (Operation *op = vector.getDefiningOp(); op && op->use_empty())
    op->erase();
}

/// A tile becomes a vector, which most of the time is written.
void TileLowering::storeTile(UnrealizedConversionCastOp cast) {
  Value tile = cast.getOperand(0), vector = cast.getResult(0);
  auto type = mlir::cast<VectorType>(vector.getType());
  for (Operation *user : llvm::make_early_inc_range(vector.getUsers())) {
    auto write = dyn_cast<vector::TransferWriteOp>(user);
    if (!write || write.getMask() || write.hasOutOfBoundsDim())
      continue;
    builder.setInsertionPoint(write);
    std::optional<TilePlace> place =
        findTilePlace(builder, mlir::cast<VectorTransferOpInterface>(write.getOperation()));
    if (!place)
      continue;
    store(write.getLoc(), tile, *place);
    write.erase();
  }
  if (!vector.use_empty()) {
    builder.setInsertionPoint(cast);
    vector.replaceAllUsesWith(storeBuffer(tile, type, makeBuffer(cast, type)));
  }
  cast.erase();
}

int64_t TileLowering::run() {
  SmallVector<TileProduct> products = findTileProducts(function);
  if (products.empty())
    return 0;
  for (const TileProduct &product : products)
    lower(product);
  function.walk([&](scf::ForOp loop) { carryTiles(loop); });
  foldCasts();
  for (UnrealizedConversionCastOp cast : casts)
    if (isa<amx::TileType>(cast.getResult(0).getType()))
      loadTile(cast);
    else
      storeTile(cast);
  return static_cast<int64_t>(products.size());
}

namespace {
struct LowerTileProducts : dl::cpu::impl::LowerTileProductsPassBase<LowerTileProducts> {
  void runOnOperation() override {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    if (usesTiles(module))
      numProducts +=
          TileLowering(getOperation(), dl::schedule::getTarget(module)->getNearBytes()).run();
  }
};
} // namespace
