//===-- SmallModel.h - modules to report on ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One model on three levels: its kernels are called in the order add, product, copy, open, bare and
// add, by a machine that does 10 billion operations a second.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_REPORT_SMALLMODEL_H
#define DL_TEST_UNIT_REPORT_SMALLMODEL_H

#include "dl/Pipelines/Compile.h"
#include "dl/Report/ModelReport.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace dl {

/// A group, an operator that takes one value twice, and names that were given or not.
constexpr llvm::StringLiteral smallGraph = R"(
  func.func @main(%x: tensor<80xf64> {dl.name = "first"}, %y: tensor<80xf64>)
      -> (tensor<80xf64> {dl.name = "last"}, tensor<80xf64>) {
    %w = graph.constant dense<1.0> : tensor<80xf64>
    %0 = graph.fused root("graph.add") (%a = %x : tensor<80xf64>, %b = %w : tensor<80xf64>)
        -> tensor<80xf64> {
      %c = graph.constant dense<2.0> : tensor<80xf64>
      %1 = graph.add %a, %b : (tensor<80xf64>, tensor<80xf64>) -> tensor<80xf64> loc("Add_0")
      %2 = graph.mul %1, %c : (tensor<80xf64>, tensor<80xf64>) -> tensor<80xf64> loc("Mul_1")
      graph.yield %2 : tensor<80xf64>
    } loc(fused["Add_0", "Mul_1"])
    %3 = graph.mul %0, %0 : (tensor<80xf64>, tensor<80xf64>) -> tensor<80xf64> loc("Square_2")
    return %3, %y : tensor<80xf64>, tensor<80xf64>
  })";

/// 80 operations over 1,920 bytes; 524,288 over 49,152; none; bytes that are not known; no loops;
/// what is no kernel, or has no body.
constexpr llvm::StringLiteral smallKernels = R"(
  module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
      #dlti.target_device_spec<"name" = "small", "vector_register_bytes" = 16 : i64,
      "core" = #dlti.map<"hertz" = 1.25e9 : f64, "operations_per_cycle" = 1.0 : f64>,
      "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 1024 : i64, "bytes_per_cycle" = 8.0 : f64>,
        "L2" = #dlti.map<"bytes" = 8192 : i64, "bytes_per_cycle" = 0.8 : f64>>>>} {
    func.func private @add(%a: tensor<80xf64>, %b: tensor<80xf64>,
        %d: tensor<80xf64> {te.destination}) -> tensor<80xf64>
        attributes {schedule.sequence = @schedules::@add, te.kernel} {
      %r = te.compute "sum" axes(i = 80) : tensor<80xf64> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<80xf64>
        %1 = te.read %b[%i] : tensor<80xf64>
        %2 = arith.addf %0, %1 : f64
        te.yield %2 : f64
      }
      return %r : tensor<80xf64>
    }
    func.func private @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>,
        %d: tensor<64x64xf32> {te.destination}) -> tensor<64x64xf32> attributes {te.kernel} {
      %r = te.compute "dot" axes(m = 64, n = 64) reduce(k = 64) combine(add) : tensor<64x64xf32> {
      ^bb0(%m: index, %n: index, %k: index):
        %0 = te.read %a[%m, %k] : tensor<64x64xf32>
        %1 = te.read %b[%k, %n] : tensor<64x64xf32>
        %2 = arith.mulf %0, %1 : f32
        te.yield %2 : f32
      }
      return %r : tensor<64x64xf32>
    }
    func.func private @copy(%a: tensor<8xi1>, %d: tensor<8xi1> {te.destination}) -> tensor<8xi1>
        attributes {te.kernel} {
      %r = te.compute "same" axes(i = 8) : tensor<8xi1> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<8xi1>
        te.yield %0 : i1
      }
      return %r : tensor<8xi1>
    }
    func.func private @open(%a: tensor<?xf32>, %d: tensor<?xf32> {te.destination})
        -> tensor<?xf32> attributes {te.kernel} {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %a, %c0 : tensor<?xf32>
      %r = te.compute "twice" axes(i = %n) : tensor<?xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<?xf32>
        %1 = arith.addf %0, %0 : f32
        te.yield %1 : f32
      }
      return %r : tensor<?xf32>
    }
    func.func private @bare(%a: tensor<8xf32>, %d: tensor<8xf32> {te.destination})
        -> tensor<8xf32> attributes {te.kernel} {
      return %a : tensor<8xf32>
    }
    func.func private @elsewhere(%a: tensor<8xf32>) -> tensor<8xf32>
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      return %x : tensor<8xf32>
    }
    module @schedules attributes {transform.with_named_sequence} {
      transform.named_sequence @add(%k: !transform.any_op {transform.readonly}) {
        %sum = schedule.stage %k["sum"] : !transform.any_op
        %i = schedule.axes %sum : !schedule.axis
        %io, %ii = schedule.split %sum[%i] by 8
        schedule.vectorize %sum[%ii]
        transform.yield
      }
    }
  })";

