// RUN: dl-opt %s --allow-unregistered-dialect --dl-hoist-parallel-allocas | FileCheck %s

// CHECK-LABEL: func.func @threads
// CHECK:         omp.parallel {
// CHECK-NEXT:      %[[A:.*]] = memref.alloca() : memref<16xf32>
// CHECK:           omp.loop_nest
// CHECK-NOT:         memref.alloca
// CHECK:             scf.for
// CHECK:               "use"(%[[A]])
// CHECK:             omp.yield
func.func @threads() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
        memref.alloca_scope {
          %a = memref.alloca() : memref<16xf32>
          scf.for %j = %c0 to %c4 step %c1 {
            "use"(%a) : (memref<16xf32>) -> ()
          }
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// A scope with a result stays: something outside needs it.
// CHECK-LABEL: func.func @result
// CHECK:         omp.parallel
// CHECK-NEXT:      memref.alloca_scope
// CHECK:             memref.alloca()
func.func @result(%v: f32) {
  omp.parallel {
    %r = memref.alloca_scope -> (f32) {
      %a = memref.alloca() : memref<16xf32>
      "use"(%a) : (memref<16xf32>) -> ()
      memref.alloca_scope.return %v : f32
    }
    "use"(%r) : (f32) -> ()
    omp.terminator
  }
  return
}

// Scopes elsewhere stay.
// CHECK-LABEL: func.func @serial
// CHECK:         memref.alloca_scope
func.func @serial() {
  memref.alloca_scope {
    %a = memref.alloca() : memref<16xf32>
    "use"(%a) : (memref<16xf32>) -> ()
  }
  return
}
