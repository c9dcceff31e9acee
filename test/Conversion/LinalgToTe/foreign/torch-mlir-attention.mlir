// Printed by torch-mlir 20261001 from ONNX; models.py says how.
module {
  func.func @main(%arg0: tensor<1x64x128xf32>, %arg1: tensor<128x128xf32>, %arg2: tensor<128x128xf32>, %arg3: tensor<128x128xf32>, %arg4: tensor<128xf32>, %arg5: tensor<128xf32>) -> tensor<1x64x128xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<5.65685415> : tensor<f32>
    %cst_2 = arith.constant 1.280000e+02 : f32
    %cst_3 = arith.constant 9.99999974E-6 : f32
    %0 = tensor.empty() : tensor<1x128x128xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<128x128xf32>) outs(%0 : tensor<1x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x128xf32>
    %2 = tensor.empty() : tensor<1x64x128xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<1x64x128xf32>, tensor<1x128x128xf32>) outs(%3 : tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<128x128xf32>) outs(%0 : tensor<1x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x128xf32>
    %6 = linalg.batch_matmul ins(%arg0, %5 : tensor<1x64x128xf32>, tensor<1x128x128xf32>) outs(%3 : tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<128x128xf32>) outs(%0 : tensor<1x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x128xf32>
    %8 = linalg.batch_matmul ins(%arg0, %7 : tensor<1x64x128xf32>, tensor<1x128x128xf32>) outs(%3 : tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %expanded = tensor.expand_shape %4 [[0], [1], [2, 3]] output_shape [1, 64, 4, 32] : tensor<1x64x128xf32> into tensor<1x64x4x32xf32>
    %expanded_4 = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [1, 64, 4, 32] : tensor<1x64x128xf32> into tensor<1x64x4x32xf32>
    %expanded_5 = tensor.expand_shape %8 [[0], [1], [2, 3]] output_shape [1, 64, 4, 32] : tensor<1x64x128xf32> into tensor<1x64x4x32xf32>
    %9 = tensor.empty() : tensor<1x4x64x32xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x64x4x32xf32>) outs(%9 : tensor<1x4x64x32xf32>) permutation = [0, 2, 1, 3] 
    %10 = tensor.empty() : tensor<1x4x32x64xf32>
    %transposed_6 = linalg.transpose ins(%expanded_4 : tensor<1x64x4x32xf32>) outs(%10 : tensor<1x4x32x64xf32>) permutation = [0, 2, 3, 1] 
    %transposed_7 = linalg.transpose ins(%expanded_5 : tensor<1x64x4x32xf32>) outs(%9 : tensor<1x4x64x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x4x64x32xf32> into tensor<4x64x32xf32>
    %collapsed_8 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : tensor<1x4x32x64xf32> into tensor<4x32x64xf32>
    %11 = tensor.empty() : tensor<4x64x64xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %13 = linalg.batch_matmul ins(%collapsed, %collapsed_8 : tensor<4x64x32xf32>, tensor<4x32x64xf32>) outs(%12 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %expanded_9 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xf32> into tensor<1x4x64x64xf32>
    %14 = tensor.empty() : tensor<1x4x64x64xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9, %cst_1 : tensor<1x4x64x64xf32>, tensor<f32>) outs(%14 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.divf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %16 = tensor.empty() : tensor<1x4x64xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %18 = tensor.empty() : tensor<1x4x64xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %20:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<1x4x64x64xf32>) outs(%19, %17 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_18: i64):
      %47 = linalg.index 3 : index
      %48 = arith.index_cast %47 : index to i64
      %49 = arith.maximumf %in, %out : f32
      %50 = arith.cmpf ogt, %in, %out : f32
      %51 = arith.select %50, %48, %out_18 : i64
      linalg.yield %49, %51 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_10 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_10 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%14 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.subf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x4x64x64xf32>) outs(%14 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.exp %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %23 = tensor.empty() : tensor<1x4x64x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22 : tensor<1x4x64x64xf32>) outs(%24 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x1xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%14 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.divf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %collapsed_11 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : tensor<1x4x64x64xf32> into tensor<4x64x64xf32>
    %collapsed_12 = tensor.collapse_shape %transposed_7 [[0, 1], [2], [3]] : tensor<1x4x64x32xf32> into tensor<4x64x32xf32>
    %27 = tensor.empty() : tensor<4x64x32xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    %29 = linalg.batch_matmul ins(%collapsed_11, %collapsed_12 : tensor<4x64x64xf32>, tensor<4x64x32xf32>) outs(%28 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    %expanded_13 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf32> into tensor<1x4x64x32xf32>
    %30 = tensor.empty() : tensor<1x64x4x32xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<1x4x64x32xf32>) outs(%30 : tensor<1x64x4x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2, 3]] : tensor<1x64x4x32xf32> into tensor<1x64x128xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_15, %arg0 : tensor<1x64x128xf32>, tensor<1x64x128xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.addf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x128xf32>
    %32 = tensor.empty() : tensor<1x64x1xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<1x64x128xf32>) outs(%33 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x1xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x64x1xf32>) outs(%32 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.divf %in, %cst_2 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_16 = tensor.collapse_shape %35 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_16 : tensor<1x64xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x128xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %36 : tensor<1x64x128xf32>, tensor<1x64x128xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.subf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x128xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %37 : tensor<1x64x128xf32>, tensor<1x64x128xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.mulf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x128xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<1x64x128xf32>) outs(%33 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x1xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x64x1xf32>) outs(%32 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.divf %in, %cst_2 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x1xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x64x1xf32>) outs(%32 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %cst_3 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x1xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<1x64x1xf32>) outs(%32 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.rsqrt %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_17 = tensor.collapse_shape %42 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_17 : tensor<1x64xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x128xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %43 : tensor<1x64x128xf32>, tensor<1x64x128xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.mulf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x128xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %arg4 : tensor<1x64x128xf32>, tensor<128xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.mulf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x128xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %arg5 : tensor<1x64x128xf32>, tensor<128xf32>) outs(%2 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.addf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x64x128xf32>
    return %46 : tensor<1x64x128xf32>
  }
}
