//===-- Trees.cpp - tree ensembles of ai.onnx.ml ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TreeEnsemble, and TreeEnsembleRegressor and TreeEnsembleClassifier, which it replaced: forests
// and boosted trees as converters of scikit-learn, XGBoost and LightGBM write them.
//
//===----------------------------------------------------------------------===//
#include "Domains.h"
#include "Forest.h"
#include "Learning.h"

#include "../ElementTypes.h"
#include "../GraphExpression.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <map>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The numbers of an attribute that is a list of floats or, in later versions, a tensor.
static FailureOr<SmallVector<double>> takeNumbers(NodeImporter &node, StringRef name,
                                                  StringRef tensorName) {
  SmallVector<double> numbers;
  if (!node.hasAttribute(tensorName)) {
    for (float number : name.empty() ? SmallVector<float>() : node.getFloats(name))
      numbers.push_back(number);
    return numbers;
  }
  FailureOr<ElementsAttr> tensor = node.takeTensor(tensorName);
  if (failed(tensor))
    return failure();
  FailureOr<Value> constant = node.createConstant(*tensor);
  auto data = failed(constant) ? FailureOr<graph::ConstantData>(failure())
                               : graph::ConstantData::get(*constant);
  if (failed(data))
    return node.emitError() << "expected " << quoted(tensorName) << " to be a tensor of numbers";
  for (int64_t i = 0; i < data->getType().getNumElements(); ++i)
    numbers.push_back(data->getNumber(i));
  return numbers;
}

static LogicalResult checkCount(NodeImporter &node, StringRef name, size_t got, size_t wanted) {
  if (got == wanted)
    return success();
  return node.emitError() << "expected " << wanted << " numbers in " << quoted(name) << ", got "
                          << got;
}

/// A list with an entry for each node, or none at all.
static FailureOr<SmallVector<int64_t>> getIntegers(NodeImporter &node, StringRef name, size_t count,
                                                   bool isOptional = false) {
  SmallVector<int64_t> list = node.getInts(name);
  if (list.empty() && isOptional)
    list.resize(count, 0);
  if (failed(checkCount(node, name, list.size(), count)))
    return failure();
  return list;
}

//===----------------------------------------------------------------------===//
// TreeEnsemble
//===----------------------------------------------------------------------===//

/// The sets of nodes that ask for members stand one behind the other, each with a NaN behind it.
static LogicalResult takeMembers(NodeImporter &node, Forest &forest) {
  FailureOr<SmallVector<double>> values = takeNumbers(node, "", "membership_values");
  if (failed(values))
    return failure();
  ArrayRef<double> rest = *values;
  for (TreeNode &entry : forest.nodes) {
    if (entry.branch != Branch::Member)
      continue;
    size_t length = 0;
    while (length < rest.size() && !std::isnan(rest[length]))
      ++length;
    if (length == rest.size())
      return node.emitError() << "expected a set in 'membership_values', with a NaN behind it, for "
                                 "each node that asks for members";
    entry.members.assign(rest.begin(), rest.begin() + length);
    rest = rest.drop_front(length + 1);
  }
  return success();
}

/// Nodes in their order, and leaves behind them.
static FailureOr<Forest> readEnsemble(NodeImporter &node) {
  Forest forest;
  SmallVector<int64_t> features = node.getInts("nodes_featureids"),
                       targets = node.getInts("leaf_targetids");
  size_t count = features.size();
  auto splits = takeNumbers(node, "", "nodes_splits"), modes = takeNumbers(node, "", "nodes_modes"),
       weights = takeNumbers(node, "", "leaf_weights");
  auto yes = getIntegers(node, "nodes_truenodeids", count),
       no = getIntegers(node, "nodes_falsenodeids", count),
       yesLeaves = getIntegers(node, "nodes_trueleafs", count),
       noLeaves = getIntegers(node, "nodes_falseleafs", count),
       missing = getIntegers(node, "nodes_missing_value_tracks_true", count, /*isOptional=*/true);
  if (failed(splits) || failed(modes) || failed(weights) || failed(yes) || failed(no) ||
      failed(yesLeaves) || failed(noLeaves) || failed(missing) ||
      failed(checkCount(node, "nodes_splits", splits->size(), count)) ||
      failed(checkCount(node, "nodes_modes", modes->size(), count)) ||
      failed(checkCount(node, "leaf_weights", weights->size(), targets.size())))
    return failure();
  for (size_t i = 0; i < count; ++i) {
    double mode = (*modes)[i];
    if (!(mode >= 0 && mode < static_cast<double>(Branch::Leaf)))
      return node.emitError() << "expected 'nodes_modes' from 0 to 6, got " << mode;
    auto place = [&](int64_t id, bool isLeaf) {
      return id < 0 || !isLeaf ? id : id + static_cast<int64_t>(count);
    };
    forest.nodes.push_back({static_cast<Branch>(mode), features[i], (*splits)[i],
                            place((*yes)[i], (*yesLeaves)[i]), place((*no)[i], (*noLeaves)[i]),
                            (*missing)[i] != 0});
  }
  for (auto [target, weight] : llvm::zip(targets, *weights)) {
    auto leaf = static_cast<int64_t>(forest.nodes.size());
    forest.nodes.push_back({Branch::Leaf, 0, 0, leaf, leaf});
    forest.weights.push_back({leaf, target, weight});
  }
  forest.roots = node.getInts("tree_roots");
  if (failed(takeMembers(node, forest)))
    return failure();
  return forest;
}

