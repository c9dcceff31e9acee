// RUN: dl-opt %s --allow-unregistered-dialect --dl-plan-memory --split-input-file | FileCheck %s
// RUN: dl-opt %s --allow-unregistered-dialect --dl-plan-memory --split-input-file \
// RUN:   --remarks-filter='.*' --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// A chain needs two buffers at a time: the third takes the first one's place. A
// view keeps its buffer alive.
// CHECK:       module attributes {dl.arena_size = 192 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[W:.*]]: memref<64xi8> {dl.weights}, %[[ARENA:.*]]: memref<192xi8> {dl.arena}, %{{.*}}: memref<16xf32>
// CHECK:         %[[O0:.*]] = arith.constant 0 : index
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%[[O0]]][] : memref<192xi8> to memref<32xf32>
// CHECK:         "make"(%[[A]])
// CHECK:         %[[O1:.*]] = arith.constant 128 : index
// CHECK:         %[[B:.*]] = memref.view %[[ARENA]][%[[O1]]][] : memref<192xi8> to memref<16xf32>
// CHECK:         %[[FLAT:.*]] = memref.expand_shape %[[A]]
// CHECK:         "step"(%[[FLAT]], %[[B]])
// CHECK:         %[[O2:.*]] = arith.constant 0 : index
// CHECK:         %[[C:.*]] = memref.view %[[ARENA]][%[[O2]]][] : memref<192xi8> to memref<3xf32>
// CHECK:         "step"(%[[B]], %[[C]])
// CHECK-NOT:     memref.dealloc
// REMARK:      ArenaPlan
// REMARK-SAME: Buffers=3, LowerBoundBytes=192, PeakBytes=192, TotalBytes=256
func.func @main(%weights: memref<64xi8> {dl.weights}, %x: memref<16xf32>) {
  %a = memref.alloc() : memref<32xf32>
  "make"(%a) : (memref<32xf32>) -> ()
  %b = memref.alloc() : memref<16xf32>
  %flat = memref.expand_shape %a [[0, 1]] output_shape [2, 16] : memref<32xf32> into memref<2x16xf32>
  "step"(%flat, %b) : (memref<2x16xf32>, memref<16xf32>) -> ()
  %c = memref.alloc() : memref<3xf32>
  "step"(%b, %c) : (memref<16xf32>, memref<3xf32>) -> ()
  memref.dealloc %a : memref<32xf32>
  return
}

// -----

// The lifetime starts with the first use, not with the allocation, and a loop
// is one operation: what it touches is alive all through it.
// CHECK:       module attributes {dl.arena_size = 256 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[ARENA:.*]]: memref<256xi8> {dl.arena})
// CHECK-DAG:     memref.view %[[ARENA]][%[[A:.*]]][] : memref<256xi8> to memref<48xf32>
// CHECK-DAG:     %[[A]] = arith.constant 0 : index
// CHECK-DAG:     memref.view %[[ARENA]][%[[B:.*]]][] : memref<256xi8> to memref<47xf32>
// CHECK-DAG:     %[[B]] = arith.constant 0 : index
// CHECK:         scf.for
// CHECK:           %[[C:.*]] = arith.constant 192 : index
// CHECK:           memref.view %[[ARENA]][%[[C]]][] : memref<256xi8> to memref<16xf32>
// CHECK:         return
// REMARK:      LowerBoundBytes=256
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<48xf32>
  %b = memref.alloc() : memref<47xf32>
  "make"(%a) : (memref<48xf32>) -> ()
  "make"(%b) : (memref<47xf32>) -> ()
  scf.for %i = %c0 to %c1 step %c1 {
    "read"(%b) : (memref<47xf32>) -> ()
    %c = memref.alloc() : memref<16xf32>
    "step"(%c) : (memref<16xf32>) -> ()
  }
  return
}

// -----

// A copy in @main is legal but reported.
// REMARK:      CopyInMain
// REMARK-SAME: 16 bytes are copied on every run
func.func @main(%x: memref<4xf32>, %o: memref<4xf32> {te.destination}) {
  memref.copy %x, %o : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Buffers of two branches share memory, and so do those of a round, one after the other.
// CHECK:       module attributes {dl.arena_size = 192 : i64}
func.func @main(%c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    %a = memref.alloc() : memref<48xf32>
    "make"(%a) : (memref<48xf32>) -> ()
  } else {
    %b = memref.alloc() : memref<47xf32>
    "make"(%b) : (memref<47xf32>) -> ()
  }
  scf.for %i = %c0 to %c1 step %c1 {
    %d = memref.alloc() : memref<46xf32>
    "make"(%d) : (memref<46xf32>) -> ()
    %e = memref.alloc() : memref<45xf32>
    "make"(%e) : (memref<45xf32>) -> ()
  }
  return
}

// -----

// A buffer that a branch passes on is alive in all of the branch and up to its last use
// behind it; one that a loop passes on, in all of the loop.
// CHECK:       module attributes {dl.arena_size = 384 : i64}
// REMARK:      Buffers=4, LowerBoundBytes=384, PeakBytes=384, TotalBytes=512
func.func @main(%c: i1, %x: memref<48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %before = memref.alloc() : memref<32xf32>
  "make"(%before) : (memref<32xf32>) -> ()
  %r = scf.if %c -> memref<48xf32> {
    %a = memref.alloc() : memref<48xf32>
    "make"(%a) : (memref<48xf32>) -> ()
    "read"(%before) : (memref<32xf32>) -> ()
    scf.yield %a : memref<48xf32>
  } else {
    scf.yield %x : memref<48xf32>
  }
  %b = memref.alloc() : memref<31xf32>
  %s = scf.for %i = %c0 to %c1 step %c1 iter_args(%carried = %b) -> memref<31xf32> {
    %d = memref.alloc() : memref<16xf32>
    "step"(%d, %carried) : (memref<16xf32>, memref<31xf32>) -> ()
    scf.yield %carried : memref<31xf32>
  }
  "read"(%s, %r) : (memref<31xf32>, memref<48xf32>) -> ()
  return
}
