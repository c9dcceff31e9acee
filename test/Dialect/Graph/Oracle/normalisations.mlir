// RUN: dl-opt %s --test-interpret=tolerance=1e-6
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=1e-6
// RUN: dl-opt %s --graph-fuse-ops --convert-graph-to-te --dl-verify-te --test-interpret=tolerance=1e-6

// Reductions and normalisations against onnxruntime; made by make_cases.py.

func.func @mean_last(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[-0.25, 0.125, -1.625], [0.25, -0.625, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[-0.5833333, -0.29166666]> : tensor<2xf32>}) {
  %y = graph.reduce_mean %x0 axes [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @mean_kept(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[1.375, 1.5], [-0.625, -0.5], [-0.625, -0.375]], [[-0.625, -1.75], [0.5, 0.0], [1.5, 1.375]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x1x2xf32> {dl.test_expected = dense<[[[0.041666668, 0.20833333]], [[0.45833334, -0.125]]]> : tensor<2x1x2xf32>}) {
  %y = graph.reduce_mean %x0 axes [1] keepdims : (tensor<2x3x2xf32>) -> tensor<2x1x2xf32>
  return %y : tensor<2x1x2xf32>
}

func.func @mean_spatial(
    %x0: tensor<1x2x2x2xf32> {dl.test_input = dense<[[[[0.125, -0.875], [1.25, 1.125]], [[1.375, -1.0], [0.625, 1.875]]]]> : tensor<1x2x2x2xf32>})
    -> (tensor<1x2x1x1xf32> {dl.test_expected = dense<[[[[0.40625]], [[0.71875]]]]> : tensor<1x2x1x1xf32>}) {
  %y = graph.reduce_mean %x0 axes [2, 3] keepdims : (tensor<1x2x2x2xf32>) -> tensor<1x2x1x1xf32>
  return %y : tensor<1x2x1x1xf32>
}

func.func @mean_first_and_last(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[0.375, -1.5], [-0.625, -0.625], [-0.75, 0.5]], [[1.0, 0.875], [0.625, -2.0], [1.25, -0.5]]]> : tensor<2x3x2xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[0.1875, -0.65625, 0.125]> : tensor<3xf32>}) {
  %y = graph.reduce_mean %x0 axes [0, 2] : (tensor<2x3x2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func @mean_all(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[2.0, -2.0, 0.75], [0.0, -0.625, -0.625]]> : tensor<2x3xf32>})
    -> (tensor<f32> {dl.test_expected = dense<-0.083333336> : tensor<f32>}) {
  %y = graph.reduce_mean %x0 axes [0, 1] : (tensor<2x3xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @softmax_0(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[-0.375, 1.875], [-1.625, 1.0], [-1.125, 0.875]], [[-0.625, -0.625], [-0.75, -0.25], [-0.875, 0.0]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x3x2xf32> {dl.test_expected = dense<[[[0.5621765, 0.9241418], [0.29421496, 0.7772999], [0.43782353, 0.70578504]], [[0.43782353, 0.07585818], [0.70578504, 0.22270015], [0.5621765, 0.29421496]]]> : tensor<2x3x2xf32>}) {
  %y = graph.softmax %x0 axis 0 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %y : tensor<2x3x2xf32>
}

func.func @softmax_1(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[0.875, 0.75], [-1.25, -1.0], [-1.375, 0.375]], [[-1.625, 0.625], [-1.25, -0.125], [-1.0, -0.5]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x3x2xf32> {dl.test_expected = dense<[[[0.8164384, 0.53732723], [0.09750966, 0.09337347], [0.08605198, 0.36929926]], [[0.23130816, 0.5564771], [0.3365514, 0.26286116], [0.43214053, 0.18066166]]]> : tensor<2x3x2xf32>}) {
  %y = graph.softmax %x0 axis 1 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %y : tensor<2x3x2xf32>
}

func.func @softmax_2(
    %x0: tensor<2x3x2xf32> {dl.test_input = dense<[[[-0.75, -1.125], [0.125, 1.125], [1.625, 0.5]], [[-1.625, -1.125], [-0.5, -1.625], [1.125, 1.0]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x3x2xf32> {dl.test_expected = dense<[[[0.5926666, 0.40733343], [0.26894143, 0.7310586], [0.754915, 0.24508502]], [[0.37754068, 0.62245935], [0.754915, 0.24508502], [0.5312094, 0.46879065]]]> : tensor<2x3x2xf32>}) {
  %y = graph.softmax %x0 axis 2 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %y : tensor<2x3x2xf32>
}

func.func @softmax_large(
    %x0: tensor<2x3xf32> {dl.test_input = dense<[[0.0, 250.0, 1500.0], [-625.0, -500.0, 125.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32>}) {
  %y = graph.softmax %x0 axis 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

func.func @layer_norm_last(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[-0.5, -1.25, 1.875], [1.5, -0.625, 1.25]], [[-0.375, 1.875, -0.625], [-0.75, -0.125, -1.125]]]> : tensor<2x2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[0.125, -0.875, 0.125]> : tensor<3xf32>},
    %x2: tensor<3xf32> {dl.test_input = dense<[1.25, -1.375, -1.375]> : tensor<3xf32>})
    -> (tensor<2x2x3xf32> {dl.test_expected = dense<[[[1.1993117, -0.5288956, -1.2034397], [1.3537761, -0.15153408, -1.3039953]], [[1.1761665, -2.6024806, -1.4765209], [1.2254572, -2.4916997, -1.5099857]]]> : tensor<2x2x3xf32>}) {
  %y = graph.layer_norm %x0, %x1, %x2 axis 2 epsilon 0.01 : (tensor<2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x2x3xf32>
  return %y : tensor<2x2x3xf32>
}

func.func @layer_norm_no_bias(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[-0.875, -1.75, -1.25], [0.5, 0.625, -1.875]], [[1.5, 0.125, 1.0], [0.875, 0.125, -1.375]]]> : tensor<2x2x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[0.125, -0.125, 1.625]> : tensor<3xf32>})
    -> (tensor<2x2x3xf32> {dl.test_expected = dense<[[[0.13996434, 0.1539608, 0.18195347], [0.081202574, -0.09473634, -2.287206]], [[0.13540113, 0.16248135, 0.3520429], [0.1328735, -0.033218376, -2.1591945]]]> : tensor<2x2x3xf32>}) {
  %y = graph.layer_norm %x0, %x1 axis 2 epsilon 0.01 : (tensor<2x2x3xf32>, tensor<3xf32>) -> tensor<2x2x3xf32>
  return %y : tensor<2x2x3xf32>
}

func.func @layer_norm_inner(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[-2.0, -2.0, 1.0], [0.625, 1.0, -1.25]], [[-1.0, -0.125, 1.875], [-0.875, -0.5, 0.25]]]> : tensor<2x2x3xf32>},
    %x1: tensor<2x3xf32> {dl.test_input = dense<[[1.5, 0.375, -0.875], [-0.75, -1.375, -1.625]]> : tensor<2x3xf32>},
    %x2: tensor<2x3xf32> {dl.test_input = dense<[[-0.875, -2.0, -2.0], [-0.125, 1.0, -1.125]]> : tensor<2x3xf32>})
    -> (tensor<2x2x3xf32> {dl.test_expected = dense<[[[-2.6167197, -2.43543, -2.934723], [-0.7171847, -0.46885037, -0.1438312]], [[-2.3246732, -2.0241613, -3.7476616], [0.50319177, 1.6201379, -1.648493]]]> : tensor<2x2x3xf32>}) {
  %y = graph.layer_norm %x0, %x1, %x2 axis 1 epsilon 0.01 : (tensor<2x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  return %y : tensor<2x2x3xf32>
}

func.func @layer_norm_all(
    %x0: tensor<2x2x3xf32> {dl.test_input = dense<[[[-1.25, -1.0, -0.125], [-2.0, -1.375, -1.5]], [[2.0, 0.5, -2.0], [-1.75, 2.0, -0.5]]]> : tensor<2x2x3xf32>},
    %x1: tensor<2x2x3xf32> {dl.test_input = dense<[[[1.75, 0.625, 0.0], [-0.5, -1.875, -0.75]], [[-0.375, 0.75, -1.125], [0.5, 1.0, 0.0]]]> : tensor<2x2x3xf32>},
    %x2: tensor<2x2x3xf32> {dl.test_input = dense<[[[0.125, -0.75, -1.125], [0.25, 2.0, 0.875]], [[0.625, 0.375, 0.25], [-2.0, -0.75, -1.125]]]> : tensor<2x2x3xf32>})
    -> (tensor<2x2x3xf32> {dl.test_expected = dense<[[[-0.73048145, -0.9409557, -1.125], [0.76939946, 3.0884473, 1.379123]], [[-0.08535512, 0.9707817, 1.4186488], [-2.4277408, 1.1442803, -1.125]]]> : tensor<2x2x3xf32>}) {
  %y = graph.layer_norm %x0, %x1, %x2 axis 0 epsilon 0.01 : (tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  return %y : tensor<2x2x3xf32>
}

func.func @layer_norm_offset(
    %x0: tensor<2x4xf32> {dl.test_input = dense<[[4097.625, 4096.75, 4095.625, 4094.375], [4094.25, 4095.625, 4095.875, 4096.875]]> : tensor<2x4xf32>},
    %x1: tensor<4xf32> {dl.test_input = dense<[-0.875, -0.25, -0.25, -0.875]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected = dense<[[-1.0986369, -0.13452697, 0.09609069, 1.2331638], [1.3132298, 0.008337967, -0.058365766, -1.1381325]]> : tensor<2x4xf32>}) {
  %y = graph.layer_norm %x0, %x1 axis 1 epsilon 0.0 : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @batch_norm(
    %x0: tensor<2x3x2x2xf32> {dl.test_input = dense<[[[[-0.125, 0.75], [-1.125, -1.25]], [[-0.375, -0.75], [-1.875, 0.375]], [[-1.125, 1.75], [-1.0, 1.5]]], [[[-0.5, 1.375], [1.375, 1.375]], [[1.5, -1.375], [1.0, 2.0]], [[-0.75, -2.0], [-1.875, -1.25]]]]> : tensor<2x3x2x2xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[0.25, -1.875, -0.75]> : tensor<3xf32>},
    %x2: tensor<3xf32> {dl.test_input = dense<[-1.5, 0.625, -1.75]> : tensor<3xf32>},
    %x3: tensor<3xf32> {dl.test_input = dense<[1.625, 0.0, -0.875]> : tensor<3xf32>},
    %x4: tensor<3xf32> {dl.test_input = dense<[0.875, 0.25, 1.5]> : tensor<3xf32>})
    -> (tensor<2x3x2x2xf32> {dl.test_expected = dense<[[[[-1.9375, -1.71875], [-2.1875, -2.21875]], [[1.7731982, 2.9213965], [6.365991, -0.52319825]], [[-1.6029129, -3.2944145], [-1.6764565, -3.1473274]]], [[[-2.03125, -1.5625], [-1.5625, -1.5625]], [[-3.967793, 4.83506], [-2.436862, -5.498724]], [[-1.8235435, -1.0881081], [-1.1616516, -1.5293694]]]]> : tensor<2x3x2x2xf32>}) {
  %y = graph.batch_norm %x0, %x1, %x2, %x3, %x4 epsilon 0.125 : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2x2xf32>
  return %y : tensor<2x3x2x2xf32>
}

func.func @batch_norm_flat(
    %x0: tensor<4x3xf32> {dl.test_input = dense<[[0.25, 1.625, 1.0], [1.875, -1.75, 0.5], [0.625, -1.625, 0.75], [-2.0, -0.375, 0.125]]> : tensor<4x3xf32>},
    %x1: tensor<3xf32> {dl.test_input = dense<[-0.875, -0.75, -1.5]> : tensor<3xf32>},
    %x2: tensor<3xf32> {dl.test_input = dense<[-1.25, -1.75, 1.625]> : tensor<3xf32>},
    %x3: tensor<3xf32> {dl.test_input = dense<[1.375, 0.125, 1.75]> : tensor<3xf32>},
    %x4: tensor<3xf32> {dl.test_input = dense<[0.25, 0.875, 0.375]> : tensor<3xf32>})
    -> (tensor<4x3xf32> {dl.test_expected = dense<[[0.3574776, -2.875, 3.21599], [-1.9644345, -0.34375, 4.2766504], [-0.1783483, -0.4375, 3.7463202], [3.572433, -1.375, 5.0721455]]> : tensor<4x3xf32>}) {
  %y = graph.batch_norm %x0, %x1, %x2, %x3, %x4 epsilon 0.125 : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