static LogicalResult importTreeEnsemble(NodeImporter &node) {
  FailureOr<Forest> forest = readEnsemble(node);
  if (failed(forest))
    return failure();
  int64_t aggregate = node.getInt("aggregate_function", 1);
  static constexpr StringLiteral transforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"};
  int64_t transform = node.getInt("post_transform", 0);
  if (aggregate < 0 || aggregate > 3 || transform < 0 || transform > 3)
    return node.emitError()
           << "expected 'aggregate_function' and 'post_transform' from 0 to 3, got " << aggregate
           << " and " << transform;
  Value scores = evaluateForest(node, *forest, node.getInput(0), node.getInt("n_targets", 1),
                                static_cast<Aggregate>(aggregate));
  return scores ? node.setResult(transformScores(node, scores, transforms[transform])) : failure();
}

//===----------------------------------------------------------------------===//
// TreeEnsembleRegressor and TreeEnsembleClassifier
//===----------------------------------------------------------------------===//

static std::optional<Branch> parseBranch(StringRef mode) {
  return llvm::StringSwitch<std::optional<Branch>>(mode)
      .Case("BRANCH_LEQ", Branch::LessOrEqual)
      .Case("BRANCH_LT", Branch::Less)
      .Case("BRANCH_GTE", Branch::GreaterOrEqual)
      .Case("BRANCH_GT", Branch::Greater)
      .Case("BRANCH_EQ", Branch::Equal)
      .Case("BRANCH_NEQ", Branch::NotEqual)
      .Case("LEAF", Branch::Leaf)
      .Default(std::nullopt);
}

namespace {
/// Reads trees whose nodes have numbers of their own in each tree. Weights are those of
/// `target_*` or `class_*`.
class NumberedTrees {
public:
  NumberedTrees(NodeImporter &node, StringRef prefix) : node(node), prefix(prefix) {}

  FailureOr<Forest> read();

private:
  LogicalResult readNodes();
  LogicalResult readWeights();
  /// The place of a node of a tree; an error where there is none.
  FailureOr<int64_t> find(int64_t tree, int64_t number);

  NodeImporter &node;
  StringRef prefix;
  Forest forest;
  std::map<std::pair<int64_t, int64_t>, int64_t> places;
};
} // namespace

FailureOr<int64_t> NumberedTrees::find(int64_t tree, int64_t number) {
  auto found = places.find({tree, number});
  if (found == places.end())
    return node.emitError() << "expected a node " << number << " in tree " << tree
                            << ", there is none";
  return found->second;
}

LogicalResult NumberedTrees::readNodes() {
  SmallVector<int64_t> trees = node.getInts("nodes_treeids");
  SmallVector<StringRef> modes = node.getStrings("nodes_modes");
  size_t count = trees.size();
  auto numbers = getIntegers(node, "nodes_nodeids", count),
       features = getIntegers(node, "nodes_featureids", count),
       yes = getIntegers(node, "nodes_truenodeids", count),
       no = getIntegers(node, "nodes_falsenodeids", count),
       missing = getIntegers(node, "nodes_missing_value_tracks_true", count, /*isOptional=*/true);
  auto splits = takeNumbers(node, "nodes_values", "nodes_values_as_tensor");
  if (failed(numbers) || failed(features) || failed(yes) || failed(no) || failed(missing) ||
      failed(splits) || failed(checkCount(node, "nodes_values", splits->size(), count)) ||
      failed(checkCount(node, "nodes_modes", modes.size(), count)))
    return failure();
  for (size_t i = 0; i < count; ++i)
    if (!places.try_emplace({trees[i], (*numbers)[i]}, i).second)
      return node.emitError() << "expected nodes that are there once, got another node "
                              << (*numbers)[i] << " of tree " << trees[i];
  std::vector<bool> isChild(count);
  for (size_t i = 0; i < count; ++i) {
    std::optional<Branch> branch = parseBranch(modes[i]);
    if (!branch)
      return node.emitError() << "expected 'nodes_modes' to be LEAF or BRANCH_ with LEQ, LT, GTE, "
                                 "GT, EQ or NEQ, got "
                              << quoted(modes[i]);
    auto place = static_cast<int64_t>(i);
    if (*branch == Branch::Leaf) {
      forest.nodes.push_back({*branch, 0, 0, place, place});
      continue;
    }
    FailureOr<int64_t> onYes = find(trees[i], (*yes)[i]), onNo = find(trees[i], (*no)[i]);
    if (failed(onYes) || failed(onNo))
      return failure();
    isChild[*onYes] = isChild[*onNo] = true;
    forest.nodes.push_back(
        {*branch, (*features)[i], (*splits)[i], *onYes, *onNo, (*missing)[i] != 0});
  }
  for (size_t i = 0; i < count; ++i)
    if (!isChild[i])
      forest.roots.push_back(static_cast<int64_t>(i));
  return success();
}

