// RUN: dl-opt %s --dl-restore-block-loops --split-input-file --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --dl-restore-block-loops --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-5: {{^module}}
// PRINTED-NOT: {{^module}}

// Two nests that use one buffer of a block, and what stands between, are one block's; a
// buffer of the device and a value that serve the nest behind stand before.
// CHECK-LABEL: func.func @two(
// CHECK: %[[ONE:.*]] = arith.constant 1
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: %[[TWICE:.*]] = arith.addi
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c1
// CHECK-NEXT: memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT: scf.for
// CHECK: scf.for
// CHECK: } {schedule.bind = "threadIdx.x"}
// CHECK-NEXT: } {schedule.bind = "blockIdx.x"}
// CHECK-NEXT: scf.for
// CHECK: memref.store {{.*}}[%[[TWICE]]]
func.func @two(%o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  %g = memref.alloc() : memref<8xf32>
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %s[%t] : memref<8xf32, #gpu.address_space<workgroup>>
  } {schedule.bind = "threadIdx.x"}
  %twice = arith.addi %n, %n : index
  scf.for %t = %c0 to %c8 step %c1 {
    %r = arith.subi %c8, %t : index
    %v = memref.load %s[%r] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %v, %g[%t] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  scf.for %t = %c0 to %c8 step %c1 {
    %v = memref.load %g[%t] : memref<8xf32>
    memref.store %v, %o[%twice] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// Another index is taken already; a view counts as its buffer, and buffers that overlap
// go into one loop.
// CHECK-LABEL: func.func @taken(
// CHECK: schedule.bind = "blockIdx.x"
// CHECK: schedule.bind = "threadIdx.x"
// CHECK: schedule.bind = "threadIdx.x"
// CHECK-NEXT: } {schedule.bind = "blockIdx.y"}
// CHECK-NEXT: return
func.func @taken(%o: memref<2x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %s = memref.alloc() : memref<2x8xf32, #gpu.address_space<workgroup>>
  %half = memref.subview %s[1, 0] [1, 8] [1, 1] : memref<2x8xf32, #gpu.address_space<workgroup>> to memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
  %t2 = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  scf.for %b = %c0 to %c2 step %c1 {
    memref.store %f, %t2[%b] : memref<8xf32, #gpu.address_space<workgroup>>
  } {schedule.bind = "blockIdx.x"}
  scf.for %t = %c0 to %c8 step %c1 {
    memref.store %f, %half[%t] : memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
  } {schedule.bind = "threadIdx.x"}
  scf.for %t = %c0 to %c8 step %c1 {
    %v = memref.load %t2[%t] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %v, %o[%c0, %t] : memref<2x8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// What stands in a loop stays.
// CHECK-LABEL: func.func @inside(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @inside(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %b = %c0 to %c8 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      %v = memref.load %s[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

func.func @returned() -> memref<8xf32, #gpu.address_space<workgroup>> {
  // expected-error @below {{'memref.alloc' gives what the kernel returns, but stands in a block}}
  %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  return %s : memref<8xf32, #gpu.address_space<workgroup>>
}

// -----

// Statements that no loop is left around: what a block loads, it uses itself.
// CHECK-LABEL: func.func @loose(
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: memref.store
// CHECK-NEXT: } {schedule.bind = "blockIdx.x"}
// CHECK-NEXT: scf.for
// CHECK: return
func.func @loose(%o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = memref.load %o[%c0] : memref<8xf32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %o[%c0] : memref<8xf32>
  scf.for %t = %c0 to %c8 step %c1 {
    %x = memref.load %o[%t] : memref<8xf32>
    memref.store %x, %o[%t] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}

// -----

// What a body uses of a block keeps what holds the body in the block.
// CHECK-LABEL: func.func @captured(
// CHECK: scf.for
// CHECK-NEXT: memref.alloc
// CHECK-NEXT: memref.store
// CHECK-NEXT: %[[V:.*]] = memref.load
// CHECK-NEXT: scf.if
// CHECK-NEXT: arith.negf %[[V]]
// CHECK: memref.store
// CHECK: } {schedule.bind = "blockIdx.x"}
func.func @captured(%o: memref<8xf32>, %test: i1) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  memref.store %f, %s[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
  %v = memref.load %s[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
  %w = scf.if %test -> f32 {
    %n = arith.negf %v : f32
    scf.yield %n : f32
  } else {
    scf.yield %f : f32
  }
  memref.store %w, %o[%c0] : memref<8xf32>
  return
}

// -----

func.func @all(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  // expected-error @below {{'memref.alloc' allocates memory of a block outside of the loops of all block indices}}
  %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  scf.for %x = %c0 to %c2 step %c1 {
    scf.for %y = %c0 to %c2 step %c1 {
      scf.for %z = %c0 to %c2 step %c1 {
        memref.store %f, %s[%z] : memref<8xf32, #gpu.address_space<workgroup>>
      } {schedule.bind = "blockIdx.z"}
    } {schedule.bind = "blockIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}
