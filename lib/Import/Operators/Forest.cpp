//===-- Forest.cpp - decision trees -----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Forest.h.
//
//===----------------------------------------------------------------------===//
#include "Forest.h"
#include "Control.h"
#include "DataNumbers.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

FailureOr<int64_t> Forest::getDepth(NodeImporter &node, int64_t numFeatures) const {
  int64_t count = nodes.size();
  auto isNode = [&](int64_t index) { return index >= 0 && index < count; };
  for (auto [i, entry] : llvm::enumerate(nodes)) {
    if (!isNode(entry.yes) || !isNode(entry.no))
      return node.emitError() << "expected node " << i << " to lead to one of " << count
                              << " nodes and leaves, got " << entry.yes << " and " << entry.no;
    if (entry.feature < 0 || (numFeatures >= 0 && entry.feature >= numFeatures))
      return node.emitError() << "expected node " << i << " to ask for one of " << numFeatures
                              << " features, got " << entry.feature;
  }
  if (roots.empty() || !llvm::all_of(roots, isNode))
    return node.emitError() << "expected roots that are some of " << count << " nodes";
  // All nodes that so many steps reach: paths without an end are longer than there are nodes.
  std::vector<int64_t> reached(roots.begin(), roots.end());
  for (int64_t depth = 0; depth <= count; ++depth) {
    std::vector<int64_t> next;
    std::vector<bool> isThere(count);
    for (int64_t index : reached)
      for (int64_t target : {nodes[index].yes, nodes[index].no})
        if (nodes[index].branch != Branch::Leaf && !isThere[target]) {
          isThere[target] = true;
          next.push_back(target);
        }
    if (next.empty())
      return depth;
    reached = std::move(next);
  }
  return node.emitError() << "expected trees, got nodes that lead in a circle";
}

namespace {
class ForestWalk {
public:
  ForestWalk(NodeImporter &node, const Forest &forest, Value x)
      : node(node), numbers(node), graph(numbers.getGraph()), forest(forest), x(x) {}

  /// The nodes that each sample reaches in each tree after so many steps.
  Value run(int64_t depth);
  /// What the leaves of all trees say of each target.
  Value combine(Value leaves, int64_t numTargets, Aggregate aggregate);

private:
  /// A number of each node, as `type`.
  template <typename Get> Value makeTable(Type type, Get get);
  Value lookup(Value table, Value positions) { return numbers.gather(table, 0, positions); }
  Value step(Value states);
  /// Whether the answer at the nodes of a kind is yes.
  Value compare(Branch branch, Value value, Value split, Value states);
  Value isMember(Value value, Value states);

  NodeImporter &node;
  DataNumbers numbers;
  GraphExpression &graph;
  const Forest &forest;
  Value x;
};
} // namespace

template <typename Get> Value ForestWalk::makeTable(Type type, Get get) {
  SmallVector<double> values;
  for (const TreeNode &entry : forest.nodes)
    values.push_back(static_cast<double>(get(entry)));
  return graph.tensor(graph.number(0, type), {static_cast<int64_t>(values.size())}, values);
}

/// Sets stand in rows of equal length: what is left of a row is NaN, which equals nothing.
Value ForestWalk::isMember(Value value, Value states) {
  size_t length = 1, numRows = 1;
  for (const TreeNode &entry : forest.nodes)
    length = std::max(length, entry.members.size());
  SmallVector<double> sets(length, std::nan(""));
  Value rows = makeTable(numbers.getType(), [&](const TreeNode &entry) -> double {
    if (entry.branch != Branch::Member)
      return 0;
    llvm::append_range(sets, entry.members);
    sets.resize((numRows + 1) * length, std::nan(""));
    return static_cast<double>(numRows++);
  });
  Value table =
      graph.tensor(x, {static_cast<int64_t>(numRows), static_cast<int64_t>(length)}, sets);
  Value set = lookup(table, lookup(rows, states));
  Dims dims = node.getDims(states);
  dims.push_back(node.getSize(1));
  FailureOr<Value> column = value ? node.createReshapeTo(value, dims) : FailureOr<Value>();
  if (failed(column))
    return {};
  graph::ReduceMaxOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr({2});
  Value hits = graph.cast(numbers.equal(*column, set), numbers.getType());
  return numbers.less(numbers.number(0), graph.make<graph::ReduceMaxOp>(hits, properties));
}

Value ForestWalk::compare(Branch branch, Value value, Value split, Value states) {
  switch (branch) {
  case Branch::LessOrEqual:
    return graph.make<graph::LessOrEqualOp>({value, split});
  case Branch::Less:
    return numbers.less(value, split);
  case Branch::GreaterOrEqual:
    return graph.make<graph::LessOrEqualOp>({split, value});
  case Branch::Greater:
    return numbers.less(split, value);
  case Branch::Equal:
    return numbers.equal(value, split);
  case Branch::NotEqual:
    return numbers.negate(numbers.equal(value, split));
  default:
    return isMember(value, states);
  }
}

