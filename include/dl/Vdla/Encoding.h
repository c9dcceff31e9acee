//===-- Encoding.h - instructions as bits -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between decoded instructions and the words that a configuration's field tables lay out. Words
// are little endian; bits of no field are 0.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_ENCODING_H
#define DL_VDLA_ENCODING_H

#include "dl/Vdla/DeviceModel.h"

namespace dl::vdla {

/// Why the machine cannot be told this instruction (no such instruction, field or code, or a value
/// too wide for its field), or nothing.
std::optional<std::string> checkEncodable(const DeviceModel &model, const Instruction &instruction);
std::optional<std::string> checkEncodable(const DeviceModel &model, const MicroOp &microOp);

/// Appends the bytes of what can be encoded: DeviceModel::getInstructionBytes() of an
/// instruction, getMicroOpBytes() of a micro-op. The buffer of a transfer is not part of them.
void encode(const DeviceModel &model, const Instruction &instruction, std::vector<uint8_t> &bytes);
void encode(const DeviceModel &model, const MicroOp &microOp, std::vector<uint8_t> &bytes);

/// Reads what `encode` wrote from as many bytes. Nothing and `error` for codes that the machine
/// does not know and for bits of no field that are not 0.
std::optional<Instruction> decodeInstruction(const DeviceModel &model, const uint8_t *bytes,
                                             std::string &error);
std::optional<MicroOp> decodeMicroOp(const DeviceModel &model, const uint8_t *bytes,
                                     std::string &error);

} // namespace dl::vdla

#endif // DL_VDLA_ENCODING_H
