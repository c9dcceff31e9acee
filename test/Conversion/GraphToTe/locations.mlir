// RUN: dl-opt %s --convert-graph-to-te --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// A call carries its node; a kernel the nodes of all its calls.
// CHECK: func.func private @relu(
// CHECK: te.compute "relu"
// CHECK: } loc(fused["Relu_1", "Relu_2"])
// CHECK: call @relu({{.*}} loc("Relu_1")
// CHECK: call @relu({{.*}} loc("Relu_2")
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32> loc("Relu_1")
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32> loc("Relu_2")
  return %1 : tensor<4xf32> loc("return")
}