/// Six calls: a buffer that a loop fills and a view of it is read, one for the last call alone, and
/// what is no buffer of the arena at a known place, also as a loop may carry another memory.
constexpr llvm::StringLiteral smallMemory = R"(
  module attributes {dl.model = {arena_size = 1600 : i64, weights_size = 2500000 : i64,
      max_threads = 1 : i64, inputs = [], outputs = [], calls = [
        {kernel = "add", nodes = "Add_0+Mul_1", outputs = []},
        {kernel = "product", nodes = "MatMul_3", outputs = []},
        {kernel = "copy", nodes = "Copy_4", outputs = []},
        {kernel = "open", nodes = "", outputs = []},
        {kernel = "bare", nodes = "Sum_5", outputs = []},
        {kernel = "add", nodes = "Square_2", outputs = []}]}} {
    func.func private @noted(i32)
    func.func private @add(%a: memref<80xf64>) attributes {te.kernel} {
      return
    }
    func.func private @product(%a: memref<80xf64>) attributes {te.kernel} {
      return
    }
    func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<1600xi8> {dl.arena},
                    %offset: index, %times: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c640 = arith.constant 640 : index
      %c1280 = arith.constant 1280 : index
      %n = arith.constant 7 : i32
      %weight = memref.view %w[%c0][] : memref<64xi8> to memref<8xf64>
      %unused = memref.view %arena[%c0][] : memref<1600xi8> to memref<80xf64>
      %moved = memref.view %arena[%offset][] : memref<1600xi8> to memref<80xf64>
      %empty = memref.view %arena[%c0][] : memref<1600xi8> to memref<0xf64>
      %early = memref.view %arena[%c0][] : memref<1600xi8> to memref<80xf64>
      %late = memref.view %arena[%c640][] : memref<1600xi8> to memref<80xf64>
      %flags = memref.view %arena[%c1280][] : memref<1600xi8> to memref<16xi1>
      func.call @noted(%n) : (i32) -> ()
      memref.dealloc %empty : memref<0xf64>
      memref.dealloc %weight : memref<8xf64>
      func.call @add(%moved) : (memref<80xf64>) -> ()
      scf.for %i = %c0 to %times step %c1 {
        func.call @product(%early) : (memref<80xf64>) -> ()
        func.call @product(%moved) : (memref<80xf64>) -> ()
      }
      %same = memref.cast %early : memref<80xf64> to memref<?xf64>
      %again = memref.cast %same : memref<?xf64> to memref<80xf64>
      func.call @add(%again) : (memref<80xf64>) -> ()
      func.call @add(%moved) : (memref<80xf64>) -> ()
      func.call @add(%late) : (memref<80xf64>) -> ()
      memref.dealloc %flags : memref<16xi1>
      %own = memref.alloc() : memref<640xi8>
      %inside = memref.view %own[%c0][] : memref<640xi8> to memref<80xf64>
      memref.dealloc %inside : memref<80xf64>
      %last = scf.for %i = %c0 to %times step %c1 iter_args(%carried = %arena)
          -> (memref<1600xi8>) {
        %either = memref.view %carried[%c0][] : memref<1600xi8> to memref<80xf64>
        memref.dealloc %either : memref<80xf64>
        scf.yield %carried : memref<1600xi8>
      }
      return
    }
  })";

using Lines = std::vector<std::string>;

/// The lines of a text that have a part in them.
inline Lines findLines(llvm::StringRef text, llvm::StringRef part) {
  llvm::SmallVector<llvm::StringRef> all;
  text.split(all, '\n');
  Lines found;
  for (llvm::StringRef line : all)
    if (line.contains(part))
      found.push_back(line.str());
  return found;
}

/// What a report is made of.
class SmallModel : public testing::Test {
protected:
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    EXPECT_TRUE(module);
    return module;
  }
  /// All three levels.
  void add(ModelReport &report) {
    report.addGraph(*parse(smallGraph));
    EXPECT_TRUE(succeeded(report.addSchedules(*parse(smallKernels))));
    report.addMemory(*parse(smallMemory));
  }

  /// Calls of @add in a row, and a buffer.
  void addCalls(ModelReport &report, size_t count, int64_t arena = 64) {
    std::string text = "module attributes {dl.model = {arena_size = " + std::to_string(arena) +
                       " : i64, weights_size = 0 : i64, max_threads = 1 : i64, inputs = [], "
                       "outputs = [], calls = [";
    for (size_t i = 0; i < count; ++i)
      text += (i == 0 ? "" : ", ") + std::string("{kernel = \"add\", nodes = \"\", outputs = []}");
    report.addMemory(*parse(text + R"(]}} {
      func.func @main(%arena: memref<64xi8> {dl.arena}) {
        %c0 = arith.constant 0 : index
        %all = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf64>
        memref.dealloc %all : memref<8xf64>
        return
      }
    })"));
  }

  std::unique_ptr<mlir::MLIRContext> context = createCompilerContext();
};

} // namespace dl

#endif // DL_TEST_UNIT_REPORT_SMALLMODEL_H
