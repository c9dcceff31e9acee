// RUN: dl-opt %s --dl-expand-extrema | FileCheck %s

// The largest element so far is the second operand, whichever it was.
// CHECK-LABEL: func.func @row_maximum(
// CHECK:         scf.for {{.*}} iter_args(%[[SOFAR:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK:         %[[A:.*]] = vector.load
// CHECK:         %[[M:.*]] = llvm.intr.maximum(%[[A]], %[[SOFAR]]) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK:         %[[N:.*]] = llvm.intr.maximum(%[[A]], %[[M]]) {fastmathFlags = #llvm.fastmath<nnan, nsz>}
// CHECK:         scf.yield %[[N]]
func.func @row_maximum(%x: memref<64xf32>, %start: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c8 iter_args(%sofar = %start) -> (vector<8xf32>) {
    %a = vector.load %x[%i] : memref<64xf32>, vector<8xf32>
    %m = arith.maximumf %sofar, %a : vector<8xf32>
    %n = arith.maximumf %a, %m fastmath<nnan> : vector<8xf32>
    scf.yield %n : vector<8xf32>
  }
  return %r : vector<8xf32>
}

// CHECK-LABEL: func.func @minimum(
// CHECK:         llvm.intr.minimum(%{{.*}}, %arg1) {fastmathFlags = #llvm.fastmath<nsz>} : (f32, f32) -> f32
func.func @minimum(%x: memref<f32>, %sofar: f32) -> f32 {
  %a = memref.load %x[] : memref<f32>
  %m = arith.minimumf %a, %sofar : f32
  return %m : f32
}

// What nothing is accumulated in stays, so that zeros of its operands keep their order; so do
// vectors of several dims.
// CHECK-LABEL: func.func @clip(
// CHECK:         arith.maximumf
// CHECK:         arith.minimumf
// CHECK:         arith.maximumf %{{.*}} : vector<2x8xf32>
func.func @clip(%x: memref<f32>, %low: memref<f32>, %v: vector<2x8xf32>) -> (f32, vector<2x8xf32>) {
  %a = memref.load %x[] : memref<f32>
  %b = memref.load %low[] : memref<f32>
  %m = arith.maximumf %a, %b : f32
  %n = arith.minimumf %m, %b : f32
  %w = arith.maximumf %v, %v : vector<2x8xf32>
  return %n, %w : f32, vector<2x8xf32>
}

// Zeros that need no order.
// CHECK-LABEL: func.func @unordered(
// CHECK:         llvm.intr.maximum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
func.func @unordered(%x: memref<8xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = vector.load %x[%c0] : memref<8xf32>, vector<4xf32>
  %b = vector.load %x[%c4] : memref<8xf32>, vector<4xf32>
  %m = arith.maximumf %a, %b fastmath<nsz> : vector<4xf32>
  return %m : vector<4xf32>
}
