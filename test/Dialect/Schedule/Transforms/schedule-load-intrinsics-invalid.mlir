// REQUIRES: dl-run
// RUN: not dl-opt %dl_src/share/dl/intrinsics/portable.mlir --schedule-load-intrinsics=files=%s -o /dev/null 2>%t.err
// RUN: FileCheck %s --check-prefixes=RULE,LOAD --input-file %t.err
// RUN: not dl-run %s > %t.err 2>&1
// RUN: FileCheck %s --check-prefix=RULE --input-file %t.err
// RUN: echo 'func.func private @portable_multiply() -> ()' > %t.taken.mlir
// RUN: not dl-opt %t.taken.mlir --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/portable.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TAKEN

// A rule that a file breaks is named with its place, and no operation is printed.
// RULE: load-intrinsics-invalid.mlir:[[@LINE+9]]:1: error: intrinsic @negate: (N1) expected extents of at least 2, got 1 for axis j
// RULE-NEXT: schedule.intrinsic @negate computes {
// RULE-NEXT: ^
// LOAD-NEXT: load-intrinsics-invalid.mlir:0:0: error: this file of intrinsics could not be read
// RULE-NOT: {{.}}

// TAKEN: taken.mlir:1:1: error: expected the name @portable_multiply for the intrinsic of '{{.*}}portable.mlir'; rename this
// TAKEN: portable.mlir:{{.*}}: note: the intrinsic
// TAKEN-NOT: see current operation
schedule.intrinsic @negate computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8, j = 1) : tensor<8x1xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8x1xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8x1xf32>):
  schedule.yield %c : tensor<8x1xf32>
}
