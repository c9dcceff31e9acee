//===-- LoopCheckTest.cpp - loops that differ from their tree -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Faults put into loops on purpose: the check names each of them.
//
//===----------------------------------------------------------------------===//
#include "Conversion/ScheduleToLoops/LoopCheck.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dl::schedule;

namespace {

struct LoopCheckTest : testing::Test {
  MLIRContext context;
  std::string error;

  LoopCheckTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, memref::MemRefDialect, scf::SCFDialect>();
  }

  /// Checks a body of loops against a stage "C" of 64 x 32 points (or `extents`) with
  /// this tree. The result is the error, empty if there is none.
  std::string check(StringRef tree, StringRef body, ArrayRef<int64_t> extents = {64, 32}) {
    std::string text = (R"(
      func.func @kernel(%row: memref<32xf32>, %tail: memref<8xf32>, %n: index, %m: index,
                        %condition: i1) {
        %zero = arith.constant 0.0 : f32
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c7 = arith.constant 7 : index
        %c8 = arith.constant 8 : index
        %half = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%n)
      )" + body + "\nreturn }")
                           .str();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    if (!module)
      return "no module";
    auto kernel = *module->getOps<func::FuncOp>().begin();
    ExpectedLoops loops{"C", kernel.getLoc(), {}, {}};
    EXPECT_TRUE(IterationTree::parse(tree.str(), loops.tree, error)) << error;
    for (int64_t extent : extents)
      loops.extents.push_back(
          ShapedType::isDynamic(extent)
              ? OpFoldResult(kernel.getArgument(2))
              : OpFoldResult(IntegerAttr::get(IndexType::get(&context), extent)));
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        message = diagnostic.str();
      return success();
    });
    bool right = succeeded(checkLoops(kernel, loops));
    EXPECT_EQ(right, message.empty());
    return message;
  }
};

constexpr const char *tree =
    "axes(i=64, j=32) split(i by 8) order(i.o, i.i, j) parallel(i.o) vectorize(j)";

std::string forall(const std::string &count, const std::string &axis, const std::string &body) {
  return "scf.forall (%p) in (" + count + ") {" + body + "} {schedule.axis = [" + axis + "]}\n";
}

std::string loop(const std::string &count, const std::string &axis, const std::string &body,
                 const std::string &step = "%c1") {
  static int number = 0;
  return "scf.for %i" + std::to_string(++number) + " = %c0 to " + count + " step " + step + " {" +
         body + "} {schedule.axis = [\"C\", \"" + axis + "\"]}\n";
}

const std::string tile =
    "linalg.fill {schedule.stage = \"C\"} ins(%zero : f32) outs(%row : memref<32xf32>)\n";
const std::string outer = "[\"C\", \"i.o\"]";

TEST_F(LoopCheckTest, LoopsOfTheTree) {
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "i.i", tile))), "");
  // What other stages do around and inside does not matter.
  EXPECT_EQ(check(tree, "scf.for %x = %c0 to %n step %c2 {"
                        "linalg.fill {schedule.stage = \"B\"} ins(%zero : f32) "
                        "outs(%row : memref<32xf32>) } {schedule.axis = [\"B\", \"i\"]}\n" +
                            forall("8", outer, loop("%c8", "i.i", tile))),
            "");
}

TEST_F(LoopCheckTest, OtherTripCount) {
  EXPECT_EQ(check(tree, forall("7", outer, loop("%c8", "i.i", tile))),
            "the loops made for stage \"C\" cover 1792 points of an iteration space of 2048");
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c7", "i.i", tile))),
            "the loops made for stage \"C\" cover 1792 points of an iteration space of 2048");
}

TEST_F(LoopCheckTest, TileThatIsMissingOrTwice) {
  EXPECT_EQ(check(tree, ""),
            "the loops made for stage \"C\" cover 0 points of an iteration space of 2048");
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "i.i", tile + tile))),
            "the loops made for stage \"C\" cover 4096 points of an iteration space of 2048");
}

TEST_F(LoopCheckTest, LoopThatIsMissing) {
  EXPECT_EQ(check(tree, forall("8", outer, tile)),
            "the loops made for stage \"C\" cover 256 points of an iteration space of 2048");
}

TEST_F(LoopCheckTest, OtherAxis) {
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "k", tile))),
            "the loops made for stage \"C\" differ from its schedule: a loop over k, which is no "
            "looped axis");
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "j", tile))),
            "the loops made for stage \"C\" differ from its schedule: a loop over j, which is no "
            "looped axis");
}

TEST_F(LoopCheckTest, OtherOrder) {
  const char *serial = "axes(i=64, j=32) split(i by 8) order(i.o, i.i, j) vectorize(j)";
  EXPECT_EQ(check(serial, loop("%c8", "i.o", loop("%c8", "i.i", tile))), "");
  EXPECT_EQ(check(serial, loop("%c8", "i.i", loop("%c8", "i.o", tile))),
            "the loops made for stage \"C\" differ from its schedule: the loop over i.o is out of "
            "order");
  EXPECT_EQ(check(serial, loop("%c8", "i.o", loop("%c8", "i.o", tile))),
            "the loops made for stage \"C\" differ from its schedule: the loop over i.o is out of "
            "order");
}

TEST_F(LoopCheckTest, ThreadsWhereTheTreeHasNone) {
  EXPECT_EQ(check(tree, loop("%c8", "i.o", loop("%c8", "i.i", tile))),
            "the loops made for stage \"C\" differ from its schedule: the loop over i.o is not "
            "parallel");
  EXPECT_EQ(check("axes(i=64, j=32) split(i by 8) order(i.o, i.i, j) vectorize(j)",
                  forall("8", outer, loop("%c8", "i.i", tile))),
            "the loops made for stage \"C\" differ from its schedule: the loop over i.o is "
            "parallel");
}

TEST_F(LoopCheckTest, OpenExtents) {
  const char *open = "axes(i=?, j=32) split(i by 8) order(i.o, i.i, j) vectorize(j)";
  int64_t extents[] = {ShapedType::kDynamic, 32};
  auto rest = [&](const std::string &count) { return loop(count, "i.i", tile); };
  std::string whole = loop("%half", "i.o", loop("%c8", "i.i", tile));
  std::string remainder =
      "%left = affine.apply affine_map<(d0) -> (d0 mod 8)>(%n)\n" + rest("%left");
  EXPECT_EQ(check(open, whole + remainder, extents), "");
  EXPECT_NE(check(open, whole, extents), "");
  EXPECT_EQ(check(open, loop("%m", "i.o", loop("%c8", "i.i", tile)), extents),
            "the loops made for stage \"C\" differ from its schedule: the loop over i.o has a trip "
            "count that does not follow from the extents");
  // A step that is not one is no count either.
  EXPECT_EQ(check(open, loop("%half", "i.o", loop("%c8", "i.i", tile, "%c2")) + remainder, extents),
            "the loops made for stage \"C\" differ from its schedule: the loop over i.i has a trip "
            "count that does not follow from the extents");
}

TEST_F(LoopCheckTest, WhatIsNotCounted) {
  // An inlined stage has no loops; an attached one is computed as often as it is needed;
  // a guarded tail shares its loop with the whole steps.
  EXPECT_EQ(check("axes(i=64, j=32) inline", ""), "");
  EXPECT_EQ(check("axes(i=64, j=32) vectorize(j) at(D[0])", tile), "");
  EXPECT_EQ(check("axes(i=64, j=32) vectorize(j)",
                  loop("%c7", "i", "scf.if %condition {" + tile + "} else {" + tile + "}")),
            "");
}

} // namespace
