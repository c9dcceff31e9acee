// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// cast (C1)
func.func @round_mode(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the round mode up, down or nearest, got 'even'}}
  %0 = graph.cast %x to f8E8M0FNU round "even" : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
  return
}

// -----

// cast (C2)
func.func @round_mode_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the round mode 'down' for elements that are powers of two (f8E8M0FNU), got 'f16'}}
  %0 = graph.cast %x to f16 round "down" : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

// cast (C1)
func.func @round_mode_nearest(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the round mode 'nearest' for elements that are powers of two (f8E8M0FNU), got 'f16'}}
  %0 = graph.cast %x to f16 round "nearest" : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

// bitcast: as many bytes
func.func @fewer_bytes(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.bitcast' op expected a type with as many bytes as 'f32', got 'i16'}}
  %0 = graph.bitcast %x to i16 : (tensor<4xf32>) -> tensor<4xi16>
  return
}

// -----

// matmul: wide, of one element type
func.func @wide_first(%x: tensor<2x3xbf16>, %y: tensor<3x2xi8>) {
  // expected-error @+1 {{'graph.matmul' op expected operands of one element type, got 'bf16' and 'i8': cast one of them}}
  %0 = graph.matmul %x, %y wide : (tensor<2x3xbf16>, tensor<3x2xi8>) -> tensor<2x2xf32>
  return
}

// -----

// matmul: wide, of one element type
func.func @wide_second(%x: tensor<2x3xi8>, %y: tensor<3x2xbf16>) {
  // expected-error @+1 {{'graph.matmul' op expected operands of one element type, got 'i8' and 'bf16': cast one of them}}
  %0 = graph.matmul %x, %y wide : (tensor<2x3xi8>, tensor<3x2xbf16>) -> tensor<2x2xi32>
  return
}
