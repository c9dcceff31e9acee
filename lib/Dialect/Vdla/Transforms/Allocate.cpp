//===-- Allocate.cpp - vdla-allocate --------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles get the first position where nothing lies that is needed at the same time.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "TileLowering.h"

namespace dl::vdla {
#define GEN_PASS_DEF_ALLOCATEPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

namespace {
/// A tile: instructions from the first to the last that use it, and elements.
struct Tile {
  AllocOp op;
  Memory memory;
  int64_t first, last, count, position = -1;
};
} // namespace

static SmallVector<Tile> collectTiles(const TileProgram &program, const DeviceModel &model) {
  SmallVector<Tile> tiles;
  llvm::DenseMap<Value, size_t> places;
  for (AllocOp op : program.allocs) {
    places[op.getTile()] = tiles.size();
    tiles.push_back({op, getTileMemory(op.getTile()), 0, -1, countTileElements(op.getTile(), model),
                     op.getPosition() ? int64_t(*op.getPosition()) : -1});
  }
  for (auto [i, instruction] : llvm::enumerate(program.instructions))
    for (Value operand : instruction.op->getOperands()) {
      Tile &tile = tiles[places.lookup(operand)];
      tile.first = tile.last < 0 ? int64_t(i) : tile.first;
      tile.last = int64_t(i);
    }
  return tiles;
}

/// The first place for a tile beside those that have one; a tile that nothing uses lives for no
/// time.
static int64_t findPosition(const Tile &tile, ArrayRef<Tile> tiles, bool reuses) {
  int64_t position = 0;
  for (bool hasMoved = true; hasMoved;) {
    hasMoved = false;
    for (const Tile &other : tiles) {
      bool isLive = !reuses || (other.first <= tile.last && tile.first <= other.last);
      if (other.position < 0 || other.memory != tile.memory || !isLive ||
          other.position >= position + tile.count || position >= other.position + other.count)
        continue;
      position = other.position + other.count;
      hasMoved = true;
    }
  }
  return position;
}

/// Places the tiles of a memory. Returns the first that has no place, or null.
static Tile *place(SmallVectorImpl<Tile> &tiles, Memory memory, int64_t depth, bool reuses) {
  for (Tile &tile : tiles) {
    if (tile.memory != memory || tile.position >= 0)
      continue;
    int64_t position = findPosition(tile, tiles, reuses);
    if (position + tile.count > depth)
      return &tile;
    tile.position = position;
  }
  return nullptr;
}

FailureOr<TilePlaces> dl::vdla::placeTiles(const TileProgram &program, const DeviceModel &model) {
  SmallVector<Tile> tiles = collectTiles(program, model);
  for (unsigned i = 0; i < numMemories; ++i) {
    Memory memory = Memory(i);
    // What shares no place with another tile never waits for it.
    SmallVector<Tile> apart = tiles;
    if (!place(apart, memory, model.getDepth(memory), /*reuses=*/false)) {
      tiles = std::move(apart);
      continue;
    }
    Tile *left = place(tiles, memory, model.getDepth(memory), /*reuses=*/true);
    if (!left)
      continue;
    InFlightDiagnostic diagnostic = left->op.emitOpError("(A5) expected room for ")
                                    << left->count << " of the " << model.getDepth(memory)
                                    << " elements of " << getName(memory)
                                    << " beside what is needed at the same time; use smaller tiles";
    for (Tile &other : tiles)
      if (other.memory == memory && other.position >= 0 && other.first <= left->last &&
          left->first <= other.last)
        diagnostic.attachNote(other.op.getLoc())
            << "needed at the same time: " << other.count << " elements at " << other.position;
    return diagnostic;
  }
  TilePlaces places;
  for (Tile &tile : tiles)
    places[tile.op.getTile()] = tile.position;
  return places;
}

static LogicalResult allocate(ProgramOp program, const DeviceModel &model) {
  FailureOr<TileProgram> tiles = readTiles(program, model);
  if (failed(tiles))
    return failure();
  FailureOr<TilePlaces> places = placeTiles(*tiles, model);
  if (failed(places))
    return failure();
  for (AllocOp op : tiles->allocs)
    op.setPosition(places->at(op.getTile()));
  return success();
}

namespace {
struct AllocatePass : public dl::vdla::impl::AllocatePassBase<AllocatePass> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([&](ProgramOp program) {
      if (program.getLevel() == ProgramLevel::Tile &&
          failed(allocate(program, lookupConfig(program).getModel())))
        return WalkResult::interrupt();
      return WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
