//===-- CutGraphTest.cpp - the part of a graph that still fails -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/CutGraph.h"
#include "SmallGraph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace dl;
using namespace dl::debugging;
using namespace mlir;

namespace {

class CutGraphTest : public SmallGraph {
protected:
  static bool has(const GraphCase &given, StringRef name) {
    bool found = false;
    given.module.get()->walk([&](Operation *op) { found |= op->getName().getStringRef() == name; });
    return found;
  }
  /// The operators, and the inputs with their values.
  static std::string describe(const GraphCase &given) {
    std::string text;
    auto main = given.module.get().lookupSymbol<func::FuncOp>("main");
    for (Operation &op : main.getBody().front())
      text += op.getName().stripDialect().str() + " ";
    for (auto [i, input] : llvm::enumerate(given.inputs)) {
      text += "; " + main.getArgAttrOfType<StringAttr>(i, "dl.name").str();
      for (float value : input.getValues<float>())
        text += " " + std::to_string(static_cast<int>(std::lround(100 * value)));
    }
    for (unsigned i = 0; i < main.getNumResults(); ++i)
      text += "; " + main.getResultAttrOfType<StringAttr>(i, "dl.name").str();
    return text;
  }
  std::string cut(llvm::function_ref<bool(const GraphCase &)> test, StringRef text = smallGraph) {
    tries = 0;
    OwningOpRef<ModuleOp> module = parse(text);
    auto result = cutGraph(*module, inputs, [&](const GraphCase &given) {
      ++tries;
      return test(given);
    });
    return result ? describe(*result) : llvm::toString(result.takeError());
  }

  int tries = 0;
};

TEST_F(CutGraphTest, LeavesTheOperatorThatMatters) {
  EXPECT_EQ(cut([](const GraphCase &given) { return has(given, "graph.mul"); }),
            "mul return ; Relu_1 0 200 400 600; y 100 100 50 25; output0");
  EXPECT_EQ(cut([](const GraphCase &given) { return has(given, "graph.sub"); }),
            "sub return ; Tanh_3 0 96 96 91; Relu_1 0 200 400 600; output0");
  // The first one, which has no operator before it; constants become inputs.
  EXPECT_EQ(cut([](const GraphCase &given) { return has(given, "graph.add"); }),
            "add return ; x -300 0 100 200; Weight 100 200 300 400; output0");
}

TEST_F(CutGraphTest, KeepsWhatMattersTogether) {
  EXPECT_EQ(cut([](const GraphCase &given) {
              return has(given, "graph.add") && has(given, "graph.tanh");
            }),
            "add relu mul tanh return ; x -300 0 100 200; Weight 100 200 300 400; y 100 100 50 25; "
            "output0");
  EXPECT_EQ(cut([](const GraphCase &given) {
              return has(given, "graph.mul") && has(given, "graph.sub");
            }),
            "mul tanh sub return ; Relu_1 0 200 400 600; y 100 100 50 25; output0");
}

TEST_F(CutGraphTest, KeepsConstantsThatMatter) {
  EXPECT_EQ(cut([](const GraphCase &given) { return has(given, "graph.constant"); }),
            "constant add return ; x -300 0 100 200; output0");
}

TEST_F(CutGraphTest, KeepsResultsThatMatterTogether) {
  EXPECT_EQ(cut([](const GraphCase &given) {
              return given.module.get().lookupSymbol<func::FuncOp>("main").getNumResults() == 2;
            }),
            "sub return ; Tanh_3 0 96 96 91; Relu_1 0 200 400 600; output0; output1");
}

TEST_F(CutGraphTest, TriesFew) {
  // An operator of sixteen, near to the end, in the middle and at the beginning.
  auto tryAt = [&](int at) {
    std::string text = "func.func @main(%x0: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {";
    for (int i = 0; i < 16; ++i)
      text += "\n%x" + std::to_string(i + 1) + " = graph." + (i == at ? "tanh" : "relu") + " %x" +
              std::to_string(i) + " : (tensor<4xf32>) -> tensor<4xf32>";
    std::string found = cut([](const GraphCase &given) { return has(given, "graph.tanh"); },
                            text + "\nreturn %x16 : tensor<4xf32> }");
    EXPECT_EQ(found.find("tanh return ; "), 0u) << found;
    return tries;
  };
  EXPECT_EQ(tryAt(15), 5);
  EXPECT_EQ(tryAt(8), 5);
  EXPECT_EQ(tryAt(0), 4);
  // Two that are far from each other: halves, quarters and so on go from between them.
  std::string text = "func.func @main(%x0: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {";
  for (int i = 0; i < 8; ++i)
    text += "\n%x" + std::to_string(i + 1) + " = graph." +
            (i == 2   ? "tanh"
             : i == 7 ? "sigmoid"
                      : "relu") +
            " %x" + std::to_string(i) + " : (tensor<4xf32>) -> tensor<4xf32>";
  EXPECT_EQ(cut(
                [](const GraphCase &given) {
                  return has(given, "graph.tanh") && has(given, "graph.sigmoid");
                },
                text + "\nreturn %x8 : tensor<4xf32> }")
                .find("tanh relu relu relu relu sigmoid return ; "),
            0u);
  EXPECT_EQ(tries, 15);
}

TEST_F(CutGraphTest, ValuesWithoutANameGetNumbers) {
  EXPECT_EQ(cut([](const GraphCase &given) { return has(given, "graph.add"); },
                "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n"
                "%0 = graph.add %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n"
                "return %0 : tensor<4xf32> }"),
            "add return ; input0 -300 0 100 200; input1 100 100 50 25; output0");
}

TEST_F(CutGraphTest, NamesAreUnique) {
  std::string text = smallGraph.str();
  text.replace(text.find("Tanh_3"), 6, "Relu_1");
  EXPECT_EQ(cut([](const GraphCase &given) { return has(given, "graph.sub"); }, text),
            "sub return ; Relu_1 0 96 96 91; input1 0 200 400 600; output0");
}

TEST_F(CutGraphTest, ResultsThatAreInputs) {
  EXPECT_EQ(
      cut([](const GraphCase &) { return true; },
          "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32> {dl.name = \"y\"}) "
          "-> (tensor<4xf32>, tensor<4xf32>) { return %y, %y : tensor<4xf32>, tensor<4xf32> }"),
      "return ; y 100 100 50 25; output0");
}

TEST_F(CutGraphTest, ModelsThatCannotBeInterpreted) {
  inputs.pop_back();
  EXPECT_NE(cut([](const GraphCase &) { return true; }), "");
  EXPECT_EQ(tries, 0);
}

TEST_F(CutGraphTest, CountsOperators) {
  EXPECT_EQ(countOperations(*parse(smallGraph)), 5u);
  // Those of groups too, of every function.
  EXPECT_EQ(countOperations(*parse(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = graph.fused root("graph.relu") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
        %c = graph.constant dense<1.0> : tensor<4xf32>
        %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
        %2 = graph.add %1, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        graph.yield %2 : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })")),
            4u);
}

} // namespace
