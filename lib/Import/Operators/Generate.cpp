//===-- Generate.cpp - ONNX operators that make tensors ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors made from shapes, numbers and positions: Shape, Range, EyeLike, OneHot, Trilu
// and their like.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importShape(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  int64_t rank = type.getRank();
  auto bound = [&](int64_t place) {
    return std::clamp<int64_t>(place < 0 ? place + rank : place, 0, rank);
  };
  int64_t start = bound(std::max(node.getInt("start", 0), -rank));
  int64_t end = bound(std::max(node.getInt("end", rank), -rank));
  Dims dims = node.getDims(node.getInput(0));
  return node.setResult(
      node.createSizes(ArrayRef(dims).slice(start, std::max<int64_t>(end - start, 0))));
}

static LogicalResult importSize(NodeImporter &node) {
  AffineExpr size =
      SizeProduct::get(node.getDims(node.getInput(0))).toExpr(node.getBuilder().getContext());
  return node.setResult(node.createSize(size, node.getBuilder().getI64Type()));
}

static LogicalResult importConstantOfShape(NodeImporter &node) {
  FailureOr<SmallVector<AffineExpr>> dims = SmallVector<AffineExpr>();
  bool isData = node.isData(0);
  if (!isData)
    dims = node.getSizes(0, "the shape");
  if (failed(dims))
    return failure();
  SmallVector<int64_t> shape = getStaticShape(*dims);
  bool isOpen =
      isData || llvm::any_of(*dims, [](AffineExpr dim) { return !isa<AffineConstantExpr>(dim); });
  auto fill = [&](FailureOr<Value> number) {
    if (failed(number))
      return failure();
    return isData ? importDeclaredFill(node, *number)
                  : node.setResult(node.createBroadcastTo(*number, *dims));
  };
  if (!node.hasAttribute("value") && !isOpen)
    return node.setResult(node.createFilled(shape, node.getBuilder().getF32Type(), 0));
  if (!node.hasAttribute("value"))
    return fill(node.createNumber(0, node.getBuilder().getF32Type()));
  FailureOr<ElementsAttr> value = node.takeTensor("value");
  if (failed(value))
    return failure();
  auto dense = dyn_cast<DenseElementsAttr>(*value);
  if (!dense || dense.getNumElements() != 1)
    return node.emitError() << "expected a value of one element, got " << value->getType();
  if (isOpen)
    return fill(
        node.createConstant(dense.reshape(RankedTensorType::get({}, dense.getElementType()))));
  FailureOr<RankedTensorType> type =
      getCheckedType(shape, dense.getElementType(), [&] { return node.emitError(); });
  if (failed(type))
    return failure();
  if (!type->hasStaticShape())
    return node.emitError() << "expected dims that are not negative, got -2^63";
  return node.setResult(
      node.createConstant(DenseElementsAttr::get(*type, *dense.getValues<Attribute>().begin())));
}

/// A range of integers whose length is known only at run time: start + i * delta, i from 0 on.
static LogicalResult importOpenRange(NodeImporter &node, ArrayRef<SizeNumber> numbers) {
  const SizeNumber &start = numbers[0], &limit = numbers[1], &delta = numbers[2];
  auto step = dyn_cast<AffineConstantExpr>(delta.size);
  auto isLarge = [](const SizeNumber &number) {
    auto constant = dyn_cast<AffineConstantExpr>(number.size);
    constexpr int64_t most = int64_t(1) << 31;
    return number.divisor != 1 ||
           (constant && (constant.getValue() < -most || constant.getValue() > most));
  };
  if (!step || step.getValue() == 0 || isLarge(delta) || isLarge(start) || isLarge(limit))
    return node.emitError() << "requires a range of whole numbers below 2^31 and a constant delta "
                               "where a run decides how long it is";
  AffineExpr way = step.getValue() > 0 ? limit.size - start.size : start.size - limit.size;
  AffineExpr count = normalizeSize(way.ceilDiv(std::abs(step.getValue())));
  if (isNeverNegative(-1 * count))
    count = node.getSize(0);
  GraphExpression graph(node);
  Type type = node.getInputType(0).getElementType(), i64 = node.getBuilder().getI64Type();
  FailureOr<Value> counting = node.createCounting(count),
                   first = node.createOffset(start.size, i64);
  if (failed(counting) || failed(first))
    return failure();
  Value values = *counting;
  if (step.getValue() != 1)
    values = graph.mul(values, graph.scalar(values, step.getValue()));
  if (start.size != node.getSize(0))
    values = graph.add(values, *first);
  return graph.finish(graph.cast(values, type));
}

