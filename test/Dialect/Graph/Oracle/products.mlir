// RUN: dl-opt %s --test-interpret=tolerance=1e-6
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=1e-6
// RUN: dl-opt %s --graph-fuse-ops --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=1e-6

// Matrix products against onnxruntime; made by make_cases.py.

func.func @matrix(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[-0.125, 0.125, -0.625], [0.75, 1.875, 1.75]]> : tensor<2x3xf32>},
    %x1: tensor<3x4xf32> {dl.test_input = dense<[[1.125, 0.0, 1.0, 1.0], [-2.0, 0.875, 2.0, 1.125], [0.875, 1.125, 1.0, 2.0]]> : tensor<3x4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected = dense<[[-0.9375, -0.59375, -0.5, -1.234375], [-1.375, 3.609375, 6.25, 6.359375]]> : tensor<2x4xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @integers(
    %x0: tensor<2x3xi32> {dl.test_input = dense<[[-13, -4, 15], [-12, 12, -4]]> : tensor<2x3xi32>},
    %x1: tensor<3x2xi32> {dl.test_input = dense<[[10, 9], [-9, 7], [-14, -10]]> : tensor<3x2xi32>})
    -> (tensor<2x2xi32> {dl.test_expected = dense<[[-304, -295], [-172, 16]]> : tensor<2x2xi32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}

func.func @row(
    %x0: tensor<3xf32> {dl.test_input = dense<[0.125, 0.875, 0.75]> : tensor<3xf32>},
    %x1: tensor<3x4xf32> {dl.test_input = dense<[[1.75, -0.625, -1.375, -0.875], [0.0, 0.25, 2.0, -1.625], [2.0, 1.25, -0.375, 2.0]]> : tensor<3x4xf32>})
    -> (tensor<4xf32> {dl.test_expected = dense<[1.71875, 1.078125, 1.296875, -0.03125]> : tensor<4xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @column(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[1.625, -1.875, -1.625], [2.0, -2.0, 1.25]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[1.0, 0.125, 1.625]> : tensor<3xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[-1.25, 3.78125]> : tensor<2xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @dot(
    %x0: tensor<5xf32> {dl.test_input = dense<[-1.375, 1.875, 1.625, 1.875, 1.0]> : tensor<5xf32>},
    %x1: tensor<5xf32> {dl.test_input = dense<[1.25, -0.875, -2.0, -0.875, 0.875]> : tensor<5xf32>})
    -> (tensor<f32> {dl.test_expected = dense<-7.375> : tensor<f32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @batch(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[-0.625, -0.5, 1.0], [-2.0, -0.875, 0.0]], [[1.75, 0.875, 0.5], [1.375, 1.5, -1.625]]]> : tensor<2x2x3xf32>},
    %x1: tensor<2x3x2xf32> {dl.test_input = dense<[[[0.375, 0.75], [-0.25, -1.0], [0.875, 0.5]], [[-0.25, 0.625], [-1.625, -0.625], [1.625, 1.625]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x2x2xf32> {dl.test_expected = dense<[[[0.765625, 0.53125], [-0.53125, -0.625]], [[-1.046875, 1.359375], [-5.421875, -2.71875]]]> : tensor<2x2x2xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<2x2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  return %y : tensor<2x2x2xf32>
}

func.func @batch_broadcast(
    %x0: tensor<2x1x2x3xf32> {dl.test_input = dense<[[[[-1.625, 0.125, -0.875], [0.0, -2.0, 2.0]]], [[[-1.375, -1.25, 1.25], [-0.5, -0.625, -0.25]]]]> : tensor<2x1x2x3xf32>},
    %x1: tensor<3x3x2xf32> {dl.test_input = dense<[[[-1.5, 0.375], [-1.125, 0.75], [0.75, 0.5]], [[-1.0, 1.75], [-1.5, -1.375], [0.25, -0.375]], [[-0.875, -0.25], [-1.5, 0.125], [1.5, -0.625]]]> : tensor<3x3x2xf32>})
    -> (tensor<2x3x2x2xf32> {dl.test_expected = dense<[[[[1.640625, -0.953125], [3.75, -0.5]], [[1.21875, -2.6875], [3.5, 2.0]], [[-0.078125, 0.96875], [6.0, -1.5]]], [[[4.40625, -0.828125], [1.265625, -0.78125]], [[3.5625, -1.15625], [1.375, 0.078125]], [[4.953125, -0.59375], [1.0, 0.203125]]]]> : tensor<2x3x2x2xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<2x1x2x3xf32>, tensor<3x3x2xf32>) -> tensor<2x3x2x2xf32>
  return %y : tensor<2x3x2x2xf32>
}

func.func @batch_of_one(
    %x0: tensor<1x2x3xf32> {dl.test_input = dense<[[[-1.75, 1.25, -0.625], [-2.0, -1.625, 0.375]]]> : tensor<1x2x3xf32>},
    %x1: tensor<3x2xf32> {dl.test_input = dense<[[-1.375, -0.125], [-1.75, -0.375], [1.625, 2.0]]> : tensor<3x2xf32>})
    -> (tensor<1x2x2xf32> {dl.test_expected = dense<[[[-0.796875, -1.5], [6.203125, 1.609375]]]> : tensor<1x2x2xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<1x2x3xf32>, tensor<3x2xf32>) -> tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}

func.func @row_batch(
    %x0: tensor<3xf32> {dl.test_input = dense<[-0.375, 2.0, 0.625]> : tensor<3xf32>},
    %x1: tensor<2x3x2xf32> {dl.test_input = dense<[[[-0.125, -0.375], [0.25, -1.625], [-1.375, -0.375]], [[-1.875, 1.0], [-0.25, 2.0], [-1.75, 0.75]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[-0.3125, -3.34375], [-0.890625, 4.09375]]> : tensor<2x2xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<3xf32>, tensor<2x3x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @batch_column(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[0.25, 0.125, 0.375], [0.5, 1.25, 1.125]], [[-0.5, 1.0, -1.625], [1.125, 1.875, -1.875]]]> : tensor<2x2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[1.25, 0.75, -2.0]> : tensor<3xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[-0.34375, -0.6875], [3.375, 6.5625]]> : tensor<2x2xf32>}) {
  %y = graph.matmul %x0, %x1 : (tensor<2x2x3xf32>, tensor<3xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @gemm(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[0.375, 1.125, -0.125], [-0.875, 1.875, 1.0]]> : tensor<2x3xf32>},
    %x1: tensor<3x4xf32> {dl.test_input = dense<[[-1.25, 1.875, 1.625, -0.125], [-1.875, -0.5, -0.375, 0.875], [2.0, 0.0, 1.625, 0.875]]> : tensor<3x4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected = dense<[[-2.828125, 0.140625, -0.015625, 0.828125], [-0.421875, -2.578125, -0.5, 2.625]]> : tensor<2x4xf32>}) {
  %y = graph.gemm %x0, %x1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @gemm_vector(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[-0.5, 1.625, 0.25], [1.25, -0.125, -0.25]]> : tensor<2x3xf32>},
    %x1: tensor<4x3xf32> {dl.test_input = dense<[[1.125, -2.0, -0.625], [2.0, 1.875, -2.0], [-0.875, -1.125, -0.625], [-1.875, -1.5, 0.0]]> : tensor<4x3xf32>},
    %x2: tensor<4xf32> {dl.test_input = dense<[-2.0, -1.375, 0.75, 1.0]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected = dense<[[-5.96875, 0.171875, -0.796875, -0.5], [-0.1875, 1.390625, -0.046875, -1.15625]]> : tensor<2x4xf32>}) {
  %y = graph.gemm %x0, %x1, %x2 trans_b : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @gemm_column(
    %x0: tensor<3x2xf32> {dl.test_input = dense<[[-1.5, -1.25], [-1.125, -1.0], [-0.875, 2.0]]> : tensor<3x2xf32>},
    %x1: tensor<3x4xf32> {dl.test_input = dense<[[2.0, 1.25, -0.75, 1.5], [-1.5, 0.375, 0.75, 0.375], [0.125, 1.5, -0.375, 0.125]]> : tensor<3x4xf32>},
    %x2: tensor<2x1xf32> {dl.test_input = dense<[[1.625], [-0.5]]> : tensor<2x1xf32>})
    -> (tensor<2x4xf32> {dl.test_expected = dense<[[0.203125, -1.984375, 2.234375, -1.15625], [-1.25, 0.5625, -1.0625, -2.5]]> : tensor<2x4xf32>}) {
  %y = graph.gemm %x0, %x1, %x2 trans_a : (tensor<3x2xf32>, tensor<3x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @gemm_scalar(
    %x0: tensor<3x2xf32> {dl.test_input = dense<[[1.25, -0.5], [0.625, -0.125], [0.625, 2.0]]> : tensor<3x2xf32>},
    %x1: tensor<4x3xf32> {dl.test_input = dense<[[1.625, -1.375, 1.625], [0.75, 1.5, 0.125], [1.125, -0.375, -1.0], [-1.25, 0.875, 1.375]]> : tensor<4x3xf32>},
    %x2: tensor<1xf32> {dl.test_input = dense<[0.625]> : tensor<1xf32>})
    -> (tensor<2x4xf32> {dl.test_expected = dense<[[2.8125, 2.578125, 1.171875, 0.46875], [3.234375, 0.3125, -1.890625, 3.890625]]> : tensor<2x4xf32>}) {
  %y = graph.gemm %x0, %x1, %x2 trans_a trans_b : (tensor<3x2xf32>, tensor<4x3xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @gemm_scaled(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[-1.375, -1.5, 1.75], [1.375, 0.0, -0.125]]> : tensor<2x3xf32>},
    %x1: tensor<3x2xf32> {dl.test_input = dense<[[0.125, -0.375], [2.0, 0.0], [-1.375, -0.25]]> : tensor<3x2xf32>},
    %x2: tensor<2x2xf32> {dl.test_input = dense<[[-1.0, -0.875], [2.0, 1.375]]> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[-4.7890625, -1.7109375], [4.171875, 2.5078125]]> : tensor<2x2xf32>}) {
  %y = graph.gemm %x0, %x1, %x2 alpha 0.5 beta 2.0 : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @gemm_no_beta(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[-1.5, 0.75, 0.875], [-1.875, 1.875, -1.875]]> : tensor<2x3xf32>},
    %x1: tensor<3x2xf32> {dl.test_input = dense<[[0.875, 0.5], [1.625, 0.875], [1.0, 0.25]]> : tensor<3x2xf32>},
    %x2: tensor<2x2xf32> {dl.test_input = dense<[[1.125, 2.0], [0.625, 0.0]]> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[1.5625, 0.25], [-0.9375, 0.46875]]> : tensor<2x2xf32>}) {
  %y = graph.gemm %x0, %x1, %x2 alpha 2.0 beta 0.0 : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
