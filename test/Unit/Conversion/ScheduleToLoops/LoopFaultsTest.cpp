//===-- LoopFaultsTest.cpp - faults in loops are found --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the loops of a kernel, breaks them in every place in several ways, and sees
// that the check which runs in every build says so.
//
//===----------------------------------------------------------------------===//
#include "Conversion/ScheduleToLoops/LoopCheck.h"
#include "Conversion/ScheduleToLoops/LoopGenerator.h"

#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
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

/// A product under its epilogue. Splits that do not divide, threads, a guarded tail, the
/// init in an outer loop.
constexpr const char *matmul = R"mlir(
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
)mlir";

struct LoopFaultsTest : testing::Test {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::vector<ExpectedLoops> expected;
  std::vector<std::string> messages;

  LoopFaultsTest() {
    context.loadDialect<te::TeDialect, ScheduleDialect, func::FuncDialect, arith::ArithDialect,
                        affine::AffineDialect, linalg::LinalgDialect, scf::SCFDialect,
                        tensor::TensorDialect>();
    context.getDiagEngine().registerHandler(
        [&](Diagnostic &diagnostic) { messages.push_back(diagnostic.str()); });
    module = parseSourceString<ModuleOp>(matmul, &context);
    func::FuncOp kernel = getKernel(*module);
    expected = getExpectedLoops(kernel);
    EXPECT_TRUE(succeeded(makeLoops(kernel)));
  }

  static func::FuncOp getKernel(ModuleOp module) { return *module.getOps<func::FuncOp>().begin(); }

  /// All operations of a kernel that `filter` likes, in order.
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
      OwningOpRef<ModuleOp> copy(module->clone());
      Operation *place = find(*copy, filter)[i];
      breakOne(place);
      messages.clear();
      EXPECT_TRUE(failed(checkLoops(getKernel(*copy), expected)))
          << "fault " << i << " is not found";
      EXPECT_FALSE(messages.empty());
    }
    return count;
  }

  static void setBound(Operation *op, OpOperand &bound, int64_t change) {
    OpBuilder builder(op);
    int64_t value = *getConstantIntValue(bound.get());
    bound.set(arith::ConstantIndexOp::create(builder, op->getLoc(), value + change));
  }
};

bool isFor(Operation *op) { return isa<scf::ForOp>(op); }

TEST_F(LoopFaultsTest, SoundLoopsPass) {
  EXPECT_TRUE(succeeded(checkLoops(getKernel(*module), expected)));
  EXPECT_TRUE(messages.empty());
}

TEST_F(LoopFaultsTest, LoopsThatRunTooFar) {
  // Steps of D may overlap, so one more is no fault by number.
  auto filter = [](Operation *op) {
    auto axes = op->getAttrOfType<ArrayAttr>(loopAxisAttrName);
    return isFor(op) && axes && cast<StringAttr>(axes[0]).getValue() == "C";
  };
  EXPECT_GE(breakEach(filter,
                      [](Operation *op) {
                        setBound(op, cast<scf::ForOp>(op).getUpperBoundMutable(), 1);
                      }),
            4);
}

TEST_F(LoopFaultsTest, LoopsThatEndEarly) {
  EXPECT_GE(breakEach(isFor,
                      [](Operation *op) {
                        setBound(op, cast<scf::ForOp>(op).getUpperBoundMutable(), -1);
                      }),
            6);
}

TEST_F(LoopFaultsTest, LoopsThatBeginLateOrSkip) {
  EXPECT_GE(breakEach(isFor,
                      [](Operation *op) {
                        setBound(op, cast<scf::ForOp>(op).getLowerBoundMutable(), 1);
                      }),
            6);
  EXPECT_GE(
      breakEach(isFor,
                [](Operation *op) { setBound(op, cast<scf::ForOp>(op).getStepMutable(), 1); }),
      6);
}

TEST_F(LoopFaultsTest, LoopsOfOtherAxes) {
  OpBuilder builder(&context);
  // Out of order, none of the stage's, and one that is in the register tile.
  for (const char *name : {"i.o", "q", "j.i"})
    EXPECT_GE(breakEach(isFor,
                        [&](Operation *op) {
                          auto stage = cast<ArrayAttr>(op->getAttr(loopAxisAttrName))[0];
                          op->setAttr(loopAxisAttrName,
                                      builder.getArrayAttr({stage, builder.getStringAttr(name)}));
                        }),
              6);
}

TEST_F(LoopFaultsTest, TilesThatAreMissing) {
  auto filter = [](Operation *op) { return op->hasAttr(tileStageAttrName); };
  EXPECT_GE(breakEach(filter, [](Operation *op) { op->removeAttr(tileStageAttrName); }), 8);
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

TEST_F(LoopFaultsTest, ThreadsThatTheScheduleDoesNotAskFor) {
  for (ExpectedLoops &stage : expected)
    for (AxisId leaf : stage.tree.getLeaves())
      if (stage.tree[leaf].annotation == Annotation::Parallel)
        stage.tree.annotate(leaf, Annotation::None);
  EXPECT_TRUE(failed(checkLoops(getKernel(*module), expected)));
}

} // namespace
