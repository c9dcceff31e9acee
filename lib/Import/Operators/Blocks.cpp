//===-- Blocks.cpp - blocks of images as channels ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DepthToSpace and SpaceToDepth: reshapes and transposes.
//
//===----------------------------------------------------------------------===//
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

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

void dl::onnx_import::addBlockOperators(OperatorTable &table) {
  table.add("DepthToSpace", {1}, importDepthToSpace).allowBool().attributes("blocksize:int!");
  table.add("DepthToSpace", {11, 13, 28}, importDepthToSpace)
      .allowBool()
      .attributes("blocksize:int! mode:string");
  table.add("SpaceToDepth", {1, 13}, importSpaceToDepth).allowBool().attributes("blocksize:int!");
  table.add("SpaceToDepth", {28}, importSpaceToDepth)
      .allowBool()
      .attributes("blocksize:int! mode:string");
}
