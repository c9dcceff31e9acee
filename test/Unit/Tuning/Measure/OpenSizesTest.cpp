//===-- OpenSizesTest.cpp - sizes that stand for those of a run -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What follows from the sizes of arguments, operation by operation.
//
//===----------------------------------------------------------------------===//
#include "SmallTask.h"

#include "dl/Tuning/Tasks/OpenSizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace dl::tuning;
using namespace mlir;

namespace {

/// What a call takes has results of other orders than its operands; what opaque operations give is
/// not known.
constexpr llvm::StringLiteral model = R"(
func.func private @two(%n: index, %x: tensor<?x24xf32>, %a: tensor<?xf32> {te.destination},
    %b: tensor<?x?xf32> {te.destination}) -> (tensor<?xf32>, tensor<?x?xf32>)
func.func private @none() -> tensor<?xf32>
func.func private @fill(%a: tensor<?xf32> {te.destination}) -> tensor<?xf32>
func.func @main(%x: tensor<?x24x?xf32> {dl.dims = ["rows", 24, "columns"]},
    %y: tensor<?x?xf32> {dl.dims = ["other", "another"]}, %z: tensor<?xf32>, %s: tensor<3x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %rows = tensor.dim %x, %c0 : tensor<?x24x?xf32>
  %columns = tensor.dim %x, %c2 : tensor<?x24x?xf32>
  %twice = arith.muli %rows, %c2 : index
  %quotient = arith.ceildivui %columns, %c2 : index
  %empty = tensor.empty(%twice, %quotient) : tensor<?x5x?xf32>
  %collapsed = tensor.collapse_shape %empty [[0, 1], [2]] : tensor<?x5x?xf32> into tensor<?x?xf32>
  %expanded = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [%twice, 5, %quotient]
      : tensor<?x?xf32> into tensor<?x5x?xf32>
  %cast = tensor.cast %expanded : tensor<?x5x?xf32> to tensor<?x?x?xf32>
  %slice = tensor.extract_slice %cast[0, 0, 0] [%rows, 1, %c7] [1, 1, 1]
      : tensor<?x?x?xf32> to tensor<?x?xf32>
  %second = tensor.dim %slice, %c1 : tensor<?x?xf32>
  %a = tensor.empty(%rows) : tensor<?xf32>
  %b = tensor.empty(%columns, %second) : tensor<?x?xf32>
  %part = tensor.extract_slice %x[0, 0, 0] [%rows, 24, 1] [1, 1, 1]
      : tensor<?x24x?xf32> to tensor<?x24xf32>
  %called:2 = func.call @two(%twice, %part, %a, %b)
      : (index, tensor<?x24xf32>, tensor<?xf32>, tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>)
  %computed = te.compute "t" axes(i = %twice, j = %c7) : tensor<?x?xf32> {
  ^bb0(%i: index, %j: index):
    %0 = arith.constant 0.0 : f32
    te.yield %0 : f32
  }
  %unknown = func.call @none() : () -> tensor<?xf32>
  %of_unknown = tensor.dim %unknown, %c0 : tensor<?xf32>
  %from_unknown = tensor.empty(%of_unknown) : tensor<?xf32>
  %wide = tensor.expand_shape %unknown [[0, 1]] output_shape [%of_unknown, 1]
      : tensor<?xf32> into tensor<?x1xf32>
  %flat = tensor.collapse_shape %wide [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
  %cut = tensor.extract_slice %z[0] [%of_unknown] [1] : tensor<?xf32> to tensor<?xf32>
  %filled = te.compute "f" axes(i = %of_unknown) : tensor<?xf32> {
  ^bb0(%i: index):
    %0 = arith.constant 0.0 : f32
    te.yield %0 : f32
  }
  %argument = tensor.empty(%n) : tensor<?xf32>
  %sum = arith.addi %of_unknown, %c1 : index
  %inside = tensor.dim %x, %n : tensor<?x24x?xf32>
  %beyond = tensor.dim %z, %c7 : tensor<?xf32>
  %next = tensor.dim %z, %c1 : tensor<?xf32>
  %by_zero = arith.divsi %rows, %c0 : index
  %narrow = arith.index_cast %rows : index to i64
  %wide_again = arith.index_cast %narrow : i64 to index
  %filled_by_call = func.call @fill(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return
})";

class OpenSizesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(module);
    main = module->lookupSymbol<func::FuncOp>("main");
    evaluator.setArguments(main, {{"rows", 10}, {"columns", 9}, {"unused", 3}});
  }
  std::string getShape(Value tensor) {
    std::optional<ShapeEvaluator::Shape> shape = evaluator.getShape(tensor);
    if (!shape)
      return "none";
    std::string text;
    for (int64_t size : *shape)
      text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
  }

  std::unique_ptr<MLIRContext> context = dl::createCompilerContext();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(model, context.get());
  func::FuncOp main;
  ShapeEvaluator evaluator;
};

TEST_F(OpenSizesTest, Arguments) {
  EXPECT_EQ(getShape(main.getArgument(0)), "10x24x9");
  // No sizes of the names, and no names.
  EXPECT_EQ(getShape(main.getArgument(1)), "64x64");
  EXPECT_EQ(getShape(main.getArgument(2)), "64");
  EXPECT_EQ(getShape(main.getArgument(3)), "3x4");
  EXPECT_EQ(getShape(main.getArgument(4)), "none");
}

