// REQUIRES: dl-run, python
// RUN: dl-opt %s --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/portable.mlir -o %t.mlir
// RUN: dl-opt %t.mlir --schedule-apply --dl-verify-scheduled --canonicalize | FileCheck %s
// RUN: dl-opt %t.mlir --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
// LOOPS: for i.i in 0..16 tensorize by @portable_gemm16
// LOOPS: for k.i in 0..16 reduction tensorize by @portable_gemm16
// RUN: %python -c "import numpy as np; r = np.random.default_rng(0); np.savez('%t.npz', a=r.integers(-128, 128, (32, 48), dtype=np.int8), b=r.integers(-128, 128, (16, 48), dtype=np.int8), x=r.normal(size=40).astype(np.float32))"
// RUN: dl-run %t.mlir --inputs=%t.npz --compare=reference --tolerance=0 | FileCheck %s --check-prefix=VALUES
// VALUES: kernels: 2 outputs compared, largest error 0.00e+00

// An intrinsic in place of the register tile: its operands are slices, its last one
// the accumulator, which is set to zero before the reduction.
// CHECK-LABEL: func.func private @gemm(
// CHECK: linalg.fill {schedule.stage = "C.init", schedule.vectorize}
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<16x16xi8>, tensor<16x16xi8>) outs({{.*}} : tensor<16x16xi32>)
// CHECK-SAME: schedule.stage = "C"
// CHECK: schedule.axis = ["C", "k.o"]
func.func private @gemm(%a: tensor<32x48xi8>, %b: tensor<16x48xi8>, %o: tensor<32x16xi32> {te.destination}) -> tensor<32x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@gemm} {
  %c = te.compute "C" axes(i = 32, j = 16) reduce(k = 48) combine(add) : tensor<32x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<32x48xi8>
    %y = te.read %b[%j, %k] : tensor<16x48xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<32x16xi32>
}
// An unrolled axis around it makes several.
// CHECK-LABEL: func.func private @multiply(
// CHECK-NOT: scf.for
// CHECK-COUNT-4: linalg.mul {schedule.stage = "D"}
// CHECK-NOT: linalg.mul
func.func private @multiply(%x: tensor<40xf32>, %o: tensor<32xf32> {te.destination}) -> tensor<32xf32> attributes {te.kernel, schedule.sequence = @schedules::@multiply} {
  %d = te.compute "D" axes(i = 32) : tensor<32xf32> {
  ^bb0(%i: index):
    %u = te.read %x[%i] : tensor<40xf32>
    %v = te.read %x[%i + 8] : tensor<40xf32>
    %w = arith.mulf %u, %v : f32
    te.yield %w : f32
  }
  return %d : tensor<32xf32>
}
func.func @main(%a: tensor<32x48xi8> {dl.name = "a"}, %b: tensor<16x48xi8> {dl.name = "b"}, %x: tensor<40xf32> {dl.name = "x"},
                %o0: tensor<32x16xi32> {te.destination, dl.name = "o0"}, %o1: tensor<32xf32> {te.destination, dl.name = "o1"})
    -> (tensor<32x16xi32> {dl.name = "o0"}, tensor<32xf32> {dl.name = "o1"}) {
  %0 = call @gemm(%a, %b, %o0) : (tensor<32x48xi8>, tensor<16x48xi8>, tensor<32x16xi32>) -> tensor<32x16xi32>
  %1 = call @multiply(%x, %o1) : (tensor<40xf32>, tensor<32xf32>) -> tensor<32xf32>
  return %0, %1 : tensor<32x16xi32>, tensor<32xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @gemm(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %C[%i] by 16
    %ko, %ki = schedule.split %C[%k] by 16
    schedule.reorder %C[%io, %ko, %ii, %j, %ki]
    schedule.tensorize %C[%ii] with @portable_gemm16
    transform.yield
  }
  transform.named_sequence @multiply(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 8
    schedule.tensorize %D[%ii] with @portable_multiply
    schedule.unroll %D[%io]
    transform.yield
  }
}
