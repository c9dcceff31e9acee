//===-- KernelSchedule.cpp - from kernels in IR to plain C++ and back -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads trees and indices from te.compute, and stores trees.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"

#include "KernelWork.h"
#include "dl/Dialect/Schedule/IR/BoundedExprs.h"
#include "dl/Dialect/Schedule/IR/IntrinsicMatch.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;

IterationTree dl::schedule::getDefaultTree(te::ComputeOp compute) {
  IterationTree tree;
  for (auto [axis, extent] : llvm::enumerate(compute.getExtents()))
    tree.addRoot(compute.getAxisName(axis).str(),
                 ShapedType::isDynamic(extent) ? dynamicExtent : extent,
                 compute.isReduction(axis) ? AxisKind::Reduction : AxisKind::Spatial);
  return tree;
}

IterationTree dl::schedule::getTree(te::ComputeOp compute) {
  auto attribute = compute->getAttrOfType<TreeAttr>(ScheduleDialect::getTreeAttrName());
  return attribute ? attribute.getTree() : getDefaultTree(compute);
}

void dl::schedule::setTree(te::ComputeOp compute, const IterationTree &tree) {
  if (tree == getDefaultTree(compute)) {
    compute->removeAttr(ScheduleDialect::getTreeAttrName());
    return;
  }
  compute->setAttr(ScheduleDialect::getTreeAttrName(), TreeAttr::get(compute.getContext(), tree));
}

SmallVector<te::ComputeOp> dl::schedule::getStages(func::FuncOp kernel) {
  return te::getComputes(kernel);
}

bool dl::schedule::hasTrees(func::FuncOp kernel) {
  return llvm::any_of(getStages(kernel), [](te::ComputeOp compute) {
    return compute->hasAttr(ScheduleDialect::getTreeAttrName());
  });
}

bool dl::schedule::hasSchedule(func::FuncOp kernel) {
  return kernel->hasAttr(ScheduleDialect::getSequenceAttrName()) || hasTrees(kernel);
}

bool dl::schedule::isUpdatedInPlace(te::ScatterOp scatter) {
  Value base = scatter.getBase();
  return base.hasOneUse() && base.getDefiningOp<te::ComputeOp>() &&
         base.getParentBlock() == scatter->getBlock() && scatter.getTensorType().hasStaticShape();
}

/// An index with quotients and remainders as a sum over the axes of the stage.
static LoopExpr getDigits(OperandRange operands, AffineExpr expr, te::ComputeOp compute) {
  BoundedExprs exprs(compute.getContext());
  for (int64_t extent : compute.getExtents())
    exprs.addVariable(ShapedType::isDynamic(extent) ? unknownExtent : std::max<int64_t>(extent, 1));
  SmallVector<AffineExpr> axes;
  for (Value operand : operands) {
    auto argument = dyn_cast<BlockArgument>(operand);
    bool isAxis = argument && argument.getOwner() == &compute.getBody().front();
    axes.push_back(isAxis ? getAffineDimExpr(argument.getArgNumber(), compute.getContext())
                          : getAffineConstantExpr(0, compute.getContext()));
  }
  return exprs.flatten(expr.replaceDims(axes));
}

/// One index of a read over the axes of the stage.
static IndexExpression getIndex(te::ReadOp read, AffineExpr expr, te::ComputeOp compute) {
  IndexExpression index;
  index.coefficients.assign(compute.getNumAxes(), 0);
  OperandRange operands = read.getIndexOperands();
  std::optional<te::LinearForm> form = te::getLinearForm(expr, operands.size());
  index.kind = form ? IndexKind::Affine : IndexKind::QuasiAffine;
  index.constant = form ? form->constant : 0;
  for (auto [dim, operand] : llvm::enumerate(operands)) {
    if (!expr.isFunctionOfDim(dim))
      continue;
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument || argument.getOwner() != &compute.getBody().front()) {
      if (form) {
        index.dataAxes.resize(compute.getNumAxes());
        for (Value origin : te::getOrigins(operand, compute))
          if (auto axis = dyn_cast<BlockArgument>(origin);
              axis && axis.getOwner() == &compute.getBody().front())
            index.dataAxes[axis.getArgNumber()] = true;
      }
      index.kind = IndexKind::Gathered;
      continue;
    }
    index.coefficients[argument.getArgNumber()] += form ? form->coefficients[dim] : 1;
  }
  if (index.kind == IndexKind::QuasiAffine)
    index.digits = getDigits(operands, expr, compute);
  return index;
}

/// What a use of a stage's value is, where it takes all of the value and is no return.
static std::string describeUse(OpOperand &use) {
  Operation *user = use.getOwner();
  auto read = dyn_cast<te::ReadOp>(user);
  auto stage = dyn_cast<te::StageOpInterface>(user);
  if (!stage && (read || user->hasTrait<OpTrait::IsTerminator>()))
    stage = dyn_cast<te::StageOpInterface>(user->getParentOp());
  if (!stage)
    return "";
  StringRef role = !read                 ? stage.getRoleOf(use)
                   : read.getPredicate() ? StringRef("read under a condition by")
                                         : StringRef("read by");
  return (role + " " + stage->getName().getStringRef() + " \"" +
          stage.getStageNameAttr().getValue() + "\"")
      .str();
}

