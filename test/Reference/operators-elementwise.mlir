// RUN: dl-opt %s --test-interpret=tolerance=3e-7
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=3e-7

// Elementwise operators with numpy's broadcasting; the expected values are onnxruntime's.

func.func @relu(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[0.0, 0.0, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>}) {
  %r = graph.relu %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @erf(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[-0.9995931, -0.5204999, 0.0, 0.5204999, 0.8427008, 0.9999779]]> : tensor<1x6xf32>}) {
  %r = graph.erf %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @exp(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[0.082085, 0.60653067, 1.0, 1.6487212, 2.7182817, 20.085537]]> : tensor<1x6xf32>}) {
  %r = graph.exp %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @tanh(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[-0.98661435, -0.46211717, 0.0, 0.46211717, 0.7615942, 0.9950547]]> :
      tensor<1x6xf32>}) {
  %r = graph.tanh %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @sigmoid(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[0.075858176, 0.3775407, 0.5, 0.6224593, 0.7310586, 0.95257413]]> : tensor<1x6xf32>}) {
  %r = graph.sigmoid %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @neg(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[2.5, 0.5, -0.0, -0.5, -1.0, -3.0]]> : tensor<1x6xf32>}) {
  %r = graph.neg %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @abs(
    %a0: tensor<1x6xf32> {dl.test_input =
      dense<[[-2.5, -0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>})
    -> (tensor<1x6xf32> {dl.test_expected =
      dense<[[2.5, 0.5, 0.0, 0.5, 1.0, 3.0]]> : tensor<1x6xf32>}) {
  %r = graph.abs %a0
      : (tensor<1x6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

func.func @log(
    %a0: tensor<1x5xf32> {dl.test_input =
      dense<[[0.25, 0.5, 1.0, 2.0, 3.0]]> : tensor<1x5xf32>})
    -> (tensor<1x5xf32> {dl.test_expected =
      dense<[[-1.3862944, -0.6931472, 0.0, 0.6931472, 1.0986123]]> : tensor<1x5xf32>}) {
  %r = graph.log %a0
      : (tensor<1x5xf32>) -> tensor<1x5xf32>
  return %r : tensor<1x5xf32>
}

func.func @sqrt(
    %a0: tensor<1x5xf32> {dl.test_input =
      dense<[[0.25, 0.5, 1.0, 2.0, 3.0]]> : tensor<1x5xf32>})
    -> (tensor<1x5xf32> {dl.test_expected =
      dense<[[0.5, 0.70710677, 1.0, 1.4142135, 1.7320508]]> : tensor<1x5xf32>}) {
  %r = graph.sqrt %a0
      : (tensor<1x5xf32>) -> tensor<1x5xf32>
  return %r : tensor<1x5xf32>
}

func.func @reciprocal(
    %a0: tensor<1x5xf32> {dl.test_input =
      dense<[[0.25, 0.5, 1.0, 2.0, 3.0]]> : tensor<1x5xf32>})
    -> (tensor<1x5xf32> {dl.test_expected =
      dense<[[4.0, 2.0, 1.0, 0.5, 0.33333334]]> : tensor<1x5xf32>}) {
  %r = graph.reciprocal %a0
      : (tensor<1x5xf32>) -> tensor<1x5xf32>
  return %r : tensor<1x5xf32>
}

func.func @add(
    %a0: tensor<2x1x3xf32> {dl.test_input =
      dense<[[[2.75, 0.75, 1.25]], [[2.5, 0.5, 1.75]]]> : tensor<2x1x3xf32>},
    %a1: tensor<4x1xf32> {dl.test_input =
      dense<[[2.0], [-1.75], [-2.75], [-1.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected =
      dense<[[[4.75, 2.75, 3.25], [1.0, -1.0, -0.5], [0.0, -2.0, -1.5], [1.5, -0.5, 0.0]],
      [[4.5, 2.5, 3.75], [0.75, -1.25, 0.0], [-0.25, -2.25, -1.0], [1.25, -0.75, 0.5]]]> :
      tensor<2x4x3xf32>}) {
  %r = graph.add %a0, %a1
      : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

func.func @sub(
    %a0: tensor<2x1x3xf32> {dl.test_input =
      dense<[[[2.75, 0.75, 1.25]], [[2.5, 0.5, 1.75]]]> : tensor<2x1x3xf32>},
    %a1: tensor<4x1xf32> {dl.test_input =
      dense<[[2.0], [-1.75], [-2.75], [-1.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected =
      dense<[[[0.75, -1.25, -0.75], [4.5, 2.5, 3.0], [5.5, 3.5, 4.0], [4.0, 2.0, 2.5]], [[0.5,
      -1.5, -0.25], [4.25, 2.25, 3.5], [5.25, 3.25, 4.5], [3.75, 1.75, 3.0]]]> :
      tensor<2x4x3xf32>}) {
  %r = graph.sub %a0, %a1
      : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

func.func @mul(
    %a0: tensor<2x1x3xf32> {dl.test_input =
      dense<[[[2.75, 0.75, 1.25]], [[2.5, 0.5, 1.75]]]> : tensor<2x1x3xf32>},
    %a1: tensor<4x1xf32> {dl.test_input =
      dense<[[2.0], [-1.75], [-2.75], [-1.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected =
      dense<[[[5.5, 1.5, 2.5], [-4.8125, -1.3125, -2.1875], [-7.5625, -2.0625, -3.4375],
      [-3.4375, -0.9375, -1.5625]], [[5.0, 1.0, 3.5], [-4.375, -0.875, -3.0625], [-6.875,
      -1.375, -4.8125], [-3.125, -0.625, -2.1875]]]> : tensor<2x4x3xf32>}) {
  %r = graph.mul %a0, %a1
      : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

func.func @div(
    %a0: tensor<2x1x3xf32> {dl.test_input =
      dense<[[[2.75, 0.75, 1.25]], [[2.5, 0.5, 1.75]]]> : tensor<2x1x3xf32>},
    %a1: tensor<4x1xf32> {dl.test_input =
      dense<[[2.0], [-1.75], [-2.75], [-1.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected =
      dense<[[[1.375, 0.375, 0.625], [-1.5714285, -0.42857143, -0.71428573], [-1.0, -0.27272728,
      -0.45454547], [-2.2, -0.6, -1.0]], [[1.25, 0.25, 0.875], [-1.4285715, -0.2857143,
      -1.0], [-0.90909094, -0.18181819, -0.6363636], [-2.0, -0.4, -1.4]]]> :
      tensor<2x4x3xf32>}) {
  %r = graph.div %a0, %a1
      : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

func.func @maximum(
    %a0: tensor<2x1x3xf32> {dl.test_input =
      dense<[[[2.75, 0.75, 1.25]], [[2.5, 0.5, 1.75]]]> : tensor<2x1x3xf32>},
    %a1: tensor<4x1xf32> {dl.test_input =
      dense<[[2.0], [-1.75], [-2.75], [-1.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected =
      dense<[[[2.75, 2.0, 2.0], [2.75, 0.75, 1.25], [2.75, 0.75, 1.25], [2.75, 0.75, 1.25]],
      [[2.5, 2.0, 2.0], [2.5, 0.5, 1.75], [2.5, 0.5, 1.75], [2.5, 0.5, 1.75]]]> :
      tensor<2x4x3xf32>}) {
  %r = graph.maximum %a0, %a1
      : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

func.func @minimum(
    %a0: tensor<2x1x3xf32> {dl.test_input =
      dense<[[[2.75, 0.75, 1.25]], [[2.5, 0.5, 1.75]]]> : tensor<2x1x3xf32>},
    %a1: tensor<4x1xf32> {dl.test_input =
      dense<[[2.0], [-1.75], [-2.75], [-1.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected =
      dense<[[[2.0, 0.75, 1.25], [-1.75, -1.75, -1.75], [-2.75, -2.75, -2.75], [-1.25, -1.25,
      -1.25]], [[2.0, 0.5, 1.75], [-1.75, -1.75, -1.75], [-2.75, -2.75, -2.75], [-1.25,
      -1.25, -1.25]]]> : tensor<2x4x3xf32>}) {
  %r = graph.minimum %a0, %a1
      : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

func.func @pow(
    %a0: tensor<3x1xf32> {dl.test_input =
      dense<[[0.5], [2.0], [3.0]]> : tensor<3x1xf32>},
    %a1: tensor<4xf32> {dl.test_input =
      dense<[2.0, 0.5, -1.0, 0.0]> : tensor<4xf32>})
    -> (tensor<3x4xf32> {dl.test_expected =
      dense<[[0.25, 0.70710677, 2.0, 1.0], [4.0, 1.4142135, 0.5, 1.0], [9.0, 1.7320508,
      0.33333334, 1.0]]> : tensor<3x4xf32>}) {
  %r = graph.pow %a0, %a1
      : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

func.func @add_i32(
    %a0: tensor<1x3xi32> {dl.test_input =
      dense<[[7, -7, 5]]> : tensor<1x3xi32>},
    %a1: tensor<2x1xi32> {dl.test_input =
      dense<[[2], [-2]]> : tensor<2x1xi32>})
    -> (tensor<2x3xi32> {dl.test_expected =
      dense<[[9, -5, 7], [5, -9, 3]]> : tensor<2x3xi32>}) {
  %r = graph.add %a0, %a1
      : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @sub_i32(
    %a0: tensor<1x3xi32> {dl.test_input =
      dense<[[7, -7, 5]]> : tensor<1x3xi32>},
    %a1: tensor<2x1xi32> {dl.test_input =
      dense<[[2], [-2]]> : tensor<2x1xi32>})
    -> (tensor<2x3xi32> {dl.test_expected =
      dense<[[5, -9, 3], [9, -5, 7]]> : tensor<2x3xi32>}) {
  %r = graph.sub %a0, %a1
      : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @mul_i32(
    %a0: tensor<1x3xi32> {dl.test_input =
      dense<[[7, -7, 5]]> : tensor<1x3xi32>},
    %a1: tensor<2x1xi32> {dl.test_input =
      dense<[[2], [-2]]> : tensor<2x1xi32>})
    -> (tensor<2x3xi32> {dl.test_expected =
      dense<[[14, -14, 10], [-14, 14, -10]]> : tensor<2x3xi32>}) {
  %r = graph.mul %a0, %a1
      : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// Integers divide towards zero.
func.func @div_i32(
    %a0: tensor<1x3xi32> {dl.test_input =
      dense<[[7, -7, 5]]> : tensor<1x3xi32>},
    %a1: tensor<2x1xi32> {dl.test_input =
      dense<[[2], [-2]]> : tensor<2x1xi32>})
    -> (tensor<2x3xi32> {dl.test_expected =
      dense<[[3, -3, 2], [-3, 3, -2]]> : tensor<2x3xi32>}) {
  %r = graph.div %a0, %a1
      : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @maximum_i32(
    %a0: tensor<1x3xi32> {dl.test_input =
      dense<[[7, -7, 5]]> : tensor<1x3xi32>},
    %a1: tensor<2x1xi32> {dl.test_input =
      dense<[[2], [-2]]> : tensor<2x1xi32>})
    -> (tensor<2x3xi32> {dl.test_expected =
      dense<[[7, 2, 5], [7, -2, 5]]> : tensor<2x3xi32>}) {
  %r = graph.maximum %a0, %a1
      : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @minimum_i32(
    %a0: tensor<1x3xi32> {dl.test_input =
      dense<[[7, -7, 5]]> : tensor<1x3xi32>},
    %a1: tensor<2x1xi32> {dl.test_input =
      dense<[[2], [-2]]> : tensor<2x1xi32>})
    -> (tensor<2x3xi32> {dl.test_expected =
      dense<[[2, -7, 2], [-2, -7, -2]]> : tensor<2x3xi32>}) {
  %r = graph.minimum %a0, %a1
      : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @neg_i64(
    %a0: tensor<2xi64> {dl.test_input =
      dense<[5, -3]> : tensor<2xi64>})
    -> (tensor<2xi64> {dl.test_expected =
      dense<[-5, 3]> : tensor<2xi64>}) {
  %r = graph.neg %a0
      : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// Rank 0 broadcasts to all.
func.func @scalar(
    %a0: tensor<2x2xf32> {dl.test_input =
      dense<[[-1.25, 2.25], [2.5, -3.0]]> : tensor<2x2xf32>},
    %a1: tensor<f32> {dl.test_input =
      dense<10.0> : tensor<f32>})
    -> (tensor<2x2xf32> {dl.test_expected =
      dense<[[8.75, 12.25], [12.5, 7.0]]> : tensor<2x2xf32>}) {
  %r = graph.add %a0, %a1
      : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// Integers by 0, as numpy has it, and the smallest one by -1, which wraps.
func.func @div_by_zero(
    %a0: tensor<4xi32> {dl.test_input = dense<[4, 2, -2147483648, -7]> : tensor<4xi32>},
    %a1: tensor<4xi32> {dl.test_input = dense<[2, 0, -1, 2]> : tensor<4xi32>})
    -> (tensor<4xi32> {dl.test_expected = dense<[2, 0, -2147483648, -3]> : tensor<4xi32>}) {
  %r = graph.div %a0, %a1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
