//===-- ReduceTest.cpp - the smallest model that still fails --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Reduce.h"
#include "SmallGraph.h"

#include "dl/Debugging/CutGraph.h"
#include "dl/Debugging/Isolate.h"
#include "dl/Debugging/ReplayFolder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using namespace dl::debugging;
using namespace mlir;
namespace fs = llvm::sys::fs;

namespace {

/// Two kernels, of which the second one takes a view of a constant.
constexpr llvm::StringLiteral kernels = R"(
  module attributes {dl.level = "te"} {
    func.func private @double(%a: tensor<4xf32>, %d: tensor<4xf32> {te.destination})
        -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @schedules::@double} {
      %r = te.compute "r" axes(i = 4) : tensor<4xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<4xf32>
        %1 = arith.addf %0, %0 : f32
        te.yield %1 : f32
      }
      return %r : tensor<4xf32>
    }
    func.func private @product(%a: tensor<4xf32>, %b: tensor<4xf32>,
        %d: tensor<4xf32> {te.destination}) -> tensor<4xf32>
        attributes {te.kernel, schedule.sequence = @schedules::@product} {
      %r = te.compute "r" axes(i = 4) : tensor<4xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<4xf32>
        %1 = te.read %b[%i] : tensor<4xf32>
        %2 = arith.mulf %0, %1 : f32
        te.yield %2 : f32
      }
      return %r : tensor<4xf32>
    }
    func.func @main(%x: tensor<4xf32> {dl.name = "x"},
        %y: tensor<4xf32> {dl.name = "y", te.destination}) -> (tensor<4xf32> {dl.name = "y"}) {
      %c = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
      %flat = tensor.collapse_shape %c [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %0 = call @double(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1 = call @product(%0, %flat, %y)
          : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    module @schedules attributes {transform.with_named_sequence} {
      transform.named_sequence @double(%k: !transform.any_op {transform.readonly}) {
        transform.yield
      }
      transform.named_sequence @product(%k: !transform.any_op {transform.readonly}) {
        transform.yield
      }
    }
  })";

class ReduceTest : public SmallGraphInFolder {
protected:
  void SetUp() override {
    SmallGraphInFolder::SetUp();
    options.run.model = put("model.mlir", smallGraph);
    options.folder = in("small");
  }
  bool run(llvm::StringRef kind) {
    options.pipeline = joinPipeline(plant(kind));
    text.clear();
    errors.clear();
    llvm::raw_string_ostream os(text), errorsOs(errors);
    return succeeded(reduceModel(options, os, errorsOs));
  }
  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  ReduceOptions options;
  std::string text, errors;
};

TEST_F(ReduceTest, Crashes) {
  options.interest = Interest::Crash;
  ASSERT_TRUE(run("tanh-crash")) << errors;
  EXPECT_EQ(text.find("cut: 1 of 5 operations after "), 0u) << text;
  EXPECT_TRUE(contains(text, "\nsmallest: 1 of 5 operations, in " + options.folder +
                                 "/model.mlir\nreplay: " + options.folder + "/replay.sh\n"))
      << text;
  EXPECT_TRUE(contains(get("small/model.mlir"), "graph.tanh"));
  EXPECT_EQ(get("small/replay.sh"),
            "#!/bin/sh\n"
            "# The smallest model that still fails: one of these commands fails.\n"
            "set -e\n"
            "cd \"$(dirname \"$0\")\"\n"
            "dl-run model.mlir --target=reference --inputs=inputs.npz --compare=expected.npz "
            "--tolerance=1e-05\n"
            "dl-opt model.mlir --mlir-print-debuginfo \\\n"
            "  --pass-pipeline='builtin.module(test-planted{kind=tanh-crash})' \\\n"
            "  -o model-llvm.mlir\n"
            "dl-compile model-llvm.mlir -O3 --threads=1 -o model.so\n"
            "dl-run ./model.so --inputs=inputs.npz --compare=expected.npz --tolerance=1e-05\n");
  // An error is no crash.
  EXPECT_FALSE(run("failure"));
  EXPECT_EQ(errors, "dl-reduce: error: expected a model that is interesting to begin with, but '" +
                        options.run.model +
                        "' is not; look for another failure (--wrong, --crash, --error, --test) or "
                        "give the inputs that show it\n");
}

TEST_F(ReduceTest, Errors) {
  options.interest = Interest::Error;
  options.error = "is plant";
  ASSERT_TRUE(run("failure")) << errors;
  EXPECT_TRUE(contains(text, "smallest: 1 of 5 operations")) << text;
  options.error = "another";
  EXPECT_FALSE(run("failure"));
  // A crash is no error, whatever is said of it.
  options.error = "ended by";
  EXPECT_FALSE(run("crash"));
}

TEST_F(ReduceTest, KernelsAlone) {
  options.run.model = put("te.mlir", kernels);
  options.interest = Interest::Error;
  options.error = "planted";
  ASSERT_TRUE(run("failure")) << errors;
  // The first one is enough.
  std::string model = get("small/model.mlir");
  EXPECT_TRUE(contains(model, "@double")) << model;
  EXPECT_FALSE(contains(model, "@product")) << model;
}

TEST_F(ReduceTest, KernelsAreTriedInTurnAndOnce) {
  std::string twice = kernels.str();
  llvm::StringRef call = "%0 = call @double(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> "
                         "tensor<4xf32>\n";
  twice.replace(twice.find(call.str()), call.size(),
                "%f = tensor.empty() : tensor<4xf32>\n%2 = call @double(%x, %f) : "
                "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n%0 = call @double(%2, %e) : "
                "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n");
  options.run.model = put("twice.mlir", twice);
  options.interest = Interest::Script;
  options.script = put("script", "#!/bin/sh\ngrep -q arith.mulf \"$1\" && test -f \"$2\"\n");
  ASSERT_FALSE(fs::setPermissions(options.script, fs::all_all));
  ASSERT_TRUE(run("none")) << errors;
  EXPECT_TRUE(contains(text, "after 3 tries\n")) << text;
  std::string model = get("small/model.mlir");
  EXPECT_TRUE(contains(model, "@product")) << model;
  EXPECT_FALSE(contains(model, "@double")) << model;
  EXPECT_EQ(
      get("small/replay.sh"),
      "#!/bin/sh\n# The smallest model that still fails: the script ends with exit status 0.\n"
      "set -e\ncd \"$(dirname \"$0\")\"\n" +
          options.script + " model.mlir inputs.npz\n");
}

TEST_F(ReduceTest, OperandsInThePlaceOfOperations) {
  // Operators of the graph and what stages compute; each operand of the type once.
  const std::string graph = R"(
    func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
      %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
      %1 = graph.mul %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %2 = graph.add %1, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %3 = graph.less %2, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      return %3 : tensor<4xi1>
    })";
  auto replace = [&](llvm::StringRef text, size_t number) {
    auto module = parse(text);
    if (!replaceByOperand(*module, number))
      return std::string("none");
    std::string left;
    module->walk([&](Operation *op) {
      if (op->getNumResults() == 1)
        left += op->getName().getStringRef().str() + " ";
    });
    return left;
  };
  EXPECT_EQ(replace(graph, 0), "graph.mul graph.add graph.less ");
  EXPECT_EQ(replace(graph, 1), "graph.relu graph.add graph.less ");
  EXPECT_EQ(replace(graph, 2), "graph.relu graph.mul graph.less ");
  // What nobody needs then goes too.
  EXPECT_EQ(replace(graph, 3), "graph.less ");
  EXPECT_EQ(replace(graph, 4), "none");
  const std::string stage = R"(
    func.func private @k(%x: tensor<4xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32>
        attributes {te.kernel} {
      %n = arith.constant 4 : index
      %m = arith.addi %n, %n : index
      %r = te.compute "r" axes(i = 4) : tensor<4xf32> {
      ^bb0(%i: index):
        %0 = te.read %x[%i] : tensor<4xf32>
        %1 = math.exp %0 : f32
        %2 = arith.negf %1 : f32
        te.yield %2 : f32
      }
      return %r : tensor<4xf32>
    })";
  EXPECT_EQ(replace(stage, 0), "arith.constant arith.addi te.read arith.negf te.compute ");
  EXPECT_EQ(replace(stage, 1), "arith.constant arith.addi te.read math.exp te.compute ");
  EXPECT_EQ(replace(stage, 2), "none");
}

