//===-- Reduction.cpp - ONNX reductions -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions, positions of extremes, running sums and products, TopK.
//
//===----------------------------------------------------------------------===//
#include "DataNumbers.h"

#include "../GraphExpression.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// The axes of a reduction: `known` ones, in order, or those that only a run knows.
struct ReducedAxes {
  SmallVector<int64_t> known;
  std::optional<DataAxes> data = std::nullopt;
};
} // namespace

/// Axes are known, and all where none are given, unless that is to mean no reduction; or they are
/// read by the run.
static FailureOr<ReducedAxes> getAxes(NodeImporter &node) {
  int64_t rank = node.getInputRank(0);
  if (node.isData(1)) {
    ReducedAxes axes{{}, DataAxes(node)};
    if (failed(node.checkCounts()) || failed(axes.data->read(1, rank)))
      return failure();
    return axes;
  }
  SmallVector<int64_t> axes = node.getInts("axes");
  if (node.getInput(1)) {
    FailureOr<SmallVector<int64_t>> values = node.getConstantInts(1, "the axes");
    if (failed(values))
      return failure();
    axes = *values;
  }
  if (axes.empty() && !node.getInt("noop_with_empty_axes", 0))
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<SmallVector<int64_t>> known = node.normalizeAxes(axes, rank);
  if (failed(known))
    return failure();
  return ReducedAxes{*known};
}

template <typename OpTy>
static FailureOr<Value> createReduction(NodeImporter &node, Value x, ReducedAxes &axes,
                                        bool keepDims) {
  if (axes.data) { // `finish` drops dims
    Value reduced = axes.data->reduce<OpTy>(x);
    return reduced ? FailureOr<Value>(reduced) : FailureOr<Value>(failure());
  }
  if (axes.known.empty())
    return x;
  typename OpTy::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr(axes.known);
  if (keepDims)
    properties.keepdims = node.getBuilder().getUnitAttr();
  return node.create<OpTy>(x, properties);
}

static FailureOr<Value> createSum(NodeImporter &node, Value x, ReducedAxes &axes, bool keepDims) {
  return createReduction<graph::ReduceSumOp>(node, x, axes, keepDims);
}

/// Sets what the node reduces its input to.
static LogicalResult finish(NodeImporter &node, FailureOr<Value> reduced, ReducedAxes &axes) {
  if (failed(reduced) || !axes.data)
    return node.setResult(reduced);
  return axes.data->finish(*reduced, node.getDims(node.getInput(0)), node.getInt("keepdims", 1));
}

/// Floats as they come; integers by their sum, rounded towards zero.
static FailureOr<Value> createMean(NodeImporter &node, Value x, ReducedAxes &axes, bool keepDims) {
  auto type = cast<RankedTensorType>(x.getType());
  bool isFloat = isa<FloatType>(type.getElementType());
  if (isFloat && !axes.data)
    return createReduction<graph::ReduceMeanOp>(node, x, axes, keepDims);
  auto axesOrAll = axes.data ? llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())) : axes.known;
  int64_t count = 1;
  for (int64_t axis : axesOrAll)
    count *= type.getDimSize(axis);
  bool isOpen = llvm::any_of(axesOrAll, [&](int64_t axis) { return type.isDynamicDim(axis); });
  if (!isFloat && ((isOpen && !axes.data) || count == 0))
    return node.emitError() << "requires static, positive extents for a mean of integers, got "
                            << type;
  FailureOr<Value> sum = createSum(node, x, axes, keepDims);
  FailureOr<Value> divisor = failure();
  if (axes.data) {
    if (Value number = axes.data->countReduced(node.getDims(x), type.getElementType()))
      divisor = number;
  } else {
    divisor = node.createNumber(count, type.getElementType());
  }
  if (failed(sum) || failed(divisor))
    return failure();
  return node.create<graph::DivOp>({*sum, *divisor});
}

/// What is done to the elements before and to the sum behind.
enum class Form { Sum, L1, L2, LogSum, SumSquare };

