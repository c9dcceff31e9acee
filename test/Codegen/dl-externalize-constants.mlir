// RUN: dl-opt %s --dl-externalize-constants --split-input-file | FileCheck %s

// Constants become views of one argument at multiples of 64 bytes.
// CHECK:       module attributes {dl.weights = [
// CHECK-SAME:    {offset = 0 : i64, value = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>},
// CHECK-SAME:    {offset = 64 : i64, value = dense<{{\[}}[1, 2], [3, 4]]> : tensor<2x2xi8>}],
// CHECK-SAME:    dl.weights_size = 128 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[W:.*]]: memref<128xi8> {dl.weights}, %{{.*}}: tensor<3xf32>)
// CHECK:         %[[OFF0:.*]] = arith.constant 0 : index
// CHECK:         %[[V0:.*]] = memref.view %[[W]][%[[OFF0]]][] : memref<128xi8> to memref<3xf32>
// CHECK:         %[[T0:.*]] = bufferization.to_tensor %[[V0]] restrict : memref<3xf32>
// CHECK:         %[[OFF1:.*]] = arith.constant 64 : index
// CHECK:         %[[V1:.*]] = memref.view %[[W]][%[[OFF1]]][] : memref<128xi8> to memref<2x2xi8>
// CHECK:         bufferization.to_tensor %[[V1]] restrict : memref<2x2xi8>
// CHECK-NOT:     arith.constant dense
// CHECK:         return %[[T0]]
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<2x2xi8>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  return %a, %b : tensor<3xf32>, tensor<2x2xi8>
}

// -----

// Equal bytes share one place, whatever the shape and whether splat, dense or resource.
// CHECK:       module attributes {dl.weights = [
// CHECK-SAME:    {offset = 0 : i64, value = dense<1.000000e+00> : tensor<32xf32>},
// CHECK-SAME:    {offset = 128 : i64, value = dense_resource<w> : tensor<2xf32>},
// CHECK-SAME:    {offset = 192 : i64, value = dense<1.000000e+00> : tensor<31xf32>}],
// CHECK-SAME:    dl.weights_size = 320 : i64}
// CHECK-LABEL: func.func @main(
// CHECK:         %[[OFF:.*]] = arith.constant 0 : index
// CHECK:         memref.view %{{.*}}[%[[OFF]]][] : memref<320xi8> to memref<32xf32>
// CHECK:         %[[SAME:.*]] = arith.constant 0 : index
// CHECK:         memref.view %{{.*}}[%[[SAME]]][] : memref<320xi8> to memref<4x8xf32>
// CHECK:         memref.view {{.*}} to memref<2xf32>
// CHECK:         %[[DENSE:.*]] = arith.constant 128 : index
// CHECK:         memref.view %{{.*}}[%[[DENSE]]][] : memref<320xi8> to memref<1x2xf32>
func.func @main() -> (tensor<32xf32>, tensor<4x8xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<31xf32>) {
  %a = arith.constant dense<1.0> : tensor<32xf32>
  %b = arith.constant dense<1.0> : tensor<4x8xf32>
  %c = arith.constant dense_resource<w> : tensor<2xf32>
  %d = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %e = arith.constant dense<1.0> : tensor<31xf32>
  return %a, %b, %c, %d, %e : tensor<32xf32>, tensor<4x8xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<31xf32>
}

{-#
  dialect_resources: {
    builtin: { w: "0x040000000000803f00000040" }
  }
#-}

// -----

// An empty constant takes no bytes.
// CHECK:       module attributes {dl.weights = [{offset = 0 : i64, value = dense<> : tensor<0xf32>}], dl.weights_size = 64 : i64}
// CHECK-LABEL: func.func @main(
// CHECK:         memref.view {{.*}} to memref<0xf32>
func.func @main() -> tensor<0xf32> {
  %a = arith.constant dense<> : tensor<0xf32>
  return %a : tensor<0xf32>
}

// -----

// A model without constants has an argument all the same; kernels keep theirs.
// CHECK:       module attributes {dl.weights = [], dl.weights_size = 64 : i64}
// CHECK-LABEL: func.func private @kernel() -> tensor<2xf32>
// CHECK:         arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    memref<64xi8> {dl.weights})
// CHECK:         arith.constant 1.0
func.func private @kernel() -> tensor<2xf32> {
  %a = arith.constant dense<1.0> : tensor<2xf32>
  return %a : tensor<2xf32>
}
func.func @main() -> f32 {
  %a = arith.constant 1.0 : f32
  return %a : f32
}
