// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-vectorize))' | FileCheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0 * 4)>

// Elements near each other in a row, repeated: one load and a shuffle.
// CHECK-LABEL: func.func @repeated(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x28xf32>
// CHECK:         scf.for %[[O:[^ ]*]] =
// CHECK:           %[[AT:.*]] = affine.apply #[[MAP]](%[[O]])
// CHECK:           %[[ROW:.*]] = vector.transfer_read %[[X]][%{{.*}}, %[[AT]]], %{{.*}} {in_bounds = [true]} : tensor<4x28xf32>, vector<4xf32>
// CHECK:           vector.shuffle %[[ROW]], %[[ROW]] [0, 0, 1, 1, 2, 2, 3, 3]
// CHECK-NOT:     linalg
// CHECK-NOT:     tensor.extract
// CHECK:         return
func.func @repeated(%x: tensor<4x28xf32>, %y: tensor<56xf32>, %i: index) -> tensor<56xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %o = %c0 to %c7 step %c1 iter_args(%acc = %y) -> (tensor<56xf32>) {
    %at = affine.apply affine_map<(d0) -> (d0 * 8)>(%o)
    %tile = tensor.extract_slice %acc[%at] [8] [1] : tensor<56xf32> to tensor<8xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(l) -> (l)>], iterator_types = ["parallel"]} outs(%tile : tensor<8xf32>) attrs = {schedule.vectorize} {
    ^bb0(%out: f32):
      %lane = linalg.index 0 : index
      %j = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 floordiv 2)>(%o, %lane)
      %e = tensor.extract %x[%i, %j] : tensor<4x28xf32>
      linalg.yield %e : f32
    } -> tensor<8xf32>
    %s = tensor.insert_slice %t into %acc[%at] [8] [1] : tensor<8xf32> into tensor<56xf32>
    scf.yield %s : tensor<56xf32>
  }
  return %r : tensor<56xf32>
}

// Backwards, from two rows, beside an operand: the load begins at the last lane's.
// CHECK-LABEL: func.func @backwards(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<3x20xf32>
// CHECK-COUNT-2: vector.shuffle %{{.*}}, %{{.*}} [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK:         arith.addf %{{.*}}, %{{.*}} : vector<2x4xf32>
// CHECK-NOT:     linalg
// CHECK:         return
func.func @backwards(%x: tensor<3x20xf32>, %a: tensor<2x4xf32>, %y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %t = linalg.generic {indexing_maps = [affine_map<(r, l) -> (r, l)>, affine_map<(r, l) -> (r, l)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x4xf32>) outs(%y : tensor<2x4xf32>) attrs = {schedule.vectorize} {
  ^bb0(%in: f32, %out: f32):
    %row = linalg.index 0 : index
    %lane = linalg.index 1 : index
    %j = affine.apply affine_map<(d0) -> (19 - d0)>(%lane)
    %e = tensor.extract %x[%row, %j] : tensor<3x20xf32>
    %s = arith.addf %in, %e : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  return %t : tensor<2x4xf32>
}

// Elements that are spread, of several rows, or at places that are data are left alone.
// CHECK-LABEL: func.func @left_alone(
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @left_alone(%x: tensor<32x64xf32>, %p: tensor<8xindex>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(l) -> (l)>], iterator_types = ["parallel"]} outs(%y : tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%out: f32):
    %lane = linalg.index 0 : index
    %j = affine.apply affine_map<(d0) -> (d0 * 7)>(%lane)
    %e = tensor.extract %x[%c0, %j] : tensor<32x64xf32>
    linalg.yield %e : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(l) -> (l)>], iterator_types = ["parallel"]} outs(%y : tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%out: f32):
    %lane = linalg.index 0 : index
    %i = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%lane)
    %e = tensor.extract %x[%i, %lane] : tensor<32x64xf32>
    linalg.yield %e : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(l) -> (l)>, affine_map<(l) -> (l)>], iterator_types = ["parallel"]} ins(%p : tensor<8xindex>) outs(%y : tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%in: index, %out: f32):
    %j = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%in)
    %e = tensor.extract %x[%c0, %j] : tensor<32x64xf32>
    linalg.yield %e : f32
  } -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
