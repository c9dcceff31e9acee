// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-align-stores))' --split-input-file | FileCheck %s

// A result that is larger than the nearer caches: a tile of what is before the first line, tiles that begin at
// lines, and what is left of the last one, which is not read behind the operand's end.
#tile = affine_map<(i) -> (i * 64 + 128)>
// CHECK-DAG: #[[PLACE:.*]] = affine_map<(d0, d1) -> (d0 * 64 + d1 + 128)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0) -> (d0 + 4194240)>
// CHECK-DAG: #[[LEFT:.*]] = affine_map<(d0) -> (-d0 + 64)>
// CHECK-DAG: #[[BEHIND:.*]] = affine_map<() -> (512)>
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[X:.*]]: memref<4194304xf32>, %[[Y:.*]]: memref<4194304xf32>)
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK: %[[BYTES_BEFORE:.*]] = affine.apply #[[BEHIND]]()
// CHECK: %[[BEGIN:.*]] = arith.addi %[[ADDRESS]], %[[BYTES_BEFORE]]
// CHECK: %[[MISSING:.*]] = arith.subi %{{.*}}, %[[BEGIN]]
// CHECK: %[[BYTES:.*]] = arith.andi %[[MISSING]], %c63
// CHECK: %[[BEFORE:.*]] = arith.divui %[[BYTES]], %c4
// CHECK: %[[MASK:.*]] = vector.create_mask %[[BEFORE]] : vector<64xi1>
// CHECK: vector.transfer_read %[[X]][%c128{{.*}}], %{{.*}} {in_bounds = [true]}
// CHECK: vector.transfer_write %{{.*}}, %[[Y]][%c128{{.*}}], %[[MASK]]
// CHECK: scf.for %[[I:.*]] = %c0 to %c65533 step %c1
// CHECK:   %[[AT:.*]] = affine.apply #[[PLACE]](%[[I]], %[[BEFORE]])
// CHECK:   vector.transfer_read %[[X]][%[[AT]]]
// CHECK:   vector.transfer_write %{{.*}}, %[[Y]][%[[AT]]] {in_bounds = [true]}
// CHECK: %[[END:.*]] = affine.apply #[[LAST]](%[[BEFORE]])
// CHECK: %[[COUNT:.*]] = affine.apply #[[LEFT]](%[[BEFORE]])
// CHECK: %[[REST:.*]] = vector.create_mask %[[COUNT]]
// CHECK: vector.transfer_read %[[X]][%[[END]]], %{{.*}}, %[[REST]]
// CHECK: vector.transfer_write %{{.*}}, %[[Y]][%[[END]]], %[[REST]]
func.func @sum(%x: memref<4194304xf32>, %y: memref<4194304xf32>) {
  %p = ub.poison : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 65534 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = affine.apply #tile(%i)
    %v = vector.transfer_read %x[%j], %p {in_bounds = [true]} : memref<4194304xf32>, vector<64xf32>
    %w = arith.addf %v, %v : vector<64xf32>
    vector.transfer_write %w, %y[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
  }
  return
}

// -----

