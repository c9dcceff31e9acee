func.func @main(%x: tensor<1x32x14x14xi8> {dl.name = "x"}) -> (tensor<1x64x14x14xi8> {dl.name = "y"}) {
  %w = graph.constant dense<3> : tensor<64x32x1x1xi8>
  %b = graph.constant dense<7> : tensor<64x1x1xi32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<36> : tensor<i32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x32x14x14xi8>, tensor<64x32x1x1xi8>) -> tensor<1x64x14x14xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 relu : (tensor<1x64x14x14xi32>, tensor<64x1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x64x14x14xi8>
  return %1 : tensor<1x64x14x14xi8>
}