TEST_F(OpenSizesTest, Operations) {
  std::vector<std::string> found;
  for (Operation &op : main.getBody().front().without_terminator())
    for (Value result : op.getResults()) {
      std::string text = op.getName().stripDialect().str() + " ";
      if (result.getType().isIndex()) {
        std::optional<int64_t> value = evaluator.getIndex(result);
        text += value ? std::to_string(*value) : "none";
      } else if (result.getType().isInteger()) {
        text += "i64";
      } else {
        text += getShape(result);
      }
      found.push_back(text);
    }
  EXPECT_EQ(found,
            (std::vector<std::string>{
                "constant 0", "constant 1", "constant 2", "constant 7", "dim 10", "dim 9",
                "muli 20", "ceildivui 5", "empty 20x5x5", "collapse_shape 100x5",
                "expand_shape 20x5x5", "cast 20x5x5", "extract_slice 10x7", "dim 7", "empty 10",
                "empty 9x7", "extract_slice 10x24", "call 10", "call 9x7", "compute 20x7",
                // What does not follow.
                "call none", "dim none", "empty none", "expand_shape none", "collapse_shape none",
                "extract_slice none", "compute none", "empty none", "addi none", "dim none",
                "dim none", "dim none", "divsi none", "index_cast i64", "index_cast none",
                // Of a call that takes no more than where results go.
                "call 10"}));
}

TEST_F(OpenSizesTest, ShapesThatAreTold) {
  Value unknown;
  for (auto call : main.getOps<func::CallOp>())
    if (call.getCallee() == "none")
      unknown = call.getResult(0);
  evaluator.set(unknown, {12});
  EXPECT_EQ(getShape(unknown), "12");
  for (Operation *user : unknown.getUsers())
    if (isa<tensor::DimOp>(user))
      EXPECT_EQ(evaluator.getIndex(user->getResult(0)), 12);
}

TEST_F(OpenSizesTest, OfCalls) {
  auto call = *llvm::find_if(main.getOps<func::CallOp>(),
                             [](func::CallOp each) { return each.getCallee() == "two"; });
  std::optional<std::vector<int64_t>> sizes = getOperandSizes(call, evaluator);
  ASSERT_TRUE(sizes);
  // Destinations are no operands, 24 is no size of a run, and a number is no tensor.
  EXPECT_EQ(*sizes, std::vector<int64_t>{10});
  ShapeEvaluator knowsNothing;
  EXPECT_FALSE(getOperandSizes(call, knowsNothing));
}

TEST(OpenKernels, GetTheSizesOfTheirOperands) {
  auto context = dl::createCompilerContext();
  auto module = parseSourceString<ModuleOp>(R"(
    func.func private @open(%n: index, %a: tensor<?x24x?xf32>, %w: tensor<24xf32>,
        %b: tensor<?xf32>, %d: tensor<?x24xf32> {te.destination}) -> tensor<?x24xf32>
        attributes {te.kernel} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %rows = tensor.dim %a, %c0 : tensor<?x24x?xf32>
      %depth = tensor.dim %b, %c0 : tensor<?xf32>
      %less = arith.subi %depth, %c1 : index
      %r = te.compute "r" axes(i = %rows, j = 24) reduce(k = %less) combine(add)
          : tensor<?x24xf32> {
      ^bb0(%i: index, %j: index, %k: index):
        %0 = te.read %b[%k] : tensor<?xf32>
        te.yield %0 : f32
      }
      return %r : tensor<?x24xf32>
    }
    func.func private @sum(%a: tensor<?xf32>, %d: tensor<f32> {te.destination}) -> tensor<f32>
        attributes {te.kernel} {
      return %d : tensor<f32>
    }
    func.func private @closed(%a: tensor<8xf32>, %d: tensor<8xf32> {te.destination})
        -> tensor<8xf32> attributes {te.kernel} {
      return %a : tensor<8xf32>
    })",
                                            context.get());
  ASSERT_TRUE(module);
  auto open = module->lookupSymbol<func::FuncOp>("open");
  EXPECT_TRUE(hasOpenDims(open));
  EXPECT_TRUE(hasOpenDims(module->lookupSymbol<func::FuncOp>("sum")));
  EXPECT_FALSE(hasOpenDims(module->lookupSymbol<func::FuncOp>("closed")));
  auto describe = [&](ArrayRef<int64_t> sizes) {
    auto kernel = buildSizedSchedule(open, sizes);
    if (!kernel)
      return std::string("none");
    std::string text;
    for (dl::schedule::AxisId axis = 0; axis < 3; ++axis)
      text += std::to_string((*kernel)[0].tree[axis].extent) + " ";
    for (const auto &shape : kernel->operands) {
      text += "(";
      for (int64_t size : shape)
        text += std::to_string(size) + " ";
      text += ")";
    }
    return text;
  };
  // The number is an operand without a shape.
  EXPECT_EQ(describe({5, 6, 9}), "5 24 8 ()(5 24 6 )(24 )(9 )");
  // Those that are not told, one more than a stage needs, and one less.
  EXPECT_EQ(describe({5, 6}), "5 24 63 ()(5 24 6 )(24 )(64 )");
  EXPECT_EQ(describe({}), "64 24 63 ()(64 24 64 )(24 )(64 )");
  EXPECT_EQ(describe({1, 6, 2}), "1 24 1 ()(1 24 6 )(24 )(2 )");
  EXPECT_EQ(describe({1, 6, 1}), "none");
  EXPECT_EQ(describe({0, 6, 2}), "none");
}

} // namespace
