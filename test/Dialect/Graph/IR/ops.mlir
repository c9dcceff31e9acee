// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s
// RUN: dl-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xf32>, tensor<f32>, tensor<2x2xf32>, tensor<0x3xi64>) {
  // CHECK: graph.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: graph.constant dense<3.000000e+00> : tensor<f32>
  %1 = graph.constant dense<3.0> : tensor<f32>
  // CHECK: graph.constant dense_resource<weights> : tensor<2x2xf32>
  %2 = graph.constant dense_resource<weights> : tensor<2x2xf32>
  // CHECK: graph.constant dense<> : tensor<0x3xi64>
  %3 = graph.constant dense<> : tensor<0x3xi64>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<f32>, tensor<2x2xf32>, tensor<0x3xi64>
}

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<?x4xf32>, %i: tensor<4xi64>) {
  // CHECK: graph.relu %{{.*}} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %relu = graph.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.erf
  %erf = graph.erf %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.exp
  %exp = graph.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.log
  %log = graph.log %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.sqrt
  %sqrt = graph.sqrt %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.tanh
  %tanh = graph.tanh %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.sigmoid
  %sigmoid = graph.sigmoid %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: graph.neg %{{.*}} : (tensor<4xi64>) -> tensor<4xi64>
  %neg = graph.neg %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: graph.abs
  %abs = graph.abs %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: graph.reciprocal
  %reciprocal = graph.reciprocal %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%x: tensor<2x?x4xf32>, %y: tensor<3x1xf32>, %z: tensor<f32>, %i: tensor<4xi32>) {
  // CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<2x?x4xf32>, tensor<3x1xf32>) -> tensor<2x3x4xf32>
  %add = graph.add %x, %y : (tensor<2x?x4xf32>, tensor<3x1xf32>) -> tensor<2x3x4xf32>
  // CHECK: graph.sub
  %sub = graph.sub %z, %y : (tensor<f32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  // CHECK: graph.mul
  %mul = graph.mul %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: graph.div
  %div = graph.div %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: graph.maximum
  %maximum = graph.maximum %x, %z : (tensor<2x?x4xf32>, tensor<f32>) -> tensor<2x?x4xf32>
  // CHECK: graph.minimum
  %minimum = graph.minimum %x, %z : (tensor<2x?x4xf32>, tensor<f32>) -> tensor<2x?x4xf32>
  // CHECK: graph.pow
  %pow = graph.pow %x, %z : (tensor<2x?x4xf32>, tensor<f32>) -> tensor<2x?x4xf32>
  return
}

// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<?x8x9x9xf32>, %w: tensor<6x4x3x2xf32>, %b: tensor<6xf32>, %line: tensor<2x3x10xi32>) {
  // CHECK: graph.conv %{{.*}}, %{{.*}}, %{{.*}} strides [2, 1] pads [1, 0, 1, 2] dilations [1, 3] group 2 : (tensor<?x8x9x9xf32>, tensor<6x4x3x2xf32>, tensor<6xf32>) -> tensor<?x6x5x8xf32>
  %conv = graph.conv %x, %w, %b strides [2, 1] pads [1, 0, 1, 2] dilations [1, 3] group 2
      : (tensor<?x8x9x9xf32>, tensor<6x4x3x2xf32>, tensor<6xf32>) -> tensor<?x6x5x8xf32>
  // CHECK: graph.max_pool %{{.*}} kernel [2] strides [3] pads [0, 1] dilations [2] : (tensor<2x3x10xi32>) -> tensor<2x3x3xi32>
  %pool = graph.max_pool %line kernel [2] strides [3] pads [0, 1] dilations [2] : (tensor<2x3x10xi32>) -> tensor<2x3x3xi32>
  // CHECK: graph.max_pool {{.*}} ceil_mode : (tensor<2x3x10xi32>) -> tensor<2x3x4xi32>
  %ceil = graph.max_pool %line kernel [2] strides [3] pads [0, 1] dilations [1] ceil_mode : (tensor<2x3x10xi32>) -> tensor<2x3x4xi32>
  return
}

