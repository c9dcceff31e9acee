//===-- Tiles.cpp - what operations on tiles say --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Tiles.h"

#include "InstructionSyntax.h"

#include "dl/Vdla/Reach.h"

using namespace mlir;
using namespace dl::vdla;

/// The shape and type of an element of a memory, as tiles have it.
static MemRefType getElement(const DeviceModel &model, Memory memory, MLIRContext *context) {
  const Config &config = model.getConfig();
  auto make = [&](ArrayRef<int64_t> shape, int64_t bits) {
    return MemRefType::get(shape, IntegerType::get(context, unsigned(bits)));
  };
  switch (memory) {
  case Memory::Inp:
    return make({config.tile.batch, config.tile.blockIn}, config.bits.inp);
  case Memory::Wgt:
    return make({config.tile.blockOut, config.tile.blockIn}, config.bits.wgt);
  case Memory::Acc:
    return make({config.tile.batch, config.tile.blockOut}, config.bits.acc);
  case Memory::Uop:
  case Memory::Scale:
    break;
  }
  return make({model.getElementBytes(memory)}, 8);
}

MemRefType dl::vdla::getTileType(const DeviceModel &model, Memory memory, int64_t elements,
                                 MLIRContext *context) {
  MemRefType element = getElement(model, memory, context);
  SmallVector<int64_t> shape = {elements};
  llvm::append_range(shape, element.getShape());
  return MemRefType::get(shape, element.getElementType(), MemRefLayoutAttrInterface(),
                         MemAttr::get(context, memory));
}

Memory dl::vdla::getTileMemory(Value tile) {
  return cast<MemAttr>(cast<MemRefType>(tile.getType()).getMemorySpace()).getMemory();
}

int64_t dl::vdla::countTileElements(Value tile, const DeviceModel &model) {
  auto type = cast<MemRefType>(tile.getType());
  MemRefType element = getElement(model, getTileMemory(tile), tile.getContext());
  // The most that 64 bits hold, of a type that has more.
  int64_t count = 1;
  for (int64_t extent : type.getShape().drop_back(size_t(element.getRank())))
    if (llvm::MulOverflow(count, extent, count))
      return INT64_MAX;
  return count;
}

/// (A2)
static LogicalResult verifyAlloc(AllocOp op, const DeviceModel &model) {
  MemRefType type = dyn_cast<MemRefType>(op.getTile().getType());
  auto memory = type ? dyn_cast_if_present<MemAttr>(type.getMemorySpace()) : nullptr;
  if (!memory || memory.getMemory() == Memory::Uop)
    return op.emitOpError("(A2) expected a memref in #vdla.mem<inp>, wgt, acc or scale, got ")
           << op.getTile().getType();
  MemRefType element = getElement(model, memory.getMemory(), op.getContext());
  ArrayRef<int64_t> shape = type.getShape();
  bool fits = type.hasStaticShape() && type.getLayout().isIdentity() &&
              type.getElementType() == element.getElementType() &&
              type.getRank() > element.getRank() &&
              shape.take_back(size_t(element.getRank())) == element.getShape() &&
              !llvm::is_contained(shape, 0);
  if (!fits)
    return op.emitOpError("(A2) expected dimensions and then those of an element of ")
           << getName(memory.getMemory()) << " of machine " << model.getConfig().name << ", "
           << element << ", got " << type;
  int64_t first = int64_t(op.getPosition().value_or(0)), depth = model.getDepth(memory.getMemory());
  int64_t count = countTileElements(op.getTile(), model);
  if (first < 0 || first > depth - count)
    return op.emitOpError("(A2) expected it to lie in the ")
           << depth << " elements of " << getName(memory.getMemory()) << ", got " << count
           << " from " << first << " on";
  return success();
}

SmallVector<FieldId> dl::vdla::getTileRoles(const DeviceModel &model,
                                            const Instruction &instruction) {
  switch (instruction.kind) {
  case InstructionKind::Load:
    return {FieldId::Sram};
  case InstructionKind::Store:
    if (model.getStore(instruction) == StoreForm::Requantize)
      return {FieldId::Sram, FieldId::ScaleBase};
    return {FieldId::Sram};
  case InstructionKind::Gemm:
    if (GemmMode(instruction.get(FieldId::Mode)) == GemmMode::Reset)
      return {FieldId::Dst};
    return {FieldId::Dst, FieldId::Src, FieldId::Wgt};
  case InstructionKind::Alu:
    if (instruction.has(FieldId::UseImm))
      return {FieldId::Dst};
    return {FieldId::Dst, FieldId::Src};
  case InstructionKind::Configure:
  case InstructionKind::Nop:
  case InstructionKind::Finish:
    break;
  }
  return {};
}

