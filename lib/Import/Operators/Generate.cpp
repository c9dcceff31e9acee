//===-- Generate.cpp - ONNX operators that make tensors ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors made from shapes, numbers and positions: Shape, Range, EyeLike, OneHot, Trilu
// and their like, and the operators that are reshapes and transposes.
//
//===----------------------------------------------------------------------===//
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
  FailureOr<SmallVector<AffineExpr>> dims = node.getSizes(0, "the shape");
  if (failed(dims))
    return failure();
  SmallVector<int64_t> shape = getStaticShape(*dims);
  bool isOpen = llvm::any_of(*dims, [](AffineExpr dim) { return !isa<AffineConstantExpr>(dim); });
  if (!node.hasAttribute("value") && !isOpen)
    return node.setResult(node.createFilled(shape, node.getBuilder().getF32Type(), 0));
  if (!node.hasAttribute("value")) {
    FailureOr<Value> zero = node.createNumber(0, node.getBuilder().getF32Type());
    return node.setResult(failed(zero) ? zero : node.createBroadcastTo(*zero, *dims));
  }
  FailureOr<ElementsAttr> value = node.takeTensor("value");
  if (failed(value))
    return failure();
  auto dense = dyn_cast<DenseElementsAttr>(*value);
  if (!dense || dense.getNumElements() != 1)
    return node.emitError() << "expected a value of one element, got " << value->getType();
  if (isOpen) {
    FailureOr<Value> number =
        node.createConstant(dense.reshape(RankedTensorType::get({}, dense.getElementType())));
    return node.setResult(failed(number) ? number : node.createBroadcastTo(*number, *dims));
  }
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
  FailureOr<double> depth = node.getConstantNumber(1, "the depth");
  if (failed(axis) || failed(depth))
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
  Value fromEnd = graph.add(indices, graph.scalar(indices, static_cast<double>(extent)));
  indices = graph.make<graph::WhereOp>({isNegative, fromEnd, indices});
  Value flags = graph.make<graph::EqualOp>({indices, *places});
  Value off = graph.slice(node.getInput(2), {1}, {0}), on = graph.slice(node.getInput(2), {1}, {1});
  return graph.finish(graph.make<graph::WhereOp>({flags, on, off}));
}

static FailureOr<Value> createTranspose(NodeImporter &node, Value value,
                                        ArrayRef<int64_t> permutation) {
  graph::TransposeOp::Properties properties;
  properties.permutation = node.getBuilder().getDenseI64ArrayAttr(permutation);
  return node.create<graph::TransposeOp>(value, properties);
}

/// Reshapes, permutes and reshapes again.
static LogicalResult moveBlocks(NodeImporter &node, ArrayRef<int64_t> apart,
                                ArrayRef<int64_t> permutation, ArrayRef<int64_t> together) {
  FailureOr<Value> value = node.createReshape(node.getInput(0), apart);
  if (succeeded(value))
    value = createTranspose(node, *value, permutation);
  if (failed(value))
    return failure();
  return node.setResult(node.createReshape(*value, together));
}

/// Checks the input of the two operators that move blocks; gives the block size.
static FailureOr<int64_t> getBlockSize(NodeImporter &node, bool toDepth) {
  RankedTensorType type = node.getInputType(0);
  int64_t block = node.getInt("blocksize", 0);
  bool isKnown = type.getRank() == 4 && !type.isDynamicDim(1) &&
                 (!toDepth || (!type.isDynamicDim(2) && !type.isDynamicDim(3)));
  if (!isKnown)
    return node.emitError() << "requires an input of 4 dims with static "
                            << (toDepth ? "ones behind the batch" : "channels") << ", got " << type;
  constexpr int64_t most = 1 << 20;
  bool fits = block > 0 && block <= most;
  if (fits && toDepth)
    fits = type.getDimSize(2) % block == 0 && type.getDimSize(3) % block == 0;
  else if (fits)
    fits = type.getDimSize(1) % (block * block) == 0;
  if (!fits)
    return node.emitError() << "expected a block size that divides the dims of " << type << ", got "
                            << block;
  return block;
}

static FailureOr<bool> isDepthFirst(NodeImporter &node) {
  StringRef mode = node.getString("mode", "DCR");
  if (mode != "DCR" && mode != "CRD")
    return node.emitError() << "expected 'mode' to be DCR or CRD, got '" << mode << "'";
  return mode == "DCR";
}

