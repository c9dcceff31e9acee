//===-- InstructionSyntax.cpp - instructions as text ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "InstructionSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dl::vdla;

namespace {
/// Reads the fields of an instruction.
class InstructionParser {
public:
  InstructionParser(OpAsmParser &parser, InstructionKind kind) : parser(parser), kind(kind) {}
  ParseResult parse();
  DictionaryAttr getFields() { return DictionaryAttr::get(parser.getContext(), fields.getAttrs()); }
  FlatSymbolRefAttr getBuffer() const { return buffer; }

private:
  ParseResult parseField();
  ParseResult parseValue(FieldId field, Attribute &value);
  Attribute makeNumber(int64_t number) { return parser.getBuilder().getI64IntegerAttr(number); }

  OpAsmParser &parser;
  InstructionKind kind;
  NamedAttrList fields;
  FlatSymbolRefAttr buffer;
};
} // namespace

ParseResult InstructionParser::parseValue(FieldId field, Attribute &value) {
  if (getCodeSet(field)) {
    std::string name;
    if (parser.parseKeywordOrString(&name))
      return failure();
    value = parser.getBuilder().getStringAttr(name);
    return success();
  }
  int64_t number = 0;
  if (field == FieldId::Dram) {
    OptionalParseResult symbol = parser.parseOptionalAttribute(buffer);
    if (symbol.has_value() && (failed(*symbol) || failed(parser.parseOptionalPlus())))
      return *symbol;
  }
  if (parser.parseInteger(number))
    return failure();
  value = makeNumber(number);
  return success();
}

ParseResult InstructionParser::parseField() {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<FieldId> field = lookupField(name.str());
  if (!field || *field == FieldId::Opcode || field == getHeadField(kind))
    return parser.emitError(loc) << "expected a field of " << getName(kind) << ", got '" << name
                                 << "'";
  // A buffer without an offset is no field.
  if (fields.get(name) || (*field == FieldId::Dram && buffer))
    return parser.emitError(loc) << "expected field " << name << " once";
  Attribute value = parser.getBuilder().getUnitAttr();
  if (!isFlag(*field)) {
    value = nullptr;
    if (parser.parseEqual() || parseValue(*field, value))
      return failure();
  }
  if (value)
    fields.set(name, value);
  return success();
}

ParseResult InstructionParser::parse() {
  if (std::optional<FieldId> head = getHeadField(kind);
      head && failed(parser.parseOptionalLParen())) {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseLParen())
      return failure();
    fields.set(getName(*head), parser.getBuilder().getStringAttr(name));
  } else if (!head && parser.parseLParen()) {
    return failure();
  }
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  if (parser.parseCommaSeparatedList([&] { return parseField(); }))
    return failure();
  return parser.parseRParen();
}

/// uops [(0, 0, 0)] on(%y, %x, %w) {…} : types
static ParseResult parseTiles(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalKeyword("uops"))) {
    DenseI64ArrayAttr positions;
    if (parseMicroOps(parser, positions))
      return failure();
    result.addAttribute("micro_ops", positions);
  }
  SmallVector<OpAsmParser::UnresolvedOperand> tiles;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("on")) &&
      parser.parseOperandList(tiles, OpAsmParser::Delimiter::Paren))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      (!tiles.empty() && parser.parseColonTypeList(types)))
    return failure();
  return parser.resolveOperands(tiles, types, loc, result.operands);
}

ParseResult dl::vdla::parseInstruction(OpAsmParser &parser, OperationState &result,
                                       InstructionKind kind, ProgramLevel level) {
  InstructionParser fields(parser, kind);
  if (fields.parse())
    return failure();
  result.addAttribute("fields", fields.getFields());
  if (fields.getBuffer())
    result.addAttribute("buffer", fields.getBuffer());
  if (level == ProgramLevel::Isa)
    return parser.parseOptionalAttrDict(result.attributes);
  if (level == ProgramLevel::Tile)
    return parseTiles(parser, result);
  SmallVector<OpAsmParser::UnresolvedOperand> waits;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("after")) &&
      parser.parseOperandList(waits, OpAsmParser::Delimiter::Paren))
    return failure();
  FunctionType type = parser.getBuilder().getFunctionType({}, {});
  if (parser.parseOptionalAttrDict(result.attributes) ||
      (succeeded(parser.parseOptionalColon()) && parser.parseType(type)))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(waits, type.getInputs(), loc, result.operands);
}

static void printField(OpAsmPrinter &printer, InstructionOpInterface op, FieldId field,
                       Attribute value) {
  printer << getName(field);
  if (isFlag(field))
    return;
  printer << "=";
  if (auto name = dyn_cast_if_present<StringAttr>(value)) {
    printer.printKeywordOrString(name.getValue());
    return;
  }
  int64_t number = value ? cast<IntegerAttr>(value).getInt() : 0;
  if (field == FieldId::Dram && op.getBufferAttr()) {
    printer.printAttributeWithoutType(op.getBufferAttr());
    if (!value)
      return;
    printer << "+";
  }
  printer << number;
}

