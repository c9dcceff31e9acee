// RUN: dl-opt %s --dl-plan-memory | FileCheck %s
// RUN: dl-opt %s --dl-plan-memory --remarks-filter='.*' --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// Planned as if all sizes were 1, 64 and 4096: of a, b and c two live at a time, then p.
// REMARK-DAG: ArenaPlan{{.*}}Buffers=5, Extent=1, LowerBoundBytes=128, PeakBytes=128, TotalBytes=384
// REMARK-DAG: ArenaPlan{{.*}}Buffers=5, Extent=64, LowerBoundBytes=16384, PeakBytes=16384, TotalBytes=28800
// REMARK-DAG: ArenaPlan{{.*}}Buffers=5, Extent=4096, LowerBoundBytes=67108864, PeakBytes=67108864, TotalBytes=67895424

// A buffer begins where those below it end; sizes are rounded to 64 bytes at run time where
// they are no multiple of it.
// CHECK: module attributes {dl.arena_size = 0 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[ARENA:[^ :]*]]: memref<?xi8> {dl.arena}, %[[X:[^ :]*]]: memref<?x16xf32>
// CHECK: %[[N:.*]] = memref.dim %[[X]], %{{.*}}
// CHECK-DAG: %[[ROWS:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK-DAG: %[[PAIRS:.*]] = arith.muli %[[N]], %[[N]]
// CHECK-DAG: %[[BYTES:.*]] = arith.muli %[[PAIRS]], %c4
// CHECK-DAG: %[[UP:.*]] = arith.addi %[[BYTES]], %c63
// CHECK-DAG: arith.andi %[[UP]], %c-64
// %a and %c live one after the other and begin at 0, as does %p; %b is on top of %a.
// CHECK-DAG: %[[A:.*]] = memref.view %[[ARENA]][%[[ZERO:[^ ]*]]][%[[N]]] : memref<?xi8> to memref<?x16xf32>
// CHECK-DAG: %[[B:.*]] = memref.view %[[ARENA]][%[[ROWS]]][%[[N]]] : memref<?xi8> to memref<?x16xf32>
// CHECK-DAG: memref.view %[[ARENA]][%[[ZERO]]][%[[N]], %{{.*}}] : memref<?xi8> to memref<?x?xf32>
// CHECK-NOT: memref.alloc
// CHECK: return
// CHECK-LABEL: func.func @dl_sizes(
// CHECK-SAME: %[[SYMBOLS:[^ :]*]]: memref<1xindex>, %[[SIZES:[^ :]*]]: memref<4xindex>)
// CHECK: %[[S:.*]] = memref.load %[[SYMBOLS]]
// What 64 bits do not hold is stored as a mark.
// CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended
// CHECK: %[[LARGE:.*]] = arith.cmpi ne, %[[HIGH]], %{{.*}} : i64
// CHECK: %[[MARK:.*]] = arith.constant -9223372036854775808 : index
// CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %[[MARK]], %{{.*}} : index
// CHECK: memref.store %[[SAFE]], %[[SIZES]]
// CHECK: memref.store %{{.*}}, %[[SIZES]]
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
