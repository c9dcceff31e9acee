// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s
// RUN: not dl-opt %s --schedule-load-intrinsics=files=%s.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: dl-opt %s --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/portable.mlir | FileCheck %s --check-prefix=LOAD
// RUN: not dl-opt %S/ops.mlir --schedule-load-intrinsics=files=%S/ops.mlir 2>&1 | FileCheck %s --check-prefix=NONE

// MISSING: {{.*}}.missing:0:0: error: this file of intrinsics could not be read
// NONE: {{.*}}ops.mlir:0:0: error: expected a file of schedule.intrinsic, got none
// NONE-NOT: note

// The module's own one comes first, another of the file is taken over.
// LOAD: schedule.intrinsic @portable_multiply requires "+sse2" computes
// LOAD: linalg.generic
// LOAD: schedule.intrinsic @portable_gemm16 computes

// CHECK: schedule.intrinsic @portable_multiply requires "+sse2" computes {
// CHECK: ^bb0(%[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>):
// CHECK: %[[M:.*]] = te.compute "multiply"
// CHECK: schedule.yield %[[M]] : tensor<8xf32>
// CHECK: } by {
// CHECK: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>):
schedule.intrinsic @portable_multiply requires "+sse2" computes {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
  %0 = te.compute "multiply" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %b[%i] : tensor<8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>):
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  schedule.yield %0 : tensor<8xf32>
}