void dl::vdla::printInstruction(OpAsmPrinter &printer, InstructionOpInterface op) {
  DictionaryAttr fields = op.getFields();
  std::optional<FieldId> head = getHeadField(op.getInstructionKind());
  if (auto name = head ? fields.getAs<StringAttr>(getName(*head)) : nullptr) {
    printer << ' ';
    printer.printKeywordOrString(name.getValue());
  }
  printer << '(';
  bool isFirst = true;
  auto print = [&](bool printsTokens) {
    for (unsigned i = 0; i < numFields; ++i) {
      FieldId field = FieldId(i);
      Attribute value = fields.get(getName(field));
      bool isRelative = field == FieldId::Dram && op.getBufferAttr();
      if (field == head || (!value && !isRelative) || isToken(field) != printsTokens)
        continue;
      printer << (isFirst ? "" : ", ");
      isFirst = false;
      printField(printer, op, field, value);
    }
  };
  print(/*printsTokens=*/false);
  print(/*printsTokens=*/true);
  printer << ')';
  if (auto positions = op->getAttrOfType<DenseI64ArrayAttr>("micro_ops")) {
    printer << " uops ";
    printMicroOps(printer, op, positions);
  }
  bool hasTiles = op.getLevel() == ProgramLevel::Tile;
  if (op->getNumOperands() > 0)
    printer << (hasTiles ? " on(" : " after(") << op->getOperands() << ')';
  printer.printOptionalAttrDict(op->getAttrs(), {"fields", "buffer", "micro_ops"});
  if (op->getNumOperands() + op->getNumResults() == 0)
    return;
  printer << " : ";
  if (hasTiles)
    printer << op->getOperandTypes();
  else
    printer.printFunctionalType(op);
}

/// (I1) for one entry.
static LogicalResult verifyField(InstructionOpInterface op, NamedAttribute entry) {
  std::string name = entry.getName().str();
  std::optional<FieldId> field = lookupField(name);
  if (!field || *field == FieldId::Opcode)
    return op->emitOpError("(I1) expected names of fields, got '") << name << "'";
  Attribute value = entry.getValue();
  StringRef expected = isFlag(*field)       ? "nothing, since it is a flag"
                       : getCodeSet(*field) ? "a name"
                                            : "a number of 64 bits";
  auto number = dyn_cast<IntegerAttr>(value);
  bool fits = isFlag(*field)       ? isa<UnitAttr>(value)
              : getCodeSet(*field) ? isa<StringAttr>(value)
                                   : number && number.getType().isSignlessInteger(64);
  if (fits)
    return success();
  return op->emitOpError("(I1) expected the value of field ")
         << name << " to be " << expected << ", got " << value;
}

/// (Q3) and (Q4); (Q2) is asked where the machine is known, which says the stage.
static LogicalResult verifyTokens(InstructionOpInterface op) {
  for (NamedAttribute entry : op.getFields())
    if (isToken(*lookupField(entry.getName().str())))
      return op->emitOpError("(Q4) expected tokens as operands and results, got field ")
             << entry.getName().getValue();
  for (Value token : op->getResults())
    if (!token.hasOneUse()) {
      InFlightDiagnostic diagnostic =
          op->emitOpError("(Q3) expected each token to be taken once, got ")
          << std::distance(token.use_begin(), token.use_end()) << " uses of result "
          << cast<OpResult>(token).getResultNumber()
          << "; give one token for each instruction that waits";
      for (Operation *user : token.getUsers())
        diagnostic.attachNote(user->getLoc()) << "taken here";
      return diagnostic;
    }
  return success();
}

/// (A1)
static LogicalResult verifyTileFields(InstructionOpInterface op) {
  for (NamedAttribute entry : op.getFields()) {
    FieldId field = *lookupField(entry.getName().str());
    if (isToken(field) || field == FieldId::UopBegin || field == FieldId::UopCount)
      return op->emitOpError("(A1) expected no field ")
             << getName(field) << " on tiles, since lowering sets it";
  }
  InstructionKind kind = op.getInstructionKind();
  bool isLoop = kind == InstructionKind::Gemm || kind == InstructionKind::Alu;
  auto positions = op->getAttrOfType<DenseI64ArrayAttr>("micro_ops");
  if (isLoop != !!positions || (positions && positions.empty()))
    return op->emitOpError("(A1) expected ")
           << (isLoop ? "micro-ops, uops [(0, 0, 0)]" : "no micro-ops") << " for a "
           << getName(kind);
  return positions ? verifyMicroOps(op, positions) : success();
}

LogicalResult dl::vdla::verifyInstruction(InstructionOpInterface op) {
  for (NamedAttribute entry : op.getFields())
    if (failed(verifyField(op, entry)))
      return failure();
  switch (op.getLevel()) {
  case ProgramLevel::Tile:
    return verifyTileFields(op);
  case ProgramLevel::Token:
    return verifyTokens(op);
  case ProgramLevel::Isa:
    break;
  }
  return success();
}
