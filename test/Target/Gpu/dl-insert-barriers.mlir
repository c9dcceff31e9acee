// RUN: dl-opt %s --dl-insert-barriers --split-input-file | FileCheck %s

// Threads fetch together, then each reads what others fetched; the loop goes round.
// CHECK-LABEL: func.func @fetch(
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: memref.store
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @fetch(%x: memref<64xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %c8 step %c1 {
      scf.for %u = %c0 to %c8 step %c1 {
        %at = affine.apply affine_map<(k, u) -> (k * 8 + u)>(%k, %u)
        %v = memref.load %x[%at] : memref<64xf32>
        memref.store %v, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %i = %c0 to %c8 step %c1 {
        %v = memref.load %s[%i] : memref<8xf32, #gpu.address_space<workgroup>>
        %w = memref.load %o[%t] : memref<8xf32>
        %sum = arith.addf %v, %w : f32
        memref.store %sum, %o[%t] : memref<8xf32>
      }
    }
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// What a thread writes and reads itself needs none.
// CHECK-LABEL: func.func @own(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @own(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %c8 step %c1 {
    %v = memref.load %x[%t] : memref<8xf32>
    memref.store %v, %x[%t] : memref<8xf32>
    %w = memref.load %x[%t] : memref<8xf32>
    memref.store %w, %x[%t] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// Another loop shares the same buffer differently, here in a loop of blocks: blocks do not
// follow each other, so nothing waits at its beginning.
// CHECK-LABEL: func.func @other(
// CHECK-NOT: gpu.barrier
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
func.func @other(%x: memref<2x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c2 step %c1 {
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %x[%b, %t] : memref<2x8xf32>
    } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 {
      %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
      %v = memref.load %x[%b, %r] : memref<2x8xf32>
      memref.store %v, %x[%b, %r] : memref<2x8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A loop that may make no round: what stands before it meets what stands after it,
// though there is a barrier inside.
// CHECK-LABEL: func.func @zero(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index)
// CHECK: scf.for %{{.*}} = %c0 to %[[N]] step
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK: } {schedule.bind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: } {schedule.bind = "threadIdx.x"}
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @zero(%x: memref<8xf32>, %y: memref<8xf32>, %o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %p = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    %q = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %p[%t] : memref<8xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %k = %c0 to %n step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %q[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %q[%r] : memref<8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %y[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
    scf.for %t = %c0 to %c8 step %c1 {
      %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
      %v = memref.load %p[%r] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// The first thread along y writes, and all of them read.
// CHECK-LABEL: func.func @first(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @first(%x: memref<8xf32>, %o: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %x[%t] : memref<8xf32>
    %v = memref.load %x[%t] : memref<8xf32>
    scf.for %y = %c0 to %c4 step %c1 {
      memref.store %v, %o[%t, %y] : memref<8x4xf32>
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// The first thread along y writes, and only its own writes need what it reads.
// CHECK-LABEL: func.func @first_alone(
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @first_alone(%x: memref<8xf32>, %o: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %x[%t] : memref<8xf32>
    %v = memref.load %x[%t] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%t] : memref<8xf32>
    scf.for %y = %c0 to %c4 step %c1 {
      memref.store %f, %o[%t, %y] : memref<8x4xf32>
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// A test that turns out alike for all threads may hold a barrier.
// CHECK-LABEL: func.func @alike(
// CHECK: scf.if
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
func.func @alike(%o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    %test = arith.cmpi ult, %n, %c4 : index
    scf.if %test {
      scf.for %u = %c0 to %c8 step %c1 {
        memref.store %f, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      %v = memref.load %s[%n] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    }
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// The first thread along y reads, but all need what follows from it.
// CHECK-LABEL: func.func @first_for_all(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @first_for_all(%x: memref<8xf32>, %o: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %x[%t] : memref<8xf32>
    %v = memref.load %x[%t] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    scf.for %y = %c0 to %c4 step %c1 {
      memref.store %w, %o[%t, %y] : memref<8x4xf32>
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// The first thread along y writes an element, and then the last one does.
// CHECK-LABEL: func.func @first_then_all(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
func.func @first_then_all(%o: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %o[%t, %c0] : memref<8x4xf32>
    scf.for %y = %c0 to %c4 step %c1 {
      %r = affine.apply affine_map<(y) -> (3 - y)>(%y)
      memref.store %f, %o[%t, %r] : memref<8x4xf32>
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// Of two rows that a thread writes, others read the second.
// CHECK-LABEL: func.func @second_write(
// CHECK-COUNT-2: memref.store
// CHECK-NEXT: affine.apply
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @second_write(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<2x8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%c0, %t] : memref<2x8xf32, #gpu.address_space<workgroup>>
      memref.store %f, %s[%c1, %t] : memref<2x8xf32, #gpu.address_space<workgroup>>
      %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
      %v = memref.load %s[%c1, %r] : memref<2x8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// What an operation reads and writes at once, others read.
// CHECK-LABEL: func.func @update(
// CHECK: memref.atomic_rmw
// CHECK-NEXT: affine.apply
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @update(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %u = memref.atomic_rmw addf %f, %s[%t] : (f32, memref<8xf32, #gpu.address_space<workgroup>>) -> f32
      %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
      %v = memref.load %s[%r] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A loop that makes no round is no barrier either.
// CHECK-LABEL: func.func @never(
// CHECK: scf.for %{{.*}} = %c0 to %c0 step
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: } {schedule.bind = "threadIdx.x"}
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
func.func @never(%y: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %p = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    %q = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %p[%t] : memref<8xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    scf.for %k = %c0 to %c0 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        memref.store %f, %q[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
        %v = memref.load %q[%r] : memref<8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %y[%t] : memref<8xf32>
      } {schedule.bind = "threadIdx.x"}
    }
    scf.for %t = %c0 to %c8 step %c1 {
      %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
      %v = memref.load %p[%r] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A test by an element of memory of the block, which is one for all threads, may hold a barrier.
// CHECK-LABEL: func.func @alike_by_element(
// CHECK: scf.if
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: gpu.barrier
func.func @alike_by_element(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %flags = memref.alloc() : memref<4xi1, #gpu.address_space<workgroup>>
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %test = memref.load %flags[%b] : memref<4xi1, #gpu.address_space<workgroup>>
      scf.if %test {
        scf.for %u = %c0 to %c8 step %c1 {
          memref.store %f, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
        } {schedule.bind = "threadIdx.x"}
        %v = memref.load %s[%c1] : memref<8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      }
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}
