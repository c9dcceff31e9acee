// RUN: dl-opt %s --dl-avoid-library-names | FileCheck %s

// CHECK-LABEL: func.func private @pow_kernel_0(
func.func private @pow(%x: memref<4xf32>) { return }
// CHECK: func.func private @pow_kernel(
func.func private @pow_kernel(%x: memref<4xf32>) { return }
// CHECK: func.func private @floor(
func.func private @floor(f64) -> f64
// CHECK: func.func private @relu(
func.func private @relu(%x: memref<4xf32>) { return }
// CHECK-LABEL: func.func @main(
func.func @main(%x: memref<4xf32>) {
  // CHECK: call @pow_kernel_0(
  call @pow(%x) : (memref<4xf32>) -> ()
  // CHECK: call @relu(
  call @relu(%x) : (memref<4xf32>) -> ()
  return
}
