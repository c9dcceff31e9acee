// RUN: dl-opt %s --convert-graph-to-te --split-input-file | FileCheck %s

// What elements that are moved, repeated or joined are read by, and under which conditions.

// Elements at the ends are read where they are: no index is computed.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 7) : tensor
// CHECK: te.read %arg0[3] where(%i0 - 5 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[0] where(-(%i0 - 1) - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0 - 1] where(%i0 - 1 >= 0, -(%i0 - 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @edge(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<7xf32> {
  %0 = graph.pad %x, %v low [1] high [2] mode "edge" : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

// So are those of a reflection, up to one element less than there are.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 10) : tensor
// CHECK: te.read %arg0[-(%i0 - 3) + 6] where(%i0 - 7 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[-(%i0 - 3)] where(-(%i0 - 3) - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0 - 3] where(%i0 - 3 >= 0, -(%i0 - 3) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @reflect(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<10xf32> {
  %0 = graph.pad %x, %v low [3] high [3] mode "reflect" : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// A longer one is reflected again, which its indices say.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 8) : tensor
// CHECK: te.read %arg0[%{{.*}}] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @reflect_again(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<8xf32> {
  %0 = graph.pad %x, %v low [4] high [0] mode "reflect" : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Ends that nothing is added to are no ranges; what is cut off moves the others.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 5, i1 = 4) : tensor
// CHECK: te.read %arg0[3, 3] where(%i0 - 4 >= 0, %i1 - 3 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[3, %i1 + 1] where(%i0 - 4 >= 0, -(%i1 + 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0, 3] where(-%i0 + 3 >= 0, %i1 - 3 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0, %i1 + 1] where(-%i0 + 3 >= 0, -(%i1 + 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @one_end(%x: tensor<4x4xf32>, %v: tensor<f32>) -> tensor<5x4xf32> {
  %0 = graph.pad %x, %v low [0, -1] high [1, 1] mode "edge" : (tensor<4x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

// Of what is only cut off all are there.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 3, i1 = 3) : tensor
// CHECK: te.read %arg0[%i0, %i1 + 1] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @cut(%x: tensor<4x4xf32>, %v: tensor<f32>) -> tensor<3x3xf32> {
  %0 = graph.pad %x, %v low [0, -1] high [-1, 0] mode "edge" : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// Nine reads are the most.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 6, i1 = 6) : tensor
// CHECK: te.read %arg0[3, 3] where(%i0 - 5 >= 0, %i1 - 5 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[3, 0] where(%i0 - 5 >= 0, -(%i1 - 1) - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[3, %i1 - 1] where(%i0 - 5 >= 0, %i1 - 1 >= 0, -(%i1 - 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[0, 3] where(-(%i0 - 1) - 1 >= 0, %i1 - 5 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[0, 0] where(-(%i0 - 1) - 1 >= 0, -(%i1 - 1) - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[0, %i1 - 1] where(-(%i0 - 1) - 1 >= 0, %i1 - 1 >= 0, -(%i1 - 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0 - 1, 3] where(%i0 - 1 >= 0, -(%i0 - 1) + 3 >= 0, %i1 - 5 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0 - 1, 0] where(%i0 - 1 >= 0, -(%i0 - 1) + 3 >= 0, -(%i1 - 1) - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg0[%i0 - 1, %i1 - 1] where(%i0 - 1 >= 0, -(%i0 - 1) + 3 >= 0, %i1 - 1 >= 0, -(%i1 - 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @nine(%x: tensor<4x4xf32>, %v: tensor<f32>) -> tensor<6x6xf32> {
  %0 = graph.pad %x, %v low [1, 1] high [1, 1] mode "edge" : (tensor<4x4xf32>, tensor<f32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// -----

// For more, indices are computed.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 6, i1 = 6, i2 = 5) : tensor
// CHECK: te.read %arg0[%{{.*}}, %{{.*}}, %{{.*}}] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @twelve(%x: tensor<4x4x4xf32>, %v: tensor<f32>) -> tensor<6x6x5xf32> {
  %0 = graph.pad %x, %v low [1, 1, 1] high [1, 1, 0] mode "edge" : (tensor<4x4x4xf32>, tensor<f32>) -> tensor<6x6x5xf32>
  return %0 : tensor<6x6x5xf32>
}

// -----

// Elements come again.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 6) : tensor
// CHECK: te.read %arg0[(%i0 - 1) mod 4] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @wrap(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = graph.pad %x, %v low [1] high [1] mode "wrap" : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// What is none of the elements is the number; each end has a condition where it has pads.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 5, i1 = 5) : tensor
// CHECK: te.read %arg1[] : tensor
// CHECK: te.read %arg0[%i0 - 1, %i1] where(%i0 - 1 >= 0, -%i1 + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @constant(%x: tensor<4x4xf32>, %v: tensor<f32>) -> tensor<5x5xf32> {
  %0 = graph.pad %x, %v low [1, 0] high [0, 1] mode "constant" : (tensor<4x4xf32>, tensor<f32>) -> tensor<5x5xf32>
  return %0 : tensor<5x5xf32>
}

// -----

