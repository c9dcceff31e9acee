// RUN: dl-opt %s --canonicalize --split-input-file | FileCheck %s

// Operators on constants are evaluated, splats in one step, with broadcasting.
// CHECK-LABEL: func.func @constants
// CHECK-DAG: %[[ADD:.*]] = graph.constant dense<{{\[\[}}1.100000e+01, 1.200000e+01], [2.100000e+01, 2.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG: %[[SPLAT:.*]] = graph.constant dense<6.000000e+00> : tensor<1000x1000xf32>
// CHECK-DAG: %[[INT:.*]] = graph.constant dense<[-3, 4]> : tensor<2xi64>
// CHECK-DAG: %[[SIGMOID:.*]] = graph.constant dense<5.000000e-01> : tensor<f32>
// CHECK-DAG: %[[SELF:.*]] = graph.constant dense<[1.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: return %[[ADD]], %[[SPLAT]], %[[INT]], %[[SIGMOID]], %[[SELF]]
func.func @constants() -> (tensor<2x2xf32>, tensor<1000x1000xf32>, tensor<2xi64>, tensor<f32>, tensor<2xf32>) {
  %row = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %column = graph.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %0 = graph.add %column, %row : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %two = graph.constant dense<2.0> : tensor<1000x1000xf32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %1 = graph.mul %two, %three : (tensor<1000x1000xf32>, tensor<f32>) -> tensor<1000x1000xf32>
  %i = graph.constant dense<[3, -4]> : tensor<2xi64>
  %2 = graph.neg %i : (tensor<2xi64>) -> tensor<2xi64>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %3 = graph.sigmoid %zero : (tensor<f32>) -> tensor<f32>
  %4 = graph.mul %row, %row : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<1000x1000xf32>, tensor<2xi64>, tensor<f32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @identities
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @identities(%x: tensor<2x3xf32>)
    -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %zero = graph.constant dense<0.0> : tensor<3xf32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.add %x, %zero : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = graph.add %zero, %x : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.sub %x, %zero : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = graph.mul %x, %one : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.div %x, %one : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.pow %x, %one : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.maximum %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %n = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.neg %n : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = graph.minimum %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Not identities: the neutral element broadcasts the operand, or stands on the wrong
// side, or is another number.
// CHECK-LABEL: func.func @no_identities
// CHECK: graph.add
// CHECK: graph.sub
// CHECK: graph.div
// CHECK: graph.mul
// CHECK: graph.maximum
func.func @no_identities(%x: tensor<3xf32>)
    -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %zeros = graph.constant dense<0.0> : tensor<2x3xf32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %mixed = graph.constant dense<[1.0, 1.0, 2.0]> : tensor<3xf32>
  %0 = graph.add %x, %zeros : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.sub %zero, %x : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = graph.div %one, %x : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %3 = graph.mul %x, %mixed : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %4 = graph.maximum %x, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @idempotent
// CHECK-NEXT: %[[R:.*]] = graph.relu
// CHECK-NEXT: %[[A:.*]] = graph.abs
// CHECK-NEXT: return %[[R]], %[[A]]
func.func @idempotent(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = graph.relu %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = graph.relu %0 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = graph.abs %x : (tensor<3xf32>) -> tensor<3xf32>
  %3 = graph.abs %2 : (tensor<3xf32>) -> tensor<3xf32>
  return %1, %3 : tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes
// CHECK-SAME: %[[X:.*]]: tensor<2x6xf32>
// CHECK-DAG: %[[C:.*]] = graph.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi64>
// CHECK-DAG: %[[W:.*]] = graph.constant dense_resource<w> : tensor<4xf32>
// CHECK-DAG: %[[R:.*]] = graph.reshape %[[X]] : (tensor<2x6xf32>) -> tensor<3x4xf32>
// CHECK: return %[[X]], %[[R]], %[[C]], %[[W]]
func.func @reshapes(%x: tensor<2x6xf32>) -> (tensor<2x6xf32>, tensor<3x4xf32>, tensor<2x2xi64>, tensor<4xf32>) {
  %0 = graph.reshape %x : (tensor<2x6xf32>) -> tensor<2x6xf32>
  %1 = graph.reshape %x : (tensor<2x6xf32>) -> tensor<12xf32>
  %2 = graph.reshape %1 : (tensor<12xf32>) -> tensor<3x4xf32>
  %c = graph.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %3 = graph.reshape %c : (tensor<4xi64>) -> tensor<2x2xi64>
  %w = graph.constant dense_resource<w> : tensor<2x2xf32>
  %4 = graph.reshape %w : (tensor<2x2xf32>) -> tensor<4xf32>
  return %0, %2, %3, %4 : tensor<2x6xf32>, tensor<3x4xf32>, tensor<2x2xi64>, tensor<4xf32>
}

{-#
  dialect_resources: { builtin: { w: "0x040000000000803F000000400000404000008040" } }
#-}

// -----

// CHECK-LABEL: func.func @transposes
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>
// CHECK-DAG: %[[C:.*]] = graph.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi64>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<7> : tensor<3x2xi64>
// CHECK-DAG: %[[T:.*]] = graph.transpose %[[X]] permutation [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
// CHECK: return %[[X]], %[[X]], %[[T]], %[[C]], %[[S]]
func.func @transposes(%x: tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3x2x4xf32>, tensor<3x2xi64>, tensor<3x2xi64>) {
  %0 = graph.transpose %x permutation [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.transpose %x permutation [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %2 = graph.transpose %1 permutation [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  %3 = graph.transpose %1 permutation [2, 1, 0] : (tensor<4x2x3xf32>) -> tensor<3x2x4xf32>
  %c = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %4 = graph.transpose %c permutation [1, 0] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %s = graph.constant dense<7> : tensor<2x3xi64>
  %5 = graph.transpose %s permutation [1, 0] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  return %0, %2, %3, %4, %5 : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3x2x4xf32>, tensor<3x2xi64>, tensor<3x2xi64>
}

// -----

// Dims that are not static are no reason to fold a type away.
// CHECK-LABEL: func.func @dynamic
// CHECK: graph.relu
// CHECK: graph.transpose
func.func @dynamic(%x: tensor<?x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.add %x, %zero : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %1 = graph.relu %0 : (tensor<?x3xf32>) -> tensor<2x3xf32>
  %2 = graph.transpose %x permutation [0, 1] : (tensor<?x3xf32>) -> tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// A group loses operands and results that nobody uses.
// CHECK-LABEL: func.func @group
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>
// CHECK: %[[G:.*]] = graph.fused root("graph.relu") device("vdla") (%[[A:.*]] = %[[X]] : tensor<3xf32>) -> tensor<3xf32> {
// CHECK-NEXT: %[[R:.*]] = graph.relu %[[A]]
// CHECK-NEXT: graph.yield %[[R]] : tensor<3xf32>
// CHECK: return %[[G]]
func.func @group(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0, %1 = graph.fused root("graph.relu") device("vdla") (%a = %x : tensor<3xf32>, %b = %y : tensor<3xf32>) -> tensor<3xf32>, tensor<3xf32> {
    %2 = graph.neg %b : (tensor<3xf32>) -> tensor<3xf32>
    %3 = graph.relu %a : (tensor<3xf32>) -> tensor<3xf32>
    graph.yield %2, %3 : tensor<3xf32>, tensor<3xf32>
  }
  return %1 : tensor<3xf32>
}

// -----

// Transformations of layouts compose and cancel; where no element moves they are
// reshapes: one pixel, or one block.
// CHECK-LABEL: func.func @layouts
// CHECK-SAME: %[[X:.*]]: tensor<1x32x4x4xf32>, %[[P:.*]]: tensor<1x2x1x1x16xf32>, %[[O:.*]]: tensor<32xf32>
// CHECK-DAG: %[[C:.*]] = graph.layout_transform %[[X]] "NCHW" to "NHWC" : (tensor<1x32x4x4xf32>) -> tensor<1x4x4x32xf32>
// CHECK-DAG: %[[R:.*]] = graph.reshape %[[P]] : (tensor<1x2x1x1x16xf32>) -> tensor<1x32x1x1xf32>
// CHECK-DAG: %[[B:.*]] = graph.reshape %[[O]] : (tensor<32xf32>) -> tensor<2x16xf32>
// CHECK: return %[[X]], %[[C]], %[[R]], %[[B]], %[[X]]
func.func @layouts(%x: tensor<1x32x4x4xf32>, %p: tensor<1x2x1x1x16xf32>, %o: tensor<32xf32>)
    -> (tensor<1x32x4x4xf32>, tensor<1x4x4x32xf32>, tensor<1x32x1x1xf32>, tensor<2x16xf32>, tensor<1x32x4x4xf32>) {
  %0 = graph.layout_transform %x "NCHW" to "NCHW16c" : (tensor<1x32x4x4xf32>) -> tensor<1x2x4x4x16xf32>
  %1 = graph.layout_transform %0 "NCHW16c" to "NCHW" : (tensor<1x2x4x4x16xf32>) -> tensor<1x32x4x4xf32>
  %2 = graph.layout_transform %0 "NCHW16c" to "NHWC" : (tensor<1x2x4x4x16xf32>) -> tensor<1x4x4x32xf32>
  %3 = graph.layout_transform %p "NCHW16c" to "NCHW" : (tensor<1x2x1x1x16xf32>) -> tensor<1x32x1x1xf32>
  %4 = graph.layout_transform %o "O" to "O16o" : (tensor<32xf32>) -> tensor<2x16xf32>
  %5 = graph.layout_transform %x "NCHW" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %1, %2, %3, %4, %5 : tensor<1x32x4x4xf32>, tensor<1x4x4x32xf32>, tensor<1x32x1x1xf32>, tensor<2x16xf32>, tensor<1x32x4x4xf32>
}

// -----

// Slices of constants, forwards and backwards.
// CHECK-LABEL: func.func @slices_of_constants
// CHECK-DAG: %[[FORWARD:.*]] = graph.constant dense<{{\[\[}}5, 7], [9, 11]]> : tensor<2x2xi64>
// CHECK-DAG: %[[BACK:.*]] = graph.constant dense<{{\[\[}}10, 9, 8], [2, 1, 0]]> : tensor<2x3xi64>
// CHECK: return %[[FORWARD]], %[[BACK]]
func.func @slices_of_constants() -> (tensor<2x2xi64>, tensor<2x3xi64>) {
  %c = graph.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %0 = graph.slice %c starts [1, 1] sizes [2, 2] steps [1, 2] : (tensor<3x4xi64>) -> tensor<2x2xi64>
  %1 = graph.slice %c starts [2, 2] sizes [2, 3] steps [-2, -1] : (tensor<3x4xi64>) -> tensor<2x3xi64>
  return %0, %1 : tensor<2x2xi64>, tensor<2x3xi64>
}

// -----

// Numbers that are stored only are left to the reference, on either side of a cast.
// CHECK-LABEL: func.func @stored_only
// CHECK: graph.cast %{{.*}} to f8E5M2
// CHECK: graph.cast %{{.*}} to f32
func.func @stored_only() -> (tensor<2xf8E5M2>, tensor<2xf32>) {
  %wide = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.cast %wide to f8E5M2 : (tensor<2xf32>) -> tensor<2xf8E5M2>
  %narrow = graph.constant dense<[1.0, 2.0]> : tensor<2xf8E5M2>
  %1 = graph.cast %narrow to f32 : (tensor<2xf8E5M2>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf8E5M2>, tensor<2xf32>
}

// -----

// On the limit: 65536 elements, one by one.
// CHECK-LABEL: func.func @most_elements
// CHECK: graph.add {{.*}} -> tensor<32769x2xi8>
// CHECK-NOT: graph.add
// CHECK-NOT: graph.transpose
// CHECK-NOT: graph.slice
// CHECK: return
func.func @most_elements() -> (tensor<32769x2xi8>, tensor<32768x2xi8>, tensor<2x32768xi8>, tensor<32768x2xi8>) {
  %row = graph.constant dense<[1, 2]> : tensor<2xi8>
  %longer = graph.constant dense<1> : tensor<32769x1xi8>
  %0 = graph.add %longer, %row : (tensor<32769x1xi8>, tensor<2xi8>) -> tensor<32769x2xi8>
  %column = graph.constant dense<1> : tensor<32768x1xi8>
  %1 = graph.add %column, %row : (tensor<32768x1xi8>, tensor<2xi8>) -> tensor<32768x2xi8>
  %2 = graph.transpose %1 permutation [1, 0] : (tensor<32768x2xi8>) -> tensor<2x32768xi8>
  %3 = graph.slice %1 starts [32767, 0] sizes [32768, 2] steps [-1, 1] : (tensor<32768x2xi8>) -> tensor<32768x2xi8>
  return %0, %1, %2, %3 : tensor<32769x2xi8>, tensor<32768x2xi8>, tensor<2x32768xi8>, tensor<32768x2xi8>
}

// -----

// A broadcast to the type that is there goes, and one of equal numbers is a constant; to extents that
// are numbers nothing tells them.
// CHECK-LABEL: func.func @broadcasts
// CHECK-DAG: %[[SPLAT:.*]] = graph.constant dense<2.000000e+00> : tensor<3x4xf32>
// CHECK-DAG: %[[GIVEN:.*]] = graph.broadcast_to %arg1 : (tensor<1x4xf32>) -> tensor<3x4xf32>
// CHECK-DAG: %[[OPEN:.*]] = graph.broadcast_to %arg2 : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: return %arg0, %[[SPLAT]], %[[GIVEN]], %[[OPEN]]
func.func @broadcasts(%x: tensor<3x4xf32>, %y: tensor<1x4xf32>, %z: tensor<?xf32>, %e: tensor<3x4x0xi8>)
    -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<?xf32>) {
  %c = graph.constant dense<2.0> : tensor<4xf32>
  %0 = graph.broadcast_to %x : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = graph.broadcast_to %c : (tensor<4xf32>) -> tensor<3x4xf32>
  %2 = graph.broadcast_to %y to %e : (tensor<1x4xf32>, tensor<3x4x0xi8>) -> tensor<3x4xf32>
  %3 = graph.broadcast_to %z : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<?xf32>
}

// -----

// Equal types of several open dims may differ in these; one open dim is what the numbers leave.
// CHECK-LABEL: func.func @open_reshapes
// CHECK-DAG: %[[TWO:.*]] = graph.reshape %arg0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-DAG: %[[GIVEN:.*]] = graph.reshape %arg2 : (tensor<6xf32>) -> tensor<2x3xf32>
// CHECK: return %[[TWO]], %arg1, %[[GIVEN]]
func.func @open_reshapes(%x: tensor<?x?xf32>, %y: tensor<?x3xf32>, %z: tensor<6xf32>, %e: tensor<2x3x0xi8>)
    -> (tensor<?x?xf32>, tensor<?x3xf32>, tensor<2x3xf32>) {
  %0 = graph.reshape %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = graph.reshape %y : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = graph.reshape %z to %e : (tensor<6xf32>, tensor<2x3x0xi8>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x3xf32>, tensor<2x3xf32>
}

// -----

// Reshapes of what open reshapes make stay two.
// CHECK-LABEL: func.func @reshaped_open
// CHECK: %[[A:.*]] = graph.reshape %arg0 : (tensor<6xf32>) -> tensor<?x2xf32>
// CHECK: %[[B:.*]] = graph.reshape %[[A]] : (tensor<?x2xf32>) -> tensor<2x3xf32>
// CHECK: return %[[B]]
func.func @reshaped_open(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = graph.reshape %x : (tensor<6xf32>) -> tensor<?x2xf32>
  %1 = graph.reshape %0 : (tensor<?x2xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// Slices of equal numbers, turned ones of them, and a whole with steps, which turns it.
// CHECK-LABEL: func.func @slices
// CHECK-DAG: %[[SPLAT:.*]] = graph.constant dense<2.000000e+00> : tensor<2x2xf32>
// CHECK-DAG: %[[TURNED:.*]] = graph.constant dense<2.000000e+00> : tensor<4x3xf32>
// CHECK-DAG: %[[BACK:.*]] = graph.slice %arg0 starts [2] sizes [3] steps [-1]
// CHECK: return %[[SPLAT]], %[[TURNED]], %[[BACK]], %arg0
func.func @slices(%x: tensor<3xf32>) -> (tensor<2x2xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %c = graph.constant dense<2.0> : tensor<3x4xf32>
  %0 = graph.slice %c starts [1, 1] sizes [2, 2] steps [1, 2] : (tensor<3x4xf32>) -> tensor<2x2xf32>
  %1 = graph.transpose %c permutation [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %2 = graph.slice %x starts [2] sizes [3] steps [-1] : (tensor<3xf32>) -> tensor<3xf32>
  %3 = graph.slice %x starts [0] sizes [3] steps [1] : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// A group of which nothing is used is dead as a whole.
// CHECK-LABEL: func.func @dead_group
// CHECK-NEXT: return %arg0
func.func @dead_group(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = graph.fused root("graph.relu") (%a = %x : tensor<3xf32>) -> tensor<3xf32> {
    %1 = graph.relu %a : (tensor<3xf32>) -> tensor<3xf32>
    graph.yield %1 : tensor<3xf32>
  }
  return %x : tensor<3xf32>
}

// -----

// Neutral whole numbers go, others do not; numbers without a sign are divided and compared as such.
// CHECK-LABEL: func.func @integers
// CHECK-DAG: %[[QUOTIENT:.*]] = graph.constant dense<[28, 1]> : tensor<2xui8>
// CHECK-DAG: %[[LARGER:.*]] = graph.constant dense<[200, 9]> : tensor<2xui8>
// CHECK-DAG: %[[SIGNED:.*]] = graph.constant dense<[7, 9]> : tensor<2xi8>
// CHECK-DAG: %[[TWICE:.*]] = graph.mul %arg0, %{{.*}} : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
// CHECK: return %arg0, %arg0, %arg0, %arg1, %[[TWICE]], %[[QUOTIENT]], %[[LARGER]], %[[SIGNED]]
func.func @integers(%x: tensor<3xi32>, %u: tensor<3xui8>)
    -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xui8>, tensor<3xi32>, tensor<2xui8>, tensor<2xui8>, tensor<2xi8>) {
  %zero = graph.constant dense<0> : tensor<i32>
  %one = graph.constant dense<1> : tensor<i32>
  %two = graph.constant dense<2> : tensor<i32>
  %none = graph.constant dense<0> : tensor<ui8>
  %a = graph.constant dense<[200, 9]> : tensor<2xui8>
  %b = graph.constant dense<7> : tensor<2xui8>
  %c = graph.constant dense<[-56, 9]> : tensor<2xi8>
  %d = graph.constant dense<7> : tensor<2xi8>
  %0 = graph.add %x, %zero : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %1 = graph.mul %x, %one : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %2 = graph.div %x, %one : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %3 = graph.sub %u, %none : (tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>
  %4 = graph.mul %x, %two : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %5 = graph.div %a, %b : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %6 = graph.maximum %a, %b : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %7 = graph.maximum %c, %d : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7
      : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xui8>, tensor<3xi32>, tensor<2xui8>, tensor<2xui8>, tensor<2xi8>
}

// -----

// What is evaluated is the constant that stands there already.
// CHECK-LABEL: func.func @same_constants
// CHECK-COUNT-2: graph.constant
// CHECK-NOT: graph.constant
// CHECK: return %[[C:[0-9]+]], %[[C]], %[[C]], %[[C]], %{{[0-9]+}} :
func.func @same_constants() -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<3x2xi64>) {
  %0 = graph.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %a = graph.constant dense<[[5, 6], [1, 2], [3, 4]]> : tensor<3x2xi64>
  %1 = graph.slice %a starts [1, 0] sizes [2, 2] steps [1, 1] : (tensor<3x2xi64>) -> tensor<2x2xi64>
  %b = graph.constant dense<[[1, 3], [2, 4]]> : tensor<2x2xi64>
  %2 = graph.transpose %b permutation [1, 0] : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %c = graph.constant dense<[[1], [3]]> : tensor<2x1xi64>
  %d = graph.constant dense<[0, 1]> : tensor<2xi64>
  %3 = graph.add %c, %d : (tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  return %0, %1, %2, %3, %a : tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<3x2xi64>
}

// -----

// What is read in another layout than it was put in is neither there and on nor back.
// CHECK-LABEL: func.func @other_layouts
// CHECK: %[[A:.*]] = graph.layout_transform %arg0 "NCHW" to "NHWC"
// CHECK: %[[B:.*]] = graph.layout_transform %[[A]] "NCHW" to "NCHW8c"
// CHECK: return %[[B]]
func.func @other_layouts(%x: tensor<1x8x8x8xf32>) -> tensor<1x1x8x8x8xf32> {
  %0 = graph.layout_transform %x "NCHW" to "NHWC" : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %1 = graph.layout_transform %0 "NCHW" to "NCHW8c" : (tensor<1x8x8x8xf32>) -> tensor<1x1x8x8x8xf32>
  return %1 : tensor<1x1x8x8x8xf32>
}
