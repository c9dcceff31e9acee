//===-- Pool.cpp - ONNX pooling ---------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MaxPool, AveragePool, LpPool, their global forms, and LRN, which is a pool over
// channels.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../Operators.h"
#include "../WindowAttributes.h"

#include "llvm/Support/InterleavedRange.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

template <typename OpTy>
static typename OpTy::Properties getPoolProperties(NodeImporter &node,
                                                   const WindowAttributes &window) {
  typename OpTy::Properties properties;
  properties.kernel = node.getBuilder().getDenseI64ArrayAttr(window.kernel);
  setWindow(node, window, properties);
  if (node.getInt("ceil_mode", 0))
    properties.ceil_mode = node.getBuilder().getUnitAttr();
  return properties;
}

static FailureOr<WindowAttributes>
getPoolWindow(NodeImporter &node, std::optional<double> openPadValue = std::nullopt) {
  if (failed(checkSpatialInput(node)))
    return failure();
  return getPaddedWindow(node, node.getInts("kernel_shape"), openPadValue);
}

/// What is left of each channel by a reduction over all spatial dims: a pool over one
/// window, or over sizes that only a run knows a reduction of dims.
template <typename PoolTy, typename ReduceTy>
static Value reduceSpatial(NodeImporter &node, Value x) {
  if (!x || failed(checkSpatialInput(node)))
    return {};
  GraphExpression graph(node);
  SmallVector<int64_t> kernel(node.getInputType(0).getShape().drop_front(2));
  if (llvm::any_of(kernel, ShapedType::isDynamic)) {
    typename ReduceTy::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr(
        llvm::to_vector(llvm::seq<int64_t>(2, node.getInputRank(0))));
    properties.keepdims = node.getBuilder().getUnitAttr();
    return graph.make<ReduceTy>(x, properties);
  }
  FailureOr<WindowAttributes> window = getWindow(node, kernel);
  if (failed(window))
    return {};
  return graph.make<PoolTy>(x, getPoolProperties<PoolTy>(node, *window));
}

static LogicalResult importMaxPool(NodeImporter &node) {
  // Indices count in the input as it is, and integers have no infinity.
  bool isPlain = !node.hasOutput(1) && isa<FloatType>(node.getInputType(0).getElementType());
  FailureOr<WindowAttributes> window =
      getPoolWindow(node, isPlain ? std::optional<double>(-std::numeric_limits<double>::infinity())
                                  : std::nullopt);
  if (failed(window))
    return failure();
  int64_t order = node.getInt("storage_order", 0);
  if (order != 0 && order != 1)
    return node.emitError() << "expected 'storage_order' 0 (rows) or 1 (columns), got " << order;
  GraphExpression graph(node);
  // Numbers without a sign are compared as wider ones.
  Type element = node.getInputType(0).getElementType();
  Value x = node.getInput(0);
  if (element.isUnsignedInteger() && element.getIntOrFloatBitWidth() > 32)
    return node.emitError() << "expected elements of at most 32 bits, got " << element;
  if (element.isUnsignedInteger())
    x = graph.cast(x, node.getBuilder().getI64Type());
  auto properties = getPoolProperties<graph::MaxPoolOp>(node, *window);
  Value largest = graph.make<graph::MaxPoolOp>(x, properties);
  if (element.isUnsignedInteger())
    largest = graph.cast(largest, element);
  if (failed(graph.finish(largest)))
    return failure();
  if (!node.hasOutput(1))
    return success();
  auto indexProperties = getPoolProperties<graph::MaxPoolIndexOp>(node, *window);
  if (order == 1)
    indexProperties.column_major = node.getBuilder().getUnitAttr();
  return graph.finish(graph.make<graph::MaxPoolIndexOp>(x, indexProperties), 1);
}

static LogicalResult importGlobalMaxPool(NodeImporter &node) {
  GraphExpression graph(node);
  return graph.finish(reduceSpatial<graph::MaxPoolOp, graph::ReduceMaxOp>(node, node.getInput(0)));
}

static LogicalResult importGlobalAveragePool(NodeImporter &node) {
  if (failed(checkSpatialInput(node)))
    return failure();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(2, node.getInputRank(0)));
  GraphExpression graph(node);
  return graph.finish(graph.mean(node.getInput(0), axes));
}

/// How many elements each window of a dim has: those of the input, and of its
/// padding if that counts.
static SmallVector<double> countElements(const WindowAttributes &window, size_t dim, int64_t input,
                                         int64_t outputs, bool countsPadding) {
  size_t rank = window.kernel.size();
  int64_t begin = window.pads[dim], end = window.pads[rank + dim];
  int64_t low = countsPadding ? -begin : 0, high = countsPadding ? input + end : input;
  SmallVector<double> counts;
  for (int64_t output = 0; output < outputs; ++output) {
    // Element k is at start + k * step.
    int64_t start = output * window.strides[dim] - begin, step = window.dilations[dim];
    int64_t first = std::max<int64_t>(llvm::divideCeilSigned(low - start, step), 0);
    int64_t last =
        std::min(llvm::divideFloorSigned(high - 1 - start, step), window.kernel[dim] - 1);
    counts.push_back(static_cast<double>(std::max<int64_t>(last - first + 1, 0)));
  }
  return counts;
}

