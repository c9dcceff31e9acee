// A library of two kernels: one equals a kernel of the module but for names, and so schedules it;
// the other has the same formula, and is for two threads.
// RUN: split-file %s %t
// RUN: dl-opt %t/model.mlir --schedule-apply-library=library=%t/library.mlir | FileCheck %s
// RUN: dl-opt %t/model.mlir --schedule-apply-library=library=%t/library.mlir --schedule-default --schedule-apply -o %t/loops.mlir
// RUN: dl-opt %t/model.mlir '--schedule-apply-library=library=%t/library.mlir threads=2' | FileCheck %s --check-prefix=TWO
// What says nothing of threads is for any number.
// RUN: dl-opt %t/model.mlir '--schedule-apply-library=library=%t/library.mlir threads=4' | FileCheck %s
// RUN: not dl-opt %t/model.mlir '--schedule-apply-library=library=%t/library.mlir strict=true' 2>&1 | FileCheck %s --check-prefix=STRICT

// A kernel that has a schedule keeps it.
// RUN: dl-opt %t/model.mlir --schedule-default --schedule-apply-library=library=%t/library.mlir | FileCheck %s --check-prefix=KEEPS
// KEEPS: schedule.vectorize
// KEEPS-NOT: by 5

// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected '{{.*}}none.mlir' to be a file of kernels that name sequences, or of sequences; make one with dl-tune export or dl-compile --to=schedule
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/model.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: model.mlir:1:1: error: expected a file of kernels that name sequences, or of sequences, got none; make one with dl-tune export or dl-compile --to=schedule
// The first that is wrong is told, and nothing else.
// RUN: sed 's/@schedules::@one/@schedules::@three/' %t/library.mlir > %t/missing.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: missing.mlir:{{.*}}: error: expected the sequence of a library's kernel to be in the library
// MISSING-NOT: error:
// RUN: sed 's/.*by 5/transform.include @two failures(propagate) (%%k) : (!transform.any_op) -> ()/' %t/library.mlir > %t/includes.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/includes.mlir 2>&1 | FileCheck %s --check-prefix=INCLUDES
// INCLUDES: includes.mlir:{{.*}}: error: expected a sequence of a library to stand alone, got one that includes @two; write its steps here
// INCLUDES-NOT: error:
// RUN: sed 's/^  %%s = te.compute.*/  return %%arg0 : tensor<40xf32>/; /\^bb0/,/return %%s/d' %t/library.mlir > %t/plain.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/plain.mlir 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: plain.mlir:{{.*}}: error: expected a kernel of a library that can be told from others, but it has no stage that a schedule could change
// PLAIN-NOT: error:
// RUN: sed 's/threads = 2/threads = 0/' %t/library.mlir > %t/threads.mlir
// RUN: not dl-opt %t/model.mlir --schedule-apply-library=library=%t/threads.mlir 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: threads.mlir:{{.*}}: error: {{.*}}expected 'schedule.record' to be a dictionary with "threads", an i64 of at least 1, on a function, got {threads = 0 : i64}

//--- model.mlir
// CHECK-LABEL: func.func private @exponential(
// CHECK-SAME: schedule.sequence = @schedules::@exponential
// CHECK-LABEL: func.func private @root(
// CHECK-NOT: schedule.sequence
// CHECK: transform.named_sequence @exponential(
// CHECK: %[[STAGE:.+]] = schedule.stage %{{.+}}["e"]
// CHECK: schedule.split %[[STAGE]][%{{.+}}] by 5
// TWO-LABEL: func.func private @exponential(
// TWO: transform.named_sequence @exponential(
// TWO: by 8
func.func private @exponential(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<40xf32>
}
// STRICT: error: expected a kernel in '{{.*}}library.mlir' that equals 'root', for this machine and 1 threads, got none; tune the model and export it again
func.func private @root(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    %1 = math.sqrt %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<40xf32>
}

//--- library.mlir
func.func private @one(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel, schedule.sequence = @schedules::@one} {
  %s = te.compute "s" axes(i = 40) : tensor<40xf32> {
  ^bb0(%i: index):
    %0 = te.read %arg0[%i] : tensor<40xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %s : tensor<40xf32>
}
func.func private @two(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel, schedule.record = {threads = 2 : i64}, schedule.sequence = @schedules::@two} {
  %s = te.compute "s" axes(i = 40) : tensor<40xf32> {
  ^bb0(%i: index):
    %0 = te.read %arg0[%i] : tensor<40xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %s : tensor<40xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @one(%k: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %k["s"] : !transform.any_op
    %i = schedule.axes %s : !schedule.axis
    %o, %n = schedule.split %s[%i] by 5
    transform.yield
  }
  transform.named_sequence @two(%k: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %k["s"] : !transform.any_op
    %i = schedule.axes %s : !schedule.axis
    %o, %n = schedule.split %s[%i] by 8
    transform.yield
  }
}
