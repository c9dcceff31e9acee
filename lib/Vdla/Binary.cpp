//===-- Binary.cpp - programs as files --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Binary.h"

#include "dl/Vdla/Encoding.h"

#include <cstring>
#include <set>

using namespace dl::vdla;

static constexpr char magic[8] = "dl-vdla";
static constexpr uint32_t version = 1;
/// The least bytes of one buffer and the bytes of one relocation.
static constexpr size_t bufferBytes = 12, relocationBytes = 8;

static void put(std::vector<uint8_t> &bytes, uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    bytes.push_back(uint8_t(value >> (8 * i)));
}

static void put(std::vector<uint8_t> &bytes, const std::string &text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

std::optional<std::vector<uint8_t>>
dl::vdla::writeBinary(const DeviceModel &model, const Program &program, std::string &error) {
  if (std::optional<std::string> reason = checkWellFormed(model, program)) {
    error = *reason;
    return std::nullopt;
  }
  std::vector<uint8_t> bytes, relocations;
  bytes.insert(bytes.end(), magic, magic + sizeof(magic));
  put(bytes, version, 4);
  put(bytes, program.name.size(), 4);
  put(bytes, model.getDigest(), 8);
  for (size_t i = 0; i < program.instructions.size(); ++i)
    if (int buffer = program.instructions[i].buffer; buffer != noBuffer) {
      put(relocations, i, 4);
      put(relocations, uint32_t(buffer), 4);
    }
  put(bytes, program.buffers.size(), 4);
  put(bytes, program.microOps.size(), 4);
  put(bytes, program.instructions.size(), 4);
  put(bytes, relocations.size() / relocationBytes, 4);
  put(bytes, program.name);
  for (const Buffer &buffer : program.buffers) {
    put(bytes, uint64_t(buffer.direction), 2);
    put(bytes, buffer.name.size(), 2);
    put(bytes, uint64_t(buffer.bytes), 8);
    put(bytes, buffer.name);
  }
  for (const MicroOp &microOp : program.microOps)
    encode(model, microOp, bytes);
  for (const Instruction &instruction : program.instructions)
    encode(model, instruction, bytes);
  bytes.insert(bytes.end(), relocations.begin(), relocations.end());
  return bytes;
}

namespace {
/// Takes numbers and names from bytes, and never reads past their end.
class BinaryReader {
public:
  BinaryReader(const DeviceModel &model, const uint8_t *bytes, size_t size, std::string &error)
      : model(model), bytes(bytes), size(size), error(error) {}
  bool read(Program &program);

private:
  bool fail(const std::string &message) {
    error = message + " at byte " + std::to_string(position);
    return false;
  }
  size_t getRest() const { return size - position; }
  bool take(uint64_t &value, unsigned count) {
    if (getRest() < count)
      return fail("expected " + std::to_string(count) + " more bytes, got " +
                  std::to_string(getRest()));
    value = 0;
    for (unsigned i = 0; i < count; ++i)
      value |= uint64_t(bytes[position + i]) << (8 * i);
    position += count;
    return true;
  }
  bool takeName(std::string &name, uint64_t length) {
    if (getRest() < length)
      return fail("expected a name of " + std::to_string(length) + " bytes, got " +
                  std::to_string(getRest()));
    name.assign(reinterpret_cast<const char *>(bytes) + position, length);
    if (!isValidName(name))
      return fail("expected a name of letters, digits, '_', '.' and '-'");
    position += length;
    return true;
  }
  /// Whether `count` things of at least `each` bytes can follow.
  bool checkCount(const char *what, uint64_t count, size_t each) {
    return count <= getRest() / each ||
           fail("expected room for " + std::to_string(count) + " " + what + ", got " +
                std::to_string(getRest()) + " bytes");
  }
  bool readBuffers(Program &program, uint64_t count);
  bool readCode(Program &program, uint64_t numMicroOps, uint64_t numInstructions);
  bool readRelocations(Program &program, uint64_t count);

  const DeviceModel &model;
  const uint8_t *bytes;
  size_t size, position = 0;
  std::string &error;
};
} // namespace

bool BinaryReader::readBuffers(Program &program, uint64_t count) {
  if (!checkCount("buffers", count, bufferBytes))
    return false;
  std::set<std::string> names;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t direction = 0, length = 0, bufferSize = 0;
    Buffer buffer;
    if (!take(direction, 2) || !take(length, 2) || !take(bufferSize, 8))
      return false;
    if (direction >= numDirections)
      return fail("expected a direction below " + std::to_string(numDirections) + ", got " +
                  std::to_string(direction));
    if (bufferSize > uint64_t(INT64_MAX))
      return fail("expected the bytes of a buffer to fit 63 bits");
    if (!takeName(buffer.name, length))
      return false;
    if (!names.insert(buffer.name).second)
      return fail("expected buffers with different names, got " + buffer.name + " twice");
    buffer.direction = Direction(direction);
    buffer.bytes = int64_t(bufferSize);
    program.buffers.push_back(std::move(buffer));
  }
  return true;
}

