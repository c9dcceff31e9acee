//===-- PlainScheduleTest.cpp - plain schedules follow the IR -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a primitive that rewrites stages does to a plain KernelSchedule, where a search
// works, is what the operation does to the kernel.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/Primitives/CacheRead.h"
#include "dl/Schedule/Primitives/CacheWrite.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/PadAxis.h"
#include "dl/Schedule/Primitives/RFactor.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/TransformLayout.h"
#include "dl/Schedule/Trace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {

std::string describe(const IndexExpression &index) {
  std::string text = " [" + std::to_string(static_cast<int>(index.kind)) + ":";
  for (int64_t coefficient : index.coefficients)
    text += " " + std::to_string(coefficient);
  text += " + " + std::to_string(index.constant);
  // Equal sums have equal values; the numbers are no multiples of each other.
  std::vector<int64_t> values(index.coefficients.size());
  for (int64_t first : {1, 7, 11}) {
    for (size_t axis = 0; axis < values.size(); ++axis)
      values[axis] = first + 3 * axis;
    text += " = " + std::to_string(index.digits.evaluate(values));
  }
  return text + "]";
}

std::string describe(const Work &work) {
  std::string text;
  for (int64_t count : {work.sums, work.products, work.quotients, work.functions, work.integers})
    text += " " + std::to_string(count);
  return text;
}

/// All that legality knows of a kernel, as text.
std::string describeAll(const KernelSchedule &kernel) {
  std::string text;
  for (const StageSchedule &stage : kernel.stages) {
    text += stage.name + (stage.isResult ? " result " : " ") + stage.tree.str() + " bytes " +
            std::to_string(stage.getElementBytes()) + " of " + std::to_string(stage.computeBytes) +
            " formula" + describe(stage.formula) + " combination" + describe(stage.combination) +
            "\n";
    for (const StageRead &read : stage.reads) {
      text += "  reads " + std::to_string(read.stage) + " " + std::to_string(read.operand) +
              (read.isGuarded ? " guarded" : "");
      for (const IndexExpression &index : read.indices)
        text += describe(index);
      for (const Constraint &constraint : read.constraints)
        text += (constraint.isEqual ? " zero" : " not negative") + describe(constraint.form);
      text += "\n";
    }
  }
  return text;
}

struct PlainScheduleTest : testing::Test {
  MLIRContext context;

  PlainScheduleTest() {
    context.loadDialect<te::TeDialect, ScheduleDialect, func::FuncDialect, arith::ArithDialect,
                        transform::TransformDialect>();
  }

  /// Of the kernel, with the end of its function.
  static constexpr const char *stages = R"mlir(
        %p = te.compute "P" axes(i = 20, k = 13) : tensor<20x13xf32> {
        ^bb0(%i: index, %k: index):
          %x = te.read %a[%i, %k] : tensor<20x13xf32>
          te.yield %x : f32
        }
        %c = te.compute "C" axes(i = 20, j = 18) reduce(k = 13) combine(add) : tensor<20x18xf32> {
        ^bb0(%i: index, %j: index, %k: index):
          %x = te.read %p[%i, %k] : tensor<20x13xf32>
          %y = te.read %b[%k, %j] : tensor<13x18xf32>
          %m = arith.mulf %x, %y : f32
          te.yield %m : f32
        }
        return %c : tensor<20x18xf32>
      }
  )mlir";

  /// Runs `steps` on the kernel and `apply` on its plain form, and compares.
  template <typename Apply> void compare(const std::string &steps, Apply apply) {
    std::string text = R"mlir(
      module attributes {transform.with_named_sequence} {
      func.func private @f(%a: tensor<20x13xf32>, %b: tensor<13x18xf32>,
                           %o: tensor<20x18xf32> {te.destination}) -> tensor<20x18xf32>
          attributes {te.kernel, schedule.sequence = @s} {
)mlir" + std::string(stages) +
                       R"mlir(
      transform.named_sequence @s(%f: !transform.any_op {transform.readonly}) {
        %P = schedule.stage %f["P"] : !transform.any_op
        %C = schedule.stage %f["C"] : !transform.any_op
        %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
        %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
      )mlir" + steps + "transform.yield }\n}";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    func::FuncOp kernel = *module->getOps<func::FuncOp>().begin();
    KernelSchedule plain = buildKernelSchedule(kernel);
    apply(plain);
    ASSERT_TRUE(succeeded(applySequence(kernel)));
    EXPECT_EQ(describeAll(plain), describeAll(buildKernelSchedule(kernel)));
  }

  /// Writes the steps that `make` adds to a trace, and compares what they do with what they did to
  /// the plain form.
  template <typename Make> void compareWritten(Make make) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"mlir(
      func.func private @f(%a: tensor<20x13xf32>, %b: tensor<13x18xf32> {te.layout_free},
                           %o: tensor<20x18xf32> {te.destination}) -> tensor<20x18xf32>
          attributes {te.kernel} {
)mlir" + std::string(stages),
                                                               &context);
    ASSERT_TRUE(module);
    func::FuncOp kernel = *module->getOps<func::FuncOp>().begin();
    KernelSchedule plain = buildKernelSchedule(kernel);
    Trace trace;
    make(plain, [&](const auto &primitive) {
      trace.steps.push_back(primitive);
      return run(plain, primitive);
    });
    writeSequence(kernel, trace, WrittenChoices::None);
    ASSERT_TRUE(succeeded(applySequence(kernel)));
    EXPECT_EQ(describeAll(plain), describeAll(buildKernelSchedule(kernel)));
  }

  template <typename Primitive>
  static auto run(KernelSchedule &kernel, const Primitive &primitive) {
    EXPECT_FALSE(primitive.check(kernel));
    return primitive.apply(kernel);
  }
};

