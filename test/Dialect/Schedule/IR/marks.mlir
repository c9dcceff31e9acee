// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s

// What schedule-apply puts on loops and tiles, and how many threads a record was measured with: one
// is enough.
// CHECK: func.func private @measured() attributes {schedule.record = {threads = 1 : i64}}
func.func private @measured() attributes {schedule.record = {threads = 1}}

// A loop of one axis is marked with it. One over several has those that it had; what canonicalization
// or a conversion makes of it keeps them, or the one that is left.
// CHECK-LABEL: func.func @loops(
// CHECK: } {schedule.axis = ["C", "i.o"], schedule.bind = "threadIdx.x", schedule.notes = {unroll = "4"}}
// CHECK: } {schedule.axis = {{\[\[}}"C", "i"]]}
// CHECK: } {schedule.axis = {{\[\[}}"C", "i"], ["C", "j"]]}
// CHECK: } {schedule.axis = ["C", "i"]}
// CHECK: } {schedule.version = ["C", "i"]}
func.func @loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  } {schedule.axis = ["C", "i.o"], schedule.bind = "threadIdx.x", schedule.notes = {unroll = "4"}}
  scf.forall (%i) in (%n) {
  } {schedule.axis = [["C", "i"]]}
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.reduce
  } {schedule.axis = [["C", "i"], ["C", "j"]]}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.reduce
  } {schedule.axis = ["C", "i"]}
  scf.for %i = %c0 to %n step %c1 {
  } {schedule.version = ["C", "i"]}
  return
}
