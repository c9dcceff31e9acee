// REQUIRES: dl-run
// RUN: dl-opt %s --schedule-apply | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s --check-prefix=VALUES
// VALUES: kernels: 2 outputs compared

// Stages without elements, of which a condition lets nothing be read: nothing of them is
// computed, neither in a register tile nor a step ahead.
// CHECK-LABEL: func.func private @tile(
// CHECK-NOT: tensor.extract %
// CHECK-NOT: "in"
// CHECK: {schedule.axis = ["out", "i"]}
func.func private @tile(%a: tensor<4x0xf32>, %o: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel} {
  %p = te.compute "in" axes(i = 4, j = 0) : tensor<4x0xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4, j=0) vectorize(j) at(out[0])">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<4x0xf32>
    %n = arith.negf %x : f32
    te.yield %n : f32
  }
  %one = arith.constant 1.0 : f32
  %c = te.compute "out" axes(i = 4, j = 4) : tensor<4x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4, j=4) vectorize(j)">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %p[%i, %j - 2] where(%j - 2 >= 0, -%j + 1 >= 0) else %one : tensor<4x0xf32>
    te.yield %x : f32
  }
  return %c : tensor<4x4xf32>
}

// CHECK-LABEL: func.func private @ahead(
// CHECK-NOT: tensor.extract %
// CHECK-NOT: "in"
// CHECK: {schedule.axis = ["out", "i"]}
func.func private @ahead(%a: tensor<4x0xf32>, %o: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel} {
  %p = te.compute "in" axes(i = 4, j = 0) : tensor<4x0xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4, j=0) vectorize(j) double at(out[0])">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<4x0xf32>
    %n = arith.negf %x : f32
    te.yield %n : f32
  }
  %one = arith.constant 1.0 : f32
  %c = te.compute "out" axes(i = 4, j = 4) : tensor<4x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4, j=4) vectorize(j)">} {
  ^bb0(%i: index, %j: index):
    %x = te.read %p[%i, %j - 2] where(%j - 2 >= 0, -%j + 1 >= 0) else %one : tensor<4x0xf32>
    te.yield %x : f32
  }
  return %c : tensor<4x4xf32>
}

func.func @main(%a: tensor<4x0xf32> {dl.name = "a"}, %o0: tensor<4x4xf32> {dl.name = "o0", te.destination}, %o1: tensor<4x4xf32> {dl.name = "o1", te.destination}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = call @tile(%a, %o0) : (tensor<4x0xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = call @ahead(%a, %o1) : (tensor<4x0xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
