// RUN: dl-opt %s --split-input-file --verify-diagnostics

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