LogicalResult NumberedTrees::readWeights() {
  auto getName = [&](StringRef name) { return (prefix + name).str(); };
  SmallVector<int64_t> trees = node.getInts(getName("_treeids"));
  auto numbers = getIntegers(node, getName("_nodeids"), trees.size()),
       targets = getIntegers(node, getName("_ids"), trees.size());
  auto weights = takeNumbers(node, getName("_weights"), getName("_weights_as_tensor"));
  if (failed(numbers) || failed(targets) || failed(weights) ||
      failed(checkCount(node, getName("_weights"), weights->size(), trees.size())))
    return failure();
  for (size_t i = 0; i < trees.size(); ++i) {
    FailureOr<int64_t> place = find(trees[i], (*numbers)[i]);
    if (failed(place))
      return failure();
    forest.weights.push_back({*place, (*targets)[i], (*weights)[i]});
  }
  return success();
}

FailureOr<Forest> NumberedTrees::read() {
  if (failed(readNodes()) || failed(readWeights()))
    return failure();
  return std::move(forest);
}

/// Numbers that each target begins with, or null.
static FailureOr<Value> takeBase(NodeImporter &node, Value like, int64_t numTargets) {
  FailureOr<SmallVector<double>> base = takeNumbers(node, "base_values", "base_values_as_tensor");
  if (failed(base))
    return failure();
  if (base->empty())
    return Value();
  if (failed(checkCount(node, "base_values", base->size(), numTargets)))
    return failure();
  return GraphExpression(node).tensor(like, {numTargets}, *base);
}

static LogicalResult importRegressor(NodeImporter &node) {
  GraphExpression graph(node);
  FailureOr<Forest> forest = NumberedTrees(node, "target").read();
  if (failed(forest))
    return failure();
  StringRef given = node.getString("aggregate_function", "SUM");
  auto aggregate = llvm::StringSwitch<std::optional<Aggregate>>(given)
                       .Case("SUM", Aggregate::Sum)
                       .Case("AVERAGE", Aggregate::Average)
                       .Case("MIN", Aggregate::Minimum)
                       .Case("MAX", Aggregate::Maximum)
                       .Default(std::nullopt);
  if (!aggregate)
    return node.emitError() << "expected 'aggregate_function' to be SUM, AVERAGE, MIN or MAX, got "
                            << quoted(given);
  int64_t numTargets = node.getInt("n_targets", 1);
  Value scores = evaluateForest(node, *forest, getFeatures(node), numTargets, *aggregate);
  FailureOr<Value> base = scores ? takeBase(node, scores, numTargets) : FailureOr<Value>();
  if (failed(base))
    return failure();
  if (*base)
    scores = graph.add(scores, *base);
  return node.setResult(transformScores(node, scores, node.getString("post_transform", "NONE")));
}

/// Of weights of the first class alone, the second has the score, and the first what is left of 1
/// or, where weights are no parts of a probability, its negative. (Not said by ONNX; what
/// onnxruntime does, and converters rely on.)
static Value scoreBoth(NodeImporter &node, Value score, bool isProbability) {
  GraphExpression graph(node);
  Value other =
      isProbability ? graph.sub(graph.scalar(score, 1), score) : graph.make<graph::NegOp>(score);
  if (node.getString("post_transform", "NONE") == "LOGISTIC") {
    other = graph.make<graph::SigmoidOp>(graph.make<graph::NegOp>(score));
    score = graph.make<graph::SigmoidOp>(score);
  }
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  return graph.make<graph::ConcatOp>({other, score}, properties);
}

