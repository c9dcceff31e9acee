//===-- ScheduleDefault.cpp - write a schedule for each kernel ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-default and what its rules share. Input: the te level.
// Output: the same kernels, each with a named sequence that says how its loops
// are to be made.
//
//===----------------------------------------------------------------------===//
#include "DefaultRules.h"

#include "dl/Dialect/Schedule/IR/BoundedExprs.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEDEFAULTPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// Number of points of a stage's iteration space.
static int64_t getVolume(te::ComputeOp stage) {
  int64_t volume = 1;
  for (int64_t extent : stage.getExtents())
    volume *= getAssumed(extent);
  return volume;
}

int64_t DefaultScheduler::getLanes(Type elementType) const {
  // An index is as wide as the machine's.
  int64_t bits = elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 64;
  return std::max<int64_t>(1, target.vector.bytes * 8 / bits);
}

DefaultScheduler::DefaultScheduler(func::FuncOp kernel, const Target &target, RuleOptions options,
                                   SequenceWriter &writer)
    : kernel(kernel), target(target), options(options), writer(writer) {
  llvm::append_range(stages, te::getComputes(kernel));
}

StageHandle DefaultScheduler::getHandle(te::ComputeOp stage) {
  StageHandle &handle = handles[stage];
  if (!handle.handle)
    handle = writer.getStage(stage);
  return handle;
}

bool DefaultScheduler::isResult(te::ComputeOp stage) const {
  return llvm::any_of(stage->getUsers(), [](Operation *user) {
    return !isa<te::ReadOp>(user) || !isa<te::ComputeOp>(user->getParentOp());
  });
}

SmallVector<te::ComputeOp> DefaultScheduler::getReaders(te::ComputeOp stage) const {
  llvm::SetVector<Operation *> readers;
  for (Operation *user : stage->getUsers()) {
    auto reader = dyn_cast<te::ComputeOp>(user->getParentOp());
    if (!isa<te::ReadOp>(user) || !reader)
      continue;
    if (!isInlined(reader))
      readers.insert(reader);
    else
      for (te::ComputeOp outer : getReaders(reader))
        readers.insert(outer);
  }
  SmallVector<te::ComputeOp> result;
  for (Operation *reader : readers)
    result.push_back(cast<te::ComputeOp>(reader));
  llvm::sort(result, [&](te::ComputeOp a, te::ComputeOp b) {
    return llvm::find(stages, a) < llvm::find(stages, b);
  });
  return result;
}

SmallVector<Access> DefaultScheduler::getAccesses(te::ComputeOp stage) const {
  SmallVector<Access> accesses;
  for (te::ReadOp read : stage.getReads()) {
    Access access{read, {}};
    access.strides.assign(stage.getNumAxes(), 0);
    // Values from outside of the stage, as the time of a scan, do not move the access.
    te::AxisScope scope = *te::getAxisScope(read);
    bool isAffine = llvm::all_of(read.getIndexOperands(), [&](Value operand) {
      return scope.getAxis(operand) || operand.getParentRegion() != &stage.getBody();
    });
    if (!isAffine) {
      access.strides.assign(stage.getNumAxes(), std::nullopt);
      accesses.push_back(access);
      continue;
    }
    // Variables without a known end: floordiv and mod stay, as not linear.
    BoundedExprs exprs(stage.getContext());
    SmallVector<std::optional<unsigned>> axisOf;
    for (Value operand : read.getIndexOperands()) {
      exprs.addVariable(std::numeric_limits<int32_t>::max());
      axisOf.push_back(scope.getAxis(operand));
    }
    int64_t scale = 1;
    for (auto [index, extent] : llvm::reverse(
             llvm::zip_equal(read.getMap().getResults(), read.getSourceType().getShape()))) {
      for (const auto &[atom, coefficient] : exprs.flatten(index).terms) {
        if (!atom.sum) {
          if (!axisOf[atom.variable])
            continue;
          auto &stride = access.strides[*axisOf[atom.variable]];
          if (stride)
            *stride += coefficient * scale;
          continue;
        }
        for (unsigned i = 0; i < axisOf.size(); ++i)
          if (axisOf[i] && atom.dependsOn(i))
            access.strides[*axisOf[i]] = std::nullopt;
      }
      scale *= getAssumed(extent);
    }
    accesses.push_back(access);
  }
  return accesses;
}

bool DefaultScheduler::leadsTo(te::ComputeOp producer, te::ComputeOp stage) const {
  return llvm::any_of(stage.getReads(), [&](te::ReadOp read) {
    auto source = read.getSource().getDefiningOp<te::ComputeOp>();
    return source && (source == producer || (isInlined(source) && leadsTo(producer, source)));
  });
}

/// True if a read is at its stage's spatial axes in their order.
static bool isIdentityRead(te::ReadOp read, te::ComputeOp stage) {
  if (!read.isAffine() || read.getPredicate() ||
      read.getMap().getNumResults() != stage.getNumSpatial())
    return false;
  for (auto [i, index] : llvm::enumerate(read.getMap().getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim || cast<BlockArgument>(read.getIndexOperands()[dim.getPosition()]).getArgNumber() != i)
      return false;
  }
  return true;
}

bool DefaultScheduler::isReadPointwise(te::ComputeOp producer, te::ComputeOp reader) const {
  return llvm::all_of(reader.getReads(), [&](te::ReadOp read) {
    auto source = read.getSource().getDefiningOp<te::ComputeOp>();
    if (!source)
      return true;
    if (source == producer)
      return isIdentityRead(read, reader);
    if (!isInlined(source) || !leadsTo(producer, source))
      return true;
    return isIdentityRead(read, reader) && isReadPointwise(producer, source);
  });
}