template <Form form> static LogicalResult importSum(NodeImporter &node) {
  FailureOr<ReducedAxes> axes = getAxes(node);
  if (failed(axes))
    return failure();
  // Reducing over nothing changes nothing, whatever the form is.
  if (!axes->data && axes->known.empty() && node.getInputRank(0) > 0 && form == Form::Sum)
    return node.setResult(node.getInput(0));
  FailureOr<Value> value = node.getInput(0);
  if (form == Form::L1)
    value = node.create<graph::AbsOp>({*value});
  else if (form == Form::L2 || form == Form::SumSquare)
    value = node.create<graph::MulOp>({*value, *value});
  if (succeeded(value))
    value = createSum(node, *value, *axes, node.getInt("keepdims", 1));
  if (failed(value))
    return failure();
  Type type = cast<RankedTensorType>(value->getType()).getElementType();
  if (form != Form::L2 && form != Form::LogSum)
    return finish(node, value, *axes);
  // Roots and logarithms of integers go by way of floats.
  value = node.createCast(*value, isa<FloatType>(type) ? type : node.getBuilder().getF64Type());
  if (failed(value))
    return failure();
  value =
      form == Form::L2 ? node.create<graph::SqrtOp>({*value}) : node.create<graph::LogOp>({*value});
  if (failed(value))
    return failure();
  return finish(node, node.createCast(*value, type), *axes);
}

/// max + log(sum(exp(x - max))), so that nothing overflows; an infinite max is taken
/// as 0 in the difference.
static LogicalResult importLogSumExp(NodeImporter &node) {
  FailureOr<ReducedAxes> axes = getAxes(node);
  if (failed(axes))
    return failure();
  bool keepDims = node.getInt("keepdims", 1);
  Type type = node.getInputType(0).getElementType();
  Type floatType = isa<FloatType>(type) ? type : node.getBuilder().getF64Type();
  FailureOr<Value> x = node.createCast(node.getInput(0), floatType);
  if (failed(x))
    return failure();
  FailureOr<Value> largest =
      createReduction<graph::ReduceMaxOp>(node, *x, *axes, /*keepDims=*/true);
  FailureOr<Value> zero = node.createNumber(0, floatType);
  if (failed(largest) || failed(zero))
    return failure();
  graph::IsInfOp::Properties signs;
  signs.negative = signs.positive = node.getBuilder().getBoolAttr(true);
  FailureOr<Value> isInfinite = node.create<graph::IsInfOp>(*largest, signs);
  if (failed(isInfinite))
    return failure();
  FailureOr<Value> shift = node.create<graph::WhereOp>({*isInfinite, *zero, *largest});
  if (failed(shift))
    return failure();
  FailureOr<Value> value = node.create<graph::SubOp>({*x, *shift});
  if (succeeded(value))
    value = node.create<graph::ExpOp>({*value});
  if (succeeded(value))
    value = createSum(node, *value, *axes, /*keepDims=*/true);
  if (succeeded(value))
    value = node.create<graph::LogOp>({*value});
  if (succeeded(value))
    value = node.create<graph::AddOp>({*value, *shift});
  if (failed(value))
    return failure();
  if (!keepDims && !axes->data) {
    SmallVector<int64_t> shape;
    for (auto [i, dim] : llvm::enumerate(node.getInputType(0).getShape()))
      if (!llvm::is_contained(axes->known, static_cast<int64_t>(i)))
        shape.push_back(dim);
    value = node.createReshape(*value, shape);
    if (failed(value))
      return failure();
  }
  return finish(node, node.createCast(*value, type), *axes);
}

template <typename OpTy> static LogicalResult importReduction(NodeImporter &node) {
  FailureOr<ReducedAxes> axes = getAxes(node);
  if (failed(axes))
    return failure();
  return finish(node,
                createReduction<OpTy>(node, node.getInput(0), *axes, node.getInt("keepdims", 1)),
                *axes);
}

static LogicalResult importReduceMean(NodeImporter &node) {
  FailureOr<ReducedAxes> axes = getAxes(node);
  if (failed(axes))
    return failure();
  if (!axes->data && axes->known.empty())
    return node.setResult(node.getInput(0));
  return finish(node, createMean(node, node.getInput(0), *axes, node.getInt("keepdims", 1)), *axes);
}

