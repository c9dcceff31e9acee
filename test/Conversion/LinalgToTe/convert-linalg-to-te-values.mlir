// RUN: dl-opt %s --convert-linalg-to-te --dl-verify-te --test-interpret
// RUN: dl-opt %s --convert-linalg-to-te --schedule-default --schedule-apply --dl-verify-scheduled -o /dev/null

// What the kernels compute; the expected values are numpy's.

// A reduction that begins at an argument.
func.func @matmul_onto(
    %a: tensor<3x4xf32> {dl.test_input = dense<[[3.0, -4.0, -3.0, -2.0], [-3.0, 3.0, 3.0, 1.0], [-4.0, -4.0, -2.0, -1.0]]> : tensor<3x4xf32>},
    %b: tensor<4x2xf32> {dl.test_input = dense<[[1.0, 0.0], [-2.0, -3.0], [2.0, 2.0], [-4.0, -3.0]]> : tensor<4x2xf32>},
    %c: tensor<3x2xf32> {dl.test_input = dense<[[0.0, -1.0], [3.0, 0.0], [-1.0, -1.0]]> : tensor<3x2xf32>})
    -> (tensor<3x2xf32> {dl.test_expected = dense<[[13.0, 11.0], [-4.0, -6.0], [3.0, 10.0]]> : tensor<3x2xf32>}) {
  %r = linalg.matmul ins(%a, %b : tensor<3x4xf32>, tensor<4x2xf32>) outs(%c : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

func.func @batch_matmul(
    %a: tensor<2x2x3xf32> {dl.test_input = dense<[[[1.0, 1.0, -3.0], [2.0, 2.0, 4.0]], [[3.0, -2.0, -2.0], [1.0, 1.0, 2.0]]]> : tensor<2x2x3xf32>},
    %b: tensor<2x3x2xf32> {dl.test_input = dense<[[[3.0, -2.0], [4.0, -4.0], [-4.0, 4.0]], [[4.0, -2.0], [-3.0, -2.0], [-4.0, 4.0]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x2x2xf32> {dl.test_expected = dense<[[[19.0, -18.0], [-2.0, 4.0]], [[26.0, -10.0], [-7.0, 4.0]]]> : tensor<2x2x2xf32>}) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x2x3xf32>, tensor<2x3x2xf32>) outs(%f : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %r : tensor<2x2x2xf32>
}

// Strides, dilations, and a start at 3.
func.func @conv_nchw(
    %x: tensor<1x2x7x7xf32> {dl.test_input = dense<[[[[1.0, 1.0, -2.0, 0.0, -3.0, 2.0, 0.0], [-4.0, -2.0, 2.0, 0.0, -1.0, -2.0, -4.0], [1.0, 1.0, 0.0, 4.0, 4.0, -3.0, 1.0], [1.0, -2.0, -2.0, 0.0, 2.0, -2.0, 2.0], [1.0, -3.0, -1.0, 3.0, 3.0, 1.0, -4.0], [2.0, -2.0, 3.0, 4.0, -1.0, 4.0, 2.0], [-2.0, 3.0, -1.0, -4.0, 1.0, 3.0, 1.0]], [[-1.0, 4.0, 0.0, -1.0, -3.0, -3.0, 2.0], [3.0, -2.0, 1.0, 3.0, -3.0, -2.0, 0.0], [1.0, -1.0, -1.0, -3.0, 1.0, 4.0, -3.0], [3.0, -3.0, -4.0, 2.0, -3.0, 2.0, -2.0], [1.0, 4.0, 4.0, 0.0, -3.0, -2.0, 3.0], [1.0, -3.0, 3.0, 4.0, 4.0, 1.0, 4.0], [1.0, 0.0, 4.0, 1.0, 3.0, -1.0, 3.0]]]]> : tensor<1x2x7x7xf32>},
    %w: tensor<2x2x2x2xf32> {dl.test_input = dense<[[[[4.0, -4.0], [0.0, -1.0]], [[-4.0, -4.0], [-2.0, -3.0]]], [[[2.0, -3.0], [1.0, 3.0]], [[0.0, -3.0], [-4.0, -2.0]]]]> : tensor<2x2x2x2xf32>})
    -> (tensor<1x2x3x3xf32> {dl.test_expected = dense<[[[[20.0, 14.0, 1.0], [-6.0, -15.0, 24.0], [-22.0, -35.0, 15.0]], [[10.0, 31.0, 0.0], [-6.0, -14.0, 14.0], [-21.0, -19.0, -2.0]]]]> : tensor<1x2x3x3xf32>}) {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<1x2x3x3xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x7x7xf32>, tensor<2x2x2x2xf32>) outs(%f : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %r : tensor<1x2x3x3xf32>
}

func.func @pool_max(
    %x: tensor<1x4x4x2xf32> {dl.test_input = dense<[[[[-1.0, 0.0], [-2.0, 3.0], [1.0, 4.0], [4.0, 2.0]], [[-4.0, -3.0], [2.0, 0.0], [4.0, 2.0], [3.0, -4.0]], [[-2.0, 2.0], [1.0, -1.0], [-3.0, 1.0], [-4.0, 2.0]], [[3.0, 2.0], [-4.0, 0.0], [-2.0, 0.0], [2.0, -3.0]]]]> : tensor<1x4x4x2xf32>})
    -> (tensor<1x4x4x2xf32> {dl.test_expected = dense<[[[[2.0, 3.0], [4.0, 4.0], [4.0, 4.0], [4.0, 4.0]], [[2.0, 3.0], [4.0, 4.0], [4.0, 4.0], [4.0, 4.0]], [[3.0, 2.0], [4.0, 2.0], [4.0, 2.0], [4.0, 2.0]], [[3.0, 2.0], [3.0, 2.0], [2.0, 2.0], [2.0, 2.0]]]]> : tensor<1x4x4x2xf32>}) {
  %z = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x4x4x2xf32> to tensor<1x6x6x2xf32>
  %e = tensor.empty() : tensor<1x4x4x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x6x6x2xf32>, tensor<3x3xf32>) outs(%f : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %r : tensor<1x4x4x2xf32>
}

func.func @pool_sum(
    %x: tensor<1x2x4x4xf32> {dl.test_input = dense<[[[[-4.0, 0.0, 1.0, -3.0], [4.0, 0.0, 4.0, 0.0], [2.0, 2.0, 0.0, -1.0], [2.0, -4.0, 1.0, 0.0]], [[-3.0, -3.0, -4.0, 2.0], [2.0, -1.0, 4.0, -1.0], [-2.0, 4.0, -4.0, -1.0], [-4.0, -1.0, 2.0, -1.0]]]]> : tensor<1x2x4x4xf32>})
    -> (tensor<1x2x2x2xf32> {dl.test_expected = dense<[[[[0.0, 2.0], [2.0, 0.0]], [[-5.0, 1.0], [-3.0, -4.0]]]]> : tensor<1x2x2x2xf32>}) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %r = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x4x4xf32>, tensor<2x2xf32>) outs(%f : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %r : tensor<1x2x2x2xf32>
}

func.func @moved(
    %x: tensor<4x6xf32> {dl.test_input = dense<[[0.0, 0.0, -4.0, -4.0, -2.0, 0.0], [-4.0, 4.0, 3.0, 1.0, 2.0, 2.0], [-4.0, 4.0, -4.0, 3.0, 3.0, 2.0], [-3.0, 3.0, 4.0, 3.0, 2.0, -2.0]]> : tensor<4x6xf32>})
    -> (tensor<3x2xf32> {dl.test_expected = dense<[[4.0, 4.0], [1.0, 3.0], [2.0, 2.0]]> : tensor<3x2xf32>}) {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %r = tensor.extract_slice %t[1, 1] [3, 2] [2, 1] : tensor<6x4xf32> to tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// A negative low crops.
func.func @padded(
    %x: tensor<4x3xf32> {dl.test_input = dense<[[0.0, 0.0, 3.0], [-1.0, -1.0, -2.0], [0.0, 1.0, 0.0], [-2.0, 0.0, 1.0]]> : tensor<4x3xf32>})
    -> (tensor<5x4xf32> {dl.test_expected = dense<[[7.0, -1.0, -1.0, -2.0], [7.0, 0.0, 1.0, 0.0], [7.0, -2.0, 0.0, 1.0], [7.0, 7.0, 7.0, 7.0], [7.0, 7.0, 7.0, 7.0]]> : tensor<5x4xf32>}) {
  %c = arith.constant 7.0 : f32
  %r = tensor.pad %x low[-1, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x3xf32> to tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// A dim of extent 1 without a loop; what is added is looked through a reshape.
func.func @column_sum(
    %x: tensor<2x3xf32> {dl.test_input = dense<[[-3.0, 1.0, 2.0], [-4.0, 1.0, -1.0]]> : tensor<2x3xf32>},
    %b: tensor<3xf32> {dl.test_input = dense<[4.0, -1.0, -2.0]> : tensor<3xf32>})
    -> (tensor<1x3xf32> {dl.test_expected = dense<[[1.0, 0.0, 0.0]]> : tensor<1x3xf32>}) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %u = tensor.expand_shape %b [[0, 1]] output_shape [1, 3] : tensor<3xf32> into tensor<1x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<2x3xf32>, tensor<1x3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %v = arith.addf %in, %bias : f32
    %w = arith.maximumf %v, %z : f32
    linalg.yield %w : f32
  } -> tensor<2x3xf32>
  %o = tensor.empty() : tensor<1x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<1x3xf32>) -> tensor<1x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (0, d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%s : tensor<2x3xf32>) outs(%f : tensor<1x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %out, %in : f32
    linalg.yield %v : f32
  } -> tensor<1x3xf32>
  return %r : tensor<1x3xf32>
}

// Named operations extend their operands.
func.func @widening(
    %x: tensor<3x4xi8> {dl.test_input = dense<[[2, 4, -5, -4], [-4, -2, 0, 1], [-1, 4, 2, -4]]> : tensor<3x4xi8>},
    %w: tensor<4x2xi8> {dl.test_input = dense<[[-2, -3], [-3, 4], [5, -1], [-3, 4]]> : tensor<4x2xi8>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<[[-29, -1], [11, 8], [12, 1]]> : tensor<3x2xi32>}) {
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x2xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = linalg.matmul ins(%x, %w : tensor<3x4xi8>, tensor<4x2xi8>) outs(%f : tensor<3x2xi32>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}

func.func @indexed(
    %x: tensor<5xf32> {dl.test_input = dense<[-3.0, -3.0, -2.0, -1.0, -1.0]> : tensor<5xf32>})
    -> (tensor<5xf32> {dl.test_expected = dense<[-0.0, -3.0, -4.0, -3.0, -4.0]> : tensor<5xf32>}) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %v = arith.mulf %in, %k : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @reads_its_output(
    %x: tensor<4xf32> {dl.test_input = dense<[-2.0, -2.0, 1.0, 0.0]> : tensor<4xf32>},
    %acc: tensor<4xf32> {dl.test_input = dense<[1.0, 4.0, 4.0, -3.0]> : tensor<4xf32>})
    -> (tensor<4xf32> {dl.test_expected = dense<[0.0, 6.0, 9.0, -6.0]> : tensor<4xf32>}) {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%acc : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %d = arith.mulf %out, %two : f32
    %v = arith.addf %in, %d : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @joined(
    %a: tensor<2x3xf32> {dl.test_input = dense<[[3.0, -1.0, 3.0], [2.0, -4.0, 3.0]]> : tensor<2x3xf32>},
    %b: tensor<2x2xf32> {dl.test_input = dense<[[4.0, 4.0], [-4.0, -3.0]]> : tensor<2x2xf32>})
    -> (tensor<2x8xf32> {dl.test_expected = dense<[[3.0, -1.0, 3.0, 4.0, -4.0, 3.0, -1.0, 3.0], [2.0, -4.0, 3.0, 4.0, -3.0, 2.0, -4.0, 3.0]]> : tensor<2x8xf32>}) {
  %e = tensor.empty() : tensor<2x2xf32>
  %u = linalg.transpose ins(%b : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  %r = tensor.concat dim(1) %a, %u, %a : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// Parts that are one number.
func.func @joined_with_numbers(
    %a: tensor<2x1xf32> {dl.test_input = dense<[[3.0], [2.0]]> : tensor<2x1xf32>},
    %y: tensor<2x3xf32> {dl.test_input = dense<[[4.0, 1.0, 6.0], [5.0, 7.0, 8.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[3.0, -1.0, -1.0], [2.0, -1.0, -1.0]]> : tensor<2x3xf32>},
        tensor<2x3xf32> {dl.test_expected = dense<[[4.0, 1.0, 6.0], [5.0, -1.0, -1.0]]> : tensor<2x3xf32>}) {
  %c = arith.constant -1.0 : f32
  %e0 = tensor.empty() : tensor<2x2xf32>
  %f0 = linalg.fill ins(%c : f32) outs(%e0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r0 = tensor.concat dim(1) %a, %f0 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  %e1 = tensor.empty() : tensor<1x2xf32>
  %f1 = linalg.fill ins(%c : f32) outs(%e1 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %r1 = tensor.insert_slice %f1 into %y[1, 1] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<2x3xf32>
  return %r0, %r1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// Every third row and every second column.
func.func @inserted(
    %x: tensor<2x3xf32> {dl.test_input = dense<[[1.0, 0.0, -4.0], [3.0, -2.0, -4.0]]> : tensor<2x3xf32>},
    %y: tensor<5x7xf32> {dl.test_input = dense<[[3.0, 1.0, -4.0, -3.0, 3.0, 2.0, 3.0], [4.0, -2.0, 0.0, -1.0, -4.0, -2.0, -4.0], [-3.0, -1.0, 4.0, 3.0, 1.0, -2.0, -3.0], [2.0, 2.0, -1.0, -3.0, -2.0, 4.0, 2.0], [1.0, -2.0, 3.0, -1.0, 0.0, 2.0, -1.0]]> : tensor<5x7xf32>})
    -> (tensor<5x7xf32> {dl.test_expected = dense<[[3.0, 1.0, -4.0, -3.0, 3.0, 2.0, 3.0], [4.0, 1.0, 0.0, 0.0, -4.0, -4.0, -4.0], [-3.0, -1.0, 4.0, 3.0, 1.0, -2.0, -3.0], [2.0, 2.0, -1.0, -3.0, -2.0, 4.0, 2.0], [1.0, 3.0, 3.0, -2.0, 0.0, -4.0, -1.0]]> : tensor<5x7xf32>}) {
  %r = tensor.insert_slice %x into %y[1, 1] [2, 3] [3, 2] : tensor<2x3xf32> into tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

func.func @inserted_row(
    %x: tensor<3xf32> {dl.test_input = dense<[0.0, -4.0, 3.0]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {dl.test_expected = dense<[[4.0, 4.0, 4.0], [0.0, -4.0, 3.0]]> : tensor<2x3xf32>}) {
  %c = arith.constant 4.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.insert_slice %x into %f[1, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// Only moved: a copy to the destination.
func.func @reshaped(
    %x: tensor<2x6xf32> {dl.test_input = dense<[[-2.0, 0.0, 0.0, -3.0, -2.0, -1.0], [-4.0, 3.0, -1.0, 1.0, -3.0, 4.0]]> : tensor<2x6xf32>})
    -> (tensor<3x4xf32> {dl.test_expected = dense<[[-2.0, 0.0, 0.0, -3.0], [-2.0, -1.0, -4.0, 3.0], [-1.0, 1.0, -3.0, 4.0]]> : tensor<3x4xf32>}) {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
  %r = tensor.expand_shape %c [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

func.func @gathered(
    %ids: tensor<3xi32> {dl.test_input = dense<[4, 0, 2]> : tensor<3xi32>},
    %table: tensor<2x5xf32> {dl.test_input = dense<[[0.0, -4.0, -1.0, -1.0, -2.0], [2.0, 4.0, 2.0, -3.0, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[1.0, 2.0, 2.0]> : tensor<3xf32>}) {
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi32>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i32, %out: f32):
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %table[%one, %i] : tensor<2x5xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