TEST_F(ReduceTest, KernelsBringTheirConstants) {
  auto module = parse(kernels);
  auto interpreted = interpretModule(*module, inputs[0]);
  ASSERT_TRUE(bool(interpreted)) << llvm::toString(interpreted.takeError());
  ASSERT_EQ(interpreted->calls.size(), 2u);
  llvm::SmallVector<Tensor> own;
  auto alone = isolateKernel(*module, interpreted->calls[1], own);
  ASSERT_TRUE(alone);
  EXPECT_EQ(own.size(), 1u);
  auto main = alone->lookupSymbol<func::FuncOp>("main");
  EXPECT_EQ(main.getNumArguments(), 2u);
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(0, "dl.name").getValue(), "operand0");
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(1, "dl.name").getValue(), "result0");
  EXPECT_FALSE(alone->lookupSymbol<func::FuncOp>("double"));
  std::string text;
  llvm::raw_string_ostream(text) << *alone;
  EXPECT_FALSE(contains(text, "@double")) << text;
  EXPECT_TRUE(contains(text, "transform.named_sequence @product"));
  auto again = interpretModule(*alone, own);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(findDifference(again->outputs, interpreted->outputs, 0), "");
  // The first one has an operand of the model.
  own.clear();
  alone = isolateKernel(*module, interpreted->calls[0], own);
  ASSERT_TRUE(alone);
  again = interpretModule(*alone, own);
  ASSERT_TRUE(bool(again));
  EXPECT_EQ(again->outputs[0].getAsDouble(3), 4);
  EXPECT_FALSE(isolateKernel(*module, ObservedCall(), own));
}

