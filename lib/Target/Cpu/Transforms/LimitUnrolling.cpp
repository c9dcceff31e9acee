//===-- LimitUnrolling.cpp - loops that LLVM leaves as they are -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a schedule wants unrolled is in its tiles. LLVM unrolls more, by which short innermost
// loops gain: their branches and addresses are as much work as they do. Loops around loops gain
// nothing and become most of the code that LLVM then has to compile.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "LoopAnnotation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LIMITUNROLLINGPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// Elements of a vector that count as one operation.
static constexpr int64_t lanes = 8;

/// How many operations a loop is when it and all loops inside are unrolled; saturates.
static int64_t countUnrolled(scf::ForOp loop) {
  constexpr int64_t many = int64_t(1) << 40;
  std::optional<APInt> trips = loop.getStaticTripCount();
  int64_t count = 0;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto inner = dyn_cast<scf::ForOp>(op)) {
      count += countUnrolled(inner);
      return WalkResult::skip();
    }
    int64_t elements = 1;
    for (Type type : op->getOperandTypes())
      if (auto vector = dyn_cast<VectorType>(type))
        elements = std::max(elements, vector.getNumElements());
    count += (elements + lanes - 1) / lanes;
    return WalkResult::advance();
  });
  if (!trips || count >= many || trips->ugt(many))
    return many;
  return std::min(many, count * std::max<int64_t>(trips->getSExtValue(), 1));
}

/// True for a loop that carries so many registers that unrolling would need more: windows that
/// overlap in steps next to each other are loaded once then, and kept.
static bool fillsRegisters(scf::ForOp loop, const dl::schedule::VectorRegisters &registers) {
  int64_t bits = 0;
  for (Type type : loop.getResultTypes())
    if (auto vector = dyn_cast<VectorType>(type);
        vector && vector.hasStaticShape() && vector.getElementType().isIntOrFloat())
      bits += vector.getNumElements() * vector.getElementTypeBitWidth();
  return bits > registers.bytes * 8 * registers.count * 3 / 8;
}

/// Adds to what a loop's annotation says that it is not to be unrolled.
static void disableUnrolling(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(context, /*disable=*/BoolAttr::get(context, true),
                                          /*count=*/{}, /*runtimeDisable=*/{}, /*full=*/{},
                                          /*followupUnrolled=*/{}, /*followupRemainder=*/{},
                                          /*followupAll=*/{});
  auto known = loop->getAttrOfType<LLVM::LoopAnnotationAttr>(dl::cpu::loopAnnotationName);
  loop->setAttr(
      dl::cpu::loopAnnotationName,
      dl::cpu::makeLoopAnnotation(context, known ? known.getVectorize() : nullptr, unroll));
}

namespace {
struct LimitUnrolling : dl::cpu::impl::LimitUnrollingPassBase<LimitUnrolling> {
  using LimitUnrollingPassBase::LimitUnrollingPassBase;

  void runOnOperation() override {
    dl::schedule::VectorRegisters registers = dl::schedule::getTarget(getOperation())->vector;
    getOperation().walk([&](scf::ForOp loop) {
      bool isOuter =
          loop.getBody()->walk([](scf::ForOp) { return WalkResult::interrupt(); }).wasInterrupted();
      if (isOuter ? countUnrolled(loop) > limit : fillsRegisters(loop, registers))
        disableUnrolling(loop);
    });
  }
};
} // namespace
