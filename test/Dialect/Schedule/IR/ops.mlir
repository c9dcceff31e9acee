// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s

// The parts of a result are named after it.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: transform.named_sequence @steps
  transform.named_sequence @steps(%root: !transform.any_op {transform.readonly}) {
    // CHECK-NEXT: %C = schedule.stage %{{.*}}["C"] : !transform.any_op
    %0 = schedule.stage %root["C"] : !transform.any_op
    // CHECK-NEXT: %D = schedule.stage %{{.*}}["D"] : !transform.any_op
    %1 = schedule.stage %root["D"] : !transform.any_op
    // CHECK-NEXT: %a0, %a1 = schedule.axes %C : !schedule.axis, !schedule.axis
    %2:2 = schedule.axes %0 : !schedule.axis, !schedule.axis
    // CHECK-NEXT: %i = schedule.axis %C["i"]
    %3 = schedule.axis %0["i"]
    // CHECK-NEXT: %ko = schedule.axis %C["k.o"]
    %4 = schedule.axis %0["k.o"]
    // CHECK-NEXT: %io, %ii = schedule.split %C[%i] by 8
    %5:2 = schedule.split %0[%3] by 8
    %factor = transform.param.constant 4 : i64 -> !transform.param<i64>
    // CHECK: %iio, %iii = schedule.split %C[%ii] by param %{{.*}} : !transform.param<i64> tail guard
    %6:2 = schedule.split %0[%5#1] by param %factor : !transform.param<i64> tail guard
    // CHECK-NEXT: %a0o, %a0i = schedule.split %C[%a0] by 2
    %7:2 = schedule.split %0[%2#0] by 2 tail peel
    // CHECK-NEXT: %iioiii = schedule.fuse %C[%iio, %iii]
    %8 = schedule.fuse %0[%6#0, %6#1]
    // CHECK-NEXT: schedule.reorder %C[%iioiii, %io]
    schedule.reorder %0[%8, %5#0]
    // CHECK-NEXT: %a0oo, %a1o, %a0oi, %a1i = schedule.tile %C[%a0o, %a1] by 2, 4
    %17:4 = schedule.tile %0[%7#0, %2#1] by 2, 4
    // CHECK-NEXT: schedule.vectorize %C[%io]
    schedule.vectorize %0[%5#0]
    // CHECK-NEXT: schedule.unroll %C[%io]
    schedule.unroll %0[%5#0]
    // CHECK-NEXT: schedule.parallel %C[%io]
    schedule.parallel %0[%5#0]
    // CHECK-NEXT: schedule.compute_at %C at %D[%ko]
    schedule.compute_at %0 at %1[%4]
    // CHECK-NEXT: schedule.compute_inline %C
    schedule.compute_inline %0
    // CHECK-NEXT: schedule.compute_root %C
    schedule.compute_root %0
    // CHECK-NEXT: %cache = schedule.cache_read %C reads operand 1
    %10 = schedule.cache_read %0 reads operand 1
    // CHECK-NEXT: %cache_{{.*}} = schedule.cache_read %D reads %C
    %11 = schedule.cache_read %1 reads %0
    // CHECK-NEXT: %cache_{{.*}} = schedule.cache_write %D
    %12 = schedule.cache_write %1
    // CHECK-NEXT: schedule.transform_layout %C reads operand 1 by #
    schedule.transform_layout %0 reads operand 1 by affine_map<(i, j) -> (j, i)>
    // CHECK-NEXT: schedule.transform_layout %D reads %C by #
    schedule.transform_layout %1 reads %0 by affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>
    // CHECK-NEXT: schedule.sample_tile %C[%io] max 64 decision [4, 16] : !transform.param<i64>, !transform.param<i64>
    %13:2 = schedule.sample_tile %0[%5#0] max 64 decision [4, 16] : !transform.param<i64>, !transform.param<i64>
    // CHECK-NEXT: schedule.sample_tile %C[%io] : !transform.param<i64>
    %14 = schedule.sample_tile %0[%5#0] : !transform.param<i64>
    // CHECK-NEXT: schedule.sample_categorical [16, 64] probabilities [7.500000e-01, 2.500000e-01] decision 1 : !transform.param<i64>
    %15 = schedule.sample_categorical [16, 64] probabilities [0.75, 0.25] decision 1 : !transform.param<i64>
    // CHECK-NEXT: schedule.sample_categorical [16, 64] : !transform.param<i64>
    %16 = schedule.sample_categorical [16, 64] : !transform.param<i64>
    // CHECK-NEXT: transform.param.constant #schedule.axis_ref<"C", 3, "i.o"> -> !schedule.axis
    %9 = transform.param.constant #schedule.axis_ref<"C", 3, "i.o"> -> !schedule.axis
    transform.yield
  }
}

// CHECK-LABEL: func.func private @tree
func.func private @tree(%A: tensor<6x?xf32>, %n: index) -> tensor<6xf32> {
  // CHECK: schedule.tree = #schedule.tree<"axes(i=6) reduce(k=?) split(k by 4, guard) order(i, k.o, k.i)">
  %P = te.compute "P" axes(i = 6) reduce(k = %n) combine(add) : tensor<6xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=6) reduce(k=?) split(k by 4, guard)">} {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<6x?xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}
