//===-- ModuleTest.cpp - sizes and counts of a module's @main ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// runModule: arguments that only tell sizes are made from the inputs' elements, and
// results are cut to what the data made.
//
//===----------------------------------------------------------------------===//
#include "dl/Reference/Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

namespace {

Tensor makeInts(ArrayRef<int64_t> shape, ArrayRef<int64_t> values) {
  Tensor tensor(ElementType::I64, shape);
  std::copy(values.begin(), values.end(), tensor.getMutableValues<int64_t>().begin());
  return tensor;
}

std::vector<int64_t> getInts(const Tensor &tensor) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    values.push_back(tensor.getAsInteger(i));
  return values;
}

struct RunModule : testing::Test {
  RunModule() {
    DialectRegistry registry;
    registry
        .insert<dl::te::TeDialect, func::FuncDialect, arith::ArithDialect, tensor::TensorDialect>();
    context.appendDialectRegistry(registry);
    context.allowUnregisteredDialects();
  }

  FailureOr<SmallVector<Tensor>> run(StringRef text, ArrayRef<Tensor> inputs) {
    message.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message += diagnostic.str();
      return success();
    });
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << message;
    return module ? runModule(*module, inputs) : FailureOr<SmallVector<Tensor>>();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string message;
};

/// Results of room for 3 x 4 and 12 elements, which the data makes smaller.
struct CountedResults : RunModule {
  FailureOr<SmallVector<Tensor>> count(int64_t rows, int64_t columns) {
    return run(R"(
      func.func @main(%x: tensor<3x4xi64>, %y: tensor<3x4xi64>, %n: tensor<1xi64>, %m: tensor<1xi64>)
          -> (tensor<3x4xi64> {dl.counts = array<i64: 0, 1>},
              tensor<3x4xi64> {dl.counts = array<i64: 1, 0>, dl.packed},
              tensor<3x4xi64> {dl.counts = array<i64: -1, 1>},
              tensor<3x4xi64>, tensor<1xi64> {dl.count}, tensor<1xi64> {dl.count}) {
        return %x, %y, %x, %x, %n, %m : tensor<3x4xi64>, tensor<3x4xi64>, tensor<3x4xi64>,
                                        tensor<3x4xi64>, tensor<1xi64>, tensor<1xi64>
      })",
               {makeInts({3, 4}, {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}),
                makeInts({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), makeInts({1}, {rows}),
                makeInts({1}, {columns})});
  }
};

