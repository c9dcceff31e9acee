//===-- DataResize.cpp - sizes and scales that only a run knows -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resize and Upsample whose sizes, scales or region are data: the result has the room that
// the model declares, and positions are computed by the run, as those of open dims.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"
#include "ResizeImporter.h"

#include "../ElementTypes.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
class DataResize : public DeclaredResult {
public:
  DataResize(NodeImporter &node, const ResizeRule &rule, ArrayRef<int64_t> axes)
      : DeclaredResult(node), rule(rule), axes(axes), f64(node.getBuilder().getF64Type()) {}

  LogicalResult run(unsigned region, unsigned scales, unsigned sizes, bool isFirstForm);

private:
  Value real(double value) { return graph.number(value, f64); }
  /// The numbers of an input as scalars of f64; an error where there are others than `count`.
  SmallVector<Value> getReals(unsigned input, int64_t count, StringRef what);
  /// Counts and ratios by what scales or sizes ask for.
  void setScales(ArrayRef<Value> scales);
  LogicalResult setSizes(ArrayRef<Value> sizes);
  Value extent(size_t i) { return graph.cast(size(node.getDims(node.getInput(0))[axes[i]]), f64); }
  LogicalResult build(bool isFirstForm);

  const ResizeRule &rule;
  SmallVector<int64_t> axes;
  Type f64;
  SmallVector<OpenResizeDim> dims;
};
} // namespace

SmallVector<Value> DataResize::getReals(unsigned input, int64_t count, StringRef what) {
  RankedTensorType type = node.getInputType(input);
  SmallVector<Value> numbers;
  if (type.getRank() != 1 || type.getDimSize(0) != count) {
    node.emitError() << "expected " << count << " numbers as " << what << ", got " << type;
    return numbers;
  }
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(graph.cast(getElement(node.getInput(input), i), f64));
  return numbers;
}

void DataResize::setScales(ArrayRef<Value> scales) {
  for (auto [i, scale] : llvm::enumerate(scales)) {
    dims[i].ratio = scale;
    dims[i].count = graph.make<graph::FloorOp>(graph.mul(extent(i), scale));
  }
}

LogicalResult DataResize::setSizes(ArrayRef<Value> sizes) {
  StringRef policy = node.getString("keep_aspect_ratio_policy", "stretch");
  if (!llvm::is_contained({"stretch", "not_larger", "not_smaller"}, policy))
    return node.emitError() << "expected 'keep_aspect_ratio_policy' to be stretch, not_larger or "
                               "not_smaller, got "
                            << quoted(policy);
  Value common;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    dims[i].count = size;
    Value ratio = dims[i].ratio = graph.div(size, extent(i));
    bool isLarger = policy == "not_smaller";
    common = !common ? ratio : isLarger ? larger(common, ratio) : smaller(common, ratio);
  }
  if (policy == "stretch")
    return success();
  // One scale for all dims.
  for (auto [i, dim] : llvm::enumerate(dims)) {
    dim.ratio = common;
    Value rounded = graph.make<graph::FloorOp>(graph.add(graph.mul(extent(i), common), real(0.5)));
    dim.count = larger(rounded, real(1));
  }
  return success();
}

LogicalResult DataResize::build(bool isFirstForm) {
  Value x = node.getInput(0), takesNext;
  SmallVector<Value> counts(node.getInputRank(0)), inside(dims.size());
  for (OpenResizeDim &dim : dims) {
    // At least one, and no more than an integer holds.
    Value most = real(std::numeric_limits<int32_t>::max());
    Value count = graph.cast(clamp(dim.count, real(-1), most), i64);
    counts[dim.axis] = graph.add(checkExtents(graph.sub(count, number(1))), number(1));
    Value shrinks = less(dim.ratio, real(1));
    takesNext = takesNext ? graph.make<graph::OrOp>({takesNext, shrinks}) : shrinks;
  }
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (isFirstForm)
      dim.takesNext = takesNext;
    FailureOr<Value> resized =
        x ? resizeOpenDim(node, x, rule, dim, &inside[i]) : FailureOr<Value>(failure());
    x = succeeded(resized) ? *resized : Value();
  }
  if (!x || rule.coordinates != Coordinates::TfCropAndResize)
    return setCounted(node, x, counts);
  // Where any coordinate is outside of the input stands the extrapolation's value.
  Value value = graph.scalar(x, node.getFloat("extrapolation_value", 0));
  for (auto [i, dim] : llvm::enumerate(dims))
    x = select(align(inside[i], dim.axis, node.getInputRank(0)), x, value);
  return setCounted(node, x, counts);
}

LogicalResult DataResize::run(unsigned region, unsigned scales, unsigned sizes, bool isFirstForm) {
  bool isSized = node.getInput(sizes) && node.getInputType(sizes).getRank() == 1 &&
                 node.getInputType(sizes).getDimSize(0) != 0;
  unsigned input = isSized ? sizes : scales;
  StringRef what = isSized ? "the sizes" : "the scales";
  unsigned data = node.isData(input) ? input : region;
  if (!node.getInput(input))
    return node.emitError() << "expected either scales or sizes";
  if (failed(read(node.getInputRank(0), axes, data, data == input ? what : "the region")))
    return failure();
  for (int64_t axis : axes) {
    if (node.getInputType(0).getDimSize(axis) == 0)
      return node.emitError() << "expected dims with elements, got " << node.getInputType(0);
    dims.push_back({axis, node.getSize(getRoom(axis))});
  }
  int64_t count = axes.size();
  SmallVector<Value> numbers = getReals(input, count, what);
  if (numbers.empty())
    return failure();
  if (!isSized)
    setScales(numbers);
  else if (failed(setSizes(numbers)))
    return failure();
  if (rule.coordinates == Coordinates::TfCropAndResize) {
    if (!node.getInput(region))
      return node.emitError() << "expected a region of " << 2 * count
                              << " numbers, all begins and then all ends, got none";
    SmallVector<Value> bounds = getReals(region, 2 * count, "the region");
    if (bounds.empty())
      return failure();
    for (auto [i, dim] : llvm::enumerate(dims)) {
      dim.regionBegin = bounds[i];
      dim.regionEnd = bounds[count + i];
    }
  }
  return build(isFirstForm);
}

LogicalResult ResizeImporter::buildFromData(unsigned region, unsigned scales, unsigned sizes,
                                            bool isFirstForm) {
  if (failed(readAxes()))
    return failure();
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, node.getInputRank(0)));
  return DataResize(node, rule, axes).run(region, scales, sizes, isFirstForm);
}
