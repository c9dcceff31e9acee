//===-- WidenBytes.cpp - products of numbers of 16 bits -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// te-widen-bytes: what a reduction multiplies with weights is widened once, not at every product.
//
//===----------------------------------------------------------------------===//
#include "FreeKernels.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

namespace dl::te {
#define GEN_PASS_DEF_WIDENBYTESPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

/// Products of an element that pay for storing it again.
static constexpr int64_t leastUses = 16;

namespace {
/// A byte as a term's formula takes it: the read, and how it becomes a number of 32 bits.
struct WideRead {
  ReadOp read;
  Operation *cast = nullptr;

  explicit operator bool() const { return cast; }
};
} // namespace

static WideRead getWideRead(Value value) {
  Operation *cast = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(cast) || !value.getType().isInteger(32))
    return {};
  auto read = cast->getOperand(0).getDefiningOp<ReadOp>();
  return read && read.getType().isInteger(8) ? WideRead{read, cast} : WideRead{};
}

static bool isWeight(ReadOp read) {
  auto argument = dyn_cast<BlockArgument>(read.getSource());
  auto kernel = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
  return kernel && kernel.getArgAttr(argument.getArgNumber(), TeDialect::getLayoutFreeAttrName());
}

static bool dependsOn(ReadOp read, BlockArgument axis) {
  for (auto [number, operand] : llvm::enumerate(read.getIndexOperands()))
    if (operand == axis && read.getMap().isFunctionOfDim(number))
      return true;
  return false;
}

/// Whether each element that is read takes part in many products, so that it is worth a stage.
static bool isUsedOften(ComputeOp compute, ReadOp read) {
  int64_t uses = 1;
  for (unsigned axis = 0; axis < compute.getNumSpatial(); ++axis) {
    if (dependsOn(read, compute.getAxes()[axis]))
      continue;
    // Extents known only at run time may be many.
    int64_t extent = compute.getExtents()[axis];
    if (ShapedType::isDynamic(extent) || extent >= leastUses)
      return true;
    uses = std::min(uses * extent, leastUses);
  }
  return uses >= leastUses;
}

/// The byte that is multiplied with weights, of a sum of such products.
static WideRead findRow(ComputeOp compute) {
  if (!compute.hasReduction() || compute.getCombiner() != Combiner::Add)
    return {};
  auto product = compute.getYield().getValue().getDefiningOp<arith::MulIOp>();
  if (!product)
    return {};
  WideRead row = getWideRead(product.getLhs()), weight = getWideRead(product.getRhs());
  if (!row || !weight)
    return {};
  if (isWeight(row.read))
    std::swap(row, weight);
  bool isRow = isWeight(weight.read) && !isWeight(row.read) && row.read.isAffine() &&
               !row.read.getPredicate() && row.cast->hasOneUse() && row.read->hasOneUse() &&
               isUsedOften(compute, row.read);
  return isRow ? row : WideRead{};
}

static Value widen(OpBuilder &builder, Location loc, bool isUnsigned, Value byte) {
  Type type = builder.getI16Type();
  return isUnsigned ? arith::ExtUIOp::create(builder, loc, type, byte).getResult()
                    : arith::ExtSIOp::create(builder, loc, type, byte).getResult();
}

/// A stage like the one that makes the bytes, of wider numbers.
static ComputeOp cloneWide(ComputeOp producer, bool isUnsigned) {
  OpBuilder builder(producer);
  SmallVector<AxisSpec> axes;
  for (unsigned axis = 0; axis < producer.getNumAxes(); ++axis)
    axes.push_back({producer.getAxisName(axis).str(), producer.getMixedExtent(axis)});
  RankedTensorType type = producer.getTensorType().clone(builder.getI16Type());
  return ComputeOp::create(
      builder, producer.getLoc(), type, producer.getStage(), axes, ArrayRef<AxisSpec>(),
      Combiner::None, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(producer.getAxes(), arguments);
        for (Operation &op : producer.getBody().front().without_terminator())
          b.clone(op, mapping);
        return widen(b, loc, isUnsigned, mapping.lookupOrDefault(producer.getYield().getValue()));
      });
}

/// A name that no stage of the reduction's kernel has.
static std::string getWideName(ComputeOp reduction) {
  llvm::StringSet<> names;
  reduction->getParentOfType<func::FuncOp>().walk([&](Operation *op) {
    if (std::optional<StringRef> name = getStageName(op))
      names.insert(*name);
  });
  std::string name = reduction.getStage().str();
  do
    name += ".wide";
  while (names.contains(name));
  return name;
}

/// A stage of its own for the elements of a tensor.
static ComputeOp createWide(ComputeOp reduction, Value source, bool isUnsigned) {
  OpBuilder builder(reduction);
  Location loc = reduction.getLoc();
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<AxisSpec> axes;
  for (auto [dim, extent] : llvm::enumerate(tensor::getMixedSizes(builder, loc, source)))
    axes.push_back({"d" + std::to_string(dim), extent});
  return ComputeOp::create(
      builder, loc, type.clone(builder.getI16Type()), getWideName(reduction), axes,
      ArrayRef<AxisSpec>(), Combiner::None, [&](OpBuilder &b, Location at, ValueRange arguments) {
        SmallVector<AffineExpr> indices;
        for (unsigned dim = 0; dim < arguments.size(); ++dim)
          indices.push_back(b.getAffineDimExpr(dim));
        return widen(b, at, isUnsigned, ReadOp::create(b, at, source, indices, arguments));
      });
}

static void widenRow(ComputeOp reduction, WideRead row) {
  bool isUnsigned = isa<arith::ExtUIOp>(row.cast);
  Value source = row.read.getSource();
  auto producer = source.getDefiningOp<ComputeOp>();
  bool isOwn =
      producer && producer->getNumResults() == 1 && !producer.hasReduction() && source.hasOneUse();
  ComputeOp wide =
      isOwn ? cloneWide(producer, isUnsigned) : createWide(reduction, source, isUnsigned);
  OpBuilder builder(row.read);
  Value read = ReadOp::create(builder, row.read.getLoc(), wide, row.read.getMap().getResults(),
                              row.read.getIndexOperands());
  Value value = arith::ExtSIOp::create(builder, row.cast->getLoc(), builder.getI32Type(), read);
  row.cast->replaceAllUsesWith(ValueRange{value});
  row.cast->erase();
  row.read.erase();
  if (isOwn)
    producer.erase();
}

namespace {
struct WidenBytes : dl::te::impl::WidenBytesPassBase<WidenBytes> {
  void runOnOperation() override {
    if (!isFreeKernel(getOperation()))
      return;
    for (ComputeOp reduction : llvm::to_vector(getOperation().getOps<ComputeOp>()))
      if (WideRead row = findRow(reduction)) {
        widenRow(reduction, row);
        ++numWidened;
      }
  }
};
} // namespace
