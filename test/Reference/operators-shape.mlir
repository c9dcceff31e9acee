// RUN: dl-opt %s --test-interpret
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret

// Operators that move elements; the expected values are onnxruntime's.

func.func @transpose(
    %a0: tensor<2x3x4xf32> {dl.test_input =
      dense<[[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0,
      14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> :
      tensor<2x3x4xf32>})
    -> (tensor<4x2x3xf32> {dl.test_expected =
      dense<[[[0.0, 4.0, 8.0], [12.0, 16.0, 20.0]], [[1.0, 5.0, 9.0], [13.0, 17.0, 21.0]],
      [[2.0, 6.0, 10.0], [14.0, 18.0, 22.0]], [[3.0, 7.0, 11.0], [15.0, 19.0, 23.0]]]> :
      tensor<4x2x3xf32>}) {
  %r = graph.transpose %a0 permutation [2, 0, 1]
      : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}

func.func @transpose_identity(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[2.75, 0.75, 1.25], [2.5, 0.5, 1.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected =
      dense<[[2.75, 0.75, 1.25], [2.5, 0.5, 1.75]]> : tensor<2x3xf32>}) {
  %r = graph.transpose %a0 permutation [0, 1]
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @transpose_i64(
    %a0: tensor<2x3xi64> {dl.test_input =
      dense<[[2, -2, -3], [-1, -2, 3]]> : tensor<2x3xi64>})
    -> (tensor<3x2xi64> {dl.test_expected =
      dense<[[2, -1], [-2, -2], [-3, 3]]> : tensor<3x2xi64>}) {
  %r = graph.transpose %a0 permutation [1, 0]
      : (tensor<2x3xi64>) -> tensor<3x2xi64>
  return %r : tensor<3x2xi64>
}

func.func @reshape(
    %a0: tensor<2x3x4xf32> {dl.test_input =
      dense<[[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0,
      14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> :
      tensor<2x3x4xf32>})
    -> (tensor<4x6xf32> {dl.test_expected =
      dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0], [12.0, 13.0,
      14.0, 15.0, 16.0, 17.0], [18.0, 19.0, 20.0, 21.0, 22.0, 23.0]]> : tensor<4x6xf32>}) {
  %r = graph.reshape %a0
      : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

func.func @reshape_unit(
    %a0: tensor<1x6x1xf32> {dl.test_input =
      dense<[[[2.5], [-3.0], [0.0], [2.0], [-2.25], [1.75]]]> : tensor<1x6x1xf32>})
    -> (tensor<2x1x3x1xf32> {dl.test_expected =
      dense<[[[[2.5], [-3.0], [0.0]]], [[[2.0], [-2.25], [1.75]]]]> : tensor<2x1x3x1xf32>}) {
  %r = graph.reshape %a0
      : (tensor<1x6x1xf32>) -> tensor<2x1x3x1xf32>
  return %r : tensor<2x1x3x1xf32>
}

func.func @reshape_empty(
    %a0: tensor<2x0xf32> {dl.test_input =
      dense<> : tensor<2x0xf32>})
    -> (tensor<0x5xf32> {dl.test_expected =
      dense<> : tensor<0x5xf32>}) {
  %r = graph.reshape %a0
      : (tensor<2x0xf32>) -> tensor<0x5xf32>
  return %r : tensor<0x5xf32>
}

func.func @reshape_open(
    %a0: tensor<?x1x?xf32> {dl.test_input = dense<[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]> : tensor<2x1x3xf32>})
    -> (tensor<?x?x1xf32> {dl.test_expected = dense<[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]> : tensor<2x3x1xf32>}) {
  %r = graph.reshape %a0 : (tensor<?x1x?xf32>) -> tensor<?x?x1xf32>
  return %r : tensor<?x?x1xf32>
}

func.func @reshape_scalar(
    %a0: tensor<1xf32> {dl.test_input =
      dense<[-2.5]> : tensor<1xf32>})
    -> (tensor<f32> {dl.test_expected =
      dense<-2.5> : tensor<f32>}) {
  %r = graph.reshape %a0
      : (tensor<1xf32>) -> tensor<f32>
  return %r : tensor<f32>
}
