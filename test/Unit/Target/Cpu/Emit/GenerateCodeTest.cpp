//===-- GenerateCodeTest.cpp - machine code of a module ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's own pipeline would make otherwise, and what it has to know.
//
//===----------------------------------------------------------------------===//
#include "Target/Cpu/Emit/GenerateCode.h"

#include "dl/Target/Cpu/Machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include "gtest/gtest.h"

using namespace llvm;

static std::string getAssembly(const std::string &text) {
  LLVMContext context;
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  auto machine = cantFail(dl::cpu::createTargetMachine("haswell", 3, "x86_64-linux-gnu"));
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  SmallString<0> assembly;
  raw_svector_ostream os(assembly);
  cantFail(dl::cpu::generateCode(*module, *machine, CodeGenFileType::AssemblyFile, os));
  return assembly.str().str();
}

TEST(GenerateCode, KnowsTheLibraryThatFillsMemory) {
  std::string assembly =
      getAssembly("define void @f(ptr %p) {\n"
                  "  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4096, i1 0)\n"
                  "  ret void\n}\n"
                  "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n");
  EXPECT_NE(assembly.find("memset"), std::string::npos) << assembly;
}

/// Four terms are added to a sum one after the other: each sum is an operand of the next.
TEST(GenerateCode, KeepsTheOrderOfSums) {
  std::string text = "define <8 x i32> @f(<8 x i32> %s, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c,"
                     " <8 x i32> %d) {\n"
                     "  %1 = add <8 x i32> %s, %a\n"
                     "  %2 = add <8 x i32> %1, %b\n"
                     "  %3 = add <8 x i32> %2, %c\n"
                     "  %4 = add <8 x i32> %3, %d\n"
                     "  ret <8 x i32> %4\n}\n";
  std::string assembly = getAssembly(text);
  size_t sums = 0, ofSum = 0;
  for (size_t at = assembly.find("vpaddd"); at != std::string::npos;
       at = assembly.find("vpaddd", at + 1)) {
    ++sums;
    ofSum +=
        assembly.substr(at, assembly.find('\n', at) - at).find("%ymm0, %ymm0") != std::string::npos;
  }
  EXPECT_EQ(sums, 4u) << assembly;
  EXPECT_EQ(ofSum, 4u) << assembly;
}
