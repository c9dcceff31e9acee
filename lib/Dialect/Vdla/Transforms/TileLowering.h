//===-- TileLowering.h - from tiles to instructions -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes share that give tiles their places and make instructions of operations on them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_VDLA_TRANSFORMS_TILELOWERING_H
#define DL_LIB_DIALECT_VDLA_TRANSFORMS_TILELOWERING_H

#include "dl/Dialect/Vdla/IR/Tiles.h"

namespace dl::vdla {

/// Where tiles begin in their scratchpads.
using TilePlaces = llvm::DenseMap<mlir::Value, int64_t>;

/// The places of tiles: those that they have, and for others ones apart from all, where they fit,
/// or that are free while they are used. An error at a tile that has none (A5).
mlir::FailureOr<TilePlaces> placeTiles(const TileProgram &tiles, const DeviceModel &model);

/// The instructions of a program of tiles in their order, without tokens, and the list of their
/// micro-ops with a load at the start, whose operation is `op`. Errors at tiles that have no place
/// (A6), and at what the machine cannot be told.
mlir::FailureOr<LocatedProgram> lowerTiles(ProgramOp op, const DeviceModel &model,
                                           const TileProgram &tiles, const TilePlaces &places);

} // namespace dl::vdla

#endif // DL_LIB_DIALECT_VDLA_TRANSFORMS_TILELOWERING_H
