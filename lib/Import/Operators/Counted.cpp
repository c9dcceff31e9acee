//===-- Counted.cpp - elements that data choose -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compress and NonZero. Of constants the result is one; else only a run knows how many
// elements it has (Counts.cpp).
//
//===----------------------------------------------------------------------===//
#include "Compaction.h"

#include "../Operators.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

//===----------------------------------------------------------------------===//
// Compress
//===----------------------------------------------------------------------===//

/// The indices of a condition that is a constant.
static FailureOr<Value> chooseByConstant(NodeImporter &node, int64_t extent) {
  FailureOr<SmallVector<int64_t>> condition = node.getConstantInts(1, "the condition");
  if (failed(condition))
    return failure();
  SmallVector<int64_t> chosen;
  for (auto [i, holds] : llvm::enumerate(*condition))
    if (holds)
      chosen.push_back(i);
  if (!chosen.empty() && !ShapedType::isDynamic(extent) && chosen.back() >= extent)
    return node.emitError() << "expected a condition for the " << extent
                            << " elements of the axis, got one that holds at " << chosen.back();
  return node.createIntegers(chosen);
}

/// A condition that only a run knows, and that holds inside of the axis.
static LogicalResult checkCondition(NodeImporter &node, AffineExpr extent) {
  RankedTensorType type = node.getInputType(1);
  AffineExpr size = type.getRank() == 1 ? node.getDims(node.getInput(1))[0] : AffineExpr();
  if (!size || !type.getElementType().isInteger(1) || isNeverNegative(size - extent - 1))
    return node.emitError() << "expected a condition of a bool for each of "
                            << node.getSizeTracker().toString(extent)
                            << " elements of the axis at most, got " << type;
  return success();
}

/// The slices of an axis, or elements of all, for which the condition holds.
static LogicalResult importCompress(NodeImporter &node) {
  Value x = node.getInput(0);
  int64_t axis = 0;
  if (node.hasAttribute("axis")) {
    FailureOr<int64_t> given = node.normalizeAxis(node.getInt("axis", 0), node.getInputRank(0));
    if (failed(given))
      return failure();
    axis = *given;
  } else {
    FailureOr<Value> flat = node.createReshapeTo(x, {countElements(node, node.getDims(x))});
    if (failed(flat))
      return failure();
    x = *flat;
  }
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  if (node.getInput(1).getDefiningOp<graph::ConstantOp>()) {
    FailureOr<Value> indices =
        chooseByConstant(node, cast<RankedTensorType>(x.getType()).getDimSize(axis));
    return failed(indices)
               ? failure()
               : node.setResult(node.create<graph::GatherOp>({x, *indices}, properties));
  }
  if (failed(checkCondition(node, node.getDims(x)[axis])))
    return failure();
  Value condition = node.getInput(1), count = countFlags(node, condition);
  Value result =
      GraphExpression(node).make<graph::GatherOp>({x, findPlaces(node, condition)}, properties);
  if (!count || !result)
    return failure();
  node.getSizeTracker().setCounts(result, CountedDim{axis, count});
  return node.setResult(result);
}

//===----------------------------------------------------------------------===//
// NonZero
//===----------------------------------------------------------------------===//

static LogicalResult findInConstant(NodeImporter &node, graph::ConstantOp constant) {
  RankedTensorType type = node.getInputType(0);
  // Flags are numbers, too.
  constexpr int64_t most = 1 << 20;
  if (type.getNumElements() > most)
    return node.emitError() << "expected a constant of at most " << most << " elements, got "
                            << type;
  auto data = graph::ConstantData::get(graph::getStorageAttr(constant.getValue()));
  if (failed(data))
    return node.emitError() << "expected elements of at least a byte, got " << type;
  SmallVector<int64_t> places;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
    if (data->getNumber(i) != 0)
      places.push_back(i);
  int64_t rank = type.getRank(), count = places.size();
  SmallVector<int64_t> indices(rank * count);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = places[i];
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      indices[dim * count + i] = rest % type.getDimSize(dim);
      rest /= type.getDimSize(dim);
    }
  }
  return node.setResult(node.createIntegers(indices, {rank, count}));
}

/// The indices of all elements that are not 0: a row for each dim.
static LogicalResult importNonZero(NodeImporter &node) {
  Value x = node.getInput(0);
  if (node.getInputRank(0) == 0)
    return node.emitError() << "expected at least one dim, got " << x.getType();
  if (auto constant = x.getDefiningOp<graph::ConstantOp>())
    return findInConstant(node, constant);
  GraphExpression graph(node);
  Type i64 = node.getBuilder().getI64Type(), i1 = node.getBuilder().getI1Type();
  Dims dims = node.getDims(x);
  if (node.getInputType(0).getElementType() != i1)
    x = graph.make<graph::NotOp>(graph.make<graph::EqualOp>({x, graph.scalar(x, 0)}));
  FailureOr<Value> flags = failure();
  if (x)
    flags = node.createReshapeTo(x, {countElements(node, dims)});
  Value count = succeeded(flags) ? countFlags(node, *flags) : Value();
  Value places = count ? findPlaces(node, *flags) : Value();
  if (!places)
    return failure();
  // From the last dim on: what is left of a position is that in the dims before.
  SmallVector<Value> rows(dims.size());
  Value rest = places;
  for (int64_t dim = dims.size() - 1; dim >= 0; --dim) {
    FailureOr<Value> extent = node.createSize(dims[dim], i64);
    if (failed(extent))
      return failure();
    Value index = dim ? graph.make<graph::ModOp>({rest, *extent}) : rest;
    rest = dim ? graph.div(rest, *extent) : rest;
    FailureOr<Value> row = failure();
    if (index)
      row = node.createReshapeTo(index, {node.getSize(1), node.getDims(index)[0]});
    if (failed(row))
      return failure();
    rows[dim] = *row;
  }
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  Value result = rows.size() == 1 ? rows.front() : graph.make<graph::ConcatOp>(rows, properties);
  if (result)
    node.getSizeTracker().setCounts(result, CountedDim{1, count});
  return graph.finish(result);
}

void dl::onnx_import::addCountedOperators(OperatorTable &table) {
  table.add("Compress", {9, 11, 28}, importCompress)
      .allowBool()
      .inputs(2, 2)
      .attributes("axis:int");
  table.add("NonZero", {9, 13}, importNonZero).allowBool();
}
