// RUN: dl-opt %s --dl-drop-destination-results --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME:    %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32> {te.destination}) attributes
// CHECK:         return{{$}}
func.func private @kernel(%x: memref<4xf32>, %o: memref<4xf32> {te.destination}) -> memref<4xf32>
    attributes {te.kernel} {
  return %o : memref<4xf32>
}

// The result is the destination behind a reshape, a kernel call and a reshape back.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<2x2xf32> {te.destination}) {
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[OUT]]
// CHECK:         %[[TMP:.*]] = memref.alloc()
// CHECK:         call @kernel(%[[X]], %[[TMP]]) {keep = 1 : i64} : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK:         call @kernel(%[[TMP]], %[[FLAT]]) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK:         return{{$}}
func.func @main(%x: memref<4xf32>, %out: memref<2x2xf32> {te.destination}) -> memref<2x2xf32> {
  %flat = memref.collapse_shape %out [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  %tmp = memref.alloc() : memref<4xf32>
  %0 = call @kernel(%x, %tmp) {keep = 1} : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  %1 = call @kernel(%0, %flat) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  %2 = memref.expand_shape %1 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %2 : memref<2x2xf32>
}

// -----

// Functions without destinations, or without bodies, stay as they are.
// CHECK-LABEL: func.func private @external(memref<4xf32> {te.destination}) -> memref<4xf32>
// CHECK-LABEL: func.func @plain(%{{.*}}: memref<4xf32>) -> memref<4xf32>
// CHECK:         return %{{.*}} : memref<4xf32>
func.func private @external(memref<4xf32> {te.destination}) -> memref<4xf32>
func.func @plain(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
