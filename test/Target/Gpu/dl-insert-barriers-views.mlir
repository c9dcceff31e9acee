// RUN: dl-opt %s --dl-insert-barriers --split-input-file | FileCheck %s

// Views of a buffer, and rows that the iterations of a loop take, decide whether the threads of
// a block wait.

// Elements of a thread's own four, whichever they are.
// CHECK-LABEL: func.func @anywhere_in_tile(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @anywhere_in_tile(%o: memref<8xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %e = memref.subview %s[%at] [4] [1] : memref<32xf32, #gpu.address_space<workgroup>> to memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      memref.store %f, %e[%n] : memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %v = memref.load %e[%m] : memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// The same elements of the buffer for all threads.
// CHECK-LABEL: func.func @unknown_element(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @unknown_element(%o: memref<8xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%n] : memref<32xf32, #gpu.address_space<workgroup>>
      %v = memref.load %s[%m] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A view of each second element, of which the last is an element of the next thread.
// CHECK-LABEL: func.func @each_second_of_view(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @each_second_of_view(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<40xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %e = memref.subview %s[%at] [4] [2] : memref<40xf32, #gpu.address_space<workgroup>> to memref<4xf32, strided<[2], offset: ?>, #gpu.address_space<workgroup>>
      memref.store %f, %e[%c2] : memref<4xf32, strided<[2], offset: ?>, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %v = memref.load %s[%at] : memref<40xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A view of another shape, whose element t is that of another thread.
// CHECK-LABEL: func.func @other_shape(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @other_shape(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<8x2xf32, #gpu.address_space<workgroup>>
    %e = memref.collapse_shape %s [[0, 1]] : memref<8x2xf32, #gpu.address_space<workgroup>> into memref<16xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%t, %c0] : memref<8x2xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %v = memref.load %e[%t] : memref<16xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Rows 0, 1, 2, 3 are written while rows 4, 3, 2, 1 are read: they meet in the third iteration.
// CHECK-LABEL: func.func @rows_that_cross(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @rows_that_cross(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<5x8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c4 step %c1 {
      %p = affine.apply affine_map<(k) -> (k)>(%k)
      %q = affine.apply affine_map<(k) -> (4 - k)>(%k)
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%p, %t] : memref<5x8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %s[%q, %r] : memref<5x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// The row behind the 64 rows that the written one is in is read: the two differ in all
// iterations, though after 64 of them what was read is written.
// CHECK-LABEL: func.func @row_behind(
// CHECK-COUNT-2: affine.apply
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @row_behind(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<192x8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c128 step %c1 {
      %p = affine.apply affine_map<(k) -> (k)>(%k)
      %q = affine.apply affine_map<(k) -> ((k floordiv 64) * 64 + 64)>(%k)
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%p, %t] : memref<192x8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %s[%q, %r] : memref<192x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Rows whose numbers are left over by an unknown divisor may be one and the same.
// CHECK-LABEL: func.func @rows_by_unknown(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @rows_by_unknown(%o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<8x8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c4 step %c1 {
      %p = affine.apply affine_map<()[n] -> (5 mod n)>()[%n]
      %q = affine.apply affine_map<()[n] -> (7 mod n)>()[%n]
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%p, %t] : memref<8x8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %s[%q, %r] : memref<8x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// An operation on whole buffers has effects of its own beside those of its body.
// CHECK-LABEL: func.func @whole_buffers(
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: linalg.exp
func.func @whole_buffers(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c8 step %c1 {
    %p = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %p[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      %r = memref.alloc() : memref<8xf32>
      linalg.exp ins(%p : memref<8xf32, #gpu.address_space<workgroup>>) outs(%r : memref<8xf32>)
      %v = memref.load %r[%t] : memref<8xf32>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}
