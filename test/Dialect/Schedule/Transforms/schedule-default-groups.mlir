// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --convert-graph-to-te --schedule-default | FileCheck %s
// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --convert-graph-to-te --schedule-default --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS

// No number of outputs of a tile divides the 31 of a group: the groups are a loop of their own, and the last tile of each
// is shorter. Weights are in blocks of a group, in which tiles begin anywhere.
func.func @outputs_of_a_group(%x: tensor<1x20x12x64xf32>, %w: tensor<62x10x3x3xf32>) -> tensor<1x62x10x62xf32> {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 : (tensor<1x20x12x64xf32>, tensor<62x10x3x3xf32>) -> tensor<1x62x10x62xf32>
  return %0 : tensor<1x62x10x62xf32>
}
// CHECK-LABEL: transform.named_sequence @conv(
// CHECK: %[[GROUP:.*]], %[[OF:.*]] = schedule.split %conv[%a1] by 31
// CHECK: %[[TILES:.*]], %[[TILE:.*]] = schedule.split %conv[%[[OF]]] by
// CHECK: schedule.reorder %conv[%[[GROUP]], %a0,
// CHECK: schedule.unroll %conv[%[[TILE]]]
// LOOPS: for o.o in 0..2
// LOOPS: for o.i.o in 0..{{.*}}, the last of {{.*}}, peeled
