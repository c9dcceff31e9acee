// RUN: dl-opt %s --schedule-sample | FileCheck %s

// A seed gives the same decisions on every machine and with every standard library.

// Each divisor of the extent that is not larger than the maximum may be drawn: of 9 those
// up to 3, then all; of a square its root once.
// CHECK: schedule.sample_tile %{{.*}} max 3 decision [9, 1]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 3 decision [3, 3]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 3 decision [3, 3]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 9 decision [9, 1]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 9 decision [3, 3]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 9 decision [1, 9]
// Of several factors the innermost is drawn first, and it alone is bounded.
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 4 decision [8, 1, 2]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 4 decision [1, 4, 4]
// CHECK-NEXT: schedule.sample_tile %{{.*}} decision [4, 1, 4]
// CHECK-NEXT: schedule.sample_tile %{{.*}} decision [1, 4, 4]
// Of huge extents the small divisors, and what these leave.
// CHECK-NEXT: schedule.sample_tile %{{.*}} decision [16777216, 65536]
// CHECK-NEXT: schedule.sample_tile %{{.*}} decision [4, 274877906944]
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 65536 decision [1073741824, 1024]
// One factor is the extent.
// CHECK-NEXT: schedule.sample_tile %{{.*}} max 16 decision [16]
// CHECK-NEXT: schedule.sample_categorical [1, 2, 4, 8] decision 1
// CHECK-NEXT: schedule.sample_categorical [1, 2, 4, 8] decision 1
// CHECK-NEXT: schedule.sample_categorical [1, 2, 4, 8] probabilities {{.*}} decision 1
// CHECK-NEXT: schedule.sample_categorical [1, 2, 4, 8] probabilities {{.*}} decision 0
// CHECK-NEXT: schedule.sample_categorical [1, 2, 4, 8] probabilities {{.*}} decision 2
// CHECK-NEXT: schedule.sample_categorical [1, 2, 4] probabilities {{.*}} decision 2
func.func private @f(%a: tensor<9x16x1099511627776xi8>, %o: tensor<9x16x1099511627776xi8> {te.destination}) -> tensor<9x16x1099511627776xi8> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 9, j = 16, k = 1099511627776) : tensor<9x16x1099511627776xi8> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %j, %k] : tensor<9x16x1099511627776xi8>
    te.yield %x : i8
  }
  return %p : tensor<9x16x1099511627776xi8>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %i, %j, %k = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    %a0:2 = schedule.sample_tile %P[%i] max 3 : !transform.param<i64>, !transform.param<i64>
    %a1:2 = schedule.sample_tile %P[%i] max 3 : !transform.param<i64>, !transform.param<i64>
    %a2:2 = schedule.sample_tile %P[%i] max 3 : !transform.param<i64>, !transform.param<i64>
    %a3:2 = schedule.sample_tile %P[%i] max 9 : !transform.param<i64>, !transform.param<i64>
    %a4:2 = schedule.sample_tile %P[%i] max 9 : !transform.param<i64>, !transform.param<i64>
    %a5:2 = schedule.sample_tile %P[%i] max 9 : !transform.param<i64>, !transform.param<i64>
    %b0:3 = schedule.sample_tile %P[%j] max 4 : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    %b1:3 = schedule.sample_tile %P[%j] max 4 : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    %b2:3 = schedule.sample_tile %P[%j] : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    %b3:3 = schedule.sample_tile %P[%j] : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    %c0:2 = schedule.sample_tile %P[%k] : !transform.param<i64>, !transform.param<i64>
    %c1:2 = schedule.sample_tile %P[%k] : !transform.param<i64>, !transform.param<i64>
    %c2:2 = schedule.sample_tile %P[%k] max 65536 : !transform.param<i64>, !transform.param<i64>
    %d0 = schedule.sample_tile %P[%j] max 16 : !transform.param<i64>
    %e0 = schedule.sample_categorical [1, 2, 4, 8] : !transform.param<i64>
    %e1 = schedule.sample_categorical [1, 2, 4, 8] : !transform.param<i64>
    %e2 = schedule.sample_categorical [1, 2, 4, 8] probabilities [0.25, 0.25, 0.25, 0.25] : !transform.param<i64>
    %e3 = schedule.sample_categorical [1, 2, 4, 8] probabilities [0.25, 0.25, 0.25, 0.25] : !transform.param<i64>
    %e4 = schedule.sample_categorical [1, 2, 4, 8] probabilities [0.25, 0.25, 0.25, 0.25] : !transform.param<i64>
    %e5 = schedule.sample_categorical [1, 2, 4] probabilities [0.0, 0.5, 0.5] : !transform.param<i64>
    transform.yield
  }
}
