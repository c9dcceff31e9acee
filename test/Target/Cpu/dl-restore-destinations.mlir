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
