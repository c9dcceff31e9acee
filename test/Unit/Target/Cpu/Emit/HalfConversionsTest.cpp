//===-- HalfConversionsTest.cpp - how floats of 16 bits are moved ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Target/Cpu/Emit/HalfConversions.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

using namespace llvm;

/// The operations of a function after vectors of bf16 are moved as integers, with the types
/// of what they give.
static std::string move(const std::string &body) {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(
      "define <4 x bfloat> @f(<4 x bfloat> %x, <4 x bfloat> %y, bfloat %s, <4 x i1> %c) {\n" +
          body + "  ret <4 x bfloat> %r\n}",
      diagnostic, context);
  if (!module)
    return diagnostic.getMessage().str();
  dl::cpu::moveBFloatsAsIntegers(*module);
  EXPECT_FALSE(verifyModule(*module));
  std::string text;
  raw_string_ostream os(text);
  for (const Instruction &instruction : instructions(*module->getFunction("f")))
    if (!instruction.isTerminator())
      os << instruction.getOpcodeName() << " " << *instruction.getType() << "; ";
  return text;
}

namespace {

TEST(HalfConversions, Splat) {
  EXPECT_EQ(move("  %i = insertelement <4 x bfloat> poison, bfloat %s, i64 0\n"
                 "  %r = shufflevector <4 x bfloat> %i, <4 x bfloat> poison, "
                 "<4 x i32> zeroinitializer\n"),
            "bitcast i16; insertelement <4 x i16>; bitcast <4 x bfloat>; "
            "shufflevector <4 x i16>; bitcast <4 x bfloat>; ");
}

TEST(HalfConversions, Shuffle) {
  EXPECT_EQ(move("  %r = shufflevector <4 x bfloat> %x, <4 x bfloat> %y, "
                 "<4 x i32> <i32 0, i32 4, i32 1, i32 5>\n"),
            "bitcast <4 x i16>; bitcast <4 x i16>; shufflevector <4 x i16>; "
            "bitcast <4 x bfloat>; ");
}

/// LLVM ends the process where one of nine is taken, on a machine with AVX512-BF16.
TEST(HalfConversions, Element) {
  EXPECT_EQ(move("  %v = shufflevector <4 x bfloat> %x, <4 x bfloat> %y, "
                 "<9 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0>\n"
                 "  %e = extractelement <9 x bfloat> %v, i64 8\n"
                 "  %r = insertelement <4 x bfloat> %x, bfloat %e, i64 1\n"),
            "bitcast <4 x i16>; bitcast <4 x i16>; shufflevector <9 x i16>; bitcast <9 x bfloat>; "
            "extractelement i16; bitcast bfloat; bitcast <4 x i16>; insertelement <4 x i16>; "
            "bitcast <4 x bfloat>; ");
}

TEST(HalfConversions, Select) {
  EXPECT_EQ(move("  %r = select <4 x i1> %c, <4 x bfloat> %x, <4 x bfloat> %y\n"),
            "bitcast <4 x i16>; bitcast <4 x i16>; select <4 x i16>; bitcast <4 x bfloat>; ");
}

/// LLVM ends the process where 65 of them are loaded or stored.
TEST(HalfConversions, Memory) {
  EXPECT_EQ(move("  %p = alloca <65 x bfloat>\n"
                 "  %v = load <65 x bfloat>, ptr %p, align 2\n"
                 "  store <65 x bfloat> %v, ptr %p, align 2\n"
                 "  %r = load <4 x bfloat>, ptr %p, align 2\n"),
            "alloca ptr; load <65 x i16>; bitcast <65 x bfloat>; bitcast <65 x i16>; store void; "
            "load <4 x i16>; bitcast <4 x bfloat>; ");
}

/// What computes stays.
TEST(HalfConversions, Sum) {
  EXPECT_EQ(move("  %r = fadd <4 x bfloat> %x, %y\n"), "fadd <4 x bfloat>; ");
}

} // namespace
