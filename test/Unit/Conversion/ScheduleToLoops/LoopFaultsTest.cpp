//===-- LoopFaultsTest.cpp - faults in loops are found --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the loops of kernels, breaks them, or their plans, in every place in several ways,
// and sees that the check which runs in every build says so.
//
//===----------------------------------------------------------------------===//
#include "Conversion/ScheduleToLoops/LoopCheck.h"

#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {

/// A product under its epilogue: splits that do not divide, threads, a guarded tail, the init
/// in an outer loop, a shifted tail. A stage in two buffers a step ahead of its reader. An
/// extent known only at run time, with loops of its own for one value.
constexpr const char *kernels = R"mlir(
func.func private @matmul(%a: tensor<20x12xf32>, %b: tensor<12x18xf32>,
                          %o: tensor<20x18xf32> {te.destination}) -> tensor<20x18xf32>
    attributes {te.kernel} {
  %c = te.compute "C" axes(i = 20, j = 18) reduce(k = 12) combine(add) : tensor<20x18xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=20, j=18) reduce(k=12) split(i by 8) split(j by 4, guard) split(k by 5) order(i.o, j.o, i.i, k.o, j.i, k.i) parallel(i.o) vectorize(j.i, k.i) init(i.i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<20x12xf32>
    %y = te.read %b[%k, %j] : tensor<12x18xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  %d = te.compute "D" axes(i = 20, j = 18) : tensor<20x18xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=20, j=18) split(j by 8, shift) order(j.o, i, j.i) vectorize(j.i)">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %c[%i, %j] : tensor<20x18xf32>
    %n = arith.negf %x : f32
    te.yield %n : f32
  }
  return %d : tensor<20x18xf32>
}

func.func private @ahead(%a: tensor<18x6xf32>, %o: tensor<16x6xf32> {te.destination})
    -> tensor<16x6xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 18, j = 6) : tensor<18x6xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=18, j=6) vectorize(j) double at(Q[2])">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<18x6xf32>
    %n = arith.negf %x : f32
    te.yield %n : f32
  }
  %q = te.compute "Q" axes(i = 16, j = 6) : tensor<16x6xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=16, j=6) split(i by 4) order(i.o, i.i, j) vectorize(j)">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %p[%i, %j] : tensor<18x6xf32>
    %y = te.read %p[%i + 2, %j] : tensor<18x6xf32>
    %s = arith.addf %x, %y : f32
    te.yield %s : f32
  }
  return %q : tensor<16x6xf32>
}
func.func private @open(%a: tensor<?x6xf32>, %o: tensor<?x6xf32> {te.destination})
    -> tensor<?x6xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x6xf32>
  %r = te.compute "R" axes(i = %n, j = 6) : tensor<?x6xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) split(i by 4) order(i.o, i.i, j) vectorize(i.i, j) specialize(i to 9)">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<?x6xf32>
    %n0 = arith.negf %x : f32
    te.yield %n0 : f32
  }
  return %r : tensor<?x6xf32>
}
)mlir";

struct LoopFaultsTest : testing::Test {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::vector<PlannedKernel> planned;
  std::vector<std::string> messages;

  LoopFaultsTest() {
    context.loadDialect<te::TeDialect, ScheduleDialect, func::FuncDialect, arith::ArithDialect,
                        affine::AffineDialect, linalg::LinalgDialect, scf::SCFDialect,
                        tensor::TensorDialect>();
    context.getDiagEngine().registerHandler(
        [&](Diagnostic &diagnostic) { messages.push_back(diagnostic.str()); });
    module = parseSourceString<ModuleOp>(kernels, &context);
    for (auto kernel : module->getOps<func::FuncOp>()) {
      FailureOr<PlannedKernel> plan = planKernel(kernel, PlanMode::Loops);
      EXPECT_TRUE(succeeded(plan) && succeeded(makeLoops(kernel)));
      planned.push_back(std::move(*plan));
    }
  }

