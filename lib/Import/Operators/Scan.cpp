//===-- Scan.cpp - ONNX Scan ------------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scan: a body for each step of sequences, with states carried along.
//
//===----------------------------------------------------------------------===//
#include "Control.h"

#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The value with one dim moved to another place.
static FailureOr<Value> moveDim(NodeImporter &node, Value value, int64_t from, int64_t to) {
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, cast<RankedTensorType>(value.getType()).getRank()));
  permutation.erase(permutation.begin() + from);
  permutation.insert(permutation.begin() + to, from);
  if (llvm::is_sorted(permutation))
    return value;
  graph::TransposeOp::Properties properties;
  properties.permutation = node.getBuilder().getDenseI64ArrayAttr(permutation);
  return node.create<graph::TransposeOp>(value, properties);
}

/// A list of flags or axes: 0 for each where it is left out.
static FailureOr<SmallVector<int64_t>> getList(NodeImporter &node, StringRef name, size_t count) {
  SmallVector<int64_t> list = node.getInts(name, SmallVector<int64_t>(count, 0));
  if (list.size() != count)
    return node.emitError() << "expected " << count << " entries of '" << name << "', got "
                            << list.size();
  return list;
}

/// The value without its dim of extent 1 for the batch.
static FailureOr<Value> dropBatch(NodeImporter &node, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 0 || type.getDimSize(0) != 1)
    return node.emitError() << "requires a batch of one before opset 9, got " << type
                            << "; convert the model with onnx.version_converter";
  return node.createReshape(value, type.getShape().drop_front());
}

