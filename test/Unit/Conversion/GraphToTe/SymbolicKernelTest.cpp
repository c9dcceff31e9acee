//===-- SymbolicKernelTest.cpp - which reads are in bounds ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of graph never read outside of an operand. Here are kernels that do for some
// sizes, as those of another dialect may, beside others that just do not.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/SymbolicSizes.h"

#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;

namespace {

struct SymbolicKernelTest : testing::Test {
  MLIRContext context;

  SymbolicKernelTest() {
    context.loadDialect<te::TeDialect, arith::ArithDialect, func::FuncDialect,
                        tensor::TensorDialect>();
  }

  /// What is said to a stage over `%i`, of extent `%e`, that reads `%x`, of n elements, and
  /// `%y`, of 3; empty if it stays inside of both.
  std::string resolve(StringRef extent, StringRef reads) {
    std::string text = (R"(
      func.func @kernel(%x: tensor<?xf32> {dl.dims = ["n"]}, %y: tensor<3xf32>) -> tensor<?xf32> {
        %cst = arith.constant 0.0 : f32
        %minus2 = arith.constant -2 : index
        %minus1 = arith.constant -1 : index
        %0 = arith.constant 0 : index
        %1 = arith.constant 1 : index
        %2 = arith.constant 2 : index
        %n = tensor.dim %x, %0 : tensor<?xf32>
        %unknown = arith.subi %n, %1 : index
        %e = )" + extent +
                        R"( : index
        %result = te.compute "stage" axes(i = %e) : tensor<?xf32> {
        ^bb0(%i: index):
          )" + reads + R"(
          te.yield %r : f32
        }
        return %result : tensor<?xf32>
      })")
                           .str();
    auto module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return "does not parse";
    std::string said;
    ScopedDiagnosticHandler handler(&context,
                                    [&](Diagnostic &diagnostic) { said += diagnostic.str(); });
    auto kernel = *module->getOps<func::FuncOp>().begin();
    SymbolicSizes sizes(kernel);
    sizes.readArguments();
    Dims operands[] = {sizes.getDims(kernel.getArgument(0)), sizes.getDims(kernel.getArgument(1))};
    bool resolved = succeeded(sizes.resolveKernel(kernel, operands));
    EXPECT_EQ(resolved, said.empty());
    return said;
  }
  std::string read(StringRef extent, StringRef index) {
    return resolve(extent, ("%r = te.read %x[" + index + "] : tensor<?xf32>").str());
  }
  std::string readWhere(StringRef index, StringRef condition) {
    return resolve("arith.muli %n, %1", ("%r = te.read %x[" + index + "] where(" + condition +
                                         ") else %cst : tensor<?xf32>")
                                            .str());
  }
  std::string readFixed(StringRef index) {
    return resolve("arith.muli %n, %1", ("%r = te.read %y[" + index + "] : tensor<3xf32>").str());
  }
};

constexpr const char *inside = "";
constexpr const char *outside =
    "'te.compute' op requires to read along dimension 0 of an operand, whose size n is known only "
    "at run time, inside of it for all sizes";
constexpr const char *outsideFixed =
    "'te.compute' op requires to read along dimension 0 of an operand, whose size 3 is known only "
    "at run time, inside of it for all sizes";

TEST_F(SymbolicKernelTest, IndicesStayBetweenTheEnds) {
  EXPECT_EQ(read("arith.addi %n, %minus1", "%i + 1"), inside);
  EXPECT_EQ(read("arith.addi %n, %minus1", "%i + 2"), outside);
  EXPECT_EQ(read("arith.addi %n, %minus1", "%i - 1"), outside);
  EXPECT_EQ(read("arith.muli %n, %1", "%i + 1"), outside);
  EXPECT_EQ(read("arith.muli %n, %1", "-%i + %n - 1"), inside);
  EXPECT_EQ(read("arith.muli %n, %1", "-%i + %n"), outside);
  EXPECT_EQ(read("arith.muli %n, %1", "-%i + %n - 2"), outside);
}

