// RUN: dl-opt %s --pass-pipeline="builtin.module(dl-set-target{cpu=haswell},func.func(dl-lower-vectors))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(dl-set-target{cpu=cortex-a76 triple=aarch64-linux-gnu},func.func(dl-lower-vectors))" | FileCheck %s --check-prefix=LANES

// Six elements to broadcast are loaded one by one where a broadcast takes one from memory, and as
// they lie where it takes a lane of a register. Lanes are always.
// CHECK-LABEL: func.func @broadcast(
// CHECK-COUNT-6: memref.load
// CHECK-NOT:     memref.load
// CHECK:         vector.transfer_read %{{.*}} vector<8xf32>
// CHECK-COUNT-6: vector.fma {{.*}} : vector<8xf32>
// LANES-LABEL: func.func @broadcast(
// LANES-NOT:     memref.load
// LANES-COUNT-6: vector.fma {{.*}} : vector<8xf32>
func.func @broadcast(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %c: vector<6x8xf32>, %i: index) -> vector<6x8xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i, %i], %p {in_bounds = [true, true]} : memref<64x64xf32>, vector<1x6xf32>
  %w = vector.transfer_read %y[%i, %i], %p {in_bounds = [true, true]} : memref<64x64xf32>, vector<1x8xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %v, %w, %c : vector<1x6xf32>, vector<1x8xf32> into vector<6x8xf32>
  return %0 : vector<6x8xf32>
}

// Of a whole register LLVM broadcasts them from memory itself.
// CHECK-LABEL: func.func @broadcast_four(
// CHECK-NOT:     memref.load
// CHECK:         return
func.func @broadcast_four(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %c: vector<4x8xf32>, %i: index) -> vector<4x8xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i, %i], %p {in_bounds = [true, true]} : memref<64x64xf32>, vector<1x4xf32>
  %w = vector.transfer_read %y[%i, %i], %p {in_bounds = [true, true]} : memref<64x64xf32>, vector<1x8xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %v, %w, %c : vector<1x4xf32>, vector<1x8xf32> into vector<4x8xf32>
  return %0 : vector<4x8xf32>
}
