// A part of a stage whose reader goes through terms that only a run counts, under a condition that keeps it inside: what
// is computed outside of that loop is the whole stage, and the primitives know that as well.
// RUN: dl-opt %s --schedule-apply -o /dev/null
// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// CHECK: S0: at axis x.o of stage "S2", 6xf32 of 6xf32
// CHECK: S1: at axis ra of stage "S2", 1xf32 of 5xf32
module attributes {transform.with_named_sequence} {
func.func private @k(%x: tensor<?xf32>, %to: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @schedules::@k} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %s0 = te.compute "S0" axes(a = 6) : tensor<6xf32> {
  ^bb0(%a: index):
    %v = te.read %x[%a * 3] : tensor<?xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %s1 = te.compute "S1" axes(a = 5) reduce(k = 2) combine(max) : tensor<5xf32> {
  ^bb0(%a: index, %k: index):
    %v = te.read %s0[%a + %k] : tensor<6xf32>
    te.yield %v : f32
  }
  %s2 = te.compute "S2" axes(x = 4) reduce(ra = %n) combine(add) : tensor<4xf32> {
  ^bb0(%i: index, %r: index):
    %v = te.read %x[%r] : tensor<?xf32>
    %w = te.read %s1[%r + 3] where(-(%r + 3) + 4 >= 0) else %zero : tensor<5xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %s2 : tensor<4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @k(%k: !transform.any_op {transform.readonly}) {
    %s1 = schedule.stage %k["S1"] : !transform.any_op
    %s2 = schedule.stage %k["S2"] : !transform.any_op
    %ra = schedule.axis %s2["ra"]
    schedule.compute_at %s1 at %s2[%ra]
    %x = schedule.axis %s2["x"]
    %xo, %xi = schedule.split %s2[%x] by 3
    %s0 = schedule.stage %k["S0"] : !transform.any_op
    schedule.compute_at %s0 at %s2[%xo]
    transform.yield
  }
}
}
