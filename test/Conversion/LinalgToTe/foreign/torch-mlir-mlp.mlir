// Printed by torch-mlir 20261001 from ONNX; models.py says how.
module {
  func.func @main(%arg0: tensor<64x256xf32>, %arg1: tensor<512x256xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512x128xf32>) -> tensor<64x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<256x512xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<512x256xf32>) outs(%0 : tensor<256x512xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<64x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<64x256xf32>, tensor<256x512xf32>) outs(%2 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %arg2 : tensor<64x512xf32>, tensor<512xf32>) outs(%1 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %20 = arith.addf %in, %in_1 : f32
      linalg.yield %20 : f32
    } -> tensor<64x512xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<64x512xf32>) outs(%1 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.cmpf ugt, %in, %cst : f32
      %21 = arith.select %20, %in, %cst : f32
      linalg.yield %21 : f32
    } -> tensor<64x512xf32>
    %6 = tensor.empty() : tensor<64x128xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %8 = linalg.matmul ins(%5, %arg3 : tensor<64x512xf32>, tensor<512x128xf32>) outs(%7 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %9 = tensor.empty() : tensor<64xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<64xi64>) -> tensor<64xi64>
    %11 = tensor.empty() : tensor<64xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<64xf32>) -> tensor<64xf32>
    %13:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<64x128xf32>) outs(%12, %10 : tensor<64xf32>, tensor<64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %20 = linalg.index 1 : index
      %21 = arith.index_cast %20 : index to i64
      %22 = arith.maximumf %in, %out : f32
      %23 = arith.cmpf ogt, %in, %out : f32
      %24 = arith.select %23, %21, %out_1 : i64
      linalg.yield %22, %24 : f32, i64
    } -> (tensor<64xf32>, tensor<64xi64>)
    %expanded = tensor.expand_shape %13#0 [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8, %expanded : tensor<64x128xf32>, tensor<64x1xf32>) outs(%6 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %20 = arith.subf %in, %in_1 : f32
      linalg.yield %20 : f32
    } -> tensor<64x128xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<64x128xf32>) outs(%6 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.exp %in : f32
      linalg.yield %20 : f32
    } -> tensor<64x128xf32>
    %16 = tensor.empty() : tensor<64x1xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%15 : tensor<64x128xf32>) outs(%17 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %in, %out : f32
      linalg.yield %20 : f32
    } -> tensor<64x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%15, %18 : tensor<64x128xf32>, tensor<64x1xf32>) outs(%6 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %20 = arith.divf %in, %in_1 : f32
      linalg.yield %20 : f32
    } -> tensor<64x128xf32>
    return %19 : tensor<64x128xf32>
  }
}
