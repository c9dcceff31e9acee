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

// -----

// Behind loops and branches that pass on what they were given.
// CHECK-LABEL: func.func @passed(
// CHECK:         return{{$}}
func.func @passed(%a: memref<4xf32> {te.destination}, %b: memref<4xf32> {te.destination}, %c: memref<4xf32> {te.destination}, %n: index, %p: i1)
    -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  }
  %1 = scf.while (%x = %b) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%p) %x : memref<4xf32>
  } do {
  ^bb0(%y: memref<4xf32>):
    scf.yield %y : memref<4xf32>
  }
  %2 = scf.if %p -> memref<4xf32> {
    scf.yield %c : memref<4xf32>
  } else {
    scf.yield %c : memref<4xf32>
  }
  return %0, %1, %2 : memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// -----

// A result of another type is the destination cast to it.
// CHECK-LABEL: func.func private @four(
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[O:.*]]: memref<?xf32>)
// CHECK:         %[[CAST:.*]] = memref.cast %[[O]] : memref<?xf32> to memref<4xf32>
// CHECK:         call @four(%[[O]]) : (memref<?xf32>) -> ()
// CHECK:         call @read(%[[CAST]])
func.func private @read(memref<4xf32>)
func.func private @four(%o: memref<?xf32> {te.destination}) -> memref<4xf32> attributes {te.kernel} {
  %r = memref.cast %o : memref<?xf32> to memref<4xf32>
  return %r : memref<4xf32>
}
func.func @main(%o: memref<?xf32>) {
  %0 = call @four(%o) : (memref<?xf32>) -> memref<4xf32>
  call @read(%0) : (memref<4xf32>) -> ()
  return
}
