//===-- KernelFormulasTest.cpp - what a search knows of formulas ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What buildKernelSchedule reads off the formula of a stage: its reads, what it costs, and
// whether it has a value for all operands.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {

struct KernelFormulasTest : testing::Test {
  MLIRContext context;

  KernelFormulasTest() {
    context.loadDialect<te::TeDialect, ScheduleDialect, func::FuncDialect, arith::ArithDialect,
                        math::MathDialect>();
  }

  /// A stage over i = 4 and j = 6 whose formula ends with a value %r of a type.
  StageSchedule build(const std::string &formula, const std::string &type = "f32") {
    std::string text = R"mlir(
      func.func private @f(%x: tensor<4x6xf32>, %w: tensor<6xf32>, %table: tensor<9x6xf32>,
                           %ids: tensor<4xi64>, %q: tensor<4x6xi32>, %n: index,
                           %o: tensor<4x6x)mlir" +
                       type + "> {te.destination}) -> tensor<4x6x" + type + R"mlir(>
          attributes {te.kernel} {
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %s = te.compute "s" axes(i = 4, j = 6) : tensor<4x6x)mlir" +
                       type + R"mlir(> {
        ^bb0(%i: index, %j: index):
          )mlir" + formula +
                       "\nte.yield %r : " + type + "\n} return %s : tensor<4x6x" + type + ">\n}";
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    return module ? buildKernelSchedule(*module->getOps<func::FuncOp>().begin())[0]
                  : StageSchedule();
  }
  Work work(const std::string &formula, const std::string &type = "f32") {
    return build("%a = te.read %x[%i, %j] : tensor<4x6xf32>\n"
                 "%b = te.read %w[%j] : tensor<6xf32>\n"
                 "%u = te.read %q[%i, %j] : tensor<4x6xi32>\n" +
                     formula,
                 type)
        .formula;
  }
};

using Counts = std::vector<int64_t>;

Counts count(const Work &work) {
  return {work.sums,      work.products,  work.extrema, work.roundings,
          work.quotients, work.functions, work.integers};
}

TEST_F(KernelFormulasTest, ConditionsAndWhatIsTakenElsewhere) {
  StageSchedule stage = build(R"(
      %a = te.read %x[%i, %j] : tensor<4x6xf32>
      %b = te.read %x[%i - 1, %j] where(%i - 1 >= 0) else %zero : tensor<4x6xf32>
      %c = te.read %x[%i, %j] where(%i + %j * 2 - 3 == 0, %j - 1 >= 0) else %one : tensor<4x6xf32>
      %ab = arith.addf %a, %b : f32
      %r = arith.addf %ab, %c : f32)");
  ASSERT_EQ(stage.reads.size(), 3u);
  EXPECT_FALSE(stage.reads[0].isGuarded);
  EXPECT_FALSE(stage.reads[0].isZeroOutside);
  EXPECT_TRUE(stage.reads[1].isGuarded);
  EXPECT_TRUE(stage.reads[1].isZeroOutside);
  EXPECT_TRUE(stage.reads[2].isGuarded);
  EXPECT_FALSE(stage.reads[2].isZeroOutside);
  ASSERT_EQ(stage.reads[2].constraints.size(), 2u);
  const Constraint &equal = stage.reads[2].constraints[0];
  EXPECT_TRUE(equal.isEqual);
  EXPECT_EQ(equal.form.coefficients, Counts({1, 2}));
  EXPECT_EQ(equal.form.constant, -3);
  EXPECT_FALSE(stage.reads[2].constraints[1].isEqual);
}

// Integers that are taken elsewhere are zero too.
TEST_F(KernelFormulasTest, IntegersElsewhere) {
  StageSchedule stage = build(R"(
      %none = arith.constant 0 : i32
      %r = te.read %q[%i - 1, %j] where(%i - 1 >= 0) else %none : tensor<4x6xi32>)",
                              "i32");
  EXPECT_TRUE(stage.reads[0].isZeroOutside);
}

TEST_F(KernelFormulasTest, DataThatIndicesFollow) {
  StageSchedule stage = build(R"(
      %id = te.read %ids[%i] : tensor<4xi64>
      %row = arith.index_cast %id : i64 to index
      %a = te.read %table[%row, %j] : tensor<9x6xf32>
      %b = te.read %table[%row + %i * 2, %j] : tensor<9x6xf32>
      %c = te.read %table[%row floordiv 2, %j] : tensor<9x6xf32>
      %d = te.read %table[%n, %j] : tensor<9x6xf32>
      %ab = arith.addf %a, %b : f32
      %cd = arith.addf %c, %d : f32
      %r = arith.addf %ab, %cd : f32)");
  ASSERT_EQ(stage.reads.size(), 5u);
  auto index = [&](int read) { return stage.reads[read].indices[0]; };
  EXPECT_EQ(index(0).kind, IndexKind::Affine);
  for (int read = 1; read < 5; ++read) {
    EXPECT_EQ(index(read).kind, IndexKind::Gathered);
    EXPECT_EQ(stage.reads[read].indices[1].kind, IndexKind::Affine);
    EXPECT_EQ(stage.reads[read].indices[1].coefficients, Counts({0, 1}));
  }
  EXPECT_EQ(index(1).dataAxes, std::vector<bool>({true, false}));
  EXPECT_EQ(index(1).coefficients, Counts({0, 0}));
  EXPECT_EQ(index(2).dataAxes, std::vector<bool>({true, false}));
  EXPECT_EQ(index(2).coefficients, Counts({2, 0}));
  // No linear form, and a number that follows from no axis.
  EXPECT_TRUE(index(3).dataAxes.empty());
  EXPECT_EQ(index(4).dataAxes, std::vector<bool>({false, false}));
}

