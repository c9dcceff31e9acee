// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Exponentials of f32 are arithmetic, those of f64 a library's, which threads do not have.
func.func private @exp(%x: tensor<8xf64>, %o: tensor<8xf64> {te.destination}) -> tensor<8xf64> attributes {te.kernel, schedule.sequence = @schedules::@exp} {
  %d = te.compute "D" axes(i = 8) : tensor<8xf64> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf64>
    // expected-error @below {{is a call of '__nv_exp' on a GPU, whose threads have no such function; compute it in f32, or run the kernel on a CPU}}
    %w = math.exp %v : f64
    te.yield %w : f64
  }
  return %d : tensor<8xf64>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @exp(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    schedule.bind %D[%i] to "threadIdx.x"
    transform.yield
  }
}
