//===-- Tokens.cpp - tokens that are values as bits -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue hands out its tokens in the order in which they came, so bits can say what values say
// if the instructions that take tokens of a queue do so in the order of those that give them.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Programs.h"

#include "dl/Vdla/Encoding.h"

using namespace mlir;
using namespace dl::vdla;

namespace {
/// Writes the instructions of a program with bits of tokens.
class TokenWriter {
public:
  TokenWriter(const DeviceModel &model, const LocatedProgram &given) : model(model), given(given) {
    for (auto [i, op] : llvm::enumerate(given.operations))
      positions[op] = i;
    result.program = given.program;
    result.program.instructions.clear();
  }

  LogicalResult write();
  LocatedProgram take() { return std::move(result); }

private:
  using Tokens = SmallVector<Value>;
  /// Tokens from or to the stage before and the one behind.
  using Sides = std::array<Tokens, 2>;
  static Stage getFrom(Value token) { return cast<TokenType>(token.getType()).getFrom(); }
  static Stage getTo(Value token) { return cast<TokenType>(token.getType()).getTo(); }
  /// Which instruction gives or takes a token, and as which one of its own.
  std::pair<int64_t, unsigned> getGiver(Value token) const {
    return {positions.lookup(token.getDefiningOp()), cast<OpResult>(token).getResultNumber()};
  }
  std::pair<int64_t, unsigned> getTaker(Value token) const {
    OpOperand &use = *token.use_begin();
    return {positions.lookup(use.getOwner()), use.getOperandNumber()};
  }

  Sides sortWaits(Operation *op, Stage stage) const;
  Sides sortGiven(Operation *op, Stage stage) const;
  LogicalResult add(Operation *op, const Instruction &instruction);
  LogicalResult addNop(Operation *op, Stage stage, const Sides &sides, size_t number,
                       std::array<FieldId, 2> fields);
  LogicalResult checkOrder() const;

  const DeviceModel &model;
  const LocatedProgram &given;
  llvm::DenseMap<Operation *, int64_t> positions;
  LocatedProgram result;
  /// By the stages that give and take, in the order of their instructions.
  std::array<std::array<Tokens, numStages>, numStages> pushes, pops;
};
} // namespace

static constexpr std::array<FieldId, 2> popFields = {FieldId::PopPrev, FieldId::PopNext},
                                        pushFields = {FieldId::PushPrev, FieldId::PushNext};

TokenWriter::Sides TokenWriter::sortWaits(Operation *op, Stage stage) const {
  Sides sides;
  for (Value token : op->getOperands())
    sides[getFrom(token) > stage].push_back(token);
  for (Tokens &tokens : sides)
    llvm::sort(tokens, [&](Value a, Value b) { return getGiver(a) < getGiver(b); });
  return sides;
}

TokenWriter::Sides TokenWriter::sortGiven(Operation *op, Stage stage) const {
  Sides sides;
  for (Value token : op->getResults())
    sides[getTo(token) > stage].push_back(token);
  for (Tokens &tokens : sides)
    llvm::sort(tokens, [&](Value a, Value b) { return getTaker(a) < getTaker(b); });
  return sides;
}

LogicalResult TokenWriter::addNop(Operation *op, Stage stage, const Sides &sides, size_t number,
                                  std::array<FieldId, 2> fields) {
  Instruction nop;
  nop.set(FieldId::Stage, int64_t(stage));
  for (unsigned side = 0; side < 2; ++side)
    nop.set(fields[side], number < sides[side].size());
  if (std::optional<std::string> reason = checkEncodable(model, nop))
    return op->emitOpError("(Q5) expected at most one token a queue, or a machine with nops: ")
           << *reason;
  result.program.instructions.push_back(nop);
  result.operations.push_back(op);
  return success();
}

LogicalResult TokenWriter::add(Operation *op, const Instruction &instruction) {
  Stage stage = model.getStage(instruction);
  Sides waits = sortWaits(op, stage), tokens = sortGiven(op, stage);
  for (Value token : llvm::concat<Value>(waits[0], waits[1]))
    pops[unsigned(getFrom(token))][unsigned(stage)].push_back(token);
  for (Value token : llvm::concat<Value>(tokens[0], tokens[1]))
    pushes[unsigned(stage)][unsigned(getTo(token))].push_back(token);
  // One token of a queue is the instruction's own, the others are those of nops before and behind
  // it. Which one is whose follows from the order of the queue.
  size_t numBefore = std::max(waits[0].size(), waits[1].size());
  for (size_t i = 0; i + 1 < numBefore; ++i)
    if (failed(addNop(op, stage, waits, i + 1, popFields)))
      return failure();
  Instruction with = instruction;
  for (unsigned side = 0; side < 2; ++side)
    with.set(popFields[side], !waits[side].empty()).set(pushFields[side], !tokens[side].empty());
  result.program.instructions.push_back(with);
  result.operations.push_back(op);
  size_t numGiven = std::max(tokens[0].size(), tokens[1].size());
  for (size_t i = 1; i < numGiven; ++i)
    if (failed(addNop(op, stage, tokens, i, pushFields)))
      return failure();
  return success();
}

LogicalResult TokenWriter::checkOrder() const {
  for (unsigned from = 0; from < numStages; ++from)
    for (unsigned to = 0; to < numStages; ++to)
      for (auto [pushed, popped] : llvm::zip_equal(pushes[from][to], pops[from][to])) {
        // Those of one instruction are the same.
        if (pushed.getDefiningOp() == popped.getDefiningOp())
          continue;
        InFlightDiagnostic diagnostic =
            (*popped.user_begin())->emitOpError("(Q5) expected tokens from ")
            << getName(Stage(from)) << " to " << getName(Stage(to))
            << " to be taken in the order in which they are given, which queues keep; "
               "vdla-reduce-tokens leaves out the one that the other makes needless";
        diagnostic.attachNote(popped.getDefiningOp()->getLoc()) << "gives the token that it takes";
        diagnostic.attachNote(pushed.getDefiningOp()->getLoc()) << "gives one that comes before";
        return diagnostic;
      }
  return success();
}

LogicalResult TokenWriter::write() {
  for (auto [op, instruction] : llvm::zip_equal(given.operations, given.program.instructions))
    if (failed(add(op, instruction)))
      return failure();
  return checkOrder();
}

FailureOr<LocatedProgram> dl::vdla::readProgram(ProgramOp op, const DeviceModel &model) {
  if (op.getLevel() == ProgramLevel::Tile)
    return op.emitOpError("(P4) expected instructions or tokens, got tiles; vdla-allocate and "
                          "vdla-tiles-to-tokens lower them");
  FailureOr<LocatedProgram> read = readOperations(op, model);
  if (failed(read) || op.getLevel() == ProgramLevel::Isa)
    return read;
  TokenWriter writer(model, *read);
  if (failed(writer.write()))
    return failure();
  return writer.take();
}
