//===-- AlternateSteps.cpp - steps that turn round --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-alternate-steps: a kernel that goes through weights larger than the nearer caches in each step
// of a model's loop goes through them backwards in each second step, and begins with what the step
// before left there.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include <optional>
#include <tuple>

namespace dl::cpu {
#define GEN_PASS_DEF_ALTERNATESTEPSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// Weights of more than so many times the nearer caches find next to nothing there.
static constexpr int64_t farWeights = 16;

/// Fewer steps and panels have no use of it.
static constexpr int64_t fewestSteps = 3, fewestPanels = 4;

/// The buffer that a value is a view of.
static Value getBuffer(Value value) {
  auto view = dyn_cast<MemrefValue>(value);
  return view ? Value(memref::skipViewLikeOps(view)) : value;
}

/// How often a loop of known bounds runs; 0 for another one.
static int64_t getTrips(scf::ForOp loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips ? trips->getSExtValue() : 0;
}

/// True for an index that only loops decide, not data.
static bool isOfLoops(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    // What a loop carries may come from data.
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return !loop || argument == loop.getInductionVar();
  }
  Operation *op = value.getDefiningOp();
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           return operand.getType().isIndex() && isOfLoops(operand);
         });
}

/// True where what an operation writes, and through which views, is said by loops alone.
static bool writesWhereLoopsSay(Operation *op, Value written) {
  auto areOfLoops = [](Operation *user) {
    return llvm::all_of(user->getOperands(), [](Value operand) {
      return !operand.getType().isIndex() || isOfLoops(operand);
    });
  };
  for (Operation *view = written.getDefiningOp(); isa_and_nonnull<ViewLikeOpInterface>(view);
       view = view->getOperand(0).getDefiningOp())
    if (!areOfLoops(view))
      return false;
  return areOfLoops(op);
}

/// True for a loop that reads nothing of what it writes, but for buffers of an iteration, and
/// writes where loops say: each iteration may come at any time. A sum that grows in a buffer is
/// read, and updates of which the last one stands go where data say.
static bool areIterationsApart(scf::ForOp loop) {
  llvm::SmallPtrSet<Value, 4> read, written;
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ? WalkResult::advance()
                                                                : WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> found;
    effects.getEffects(found);
    for (const MemoryEffects::EffectInstance &effect : found) {
      Value value = effect.getValue();
      if (!value)
        return WalkResult::interrupt();
      Value buffer = getBuffer(value);
      if (!loop.isDefinedOutsideOfLoop(buffer)) {
        // What is chosen or carried may come from outside.
        if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(buffer.getDefiningOp()))
          return WalkResult::interrupt();
        continue;
      }
      bool isWrite = isa<MemoryEffects::Write>(effect.getEffect());
      if (isWrite && !writesWhereLoopsSay(op, value))
        return WalkResult::interrupt();
      (isWrite ? written : read).insert(buffer);
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted() &&
         llvm::none_of(written, [&](Value buffer) { return read.contains(buffer); });
}

/// The only outermost loop of a kernel over panels of an operand.
static scf::ForOp findPanels(func::FuncOp kernel, unsigned operand) {
  scf::ForOp found;
  for (auto loop : kernel.getBody().front().getOps<scf::ForOp>()) {
    bool reads = false;
    loop.getBody()->walk([&](Operation *op) {
      reads |= llvm::any_of(op->getOperands(), [&](Value value) {
        return isa<MemRefType>(value.getType()) && getBuffer(value) == kernel.getArgument(operand);
      });
    });
    if (!reads || getTrips(loop) < fewestPanels)
      continue;
    if (found)
      return {};
    found = loop;
  }
  return found && found.getNumResults() == 0 && areIterationsApart(found) ? found : scf::ForOp();
}

namespace {
struct AlternateStepsPass : public dl::cpu::impl::AlternateStepsPassBase<AlternateStepsPass> {
  using AlternateStepsPassBase::AlternateStepsPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main)
      return;
    backwards.clear();
    near = dl::schedule::getTarget(getOperation())->getNearBytes();
    SmallVector<std::tuple<scf::ForOp, func::CallOp, unsigned>> found;
    main.walk([&](scf::ForOp steps) {
      if (int64_t trips = getTrips(steps); trips != 0 && trips < fewestSteps)
        return;
      for (auto call : steps.getBody()->getOps<func::CallOp>())
        if (std::optional<unsigned> weights = findAlternated(call, steps))
          found.push_back({steps, call, *weights});
    });
    for (auto [steps, call, weights] : found)
      alternate(call, steps, weights);
  }

