//===-- Control.cpp - branches and loops ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If and Loop: operators with graphs as attributes, and what Scan shares with them.
//
//===----------------------------------------------------------------------===//
#include "Control.h"

#include "../ElementTypes.h"
#include "../Operators.h"
#include "../Structures.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// More steps than this are counted at run time and not by an input.
static constexpr int64_t maxStaticSteps = 1 << 16;

void dl::onnx_import::yieldAtEnd(NodeImporter &node, Block *block, ValueRange values) {
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  graph::YieldOp::create(builder, node.getLoc(), values);
}

Operation *dl::onnx_import::createShell(NodeImporter &node, StringRef name, unsigned numRegions) {
  OperationState state(node.getLoc(), name);
  for (unsigned i = 0; i < numRegions; ++i)
    state.addRegion()->emplaceBlock();
  return node.getBuilder().create(state);
}

Operation *dl::onnx_import::replaceShell(NodeImporter &node, Operation *shell, ValueRange operands,
                                         TypeRange results) {
  OperationState state(node.getLoc(), shell->getName().getStringRef());
  state.addOperands(operands);
  state.addTypes(results);
  for (Region &region : shell->getRegions())
    state.addRegion()->takeBody(region);
  Operation *op = node.getBuilder().create(state);
  shell->erase();
  return op;
}

static LogicalResult setResults(NodeImporter &node, ValueRange values) {
  for (auto [i, value] : llvm::enumerate(values))
    if (i < node.getNumOutputs())
      (void)node.setResult(value, i);
  return success();
}

FailureOr<SmallVector<Value>> dl::onnx_import::buildScan(NodeImporter &node, Operation *shell,
                                                         ValueRange states, ValueRange inputs,
                                                         ValueRange yielded,
                                                         ArrayRef<bool> reverseInputs,
                                                         ArrayRef<bool> reverseOutputs) {
  OpBuilder &builder = node.getBuilder();
  Block *body = &shell->getRegion(0).front();
  yieldAtEnd(node, body, yielded);
  int64_t steps = cast<RankedTensorType>(inputs.front().getType()).getDimSize(0);
  SmallVector<Type> types(TypeRange{states});
  SmallVector<Dims> dims = llvm::map_to_vector(states, [&](Value v) { return node.getDims(v); });
  for (Value slice : yielded.drop_front(states.size())) {
    auto type = cast<RankedTensorType>(slice.getType());
    SmallVector<int64_t> shape = {steps};
    llvm::append_range(shape, type.getShape());
    FailureOr<RankedTensorType> checked =
        getCheckedType(shape, type.getElementType(), [&] { return node.emitError(); });
    if (failed(checked))
      return failure();
    types.push_back(*checked);
    dims.push_back({node.getDims(inputs.front())[0]});
    llvm::append_range(dims.back(), node.getDims(slice));
  }
  auto scan = graph::ScanOp::create(builder, node.getLoc(), types, states, inputs, reverseInputs,
                                    reverseOutputs);
  scan.getBody().takeBody(shell->getRegion(0));
  shell->erase();
  for (auto [result, shape] : llvm::zip_equal(scan.getResults(), dims))
    node.getSizeTracker().setDims(result, shape);
  return SmallVector<Value>(scan.getResults());
}

