// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s
// CHECK: kernels: 2 outputs compared

// Reductions in the register tile whose terms do not depend on the axes that they read.
func.func private @k(%x: tensor<6xi64>, %o: tensor<6xi64> {te.destination}) -> tensor<6xi64> attributes {te.kernel, schedule.sequence = @schedules::@k} {
  %s = te.compute "M" axes(i = 6) reduce(k = 7) combine(add) : tensor<6xi64> {
  ^bb0(%i: index, %k: index):
    %v1 = arith.index_cast %k : index to i64
    te.yield %v1 : i64
  }
  %t = te.compute "D" axes(i = 6) : tensor<6xi64> {
  ^bb0(%i: index):
    %v = te.read %s[%i] : tensor<6xi64>
    %w = te.read %x[%i] : tensor<6xi64>
    %z = arith.addi %v, %w : i64
    te.yield %z : i64
  }
  return %t : tensor<6xi64>
}
func.func private @l(%x: tensor<6xi64>, %o: tensor<6xi64> {te.destination}) -> tensor<6xi64> attributes {te.kernel, schedule.sequence = @schedules::@k} {
  %s = te.compute "M" axes(i = 6) reduce(k = 7) combine(add) : tensor<6xi64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i] : tensor<6xi64>
    te.yield %v : i64
  }
  %t = te.compute "D" axes(i = 6) : tensor<6xi64> {
  ^bb0(%i: index):
    %v = te.read %s[%i] : tensor<6xi64>
    %w = te.read %x[%i] : tensor<6xi64>
    %z = arith.addi %v, %w : i64
    te.yield %z : i64
  }
  return %t : tensor<6xi64>
}
func.func @main(%x: tensor<6xi64> {dl.name = "x"}, %o: tensor<6xi64> {te.destination, dl.name = "o"}, %p: tensor<6xi64> {te.destination, dl.name = "p"}) -> (tensor<6xi64> {dl.name = "o"}, tensor<6xi64> {dl.name = "p"}) {
  %r = call @k(%x, %o) : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  %s = call @l(%x, %p) : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  return %r, %s : tensor<6xi64>, tensor<6xi64>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @k(%f: !transform.any_op {transform.readonly}) {
    %M = schedule.stage %f["M"] : !transform.any_op
    %i, %k = schedule.axes %M : !schedule.axis, !schedule.axis
    schedule.unroll %M[%k]
    schedule.vectorize %M[%i]
    transform.yield
  }
}
