//===-- MarkParts.cpp - kernels whose result is made of their operands ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: kernels. Out: those that only put their operands one behind the other in memory say where
// each begins (`te.parts`), those that copy a piece of their operand where that begins (`te.part`).
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "AxisForms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace dl::te {
#define GEN_PASS_DEF_MARKPARTSPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

namespace {
/// Where an operand lies in the result: from an index of an axis on.
struct Part {
  unsigned argument;
  int64_t axis, begin, size;
};
} // namespace

/// What a read's index is more than the stage's own, for each dim.
static std::optional<SmallVector<int64_t>> getShift(ReadOp read, ComputeOp compute) {
  if (!isa<BlockArgument>(read.getSource()) || !read.getSourceType().hasStaticShape() ||
      read.getSourceType().getRank() != compute.getTensorType().getRank())
    return std::nullopt;
  SmallVector<int64_t> shift;
  for (auto [dim, expr] : llvm::enumerate(read.getMap().getResults())) {
    std::optional<LinearForm> form = getFormOfAxes(expr, read, compute);
    if (!form || getOnlyAxis(*form) != int64_t(dim) || form->coefficients[dim] != 1)
      return std::nullopt;
    shift.push_back(form->constant);
  }
  return shift;
}

/// The only dim in which a shape differs from another one, or is shifted.
static int64_t getOnlyDim(ArrayRef<int64_t> shape, ArrayRef<int64_t> other,
                          ArrayRef<int64_t> shift) {
  int64_t only = -1;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (shape[dim] == other[dim] && shift[dim] == 0)
      continue;
    if (only != -1)
      return -1;
    only = int64_t(dim);
  }
  return only;
}

/// Elements from one index of a dim to the next, where what is inside of the dim is one piece.
static std::optional<int64_t> getStride(ArrayRef<int64_t> shape, int64_t dim) {
  if (llvm::any_of(shape.take_front(dim), [](int64_t extent) { return extent != 1; }))
    return std::nullopt;
  return ShapedType::getNumElements(shape.drop_front(dim + 1));
}

/// The part that a read copies, if it reads the element of the stage's own index, moved along one
/// axis, for all elements of its source and for no other index.
static std::optional<Part> getPart(ReadOp read, ComputeOp compute) {
  std::optional<SmallVector<int64_t>> shift = getShift(read, compute);
  if (!shift)
    return std::nullopt;
  ArrayRef<int64_t> from = read.getSourceType().getShape();
  ArrayRef<int64_t> to = compute.getTensorType().getShape();
  int64_t axis = getOnlyDim(from, to, *shift);
  if (axis == -1)
    return std::nullopt;
  Part part{cast<BlockArgument>(read.getSource()).getArgNumber(), axis, -(*shift)[axis],
            from[axis]};
  // The guard lets all of the part through and nothing else.
  int64_t low = 0, high = to[axis] - 1;
  if (std::optional<IntegerSet> guard = read.getPredicate())
    for (AffineExpr constraint : guard->getConstraints()) {
      std::optional<LinearForm> form = getFormOfAxes(constraint, read, compute);
      if (!form || getOnlyAxis(*form) != axis)
        return std::nullopt;
      if (form->coefficients[axis] == 1)
        low = std::max(low, -form->constant);
      else
        high = std::min(high, form->constant);
    }
  if (low != part.begin || high != part.begin + part.size - 1)
    return std::nullopt;
  return part;
}

/// The only stage of a kernel, if it computes one result of known size element by element.
static ComputeOp getOnlyStage(func::FuncOp kernel) {
  auto ret = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
  auto compute =
      ret.getNumOperands() == 1 ? ret.getOperand(0).getDefiningOp<ComputeOp>() : ComputeOp();
  bool isOnly = compute && !compute.hasReduction() && compute->getNumResults() == 1 &&
                compute.getTensorType().hasStaticShape() && getComputes(kernel).size() == 1;
  return isOnly ? compute : ComputeOp();
}

/// The element of its only operand at which what a stage copies of it begins.
static std::optional<int64_t> findBegin(ComputeOp compute) {
  auto read = compute.getYield().getValue().getDefiningOp<ReadOp>();
  std::optional<SmallVector<int64_t>> shift =
      read && !read.getPredicate() ? getShift(read, compute) : std::nullopt;
  if (!shift)
    return std::nullopt;
  ArrayRef<int64_t> from = read.getSourceType().getShape();
  int64_t dim = getOnlyDim(compute.getTensorType().getShape(), from, *shift);
  if (dim == -1)
    return std::nullopt;
  std::optional<int64_t> stride = getStride(from, dim);
  return stride ? std::optional((*shift)[dim] * *stride) : std::nullopt;
}

/// Where each operand of a kernel begins in its result, in elements; empty if it is anything else
/// than its operands one behind the other.
static SmallVector<int64_t> findParts(ComputeOp compute, unsigned numOperands) {
  SmallVector<Part> parts;
  for (auto read = compute.getYield().getValue().getDefiningOp<ReadOp>(); read;
       read = read.getOtherwise() ? read.getOtherwise().getDefiningOp<ReadOp>() : ReadOp()) {
    std::optional<Part> part = getPart(read, compute);
    if (!part || (!parts.empty() && part->axis != parts.front().axis))
      return {};
    parts.push_back(*part);
  }
  if (parts.size() != numOperands)
    return {};
  llvm::sort(parts, [](const Part &a, const Part &b) { return a.begin < b.begin; });
  ArrayRef<int64_t> shape = compute.getTensorType().getShape();
  int64_t axis = parts.front().axis, end = 0;
  std::optional<int64_t> stride = getStride(shape, axis);
  SmallVector<int64_t> begins(parts.size(), -1);
  for (const Part &part : parts) {
    if (!stride || part.begin != end || begins[part.argument] != -1)
      return {};
    begins[part.argument] = part.begin * *stride;
    end += part.size;
  }
  return end == shape[axis] ? begins : SmallVector<int64_t>();
}

namespace {
struct MarkParts : dl::te::impl::MarkPartsPassBase<MarkParts> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    kernel->removeAttr(TeDialect::getPartsAttrName());
    kernel->removeAttr(TeDialect::getPartAttrName());
    ComputeOp compute = getOnlyStage(kernel);
    unsigned numOperands = kernel.getNumArguments() - kernel.getNumResults();
    if (!compute || numOperands == 0)
      return;
    Builder builder(&getContext());
    if (numOperands == 1) {
      if (std::optional<int64_t> begin = findBegin(compute)) {
        kernel->setAttr(TeDialect::getPartAttrName(), builder.getI64IntegerAttr(*begin));
        ++numMarked;
      }
      return;
    }
    SmallVector<int64_t> parts = findParts(compute, numOperands);
    if (parts.empty())
      return;
    kernel->setAttr(TeDialect::getPartsAttrName(), builder.getDenseI64ArrayAttr(parts));
    ++numMarked;
  }
};
} // namespace