/// Divides sums over windows by the numbers of elements: one number where all windows
/// are whole, else a number for each position.
static Value divideByCounts(NodeImporter &node, Value sum, const WindowAttributes &window) {
  GraphExpression graph(node);
  if (!sum)
    return {};
  bool countsPadding = node.getInt("count_include_pad", 0);
  bool hasPads = llvm::any_of(window.pads, [](int64_t pad) { return pad != 0; });
  if (!node.getInt("ceil_mode", 0) && (!hasPads || countsPadding)) {
    double count = 1;
    for (int64_t extent : window.kernel)
      count *= static_cast<double>(extent);
    return graph.div(sum, graph.scalar(sum, count));
  }
  auto type = cast<RankedTensorType>(sum.getType());
  ArrayRef<int64_t> inputs = node.getInputType(0).getShape().drop_front(2);
  ArrayRef<int64_t> outputs = type.getShape().drop_front(2);
  if (llvm::any_of(inputs, ShapedType::isDynamic)) {
    if (countsPadding) {
      node.emitError() << "requires static spatial dims where windows are partly outside of the "
                          "padding that counts, got "
                       << node.getInputType(0);
      return {};
    }
    // The same windows over ones, which one channel tells for all.
    graph::ReduceMaxOp::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr({0, 1});
    properties.keepdims = node.getBuilder().getUnitAttr();
    Value plane = graph.make<graph::ReduceMaxOp>(node.getInput(0), properties);
    if (!plane)
      return {};
    Value one = graph.scalar(plane, 1);
    Value ones = graph.make<graph::WhereOp>({graph.make<graph::IsNaNOp>(plane), one, one});
    return graph.div(
        sum, graph.make<graph::SumPoolOp>(ones, getPoolProperties<graph::SumPoolOp>(node, window)));
  }
  constexpr int64_t most = 1 << 24;
  int64_t windows = 1;
  for (int64_t extent : outputs)
    if (llvm::MulOverflow(windows, extent, windows) || windows > most) {
      node.emitError() << "requires at most 2^24 windows where some may be partly outside of the "
                          "input, got "
                       << llvm::interleaved(outputs, " by ");
      return {};
    }
  SmallVector<double> counts = {1};
  for (size_t dim = 0; dim < outputs.size(); ++dim) {
    SmallVector<double> product;
    for (double outer : counts)
      for (double inner : countElements(window, dim, inputs[dim], outputs[dim], countsPadding))
        product.push_back(outer * inner);
    counts = std::move(product);
  }
  return graph.div(sum, graph.tensor(sum, outputs, counts));
}

static LogicalResult importAveragePool(NodeImporter &node) {
  FailureOr<WindowAttributes> window = getPoolWindow(node);
  if (failed(window))
    return failure();
  GraphExpression graph(node);
  Value sum = graph.make<graph::SumPoolOp>(node.getInput(0),
                                           getPoolProperties<graph::SumPoolOp>(node, *window));
  return graph.finish(divideByCounts(node, sum, *window));
}

/// The p-norm of each window, or of each channel: (sum |x|^p)^(1/p).
static LogicalResult importNormPool(NodeImporter &node, bool isGlobal, double p) {
  FailureOr<WindowAttributes> window;
  if (!isGlobal && failed(window = getPoolWindow(node)))
    return failure();
  if (!(p > 0) || !std::isfinite(p))
    return node.emitError() << "expected 'p' to be positive, got " << p;
  GraphExpression graph(node);
  Value x = node.getInput(0);
  x = p == 2 ? graph.mul(x, x) : p == 1 ? graph.abs(x) : graph.pow(graph.abs(x), p);
  Value sum =
      isGlobal
          ? reduceSpatial<graph::SumPoolOp, graph::ReduceSumOp>(node, x)
          : graph.make<graph::SumPoolOp>(x, getPoolProperties<graph::SumPoolOp>(node, *window));
  if (!sum)
    return failure();
  return graph.finish(p == 2 ? graph.sqrt(sum) : p == 1 ? sum : graph.pow(sum, 1 / p));
}

static LogicalResult importLpPool(NodeImporter &node) {
  return importNormPool(node, false, static_cast<double>(node.getInt("p", 2)));
}
static LogicalResult importLpPoolOfFloat(NodeImporter &node) {
  return importNormPool(node, false, node.getFloat("p", 2));
}
static LogicalResult importGlobalLpPool(NodeImporter &node) {
  return importNormPool(node, true, static_cast<double>(node.getInt("p", 2)));
}
static LogicalResult importGlobalLpPoolOfFloat(NodeImporter &node) {
  return importNormPool(node, true, node.getFloat("p", 2));
}

