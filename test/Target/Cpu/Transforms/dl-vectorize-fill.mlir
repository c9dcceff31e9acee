// Large accumulators are set by rows or parts of rows, in loops.
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-vectorize))' | FileCheck %s

// Up to 1024 elements go at once.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: scf.for
// CHECK: vector.transfer_write %{{.*}} : vector<16x64xf32>, tensor<16x64xf32>
func.func @small(%o: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// A row of up to 64 elements is whole, whatever its length.
// CHECK-LABEL: func.func @prime(
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 97 : index
// CHECK: scf.for %[[ROW:[a-z0-9]+]] = %[[C0]] to %[[ROWS]] step %[[C1]]
// CHECK-NOT: scf.for
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%[[ROW]], %[[C0]]] {in_bounds = [true, true]} : vector<1x61xf32>, tensor<97x61xf32>
// CHECK-NOT: linalg
func.func @prime(%o: tensor<97x61xf32>) -> tensor<97x61xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<97x61xf32>) -> tensor<97x61xf32>
  return %r : tensor<97x61xf32>
}

// A longer one goes in equal parts, the largest that there are.
// CHECK-LABEL: func.func @parts(
// CHECK-DAG: %[[COLUMNS:.*]] = arith.constant 96 : index
// CHECK-DAG: %[[PART:.*]] = arith.constant 48 : index
// CHECK: scf.for %[[ROW:[a-z0-9]+]] =
// CHECK: scf.for %[[COLUMN:[a-z0-9]+]] = %{{.*}} to %[[COLUMNS]] step %[[PART]]
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%[[ROW]], %[[COLUMN]]] {in_bounds = [true, true]} : vector<1x48xf32>, tensor<256x96xf32>
// CHECK-NOT: linalg
func.func @parts(%o: tensor<256x96xf32>) -> tensor<256x96xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<256x96xf32>) -> tensor<256x96xf32>
  return %r : tensor<256x96xf32>
}

// Where there are none, LLVM makes vectors of single elements.
// CHECK-LABEL: func.func @elements(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[COLUMNS:.*]] = arith.constant 127 : index
// CHECK: scf.for %[[ROW:[a-z0-9]+]] =
// CHECK: scf.for %[[COLUMN:[a-z0-9]+]] = %{{.*}} to %[[COLUMNS]] step %[[C1]]
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%[[ROW]], %[[COLUMN]]] {in_bounds = [true, true]} : vector<1x1xf32>, tensor<96x127xf32>
// CHECK-NOT: linalg
func.func @elements(%o: tensor<96x127xf32>) -> tensor<96x127xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<96x127xf32>) -> tensor<96x127xf32>
  return %r : tensor<96x127xf32>
}

// CHECK-LABEL: func.func @planes(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK: vector.transfer_write %{{.*}} : vector<1x1x64xf32>, tensor<5x7x64xf32>
// CHECK-NOT: linalg
func.func @planes(%o: tensor<5x7x64xf32>) -> tensor<5x7x64xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<5x7x64xf32>) -> tensor<5x7x64xf32>
  return %r : tensor<5x7x64xf32>
}

// Accumulators are parts of what is filled at once: they begin as constants, and what writes all of it
// again leaves nothing of the fill.
// CHECK-LABEL: func.func @parts_of_fill(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4x16xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]]) -> (vector<4x16xf32>, vector<4x16xf32>)
// CHECK: vector.transfer_write %[[SUMS]]#{{[01]}}
// CHECK: vector.transfer_write %[[SUMS]]#{{[01]}}
// CHECK-NOT: vector.transfer_write
func.func @parts_of_fill(%x: tensor<10x8x16xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %f) -> (tensor<8x16xf32>) {
    %a = vector.transfer_read %x[%i, %c0, %c0], %zero {in_bounds = [true, true]} : tensor<10x8x16xf32>, vector<4x16xf32>
    %s = vector.transfer_read %t[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<8x16xf32>, vector<4x16xf32>
    %u = arith.addf %s, %a : vector<4x16xf32>
    %v = vector.transfer_write %u, %t[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<8x16xf32>
    %b = vector.transfer_read %x[%i, %c4, %c0], %zero {in_bounds = [true, true]} : tensor<10x8x16xf32>, vector<4x16xf32>
    %w = vector.transfer_read %v[%c4, %c0], %zero {in_bounds = [true, true]} : tensor<8x16xf32>, vector<4x16xf32>
    %y = arith.addf %w, %b : vector<4x16xf32>
    %z = vector.transfer_write %y, %v[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<8x16xf32>
    scf.yield %z : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}

// What is left of a fill stays, and so does one that is read before it is written again.
// CHECK-LABEL: func.func @left_of_fill(
// CHECK: vector.transfer_write %{{.*}} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK: vector.transfer_write %{{.*}} : vector<4x16xf32>, tensor<8x16xf32>
func.func @left_of_fill(%x: vector<4x16xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %v = vector.transfer_write %x, %f[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<8x16xf32>
  return %v : tensor<8x16xf32>
}
