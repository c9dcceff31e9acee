// RUN: dl-opt %s --dl-describe-kernel-memory --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @open(%x: memref<?xf32>) kernel {
      gpu.return
    }
  }
  func.func @main(%x: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error @below {{has an operand of type 'memref<?xf32>', but launches pass pointers and no sizes; give sizes that are known only at run time constants}}
    gpu.launch_func @kernels::@open blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
    return
  }
}
