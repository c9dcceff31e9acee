// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-loops,dl-mark-gathers))' --split-input-file | FileCheck %s

// What the schedule leaves scalar stays scalar: LLVM makes vectors of marked loops alone.
// CHECK-LABEL: func.func @scalar(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: loop_annotation
// CHECK: return
func.func @scalar(%x: memref<4x8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %row = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row : memref<8xf32, strided<[1], offset: ?>>) outs(%y : memref<8xf32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = math.absf %a : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// Elements that data name: LLVM may make vectors of the loop that fetches them, and of the one
// around, in which a loop as short as this is no loop any more.
// CHECK: #[[MAY:.*]] = #llvm.loop_vectorize<disable = false>
// CHECK: #[[MARK:.*]] = #llvm.loop_annotation<vectorize = #[[MAY]]>
// CHECK-LABEL: func.func @gathered(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.index_cast
// CHECK: } {loop_annotation = #[[MARK]]}
// CHECK: } {loop_annotation = #[[MARK]]}
func.func @gathered(%x: memref<100xf32>, %at: memref<8x2xi64>, %y: memref<8x2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%at : memref<8x2xi64>) outs(%y : memref<8x2xf32>) {
  ^bb0(%n: i64, %b: f32):
    %place = arith.index_cast %n : i64 to index
    %0 = memref.load %x[%place] : memref<100xf32>
    linalg.yield %0 : f32
  }
  return
}

// -----

// A remainder jumps, a multiple of a loop's variable, also less the place of another one, and what is
// the same in all iterations do not, and what is fetched under a condition does not count.
// CHECK-LABEL: func.func @places(
// CHECK-NOT: } {loop_annotation
// CHECK: math.absf
// CHECK: } {loop_annotation =
// CHECK-NOT: } {loop_annotation
// CHECK: return
func.func @places(%x: memref<100xf32>, %at: memref<8xi64>, %y: memref<8xf32>, %due: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.load %at[%c0] : memref<8xi64>
  %same = arith.index_cast %n : i64 to index
  scf.for %i = %c0 to %c8 step %c1 {
    %j = affine.apply affine_map<(i, s) -> (2 * i + s + 1)>(%i, %same)
    %v = memref.load %x[%j] : memref<100xf32>
    %w = arith.negf %v : f32
    memref.store %w, %y[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %j = affine.apply affine_map<(i, s) -> (i + s)>(%i, %same)
    %k = arith.subi %j, %same : index
    %v = memref.load %x[%k] : memref<100xf32>
    %w = math.ceil %v : f32
    memref.store %w, %y[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %j = affine.apply affine_map<(i) -> (i mod 3)>(%i)
    %v = memref.load %x[%j] : memref<100xf32>
    %w = math.absf %v : f32
    memref.store %w, %y[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    scf.if %due {
      %j = affine.apply affine_map<(i) -> (i mod 3)>(%i)
      %v = memref.load %x[%j] : memref<100xf32>
      %w = math.sin %v : f32
      memref.store %w, %y[%i] : memref<8xf32>
    }
  }
  return
}
