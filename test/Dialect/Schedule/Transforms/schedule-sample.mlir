// RUN: dl-opt %s --schedule-sample -o %t.1 && FileCheck %s --input-file=%t.1
// RUN: dl-opt %s --schedule-sample -o %t.2 && diff %t.1 %t.2
// RUN: dl-opt %s --schedule-sample=seed=1 -o %t.3 && FileCheck %s --input-file=%t.3 && not diff %t.1 %t.3
// RUN: dl-opt %s --schedule-sample --schedule-apply | FileCheck %s --check-prefix=LOOPS
// RUN: dl-opt %s --schedule-sample --schedule-apply -o %t.4
// RUN: dl-opt %t.1 --schedule-apply -o %t.5 && diff %t.4 %t.5

// What is open gets a decision that all steps accept, what is decided keeps it, and the
// sequence then replays to the same loops.

// CHECK-LABEL: transform.named_sequence @matmul
// CHECK: %[[F:.*]]:3 = schedule.sample_tile %{{.*}} max 16 decision [{{[0-9]+, [0-9]+, (1|2|4|8|16)}}]
// CHECK: schedule.sample_tile %{{.*}} decision [{{(8, 3|3, 8|24, 1|12, 2|2, 12|6, 4|4, 6|1, 24)}}]
// A probability of nothing is never drawn; 5 does not suit the vector step.
// CHECK: schedule.sample_categorical [5, 32, 64] probabilities [9.000000e-01, 0.000000e+00, 1.000000e-01] decision 2
// CHECK: schedule.sample_categorical [2, 4] decision 1
// CHECK-LABEL: transform.named_sequence @unused
// CHECK: schedule.sample_categorical [2, 4] :

// LOOPS-LABEL: func.func private @matmul
// LOOPS: scf.for
// LOOPS-NOT: transform.named_sequence
func.func private @matmul(%a: tensor<64x24xf32>, %b: tensor<24x128xf32>, %o: tensor<64x128xf32> {te.destination}) -> tensor<64x128xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %c = te.compute "C" axes(i = 64, j = 128) reduce(k = 24) combine(add) : tensor<64x128xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x24xf32>
    %y = te.read %b[%k, %j] : tensor<24x128xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<64x128xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %f:3 = schedule.sample_tile %C[%i] max 16
         : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    %g:2 = schedule.sample_tile %C[%k] : !transform.param<i64>, !transform.param<i64>
    %u = schedule.sample_categorical [5, 32, 64] probabilities [0.9, 0.0, 0.1] : !transform.param<i64>
    %v = schedule.sample_categorical [2, 4] decision 1 : !transform.param<i64>
    %io, %ii = schedule.split %C[%i] by param %f#2 : !transform.param<i64>
    %ioo, %ioi = schedule.split %C[%io] by param %f#1 : !transform.param<i64>
    %ko, %ki = schedule.split %C[%k] by param %g#1 : !transform.param<i64>
    // Halves of the block: refused for blocks of 5, of which no power of two is a part.
    %jo, %ji = schedule.split %C[%j] by param %u : !transform.param<i64>
    %jio, %jii = schedule.split %C[%ji] by param %v : !transform.param<i64>
    %even:2 = schedule.sample_tile %C[%jio] decision [4, 4] : !transform.param<i64>, !transform.param<i64>
    schedule.reorder %C[%ioo, %jo, %ko, %ioi, %ki, %jio, %ii, %jii]
    schedule.vectorize %C[%jii]
    transform.yield
  }
  transform.named_sequence @unused(%kernel: !transform.any_op {transform.readonly}) {
    %v = schedule.sample_categorical [2, 4] : !transform.param<i64>
    transform.yield
  }
}