  /// The kernels of a copy, made with this mapping, against the plans.
  bool isRight(ModuleOp copy, const IRMapping &mapping) {
    messages.clear();
    for (auto [kernel, plan] : llvm::zip_equal(copy.getOps<func::FuncOp>(), planned)) {
      PlannedKernel mapped = plan;
      for (PlannedKernel::Stage &stage : mapped.stages)
        for (OpFoldResult &extent : stage.extents)
          if (auto value = dyn_cast<Value>(extent))
            extent = mapping.lookupOrDefault(value);
      if (failed(checkLoops(kernel, mapped)))
        return false;
    }
    return true;
  }

  /// All operations of a module that `filter` likes, in order.
  template <typename Filter> static std::vector<Operation *> find(ModuleOp module, Filter filter) {
    std::vector<Operation *> found;
    module.walk([&](Operation *op) {
      if (filter(op))
        found.push_back(op);
    });
    return found;
  }

  /// Breaks each place that `filter` likes, one at a time, in a copy.
  template <typename Filter, typename Break> int breakEach(Filter filter, Break breakOne) {
    int count = find(*module, filter).size();
    for (int i = 0; i < count; ++i) {
      IRMapping mapping;
      OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->getOperation()->clone(mapping)));
      breakOne(find(*copy, filter)[i]);
      EXPECT_FALSE(isRight(*copy, mapping)) << "fault " << i << " is not found";
      EXPECT_FALSE(messages.empty());
    }
    return count;
  }

  /// Breaks each block of the plans, one at a time. `breakOne` tells whether it could.
  template <typename Break> int breakPlans(Break breakOne) {
    int count = 0;
    std::function<void(PlanBlock &)> visit = [&](PlanBlock &block) {
      for (size_t place = 0; place < block.size(); ++place) {
        PlanBlock saved = block;
        if (breakOne(block, place)) {
          ++count;
          EXPECT_FALSE(isRight(*module, {}))
              << "a fault at a node of kind " << static_cast<int>(saved[place].kind);
        }
        block = std::move(saved);
        for (PlanBlock &inner : block[place].blocks)
          visit(inner);
      }
    };
    for (PlannedKernel &kernel : planned)
      for (PlanBlock &block : kernel.plan.stages)
        visit(block);
    return count;
  }

  static void setBound(Operation *op, OpOperand &bound, int64_t change) {
    OpBuilder builder(op);
    bound.set(arith::AddIOp::create(builder, op->getLoc(), bound.get(),
                                    arith::ConstantIndexOp::create(builder, op->getLoc(), change)));
    if (auto value = getConstantIntValue(cast<arith::AddIOp>(bound.get().getDefiningOp()).getLhs()))
      bound.set(arith::ConstantIndexOp::create(builder, op->getLoc(), *value + change));
  }
};

bool isFor(Operation *op) { return isa<scf::ForOp>(op); }
bool isAxis(Operation *op) { return isFor(op) && op->hasAttr(loopAxisAttrName); }
bool isMarked(Operation *op) { return op->hasAttr(tileStageAttrName); }
/// Nodes that leave something to compare.
bool isShown(const PlanNode &node) {
  return node.kind == PlanKind::Loop ? !node.variables.empty()
                                     : node.kind != PlanKind::Part && node.kind != PlanKind::Clamp;
}

TEST_F(LoopFaultsTest, SoundLoopsPass) {
  EXPECT_TRUE(isRight(*module, {}));
  EXPECT_TRUE(messages.empty());
}

TEST_F(LoopFaultsTest, LoopsThatRunTooFarOrEndEarly) {
  for (int64_t change : {1, -1})
    EXPECT_GE(breakEach(isFor,
                        [&](Operation *op) {
                          setBound(op, cast<scf::ForOp>(op).getUpperBoundMutable(), change);
                        }),
              15);
}

TEST_F(LoopFaultsTest, LoopsThatBeginLateOrSkip) {
  EXPECT_GE(breakEach(isFor,
                      [](Operation *op) {
                        setBound(op, cast<scf::ForOp>(op).getLowerBoundMutable(), 1);
                      }),
            15);
  EXPECT_GE(
      breakEach(isFor,
                [](Operation *op) { setBound(op, cast<scf::ForOp>(op).getStepMutable(), 1); }),
      15);
}