TEST_F(SymbolicKernelTest, MultiplesAndQuotients) {
  EXPECT_EQ(read("arith.divui %n, %2", "%i * 2 + 1"), inside);
  EXPECT_EQ(read("arith.divui %n, %2", "%i * 2 + 2"), outside);
  EXPECT_EQ(read("arith.muli %n, %1", "%i * 2"), outside);
  EXPECT_EQ(read("arith.muli %n, %2", "%i floordiv 2"), inside);
  EXPECT_EQ(read("arith.muli %n, %2", "(%i + 1) floordiv 2"), outside);
  EXPECT_EQ(readFixed("%i mod 3"), inside);
  EXPECT_EQ(readFixed("%i mod 3 + 1"), outsideFixed);
  EXPECT_EQ(readFixed("%i mod 4"), outsideFixed);
  EXPECT_EQ(readFixed("-(%i mod 3) + 2"), inside);
  EXPECT_EQ(readFixed("-(%i mod 3) + 1"), outsideFixed);
  // A quotient that is rounded up has no range, on either side of a sum.
  EXPECT_EQ(readFixed("%i ceildiv 2 + %i mod 3"), outsideFixed);
  EXPECT_EQ(readFixed("%i mod 3 + %i ceildiv 2"), outsideFixed);
}

TEST_F(SymbolicKernelTest, ConditionsKeepAReadInside) {
  EXPECT_EQ(readWhere("%i - 1", "%i - 1 >= 0"), inside);
  EXPECT_EQ(readWhere("%i - 1", "%i >= 0"), outside);
  EXPECT_EQ(readWhere("%i + 1", "%n - %i - 2 >= 0"), inside);
  EXPECT_EQ(readWhere("%i + 1", "%n - %i - 1 >= 0"), outside);
  EXPECT_EQ(readWhere("%i + 1", "%i + 1 >= 0"), outside);
}

TEST_F(SymbolicKernelTest, OneOperandMayBeCutOff) {
  EXPECT_EQ(read("arith.addi %n, %minus2", "%i"), inside);
  EXPECT_EQ(
      read("arith.addi %n, %1", "%i"),
      "'te.compute' op requires sizes that are equal whatever the symbols are, got n + 1 and n "
      "along axis 'i'; give dims that are always equal one name in the model, or fix their "
      "sizes");
  // Of two that are read together neither is.
  EXPECT_EQ(
      resolve("arith.addi %n, %minus2", R"(%a = te.read %x[%i] : tensor<?xf32>
          %b = te.read %x[%i] : tensor<?xf32>
          %r = arith.addf %a, %b : f32)"),
      "'te.compute' op requires sizes that are equal whatever the symbols are, got n - 2 and n "
      "along axis 'i'; give dims that are always equal one name in the model, or fix their "
      "sizes");
}

// What two read under a condition on the axis may be shorter than the axis, not under another one.
TEST_F(SymbolicKernelTest, ConditionsCutOffSeveral) {
  auto readTwice = [&](StringRef condition) {
    std::string read =
        (" = te.read %x[%i] where(" + condition + ") else %cst : tensor<?xf32>\n").str();
    return resolve("arith.addi %n, %1", "%a" + read + "%b" + read + "%r = arith.addf %a, %b : f32");
  };
  EXPECT_EQ(readTwice("%n - %i - 1 >= 0"), inside);
  EXPECT_EQ(readTwice("%n - %i >= 0"), outside);
  EXPECT_EQ(
      readTwice("%n - 2 >= 0"),
      "'te.compute' op requires sizes that are equal whatever the symbols are, got n + 1 and n "
      "along axis 'i'; give dims that are always equal one name in the model, or fix their "
      "sizes");
}

TEST_F(SymbolicKernelTest, ExtentsFollowFromSizes) {
  const char *unknown = "'te.compute' op requires the extent of axis 'i' to follow from the sizes "
                        "of operands";
  EXPECT_EQ(read("arith.subi %n, %1", "%i"), unknown);
  // A sum with what is not known is not known either.
  EXPECT_EQ(read("arith.addi %n, %unknown", "%i"), unknown);
  EXPECT_EQ(read("arith.addi %unknown, %n", "%i"), unknown);
}

} // namespace
