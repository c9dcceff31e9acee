//===-- CollapseAxes.cpp - axes that run together are one -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// te-collapse-axes: rewrites kernels and their calls for axes that are one (JoinAnalysis.h).
//
//===----------------------------------------------------------------------===//
#include "FreeKernels.h"
#include "JoinAnalysis.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace dl::te {
#define GEN_PASS_DEF_COLLAPSEAXESPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

static ReassociationIndices getGroup(const Joins &joins, int64_t first) {
  ReassociationIndices group = {first};
  for (; joins[group.back()]; ++first)
    group.push_back(first + 1);
  return group;
}

static SmallVector<ReassociationIndices> getGroups(const Joins &joins) {
  SmallVector<ReassociationIndices> groups;
  for (size_t first = 0; first < joins.size(); first += groups.back().size())
    groups.push_back(getGroup(joins, static_cast<int64_t>(first)));
  return groups;
}

static SmallVector<int64_t> collapse(ArrayRef<int64_t> extents, const Joins &joins) {
  SmallVector<int64_t> result;
  for (const ReassociationIndices &group : getGroups(joins)) {
    int64_t &extent = result.emplace_back(extents[group.front()]);
    for (int64_t dim : ArrayRef(group).drop_front())
      extent *= extents[dim];
  }
  return result;
}

static RankedTensorType collapse(RankedTensorType type, const Joins &joins) {
  return type.clone(collapse(type.getShape(), joins));
}

/// The read with joined axes and dimensions: the first axis stands for all that it was joined
/// with, whose own arguments go.
static void rewriteRead(ReadOp read, const Joins &source, const BitVector &erased) {
  MLIRContext *context = read.getContext();
  AxisScope scope = *getAxisScope(read);
  SmallVector<AffineExpr> indices, dims;
  for (auto [number, operand] : llvm::enumerate(read.getIndexOperands())) {
    std::optional<unsigned> axis = scope.getAxis(operand);
    dims.push_back(axis && erased[*axis] ? getAffineConstantExpr(0, context)
                                         : getAffineDimExpr(number, context));
  }
  for (const ReassociationIndices &group : getGroups(source))
    indices.push_back(dropUnitAxes(read, read.getMap().getResult(group.front())).replaceDims(dims));
  AffineMap map = AffineMap::get(dims.size(), 0, indices, context);
  IntegerSet predicate;
  if (std::optional<IntegerSet> before = read.getPredicate()) {
    SmallVector<AffineExpr> constraints;
    for (AffineExpr constraint : before->getConstraints())
      constraints.push_back(dropUnitAxes(read, constraint).replaceDims(dims));
    predicate = IntegerSet::get(dims.size(), 0, constraints, before->getEqFlags());
  }
  SmallVector<Value> operands(read.getIndexOperands());
  canonicalizeIndexing(map, predicate, operands);
  read.setMap(map);
  if (predicate)
    read.setPredicate(predicate);
  read.getIndexOperandsMutable().assign(operands);
}

/// An extent of a tensor whose dimensions were joined.
static void rewriteDim(tensor::DimOp dim, const Joins &joins) {
  int64_t number = *dim.getConstantIndex();
  number -= llvm::count(ArrayRef(joins).take_front(number), true);
  OpBuilder builder(dim);
  dim.getIndexMutable().assign(arith::ConstantIndexOp::create(builder, dim.getLoc(), number));
}

/// The reduced axes of one value, along which nothing is joined. A custom combiner may make
/// something else of one term.
static BitVector getUnitReductions(ComputeOp compute) {
  BitVector found(compute.getNumAxes());
  if (compute.getCombiner() == Combiner::Custom)
    return found;
  for (unsigned axis = compute.getNumSpatial(); axis < compute.getNumAxes(); ++axis)
    found[axis] = compute.getExtents()[axis] == 1 &&
                  llvm::all_of(compute.getAxes()[axis].getUsers(),
                               [](Operation *user) { return isa<ReadOp>(user); });
  return found;
}

/// The stage over joined axes; its results have joined dimensions.
static void rewriteStage(ComputeOp compute, JoinAnalysis &analysis) {
  Joins joins = analysis.getJoins(compute);
  BitVector erased = getUnitReductions(compute);
  // One that stands for those that it is joined with stays.
  for (unsigned axis = 0; axis < joins.size(); ++axis)
    if (joins[axis])
      erased.reset(axis);
  BitVector gone = erased;
  for (unsigned axis = 0; axis < joins.size(); ++axis)
    if (joins[axis])
      erased.set(axis + 1);
  for (ReadOp read : compute.getReads())
    rewriteRead(read, analysis.getJoins(read.getSource()), erased);
  for (Value result : compute->getResults())
    result.setType(collapse(cast<RankedTensorType>(result.getType()), analysis.getJoins(result)));
  Builder builder(compute.getContext());
  SmallVector<Attribute> names;
  SmallVector<int64_t> extents;
  int64_t numReduce = 0;
  for (auto [group, extent] :
       llvm::zip_equal(getGroups(joins), collapse(compute.getExtents(), joins))) {
    if (gone[group.front()])
      continue;
    extents.push_back(extent);
    std::string name;
    for (int64_t axis : group)
      name += (name.empty() ? "" : "_") + compute.getAxisName(axis).str();
    while (llvm::is_contained(names, builder.getStringAttr(name)))
      name += "_";
    names.push_back(builder.getStringAttr(name));
    numReduce += compute.isReduction(group.front());
  }
  compute.setExtents(extents);
  compute.setAxisNamesAttr(builder.getArrayAttr(names));
  compute.setNumReduce(numReduce);
  if (numReduce == 0)
    compute.setCombiner(Combiner::None);
  compute.getBody().front().eraseArguments(erased);
}