Value ForestWalk::step(Value states) {
  Type i64 = numbers.getType();
  Value features = lookup(makeTable(i64, [](auto &entry) { return entry.feature; }), states);
  graph::GatherElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  Value value = graph.make<graph::GatherElementsOp>({x, features}, properties);
  Type type = cast<RankedTensorType>(x.getType()).getElementType();
  Value split = lookup(makeTable(type, [](auto &entry) { return entry.split; }), states);
  // Nodes of each kind are asked, where there are several, and the node's own answer is taken.
  Value kinds = lookup(makeTable(i64, [](auto &entry) { return entry.branch; }), states), answer;
  for (int kind = 0; kind < static_cast<int>(Branch::Leaf); ++kind) {
    auto branch = static_cast<Branch>(kind);
    if (llvm::none_of(forest.nodes, [&](auto &entry) { return entry.branch == branch; }))
      continue;
    Value own = compare(branch, value, split, states);
    answer = answer ? numbers.select(numbers.equal(kinds, numbers.number(kind)), own, answer) : own;
  }
  if (llvm::any_of(forest.nodes, [](auto &entry) { return entry.missingIsYes; })) {
    Value takes = lookup(makeTable(i64, [](auto &entry) { return entry.missingIsYes; }), states);
    Value isMissing =
        numbers.both(graph.make<graph::IsNaNOp>(value), numbers.equal(takes, numbers.number(1)));
    answer = graph.make<graph::OrOp>({answer, isMissing});
  }
  return numbers.select(answer,
                        lookup(makeTable(i64, [](auto &entry) { return entry.yes; }), states),
                        lookup(makeTable(i64, [](auto &entry) { return entry.no; }), states));
}

Value ForestWalk::run(int64_t depth) {
  int64_t numTrees = forest.roots.size();
  FailureOr<Value> roots = node.createIntegers(forest.roots, {1, numTrees});
  FailureOr<Value> steps = node.createCounting(depth);
  if (failed(roots) || failed(steps) || !x)
    return {};
  FailureOr<Value> states =
      node.createBroadcastTo(*roots, {node.getDims(x)[0], node.getSize(numTrees)});
  if (failed(states) || depth == 0)
    return failed(states) ? Value() : *states;
  FailureOr<SmallVector<Value>> reached =
      buildScan(node, *states, *steps, [&](Block::BlockArgListType arguments) {
        return SmallVector<Value>{step(arguments.front())};
      });
  return failed(reached) ? Value() : reached->front();
}

Value ForestWalk::combine(Value leaves, int64_t numTargets, Aggregate aggregate) {
  // What a leaf says nothing of changes nothing.
  auto element = cast<FloatType>(cast<RankedTensorType>(x.getType()).getElementType());
  double largest = llvm::APFloat::getLargest(element.getFloatSemantics()).convertToDouble();
  double nothing = aggregate == Aggregate::Minimum   ? largest
                   : aggregate == Aggregate::Maximum ? -largest
                                                     : 0;
  int64_t count = forest.nodes.size();
  SmallVector<double> table(count * numTargets, nothing);
  for (const LeafWeight &entry : forest.weights) {
    double &sum = table[entry.node * numTargets + entry.target];
    sum = sum == nothing ? entry.weight : sum + entry.weight;
  }
  Value said = lookup(graph.tensor(x, {count, numTargets}, table), leaves);
  auto reduce = [&](auto op) {
    using Op = decltype(op);
    typename Op::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr({1});
    return graph.make<Op>(said, properties);
  };
  if (aggregate == Aggregate::Minimum || aggregate == Aggregate::Maximum) {
    Value result = aggregate == Aggregate::Minimum ? reduce(graph::ReduceMinOp())
                                                   : reduce(graph::ReduceMaxOp());
    // As in onnxruntime, a target of which no leaf says anything is 0.
    Value isSilent = numbers.equal(result, graph.scalar(x, nothing));
    return numbers.select(isSilent, graph.scalar(x, 0), result);
  }
  Value sum = reduce(graph::ReduceSumOp());
  auto numTrees = static_cast<double>(forest.roots.size());
  return aggregate == Aggregate::Sum || !sum ? sum : graph.div(sum, graph.scalar(sum, numTrees));
}

Value dl::onnx_import::evaluateForest(NodeImporter &node, const Forest &forest, Value x,
                                      int64_t numTargets, Aggregate aggregate) {
  auto type = x ? cast<RankedTensorType>(x.getType()) : RankedTensorType();
  if (!type || type.getRank() != 2) {
    node.emitError() << "expected rows of features, got " << node.getInputType(0);
    return {};
  }
  constexpr int64_t most = 1 << 24;
  int64_t count = forest.nodes.size();
  if (numTargets < 1 || count > most / numTargets) {
    node.emitError() << "expected nodes and targets of which the product is at most " << most
                     << ", got " << count << " and " << numTargets;
    return {};
  }
  for (const LeafWeight &entry : forest.weights)
    if (entry.node < 0 || entry.node >= count || entry.target < 0 || entry.target >= numTargets) {
      node.emitError() << "expected weights of " << count << " nodes and leaves for " << numTargets
                       << " targets, got one of " << entry.node << " for " << entry.target;
      return {};
    }
  int64_t features = type.isDynamicDim(1) ? -1 : type.getDimSize(1);
  FailureOr<int64_t> depth = forest.getDepth(node, features);
  if (failed(depth))
    return {};
  ForestWalk walk(node, forest, x);
  Value leaves = walk.run(*depth);
  return leaves ? walk.combine(leaves, numTargets, aggregate) : Value();
}
