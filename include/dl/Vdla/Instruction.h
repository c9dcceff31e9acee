//===-- Instruction.h - decoded instructions of VDLA ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an instruction says, independent of how a configuration encodes it: its kind, the values
// of its fields by name, and the buffer in DRAM that a transfer is relative to.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_INSTRUCTION_H
#define DL_VDLA_INSTRUCTION_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace dl::vdla {

/// The units that run concurrently, each in the order of its instructions. A token goes to a
/// neighbour in this order.
enum class Stage : uint8_t { Load, Compute, Store };
constexpr unsigned numStages = 3;
const char *getName(Stage stage);

/// - Load: a two-dimensional, padded copy from DRAM into a scratchpad.
/// - Store: a two-dimensional copy of accumulators to DRAM, by way of the epilogue.
/// - Gemm: products of vectors of `inp` by tiles of `wgt`, added up in `acc`.
/// - Alu: elementwise operations on vectors of `acc`.
/// - Configure: sets a register.
/// - Nop: carries tokens alone.
/// - Finish: tells the host that the program has ended.
enum class InstructionKind : uint8_t { Load, Store, Gemm, Alu, Configure, Nop, Finish };
constexpr unsigned numInstructionKinds = 7;
const char *getName(InstructionKind kind);

/// The sets of names that a field's value is one of. `Load`, `Store`, `Register` and `Pool` have
/// more data in the configuration.
enum class CodeSet : uint8_t { Load, Store, Pad, Round, Pool, Mode, Operation, Register, Stage };
constexpr unsigned numCodeSets = 9;

/// What padding writes: zero, the register of the input's zero point, the least value of the type
/// in DRAM, or nothing, so that the scratchpad keeps what it has.
enum class PadValue : uint8_t { Zero, ZeroPoint, Minimum, Keep };
/// How a rescaled accumulator becomes an integer; see Requantize.h.
enum class Rounding : uint8_t { HalfUp, HalfAway, HalfEven, Down };
/// What a store writes: accumulators as they are, narrowed to the width of results, or rescaled
/// by channel and then narrowed.
enum class StoreForm : uint8_t { Accumulator, Narrow, Requantize };
/// Multiply and add, or set accumulators to zero.
enum class GemmMode : uint8_t { Mac, Reset };
/// Elementwise operations; all wrap around as two's complement. A shift by a negative amount is
/// one to the left, by the lowest five bits of its size.
enum class AluOperation : uint8_t { Min, Max, Add, Shr, Mul, Move };
enum class Register : uint8_t { InpZeroPoint, OutZeroPoint };

/// The fields that instructions and micro-ops can have. Values of a `CodeSet` are positions in
/// the enumeration above, or in the configuration's list; flags are 0 or 1.
enum class FieldId : uint8_t {
  Opcode,
  // Tokens, relative to the stage that executes the instruction.
  PopPrev,
  PopNext,
  PushPrev,
  PushNext,
  // Transfers. Positions are in elements: in a scratchpad, and from the start of the buffer.
  Form,
  Sram,
  Dram,
  Y,
  X,
  Stride,
  Pad,
  PadTop,
  PadBottom,
  PadLeft,
  PadRight,
  Source,
  ScaleBase,
  ScaleStep,
  Relu,
  Round,
  Saturate,
  Pool,
  // Loops over micro-ops.
  Mode,
  UopBegin,
  UopCount,
  IterOut,
  IterIn,
  InitCount,
  DstOut,
  DstIn,
  SrcOut,
  SrcIn,
  WgtOut,
  WgtIn,
  Operation,
  UseImm,
  Imm,
  // The rest.
  CompletionId,
  Register,
  Value,
  Stage,
  // Micro-ops: positions in acc, in inp (or acc of an ALU's operand), and in wgt.
  Dst,
  Src,
  Wgt
};
constexpr unsigned numFields = unsigned(FieldId::Wgt) + 1;

/// The name in configurations and in assembly: "pad_top".
const char *getName(FieldId field);
std::optional<FieldId> lookupField(const std::string &name);
/// The set whose names a field's value has, if any.
std::optional<CodeSet> getCodeSet(FieldId field);
/// Whether assembly writes its name alone where it is 1.
bool isFlag(FieldId field);
/// Whether a field pops or pushes a token; these are written last.
bool isToken(FieldId field);
/// The field whose value is the word after the mnemonic, if any.
std::optional<FieldId> getHeadField(InstructionKind kind);

/// Marks an instruction that is not relative to a buffer.
constexpr int noBuffer = -1;

/// One instruction. Fields that its format does not have are 0.
struct Instruction {
  InstructionKind kind = InstructionKind::Nop;
  std::array<int64_t, numFields> fields = {};
  /// The position in Program::buffers of what `Dram` counts from, or noBuffer.
  int buffer = noBuffer;

  int64_t get(FieldId field) const { return fields[unsigned(field)]; }
  Instruction &set(FieldId field, int64_t value) {
    fields[unsigned(field)] = value;
    return *this;
  }
  bool has(FieldId field) const { return get(field) != 0; }
  bool operator==(const Instruction &other) const {
    return kind == other.kind && fields == other.fields && buffer == other.buffer;
  }
};

/// One step of a loop over micro-ops: positions in the scratchpads, in elements.
struct MicroOp {
  uint32_t dst = 0, src = 0, wgt = 0;
  bool operator==(const MicroOp &other) const {
    return dst == other.dst && src == other.src && wgt == other.wgt;
  }
};

} // namespace dl::vdla

#endif // DL_VDLA_INSTRUCTION_H
