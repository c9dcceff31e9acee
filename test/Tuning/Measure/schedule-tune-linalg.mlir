// Linalg of another compiler is raised to kernels, and these are tuned: by dl-opt, and by the stock mlir-opt
// with the plugin.
// DEFINE: %{passes} = convert-linalg-to-te,dl-set-target{cpu=native},schedule-tune{trials=2 batch=2 finalists=1 workers=1 cost-model=estimate strict=true},schedule-default,schedule-apply,dl-verify-scheduled
// RUN: dl-opt %s --pass-pipeline='builtin.module(%{passes})' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: dl-compile %t.mlir -o %t.so
// RUN: dl-opt %s --convert-linalg-to-te -o %t.te.mlir
// RUN: dl-run %t.so --reference=%t.te.mlir --compare=reference --tolerance=1e-5
// RUN: %if plugin %{ mlir-opt --load-dialect-plugin=%dl_lib/libDLPlugin.so --load-pass-plugin=%dl_lib/libDLPlugin.so --pass-pipeline='builtin.module(%{passes})' %s | FileCheck %s %}

// CHECK-LABEL: func.func private @matmul
// CHECK: scf.for
// CHECK-LABEL: func.func @main
// CHECK: call @matmul
func.func @main(%x: tensor<16x24xf32>, %w: tensor<24x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %m = linalg.matmul ins(%x, %w : tensor<16x24xf32>, tensor<24x32xf32>) outs(%f : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %m : tensor<16x32xf32>
}