/// Notes what takes a stage whole; a return of the kernel is named before all others.
static void addTakers(te::ComputeOp compute, StageSchedule &stage) {
  for (OpOperand &use : compute->getUses()) {
    if (isa<te::ReadOp>(use.getOwner()) && isa<te::ComputeOp>(use.getOwner()->getParentOp()))
      continue;
    std::string taker = describeUse(use);
    auto read = dyn_cast<te::ReadOp>(use.getOwner());
    bool isInUpdate = read && !read.getPredicate();
    // What hinders most is named.
    if (!stage.isResult || taker.empty() || (!isInUpdate && stage.isInUpdates))
      stage.taker = taker;
    stage.isInUpdates = isInUpdate && (!stage.isResult || stage.isInUpdates);
    stage.isResult = true;
    if (taker.empty())
      return;
  }
}

static OperandLayout getLayout(func::FuncOp kernel, unsigned argument) {
  if (kernel.getArgAttr(argument, ScheduleDialect::getPrepackAttrName()))
    return OperandLayout::Given;
  return kernel.getArgAttr(argument, te::TeDialect::getLayoutFreeAttrName()) ? OperandLayout::Free
                                                                             : OperandLayout::Fixed;
}

/// The intrinsics that a step of a kernel can name.
static SmallVector<IntrinsicOp> getIntrinsics(func::FuncOp kernel) {
  Operation *table = kernel->getParentOp();
  if (!table || table->getNumRegions() != 1)
    return {};
  return llvm::to_vector(table->getRegion(0).getOps<IntrinsicOp>());
}

/// True if the result of the formula around a read is a product with what is read, or that.
static bool isFactor(te::ReadOp read) {
  Operation *op = read;
  while (op->hasOneUse()) {
    Operation *user = *op->user_begin();
    if (isa<te::YieldOp>(user))
      return user->getNumOperands() == 1;
    if (!isa<arith::MulFOp, arith::MulIOp, arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp>(user))
      return false;
    op = user;
  }
  return false;
}

KernelSchedule dl::schedule::buildKernelSchedule(func::FuncOp kernel) {
  KernelSchedule result;
  SmallVector<IntrinsicOp> intrinsics = getIntrinsics(kernel);
  result.target = getTarget(kernel);
  llvm::DenseMap<Value, int> numbers;
  for (Type type : kernel.getArgumentTypes().drop_back(te::getNumDestinations(kernel))) {
    std::vector<int64_t> &shape = result.operands.emplace_back();
    auto tensor = dyn_cast<RankedTensorType>(type);
    result.operandBytes.push_back(tensor ? getBytes(tensor.getElementType()) : 0);
    result.operandLayouts.push_back(getLayout(kernel, result.operandLayouts.size()));
    if (tensor)
      for (int64_t extent : tensor.getShape())
        shape.push_back(ShapedType::isDynamic(extent) ? dynamicExtent : extent);
  }
  llvm::DenseMap<Block *, int> scopes;
  for (te::ComputeOp compute : getStages(kernel)) {
    for (Value value : compute->getResults())
      numbers[value] = result.size();
    StageSchedule stage;
    stage.name = compute.getStage().str();
    stage.tree = getTree(compute);
    addTakers(compute, stage);
    stage.isTotal = llvm::all_of(compute.getBody().front().without_terminator(),
                                 [](Operation &op) { return te::isTotal(&op); });
    stage.resultBytes.clear();
    for (unsigned number = 0; number < compute->getNumResults(); ++number)
      stage.resultBytes.push_back(getBytes(compute.getTensorType(number).getElementType()));
    stage.formula = getFormulaWork(compute);
    stage.combination = getCombinationWork(compute);
    stage.computeBytes = getComputeBytes(compute);
    stage.isOrdered = compute.isOrdered();
    stage.isSum = compute.getCombiner() == te::Combiner::Add;
    if (!isa<func::FuncOp>(compute->getParentOp()))
      stage.scope = scopes.try_emplace(compute->getBlock(), scopes.size() + 1).first->second;
    for (te::ReadOp op : compute.getReads()) {
      StageRead read;
      auto number = numbers.find(op.getSource());
      auto argument = dyn_cast<BlockArgument>(op.getSource());
      if (number != numbers.end())
        read.stage = number->second;
      else if (argument && argument.getOwner() == &kernel.getBody().front())
        read.operand = argument.getArgNumber();
      read.isGuarded = op.getPredicate().has_value();
      read.isZeroOutside = read.isGuarded && (matchPattern(op.getOtherwise(), m_AnyZeroFloat()) ||
                                              matchPattern(op.getOtherwise(), m_Zero()));
      read.isFactor = isFactor(op);
      if (std::optional<IntegerSet> predicate = op.getPredicate())
        for (auto [expr, isEqual] :
             llvm::zip_equal(predicate->getConstraints(), predicate->getEqFlags()))
          read.constraints.push_back({getIndex(op, expr, compute), isEqual});
      for (AffineExpr expr : op.getMap().getResults())
        read.indices.push_back(getIndex(op, expr, compute));
      stage.reads.push_back(std::move(read));
    }
    for (IntrinsicOp intrinsic : intrinsics) {
      auto match = matchFormula(compute, intrinsic);
      if (auto *matching = std::get_if<MatchingIntrinsic>(&match))
        stage.intrinsics.push_back(std::move(*matching));
    }
    result.stages.push_back(std::move(stage));
  }
  return result;
}