KernelSchedule DefaultScheduler::getPlacements() const {
  KernelSchedule placements = buildKernelSchedule(kernel);
  for (auto [number, stage] : llvm::enumerate(stages))
    if (isInlined(stage))
      placements[number].tree.placeInline();
  return placements;
}

bool DefaultScheduler::isExpensive(te::ComputeOp stage) const {
  bool expensive = llvm::any_of(stage.getBody().front(), [](Operation &op) {
    return isa_and_nonnull<math::MathDialect>(op.getDialect());
  });
  return expensive || llvm::any_of(stage.getReads(), [&](te::ReadOp read) {
           auto source = read.getSource().getDefiningOp<te::ComputeOp>();
           return source && isInlined(source) && isExpensive(source);
         });
}

bool DefaultScheduler::isReadInSteps(te::ComputeOp stage, unsigned axis) const {
  return llvm::all_of(getAccesses(stage), [&](const Access &access) {
    if (!access.strides[axis])
      return false;
    auto source = access.read.getSource().getDefiningOp<te::ComputeOp>();
    if (!source || !isInlined(source))
      return true;
    for (auto [dim, index] : llvm::enumerate(access.read.getMap().getResults()))
      for (auto [i, operand] : llvm::enumerate(access.read.getIndexOperands()))
        if (index.isFunctionOfDim(i) && operand == stage.getAxes()[axis] &&
            !isReadInSteps(source, dim))
          return false;
    return true;
  });
}

/// True where computing an element twice costs more than keeping it.
static bool hasMath(te::ComputeOp stage) {
  return llvm::any_of(stage.getBody().front(), [](Operation &op) {
    return isa_and_nonnull<math::MathDialect>(op.getDialect()) || isa<arith::DivFOp>(op);
  });
}

void DefaultScheduler::inlineCheapStages() {
  for (te::ComputeOp stage : stages) {
    if (stage.hasReduction() || isResult(stage))
      continue;
    bool guarded =
        llvm::any_of(stage.getReads(), [](te::ReadOp read) { return bool(read.getPredicate()); });
    unsigned numReads = 0;
    bool readGuarded = false, recomputed = false, ofStage = false, inOtherScope = false;
    for (Operation *user : stage->getUsers()) {
      auto read = cast<te::ReadOp>(user);
      readGuarded |= static_cast<bool>(read.getPredicate());
      inOtherScope |= read->getParentOp()->getBlock() != stage->getBlock();
      recomputed |= getVolume(cast<te::ComputeOp>(read->getParentOp())) > getVolume(stage);
      ++numReads;
    }
    for (te::ReadOp read : stage.getReads())
      ofStage |= static_cast<bool>(read.getSource().getDefiningOp<te::ComputeOp>());
    // Steps of a scan would compute it again and again.
    if (guarded || readGuarded || inOtherScope || numReads == 0 || (numReads > 1 && hasMath(stage)))
      continue;
    // Elements from all over a tensor are fetched one by one: vectors of formulas
    // that cost more than the fetch are computed after it.
    unsigned last = stage.getNumSpatial();
    bool isGather = last > 0 && !isReadInSteps(stage, last - 1);
    if (isGather && llvm::any_of(stage->getUsers(), [](Operation *user) {
          return hasMath(cast<te::ComputeOp>(user->getParentOp()));
        }))
      continue;
    // What every element of a row would compute again is kept with the row.
    if (recomputed && (ofStage || hasMath(stage)))
      continue;
    inlined.insert(stage);
    markDone(stage);
    writer.computeInline(getHandle(stage));
  }
}

void DefaultScheduler::run() {
  inlineCheapStages();
  // From the results backwards: a rule may take producers along with a stage.
  for (te::ComputeOp stage : llvm::reverse(stages)) {
    if (isDone(stage))
      continue;
    // Nothing is computed along an axis of no elements: no tile has its size.
    if (llvm::is_contained(stage.getExtents(), 0)) {
      markDone(stage);
      continue;
    }
    if (scheduleRows(*this, stage) || scheduleReduction(*this, stage))
      continue;
    schedulePointwise(*this, stage);
  }
}

void dl::schedule::markParallel(DefaultScheduler &scheduler, StageHandle stage,
                                ArrayRef<Axis> outer) {
  // Enough iterations that uneven shares do not matter, no more: each one costs.
  constexpr int64_t enough = 16;
  int64_t iterations = 1;
  if (!scheduler.getOptions().parallel)
    return;
  for (const Axis &axis : outer) {
    // Each rest of a dynamic axis would be a parallel loop of its own.
    if (axis.reduction || iterations >= enough || (axis.hasTail && iterations > 1))
      return;
    scheduler.getWriter().parallel(stage, axis);
    // An extent known only at run time may be one.
    if (!axis.dynamic || axis.hasTail)
      iterations *= axis.extent;
  }
}

namespace {
struct ScheduleDefault : dl::schedule::impl::ScheduleDefaultPassBase<ScheduleDefault> {
  using ScheduleDefaultPassBase::ScheduleDefaultPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto target = readTarget(module);
    if (failed(target))
      return signalPassFailure();
    // All sequences stand in one module beside the kernels.
    ModuleOp library;
    for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!te::isKernel(kernel) || hasSchedule(kernel))
        continue;
      if (!library)
        library = getSequences(module);
      {
        SequenceWriter writer(library, kernel.getSymName(), kernel.getLoc());
        DefaultScheduler(kernel, **target, {vectorize, parallel}, writer).run();
      }
      kernel->setAttr(ScheduleDialect::getSequenceAttrName(),
                      SymbolRefAttr::get(library.getSymNameAttr(),
                                         FlatSymbolRefAttr::get(kernel.getSymNameAttr())));
    }
  }
};
} // namespace
