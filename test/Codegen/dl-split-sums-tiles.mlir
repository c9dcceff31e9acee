// Which accumulators are sums that can be split: tiles in tensors and vectors.
// RUN: dl-opt %s --dl-split-sums --canonicalize --cse | FileCheck %s

// Elements of a tile at a place that is computed from the loop over the tile: as many terms
// as the loop around it has steps.
// CHECK-LABEL: func.func @shifted
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c32 iter_args
// CHECK:           scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<9xf32>)
// CHECK:             scf.for %{{.*}} = %c0 to %c8
func.func @shifted(%t: f32, %y: tensor<9xf32>) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<9xf32>) {
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%b = %a) -> (tensor<9xf32>) {
      %j = arith.addi %i, %c1 : index
      %e = tensor.extract %b[%j] : tensor<9xf32>
      %c = arith.addf %e, %t : f32
      %q = tensor.insert %c into %b[%j] : tensor<9xf32>
      scf.yield %q : tensor<9xf32>
    }
    scf.yield %r : tensor<9xf32>
  }
  return %s : tensor<9xf32>
}

// Many blocks of a tile are themselves added up in blocks.
// CHECK-LABEL: func.func @blocks_of_tiles
// CHECK:         scf.for %{{.*}} = %c0 to %c10240 step %c1024 iter_args
// CHECK:           scf.for {{.*}} step %c32 iter_args
// CHECK:             scf.for {{.*}} step %c1 iter_args
// CHECK:               scf.for %{{.*}} = %c0 to %c8
// CHECK:             linalg.add
// CHECK:           linalg.add
func.func @blocks_of_tiles(%t: f32, %y: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 10240 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%b = %a) -> (tensor<8xf32>) {
      %e = tensor.extract %b[%i] : tensor<8xf32>
      %c = arith.addf %e, %t : f32
      %q = tensor.insert %c into %b[%i] : tensor<8xf32>
      scf.yield %q : tensor<8xf32>
    }
    scf.yield %r : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}

// A tile of 4096 elements is added up twice, larger ones and ones of unknown size are not.
// CHECK-LABEL: func.func @largest_tile
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c32
// CHECK:         linalg.add
// CHECK-LABEL: func.func @larger_tile
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c1 iter_args
// CHECK-NOT:     linalg.add
// CHECK-LABEL: func.func @dynamic_tile
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c1 iter_args
// CHECK-NOT:     linalg.add
// CHECK:         return
func.func @largest_tile(%t: f32, %y: tensor<4096xf32>) -> tensor<4096xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4096 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<4096xf32>) {
    %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %a) -> (tensor<4096xf32>) {
      %e = tensor.extract %b[%i] : tensor<4096xf32>
      %c = arith.addf %e, %t : f32
      %q = tensor.insert %c into %b[%i] : tensor<4096xf32>
      scf.yield %q : tensor<4096xf32>
    }
    scf.yield %r : tensor<4096xf32>
  }
  return %s : tensor<4096xf32>
}
func.func @larger_tile(%t: f32, %y: tensor<4097xf32>) -> tensor<4097xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4097 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<4097xf32>) {
    %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %a) -> (tensor<4097xf32>) {
      %e = tensor.extract %b[%i] : tensor<4097xf32>
      %c = arith.addf %e, %t : f32
      %q = tensor.insert %c into %b[%i] : tensor<4097xf32>
      scf.yield %q : tensor<4097xf32>
    }
    scf.yield %r : tensor<4097xf32>
  }
  return %s : tensor<4097xf32>
}
func.func @dynamic_tile(%t: f32, %y: tensor<?xf32>, %m: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<?xf32>) {
    %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %a) -> (tensor<?xf32>) {
      %e = tensor.extract %b[%i] : tensor<?xf32>
      %c = arith.addf %e, %t : f32
      %q = tensor.insert %c into %b[%i] : tensor<?xf32>
      scf.yield %q : tensor<?xf32>
    }
    scf.yield %r : tensor<?xf32>
  }
  return %s : tensor<?xf32>
}

