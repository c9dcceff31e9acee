// RUN: dl-opt %s --dl-bufferize-pipeline | FileCheck %s

// Loops write tiles into the destination in place; the destinations of
// intermediates become allocations, one for each, though @main's empty tensors
// are equal; results are gone.
// CHECK-LABEL: func.func private @double(
// CHECK-SAME:    %[[X:.*]]: memref<64xf32>, %[[O:.*]]: memref<64xf32> {te.destination}) attributes
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         memref.subview %[[O]]
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[IN:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<64xf32> {te.destination}) {
// CHECK:         %[[B:.*]] = memref.alloc() {{.*}} : memref<64xf32>
// CHECK:         %[[A:.*]] = memref.alloc() {{.*}} : memref<64xf32>
// CHECK:         call @double(%[[IN]], %[[A]])
// CHECK:         call @double(%[[A]], %[[B]])
// CHECK:         call @add(%[[A]], %[[B]], %[[OUT]])
// CHECK-NOT:     memref.copy
// CHECK:         return{{$}}

func.func private @double(%x: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32>
    attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%acc = %o) -> (tensor<64xf32>) {
    %tile = tensor.extract_slice %x[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %e = tensor.empty() : tensor<16xf32>
    %sum = linalg.add ins(%tile, %tile : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %in = tensor.insert_slice %sum into %acc[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    scf.yield %in : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
func.func private @add(%x: tensor<64xf32>, %y: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32>
    attributes {te.kernel} {
  %r = linalg.add ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @main(%x: tensor<64xf32>, %out: tensor<64xf32> {te.destination}) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %0 = call @double(%x, %e) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = call @double(%0, %e) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %2 = call @add(%0, %1, %out) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}
