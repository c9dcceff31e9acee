//===-- InsertTokens.cpp - vdla-insert-tokens -----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "dl/Dialect/Vdla/IR/TokenGraph.h"
#include "dl/Vdla/Dependences.h"

namespace dl::vdla {
#define GEN_PASS_DEF_INSERTTOKENSPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

namespace {
/// Builds a graph with tokens for all dependences of another one.
class GraphBuilder {
public:
  GraphBuilder(const DeviceModel &model, const TokenGraph &given) : given(given) {
    const Program &program = given.instructions.program;
    result.instructions.program = program;
    result.instructions.program.instructions.clear();
    dependences = collectDependences(model, program);
  }

  /// Returns how many tokens were added.
  int64_t build();
  TokenGraph take() { return std::move(result); }

private:
  static bool areNeighbours(Stage a, Stage b) {
    int distance = int(a) - int(b);
    return distance == 1 || distance == -1;
  }
  int64_t append(const Instruction &instruction, Operation *operation, Stage stage,
                 SmallVector<int64_t> waits) {
    result.instructions.program.instructions.push_back(instruction);
    result.instructions.operations.push_back(operation);
    result.stages.push_back(stage);
    result.waits.push_back(std::move(waits));
    return int64_t(result.stages.size()) - 1;
  }

  const TokenGraph &given;
  std::vector<Dependence> dependences;
  TokenGraph result;
};
} // namespace

int64_t GraphBuilder::build() {
  const LocatedProgram &read = given.instructions;
  // Where the given instructions are now.
  SmallVector<int64_t> moved;
  auto next = dependences.begin();
  int64_t added = 0;
  for (auto [i, instruction] : llvm::enumerate(read.program.instructions)) {
    Stage stage = given.stages[i];
    SmallVector<int64_t> waits, far;
    for (int64_t giver : given.waits[i])
      waits.push_back(moved[size_t(giver)]);
    for (; next != dependences.end() && next->second == int64_t(i); ++next) {
      bool isNear = areNeighbours(given.stages[size_t(next->first)], stage);
      (isNear ? waits : far).push_back(moved[size_t(next->first)]);
      added += isNear ? 1 : 2;
    }
    // One nop for all of them: they wait for the same instruction anyway.
    if (!far.empty()) {
      Instruction nop;
      nop.set(FieldId::Stage, int64_t(Stage::Compute));
      added -= int64_t(far.size()) - 1;
      waits.push_back(append(nop, read.operations[i], Stage::Compute, std::move(far)));
    }
    llvm::sort(waits);
    moved.push_back(append(instruction, read.operations[i], stage, std::move(waits)));
  }
  return added;
}

namespace {
struct InsertTokensPass : public dl::vdla::impl::InsertTokensPassBase<InsertTokensPass> {
  void runOnOperation() override {
    auto insert = [&](ProgramOp program, const DeviceModel &model, TokenGraph &graph) {
      // What is touched is known of instructions that stay inside of memories.
      if (failed(reportFindings(program.getLoc(), graph.instructions,
                                verifyBounds(model, graph.instructions.program))))
        return failure();
      GraphBuilder builder(model, graph);
      numTokens += builder.build();
      graph = builder.take();
      return success();
    };
    if (failed(changeTokens(getOperation(), insert)))
      signalPassFailure();
  }
};
} // namespace