// Without pads there is none.
// CHECK-LABEL: func.func private @pad(
// CHECK-NOT: te.read
// CHECK: te.compute "pad" axes(i0 = 3, i1 = 4) : tensor
// CHECK: te.read %arg0[%i0 + 1, %i1] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @constant_cut(%x: tensor<4x4xf32>, %v: tensor<f32>) -> tensor<3x4xf32> {
  %0 = graph.pad %x, %v low [-1, 0] high [0, 0] mode "constant" : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Of one element, and where nothing is repeated, the place says itself.
// CHECK-LABEL: func.func private @tile_0(
// CHECK-NOT: te.read
// CHECK: te.compute "tile" axes(i0 = 2, i1 = 4, i2 = 6) : tensor
// CHECK: te.read %arg0[0, %i1, %i2 mod 3] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @tile(%x: tensor<1x4x3xf32>) -> tensor<2x4x6xf32> {
  %0 = graph.tile %x repeats [2, 1, 2] : (tensor<1x4x3xf32>) -> tensor<2x4x6xf32>
  return %0 : tensor<2x4x6xf32>
}

// -----

// An axis of one element has one place.
// CHECK-LABEL: func.func private @repeat_0(
// CHECK: te.read %arg0[%i0 floordiv 3, %i1] : tensor<4x1xf32>
// CHECK-LABEL: func.func private @repeat_1(
// CHECK: te.read %arg0[%i0, 0] : tensor<12x1xf32>
func.func @repeat(%x: tensor<4x1xf32>) -> tensor<12x2xf32> {
  %0 = graph.repeat %x times 3 axis 0 : (tensor<4x1xf32>) -> tensor<12x1xf32>
  %1 = graph.repeat %0 times 2 axis 1 : (tensor<12x1xf32>) -> tensor<12x2xf32>
  return %1 : tensor<12x2xf32>
}

// -----

// Each operand has a range, the last one up to the end.
// CHECK-LABEL: func.func private @concat_0(
// CHECK-NOT: te.read
// CHECK: te.compute "concat" axes(i0 = 6) : tensor
// CHECK: te.read %arg0[%i0] where(%i0 >= 0, -%i0 + 1 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg1[%i0 - 2] where(%i0 - 2 >= 0, -(%i0 - 2) + 2 >= 0) else %{{.*}} : tensor
// CHECK: te.read %arg2[%i0 - 5] where(%i0 - 5 >= 0, -(%i0 - 5) >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @concat(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<1xf32>) -> tensor<6xf32> {
  %0 = graph.concat %x, %y, %z axis 0 : (tensor<2xf32>, tensor<3xf32>, tensor<1xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Operands without elements are not read.
// CHECK-LABEL: func.func private @concat(
// CHECK-NOT: te.read
// CHECK: te.compute "concat" axes(i0 = 2) : tensor
// CHECK: te.read %arg1[%i0] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @concat_none(%x: tensor<2xf32>, %y: tensor<0xf32>) -> tensor<2xf32> {
  %0 = graph.concat %y, %x axis 0 : (tensor<0xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// What comes before, or behind, an exclusive sum begins with none.
// CHECK-LABEL: func.func private @cumsum(
// CHECK-NOT: te.read
// CHECK: te.compute "cumsum.start" axes() : tensor
// CHECK: te.scan "cumsum" time(i0 = 4) init(%{{.*}}) stack(0) : tensor
// CHECK: te.compute "cumsum.next" axes() : tensor
// CHECK: te.read %arg2[] : tensor
// CHECK: te.read %arg0[%i0] : tensor
// CHECK-NOT: te.read
// CHECK: return
// CHECK-LABEL: func.func private @cumsum_0(
// CHECK-NOT: te.read
// CHECK: te.compute "cumsum.start" axes() : tensor
// CHECK: te.scan "cumsum" time(i0 = 4) init(%{{.*}}) stack(0) : tensor
// CHECK: te.compute "cumsum.next" axes() : tensor
// CHECK: te.read %arg2[] : tensor
// CHECK: te.read %arg0[%i0 - 1] where(%i0 - 1 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
// CHECK-LABEL: func.func private @cumsum_1(
// CHECK-NOT: te.read
// CHECK: te.compute "cumsum.start" axes() : tensor
// CHECK: te.scan "cumsum" time(i0 = 4) reverse init(%{{.*}}) stack(0) : tensor
// CHECK: te.compute "cumsum.next" axes() : tensor
// CHECK: te.read %arg2[] : tensor
// CHECK: te.read %arg0[%i0] : tensor
// CHECK-NOT: te.read
// CHECK: return
// CHECK-LABEL: func.func private @cumsum_2(
// CHECK-NOT: te.read
// CHECK: te.compute "cumsum.start" axes() : tensor
// CHECK: te.scan "cumsum" time(i0 = 4) reverse init(%{{.*}}) stack(0) : tensor
// CHECK: te.compute "cumsum.next" axes() : tensor
// CHECK: te.read %arg2[] : tensor
// CHECK: te.read %arg0[%i0 + 1] where(-(%i0 + 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @sums(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.cumsum %x axis 0 : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.cumsum %x axis 0 exclusive : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.cumsum %x axis 0 reverse : (tensor<4xf32>) -> tensor<4xf32>
  %3 = graph.cumsum %x axis 0 exclusive reverse : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