TEST_F(CountedResults, AreCutToWhatTheDataMade) {
  auto results = count(2, 3);
  ASSERT_TRUE(succeeded(results)) << message;
  // The counts themselves are no results.
  ASSERT_EQ(results->size(), 4u);
  EXPECT_EQ((*results)[0].getShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_EQ(getInts((*results)[0]), (std::vector<int64_t>{0, 1, 2, 10, 11, 12}));
  // Packed elements stand one after the other, whatever the room's rows are.
  EXPECT_EQ((*results)[1].getShape(), ArrayRef<int64_t>({3, 2}));
  EXPECT_EQ(getInts((*results)[1]), (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
  // A dim without a count stays, and so does a result without counts.
  EXPECT_EQ((*results)[2].getShape(), ArrayRef<int64_t>({3, 3}));
  EXPECT_EQ(getInts((*results)[2]), (std::vector<int64_t>{0, 1, 2, 10, 11, 12, 20, 21, 22}));
  EXPECT_EQ((*results)[3].getShape(), ArrayRef<int64_t>({3, 4}));
}

TEST_F(CountedResults, MayFillTheirRoomOrBeEmpty) {
  auto results = count(3, 4);
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ((*results)[0].getShape(), ArrayRef<int64_t>({3, 4}));
  EXPECT_EQ(getInts((*results)[0]), getInts((*results)[3]));
  // Packed, only the number of elements matters.
  EXPECT_EQ((*results)[1].getShape(), ArrayRef<int64_t>({4, 3}));
  EXPECT_EQ(getInts((*results)[1]), (std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));

  results = count(0, 4);
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ((*results)[0].getShape(), ArrayRef<int64_t>({0, 4}));
  EXPECT_EQ((*results)[1].getShape(), ArrayRef<int64_t>({4, 0}));
}

TEST_F(CountedResults, HaveToFitTheirRoom) {
  EXPECT_TRUE(failed(count(3, 5)));
  EXPECT_EQ(message,
            "expected room for result 0 of @main, of which the data made 3, 5, got that for 3, 4");
  EXPECT_TRUE(failed(count(4, 2)));
  EXPECT_EQ(message,
            "expected room for result 0 of @main, of which the data made 4, 2, got that for 3, 4");
  EXPECT_TRUE(failed(count(-1, 2)));
  EXPECT_EQ(message,
            "expected room for result 0 of @main, of which the data made -1, 2, got that for 3, 4");
}

TEST_F(CountedResults, PackedHaveToFitTheirRoomToo) {
  const char *text = R"(
    func.func @main(%x: tensor<2x2xi64>, %n: tensor<1xi64>)
        -> (tensor<2x2xi64> {dl.counts = array<i64: -1, 0>, dl.packed}, tensor<1xi64> {dl.count}) {
      return %x, %n : tensor<2x2xi64>, tensor<1xi64>
    })";
  Tensor x = makeInts({2, 2}, {1, 2, 3, 4});
  EXPECT_TRUE(succeeded(run(text, {x, makeInts({1}, {2})}))) << message;
  EXPECT_TRUE(failed(run(text, {x, makeInts({1}, {3})})));
  EXPECT_EQ(message,
            "expected room for result 0 of @main, of which the data made 2, 3, got that for 2, 2");
}

TEST_F(CountedResults, AreLeftWhereNumbersNameNoCount) {
  auto results = run(R"(
    func.func @main(%x: tensor<3xi64>, %n: tensor<1xi64>)
        -> (tensor<3xi64> {dl.counts = array<i64: 1>}, tensor<1xi64> {dl.count}) {
      return %x, %n : tensor<3xi64>, tensor<1xi64>
    })",
                     {makeInts({3}, {1, 2, 3}), makeInts({1}, {2})});
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ(results->front().getShape(), ArrayRef<int64_t>({3}));
}

/// @main's second argument has a size that `attribute` tells of the first one's elements; the
/// result is that size.
struct SizeArguments : RunModule {
  FailureOr<SmallVector<Tensor>> measure(StringRef attribute, ArrayRef<int64_t> elements) {
    std::string text = llvm::formatv(R"(
      func.func @main(%x: tensor<?xi64> {{dl.dims = ["n"]}, %s: tensor<?x0xi8> {{dl.size_value = {0}})
          -> tensor<?xi64> {{
        %c0 = arith.constant 0 : index
        %n = tensor.dim %s, %c0 : tensor<?x0xi8>
        %r = te.compute "r" axes(i = %n) : tensor<?xi64> {{
        ^bb0(%i: index):
          %v = arith.index_cast %i : index to i64
          te.yield %v : i64
        }
        return %r : tensor<?xi64>
      })",
                                     attribute);
    return run(text, makeInts({static_cast<int64_t>(elements.size())}, elements));
  }

  int64_t getSize(StringRef attribute, ArrayRef<int64_t> elements) {
    auto results = measure(attribute, elements);
    EXPECT_TRUE(succeeded(results)) << message;
    return succeeded(results) ? results->front().getNumElements() : -1;
  }
};

TEST_F(SizeArguments, AreElementsOfInputs) {
  EXPECT_EQ(getSize("{input = 0, element = 0}", {5, 7}), 5);
  EXPECT_EQ(getSize("{input = 0, element = 1}", {5, 7}), 7);
  EXPECT_EQ(getSize("{input = 0, element = 0}", {1}), 1);
}

// One more than how far an element is above or below a number or a named size, and at least one.
TEST_F(SizeArguments, TellHowFarAnElementIsFromABound) {
  EXPECT_EQ(getSize("{input = 0, element = 0, above = 3}", {5, 7}), 3);
  EXPECT_EQ(getSize("{input = 0, element = 0, above = 5}", {5, 7}), 1);
  EXPECT_EQ(getSize("{input = 0, element = 0, above = 6}", {5, 7}), 1);
  EXPECT_EQ(getSize("{input = 0, element = 0, below = 8}", {5, 7}), 4);
  EXPECT_EQ(getSize("{input = 0, element = 0, below = 3}", {5, 7}), 1);
  EXPECT_EQ(getSize("{input = 0, element = 0, above = \"n\"}", {5, 7}), 4);
  EXPECT_EQ(getSize("{input = 0, element = 0, below = \"n\"}", {1, 7}), 2);
}

TEST_F(SizeArguments, HaveToBePositive) {
  EXPECT_TRUE(failed(measure("{input = 0, element = 1}", {5, 0})));
  EXPECT_EQ(message, "expected a positive size in element 1 of input 0, got 0");
  EXPECT_TRUE(failed(measure("{input = 0, element = 0, below = 8}", {-2})));
  EXPECT_EQ(message, "expected a positive size in element 0 of input 0, got -2");
  // An element or an input that is not there has no size.
  EXPECT_TRUE(failed(measure("{input = 0, element = 2}", {5, 7})));
  EXPECT_EQ(message, "expected a positive size in element 2 of input 0, got 0");
  EXPECT_TRUE(failed(measure("{input = 1, element = 0}", {5, 7})));
  EXPECT_EQ(message, "expected a positive size in element 0 of input 1, got 0");
}

// A size that one argument tells bounds the next one.
TEST_F(SizeArguments, NameSizesForThoseBehindThem) {
  auto results = run(R"(
    func.func @main(%x: tensor<2xi64>,
                    %s: tensor<?x0xi8> {dl.size_value = {input = 0, element = 0}, dl.dims = ["k", 0]},
                    %t: tensor<?x0xi8> {dl.size_value = {input = 0, element = 1, above = "k"}})
        -> (tensor<?x0xi8>, tensor<?x0xi8>) {
      return %s, %t : tensor<?x0xi8>, tensor<?x0xi8>
    })",
                     makeInts({2}, {4, 9}));
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ((*results)[0].getShape(), ArrayRef<int64_t>({4, 0}));
  EXPECT_EQ((*results)[1].getShape(), ArrayRef<int64_t>({6, 0}));
}

TEST_F(RunModule, RefusesInputsThatAreTooMany) {
  EXPECT_TRUE(failed(run("func.func @main(%x: tensor<1xi64>) -> tensor<1xi64> {\n"
                         "  return %x : tensor<1xi64>\n}",
                         {makeInts({1}, {1}), makeInts({1}, {2})})));
  EXPECT_EQ(message, "expected 1 inputs of 'main', got 2");
}

} // namespace