private:
  int64_t near = 0;
  /// The kernels that go the other way.
  llvm::DenseMap<Operation *, func::FuncOp> backwards;

  func::FuncOp getKernel(func::CallOp call) {
    auto kernel = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
    return kernel && dl::te::isKernel(kernel) && !kernel.isExternal() ? kernel : func::FuncOp();
  }

  static bool isWritten(func::FuncOp kernel, unsigned argument) {
    return static_cast<bool>(
        kernel.getArgAttr(argument, dl::te::TeDialect::getDestinationAttrName()));
  }

  /// The largest operand of a call that is the same in all steps; none where it is no more than the
  /// nearer caches hold, or far more.
  std::optional<unsigned> findWeights(func::CallOp call, func::FuncOp kernel, scf::ForOp steps) {
    std::optional<unsigned> found;
    int64_t most = near;
    for (auto [index, operand] : llvm::enumerate(call.getOperands()))
      if (auto type = dyn_cast<MemRefType>(operand.getType());
          type && !isWritten(kernel, index) && steps.isDefinedOutsideOfLoop(operand))
        if (int64_t bytes = dl::codegen::getByteSize(type); bytes > most) {
          found = index;
          most = bytes;
        }
    return most <= farWeights * near ? found : std::nullopt;
  }

  /// Bytes that a step touches besides the weights; as many as there may be where a run knows.
  int64_t getOtherBytes(scf::ForOp steps, func::CallOp call, unsigned weights) {
    llvm::SmallPtrSet<Value, 8> seen = {call.getOperand(weights)};
    int64_t all = 0;
    steps.getBody()->walk([&](Operation *op) {
      if (isa<ViewLikeOpInterface>(op))
        return;
      for (Value operand : op->getOperands())
        if (auto type = dyn_cast<MemRefType>(operand.getType());
            type && seen.insert(operand).second)
          all += type.hasStaticShape() ? dl::codegen::getByteSize(type) : near;
    });
    return all;
  }

  /// The weights that a call is best to go through backwards in each second step.
  std::optional<unsigned> findAlternated(func::CallOp call, scf::ForOp steps) {
    func::FuncOp kernel = getKernel(call);
    std::optional<unsigned> weights =
        kernel ? findWeights(call, kernel, steps) : std::optional<unsigned>();
    if (!weights || getOtherBytes(steps, call, *weights) > near * 3 / 4)
      return std::nullopt;
    // A result that is an operand as well is read and written; what is chosen or carried may be
    // one.
    llvm::SmallDenseMap<Value, unsigned> uses;
    for (Value operand : call.getOperands())
      if (isa<BaseMemRefType>(operand.getType())) {
        Value buffer = getBuffer(operand);
        auto argument = dyn_cast<BlockArgument>(buffer);
        if (argument ? !isa<func::FuncOp>(argument.getOwner()->getParentOp())
                     : !isa<memref::AllocOp>(buffer.getDefiningOp()))
          return std::nullopt;
        ++uses[buffer];
      }
    for (auto [index, operand] : llvm::enumerate(call.getOperands()))
      if (isWritten(kernel, index) && uses.lookup(getBuffer(operand)) != 1)
        return std::nullopt;
    return findPanels(kernel, *weights) ? weights : std::nullopt;
  }

  /// A copy of a kernel whose loop over panels begins with the last one.
  func::FuncOp getBackwards(func::FuncOp kernel, unsigned weights) {
    func::FuncOp &known = backwards[kernel];
    if (known)
      return known;
    known = kernel.clone();
    known.setSymName((kernel.getSymName() + "_backwards").str());
    SymbolTable(getOperation()).insert(known, std::next(kernel->getIterator()));
    OpBuilder builder(known);
    scf::ForOp loop = findPanels(known, weights);
    int64_t low = *getConstantIntValue(loop.getLowerBound()),
            step = *getConstantIntValue(loop.getStep());
    builder.setInsertionPointToStart(loop.getBody());
    AffineExpr turned = builder.getAffineConstantExpr(2 * low + (getTrips(loop) - 1) * step) -
                        builder.getAffineDimExpr(0);
    auto panel = affine::AffineApplyOp::create(builder, loop.getLoc(), AffineMap::get(1, 0, turned),
                                               loop.getInductionVar());
    loop.getInductionVar().replaceAllUsesExcept(panel, panel);
    return known;
  }

  void alternate(func::CallOp call, scf::ForOp steps, unsigned weights) {
    func::FuncOp turned = getBackwards(getKernel(call), weights);
    OpBuilder builder(call);
    Location loc = call.getLoc();
    Value number =
        arith::SubIOp::create(builder, loc, steps.getInductionVar(), steps.getLowerBound());
    number = arith::DivUIOp::create(builder, loc, number, steps.getStep());
    Value two = arith::ConstantIndexOp::create(builder, loc, 2);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value isEven = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         arith::RemUIOp::create(builder, loc, number, two), zero);
    auto branch = scf::IfOp::create(builder, loc, isEven, /*withElseRegion=*/true);
    OpBuilder other = branch.getElseBodyBuilder();
    auto back = cast<func::CallOp>(other.clone(*call));
    back.setCallee(turned.getSymName());
    call->moveBefore(branch.thenYield());
    ++numAlternated;
  }
};
} // namespace
