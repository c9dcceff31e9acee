// RUN: split-file %s %t
// RUN: dl-opt %t/inside.mlir --schedule-apply -o /dev/null 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not dl-opt %t/refused.mlir --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: dl-opt %t/refused.mlir --convert-te-to-linalg --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS

// A sequence that looks at itself half-way.
// INSIDE: kernel @negate, scheduled by @schedules::@negate:
// INSIDE-NEXT: D: at root, 64xf32, 256 bytes, a result
// INSIDE-NEXT:   for x.o in 0..8
// INSIDE-NEXT:     for x.i in 0..8
// INSIDE-NEXT:       D[x] = f(arg0[x])

// What stands before a step that is refused.
// REFUSED: axis x of stage "D" was already split by 8 into x.o and x.i
// REFUSED: kernel @negate, scheduled by @schedules::@negate up to the step that was refused:
// REFUSED-NEXT: D: at root
// REFUSED-NEXT:   for x.o in 0..8
// REFUSED-NEXT:     for x.i in 0..8

// LOOPS: kernel @negate
// LOOPS-NEXT: no stage of te: its loops were made

//--- inside.mlir
func.func private @negate(%a: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@negate} {
  %d = te.compute "D" axes(x = 64) : tensor<64xf32> {
  ^bb0(%x: index):
    %v = te.read %a[%x] : tensor<64xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @negate(%kernel: !transform.any_op) {
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %x = schedule.axis %D["x"]
    %xo, %xi = schedule.split %D[%x] by 8
    %same = transform.apply_registered_pass "schedule-print-loops" to %kernel : (!transform.any_op) -> !transform.any_op
    %E = schedule.stage %same["D"] : !transform.any_op
    schedule.vectorize %E[%xi]
    transform.yield
  }
}

//--- refused.mlir
func.func private @negate(%a: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@negate} {
  %d = te.compute "D" axes(x = 64) : tensor<64xf32> {
  ^bb0(%x: index):
    %v = te.read %a[%x] : tensor<64xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @negate(%kernel: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %x = schedule.axis %D["x"]
    %xo, %xi = schedule.split %D[%x] by 8
    %a, %b = schedule.split %D[%x] by 4
    transform.yield
  }
}
