// RUN: dl-opt %s --transform-interpreter | FileCheck %s

// Choices with decisions give the factors of later steps.

// CHECK: schedule.tree = #schedule.tree<"axes(i=64) split(i by 8) split(i.o by 2) split(i.i by 4) split(i.i.i by 1) order(i.o.o, i.o.i, i.i.o, i.i.i.o, i.i.i.i)">
func.func private @f(%A: tensor<64xf32>, %out: tensor<64xf32> {te.destination}) -> tensor<64xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<64xf32>
    te.yield %a : f32
  }
  return %P : tensor<64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %f:3 = schedule.sample_tile %P[%i] max 16 decision [4, 2, 8]
         : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    %u = schedule.sample_categorical [2, 4] decision 1 : !transform.param<i64>
    %io, %ii = schedule.split %P[%i] by param %f#2 : !transform.param<i64>
    %ioo, %ioi = schedule.split %P[%io] by param %f#1 : !transform.param<i64>
    %iio, %iii = schedule.split %P[%ii] by param %u : !transform.param<i64>
    // The first candidate, and innermost factors as large as they may be.
    %first = schedule.sample_categorical [1, 2] decision 0 : !transform.param<i64>
    %iiio, %iiii = schedule.split %P[%iii] by param %first : !transform.param<i64>
    %one:2 = schedule.sample_tile %P[%ioo] max 1 decision [4, 1]
           : !transform.param<i64>, !transform.param<i64>
    %most:2 = schedule.sample_tile %P[%ioo] max 4 decision [1, 4]
            : !transform.param<i64>, !transform.param<i64>
    transform.yield
  }
}
