// RUN: dl-opt %s --graph-convert-layout=block=4 --remarks-filter=graph-convert-layout --verify-diagnostics -o /dev/null

// The second one has blocks of four; an operator on elements follows its operands, silently.
func.func @channels(%x: tensor<1x6x4x4xf32>, %y: tensor<1x8x4x4xf32>) -> (tensor<1x6x4x4xf32>, tensor<1x8x4x4xf32>) {
  %w = graph.constant dense<1.0> : tensor<6x6x1x1xf32>
  %v = graph.constant dense<1.0> : tensor<8x8x1x1xf32>
  // expected-remark @+1 {{graph.conv: no blocks of 4, which take constant weights and channels that they divide}}
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x6x4x4xf32>, tensor<6x6x1x1xf32>) -> tensor<1x6x4x4xf32>
  %1 = graph.conv %y, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
  %2 = graph.relu %0 : (tensor<1x6x4x4xf32>) -> tensor<1x6x4x4xf32>
  return %2, %1 : tensor<1x6x4x4xf32>, tensor<1x8x4x4xf32>
}
