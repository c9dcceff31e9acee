// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s
// RUN: dl-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func private @matmul
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32> {te.layout_free}, %[[B:.*]]: tensor<8x6xf32>, %{{.*}}: tensor<4x6xf32> {te.destination}
// CHECK-SAME: attributes {te.kernel}
func.func private @matmul(%A: tensor<4x8xf32> {te.layout_free}, %B: tensor<8x6xf32>,
                          %out: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32>
    attributes {te.kernel} {
  // CHECK: %[[C:.*]] = te.compute "C" axes(i = 4, j = 6) reduce(k = 8) combine(add) : tensor<4x6xf32> {
  // CHECK-NEXT: ^bb0(%i: index, %j: index, %k: index):
  %C = te.compute "C" axes(i = 4, j = 6) reduce(k = 8) combine(add) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    // CHECK-NEXT: %[[X:.*]] = te.read %[[A]][%i, %k] : tensor<4x8xf32>
    %a = te.read %A[%i, %k] : tensor<4x8xf32>
    // CHECK-NEXT: %[[Y:.*]] = te.read %[[B]][%k, %j] : tensor<8x6xf32>
    %b = te.read %B[%k, %j] : tensor<8x6xf32>
    // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
    %p = arith.mulf %a, %b : f32
    // CHECK-NEXT: te.yield %[[P]] : f32
    te.yield %p : f32
  }
  // CHECK: return %[[C]]
  return %C : tensor<4x6xf32>
}

// A guarded read, floordiv and mod, and a stage attribute.
// CHECK-LABEL: func.func @padded
func.func @padded(%x: tensor<1x3x6xi32>, %y: tensor<2x8xi32>) -> tensor<1x3x10xi32> {
  %zero = arith.constant 0 : i32
  // CHECK: %[[PAD:.*]] = te.compute "pad.x_1" axes(n = 1, c = 3, h = 10) : tensor<1x3x10xi32> attributes {note = "kept"} {
  %pad = te.compute "pad.x_1" axes(n = 1, c = 3, h = 10) : tensor<1x3x10xi32> attributes {note = "kept"} {
  ^bb0(%n: index, %c: index, %h: index):
    // CHECK: te.read %{{.*}}[%n, %c, %h - 2] where(%h - 2 >= 0, -%h + 7 >= 0) else %{{.*}} : tensor<1x3x6xi32>
    %v = te.read %x[%n, %c, %h - 2] where(%h - 2 >= 0, 7 - %h >= 0) else %zero : tensor<1x3x6xi32>
    // CHECK: te.read %{{.*}}[%h floordiv 8, %h mod 8] where(%c + %h mod 2 == 0) else %{{.*}} {kept} : tensor<2x8xi32>
    %w = te.read %y[%h floordiv 8, %h mod 8] where(%c + %h mod 2 == 0) else %zero {kept} : tensor<2x8xi32>
    %s = arith.addi %v, %w : i32
    te.yield %s : i32
  }
  return %pad : tensor<1x3x10xi32>
}

// A gather: an index that comes from another read, and dynamic extents.
// CHECK-LABEL: func.func @gather
func.func @gather(%table: tensor<100x?xf32>, %ids: tensor<?xi64>, %n: index, %d: index) -> tensor<?x?xf32> {
  // CHECK: te.compute "rows" axes(i = %{{.*}}, j = %{{.*}}) : tensor<?x?xf32> {
  %rows = te.compute "rows" axes(i = %n, j = %d) : tensor<?x?xf32> {
  ^bb0(%i: index, %j: index):
    %id = te.read %ids[%i] : tensor<?xi64>
    // CHECK: %[[ROW:.*]] = arith.index_cast
    %row = arith.index_cast %id : i64 to index
    // CHECK: te.read %{{.*}}[%[[ROW]], %j] : tensor<100x?xf32>
    %v = te.read %table[%row, %j] : tensor<100x?xf32>
    te.yield %v : f32
  }
  return %rows : tensor<?x?xf32>
}

