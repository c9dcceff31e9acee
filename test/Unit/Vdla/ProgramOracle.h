//===-- ProgramOracle.h - what the checker should say, found by running ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether a program is right by running it in orders that put each instruction as late as
// it can be: of two instructions that nothing orders, each then comes first once. What every
// instruction reads and overwrites is noted by who wrote it, element by element, with loops of its
// own, so that equal data hides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_PROGRAMORACLE_H
#define DL_TEST_VDLA_PROGRAMORACLE_H

#include "dl/Vdla/MachineState.h"

namespace dl::vdla::test {

/// Why a program is wrong: "stuck", "tokens left", "finish too early", "reads what nothing wrote",
/// "depends on the order"; empty if it is right. Its instructions keep rules V1 to V5.
std::string judge(const DeviceModel &model, const Program &program, const BufferContents &contents);

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_PROGRAMORACLE_H