// CHECK-LABEL: func.func @sampling
func.func @sampling(%x: tensor<?x4x8x9xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<6xf32>, %i: tensor<5x2xi64>, %f: tensor<5x2xf32>,
                    %n: tensor<5x1xi64>, %g: tensor<?x2x3x2xf32>, %blocks: tensor<1x2x4x4x16xf32>, %bw: tensor<2x1x2x2x16x16xf32>,
                    %c: tensor<?x2x2x2x2x4xi32>) {
  // CHECK: graph.conv_transpose %{{.*}}, %{{.*}}, %{{.*}} strides [2, 1] pads [1, 0, 1, 2] dilations [1, 3] output_padding [1, 0] group 2 : (tensor<?x4x8x9xf32>, tensor<4x3x3x2xf32>, tensor<6xf32>) -> tensor<?x6x16x10xf32>
  %0 = graph.conv_transpose %x, %w, %b strides [2, 1] pads [1, 0, 1, 2] dilations [1, 3] output_padding [1, 0] group 2
      : (tensor<?x4x8x9xf32>, tensor<4x3x3x2xf32>, tensor<6xf32>) -> tensor<?x6x16x10xf32>
  // CHECK: graph.conv_transpose {{.*}} layouts ["NCHW16c", "OIHW16o16i", "NCHW16c"] : {{.*}} -> tensor<1x1x8x8x16xf32>
  %1 = graph.conv_transpose %blocks, %bw strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] layouts ["NCHW16c", "OIHW16o16i", "NCHW16c"]
      : (tensor<1x2x4x4x16xf32>, tensor<2x1x2x2x16x16xf32>) -> tensor<1x1x8x8x16xf32>
  // CHECK: graph.col2im %{{.*}} image [5, 4] strides [2, 1] pads [0, 1, 0, 2] dilations [1, 3] : (tensor<?x2x2x2x2x4xi32>) -> tensor<?x2x5x4xi32>
  %columns = graph.col2im %c image [5, 4] strides [2, 1] pads [0, 1, 0, 2] dilations [1, 3] : (tensor<?x2x2x2x2x4xi32>) -> tensor<?x2x5x4xi32>
  // CHECK: graph.sum_pool %{{.*}} kernel [2, 3] strides [2, 3] pads [0, 0, 0, 0] dilations [1, 1] ceil_mode :
  %2 = graph.sum_pool %x kernel [2, 3] strides [2, 3] pads [0, 0, 0, 0] dilations [1, 1] ceil_mode : (tensor<?x4x8x9xf32>) -> tensor<?x4x4x3xf32>
  // CHECK: graph.max_pool_index %{{.*}} column_major : (tensor<?x4x8x9xf32>) -> tensor<?x4x7x8xi64>
  %3 = graph.max_pool_index %x kernel [2, 2] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] column_major : (tensor<?x4x8x9xf32>) -> tensor<?x4x7x8xi64>
  // CHECK: graph.resample %{{.*}}, %{{.*}}, %{{.*}} axis 2 : (tensor<?x4x8x9xf32>, tensor<5x2xi64>, tensor<5x2xf32>) -> tensor<?x4x5x9xf32>
  %4 = graph.resample %x, %i, %f axis 2 : (tensor<?x4x8x9xf32>, tensor<5x2xi64>, tensor<5x2xf32>) -> tensor<?x4x5x9xf32>
  // CHECK: graph.resample %{{[^,]*}}, %{{[^,]*}} axis 3 :
  %5 = graph.resample %x, %n axis 3 : (tensor<?x4x8x9xf32>, tensor<5x1xi64>) -> tensor<?x4x8x5xf32>
  // CHECK: graph.grid_sample %{{.*}}, %{{.*}} "linear" padding "border" align_corners : (tensor<?x4x8x9xf32>, tensor<?x2x3x2xf32>) -> tensor<?x4x2x3xf32>
  %6 = graph.grid_sample %x, %g "linear" padding "border" align_corners : (tensor<?x4x8x9xf32>, tensor<?x2x3x2xf32>) -> tensor<?x4x2x3xf32>
  return
}

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<5x1x2x3xf32>, %b: tensor<4x3x6xf32>, %v: tensor<3xf32>, %m: tensor<3x2xf32>, %c: tensor<1xf32>) {
  // CHECK: graph.matmul %{{.*}}, %{{.*}} : (tensor<5x1x2x3xf32>, tensor<4x3x6xf32>) -> tensor<5x4x2x6xf32>
  %batched = graph.matmul %a, %b : (tensor<5x1x2x3xf32>, tensor<4x3x6xf32>) -> tensor<5x4x2x6xf32>
  // CHECK: graph.matmul {{.*}} -> tensor<5x1x2xf32>
  %vector = graph.matmul %a, %v : (tensor<5x1x2x3xf32>, tensor<3xf32>) -> tensor<5x1x2xf32>
  // CHECK: graph.matmul {{.*}} -> tensor<f32>
  %dot = graph.matmul %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  // CHECK: graph.gemm %{{.*}}, %{{.*}}, %{{.*}} alpha 2.000000e+00 beta 5.000000e-01 trans_a : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<1xf32>) -> tensor<2x2xf32>
  %gemm = graph.gemm %m, %m, %c alpha 2.0 beta 0.5 trans_a : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<1xf32>) -> tensor<2x2xf32>
  // CHECK: graph.gemm %{{[^,]*}}, %{{[^,]*}} trans_b :
  %plain = graph.gemm %m, %m trans_b : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// CHECK-LABEL: func.func @normalisations
