// RUN: dl-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1},dl-replace-device-calls))' | FileCheck %s

// Every function that is an instruction, of f32 and f64.
// CHECK-NOT: __nv_
// CHECK-LABEL: llvm.func @single
// CHECK: llvm.call_intrinsic "llvm.ceil"(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.copysign"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.fabs"
// CHECK: llvm.call_intrinsic "llvm.floor"
// CHECK: llvm.call_intrinsic "llvm.fma"
// CHECK: llvm.call_intrinsic "llvm.roundeven"
// CHECK: llvm.call_intrinsic "llvm.round"
// CHECK: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.sqrt"
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1.0{{.*}} : f32)
// CHECK: llvm.fdiv %[[ONE]], %[[ROOT]] : f32
// CHECK: llvm.call_intrinsic "llvm.sqrt"
// CHECK-LABEL: llvm.func @double
// CHECK: llvm.call_intrinsic "llvm.sqrt"(%{{.*}}) : (f64) -> f64
// CHECK: llvm.call_intrinsic "llvm.roundeven"(%{{.*}}) : (f64) -> f64
// CHECK-NOT: __nv_
gpu.module @kernels {
  gpu.func @single(%x: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%c0] : memref<1xf32>
    %0 = math.ceil %a : f32
    %1 = math.copysign %0, %a : f32
    %2 = math.absf %1 : f32
    %3 = math.floor %2 : f32
    %4 = math.fma %3, %a, %a : f32
    %5 = math.roundeven %4 : f32
    %6 = math.round %5 : f32
    %7 = math.rsqrt %6 : f32
    %8 = math.sqrt %7 : f32
    memref.store %8, %x[%c0] : memref<1xf32>
    gpu.return
  }
  gpu.func @double(%x: memref<1xf64>) kernel {
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%c0] : memref<1xf64>
    %0 = math.sqrt %a : f64
    %1 = math.roundeven %0 : f64
    memref.store %1, %x[%c0] : memref<1xf64>
    gpu.return
  }
}

// A function that the module has itself is called as it is, whatever its name; what is called stays,
// and so does what is not called.
// CHECK-LABEL: llvm.func @__nv_floorf(%{{.*}}: f32) -> f32 {
// CHECK: llvm.func @unused() {
// CHECK-NOT: @__nv_ceilf
// CHECK-LABEL: llvm.func @own(
// CHECK: llvm.call @__nv_floorf
gpu.module @functions {
  llvm.func @__nv_floorf(%x: f32) -> f32 {
    llvm.return %x : f32
  }
  llvm.func @unused() {
    llvm.return
  }
  llvm.func @__nv_ceilf(f32) -> f32
  llvm.func @own(%x: f32) -> f32 {
    %0 = llvm.call @__nv_floorf(%x) : (f32) -> f32
    llvm.return %0 : f32
  }
}
