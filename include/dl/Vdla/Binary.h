//===-- Binary.h - programs as files ----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The container of a program's bytes. All numbers are little endian:
//
//   8 bytes  "dl-vdla" and a zero
//   u32      version, 1
//   u32      length of the name
//   u64      digest of the configuration
//   u32 x 4  numbers of buffers, micro-ops, instructions, relocations
//   name; buffers (u8 direction, u8 zero, u16 length of the name, u64 bytes, name); micro-ops;
//   instructions; relocations (u32 instruction, u32 buffer) in the order of instructions
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_BINARY_H
#define DL_VDLA_BINARY_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// The bytes of a program; nothing and `error` if some instruction or micro-op cannot be encoded.
std::optional<std::vector<uint8_t>> writeBinary(const DeviceModel &model, const Program &program,
                                                std::string &error);

/// The program of some bytes, which may come from anyone: nothing and `error` (with the position)
/// if they are not what writeBinary writes for this machine. Takes memory in proportion to
/// `size`. Whether the program is safe to run is for Verify.h to say.
std::optional<Program> readBinary(const DeviceModel &model, const uint8_t *bytes, size_t size,
                                  std::string &error);

} // namespace dl::vdla

#endif // DL_VDLA_BINARY_H