func.func @normalisations(%x: tensor<2x3x4x?xf32>, %c: tensor<3xf32>, %s: tensor<4x1xf32>) {
  // CHECK: graph.reduce_mean %{{.*}} axes [1, 2] : (tensor<2x3x4x?xf32>) -> tensor<2x?xf32>
  %mean = graph.reduce_mean %x axes [1, 2] : (tensor<2x3x4x?xf32>) -> tensor<2x?xf32>
  // CHECK: graph.reduce_mean %{{.*}} axes [3] keepdims : (tensor<2x3x4x?xf32>) -> tensor<2x3x4x1xf32>
  %kept = graph.reduce_mean %x axes [3] keepdims : (tensor<2x3x4x?xf32>) -> tensor<2x3x4x1xf32>
  // CHECK: graph.batch_norm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} epsilon 1.000000e-03 :
  %norm = graph.batch_norm %x, %c, %c, %c, %c epsilon 1.0e-3
      : (tensor<2x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x?xf32>
  // CHECK: graph.softmax %{{.*}} axis 0 :
  %softmax = graph.softmax %x axis 0 : (tensor<2x3x4x?xf32>) -> tensor<2x3x4x?xf32>
  // CHECK: graph.layer_norm %{{.*}}, %{{.*}}, %{{.*}} axis 2 epsilon 9.99999996E-13 :
  %layer = graph.layer_norm %x, %s, %s axis 2 epsilon 1.0e-12
      : (tensor<2x3x4x?xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<2x3x4x?xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  // CHECK: graph.reshape %{{.*}} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %flat = graph.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  // CHECK: graph.transpose %{{.*}} permutation [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %moved = graph.transpose %x permutation [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %moved : tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @layouts
func.func @layouts(%x: tensor<1x32x8x8xf32>, %w: tensor<1x2x3x3x16x16xf32>, %b: tensor<1x16xf32>, %d: tensor<2x1x3x3x16xf32>, %nhwc: tensor<1x8x8x32xf32>,
                   %o: tensor<1x2x1x1x16xf32>, %two: tensor<1x2x8x8xf32>, %m: tensor<2x1x1x1x4xf32>) {
  // CHECK: %[[B:.*]] = graph.layout_transform %{{.*}} "NCHW" to "NCHW16c" : (tensor<1x32x8x8xf32>) -> tensor<1x2x8x8x16xf32>
  %0 = graph.layout_transform %x "NCHW" to "NCHW16c" : (tensor<1x32x8x8xf32>) -> tensor<1x2x8x8x16xf32>
  // CHECK: graph.conv %[[B]], {{.*}} dilations [1, 1] layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : {{.*}} -> tensor<1x1x8x8x16xf32>
  %1 = graph.conv %0, %w, %b strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"]
      : (tensor<1x2x8x8x16xf32>, tensor<1x2x3x3x16x16xf32>, tensor<1x16xf32>) -> tensor<1x1x8x8x16xf32>
  // CHECK: graph.conv {{.*}} group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : {{.*}} -> tensor<1x2x6x6x16xf32>
  %2 = graph.conv %0, %d strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"]
      : (tensor<1x2x8x8x16xf32>, tensor<2x1x3x3x16xf32>) -> tensor<1x2x6x6x16xf32>
  // One output channel is no depthwise convolution; nor are several for each input one.
  // CHECK: graph.conv {{.*}} layouts ["NCHW16c", "OIHW16i", "NCHW"]
  %one = graph.conv %0, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW16c", "OIHW16i", "NCHW"]
      : (tensor<1x2x8x8x16xf32>, tensor<1x2x1x1x16xf32>) -> tensor<1x1x8x8xf32>
  // CHECK: graph.conv {{.*}} group 2 layouts ["NCHW", "OIHW4o", "NCHW4c"]
  %many = graph.conv %two, %m strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 layouts ["NCHW", "OIHW4o", "NCHW4c"]
      : (tensor<1x2x8x8xf32>, tensor<2x1x1x1x4xf32>) -> tensor<1x2x8x8x4xf32>
  // CHECK: graph.max_pool %[[B]] {{.*}} layout "NCHW16c" : {{.*}} -> tensor<1x2x4x4x16xf32>
  %3 = graph.max_pool %0 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] layout "NCHW16c" : (tensor<1x2x8x8x16xf32>) -> tensor<1x2x4x4x16xf32>
  // CHECK: graph.max_pool {{.*}} layout "NHWC" : {{.*}} -> tensor<1x4x4x32xf32>
  %4 = graph.max_pool %nhwc kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] layout "NHWC" : (tensor<1x8x8x32xf32>) -> tensor<1x4x4x32xf32>
  return
}

// CHECK-LABEL: func.func @group
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>
func.func @group(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[G:.*]] = graph.fused root("graph.add") (%[[A:.*]] = %[[X]] : tensor<2x3xf32>, %[[B:.*]] = %[[Y]] : tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = graph.fused root("graph.add") (%a = %x : tensor<2x3xf32>, %b = %y : tensor<3xf32>) -> tensor<2x3xf32> {
    // CHECK: %[[S:.*]] = graph.add %[[A]], %[[B]]
    %sum = graph.add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: graph.yield %[[S]] : tensor<2x3xf32>
    graph.yield %sum : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

{-#
  dialect_resources: {
    builtin: { weights: "0x040000000000803F000000400000404000008040" }
  }
#-}
