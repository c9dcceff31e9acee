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

// -----

// Both results of a pair are accumulated elsewhere.

// CHECK-LABEL: func.func private @pair
func.func private @pair(%x: tensor<3x4xi32>, %o: tensor<3xi32> {te.destination}, %p: tensor<3xi32> {te.destination})
    -> (tensor<3xi32>, tensor<3xi32>) attributes {te.kernel} {
  // CHECK: %[[CACHE:.*]]:2 = te.compute "Q.cache" axes(i = 3) reduce(k = 4) combine(custom [0 : i32, 0 : i32] commutative)
  // CHECK: %[[Q:.*]]:2 = te.compute "Q" axes(i = 3) : tensor<3xi32>, tensor<3xi32> {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: index):
  // CHECK-NEXT: %[[A:.*]] = te.read %[[CACHE]]#0[%[[I]]]
  // CHECK-NEXT: %[[B:.*]] = te.read %[[CACHE]]#1[%[[I]]]
  // CHECK-NEXT: te.yield %[[A]], %[[B]] : i32, i32
  // CHECK: return %[[Q]]#0, %[[Q]]#1
  %q:2 = te.compute "Q" axes(i = 3) reduce(k = 4) combine(custom [0 : i32, 0 : i32] commutative)
      : tensor<3xi32>, tensor<3xi32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<3x4xi32>
    te.yield %v, %v : i32, i32
  } join {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %s = arith.addi %a, %c : i32
    %t = arith.addi %b, %d : i32
    te.yield %s, %t : i32, i32
  }
  return %q#0, %q#1 : tensor<3xi32>, tensor<3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %c = schedule.cache_write %Q
    transform.yield
  }
}

// -----

// Extents that are known only at run time.

// CHECK-LABEL: func.func private @open
// CHECK-SAME: %[[X:.*]]: tensor<8x?xf32>, %[[N:.*]]: index
func.func private @open(%x: tensor<8x?xf32>, %n: index, %o: tensor<8x?xf32> {te.destination}) -> tensor<8x?xf32>
    attributes {te.kernel} {
  // CHECK: %[[D:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<8x?xf32>
  // CHECK: %[[XC:.*]] = te.compute "arg0.cache" axes(d0 = 8, d1 = %[[D]]) : tensor<8x?xf32>
  // CHECK: %[[PC:.*]] = te.compute "P.cache" axes(i = 8, j = %[[N]]) : tensor<8x?xf32>
  // CHECK: te.read %[[XC]]
  // CHECK: te.compute "P" axes(i = 8, j = %[[N]]) : tensor<8x?xf32>
  // CHECK: te.read %[[PC]]
  %P = te.compute "P" axes(i = 8, j = %n) : tensor<8x?xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<8x?xf32>
    te.yield %a : f32
  }
  return %P : tensor<8x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %c = schedule.cache_write %P
    %x = schedule.cache_read %c reads operand 0
    transform.yield
  }
}