LogicalResult dl::onnx_import::createScan(NodeImporter &node, Operation *shell, ValueRange states,
                                          ValueRange inputs, ValueRange yielded,
                                          ArrayRef<bool> reverseInputs,
                                          ArrayRef<bool> reverseOutputs) {
  FailureOr<SmallVector<Value>> results =
      buildScan(node, shell, states, inputs, yielded, reverseInputs, reverseOutputs);
  return failed(results) ? failure() : setResults(node, *results);
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// Imports a branch at the builder's insertion point.
static FailureOr<SmallVector<Value>> importBranch(NodeImporter &node, StringRef name) {
  FailureOr<SmallVector<Value>> results = node.importGraph(name, {});
  if (succeeded(results) && results->size() != node.getNumOutputs())
    return node.emitError() << "expected '" << name << "' to have an output for each of the "
                            << node.getNumOutputs() << " of the node, got " << results->size();
  return results;
}

/// The branch that is taken for all sizes, as where ranks or constants decide; the other one
/// need not fit.
static std::optional<bool> getTaken(NodeImporter &node) {
  std::optional<Contents> condition = node.getSizeTracker().getContents(node.getInput(0));
  if (!condition || condition->size() != 1 || !condition->front().isConstant())
    return std::nullopt;
  return condition->front().size != node.getSize(0);
}

/// The tensors that values are made of.
static SmallVector<Value> joinLeaves(ArrayRef<Value> values) {
  SmallVector<Value> leaves;
  for (Value value : values)
    llvm::append_range(leaves, getLeaves(value));
  return leaves;
}

static LogicalResult importIf(NodeImporter &node) {
  if (!isTensor(node.getInput(0)))
    return node.emitError() << "expected a condition of one bool, got "
                            << describeStructure(node.getInput(0));
  RankedTensorType condition = node.getInputType(0);
  if (!condition.getElementType().isInteger(1) || !condition.hasStaticShape() ||
      condition.getNumElements() != 1)
    return node.emitError() << "expected a condition of one bool, got " << condition;
  static constexpr StringLiteral names[] = {"then_branch", "else_branch"};
  if (std::optional<bool> isTaken = getTaken(node)) {
    FailureOr<SmallVector<Value>> results = importBranch(node, names[*isTaken ? 0 : 1]);
    return failed(results) ? failure() : setResults(node, *results);
  }
  Operation *shell = createShell(node, graph::IfOp::getOperationName(), 2);
  SmallVector<SmallVector<Value>> structures, values;
  for (auto [i, name] : llvm::enumerate(names)) {
    Region &region = shell->getRegion(i);
    OpBuilder::InsertionGuard guard(node.getBuilder());
    node.getBuilder().setInsertionPointToStart(&region.front());
    FailureOr<SmallVector<Value>> results = importBranch(node, name);
    if (failed(results))
      return failure();
    SmallVector<Value> leaves = joinLeaves(*results);
    yieldAtEnd(node, &region.front(), leaves);
    structures.push_back(*results);
    values.push_back(leaves);
  }
  for (auto [i, lhs, rhs] : llvm::enumerate(structures[0], structures[1]))
    if (isSequence(lhs) != isSequence(rhs) || getLeaves(lhs).size() != getLeaves(rhs).size()) {
      // What the model's user could fix is told first.
      if (failed(node.requireConstant(0, "the condition of branches that give structures of "
                                         "different kinds or lengths")))
        return failure();
    }
  for (auto [i, lhs, rhs] : llvm::enumerate(values[0], values[1]))
    if (lhs.getType() != rhs.getType() || !node.getSizeTracker().requireEqual(lhs, rhs))
      return node.emitError() << "expected both branches to give output " << i << " one type, got "
                              << lhs.getType() << " and " << rhs.getType();
  SmallVector<Dims> dims = llvm::map_to_vector(values[0], [&](Value v) { return node.getDims(v); });
  Operation *op = replaceShell(node, shell, node.getInput(0), TypeRange(ValueRange(values[0])));
  for (auto [result, shape] : llvm::zip_equal(op->getResults(), dims))
    node.getSizeTracker().setDims(result, shape);
  ValueRange rest = op->getResults();
  SmallVector<Value> results;
  for (Value structure : structures[0]) {
    size_t count = getLeaves(structure).size();
    results.push_back(
        replaceLeaves(node.getBuilder(), node.getLoc(), structure, rest.take_front(count)));
    rest = rest.drop_front(count);
  }
  return setResults(node, results);
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

static bool isTrueConstant(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat)) && splat.getElementType().isInteger(1) &&
         splat.getSplatValue<bool>();
}

/// The value of a constant trip count; nothing where it is not known.
static std::optional<int64_t> getTripCount(Value count) {
  DenseIntElementsAttr value;
  if (!count || !matchPattern(count, m_Constant(&value)) || value.getNumElements() != 1)
    return std::nullopt;
  return (*value.value_begin<APInt>()).getSExtValue();
}

static FailureOr<Value> createInteger(NodeImporter &node, int64_t value) {
  auto type = RankedTensorType::get({}, node.getBuilder().getI64Type());
  return node.createConstant(DenseElementsAttr::get(type, value));
}

static FailureOr<Value> createTrue(NodeImporter &node) {
  auto type = RankedTensorType::get({}, node.getBuilder().getI1Type());
  return node.createConstant(DenseElementsAttr::get(type, true));
}

