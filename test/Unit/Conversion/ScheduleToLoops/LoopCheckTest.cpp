//===-- LoopCheckTest.cpp - loops that differ from their plan -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops written by hand, right ones and wrong ones, against the plan of a tree: the check
// says what is wrong.
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

  LoopCheckTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, memref::MemRefDialect, scf::SCFDialect>();
  }

  /// Checks a body of loops against stages with these trees, whose open extents are %n. The
  /// result is what the error says of the difference, empty if there is none.
  std::string check(ArrayRef<std::pair<const char *, const char *>> trees, StringRef body,
                    PlanMode mode = PlanMode::Loops) {
    std::string text = (R"(
      func.func @kernel(%row: memref<32xf32>, %tail: memref<8xf32>, %n: index, %m: index,
                        %condition: i1) {
        %zero = arith.constant 0.0 : f32
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c7 = arith.constant 7 : index
        %c8 = arith.constant 8 : index
        %c24 = arith.constant 24 : index
        %steps = affine.apply affine_map<(d0) -> (d0 floordiv 24)>(%n)
        %left = affine.apply affine_map<(d0) -> (d0 mod 24)>(%n)
        %is8 = arith.cmpi eq, %n, %c8 : index
        %if8 = arith.select %is8, %c1, %c0 : index
        %ifnot8 = arith.select %is8, %c0, %c1 : index
      )" + body + "\nreturn }")
                           .str();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    if (!module)
      return "no module";
    auto kernel = *module->getOps<func::FuncOp>().begin();
    PlannedKernel planned;
    std::string error;
    for (auto [name, tree] : trees) {
      StageSchedule stage;
      stage.name = name;
      EXPECT_TRUE(IterationTree::parse(tree, stage.tree, error)) << error;
      PlannedKernel::Stage &about =
          planned.stages.emplace_back(PlannedKernel::Stage{kernel.getLoc(), {}});
      for (AxisId root : stage.tree.getRoots())
        about.extents.push_back(
            stage.tree[root].extent == dynamicExtent
                ? OpFoldResult(kernel.getArgument(2))
                : OpFoldResult(Builder(&context).getIndexAttr(stage.tree[root].extent)));
      // The last one reads the others where it stands.
      StageRead read;
      read.indices = {{IndexKind::Affine, {1, 0}, 0}, {IndexKind::Affine, {0, 1}, 0}};
      for (read.stage = 0; read.stage < planned.kernel.size(); ++read.stage)
        stage.reads.push_back(read);
      planned.kernel.stages.push_back(stage);
    }
    EXPECT_FALSE(buildLoopPlan(planned.kernel, planned.plan, mode));
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        message = diagnostic.str();
      return success();
    });
    bool isRight = succeeded(checkLoops(kernel, planned));
    EXPECT_EQ(isRight, message.empty());
    StringRef difference = message, begin = "the loops made for stage \"";
    // Of the last stage, if it is not named.
    difference.consume_front((begin + trees.back().first +
                              "\" differ from its schedule, a fault "
                              "of the compiler: ")
                                 .str());
    return difference.str();
  }
  std::string check(const char *tree, StringRef body, PlanMode mode = PlanMode::Loops) {
    return check({{"C", tree}}, body, mode);
  }
};

constexpr const char *tree =
    "axes(i=64, j=32) split(i by 8) order(i.o, i.i, j) parallel(i.o) vectorize(j)";
constexpr const char *serial = "axes(i=64, j=32) split(i by 8) order(i.o, i.i, j) vectorize(j)";

std::string forall(const std::string &count, const std::string &axis, const std::string &body) {
  return "scf.forall (%p) in (" + count + ") {" + body + "} {schedule.axis = [" + axis + "]}\n";
}

std::string loop(const std::string &count, const std::string &axis, const std::string &body,
                 const std::string &step = "%c1") {
  static int number = 0;
  return "scf.for %i" + std::to_string(++number) + " = %c0 to " + count + " step " + step + " {" +
         body + "} {schedule.axis = [\"C\", \"" + axis + "\"]}\n";
}

