// RUN: dl-opt %s --dl-insert-barriers --split-input-file | FileCheck %s

// Which element of a buffer a thread touches decides whether the threads of a block wait.

// Elements 0 to 7, then 7 to 14: thread 0 reads what thread 7 wrote.
// CHECK-LABEL: func.func @one_in_common(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @one_in_common(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<15xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%t] : memref<15xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t + 7)>(%t)
      %v = memref.load %s[%at] : memref<15xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// The other way round: thread 7 reads what thread 0 wrote.
// CHECK-LABEL: func.func @one_in_common_before(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @one_in_common_before(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<15xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t + 7)>(%t)
      memref.store %f, %s[%at] : memref<15xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %v = memref.load %s[%t] : memref<15xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Elements 0 to 7, then 8 to 15, and the other way round.
// CHECK-LABEL: func.func @none_in_common(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @none_in_common(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<24xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%t] : memref<24xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (15 - t)>(%t)
      %v = memref.load %s[%at] : memref<24xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (23 - t)>(%t)
      memref.store %f, %s[%at] : memref<24xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Thread 1 reads the element of thread 2.
// CHECK-LABEL: func.func @each_second(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @each_second(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%t] : memref<16xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 2)>(%t)
      %v = memref.load %s[%at] : memref<16xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Each of eight threads has an element of the first eight and one of the next eight.
// CHECK-LABEL: func.func @steps_of_eight(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @steps_of_eight(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c2 step %c1 {
        %at = affine.apply affine_map<(t, u) -> (t + u * 8)>(%t, %u)
        memref.store %f, %s[%at] : memref<16xf32, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c2 step %c1 {
        %at = affine.apply affine_map<(t, u) -> (t + u * 8)>(%t, %u)
        %v = memref.load %s[%at] : memref<16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      }
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Element 7 is of thread 7 in the first iteration, and of thread 0 in the second one.
// CHECK-LABEL: func.func @steps_of_seven(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @steps_of_seven(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c2 step %c1 {
        %at = affine.apply affine_map<(t, u) -> (t + u * 7)>(%t, %u)
        memref.store %f, %s[%at] : memref<16xf32, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c2 step %c1 {
        %at = affine.apply affine_map<(t, u) -> (t + u * 7)>(%t, %u)
        %v = memref.load %s[%at] : memref<16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      }
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A loop of one iteration moves nothing.
// CHECK-LABEL: func.func @one_iteration(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @one_iteration(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c1 step %c1 {
        %at = affine.apply affine_map<(t, u) -> (t + u)>(%t, %u)
        memref.store %f, %s[%at] : memref<8xf32, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %v = memref.load %s[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Threads whose numbers have one sum meet in an element.
// CHECK-LABEL: func.func @diagonal(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @diagonal(%o: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<15xf32, #gpu.address_space<workgroup>>
    scf.for %y = %c0 to %c8 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        %at = affine.apply affine_map<(y, t) -> (y + t)>(%y, %t)
        memref.store %f, %s[%at] : memref<15xf32, #gpu.address_space<workgroup>>
        %v = memref.load %s[%at] : memref<15xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t, %y] : memref<8x8xf32>
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A loop that may run into the elements of the next thread.
// CHECK-LABEL: func.func @unknown_end(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @unknown_end(%o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %at = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%t, %i)
        memref.store %f, %s[%at] : memref<64xf32, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %v = memref.load %s[%at] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A loop that may begin in the elements of the thread before.
// CHECK-LABEL: func.func @unknown_begin(
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.load
func.func @unknown_begin(%o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      scf.for %i = %n to %c4 step %c1 {
        %at = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%t, %i)
        memref.store %f, %s[%at] : memref<64xf32, #gpu.address_space<workgroup>>
      }
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %at = affine.apply affine_map<(t) -> (t * 4)>(%t)
      %v = memref.load %s[%at] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}
