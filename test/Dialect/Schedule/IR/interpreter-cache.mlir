// RUN: dl-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Copies of an operand and of a stage, and the accumulator of a result.

// CHECK-LABEL: func.func private @matmul
// CHECK-SAME: %[[A:.*]]: tensor<8x6xf32>, %[[B:.*]]: tensor<6x4xf32>,
func.func private @matmul(%A: tensor<8x6xf32>, %B: tensor<6x4xf32>,
                          %out: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32>
    attributes {te.kernel} {
  // CHECK: %[[P:.*]] = te.compute "P" axes(m = 8, n = 6) : tensor<8x6xf32> {
  %P = te.compute "P" axes(m = 8, n = 6) : tensor<8x6xf32> {
  ^bb0(%m: index, %n: index):
    %a = te.read %A[%m, %n] : tensor<8x6xf32>
    te.yield %a : f32
  }
  // CHECK: %[[BC:.*]] = te.compute "arg1.cache" axes(d0 = 6, d1 = 4) : tensor<6x4xf32> {
  // CHECK-NEXT: ^bb0(%[[D0:.*]]: index, %[[D1:.*]]: index):
  // CHECK-NEXT: te.read %[[B]][%[[D0]], %[[D1]]] : tensor<6x4xf32>
  // CHECK: %[[PC:.*]] = te.compute "P.cache" axes(m = 8, n = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(m=8, n=6) at(C.cache[2])">} {
  // CHECK: te.read %[[P]][%{{.*}}, %{{.*}}] : tensor<8x6xf32>
  // CHECK: %[[CC:.*]] = te.compute "C.cache" axes(i = 8, j = 4) reduce(k = 6) combine(add) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) reduce(k=6) at(C[0])">} {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index):
  // CHECK-NEXT: te.read %[[PC]][%[[I]], %[[K]]] : tensor<8x6xf32>
  // CHECK-NEXT: te.read %[[BC]][%[[K]], %[[J]]] : tensor<6x4xf32>
  // CHECK: %[[C:.*]] = te.compute "C" axes(i = 8, j = 4) : tensor<8x4xf32> {
  // CHECK-NEXT: ^bb0(%[[CI:.*]]: index, %[[CJ:.*]]: index):
  // CHECK-NEXT: %[[V:.*]] = te.read %[[CC]][%[[CI]], %[[CJ]]] : tensor<8x4xf32>
  // CHECK-NEXT: te.yield %[[V]] : f32
  // CHECK: return %[[C]]
  %C = te.compute "C" axes(i = 8, j = 4) reduce(k = 6) combine(add) : tensor<8x4xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %P[%i, %k] : tensor<8x6xf32>
    %b = te.read %B[%k, %j] : tensor<6x4xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  return %C : tensor<8x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %cc = schedule.cache_write %C
    %bc = schedule.cache_read %cc reads operand 1
    %pc = schedule.cache_read %cc reads %P
    %i = schedule.axis %C["i"]
    %k = schedule.axis %cc["k"]
    schedule.compute_at %cc at %C[%i]
    schedule.compute_at %pc at %cc[%k]
    transform.yield
  }
}

// -----

// A second copy gets another name; only the named reader changes.

// CHECK-LABEL: func.func private @twice
func.func private @twice(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  // CHECK: te.compute "arg0.cache" axes
  // CHECK: te.compute "P"
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  // CHECK: %[[SECOND:.*]] = te.compute "arg0.cache_1" axes
  // CHECK: te.compute "Q"
  // CHECK: te.read %[[SECOND]]
  %Q = te.compute "Q" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    %p = te.read %P[%i] : tensor<8xf32>
    %s = arith.addf %a, %p : f32
    te.yield %s : f32
  }
  return %Q : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %c0 = schedule.cache_read %P reads operand 0
    %c1 = schedule.cache_read %Q reads operand 0
    transform.yield
  }
}