/// Blocks beside rows and columns whose number only a run knows, in `apart` (N, b, b, C or
/// N, C, b, b, then H, W), join one after the other, each where it is the last dim.
static LogicalResult joinOpenBlocks(NodeImporter &node, ArrayRef<int64_t> apart, int64_t rows,
                                    int64_t channels) {
  int64_t block = apart[rows], batch = apart[0], height = apart[4], width = apart[5];
  auto entry = [](int64_t dim) { return ShapedType::isDynamic(dim) ? 0 : dim; };
  auto join = [&](FailureOr<Value> value, ArrayRef<int64_t> dims, int64_t last) {
    SmallVector<int64_t> shape(dims), entries;
    for (int64_t dim : dims)
      entries.push_back(entry(dim));
    bool isOpen = ShapedType::isDynamic(last);
    shape.push_back(isOpen ? last : last * block);
    entries.push_back(isOpen ? -1 : last * block);
    return failed(value) ? value : node.createReshape(*value, shape, entries);
  };
  auto move = [&](FailureOr<Value> value, ArrayRef<int64_t> permutation) {
    return failed(value) ? value : createTranspose(node, *value, permutation);
  };
  int64_t wide = ShapedType::isDynamic(width) ? width : width * block;
  FailureOr<Value> value = node.createReshape(node.getInput(0), apart);
  value = move(value, {0, rows, channels, 4, 5, rows + 1});
  value = join(value, {batch, block, apart[channels], height}, width);
  // Rows last: N, C, W, H, b.
  value = move(value, {0, 2, 4, 3, 1});
  SmallVector<int64_t> columns = {batch, apart[channels], wide};
  value = join(value, columns, height);
  return node.setResult(move(value, {0, 1, 3, 2}));
}

static LogicalResult importDepthToSpace(NodeImporter &node) {
  FailureOr<int64_t> size = getBlockSize(node, /*toDepth=*/false);
  FailureOr<bool> depthFirst = isDepthFirst(node);
  if (failed(size) || failed(depthFirst))
    return failure();
  ArrayRef<int64_t> dims = node.getInputType(0).getShape();
  int64_t b = *size, c = dims[1] / (b * b);
  if (ShapedType::isDynamic(dims[2]) || ShapedType::isDynamic(dims[3])) {
    if (*depthFirst)
      return joinOpenBlocks(node, {dims[0], b, b, c, dims[2], dims[3]}, 1, 3);
    return joinOpenBlocks(node, {dims[0], c, b, b, dims[2], dims[3]}, 2, 1);
  }
  SmallVector<int64_t> result = {dims[0], c, dims[2] * b, dims[3] * b};
  if (*depthFirst)
    return moveBlocks(node, {dims[0], b, b, c, dims[2], dims[3]}, {0, 3, 4, 1, 5, 2}, result);
  return moveBlocks(node, {dims[0], c, b, b, dims[2], dims[3]}, {0, 1, 4, 2, 5, 3}, result);
}

static LogicalResult importSpaceToDepth(NodeImporter &node) {
  FailureOr<int64_t> size = getBlockSize(node, /*toDepth=*/true);
  FailureOr<bool> depthFirst = isDepthFirst(node);
  if (failed(size) || failed(depthFirst))
    return failure();
  ArrayRef<int64_t> dims = node.getInputType(0).getShape();
  int64_t b = *size, h = dims[2] / b, w = dims[3] / b;
  SmallVector<int64_t> permutation = {0, 3, 5, 1, 2, 4};
  if (!*depthFirst)
    permutation = {0, 1, 3, 5, 2, 4};
  return moveBlocks(node, {dims[0], dims[1], h, b, w, b}, permutation,
                    {dims[0], dims[1] * b * b, h, w});
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
  table.add("DepthToSpace", {1}, importDepthToSpace).allowBool().attributes("blocksize:int!");
  table.add("DepthToSpace", {11, 13, 28}, importDepthToSpace)
      .allowBool()
      .attributes("blocksize:int! mode:string");
  table.add("SpaceToDepth", {1, 13}, importSpaceToDepth).allowBool().attributes("blocksize:int!");
  table.add("SpaceToDepth", {28}, importSpaceToDepth)
      .allowBool()
      .attributes("blocksize:int! mode:string");
}
