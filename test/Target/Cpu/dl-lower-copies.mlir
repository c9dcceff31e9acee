// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-lower-copies))' | FileCheck %s

// A tile is one vector; a large buffer is a loop; neither calls a library.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[X:.*]]: memref<4x100xf32>, %[[Y:.*]]: memref<4x100xf32>, %[[A:.*]]: memref<64x64xf32>, %[[B:.*]]: memref<64x64xf32>
// CHECK: %[[FROM:.*]] = memref.subview %[[X]]
// CHECK: %[[TO:.*]] = memref.subview %[[Y]]
// CHECK: %[[V:.*]] = vector.transfer_read %[[FROM]]{{.*}} vector<4x16xf32>
// CHECK: vector.transfer_write %[[V]], %[[TO]]
// CHECK: linalg.generic {{.*}} ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK-NOT: memref.copy
func.func @copies(%x: memref<4x100xf32>, %y: memref<4x100xf32>, %a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %from = memref.subview %x[0, 8] [4, 16] [1, 1] : memref<4x100xf32> to memref<4x16xf32, strided<[100, 1], offset: 8>>
  %to = memref.subview %y[0, 8] [4, 16] [1, 1] : memref<4x100xf32> to memref<4x16xf32, strided<[100, 1], offset: 8>>
  memref.copy %from, %to : memref<4x16xf32, strided<[100, 1], offset: 8>> to memref<4x16xf32, strided<[100, 1], offset: 8>>
  memref.copy %a, %b : memref<64x64xf32> to memref<64x64xf32>
  return
}