/// A tile of a stage, or what "C.init" names.
std::string make(const std::string &name, const std::string &target = "%row : memref<32xf32>") {
  return "linalg.fill {schedule.stage = \"" + name + "\"} ins(%zero : f32) outs(" + target + ")\n";
}

const std::string tile = make("C");
const std::string shortTile = make("C", "%tail : memref<8xf32>");
const std::string outer = "[\"C\", \"i.o\"]";

TEST_F(LoopCheckTest, LoopsOfTheTree) {
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "i.i", tile))), "");
  EXPECT_EQ(check(serial, loop("%c8", "i.o", loop("%c8", "i.i", tile))), "");
  // What has no plan does not matter: other loops around, and what stands beside.
  EXPECT_EQ(check(tree, "scf.for %x = %c0 to %n step %c2 {" + make("B") +
                            forall("8", outer, loop("%c8", "i.i", tile)) +
                            "} {schedule.axis = [\"B\", \"i\"]}\n"),
            "");
  // An inlined stage has no loops; as a whole it has none whatever its tree says.
  EXPECT_EQ(check("axes(i=64, j=32) inline", ""), "");
  EXPECT_EQ(check("axes(j=32)", tile, PlanMode::WholeStages), "");
  EXPECT_EQ(check("axes(j=32) reduce(k=1)", make("C.init") + tile, PlanMode::WholeStages), "");
}

TEST_F(LoopCheckTest, OtherTripCount) {
  EXPECT_EQ(check(tree, forall("7", outer, loop("%c8", "i.i", tile))),
            "expected [[\"C\", \"i.o\"]] to run 8 times, got 7");
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c7", "i.i", tile))),
            "expected [\"C\", \"i.i\"] to run 8 times, got 7");
  EXPECT_EQ(check(serial, loop("%c8", "i.o", loop("%c8", "i.i", tile), "%c2")),
            "expected [\"C\", \"i.o\"] to count from zero by one");
}

TEST_F(LoopCheckTest, TileThatIsMissingOrTwice) {
  EXPECT_EQ(check(tree, ""), "expected [[\"C\", \"i.o\"]] next, got nothing more");
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "i.i", ""))),
            "expected \"C\" next, got nothing more");
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "i.i", tile + tile))),
            "expected nothing more in these loops");
  // Two halves of the iterations are as many, but not the same loops.
  EXPECT_EQ(check("axes(i=14, j=32) vectorize(j)", loop("%c7", "i", tile) + loop("%c7", "i", tile)),
            "expected [\"C\", \"i\"] to run 14 times, got 7");
}

TEST_F(LoopCheckTest, TileOfOtherSize) {
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "i.i", shortTile))),
            "expected \"C\" next, got nothing more");
  EXPECT_EQ(check("axes(i=8, j=8) vectorize(j)", loop("%c8", "i", tile)),
            "expected \"C\" of sizes [8], got [32]");
  // What only copies may be made in pieces.
  EXPECT_EQ(check("axes(j=16) vectorize(j)", shortTile + shortTile), "");
  EXPECT_EQ(check("axes(j=16) vectorize(j)", shortTile + shortTile + shortTile),
            "expected nothing more in these loops");
}

TEST_F(LoopCheckTest, LoopThatIsMissing) {
  EXPECT_EQ(check(tree, forall("8", outer, tile)), "expected [\"C\", \"i.i\"] next, got \"C\"");
  // A tail of four rows.
  const char *uneven = "axes(i=60, j=32) split(i by 8) order(i.o, i.i, j) vectorize(j)";
  EXPECT_EQ(check(uneven, loop("%c7", "i.o", loop("%c8", "i.i", tile))),
            "expected [\"C\", \"i.i\"] next, got nothing more");
}

