//===-- LocalizeAddresses.cpp - addresses from a loop's own bases -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hides one pointer of those that differ by constants, and makes the others of it.
//
//===----------------------------------------------------------------------===//
#include "LocalizeAddresses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace {
/// Pointers from before a loop that differ by constants.
struct Base {
  const SCEV *address;
  Value *hidden;
};

/// The addresses of one loop.
class Localizer {
public:
  Localizer(Loop &loop, BasicBlock &preheader, ScalarEvolution &evolution)
      : loop(loop), builder(preheader.getTerminator()), evolution(evolution) {}

  /// True if a pointer was hidden.
  bool run() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &op : *block)
        for (Use &use : op.operands())
          if (isa<GetElementPtrInst, LoadInst, StoreInst>(op) && use->getType()->isPointerTy())
            localize(use);
    return !bases.empty();
  }

private:
  void localize(Use &use) {
    auto *pointer = dyn_cast<Instruction>(use.get());
    if (!pointer || loop.contains(pointer))
      return;
    auto [place, isNew] = replacements.try_emplace(pointer, pointer);
    if (isNew)
      place->second = hide(*pointer);
    use.set(place->second);
  }

  Value *hide(Instruction &pointer) {
    const SCEV *address = evolution.getSCEV(&pointer);
    // Nothing but a distance is known of it.
    if (isa<SCEVUnknown>(address) || isa<SCEVConstant>(evolution.removePointerBase(address)))
      return &pointer;
    for (const Base &base : bases)
      if (const auto *distance =
              dyn_cast<SCEVConstant>(evolution.getMinusSCEV(address, base.address)))
        return builder.CreatePtrAdd(base.hidden, distance->getValue());
    Value *hidden = builder.CreateLaunderInvariantGroup(&pointer);
    bases.push_back({address, hidden});
    return hidden;
  }

  Loop &loop;
  IRBuilder<> builder;
  ScalarEvolution &evolution;
  SmallVector<Base> bases;
  DenseMap<Value *, Value *> replacements;
};
} // namespace

/// Fewer addresses are taken apart in no time, and are then as LLVM would have them.
static constexpr unsigned leastAccesses = 16;

static bool isWorthIt(const Loop &loop) {
  if (!loop.isInnermost())
    return false;
  unsigned accesses = 0;
  for (const BasicBlock *block : loop.blocks())
    accesses +=
        llvm::count_if(*block, [](const Instruction &op) { return isa<LoadInst, StoreInst>(op); });
  return accesses >= leastAccesses;
}

PreservedAnalyses dl::cpu::LocalizeAddressesPass::run(Function &function,
                                                      FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *preheader = loop->getLoopPreheader();
    if (preheader && isWorthIt(*loop))
      changed |=
          Localizer(*loop, *preheader, analyses.getResult<ScalarEvolutionAnalysis>(function)).run();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return changed ? preserved : PreservedAnalyses::all();
}
