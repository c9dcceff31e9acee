//===-- LocalizeAddressesTest.cpp - a loop's own bases ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many pointers are hidden before a loop that reads much in a loop around it, and what the
// loop reads then.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

using namespace llvm;

namespace {
/// A module that stays as long as its function is looked at.
struct Optimized {
  LLVMContext context;
  std::unique_ptr<Module> module;

  /// A loop that reads `reads` times at `pointers`, in turn, each time 4 bytes further, in a loop
  /// that computes what `before` says of its iteration %i.
  Optimized(StringRef before, ArrayRef<StringRef> pointers, unsigned reads) {
    std::string text = "define void @f(ptr %p, ptr %q) {\nentry:\n  br label %outer\nouter:\n"
                       "  %i = phi i64 [ 0, %entry ], [ %in, %latch ]\n";
    text += before.str() + "  br label %inner\ninner:\n"
                           "  %j = phi i64 [ 0, %outer ], [ %jn, %inner ]\n";
    for (unsigned n = 0; n < reads; ++n) {
      std::string id = std::to_string(n);
      text += "  %a" + id + " = getelementptr float, ptr " + pointers[n % pointers.size()].str() +
              ", i64 %j\n  %b" + id + " = getelementptr i8, ptr %a" + id + ", i64 " +
              std::to_string(4 * n) + "\n  %x" + id + " = load volatile float, ptr %b" + id + "\n";
    }
    text += "  %jn = add nuw nsw i64 %j, 1\n  %jd = icmp eq i64 %jn, 64\n"
            "  br i1 %jd, label %latch, label %inner\nlatch:\n"
            "  %in = add nuw nsw i64 %i, 1\n  %id = icmp eq i64 %in, 64\n"
            "  br i1 %id, label %exit, label %outer\nexit:\n  ret void\n}\n";
    SMDiagnostic problem;
    module = parseAssemblyString(text, problem, context);
    if (!module) {
      ADD_FAILURE() << problem.getMessage().str();
      return;
    }
    auto machine = cantFail(dl::cpu::createTargetMachine("haswell", 0, "x86_64-linux-gnu"));
    module->setDataLayout(machine->createDataLayout());
    module->setTargetTriple(machine->getTargetTriple());
    dl::cpu::optimizeModule(*module, *machine, 0);
  }

  /// The names of the pointers that are hidden, with a space behind each.
  std::string getHidden() const {
    std::string names;
    for (const BasicBlock &block : *module->getFunction("f"))
      for (const Instruction &op : block)
        if (const auto *call = dyn_cast<IntrinsicInst>(&op);
            call && call->getIntrinsicID() == Intrinsic::launder_invariant_group)
          names += call->getArgOperand(0)->getName().str() + " ";
    return names;
  }

  /// The pointer that the address of name `name` begins at.
  const Value *getPointer(StringRef name) const {
    for (const BasicBlock &block : *module->getFunction("f"))
      for (const Instruction &op : block)
        if (op.getName() == name)
          return cast<GetElementPtrInst>(op).getPointerOperand();
    return nullptr;
  }
};
} // namespace

static constexpr StringLiteral rows = "  %r = mul i64 %i, 4096\n"
                                      "  %u = getelementptr i8, ptr %p, i64 %r\n"
                                      "  %v = getelementptr i8, ptr %u, i64 256\n"
                                      "  %w = getelementptr i8, ptr %q, i64 %r\n";

TEST(LocalizeAddresses, HidesWhatALoopOutsideComputes) {
  Optimized result(rows, {"%u", "%w"}, 16);
  EXPECT_EQ(result.getHidden(), "u w ");
  EXPECT_TRUE(isa<IntrinsicInst>(result.getPointer("a0")));
  EXPECT_NE(result.getPointer("a0"), result.getPointer("a1"));
}

TEST(LocalizeAddresses, KeepsDistances) {
  Optimized result(rows, {"%u", "%v"}, 16);
  EXPECT_EQ(result.getHidden(), "u ");
  APInt distance(64, 0);
  EXPECT_EQ(result.getPointer("a1")->stripAndAccumulateConstantOffsets(
                result.module->getDataLayout(), distance, /*AllowNonInbounds=*/true),
            result.getPointer("a0"));
  EXPECT_EQ(distance, 256);
}

TEST(LocalizeAddresses, LeavesWhatIsSimple) {
  // An argument, with and without a distance, and few reads.
  EXPECT_EQ(Optimized(rows, {"%p"}, 16).getHidden(), "");
  EXPECT_EQ(Optimized("  %u = getelementptr i8, ptr %p, i64 64\n", {"%u"}, 16).getHidden(), "");
  EXPECT_EQ(Optimized(rows, {"%u"}, 15).getHidden(), "");
}
