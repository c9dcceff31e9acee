// RUN: dl-opt %s --schedule-apply --dl-bufferize-pipeline | FileCheck %s

// Four axes whose tails have tails make 3 * 3 * 3 * 3 pieces in loops behind and inside of
// each other. Upstream's one-shot-bufferize takes exponential time to find the layout of
// what the first of them carries: it does not end within minutes.
// CHECK-LABEL: func.func private @tails(
// CHECK-NOT: alloc
// CHECK-COUNT-81: memref.store {{.*}} : memref<7x7x7x7xf32>
// CHECK-NOT: memref.store
func.func private @tails(%x: tensor<7x7x7x7xf32>, %y: tensor<7x7x7x7xf32> {te.destination}) -> tensor<7x7x7x7xf32> attributes {te.kernel, schedule.sequence = @schedules::@tails} {
  %zero = arith.constant 0.0 : f32
  %r = te.compute "relu" axes(a = 7, b = 7, c = 7, d = 7) : tensor<7x7x7x7xf32> {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    %v = te.read %x[%a, %b, %c, %d] : tensor<7x7x7x7xf32>
    %m = arith.maximumf %v, %zero : f32
    te.yield %m : f32
  }
  return %r : tensor<7x7x7x7xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @tails(%f: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %f["relu"] : !transform.any_op
    %a = schedule.axis %s["a"]
    %ao, %am, %ai = schedule.split %s[%a] by [2, 2]
    %b = schedule.axis %s["b"]
    %bo, %bm, %bi = schedule.split %s[%b] by [2, 2]
    %c = schedule.axis %s["c"]
    %co, %cm, %ci = schedule.split %s[%c] by [2, 2]
    %d = schedule.axis %s["d"]
    %do, %dm, %di = schedule.split %s[%d] by [2, 2]
    transform.yield
  }
}