bool BinaryReader::readCode(Program &program, uint64_t numMicroOps, uint64_t numInstructions) {
  if (!checkCount("micro-ops", numMicroOps, size_t(model.getMicroOpBytes())))
    return false;
  std::string reason;
  for (uint64_t i = 0; i < numMicroOps; ++i) {
    std::optional<MicroOp> microOp = decodeMicroOp(model, bytes + position, reason);
    if (!microOp)
      return fail(reason);
    program.microOps.push_back(*microOp);
    position += size_t(model.getMicroOpBytes());
  }
  if (!checkCount("instructions", numInstructions, size_t(model.getInstructionBytes())))
    return false;
  for (uint64_t i = 0; i < numInstructions; ++i) {
    std::optional<Instruction> instruction = decodeInstruction(model, bytes + position, reason);
    if (!instruction)
      return fail(reason);
    program.instructions.push_back(*instruction);
    position += size_t(model.getInstructionBytes());
  }
  return true;
}

bool BinaryReader::readRelocations(Program &program, uint64_t count) {
  if (!checkCount("relocations", count, relocationBytes))
    return false;
  int64_t last = -1;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t instruction = 0, buffer = 0;
    if (!take(instruction, 4) || !take(buffer, 4))
      return false;
    if (instruction >= program.instructions.size() || int64_t(instruction) <= last)
      return fail("expected the next instruction of " +
                  std::to_string(program.instructions.size()) + ", got " +
                  std::to_string(instruction));
    if (buffer >= program.buffers.size())
      return fail("expected one of " + std::to_string(program.buffers.size()) + " buffers, got " +
                  std::to_string(buffer));
    if (!isTransfer(program.instructions[instruction]))
      return fail("expected a relocation of a load or store, got one of instruction " +
                  describe(program, int64_t(instruction)));
    last = int64_t(instruction);
    program.instructions[instruction].buffer = int(buffer);
  }
  return true;
}

bool BinaryReader::read(Program &program) {
  if (size < sizeof(magic) || std::memcmp(bytes, magic, sizeof(magic)) != 0)
    return fail("expected a program of VDLA, which begins with \"dl-vdla\" and a zero,");
  position = sizeof(magic);
  uint64_t fileVersion = 0, nameLength = 0, digest = 0;
  if (!take(fileVersion, 4) || !take(nameLength, 4) || !take(digest, 8))
    return false;
  if (fileVersion != version)
    return fail("expected version " + std::to_string(version) + ", got " +
                std::to_string(fileVersion) + "; assemble the program again");
  if (digest != model.getDigest())
    return fail("expected a program for configuration " + model.getConfig().name +
                ", got one for another; give the configuration that it was made for");
  uint64_t counts[4] = {};
  for (uint64_t &count : counts)
    if (!take(count, 4))
      return false;
  if (!takeName(program.name, nameLength) || !readBuffers(program, counts[0]) ||
      !readCode(program, counts[1], counts[2]) || !readRelocations(program, counts[3]))
    return false;
  return position == size || fail("expected the end, got " + std::to_string(getRest()) + " bytes");
}

std::optional<Program> dl::vdla::readBinary(const DeviceModel &model, const uint8_t *bytes,
                                            size_t size, std::string &error) {
  Program program;
  if (!BinaryReader(model, bytes, size, error).read(program))
    return std::nullopt;
  return program;
}
