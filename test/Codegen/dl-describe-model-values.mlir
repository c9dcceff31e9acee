// RUN: dl-opt %s --dl-describe-model --split-input-file | FileCheck %s

// Sizes that elements of inputs decide: as they are, or what these are above or below a number or another size, which is -1
// for the first of the symbols.
// CHECK: symbols = ["n", "m", "k"], values = [
// CHECK-SAME: {bound = 0 : i64, element = 0 : i64, input = 0 : i64, kind = 0 : i64, symbol = 0 : i64},
// CHECK-SAME: {bound = 4 : i64, element = 1 : i64, input = 0 : i64, kind = 1 : i64, symbol = 1 : i64},
// CHECK-SAME: {bound = -2 : i64, element = 1 : i64, input = 0 : i64, kind = 2 : i64, symbol = 2 : i64}]
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<2xi64>,
                %n: memref<?x0xi8> {dl.dims = ["n", 0], dl.size_value = {input = 0, element = 0}},
                %m: memref<?x0xi8> {dl.dims = ["m", 0], dl.size_value = {input = 0, element = 1, above = 4}},
                %k: memref<?x0xi8> {dl.dims = ["k", 0], dl.size_value = {input = 0, element = 1, below = "m"}}) {
  return
}

// -----

// Nodes of a call are those of what was called, where calls were inlined, each once.
// CHECK: nodes = "Conv_1+Relu_2"
module {
  func.func private @k(%o: memref<4xf32> {te.destination}) attributes {te.kernel} {
    return
  }
  func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %y: memref<4xf32> {te.destination}) {
    call @k(%y) : (memref<4xf32>) -> () loc(fused["Conv_1", callsite("Relu_2" at "If_3"), "Conv_1"])
    return
  }
}
