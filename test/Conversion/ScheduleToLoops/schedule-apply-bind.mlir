// RUN: dl-opt %s --schedule-apply | FileCheck %s
// RUN: %if dl-run %{ dl-run %s --compare=reference | FileCheck %s --check-prefix=VALUES %}
// VALUES: kernels: 2 outputs compared

// Loops of bound axes are ordinary ones and say what they are bound to.
// CHECK-LABEL: func.func private @matmul(
// CHECK: schedule.axis = ["C.cache", "k.o"]}
// CHECK: schedule.axis = ["C", "j.i.o"], schedule.bind = "threadIdx.x"}
// CHECK: schedule.axis = ["C", "i.i.o"], schedule.bind = "threadIdx.y"}
// CHECK: schedule.axis = ["C", "j.o"], schedule.bind = "blockIdx.x"}
// CHECK: schedule.axis = ["C", "i.o"], schedule.bind = "blockIdx.y"}
func.func private @matmul(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %o: tensor<64x128xf32> {te.destination}) -> tensor<64x128xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %c = te.compute "C" axes(i = 64, j = 128) reduce(k = 64) combine(add) : tensor<64x128xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x128xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<64x128xf32>
}
// CHECK-LABEL: func.func private @scale(
// CHECK: schedule.bind = "threadIdx.x"
// CHECK: schedule.bind = "vthread"
// CHECK: schedule.bind = "blockIdx.x"
func.func private @scale(%x: tensor<256xf32>, %o: tensor<256xf32> {te.destination}) -> tensor<256xf32> attributes {te.kernel, schedule.sequence = @schedules::@scale} {
  %two = arith.constant 2.0 : f32
  %d = te.compute "D" axes(i = 256) : tensor<256xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<256xf32>
    %w = arith.mulf %v, %two : f32
    te.yield %w : f32
  }
  return %d : tensor<256xf32>
}
func.func @main(%a: tensor<64x64xf32> {dl.name = "a"}, %b: tensor<64x128xf32> {dl.name = "b"}, %x: tensor<256xf32> {dl.name = "x"},
                %o0: tensor<64x128xf32> {te.destination, dl.name = "o0"}, %o1: tensor<256xf32> {te.destination, dl.name = "o1"})
    -> (tensor<64x128xf32> {dl.name = "o0"}, tensor<256xf32> {dl.name = "o1"}) {
  %0 = call @matmul(%a, %b, %o0) : (tensor<64x64xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = call @scale(%x, %o1) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %0, %1 : tensor<64x128xf32>, tensor<256xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %L = schedule.cache_write %C
    // The result: who computes what.
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %by, %ib = schedule.split %C[%i] by 32
    %bx, %jb = schedule.split %C[%j] by 32
    %ty, %ii = schedule.split %C[%ib] by 4
    %tx, %ji = schedule.split %C[%jb] by 4
    schedule.reorder %C[%by, %bx, %ty, %tx, %ii, %ji]
    schedule.bind %C[%by] to "blockIdx.y"
    schedule.bind %C[%bx] to "blockIdx.x"
    schedule.bind %C[%ty] to "threadIdx.y"
    schedule.bind %C[%tx] to "threadIdx.x"
    // Sums of a thread, in steps of 8 products.
    schedule.compute_at %L at %C[%tx]
    %li, %lj, %k = schedule.axes %L : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %L[%k] by 8
    schedule.reorder %L[%ko, %ki, %li, %lj]
    schedule.unroll %L[%lj]
    schedule.unroll %L[%li]
    transform.yield
  }
  transform.named_sequence @scale(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %b, %in = schedule.split %D[%i] by 64
    %v, %t = schedule.split %D[%in] by 32
    schedule.bind %D[%b] to "blockIdx.x"
    schedule.bind %D[%v] to "vthread"
    schedule.bind %D[%t] to "threadIdx.x"
    transform.yield
  }
}
