// RUN: dl-opt %s --graph-fuse-ops --split-input-file | FileCheck %s
// Concatenations whose operands are made in place stay alone; others join their readers.

// Operands are written anyway, by sums; the reader finds them in one piece.
// CHECK-LABEL: func.func @of_sums
// CHECK: %[[Y:.*]] = graph.concat %{{.*}}, %{{.*}} axis 1
// CHECK: graph.max_pool %[[Y]]
func.func @of_sums(%x: tensor<1x4x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  %1 = graph.relu %0 : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %2 = graph.sum_pool %x kernel [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %3 = graph.concat %1, %2 axis 1 : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x8x4x4xf32>
  %4 = graph.max_pool %3 kernel [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %4 : tensor<1x8x4x4xf32>
}

// -----

// The only reader computes an operand that is an element of another one where it reads it.
// CHECK-LABEL: func.func @of_elements
// CHECK: graph.fused
// CHECK: graph.neg
// CHECK: graph.concat
// CHECK: graph.exp
func.func @of_elements(%x: tensor<16xf32>, %z: tensor<16xf32>) -> tensor<32xf32> {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %1 = graph.abs %z : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.exp %2 : (tensor<32xf32>) -> tensor<32xf32>
  return %3 : tensor<32xf32>
}

// -----

// Two readers, or one of many elements: it is stored, whatever its operands are.
// CHECK-LABEL: func.func @stored
// CHECK-NOT: graph.fused
// CHECK: graph.concat
func.func @stored(%x: tensor<16xf32>, %z: tensor<16xf32>) -> (tensor<32xf32>, tensor<1xf32>) {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %1 = graph.abs %z : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.exp %2 : (tensor<32xf32>) -> tensor<32xf32>
  %4 = graph.reduce_sum %2 axes [0] keepdims : (tensor<32xf32>) -> tensor<1xf32>
  return %3, %4 : tensor<32xf32>, tensor<1xf32>
}

// -----

// Seen through reshapes.
// CHECK-LABEL: func.func @reshaped
// CHECK-NOT: graph.fused
// CHECK: graph.concat
func.func @reshaped(%x: tensor<16xf32>, %z: tensor<16xf32>) -> (tensor<32xf32>, tensor<1xf32>) {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %1 = graph.abs %z : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.reshape %0 : (tensor<16xf32>) -> tensor<1x4x4xf32>
  %3 = graph.reshape %1 : (tensor<16xf32>) -> tensor<1x4x4xf32>
  %4 = graph.concat %2, %3 axis 1 : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x8x4xf32>
  %5 = graph.reshape %4 : (tensor<1x8x4xf32>) -> tensor<32xf32>
  %6 = graph.exp %5 : (tensor<32xf32>) -> tensor<32xf32>
  %7 = graph.reduce_sum %5 axes [0] keepdims : (tensor<32xf32>) -> tensor<1xf32>
  return %6, %7 : tensor<32xf32>, tensor<1xf32>
}

// -----

// An operand that is the model's, one that is a constant, one that is returned, one that another
// concatenation has too, and one twice: these are copied.
// CHECK-LABEL: func.func @argument
// CHECK: graph.fused
// CHECK: graph.concat
func.func @argument(%x: tensor<16xf32>, %z: tensor<16xf32>) -> (tensor<32xf32>, tensor<1xf32>) {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.concat %0, %z axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.exp %2 : (tensor<32xf32>) -> tensor<32xf32>
  %4 = graph.reduce_sum %2 axes [0] keepdims : (tensor<32xf32>) -> tensor<1xf32>
  return %3, %4 : tensor<32xf32>, tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @constant
// CHECK: graph.fused
// CHECK: graph.concat
func.func @constant(%x: tensor<16xf32>) -> (tensor<32xf32>, tensor<1xf32>) {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %1 = graph.constant dense<1.0> : tensor<16xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.exp %2 : (tensor<32xf32>) -> tensor<32xf32>
  %4 = graph.reduce_sum %2 axes [0] keepdims : (tensor<32xf32>) -> tensor<1xf32>
  return %3, %4 : tensor<32xf32>, tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @returned_operand
// CHECK: graph.fused
// CHECK: graph.concat
func.func @returned_operand(%x: tensor<16xf32>, %z: tensor<16xf32>, %u: tensor<8xf32>) -> (tensor<16xf32>, tensor<32xf32>) {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %1 = graph.abs %z : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.exp %2 : (tensor<32xf32>) -> tensor<32xf32>
  return %0, %3 : tensor<16xf32>, tensor<32xf32>
}

// -----

// CHECK-LABEL: func.func @returned
// CHECK: graph.fused
// CHECK: graph.concat
func.func @returned(%x: tensor<16xf32>, %z: tensor<16xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %0 = graph.neg %x : (tensor<16xf32>) -> tensor<16xf32>
  %1 = graph.abs %z : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.exp %2 : (tensor<32xf32>) -> tensor<32xf32>
  return %2, %3 : tensor<32xf32>, tensor<32xf32>
}

// -----

// CHECK-LABEL: func.func @two_places
// CHECK-COUNT-2: graph.concat
// CHECK: graph.reduce_sum
func.func @two_places(%x: tensor<16xf32>, %z: tensor<16xf32>) -> tensor<1xf32> {
  %0 = graph.reduce_sum %x axes [0] keepdims : (tensor<16xf32>) -> tensor<1xf32>
  %1 = graph.broadcast_to %0 : (tensor<1xf32>) -> tensor<16xf32>
  %2 = graph.concat %1, %1 axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = graph.concat %1, %z axis 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %4 = graph.add %2, %3 : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
  %5 = graph.reduce_sum %4 axes [0] keepdims : (tensor<32xf32>) -> tensor<1xf32>
  return %5 : tensor<1xf32>
}

// -----

// The second one would begin within a line of the caches.
// CHECK-LABEL: func.func @within_line
// CHECK: graph.fused
// CHECK: graph.concat
func.func @within_line(%x: tensor<15xf32>, %z: tensor<16xf32>) -> (tensor<31xf32>, tensor<1xf32>) {
  %0 = graph.neg %x : (tensor<15xf32>) -> tensor<15xf32>
  %1 = graph.abs %z : (tensor<16xf32>) -> tensor<16xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<15xf32>, tensor<16xf32>) -> tensor<31xf32>
  %3 = graph.exp %2 : (tensor<31xf32>) -> tensor<31xf32>
  %4 = graph.reduce_sum %2 axes [0] keepdims : (tensor<31xf32>) -> tensor<1xf32>
  return %3, %4 : tensor<31xf32>, tensor<1xf32>
}

// -----

// Rows lie between each other.
// CHECK-LABEL: func.func @columns
// CHECK: graph.fused
// CHECK: graph.concat
func.func @columns(%x: tensor<2x16xf32>, %z: tensor<2x16xf32>) -> (tensor<2x32xf32>, tensor<1x1xf32>) {
  %0 = graph.neg %x : (tensor<2x16xf32>) -> tensor<2x16xf32>
  %1 = graph.abs %z : (tensor<2x16xf32>) -> tensor<2x16xf32>
  %2 = graph.concat %0, %1 axis 1 : (tensor<2x16xf32>, tensor<2x16xf32>) -> tensor<2x32xf32>
  %3 = graph.exp %2 : (tensor<2x32xf32>) -> tensor<2x32xf32>
  %4 = graph.reduce_sum %2 axes [0, 1] keepdims : (tensor<2x32xf32>) -> tensor<1x1xf32>
  return %3, %4 : tensor<2x32xf32>, tensor<1x1xf32>
}
