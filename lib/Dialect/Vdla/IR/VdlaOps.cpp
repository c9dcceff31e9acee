//===-- VdlaOps.cpp - programs, buffers and micro-ops ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Programs.h"
#include "dl/Dialect/Vdla/IR/Tiles.h"

#include "InstructionSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dl::vdla;

static ParseResult parseName(OpAsmParser &parser, StringAttr &name) {
  std::string text;
  if (parser.parseKeywordOrString(&text))
    return failure();
  name = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printName(OpAsmPrinter &printer, Operation *, StringAttr name) {
  printer.printKeywordOrString(name.getValue());
}

ParseResult dl::vdla::parseMicroOps(OpAsmParser &parser, DenseI64ArrayAttr &positions) {
  SmallVector<int64_t> numbers;
  auto parseNumber = [&] { return parser.parseInteger(numbers.emplace_back()); };
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = numbers.size();
    if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseNumber))
      return failure();
    if (numbers.size() - before != 3)
      return parser.emitError(loc) << "expected positions in acc, inp and wgt, got "
                                   << numbers.size() - before << " numbers";
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseOne))
    return failure();
  positions = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return success();
}

void dl::vdla::printMicroOps(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr positions) {
  printer << '[';
  ArrayRef<int64_t> numbers = positions;
  for (size_t i = 0; i + 2 < numbers.size(); i += 3)
    printer << (i == 0 ? "(" : ", (") << numbers[i] << ", " << numbers[i + 1] << ", "
            << numbers[i + 2] << ')';
  printer << ']';
}

#define GET_OP_CLASSES
#include "dl/Dialect/Vdla/IR/VdlaOps.cpp.inc"

#include "dl/Dialect/Vdla/IR/InstructionOpInterface.cpp.inc"

LogicalResult BufferOp::verify() {
  std::string names;
  for (unsigned i = 0; i < numDirections; ++i) {
    if (getDirection() == dl::vdla::getName(Direction(i)))
      return success();
    names += std::string(i == 0                   ? ""
                         : i + 1 == numDirections ? " or "
                                                  : ", ") +
             dl::vdla::getName(Direction(i));
  }
  return emitOpError("(B1) expected ") << names << ", got '" << getDirection() << "'";
}

LogicalResult dl::vdla::verifyMicroOps(Operation *op, ArrayRef<int64_t> positions) {
  if (positions.size() % 3 != 0)
    return op->emitOpError("(U1) expected three numbers for each micro-op, got ")
           << positions.size() << " numbers";
  for (int64_t position : positions)
    if (position < 0 || position > int64_t(UINT32_MAX))
      return op->emitOpError("(U1) expected positions from 0 to 4294967295, got ") << position;
  return success();
}

LogicalResult UopsOp::verify() { return verifyMicroOps(*this, getPositions()); }

ProgramLevel ProgramOp::getLevel() {
  for (Operation &op : getBody().front()) {
    if (auto instruction = dyn_cast<InstructionOpInterface>(op))
      return instruction.getLevel();
    if (isa<AllocOp>(op))
      return ProgramLevel::Tile;
  }
  return ProgramLevel::Isa;
}

/// (P2)
static LogicalResult verifyOrder(ProgramOp program) {
  static constexpr StringLiteral parts[] = {"buffers", "micro-ops", "instructions"};
  int before = 0;
  Operation *first = nullptr;
  for (Operation &op : program.getBody().front()) {
    auto instruction = dyn_cast<InstructionOpInterface>(op);
    if (!instruction && !isa<BufferOp, UopsOp, AllocOp>(op))
      return op.emitOpError("(P2) expected buffers, micro-ops and instructions in a program");
    int part = isa<BufferOp>(op) ? 0 : isa<UopsOp>(op) ? 1 : 2;
    if (part < before)
      return op.emitOpError("(P2) expected ") << parts[part] << " before " << parts[before];
    if (part == 1 && before == 1)
      return op.emitOpError("(P2) expected all micro-ops of the program in one operation");
    if (part == 1 && program.getLevel() == ProgramLevel::Tile)
      return op.emitOpError("(P2) expected micro-ops of tiles at the operations that go through "
                            "them");
    before = part;
    if (isa<AllocOp>(op) && program.getLevel() != ProgramLevel::Tile)
      return op.emitOpError("(P2) expected allocs among operations on tiles only");
    if (!instruction)
      continue;
    first = first ? first : &op;
    if (instruction.getLevel() != cast<InstructionOpInterface>(first).getLevel()) {
      InFlightDiagnostic diagnostic =
          op.emitOpError("(P2) expected instructions of one level in a program");
      diagnostic.attachNote(first->getLoc()) << "one of another level";
      return diagnostic;
    }
  }
  return success();
}

LogicalResult ProgramOp::verifyRegions() {
  FailureOr<ConfigAttr> config = getConfig(*this);
  if (failed(config) || failed(verifyOrder(*this)))
    return failure();
  if (getLevel() == ProgramLevel::Tile)
    return success(succeeded(readTiles(*this, config->getModel())));
  return success(succeeded(readOperations(*this, config->getModel())));
}
