//===-- LimitVectorizer.cpp - loops that LLVM cannot look at ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the marks of dl-mark-gathers for leave, and counts the vectorizer's questions about
// these loops, each once.
//
//===----------------------------------------------------------------------===//
#include "LimitVectorizer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

/// More questions than in any loop that is worth the time: some milliseconds.
static constexpr uint64_t maxQuestions = 1 << 16;

namespace {
/// What the vectorizer finds out about a value, and in how many questions.
struct Answer {
  bool isSame = true;
  uint64_t questions = 1;
};
} // namespace

static bool asksOperands(const Instruction &op) {
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, PHINode>(op);
}

static uint64_t countQuestions(Loop *loop, LoopInfo &info) {
  DenseMap<const Value *, Answer> answers;
  auto find = [&](const Value *value) {
    auto found = answers.find(value);
    return found == answers.end() ? Answer() : found->second;
  };
  LoopBlocksRPO blocks(loop);
  blocks.perform(&info);
  uint64_t total = 0;
  for (BasicBlock *block : blocks)
    for (Instruction &op : *block) {
      Answer answer;
      if (block == loop->getHeader() && isa<PHINode>(op))
        answer.isSame = false;
      else if (auto *load = dyn_cast<LoadInst>(&op))
        answer.isSame = find(load->getPointerOperand()).isSame;
      else if (asksOperands(op))
        // Up to the first operand that differs between lanes.
        for (const Use &operand : op.operands()) {
          Answer inner = find(operand);
          answer.questions = SaturatingAdd(answer.questions, inner.questions);
          answer.isSame = inner.isSame;
          if (!inner.isSame)
            break;
        }
      else
        answer.isSame = false;
      total = SaturatingAdd(total, answer.questions);
      answers[&op] = answer;
    }
  return total;
}

PreservedAnalyses dl::cpu::LimitVectorizerPass::run(Function &function,
                                                    FunctionAnalysisManager &analyses) {
  static constexpr StringLiteral name = "llvm.loop.vectorize.enable";
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    // With the mark it would make vectors at any cost, or warn that it cannot.
    bool isMarked = getBooleanLoopAttribute(loop, name);
    if (isMarked)
      loop->setLoopID(makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                     {name}, /*AddAttrs=*/{}));
    if (loop->isInnermost() && (!isMarked || countQuestions(loop, loops) > maxQuestions))
      addStringMetadataToLoop(loop, name.data(), 0);
  }
  return PreservedAnalyses::all();
}
