// RUN: dl-opt %s --convert-graph-to-te --schedule-default --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --convert-graph-to-te --schedule-default --schedule-apply --canonicalize | FileCheck %s --check-prefix=LOOPS

// Of 33 rows and columns with a dilation of 12, 25 of 33 meet each tap: taps of which a tile reads
// padding alone are left out, and the terms of a tap are inside.
// CHECK-LABEL: kernel @conv,
// CHECK: conv: at root
// CHECK: for kh in 0..3 reduction, zeros left out
// CHECK-NEXT: for kw in 0..3 reduction, zeros left out
// CHECK-NEXT: for ib in 0..4 reduction
// CHECK-NEXT: for ii.o in 0..4 reduction
// CHECK-NEXT: for ii.i in 0..4 reduction unroll
// CHECK-NEXT: for w.i in 0..6 unroll
// LOOPS-DAG: #[[FIRST:.*]] = affine_map<(d0) -> (0, (-d0 + 11) floordiv 12 + 1)>
// LOOPS-DAG: #[[END:.*]] = affine_map<(d0) -> (3, (-d0 + 8) floordiv 12 + 4)>
// LOOPS-LABEL: func.func private @conv(
// LOOPS: %[[BEGIN:.*]] = affine.max #[[FIRST]](%[[H:.*]])
// LOOPS: %[[BOUND:.*]] = affine.min #[[END]](%[[H]])
// LOOPS: scf.for %{{.*}} = %[[BEGIN]] to %[[BOUND]] step
func.func @dilated(%x: tensor<1x4x33x33x16xf32>) -> tensor<1x4x33x33x16xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [12, 12, 12, 12] dilations [12, 12] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x4x33x33x16xf32>, tensor<4x4x3x3x16x16xf32>) -> tensor<1x4x33x33x16xf32>
  return %0 : tensor<1x4x33x33x16xf32>
}

// Borders of one row of 56 are not worth shorter loops over the terms of a tap: the order stays.
// CHECK-LABEL: kernel @conv_0,
// CHECK: for ib in 0..1 reduction
// CHECK-NEXT: for kh in 0..3 reduction, zeros left out
// CHECK-NEXT: for kw in 0..3 reduction{{$}}
func.func @borders(%x: tensor<1x1x56x56x16xf32>) -> tensor<1x1x56x56x16xf32> {
  %w = graph.constant dense<1.0> : tensor<1x1x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x1x56x56x16xf32>, tensor<1x1x3x3x16x16xf32>) -> tensor<1x1x56x56x16xf32>
  return %0 : tensor<1x1x56x56x16xf32>
}

// With a dilation of 5, of the 33 rows five miss the first tap and five the last, and of the six
// tiles of columns one misses the last tap: 89 of 99 times 17 of 18 is less than 0.85 of the terms.
// CHECK-LABEL: kernel @conv_1,
// CHECK: conv: at root
// CHECK: for w.o in 0..6
// CHECK: for kh in 0..3 reduction, zeros left out
// CHECK-NEXT: for kw in 0..3 reduction, zeros left out
// CHECK-NEXT: for ib in 0..4 reduction
func.func @five(%x: tensor<1x4x33x33x16xf32>) -> tensor<1x4x33x33x16xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [5, 5, 5, 5] dilations [5, 5] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x4x33x33x16xf32>, tensor<4x4x3x3x16x16xf32>) -> tensor<1x4x33x33x16xf32>
  return %0 : tensor<1x4x33x33x16xf32>
}

// With one of 4 it is more, and the order stays.
// CHECK-LABEL: kernel @conv_2,
// CHECK: for ib in 0..4 reduction
// CHECK-NEXT: for w.o in 0..6
// CHECK-NEXT: for kh in 0..3 reduction, zeros left out
// CHECK-NEXT: for kw in 0..3 reduction, zeros left out
func.func @four(%x: tensor<1x4x33x33x16xf32>) -> tensor<1x4x33x33x16xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [4, 4, 4, 4] dilations [4, 4] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x4x33x33x16xf32>, tensor<4x4x3x3x16x16xf32>) -> tensor<1x4x33x33x16xf32>
  return %0 : tensor<1x4x33x33x16xf32>
}