TEST_F(KernelFormulasTest, Factors) {
  auto areFactors = [&](const std::string &formula, const std::string &type = "f32") {
    std::vector<bool> factors;
    for (const StageRead &read : build(formula, type).reads)
      factors.push_back(read.isFactor);
    return factors;
  };
  const std::string reads = "%a = te.read %x[%i, %j] : tensor<4x6xf32>\n"
                            "%b = te.read %w[%j] : tensor<6xf32>\n";
  using Factors = std::vector<bool>;
  EXPECT_EQ(areFactors("%r = te.read %x[%i, %j] : tensor<4x6xf32>"), Factors({true}));
  EXPECT_EQ(areFactors(reads + "%r = arith.mulf %a, %b : f32"), Factors({true, true}));
  EXPECT_EQ(areFactors(reads + "%r = arith.addf %a, %b : f32"), Factors({false, false}));
  // Of a product that becomes wider; a square is used twice.
  EXPECT_EQ(
      areFactors(reads + "%p = arith.mulf %a, %b : f32\n%r = arith.extf %p : f32 to f64", "f64"),
      Factors({true, true}));
  EXPECT_EQ(areFactors(reads + "%p = arith.mulf %a, %a : f32\n%r = arith.mulf %p, %b : f32"),
            Factors({false, true}));
}

// Remainders and quotients have a value where the divisor is a number other than 0 and -1.
TEST_F(KernelFormulasTest, TotalFormulas) {
  auto isTotal = [&](const std::string &op, const std::string &divisor) {
    return build("%a = te.read %q[%i, %j] : tensor<4x6xi32>\n%d = " + divisor +
                     " : i32\n%r = " + op + " %a, %d : i32",
                 "i32")
        .isTotal;
  };
  for (const char *op : {"arith.floordivsi", "arith.remsi", "arith.remui", "arith.divsi"}) {
    EXPECT_TRUE(isTotal(op, "arith.constant 4")) << op;
    EXPECT_FALSE(isTotal(op, "arith.constant 0")) << op;
    EXPECT_FALSE(isTotal(op, "arith.addi %a, %a")) << op;
  }
  for (const char *op : {"arith.floordivsi", "arith.remsi", "arith.divsi"})
    EXPECT_FALSE(isTotal(op, "arith.constant -1")) << op;
  EXPECT_TRUE(isTotal("arith.addi", "arith.constant 0"));
}

TEST_F(KernelFormulasTest, WorkByKind) {
  //                    sums, products, extrema, roundings, quotients, functions, integers
  EXPECT_EQ(count(work("%r = arith.addf %a, %b : f32")), Counts({1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(count(work("%r = arith.mulf %a, %b : f32")), Counts({0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(count(work("%r = arith.maximumf %a, %b : f32")), Counts({0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(count(work("%r = math.floor %a : f32")), Counts({0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(count(work("%r = arith.divf %a, %b : f32")), Counts({0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(count(work("%r = math.exp %a : f32")), Counts({0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(count(work("%r = math.absf %a : f32")), Counts({1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(count(work("%r = arith.addi %u, %u : i32", "i32")), Counts({0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(count(work("%r = math.absi %u : i32", "i32")), Counts({0, 0, 0, 0, 0, 0, 1}));
  // A comparison of numbers is one of them.
  EXPECT_EQ(
      count(work("%c = arith.cmpf olt, %a, %b : f32\n%r = arith.extui %c : i1 to i32", "i32")),
      Counts({1, 0, 0, 0, 0, 0, 1}));
  // A quotient by a number is a product and three sums.
  EXPECT_EQ(count(work("%c = arith.constant 3.0 : f32\n%r = arith.divf %a, %c : f32")),
            Counts({3, 1, 0, 0, 0, 0, 0}));
}

// What follows from axes alone is free, and so is a choice by it, but not one by data.
TEST_F(KernelFormulasTest, WorkOfAxesIsFree) {
  EXPECT_EQ(count(work("%k = arith.muli %i, %j : index\n%c = arith.cmpi ult, %k, %i : index\n"
                       "%r = arith.select %c, %a, %b : f32")),
            Counts({0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(count(work("%c = arith.cmpf olt, %a, %b : f32\n%r = arith.select %c, %a, %b : f32")),
            Counts({2, 0, 0, 0, 0, 0, 0}));
}

} // namespace
