// RUN: dl-opt %s --test-interpret

// Bits of elements as other elements, and f64 rounded once to 16 bits.

func.func @bits(
    %x: tensor<3xf32> {dl.test_input = dense<[1.0, -2.0, 0x7F800000]> : tensor<3xf32>},
    %h: tensor<3xf16> {dl.test_input = dense<[1.0, -2.0, 5.960460e-08]> : tensor<3xf16>},
    %b: tensor<3xi1> {dl.test_input = dense<[true, false, true]> : tensor<3xi1>},
    %u: tensor<3xui16> {dl.test_input = dense<[15360, 0, 48128]> : tensor<3xui16>},
    %d: tensor<4xf64> {dl.test_input = dense<[1.00048828125, 1.0004882812500002, -1.0004882812500002, 65519.9999]> : tensor<4xf64>},
    %l: tensor<2xi64> {dl.test_input = dense<[4607182418800017408, 0]> : tensor<2xi64>})
    -> (tensor<3xi32> {dl.test_expected = dense<[1065353216, -1073741824, 2139095040]> : tensor<3xi32>},
        tensor<3xi16> {dl.test_expected = dense<[15360, -16384, 1]> : tensor<3xi16>},
        tensor<3xui8> {dl.test_expected = dense<[1, 0, 1]> : tensor<3xui8>},
        tensor<3xf16> {dl.test_expected = dense<[1.0, 0.0, -1.0]> : tensor<3xf16>},
        tensor<4xf16> {dl.test_expected = dense<[1.0, 1.000980, -1.000980, 65504.0]> : tensor<4xf16>},
        tensor<2xf64> {dl.test_expected = dense<[1.0, 0.0]> : tensor<2xf64>}) {
  %0 = graph.bitcast %x to i32 : (tensor<3xf32>) -> tensor<3xi32>
  %1 = graph.bitcast %h to i16 : (tensor<3xf16>) -> tensor<3xi16>
  %2 = graph.bitcast %b to ui8 : (tensor<3xi1>) -> tensor<3xui8>
  %3 = graph.bitcast %u to f16 : (tensor<3xui16>) -> tensor<3xf16>
  %4 = graph.cast %d to f16 : (tensor<4xf64>) -> tensor<4xf16>
  %5 = graph.bitcast %l to f64 : (tensor<2xi64>) -> tensor<2xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<3xi32>, tensor<3xi16>, tensor<3xui8>, tensor<3xf16>, tensor<4xf16>, tensor<2xf64>
}

// Of each width and in both directions; of integers to others nothing changes but the sign.
func.func @widths(
    %f: tensor<2xbf16> {dl.test_input = dense<[1.0, -2.0]> : tensor<2xbf16>},
    %d: tensor<2xf64> {dl.test_input = dense<[1.0, -2.0]> : tensor<2xf64>},
    %s: tensor<2xi16> {dl.test_input = dense<[16256, -16384]> : tensor<2xi16>},
    %i: tensor<2xi32> {dl.test_input = dense<[1065353216, -1073741824]> : tensor<2xi32>},
    %b: tensor<2xi8> {dl.test_input = dense<[100, -100]> : tensor<2xi8>})
    -> (tensor<2xi16> {dl.test_expected = dense<[16256, -16384]> : tensor<2xi16>},
        tensor<2xi64> {dl.test_expected = dense<[4607182418800017408, -4611686018427387904]> : tensor<2xi64>},
        tensor<2xbf16> {dl.test_expected = dense<[1.0, -2.0]> : tensor<2xbf16>},
        tensor<2xf32> {dl.test_expected = dense<[1.0, -2.0]> : tensor<2xf32>},
        tensor<2xui8> {dl.test_expected = dense<[100, 156]> : tensor<2xui8>}) {
  %0 = graph.bitcast %f to i16 : (tensor<2xbf16>) -> tensor<2xi16>
  %1 = graph.bitcast %d to i64 : (tensor<2xf64>) -> tensor<2xi64>
  %2 = graph.bitcast %s to bf16 : (tensor<2xi16>) -> tensor<2xbf16>
  %3 = graph.bitcast %i to f32 : (tensor<2xi32>) -> tensor<2xf32>
  %4 = graph.bitcast %b to ui8 : (tensor<2xi8>) -> tensor<2xui8>
  return %0, %1, %2, %3, %4 : tensor<2xi16>, tensor<2xi64>, tensor<2xbf16>, tensor<2xf32>, tensor<2xui8>
}
