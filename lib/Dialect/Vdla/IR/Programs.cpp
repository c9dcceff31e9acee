//===-- Programs.cpp - between operations and programs --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Programs.h"

#include "dl/Vdla/Encoding.h"

using namespace mlir;
using namespace dl::vdla;

/// (I2) The value of a field as the machine counts.
static FailureOr<int64_t> readField(InstructionOpInterface op, const DeviceModel &model,
                                    FieldId field, Attribute value) {
  InstructionKind kind = op.getInstructionKind();
  if (!model.lookupField(kind, field))
    return op->emitOpError("(I2) expected a field that a ")
           << getName(kind) << " of machine " << model.getConfig().name << " has, got "
           << getName(field);
  if (isFlag(field))
    return 1;
  std::optional<CodeSet> set = getCodeSet(field);
  if (!set)
    return cast<IntegerAttr>(value).getInt();
  StringRef name = cast<StringAttr>(value).getValue();
  if (std::optional<int64_t> known = model.lookupName(*set, name.str()))
    return *known;
  return op->emitOpError("(I2) expected ")
         << getName(field) << " to be " << model.listNames(*set) << ", got '" << name << "'";
}

FailureOr<Instruction> dl::vdla::readInstruction(InstructionOpInterface op,
                                                 const DeviceModel &model,
                                                 ArrayRef<Buffer> buffers) {
  Instruction instruction;
  instruction.kind = op.getInstructionKind();
  if (!model.getFormat(instruction.kind))
    return op->emitOpError("(I2) expected an instruction that machine ")
           << model.getConfig().name << " has, got " << getName(instruction.kind);
  for (NamedAttribute entry : op.getFields()) {
    FieldId field = *lookupField(entry.getName().str());
    FailureOr<int64_t> value = readField(op, model, field, entry.getValue());
    if (failed(value))
      return failure();
    instruction.set(field, *value);
  }
  std::optional<FieldId> head = getHeadField(instruction.kind);
  if (head && model.lookupField(instruction.kind, *head) && !op.getFields().get(getName(*head)))
    return op->emitOpError("(I2) expected ")
           << model.listNames(*getCodeSet(*head)) << " as its " << getName(*head) << ", got none";
  if (std::optional<std::string> reason = checkEncodable(model, instruction))
    return op->emitOpError("(I2) ") << *reason;
  FlatSymbolRefAttr symbol = op.getBufferAttr();
  if (!symbol)
    return instruction;
  if (!isTransfer(instruction))
    return op->emitOpError("(I3) expected no buffer, since it moves nothing from or to DRAM, got ")
           << symbol;
  for (auto [i, buffer] : llvm::enumerate(buffers))
    if (symbol.getValue() == buffer.name) {
      instruction.buffer = int(i);
      return instruction;
    }
  return op->emitOpError("(I3) expected the name of a buffer of the program, got ") << symbol;
}

/// (Q2)
static LogicalResult verifyStages(InstructionOpInterface op, Stage stage) {
  for (auto [i, token] : llvm::enumerate(op->getOperandTypes()))
    if (Stage to = cast<TokenType>(token).getTo(); to != stage)
      return op->emitOpError("(Q2) expected tokens to its stage, ")
             << getName(stage) << ", got operand " << i << " to " << getName(to);
  for (auto [i, token] : llvm::enumerate(op->getResultTypes()))
    if (Stage from = cast<TokenType>(token).getFrom(); from != stage)
      return op->emitOpError("(Q2) expected tokens from its stage, ")
             << getName(stage) << ", got result " << i << " from " << getName(from);
  return success();
}

static Direction getDirection(BufferOp buffer) {
  for (unsigned i = 0; i < numDirections; ++i)
    if (buffer.getDirection() == getName(Direction(i)))
      return Direction(i);
  llvm_unreachable("verified before");
}

Buffer dl::vdla::readBuffer(BufferOp op) {
  return {op.getSymName().str(), int64_t(op.getBytes()), getDirection(op)};
}

std::vector<MicroOp> dl::vdla::readMicroOps(ArrayRef<int64_t> positions) {
  std::vector<MicroOp> result;
  for (size_t i = 0; i < positions.size(); i += 3)
    result.push_back(
        {uint32_t(positions[i]), uint32_t(positions[i + 1]), uint32_t(positions[i + 2])});
  return result;
}

