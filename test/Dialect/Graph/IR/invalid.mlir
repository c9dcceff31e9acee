// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// constant (C1)
func.func @constant_vector() {
  // expected-error @+1 {{'graph.constant' op expected a ranked tensor of static shape, got 'vector<2xf32>'}}
  "graph.constant"() <{value = dense<1.0> : vector<2xf32>}> : () -> tensor<2xf32>
  return
}

// -----

// The inferred type is compared with the given one.
func.func @result_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.relu' op expected a result of type 'tensor<4xf32>', inferred from its operands and attributes, got 'tensor<5xf32>'}}
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @result_rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.relu' op expected a result of type 'tensor<4xf32>', inferred from its operands and attributes, got 'tensor<1x4xf32>'}}
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @result_element(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.relu' op expected a result of type 'tensor<4xf32>', inferred from its operands and attributes, got 'tensor<4xf64>'}}
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// binary (C1)
func.func @element_types(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'graph.add' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.add %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// binary (C2)
func.func @broadcast(%x: tensor<2x4x?xf32>, %y: tensor<3x1xf32>) {
  // expected-error @+1 {{'graph.mul' op expected shapes that broadcast, got 2x4x? and 3x1: dims 4 and 3 must be equal or one of them 1}}
  %0 = graph.mul %x, %y : (tensor<2x4x?xf32>, tensor<3x1xf32>) -> tensor<2x4x?xf32>
  return
}

// -----

// reshape (C1)
func.func @reshape_elements(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op expected as many elements in the result as in the operand, got 8 (2x4) and 6 (2x3)}}
  %0 = graph.reshape %x : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// reshape (C1)
func.func @reshape_type(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op expected one element type, got 'f32' and 'i32': cast before reshaping}}
  %0 = graph.reshape %x : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

// transpose (C1)
func.func @permutation_twice(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.transpose' op expected a permutation of the 2 dims, got [1, 1]}}
  %0 = graph.transpose %x permutation [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// transpose (C1)
func.func @permutation_range(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.transpose' op expected a permutation of the 2 dims, got [0, 2]}}
  %0 = graph.transpose %x permutation [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// transpose (C1)
func.func @permutation_size(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.transpose' op expected a permutation of the 2 dims, got [0]}}
  %0 = graph.transpose %x permutation [0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// requantize (C1)
func.func @requantize_floats(%x: tensor<4xf32>, %y: tensor<i32>) {
  // expected-error @+1 {{'graph.requantize' op operand #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<4xf32>'}}
  %0 = graph.requantize %x, %y, %y, %y zero_point 0 : (tensor<4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi8>
  return
}

// -----

// requantize (C3)
func.func @requantize_zero_point(%x: tensor<4xi32>, %y: tensor<i32>) {
  // expected-error @+1 {{'graph.requantize' op attribute 'zero_point' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is -128 whose maximum value is 127}}
  %0 = graph.requantize %x, %y, %y, %y zero_point 128 : (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi8>
  return
}

// -----

// fused (C4)
func.func @fused_device(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.fused' op expected the device to have a name, got "": leave it out for the CPU}}
  %0 = graph.fused root("graph.relu") device("") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  }
  return
}

// -----

// fused (C1)
func.func @group_types(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.fused' op expected region arguments of the operands' types, got 'tensor<5xf32>' for 'tensor<4xf32>'}}
  %0 = "graph.fused"(%x) <{root = "graph.relu"}> ({
  ^bb0(%a: tensor<5xf32>):
    %1 = graph.relu %a : (tensor<5xf32>) -> tensor<5xf32>
    graph.yield %1 : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// fused (C1)
func.func @group_results(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.fused' op expected to yield values of the result types 'tensor<5xf32>', got 'tensor<4xf32>'}}
  %0 = graph.fused root("graph.relu") (%a = %x : tensor<4xf32>) -> tensor<5xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    // expected-note @+1 {{yielded here}}
    graph.yield %1 : tensor<4xf32>
  }
  return
}

// -----

// fused (C2)
func.func @group_members(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.fused' op expected operators and constants only, got 'arith.negf': leave it outside of the group}}
  %0 = graph.fused root("arith.negf") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @+1 {{the op is here}}
    %1 = arith.negf %a : tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  }
  return
}

// -----

// fused (C3)
func.func @group_root(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.fused' op expected the root to name an op of the region, got "graph.conv"}}
  %0 = graph.fused root("graph.conv") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  }
  return
}

// -----

// What cannot be read as a group is told once.
func.func @fused_operand(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error @+2 {{use of value '%x' expects different type than prior uses: 'tensor<3xf32>' vs 'tensor<4xf32>'}}
  // expected-note @-2 {{prior use here}}
  %0 = graph.fused root("graph.relu") (%a = %x : tensor<3xf32>) -> tensor<3xf32> {
    %1 = graph.relu %a : (tensor<3xf32>) -> tensor<3xf32>
    graph.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @fused_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.fused root("graph.relu") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{use of undeclared SSA value name}}
    %1 = graph.relu %b : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
