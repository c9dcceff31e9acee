// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te | FileCheck %s
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te | dl-opt --test-interpret

// Flags are bytes and unsigned integers have no sign below the graph level; floats of
// 16 bits are computed with as f32. Attributes of arguments keep what callers see.

// A byte is tested where it is read, a flag is extended where it is stored.
// CHECK-LABEL: func.func private @less(
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i8
// CHECK: %[[STORED:.*]] = arith.extui %[[LESS]] : i1 to i8
// CHECK: te.yield %[[STORED]] : i8

// CHECK-LABEL: func.func private @where(
// CHECK: %[[BYTE:.*]] = te.read %{{.*}} : tensor<3xi8>
// CHECK: %[[FLAG:.*]] = arith.cmpi ne, %[[BYTE]], %{{.*}} : i8
// CHECK: arith.select %[[FLAG]]

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %{{.*}}: tensor<3xi8> {dl.test_input = {{.*}}, te.element_type = ui8}
// CHECK-SAME: te.destination, te.element_type = i1}
// CHECK-SAME: -> (tensor<3xi8> {{{.*}}te.element_type = i1}
func.func @unsigned(
    %x: tensor<3xui8> {dl.test_input = dense<[1, 200, 3]> : tensor<3xui8>},
    %y: tensor<3xui8> {dl.test_input = dense<[2, 100, 3]> : tensor<3xui8>})
    -> (tensor<3xi1> {dl.test_expected = dense<[true, false, false]> : tensor<3xi1>}) {
  %0 = graph.less %x, %y : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @flags(
// CHECK-SAME: %{{.*}}: tensor<3xi8> {dl.test_input = {{.*}}, te.element_type = i1}
func.func @flags(
    %c: tensor<3xi1> {dl.test_input = dense<[true, false, true]> : tensor<3xi1>},
    %x: tensor<3xf32> {dl.test_input = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[1.0, -1.0, 3.0]> : tensor<3xf32>}) {
  %0 = graph.constant dense<-1.0> : tensor<f32>
  %1 = graph.where %c, %x, %0 : (tensor<3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// A sum of halves is wide, then rounded.
// CHECK-LABEL: func.func @halves(
func.func @halves(
    %x: tensor<2x3xf16> {dl.test_input = dense<[[2048.0, 1.0, 1.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf16>})
    -> (tensor<2xf16> {dl.test_expected = dense<[2050.0, 6.0]> : tensor<2xf16>}) {
  %0 = graph.reduce_sum %x axes [1] : (tensor<2x3xf16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}
