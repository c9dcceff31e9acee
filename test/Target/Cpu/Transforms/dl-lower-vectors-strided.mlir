// RUN: dl-opt %s --dl-lower-vectors --canonicalize | FileCheck %s

// CHECK-DAG: #[[FIRST:.*]] = affine_map<()[s0] -> (s0 * 2 - 1)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<()[s0] -> (s0 * 2 - 16)>

// Every second of 31 elements: two loads that end where the last element does.
// CHECK-LABEL: func.func @step_of_two(
// CHECK:         %[[ROW:.*]] = memref.reinterpret_cast %{{.*}} sizes: [31], strides: [1]
// CHECK:         %[[A:.*]] = vector.load %[[ROW]][%c0] {{.*}} vector<16xf32>
// CHECK:         %[[B:.*]] = vector.load %[[ROW]][%c15] {{.*}} vector<16xf32>
// CHECK:         vector.shuffle %{{.*}}, %[[B]] [0, 1, 2, 3, 4, 5, 6, 7, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK-NOT:     memref.load
func.func @step_of_two(%x: memref<9x64xf32, strided<[256, 2], offset: 5>>, %i: index) -> vector<16xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i, %i], %p {in_bounds = [true]} : memref<9x64xf32, strided<[256, 2], offset: 5>>, vector<16xf32>
  return %v : vector<16xf32>
}

// Three loads for a step of three.
// CHECK-LABEL: func.func @step_of_three(
// CHECK-COUNT-3: vector.load
// CHECK-NOT:     vector.load
// CHECK:         return
func.func @step_of_three(%x: memref<64xf32, strided<[3]>>, %i: index) -> vector<8xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32, strided<[3]>>, vector<8xf32>
  return %v : vector<8xf32>
}

// What is right behind a load is of the next one.
// CHECK-LABEL: func.func @step_of_four(
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 16, 20, 24, 28, -1, -1, -1, -1, -1, -1, -1, -1]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 20, 24, 28, -1, -1, -1, -1]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 19, 23, 27, 31]
func.func @step_of_four(%x: memref<64xf32, strided<[4]>>, %i: index) -> vector<16xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32, strided<[4]>>, vector<16xf32>
  return %v : vector<16xf32>
}

// A row that is longer than a register, in parts.
// CHECK-LABEL: func.func @long_row(
// CHECK-COUNT-2: vector.load {{.*}} vector<16xf32>
// CHECK:         vector.insert_strided_slice {{.*}} {offsets = [0], {{.*}} : vector<16xf32> into vector<32xf32>
// CHECK-COUNT-2: vector.load {{.*}} vector<16xf32>
// CHECK:         vector.insert_strided_slice {{.*}} {offsets = [16], {{.*}} : vector<16xf32> into vector<32xf32>
func.func @long_row(%x: memref<64xf32, strided<[2]>>, %i: index) -> vector<32xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32, strided<[2]>>, vector<32xf32>
  return %v : vector<32xf32>
}

// Of what is there only: the last of n elements of step 2 is at 2 n - 2.
// CHECK-LABEL: func.func @part(
// CHECK:         %[[M:.*]] = affine.apply #[[FIRST]]()
// CHECK:         %[[MASK:.*]] = vector.create_mask %[[M]] : vector<16xi1>
// CHECK:         vector.maskedload %{{.*}}[%c0], %[[MASK]], %{{.*}}
// CHECK:         %[[N:.*]] = affine.apply #[[SECOND]]()
// CHECK:         %[[OTHER:.*]] = vector.create_mask %[[N]] : vector<16xi1>
// CHECK:         vector.maskedload %{{.*}}[%c15], %[[OTHER]], %{{.*}}
func.func @part(%x: memref<?xf32, strided<[2], offset: ?>>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %p : memref<?xf32, strided<[2], offset: ?>>, vector<16xf32>
  return %v : vector<16xf32>
}

// Of each row of several.
// CHECK-LABEL: func.func @parts(
// CHECK-COUNT-6: vector.maskedload
// CHECK-NOT:     vector.maskedload
// CHECK:         return
func.func @parts(%x: memref<3x?xf32, strided<[64, 2], offset: ?>>) -> vector<3x16xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, false]} : memref<3x?xf32, strided<[64, 2], offset: ?>>, vector<3x16xf32>
  return %v : vector<3x16xf32>
}

// Elements further apart, and few of them, are loaded one by one.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-12: memref.load
// CHECK-NOT:      vector.load
func.func @apart(%x: memref<64xf32, strided<[9]>>, %y: memref<64xf32, strided<[3]>>, %i: index) -> (vector<8xf32>, vector<4xf32>) {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32, strided<[9]>>, vector<8xf32>
  %w = vector.transfer_read %y[%i], %p {in_bounds = [true]} : memref<64xf32, strided<[3]>>, vector<4xf32>
  return %v, %w : vector<8xf32>, vector<4xf32>
}

// Where rows may lie outside, too, a loop asks for each.
// CHECK-LABEL: func.func @rows_outside(
// CHECK-NOT:     vector.maskedload
// CHECK:         scf.for
// CHECK:         return
func.func @rows_outside(%x: memref<?x?xf32, strided<[64, 2], offset: ?>>) -> vector<3x16xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %p : memref<?x?xf32, strided<[64, 2], offset: ?>>, vector<3x16xf32>
  return %v : vector<3x16xf32>
}

// 24 elements are a register and half of one.
// CHECK-LABEL: func.func @row_and_half(
// CHECK-COUNT-2: vector.load {{.*}} vector<16xf32>
// CHECK:         vector.insert_strided_slice {{.*}} {offsets = [0], {{.*}} : vector<16xf32> into vector<24xf32>
// CHECK-COUNT-2: vector.load {{.*}} vector<8xf32>
// CHECK:         vector.insert_strided_slice {{.*}} {offsets = [16], {{.*}} : vector<8xf32> into vector<24xf32>
func.func @row_and_half(%x: memref<64xf32, strided<[2]>>, %i: index) -> vector<24xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32, strided<[2]>>, vector<24xf32>
  return %v : vector<24xf32>
}
