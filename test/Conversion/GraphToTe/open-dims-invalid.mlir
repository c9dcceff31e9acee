// RUN: dl-opt %s --convert-graph-to-te --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// Operators whose te programs need sizes, on dims that are open.
func.func @conv_transpose(%x: tensor<1x2x?x3xf32>, %w: tensor<2x4x?x2xf32>) -> tensor<1x4x?x6xf32> {
  // expected-error @+1 {{'graph.conv_transpose' op requires static channels and weights to become a te program, got 'tensor<2x4x?x2xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.conv_transpose %x, %w strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x2x?x3xf32>, tensor<2x4x?x2xf32>) -> tensor<1x4x?x6xf32>
  return %0 : tensor<1x4x?x6xf32>
}

// -----

func.func @max_pool(%x: tensor<1x?x8x8xf32>) -> tensor<1x?x4x4xf32> {
  // expected-error @+1 {{'graph.max_pool' op requires static channels and weights to become a te program, got 'tensor<1x?x8x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.max_pool %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x?x8x8xf32>) -> tensor<1x?x4x4xf32>
  return %0 : tensor<1x?x4x4xf32>
}

// -----

// Where sizes cannot be equal whatever the symbols are.
func.func @add(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %w: tensor<4x4x3xf32>) -> tensor<1x4x?xf32> {
  %0 = graph.conv %x, %w strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>, tensor<4x4x3xf32>) -> tensor<1x4x?xf32>
  // expected-error @+1 {{'te.compute' op requires sizes that are equal whatever the symbols are, got w and w - 2 along axis 'i2'; give dims that are always equal one name in the model, or fix their sizes}}
  %1 = graph.add %x, %0 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %1 : tensor<1x4x?xf32>
}

// -----

func.func @max_pool_index(%x: tensor<?x4x8x8xf32>) -> tensor<?x4x4x4xi64> {
  // expected-error @+1 {{'graph.max_pool_index' op requires static shapes to become a te program, got 'tensor<?x4x8x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.max_pool_index %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<?x4x8x8xf32>) -> tensor<?x4x4x4xi64>
  return %0 : tensor<?x4x4x4xi64>
}

// -----

