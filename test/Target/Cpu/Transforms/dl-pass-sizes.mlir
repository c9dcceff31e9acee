// RUN: dl-opt %s --dl-pass-sizes | FileCheck %s

// A buffer of unknown sizes passes as one of one element and the sizes.
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME: %[[W:[^ :]*]]: memref<4xf32>, %[[B:[^ :]*]]: memref<1xf32> {te.destination}, %[[N:[^ :]*]]: index, %[[M:[^ :]*]]: index) attributes {te.kernel}
// CHECK: %[[ROW:.*]] = arith.muli %[[M]], %{{.*}} : index
// CHECK: memref.reinterpret_cast %[[B]] to offset: [0], sizes: [%[[N]], 4, %[[M]], 8], strides: [%{{.*}}, %{{.*}}, 8, 1] : memref<1xf32> to memref<?x4x?x8xf32>
func.func private @kernel(%w: memref<4xf32>, %x: memref<?x4x?x8xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %v = memref.load %w[%c0] : memref<4xf32>
  memref.store %v, %x[%c0, %c0, %c0, %c0] : memref<?x4x?x8xf32>
  return
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{.*}}: memref<4xf32>, %[[B:[^ :]*]]: memref<1xf32>, %[[N:[^ :]*]]: index, %[[M:[^ :]*]]: index)
// CHECK: %[[X:.*]] = memref.reinterpret_cast %[[B]] to offset: [0], sizes: [%[[N]], 4, %[[M]], 8]
// CHECK: %[[P:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [1], strides: [1] : memref<?x4x?x8xf32> to memref<1xf32>
// CHECK: call @kernel(%{{.*}}, %[[P]], %{{.*}}, %{{.*}}) : (memref<4xf32>, memref<1xf32>, index, index) -> ()
func.func @main(%w: memref<4xf32>, %x: memref<?x4x?x8xf32>) {
  call @kernel(%w, %x) : (memref<4xf32>, memref<?x4x?x8xf32>) -> ()
  return
}

// Static buffers stay.
// CHECK-LABEL: func.func @static(%{{.*}}: memref<4x4xf32>)
func.func @static(%x: memref<4x4xf32>) {
  return
}

// Of two buffers each has its sizes behind it; functions of elsewhere take what they take.
// CHECK-LABEL: func.func @pair(
// CHECK-SAME: %[[A:[^ :]*]]: memref<1xf32>, %[[N:[^ :]*]]: index, %[[B:[^ :]*]]: memref<1xf32>, %[[M:[^ :]*]]: index)
// CHECK-DAG: memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[N]]], strides: [1] : memref<1xf32> to memref<?xf32>
// CHECK-DAG: memref.reinterpret_cast %[[B]] to offset: [0], sizes: [%[[M]]], strides: [1] : memref<1xf32> to memref<?xf32>
// CHECK: call @elsewhere(%{{.*}}) : (memref<?xf32>) -> ()
// CHECK: func.func private @elsewhere(memref<?xf32>)
func.func @pair(%a: memref<?xf32>, %b: memref<?xf32>) {
  call @elsewhere(%b) : (memref<?xf32>) -> ()
  return
}
func.func private @elsewhere(memref<?xf32>)
