// RUN: dl-opt %s --dl-restore-states | FileCheck %s

// Two states that change places: both are copied aside before either is overwritten.
// CHECK-LABEL: func.func private @swap(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK-DAG:     %[[X:.*]] = bufferization.materialize_in_destination %[[A]] in %[[P:.*]] :
// CHECK-DAG:     %[[Y:.*]] = bufferization.materialize_in_destination %[[B]] in %[[Q:.*]] :
// CHECK:         bufferization.materialize_in_destination %[[Y]] in %[[A]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[X]] in %[[B]]
func.func private @swap(%a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination})
    -> (tensor<4xf32>, tensor<4xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %p = bufferization.materialize_in_destination %y in %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %q = bufferization.materialize_in_destination %x in %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %p, %q : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// The same after a loop of one step was folded; one of them only in part.
// CHECK-LABEL: func.func private @one_step(
// CHECK:         %[[A:.*]] = bufferization.materialize_in_destination %{{.*}} in %{{.*}}
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[A]]
// CHECK-NEXT:    %[[T:.*]] = bufferization.materialize_in_destination %[[S]] in
// CHECK:         %[[B:.*]] = bufferization.materialize_in_destination %{{.*}} in %{{.*}}
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %[[A]]
// CHECK:         bufferization.materialize_in_destination %[[T]] in %[[B]]
func.func private @one_step(%x: tensor<5xf32>, %y: tensor<4xf32>, %n: tensor<5xf32>, %a: tensor<5xf32> {te.destination}, %b: tensor<4xf32> {te.destination})
    -> (tensor<5xf32>, tensor<4xf32>) attributes {te.kernel} {
  %p = bufferization.materialize_in_destination %x in %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %s = tensor.extract_slice %p[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
  %q = bufferization.materialize_in_destination %y in %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %v = bufferization.materialize_in_destination %n in %p : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %w = bufferization.materialize_in_destination %s in %q : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %v, %w : tensor<5xf32>, tensor<4xf32>
}

// An empty tensor would be replaced by the state that its own loop reads.
// CHECK-LABEL: func.func private @empty(
// CHECK:         %[[P:.*]] = bufferization.alloc_tensor
// CHECK:         %[[N:.*]] = linalg.map
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %[[P]]
func.func private @empty(%x: tensor<4xf32>, %a: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %a) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.map {arith.addf} ins(%x, %h : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
    %p = bufferization.materialize_in_destination %n in %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Made in an allocation, in the place of what is stacked, or an operand: nothing to do.
// CHECK-LABEL: func.func private @aside(
// CHECK-COUNT-1: bufferization.alloc_tensor
// CHECK-NOT:     alloc_tensor
// CHECK:         return
func.func private @aside(%x: tensor<4xf32>, %a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination}, %c: tensor<4xf32> {te.destination}, %s: tensor<3x4xf32> {te.destination})
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:4 = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %a, %i = %b, %j = %c, %all = %s)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) {
    %e = bufferization.alloc_tensor() : tensor<4xf32>
    %n = linalg.map {arith.addf} ins(%x, %h : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
    %place = tensor.extract_slice %all[%t, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %m = linalg.map {arith.mulf} ins(%x, %i : tensor<4xf32>, tensor<4xf32>) outs(%place : tensor<4xf32>)
    %p = bufferization.materialize_in_destination %n in %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %q = bufferization.materialize_in_destination %m in %i : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %o = bufferization.materialize_in_destination %x in %j : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %u = tensor.insert_slice %m into %all[%t, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %p, %q, %o, %u : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>
}

// A value that is there before the loop is copied aside in each step; a tensor that no loop
// carries, one of unknown size and functions that are no kernels need nothing.
// CHECK-LABEL: func.func private @before(
// CHECK:         %[[N:.*]] = linalg.map
// CHECK:         scf.for
// CHECK-NEXT:      %[[P:.*]] = bufferization.alloc_tensor
// CHECK-NEXT:      %[[A:.*]] = bufferization.materialize_in_destination %[[N]] in %[[P]]
// CHECK-NEXT:      bufferization.materialize_in_destination %[[A]] in
// CHECK-LABEL: func.func private @last(
// CHECK-NOT:     alloc_tensor
// CHECK-LABEL: func.func private @unknown(
// CHECK-NOT:     alloc_tensor
// CHECK-LABEL: func.func private @no_kernel(
// CHECK-NOT:     alloc_tensor
// CHECK:         return
func.func private @before(%x: tensor<4xf32>, %a: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.map {arith.addf} ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %a) -> (tensor<4xf32>) {
    %p = bufferization.materialize_in_destination %n in %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func private @last(%x: tensor<4xf32>, %a: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.map {arith.addf} ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  %p = bufferization.materialize_in_destination %n in %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %p : tensor<4xf32>
}
func.func private @unknown(%m: index, %x: tensor<?xf32>, %a: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %a) -> (tensor<?xf32>) {
    %e = tensor.empty(%m) : tensor<?xf32>
    %n = linalg.map {arith.addf} ins(%x, %h : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>)
    %p = bufferization.materialize_in_destination %n in %h : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func private @no_kernel(%x: tensor<4xf32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %a) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.map {arith.addf} ins(%x, %h : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
    %p = bufferization.materialize_in_destination %n in %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