/// The first states and what is scanned, without the batch that early versions have.
static FailureOr<SmallVector<Value>> getOperands(NodeImporter &node, int64_t numInputs,
                                                 bool hasBatch) {
  unsigned first = hasBatch ? 1 : 0;
  if (hasBatch && node.getInput(0))
    return node.emitError() << "expected no lengths of sequences, got input 0";
  if (numInputs < 1 || numInputs + first > node.getNumInputs())
    return node.emitError() << "expected 'num_scan_inputs' in [1, " << node.getNumInputs() - first
                            << "], got " << numInputs;
  SmallVector<Value> operands;
  for (unsigned i = first; i < node.getNumInputs(); ++i) {
    FailureOr<Value> value = node.getInput(i);
    if (!*value)
      return node.emitError() << "requires input " << i << ", which is left out";
    if (hasBatch)
      value = dropBatch(node, *value);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  return operands;
}

/// What is scanned, with the steps as the first dim.
static FailureOr<SmallVector<Value>> moveSteps(NodeImporter &node, ValueRange values,
                                               bool hasBatch) {
  auto axes = hasBatch ? SmallVector<int64_t>(values.size(), 0)
                       : getList(node, "scan_input_axes", values.size());
  if (failed(axes))
    return failure();
  SmallVector<Value> inputs;
  for (auto [i, value] : llvm::enumerate(values)) {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    FailureOr<int64_t> axis = node.normalizeAxis((*axes)[i], rank);
    FailureOr<Value> moved = failed(axis) ? FailureOr<Value>() : moveDim(node, value, *axis, 0);
    if (failed(moved))
      return failure();
    inputs.push_back(*moved);
  }
  int64_t steps = cast<RankedTensorType>(inputs.front().getType()).getDimSize(0);
  for (Value input : inputs)
    if (cast<RankedTensorType>(input.getType()).getDimSize(0) != steps)
      return node.emitError() << "expected scan inputs of as many steps, got "
                              << inputs.front().getType() << " and " << input.getType();
  return inputs;
}

/// The outputs of the node: those of the scan, the stacked ones with the steps at their axes.
static LogicalResult setOutputs(NodeImporter &node, unsigned numStates, ArrayRef<int64_t> axes,
                                bool hasBatch) {
  for (unsigned i = 0; i < numStates + axes.size(); ++i) {
    FailureOr<Value> result = node.getResult(i);
    auto type = cast<RankedTensorType>((*result).getType());
    if (i >= numStates) {
      FailureOr<int64_t> axis = node.normalizeAxis(axes[i - numStates], type.getRank());
      result = failed(axis) ? FailureOr<Value>() : moveDim(node, *result, 0, *axis);
    }
    if (hasBatch && succeeded(result)) {
      SmallVector<int64_t> shape = {1};
      llvm::append_range(shape, type.getShape());
      result = node.createReshape(*result, shape);
    }
    if (failed(result))
      return failure();
    (void)node.setResult(*result, i);
  }
  return success();
}

FailureOr<SmallVector<Value>>
dl::onnx_import::buildScan(NodeImporter &node, ArrayRef<Value> states, Value input,
                           llvm::function_ref<SmallVector<Value>(Block::BlockArgListType)> body) {
  Operation *shell = createShell(node, graph::ScanOp::getOperationName(), 1);
  Block *block = &shell->getRegion(0).front();
  SizeTracker &sizes = node.getSizeTracker();
  for (Value state : states)
    sizes.setDims(block->addArgument(state.getType(), node.getLoc()), node.getDims(state));
  auto type = cast<RankedTensorType>(input.getType());
  Value slice = block->addArgument(
      RankedTensorType::get(type.getShape().drop_front(), type.getElementType()), node.getLoc());
  sizes.setDims(slice, Dims(llvm::drop_begin(node.getDims(input))));
  SmallVector<Value> yielded;
  {
    OpBuilder::InsertionGuard guard(node.getBuilder());
    node.getBuilder().setInsertionPointToStart(block);
    yielded = body(block->getArguments());
  }
  if (yielded.empty() || !llvm::all_of(yielded, [](Value value) { return bool(value); }))
    return failure();
  return buildScan(node, shell, states, input, yielded, {false},
                   SmallVector<bool>(yielded.size() - states.size(), false));
}

static LogicalResult importScan(NodeImporter &node) {
  bool hasBatch = node.getOpset() < 9;
  int64_t numInputs = node.getInt("num_scan_inputs", 0);
  FailureOr<SmallVector<Value>> operands = getOperands(node, numInputs, hasBatch);
  if (failed(operands))
    return failure();
  unsigned numStates = operands->size() - numInputs;
  auto states = ArrayRef<Value>(*operands).take_front(numStates);
  auto reversed = getList(node, hasBatch ? "directions" : "scan_input_directions", numInputs);
  if (failed(reversed))
    return failure();
  FailureOr<SmallVector<Value>> inputs =
      moveSteps(node, ArrayRef<Value>(*operands).drop_front(numStates), hasBatch);
  if (failed(inputs))
    return failure();

  Operation *shell = createShell(node, graph::ScanOp::getOperationName(), 1);
  Block *body = &shell->getRegion(0).front();
  SizeTracker &sizes = node.getSizeTracker();
  for (Value state : states)
    sizes.setDims(body->addArgument(state.getType(), node.getLoc()), node.getDims(state));
  for (Value input : *inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    Value slice = body->addArgument(
        RankedTensorType::get(type.getShape().drop_front(), type.getElementType()), node.getLoc());
    sizes.setDims(slice, Dims(llvm::drop_begin(node.getDims(input))));
  }
  SmallVector<Value> next;
  {
    OpBuilder::InsertionGuard guard(node.getBuilder());
    node.getBuilder().setInsertionPointToStart(body);
    SmallVector<Value> arguments(body->getArguments());
    FailureOr<SmallVector<Value>> results = node.importGraph("body", arguments);
    if (failed(results))
      return failure();
    next = *results;
  }
  if (next.size() < numStates || next.size() != node.getNumOutputs())
    return node.emitError() << "expected a body with an output for each of the node's "
                            << node.getNumOutputs() << " and for each state, got " << next.size();
  if (failed(checkStates(node, states, next)))
    return failure();
  size_t numOutputs = next.size() - numStates;
  auto outputReversed = hasBatch ? SmallVector<int64_t>(numOutputs, 0)
                                 : getList(node, "scan_output_directions", numOutputs);
  auto outputAxes = hasBatch ? SmallVector<int64_t>(numOutputs, 0)
                             : getList(node, "scan_output_axes", numOutputs);
  if (failed(outputReversed) || failed(outputAxes))
    return failure();
  auto toFlags = [](ArrayRef<int64_t> values) {
    return llvm::map_to_vector(values, [](int64_t value) { return value != 0; });
  };
  if (failed(createScan(node, shell, states, *inputs, next, toFlags(*reversed),
                        toFlags(*outputReversed))))
    return failure();
  return setOutputs(node, numStates, *outputAxes, hasBatch);
}

void dl::onnx_import::addScanOperators(OperatorTable &table) {
  constexpr unsigned any = OperatorInfo::any;
  table.add("Scan", {8}, importScan)
      .inputs(0, any)
      .outputs(any)
      .allowBool()
      .attributes("body:graph! directions:ints num_scan_inputs:int!");
  table.add("Scan", {9, 11, 16, 19, 21, 23, 24, 25}, importScan)
      .inputs(1, any)
      .outputs(any)
      .allowBool()
      .attributes("body:graph! num_scan_inputs:int! scan_input_axes:ints "
                  "scan_input_directions:ints scan_output_axes:ints scan_output_directions:ints");
}
