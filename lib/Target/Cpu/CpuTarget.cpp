//===-- CpuTarget.cpp - what is known of a CPU ----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks LLVM's model of a machine, so that schedules fit any CPU that it knows.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Emit.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

Expected<dl::schedule::Target> dl::cpu::getCpuTarget(StringRef cpu, StringRef triple) {
  auto machine = createTargetMachine(cpu, 2, triple);
  if (!machine)
    return machine.takeError();
  // The model is of a function: features and the preferred width are attributes.
  LLVMContext context;
  Module module("machine", context);
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  Function *function =
      Function::Create(FunctionType::get(Type::getVoidTy(context), /*isVarArg=*/false),
                       Function::ExternalLinkage, "kernel", module);
  setTargetAttributes(*function, **machine);
  TargetTransformInfo info = (*machine)->getTargetTransformInfo(*function);
  schedule::Target target;
  target.triple = (*machine)->getTargetTriple().str();
  target.name = (*machine)->getTargetCPU().str();
  schedule::VectorRegisters &vector = target.vector;
  vector.bytes =
      info.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
  Type *lane = Type::getFloatTy(context);
  // A machine without vectors computes on scalars, one in each register.
  vector.bytes = std::max<int64_t>(vector.bytes, sizeof(float));
  vector.count = info.getNumberOfRegisters(info.getRegisterClassForType(
      /*Vector=*/true, FixedVectorType::get(lane, vector.bytes / sizeof(float))));
  return target;
}

Triple dl::cpu::getTriple(mlir::ModuleOp module) {
  std::string triple = schedule::getTarget(module)->triple;
  return Triple(triple.empty() ? sys::getProcessTriple() : triple);
}
