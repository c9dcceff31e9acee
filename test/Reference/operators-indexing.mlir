// RUN: dl-opt %s --test-interpret
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret

// Operators that pick elements; the expected values are onnxruntime's.

func.func @gather(
    %a0: tensor<5x3xf32> {dl.test_input =
      dense<[[1.75, -2.5, -2.0],
       [-1.75, -2.0, 1.75],
       [2.0, 0.25, -3.0],
       [-2.5, -1.25, -0.5],
       [0.5, -0.25, -1.5]]> : tensor<5x3xf32>}, 
    %a1: tensor<3xi64> {dl.test_input =
      dense<[4, 0, 2]> : tensor<3xi64>})
    -> (tensor<3x3xf32> {dl.test_expected =
      dense<[[0.5, -0.25, -1.5],
       [1.75, -2.5, -2.0],
       [2.0, 0.25, -3.0]]> : tensor<3x3xf32>}) {
  %r = graph.gather %a0, %a1 axis 0 : (tensor<5x3xf32>, tensor<3xi64>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

func.func @gather_negative(
    %a0: tensor<4x3xf32> {dl.test_input =
      dense<[[-2.25, 1.0, 1.25],
       [-3.0, -2.5, -0.5],
       [-0.75, 2.25, 0.0],
       [-0.5, -0.5, 0.75]]> : tensor<4x3xf32>}, 
    %a1: tensor<2x2xi64> {dl.test_input =
      dense<[[-1,  0],
       [-4,  3]]> : tensor<2x2xi64>})
    -> (tensor<2x2x3xf32> {dl.test_expected =
      dense<[[[-0.5, -0.5, 0.75],
        [-2.25, 1.0, 1.25]],
      
       [[-2.25, 1.0, 1.25],
        [-0.5, -0.5, 0.75]]]> : tensor<2x2x3xf32>}) {
  %r = graph.gather %a0, %a1 axis 0 : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2x2x3xf32>
  return %r : tensor<2x2x3xf32>
}

func.func @gather_last(
    %a0: tensor<2x5xf32> {dl.test_input =
      dense<[[0.5, -2.0, 1.25, 1.5, 2.5],
       [1.5, -1.5, -1.25, 0.75, 0.75]]> : tensor<2x5xf32>}, 
    %a1: tensor<2x1xi64> {dl.test_input =
      dense<[[ 1],
       [-5]]> : tensor<2x1xi64>})
    -> (tensor<2x2x1xf32> {dl.test_expected =
      dense<[[[-2.0],
        [0.5]],
      
       [[-1.5],
        [1.5]]]> : tensor<2x2x1xf32>}) {
  %r = graph.gather %a0, %a1 axis 1 : (tensor<2x5xf32>, tensor<2x1xi64>) -> tensor<2x2x1xf32>
  return %r : tensor<2x2x1xf32>
}

func.func @gather_middle_i32(
    %a0: tensor<2x4x2xf32> {dl.test_input =
      dense<[[[1.0, 2.0],
        [-1.25, 2.5],
        [-3.0, -2.75],
        [2.75, 2.5]],
      
       [[-1.25, -2.25],
        [-1.25, -2.75],
        [2.25, 0.75],
        [0.5, -1.75]]]> : tensor<2x4x2xf32>}, 
    %a1: tensor<3xi32> {dl.test_input =
      dense<[ 3, -2,  0]> : tensor<3xi32>})
    -> (tensor<2x3x2xf32> {dl.test_expected =
      dense<[[[2.75, 2.5],
        [-3.0, -2.75],
        [1.0, 2.0]],
      
       [[0.5, -1.75],
        [2.25, 0.75],
        [-1.25, -2.25]]]> : tensor<2x3x2xf32>}) {
  %r = graph.gather %a0, %a1 axis 1 : (tensor<2x4x2xf32>, tensor<3xi32>) -> tensor<2x3x2xf32>
  return %r : tensor<2x3x2xf32>
}

func.func @gather_scalar(
    %a0: tensor<3x4xf32> {dl.test_input =
      dense<[[-0.25, -2.0, 1.5, -0.25],
       [-3.0, -1.5, 1.0, 0.0],
       [-1.0, -1.5, -2.5, 0.5]]> : tensor<3x4xf32>}, 
    %a1: tensor<i64> {dl.test_input =
      dense<-2> : tensor<i64>})
    -> (tensor<4xf32> {dl.test_expected =
      dense<[-3.0, -1.5, 1.0, 0.0]> : tensor<4xf32>}) {
  %r = graph.gather %a0, %a1 axis 0 : (tensor<3x4xf32>, tensor<i64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @gather_integers(
    %a0: tensor<6xi64> {dl.test_input =
      dense<[ 2,  0,  7,  7, -6,  1]> : tensor<6xi64>}, 
    %a1: tensor<3xi64> {dl.test_input =
      dense<[ 5,  5, -6]> : tensor<3xi64>})
    -> (tensor<3xi64> {dl.test_expected =
      dense<[1, 1, 2]> : tensor<3xi64>}) {
  %r = graph.gather %a0, %a1 axis 0 : (tensor<6xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func @gather_none(
    %a0: tensor<3x2xf32> {dl.test_input =
      dense<[[0.75, -1.75],
       [-1.25, -0.25],
       [1.25, -1.25]]> : tensor<3x2xf32>}, 
    %a1: tensor<0xi64> {dl.test_input =
      dense<> : tensor<0xi64>})
    -> (tensor<0x2xf32> {dl.test_expected =
      dense<> : tensor<0x2xf32>}) {
  %r = graph.gather %a0, %a1 axis 0 : (tensor<3x2xf32>, tensor<0xi64>) -> tensor<0x2xf32>
  return %r : tensor<0x2xf32>
}

func.func @slice(
    %a0: tensor<4x6xf32> {dl.test_input =
      dense<[[1.25, 0.75, -1.75, -0.75, 1.75, 2.0],
       [0.75, -3.0, 1.0, -1.75, 1.75, 2.25],
       [-0.5, 2.5, 1.5, -1.25, 2.25, -0.75],
       [-2.5, 0.5, 2.0, 0.75, -0.75, 2.25]]> : tensor<4x6xf32>})
    -> (tensor<2x3xf32> {dl.test_expected =
      dense<[[1.0, -1.75, 1.75],
       [1.5, -1.25, 2.25]]> : tensor<2x3xf32>}) {
  %r = graph.slice %a0 starts [1, 2] sizes [2, 3] steps [1, 1]
      : (tensor<4x6xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @slice_strided(
    %a0: tensor<7x5xf32> {dl.test_input =
      dense<[[-0.25, -0.75, -2.25, -1.75, 1.0],
       [1.75, -1.25, 0.75, 2.0, -2.25],
       [-1.5, 0.0, 0.25, -0.75, -0.75],
       [-2.25, 0.5, 2.5, -2.0, 1.75],
       [-2.0, -2.75, 1.25, -2.0, 1.5],
       [-1.25, 0.25, 2.5, 2.5, -0.25],
       [-2.0, -1.5, 2.0, 0.5, -2.0]]> : tensor<7x5xf32>})
    -> (tensor<3x3xf32> {dl.test_expected =
      dense<[[1.75, 0.75, -2.25],
       [-2.25, 2.5, 1.75],
       [-1.25, 2.5, -0.25]]> : tensor<3x3xf32>}) {
  %r = graph.slice %a0 starts [1, 0] sizes [3, 3] steps [2, 2]
      : (tensor<7x5xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

func.func @slice_reversed(
    %a0: tensor<3x4xf32> {dl.test_input =
      dense<[[2.25, 2.75, 2.75, 0.5],
       [2.75, 0.5, 0.0, 2.75],
       [0.5, 1.5, -1.0, 1.5]]> : tensor<3x4xf32>})
    -> (tensor<3x2xf32> {dl.test_expected =
      dense<[[1.5, 1.5],
       [2.75, 0.5],
       [0.5, 2.75]]> : tensor<3x2xf32>}) {
  %r = graph.slice %a0 starts [2, 3] sizes [3, 2] steps [-1, -2]
      : (tensor<3x4xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

func.func @slice_one(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[2.75, -2.75, 0.0],
       [-1.0, -2.75, -2.5]]> : tensor<2x3xf32>})
    -> (tensor<1x1xf32> {dl.test_expected =
      dense<[[-2.75]]> : tensor<1x1xf32>}) {
  %r = graph.slice %a0 starts [1, 1] sizes [1, 1] steps [1, 1]
      : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

func.func @slice_integers(
    %a0: tensor<8xi64> {dl.test_input =
      dense<[-5, -6,  3, -6,  2,  6, -1, -7]> : tensor<8xi64>})
    -> (tensor<4xi64> {dl.test_expected =
      dense<[-7,  6, -6, -6]> : tensor<4xi64>}) {
  %r = graph.slice %a0 starts [7] sizes [4] steps [-2]
      : (tensor<8xi64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}

func.func @slice_none(
    %a0: tensor<2x3xf32> {dl.test_input =
      dense<[[-2.75, -1.25, -0.75],
       [-0.25, -1.25, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<2x0xf32> {dl.test_expected =
      dense<> : tensor<2x0xf32>}) {
  %r = graph.slice %a0 starts [0, 1] sizes [2, 0] steps [1, 1]
      : (tensor<2x3xf32>) -> tensor<2x0xf32>
  return %r : tensor<2x0xf32>
}

// In front of the first place and behind the last number's, between two and at NaN.
func.func @lookup(
    %a0: tensor<2x4xf32> {dl.test_input =
      dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 1.0e30, -0.9, -1.9]]> : tensor<2x4xf32>},
    %t: tensor<4xf32> {dl.test_input = dense<[5.0, 7.0, 11.0, 13.0]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {dl.test_expected =
      dense<[[5.0, 5.0, 7.0, 11.0], [11.0, 11.0, 11.0, 7.0]]> : tensor<2x4xf32>}) {
  %r = graph.lookup %a0, %t first -2 : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @lookup_nan(
    %a0: tensor<1xf32> {dl.test_input = dense<0x7FC00000> : tensor<1xf32>},
    %t: tensor<3xi64> {dl.test_input = dense<[9, 8, 7]> : tensor<3xi64>})
    -> (tensor<1xi64> {dl.test_expected = dense<7> : tensor<1xi64>}) {
  %r = graph.lookup %a0, %t first 4 : (tensor<1xf32>, tensor<3xi64>) -> tensor<1xi64>
  return %r : tensor<1xi64>
}
