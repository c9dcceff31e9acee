// RUN: dl-opt %s --test-interpret=tolerance=2e-6
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=2e-6
// RUN: dl-opt %s --graph-fuse-ops --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=2e-6

// Elementwise operators against onnxruntime; made by make_cases.py.

func.func @relu(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[1.0, 1.5, 1.5, -0.875, -0.625], [1.75, -0.25, -1.875, 0.75, 0.125]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[1.0, 1.5, 1.5, 0.0, 0.0], [1.75, 0.0, 0.0, 0.75, 0.125]]> : tensor<2x5xf32>}) {
  %y = graph.relu %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @erf(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[-1.75, -2.0, 1.125, 0.0, 0.375], [-0.5, 1.5, -1.125, 0.625, -0.625]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[-0.9866717, -0.9953223, 0.8883882, 0.0, 0.4041169], [-0.5204999, 0.96610516, -0.8883882, 0.6232409, -0.6232409]]> : tensor<2x5xf32>}) {
  %y = graph.erf %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @exp(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[-1.875, 0.375, -2.0, -1.875, 1.125], [-1.375, -2.0, 2.0, -1.5, -2.0]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[0.15335497, 1.4549915, 0.13533528, 0.15335497, 3.080217], [0.2528396, 0.13533528, 7.389056, 0.22313017, 0.13533528]]> : tensor<2x5xf32>}) {
  %y = graph.exp %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @tanh(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[-0.5, -1.25, -1.25, -0.875, -1.875], [-0.625, -2.0, -1.625, 1.625, -1.875]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[-0.46211717, -0.84828365, -0.84828365, -0.70390564, -0.95404524], [-0.5545997, -0.9640276, -0.9253462, 0.9253462, -0.95404524]]> : tensor<2x5xf32>}) {
  %y = graph.tanh %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @sigmoid(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[0.625, -0.875, -1.875, 0.0, 1.0], [-0.625, 0.5, -0.625, 1.875, 0.5]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[0.65135485, 0.294215, 0.13296422, 0.5, 0.7310586], [0.34864515, 0.6224593, 0.34864515, 0.86703575, 0.6224593]]> : tensor<2x5xf32>}) {
  %y = graph.sigmoid %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @neg(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[-0.75, -1.875, 1.375, 1.875, -1.875], [-1.375, 1.125, 1.5, -0.375, 0.75]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[0.75, 1.875, -1.375, -1.875, 1.875], [1.375, -1.125, -1.5, 0.375, -0.75]]> : tensor<2x5xf32>}) {
  %y = graph.neg %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @abs(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[-1.625, 0.75, 1.5, 0.75, 0.875], [-1.125, -1.625, -1.125, 0.125, -1.25]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[1.625, 0.75, 1.5, 0.75, 0.875], [1.125, 1.625, 1.125, 0.125, 1.25]]> : tensor<2x5xf32>}) {
  %y = graph.abs %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @log(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[0.875, 0.25, 1.625, 1.375, 0.75], [1.75, 0.5, 1.625, 0.75, 0.5]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[-0.13353139, -1.3862944, 0.48550782, 0.31845373, -0.2876821], [0.5596158, -0.6931472, 0.48550782, -0.2876821, -0.6931472]]> : tensor<2x5xf32>}) {
  %y = graph.log %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @sqrt(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[0.5, 0.75, 0.75, 1.625, 1.5], [0.125, 1.375, 0.5, 1.875, 0.125]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[0.70710677, 0.8660254, 0.8660254, 1.2747549, 1.2247449], [0.35355338, 1.172604, 0.70710677, 1.3693064, 0.35355338]]> : tensor<2x5xf32>}) {
  %y = graph.sqrt %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @reciprocal(
    %x0: tensor<2x5xf32> {dl.test_input = dense<[[0.875, 1.125, 1.25, 0.5, 1.625], [1.5, 0.125, 1.125, 1.0, 0.25]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {dl.test_expected = dense<[[1.1428572, 0.8888889, 0.8, 2.0, 0.61538464], [0.6666667, 8.0, 0.8888889, 1.0, 4.0]]> : tensor<2x5xf32>}) {
  %y = graph.reciprocal %x0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @add(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[-1.5, 0.25, -0.5], [-0.75, 0.5, 1.5]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[1.625, 1.875, 1.125]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[0.125, 2.125, 0.625], [0.875, 2.375, 2.625]]> : tensor<2x3xf32>}) {
  %y = graph.add %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @add_i32(
    %x0: tensor<3x1xi32> {dl.test_input = dense<[[-11], [-16], [-1]]> : tensor<3x1xi32>},
    %x1: tensor<2xi32> {dl.test_input = dense<[15, 13]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[4, 2], [-1, -3], [14, 12]]> : tensor<3x2xi32>}) {
  %y = graph.add %x0, %x1 : (tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

func.func @sub(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[0.75, -0.25, 0.75], [-1.5, 1.125, 0.5]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[0.25, 1.5, 1.875]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[0.5, -1.75, -1.125], [-1.75, -0.375, -1.375]]> : tensor<2x3xf32>}) {
  %y = graph.sub %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @sub_i32(
    %x0: tensor<3x1xi32> {dl.test_input = dense<[[-7], [4], [-2]]> : tensor<3x1xi32>},
    %x1: tensor<2xi32> {dl.test_input = dense<[13, 11]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[-20, -18], [-9, -7], [-15, -13]]> : tensor<3x2xi32>}) {
  %y = graph.sub %x0, %x1 : (tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

func.func @mul(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[1.25, -1.375, 0.0], [0.5, 0.75, -1.125]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[1.25, 1.0, 1.625]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[1.5625, -1.375, 0.0], [0.625, 0.75, -1.828125]]> : tensor<2x3xf32>}) {
  %y = graph.mul %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @mul_i32(
    %x0: tensor<3x1xi32> {dl.test_input = dense<[[16], [-15], [16]]> : tensor<3x1xi32>},
    %x1: tensor<2xi32> {dl.test_input = dense<[16, 1]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[256, 16], [-240, -15], [256, 16]]> : tensor<3x2xi32>}) {
  %y = graph.mul %x0, %x1 : (tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

func.func @div(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[1.75, -0.875, 1.25], [-0.125, 1.625, -1.75]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[0.75, 0.875, 1.375]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[2.3333333, -1.0, 0.90909094], [-0.16666667, 1.8571428, -1.2727273]]> : tensor<2x3xf32>}) {
  %y = graph.div %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @div_i32(
    %x0: tensor<3x1xi32> {dl.test_input = dense<[[-8], [-16], [9]]> : tensor<3x1xi32>},
    %x1: tensor<2xi32> {dl.test_input = dense<[10, 7]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[0, -1], [-1, -2], [0, 1]]> : tensor<3x2xi32>}) {
  %y = graph.div %x0, %x1 : (tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

func.func @maximum(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[1.625, -1.25, 0.125], [-0.5, 1.375, 1.625]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[0.375, 1.875, 1.25]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[1.625, 1.875, 1.25], [0.375, 1.875, 1.625]]> : tensor<2x3xf32>}) {
  %y = graph.maximum %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @maximum_i32(
    %x0: tensor<3x1xi32> {dl.test_input = dense<[[-15], [3], [-4]]> : tensor<3x1xi32>},
    %x1: tensor<2xi32> {dl.test_input = dense<[10, 8]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[10, 8], [10, 8], [10, 8]]> : tensor<3x2xi32>}) {
  %y = graph.maximum %x0, %x1 : (tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

func.func @minimum(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[1.125, 1.0, -1.25], [-0.625, -1.875, 1.75]]> : tensor<2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[1.75, 2.0, 1.0]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[1.125, 1.0, -1.25], [-0.625, -1.875, 1.0]]> : tensor<2x3xf32>}) {
  %y = graph.minimum %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @minimum_i32(
    %x0: tensor<3x1xi32> {dl.test_input = dense<[[8], [10], [-2]]> : tensor<3x1xi32>},
    %x1: tensor<2xi32> {dl.test_input = dense<[1, 14]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[1, 8], [1, 10], [-2, -2]]> : tensor<3x2xi32>}) {
  %y = graph.minimum %x0, %x1 : (tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

func.func @pow(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[0.625, 1.375, 1.875], [0.75, 0.625, 1.125]]> : tensor<2x3xf32>},
    %x1: tensor<2x1xf32> {dl.test_input = dense<[[0.875], [0.75]]> : tensor<2x1xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[0.6628191, 1.3213408, 1.7333095], [0.80592746, 0.70292664, 1.0923564]]> : tensor<2x3xf32>}) {
  %y = graph.pow %x0, %x1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @neg_i32(
    %x0: tensor<4xi32> {dl.test_input = dense<[8, -1, -9, -12]> : tensor<4xi32>})
    -> (tensor<4xi32> {dl.test_expected = dense<[-8, 1, 9, 12]> : tensor<4xi32>}) {
  %y = graph.neg %x0 : (tensor<4xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

func.func @abs_i32(
    %x0: tensor<4xi32> {dl.test_input = dense<[1, -16, 13, 9]> : tensor<4xi32>})
    -> (tensor<4xi32> {dl.test_expected = dense<[1, 16, 13, 9]> : tensor<4xi32>}) {
  %y = graph.abs %x0 : (tensor<4xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

func.func @scalar_left(
    %x0: tensor<f32> {dl.test_input = dense<1.25> : tensor<f32>},
    %x1: tensor<2x2xf32> {dl.test_input = dense<[[-0.125, 0.125], [-1.875, -0.625]]> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[1.375, 1.125], [3.125, 1.875]]> : tensor<2x2xf32>}) {
  %y = graph.sub %x0, %x1 : (tensor<f32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @both_broadcast(
    %x0: tensor<2x1x3xf32> {dl.test_input = dense<[[[0.875, 0.625, 1.5]], [[-1.25, 0.875, 1.75]]]> : tensor<2x1x3xf32>},
    %x1: tensor<4x1xf32> {dl.test_input = dense<[[-1.125], [0.5], [0.25], [0.25]]> : tensor<4x1xf32>})
    -> (tensor<2x4x3xf32> {dl.test_expected = dense<[[[-0.984375, -0.703125, -1.6875], [0.4375, 0.3125, 0.75], [0.21875, 0.15625, 0.375], [0.21875, 0.15625, 0.375]], [[1.40625, -0.984375, -1.96875], [-0.625, 0.4375, 0.875], [-0.3125, 0.21875, 0.4375], [-0.3125, 0.21875, 0.4375]]]> : tensor<2x4x3xf32>}) {
  %y = graph.mul %x0, %x1 : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  return %y : tensor<2x4x3xf32>
}
