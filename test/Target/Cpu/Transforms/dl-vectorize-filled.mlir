// Reads of what a constant filled, and fills that are written over.
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-vectorize))' | FileCheck %s

// From the first row of what is filled to the last.
// CHECK-LABEL: func.func @all_of_fill(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00> : vector<4x16xf32>
// CHECK-NOT: vector.transfer_read
// CHECK: return %[[K]]
func.func @all_of_fill(%o: tensor<9x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c4, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// CHECK-LABEL: func.func @rows_inside(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00> : vector<3x16xf32>
// CHECK-NOT: vector.transfer_read
// CHECK: return %[[K]]
func.func @rows_inside(%o: tensor<9x16xf32>) -> vector<3x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c5, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<3x16xf32>
  return %r : vector<3x16xf32>
}

// A row before, and one behind.
// CHECK-LABEL: func.func @begins_before(
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: return %[[R]]
func.func @begins_before(%o: tensor<9x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c3, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// CHECK-LABEL: func.func @ends_behind(
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: return %[[R]]
func.func @ends_behind(%o: tensor<9x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c5, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// Writes of other rows between them do not matter, those of the same do.
// CHECK-LABEL: func.func @beside_a_write(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00> : vector<4x16xf32>
// CHECK-NOT: vector.transfer_read
// CHECK: return %[[K]]
func.func @beside_a_write(%o: tensor<9x16xf32>, %x: vector<4x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %w = vector.transfer_write %x, %f[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %w2 = vector.transfer_write %x, %w[%c5, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %w2[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// CHECK-LABEL: func.func @after_a_write(
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: return %[[R]]
func.func @after_a_write(%o: tensor<9x16xf32>, %x: vector<4x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %w = vector.transfer_write %x, %f[%c3, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %w[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// Nor is known which rows are read or filled, or which lanes.
// CHECK-LABEL: func.func @unknown_row(
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: return %[[R]]
func.func @unknown_row(%o: tensor<9x16xf32>, %i: index) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%i, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// CHECK-LABEL: func.func @unknown_fill(
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: return %[[R]]
func.func @unknown_fill(%o: tensor<9x16xf32>, %i: index) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%i, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// CHECK-LABEL: func.func @chosen_lanes(
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: return %[[R]]
func.func @chosen_lanes(%o: tensor<9x16xf32>, %m: vector<4x16xi1>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c0, %c0], %zero, %m {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// Constants of different elements are no fill.
// CHECK-LABEL: func.func @numbers(
// CHECK: vector.transfer_read
func.func @numbers(%o: tensor<9x16xf32>) -> vector<1x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]]> : vector<1x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<1x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%c0, %c4], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<1x8xf32>
  return %r : vector<1x8xf32>
}

// What is written over whole leaves nothing of a fill, in any order; a row that is not does.
// CHECK-LABEL: func.func @written_over(
// CHECK-NOT: arith.constant dense
// CHECK-COUNT-2: vector.transfer_write
// CHECK-NOT: vector.transfer_write
// CHECK: return
func.func @written_over(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %y: vector<4x16xf32>) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<8x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<9x16xf32>
  %a = vector.transfer_write %x, %f[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %b = vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}

// CHECK-LABEL: func.func @a_row_is_left(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00>
// CHECK: vector.transfer_write %[[K]]
// CHECK: vector.transfer_write
// CHECK: vector.transfer_write
// CHECK: return
func.func @a_row_is_left(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %y: vector<4x16xf32>) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<9x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<9x16xf32>, tensor<9x16xf32>
  %a = vector.transfer_write %x, %f[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %b = vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}

// CHECK-LABEL: func.func @rows_twice(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00>
// CHECK: vector.transfer_write %[[K]]
// CHECK: vector.transfer_write
// CHECK: vector.transfer_write
// CHECK: return
func.func @rows_twice(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %y: vector<4x16xf32>) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<8x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<9x16xf32>
  %a = vector.transfer_write %x, %f[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %b = vector.transfer_write %y, %a[%c2, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}

// Writes of other rows, and of more than is filled, are none of it.
// CHECK-LABEL: func.func @written_elsewhere(
// CHECK-NOT: arith.constant dense
// CHECK-COUNT-2: vector.transfer_write
// CHECK-NOT: vector.transfer_write
// CHECK: return
func.func @written_elsewhere(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %y: vector<4x16xf32>) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %a = vector.transfer_write %x, %f[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %b = vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}

// CHECK-LABEL: func.func @more_than_filled(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00>
// CHECK: vector.transfer_write %[[K]]
// CHECK: vector.transfer_write
// CHECK: vector.transfer_write
// CHECK: return
func.func @more_than_filled(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %y: vector<4x16xf32>) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c1, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %a = vector.transfer_write %x, %f[%c4, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %b = vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}

// CHECK-LABEL: func.func @written_anywhere(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00>
// CHECK: vector.transfer_write %[[K]]
// CHECK: vector.transfer_write
// CHECK: vector.transfer_write
// CHECK: return
func.func @written_anywhere(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %y: vector<4x16xf32>, %i: index) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %a = vector.transfer_write %x, %f[%i, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %b = vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}

// One that is read before stays.
// CHECK-LABEL: func.func @read_before(
// CHECK: %[[K:.*]] = arith.constant dense<2.000000e+00>
// CHECK: vector.transfer_write %[[K]]
// CHECK: vector.transfer_read
// CHECK: vector.transfer_write
func.func @read_before(%o: tensor<9x16xf32>, %x: vector<4x16xf32>, %i: index) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<4x16xf32>
  %f = vector.transfer_write %k, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  %r = vector.transfer_read %f[%i, %c0], %zero {in_bounds = [true, true]} : tensor<9x16xf32>, vector<4x16xf32>
  %s = arith.addf %r, %x : vector<4x16xf32>
  %b = vector.transfer_write %s, %f[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<9x16xf32>
  return %b : tensor<9x16xf32>
}
