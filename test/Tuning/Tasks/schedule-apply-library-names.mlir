// Sequences for kernels by their names and by their nodes: a name comes first, wherever it stands
// in the file.
// RUN: split-file %s %t
// RUN: dl-opt %t/model.mlir '--schedule-apply-library=library=%t/library.mlir used=true' | FileCheck %s
// RUN: dl-opt %t/model.mlir '--schedule-apply-library=library=%t/library.mlir used=true' --schedule-default --schedule-apply -o %t/loops.mlir

// The first kernel has the name, the second one the node; nothing is for the third.
// CHECK-LABEL: func.func private @one(
// CHECK-SAME: schedule.sequence = @schedules::@one
// CHECK-LABEL: func.func private @two(
// CHECK-SAME: schedule.sequence = @schedules::@two
// CHECK-LABEL: func.func private @three(
// CHECK-NOT: schedule.sequence
// CHECK: transform.named_sequence @one(
// CHECK: by 5
// CHECK: transform.named_sequence @two(
// CHECK: by 4
// CHECK-NOT: transform.named_sequence

// What is for no kernel is told with those that there are.
// RUN: sed 's/@one(/@on(/' %t/library.mlir > %t/misspelled.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/misspelled.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: misspelled.mlir:{{[0-9]+}}:3: error: expected a kernel 'on' without a schedule; kernels are 'one' (A_0+B_1), 'two' (A_0+C_2), 'three'{{$}}
// RUN: sed 's/"A_0"/"A"/' %t/library.mlir > %t/unknown.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=NODE
// NODE: unknown.mlir:{{[0-9]+}}:3: error: expected a kernel without a schedule that computes the node 'A'; kernels are 'one' (A_0+B_1), 'two' (A_0+C_2), 'three'{{$}}
// RUN: dl-opt %t/model.mlir --schedule-default -o %t/scheduled.mlir
// RUN: not dl-opt %t/scheduled.mlir --schedule-apply-library=library=%t/library.mlir 2>&1 | FileCheck %s --check-prefix=SCHEDULED
// SCHEDULED: error: expected a kernel without a schedule that computes the node 'A_0'

// With used some kernel has to have one; a module without kernels needs none.
// RUN: dl-opt %t/model.mlir --schedule-apply-library=library=%t/other.mlir | FileCheck %s --check-prefix=NOTHING
// RUN: not dl-opt %t/model.mlir '--schedule-apply-library=library=%t/other.mlir used=true threads=3' 2>&1 | FileCheck %s --check-prefix=USED
// RUN: dl-opt %t/none.mlir '--schedule-apply-library=library=%t/other.mlir used=true' | FileCheck %s --check-prefix=NOTHING
// NOTHING-NOT: schedule.sequence
// USED: other.mlir:1:1: error: expected a sequence for a kernel of the model, by its name, by a node or by an equal kernel of this machine and 3 threads, got none; kernels are 'one' (A_0+B_1), 'two' (A_0+C_2), 'three'{{$}}

// The first twelve kernels are named.
// RUN: seq 13 | sed 's/.*/func.func private @k&(%%a: tensor<8xf32>, %%d: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} { %%s = te.compute "s" axes(i = 8) : tensor<8xf32> { ^bb0(%%i: index): %%0 = te.read %%a[%%i] : tensor<8xf32> te.yield %%0 : f32 } return %%s : tensor<8xf32> }/' > %t/thirteen.mlir
// RUN: head -12 %t/thirteen.mlir > %t/twelve.mlir
// RUN: not dl-opt %t/twelve.mlir '--schedule-apply-library=library=%t/other.mlir used=true' 2>&1 | FileCheck %s --check-prefix=TWELVE
// RUN: not dl-opt %t/thirteen.mlir '--schedule-apply-library=library=%t/other.mlir used=true' 2>&1 | FileCheck %s --check-prefix=THIRTEEN
// TWELVE: got none; kernels are 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11', 'k12'{{$}}
// THIRTEEN: got none; kernels are 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11', 'k12' and 1 more{{$}}

// A sequence that no kernel names stands alone too.
// RUN: sed 's/.*by 4/transform.include @one failures(propagate) (%%k) : (!transform.any_op) -> ()/' %t/library.mlir > %t/includes.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/includes.mlir 2>&1 | FileCheck %s --check-prefix=INCLUDES
// INCLUDES: includes.mlir:{{.*}}: error: expected a sequence of a library to stand alone, got one that includes @one; write its steps here
// INCLUDES-NOT: error:

// Machines that are none, of the module and of the library.
// RUN: cat %t/machine.mlir > %t/bad.mlir && echo '}' >> %t/bad.mlir
// RUN: not dl-opt %t/bad.mlir --schedule-apply-library=library=%t/library.mlir 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: cat %t/machine.mlir %t/other.mlir > %t/bad-library.mlir && echo '}' >> %t/bad-library.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/bad-library.mlir 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: error: {{.*}}'vector_registers'

//--- model.mlir
func.func private @one(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<40xf32>
} loc(fused["A_0", "B_1"])
func.func private @two(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    %1 = math.sqrt %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<40xf32>
} loc(fused["A_0", "C_2"])
func.func private @three(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    %1 = math.tanh %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<40xf32>
} loc(unknown)

//--- none.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

//--- library.mlir
func.func private @bare(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    te.yield %0 : f32
  }
  return %e : tensor<40xf32>
}
module @mine attributes {transform.with_named_sequence} {
  transform.named_sequence private @outside(!transform.any_op {transform.readonly})
  transform.named_sequence @node(%k: !transform.any_op {transform.readonly}) attributes {schedule.node = "A_0"} {
    %s = schedule.stage %k["e"] : !transform.any_op
    %i = schedule.axes %s : !schedule.axis
    %o, %n = schedule.split %s[%i] by 4
    transform.yield
  }
  transform.named_sequence @one(%k: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %k["e"] : !transform.any_op
    %i = schedule.axes %s : !schedule.axis
    %o, %n = schedule.split %s[%i] by 5
    transform.yield
  }
}

//--- other.mlir
func.func private @log(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel, schedule.record = {threads = 1 : i64}, schedule.sequence = @schedules::@log} {
  %s = te.compute "s" axes(i = 40) : tensor<40xf32> {
  ^bb0(%i: index):
    %0 = te.read %arg0[%i] : tensor<40xf32>
    %1 = math.log %0 : f32
    te.yield %1 : f32
  }
  return %s : tensor<40xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @log(%k: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %k["s"] : !transform.any_op
    %i = schedule.axes %s : !schedule.axis
    %o, %n = schedule.split %s[%i] by 5
    transform.yield
  }
}

//--- machine.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"vector_registers" = 0 : i64>>} {
