// RUN: dl-opt %s --convert-graph-to-te --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op requires arguments and results to be tensors of static shape, got 'tensor<?xf32>'; fix the sizes of the model's inputs}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @dynamic_inside(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = graph.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
  // expected-error @+1 {{'graph.relu' op requires a result of static shape to become a kernel, got 'tensor<?x3xf32>'; fix the sizes of the model's inputs}}
  %1 = graph.relu %0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %2 = graph.reshape %1 : (tensor<?x3xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// -----

// expected-error @+1 {{'func.func' op requires arguments and results to be tensors of static shape, got 'index'; fix the sizes of the model's inputs}}
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
