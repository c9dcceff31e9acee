// Long sums are added up in blocks; what is short, or no sum, is left alone.
// RUN: dl-opt %s --dl-split-sums --canonicalize --cse | FileCheck %s

// 1024 terms, of which a vector holds one for each lane: 32 blocks of 32.
// CHECK-LABEL: func.func @terms
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-DAG:   %[[N:.*]] = arith.constant 1024 : index
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 32 : index
// CHECK:       %[[SUM:.*]] = scf.for %[[B:.*]] = %c0 to %[[N]] step %[[BLOCK]] iter_args(%[[S:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK:         %[[END:.*]] = arith.addi %[[B]], %[[BLOCK]] : index
// CHECK-NOT:     arith.minsi
// CHECK:         %[[PART:.*]] = scf.for %[[K:.*]] = %[[B]] to %[[END]] step %c1 iter_args(%[[A:.*]] = %[[ZERO]])
// CHECK:           %[[T:.*]] = vector.transfer_read %{{.*}}[%[[K]], %c0]
// CHECK:           arith.addf %[[A]], %[[T]]
// CHECK:         %[[NEXT:.*]] = arith.addf %[[S]], %[[PART]]
// CHECK:         scf.yield %[[NEXT]]
// CHECK:       return %[[SUM]]
func.func @terms(%x: tensor<1024x8xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %p = arith.constant 0.0 : f32
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %t = vector.transfer_read %x[%k, %c0], %p {in_bounds = [true]} : tensor<1024x8xf32>, vector<8xf32>
    %b = arith.addf %a, %t : vector<8xf32>
    scf.yield %b : vector<8xf32>
  }
  return %s : vector<8xf32>
}

// The last block of an open extent is shorter, and there are blocks of blocks.
// CHECK-LABEL: func.func @open
// CHECK:       scf.for %[[BB:.*]] = %c0 to %[[N:.*]] step %c1024
// CHECK:         %[[ENDS:.*]] = arith.addi %[[BB]], %c1024
// CHECK:         %[[LASTS:.*]] = arith.minsi %[[ENDS]], %[[N]]
// CHECK:         scf.for %[[B:.*]] = %[[BB]] to %[[LASTS]] step %c32
// CHECK:           %[[END:.*]] = arith.addi %[[B]], %c32
// CHECK:           %[[LAST:.*]] = arith.minsi %[[END]], %[[N]]
// CHECK:           scf.for %{{.*}} = %[[B]] to %[[LAST]] step %c1
func.func @open(%x: tensor<?xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (f32) {
    %t = tensor.extract %x[%k] : tensor<?xf32>
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  return %s : f32
}

// Four products a step: 768 are three blocks of 64 steps. Blocks of a length that does not
// divide the steps are made only where none does: 514 products are 257 steps of two.
// CHECK-LABEL: func.func @products
// CHECK:       scf.for %{{.*}} = %c0 to %c192 step %c64
// CHECK:         scf.for
// CHECK:           vector.contract
// CHECK-LABEL: func.func @odd_products
// CHECK:       scf.for %{{.*}} = %c0 to %c257 step %c129
// CHECK:         arith.minsi
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @products(%x: vector<4x4xf32>, %y: vector<4x16xf32>, %init: vector<4x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 192 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (vector<4x16xf32>) {
    %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<4x4xf32>, vector<4x16xf32> into vector<4x16xf32>
    scf.yield %r : vector<4x16xf32>
  }
  return %s : vector<4x16xf32>
}
func.func @odd_products(%x: vector<4x2xf32>, %y: vector<2x16xf32>, %init: vector<4x16xf32>) -> vector<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 257 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (vector<4x16xf32>) {
    %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<4x2xf32>, vector<2x16xf32> into vector<4x16xf32>
    scf.yield %r : vector<4x16xf32>
  }
  return %s : vector<4x16xf32>
}

// A window inside of channels: the loop over these is cut where nine terms a step make
// about 64; an inner loop that is long alone is cut itself.
// CHECK-LABEL: func.func @window
// CHECK:       scf.for %{{.*}} = %c0 to %c56 step %c4
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1
// CHECK:           scf.for %{{.*}} = %c0 to %c9 step %c1
// CHECK-NOT:         scf.for
// CHECK-LABEL: func.func @rows
// CHECK:       scf.for %{{.*}} = %c0 to %c10 step %c1
// CHECK:         scf.for %{{.*}} = %c0 to %c1000 step %c{{[0-9]+}}
// CHECK:           scf.for
func.func @window(%t: vector<8xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %n = arith.constant 56 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %r = scf.for %k = %c0 to %c9 step %c1 iter_args(%b = %a) -> (vector<8xf32>) {
      %c = arith.addf %b, %t : vector<8xf32>
      scf.yield %c : vector<8xf32>
    }
    scf.yield %r : vector<8xf32>
  }
  return %s : vector<8xf32>
}
func.func @rows(%t: vector<8xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %n = arith.constant 1000 : index
  %s = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %a) -> (vector<8xf32>) {
      %c = arith.addf %b, %t : vector<8xf32>
      scf.yield %c : vector<8xf32>
    }
    scf.yield %r : vector<8xf32>
  }
  return %s : vector<8xf32>
}

