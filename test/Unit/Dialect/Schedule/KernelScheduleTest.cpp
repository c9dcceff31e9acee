//===-- KernelScheduleTest.cpp - what a search knows of a kernel ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What buildKernelSchedule reads off kernels: where stages stand, what they read, how wide
// their elements are, and the intrinsics that compute them.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {

struct KernelScheduleTest : testing::Test {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;

  KernelScheduleTest() {
    context.loadDialect<te::TeDialect, ScheduleDialect, func::FuncDialect, arith::ArithDialect,
                        linalg::LinalgDialect, tensor::TensorDialect, vector::VectorDialect>();
  }

  /// The first function of a module.
  KernelSchedule build(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module ? buildKernelSchedule(*module->getOps<func::FuncOp>().begin()) : KernelSchedule();
  }
};

// Quotients and remainders are told as sums over the axes, also of axes without values.
TEST_F(KernelScheduleTest, Digits) {
  KernelSchedule kernel = build(R"mlir(
    func.func private @f(%x: tensor<2x4xf32>, %o: tensor<8xf32> {te.destination},
                         %p: tensor<0xf32> {te.destination}) -> (tensor<8xf32>, tensor<0xf32>)
        attributes {te.kernel} {
      %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
      ^bb0(%i: index):
        %v = te.read %x[%i floordiv 4, %i mod 4] : tensor<2x4xf32>
        te.yield %v : f32
      }
      %d = te.compute "D" axes(i = 0) : tensor<0xf32> {
      ^bb0(%i: index):
        %v = te.read %x[%i floordiv 4, %i mod 4] : tensor<2x4xf32>
        te.yield %v : f32
      }
      return %c, %d : tensor<8xf32>, tensor<0xf32>
    })mlir");
  ASSERT_EQ(kernel.size(), 2);
  const StageRead &read = kernel[0].reads.front();
  EXPECT_EQ(read.operand, 0);
  ASSERT_EQ(read.indices.size(), 2u);
  EXPECT_EQ(read.indices[0].kind, IndexKind::QuasiAffine);
  for (int64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(read.indices[0].digits.evaluate({i}), i / 4);
    EXPECT_EQ(read.indices[1].digits.evaluate({i}), i % 4);
  }
  EXPECT_EQ(kernel[1].reads.front().indices[0].digits.evaluate({0}), 0);
}

