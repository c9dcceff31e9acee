//===-- GenerateCode.cpp - machine code of a module -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements GenerateCode.h.
//
//===----------------------------------------------------------------------===//
#include "GenerateCode.h"

#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"

/// A tile adds each product to its sum as soon as it is made. LLVM's machine combiner, which looks
/// at how long chains of sums take and not at registers, adds products up first: more of them wait
/// than there are registers. On x86-64 it does nothing else to integers.
static bool addsIntegerVectors(const llvm::Module &module) {
  auto isSum = [](const llvm::Instruction &op) {
    return op.getOpcode() == llvm::Instruction::Add && op.getType()->isVectorTy();
  };
  return llvm::any_of(module, [&](const llvm::Function &function) {
    return llvm::any_of(llvm::instructions(function), isSum);
  });
}

llvm::Error dl::cpu::generateCode(llvm::Module &module, llvm::TargetMachine &given,
                                  llvm::CodeGenFileType type, llvm::raw_pwrite_stream &os,
                                  std::unique_ptr<llvm::MachineFunctionPass> last) {
  auto &machine = static_cast<llvm::CodeGenTargetMachineImpl &>(given);
  llvm::legacy::PassManager passes;
  llvm::TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  if (machine.getTargetTriple().isX86() && addsIntegerVectors(module))
    config->disablePass(&llvm::MachineCombinerID);
  passes.add(config);
  auto *info = new llvm::MachineModuleInfoWrapperPass(&machine);
  passes.add(info);
  if (config->addISelPasses())
    return llvm::createStringError("expected the target to select instructions");
  config->addMachinePasses();
  config->setInitialized();
  if (last)
    passes.add(last.release());
  if (machine.addAsmPrinter(passes, os, nullptr, type, info->getMMI().getContext()))
    return llvm::createStringError("expected target '%s' to write objects and assembly",
                                   machine.getTargetTriple().str().c_str());
  passes.add(llvm::createFreeMachineFunctionPass());
  passes.run(module);
  return llvm::Error::success();
}