FailureOr<LocatedProgram> dl::vdla::readOperations(ProgramOp op, const DeviceModel &model) {
  LocatedProgram result;
  Program &program = result.program;
  program.name = op.getSymName().str();
  for (Operation &child : op.getBody().front()) {
    if (auto buffer = dyn_cast<BufferOp>(child)) {
      program.buffers.push_back(readBuffer(buffer));
    } else if (auto uops = dyn_cast<UopsOp>(child)) {
      program.microOps = readMicroOps(uops.getPositions());
    } else {
      auto instruction = cast<InstructionOpInterface>(child);
      FailureOr<Instruction> read = readInstruction(instruction, model, program.buffers);
      if (failed(read) || failed(verifyStages(instruction, model.getStage(*read))))
        return failure();
      program.instructions.push_back(*read);
      result.operations.push_back(&child);
    }
  }
  if (std::optional<std::string> reason = checkWellFormed(model, program))
    return op.emitOpError("(P3) ") << *reason;
  return result;
}

LogicalResult dl::vdla::reportFindings(Location loc, const LocatedProgram &program,
                                       const std::vector<Finding> &findings) {
  auto locate = [&](int64_t instruction) {
    return instruction < 0 ? loc : program.operations[size_t(instruction)]->getLoc();
  };
  for (const Finding &finding : findings) {
    InFlightDiagnostic diagnostic = emitError(locate(finding.instruction)) << finding.message;
    if (finding.other >= 0)
      diagnostic.attachNote(locate(finding.other))
          << "instruction " << describe(program.program, finding.other);
  }
  return success(findings.empty());
}

/// The fields that an instruction has on a level, without those that are 0.
static DictionaryAttr makeFields(Builder &builder, const DeviceModel &model,
                                 const Instruction &instruction, ProgramLevel level) {
  NamedAttrList fields;
  std::optional<FieldId> head = getHeadField(instruction.kind);
  for (const FieldDesc &desc : model.getFormat(instruction.kind)->fields) {
    FieldId field = desc.field;
    int64_t value = instruction.get(field);
    bool isLowered =
        level == ProgramLevel::Tile && (field == FieldId::UopBegin || field == FieldId::UopCount);
    if (field == FieldId::Opcode || (value == 0 && field != head) || isLowered ||
        (isToken(field) && level != ProgramLevel::Isa))
      continue;
    Attribute attribute = builder.getI64IntegerAttr(value);
    if (isFlag(field))
      attribute = builder.getUnitAttr();
    else if (std::optional<CodeSet> set = getCodeSet(field))
      attribute = builder.getStringAttr(model.getValueName(*set, value));
    fields.set(getName(field), attribute);
  }
  return fields.getDictionary(builder.getContext());
}

Operation *dl::vdla::buildInstruction(OpBuilder &builder, Location loc, const DeviceModel &model,
                                      const Program &program, const Instruction &instruction,
                                      ProgramLevel level, ValueRange waits, TypeRange tokens) {
  std::string name = level == ProgramLevel::Isa ? "vdla.isa." : "vdla.token.";
  OperationState state(loc, name + getName(instruction.kind));
  state.addAttribute("fields", makeFields(builder, model, instruction, level));
  if (instruction.buffer != noBuffer)
    state.addAttribute("buffer",
                       FlatSymbolRefAttr::get(builder.getContext(),
                                              program.buffers[size_t(instruction.buffer)].name));
  state.addOperands(waits);
  state.addTypes(tokens);
  return builder.create(state);
}

Operation *dl::vdla::buildTileInstruction(OpBuilder &builder, Location loc,
                                          const DeviceModel &model, const Instruction &instruction,
                                          ArrayRef<MicroOp> microOps, StringRef buffer,
                                          ValueRange tiles) {
  OperationState state(loc, std::string("vdla.") + getName(instruction.kind));
  state.addAttribute("fields", makeFields(builder, model, instruction, ProgramLevel::Tile));
  if (!buffer.empty())
    state.addAttribute("buffer", FlatSymbolRefAttr::get(builder.getContext(), buffer));
  SmallVector<int64_t> positions;
  for (const MicroOp &microOp : microOps)
    positions.append({microOp.dst, microOp.src, microOp.wgt});
  if (!positions.empty())
    state.addAttribute("micro_ops", builder.getDenseI64ArrayAttr(positions));
  state.addOperands(tiles);
  return builder.create(state);
}

ProgramOp dl::vdla::buildProgram(OpBuilder &builder, Location loc, const DeviceModel &model,
                                 const Program &program, ProgramLevel level,
                                 ArrayRef<Location> locations) {
  auto op = ProgramOp::create(builder, loc, program.name);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&op.getBody());
  for (const Buffer &buffer : program.buffers)
    BufferOp::create(builder, loc, buffer.name, getName(buffer.direction), buffer.bytes);
  SmallVector<int64_t> positions;
  for (const MicroOp &microOp : program.microOps)
    positions.append({microOp.dst, microOp.src, microOp.wgt});
  if (!positions.empty())
    UopsOp::create(builder, loc, positions);
  for (auto [i, instruction] : llvm::enumerate(program.instructions))
    buildInstruction(builder, locations.empty() ? loc : locations[i], model, program, instruction,
                     level);
  return op;
}
