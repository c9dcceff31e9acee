// RUN: dl-opt %s --test-interpret
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret

// Casts to powers of two where onnx's table says more than its reference evaluator does: 0, numbers
// below and beside the least power (2^-127, 0x400000 as f32), infinities, NaN.

func.func @up(%x: tensor<8xf32> {dl.test_input =
      dense<[0.0, 0x00000001, 0x00400000, 0x00400001, 0x7F000000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000]> : tensor<8xf32>})
    -> (tensor<8xf32> {dl.test_expected =
      dense<[0x00400000, 0x00400000, 0x00400000, 0x00800000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7FC00000]> : tensor<8xf32>}) {
  %0 = graph.cast %x to f8E8M0FNU : (tensor<8xf32>) -> tensor<8xf8E8M0FNU>
  %1 = graph.cast %0 to f32 : (tensor<8xf8E8M0FNU>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func @nearest_or_nan(%x: tensor<8xf32> {dl.test_input =
      dense<[0.0, 0x003FFFFF, 0x00400000, 0x005FFFFF, 0x00600000, 0x7F3FFFFF, 0x7F400000, 0x7F800000]> : tensor<8xf32>})
    -> (tensor<8xf32> {dl.test_expected =
      dense<[0x7FC00000, 0x7FC00000, 0x00400000, 0x00400000, 0x00800000, 0x7F000000, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>}) {
  %0 = graph.cast %x to f8E8M0FNU saturate false round "nearest" : (tensor<8xf32>) -> tensor<8xf8E8M0FNU>
  %1 = graph.cast %0 to f32 : (tensor<8xf8E8M0FNU>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Signs are dropped.
func.func @down(%x: tensor<4xf64> {dl.test_input = dense<[1.9999999999999998, -2.0, 4.5, 0.3]> : tensor<4xf64>})
    -> (tensor<4xf64> {dl.test_expected = dense<[1.0, 2.0, 4.0, 0.25]> : tensor<4xf64>}) {
  %0 = graph.cast %x to f8E8M0FNU round "down" : (tensor<4xf64>) -> tensor<4xf8E8M0FNU>
  %1 = graph.cast %0 to f64 : (tensor<4xf8E8M0FNU>) -> tensor<4xf64>
  return %1 : tensor<4xf64>
}

// A number of 64 bits just above a power goes up: it is rounded once.
func.func @up_once(%x: tensor<2xf64> {dl.test_input = dense<[1.0000000000000002, 1.0]> : tensor<2xf64>})
    -> (tensor<2xf64> {dl.test_expected = dense<[2.0, 1.0]> : tensor<2xf64>}) {
  %0 = graph.cast %x to f8E8M0FNU : (tensor<2xf64>) -> tensor<2xf8E8M0FNU>
  %1 = graph.cast %0 to f64 : (tensor<2xf8E8M0FNU>) -> tensor<2xf64>
  return %1 : tensor<2xf64>
}