TEST_F(LoopCheckTest, OtherAxis) {
  EXPECT_EQ(check(tree, forall("8", outer, loop("%c8", "k", tile))),
            "expected [\"C\", \"i.i\"] next, got [\"C\", \"k\"]");
  EXPECT_EQ(check(serial, loop("%c8", "i.i", loop("%c8", "i.o", tile))),
            "expected [\"C\", \"i.o\"] next, got [\"C\", \"i.i\"]");
  EXPECT_EQ(check(serial, loop("%c8", "i.o", loop("%c8", "i.o", tile))),
            "expected [\"C\", \"i.i\"] next, got [\"C\", \"i.o\"]");
}

TEST_F(LoopCheckTest, OtherThreads) {
  EXPECT_EQ(check(tree, loop("%c8", "i.o", loop("%c8", "i.i", tile))),
            "expected [[\"C\", \"i.o\"]] next, got [\"C\", \"i.o\"]");
  EXPECT_EQ(check(serial, forall("8", outer, loop("%c8", "i.i", tile))),
            "expected [\"C\", \"i.o\"] next, got [[\"C\", \"i.o\"]]");
  // Whatever the marks say.
  std::string marked = "scf.for %p = %c0 to %c8 step %c1 {" + loop("%c8", "i.i", tile) +
                       "} {schedule.axis = [[\"C\", \"i.o\"]]}";
  EXPECT_EQ(check(tree, marked), "expected [[\"C\", \"i.o\"]] to be parallel");
  std::string threads = "scf.forall (%p) in (8) {" + loop("%c8", "i.i", tile) +
                        "} {schedule.axis = [\"C\", \"i.o\"]}";
  EXPECT_EQ(check(serial, threads), "expected [\"C\", \"i.o\"] to be sequential");
}

TEST_F(LoopCheckTest, InitOfOtherLoops) {
  const char *sum = "axes(i=8, j=32) reduce(k=7) order(i, k, j) vectorize(j)";
  std::string init = make("C.init");
  EXPECT_EQ(check(sum, loop("%c8", "i", init + loop("%c7", "k", tile))), "");
  EXPECT_EQ(check(sum, loop("%c8", "i", loop("%c7", "k", init + tile))),
            "expected \"C.init\" next, got [\"C\", \"k\"]");
  EXPECT_EQ(check(sum, init + loop("%c8", "i", loop("%c7", "k", tile))),
            "expected [\"C\", \"i\"] next, got \"C.init\"");
  EXPECT_EQ(check(sum, loop("%c8", "i", loop("%c7", "k", tile) + init)),
            "expected \"C.init\" next, got [\"C\", \"k\"]");
  EXPECT_EQ(check(sum, loop("%c8", "i",
                            make("C.init", "%tail : memref<8xf32>") + loop("%c7", "k", tile))),
            "expected \"C.init\" of sizes [32], got [8]");
}

TEST_F(LoopCheckTest, OpenExtents) {
  const char *open = "axes(i=?, j=32) split(i by 24) order(i.o, i.i, j) vectorize(j)";
  std::string whole = loop("%steps", "i.o", loop("%c24", "i.i", tile));
  EXPECT_EQ(check(open, whole + loop("%left", "i.o", tile)), "");
  EXPECT_EQ(check(open, whole), "expected [\"C\", \"i.o\"] next, got nothing more");
  EXPECT_EQ(check(open, whole + loop("%steps", "i.o", tile)),
            "expected [\"C\", \"i.o\"] to run 1 times, got 0");
  EXPECT_EQ(check(open, loop("%m", "i.o", loop("%c24", "i.i", tile))),
            "expected [\"C\", \"i.o\"] to have a trip count that follows from the extents");
}

TEST_F(LoopCheckTest, TileForEachOutcome) {
  const char *rows = "axes(i=8, j=32) vectorize(j)";
  auto branch = [](const std::string &yes, const std::string &no) {
    return "scf.if %condition {" + yes + "} else {" + no + "}\n";
  };
  EXPECT_EQ(check(rows, loop("%c8", "i", branch(tile, tile))), "");
  EXPECT_EQ(check(rows, loop("%c8", "i", branch(branch(tile, tile), tile))), "");
  EXPECT_EQ(check(rows, loop("%c8", "i", branch(tile, ""))),
            "expected \"C\" next, got nothing more");
  // Parts of a copy may follow one another, but this one is alone.
  EXPECT_EQ(check(rows, loop("%c8", "i", branch(tile, shortTile))),
            "expected \"C\" next, got nothing more");
  EXPECT_EQ(check(rows, loop("%c8", "i", branch(tile + tile, tile))),
            "expected nothing more in this branch");
}