// Each row of a larger result begins at its first line, and reads a row for all of them as it does its own.
#tile = affine_map<(i) -> (i * 64)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0) -> (d0 * 4000)>
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: memref<2048x1000xf32>, %[[B:.*]]: memref<1000xf32>, %[[Y:.*]]: memref<2048x1000xf32>)
// CHECK: scf.for %[[R:.*]] = %c0 to %c2048
// CHECK:   %[[BEHIND:.*]] = affine.apply #[[ROW]](%[[R]])
// CHECK:   arith.addi %{{.*}}, %[[BEHIND]]
// CHECK:   vector.transfer_write %{{.*}}, %[[Y]][%[[R]], %c0{{.*}}], %{{.*}} {in_bounds = [true]}
// CHECK:   scf.for %{{.*}} = %c0 to %c14 step %c1
// CHECK:     vector.transfer_read %[[X]][%[[R]], %[[AT:.*]]], %{{.*}} {in_bounds = [true]}
// CHECK:     vector.transfer_read %[[B]][%[[AT]]]
// CHECK:   vector.transfer_read %[[X]][%[[R]], %[[END:.*]]], %{{.*}}, %[[REST:.*]] {in_bounds = [true]}
// CHECK:   vector.transfer_read %[[B]][%[[END]]], %{{.*}}, %[[REST]]
// CHECK:   vector.transfer_write %{{.*}}, %[[Y]][%[[R]], %[[END]]], %[[REST]]
// A row of seven tiles is too short for another one.
// CHECK-LABEL: func.func @short_rows(
// CHECK-NOT: extract_aligned_pointer_as_index
// CHECK: return
func.func @rows(%x: memref<2048x1000xf32>, %b: memref<1000xf32>, %y: memref<2048x1000xf32>) {
  %p = ub.poison : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 15 : index
  %m = arith.constant 2048 : index
  scf.for %r = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %j = affine.apply #tile(%i)
      %v = vector.transfer_read %x[%r, %j], %p {in_bounds = [true]} : memref<2048x1000xf32>, vector<64xf32>
      %w = vector.transfer_read %b[%j], %p {in_bounds = [true]} : memref<1000xf32>, vector<64xf32>
      %s = arith.addf %v, %w : vector<64xf32>
      vector.transfer_write %s, %y[%r, %j] {in_bounds = [true]} : vector<64xf32>, memref<2048x1000xf32>
    }
  }
  return
}
func.func @short_rows(%y: memref<4096x448xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %m = arith.constant 4096 : index
  %zero = arith.constant dense<0.0> : vector<64xf32>
  scf.for %r = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %j = affine.apply #tile(%i)
      vector.transfer_write %zero, %y[%r, %j] {in_bounds = [true]} : vector<64xf32>, memref<4096x448xf32>
    }
  }
  return
}

// -----

// What stays in the nearer caches, a buffer of the kernel's own, operands that are read elsewhere, tiles that know
// their number, several results, and sums over tiles are left.
#tile = affine_map<(i) -> (i * 64)>
#next = affine_map<(i) -> (i * 64 + 1)>
// CHECK-LABEL: func.func @others(
// CHECK-NOT: extract_aligned_pointer_as_index
// CHECK: return
func.func @others(%small: memref<6400xf32>, %x: memref<4194304xf32>, %y: memref<4194304xf32>, %z: memref<65536xindex>) {
  %p = ub.poison : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %few = arith.constant 100 : index
  %n = arith.constant 65535 : index
  %zero = arith.constant dense<0.0> : vector<64xf32>
  %own = memref.alloca() : memref<4194304xf32>
  scf.for %i = %c0 to %few step %c1 {
    %j = affine.apply #tile(%i)
    vector.transfer_write %zero, %small[%j] {in_bounds = [true]} : vector<64xf32>, memref<6400xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = affine.apply #tile(%i)
    vector.transfer_write %zero, %own[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = affine.apply #tile(%i)
    %k = affine.apply #next(%i)
    %v = vector.transfer_read %x[%k], %p {in_bounds = [true]} : memref<4194304xf32>, vector<64xf32>
    vector.transfer_write %v, %y[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = affine.apply #tile(%i)
    memref.store %j, %z[%i] : memref<65536xindex>
    vector.transfer_write %zero, %y[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = affine.apply #tile(%i)
    vector.transfer_write %zero, %x[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
    vector.transfer_write %zero, %y[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (vector<64xf32>) {
    %j = affine.apply #tile(%i)
    %v = vector.transfer_read %x[%j], %p {in_bounds = [true]} : memref<4194304xf32>, vector<64xf32>
    %b = arith.addf %a, %v : vector<64xf32>
    vector.transfer_write %b, %y[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
    scf.yield %b : vector<64xf32>
  }
  scf.for %i = %c1 to %n step %c1 {
    %j = affine.apply #tile(%i)
    vector.transfer_write %zero, %y[%j] {in_bounds = [true]} : vector<64xf32>, memref<4194304xf32>
  }
  return
}