/// x / (bias + alpha / size * s)^beta, where s is the sum of squares over `size`
/// channels around each: a pool over the channels as a spatial dim.
static LogicalResult importLocalResponse(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() < 2)
    return node.emitError() << "expected an input with batch and channel dims, got " << type;
  int64_t size = node.getInt("size", 1);
  if (size < 1 || size > std::numeric_limits<int32_t>::max())
    return node.emitError() << "expected 'size' to be positive, got " << size;
  double alpha = node.getFloat("alpha", 1e-4f), beta = node.getFloat("beta", 0.75f);
  // The channels become a spatial dim before one for all pixels, or before those there
  // are where their sizes are not known.
  ArrayRef<int64_t> pixels = type.getShape().drop_front(2);
  SmallVector<int64_t> planes = {type.getDimSize(0), 1, type.getDimSize(1)};
  if (llvm::any_of(pixels, ShapedType::isDynamic))
    llvm::append_range(planes, pixels);
  else
    planes.push_back(ShapedType::getNumElements(pixels));
  Builder &builder = node.getBuilder();
  GraphExpression graph(node);
  Value x = node.getInput(0), squares = graph.reshape(graph.mul(x, x), planes);
  size_t rank = planes.size() - 2;
  SmallVector<int64_t> ones(rank, 1), kernel(ones), pads(2 * rank, 0);
  kernel[0] = size;
  pads[0] = (size - 1) / 2, pads[rank] = size / 2;
  graph::SumPoolOp::Properties properties;
  properties.kernel = builder.getDenseI64ArrayAttr(kernel);
  properties.strides = properties.dilations = builder.getDenseI64ArrayAttr(ones);
  properties.pads = builder.getDenseI64ArrayAttr(pads);
  Value sum = graph.make<graph::SumPoolOp>(squares, properties);
  sum = graph.reshape(sum, type.getShape());
  Value base = graph.add(graph.mul(sum, graph.scalar(x, alpha / static_cast<double>(size))),
                         graph.scalar(x, node.getFloat("bias", 1)));
  return graph.finish(graph.div(x, graph.pow(base, beta)));
}

void dl::onnx_import::addPoolOperators(OperatorTable &table) {
  // storage_order says how indices, the second output, count.
  table.add("MaxPool", {1}, importMaxPool)
      .attributes("auto_pad:string kernel_shape:ints! pads:ints strides:ints");
  table.add("MaxPool", {8}, importMaxPool)
      .outputs(2)
      .attributes("auto_pad:string kernel_shape:ints! pads:ints storage_order:int strides:ints");
  table.add("MaxPool", {10, 11, 12, 22}, importMaxPool)
      .outputs(2)
      .attributes("auto_pad:string ceil_mode:int dilations:ints kernel_shape:ints! pads:ints "
                  "storage_order:int strides:ints");
  auto addFloat = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler) -> auto & {
    return table.add(name, versions, handler).elements(OperatorInfo::Floats);
  };
  addFloat("AveragePool", {1}, importAveragePool)
      .wide()
      .attributes("auto_pad:string kernel_shape:ints! pads:ints strides:ints");
  addFloat("AveragePool", {7}, importAveragePool)
      .wide()
      .attributes("auto_pad:string count_include_pad:int kernel_shape:ints! pads:ints "
                  "strides:ints");
  addFloat("AveragePool", {10, 11}, importAveragePool)
      .wide()
      .attributes("auto_pad:string ceil_mode:int count_include_pad:int kernel_shape:ints! "
                  "pads:ints strides:ints");
  addFloat("AveragePool", {19, 22}, importAveragePool)
      .wide()
      .attributes("auto_pad:string ceil_mode:int count_include_pad:int dilations:ints "
                  "kernel_shape:ints! pads:ints strides:ints");
  addFloat("LpPool", {1}, importLpPoolOfFloat)
      .wide()
      .attributes("auto_pad:string kernel_shape:ints! p:float pads:ints strides:ints");
  addFloat("LpPool", {2, 11}, importLpPool)
      .wide()
      .attributes("auto_pad:string kernel_shape:ints! p:int pads:ints strides:ints");
  addFloat("LpPool", {18, 22}, importLpPool)
      .wide()
      .attributes("auto_pad:string ceil_mode:int dilations:ints kernel_shape:ints! p:int "
                  "pads:ints strides:ints");
  addFloat("GlobalAveragePool", {1, 22}, importGlobalAveragePool);
  addFloat("GlobalMaxPool", {1, 22}, importGlobalMaxPool);
  addFloat("GlobalLpPool", {1}, importGlobalLpPoolOfFloat).wide().attributes("p:float");
  addFloat("GlobalLpPool", {2, 22}, importGlobalLpPool).wide().attributes("p:int");
  addFloat("LRN", {1, 13}, importLocalResponse)
      .wide()
      .attributes("alpha:float beta:float bias:float size:int!");
}