TEST_F(LoopCheckTest, Versions) {
  const char *versions = "axes(i=?, j=32) vectorize(j) specialize(i to 8)";
  auto version = [](const std::string &count, const std::string &body) {
    return "scf.for %v = %c0 to " + count + " step %c1 {" + body +
           "} {schedule.version = [\"C\", \"i\"]}\n";
  };
  std::string one = loop("%c8", "i", tile), other = loop("%n", "i", tile);
  EXPECT_EQ(check(versions, version("%if8", one) + version("%ifnot8", other)), "");
  EXPECT_EQ(check(versions, version("%ifnot8", one) + version("%if8", other)),
            "expected a loop that runs where [\"C\", \"i\"] is 8");
  EXPECT_EQ(check(versions, version("%if8", one) + version("%c1", other)),
            "expected a loop that runs where [\"C\", \"i\"] is not 8");
  EXPECT_EQ(check(versions, version("%if8", one) + other),
            "expected a loop that runs where [\"C\", \"i\"] is not 8");
  EXPECT_EQ(check(versions, version("%if8", one)),
            "expected [\"C\", \"i\"] next, got nothing more");
}

TEST_F(LoopCheckTest, Branches) {
  // Eight rows in steps of three, the last two in the same loop.
  const char *guarded =
      "axes(i=8, j=32) split(i by 3, guard) order(i.o, i.i, j) unroll(i.i) vectorize(j)";
  auto steps = [](const std::string &test, const std::string &rest) {
    return "%c3 = arith.constant 3 : index\n%rows = memref.alloc() : memref<3x32xf32>\n"
           "%two = memref.alloc() : memref<2x32xf32>\n"
           "scf.for %g = %c0 to %c3 step %c1 {\n%test = arith.cmpi " +
           test + " : index\nscf.if %test {" + make("C", "%rows : memref<3x32xf32>") + "} else {" +
           rest + "} } {schedule.axis = [\"C\", \"i.o\"]}";
  };
  std::string rest = make("C", "%two : memref<2x32xf32>");
  EXPECT_EQ(check(guarded, steps("ult, %g, %c2", rest)), "");
  std::string wrong = "expected a branch for the last iteration of [\"C\", \"i.o\"]";
  EXPECT_EQ(check(guarded, steps("ult, %g, %c1", rest)), wrong);
  EXPECT_EQ(check(guarded, steps("uge, %g, %c2", rest)), wrong);
  EXPECT_EQ(check(guarded, steps("ult, %n, %c2", rest)), wrong);
  EXPECT_EQ(check(guarded, steps("ult, %g, %c2", "")), "expected \"C\" next, got nothing more");
  // No branch where none is planned.
  EXPECT_EQ(
      check("axes(i=8, j=32) vectorize(j)", loop("%c8", "i", "scf.if %condition {" + tile + "}")),
      "expected \"C\" next, got scf.if");
}

TEST_F(LoopCheckTest, StagesInside) {
  std::pair<const char *, const char *> trees[] = {{"B", "axes(i=8, j=32) vectorize(j) at(C[0])"},
                                                   {"C", "axes(i=8, j=32) vectorize(j)"}};
  EXPECT_EQ(check(trees, loop("%c8", "i", make("B") + tile)), "");
  EXPECT_EQ(check(trees, loop("%c8", "i", tile + make("B"))),
            "the loops made for stage \"B\" differ from its schedule, a fault of the compiler: "
            "expected \"B\" next, got \"C\"");
  EXPECT_EQ(check(trees, make("B") + loop("%c8", "i", tile)),
            "expected [\"C\", \"i\"] next, got \"B\"");
}

} // namespace