// Stages of one step of a scan have a number of their own, those beside scans none.
TEST_F(KernelScheduleTest, Scopes) {
  KernelSchedule kernel = build(R"mlir(
    func.func private @f(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32>
        attributes {te.kernel} {
      %before = te.compute "before" axes(i = 4) : tensor<4xf32> {
      ^bb0(%i: index):
        %v = te.read %x[%i] : tensor<4xf32>
        te.yield %v : f32
      }
      %first = te.scan "first" time(t = 3) init(%before) : tensor<4xf32> {
      ^bb0(%t: index, %h: tensor<4xf32>):
        %a = te.compute "a" axes(i = 4) : tensor<4xf32> {
        ^bb0(%i: index):
          %v = te.read %h[%i] : tensor<4xf32>
          te.yield %v : f32
        }
        %b = te.compute "b" axes(i = 4) : tensor<4xf32> {
        ^bb0(%i: index):
          %v = te.read %a[%i] : tensor<4xf32>
          te.yield %v : f32
        }
        te.yield %b : tensor<4xf32>
      }
      %second = te.scan "second" time(t = 3) init(%first) : tensor<4xf32> {
      ^bb0(%t: index, %h: tensor<4xf32>):
        %c = te.compute "c" axes(i = 4) : tensor<4xf32> {
        ^bb0(%i: index):
          %v = te.read %h[%i] : tensor<4xf32>
          te.yield %v : f32
        }
        te.yield %c : tensor<4xf32>
      }
      return %second : tensor<4xf32>
    })mlir");
  ASSERT_EQ(kernel.size(), 4);
  EXPECT_EQ(kernel[0].scope, 0);
  EXPECT_EQ(kernel[1].scope, 1);
  EXPECT_EQ(kernel[2].scope, 1);
  EXPECT_EQ(kernel[3].scope, 2);
}

// As wide as the widest number that a formula makes or that its result holds.
TEST_F(KernelScheduleTest, ComputeBytes) {
  KernelSchedule kernel = build(R"mlir(
    func.func private @f(%x: tensor<4xi8>, %o: tensor<4xf64> {te.destination},
                         %p: tensor<4xi8> {te.destination}, %q: tensor<4xi32> {te.destination})
        -> (tensor<4xf64>, tensor<4xi8>, tensor<4xi32>) attributes {te.kernel} {
      %zero = arith.constant 0.0 : f64
      %fill = te.compute "fill" axes(i = 4) : tensor<4xf64> {
      ^bb0(%i: index):
        te.yield %zero : f64
      }
      %inside = te.compute "inside" axes(i = 4) : tensor<4xi8> {
      ^bb0(%i: index):
        %v = te.read %x[%i] : tensor<4xi8>
        %w = arith.extsi %v : i8 to i16
        %s = arith.muli %w, %w : i16
        %t = arith.trunci %s : i16 to i8
        te.yield %t : i8
      }
      %result = te.compute "result" axes(i = 4) : tensor<4xi32> {
      ^bb0(%i: index):
        %v = te.read %x[%i] : tensor<4xi8>
        %w = arith.extsi %v : i8 to i32
        te.yield %w : i32
      }
      return %fill, %inside, %result : tensor<4xf64>, tensor<4xi8>, tensor<4xi32>
    })mlir");
  ASSERT_EQ(kernel.size(), 3);
  EXPECT_EQ(kernel[0].computeBytes, 8);
  EXPECT_EQ(kernel[1].computeBytes, 2);
  EXPECT_EQ(kernel[2].computeBytes, 4);
}

// An operand needs a register for each vector that is made of it and joined with others, and at
// least one. Factors may be either of two reads.
TEST_F(KernelScheduleTest, Registers) {
  const std::string formula = R"mlir(
    ^bb0(%a: tensor<2xf32>, %b: tensor<2x4xf32>):
      %0 = te.compute "rows" axes(j = 4) reduce(k = 2) combine(add) : tensor<4xf32> {
      ^bb0(%j: index, %k: index):
        %x = te.read %a[%k] : tensor<2xf32>
        %y = te.read %b[%k, %j] : tensor<2x4xf32>
        %p = arith.mulf %x, %y : f32
        te.yield %p : f32
      }
      schedule.yield %0 : tensor<4xf32>
    } by {
    ^bb0(%a: tensor<2xf32>, %b: tensor<2x4xf32>, %c: tensor<4xf32>):)mlir";
  KernelSchedule kernel = build("schedule.intrinsic @vectors computes {" + formula + R"mlir(
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %u0 = tensor.extract %a[%c0] : tensor<2xf32>
      %u1 = tensor.extract %a[%c1] : tensor<2xf32>
      %x0 = vector.broadcast %u0 : f32 to vector<4xf32>
      %x1 = vector.broadcast %u1 : f32 to vector<4xf32>
      %y0 = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true]} : tensor<2x4xf32>, vector<2xf32>
      %y1 = vector.transfer_read %b[%c0, %c2], %zero {in_bounds = [true]} : tensor<2x4xf32>, vector<2xf32>
      %y2 = vector.transfer_read %b[%c1, %c0], %zero {in_bounds = [true]} : tensor<2x4xf32>, vector<4xf32>
      %s = vector.transfer_read %c[%c0], %zero {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
      %p0 = vector.outerproduct %y0, %u0 : vector<2xf32>, f32
      %p1 = vector.outerproduct %y1, %u0 : vector<2xf32>, f32
      %s0 = vector.fma %x1, %y2, %s : vector<4xf32>
      %s1 = vector.fma %x0, %s0, %s0 : vector<4xf32>
      %r = vector.transfer_write %s1, %c[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
      schedule.yield %r : tensor<4xf32>
    }
    schedule.intrinsic @tensors computes {)mlir" +
                                formula + R"mlir(
      schedule.yield %c : tensor<4xf32>
    }
    func.func private @f(%a: tensor<6xf32>, %b: tensor<6x8xf32>, %o: tensor<8xf32> {te.destination})
        -> tensor<8xf32> attributes {te.kernel} {
      %c = te.compute "C" axes(j = 8) reduce(k = 6) combine(add) : tensor<8xf32> {
      ^bb0(%j: index, %k: index):
        %x = te.read %a[%k] : tensor<6xf32>
        %y = te.read %b[%k, %j] : tensor<6x8xf32>
        %p = arith.mulf %x, %y : f32
        te.yield %p : f32
      }
      return %c : tensor<8xf32>
    })mlir");
  ASSERT_EQ(kernel.size(), 1);
  ASSERT_EQ(kernel[0].intrinsics.size(), 2u);
  const int64_t registers[2][2] = {{2, 3}, {1, 1}};
  for (int number = 0; number < 2; ++number) {
    const MatchingIntrinsic &match = kernel[0].intrinsics[number];
    EXPECT_EQ(match.shape.name, number == 0 ? "vectors" : "tensors");
    ASSERT_EQ(match.ways.size(), 2u);
    for (int way = 0; way < 2; ++way) {
      ASSERT_EQ(match.ways[way].size(), 2u);
      for (int operand = 0; operand < 2; ++operand) {
        EXPECT_EQ(match.ways[way][operand].read, way == 0 ? operand : 1 - operand);
        EXPECT_EQ(match.ways[way][operand].registers, registers[number][operand]);
      }
    }
  }
}

