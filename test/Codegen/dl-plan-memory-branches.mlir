// RUN: dl-opt %s --dl-plan-memory | FileCheck %s

// Sizes that are computed in a branch or a loop are computed at the top, where buffers get their
// places.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[ARENA:[^ :]*]]: memref<?xi8> {dl.arena}, %[[X:[^ :]*]]: memref<?xf32>
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[MORE:.*]] = arith.addi %[[N]], %{{.*}}
// CHECK: %[[HALF:.*]] = arith.divui %[[MORE]], %{{.*}}
// CHECK: scf.if
// CHECK: memref.view %[[ARENA]][%{{.*}}][%[[HALF]]] : memref<?xi8> to memref<?xf32>
// CHECK: memref.view %[[ARENA]][%{{.*}}][%[[MORE]]] : memref<?xi8> to memref<?xf32>
// CHECK-NOT: memref.alloc
// CHECK-LABEL: func.func @dl_sizes(
func.func private @use(memref<?xf32>, memref<?xf32>)
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}, %c: memref<i1>) {
  %condition = memref.load %c[] : memref<i1>
  scf.if %condition {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %more = arith.addi %n, %c1 : index
    %half = arith.divui %more, %c2 : index
    %a = memref.alloc(%half) : memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %b = memref.alloc(%more) : memref<?xf32>
      func.call @use(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
    }
  }
  return
}