TEST_F(ReduceTest, OnlyKernelsThatMainCallsStandAlone) {
  std::string plain = kernels.str(), other = kernels.str();
  llvm::StringRef attributes = "attributes {te.kernel, schedule.sequence = @schedules::@double}";
  plain.erase(plain.find(attributes.str()), attributes.size());
  other.replace(other.find("@main"), 5, "@else");
  for (const std::string &text : {plain, other}) {
    auto module = parse(text);
    ObservedCall call;
    module->walk([&](func::CallOp op) {
      if (op.getCallee() == "double")
        call.op = op;
    });
    ASSERT_TRUE(call.op);
    call.operands = {inputs[0]};
    llvm::SmallVector<Tensor> own;
    EXPECT_FALSE(isolateKernel(*module, call, own));
    EXPECT_TRUE(own.empty());
  }
}

TEST_F(ReduceTest, CommandsOfReplays) {
  ReplayOptions replay;
  replay.folder = in("replay");
  replay.plugins = {"/lib/it's.so"};
  replay.threads = 2;
  replay.cpu = "znver3";
  replay.tolerance = 0.25;
  auto files = ReplayFolder::create(replay);
  ASSERT_TRUE(bool(files));
  EXPECT_EQ(files->getOptCommand("a.mlir", plant("none"), "b.mlir"),
            "dl-opt a.mlir --mlir-print-debuginfo --load-pass-plugin='/lib/it'\\''s.so' \\\n"
            "  --pass-pipeline='builtin.module(test-planted{kind=none})' \\\n  -o b.mlir");
  // What is of the llvm dialect needs no passes.
  EXPECT_EQ(files->getCodeCommands("a.mlir", {}, 0),
            (std::vector<std::string>{
                "dl-compile a.mlir -O0 --threads=2 --mcpu=znver3 -o a.so",
                "dl-run ./a.so --inputs=inputs.npz --compare=expected.npz --tolerance=0.25"}));
  EXPECT_FALSE(bool(files->writeScript("Two\nlines.", {"true"})));
  EXPECT_EQ(get("replay/replay.sh"),
            "#!/bin/sh\n# Two\n# lines.\nset -e\ncd \"$(dirname \"$0\")\"\ntrue\n");
  EXPECT_TRUE(fs::can_execute(in("replay/replay.sh")));
  // One that has a replay may be written to again, one of others may not.
  EXPECT_TRUE(bool(ReplayFolder::create(replay)));
  fs::remove(in("replay/replay.sh"));
  EXPECT_TRUE(bool(ReplayFolder::create(replay)));
  ASSERT_FALSE(bool(files->writeText("other.txt", "")));
  auto other = ReplayFolder::create(replay);
  ASSERT_FALSE(bool(other));
  llvm::consumeError(other.takeError());
}

} // namespace
