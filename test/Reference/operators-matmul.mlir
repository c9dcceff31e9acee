// RUN: dl-opt %s --test-interpret=tolerance=3e-7
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=3e-7

// Products of matrices; the expected values are onnxruntime's.

func.func @matrices(
    %a0: tensor<3x4xf32> {dl.test_input =
      dense<[[2.75, 0.75, 1.25, 2.5], [0.5, 1.75, 2.0, -1.75], [-2.75, -1.25, -1.25, 2.25]]> :
      tensor<3x4xf32>},
    %a1: tensor<4x2xf32> {dl.test_input =
      dense<[[2.5, -3.0], [0.0, 2.0], [-2.25, 1.75], [-2.5, -0.25]]> : tensor<4x2xf32>})
    -> (tensor<3x2xf32> {dl.test_expected =
      dense<[[-2.1875, -5.1875], [1.125, 5.9375], [-9.6875, 3.0]]> : tensor<3x2xf32>}) {
  %r = graph.matmul %a0, %a1
      : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// Batch dims broadcast from the right.
func.func @batched(
    %a0: tensor<2x1x2x3xf32> {dl.test_input =
      dense<[[[[2.0, -1.25, -1.0], [-1.5, 1.25, -1.5]]], [[[3.0, -0.25, -0.25], [0.0, 0.5,
      0.25]]]]> : tensor<2x1x2x3xf32>},
    %a1: tensor<3x3x2xf32> {dl.test_input =
      dense<[[[0.0, 3.0], [2.0, 1.75], [1.25, 0.75]], [[-1.0, 3.0], [-0.25, -1.75], [2.25,
      -2.0]], [[2.25, 0.75], [-2.5, -2.75], [-0.25, -3.0]]]> : tensor<3x3x2xf32>})
    -> (tensor<2x3x2x2xf32> {dl.test_expected =
      dense<[[[[-3.75, 3.0625], [0.625, -3.4375]], [[-3.9375, 10.1875], [-2.1875, -3.6875]],
      [[7.875, 7.9375], [-6.125, -0.0625]]], [[[-0.8125, 8.375], [1.3125, 1.0625]],
      [[-3.5, 9.9375], [0.4375, -1.375]], [[7.4375, 3.6875], [-1.3125, -2.125]]]]> :
      tensor<2x3x2x2xf32>}) {
  %r = graph.matmul %a0, %a1
      : (tensor<2x1x2x3xf32>, tensor<3x3x2xf32>) -> tensor<2x3x2x2xf32>
  return %r : tensor<2x3x2x2xf32>
}

func.func @left_vector(
    %a0: tensor<3xf32> {dl.test_input =
      dense<[-2.25, 0.0, 3.0]> : tensor<3xf32>},
    %a1: tensor<2x3x2xf32> {dl.test_input =
      dense<[[[-0.25, 2.0], [2.5, 2.0], [0.75, -0.25]], [[0.0, -1.5], [0.0, -0.75], [-1.5,
      3.0]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected =
      dense<[[2.8125, -5.25], [-4.5, 12.375]]> : tensor<2x2xf32>}) {
  %r = graph.matmul %a0, %a1
      : (tensor<3xf32>, tensor<2x3x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @right_vector(
    %a0: tensor<2x2x3xf32> {dl.test_input =
      dense<[[[-3.0, -2.5, -2.0], [3.0, 1.25, 2.5]], [[-1.75, 1.5, -0.75], [0.0, -3.0, 0.75]]]>
      : tensor<2x2x3xf32>},
    %a1: tensor<3xf32> {dl.test_input =
      dense<[2.0, 1.0, -2.25]> : tensor<3xf32>})
    -> (tensor<2x2xf32> {dl.test_expected =
      dense<[[-4.0, 1.625], [-0.3125, -4.6875]]> : tensor<2x2xf32>}) {
  %r = graph.matmul %a0, %a1
      : (tensor<2x2x3xf32>, tensor<3xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @dot(
    %a0: tensor<5xf32> {dl.test_input =
      dense<[0.25, -1.5, 3.0, 2.5, -2.0]> : tensor<5xf32>},
    %a1: tensor<5xf32> {dl.test_input =
      dense<[0.0, 2.75, 2.25, 1.25, 0.75]> : tensor<5xf32>})
    -> (tensor<f32> {dl.test_expected =
      dense<4.25> : tensor<f32>}) {
  %r = graph.matmul %a0, %a1
      : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @integers(
    %a0: tensor<2x3xi32> {dl.test_input =
      dense<[[-46, 24, -3], [-41, -26, 4]]> : tensor<2x3xi32>},
    %a1: tensor<3x2xi32> {dl.test_input =
      dense<[[23, 1], [11, 38], [19, -14]]> : tensor<3x2xi32>})
    -> (tensor<2x2xi32> {dl.test_expected =
      dense<[[-851, 908], [-1153, -1085]]> : tensor<2x2xi32>}) {
  %r = graph.matmul %a0, %a1
      : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @gemm(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[1.0, 0.5, -2.5], [-2.75, 1.0, -0.75]]> : tensor<2x3xf32>},
    %a1: tensor<3x4xf32> {dl.test_input =
      dense<[[0.5, -1.0, -1.75, -2.25], [-0.75, 2.0, -0.5, -0.75], [0.5, 3.0, -0.75, 0.5]]> :
      tensor<3x4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[-1.125, -7.5, -0.125, -3.875], [-2.5, 2.5, 4.875, 5.0625]]> : tensor<2x4xf32>}) {
  %r = graph.gemm %a0, %a1
      : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// Both transposed, scaled, with a column to add.
func.func @gemm_transposed(
    %a0: tensor<3x2xf32> {dl.test_input =
      dense<[[-0.5, 0.75], [-0.25, 0.75], [0.25, 1.0]]> : tensor<3x2xf32>},
    %a1: tensor<4x3xf32> {dl.test_input =
      dense<[[2.75, -2.25, 0.5], [-0.25, -1.0, -1.75], [-2.75, -0.5, 2.0], [-2.5, -0.5, 3.0]]> :
      tensor<4x3xf32>},
    %a2: tensor<2x1xf32> {dl.test_input =
      dense<[[2.75], [-1.75]]> : tensor<2x1xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[5.15625, 5.46875, 6.5, 6.5625], [-3.0625, -4.84375, -3.71875, -3.125]]> :
      tensor<2x4xf32>}) {
  %r = graph.gemm %a0, %a1, %a2 alpha 0.5 beta 2.0 trans_a trans_b
      : (tensor<3x2xf32>, tensor<4x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @gemm_a(
    %a0: tensor<3x2xf32> {dl.test_input =
      dense<[[-3.0, 1.0], [-3.0, -1.25], [0.0, 2.25]]> : tensor<3x2xf32>},
    %a1: tensor<3x4xf32> {dl.test_input =
      dense<[[-2.5, 1.0, 0.25, -2.25], [2.25, 2.25, 0.0, 2.75], [0.75, 2.5, 3.0, 0.5]]> :
      tensor<3x4xf32>},
    %a2: tensor<4xf32> {dl.test_input =
      dense<[-1.25, -2.25, 0.5, -2.0]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[-0.5, -12.0, -0.25, -3.5], [-4.875, 1.5625, 7.5, -6.5625]]> : tensor<2x4xf32>}) {
  %r = graph.gemm %a0, %a1, %a2 trans_a
      : (tensor<3x2xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @gemm_b(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[1.5, 2.75, -1.5], [0.25, -2.75, -2.0]]> : tensor<2x3xf32>},
    %a1: tensor<4x3xf32> {dl.test_input =
      dense<[[-0.75, 2.5, 3.0], [1.0, 0.5, 0.5], [-2.75, -0.75, 3.0], [-0.5, -1.75, -1.75]]> :
      tensor<4x3xf32>},
    %a2: tensor<1x4xf32> {dl.test_input =
      dense<[[1.25, -3.0, 3.0, 2.25]]> : tensor<1x4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[-0.625, -6.1875, 19.03125, 6.65625], [20.84375, 0.1875, 9.9375, -10.03125]]> :
      tensor<2x4xf32>}) {
  %r = graph.gemm %a0, %a1, %a2 alpha -1.5 trans_b
      : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @gemm_scalar(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[0.5, -0.25, 1.75], [0.25, -0.25, -1.0]]> : tensor<2x3xf32>},
    %a1: tensor<3x2xf32> {dl.test_input =
      dense<[[-0.25, 1.5], [-2.75, -3.0], [1.5, -0.75]]> : tensor<3x2xf32>},
    %a2: tensor<1xf32> {dl.test_input =
      dense<[2.0]> : tensor<1xf32>})
    -> (tensor<2x2xf32> {dl.test_expected =
      dense<[[3.6875, 0.6875], [-0.375, 2.375]]> : tensor<2x2xf32>}) {
  %r = graph.gemm %a0, %a1, %a2 beta 0.25
      : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<1xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
