// RUN: dl-opt %s --dl-map-to-gpu --split-input-file | FileCheck %s

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

// What each thread computes whole, outside of thread loops, it reads in them.
// CHECK-LABEL: func.func @whole(
// CHECK: gpu.launch {{.*}} threads(%[[T:[a-z0-9]+]], %{{.*}}, %{{.*}}) in
// CHECK: %[[P:.*]] = memref.alloca() : memref<8xf32>
// CHECK: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[P]]
// As many threads as the loop runs iterations need no test.
// CHECK-NOT: scf.if
// CHECK: memref.load %[[P]][%[[T]]]
// CHECK-NOT: scf.if
// CHECK: gpu.terminator
func.func @whole(%o: memref<2x8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c2 step %c1 {
    %p = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %f, %p[%i] : memref<8xf32>
    }
    scf.for %t = %c0 to %c8 step %c1 {
      %v = memref.load %p[%t] : memref<8xf32>
      memref.store %v, %o[%b, %t] : memref<2x8xf32>
    } {schedule.bind = "threadIdx.x"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Each index of blocks and of threads is that of its loop. More blocks than threads make no
// more threads.
// CHECK-LABEL: func.func @indices(
// CHECK: gpu.launch blocks(%[[BX:[a-z0-9]+]], %[[BY:[a-z0-9]+]], %[[BZ:[a-z0-9]+]]) in
// CHECK-SAME: (%{{.*}} = %c7{{[_0-9]*}}, %{{.*}} = %c6{{[_0-9]*}}, %{{.*}} = %c5{{[_0-9]*}})
// CHECK-SAME: threads(%[[TX:[a-z0-9]+]], %[[TY:[a-z0-9]+]], %[[TZ:[a-z0-9]+]]) in
// CHECK-SAME: (%{{.*}} = %c4{{[_0-9]*}}, %{{.*}} = %c3{{[_0-9]*}}, %{{.*}} = %c2{{[_0-9]*}})
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[BX]], %[[BY]], %[[BZ]], %[[TX]], %[[TY]], %[[TZ]]]
func.func @indices(%o: memref<7x6x5x4x3x2xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %f = arith.constant 1.0 : f32
  scf.for %bx = %c0 to %c7 step %c1 {
    scf.for %by = %c0 to %c6 step %c1 {
      scf.for %bz = %c0 to %c5 step %c1 {
        scf.for %tx = %c0 to %c4 step %c1 {
          scf.for %ty = %c0 to %c3 step %c1 {
            scf.for %tz = %c0 to %c2 step %c1 {
              memref.store %f, %o[%bx, %by, %bz, %tx, %ty, %tz] : memref<7x6x5x4x3x2xf32>
            } {schedule.bind = "threadIdx.z"}
          } {schedule.bind = "threadIdx.y"}
        } {schedule.bind = "threadIdx.x"}
      } {schedule.bind = "blockIdx.z"}
    } {schedule.bind = "blockIdx.y"}
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// All the memory that a block has.
// CHECK-LABEL: func.func @full(
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<12288xf32, #gpu.address_space<workgroup>>)
func.func @full(%o: memref<4xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<12288xf32, #gpu.address_space<workgroup>>
    memref.store %f, %s[%b] : memref<12288xf32, #gpu.address_space<workgroup>>
    %v = memref.load %s[%b] : memref<12288xf32, #gpu.address_space<workgroup>>
    memref.store %v, %o[%b] : memref<4xf32>
  } {schedule.bind = "blockIdx.x"}
  return
}

// -----

// Buffers of a launch end with it.
// CHECK-LABEL: func.func @freed(
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.alloca() : memref<1xf32>
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @freed(%o: memref<4xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %b = %c0 to %c4 step %c1 {
    %s = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
    %p = memref.alloc() : memref<1xf32>
    %v = memref.load %s[%b] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %v, %p[%c0] : memref<1xf32>
    %w = memref.load %p[%c0] : memref<1xf32>
    memref.store %w, %o[%b] : memref<4xf32>
    memref.dealloc %p : memref<1xf32>
    memref.dealloc %s : memref<4xf32, #gpu.address_space<workgroup>>
  } {schedule.bind = "blockIdx.x"}
  return
}
