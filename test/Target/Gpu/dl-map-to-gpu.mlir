// RUN: dl-opt %s --dl-map-to-gpu --split-input-file --verify-diagnostics | FileCheck %s

// Block and thread loops become indices; a shorter thread loop runs under a test;
// what stands outside of a thread loop is the first thread's.
// CHECK-LABEL: func.func @all(
// CHECK: gpu.launch blocks(%[[B:[a-z0-9]+]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c2{{.*}}, %{{.*}} = %c1{{.*}}, %{{.*}} = %c1{{.*}}) threads(%[[TX:[a-z0-9]+]], %[[TY:[a-z0-9]+]], %{{.*}}) in (%{{.*}} = %c8{{.*}}, %{{.*}} = %c4{{.*}}, %{{.*}} = %c1{{.*}}) workgroup(%[[S:[a-z0-9]+]] : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[P:.*]] = memref.alloca() : memref<1xf32>
// The whole loop over threadIdx.x is there once for each threadIdx.y.
// CHECK: %[[Y0:.*]] = arith.cmpi eq, %[[TY]]
// CHECK: scf.if %[[Y0]]
// CHECK-NEXT: memref.store %{{.*}}, %[[S]][%[[TX]]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[TX]]
// CHECK: scf.if %[[IN]]
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[B]], %[[TY]], %[[TX]]]
// CHECK-NOT: schedule.bind
func.func @all(%o: memref<2x4x6xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c2 step %c1 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 {
      memref.store %f, %s[%t] : memref<8xf32, #gpu.address_space<workgroup>>
    } {schedule.bind = "threadIdx.x"}
    gpu.barrier
    scf.for %y = %c0 to %c4 step %c1 {
      scf.for %x = %c0 to %c6 step %c1 {
        %p = memref.alloc() : memref<1xf32>
        %v = memref.load %s[%x] : memref<8xf32, #gpu.address_space<workgroup>>
        memref.store %v, %p[%c0] : memref<1xf32>
        %w = memref.load %p[%c0] : memref<1xf32>
        memref.store %w, %o[%b, %y, %x] : memref<2x4x6xf32>
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "threadIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

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
      // expected-error @below {{is shared among threads, but the buffer that it touches belongs to one thread; give its stage the scope shared}}
      memref.store %f, %p[%u] : memref<8xf32>
    } {schedule.bind = "threadIdx.x"}
    %v = memref.load %p[%t] : memref<8xf32>
    memref.store %v, %o[%t] : memref<8xf32>
  } {schedule.bind = "threadIdx.x"}
  return
}
