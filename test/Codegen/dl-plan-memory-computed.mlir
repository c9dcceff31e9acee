// RUN: dl-opt %s --split-input-file --dl-plan-memory --remarks-filter='.*' --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// Sizes that are computed from others are known where their operands are; one that cannot be
// computed counts as a size itself. All buffers live at the same time.

// (n + 3) floordiv 4 + 2 rows of 64 bytes, which are 3, 18 and 1026; (n + 3) * n bytes; n bytes.
// CHECK-DAG: ArenaPlan{{.*}}Buffers=3, Extent=1, LowerBoundBytes=320, PeakBytes=320, TotalBytes=320
// CHECK-DAG: ArenaPlan{{.*}}Buffers=3, Extent=64, LowerBoundBytes=5504, PeakBytes=5504, TotalBytes=5504
// CHECK-DAG: ArenaPlan{{.*}}Buffers=3, Extent=4096, LowerBoundBytes=16859264, PeakBytes=16859264, TotalBytes=16859264
func.func private @use(memref<?x16xf32>, memref<?x?xi8>, memref<?xi8>)
func.func @main(%x: memref<?x16xf32> {dl.dims = ["n", 16]}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?x16xf32>
  %more = arith.addi %n, %c3 : index
  %quarter = arith.floordivsi %more, %c4 : index
  %rows = arith.addi %quarter, %c2 : index
  %a = memref.alloc(%rows) : memref<?x16xf32>
  // A sum with zero is the other summand.
  %m = arith.addi %more, %c0 : index
  %b = memref.alloc(%m, %n) : memref<?x?xi8>
  %zero = arith.subi %n, %n : index
  %none = arith.floordivsi %n, %zero : index
  %c = memref.alloc(%none) : memref<?xi8>
  call @use(%a, %b, %c) : (memref<?x16xf32>, memref<?x?xi8>, memref<?xi8>) -> ()
  return
}

// -----

// What would be more than 2^50 bytes is planned as so many: n^5 elements, and n^6 of them, which
// 64 bits do not count.
// CHECK-DAG: ArenaPlan{{.*}}Buffers=2, Extent=1, LowerBoundBytes=128, PeakBytes=128, TotalBytes=128
// CHECK-DAG: ArenaPlan{{.*}}Buffers=2, Extent=64, LowerBoundBytes=279172874240, PeakBytes=279172874240, TotalBytes=279172874240
// CHECK-DAG: ArenaPlan{{.*}}Buffers=2, Extent=4096, LowerBoundBytes=2251799813685248, PeakBytes=2251799813685248, TotalBytes=2251799813685248
func.func private @large(memref<?x?x?x?x?xf32>, memref<?x?x?x?x?x?xf32>)
func.func @main(%x: memref<?x16xf32> {dl.dims = ["n", 16]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x16xf32>
  %a = memref.alloc(%n, %n, %n, %n, %n) : memref<?x?x?x?x?xf32>
  %b = memref.alloc(%n, %n, %n, %n, %n, %n) : memref<?x?x?x?x?x?xf32>
  call @large(%a, %b) : (memref<?x?x?x?x?xf32>, memref<?x?x?x?x?x?xf32>) -> ()
  return
}
