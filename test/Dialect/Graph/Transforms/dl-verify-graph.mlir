// RUN: dl-opt %s --dl-verify-graph --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN
// Of these functions so many are taken; nothing goes on with the others.
// TAKEN-COUNT-4: func.func
// TAKEN-NOT: func.func

// What the level allows.
func.func @main(%x: tensor<?x4xf32> {dl.name = "x"}) -> (tensor<?x4xf32> {dl.name = "x"}) {
  %w = graph.constant dense_resource<w> : tensor<1xf32>
  %0 = graph.fused root("graph.add") (%a = %x : tensor<?x4xf32>, %b = %w : tensor<1xf32>) -> tensor<?x4xf32> {
    %1 = graph.add %a, %b : (tensor<?x4xf32>, tensor<1xf32>) -> tensor<?x4xf32>
    graph.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}
func.func private @external(tensor<4xf32>)

{-#
  dialect_resources: { builtin: { w: "0x040000000000803F" } }
#-}

// -----

// expected-error @+1 {{(G1) expected functions only in a module of the graph level, got 'builtin.module'}}
module @inner {}
func.func private @f()

// -----

// expected-error @+1 {{(G2) expected a body of one block, got 2}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{(G2) expected operators of graph and a return, got 'arith.negf'}}
  %0 = arith.negf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{(G3) expected arguments and results to be ranked tensors, got 'index'}}
func.func @scalar(%i: index) {
  return
}

// -----

// expected-error @+1 {{(G3) expected arguments and results to be ranked tensors, got 'tensor<*xf32>'}}
func.func private @unranked() -> tensor<*xf32>

// -----

// expected-error @+1 {{(G4) expected each argument to have a name of its own, got "x" for 0 and 2}}
func.func private @twice(tensor<4xf32> {dl.name = "x"}, tensor<4xf32>, tensor<4xf32> {dl.name = "x"})

// -----

func.func @short() -> tensor<3xf32> {
  // expected-error @+1 {{(G5) expected the resource "short" to hold the elements of 'tensor<3xf32>', got 4 bytes}}
  %0 = graph.constant dense_resource<short> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

{-#
  dialect_resources: { builtin: { short: "0x040000000000803F" } }
#-}

// -----

func.func @missing() -> tensor<3xf32> {
  // expected-error @+1 {{(G5) expected the resource "missing" to hold the elements of 'tensor<3xf32>', got 0 bytes}}
  %0 = graph.constant dense_resource<missing> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Elements of less than a byte are a byte each.
func.func @bools() -> (tensor<3xi1>, tensor<2xi4>) {
  %0 = graph.constant dense_resource<bools> : tensor<3xi1>
  %1 = graph.constant dense_resource<nibbles> : tensor<2xi4>
  return %0, %1 : tensor<3xi1>, tensor<2xi4>
}

{-#
  dialect_resources: { builtin: { bools: "0x01000000010001", nibbles: "0x010000000107" } }
#-}

// -----

func.func @packed() -> tensor<8xi1> {
  // expected-error @+1 {{(G5) expected the resource "packed" to hold the elements of 'tensor<8xi1>', got 1 bytes}}
  %0 = graph.constant dense_resource<packed> : tensor<8xi1>
  return %0 : tensor<8xi1>
}

{-#
  dialect_resources: { builtin: { packed: "0x0100000001" } }
#-}

// -----

// expected-error @+1 {{(G6) expected dl.dims of argument 0 to have a name for each open dim of 'tensor<4xf32>' and the number of each other one, got ["batch"]}}
func.func private @named_number(tensor<4xf32> {dl.dims = ["batch"]})

// -----

func.func private @named(tensor<?x4x?xf32> {dl.dims = ["batch", 4, "rows"]})

// -----

// Arguments and results are named apart, results by themselves.
// expected-error @+1 {{(G4) expected each result to have a name of its own, got "y" for 0 and 1}}
func.func private @results(tensor<4xf32> {dl.name = "y"}) -> (tensor<4xf32> {dl.name = "y"}, tensor<4xf32> {dl.name = "y"})
