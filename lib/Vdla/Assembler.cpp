//===-- Assembler.cpp - text to programs ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Assembly.h"

#include "dl/Vdla/Encoding.h"

using namespace dl::vdla;

namespace {
/// Reads a program line by line. Words of a line are apart by spaces.
class Assembler {
public:
  Assembler(const DeviceModel &model, const std::string &text, std::string &error)
      : model(model), text(text), error(error) {}
  bool read(Program &result);
  std::vector<size_t> takeLines() { return std::move(lines); }

private:
  bool fail(const std::string &message) { return failAt(wordColumn, message); }
  bool failAt(size_t column, const std::string &message) {
    error = std::to_string(lineNumber) + ":" + std::to_string(column + 1) + ": " + message;
    return false;
  }
  /// The next word of the line; false at its end.
  bool takeWord(std::string &word) {
    while (column < line.size() && (line[column] == ' ' || line[column] == '\t'))
      ++column;
    wordColumn = column;
    while (column < line.size() && line[column] != ' ' && line[column] != '\t')
      ++column;
    word = line.substr(wordColumn, column - wordColumn);
    return !word.empty();
  }
  bool expectWord(std::string &word, const char *what) {
    return takeWord(word) || fail(std::string("expected ") + what);
  }
  bool expectEnd() {
    std::string word;
    return !takeWord(word) || fail("expected the end of the line, got '" + word + "'");
  }
  bool parseNumber(const std::string &word, int64_t &value);
  /// 'name=value'; the value is empty where there is no '='.
  static void splitWord(const std::string &word, std::string &name, std::string &value) {
    size_t equals = word.find('=');
    name = word.substr(0, equals);
    value = equals == std::string::npos ? "" : word.substr(equals + 1);
  }

  bool readLine(Program &result);
  bool readBuffer(Program &result);
  bool readMicroOp(Program &result);
  bool readInstruction(Program &result, InstructionKind kind);
  bool readField(const Program &result, Instruction &instruction, const std::string &word);
  bool readPosition(const Program &result, Instruction &instruction, const std::string &value);

  const DeviceModel &model;
  const std::string &text;
  std::string &error;
  std::string line;
  size_t lineNumber = 0, column = 0, wordColumn = 0;
  /// By instruction.
  std::vector<size_t> lines;
};
} // namespace

bool Assembler::parseNumber(const std::string &word, int64_t &value) {
  size_t i = 0;
  bool isNegative = word.compare(0, 1, "-") == 0;
  i += isNegative;
  bool isHex = word.compare(i, 2, "0x") == 0;
  i += isHex ? 2 : 0;
  if (i == word.size())
    return fail("expected a number, got '" + word + "'");
  value = 0;
  for (; i < word.size(); ++i) {
    char c = word[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : isHex && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0)
      return fail("expected a number, got '" + word + "'");
    int64_t base = isHex ? 16 : 10;
    if (value > (INT64_MAX - digit) / base)
      return fail("expected a number that fits 64 bits, got '" + word + "'");
    value = value * base + digit;
  }
  value = isNegative ? -value : value;
  return true;
}

bool Assembler::readBuffer(Program &result) {
  Buffer buffer;
  std::string direction, bytes;
  if (!expectWord(buffer.name, "the name of a buffer"))
    return false;
  if (!isValidName(buffer.name))
    return fail("expected a name of letters, digits, '_', '.' and '-', got '" + buffer.name + "'");
  for (const Buffer &known : result.buffers)
    if (known.name == buffer.name)
      return fail("expected a new name, got that of an earlier buffer, '" + buffer.name + "'");
  if (!expectWord(direction, "in, out, inout, scratch or microops"))
    return false;
  unsigned i = 0;
  while (i < numDirections && direction != getName(Direction(i)))
    ++i;
  if (i == numDirections)
    return fail("expected in, out, inout, scratch or microops, got '" + direction + "'");
  buffer.direction = Direction(i);
  if (!expectWord(bytes, "the bytes of the buffer") || !parseNumber(bytes, buffer.bytes))
    return false;
  if (buffer.bytes < 0)
    return fail("expected at least 0 bytes, got " + bytes);
  result.buffers.push_back(std::move(buffer));
  return expectEnd();
}

bool Assembler::readMicroOp(Program &result) {
  MicroOp microOp;
  std::string word, name, digits;
  while (takeWord(word)) {
    splitWord(word, name, digits);
    int64_t value = 0;
    uint32_t *part = name == "dst"   ? &microOp.dst
                     : name == "src" ? &microOp.src
                     : name == "wgt" ? &microOp.wgt
                                     : nullptr;
    if (!part)
      return fail("expected dst=, src= or wgt=, got '" + word + "'");
    if (!parseNumber(digits, value))
      return false;
    if (value < 0 || value > int64_t(UINT32_MAX))
      return fail("expected a position from 0 to 4294967295, got " + digits);
    *part = uint32_t(value);
  }
  if (std::optional<std::string> reason = checkEncodable(model, microOp))
    return failAt(0, *reason);
  result.microOps.push_back(microOp);
  return true;
}