LogicalResult dl::onnx_import::checkStates(NodeImporter &node, ValueRange states,
                                           ArrayRef<Value> next) {
  for (auto [i, state] : llvm::enumerate(states))
    if (state.getType() != next[i].getType() || !node.getSizeTracker().requireEqual(state, next[i]))
      return node.emitError() << "requires what a loop carries to keep its type, got state " << i
                              << " of " << state.getType() << " and then " << next[i].getType();
  return success();
}

FailureOr<Value> dl::onnx_import::createContinue(NodeImporter &node, Value condition, Value number,
                                                 Value count) {
  FailureOr<Value> result = condition;
  if (count) {
    FailureOr<Value> scalar = node.createReshape(count, {});
    if (failed(scalar))
      return failure();
    FailureOr<Value> isBelow = node.create<graph::LessOp>({number, *scalar});
    if (failed(isBelow) || !condition || isTrueConstant(condition))
      return isBelow;
    FailureOr<Value> scalarCondition = node.createReshape(condition, {});
    if (failed(scalarCondition))
      return failure();
    return node.create<graph::AndOp>({*isBelow, *scalarCondition});
  }
  return condition ? node.createReshape(condition, {}) : createTrue(node);
}

/// Imports the body of a Loop into the region of its shell, whose arguments become the states
/// and the number of the step. What it yields: the condition, the states, what is stacked.
static FailureOr<SmallVector<Value>> importLoopBody(NodeImporter &node, Block *body,
                                                    ValueRange states) {
  OpBuilder &builder = node.getBuilder();
  for (Value state : states)
    node.getSizeTracker().setDims(body->addArgument(state.getType(), node.getLoc()),
                                  node.getDims(state));
  Value number = body->addArgument(RankedTensorType::get({}, builder.getI64Type()), node.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(body);
  // A body is only run where the condition holds, so that it gets true.
  FailureOr<Value> holds = createTrue(node);
  if (failed(holds))
    return failure();
  SmallVector<Value> arguments = {number, *holds};
  llvm::append_range(arguments, body->getArguments().drop_back());
  return node.importGraph("body", arguments);
}

/// The loop of a body that was imported: as long as the condition holds and steps are left.
static LogicalResult createWhile(NodeImporter &node, Operation *shell, Value count, Value condition,
                                 ValueRange states, ArrayRef<Value> next) {
  OpBuilder &builder = node.getBuilder();
  Block *body = &shell->getRegion(0).front();
  Value number = body->getArguments().back();
  SmallVector<Value> yielded(next.drop_front());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(body);
    FailureOr<Value> one = createInteger(node, 1);
    FailureOr<Value> following = failed(one) ? one : node.create<graph::AddOp>({number, *one});
    FailureOr<Value> goesOn =
        failed(following) ? following : createContinue(node, next.front(), *following, count);
    if (failed(goesOn))
      return failure();
    yielded.push_back(*following);
    yielded.insert(yielded.begin(), *goesOn);
  }
  yieldAtEnd(node, body, yielded);
  FailureOr<Value> zero = createInteger(node, 0);
  FailureOr<Value> first = failed(zero) ? zero : createContinue(node, condition, *zero, count);
  if (failed(first))
    return failure();
  SmallVector<Value> operands = {*first};
  llvm::append_range(operands, states);
  operands.push_back(*zero);
  Operation *op = replaceShell(node, shell, operands, TypeRange(ValueRange(operands)).drop_front());
  for (auto [result, state] : llvm::zip(op->getResults(), states))
    node.getSizeTracker().setDims(result, node.getDims(state));
  return setResults(node, op->getResults().drop_back());
}

/// How many steps there is room for in the outputs that are stacked: a known trip count, or what
/// the model declares of them.
static std::optional<AffineExpr> getMostSteps(NodeImporter &node, Value count, size_t numStates) {
  if (std::optional<Contents> known =
          count ? node.getSizeTracker().getContents(count) : std::nullopt) {
    auto constant = dyn_cast<AffineConstantExpr>(known->front().size);
    if (!constant || (constant.getValue() >= 0 && constant.getValue() <= maxStaticSteps))
      return known->front().size;
  }
  std::optional<int64_t> most;
  for (unsigned index = numStates; index < node.getNumOutputs(); ++index) {
    std::optional<SmallVector<int64_t>> shape = node.getDeclaredShape(index);
    if (shape && !shape->empty() && !ShapedType::isDynamic(shape->front()))
      most = std::min(shape->front(), most.value_or(shape->front()));
  }
  return most ? std::optional(node.getSize(*most)) : std::nullopt;
}

