//===-- SmallGraph.h - a graph, and passes that change it --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_DEBUGGING_SMALLGRAPH_H
#define DL_TEST_UNIT_DEBUGGING_SMALLGRAPH_H

#include "dl/Debugging/ModuleRuns.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/InitAll.h"
#include "dl/Pipelines/Compile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cmath>

namespace dl::debugging {

/// Two results, a constant, and an operator that both results need.
constexpr llvm::StringLiteral smallGraph = R"(
  func.func @main(%x: tensor<4xf32> {dl.name = "x"}, %y: tensor<4xf32> {dl.name = "y"})
      -> (tensor<4xf32> {dl.name = "first"}, tensor<4xf32> {dl.name = "second"}) {
    %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> loc("Weight")
    %0 = graph.add %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("Add_0")
    %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32> loc("Relu_1")
    %2 = graph.mul %1, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("Mul_2")
    %3 = graph.tanh %2 : (tensor<4xf32>) -> tensor<4xf32> loc("Tanh_3")
    %4 = graph.sub %3, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("Sub_4")
    return %3, %4 : tensor<4xf32>, tensor<4xf32>
  })";

inline Tensor makeTensor(llvm::ArrayRef<float> values) {
  Tensor tensor(ElementType::F32, {static_cast<int64_t>(values.size())});
  llvm::copy(values, tensor.getMutableValues<float>().begin());
  return tensor;
}

/// A pass with a fault of some kind.
struct PlantedFault : mlir::PassWrapper<PlantedFault, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantedFault)
  PlantedFault() = default;
  PlantedFault(const PlantedFault &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "test-planted"; }
  llvm::StringRef getDescription() const final { return "change a program"; }

  void runOnOperation() override {
    using namespace mlir;
    ModuleOp module = getOperation();
    if (kind == "failure") {
      module.emitError("it is planted");
      signalPassFailure();
    } else if (kind == "warned-failure") {
      module.emitWarning("it may be planted");
      module.emitError("it is planted");
      module.emitError("so it is");
      signalPassFailure();
    } else if (kind == "silent-failure") {
      signalPassFailure();
    } else if (kind == "crash") {
      std::abort();
    } else if (kind == "tanh-crash") {
      module.walk([](graph::TanhOp) { std::abort(); });
    } else if (kind == "hide" || kind == "show") {
      // Where no interpreter and no code finds it.
      if (auto main = module.lookupSymbol<func::FuncOp>(kind == "hide" ? "main" : "hidden"))
        main.setSymName(kind == "hide" ? "hidden" : "main");
    } else if (kind == "sigmoid") {
      replace<graph::TanhOp>("graph.sigmoid");
    } else if (kind == "sum") {
      replace<arith::MulFOp>("arith.addf");
    } else if (kind == "llvm-sum") {
      replace<LLVM::FMulOp>("llvm.fadd");
    } else if (kind == "optimized-sum") {
      module.walk([](LLVM::FMulOp product) { addIfOptimized(product); });
    } else if (kind == "trap") {
      module.walk([](LLVM::FMulOp product) {
        OpBuilder builder(product);
        LLVM::Trap::create(builder, product.getLoc());
      });
    }
  }

  Option<std::string> kind{*this, "kind", llvm::cl::desc("which one")};

private:
  /// A sum in the place of a product where LLVM knows that a difference of equals is constant,
  /// which it finds out if it optimizes.
  static void addIfOptimized(mlir::LLVM::FMulOp product) {
    using namespace mlir;
    OpBuilder builder(product->getContext());
    builder.setInsertionPointAfter(product);
    Location loc = product.getLoc();
    Type type = product.getType(), bits = builder.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    Value number = LLVM::BitcastOp::create(builder, loc, bits, product.getLhs());
    Value zero = LLVM::SubOp::create(builder, loc, number, number);
    Value isKnown = LLVM::IsConstantOp::create(builder, loc, builder.getI1Type(), zero);
    Value sum = LLVM::FAddOp::create(builder, loc, product.getLhs(), product.getRhs());
    auto chosen = LLVM::SelectOp::create(builder, loc, isKnown, sum, product);
    product.getResult().replaceAllUsesExcept(chosen, chosen);
  }
  template <typename Op> void replace(llvm::StringRef name) {
    getOperation().walk([&](Op op) {
      mlir::OpBuilder builder(op);
      mlir::OperationState state(op.getLoc(), name, op->getOperands(), op->getResultTypes());
      op->replaceAllUsesWith(builder.create(state)->getResults());
      op.erase();
    });
  }
};

inline ListedPass plant(llvm::StringRef kind) {
  return {"test-planted", "test-planted{kind=" + kind.str() + "}"};
}

class SmallGraph : public testing::Test {
protected:
  static void SetUpTestSuite() {
    static const bool isDone = [] {
      mlir::registerAllPasses();
      registerAllPasses();
      mlir::PassRegistration<PlantedFault>();
      return true;
    }();
    (void)isDone;
  }
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    EXPECT_TRUE(module);
    return module;
  }

  /// Those of dl-compile, with a fault behind the first one of a name.
  std::vector<ListedPass> getPasses(llvm::StringRef behind = "", llvm::StringRef kind = "") {
    PhaseTimes times;
    auto text = getPassPipeline(*parse(smallGraph), CompileOptions(), times);
    std::vector<ListedPass> passes = llvm::cantFail(splitPipeline(*text));
    if (!behind.empty()) {
      auto at = llvm::find_if(passes, [&](const ListedPass &pass) { return pass.name == behind; });
      EXPECT_NE(at, passes.end()) << behind.str();
      passes.insert(std::next(at), plant(kind));
    }
    return passes;
  }

  std::unique_ptr<mlir::MLIRContext> context = createCompilerContext();
  llvm::SmallVector<Tensor> inputs = {makeTensor({-3, 0, 1, 2}), makeTensor({1, 1, 0.5, 0.25})};
};

/// The same with a folder for files.
class SmallGraphInFolder : public SmallGraph {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("dl-debugging-test", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const { return (folder + "/" + name).str(); }
  std::string put(llvm::StringRef name, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(in(name), error) << text;
    EXPECT_FALSE(error);
    return in(name);
  }
  std::string get(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(in(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  llvm::SmallString<128> folder;
};

} // namespace dl::debugging

#endif // DL_TEST_UNIT_DEBUGGING_SMALLGRAPH_H
