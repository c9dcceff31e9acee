// The stock mlir-opt takes dialects and passes from the plugin; tools that have
// them already refuse it with a reason.
// REQUIRES: plugin
// RUN: mlir-opt --load-dialect-plugin=%dl_lib/libDLPlugin.so --load-pass-plugin=%dl_lib/libDLPlugin.so \
// RUN:   --pass-pipeline='builtin.module(convert-graph-to-te,dl-verify-te,schedule-default,schedule-apply,dl-verify-scheduled)' %s \
// RUN:   | FileCheck %s
// RUN: not dl-opt --load-pass-plugin=%dl_lib/libDLPlugin.so %s 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not dl-opt --load-dialect-plugin=%dl_lib/libDLPlugin.so %s 2>&1 | FileCheck %s --check-prefix=DIALECTS

// PASSES: DLPlugin: error: expected a tool without the dialects and passes of dl, but its passes are registered already; leave out --load-pass-plugin
// DIALECTS: DLPlugin: error: expected a tool without the dialects and passes of dl, but its dialects are registered already; leave out --load-dialect-plugin

// CHECK-LABEL: func.func private @relu
// CHECK: scf.for
// CHECK: linalg.generic
// CHECK-LABEL: func.func @main
// CHECK: call @relu
func.func @main(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = graph.relu %x : (tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
