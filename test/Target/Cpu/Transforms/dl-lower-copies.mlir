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

// Of unknown rank: left to the conversion to llvm.
// CHECK-LABEL: func.func @unranked(
// CHECK-COUNT-2: memref.copy
// CHECK: return
func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>, %c: memref<4xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  memref.copy %c, %b : memref<4xf32> to memref<*xf32>
  return
}

// The largest tile, and what is none: more elements, an unknown number of them, one number.
// CHECK-LABEL: func.func @limits(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<32x16xf32>, %[[B:[a-z0-9]+]]: memref<32x16xf32>, %[[C:[a-z0-9]+]]: memref<513xf32>, %[[D:[a-z0-9]+]]: memref<513xf32>, %[[E:[a-z0-9]+]]: memref<?xf32>, %[[F:[a-z0-9]+]]: memref<?xf32>, %[[G:[a-z0-9]+]]: memref<f32>, %[[H:[a-z0-9]+]]: memref<f32>)
// CHECK: vector.transfer_read %[[A]]{{.*}} vector<32x16xf32>
// CHECK: vector.transfer_write %{{.*}}, %[[B]]
// CHECK: linalg.generic {{.*}} ins(%[[C]] {{.*}} outs(%[[D]]
// CHECK: linalg.generic {{.*}} ins(%[[E]] {{.*}} outs(%[[F]]
// CHECK: linalg.generic {{.*}} ins(%[[G]] {{.*}} outs(%[[H]]
func.func @limits(%a: memref<32x16xf32>, %b: memref<32x16xf32>, %c: memref<513xf32>, %d: memref<513xf32>, %e: memref<?xf32>, %f: memref<?xf32>, %g: memref<f32>, %h: memref<f32>) {
  memref.copy %a, %b : memref<32x16xf32> to memref<32x16xf32>
  memref.copy %c, %d : memref<513xf32> to memref<513xf32>
  memref.copy %e, %f : memref<?xf32> to memref<?xf32>
  memref.copy %g, %h : memref<f32> to memref<f32>
  return
}