// A scatter updates what a stage beside it made for it alone; others it copies.
TEST_F(KernelScheduleTest, UpdatesInPlace) {
  KernelSchedule kernel = build(R"mlir(
    func.func private @f(%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<?xi32>, %n: index) {
      %alone = te.compute "alone" axes(i = 4) : tensor<4xi32> {
      ^bb0(%i: index):
        %v = te.read %x[%i] : tensor<4xi32>
        te.yield %v : i32
      }
      %a = te.scatter "in_place" into %alone axes(u = 2) : tensor<4xi32> {
      ^bb0(%u: index):
        %v = te.read %x[%u] : tensor<4xi32>
        te.yield %v, %u : i32, index
      }
      %shared = te.compute "shared" axes(i = 4) : tensor<4xi32> {
      ^bb0(%i: index):
        %v = te.read %x[%i] : tensor<4xi32>
        te.yield %v : i32
      }
      %b = te.scatter "read_again" into %shared axes(u = 2) : tensor<4xi32> {
      ^bb0(%u: index):
        %v = te.read %shared[%u] : tensor<4xi32>
        te.yield %v, %u : i32, index
      }
      %c = te.scatter "operand" into %y axes(u = 2) : tensor<4xi32> {
      ^bb0(%u: index):
        %v = te.read %x[%u] : tensor<4xi32>
        te.yield %v, %u : i32, index
      }
      %d = te.scatter "other" into %c axes(u = 2) : tensor<4xi32> {
      ^bb0(%u: index):
        %v = te.read %x[%u] : tensor<4xi32>
        te.yield %v, %u : i32, index
      }
      %open = te.compute "open" axes(i = %n) : tensor<?xi32> {
      ^bb0(%i: index):
        %v = te.read %z[%i] : tensor<?xi32>
        te.yield %v : i32
      }
      %e = te.scatter "open_size" into %open axes(u = 2) : tensor<?xi32> {
      ^bb0(%u: index):
        %v = te.read %x[%u] : tensor<4xi32>
        te.yield %v, %u : i32, index
      }
      return
    })mlir");
  std::vector<std::string> inPlace;
  module->walk([&](te::ScatterOp scatter) {
    if (isUpdatedInPlace(scatter))
      inPlace.push_back(scatter.getStage().str());
  });
  EXPECT_EQ(inPlace, std::vector<std::string>({"in_place"}));
}

} // namespace