// No axes but a reduction; every combiner.
// CHECK-LABEL: func.func @total
func.func @total(%x: tensor<8xf32>) -> tensor<f32> {
  // CHECK: te.compute "product" axes() reduce(k = 8) combine(mul) : tensor<f32> {
  %0 = te.compute "product" axes() reduce(k = 8) combine(mul) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<8xf32>
    te.yield %v : f32
  }
  // CHECK: combine(min)
  %1 = te.compute "least" axes() reduce(k = 8) combine(min) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[-%k + 7] : tensor<8xf32>
    // CHECK: te.read %{{.*}}[] : tensor<f32>
    %w = te.read %0[] : tensor<f32>
    %m = arith.mulf %v, %w : f32
    te.yield %m : f32
  }
  // CHECK: combine(max)
  %2 = te.compute "most" axes() reduce(k = 8) combine(max) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<8xf32>
    %w = te.read %1[] : tensor<f32>
    %m = arith.mulf %v, %w : f32
    te.yield %m : f32
  }
  return %2 : tensor<f32>
}

// Unguarded floordiv and mod are not checked ahead, nor are dynamic extents and
// what an empty axis would read. Names may begin with '_'.
// CHECK-LABEL: func.func @unchecked
func.func @unchecked(%x: tensor<4x5xf32>, %y: tensor<8xf32>, %n: index) -> tensor<?x20xf32> {
  // CHECK: te.compute "_0.x" axes(_i = %{{.*}}, j = 20) : tensor<?x20xf32> {
  %0 = te.compute "_0.x" axes(_i = %n, j = 20) : tensor<?x20xf32> {
  ^bb0(%i: index, %j: index):
    // CHECK: te.read %{{.*}}[%j floordiv 5, %j mod 5] : tensor<4x5xf32>
    %v = te.read %x[%j floordiv 5, %j mod 5] : tensor<4x5xf32>
    // CHECK: te.read %{{.*}}[%_i] : tensor<8xf32>
    %w = te.read %y[%i] : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  // CHECK: te.compute "empty" axes(i = 0, j = 20) : tensor<0x20xf32> {
  %1 = te.compute "empty" axes(i = 0, j = 20) : tensor<0x20xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %y[%j] : tensor<8xf32>
    te.yield %v : f32
  }
  return %0 : tensor<?x20xf32>
}

// CHECK-LABEL: func.func @check_indices(
// CHECK: te.check_indices %{{.*}} within(%{{.*}}) : tensor<4x2xi64>
// CHECK: te.check_indices %{{.*}} within(%{{.*}}, %{{.*}}) : memref<4x2xi32>
// CHECK: te.check_indices %{{.*}} within(%{{.*}}, %{{.*}}) : tensor<4x?xi64>
func.func @check_indices(%i: tensor<4x2xi64>, %j: memref<4x2xi32>, %k: tensor<4x?xi64>, %n: index, %m: index) {
  te.check_indices %i within(%n) : tensor<4x2xi64>
  te.check_indices %j within(%n, %m) : memref<4x2xi32>
  te.check_indices %k within(%n, %m) : tensor<4x?xi64>
  return
}

// CHECK-LABEL: func.func @steps(
// CHECK: %[[V:.*]] = te.step %{{.*}}[%{{.*}}] : tensor<4x2xf32> to tensor<2xf32>
// CHECK: te.insert_step %[[V]] into %{{.*}}[%{{.*}}] : tensor<2xf32> into tensor<4x2xf32>
// CHECK: te.step %{{.*}}[%{{.*}}] : memref<4xf32> to memref<f32>
func.func @steps(%x: tensor<4x2xf32>, %y: memref<4xf32>, %t: index) -> tensor<4x2xf32> {
  %v = te.step %x[%t] : tensor<4x2xf32> to tensor<2xf32>
  %z = te.insert_step %v into %x[%t] : tensor<2xf32> into tensor<4x2xf32>
  %w = te.step %y[%t] : memref<4xf32> to memref<f32>
  return %z : tensor<4x2xf32>
}