static LogicalResult importLoop(NodeImporter &node) {
  Value count = node.getInput(0), condition = node.getInput(1);
  SmallVector<Value> states;
  for (unsigned i = 2; i < node.getNumInputs(); ++i) {
    if (!node.getInput(i))
      return node.emitError() << "requires input " << i << ", which is left out";
    states.push_back(node.getInput(i));
  }
  for (auto [value, bits] : {std::pair<Value, unsigned>(count, 64), {condition, 1}})
    if (value && !isTensor(value))
      return node.emitError() << "expected a trip count of one int64 and a condition of one bool, "
                                 "got "
                              << describeStructure(value);
    else if (auto type = value ? cast<RankedTensorType>(value.getType()) : RankedTensorType();
             type && (!type.getElementType().isInteger(bits) || !type.hasStaticShape() ||
                      type.getNumElements() != 1))
      return node.emitError() << "expected a trip count of one int64 and a condition of one bool, "
                                 "got "
                              << type;
  if (!llvm::all_of(states, isTensor))
    return importUnrolledLoop(node);
  OpBuilder &builder = node.getBuilder();
  Operation *shell = createShell(node, graph::WhileOp::getOperationName(), 1);
  FailureOr<SmallVector<Value>> imported =
      importLoopBody(node, &shell->getRegion(0).front(), states);
  if (failed(imported))
    return failure();
  SmallVector<Value> next = *imported;
  if (next.size() < 1 + states.size() || next.size() - 1 != node.getNumOutputs())
    return node.emitError() << "expected a body with a condition, " << states.size()
                            << " states and an output more for each of the node's, got "
                            << next.size() << " outputs for " << node.getNumOutputs();
  if (failed(checkStates(node, states, ArrayRef<Value>(next).drop_front())))
    return failure();
  ArrayRef<Value> stacked = ArrayRef<Value>(next).drop_front(1 + states.size());

  // A known number of steps: a scan over their numbers.
  std::optional<int64_t> steps = getTripCount(count);
  bool alwaysHolds = (!condition || isTrueConstant(condition)) && isTrueConstant(next.front());
  if (steps && *steps <= maxStaticSteps && alwaysHolds) {
    int64_t numSteps = std::max<int64_t>(*steps, 0);
    auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, numSteps));
    FailureOr<Value> input = node.createConstant(DenseElementsAttr::get(
        RankedTensorType::get({numSteps}, builder.getI64Type()), ArrayRef<int64_t>(numbers)));
    if (failed(input))
      return failure();
    return createScan(node, shell, states, *input, ArrayRef<Value>(next).drop_front(), {false},
                      SmallVector<bool>(stacked.size(), false));
  }
  // As many as sizes say.
  std::optional<Contents> counted = count ? node.getSizeTracker().getContents(count) : std::nullopt;
  if (!steps && counted && alwaysHolds) {
    FailureOr<Value> numbers = node.createCounting(counted->front().size);
    if (failed(numbers))
      return failure();
    return createScan(node, shell, states, *numbers, ArrayRef<Value>(next).drop_front(), {false},
                      SmallVector<bool>(stacked.size(), false));
  }
  if (!stacked.empty())
    if (std::optional<AffineExpr> most = getMostSteps(node, count, states.size()))
      return createCountedLoop(node, shell, {count, condition, *most}, states, next);
  // What the model's user could fix is told first.
  if (!stacked.empty() && isTrueConstant(next.front()))
    if ((count && failed(node.requireConstant(0, "the trip count"))) ||
        (condition && failed(node.requireConstant(1, "the condition"))))
      return failure();
  if (!stacked.empty())
    return node.emitError() << "requires a constant trip count and condition where the body has "
                               "outputs that are stacked: their shape must be known when the "
                               "model is compiled";
  return createWhile(node, shell, count, condition, states, next);
}

void dl::onnx_import::addControlOperators(OperatorTable &table) {
  constexpr unsigned any = OperatorInfo::any;
  table.add("If", {1, 11, 13, 16, 19, 21, 23, 24, 25}, importIf)
      .outputs(any)
      .allowBool()
      .allowStructures()
      .attributes("then_branch:graph! else_branch:graph!");
  table.add("Loop", {1, 11, 13, 16, 19, 21, 23, 24, 25}, importLoop)
      .inputs(0, any)
      .outputs(any)
      .allowBool()
      .allowStructures()
      .attributes("body:graph!");
}
