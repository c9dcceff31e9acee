// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(dl-carry-vectors))" | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
// CHECK: %[[ALL:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[ZERO]]) -> (vector<64xf32>)
// CHECK: %[[V:.*]] = vector.transfer_read
// CHECK: %[[S:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<64xf32>
// CHECK: scf.yield %[[S]]
// CHECK: marked
// CHECK: vector.multi_reduction <add>, %[[ALL]], %arg1 [0] : vector<64xf32> to f32
func.func @sum(%x: memref<1024xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c1024 step %c64 iter_args(%s = %init) -> (f32) {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<1024xf32>, vector<64xf32>
    %t = vector.multi_reduction <add>, %v, %s [0] : vector<64xf32> to f32
    scf.yield %t : f32
  } {marked}
  return %r : f32
}

// Of loops in one another the outer one carries a vector too; numbers may be vectors of no dims.
// CHECK-LABEL: func.func @nested
// CHECK: %[[LEAST:.*]] = arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK: %[[ALL:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK: %[[INNER:.*]] = scf.for {{.*}} -> (vector<16xf32>)
// CHECK: arith.maximumf
// CHECK-NOT: multi_reduction
// CHECK: arith.maximumf {{.*}}%[[INNER]]
// CHECK: %[[N:.*]] = vector.extract %arg1[] : f32 from vector<f32>
// CHECK: %[[R:.*]] = vector.multi_reduction <maximumf>, %[[ALL]], %[[N]] [0]
// CHECK: %[[B:.*]] = vector.broadcast %[[R]] : f32 to vector<f32>
// CHECK: return %[[B]]
func.func @nested(%x: memref<8x1024xf32>, %init: vector<f32>) -> vector<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c1024 = arith.constant 1024 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%o = %init) -> (vector<f32>) {
    %q = scf.for %j = %c0 to %c1024 step %c16 iter_args(%s = %o) -> (vector<f32>) {
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<8x1024xf32>, vector<16xf32>
      %e = vector.extract %s[] : f32 from vector<f32>
      %t = vector.multi_reduction <maximumf>, %v, %e [0] : vector<16xf32> to f32
      %b = vector.broadcast %t : f32 to vector<f32>
      scf.yield %b : vector<f32>
    }
    scf.yield %q : vector<f32>
  }
  return %r : vector<f32>
}

// What is carried is used, or joined with part of the vector, or is of no such number.
// CHECK-LABEL: func.func @other
// CHECK-COUNT-4: multi_reduction
// CHECK: scf.yield
// CHECK-NOT: multi_reduction
func.func @other(%x: memref<1024xf32>, %y: memref<1024xf32>, %z: memref<1024xi32>, %init: f32, %part: vector<4xf32>, %number: i32) -> (f32, vector<4xf32>, i32, f32) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %r:4 = scf.for %i = %c0 to %c1024 step %c16 iter_args(%s = %init, %p = %part, %n = %number, %m = %init) -> (f32, vector<4xf32>, i32, f32) {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<1024xf32>, vector<16xf32>
    %t = vector.multi_reduction <add>, %v, %s [0] : vector<16xf32> to f32
    memref.store %s, %y[%i] : memref<1024xf32>
    %w = vector.shape_cast %v : vector<16xf32> to vector<4x4xf32>
    %q = vector.multi_reduction <add>, %w, %p [1] : vector<4x4xf32> to vector<4xf32>
    %k = vector.transfer_read %z[%i], %none {in_bounds = [true]} : memref<1024xi32>, vector<16xi32>
    %l = vector.multi_reduction <add>, %k, %n [0] : vector<16xi32> to i32
    %h = arith.addf %m, %m : f32
    %u = vector.multi_reduction <add>, %v, %h [0] : vector<16xf32> to f32
    scf.yield %t, %q, %l, %u : f32, vector<4xf32>, i32, f32
  }
  return %r#0, %r#1, %r#2, %r#3 : f32, vector<4xf32>, i32, f32
}

