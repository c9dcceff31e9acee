// RUN: dl-opt %s --dl-describe-kernel-memory | FileCheck %s

module attributes {gpu.container_module} {
  // Whole buffers, each another one.
  // CHECK: gpu.func @apart(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64, llvm.noalias}, %{{.*}}: index, %{{.*}}: memref<8xf32> {llvm.align = 16 : i64, llvm.noalias}) workgroup(%{{.*}} : memref<9xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
  gpu.module @kernels {
    gpu.func @apart(%x: memref<8xf32>, %n: index, %o: memref<8xf32>) workgroup(%s: memref<9xf32, #gpu.address_space<workgroup>>) kernel {
      gpu.return
    }
    // A constant, which is in a place of its own.
    // CHECK: gpu.func @constant(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64, llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.align = 16 : i64, llvm.noalias}) kernel
    gpu.func @constant(%x: memref<8xf32>, %o: memref<8xf32>) kernel {
      gpu.return
    }
    // One of them twice.
    // CHECK: gpu.func @twice(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64}, %{{.*}}: memref<8xf32> {llvm.align = 16 : i64}) kernel
    gpu.func @twice(%x: memref<8xf32>, %o: memref<8xf32>) kernel {
      gpu.return
    }
    // A part of one, which may begin anywhere and be of the other.
    // CHECK: gpu.func @part(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64}, %{{.*}}: memref<7xf32, strided<[1], offset: 1>>) kernel
    gpu.func @part(%x: memref<8xf32>, %o: memref<7xf32, strided<[1], offset: 1>>) kernel {
      gpu.return
    }
    // What holds for one launch only.
    // CHECK: gpu.func @both(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64}, %{{.*}}: memref<8xf32> {llvm.align = 16 : i64}) kernel
    gpu.func @both(%x: memref<8xf32>, %o: memref<8xf32>) kernel {
      gpu.return
    }
    // Nothing is known of those who launch it.
    // CHECK: gpu.func @unknown(%{{.*}}: memref<8xf32>) kernel
    gpu.func @unknown(%x: memref<8xf32>) kernel {
      gpu.return
    }
  }
  memref.global "private" constant @weights : memref<8xf32> = dense<1.0>
  func.func @main(%x: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %o = memref.alloc() : memref<8xf32>
    %p = memref.subview %x[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
    gpu.launch_func @kernels::@apart blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>, %c1 : index, %o : memref<8xf32>)
    %w = memref.get_global @weights : memref<8xf32>
    gpu.launch_func @kernels::@constant blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%w : memref<8xf32>, %o : memref<8xf32>)
    gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>, %x : memref<8xf32>)
    gpu.launch_func @kernels::@part blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>, %p : memref<7xf32, strided<[1], offset: 1>>)
    gpu.launch_func @kernels::@both blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%o : memref<8xf32>, %o : memref<8xf32>)
    gpu.launch_func @kernels::@both blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>, %o : memref<8xf32>)
    return
  }
}
