// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN
// Of these functions so many are taken; nothing goes on with the others.
// TAKEN-COUNT-3: func.func
// TAKEN-NOT: func.func

// What operators say of operands, regions and shapes that are none, and what is beside it.

func.func @nothing_joined() -> tensor<2xf32> {
  // expected-error @+1 {{expected at least one operand}}
  %0 = "graph.concat"() {axis = 0 : i64} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @nothing_to_gather(%x: tensor<0x3xf32>, %i: tensor<2x3xi64>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expected elements at axis 0 of 0x3 for indices of shape 2x3}}
  %0 = "graph.gather_elements"(%x, %i) {axis = 0 : i64} : (tensor<0x3xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// No index needs no element.
func.func @gather_nothing(%x: tensor<0x3xf32>, %i: tensor<0xi64>) -> tensor<0x3xf32> {
  %0 = "graph.gather"(%x, %i) {axis = 0 : i64} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// -----

func.func @branch_with_argument(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected regions without arguments}}
  %0 = "graph.if"(%c) ({
  ^bb0(%a: tensor<2xf32>):
    "graph.yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "graph.yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @shape_of_other_rank(%x: tensor<?x6xf32>) -> tensor<?x2x3xf32> {
  // expected-error @+1 {{expected 'shape' to have an entry for each dim of the result (?x2x3): its number, 0 for the operand's dynamic dim at its position, or -1 once, got [0, 2]}}
  %0 = "graph.reshape"(%x) {shape = array<i64: 0, 2>} : (tensor<?x6xf32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// -----

func.func @shape_of_other_number(%x: tensor<?x6xf32>) -> tensor<?x2x3xf32> {
  // expected-error @+1 {{or -1 once, got [0, 3, 2]}}
  %0 = "graph.reshape"(%x) {shape = array<i64: 0, 3, 2>} : (tensor<?x6xf32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// -----

// 0 keeps only a dim that is open where it stands.
func.func @shape_keeps_what_is_static(%x: tensor<6x?xf32>) -> tensor<?x2x3xf32> {
  // expected-error @+1 {{or -1 once, got [0, 2, 3]}}
  %0 = "graph.reshape"(%x) {shape = array<i64: 0, 2, 3>} : (tensor<6x?xf32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// -----

func.func @shape_with_two_rests(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{or -1 once, got [-1, -1]}}
  %0 = "graph.reshape"(%x) {shape = array<i64: -1, -1>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @shape_that_is_right(%x: tensor<?x6xf32>) -> (tensor<?x2x3xf32>, tensor<?x2x3xf32>) {
  %0 = "graph.reshape"(%x) {shape = array<i64: 0, 2, 3>} : (tensor<?x6xf32>) -> tensor<?x2x3xf32>
  %1 = "graph.reshape"(%x) {shape = array<i64: -1, 2, 3>} : (tensor<?x6xf32>) -> tensor<?x2x3xf32>
  return %0, %1 : tensor<?x2x3xf32>, tensor<?x2x3xf32>
}

// -----

func.func @tile_too_long(%x: tensor<4611686018427387904x1xf32>) -> tensor<4611686018427387904x1xf32> {
  // expected-error @+1 {{expected extents of less than 2^63, got 4611686018427387904x1 repeated [2, 1]}}
  %0 = graph.tile %x repeats [2, 1] : (tensor<4611686018427387904x1xf32>) -> tensor<4611686018427387904x1xf32>
  return %0 : tensor<4611686018427387904x1xf32>
}

// -----

func.func @repeat_too_long(%x: tensor<4611686018427387904x1xf32>) {
  // expected-error @+1 {{expected extents of less than 2^63, got 4611686018427387904x1 with each element 2 times along axis 0}}
  %0 = graph.repeat %x times 2 axis 0 : (tensor<4611686018427387904x1xf32>) -> tensor<4611686018427387904x1xf32>
  return
}

// -----

// The largest stride and padding, and one more of each.
func.func @largest_window(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x2xf32> {
  %0 = graph.conv %x, %w strides [16777216] pads [16777216, 0] dilations [1] : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
}

// -----

func.func @too_much_padding(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) {
  // expected-error @+1 {{expected pads to hold 2 numbers that are not negative, all begins and then all ends, got [0, 16777217]}}
  %0 = graph.conv %x, %w strides [1] pads [0, 16777217] dilations [1] : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x16777219xf32>
  return
}

// -----

func.func @too_long_a_stride(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) {
  // expected-error @+1 {{expected strides to hold 1 positive numbers, one for each spatial dim, got [16777217]}}
  %0 = graph.conv %x, %w strides [16777217] pads [0, 0] dilations [1] : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x1xf32>
  return
}

// -----

// 0 keeps a dim of the operand, which has none there.
func.func @no_such_dim(%x: tensor<?xf32>) -> tensor<1x?xf32> {
  // expected-error @+1 {{'graph.reshape' op expected 'shape' to have an entry for each dim of the result (1x?): its number, 0 for the operand's dynamic dim at its position, or -1 once, got [1, 0]}}
  %0 = "graph.reshape"(%x) {shape = array<i64: 1, 0>} : (tensor<?xf32>) -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}