template <typename OpTy> static LogicalResult importPosition(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), type.getRank());
  if (failed(axis))
    return failure();
  typename OpTy::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  if (node.getInt("select_last_index", 0))
    properties.last = node.getBuilder().getUnitAttr();
  FailureOr<Value> result = node.create<OpTy>(node.getInput(0), properties);
  if (failed(result) || node.getInt("keepdims", 1))
    return node.setResult(result);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + *axis);
  return node.setResult(node.createReshape(*result, shape));
}

/// Whether the elements of a step lie apart: it takes a line of the caches for each, and at
/// distances of powers of two no cache keeps them for the next step.
static bool isApart(RankedTensorType type, int64_t axis) {
  constexpr int64_t fewElements = 4, fewSteps = 16, line = 16;
  return type.hasStaticShape() && type.getDimSize(axis) >= fewSteps &&
         ShapedType::getNumElements(type.getShape().drop_front(axis + 1)) < line &&
         type.getNumElements() >= fewElements * type.getDimSize(axis);
}

/// Along an axis; where its steps are apart, in a tensor that has them one after the other.
template <typename OpTy>
static FailureOr<Value> createCumulative(NodeImporter &node, int64_t axis) {
  typename OpTy::Properties properties;
  Value x = node.getInput(0);
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, node.getInputRank(0)));
  auto places = order;
  GraphExpression graph(node);
  bool isTurned = axis > 0 && isApart(node.getInputType(0), axis);
  if (isTurned) {
    std::rotate(order.begin(), order.begin() + axis, order.begin() + axis + 1);
    std::rotate(places.begin(), places.begin() + 1, places.begin() + axis + 1);
    x = graph.transpose(x, order);
  }
  properties.axis = node.getBuilder().getI64IntegerAttr(isTurned ? 0 : axis);
  if (node.getInt("exclusive", 0))
    properties.exclusive = node.getBuilder().getUnitAttr();
  if (node.getInt("reverse", 0))
    properties.reverse = node.getBuilder().getUnitAttr();
  Value result = graph.make<OpTy>(x, properties);
  if (isTurned)
    result = graph.transpose(result, places);
  if (!result)
    return failure();
  return result;
}

/// Along each axis, of which the run takes one.
template <typename OpTy> static LogicalResult importOpenCumulative(NodeImporter &node) {
  DataAxes axes(node);
  if (failed(axes.read(1, node.getInputRank(0))))
    return failure();
  if (axes.getCount() != 1)
    return node.emitError() << "expected one axis, got " << node.getInputType(1);
  Value result = node.getInput(0);
  for (int64_t axis = 0; axis < node.getInputRank(0); ++axis) {
    FailureOr<Value> along = createCumulative<OpTy>(node, axis);
    if (failed(along))
      return failure();
    result = axes.select(axes.isChosen(axis), *along, result);
  }
  return axes.getGraph().finish(result);
}

template <typename OpTy> static LogicalResult importCumulative(NodeImporter &node) {
  if (node.isData(1))
    return importOpenCumulative<OpTy>(node);
  FailureOr<SmallVector<int64_t>> given = node.getConstantInts(1, "the axis");
  if (failed(given))
    return failure();
  if (given->size() != 1)
    return node.emitError() << "expected one axis, got " << given->size();
  FailureOr<int64_t> axis = node.normalizeAxis(given->front(), node.getInputRank(0));
  if (failed(axis))
    return failure();
  return node.setResult(createCumulative<OpTy>(node, *axis));
}

/// k is an attribute in opset 1, then a constant input.
static LogicalResult importTopK(NodeImporter &node) {
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), node.getInputRank(0));
  if (failed(axis))
    return failure();
  int64_t k = node.getInt("k", 0), extent = node.getInputType(0).getDimSize(*axis);
  Value count;
  if (node.isData(1) && !ShapedType::isDynamic(extent)) {
    // All in order, of which the run counts the first k.
    DataNumbers numbers(node);
    count = numbers.check(numbers.getScalar(1, "k"), k = extent);
    if (!count)
      return failure();
  } else if (node.getInput(1)) {
    FailureOr<SmallVector<int64_t>> values = node.getConstantInts(1, "k");
    if (failed(values))
      return failure();
    if (values->size() != 1)
      return node.emitError() << "expected one number k, got " << values->size();
    k = values->front();
  }
  graph::TopKOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  properties.k = node.getBuilder().getI64IntegerAttr(k);
  if (!node.getInt("largest", 1))
    properties.smallest = node.getBuilder().getUnitAttr();
  FailureOr<Value> values = node.create<graph::TopKOp>(node.getInput(0), properties);
  if (failed(values))
    return failure();
  SmallVector<Value> counts(node.getInputRank(0));
  counts[*axis] = count;
  Value indices = values->getDefiningOp<graph::TopKOp>().getIndices();
  return success(succeeded(setCounted(node, *values, counts)) &&
                 succeeded(setCounted(node, indices, counts, 1)));
}

