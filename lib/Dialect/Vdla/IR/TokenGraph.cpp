//===-- TokenGraph.cpp - tokens of a program, to change -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/TokenGraph.h"

using namespace mlir;
using namespace dl::vdla;

FailureOr<TokenGraph> dl::vdla::readTokenGraph(ProgramOp op, const DeviceModel &model) {
  FailureOr<LocatedProgram> read = readOperations(op, model);
  if (failed(read))
    return failure();
  TokenGraph graph;
  llvm::DenseMap<Operation *, int64_t> positions;
  for (auto [i, operation] : llvm::enumerate(read->operations)) {
    positions[operation] = i;
    graph.stages.push_back(model.getStage(read->program.instructions[i]));
    SmallVector<int64_t> &waits = graph.waits.emplace_back();
    for (Value token : operation->getOperands())
      waits.push_back(positions.lookup(token.getDefiningOp()));
    llvm::sort(waits);
  }
  graph.instructions = std::move(*read);
  return graph;
}

void dl::vdla::writeTokenGraph(ProgramOp op, const DeviceModel &model, const TokenGraph &graph) {
  MLIRContext *context = op.getContext();
  const Program &program = graph.instructions.program;
  size_t count = program.instructions.size();
  // To whom an instruction gives its tokens, in order.
  SmallVector<SmallVector<int64_t>> takers(count);
  for (size_t i = 0; i < count; ++i)
    for (int64_t giver : graph.waits[i])
      takers[size_t(giver)].push_back(int64_t(i));

  OpBuilder builder(context);
  builder.setInsertionPointToEnd(&op.getBody().front());
  SmallVector<SmallVector<Value>> given(count);
  SmallVector<size_t> numTaken(count);
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Value> waits;
    for (int64_t giver : graph.waits[i])
      waits.push_back(given[size_t(giver)][numTaken[size_t(giver)]++]);
    SmallVector<Type> tokens;
    for (int64_t taker : takers[i])
      tokens.push_back(TokenType::get(context, graph.stages[i], graph.stages[size_t(taker)]));
    Operation *before = graph.instructions.operations[i];
    Operation *built =
        buildInstruction(builder, before->getLoc(), model, program, program.instructions[i],
                         ProgramLevel::Token, waits, tokens);
    if (built->getName() == before->getName())
      built->setDiscardableAttrs(before->getDiscardableAttrDictionary());
    llvm::append_range(given[i], built->getResults());
  }
  // Several instructions may come from one operation. Users stand behind what they use.
  llvm::SmallSetVector<Operation *, 16> old(graph.instructions.operations.begin(),
                                            graph.instructions.operations.end());
  for (Operation *operation : llvm::reverse(old))
    operation->dropAllUses();
  for (Operation *operation : old)
    operation->erase();
}

LogicalResult dl::vdla::changeTokens(
    Operation *root,
    llvm::function_ref<LogicalResult(ProgramOp, const DeviceModel &, TokenGraph &)> change) {
  WalkResult walk = root->walk([&](ProgramOp program) {
    if (program.getLevel() != ProgramLevel::Token)
      return WalkResult::skip();
    const DeviceModel &model = lookupConfig(program).getModel();
    FailureOr<TokenGraph> graph = readTokenGraph(program, model);
    if (failed(graph) || failed(change(program, model, *graph)))
      return WalkResult::interrupt();
    writeTokenGraph(program, model, *graph);
    return WalkResult::skip();
  });
  return failure(walk.wasInterrupted());
}
