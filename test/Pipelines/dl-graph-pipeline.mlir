// RUN: dl-opt %s --dl-graph-pipeline | FileCheck %s
// RUN: dl-opt %s --dl-graph-pipeline=fuse=false | FileCheck %s --check-prefix=PLAIN
// RUN: dl-opt %s --dl-graph-pipeline --convert-graph-to-te --dl-verify-te | FileCheck %s --check-prefix=TE
// RUN: dl-opt %s --dl-graph-pipeline=channel-block=2 | FileCheck %s --check-prefix=BLOCK

// A residual block: the normalisation is gone, one group holds all.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<1x2x4x4xf32>
// CHECK-NOT: graph.batch_norm
// CHECK: %[[Y:.*]] = graph.fused root("graph.conv") (%{{.*}} = %[[X]]
// CHECK: graph.conv
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.relu
// CHECK-NEXT: graph.yield
// CHECK: return %[[Y]]
// Blocks reach through the group; in and out stay as the model has them.
// BLOCK-LABEL: func.func @main
// BLOCK: %[[B:.*]] = graph.layout_transform %{{.*}} "NCHW" to "NCHW2c"
// BLOCK: %[[G:.*]] = graph.fused root("graph.conv") (%{{.*}} = %[[B]]
// BLOCK-NEXT: graph.conv {{.*}} layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"]
// BLOCK-NEXT: graph.add
// BLOCK-NEXT: graph.relu
// BLOCK: graph.layout_transform %[[G]] "NCHW2c" to "NCHW"
// PLAIN-NOT: graph.fused
// PLAIN: graph.conv
// TE: func.func private @conv_add_relu(
// TE-SAME: tensor<1x2x4x4xf32>, %{{[^:]*}}: tensor<2x2x3x3xf32> {te.layout_free}, %{{[^:]*}}: tensor<2xf32>, %{{[^:]*}}: tensor<1x2x4x4xf32> {te.destination}
// TE: func.func @main
// TE: call @conv_add_relu
func.func @main(%x: tensor<1x2x4x4xf32> {dl.name = "x"}) -> (tensor<1x2x4x4xf32> {dl.name = "y"}) {
  %w = graph.constant dense<1.0> : tensor<2x2x3x3xf32>
  %scale = graph.constant dense<[2.0, 6.0]> : tensor<2xf32>
  %bias = graph.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %mean = graph.constant dense<[-0.5, 4.0]> : tensor<2xf32>
  %var = graph.constant dense<[3.0, 8.0]> : tensor<2xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x2x4x4xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x4x4xf32>
  %1 = graph.batch_norm %0, %scale, %bias, %mean, %var epsilon 1.0
      : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.add %1, %x : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}
