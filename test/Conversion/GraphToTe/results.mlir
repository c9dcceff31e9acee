// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --split-input-file | FileCheck %s

// Arguments, constants and values returned twice are copied to the destinations.
// CHECK-LABEL: func.func private @relu
// CHECK-LABEL: func.func private @copy(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %{{.*}}: tensor<2x3xf32> {te.destination})
// CHECK: te.compute "copy" axes(i0 = 2, i1 = 3) : tensor<2x3xf32>
// CHECK: te.read %[[X]][%i0, %i1]
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[O0:.*]]: tensor<2x3xf32> {te.destination}, %[[O1:.*]]: tensor<2x3xf32> {te.destination}, %[[O2:.*]]: tensor<2x3xf32> {te.destination}, %[[O3:.*]]: tensor<2x3xf32> {te.destination})
func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  // CHECK: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<2x3xf32>
  %c = graph.constant dense<1.0> : tensor<2x3xf32>
  // CHECK: %[[R:.*]] = call @relu(%[[X]], %[[O0]])
  %0 = graph.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: %[[R1:.*]] = call @copy(%[[X]], %[[O1]])
  // CHECK-NEXT: %[[R2:.*]] = call @copy(%[[C]], %[[O2]])
  // CHECK-NEXT: %[[R3:.*]] = call @copy(%[[R]], %[[O3]])
  // CHECK-NEXT: return %[[R]], %[[R1]], %[[R2]], %[[R3]]
  return %0, %x, %c, %0 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// A function without operators only copies.
// CHECK-LABEL: func.func private @copy
// CHECK: te.read %{{.*}}[] : tensor<f32>
// CHECK-LABEL: func.func @pass_through
// CHECK: call @copy
func.func @pass_through(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// A result that is reshaped before it is returned is written in place, through the
// reverse view of the destination; other users read the same buffer.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<1x512x1x1xf32>, %[[O0:.*]]: tensor<1x512xf32> {te.destination}, %[[O1:.*]]: tensor<1x512x1x1xf32> {te.destination})
func.func @main(%x: tensor<1x512x1x1xf32>) -> (tensor<1x512xf32>, tensor<1x512x1x1xf32>) {
  // CHECK-NEXT: %[[D:.*]] = tensor.expand_shape %[[O0]] {{\[\[}}0], [1, 2, 3]] output_shape [1, 512, 1, 1]
  // CHECK-NEXT: %[[R:.*]] = call @relu(%[[X]], %[[D]])
  %0 = graph.relu %x : (tensor<1x512x1x1xf32>) -> tensor<1x512x1x1xf32>
  // CHECK-NEXT: %[[V:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0], [1, 2, 3]]
  %1 = graph.reshape %0 : (tensor<1x512x1x1xf32>) -> tensor<1x512xf32>
  // CHECK-NEXT: %[[S:.*]] = call @relu(%[[R]], %[[O1]])
  %2 = graph.relu %0 : (tensor<1x512x1x1xf32>) -> tensor<1x512x1x1xf32>
  // CHECK-NEXT: return %[[V]], %[[S]]
  return %1, %2 : tensor<1x512xf32>, tensor<1x512x1x1xf32>
}

// -----

// Shapes without common dims meet in the middle; rank 0, dims of 1 and empty
// tensors are views too.
// CHECK-LABEL: func.func @views
func.func @views(%a: tensor<4x6xf32>, %s: tensor<1x1xf32>, %e: tensor<0x3xf32>, %t: tensor<2x3x4x5xf32>)
    -> (tensor<3x8xf32>, tensor<f32>, tensor<5x0x2xf32>, tensor<6x1x4x5x1xf32>) {
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  // CHECK-NEXT: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
  %0 = graph.reshape %a : (tensor<4x6xf32>) -> tensor<3x8xf32>
  // CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
  %1 = graph.reshape %s : (tensor<1x1xf32>) -> tensor<f32>
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<0x3xf32> into tensor<0xf32>
  // CHECK-NEXT: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]] output_shape [5, 0, 2] : tensor<0xf32> into tensor<5x0x2xf32>
  %2 = graph.reshape %e : (tensor<0x3xf32>) -> tensor<5x0x2xf32>
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  // CHECK-NEXT: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3, 4]] output_shape [6, 1, 4, 5, 1]
  %3 = graph.reshape %t : (tensor<2x3x4x5xf32>) -> tensor<6x1x4x5x1xf32>
  return %0, %1, %2, %3 : tensor<3x8xf32>, tensor<f32>, tensor<5x0x2xf32>, tensor<6x1x4x5x1xf32>
}

// -----

// A group may yield its argument, a constant, or a value twice: stages copy them.
// CHECK-LABEL: func.func private @relu(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %{{[^:]*}}: tensor<3xf32> {te.destination}
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[R:.*]] = te.compute "relu"
// CHECK: %[[R2:.*]] = te.compute "copy"
// CHECK: te.read %[[R]]
// CHECK: %[[X2:.*]] = te.compute "copy_1"
// CHECK: te.read %[[X]]
// CHECK: %[[C:.*]] = te.compute "copy_2"
// CHECK: te.yield %[[TWO]]
// CHECK: return %[[R]], %[[R2]], %[[X2]], %[[C]]
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0, %1, %2, %3 = graph.fused root("graph.relu") (%a = %x : tensor<3xf32>) -> tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32> {
    %r = graph.relu %a : (tensor<3xf32>) -> tensor<3xf32>
    %c = graph.constant dense<2.0> : tensor<3xf32>
    graph.yield %r, %r, %a, %c : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
