// RUN: dl-opt %s --canonicalize --split-input-file | FileCheck %s

// Equal and unused index operands go, the order is that of first use.
// CHECK-LABEL: func.func @operands
func.func @operands(%x: tensor<8xf32>, %c: f32) -> tensor<3x4xf32> {
  %0 = te.compute "x" axes(i = 3, j = 4) : tensor<3x4xf32> {
  ^bb0(%i: index, %j: index):
    // CHECK: te.read %{{.*}}[%j * 2] where(-%j - %i + 2 >= 0) else %{{.*}} : tensor<8xf32>
    %v = "te.read"(%x, %i, %j, %i, %j, %c) <{map = affine_map<(d0, d1, d2, d3) -> (d1 + d3)>,
      predicate = affine_set<(d0, d1, d2, d3) : (2 - d3 - d2 >= 0)>, operandSegmentSizes = array<i32: 1, 4, 1>}>
      : (tensor<8xf32>, index, index, index, index, f32) -> f32
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
