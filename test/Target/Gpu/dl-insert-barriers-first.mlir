// RUN: dl-opt %s --dl-insert-barriers --split-input-file | FileCheck %s

// What the first thread along an index does outside of its loops, and what all of them need.

// All threads along y read, and then the first one writes.
// CHECK-LABEL: func.func @all_then_first(
// CHECK: %[[V:.*]] = memref.load
// CHECK: memref.store %[[V]]
// CHECK: schedule.bind = "threadIdx.y"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.store
func.func @all_then_first(%x: memref<8xf32>, %o: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    %v = memref.load %x[%t] : memref<8xf32>
    scf.for %y = %c0 to %c4 step %c1 {
      memref.store %v, %o[%t, %y] : memref<8x4xf32>
    } {schedule.bind = "threadIdx.y"}
    memref.store %f, %x[%t] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// The first thread along y writes, and what a test gives is for all of them.
// CHECK-LABEL: func.func @first_for_results(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.if
func.func @first_for_results(%x: memref<8xf32>, %o: memref<8x4xf32>, %test: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %x[%t] : memref<8xf32>
    %v = scf.if %test -> f32 {
      %a = memref.load %x[%t] : memref<8xf32>
      scf.yield %a : f32
    } else {
      scf.yield %f : f32
    }
    scf.for %y = %c0 to %c4 step %c1 {
      memref.store %v, %o[%t, %y] : memref<8x4xf32>
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "threadIdx.x"}
  return
}
