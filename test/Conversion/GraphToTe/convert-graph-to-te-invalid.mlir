// RUN: dl-opt %s --convert-graph-to-te --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// Sizes of different names may differ.
func.func @names(%x: tensor<?x4xf32> {dl.dims = ["batch", 4]}, %y: tensor<?x4xf32> {dl.dims = ["rows", 4]}) -> tensor<?x4xf32> {
  // expected-error @+1 {{requires sizes that are equal whatever the symbols are, got batch and rows along axis 'i0'; give dims that are always equal one name in the model, or fix their sizes}}
  %0 = graph.add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// So may those of no name.
func.func @unnamed(%x: tensor<?xf32>, %y: tensor<?xf32> {dl.name = "y"}) -> tensor<?xf32> {
  // expected-error @+1 {{got argument 0 dimension 0 and y dimension 0 along axis 'i0'}}
  %0 = graph.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @norm(%x: tensor<4x?xf32>, %w: tensor<f32>) -> tensor<4x?xf32> {
  // expected-error @+1 {{'graph.layer_norm' op requires static shapes to become a te program, got 'tensor<4x?xf32>'; fix the sizes of the model's inputs; dimension 1 must have a constant size}}
  %0 = graph.layer_norm %x, %w axis 1 : (tensor<4x?xf32>, tensor<f32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

func.func @columns(%x: tensor<1x4x3x?xf32>) -> tensor<1x4x5xf32> {
  // expected-error @+1 {{'graph.col2im' op requires static shapes to become a te program, got 'tensor<1x4x3x?xf32>'; fix the sizes of the model's inputs; dimension 3 must have a constant size}}
  %0 = graph.col2im %x image [5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x3x?xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

// -----

func.func @rows(%x: tensor<1x?x8x8xf32>, %w: tensor<4x2x3x3xf32>) -> tensor<1x4x6x6xf32> {
  // expected-error @+1 {{'graph.conv' op requires static channels and weights to become a te program, got 'tensor<1x?x8x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 1 : (tensor<1x?x8x8xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// -----

func.func @elements(%x: tensor<?x4xf32> {dl.dims = ["batch", 4]}) -> tensor<6x?xf32> {
  // expected-error @+1 {{expected as many elements in the result as in the operand for all sizes, got dims of 6 beside the open one for batch * 4}}
  %0 = graph.reshape %x : (tensor<?x4xf32>) -> tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}

// -----

func.func @which(%x: tensor<?x4xf32> {dl.dims = ["batch", 4]}) -> tensor<?x?xf32> {
  // expected-error @+1 {{requires to know the dims of 'tensor<?x?xf32>', of which 2 are open where the operand has 1 such; give 'shape'}}
  %0 = graph.reshape %x : (tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @dynamic_inside(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = graph.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
  // expected-error @+1 {{requires axis 'i0' to run along a dim of an operand, since its extent is known only at run time}}
  %1 = graph.relu %0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %2 = graph.reshape %1 : (tensor<?x3xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// -----

// expected-error @+1 {{'func.func' op requires arguments and results to be ranked tensors, got 'index'}}
func.func @scalar(%x: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'arith.negf' op must be a graph operator to be lowered to te}}
  %1 = arith.negf %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected a body of one block, got 2: the te level has no branches}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  cf.br ^bb1
^bb1:
  return %0 : tensor<4xf32>
}

// -----

func.func @outside(%x: tensor<4xf32>) -> tensor<2xf32> {
  %i = graph.constant dense<[-4, 4]> : tensor<2xi64>
  // expected-error @+1 {{'graph.gather' op expected indices in [-extent, extent) of 'tensor<4xf32>', got a constant with others}}
  %0 = graph.gather %x, %i axis 0 : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Each position of the last dim has a bound of its own.
func.func @outside_second(%x: tensor<4x3xf32>) -> tensor<1xf32> {
  %i = graph.constant dense<[[3, 3]]> : tensor<1x2xi64>
  // expected-error @+1 {{'graph.gather_nd' op expected indices in [-extent, extent) of 'tensor<4x3xf32>', got a constant with others}}
  %0 = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x3xf32>, tensor<1x2xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @below(%x: tensor<4x3xf32>) -> tensor<1xf32> {
  %i = graph.constant dense<[[-4, -4]]> : tensor<1x2xi64>
  // expected-error @+1 {{'graph.gather_nd' op expected indices in [-extent, extent) of 'tensor<4x3xf32>', got a constant with others}}
  %0 = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x3xf32>, tensor<1x2xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @computed_indices(%x: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  %0 = graph.fused root("graph.gather") (%a = %x : tensor<4xf32>, %j = %i : tensor<2xi64>) -> tensor<2xf32> {
    %k = graph.abs %j : (tensor<2xi64>) -> tensor<2xi64>
    // expected-error @+1 {{'graph.gather' op expected indices from outside of the group: they are checked before its kernel runs}}
    %1 = graph.gather %a, %k axis 0 : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
    graph.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

// Branches are of graph operators too.
func.func @foreign_inside(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<4xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    // expected-error @+1 {{'arith.negf' op must be a graph operator to be lowered to te}}
    %0 = arith.negf %x : tensor<4xf32>
    graph.yield %0 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// A copy needs its sizes as any kernel does: of a returned view, and of a state.
func.func @dynamic_result(%x: tensor<6xf32>) -> tensor<?x3xf32> {
  %0 = graph.reshape %x : (tensor<6xf32>) -> tensor<?x3xf32>
  // expected-error @+1 {{requires axis 'i0' to run along a dim of an operand, since its extent is known only at run time}}
  return %0 : tensor<?x3xf32>
}

// -----

func.func @dynamic_state(%c: tensor<i1>, %x: tensor<6xf32>) -> tensor<2x3xf32> {
  %s = graph.reshape %x : (tensor<6xf32>) -> tensor<?x3xf32>
  // expected-error @+1 {{requires axis 'i0' to run along a dim of an operand, since its extent is known only at run time}}
  %y = graph.while %c, (%s) : (tensor<i1>, tensor<?x3xf32>) -> tensor<?x3xf32> {
  ^bb0(%t: tensor<?x3xf32>):
    graph.yield %c, %t : tensor<i1>, tensor<?x3xf32>
  }
  %z = graph.reshape %y : (tensor<?x3xf32>) -> tensor<2x3xf32>
  return %z : tensor<2x3xf32>
}

// -----

// What cannot be lowered in a branch ends the lowering of the function; so in a loop's body.
func.func @branch(%c: tensor<i1>, %x: tensor<6xf32>) -> tensor<6xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<6xf32> {
    %0 = graph.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
    // expected-error @+1 {{requires axis 'i0' to run along a dim of an operand, since its extent is known only at run time}}
    %1 = graph.relu %0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
    %2 = graph.reshape %1 : (tensor<?x3xf32>) -> tensor<6xf32>
    graph.yield %2 : tensor<6xf32>
  } else {
    graph.yield %x : tensor<6xf32>
  }
  return %y : tensor<6xf32>
}

// -----

func.func @body(%h: tensor<6xf32>, %x: tensor<3x6xf32>) -> tensor<6xf32> {
  %y = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs []
      : (tensor<6xf32>, tensor<3x6xf32>) -> tensor<6xf32> {
  ^bb0(%s: tensor<6xf32>, %slice: tensor<6xf32>):
    %0 = graph.reshape %slice : (tensor<6xf32>) -> tensor<2x3xf32>
    // expected-error @+1 {{requires axis 'i0' to run along a dim of an operand, since its extent is known only at run time}}
    %1 = graph.relu %0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
    %2 = graph.reshape %1 : (tensor<?x3xf32>) -> tensor<6xf32>
    graph.yield %2 : tensor<6xf32>
  }
  return %y : tensor<6xf32>
}
