// RUN: dl-opt %s --allow-unregistered-dialect --dl-hoist-scratch=max-threads=1 | FileCheck %s
// RUN: not dl-opt %s --allow-unregistered-dialect --dl-hoist-scratch=max-threads=2 2>&1 | FileCheck %s --check-prefix=TWO

// One thread runs a parallel loop as a plain one: a buffer of unknown size can be in it.
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME:    %{{.*}}: index, %[[S:[a-z0-9]+]]: memref<?xf32> {dl.scratch})
// CHECK:         scf.forall
// CHECK-NEXT:      "use"(%[[S]])
// TWO: expected a buffer of static shape inside a parallel loop of kernel @kernel, got 'memref<?xf32>'
func.func private @kernel(%n: index) attributes {te.kernel} {
  scf.forall (%i) in (4) {
    %a = memref.alloc(%n) : memref<?xf32>
    "use"(%a) : (memref<?xf32>) -> ()
  }
  return
}

// What steps hand on is on the stack if it is a few vectors, which LLVM keeps in registers; longer
// states it would take apart.
// CHECK-LABEL: func.func private @states(
// CHECK-SAME:    %{{.*}}: index, %[[SCRATCH:[a-z0-9]+]]: memref<1024xi8> {dl.scratch})
// CHECK-COUNT-2: memref.view %[[SCRATCH]]{{.*}} to memref<64xi64>
// CHECK-COUNT-2: memref.alloca() {alignment = 64 : i64} : memref<32xi64>
// CHECK-NOT:     memref.alloca
func.func private @states(%n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %short = memref.alloc() : memref<32xi64>
  %next = memref.alloc() : memref<32xi64>
  %long = memref.alloc() : memref<64xi64>
  %after = memref.alloc() : memref<64xi64>
  scf.for %i = %c0 to %n step %c1 {
    "use"(%short, %next, %long, %after) : (memref<32xi64>, memref<32xi64>, memref<64xi64>, memref<64xi64>) -> ()
    memref.copy %next, %short : memref<32xi64> to memref<32xi64>
    memref.copy %after, %long : memref<64xi64> to memref<64xi64>
  }
  return
}
