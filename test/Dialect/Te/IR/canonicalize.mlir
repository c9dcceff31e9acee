// RUN: dl-opt %s --canonicalize=test-convergence --split-input-file | FileCheck %s
// RUN: dl-opt %s --canonicalize --split-input-file --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Equal and unused index operands go, the order is that of first use.
// CHECK-LABEL: func.func @operands
func.func @operands(%x: tensor<8xf32>, %c: f32) -> tensor<3x4xf32> {
  %0 = te.compute "x" axes(i = 3, j = 4) : tensor<3x4xf32> {
  ^bb0(%i: index, %j: index):
    // GENERIC: operandSegmentSizes = array<i32: 1, 2, 1>
    // CHECK: te.read %{{.*}}[%j * 2] where(-%j - %i + 2 >= 0) else %{{.*}} : tensor<8xf32>
    %v = "te.read"(%x, %i, %j, %i, %j, %c) <{map = affine_map<(d0, d1, d2, d3) -> (d1 + d3)>,
      predicate = affine_set<(d0, d1, d2, d3) : (2 - d3 - d2 >= 0)>, operandSegmentSizes = array<i32: 1, 4, 1>}>
      : (tensor<8xf32>, index, index, index, index, f32) -> f32
    te.yield %v : f32
  }
  return %0 : tensor<3x4xf32>
}

// -----

// Without a predicate as well.
// CHECK-LABEL: func.func @unguarded
func.func @unguarded(%x: tensor<8xf32>) -> tensor<3x4xf32> {
  %0 = te.compute "x" axes(i = 3, j = 4) : tensor<3x4xf32> {
  ^bb0(%i: index, %j: index):
    // CHECK: te.read %{{.*}}[%j * 2] : tensor<8xf32>
    // GENERIC: operandSegmentSizes = array<i32: 1, 1, 0>
    %v = "te.read"(%x, %j, %i, %j) <{map = affine_map<(d0, d1, d2) -> (d0 + d2)>,
      operandSegmentSizes = array<i32: 1, 3, 0>}> : (tensor<8xf32>, index, index, index) -> f32
    te.yield %v : f32
  }
  return %0 : tensor<3x4xf32>
}

// -----

// A stage that nobody reads goes.
// CHECK-LABEL: func.func @dead_stage
// CHECK-NOT: te.compute "unused"
func.func @dead_stage(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = te.compute "unused" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %x : tensor<8xf32>
}

// -----

// A call that only writes its destination stays.
// CHECK-LABEL: func.func @call(
// CHECK: te.extern "fill" @my_fill() into(
func.func @call(%o: memref<4xf32>) {
  te.extern "fill" @my_fill() into(%o : memref<4xf32>) : () -> ()
  return
}
