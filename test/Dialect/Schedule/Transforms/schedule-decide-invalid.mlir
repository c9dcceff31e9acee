// RUN: dl-opt %s --schedule-decide --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

func.func private @first(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @library::@both} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}

// expected-note @+2 {{hint: write each its own with schedule-default}}
// expected-error @+1 {{expected a sequence with choices to schedule one kernel, but @library::@both schedules @first too}}
func.func private @second(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @library::@both} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
module @library attributes {transform.with_named_sequence} {
  transform.named_sequence @both(%f: !transform.any_op {transform.readonly}) attributes {schedule.choices = []} {
    transform.yield
  }
}
