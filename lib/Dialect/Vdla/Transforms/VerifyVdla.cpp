//===-- VerifyVdla.cpp - dl-verify-vdla -----------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "TileLowering.h"

namespace dl::vdla {
#define GEN_PASS_DEF_VERIFYVDLAPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

/// Errors at the operations of what is wrong with a program of tiles, where it has no places yet
/// with those that it would get.
static LogicalResult verifyTiles(ProgramOp program, const DeviceModel &model, size_t mostFindings) {
  FailureOr<TileProgram> tiles = readTiles(program, model);
  if (failed(tiles))
    return failure();
  FailureOr<TilePlaces> places = placeTiles(*tiles, model);
  if (failed(places))
    return failure();
  FailureOr<LocatedProgram> lowered = lowerTiles(program, model, *tiles, *places);
  if (failed(lowered))
    return failure();
  return reportFindings(program.getLoc(), *lowered,
                        verifyInOrder(model, lowered->program, mostFindings));
}

/// Errors at the operations of what is wrong with a program.
static LogicalResult verifyProgram(ProgramOp program, size_t mostFindings) {
  const DeviceModel &model = lookupConfig(program).getModel();
  if (program.getLevel() == ProgramLevel::Tile)
    return verifyTiles(program, model, mostFindings);
  FailureOr<LocatedProgram> read = readProgram(program, model);
  if (failed(read))
    return failure();
  return reportFindings(program.getLoc(), *read, verify(model, read->program, mostFindings));
}

namespace {
struct VerifyVdlaPass : public dl::vdla::impl::VerifyVdlaPassBase<VerifyVdlaPass> {
  using VerifyVdlaPassBase::VerifyVdlaPassBase;

  void runOnOperation() override {
    bool isGood = true;
    getOperation()->walk([&](ProgramOp program) {
      isGood &= succeeded(verifyProgram(program, mostFindings));
      return WalkResult::skip();
    });
    markAllAnalysesPreserved();
    if (!isGood)
      signalPassFailure();
  }
};
} // namespace