/// The operand of a call with joined dimensions.
static Value collapseOperand(OpBuilder &builder, Location loc, Value operand, const Joins &joins) {
  auto type = collapse(cast<RankedTensorType>(operand.getType()), joins);
  if (auto expand = operand.getDefiningOp<tensor::ExpandShapeOp>();
      expand && expand.getSrcType() == type)
    return expand.getSrc();
  if (operand.getDefiningOp<tensor::EmptyOp>() && type.hasStaticShape())
    return tensor::EmptyOp::create(builder, loc, type, ValueRange());
  return tensor::CollapseShapeOp::create(builder, loc, type, operand, getGroups(joins));
}

static void rewriteCall(func::CallOp call, func::FuncOp kernel, ArrayRef<Joins> arguments) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  SmallVector<Value> operands(call.getOperands());
  for (auto [operand, joins] : llvm::zip_equal(operands, arguments))
    if (llvm::is_contained(joins, true))
      operand = collapseOperand(builder, loc, operand, joins);
  auto made = func::CallOp::create(builder, loc, kernel, operands);
  made->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  unsigned first = arguments.size() - call.getNumResults();
  for (auto [number, result] : llvm::enumerate(call.getResults())) {
    Value value = made.getResult(number);
    const Joins &joins = arguments[first + number];
    if (!llvm::is_contained(joins, true)) {
      result.replaceAllUsesWith(value);
      continue;
    }
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<OpFoldResult> extents;
    for (auto [group, ofGroup] : llvm::enumerate(getGroups(joins)))
      for (int64_t dim : ofGroup)
        extents.push_back(type.isDynamicDim(dim)
                              ? tensor::getMixedSize(builder, loc, value, group)
                              : OpFoldResult(builder.getIndexAttr(type.getDimSize(dim))));
    result.replaceAllUsesWith(
        tensor::ExpandShapeOp::create(builder, loc, type, value, getGroups(joins), extents));
  }
  llvm::SmallSetVector<Operation *, 8> makers;
  for (Value operand : call.getOperands())
    if (Operation *maker = operand.getDefiningOp())
      makers.insert(maker);
  call.erase();
  for (Operation *maker : makers)
    if (isOpTriviallyDead(maker))
      maker->erase();
}

namespace {
struct CollapseAxes : dl::te::impl::CollapseAxesPassBase<CollapseAxes> {
  void runOnOperation() override {
    llvm::MapVector<StringAttr, SmallVector<func::CallOp>> calls;
    getOperation().walk(
        [&](func::CallOp call) { calls[call.getCalleeAttr().getAttr()].push_back(call); });
    SymbolTable symbols(getOperation());
    for (auto &[name, ofKernel] : calls) {
      auto kernel = symbols.lookup<func::FuncOp>(name);
      if (kernel && kernel.isPrivate() && isFreeKernel(kernel))
        collapse(kernel, ofKernel);
    }
  }

  void collapse(func::FuncOp kernel, ArrayRef<func::CallOp> calls) {
    JoinAnalysis analysis(kernel);
    bool hasUnits = llvm::any_of(kernel.getOps<ComputeOp>(), [](ComputeOp compute) {
      return getUnitReductions(compute).any();
    });
    if (!analysis.findsAny() && !hasUnits)
      return;
    ++numCollapsed;
    SmallVector<Joins> arguments;
    SmallVector<Type> types, results;
    for (BlockArgument argument : kernel.getArguments()) {
      arguments.emplace_back();
      if (auto type = dyn_cast<RankedTensorType>(argument.getType())) {
        arguments.back() = analysis.getJoins(argument);
        types.push_back(::collapse(type, arguments.back()));
      } else {
        types.push_back(argument.getType());
      }
    }
    for (ComputeOp compute : llvm::make_early_inc_range(kernel.getOps<ComputeOp>()))
      rewriteStage(compute, analysis);
    for (auto dim : kernel.getOps<tensor::DimOp>())
      if (Joins joins = analysis.getJoins(dim.getSource()); getKnownDim(*dim))
        rewriteDim(dim, joins);
    for (auto [argument, type] : llvm::zip_equal(kernel.getArguments(), types))
      argument.setType(type);
    unsigned first = types.size() - getNumDestinations(kernel);
    llvm::append_range(results, ArrayRef(types).drop_front(first));
    kernel.setFunctionType(FunctionType::get(&getContext(), types, results));
    for (func::CallOp call : calls)
      rewriteCall(call, kernel, arguments);
  }
};
} // namespace