bool Assembler::readPosition(const Program &result, Instruction &instruction,
                             const std::string &value) {
  size_t plus = value.find('+');
  std::string name = value.substr(1, plus == std::string::npos ? plus : plus - 1);
  for (size_t i = 0; i < result.buffers.size(); ++i)
    if (result.buffers[i].name == name) {
      instruction.buffer = int(i);
      int64_t position = 0;
      if (plus != std::string::npos && !parseNumber(value.substr(plus + 1), position))
        return false;
      instruction.set(FieldId::Dram, position);
      return true;
    }
  return fail("expected the name of a buffer, got '" + name + "'");
}

bool Assembler::readField(const Program &result, Instruction &instruction,
                          const std::string &word) {
  std::string name, value, kind = getName(instruction.kind);
  splitWord(word, name, value);
  std::optional<FieldId> field = lookupField(name);
  if (!field || *field == FieldId::Opcode || field == getHeadField(instruction.kind) ||
      !model.lookupField(instruction.kind, *field))
    return fail("expected a field of " + kind + ", got '" + name + "'");
  if (instruction.has(*field) || (*field == FieldId::Dram && instruction.buffer != noBuffer))
    return fail("expected field " + name + " once");
  if (isFlag(*field)) {
    if (word != name)
      return fail("expected " + name + " without a value, got '" + word + "'");
    instruction.set(*field, 1);
    return true;
  }
  if (value.empty())
    return fail("expected " + name + "= and a value");
  if (std::optional<CodeSet> set = getCodeSet(*field)) {
    std::optional<int64_t> known = model.lookupName(*set, value);
    if (!known)
      return fail("expected " + name + " to be " + model.listNames(*set) + ", got '" + value + "'");
    instruction.set(*field, *known);
    return true;
  }
  if (*field == FieldId::Dram && value[0] == '%')
    return readPosition(result, instruction, value);
  int64_t number = 0;
  if (!parseNumber(value, number))
    return false;
  instruction.set(*field, number);
  return true;
}

bool Assembler::readInstruction(Program &result, InstructionKind kind) {
  Instruction instruction;
  instruction.kind = kind;
  std::string word;
  std::optional<FieldId> head = getHeadField(kind);
  if (head && model.lookupField(kind, *head)) {
    CodeSet set = *getCodeSet(*head);
    std::string names = model.listNames(set);
    if (!expectWord(word, names.c_str()))
      return false;
    std::optional<int64_t> value = model.lookupName(set, word);
    if (!value)
      return fail("expected " + names + ", got '" + word + "'");
    instruction.set(*head, *value);
  }
  while (takeWord(word))
    if (!readField(result, instruction, word))
      return false;
  if (std::optional<std::string> reason = checkEncodable(model, instruction))
    return failAt(0, *reason);
  result.instructions.push_back(instruction);
  lines.push_back(lineNumber);
  return true;
}

bool Assembler::readLine(Program &result) {
  std::string word;
  if (!takeWord(word))
    return true;
  if (word == "program") {
    if (!result.name.empty())
      return fail("expected one program");
    if (!expectWord(result.name, "the name of the program"))
      return false;
    return isValidName(result.name)
               ? expectEnd()
               : fail("expected a name of letters, digits, '_', '.' and '-', got '" + result.name +
                      "'");
  }
  if (result.name.empty())
    return fail("expected program and its name first, got '" + word + "'");
  if (word == "config") {
    if (!expectWord(word, "the name of a configuration"))
      return false;
    return word == model.getConfig().name
               ? expectEnd()
               : fail("expected a program for configuration " + model.getConfig().name +
                      ", got one for '" + word + "'");
  }
  if (word == "buffer")
    return readBuffer(result);
  if (word == "uop")
    return readMicroOp(result);
  for (unsigned i = 0; i < numInstructionKinds; ++i)
    if (word == getName(InstructionKind(i))) {
      if (!model.getFormat(InstructionKind(i)))
        return fail("expected an instruction of machine " + model.getConfig().name + ", got " +
                    word);
      return readInstruction(result, InstructionKind(i));
    }
  return fail("expected buffer, uop or an instruction, got '" + word + "'");
}

bool Assembler::read(Program &result) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos)
      end = text.size();
    line = text.substr(begin, end - begin);
    if (size_t comment = line.find("//"); comment != std::string::npos)
      line.resize(comment);
    begin = end + 1;
    ++lineNumber;
    column = 0;
    if (!readLine(result))
      return false;
  }
  if (result.name.empty())
    return fail("expected program and its name");
  return true;
}

std::optional<Program> dl::vdla::assemble(const DeviceModel &model, const std::string &text,
                                          std::string &error, std::vector<size_t> *lines) {
  Program program;
  Assembler assembler(model, text, error);
  if (!assembler.read(program))
    return std::nullopt;
  if (lines)
    *lines = assembler.takeLines();
  return program;
}
