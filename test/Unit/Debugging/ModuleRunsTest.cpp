//===-- ModuleRunsTest.cpp - run a program at any level -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/ModuleRuns.h"
#include "SmallGraph.h"

using namespace dl;
using namespace dl::debugging;

namespace {

using ModuleRunsTest = SmallGraph;

TEST_F(ModuleRunsTest, FormsByWhatStandsInAModule) {
  auto get = [&](llvm::StringRef text) { return stringify(getForm(*parse(text))).str(); };
  const std::string graph = "graph interpreter", te = "te interpreter", code = "compiled code";
  EXPECT_EQ(get(smallGraph), graph);
  EXPECT_EQ(get("module {}"), te);
  EXPECT_EQ(
      get("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"), te);
  std::string stage = R"(
    func.func private @k(%x: tensor<4xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32>
        attributes {te.kernel} {
      %r = te.compute "r" axes(i = 4) : tensor<4xf32> {
      ^bb0(%i: index):
        %0 = te.read %x[%i] : tensor<4xf32>
        te.yield %0 : f32
      }
      return %r : tensor<4xf32>
    })";
  EXPECT_EQ(get(stage), te);
  // What the run-time library or an intrinsic has is none of the program's.
  EXPECT_EQ(get(stage + "func.func private @outside(memref<4xf32>)"), te);
  EXPECT_EQ(get(stage + R"(
    func.func @intrinsic(%x: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0 = memref.load %x[%c0] : memref<4xf32>
      return
    })"),
            te);
  // Loops, also where nothing but scalars is left of them.
  std::string loops = R"(
    func.func private @l(%x: tensor<4xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32>
        attributes {te.kernel} {
      %r = linalg.exp ins(%x : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    })";
  EXPECT_EQ(get(loops), code);
  EXPECT_EQ(get(stage + loops), code);
  EXPECT_EQ(get(loops + stage), code);
  EXPECT_EQ(get(R"(
    func.func private @s(%x: tensor<1xf32>, %d: tensor<1xf32> {te.destination}) -> tensor<1xf32>
        attributes {te.kernel} {
      %c0 = arith.constant 0 : index
      %0 = tensor.extract %x[%c0] : tensor<1xf32>
      %1 = tensor.insert %0 into %d[%c0] : tensor<1xf32>
      return %1 : tensor<1xf32>
    })"),
            code);
  EXPECT_EQ(get(R"(
    func.func @main(%x: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0 = memref.load %x[%c0] : memref<4xf32>
      return
    })"),
            code);
  EXPECT_EQ(get("llvm.func @main()"), code);
}

TEST_F(ModuleRunsTest, Differences) {
  Tensor right = makeTensor({1, 2, 4}), near = makeTensor({1, 2.5, 4}), other = makeTensor({1, 2});
  EXPECT_EQ(findDifference({right, right}, {right, right}, 0), "");
  EXPECT_EQ(findDifference({right}, {right, right}, 1), "expected 2 outputs, got 1");
  EXPECT_EQ(findDifference({other}, {right}, 1), "output 0 has another shape");
  EXPECT_EQ(
      findDifference({right, near}, {right, right}, 0.12),
      "output 1: at element 1 expected 2, got 2.5; largest error 1.25e-01 of the largest value "
      "4");
  // What is as large as the tolerance is within it, and what is not told is not judged.
  EXPECT_EQ(findDifference({near}, {right}, 0.125), "");
  EXPECT_EQ(findDifference({Tensor(), near}, {right, near}, 0), "");
}

TEST_F(ModuleRunsTest, Interpretation) {
  auto module = parse(smallGraph);
  auto run = interpretModule(*module, inputs);
  ASSERT_TRUE(bool(run));
  ASSERT_EQ(run->outputs.size(), 2u);
  ASSERT_EQ(run->calls.size(), 5u);
  EXPECT_EQ(run->calls[1].nodes, "Relu_1");
  EXPECT_EQ(run->calls[1].kernel, "");
  EXPECT_EQ(run->calls[1].outputs[0].getAsDouble(3), 6);
  EXPECT_EQ(run->calls[2].operands.size(), 2u);
  run = interpretModule(*module, inputs, /*observes=*/false);
  ASSERT_TRUE(bool(run));
  EXPECT_TRUE(run->calls.empty());
  // Errors are told in one line.
  auto wrong = interpretModule(*parse("func.func @other() { return }"), {});
  ASSERT_FALSE(bool(wrong));
  EXPECT_NE(llvm::toString(wrong.takeError()).find("main"), std::string::npos);
}

TEST_F(ModuleRunsTest, Pipelines) {
  auto module = parse(smallGraph);
  EXPECT_FALSE(bool(runPipeline(*module, {})));
  EXPECT_FALSE(bool(runPipeline(*module, {{"canonicalize", "canonicalize"}})));
  EXPECT_EQ(llvm::toString(runPipeline(*module, {{"none", "none"}}))
                .find("expected a pass pipeline of registered passes: "),
            0u);
  EXPECT_EQ(llvm::toString(runPipeline(*module, plant("failure"))), "it is planted");
  // Errors alone, all of them, and where none is told the least.
  std::string others;
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    others += diagnostic.str();
    return mlir::success();
  });
  EXPECT_EQ(llvm::toString(runPipeline(*module, plant("warned-failure"))),
            "it is planted; so it is");
  EXPECT_EQ(others, "it may be planted");
  EXPECT_EQ(llvm::toString(runPipeline(*module, plant("silent-failure"))), "a pass failed");
}

TEST_F(ModuleRunsTest, Code) {
  auto module = parse(smallGraph);
  auto expected = interpretModule(*module, inputs);
  ASSERT_TRUE(bool(expected));
  CodeOptions options;
  std::vector<ListedPass> passes = getPasses();
  bool crashed = true;
  auto run = compileAndRun(*module, passes, inputs, options, &crashed);
  ASSERT_TRUE(bool(run)) << llvm::toString(run.takeError());
  EXPECT_FALSE(crashed);
  EXPECT_EQ(findDifference(run->outputs, expected->outputs, 1e-5), "");
  // Each call has its nodes and its values.
  ASSERT_FALSE(run->calls.empty());
  ASSERT_EQ(run->calls.back().outputs.size(), 1u);
  EXPECT_EQ(findDifference(run->calls.back().outputs, expected->outputs[1], 1e-5), "");
  EXPECT_NE(run->calls.back().nodes.find("Sub_4"), std::string::npos) << run->calls.back().nodes;
  // Of a module that is no code, none is made; what takes too long has crashed.
  run = compileAndRun(*module, {}, inputs, options, &crashed);
  ASSERT_FALSE(bool(run));
  EXPECT_FALSE(crashed);
  EXPECT_EQ(llvm::toString(run.takeError())
                .find("expected a module of the llvm dialect with 'dl.model' and @main"),
            0u);
  run = compileAndRun(*module, plant("crash"), inputs, options, &crashed);
  ASSERT_FALSE(bool(run));
  EXPECT_TRUE(crashed);
  EXPECT_EQ(llvm::toString(run.takeError()), "ended by Aborted");
  run = compileAndRun(*module, plant("failure"), inputs, options, &crashed);
  ASSERT_FALSE(bool(run));
  EXPECT_FALSE(crashed);
  EXPECT_EQ(llvm::toString(run.takeError()), "it is planted");
  options.seconds = 0;
  run = compileAndRun(*module, passes, inputs, options, &crashed);
  ASSERT_FALSE(bool(run));
  EXPECT_TRUE(crashed);
  EXPECT_EQ(llvm::toString(run.takeError()), "was still at it after 0.0 s");
}

} // namespace
