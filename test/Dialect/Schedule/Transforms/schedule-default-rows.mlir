// RUN: dl-opt %s --dl-set-target="cpu=haswell" --schedule-default | FileCheck %s
// RUN: dl-opt %s --dl-set-target="cpu=haswell" --schedule-default=parallel=false | FileCheck %s --check-prefix=ALONE

// Which loops are outside: those of the vectors, so that a panel of their operand stays near for all rows, or those of
// the rows, where each would be written in parts while all others are gone through.
func.func private @wide_result(%x: tensor<2783x19xf32>, %w: tensor<19x791xf32>, %d: tensor<2783x791xf32> {te.destination}) -> tensor<2783x791xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 2783, n = 791) reduce(k = 19) combine(add) : tensor<2783x791xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<2783x19xf32>
    %1 = te.read %w[%k, %n] : tensor<19x791xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<2783x791xf32>
}
// CHECK-LABEL: transform.named_sequence @wide_result(
// CHECK: %[[ROWS:.*]], %{{.*}} = schedule.split %matmul[%a0]
// CHECK: %[[COLUMNS:.*]], %{{.*}} = schedule.split %matmul[%a1]
// CHECK: schedule.reorder %matmul[%[[ROWS]], %[[COLUMNS]],

// A result that the second cache holds is there when the next part of a row is written.
func.func private @small_result(%x: tensor<96x19xf32>, %w: tensor<19x791xf32>, %d: tensor<96x791xf32> {te.destination}) -> tensor<96x791xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 96, n = 791) reduce(k = 19) combine(add) : tensor<96x791xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<96x19xf32>
    %1 = te.read %w[%k, %n] : tensor<19x791xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<96x791xf32>
}
// CHECK-LABEL: transform.named_sequence @small_result(
// CHECK: %[[ROWS:.*]], %{{.*}} = schedule.split %matmul[%a0]
// CHECK: %[[COLUMNS:.*]], %{{.*}} = schedule.split %matmul[%a1]
// CHECK: schedule.reorder %matmul[%[[COLUMNS]], %[[ROWS]],

// An operand of the vectors that it does not hold would be fetched for each few rows. Threads share
// blocks of many rows, which are more bytes than that operand, and go through it for each.
func.func private @large_operand(%x: tensor<2783x256xf32>, %w: tensor<256x791xf32>, %d: tensor<2783x791xf32> {te.destination}) -> tensor<2783x791xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 2783, n = 791) reduce(k = 256) combine(add) : tensor<2783x791xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<2783x256xf32>
    %1 = te.read %w[%k, %n] : tensor<256x791xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<2783x791xf32>
}
// CHECK-LABEL: transform.named_sequence @large_operand(
// CHECK: %[[ROWS:.*]], %{{.*}} = schedule.split %matmul[%a0]
// CHECK: %[[COLUMNS:.*]], %{{.*}} = schedule.split %matmul[%a1]
// CHECK: %[[BLOCKS:.*]], %[[INSIDE:.*]] = schedule.split %matmul[%[[ROWS]]]
// CHECK: schedule.reorder %matmul[%[[BLOCKS]], %[[COLUMNS]], %[[INSIDE]],
// CHECK: schedule.parallel %matmul[%[[BLOCKS]]]
// CHECK-NOT: schedule.parallel %matmul
// ALONE-LABEL: transform.named_sequence @large_operand(
// ALONE: %[[ROWS:.*]], %{{.*}} = schedule.split %matmul[%a0]
// ALONE: %[[COLUMNS:.*]], %{{.*}} = schedule.split %matmul[%a1]
// ALONE: schedule.reorder %matmul[%[[COLUMNS]], %[[ROWS]],

// The results of a batch are written one after the other.
func.func private @batch(%x: tensor<16x300x19xf32>, %w: tensor<16x19x300xf32>, %d: tensor<16x300x300xf32> {te.destination}) -> tensor<16x300x300xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(b = 16, m = 300, n = 300) reduce(k = 19) combine(add) : tensor<16x300x300xf32> {
  ^bb0(%b: index, %m: index, %n: index, %k: index):
    %0 = te.read %x[%b, %m, %k] : tensor<16x300x19xf32>
    %1 = te.read %w[%b, %k, %n] : tensor<16x19x300xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<16x300x300xf32>
}
// CHECK-LABEL: transform.named_sequence @batch(
// CHECK: %[[ROWS:.*]], %{{.*}} = schedule.split %matmul[%a1]
// CHECK: %[[COLUMNS:.*]], %{{.*}} = schedule.split %matmul[%a2]
// CHECK: schedule.reorder %matmul[%a0, %[[COLUMNS]], %[[ROWS]],
