// RUN: dl-opt %s --test-interpret=tolerance=0
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=0
// RUN: dl-opt %s --graph-fuse-ops --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=0

// Operators that move elements against onnxruntime; made by make_cases.py.

func.func @transpose_swap(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[0.125, 0.625, 0.75], [-0.875, 1.0, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<3x2xf32> {dl.test_expected = dense<[[0.125, -0.875], [0.625, 1.0], [0.75, 1.0]]> : tensor<3x2xf32>}) {
  %y = graph.transpose %x0 permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

func.func @transpose_rotate(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[-0.5, -0.625], [0.625, -0.75], [1.5, -1.75]], [[1.5, 0.0], [1.875, -0.625], [1.875, -1.125]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x2x3xf32> {dl.test_expected = dense<[[[-0.5, 0.625, 1.5], [1.5, 1.875, 1.875]], [[-0.625, -0.75, -1.75], [0.0, -0.625, -1.125]]]> : tensor<2x2x3xf32>}) {
  %y = graph.transpose %x0 permutation [2, 0, 1] : (tensor<2x3x2xf32>) -> tensor<2x2x3xf32>
  return %y : tensor<2x2x3xf32>
}

func.func @transpose_inner(
    %x0: tensor<2x3x2x3xf32> {dl.test_input = dense<[[[[1.25, -1.125, 1.375], [-1.25, -0.25, -1.0]], [[1.5, -0.25, -1.25], [1.375, 1.875, -1.375]], [[-0.75, 0.25, 0.0], [0.125, -1.25, -1.875]]], [[[1.875, 1.75, 0.625], [0.25, 0.125, -0.125]], [[0.75, 0.25, 0.625], [1.25, 1.375, -0.375]], [[-1.375, -1.625, 1.25], [-0.625, 2.0, -1.375]]]]> : tensor<2x3x2x3xf32>})
    -> (tensor<2x2x3x3xf32> {dl.test_expected = dense<[[[[1.25, -1.125, 1.375], [1.5, -0.25, -1.25], [-0.75, 0.25, 0.0]], [[-1.25, -0.25, -1.0], [1.375, 1.875, -1.375], [0.125, -1.25, -1.875]]], [[[1.875, 1.75, 0.625], [0.75, 0.25, 0.625], [-1.375, -1.625, 1.25]], [[0.25, 0.125, -0.125], [1.25, 1.375, -0.375], [-0.625, 2.0, -1.375]]]]> : tensor<2x2x3x3xf32>}) {
  %y = graph.transpose %x0 permutation [0, 2, 1, 3] : (tensor<2x3x2x3xf32>) -> tensor<2x2x3x3xf32>
  return %y : tensor<2x2x3x3xf32>
}

func.func @reshape_flatten(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[1.75, -0.625], [0.75, 1.625], [0.375, 0.75]], [[-0.625, 1.875], [-1.25, 0.0], [0.0, -0.625]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x6xf32> {dl.test_expected = dense<[[1.75, -0.625, 0.75, 1.625, 0.375, 0.75], [-0.625, 1.875, -1.25, 0.0, 0.0, -0.625]]> : tensor<2x6xf32>}) {
  %y = graph.reshape %x0 : (tensor<2x3x2xf32>) -> tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}

func.func @reshape_split(
    %x0: tensor<6x2xf32> {dl.test_input = dense<[[0.0, -1.625], [-0.75, 2.0], [-1.375, -0.875], [-1.625, 0.75], [0.125, 0.5], [-1.5, 0.0]]> : tensor<6x2xf32>})
    -> (tensor<2x3x2xf32> {dl.test_expected = dense<[[[0.0, -1.625], [-0.75, 2.0], [-1.375, -0.875]], [[-1.625, 0.75], [0.125, 0.5], [-1.5, 0.0]]]> : tensor<2x3x2xf32>}) {
  %y = graph.reshape %x0 : (tensor<6x2xf32>) -> tensor<2x3x2xf32>
  return %y : tensor<2x3x2xf32>
}

func.func @reshape_mixed(
    %x0: tensor<4x3xf32> {dl.test_input = dense<[[-1.25, -1.875, 0.125], [1.125, -0.625, 1.0], [2.0, 1.5, -1.0], [1.75, 1.0, 0.5]]> : tensor<4x3xf32>})
    -> (tensor<2x6xf32> {dl.test_expected = dense<[[-1.25, -1.875, 0.125, 1.125, -0.625, 1.0], [2.0, 1.5, -1.0, 1.75, 1.0, 0.5]]> : tensor<2x6xf32>}) {
  %y = graph.reshape %x0 : (tensor<4x3xf32>) -> tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}

func.func @reshape_ones(
    %x0: tensor<1x4x1xf32> {dl.test_input = dense<[[[0.75], [0.375], [0.625], [1.0]]]> : tensor<1x4x1xf32>})
    -> (tensor<2x1x2xf32> {dl.test_expected = dense<[[[0.75, 0.375]], [[0.625, 1.0]]]> : tensor<2x1x2xf32>}) {
  %y = graph.reshape %x0 : (tensor<1x4x1xf32>) -> tensor<2x1x2xf32>
  return %y : tensor<2x1x2xf32>
}

func.func @reshape_scalar(
    %x0: tensor<1x1xf32> {dl.test_input = dense<[[0.0]]> : tensor<1x1xf32>})
    -> (tensor<f32> {dl.test_expected = dense<0.0> : tensor<f32>}) {
  %y = graph.reshape %x0 : (tensor<1x1xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @reshape_wide(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[-0.75, 1.875, -0.25], [-0.375, 1.375, -1.625]], [[-1.75, 0.875, -1.875], [-0.25, -0.25, -1.75]]]> : tensor<2x2x3xf32>})
    -> (tensor<3x4xf32> {dl.test_expected = dense<[[-0.75, 1.875, -0.25, -0.375], [1.375, -1.625, -1.75, 0.875], [-1.875, -0.25, -0.25, -1.75]]> : tensor<3x4xf32>}) {
  %y = graph.reshape %x0 : (tensor<2x2x3xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