/// The memory that a role is about, and how far the instruction reaches there.
static std::pair<Memory, int64_t> getRole(const DeviceModel &model, const TileInstruction &tile,
                                          FieldId role) {
  const Instruction &instruction = tile.instruction;
  Reach reach = computeReach(model, instruction, tile.microOps);
  switch (role) {
  case FieldId::Sram:
    return {instruction.kind == InstructionKind::Load ? model.getLoad(instruction).memory
                                                      : Memory::Acc,
            reach.sram};
  case FieldId::ScaleBase:
    return {Memory::Scale, reach.scale};
  case FieldId::Src:
    return {instruction.kind == InstructionKind::Gemm ? Memory::Inp : Memory::Acc, reach.src};
  case FieldId::Wgt:
    return {Memory::Wgt, reach.wgt};
  default:
    return {Memory::Acc, reach.dst};
  }
}

/// (A3) and (A4)
static LogicalResult verifyTiles(const TileInstruction &tile, const DeviceModel &model,
                                 const llvm::DenseSet<Value> &known) {
  Operation *op = tile.op;
  SmallVector<FieldId> roles = getTileRoles(model, tile.instruction);
  if (op->getNumOperands() != roles.size())
    return op->emitOpError("(A3) expected ")
           << roles.size() << " tiles, got " << op->getNumOperands();
  for (auto [i, role] : llvm::enumerate(roles)) {
    auto [memory, end] = getRole(model, tile, role);
    Value operand = op->getOperand(unsigned(i));
    // Dominance is checked after this.
    if (!known.contains(operand))
      return op->emitOpError("(A3) expected tile ") << i << " of a vdla.alloc that stands before";
    if (getTileMemory(operand) != memory)
      return op->emitOpError("(A3) expected tile ")
             << i << " in " << getName(memory) << ", got one in "
             << getName(getTileMemory(operand));
    int64_t count = countTileElements(operand, model);
    if (end > count) {
      InFlightDiagnostic diagnostic = op->emitOpError("(A4) expected ")
                                      << getName(role) << " to stay in the " << count
                                      << " elements of tile " << i << ", got " << end;
      diagnostic.attachNote(operand.getLoc()) << "the tile";
      return diagnostic;
    }
  }
  return success();
}

FailureOr<TileProgram> dl::vdla::readTiles(ProgramOp op, const DeviceModel &model) {
  TileProgram result;
  llvm::DenseSet<Value> known;
  for (Operation &child : op.getBody().front()) {
    if (auto buffer = dyn_cast<BufferOp>(child)) {
      result.buffers.push_back(readBuffer(buffer));
    } else if (auto alloc = dyn_cast<AllocOp>(child)) {
      if (failed(verifyAlloc(alloc, model)))
        return failure();
      result.allocs.push_back(alloc);
      known.insert(alloc.getTile());
    } else {
      auto instruction = cast<InstructionOpInterface>(child);
      FailureOr<Instruction> read = readInstruction(instruction, model, result.buffers);
      if (failed(read))
        return failure();
      std::vector<MicroOp> microOps;
      if (auto positions = child.getAttrOfType<DenseI64ArrayAttr>("micro_ops"))
        microOps = readMicroOps(positions);
      result.instructions.push_back({instruction, *read, std::move(microOps)});
      if (failed(verifyTiles(result.instructions.back(), model, known)))
        return failure();
    }
  }
  return result;
}

static SideEffects::Resource *getResource(Memory memory) {
  switch (memory) {
  case Memory::Inp:
    return InpResource::get();
  case Memory::Wgt:
    return WgtResource::get();
  case Memory::Scale:
    return ScaleResource::get();
  case Memory::Uop:
  case Memory::Acc:
    break;
  }
  return AccResource::get();
}

void dl::vdla::collectTileEffects(InstructionOpInterface op,
                                  SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto add = [&](auto effect, SideEffects::Resource *resource) {
    effects.emplace_back(effect, resource);
  };
  auto addTile = [&](auto effect, OpOperand &operand) {
    effects.emplace_back(effect, &operand, getResource(getTileMemory(operand.get())));
  };
  InstructionKind kind = op.getInstructionKind();
  bool isStore = kind == InstructionKind::Store;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isFirst = operand.getOperandNumber() == 0;
    if (kind != InstructionKind::Load)
      addTile(MemoryEffects::Read::get(), operand);
    if (isFirst && !isStore)
      addTile(MemoryEffects::Write::get(), operand);
  }
  if (isStore || kind == InstructionKind::Finish)
    add(MemoryEffects::Write::get(), DramResource::get());
  if (kind == InstructionKind::Load)
    add(MemoryEffects::Read::get(), DramResource::get());
  if (isStore || kind == InstructionKind::Load)
    add(MemoryEffects::Read::get(), RegisterResource::get());
  if (kind == InstructionKind::Configure)
    add(MemoryEffects::Write::get(), RegisterResource::get());
}
