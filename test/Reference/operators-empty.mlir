// RUN: dl-opt %s --test-interpret

// Of no elements a reduction leaves what changes nothing.

func.func @empty(%x: tensor<2x0xf32> {dl.test_input = dense<> : tensor<2x0xf32>},
                 %u: tensor<0xui8> {dl.test_input = dense<> : tensor<0xui8>},
                 %b: tensor<0xi1> {dl.test_input = dense<> : tensor<0xi1>},
                 %h: tensor<0xf16> {dl.test_input = dense<> : tensor<0xf16>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>},
        tensor<2x1xf32> {dl.test_expected = dense<0xFF800000> : tensor<2x1xf32>},
        tensor<2xf32> {dl.test_expected = dense<0x7FC00000> : tensor<2xf32>},
        tensor<ui8> {dl.test_expected = dense<0> : tensor<ui8>},
        tensor<ui8> {dl.test_expected = dense<255> : tensor<ui8>},
        tensor<i1> {dl.test_expected = dense<false> : tensor<i1>},
        tensor<i1> {dl.test_expected = dense<true> : tensor<i1>},
        tensor<f16> {dl.test_expected = dense<1.0> : tensor<f16>},
        tensor<2x3xf32> {dl.test_expected = dense<0.0> : tensor<2x3xf32>}) {
  %0 = graph.reduce_sum %x axes [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  %1 = graph.reduce_max %x axes [1] keepdims : (tensor<2x0xf32>) -> tensor<2x1xf32>
  %2 = graph.reduce_mean %x axes [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  %3 = graph.reduce_max %u axes [0] : (tensor<0xui8>) -> tensor<ui8>
  %4 = graph.reduce_min %u axes [0] : (tensor<0xui8>) -> tensor<ui8>
  %5 = graph.reduce_max %b axes [0] : (tensor<0xi1>) -> tensor<i1>
  %6 = graph.reduce_min %b axes [0] : (tensor<0xi1>) -> tensor<i1>
  %7 = graph.reduce_prod %h axes [0] : (tensor<0xf16>) -> tensor<f16>
  %w = graph.reshape %x : (tensor<2x0xf32>) -> tensor<0x3xf32>
  %8 = graph.matmul %x, %w : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2xf32>, tensor<2x1xf32>, tensor<2xf32>, tensor<ui8>, tensor<ui8>, tensor<i1>, tensor<i1>, tensor<f16>, tensor<2x3xf32>
}

// The open dim of a reshape of nothing is 0 where nothing else tells it.
func.func @open(%x: tensor<?x0xf32> {dl.test_input = dense<> : tensor<5x0xf32>})
    -> (tensor<0x?xf32> {dl.test_expected = dense<> : tensor<0x0xf32>}) {
  %0 = graph.reshape %x : (tensor<?x0xf32>) -> tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}
