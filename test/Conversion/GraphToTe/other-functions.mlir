// RUN: dl-opt %s --convert-graph-to-te | FileCheck %s

// What is not of the graph level stays as it is: declarations, kernels, their callers.
// CHECK-LABEL: func.func private @declared(tensor<3xf32>) -> tensor<3xf32>
// CHECK-LABEL: func.func private @kernel
// CHECK-NOT: "copy"
// CHECK-LABEL: func.func @caller(%{{[^:]*}}: tensor<3xf32>, %{{[^:]*}}: tensor<3xf32> {te.destination}) -> tensor<3xf32>
// CHECK-NEXT: call @kernel
// CHECK-LABEL: func.func @lowered(%{{[^:]*}}: tensor<3xf32> {te.destination}) -> tensor<3xf32>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @nothing(%{{[^:]*}}: index)
func.func private @declared(tensor<3xf32>) -> tensor<3xf32>
func.func private @kernel(%x: tensor<3xf32>, %o: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
  %0 = te.compute "id" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<3xf32>
}
func.func @caller(%x: tensor<3xf32>, %o: tensor<3xf32> {te.destination}) -> tensor<3xf32> {
  %0 = call @kernel(%x, %o) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @lowered(%o: tensor<3xf32> {te.destination}) -> tensor<3xf32> {
  return %o : tensor<3xf32>
}
func.func @nothing(%i: index) {
  return
}

// Nor is one of several blocks that has no operator, or of other operations.
// CHECK-LABEL: func.func @blocks(%{{[^:]*}}: tensor<3xf32>) -> tensor<3xf32>
// CHECK-LABEL: func.func @computes(%{{[^:]*}}: tensor<3xf32>) -> tensor<3xf32>
func.func @blocks(%x: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^end
^end:
  return %x : tensor<3xf32>
}
func.func @computes(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = arith.negf %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
