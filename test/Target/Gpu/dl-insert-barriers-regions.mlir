// RUN: dl-opt %s --dl-insert-barriers --split-input-file | FileCheck %s

// An element of a thread's own in memory of a block, by both of its numbers.
// CHECK-LABEL: func.func @own_shared(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @own_shared(%x: memref<8x4xf32>, %o: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<4x8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %y = %c0 to %c4 step %c1 {
        %e = memref.subview %s[%y, %t] [1, 1] [1, 1] : memref<4x8xf32, #gpu.address_space<workgroup>> to memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
        memref.store %f, %e[] : memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
        scf.for %k = %c0 to %c8 step %c1 {
          %v = memref.load %e[] : memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
          %w = arith.addf %v, %f : f32
          memref.store %w, %e[] : memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
        }
      } {schedule.bind = "threadIdx.y"}
    } {schedule.bind = "threadIdx.x"}
    // Other loops of the same indices are the same threads.
    scf.for %y = %c0 to %c4 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        %v = memref.load %s[%y, %t] : memref<4x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t, %y] : memref<8x4xf32>
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Tiles of a thread's own: four elements each, in a loop and in a view.
// CHECK-LABEL: func.func @own_tile(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @own_tile(%o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %at = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%t, %i)
        memref.store %f, %s[%at] : memref<32xf32, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %e = memref.subview %s[%at] [4] [1] : memref<32xf32, #gpu.address_space<workgroup>> to memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %v = memref.load %e[%c1] : memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      memref.store %v, %o[%at] : memref<32xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Tiles that reach into those of the next thread, and elements of one number of the
// two, are not.
// CHECK-LABEL: func.func @not_own(
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: schedule.bind = "threadIdx.x"
// CHECK: gpu.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @not_own(%o: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<40xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      memref.store %f, %s[%at] : memref<40xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %e = memref.subview %s[%at] [5] [1] : memref<40xf32, #gpu.address_space<workgroup>> to memref<5xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %v = memref.load %e[%c4] : memref<5xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      memref.store %v, %o[%at] : memref<40xf32>
    } {schedule.bind = "threadIdx.x"}
    scf.for %y = %c0 to %c4 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%t] : memref<40xf32, #gpu.address_space<workgroup>>
        %v = memref.load %s[%t] : memref<40xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<40xf32>
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Halves of a double buffer: one is filled while the other is read, and all threads meet
// once in a step.
// CHECK-LABEL: func.func @halves(
// CHECK: scf.for %{{.*}} = %c0 to %c7
// CHECK-NEXT: affine.apply
// CHECK-NEXT: memref.subview
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @halves(%x: memref<8x8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %c7 = arith.constant 7 : index
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<2x8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%c0, %t] : memref<2x8xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %k = %c0 to %c7 step %c1 {
      %now = affine.apply affine_map<(k) -> (k mod 2)>(%k)
      %half = memref.subview %s[%now, 0] [1, 8] [1, 1] : memref<2x8xf32, #gpu.address_space<workgroup>> to memref<8xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %half[%r] : memref<8xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
      %next = affine.apply affine_map<(k) -> (k - ((k + 1) floordiv 2) * 2 + 1)>(%k)
      %other = memref.subview %s[%next, 0] [1, 8] [1, 1] : memref<2x8xf32, #gpu.address_space<workgroup>> to memref<8xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %other[%t] : memref<8xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Expressions that meet in some steps: k mod 3 and k mod 2 in the first two of six.
// CHECK-LABEL: func.func @parts(
// CHECK: memref.store
// CHECK: } {schedule.bind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @parts(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<3x8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c8 step %c1 {
      %now = affine.apply affine_map<(k) -> (k mod 3)>(%k)
      %next = affine.apply affine_map<(k) -> (k mod 2)>(%k)
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%now, %t] : memref<3x8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %s[%next, %r] : memref<3x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Regions at different constants.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @apart(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<2x8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%c0, %t] : memref<2x8xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
      %v = memref.load %s[%c1, %r] : memref<2x8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A part of a buffer, and in it an element of a thread's own: offsets add up.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @nested(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<2x8xf32, #gpu.address_space<workgroup>>
    %half = memref.subview %s[1, 0] [1, 8] [1, 1] : memref<2x8xf32, #gpu.address_space<workgroup>> to memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %e = memref.subview %half[%t] [1] [1] : memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>> to memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
      memref.store %f, %e[] : memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
      scf.for %k = %c0 to %c8 step %c1 {
        %v = memref.load %half[%t] : memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
        %w = arith.addf %v, %f : f32
        memref.store %w, %e[] : memref<f32, strided<[], offset: ?>, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// One element tells both numbers of a thread.
// CHECK-LABEL: func.func @two_numbers(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @two_numbers(%o: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    scf.for %y = %c0 to %c8 step %c1 {
      scf.for %t = %c0 to %c4 step %c1 {
        %at = affine.apply affine_map<(y, t) -> (y * 4 + t)>(%y, %t)
        memref.store %f, %s[%at] : memref<32xf32, #gpu.address_space<workgroup>>
        %v = memref.load %s[%at] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%at] : memref<40xf32>
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Three elements apart they overlap.
// CHECK-LABEL: func.func @overlap(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @overlap(%o: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    scf.for %y = %c0 to %c8 step %c1 {
      scf.for %t = %c0 to %c4 step %c1 {
        %at = affine.apply affine_map<(y, t) -> (y * 3 + t)>(%y, %t)
        memref.store %f, %s[%at] : memref<32xf32, #gpu.address_space<workgroup>>
        %v = memref.load %s[%at] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%at] : memref<40xf32>
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Rows that differ in the first step of a loop and meet in a later one: threads that read what
// others wrote wait. Rows that take turns never meet.
// CHECK-LABEL: func.func @rows_that_meet(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @rows_that_meet(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<4x8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c4 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%k, %t] : memref<4x8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = arith.subi %c7, %t : index
        %v = memref.load %s[%c2, %r] : memref<4x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// What was read in one step is written in the next one, which waits.
// CHECK-LABEL: func.func @rows_in_turn(
// CHECK-COUNT-2: affine.apply
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NOT: gpu.barrier
// CHECK: memref.load
func.func @rows_in_turn(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<2x8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c4 step %c1 {
      %even = affine.apply affine_map<(k) -> (k mod 2)>(%k)
      %odd = affine.apply affine_map<(k) -> ((k + 1) mod 2)>(%k)
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %s[%even, %t] : memref<2x8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = arith.subi %c7, %t : index
        %v = memref.load %s[%odd, %r] : memref<2x8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// What is left over by steps of 8 and of 12 is left over by steps of 4 only: thread 4 has an
// element of thread 0.
// CHECK-LABEL: func.func @steps_of_several_loops(
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
func.func @steps_of_several_loops(%o: memref<28xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<28xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c2 step %c1 {
        scf.for %v = %c0 to %c2 step %c1 {
          %at = affine.apply affine_map<(t, u, v) -> (t + u * 8 + v * 12)>(%t, %u, %v)
          memref.store %f, %s[%at] : memref<28xf32, #gpu.address_space<workgroup>>
        }
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c2 step %c1 {
        scf.for %v = %c0 to %c2 step %c1 {
          %at = affine.apply affine_map<(t, u, v) -> (t + u * 8 + v * 12)>(%t, %u, %v)
          %e = memref.load %s[%at] : memref<28xf32, #gpu.address_space<workgroup>>
          memref.store %e, %o[%at] : memref<28xf32>
        }
      }
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}
