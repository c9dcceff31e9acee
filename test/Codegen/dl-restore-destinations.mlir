// RUN: dl-opt %s --dl-restore-destinations | FileCheck %s

// A copy after folding: the operand is written into the destination again.
// CHECK-LABEL: func.func private @copy(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[O:.*]]: tensor<4xf32> {te.destination})
// CHECK:         %[[R:.*]] = bufferization.materialize_in_destination %[[X]] in %[[O]]
// CHECK:         return %[[R]]
func.func private @copy(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  return %x : tensor<4xf32>
}

// Results in each other's places.
// CHECK-LABEL: func.func private @swapped(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32> {te.destination}, %[[B:.*]]: tensor<4xf32> {te.destination})
// CHECK-DAG:     bufferization.materialize_in_destination %[[B]] in %[[A]]
// CHECK-DAG:     bufferization.materialize_in_destination %[[A]] in %[[B]]
func.func private @swapped(%a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination})
    -> (tensor<4xf32>, tensor<4xf32>) attributes {te.kernel} {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// What loops, slices, vectors and linalg wrote into the destination is there already.
// CHECK-LABEL: func.func private @written(
// CHECK-NOT:     materialize_in_destination
// CHECK:         return
func.func private @written(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %w = vector.transfer_write %v, %o[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%w : tensor<8xf32>) -> tensor<8xf32>
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%acc = %f) -> (tensor<8xf32>) {
    %t = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %in = tensor.insert_slice %t into %acc[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %in : tensor<8xf32>
  }
  %p = scf.forall (%i) in (2) shared_outs(%acc = %r) -> (tensor<8xf32>) {
    %t = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %acc[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %p : tensor<8xf32>
}

// Functions that are no kernels return what they want.
// CHECK-LABEL: func.func @main(
// CHECK-NOT:     materialize_in_destination
func.func @main(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// A tile of a masked step, cut to all that the loop carries: written into that. What is
// inserted into a carried tensor, or cut from it, stays.
// CHECK-LABEL: func.func private @cut(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:         %[[C:.*]] = tensor.extract_slice %{{.*}}[0] [2] [1]
// CHECK:         %[[I:.*]] = tensor.insert_slice
// CHECK:         %[[W:.*]] = bufferization.materialize_in_destination %[[C]] in %[[A]]
// CHECK-NEXT:    scf.yield %[[W]], %[[I]]
func.func private @cut(%x: tensor<5xf32>, %o: tensor<2xf32> {te.destination}, %p: tensor<5xf32> {te.destination})
    -> (tensor<2xf32>, tensor<5xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%a = %o, %b = %p) -> (tensor<2xf32>, tensor<5xf32>) {
    %tile = tensor.pad %a low[0] high[3] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<2xf32> to tensor<5xf32>
    %sum = linalg.map {arith.addf} ins(%x, %b : tensor<5xf32>, tensor<5xf32>) outs(%tile : tensor<5xf32>)
    %cut = tensor.extract_slice %sum[0] [2] [1] : tensor<5xf32> to tensor<2xf32>
    %part = tensor.extract_slice %b[1] [2] [1] : tensor<5xf32> to tensor<2xf32>
    %in = tensor.insert_slice %part into %b[0] [2] [1] : tensor<2xf32> into tensor<5xf32>
    scf.yield %cut, %in : tensor<2xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<5xf32>
}

// A whole tensor that a step makes, and a part of an operand, are no tiles.
// CHECK-LABEL: func.func private @whole(
// CHECK-NOT:     materialize_in_destination
// CHECK:         return
func.func private @whole(%x: tensor<5xf32>, %o: tensor<2xf32> {te.destination}, %p: tensor<2xf32> {te.destination})
    -> (tensor<2xf32>, tensor<2xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%a = %o, %b = %p) -> (tensor<2xf32>, tensor<2xf32>) {
    %e = tensor.empty() : tensor<2xf32>
    %sum = linalg.map {arith.addf} ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>)
    %part = tensor.extract_slice %x[1] [2] [1] : tensor<5xf32> to tensor<2xf32>
    scf.yield %sum, %part : tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