TEST_F(PlainScheduleTest, RFactor) {
  compare("%rf = schedule.rfactor %C[%k]\n",
          [](KernelSchedule &kernel) { run(kernel, RFactor(1, 2)); });
  // Four fives are more than 13.
  compare("%ko, %ki = schedule.split %C[%k] by 5\n%rf = schedule.rfactor %C[%ko]\n",
          [](KernelSchedule &kernel) {
            AxisId outer = run(kernel, Split(1, 2, 5)).first;
            run(kernel, RFactor(1, outer));
          });
  compare("%ko, %ki = schedule.split %C[%k] by 5\n%rf = schedule.rfactor %C[%ki]\n",
          [](KernelSchedule &kernel) {
            AxisId inner = run(kernel, Split(1, 2, 5)).second;
            run(kernel, RFactor(1, inner));
          });
  compare("%ko, %ki = schedule.split %C[%k] by 5\n%kio, %kii = schedule.split %C[%ki] by 3\n"
          "%rf = schedule.rfactor %C[%kii]\n",
          [](KernelSchedule &kernel) {
            AxisId inner = run(kernel, Split(1, 2, 5)).second;
            run(kernel, RFactor(1, run(kernel, Split(1, inner, 3)).second));
          });
}

TEST_F(PlainScheduleTest, PadAxis) {
  compare("schedule.pad_axis %C[%k] to 4\n",
          [](KernelSchedule &kernel) { run(kernel, PadAxis(1, 2, 4)); });
  compare("schedule.pad_axis %P[%pi] to 8\n",
          [](KernelSchedule &kernel) { run(kernel, PadAxis(0, 0, 8)); });
}

TEST_F(PlainScheduleTest, Caches) {
  compare("%c = schedule.cache_write %C\n",
          [](KernelSchedule &kernel) { run(kernel, CacheWrite(1)); });
  compare("%c = schedule.cache_read %C reads %P\n",
          [](KernelSchedule &kernel) { run(kernel, CacheRead(1, Source{0, -1})); });
  compare("%c = schedule.cache_read %C reads operand 1\n",
          [](KernelSchedule &kernel) { run(kernel, CacheRead(1, Source{-1, 1})); });
}

TEST_F(PlainScheduleTest, TransformLayout) {
  compare("schedule.transform_layout %C reads %P by affine_map<(i, k) -> (i floordiv 4, k, i mod "
          "4)>\n",
          [](KernelSchedule &kernel) {
            run(kernel, TransformLayout(1, Source{0, -1}, {{0, 4, 5}, {1, 1, 13}, {0, 1, 4}}));
          });
  compare("schedule.transform_layout %C reads %P by affine_map<(i, k) -> (k, i)>\n",
          [](KernelSchedule &kernel) {
            run(kernel, TransformLayout(1, Source{0, -1}, {{1, 1, 13}, {0, 1, 20}}));
          });
}

// A sequence that is written while stages are added names those behind them by the handles that
// they have, and their axes too.
TEST_F(PlainScheduleTest, WritesStepsOfMovedStages) {
  compareWritten([](KernelSchedule &kernel, auto add) {
    AxisId rows = add(Split(0, 0, 5)).second;
    auto [outer, inner] = add(Split(1, 1, 6));
    int copy = add(CacheRead(1, Source{-1, 1}));
    ASSERT_EQ(kernel[copy + 1].name, "C");
    add(Split(copy + 1, inner, 3));
    add(Split(0, rows, 2));
    add(Split(copy, 0, 4));
    add(ComputeAt(copy, copy + 1, outer));
  });
}

TEST_F(PlainScheduleTest, WritesLayouts) {
  compareWritten([](KernelSchedule &, auto add) {
    add(TransformLayout(1, Source{0, -1}, {{0, 4, 5}, {1, 1, 13}, {0, 1, 4}}));
  });
  // An operand, of which only the last digit is whole.
  compareWritten([](KernelSchedule &, auto add) {
    add(TransformLayout(1, Source{-1, 1}, {{1, 6, 3}, {0, 1, 13}, {1, 3, 2}, {1, 1, 3}}));
  });
}

} // namespace