// Without vectors: one element of a tensor is carried as a number.
// CHECK-LABEL: func.func @element
// CHECK-SAME:    tensor<1000xf32>, %[[Y:[a-z0-9]+]]: tensor<8xf32>, %[[I:[a-z0-9]+]]: index
// CHECK:       %[[FIRST:.*]] = tensor.extract %[[Y]][%[[I]]]
// CHECK:       %[[SUM:.*]] = scf.for %{{.*}} = %c0 to %c1000 step %{{.*}} iter_args(%{{.*}} = %[[FIRST]]) -> (f32)
// CHECK:         scf.for {{.*}} -> (f32)
// CHECK:       %[[LAST:.*]] = tensor.insert %[[SUM]] into %[[Y]][%[[I]]]
// CHECK:       return %[[LAST]]
func.func @element(%x: tensor<1000xf32>, %y: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    %t = tensor.extract %x[%k] : tensor<1000xf32>
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %b = arith.addf %e, %t : f32
    %r = tensor.insert %b into %a[%i] : tensor<8xf32>
    scf.yield %r : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}

// A tile that stays in memory: each block has one of its own, which starts from 0.
// CHECK-LABEL: func.func @tile
// CHECK-SAME:    tensor<8x1000xf32>, %[[Y:[a-z0-9]+]]: tensor<8xf32>
// CHECK:       scf.for %{{.*}} = %c0 to %c1000 step %{{.*}} iter_args(%[[S:.*]] = %[[Y]]) -> (tensor<8xf32>)
// CHECK:         %[[ZERO:.*]] = linalg.fill
// CHECK:         %[[PART:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]]) -> (tensor<8xf32>)
// CHECK:           scf.for %{{.*}} = %c0 to %c8
// CHECK:         linalg.add ins(%[[S]], %[[PART]] : {{.*}}) outs(%[[S]]
func.func @tile(%x: tensor<8x1000xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 1000 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%b = %a) -> (tensor<8xf32>) {
      %t = tensor.extract %x[%i, %k] : tensor<8x1000xf32>
      %e = tensor.extract %b[%i] : tensor<8xf32>
      %c = arith.addf %e, %t : f32
      %q = tensor.insert %c into %b[%i] : tensor<8xf32>
      scf.yield %q : tensor<8xf32>
    }
    scf.yield %r : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}

// Nothing to split: few terms, another combiner, numbers of 64 bits, a value that is read
// on the way.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: scf.for
// CHECK-NOT:     scf.for
func.func @others(%t: f32, %w: f64) -> (f32, f32, f64, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %few = arith.constant 60 : index
  %n = arith.constant 1000 : index
  %0 = scf.for %k = %c0 to %few step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  %1 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.mulf %a, %t : f32
    scf.yield %b : f32
  }
  %2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %w) -> (f64) {
    %b = arith.addf %a, %w : f64
    scf.yield %b : f64
  }
  %3:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t, %m = %t) -> (f32, f32) {
    %b = arith.addf %a, %t : f32
    %q = arith.maximumf %m, %a : f32
    scf.yield %b, %q : f32, f32
  }
  return %0, %1, %2, %3#0, %3#1 : f32, f32, f64, f32, f32
}

// 700 products, two an iteration: no block has 350, though that divides them.
// CHECK-LABEL: func.func @two_products
// CHECK-DAG:     %[[BLOCK:.*]] = arith.constant 117 : index
// CHECK:         scf.for %[[B:.*]] = %c0 to %[[N:.*]] step %[[BLOCK]]
// CHECK:           %[[END:.*]] = arith.addi %[[B]], %[[BLOCK]] : index
// CHECK:           %[[LAST:.*]] = arith.minsi %[[END]], %[[N]] : index
// CHECK:           scf.for %{{.*}} = %[[B]] to %[[LAST]] step %c1
func.func @two_products(%x: tensor<350x8xf32>, %y: tensor<350x8xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 350 : index
  %p = arith.constant 0.0 : f32
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %t = vector.transfer_read %x[%k, %c0], %p {in_bounds = [true]} : tensor<350x8xf32>, vector<8xf32>
    %u = vector.transfer_read %y[%k, %c0], %p {in_bounds = [true]} : tensor<350x8xf32>, vector<8xf32>
    %b = vector.fma %t, %u, %a : vector<8xf32>
    %c = vector.fma %u, %u, %b : vector<8xf32>
    scf.yield %c : vector<8xf32>
  }
  return %s : vector<8xf32>
}
