// RUN: dl-opt %s --allow-unregistered-dialect --dl-drop-barriers | FileCheck %s

// CHECK-LABEL: func.func @last
// CHECK:         omp.parallel {
// CHECK:           omp.wsloop nowait {
func.func @last() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
        "use"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// What follows in the region may read what other threads wrote.
// CHECK-LABEL: func.func @before
// CHECK:         omp.parallel {
// CHECK:           omp.wsloop {
// CHECK:           "after"
func.func @before() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
        "use"(%i) : (index) -> ()
        omp.yield
      }
    }
    "after"() : () -> ()
    omp.terminator
  }
  return
}