// One sum for each row: the loop over rows stays, the sums in it are split, the inner ones
// inside of the outer ones.
// CHECK-LABEL: func.func @sum_of_each_row
// CHECK:         scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args(%{{.*}}) -> (tensor<8xf32>)
// CHECK:           tensor.extract
// CHECK:           scf.for %{{.*}} = %c0 to %c64 step %c4 {{.*}} -> (f32)
// CHECK:             scf.for {{.*}} step %c1 {{.*}} -> (f32)
// CHECK:               scf.for {{.*}} %c0 to %c9 step %c1 {{.*}} -> (f32)
// CHECK:           tensor.insert
// CHECK-NOT:       scf.for
func.func @sum_of_each_row(%t: f32, %y: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %n = arith.constant 64 : index
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<8xf32>) {
      %w = scf.for %j = %c0 to %c9 step %c1 iter_args(%d = %b) -> (tensor<8xf32>) {
        %e = tensor.extract %d[%i] : tensor<8xf32>
        %c = arith.addf %e, %t : f32
        %q = tensor.insert %c into %d[%i] : tensor<8xf32>
        scf.yield %q : tensor<8xf32>
      }
      scf.yield %w : tensor<8xf32>
    }
    scf.yield %r : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}

// Vectors of no dimension, and sums along a vector.
// CHECK-LABEL: func.func @number_in_vector
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c32
// CHECK:           scf.for
// CHECK-LABEL: func.func @lanes
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c32
// CHECK:           scf.for
// CHECK:             vector.multi_reduction
func.func @number_in_vector(%t: f32, %init: vector<f32>) -> vector<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<f32>) {
    %e = vector.extract %a[] : f32 from vector<f32>
    %b = arith.addf %e, %t : f32
    %r = vector.broadcast %b : f32 to vector<f32>
    scf.yield %r : vector<f32>
  }
  return %s : vector<f32>
}
func.func @lanes(%x: vector<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (f32) {
    %r = vector.multi_reduction <add>, %x, %a [0] : vector<8xf32> to f32
    scf.yield %r : f32
  }
  return %s : f32
}

// No sums: an accumulator that is a factor, products and lanes that are joined by another
// operation than addition, a lane that all become, a tile that is doubled.
// CHECK-LABEL: func.func @no_sums
// CHECK-COUNT-6: scf.for {{.*}} = %c0 to %c1024 step %c1 iter_args
// CHECK-NOT:     scf.for
// CHECK:         return
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @no_sums(%x: vector<8xf32>, %m: vector<4x4xf32>, %init: f32, %y: tensor<8xf32>) -> (vector<8xf32>, vector<4x4xf32>, vector<4x4xf32>, f32, vector<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (vector<8xf32>) {
    %b = vector.fma %a, %x, %x : vector<8xf32>
    scf.yield %b : vector<8xf32>
  }
  %1 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %m) -> (vector<4x4xf32>) {
    %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    scf.yield %r : vector<4x4xf32>
  }
  %2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %m) -> (vector<4x4xf32>) {
    %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %m, %m, %a : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    scf.yield %r : vector<4x4xf32>
  }
  %3 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (f32) {
    %r = vector.multi_reduction <mul>, %x, %a [0] : vector<8xf32> to f32
    scf.yield %r : f32
  }
  %4 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (vector<8xf32>) {
    %e = vector.extract %a[0] : f32 from vector<8xf32>
    %b = arith.addf %e, %init : f32
    %r = vector.broadcast %b : f32 to vector<8xf32>
    scf.yield %r : vector<8xf32>
  }
  %5 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    %r = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %r : tensor<8xf32>
  }
  return %0, %1, %2, %3, %4, %5 : vector<8xf32>, vector<4x4xf32>, vector<4x4xf32>, f32, vector<8xf32>, tensor<8xf32>
}

// A tensor of which more than the one element is read stays one, and so does its loop.
// CHECK-LABEL: func.func @read_elsewhere
// CHECK:         scf.for %{{.*}} = %c0 to %c1024 step %c1 iter_args(%{{.*}}) -> (tensor<8xf32>)
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @read_elsewhere(%y: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    %t = tensor.extract %a[%c0] : tensor<8xf32>
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %b = arith.addf %e, %t : f32
    %r = tensor.insert %b into %a[%i] : tensor<8xf32>
    scf.yield %r : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}
