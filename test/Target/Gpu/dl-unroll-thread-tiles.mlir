// RUN: dl-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(dl-unroll-thread-tiles)))' | FileCheck %s

gpu.module @kernels {
  // A tile of sums: the loop that decides for a row, by a view, and the one for a column
  // go; the reduction around them stays.
  // CHECK-LABEL: gpu.func @tile
  // CHECK: %[[S:.*]] = memref.alloca() : memref<2x3xf32>
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK-COUNT-6: memref.store
  // CHECK-NOT: memref.store
  // CHECK: gpu.return
  gpu.func @tile(%x: memref<8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %s = memref.alloca() : memref<2x3xf32>
    scf.for %k = %c0 to %c8 step %c1 {
      %v = memref.load %x[%k] : memref<8xf32>
      scf.for %i = %c0 to %c2 step %c1 {
        %row = memref.subview %s[%i, 0] [1, 3] [1, 1] : memref<2x3xf32> to memref<3xf32, strided<[1], offset: ?>>
        scf.for %j = %c0 to %c3 step %c1 {
          %m = arith.subi %c2, %j : index
          %a = memref.load %row[%m] : memref<3xf32, strided<[1], offset: ?>>
          %b = arith.addf %a, %v : f32
          memref.store %b, %row[%m] : memref<3xf32, strided<[1], offset: ?>>
        }
      }
    }
    gpu.return
  }
  // More than a thread has registers for, and a number of rounds that nobody knows.
  // CHECK-LABEL: gpu.func @others
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: gpu.return
  gpu.func @others(%x: memref<257xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c257 = arith.constant 257 : index
    %f = arith.constant 1.0 : f32
    %large = memref.alloca() : memref<257xf32>
    scf.for %i = %c0 to %c257 step %c1 {
      memref.store %f, %large[%i] : memref<257xf32>
    }
    %small = memref.alloca() : memref<4xf32>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %f, %small[%i] : memref<4xf32>
    }
    gpu.return
  }
  // Too many operations: 129 rounds of 128.
  // CHECK-LABEL: gpu.func @long
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK-COUNT-32: memref.store
  // CHECK: gpu.return
  gpu.func @long(%x: memref<8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c129 = arith.constant 129 : index
    %f = arith.constant 1.0 : f32
    %s = memref.alloca() : memref<160xf32>
    scf.for %i = %c0 to %c129 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        %p = arith.addi %i, %j : index
        %a = memref.load %s[%p] : memref<160xf32>
        %b = arith.addf %a, %f : f32
        memref.store %b, %s[%p] : memref<160xf32>
      }
    }
    gpu.return
  }
  // As much as registers have at most, and as many operations as loops become: 4096 rounds of four, not 4097.
  // CHECK-LABEL: gpu.func @limits
  // CHECK: memref.alloca() : memref<256xf32>
  // CHECK-COUNT-4096: memref.store
  // CHECK-NEXT: scf.for
  // CHECK: memref.store
  // CHECK-NOT: memref.store
  // CHECK: gpu.return
  gpu.func @limits() kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %c4096 = arith.constant 4096 : index
    %c4097 = arith.constant 4097 : index
    %s = memref.alloca() : memref<256xf32>
    scf.for %i = %c0 to %c4096 step %c1 {
      %p = arith.andi %i, %c255 : index
      %a = memref.load %s[%c0] : memref<256xf32>
      memref.store %a, %s[%p] : memref<256xf32>
    }
    scf.for %i = %c0 to %c4097 step %c1 {
      %p = arith.andi %i, %c255 : index
      %a = memref.load %s[%c0] : memref<256xf32>
      memref.store %a, %s[%p] : memref<256xf32>
    }
    gpu.return
  }
  // A buffer whose size nobody knows is none of registers.
  // CHECK-LABEL: gpu.func @open
  // CHECK: scf.for
  // CHECK: gpu.return
  gpu.func @open(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %f = arith.constant 1.0 : f32
    %s = memref.alloca(%n) : memref<?xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %f, %s[%i] : memref<?xf32>
    }
    gpu.return
  }
}
