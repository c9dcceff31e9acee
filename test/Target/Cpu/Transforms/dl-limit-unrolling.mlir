// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-limit-unrolling))' --split-input-file | FileCheck %s
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-limit-unrolling{limit=1}))' --split-input-file | FileCheck %s --check-prefix=FEW
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-limit-unrolling{limit=20}))' --split-input-file | FileCheck %s --check-prefix=TWENTY
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-limit-unrolling{limit=19}))' --split-input-file | FileCheck %s --check-prefix=NINETEEN

// 2 x 3 iterations of two operations and their loops' ends are few when all is unrolled; 40 x 3 are
// not, and neither is what no compiler knows the length of. Innermost loops are LLVM's to judge.
// CHECK: #[[NOT:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[MARK:.*]] = #llvm.loop_annotation<unroll = #[[NOT]]>
// CHECK-LABEL: func.func @short(
// CHECK-NOT: loop_annotation
// CHECK-LABEL: func.func @long(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: scf.for %{{.*}} to %[[N]]
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: } {loop_annotation = #[[MARK]]}
// CHECK-NEXT: } {loop_annotation = #[[MARK]]}
// FEW: #[[NOT:.*]] = #llvm.loop_unroll<disable = true>
// FEW: #[[MARK:.*]] = #llvm.loop_annotation<unroll = #[[NOT]]>
// FEW-LABEL: func.func @short(
// FEW: memref.store
// FEW-NEXT: }
// FEW-NEXT: } {loop_annotation = #[[MARK]]}
func.func @short(%x: memref<2x3xf32>, %y: memref<2x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %0 = memref.load %x[%i, %j] : memref<2x3xf32>
      memref.store %0, %y[%i, %j] : memref<2x3xf32>
    }
  }
  return
}
func.func @long(%n: index, %x: memref<?x40x3xf32>, %y: memref<?x40x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c3 = arith.constant 3 : index
  scf.for %h = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c40 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %0 = memref.load %x[%h, %i, %j] : memref<?x40x3xf32>
        memref.store %0, %y[%h, %i, %j] : memref<?x40x3xf32>
      }
    }
  }
  return
}

// -----

// Vectors count as the registers that they take: 2 x 4 iterations of 64 elements.
// CHECK-LABEL: func.func @vectors(
// CHECK: vector.store
// CHECK-NEXT: }
// CHECK-NEXT: } {loop_annotation =
func.func @vectors(%x: memref<8x8x512xf32>, %y: memref<8x8x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %0 = vector.load %x[%i, %j, %c0] : memref<8x8x512xf32>, vector<512xf32>
      vector.store %0, %y[%i, %j, %c0] : memref<8x8x512xf32>, vector<512xf32>
    }
  }
  return
}

// -----

// What another pass said of a loop stays.
// CHECK-DAG: #[[MAY:.*]] = #llvm.loop_vectorize<disable = false>
// CHECK-DAG: #[[NOT:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[MARK:.*]] = #llvm.loop_annotation<vectorize = #[[MAY]], unroll = #[[NOT]]>
// CHECK-LABEL: func.func @marked(
// CHECK: } {loop_annotation = #[[MARK]]}
#may = #llvm.loop_vectorize<disable = false>
#mark = #llvm.loop_annotation<vectorize = #may>
func.func @marked(%n: index, %x: memref<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %zero, %x[%i, %j] : memref<?x3xf32>
    }
  } {loop_annotation = #mark}
  return
}

// -----

// A tile of 13 vectors of 16 floats is more than three eighths of 32 registers, one of 12 is not.
// CHECK: #[[MARK:.*]] = #llvm.loop_annotation<unroll =
// CHECK-LABEL: func.func @tile(
// CHECK: scf.for
// CHECK: } {loop_annotation = #[[MARK]]}
// CHECK: scf.for
// CHECK-NOT: loop_annotation
// CHECK: return
func.func @tile(%a: vector<13x16xf32>, %b: vector<12x16xf32>) -> (vector<13x16xf32>, vector<12x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a) -> (vector<13x16xf32>) {
    %t = arith.addf %s, %a : vector<13x16xf32>
    scf.yield %t : vector<13x16xf32>
  }
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %b) -> (vector<12x16xf32>) {
    %t = arith.addf %s, %b : vector<12x16xf32>
    scf.yield %t : vector<12x16xf32>
  }
  return %x, %y : vector<13x16xf32>, vector<12x16xf32>
}

// -----

// A vector of eight is one operation: 2 x (3 x 3 + 1) operations, with the loops' ends.
// TWENTY-LABEL: func.func @eight(
// TWENTY-NOT: loop_annotation
// TWENTY: return
// NINETEEN-LABEL: func.func @eight(
// NINETEEN: vector.store
// NINETEEN-NEXT: }
// NINETEEN-NEXT: } {loop_annotation =
func.func @eight(%x: memref<2x3x8xf32>, %y: memref<2x3x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %0 = vector.load %x[%i, %j, %c0] : memref<2x3x8xf32>, vector<8xf32>
      vector.store %0, %y[%i, %j, %c0] : memref<2x3x8xf32>, vector<8xf32>
    }
  }
  return
}
