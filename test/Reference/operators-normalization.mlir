// RUN: dl-opt %s --test-interpret=tolerance=5e-7
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=5e-7

// Normalisations and means; the expected values are onnxruntime's.

func.func @mean(
    %a0: tensor<2x2x2x3xf32> {dl.test_input =
      dense<[[[[2.75, 0.75, 1.25], [2.5, 0.5, 1.75]], [[2.0, -1.75, -2.75], [-1.25, -1.25,
      2.25]]], [[[2.5, -3.0, 0.0], [2.0, -2.25, 1.75]], [[-2.5, -0.25, 2.0], [-1.25, -1.0,
      -1.5]]]]> : tensor<2x2x2x3xf32>})
    -> (tensor<2x2x1x1xf32> {dl.test_expected =
      dense<[[[[1.5833334]], [[-0.45833334]]], [[[0.16666667]], [[-0.75]]]]> :
      tensor<2x2x1x1xf32>}) {
  %r = graph.reduce_mean %a0 axes [2, 3] keepdims
      : (tensor<2x2x2x3xf32>) -> tensor<2x2x1x1xf32>
  return %r : tensor<2x2x1x1xf32>
}

func.func @mean_first(
    %a0: tensor<2x3x2xf32> {dl.test_input =
      dense<[[[1.25, -1.5], [3.0, -0.25], [-0.25, 0.0]], [[0.5, 0.25], [0.0, 3.0], [2.0,
      1.75]]]> : tensor<2x3x2xf32>})
    -> (tensor<3xf32> {dl.test_expected =
      dense<[0.125, 1.4375, 0.875]> : tensor<3xf32>}) {
  %r = graph.reduce_mean %a0 axes [0, 2]
      : (tensor<2x3x2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @mean_all(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[1.25, 0.75, -1.0], [3.0, -0.25, -1.75]]> : tensor<2x3xf32>})
    -> (tensor<f32> {dl.test_expected =
      dense<0.33333334> : tensor<f32>}) {
  %r = graph.reduce_mean %a0 axes [0, 1]
      : (tensor<2x3xf32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @batch_norm(
    %a0: tensor<2x3x2x2xf32> {dl.test_input =
      dense<[[[[2.25, -2.0], [2.25, 0.75]], [[-2.5, -2.75], [-0.25, -3.0]], [[-2.25, 0.0], [3.0,
      -0.25]]], [[[2.0, 2.5], [2.0, 0.75]], [[-0.25, 0.0], [-1.5, 0.0]], [[-0.75, -1.5],
      [3.0, -3.0]]]]> : tensor<2x3x2x2xf32>},
    %a1: tensor<3xf32> {dl.test_input =
      dense<[-2.5, -2.0, 3.0]> : tensor<3xf32>},
    %a2: tensor<3xf32> {dl.test_input =
      dense<[1.25, 2.5, -1.75]> : tensor<3xf32>},
    %a3: tensor<3xf32> {dl.test_input =
      dense<[1.5, -0.75, 0.0]> : tensor<3xf32>},
    %a4: tensor<3xf32> {dl.test_input =
      dense<[1.0, 3.0, 3.5]> : tensor<3xf32>})
    -> (tensor<2x3x2x2xf32> {dl.test_expected =
      dense<[[[[-0.624063, 9.995628], [-0.624063, 3.1240633]], [[4.5203896, 4.809016],
      [1.9227458, 5.097644]], [[-5.3575115, -1.75], [3.0600157, -2.1508346]]],
      [[[0.0006246567, -1.2487507], [0.0006246567, 3.1240633]], [[1.9227458, 1.6341188],
      [3.3658812, 1.6341188]], [[-2.952504, -4.155008], [3.0600157, -6.5600157]]]]> :
      tensor<2x3x2x2xf32>}) {
  %r = graph.batch_norm %a0, %a1, %a2, %a3, %a4 epsilon 0.001
      : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2x2xf32>
  return %r : tensor<2x3x2x2xf32>
}

func.func @batch_norm_2d(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[1.0, -2.25, 0.25], [-1.5, 3.0, 2.5]]> : tensor<2x3xf32>},
    %a1: tensor<3xf32> {dl.test_input =
      dense<[-2.0, 0.0, 2.75]> : tensor<3xf32>},
    %a2: tensor<3xf32> {dl.test_input =
      dense<[2.25, 1.25, 0.75]> : tensor<3xf32>},
    %a3: tensor<3xf32> {dl.test_input =
      dense<[-2.75, 1.5, -0.25]> : tensor<3xf32>},
    %a4: tensor<3xf32> {dl.test_input =
      dense<[1.25, 1.75, 2.75]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected =
      dense<[[-4.4581776, 1.25, 1.5791547], [0.013940811, 1.25, 5.310351]]> : tensor<2x3xf32>}) {
  %r = graph.batch_norm %a0, %a1, %a2, %a3, %a4
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @softmax(
    %a0: tensor<2x4xf32> {dl.test_input =
      dense<[[1.5, 0.0, 0.75, 2.25], [1.25, -0.75, 1.0, 0.5]]> : tensor<2x4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[0.2622953, 0.058526, 0.12389954, 0.5552792], [0.4190232, 0.05670862, 0.32633558,
      0.19793253]]> : tensor<2x4xf32>}) {
  %r = graph.softmax %a0 axis 1
      : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @softmax_middle(
    %a0: tensor<2x3x2xf32> {dl.test_input =
      dense<[[[-2.5, -2.75], [1.0, -0.75], [0.5, -1.0]], [[-1.75, -2.25], [-0.75, 2.0], [-0.5,
      -0.75]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x3x2xf32> {dl.test_expected =
      dense<[[[0.018449847, 0.07070306], [0.610975, 0.5224289], [0.3705751, 0.406868]],
      [[0.1387227, 0.013229771], [0.3770874, 0.9274785], [0.4841898, 0.059291713]]]> :
      tensor<2x3x2xf32>}) {
  %r = graph.softmax %a0 axis 1
      : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %r : tensor<2x3x2xf32>
}

// The largest is subtracted, so that nothing overflows.
func.func @softmax_large(
    %a0: tensor<3xf32> {dl.test_input =
      dense<[1000.0, 1001.0, -1000.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected =
      dense<[0.26894143, 0.7310586, 0.0]> : tensor<3xf32>}) {
  %r = graph.softmax %a0 axis 0
      : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @layer_norm(
    %a0: tensor<2x4xf32> {dl.test_input =
      dense<[[0.5, 3.0, -0.75, 0.5], [-0.5, 0.75, -0.25, 0.75]]> : tensor<2x4xf32>},
    %a1: tensor<4xf32> {dl.test_input =
      dense<[0.25, 1.0, 2.75, -2.25]> : tensor<4xf32>},
    %a2: tensor<4xf32> {dl.test_input =
      dense<[0.5, -0.25, -1.0, -1.75]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[0.4428, 1.3515999, -4.146, -1.2351999], [0.20269835, 0.72298723, -3.0811114,
      -3.9392214]]> : tensor<2x4xf32>}) {
  %r = graph.layer_norm %a0, %a1, %a2 axis 1 epsilon 0.01
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// Over two dims, without a bias.
func.func @layer_norm_two(
    %a0: tensor<2x2x3xf32> {dl.test_input =
      dense<[[[-2.75, -0.5, 2.0], [-2.5, -0.5, 3.0]], [[2.75, -1.75, -3.0], [1.0, -3.0,
      -1.25]]]> : tensor<2x2x3xf32>},
    %a1: tensor<2x3xf32> {dl.test_input =
      dense<[[0.0, 2.25, -2.5], [1.0, 0.25, -2.25]]> : tensor<2x3xf32>})
    -> (tensor<2x2x3xf32> {dl.test_expected =
      dense<[[[-0.0, -0.30906087, -2.6000366], [-1.0792602, -0.0343401, -3.3996701]], [[0.0,
      -0.93513834, 2.523389], [0.8906079, -0.25233892, 0.4007736]]]> : tensor<2x2x3xf32>}) {
  %r = graph.layer_norm %a0, %a1 axis 1
      : (tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  return %r : tensor<2x2x3xf32>
}

// Over the middle of large values.
func.func @layer_norm_first(
    %a0: tensor<2x2xf32> {dl.test_input =
      dense<[[1002.25, 1002.25], [1000.0, 1002.75]]> : tensor<2x2xf32>},
    %a1: tensor<2x2xf32> {dl.test_input =
      dense<[[0.75, 2.5], [3.0, 0.5]]> : tensor<2x2xf32>},
    %a2: tensor<2x2xf32> {dl.test_input =
      dense<[[-1.25, -2.25], [0.5, -2.0]]> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected =
      dense<[[-0.94224095, -1.2241364], [-4.6000075, -1.5603442]]> : tensor<2x2xf32>}) {
  %r = graph.layer_norm %a0, %a1, %a2 axis 0
      : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
