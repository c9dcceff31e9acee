// RUN: dl-opt %s --dl-plan-memory | FileCheck %s
// RUN: dl-opt %s --dl-plan-memory --remarks-filter='.*' --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: ArenaPlan{{.*}}Buffers=1, LowerBoundBytes=128, PeakBytes=128, TotalBytes=128
// REMARK-DAG: ArenaGroup{{.*}}Buffers=3, LowerBoundBytes=128, PeakBytes=128, Sizes=1
// REMARK-DAG: ArenaGroup{{.*}}Buffers=1, LowerBoundBytes=64, PeakBytes=64, Sizes=2

// Buffers of the same sizes share one plan in their unit, bytes for each item; unlike ones
// follow in regions of their own. Static buffers come first.
// CHECK: module attributes {dl.arena_size = 0 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[ARENA:[^ :]*]]: memref<?xi8> {dl.arena}, %[[X:[^ :]*]]: memref<?x16xf32>
// CHECK: %[[N:.*]] = memref.dim %[[X]], %{{.*}}
// %a and %c live one after the other: 64 bytes for each item hold both, %b has its own.
// CHECK-DAG: memref.view %[[ARENA]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?x16xf32>
// CHECK-DAG: memref.view %[[ARENA]][%{{.*}}][%[[N]], %{{.*}}] : memref<?xi8> to memref<?x?xf32>
// CHECK-NOT: memref.alloc
// CHECK: return
// CHECK-LABEL: func.func @dl_sizes(
// CHECK-SAME: %[[SYMBOLS:[^ :]*]]: memref<1xindex>, %[[SIZES:[^ :]*]]: memref<4xindex>)
// CHECK: %[[S:.*]] = memref.load %[[SYMBOLS]]
// CHECK-COUNT-2: memref.store %{{.*}}, %[[SIZES]]
// What is compared comes last.
// CHECK: %[[HALF:.*]] = arith.divsi
// CHECK: memref.store %[[S]], %[[SIZES]]
// CHECK: memref.store %{{.*}}, %[[SIZES]]
func.func private @use(memref<?x16xf32>, memref<?x16xf32>)
func.func private @pairs(memref<?x?xf32>)
func.func @main(%x: memref<?x16xf32> {dl.dims = ["n", 16]}, %y: memref<?xf32> {te.destination, dl.dims = [affine_map<()[s0] -> (s0 * 2)>]})
    attributes {dl.size_checks = [{is = "equal", nodes = "A", sizes = affine_map<()[s0] -> (s0, (s0 floordiv 2) * 2)>}]} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x16xf32>
  %fixed = memref.alloc() : memref<100xi8>
  %a = memref.alloc(%n) : memref<?x16xf32>
  call @use(%x, %a) : (memref<?x16xf32>, memref<?x16xf32>) -> ()
  %b = memref.alloc(%n) : memref<?x16xf32>
  call @use(%a, %b) : (memref<?x16xf32>, memref<?x16xf32>) -> ()
  %c = memref.alloc(%n) : memref<?x16xf32>
  call @use(%b, %c) : (memref<?x16xf32>, memref<?x16xf32>) -> ()
  %m = memref.dim %x, %c0 : memref<?x16xf32>
  %p = memref.alloc(%n, %m) : memref<?x?xf32>
  call @pairs(%p) : (memref<?x?xf32>) -> ()
  return
}