/// A reduction whose axes are an attribute, and an input from version `inputSince` on.
static void addReduction(OperatorTable &table, StringRef name, ArrayRef<int64_t> versions,
                         Handler handler, int64_t inputSince = 18, bool allowBool = false) {
  using Info = OperatorInfo;
  Info::Elements elements = allowBool ? Info::NumbersAndBool : Info::Numbers;
  auto isNew = [&](int64_t version) { return version >= inputSince; };
  auto split = llvm::find_if(versions, isNew);
  table.add(name, ArrayRef(versions.begin(), split), handler)
      .elements(elements)
      .wide()
      .attributes("axes:ints keepdims:int");
  table.add(name, ArrayRef(split, versions.end()), handler)
      .inputs(1, 2)
      .elements(elements)
      .wide()
      .attributes("keepdims:int noop_with_empty_axes:int");
}

void dl::onnx_import::addReductionOperators(OperatorTable &table) {
  addReduction(table, "ReduceMean", {1, 11, 13, 18}, importReduceMean);
  addReduction(table, "ReduceSum", {1, 11, 13}, importSum<Form::Sum>, 13);
  addReduction(table, "ReduceL1", {1, 11, 13, 18}, importSum<Form::L1>);
  addReduction(table, "ReduceL2", {1, 11, 13, 18}, importSum<Form::L2>);
  addReduction(table, "ReduceSumSquare", {1, 11, 13, 18}, importSum<Form::SumSquare>);
  addReduction(table, "ReduceLogSum", {1, 11, 13, 18, 28}, importSum<Form::LogSum>);
  addReduction(table, "ReduceLogSumExp", {1, 11, 13, 18, 28}, importLogSumExp);
  addReduction(table, "ReduceProd", {1, 11, 13, 18}, importReduction<graph::ReduceProdOp>);
  addReduction(table, "ReduceMax", {1, 11, 12, 13, 18, 20}, importReduction<graph::ReduceMaxOp>, 18,
               /*allowBool=*/true);
  addReduction(table, "ReduceMin", {1, 11, 12, 13, 18, 20}, importReduction<graph::ReduceMinOp>, 18,
               /*allowBool=*/true);
  table.add("ArgMax", {1, 11}, importPosition<graph::ArgMaxOp>).attributes("axis:int keepdims:int");
  table.add("ArgMax", {12, 13}, importPosition<graph::ArgMaxOp>)
      .attributes("axis:int keepdims:int select_last_index:int");
  table.add("ArgMin", {1, 11}, importPosition<graph::ArgMinOp>).attributes("axis:int keepdims:int");
  table.add("ArgMin", {12, 13}, importPosition<graph::ArgMinOp>)
      .attributes("axis:int keepdims:int select_last_index:int");
  table.add("CumSum", {11, 14}, importCumulative<graph::CumSumOp>)
      .inputs(2, 2)
      .attributes("exclusive:int reverse:int");
  table.add("CumProd", {26}, importCumulative<graph::CumProdOp>)
      .inputs(2, 2)
      .attributes("exclusive:int reverse:int");
  // Results in order are results in any order.
  table.add("TopK", {1}, importTopK).outputs(2).attributes("axis:int k:int!");
  table.add("TopK", {10}, importTopK).inputs(2, 2).outputs(2).attributes("axis:int");
  table.add("TopK", {11, 24}, importTopK)
      .inputs(2, 2)
      .outputs(2)
      .attributes("axis:int largest:int sorted:int");
}
