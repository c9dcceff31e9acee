//===-- TokensToIsa.cpp - vdla-tokens-to-isa ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "dl/Dialect/Vdla/IR/Programs.h"

namespace dl::vdla {
#define GEN_PASS_DEF_TOKENSTOISAPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

static LogicalResult lowerTokens(ProgramOp program) {
  const DeviceModel &model = lookupConfig(program).getModel();
  FailureOr<LocatedProgram> read = readProgram(program, model);
  if (failed(read))
    return failure();
  SmallVector<Location> locations;
  for (Operation *op : read->operations)
    locations.push_back(op->getLoc());
  OpBuilder builder(program);
  ProgramOp lowered =
      buildProgram(builder, program.getLoc(), model, read->program, ProgramLevel::Isa, locations);
  lowered->setDiscardableAttrs(program->getDiscardableAttrDictionary());
  program.erase();
  return success();
}

namespace {
struct TokensToIsaPass : public dl::vdla::impl::TokensToIsaPassBase<TokensToIsaPass> {
  void runOnOperation() override {
    SmallVector<ProgramOp> programs;
    getOperation()->walk([&](ProgramOp program) {
      if (program.getLevel() == ProgramLevel::Token)
        programs.push_back(program);
      return WalkResult::skip();
    });
    for (ProgramOp program : programs)
      if (failed(lowerTokens(program)))
        return signalPassFailure();
  }
};
} // namespace