/// Two labels with weights of one class: its score decides.
static LogicalResult finishBinary(NodeImporter &node, const Forest &forest, Value score,
                                  ArrayRef<int64_t> labels, bool isFirst) {
  GraphExpression graph(node);
  bool isProbability =
      llvm::all_of(forest.weights, [](const LeafWeight &entry) { return entry.weight >= 0; });
  Value isSecond = graph.make<graph::LessOp>({graph.scalar(score, isProbability ? 0.5 : 0), score});
  if (failed(setLabels(node, labels, graph.cast(isSecond, node.getBuilder().getI64Type()))))
    return failure();
  if (isFirst)
    return graph.finish(scoreBoth(node, score, isProbability), 1);
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  Value none = graph.mul(score, graph.scalar(score, 0));
  FailureOr<Value> scores =
      transformScores(node, graph.make<graph::ConcatOp>({none, score}, properties),
                      node.getString("post_transform", "NONE"));
  return failed(scores) ? failure() : graph.finish(*scores, 1);
}

static LogicalResult importClassifier(NodeImporter &node) {
  GraphExpression graph(node);
  FailureOr<Forest> forest = NumberedTrees(node, "class").read();
  if (failed(forest))
    return failure();
  SmallVector<int64_t> labels = node.getInts("classlabels_int64s");
  int64_t numScores =
      labels.empty() ? node.getStrings("classlabels_strings").size() : labels.size();
  int64_t first = forest->weights.empty() ? 0 : forest->weights.front().target;
  bool isBinary = numScores == 2 && (first == 0 || first == 1) &&
                  llvm::all_of(forest->weights, [&](auto &entry) { return entry.target == first; });
  if (isBinary) {
    numScores = 1;
    for (LeafWeight &entry : forest->weights)
      entry.target = 0;
  }
  Value scores = evaluateForest(node, *forest, getFeatures(node), numScores, Aggregate::Sum);
  FailureOr<Value> base = scores ? takeBase(node, scores, numScores) : FailureOr<Value>();
  if (failed(base))
    return failure();
  if (*base)
    scores = graph.add(scores, *base);
  if (isBinary)
    return scores ? finishBinary(node, *forest, scores, labels, first == 0) : failure();
  graph::ArgMaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  if (failed(setLabels(node, labels, graph.make<graph::ArgMaxOp>(scores, properties))))
    return failure();
  FailureOr<Value> result = transformScores(node, scores, node.getString("post_transform", "NONE"));
  return failed(result) ? failure() : graph.finish(*result, 1);
}

void dl::onnx_import::addTreeOperators(OperatorTable &table) {
  table.add("ai.onnx.ml.TreeEnsemble", {5}, importTreeEnsemble)
      .elements(OperatorInfo::Floats)
      .attributes("aggregate_function:int leaf_targetids:ints! leaf_weights:tensor! "
                  "membership_values:tensor n_targets:int nodes_falseleafs:ints! "
                  "nodes_falsenodeids:ints! nodes_featureids:ints! nodes_hitrates:tensor "
                  "nodes_missing_value_tracks_true:ints nodes_modes:tensor! nodes_splits:tensor! "
                  "nodes_trueleafs:ints! nodes_truenodeids:ints! post_transform:int "
                  "tree_roots:ints!");
  table.add("ai.onnx.ml.TreeEnsembleRegressor", {1, 3, 5}, importRegressor)
      .attributes("aggregate_function:string base_values:floats base_values_as_tensor:tensor "
                  "n_targets:int nodes_falsenodeids:ints nodes_featureids:ints "
                  "nodes_hitrates:floats nodes_hitrates_as_tensor:tensor "
                  "nodes_missing_value_tracks_true:ints nodes_modes:strings nodes_nodeids:ints "
                  "nodes_treeids:ints nodes_truenodeids:ints nodes_values:floats "
                  "nodes_values_as_tensor:tensor post_transform:string target_ids:ints "
                  "target_nodeids:ints target_treeids:ints target_weights:floats "
                  "target_weights_as_tensor:tensor");
  table.add("ai.onnx.ml.TreeEnsembleClassifier", {1, 3, 5}, importClassifier)
      .outputs(2)
      .attributes("base_values:floats base_values_as_tensor:tensor class_ids:ints "
                  "class_nodeids:ints class_treeids:ints class_weights:floats "
                  "class_weights_as_tensor:tensor classlabels_int64s:ints "
                  "classlabels_strings:strings nodes_falsenodeids:ints nodes_featureids:ints "
                  "nodes_hitrates:floats nodes_hitrates_as_tensor:tensor "
                  "nodes_missing_value_tracks_true:ints nodes_modes:strings nodes_nodeids:ints "
                  "nodes_treeids:ints nodes_truenodeids:ints nodes_values:floats "
                  "nodes_values_as_tensor:tensor post_transform:string");
}