TEST_F(LoopFaultsTest, LoopsOfOtherAxes) {
  OpBuilder builder(&context);
  // None of the stage's, and one that is in the register tile.
  for (const char *name : {"q", "j"})
    EXPECT_GE(breakEach(isAxis,
                        [&](Operation *op) {
                          auto stage = cast<ArrayAttr>(op->getAttr(loopAxisAttrName))[0];
                          op->setAttr(loopAxisAttrName,
                                      builder.getArrayAttr({stage, builder.getStringAttr(name)}));
                        }),
              12);
}

TEST_F(LoopFaultsTest, TilesThatAreMissing) {
  EXPECT_GE(breakEach(isMarked, [](Operation *op) { op->removeAttr(tileStageAttrName); }), 15);
}

TEST_F(LoopFaultsTest, TilesInOtherLoops) {
  // Out of the loop around, or into the one that follows.
  EXPECT_GE(breakEach(isMarked, [](Operation *op) { op->moveBefore(op->getParentOp()); }), 15);
  auto getLoopAfter = [](Operation *op) {
    while (op && !isAxis(op))
      op = op->getNextNode();
    return op;
  };
  EXPECT_GE(breakEach([&](Operation *op) { return isMarked(op) && getLoopAfter(op); },
                      [&](Operation *op) {
                        op->moveBefore(&getLoopAfter(op)->getRegion(0).front().front());
                      }),
            4);
}

TEST_F(LoopFaultsTest, InitsInsideTheReduction) {
  // What is a tile is called an init: it stands in loops that no init stands in.
  OpBuilder builder(&context);
  auto filter = [](Operation *op) {
    auto name = op->getAttrOfType<StringAttr>(tileStageAttrName);
    return name && name.getValue() == "C";
  };
  EXPECT_GE(breakEach(filter,
                      [&](Operation *op) {
                        op->setAttr(tileStageAttrName, builder.getStringAttr("C.init"));
                      }),
            2);
}

TEST_F(LoopFaultsTest, BranchesOfOtherIterations) {
  auto isTest = [](Operation *op) { return isa<arith::CmpIOp>(op); };
  EXPECT_GE(breakEach(isTest,
                      [](Operation *op) {
                        cast<arith::CmpIOp>(op).setPredicate(arith::CmpIPredicate::ne);
                      }),
            2);
  EXPECT_GE(breakEach(isTest, [](Operation *op) { setBound(op, op->getOpOperand(1), 1); }), 2);
}

TEST_F(LoopFaultsTest, NodesThatAreNotInTheLoops) {
  // One more than there is.
  EXPECT_GE(breakPlans([](PlanBlock &block, size_t place) {
              block.insert(block.begin() + place, PlanNode(block[place]));
              return isShown(block[place]);
            }),
            15);
  // The order of two.
  EXPECT_GE(breakPlans([](PlanBlock &block, size_t place) {
              if (place == 0)
                return false;
              std::swap(block[place - 1], block[place]);
              return isShown(block[place - 1]) && isShown(block[place]);
            }),
            4);
}

TEST_F(LoopFaultsTest, NodesOfOtherSizes) {
  EXPECT_GE(breakPlans([](PlanBlock &block, size_t place) {
              PlanNode &node = block[place];
              if (!isShown(node) || node.counts.empty())
                return false;
              node.counts.back().constant += 1;
              return true;
            }),
            12);
  for (int64_t change : {1, -1})
    EXPECT_GE(breakPlans([&](PlanBlock &block, size_t place) {
                PlanNode &node = block[place];
                if (node.kind != PlanKind::Tile && node.kind != PlanKind::Init)
                  return false;
                node.ranges.back().size += change;
                return true;
              }),
              12);
}

TEST_F(LoopFaultsTest, ThreadsThatTheScheduleDoesNotAskFor) {
  EXPECT_EQ(breakPlans([](PlanBlock &block, size_t place) {
              bool isParallel = block[place].kind == PlanKind::Parallel;
              if (isParallel)
                block[place].kind = PlanKind::Loop;
              return isParallel;
            }),
            2);
  EXPECT_GE(breakPlans([](PlanBlock &block, size_t place) {
              bool isLoop = block[place].kind == PlanKind::Loop && isShown(block[place]);
              if (isLoop)
                block[place].kind = PlanKind::Parallel;
              return isLoop;
            }),
            8);
}

} // namespace
