//===-- SinkOperandsTest.cpp - loads beside their uses ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a block's instructions after optimization for a machine, by their names.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

/// Names of the instructions of the function @f after the pipeline of level 0, a store as
/// `store`, one after the other.
static std::string getOrder(llvm::StringRef body, llvm::StringRef cpu, llvm::StringRef triple) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::string text = ("define float @f(ptr %p, ptr %q, i1 %more) {\nentry:\n" + body + "}\n").str();
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  if (!module)
    return problem.getMessage().str();
  auto machine = llvm::cantFail(dl::cpu::createTargetMachine(cpu, 0, triple));
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  dl::cpu::optimizeModule(*module, *machine, 0);
  std::vector<std::string> names;
  for (llvm::BasicBlock &block : *module->getFunction("f"))
    for (llvm::Instruction &op : block)
      if (op.hasName() || llvm::isa<llvm::StoreInst>(op))
        names.push_back(op.hasName() ? op.getName().str() : "store");
  return llvm::join(names, " ");
}

static std::string getOrder(llvm::StringRef body) {
  return getOrder(body, "cortex-a76", "aarch64-linux-gnu");
}

/// Two sums whose operands are read first.
static constexpr llvm::StringLiteral sums = "  %at = getelementptr i8, ptr %p, i64 4\n"
                                            "  %a = load float, ptr %p\n"
                                            "  %b = load float, ptr %at\n"
                                            "  %x = fadd float %a, 1.0\n"
                                            "  %y = fadd float %b, %x\n"
                                            "  ret float %y\n";

TEST(SinkOperands, BringsLoadsWithTheirAddressesToTheFirstUse) {
  EXPECT_EQ(getOrder(sums), "a x at b y");
}

TEST(SinkOperands, LeavesThemWhereInstructionsReadMemory) {
  EXPECT_EQ(getOrder(sums, "haswell", "x86_64-linux-gnu"), "at a b x y");
}

TEST(SinkOperands, StopsLoadsBeforeWhatMayWrite) {
  EXPECT_EQ(getOrder("  %a = load float, ptr %p\n"
                     "  %c = fadd float 2.0, 1.0\n"
                     "  store float 0.0, ptr %q\n"
                     "  %x = fadd float %a, %c\n"
                     "  ret float %x\n"),
            "c a store x");
  // Another load in between is no obstacle, a volatile one stays itself.
  EXPECT_EQ(getOrder("  %a = load volatile float, ptr %p\n"
                     "  %b = load float, ptr %q\n"
                     "  %c = load float, ptr %p\n"
                     "  %x = fadd float %c, 1.0\n"
                     "  %y = fadd float %b, %x\n"
                     "  %z = fadd float %a, %y\n"
                     "  ret float %z\n"),
            "a c x b y z");
}

TEST(SinkOperands, BringsWhatIsUsedTwiceToTheFirstUse) {
  EXPECT_EQ(getOrder("  %a = load float, ptr %p\n"
                     "  %b = load float, ptr %q\n"
                     "  %x = fadd float %b, 1.0\n"
                     "  %y = fadd float %a, %x\n"
                     "  %z = fadd float %a, %y\n"
                     "  ret float %z\n"),
            "b x a y z");
}

TEST(SinkOperands, LeavesWhatOtherBlocksUse) {
  EXPECT_EQ(getOrder("  %a = load float, ptr %p\n"
                     "  %b = load float, ptr %q\n"
                     "  %x = fadd float %b, 1.0\n"
                     "  br label %next\n"
                     "next:\n"
                     "  %i = phi float [ %x, %entry ], [ %c, %next ]\n"
                     "  %c = load float, ptr %p\n"
                     "  %y = fadd float %a, %i\n"
                     "  br i1 %more, label %next, label %exit\n"
                     "exit:\n"
                     "  ret float %y\n"),
            "a b x i c y");
}
