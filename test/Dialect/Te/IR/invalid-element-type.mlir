// RUN: dl-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got f32 for 'tensor<4xi8>'}}
func.func @no_integer(%x: tensor<4xi8> {te.element_type = f32}) { return }

// -----

// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got ui16 for 'tensor<4xi8>'}}
func.func @width(%x: tensor<4xi8> {te.element_type = ui16}) { return }

// -----

// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got 1 : i64 for 'tensor<4xi8>'}}
func.func @no_type(%x: tensor<4xi8> {te.element_type = 1}) { return }

// -----

// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got i1 for 'tensor<4xi32>'}}
func.func @result(%x: tensor<4xi32>) -> (tensor<4xi32> {te.element_type = i1}) {
  return %x : tensor<4xi32>
}

// -----

// expected-error @+1 {{(K1) expected no attribute 'te.kernel' on result 0, te knows 'te.element_type' on function results}}
func.func @other(%x: tensor<4xi32>) -> (tensor<4xi32> {te.kernel}) {
  return %x : tensor<4xi32>
}

// -----

// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got si32 for 'tensor<4xf32>'}}
func.func @number(%x: tensor<4xf32> {te.element_type = si32}) { return }

// -----

// What is allowed: types of at most eight bits for bytes, integers of the same width for others,
// on arguments and on results.
func.func @allowed(%a: tensor<4xi8> {te.element_type = ui8}, %b: tensor<4xi8> {te.element_type = f8E4M3FN},
                   %c: tensor<4xi8> {te.element_type = i1}, %d: tensor<4xi32> {te.element_type = ui32})
    -> (tensor<4xi8> {te.element_type = ui8}, tensor<4xi32> {te.element_type = si32}) {
  return %a, %d : tensor<4xi8>, tensor<4xi32>
}
