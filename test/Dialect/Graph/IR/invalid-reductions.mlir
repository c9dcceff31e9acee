// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// reduce_sum (C1)
func.func @reduce_sum_c1_0(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.reduce_sum' op expected axes to be distinct, in order and in [0, 2), got [1, 0]}}
  %0 = graph.reduce_sum %x axes [1, 0] : (tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

// arg_max (C1)
func.func @arg_max_c1_2(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.arg_max' op expected axis in [0, 2), got 2}}
  %0 = graph.arg_max %x axis 2 : (tensor<4x8xf32>) -> tensor<4x1xi64>
  return
}

// -----

// arg_min (C2)
func.func @arg_min_c2_3(%x: tensor<4x0xf32>) {
  // expected-error @+1 {{'graph.arg_min' op expected a positive extent along the axis, got 4x0 at axis 1}}
  %0 = graph.arg_min %x axis 1 : (tensor<4x0xf32>) -> tensor<4x1xi64>
  return
}

// -----

// cumsum (C1)
func.func @cumsum_c1_4(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.cumsum' op expected axis in [0, 2), got -1}}
  %0 = graph.cumsum %x axis -1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// top_k (C1)
func.func @top_k_c1_5(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.top_k' op expected axis in [0, 2), got 5}}
  %0:2 = graph.top_k %x axis 5 k 1 : (tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<4x1xi64>)
  return
}

// -----

// top_k (C2)
func.func @top_k_c2_6(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.top_k' op expected k from 0 to the extent of axis 1 of 4x8, got 9}}
  %0:2 = graph.top_k %x axis 1 k 9 : (tensor<4x8xf32>) -> (tensor<4x9xf32>, tensor<4x9xi64>)
  return
}

// -----

// einsum (C1)
func.func @einsum_c1_7(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected letters for each dim of 1 operands and of the result, got 'ij->ij,'}}
  %0 = graph.einsum %x "ij->ij," : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum (C1)
func.func @einsum_c1_8(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected letters for each dim of 1 operands and of the result, got 'ij'}}
  %0 = graph.einsum %x "ij" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum (C1)
func.func @einsum_c1_9(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected letters for each dim of 1 operands and of the result, got 'ijk->i'}}
  %0 = graph.einsum %x "ijk->i" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum (C2)
func.func @einsum_c2_10(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected dims of one letter to be equal, got 2 and 3 for 'i'}}
  %0 = graph.einsum %x "ii->i" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum (C3)
func.func @einsum_c3_11(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected distinct letters of operands in the result, got 'ii'}}
  %0 = graph.einsum %x "ij->ii" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum (C3)
func.func @einsum_c3_12(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected distinct letters of operands in the result, got 'k'}}
  %0 = graph.einsum %x "ij->k" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum (C4)
func.func @einsum_c4_14(%x: tensor<2x0xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected positive extents to sum over, got 0 for 'j'}}
  %0 = graph.einsum %x "ij->i" : (tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

// einsum (C1)
func.func @einsum_c1_few(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected letters for each dim of 2 operands and of the result, got 'ij->i'}}
  %0 = graph.einsum %x, %y "ij->i" : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2xf32>
  return
}

// -----

// einsum (C1)
func.func @einsum_c1_none() {
  // expected-error @+1 {{'graph.einsum' op expected letters for each dim of 0 operands and of the result, got '->'}}
  %0 = "graph.einsum"() {equation = "->"} : () -> tensor<f32>
  return
}

// -----

// einsum (C1)
func.func @einsum_c1_dot(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected letters for each dim of 1 operands and of the result, got 'i.->i'}}
  %0 = graph.einsum %x "i.->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// einsum: operands of one element type
func.func @einsum_types(%x: tensor<2x3xf32>, %y: tensor<3x2xf64>) {
  // expected-error @+1 {{'graph.einsum' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.einsum %x, %y "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x2xf64>) -> tensor<2x2xf32>
  return
}

// -----

// einsum: a letter has the extent that is not 1, and that is known, of any operand
func.func @einsum_extents(%x: tensor<?x1xf32>, %y: tensor<2x?xf32>, %z: tensor<1x3xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected a result of type 'tensor<2x3xf32>', inferred from its operands and attributes, got 'tensor<9x9xf32>'}}
  %0 = graph.einsum %x, %y, %z "ij,ij,ij->ij" : (tensor<?x1xf32>, tensor<2x?xf32>, tensor<1x3xf32>) -> tensor<9x9xf32>
  return
}

// -----

// einsum: of extents that are both known
func.func @einsum_c2_known(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.einsum' op expected dims of one letter to be equal, got 3 and 4 for 'j'}}
  %0 = graph.einsum %x, %y "ij,ij->ij" : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}
