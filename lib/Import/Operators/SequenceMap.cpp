//===-- SequenceMap.cpp - a graph for each element of a sequence -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SequenceMap: the body once for each element, as elements may have shapes of their own.
//
//===----------------------------------------------------------------------===//
#include "../NodeImporter.h"
#include "../Operators.h"
#include "../Structures.h"

using namespace mlir;
using namespace dl::onnx_import;

static LogicalResult importSequenceMap(NodeImporter &node) {
  if (!isSequence(node.getInput(0)))
    return node.emitError() << "expected input 0 to be a sequence, got "
                            << describeStructure(node.getInput(0));
  size_t count = getElements(node.getInput(0)).size();
  for (auto [i, input] : llvm::enumerate(node.getInputs())) {
    if (!input)
      return node.emitError() << "requires input " << i << ", which is left out";
    if (isSequence(input) && getElements(input).size() != count)
      return node.emitError() << "expected sequences of one length, got " << count << " and "
                              << getElements(input).size();
  }
  SmallVector<SmallVector<Value>> made(node.getNumOutputs());
  for (size_t step = 0; step < count; ++step) {
    SmallVector<Value> arguments;
    for (Value input : node.getInputs())
      arguments.push_back(isSequence(input) ? getElements(input)[step] : input);
    FailureOr<SmallVector<Value>> results = node.importGraphCopy("body", arguments);
    if (failed(results))
      return failure();
    if (results->size() != made.size())
      return node.emitError() << "expected a body with an output for each of the " << made.size()
                              << " of the node, got " << results->size();
    for (auto [list, result] : llvm::zip_equal(made, *results)) {
      if (!isTensor(result))
        return node.emitError() << "expected a body that gives tensors, got "
                                << describeStructure(result);
      list.push_back(result);
    }
  }
  for (auto [i, list] : llvm::enumerate(made))
    (void)node.setResult(createSequence(node.getBuilder(), node.getLoc(), list), i);
  return success();
}

void dl::onnx_import::addSequenceMapOperator(OperatorTable &table) {
  table.add("SequenceMap", {17}, importSequenceMap)
      .inputs(1, OperatorInfo::any)
      .outputs(OperatorInfo::any)
      .allowBool()
      .allowStructures()
      .attributes("body:graph!");
}