static LogicalResult importRange(NodeImporter &node) {
  if (llvm::any_of(llvm::seq(0u, 3u), [&](unsigned input) { return node.isData(input); }))
    return importDeclaredRange(node);
  SmallVector<double> numbers;
  Contents sizes;
  for (unsigned i = 0; i < 3; ++i)
    if (std::optional<Contents> known = node.getSizeTracker().getContents(node.getInput(i));
        known && known->size() == 1)
      sizes.push_back(known->front());
  if (sizes.size() == 3 && !llvm::all_of(sizes, [](auto &size) { return size.isConstant(); }))
    return importOpenRange(node, sizes);
  for (unsigned i = 0; i < 3; ++i) {
    FailureOr<double> number = node.getConstantNumber(i, "the range");
    if (failed(number))
      return failure();
    numbers.push_back(*number);
  }
  double start = numbers[0], limit = numbers[1], delta = numbers[2];
  if (delta == 0)
    return node.emitError() << "expected a delta that is not 0";
  double count = std::max(std::ceil((limit - start) / delta), 0.0);
  constexpr double most = 1 << 24;
  if (!(count <= most))
    return node.emitError() << "expected a range of at most 2^24 elements, got " << count;
  Type type = node.getInputType(0).getElementType();
  auto result = RankedTensorType::get({static_cast<int64_t>(count)}, type);
  SmallVector<Attribute> values;
  for (int64_t i = 0; i < result.getNumElements(); ++i) {
    double number = start + static_cast<double>(i) * delta;
    if (isa<FloatType>(type))
      values.push_back(node.getBuilder().getFloatAttr(type, number));
    else
      values.push_back(IntegerAttr::get(type, static_cast<int64_t>(number)));
  }
  return node.setResult(node.createConstant(DenseElementsAttr::get(result, values)));
}

/// Flags of a matrix: where column - row is at least (or with `equal` just) `diagonal`.
static FailureOr<Value> createDiagonal(NodeImporter &node, int64_t rows, int64_t columns,
                                       int64_t diagonal, bool equal) {
  constexpr int64_t most = 1 << 24;
  if (rows > most || columns > most || rows * columns > most)
    return node.emitError() << "expected a matrix of at most 2^24 elements, got " << rows << " by "
                            << columns;
  SmallVector<bool> flags;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      flags.push_back(equal ? column - row == diagonal : column - row >= diagonal);
  auto type = RankedTensorType::get({rows, columns}, node.getBuilder().getI1Type());
  return node.createConstant(DenseElementsAttr::get(type, flags));
}

/// The same for sizes and a diagonal that only a run knows.
static FailureOr<Value> findDiagonal(NodeImporter &node, AffineExpr rows, AffineExpr columns,
                                     Value diagonal, bool equal) {
  FailureOr<Value> down = node.createCounting(rows, 2, 0);
  FailureOr<Value> across = node.createCounting(columns, 2, 1);
  if (failed(down) || failed(across) || !diagonal)
    return failure();
  FailureOr<Value> first = node.create<graph::AddOp>({*down, diagonal});
  if (failed(first))
    return failure();
  return equal ? node.create<graph::EqualOp>({*across, *first})
               : node.create<graph::LessOrEqualOp>({*first, *across});
}

static FailureOr<Value> createDiagonal(NodeImporter &node, AffineExpr rows, AffineExpr columns,
                                       int64_t diagonal, bool equal) {
  auto numRows = dyn_cast<AffineConstantExpr>(rows);
  auto numColumns = dyn_cast<AffineConstantExpr>(columns);
  if (numRows && numColumns)
    return createDiagonal(node, numRows.getValue(), numColumns.getValue(), diagonal, equal);
  GraphExpression graph(node);
  return findDiagonal(node, rows, columns, graph.number(diagonal, node.getBuilder().getI64Type()),
                      equal);
}

static LogicalResult importEyeLike(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() != 2)
    return node.emitError() << "requires a matrix, got " << type;
  Dims dims = node.getDims(node.getInput(0));
  FailureOr<Type> elementType = type.getElementType();
  if (node.hasAttribute("dtype"))
    elementType = convertElementType(node.getInt("dtype", 0), node.getBuilder().getContext(),
                                     [&] { return node.emitError() << "'dtype': "; });
  if (failed(elementType))
    return failure();
  FailureOr<Value> flags = createDiagonal(node, dims[0], dims[1], node.getInt("k", 0), true);
  if (failed(flags))
    return failure();
  return node.setResult(node.createCast(*flags, *elementType));
}

