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

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

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

namespace {
/// The passes of TargetMachine::addPassesToEmitFile, changed as they are added: what it sets up
/// besides, such as which functions of the C library there are, stays its own.
class CodePasses : public llvm::legacy::PassManager {
public:
  CodePasses(bool keepsSums, std::unique_ptr<llvm::MachineFunctionPass> last)
      : keepsSums(keepsSums), last(std::move(last)) {}

  void add(llvm::Pass *pass) override {
    if (keepsSums && pass->getPassID() == &llvm::TargetPassConfig::ID)
      static_cast<llvm::TargetPassConfig *>(pass)->disablePass(&llvm::MachineCombinerID);
    if (last && pass->getPassName().ends_with("Assembly Printer"))
      llvm::legacy::PassManager::add(last.release());
    llvm::legacy::PassManager::add(pass);
  }

private:
  bool keepsSums;
  std::unique_ptr<llvm::MachineFunctionPass> last;
};
} // namespace

llvm::Error dl::cpu::generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                                  llvm::CodeGenFileType type, llvm::raw_pwrite_stream &os,
                                  std::unique_ptr<llvm::MachineFunctionPass> last) {
  bool keepsSums = machine.getTargetTriple().isX86() && addsIntegerVectors(module);
  CodePasses passes(keepsSums, std::move(last));
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return llvm::createStringError("expected target '%s' to write objects and assembly",
                                   machine.getTargetTriple().str().c_str());
  passes.run(module);
  return llvm::Error::success();
}
