//===-- InstructionDialects.cpp - upstream's dialects of CPUs ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the dialects whose operations are instructions of CPUs.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/InstructionDialects.h"

#include "dl/Dialect/Schedule/IR/InstructionDialectInterface.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/ArmNeon/ArmNeonDialect.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"

using namespace mlir;

template <typename... Dialects> static void registerDialects(DialectRegistry &registry) {
  registry.insert<Dialects...>();
  (registry.addExtension(+[](MLIRContext *, Dialects *dialect) {
    dialect->template addInterfaces<dl::schedule::InstructionDialectInterface>();
  }),
   ...);
  // Files of intrinsics are read inside a pass, which loads no dialects.
  registry.addExtension(+[](MLIRContext *context, dl::schedule::ScheduleDialect *) {
    context->loadDialect<Dialects...>();
  });
}

void dl::cpu::registerInstructionDialects(DialectRegistry &registry) {
  registerDialects<arm_neon::ArmNeonDialect, x86vector::X86VectorDialect>(registry);
}
