// RUN: dl-opt %s --schedule-estimate --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Kernels without a stage have no estimate, nor have functions that are no kernels.
// A step that is refused ends the estimates.
module attributes {transform.with_named_sequence} {
func.func private @declared(%x: tensor<4xf32>) -> tensor<4xf32>
func.func private @no_stage(%o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  return %o : tensor<4xf32>
}
func.func private @no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
func.func private @refused(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @schedules::@refused} {
  // expected-note @+1 {{stage "D"}}
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @refused(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    // expected-error @+2 {{stage "D" has no axis named "k"}}
    // expected-note @+1 {{hint: its axes are i}}
    %k = schedule.axis %D["k"]
    transform.yield
  }
}
}
