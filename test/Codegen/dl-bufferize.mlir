// RUN: dl-opt %s --dl-bufferize --split-input-file | FileCheck %s
// What upstream makes of it is the same.
// RUN: dl-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// What a loop carries in its place keeps the layout that it started from.
// CHECK-LABEL: func @in_place(
// CHECK-SAME: %[[X:.*]]: memref<8x4xf32>)
// CHECK: %[[ROW:.*]] = memref.subview %[[X]][2, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: 8>>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ROW]]) -> (memref<4xf32, strided<[1], offset: 8>>)
// CHECK:   scf.for {{.*}} -> (memref<4xf32, strided<[1], offset: 8>>)
// CHECK-NOT: memref.cast
// CHECK-NOT: alloc
func.func @in_place(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %row = tensor.extract_slice %x[2, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %row) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %t = tensor.insert %f into %b[%j] : tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  %y = tensor.insert_slice %r into %x[2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// A detour that forgets the layout: the loop carries a buffer of any, and the loops inside
// see that as well.
// CHECK-LABEL: func @detour(
// CHECK: scf.for {{.*}} -> (memref<4xf32, strided<[?], offset: ?>>)
// CHECK:   scf.for {{.*}} -> (memref<4xf32, strided<[?], offset: ?>>)
func.func @detour(%x: tensor<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %column = tensor.extract_slice %x[0, 3] [4, 1] [1, 1] : tensor<4x8xf32> to tensor<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %column) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %t = tensor.insert %f into %b[%j] : tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    }
    %u = tensor.cast %s : tensor<4xf32> to tensor<*xf32>
    %v = tensor.cast %u : tensor<*xf32> to tensor<4xf32>
    scf.yield %v : tensor<4xf32>
  }
  %p = tensor.extract %r[%c0] : tensor<4xf32>
  return %p : f32
}

// -----

// A branch yields what it was given or something else.
// CHECK-LABEL: func @branches(
// CHECK: scf.if {{.*}} -> (memref<4xf32, strided<[?], offset: ?>>)
func.func @branches(%x: tensor<4x8xf32>, %z: tensor<4xf32>, %p: i1, %i: index) -> f32 {
  %f = arith.constant 1.0 : f32
  %r = scf.if %p -> (tensor<4xf32>) {
    %column = tensor.extract_slice %x[0, 3] [4, 1] [1, 1] : tensor<4x8xf32> to tensor<4xf32>
    scf.yield %column : tensor<4xf32>
  } else {
    %t = tensor.insert %f into %z[%i] : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  %q = tensor.extract %r[%i] : tensor<4xf32>
  return %q : f32
}
