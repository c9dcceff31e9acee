//===-- VdlaStream.h - instructions of a kernel as they are made -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowering makes of a kernel: operations on tiles in one order, before they are operations.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOVDLA_VDLASTREAM_H
#define DL_LIB_CONVERSION_SCHEDULETOVDLA_VDLASTREAM_H

#include "dl/Dialect/Vdla/IR/Tiles.h"

#include "llvm/ADT/StringMap.h"

namespace dl::vdla {

/// An instruction, whose positions count from the start of its tiles.
struct StreamOp {
  Instruction instruction;
  std::vector<MicroOp> microOps = {};
  /// Numbers of tiles, in the order of the instruction's roles.
  llvm::SmallVector<int, 3> tiles = {};
};
using Stream = std::vector<StreamOp>;

/// A part of a scratchpad that one stage of one context is kept in, as large as it ever needs.
struct StreamTile {
  Memory memory;
  int64_t elements;
};

/// A program in the making.
class StreamBuilder {
public:
  explicit StreamBuilder(const DeviceModel &model) : model(model) {}

  const DeviceModel &getModel() const { return model; }
  /// The number of a buffer that instructions count from.
  int addBuffer(llvm::StringRef name, int64_t bytes, Direction direction);
  /// The tile of this name, with room for so many elements.
  int getTile(llvm::StringRef name, Memory memory, int64_t elements);
  /// Appends to the stream that is current.
  void add(StreamOp op) { stream.push_back(std::move(op)); }
  /// Sets a register before the first instruction; false if it has another value already.
  bool setRegister(Register reg, int64_t value);

  /// What is made by `body` alone.
  Stream capture(llvm::function_ref<bool()> body, bool &succeeds);
  /// Streams of contexts that take turns: from each up to where it loads again.
  void addInTurns(std::vector<Stream> streams);

  /// The largest value that a field of an instruction can have; 0 for those that there are not.
  int64_t getMost(InstructionKind kind, FieldId field) const;
  /// Whether a loop can have this factor.
  bool canStep(InstructionKind kind, FieldId field, int64_t value) const {
    return value >= 0 && value <= getMost(kind, field);
  }

  /// The program with a finish, at `loc`. Why the machine cannot be told it, or nothing.
  std::optional<std::string> write(mlir::OpBuilder &builder, mlir::Location loc,
                                   llvm::StringRef name);

private:
  std::optional<std::string> check() const;

  const DeviceModel &model;
  std::vector<Buffer> buffers;
  std::vector<StreamTile> tiles;
  llvm::StringMap<int> tileNumbers;
  std::vector<std::optional<int64_t>> registers = std::vector<std::optional<int64_t>>(2);
  Stream stream;
};

} // namespace dl::vdla

#endif // DL_LIB_CONVERSION_SCHEDULETOVDLA_VDLASTREAM_H
