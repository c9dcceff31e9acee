// RUN: dl-opt %s --schedule-apply | FileCheck %s
// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT

// Parallel axes that lie in one another run together; the tail of an inner one is a loop of its
// own over the steps of the outer one, which only both together cover.

// TEXT-LABEL: kernel @nested
// TEXT: for i.o in 0..3 parallel, the last of 1 in place of 7, peeled
// TEXT: for i.i.o in 0..4 parallel, the last of 1 in place of 2, peeled
// CHECK-LABEL: func.func private @nested
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (2, 3)
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (2, 1)
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 1)
// CHECK-NOT: scf.forall (
func.func private @nested(%a: tensor<15x4xf32>, %o: tensor<15x4xf32> {te.destination})
    -> tensor<15x4xf32> attributes {te.kernel, schedule.sequence = @schedules::@nested} {
  %s = te.compute "S" axes(i = 15, j = 4) : tensor<15x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %a[%i, %j] : tensor<15x4xf32>
    %d = arith.addf %v, %v : f32
    te.yield %d : f32
  }
  return %s : tensor<15x4xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @nested(%k: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %k["S"] : !transform.any_op
    %i = schedule.axis %s["i"]
    %tiles:2 = schedule.split %s[%i] by 7
    %steps:2 = schedule.split %s[%tiles#1] by 2
    schedule.parallel %s[%tiles#0]
    schedule.parallel %s[%steps#0]
    transform.yield
  }
}
