// RUN: dl-opt %s | dl-opt | FileCheck %s

// CHECK-LABEL: func.func @branch(
// CHECK: graph.if %{{.*}} : (tensor<i1>) -> tensor<4xf32> {
// CHECK:   graph.yield
// CHECK: } else {
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<4xf32> {
    %0 = graph.sqrt %x : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %0 : tensor<4xf32>
  } else {
    graph.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @loop(
// CHECK: graph.while %{{.*}}, (%{{.*}}) : (tensor<1xi1>, tensor<4xf32>) -> tensor<4xf32> {
func.func @loop(%c: tensor<1xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.while %c, (%x) : (tensor<1xi1>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%s: tensor<4xf32>):
    graph.yield %c, %s : tensor<1xi1>, tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @scan(
// CHECK: graph.scan states(%{{.*}}) inputs(%{{.*}}) reverse_inputs [true] reverse_outputs [false]
func.func @scan(%h: tensor<2xf32>, %x: tensor<5x2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [true] reverse_outputs [false]
      : (tensor<2xf32>, tensor<5x2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %slice: tensor<2xf32>):
    %0 = graph.add %s, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0, %slice : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<5x2xf32>
}