/// The diagonal that a triangle begins at: those far outside all mean the same.
static FailureOr<Value> findTriangle(NodeImporter &node, const Dims &dims, bool isUpper) {
  int64_t most = int64_t(1) << 40, rest = isUpper ? 0 : 1;
  AffineExpr rows = dims[dims.size() - 2], columns = dims.back();
  Value given = node.getInput(1);
  if (!given)
    return createDiagonal(node, rows, columns, rest, false);
  if (node.getInputType(1).getRank() > 1 || node.getInputType(1).getNumElements() != 1)
    return node.emitError() << "expected one diagonal, got " << node.getInputType(1);
  if (!given.getDefiningOp<graph::ConstantOp>()) {
    GraphExpression graph(node);
    Value k = graph.cast(graph.reshape(given, {}), node.getBuilder().getI64Type());
    k = graph.make<graph::MinimumOp>({k, graph.scalar(k, most)});
    k = graph.make<graph::MaximumOp>({k, graph.scalar(k, -most)});
    return findDiagonal(node, rows, columns, graph.add(k, graph.scalar(k, rest)), false);
  }
  FailureOr<SmallVector<int64_t>> values = node.getConstantInts(1, "the diagonal");
  if (failed(values))
    return failure();
  return createDiagonal(node, rows, columns, std::clamp(values->front(), -most, most) + rest,
                        false);
}

/// The flags of the upper or lower triangle choose between elements and 0.
static LogicalResult importTrilu(NodeImporter &node) {
  Value x = node.getInput(0);
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() < 2)
    return node.emitError() << "requires matrices, got " << type;
  bool isUpper = node.getInt("upper", 1);
  FailureOr<Value> above = findTriangle(node, node.getDims(x), isUpper);
  FailureOr<Value> zero = node.createNumber(0, type.getElementType());
  if (failed(above) || failed(zero))
    return failure();
  return node.setResult(isUpper ? node.create<graph::WhereOp>({*above, x, *zero})
                                : node.create<graph::WhereOp>({*above, *zero, x}));
}

/// Positions along the new axis are compared with the indices, which count from the end
/// where they are negative.
static LogicalResult importOneHot(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0), values = node.getInputType(2);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), type.getRank() + 1);
  DeclaredResult result(node);
  bool isData = node.isData(1);
  if (failed(axis) || (isData && failed(result.read(type.getRank() + 1, *axis, 1, "the depth"))))
    return failure();
  FailureOr<double> depth = static_cast<double>(isData ? result.getRoom(*axis) : 0);
  if (!isData)
    depth = node.getConstantNumber(1, "the depth");
  if (failed(depth))
    return failure();
  if (!(*depth >= 0 && *depth <= 1 << 24))
    return node.emitError() << "expected a depth from 0 to 2^24, got " << *depth;
  if (values.getRank() != 1 || values.getDimSize(0) != 2)
    return node.emitError() << "expected two values, off and on, got " << values;
  auto extent = static_cast<int64_t>(*depth);
  int64_t behind = type.getRank() - *axis;
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + *axis, 1);
  FailureOr<Value> places = node.createCounting(extent, behind + 1);
  if (failed(places))
    return failure();
  GraphExpression graph(node);
  Value indices = graph.cast(node.getInput(0), node.getBuilder().getI64Type());
  indices = graph.reshape(indices, shape);
  Value isNegative = graph.make<graph::LessOp>({indices, graph.scalar(indices, 0)});
  Value number = graph.scalar(indices, static_cast<double>(extent));
  SmallVector<Value> counts(type.getRank() + 1);
  if (isData) {
    if (node.getInputType(1).getNumElements() != 1 || node.getInputRank(1) > 1)
      return node.emitError() << "expected one depth, got " << node.getInputType(1);
    Value given = graph.cast(graph.reshape(node.getInput(1), {}), result.getType());
    counts[*axis] = number = result.checkExtents(given);
  }
  Value fromEnd = graph.add(indices, number);
  indices = graph.make<graph::WhereOp>({isNegative, fromEnd, indices});
  Value flags = graph.make<graph::EqualOp>({indices, *places});
  Value off = graph.slice(node.getInput(2), {1}, {0}), on = graph.slice(node.getInput(2), {1}, {1});
  return setCounted(node, graph.make<graph::WhereOp>({flags, on, off}), counts);
}

void dl::onnx_import::addGenerateOperators(OperatorTable &table) {
  table.add("Shape", {1, 13}, importShape).allowBool();
  table.add("Shape", {15, 19, 21, 23, 24, 25}, importShape)
      .allowBool()
      .attributes("end:int start:int");
  table.add("Size", {1, 13, 19, 21, 23, 24, 25}, importSize).allowBool();
  table.add("ConstantOfShape", {9, 20, 21, 23, 24, 25}, importConstantOfShape)
      .attributes("value:tensor");
  table.add("Range", {11}, importRange).inputs(3, 3);
  table.add("Range", {27}, importRange).inputs(3, 3).attributes("stash_type:int");
  table.add("EyeLike", {9, 22}, importEyeLike).allowBool().attributes("dtype:int k:int");
  table.add("Trilu", {14}, importTrilu).allowBool().inputs(1, 2).attributes("upper:int");
  table.add("OneHot", {9, 11, 28}, importOneHot).inputs(3, 3).attributes("axis:int");
}
