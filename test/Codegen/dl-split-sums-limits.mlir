// Where sums begin to be split, and how long their blocks are.
// RUN: dl-opt %s --dl-split-sums --canonicalize --cse | FileCheck %s

// 64 terms are not split; 65 are two blocks, since no count of blocks near to two divides
// them, and 69 are three, since that does; 148 are four, one less than of 32 terms each.
// CHECK-LABEL: func.func @terms_64
// CHECK:         scf.for %{{.*}} = %c0 to %c64 step %c1
// CHECK-NOT:     scf.for
// CHECK-LABEL: func.func @terms_65
// CHECK:         scf.for %{{.*}} = %c0 to %c65 step %c33
// CHECK:           arith.minsi
// CHECK:           scf.for
// CHECK-LABEL: func.func @terms_69
// CHECK:         scf.for %{{.*}} = %c0 to %c69 step %c23
// CHECK-NOT:       arith.minsi
// CHECK:           scf.for
// CHECK-LABEL: func.func @terms_148
// CHECK:         scf.for %{{.*}} = %c0 to %c148 step %c37
// CHECK-NOT:       arith.minsi
// CHECK:           scf.for
func.func @terms_64(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  return %s : f32
}
func.func @terms_65(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 65 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  return %s : f32
}
func.func @terms_69(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 69 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  return %s : f32
}
func.func @terms_148(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 148 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  return %s : f32
}

// Products: 256 are not split, 258 are.
// CHECK-LABEL: func.func @products_256
// CHECK:         scf.for %{{.*}} = %c0 to %c256 step %c1
// CHECK-NOT:     scf.for
// CHECK-LABEL: func.func @products_258
// CHECK:         scf.for %{{.*}} = %c0 to %c258 step %c129
// CHECK:           scf.for
// CHECK:             vector.fma
func.func @products_256(%x: vector<8xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %b = vector.fma %x, %x, %a : vector<8xf32>
    scf.yield %b : vector<8xf32>
  }
  return %s : vector<8xf32>
}
func.func @products_258(%x: vector<8xf32>, %init: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 258 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %b = vector.fma %x, %x, %a : vector<8xf32>
    scf.yield %b : vector<8xf32>
  }
  return %s : vector<8xf32>
}

// A million terms are blocks of blocks of blocks of 32.
// CHECK-LABEL: func.func @million
// CHECK:         scf.for %{{.*}} = %c0 to %c1048576 step %c32768
// CHECK:           scf.for {{.*}} step %c1024
// CHECK:             scf.for {{.*}} step %c32
// CHECK:               scf.for {{.*}} step %c1 iter_args
// CHECK-NOT:             scf.for
func.func @million(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1048576 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %b = arith.addf %a, %t : f32
    scf.yield %b : f32
  }
  return %s : f32
}

// 64 terms in each step are a block of their own, which starts from 0 and is added to the
// sum behind it. With 65, which can be split themselves, that is not so.
// CHECK-LABEL: func.func @aside
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         scf.for %{{.*}} = %c0 to %c10 step %c1 iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32)
// CHECK:           %[[PART:.*]] = scf.for %{{.*}} = %c0 to %c64 step %c1 iter_args(%{{.*}} = %[[ZERO]])
// CHECK:           %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PART]]
// CHECK:           scf.yield %[[NEXT]]
// CHECK-LABEL: func.func @inside
// CHECK:         scf.for %{{.*}} = %c0 to %c10 step %c1 iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32)
// CHECK:           scf.for %{{.*}} = %c0 to %c65 step %c33 iter_args(%{{.*}} = %[[SUM]])
func.func @aside(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %n = arith.constant 64 : index
  %s = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %a) -> (f32) {
      %c = arith.addf %b, %t : f32
      scf.yield %c : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}
func.func @inside(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %n = arith.constant 65 : index
  %s = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %a) -> (f32) {
      %c = arith.addf %b, %t : f32
      scf.yield %c : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}

// In a loop of unknown end a block of its own in each step is the first of two levels: there
// is one level of blocks around it.
// CHECK-LABEL: func.func @open_aside
// CHECK:         scf.for %{{.*}} = %c0 to %{{.*}} step %c32
// CHECK:           scf.for %{{.*}} step %c1
// CHECK:             scf.for %{{.*}} = %c0 to %c40 step %c1
// CHECK-NOT:           scf.for
// Five terms a step: six steps are nearest to a block.
// CHECK-LABEL: func.func @open_five
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} step %c6 iter_args
// CHECK:             scf.for {{.*}} step %c1 iter_args
// CHECK:               scf.for {{.*}} to %c5 step %c1 iter_args
func.func @open_aside(%t: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %k = %c0 to %c40 step %c1 iter_args(%b = %a) -> (f32) {
      %c = arith.addf %b, %t : f32
      scf.yield %c : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}
func.func @open_five(%t: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %k = %c0 to %c5 step %c1 iter_args(%b = %a) -> (f32) {
      %c = arith.addf %b, %t : f32
      scf.yield %c : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}

// Loops of unknown ends in each other: the inner one is split, in blocks of blocks. A loop
// of no steps adds nothing.
// CHECK-LABEL: func.func @open_in_open
// CHECK:         scf.for %{{.*}} = %c0 to %{{.*}} step %c1
// CHECK:           scf.for {{.*}} step %c1024
// CHECK:             scf.for {{.*}} step %c32
// CHECK:               scf.for {{.*}} step %c1
// CHECK-LABEL: func.func @no_steps
// CHECK-SAME:    %[[T:.*]]: f32
// CHECK-NOT:     scf.for
// CHECK:         return %[[T]]
func.func @open_in_open(%t: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %a) -> (f32) {
      %c = arith.addf %b, %t : f32
      scf.yield %c : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}
func.func @no_steps(%t: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %s = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %k = %c0 to %c0 step %c1 iter_args(%b = %a) -> (f32) {
      %c = arith.addf %b, %t : f32
      scf.yield %c : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}

// A loop that carries a tensor which nothing reads adds nothing to it.
// CHECK-LABEL: func.func @unread
// CHECK-SAME:    %[[Z:[a-z0-9]+]]: tensor<8xf32>)
// CHECK-NEXT:    return %[[Z]]
func.func @unread(%y: tensor<8xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> (tensor<8xf32>) {
    scf.yield %z : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}

// A loop whose end moves has at most four iterations, which blocks of two divide, and often fewer: the last block ends where
// the loop does.
// CHECK-LABEL: func.func @moving_end
// CHECK:         %[[END:.*]] = affine.min
// CHECK:         scf.for %[[B:.*]] = %{{.*}} to %{{.*}} step %c2
// CHECK:           %[[NEXT:.*]] = arith.addi %[[B]], %c2
// CHECK:           %[[LAST:.*]] = arith.minsi %[[NEXT]], %[[END]]
// CHECK:           scf.for %{{.*}} = %[[B]] to %[[LAST]] step %c1
func.func @moving_end(%t: f32, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 17 : index
  %n = affine.min affine_map<(d0) -> (4, d0 + 2)>(%i)
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (f32) {
    %r = scf.for %j = %c0 to %m step %c1 iter_args(%x = %a) -> (f32) {
      %b = arith.addf %x, %t : f32
      scf.yield %b : f32
    }
    scf.yield %r : f32
  }
  return %s : f32
}
