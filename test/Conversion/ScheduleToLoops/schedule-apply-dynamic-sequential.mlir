// RUN: dl-opt %s --schedule-default --schedule-apply --dl-verify-scheduled | FileCheck %s

// Steps and updates whose number is known only at run time.

// CHECK-LABEL: func.func private @cumsum(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<4x?xf32>, %[[O:[^ :]*]]: tensor<4x?xf32> {te.destination})
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[ALL:.*]] = %[[O]])
// CHECK: %[[T:.*]] = affine.apply #{{.*}}(%[[I]], %[[N]])
// CHECK: tensor.extract_slice %[[ALL]][0, %[[T]]] [4, 1] [1, 1] : tensor<4x?xf32> to tensor<4xf32>
// CHECK: bufferization.materialize_in_destination
// CHECK: tensor.insert_slice
// CHECK: {schedule.axis = ["sums", "t"]}
func.func private @cumsum(%x: tensor<4x?xf32>, %o: tensor<4x?xf32> {te.destination}) -> tensor<4x?xf32> attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %start = te.compute "start" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }
  %c:2 = te.scan "sums" time(t = %n) reverse init(%start) stack(1) : tensor<4xf32>, tensor<4x?xf32> {
  ^bb0(%t: index, %s: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      %b = te.read %x[%i, %t] : tensor<4x?xf32>
      %r = arith.addf %a, %b : f32
      te.yield %r : f32
    }
    te.yield %next, %next : tensor<4xf32>, tensor<4xf32>
  }
  return %c#1 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func private @scatter(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?xf32>, %[[U:[^ :]*]]: tensor<?xf32>, %[[O:[^ :]*]]: tensor<?xf32> {te.destination})
// CHECK: %[[N:.*]] = tensor.dim %[[U]]
// CHECK: %[[C:.*]] = bufferization.materialize_in_destination %[[X]] in %[[O]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]] {{.*}} iter_args(%{{.*}} = %[[C]])
func.func private @scatter(%x: tensor<?xf32>, %u: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %u, %c0 : tensor<?xf32>
  %s = te.scatter "S" into %x axes(u = %n) combine(add) : tensor<?xf32> {
  ^bb0(%k: index):
    %zero = arith.constant 0 : index
    %v = te.read %u[%k] : tensor<?xf32>
    te.yield %v, %zero : f32, index
  }
  return %s : tensor<?xf32>
}

// What is updated is a copy of its own, as large as the base.
// CHECK-LABEL: func.func private @scatter_read(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?xf32>, %[[U:[^ :]*]]: tensor<?xf32>
// CHECK: %[[M:.*]] = tensor.dim %[[X]]
// CHECK-NEXT: %[[A:.*]] = bufferization.alloc_tensor(%[[M]]) : tensor<?xf32>
// CHECK: %[[C:.*]] = bufferization.materialize_in_destination %[[X]] in %[[A]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[C]])
func.func private @scatter_read(%x: tensor<?xf32>, %u: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %u, %c0 : tensor<?xf32>
  %s = te.scatter "S" into %x axes(u = %n) combine(add) : tensor<?xf32> {
  ^bb0(%k: index):
    %zero = arith.constant 0 : index
    %v = te.read %u[%k] : tensor<?xf32>
    te.yield %v, %zero : f32, index
  }
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %d = te.compute "D" axes(i = %m) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %s[%i] : tensor<?xf32>
    %r = arith.negf %v : f32
    te.yield %r : f32
  }
  return %d : tensor<?xf32>
}
