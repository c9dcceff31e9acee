// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN
// Of these functions so many are taken; nothing goes on with the others.
// TAKEN-COUNT-1: func.func
// TAKEN-NOT: func.func

// Rules of several parts, of which one alone is broken: windows, products, samples, loops.

// An odd rank.
func.func @col2im_rank(%x0: tensor<1x4x8x2x2xf32>) {
  // expected-error @+1 {{expected an input of rank 2 + 2 * S, S at least 1, got 1x4x8x2x2}}
  %0 = graph.col2im %x0 image [5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x8x2x2xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

func.func @col2im_block(%x0: tensor<1x4x0x5xf32>) {
  // expected-error @+1 {{elements in each dim, got 0}}
  %0 = graph.col2im %x0 image [5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x0x5xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

func.func @col2im_images(%x0: tensor<1x4x1x5xf32>) {
  // expected-error @+1 {{expected image to hold 1 extents from 1 to 2147483647, one for each spatial dim, got [5, 5]}}
  %0 = graph.col2im %x0 image [5, 5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x1x5xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// One more than the largest image, and none.
func.func @col2im_image(%x0: tensor<1x4x1x5xf32>) {
  // expected-error @+1 {{expected image to hold 1 extents from 1 to 2147483647, one for each spatial dim, got [2147483648]}}
  %0 = graph.col2im %x0 image [2147483648] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x1x5xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

func.func @col2im_nothing(%x0: tensor<1x4x1x5xf32>) {
  // expected-error @+1 {{expected image to hold 1 extents from 1 to 2147483647, one for each spatial dim, got [0]}}
  %0 = graph.col2im %x0 image [0] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x1x5xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// More than any window has.
func.func @output_padding(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x2x2xf32>) {
  // expected-error @+1 {{expected output_padding to hold 2 numbers that are not negative, one for each spatial dim, got [0, 16777217]}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 16777217] : (tensor<1x4x8x8xf32>, tensor<4x6x2x2xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

func.func @transpose_group(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x2x2xf32>) {
  // expected-error @+1 {{expected group to divide the channels, got group 0 for 4 input channels}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] group 0 : (tensor<1x4x8x8xf32>, tensor<4x6x2x2xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// Beside the bytes of either sign, and a number among floats.
func.func @pad_value(%x0: tensor<1x4x8x8xi8>, %x1: tensor<4x4x1x1xi8>) {
  // expected-error @+1 {{expected a pad value of 8 bits, got -129}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value -129 : (tensor<1x4x8x8xi8>, tensor<4x4x1x1xi8>) -> tensor<1x4x8x8xi32>
  return
}

// -----

func.func @pad_value_above(%x0: tensor<1x4x8x8xi8>, %x1: tensor<4x4x1x1xi8>) {
  // expected-error @+1 {{expected a pad value of 8 bits, got 256}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value 256 : (tensor<1x4x8x8xi8>, tensor<4x4x1x1xi8>) -> tensor<1x4x8x8xi32>
  return
}

// -----

func.func @pad_value_of_floats(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x4x1x1xf32>) {
  // expected-error @+1 {{expected a pad value of zero, got 1}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] pad_value 1 : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// More letters than operands, and what is no letter on the left.
func.func @einsum_operands(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{expected letters for each dim of 1 operands and of the result, got }}
  %0 = graph.einsum %x0 "ij,jk->ik" : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @einsum_dots(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{expected letters for each dim of 1 operands and of the result, got '..->i'}}
  %0 = graph.einsum %x0 "..->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mixed_wide(%x0: tensor<2x4xbf16>, %x1: tensor<4x2xi8>) {
  // expected-error @+1 {{expected operands of one element type, got }}
  %0 = graph.matmul %x0, %x1 wide : (tensor<2x4xbf16>, tensor<4x2xi8>) -> tensor<2x2xf32>
  return
}

// -----

func.func @wide_floats(%x0: tensor<2x4xi8>, %x1: tensor<4x2xf32>) {
  // expected-error @+1 {{expected integers of 8 bits or bf16 for a wide product, got 'f32'}}
  %0 = graph.matmul %x0, %x1 wide : (tensor<2x4xi8>, tensor<4x2xf32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @scalar_factor(%x0: tensor<2x4xf32>, %x1: tensor<f32>) {
  // expected-error @+1 {{expected operands of at least rank 1, got 2x4 and }}
  %0 = graph.matmul %x0, %x1 : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @gemm_right(%x0: tensor<2x4xf32>, %x1: tensor<1x4x2xf32>) {
  // expected-error @+1 {{expected matrices, got 2x4 and 1x4x2}}
  %0 = graph.gemm %x0, %x1 : (tensor<2x4xf32>, tensor<1x4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @grid_rank(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x4x4x4x3xf32>) {
  // expected-error @+1 {{expected an input of rank 4 or 5 without empty dims and a grid of its rank and batch, got 1x4x8x8 and 1x4x4x4x3}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<1x4x8x8xf32>, tensor<1x4x4x4x3xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

func.func @grid_of_nothing(%x0: tensor<1x4x0x8xf32>, %x1: tensor<1x4x4x2xf32>) {
  // expected-error @+1 {{expected an input of rank 4 or 5 without empty dims and a grid of its rank and batch, got 1x4x0x8 and 1x4x4x2}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<1x4x0x8xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

func.func @grid_batch(%x0: tensor<2x4x8x8xf32>, %x1: tensor<1x4x4x2xf32>) {
  // expected-error @+1 {{expected an input of rank 4 or 5 without empty dims and a grid of its rank and batch, got 2x4x8x8 and 1x4x4x2}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<2x4x8x8xf32>, tensor<1x4x4x2xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

func.func @resample_axis(%x0: tensor<4x3xf32>, %x1: tensor<2x1xi64>) {
  // expected-error @+1 {{expected axis in [0, 2), got -1}}
  %0 = graph.resample %x0, %x1 axis -1 : (tensor<4x3xf32>, tensor<2x1xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @resample_weights(%x0: tensor<4xf32>, %x1: tensor<2x2xi64>, %x2: tensor<4xf32>) {
  // expected-error @+1 {{expected weights of shape 2x2 and element type 'f32', got 'tensor<4xf32>'}}
  %0 = graph.resample %x0, %x1, %x2 axis 0 : (tensor<4xf32>, tensor<2x2xi64>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @resample_weight_rows(%x0: tensor<4xf32>, %x1: tensor<2x2xi64>, %x2: tensor<3x2xf32>) {
  // expected-error @+1 {{expected weights of shape 2x2 and element type 'f32', got 'tensor<3x2xf32>'}}
  %0 = graph.resample %x0, %x1, %x2 axis 0 : (tensor<4xf32>, tensor<2x2xi64>, tensor<3x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @resample_weight_taps(%x0: tensor<4xf32>, %x1: tensor<2x2xi64>, %x2: tensor<2x3xf32>) {
  // expected-error @+1 {{expected weights of shape 2x2 and element type 'f32', got 'tensor<2x3xf32>'}}
  %0 = graph.resample %x0, %x1, %x2 axis 0 : (tensor<4xf32>, tensor<2x2xi64>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @resample_weight_type(%x0: tensor<4xf32>, %x1: tensor<2x2xi64>, %x2: tensor<2x2xf64>) {
  // expected-error @+1 {{expected weights of shape 2x2 and element type 'f32', got 'tensor<2x2xf64>'}}
  %0 = graph.resample %x0, %x1, %x2 axis 0 : (tensor<4xf32>, tensor<2x2xi64>, tensor<2x2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @resample_indices(%x0: tensor<4xf32>, %x1: tensor<2xi64>) {
  // expected-error @+1 {{expected indices of type i64 for each result element and tap, got }}
  %0 = graph.resample %x0, %x1 axis 0 : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @resample_index_type(%x0: tensor<4xf32>, %x1: tensor<2x1xi32>) {
  // expected-error @+1 {{expected indices of type i64 for each result element and tap, got }}
  %0 = graph.resample %x0, %x1 axis 0 : (tensor<4xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @resample_no_index(%x0: tensor<4xf32>, %x1: tensor<2x0xi64>) {
  // expected-error @+1 {{expected indices of type i64 for each result element and tap, got }}
  %0 = graph.resample %x0, %x1 axis 0 : (tensor<4xf32>, tensor<2x0xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @roi_rank(%x0: tensor<1x8x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected an input of rank 4 without empty dims, regions of 4 numbers and an image for each, got 1x8x5, 3x4 and 3}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x5xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @roi_of_nothing(%x0: tensor<1x8x0x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected an input of rank 4 without empty dims, regions of 4 numbers and an image for each, got 1x8x0x5, 3x4 and 3}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x0x5xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @regions(%x0: tensor<1x8x5x5xf32>, %x1: tensor<12xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected an input of rank 4 without empty dims, regions of 4 numbers and an image for each, got 1x8x5x5, 12 and 3}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<12xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @region_numbers(%x0: tensor<1x8x5x5xf32>, %x1: tensor<3x5xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected an input of rank 4 without empty dims, regions of 4 numbers and an image for each, got 1x8x5x5, 3x5 and 3}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<3x5xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @region_images(%x0: tensor<1x8x5x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3x1xi64>) {
  // expected-error @+1 {{expected an input of rank 4 without empty dims, regions of 4 numbers and an image for each, got 1x8x5x5, 3x4 and 3x1}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<3x4xf32>, tensor<3x1xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @roi_size(%x0: tensor<1x8x5x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected a size of two numbers and samples from 1 to 4096, got [7] and 2}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @roi_size_above(%x0: tensor<1x8x5x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected a size of two numbers and samples from 1 to 4096, got [7, 4097] and 2}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 4097] samples 2 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @roi_samples(%x0: tensor<1x8x5x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected a size of two numbers and samples from 1 to 4096, got [7, 7] and 0}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 0 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @roi_samples_above(%x0: tensor<1x8x5x5xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xi64>) {
  // expected-error @+1 {{expected a size of two numbers and samples from 1 to 4096, got [7, 7] and 4097}}
  %0 = graph.roi_align %x0, %x1, %x2 size [7, 7] samples 4097 scale 1.0 mode "avg" : (tensor<1x8x5x5xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x8x7x7xf32>
  return
}

// -----

func.func @outputs_without_dims(%h: tensor<2xf32>, %x: tensor<3x2xf32>) {
  // expected-error @+1 {{expected inputs and outputs of one first dim, got 'tensor<3x2xf32>' and 'tensor<f32>'}}
  %0:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  ^bb0(%s: tensor<2xf32>, %a: tensor<2xf32>):
    graph.yield %s, %s : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @inputs_without_dims(%h: tensor<2xf32>, %x: tensor<f32>) {
  // expected-error @+1 {{expected inputs and outputs of one first dim, got 'tensor<f32>' and 'tensor<f32>'}}
  %0 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs []
      : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32> {
  ^bb0(%s: tensor<2xf32>, %a: tensor<f32>):
    graph.yield %s : tensor<2xf32>
  }
  return
}

// -----

func.func @results_of_states(%h: tensor<2xf32>, %x: tensor<3x2xf32>) {
  // expected-error @+1 {{expected an input or more and a result for each of the 2 states, got 1 and 1}}
  %0 = graph.scan states(%h, %h) inputs(%x) reverse_inputs [false] reverse_outputs []
      : (tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) -> tensor<2xf32> {
  ^bb0(%s: tensor<2xf32>, %t: tensor<2xf32>, %a: tensor<2xf32>):
    graph.yield %s : tensor<2xf32>
  }
  return
}

// -----

func.func @flags_of_outputs(%h: tensor<2xf32>, %x: tensor<3x2xf32>) {
  // expected-error @+1 {{expected 1 flags for inputs and 1 for outputs, got 1 and 0}}
  %0:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs []
      : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %a: tensor<2xf32>):
    graph.yield %s, %s : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

// The last numbers that are taken.
func.func @limits(%x: tensor<1x4x8x8xi8>, %w: tensor<4x4x1x1xi8>, %f: tensor<1x4x8x8xf32>, %v: tensor<4x6x2x2xf32>,
                  %r: tensor<3x4xf32>, %b: tensor<3xi64>, %c: tensor<1x4x1x2147483647xf32>) {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value -128 : (tensor<1x4x8x8xi8>, tensor<4x4x1x1xi8>) -> tensor<1x4x8x8xi32>
  %1 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value 255 : (tensor<1x4x8x8xi8>, tensor<4x4x1x1xi8>) -> tensor<1x4x8x8xi32>
  %2 = graph.roi_align %f, %r, %b size [4096, 1] samples 4096 scale 1.0 mode "avg" : (tensor<1x4x8x8xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4x4096x1xf32>
  %3 = graph.roi_align %f, %r, %b size [1, 4096] samples 1 scale 1.0 mode "max" : (tensor<1x4x8x8xf32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4x1x4096xf32>
  %4 = graph.conv_transpose %f, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 16777216] : (tensor<1x4x8x8xf32>, tensor<4x6x2x2xf32>) -> tensor<1x6x9x16777225xf32>
  %5 = graph.col2im %c image [2147483647] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x1x2147483647xf32>) -> tensor<1x4x2147483647xf32>
  return
}
