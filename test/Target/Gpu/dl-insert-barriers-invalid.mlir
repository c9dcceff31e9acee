// RUN: dl-opt %s --dl-insert-barriers --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Not all threads come by.
func.func @divergent(%x: memref<8xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %u = %c0 to %c8 step %c1 {
      %v = memref.load %x[%u] : memref<8xf32>
      memref.store %v, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    %r = affine.apply affine_map<(t) -> (7 - t)>(%t)
    // expected-error @below {{requires a barrier in a place that only some threads come by; bind axes of equal extent, or compute what is shared outside}}
    %v = memref.load %s[%r] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %v, %o[%t] : memref<4xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

func.func private @unknown()
func.func @effects() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{must say what memory it reads and writes to be run by threads}}
  scf.for %t = %c0 to %c8 step %c1 {
    func.call @unknown() : () -> ()
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// Each thread makes another number of rounds.
func.func @rounds(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %k = %c0 to %t step %c1 {
      scf.for %u = %c0 to %c8 step %c1 {
        memref.store %f, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      // expected-error @below {{'memref.load' in the loop over axis i of stage "C" requires a barrier in a place that only some threads come by}}
      %v = memref.load %s[%k] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    }
  } {schedule.axis = ["C", "i"], schedule.bind = "threadIdx.x"}
  return
}

// -----

// A test on the thread's number, by a value from a buffer.
func.func @test(%x: memref<8xi1>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    %test = memref.load %x[%t] : memref<8xi1>
    scf.if %test {
      scf.for %u = %c0 to %c8 step %c1 {
        memref.store %f, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      // expected-error @below {{requires a barrier in a place that only some threads come by}}
      %v = memref.load %s[%c1] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    }
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// A test on what a loop carries from step to step, which may differ from thread to thread.
func.func @carried(%x: memref<8xi1>, %first: i1, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    %last = scf.for %k = %c0 to %c4 step %c1 iter_args(%test = %first) -> (i1) {
      scf.if %test {
        scf.for %u = %c0 to %c8 step %c1 {
          memref.store %f, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
        } {schedule.bind = "threadIdx.x"}
        // expected-error @below {{requires a barrier in a place that only some threads come by}}
        %v = memref.load %s[%c1] : memref<8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %o[%t] : memref<8xf32>
      }
      %next = memref.load %x[%t] : memref<8xi1>
      scf.yield %next : i1
    }
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// A test by an element of a thread's own buffer.
func.func @own_test(%x: memref<8xi1>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    %p = memref.alloc() : memref<1xi1>
    %flag = memref.load %x[%t] : memref<8xi1>
    memref.store %flag, %p[%c0] : memref<1xi1>
    %test = memref.load %p[%c0] : memref<1xi1>
    scf.if %test {
      scf.for %u = %c0 to %c8 step %c1 {
        memref.store %f, %s[%u] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "threadIdx.x"}
      // expected-error @below {{requires a barrier in a place that only some threads come by}}
      %v = memref.load %s[%c1] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    }
  } {schedule.bind = "threadIdx.x"}
  return
}