func.func @slice(%x: tensor<?x8xf32>) -> tensor<2x8xf32> {
  // expected-error @+1 {{'graph.slice' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.slice %x starts [1, 0] sizes [2, 8] steps [1, 1] : (tensor<?x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

func.func @tile(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'graph.tile' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.tile %x repeats [2, 1] : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @reverse_sequence(%x: tensor<3x?xf32>, %n: tensor<3xi64>) -> tensor<3x?xf32> {
  // expected-error @+1 {{'graph.reverse_sequence' op requires static shapes to become a te program, got 'tensor<3x?xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.reverse_sequence %x, %n batch_axis 0 time_axis 1 : (tensor<3x?xf32>, tensor<3xi64>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// -----

func.func @resample(%x: tensor<?x32xf32>, %i: tensor<64x2xi64>, %f: tensor<64x2xf32>) -> tensor<?x64xf32> {
  // expected-error @+1 {{'graph.resample' op requires static shapes to become a te program, got 'tensor<?x32xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.resample %x, %i, %f axis 1 : (tensor<?x32xf32>, tensor<64x2xi64>, tensor<64x2xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// The other way round: what is less for all sizes, too.
func.func @add_turned(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %w: tensor<4x4x3xf32>) -> tensor<1x4x?xf32> {
  %0 = graph.conv %x, %w strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>, tensor<4x4x3xf32>) -> tensor<1x4x?xf32>
  // expected-error @+1 {{got w - 2 and w along axis 'i2'}}
  %1 = graph.add %0, %x : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %1 : tensor<1x4x?xf32>
}

// -----

// Sizes without a symbol in common are no matter of a run, computed or not.
func.func @unrelated(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %y: tensor<1x4x?xf32> {dl.dims = [1, 4, "h"]}) -> tensor<1x4x?xf32> {
  %w = graph.constant dense<2.0> : tensor<4x4x2xf32>
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %1 = graph.conv_transpose %0, %w strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x4x?xf32>, tensor<4x4x2xf32>) -> tensor<1x4x?xf32>
  // expected-error @+1 {{got (w floordiv 2) * 2 and h along axis 'i2'}}
  %2 = graph.add %1, %y : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %2 : tensor<1x4x?xf32>
}

// -----

func.func @sum(%x: tensor<?x8xf32> {dl.dims = ["a", 8]}, %y: tensor<?x8xf32> {dl.dims = ["b", 8]}, %z: tensor<?x8xf32> {dl.dims = ["c", 8]}, %v: tensor<f32>) -> tensor<?x8xf32> {
  %0 = graph.concat %x, %y axis 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = graph.pad %0, %v low [1, 0] high [1, 0] mode "constant" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  // expected-error @+1 {{got a + b + 2 and c along axis 'i0'}}
  %2 = graph.add %1, %z : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

func.func @sum_of_quotient(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %y: tensor<1x4x?xf32> {dl.dims = [1, 4, "h"]}) -> tensor<1x4x?xf32> {
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %1 = graph.concat %0, %x axis 2 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  // expected-error @+1 {{got w + w floordiv 2 and h along axis 'i2'}}
  %2 = graph.add %1, %y : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %2 : tensor<1x4x?xf32>
}

// -----

func.func @product(%x: tensor<?x?x8xf32> {dl.dims = ["a", "b", 8]}, %v: tensor<f32>) -> tensor<5x?xf32> {
  %0 = graph.pad %x, %v low [1, 0, 0] high [1, 0, 0] mode "constant" : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?x8xf32>
  // expected-error @+1 {{got dims of 5 beside the open one for b * (a + 2) * 8}}
  %1 = graph.reshape %0 : (tensor<?x?x8xf32>) -> tensor<5x?xf32>
  return %1 : tensor<5x?xf32>
}

// -----

// Beside the dim along which they are put together, operands have the dims of the first.
func.func @concat_names(%x: tensor<?x?xf32> {dl.dims = ["a", "b"]}, %y: tensor<?x?xf32> {dl.dims = ["c", "d"]}) -> tensor<?x?xf32> {
  // expected-error @+1 {{requires sizes that are equal whatever the symbols are, got b and d along axis 'i1'}}
  %0 = graph.concat %x, %y axis 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A longer one is not cut off.
func.func @concat_longer(%x: tensor<?x?xf32> {dl.dims = ["a", "b"]}, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = graph.pad %x, %v low [0, 1] high [0, 1] mode "constant" : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  // expected-error @+1 {{requires sizes that are equal whatever the symbols are, got b and b + 2 along axis 'i1'}}
  %1 = graph.concat %x, %0 axis 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

func.func @arg_max(%x: tensor<?x8xf32>) -> tensor<1x8xi64> {
  // expected-error @+1 {{'graph.arg_max' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs; dimension 0 must have a constant size}}
  %0 = graph.arg_max %x axis 0 : (tensor<?x8xf32>) -> tensor<1x8xi64>
  return %0 : tensor<1x8xi64>
}

// -----

func.func @cumsum(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'graph.cumsum' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.cumsum %x axis 0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @top_k(%x: tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi64>) {
  // expected-error @+1 {{'graph.top_k' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0:2 = graph.top_k %x axis 1 k 3 : (tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi64>)
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xi64>
}

// -----

func.func @broadcast_to(%x: tensor<?x8xf32>) -> tensor<4x?x8xf32> {
  // expected-error @+1 {{'graph.broadcast_to' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.broadcast_to %x : (tensor<?x8xf32>) -> tensor<4x?x8xf32>
  return %0 : tensor<4x?x8xf32>
}

// -----

func.func @scatter_elements(%x: tensor<?x8xf32>, %i: tensor<4x2xi64>, %u: tensor<4x2xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'graph.scatter_elements' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.scatter_elements %x, %i, %u axis 1 mode "add" : (tensor<?x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @scatter_nd(%x: tensor<?x8xf32>, %i: tensor<4x2xi64>, %u: tensor<4xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'graph.scatter_nd' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.scatter_nd %x, %i, %u mode "max" : (tensor<?x8xf32>, tensor<4x2xi64>, tensor<4xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @grid_sample(%x: tensor<?x4x8x9xf32>, %g: tensor<?x2x3x2xf32>) -> tensor<?x4x2x3xf32> {
  // expected-error @+1 {{'graph.grid_sample' op requires static shapes to become a te program, got 'tensor<?x4x8x9xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.grid_sample %x, %g "linear" padding "border" align_corners : (tensor<?x4x8x9xf32>, tensor<?x2x3x2xf32>) -> tensor<?x4x2x3xf32>
  return %0 : tensor<?x4x2x3xf32>
}

// -----

func.func @roi_align(%x: tensor<?x8x50x50xf32>, %r: tensor<10x4xf32>, %b: tensor<10xi64>) -> tensor<10x8x7x7xf32> {
  // expected-error @+1 {{'graph.roi_align' op requires static shapes to become a te program, got 'tensor<?x8x50x50xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.roi_align %x, %r, %b size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<?x8x50x50xf32>, tensor<10x4xf32>, tensor<10xi64>) -> tensor<10x8x7x7xf32>
  return %0 : tensor<10x8x7x7xf32>
}

// -----

// In a fused operator a reshape is a stage.
func.func @reshape(%x: tensor<?x8xf32>) -> tensor<8x?xf32> {
  %0 = graph.fused root("graph.reshape") (%a = %x : tensor<?x8xf32>) -> tensor<8x?xf32> {
    // expected-error @+1 {{'graph.reshape' op requires static shapes to become a te program, got 'tensor<?x8xf32>'; fix the sizes of the model's inputs}}
    %1 = graph.reshape %a : (tensor<?x8xf32>) -> tensor<8x?xf32>
    graph.yield %1 : tensor<8x?xf32>
  }
  return %0 : tensor<8x?xf32>
}

// -----

func.func @sum_pool(%x: tensor<1x?x8x8xf32>) -> tensor<1x?x4x4xf32> {
  // expected-error @+1 {{'graph.sum_pool' op requires static channels and weights to become a te program, got 'tensor<1x?x8x8xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.sum_pool %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x?x8x8xf32>) -> tensor<1x?x4x4xf32>
  return %0 : tensor<1x?x4x4xf32>
}

// -----

// Weights whose window, and channels of a result that only a run knows.
func.func @window(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x?x1xf32>) -> tensor<1x4x?x8xf32> {
  // expected-error @+1 {{'graph.conv' op requires static channels and weights to become a te program, got 'tensor<4x3x?x1xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x?x1xf32>) -> tensor<1x4x?x8xf32>
  return %0 : tensor<1x4x?x8xf32>
}

// -----

func.func @outputs(%x: tensor<1x3x8x8xf32>, %w: tensor<?x3x1x1xf32>) -> tensor<1x?x8x8xf32> {
  // expected-error @+1 {{'graph.conv' op requires static channels and weights to become a te program, got 'tensor<?x3x1x1xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<?x3x1x1xf32>) -> tensor<1x?x8x8xf32>
  return %0 : tensor<1x?x8x8xf32>
}

// -----

func.func @bias(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %b: tensor<?xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{'graph.conv' op requires static channels and weights to become a te program, got 'tensor<?xf32>'; fix the sizes of the model's inputs}}
  %0 = graph.conv %x, %w, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>, tensor<?xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// -----

// Extents that are known to have another product than the operand.
func.func @reshaped(%x: tensor<?x3xf32> {dl.dims = ["n", 3]}, %e: tensor<?x4x0xi8> {dl.dims = ["n", 4, 0]}) -> tensor<?x4xf32> {
  // expected-error @+1 {{'graph.reshape' op expected as many elements in the result as in the operand, got n * 4 and n * 3}}
  %0 = graph.reshape %x to %e : (tensor<?x3xf32>, tensor<?x4x0xi8>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
