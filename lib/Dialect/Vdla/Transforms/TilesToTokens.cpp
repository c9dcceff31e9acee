//===-- TilesToTokens.cpp - vdla-tiles-to-tokens --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "TileLowering.h"

#include "dl/Vdla/Encoding.h"

#include <map>

namespace dl::vdla {
#define GEN_PASS_DEF_TILESTOTOKENSPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

namespace {
/// Makes instructions of the operations of a program.
class TileLowering {
public:
  TileLowering(ProgramOp op, const DeviceModel &model, const TileProgram &tiles,
               const TilePlaces &places)
      : op(op), model(model), tiles(tiles), places(places) {}
  FailureOr<LocatedProgram> lower();

private:
  LogicalResult add(const TileInstruction &tile);
  /// Where a list of micro-ops begins in the program's, which has each list once.
  int64_t addMicroOps(const std::vector<MicroOp> &microOps);
  void addMicroOpLoad();

  ProgramOp op;
  const DeviceModel &model;
  const TileProgram &tiles;
  const TilePlaces &places;
  LocatedProgram result;
  Program &program = result.program;
  std::map<std::vector<std::array<uint32_t, 3>>, int64_t> lists;
};
} // namespace

int64_t TileLowering::addMicroOps(const std::vector<MicroOp> &microOps) {
  std::vector<std::array<uint32_t, 3>> key;
  for (const MicroOp &microOp : microOps)
    key.push_back({microOp.dst, microOp.src, microOp.wgt});
  auto [entry, isNew] = lists.try_emplace(key, int64_t(program.microOps.size()));
  if (isNew)
    llvm::append_range(program.microOps, microOps);
  return entry->second;
}

LogicalResult TileLowering::add(const TileInstruction &tile) {
  Operation *source = tile.op;
  Instruction instruction = tile.instruction;
  std::vector<MicroOp> microOps = tile.microOps;
  for (auto [role, operand] :
       llvm::zip_equal(getTileRoles(model, instruction), source->getOperands())) {
    auto place = places.find(operand);
    if (place == places.end()) {
      InFlightDiagnostic diagnostic =
          source->emitOpError("(A6) expected tiles with positions; run vdla-allocate before");
      diagnostic.attachNote(operand.getLoc()) << "has none";
      return diagnostic;
    }
    int64_t position = place->second;
    if (role == FieldId::Sram || role == FieldId::ScaleBase)
      instruction.set(role, instruction.get(role) + position);
    for (MicroOp &microOp : microOps)
      (role == FieldId::Dst   ? microOp.dst
       : role == FieldId::Src ? microOp.src
                              : microOp.wgt) += uint32_t(position);
  }
  for (const MicroOp &microOp : microOps)
    if (std::optional<std::string> reason = checkEncodable(model, microOp))
      return source->emitOpError("(I2) ") << *reason;
  if (!microOps.empty())
    instruction.set(FieldId::UopBegin, addMicroOps(microOps))
        .set(FieldId::UopCount, int64_t(microOps.size()));
  if (std::optional<std::string> reason = checkEncodable(model, instruction))
    return source->emitOpError("(I2) ") << *reason;
  program.instructions.push_back(instruction);
  result.operations.push_back(source);
  return success();
}

void TileLowering::addMicroOpLoad() {
  int64_t count = int64_t(program.microOps.size());
  std::string name = "uops";
  for (unsigned i = 0;
       llvm::any_of(program.buffers, [&](const Buffer &b) { return b.name == name; }); ++i)
    name = "uops_" + std::to_string(i);
  Instruction load;
  load.kind = InstructionKind::Load;
  for (auto [i, form] : llvm::enumerate(model.getConfig().loads))
    if (form.memory == Memory::Uop)
      load.set(FieldId::Form, int64_t(i));
  load.set(FieldId::Y, 1).set(FieldId::X, count).set(FieldId::Stride, count);
  load.buffer = int(program.buffers.size());
  program.buffers.push_back({name, count * model.getMicroOpBytes(), Direction::MicroOps});
  program.instructions.insert(program.instructions.begin(), load);
  result.operations.insert(result.operations.begin(), op);
}

FailureOr<LocatedProgram> TileLowering::lower() {
  program.name = op.getSymName().str();
  program.buffers = tiles.buffers;
  for (const TileInstruction &tile : tiles.instructions)
    if (failed(add(tile)))
      return failure();
  if (!program.microOps.empty())
    addMicroOpLoad();
  return std::move(result);
}

FailureOr<LocatedProgram> dl::vdla::lowerTiles(ProgramOp op, const DeviceModel &model,
                                               const TileProgram &tiles, const TilePlaces &places) {
  return TileLowering(op, model, tiles, places).lower();
}

static LogicalResult replaceTiles(ProgramOp op, const DeviceModel &model) {
  FailureOr<TileProgram> tiles = readTiles(op, model);
  if (failed(tiles))
    return failure();
  TilePlaces places;
  for (AllocOp alloc : tiles->allocs)
    if (alloc.getPosition())
      places[alloc.getTile()] = int64_t(*alloc.getPosition());
  FailureOr<LocatedProgram> instructions = lowerTiles(op, model, *tiles, places);
  if (failed(instructions))
    return failure();
  auto locations = llvm::map_to_vector(instructions->operations,
                                       [](Operation *source) { return source->getLoc(); });
  OpBuilder builder(op);
  ProgramOp lowered = buildProgram(builder, op.getLoc(), model, instructions->program,
                                   ProgramLevel::Token, locations);
  lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.erase();
  return success();
}

namespace {
struct TilesToTokensPass : public dl::vdla::impl::TilesToTokensPassBase<TilesToTokensPass> {
  void runOnOperation() override {
    SmallVector<ProgramOp> programs;
    getOperation()->walk([&](ProgramOp program) {
      if (program.getLevel() == ProgramLevel::Tile)
        programs.push_back(program);
      return WalkResult::skip();
    });
    for (ProgramOp program : programs)
      if (failed(replaceTiles(program, lookupConfig(program).getModel())))
        return signalPassFailure();
  }
};
} // namespace
