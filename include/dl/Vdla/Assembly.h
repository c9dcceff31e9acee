//===-- Assembly.h - programs as text ---------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thing a line; what follows `//` is a comment. After the head come instructions:
//
//   program conv
//   config paper
//   buffer x in 4096
//   uop dst=0 src=2 wgt=1
//   load inp sram=0 dram=%x+16 y=4 x=8 stride=16 pad=zero_point pad_top=1 push_next
//   gemm mac uop_begin=0 uop_count=1 iter_out=1 iter_in=8 dst_in=1 src_in=1 pop_prev
//
// The word after a mnemonic is the form of a load, the source of a store, the mode of a gemm, the
// operation of an alu, a register or a stage. Then come fields with their values and flags by
// their names alone, as in the configuration; what is not written is 0. `%x+16` counts elements
// from the start of buffer x.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_ASSEMBLY_H
#define DL_VDLA_ASSEMBLY_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// The text of a program that can be encoded; assembling it gives an equal program.
std::string disassemble(const DeviceModel &model, const Program &program);
/// One instruction without a line's end.
std::string disassemble(const DeviceModel &model, const Program &program,
                        const Instruction &instruction);

/// The program of a text; nothing and `error`, which begins with "line:column: ". `lines`, where
/// given, gets the line of each instruction.
std::optional<Program> assemble(const DeviceModel &model, const std::string &text,
                                std::string &error, std::vector<size_t> *lines = nullptr);

} // namespace dl::vdla

#endif // DL_VDLA_ASSEMBLY_H
