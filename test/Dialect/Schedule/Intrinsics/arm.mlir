// RUN: dl-opt %s --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/arm.mlir --schedule-apply --dl-cpu-pipeline -o %t.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.mlir -o %t.ll
// RUN: llc -O3 -mtriple=aarch64-linux-gnu -mattr=+dotprod %t.ll -o - | FileCheck %s

// As far as assembly for a machine that is not this one.
// CHECK-LABEL: dot:
// CHECK: sdot v{{[0-9]+}}.4s, v{{[0-9]+}}.16b, v{{[0-9]+}}
func.func private @dot(%x: tensor<4x32xi8>, %w: tensor<8x8x4xi8>, %o: tensor<4x8xi32> {te.destination}) -> tensor<4x8xi32> attributes {te.kernel, schedule.sequence = @schedules::@dot} {
  %c = te.compute "C" axes(i = 4, j = 8) reduce(k = 32) combine(add) : tensor<4x8xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x32xi8>
    %b = te.read %w[%k floordiv 4, %j, %k mod 4] : tensor<8x8x4xi8>
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %p = arith.muli %aw, %bw : i32
    te.yield %p : i32
  }
  return %c : tensor<4x8xi32>
}
func.func @main(%x: tensor<4x32xi8>, %w: tensor<8x8x4xi8>, %o: tensor<4x8xi32> {te.destination}) -> tensor<4x8xi32> {
  %0 = call @dot(%x, %w, %o) : (tensor<4x32xi8>, tensor<8x8x4xi8>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @dot(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%jo, %ko, %i, %ji, %ki]
    schedule.tensorize %C[%ji] with @neon_sdot
    schedule.unroll %C[%i]
    transform.yield
  }
}