// What is yielded is used, masked, or joined as no identity is known for.
// CHECK-LABEL: func.func @yielded
// CHECK-COUNT-3: multi_reduction
// CHECK: scf.yield
// CHECK-NOT: multi_reduction
// CHECK: return
func.func @yielded(%x: memref<1024xf32>, %y: memref<1024xf32>, %mask: vector<16xi1>, %init: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r:3 = scf.for %i = %c0 to %c1024 step %c16 iter_args(%s = %init, %m = %init, %n = %init) -> (f32, f32, f32) {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<1024xf32>, vector<16xf32>
    %t = vector.multi_reduction <add>, %v, %s [0] : vector<16xf32> to f32
    memref.store %t, %y[%i] : memref<1024xf32>
    %u = vector.mask %mask { vector.multi_reduction <add>, %v, %m [0] : vector<16xf32> to f32 } : vector<16xi1> -> f32
    %w = vector.multi_reduction <maxnumf>, %v, %n [0] : vector<16xf32> to f32
    scf.yield %t, %u, %w : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}

// Vectors of no dims that are used beside the number in them, or joined as such.
// CHECK-LABEL: func.func @scalars
// CHECK-COUNT-3: multi_reduction
// CHECK: scf.yield
// CHECK-NOT: multi_reduction
// CHECK: return
func.func @scalars(%x: memref<1024xf32>, %y: memref<1024xvector<f32>>, %init: vector<f32>) -> (vector<f32>, vector<f32>, vector<f32>) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r:3 = scf.for %i = %c0 to %c1024 step %c16 iter_args(%o = %init, %p = %init, %q = %init) -> (vector<f32>, vector<f32>, vector<f32>) {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<1024xf32>, vector<16xf32>
    %e = vector.extract %o[] : f32 from vector<f32>
    %t = vector.multi_reduction <add>, %v, %e [0] : vector<16xf32> to f32
    %b = vector.broadcast %t : f32 to vector<f32>
    memref.store %b, %y[%i] : memref<1024xvector<f32>>
    memref.store %p, %y[%i] : memref<1024xvector<f32>>
    %f = vector.extract %p[] : f32 from vector<f32>
    %u = vector.multi_reduction <add>, %v, %f [0] : vector<16xf32> to f32
    %c = vector.broadcast %u : f32 to vector<f32>
    %s = vector.multi_reduction <add>, %v, %zero [0] : vector<16xf32> to f32
    %d = vector.broadcast %s : f32 to vector<f32>
    %a = arith.addf %q, %d : vector<f32>
    scf.yield %b, %c, %a : vector<f32>, vector<f32>, vector<f32>
  }
  return %r#0, %r#1, %r#2 : vector<f32>, vector<f32>, vector<f32>
}

// Products of vectors are multiply-adds with what is carried; those that are joined otherwise than element by element,
// under a mask or with a maximum are left.
// CHECK-LABEL: func.func @products
// CHECK: %[[Z:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: %[[ALL:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[Z]]) -> (vector<16xf32>)
// CHECK: %[[V:.*]] = vector.transfer_read
// CHECK: %[[W:.*]] = vector.transfer_read
// CHECK: %[[T:.*]] = vector.fma %[[V]], %[[W]], %[[S]] : vector<16xf32>
// CHECK: scf.yield %[[T]]
// CHECK: vector.multi_reduction <add>, %[[ALL]], %{{.*}} [0] : vector<16xf32> to f32
func.func @products(%x: memref<1024xf32>, %y: memref<1024xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c1024 step %c16 iter_args(%s = %init) -> (f32) {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<1024xf32>, vector<16xf32>
    %w = vector.transfer_read %y[%i], %zero {in_bounds = [true]} : memref<1024xf32>, vector<16xf32>
    %t = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %w, %s : vector<16xf32>, vector<16xf32> into f32
    scf.yield %t : f32
  }
  return %r : f32
}
// CHECK-LABEL: func.func @other_products
// CHECK-COUNT-3: vector.contract
// CHECK: scf.yield
func.func @other_products(%x: vector<4x4xf32>, %v: vector<16xf32>, %mask: vector<16xi1>, %init: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c16 = arith.constant 16 : index
  %r:3 = scf.for %i = %c0 to %c1024 step %c16 iter_args(%s = %init, %m = %init, %n = %init) -> (f32, f32, f32) {
    %t = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %x, %x, %s : vector<4x4xf32>, vector<4x4xf32> into f32
    %u = vector.mask %mask { vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %m : vector<16xf32>, vector<16xf32> into f32 } : vector<16xi1> -> f32
    %w = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maximumf>} %v, %v, %n : vector<16xf32>, vector<16xf32> into f32
    scf.yield %t, %u, %w : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}
