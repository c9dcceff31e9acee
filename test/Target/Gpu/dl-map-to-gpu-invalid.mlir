// RUN: dl-opt %s --dl-map-to-gpu --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Every block would do it.
func.func @outside(%o: memref<2xf32>, %q: memref<1xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c2 step %c1 {
    // expected-error @below {{must stand inside loops of blocks only, since blocks are started once}}
    scf.for %b = %c0 to %c2 step %c1 {
      memref.store %f, %o[%b] : memref<2xf32>
    } {schedule.bind = "blockIdx.x"}
  }
  return
}

// -----

func.func @beside(%o: memref<2xf32>, %q: memref<2x1xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  scf.for %a = %c0 to %c2 step %c1 {
    // expected-error @below {{is outside of the loop of a block index and would be done by every block}}
    memref.store %f, %q[%a, %c0] : memref<2x1xf32>
    scf.for %b = %c0 to %c2 step %c1 {
      memref.store %f, %o[%b] : memref<2xf32>
    } {schedule.bind = "blockIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

func.func @twice(%o: memref<2xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  scf.for %a = %c0 to %c2 step %c1 {
    // expected-error @below {{is the second loop of its block index in one nest}}
    scf.for %b = %c0 to %c2 step %c1 {
      memref.store %f, %o[%b] : memref<2xf32>
    } {schedule.bind = "blockIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

func.func @bounds(%o: memref<?xf32>, %n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  // expected-error @below {{must run from zero to a constant by one, without results, to be bound to an index}}
  scf.for %b = %c0 to %n step %c1 {
    memref.store %f, %o[%b] : memref<?xf32>
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

func.func @begin(%o: memref<8xf32>) attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  // expected-error @below {{must run from zero to a constant by one, without results, to be bound to an index}}
  scf.for %b = %c1 to %c8 step %c1 {
    memref.store %f, %o[%b] : memref<8xf32>
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

func.func @stride(%o: memref<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  // expected-error @below {{must run from zero to a constant by one, without results, to be bound to an index}}
  scf.for %b = %c0 to %c8 step %c2 {
    memref.store %f, %o[%b] : memref<8xf32>
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

func.func @results(%o: memref<f32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c8 step %c1 {
    // expected-error @below {{must run from zero to a constant by one, without results, to be bound to an index}}
    %sum = scf.for %t = %c0 to %c8 step %c1 iter_args(%s = %f) -> (f32) {
      %next = arith.addf %s, %f : f32
      scf.yield %next : f32
    } {schedule.bind = "threadIdx.x"}
    memref.store %sum, %o[] : memref<f32>
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// A thread's own buffer, filled by all.
func.func @private(%o: memref<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    // expected-note @below {{this buffer}}
    %p = memref.alloc() : memref<8xf32>
    scf.for %u = %c0 to %c8 step %c1 {
      // expected-error @below {{is shared among threads, but the buffer that it writes belongs to one thread; give its stage the scope shared}}
      memref.store %f, %p[%u] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
    %v = memref.load %p[%t] : memref<8xf32>
    memref.store %v, %o[%t] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// The index of blocks again, in a loop of one round.
func.func @again(%o: memref<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %a = %c0 to %c1 step %c1 {
    // expected-error @below {{is the second loop of its block index in one nest}}
    scf.for %b = %c0 to %c8 step %c1 {
      memref.store %f, %o[%b] : memref<8xf32>
    } {schedule.bind = "blockIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// The message names the axis.
func.func @fewer(%o: memref<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %a = %c0 to %c4 step %c1 {
    // expected-error @below {{the loop over axis j of stage "P" takes 8 threads inside a loop that takes 4 of the same index; bind axes of equal extent}}
    scf.for %b = %c0 to %c8 step %c1 {
      memref.store %f, %o[%b] : memref<8xf32>
    } {schedule.axis = ["P", "j"], schedule.bind = "threadIdx.x"}
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

func.func @dynamic(%o: memref<8xf32>, %n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %t = %c0 to %c8 step %c1 {
    // expected-error @below {{'memref.alloc' in the loop over axis i of stage "C" allocates 'memref<?xf32>' inside a kernel, whose buffers have constant sizes; split the axes that it holds by constants}}
    %p = memref.alloc(%n) : memref<?xf32>
    memref.store %f, %p[%c0] : memref<?xf32>
    %v = memref.load %p[%c0] : memref<?xf32>
    memref.store %v, %o[%t] : memref<8xf32>
  } {schedule.axis = ["C", "i"], schedule.bind = "threadIdx.x"}
  return
}

// -----

// Two nests would be two launches.
func.func @host(%o: memref<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  // expected-error @below {{'memref.alloc' allocates memory of a block outside of what becomes a launch}}
  %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %s[%t] : memref<8xf32, #gpu.address_space<workgroup>>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// Buffers of 32 KiB each.
func.func @large(%o: memref<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  // expected-error @below {{takes 65536 bytes of memory of a block, of which a launch has at most 49152; compute less at a time in scope shared}}
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<8192xf32, #gpu.address_space<workgroup>>
    %r = memref.alloc() : memref<4096xf64, #gpu.address_space<workgroup>>
    memref.store %f, %s[%b] : memref<8192xf32, #gpu.address_space<workgroup>>
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// What is called may write anything.
func.func private @unknown()
func.func @effects() attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{must say what memory it reads and writes to be run by threads}}
  scf.for %b = %c0 to %c8 step %c1 {
    func.call @unknown() : () -> ()
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Nor does a device have functions of the host.
func.func @host(%x: memref<3x4xf32>, %y: memref<3x4xf32>) attributes {te.kernel} {
  // expected-error @below {{names @scale_rows, which is not in the module: threads call no functions of the host; run the kernel on a CPU, or write it as stages}}
  te.extern "scaled" @scale_rows(%x) into(%y : memref<3x4xf32>) : (memref<3x4xf32>) -> ()
  return
}
