// RUN: dl-opt %s --dl-split-empty-tensors | FileCheck %s
// RUN: dl-opt %s --dl-bufferize-pipeline | FileCheck %s --check-prefix=BUFFERS

// What the loop has written is read after the other two tensors are.
// CHECK-LABEL: func.func private @three(
// CHECK:         %[[A:.*]] = tensor.empty
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[A]]) -> (tensor<4xf32>)
// CHECK:         %[[B:.*]] = tensor.empty
// CHECK-NEXT:    bufferization.materialize_in_destination %{{.*}} in %[[B]] :
// CHECK:         %[[C:.*]] = tensor.empty
// CHECK-NEXT:    bufferization.materialize_in_destination %{{.*}} in %[[C]] :
// BUFFERS-LABEL: func.func private @three(
// BUFFERS-COUNT-2: memref.alloc()
func.func private @three(%x: tensor<4xf32>, %y: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> (tensor<4xf32>) {
    %v = tensor.extract %x[%i] : tensor<4xf32>
    %n = arith.negf %v : f32
    %s = tensor.insert %n into %t[%i] : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  %b = bufferization.materialize_in_destination %x in %e : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = bufferization.materialize_in_destination %a in %e : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %y) -> (tensor<4xf32>) {
    %p = tensor.extract %a[%i] : tensor<4xf32>
    %q = tensor.extract %b[%i] : tensor<4xf32>
    %o = tensor.extract %c[%i] : tensor<4xf32>
    %u = arith.mulf %p, %q : f32
    %w = arith.addf %u, %o : f32
    %s = tensor.insert %w into %t[%i] : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The two results are not each other's: neither call is to look at who else has their place.
// CHECK-LABEL: func.func private @calls(
// CHECK-COUNT-2: tensor.empty
// CHECK:         call @one(%{{.*}}, %[[A:.*]]) :
// CHECK-NOT:     call @one(%{{.*}}, %[[A]]) :
func.func private @one(%x: tensor<4xf32>, %y: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %r = bufferization.materialize_in_destination %x in %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @calls(%x: tensor<4xf32>, %y: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = call @one(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = call @one(%a, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = call @one(%b, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
