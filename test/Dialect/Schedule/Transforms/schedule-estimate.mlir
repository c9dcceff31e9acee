// RUN: dl-opt %s --schedule-estimate -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAME --input-file=%t
// RUN: dl-opt %s --schedule-estimate=repeated=true -o %t 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not dl-opt %s --schedule-estimate=threads=0 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: dl-opt %s --dl-set-target=record=%S/Inputs/small-core.mlir --schedule-estimate -o %t 2>&1 | FileCheck %s --check-prefix=SMALL
// THREADS: error: expected schedule-estimate to have at least one thread, got threads=0

// Operations, and bytes that each cache of the machine fetches: without a record of the
// machine, of three. The sequence runs on a copy.
// SAME: schedule.sequence = @schedules::@copy
// SAME-NOT: schedule.tree
// SAME: @illegal
module attributes {transform.with_named_sequence} {
// 1024 x 1024 elements of 4 bytes are read and written.
// CHECK: schedule-estimate.mlir:[[# @LINE + 6]]:1: remark: copy: about {{[0-9.]+}} ms, bound by L3: 1.0 million operations in {{[0-9.]+}} million instructions, {{[0-9.]+}} ms;
// CHECK-SAME: L1 8.389 MB in {{[0-9.]+}} ms, L2 8.389 MB in {{[0-9.]+}} ms, L3 8.389 MB in {{[0-9.]+}} ms
// Another machine has 1 GHz, two caches, and starts an operation on four elements every fourth cycle.
// SMALL: remark: copy: about {{[0-9.]+}} ms, bound by far: 1.0 million operations in {{[0-9.]+}} million instructions, 1.{{[0-9]+}} ms;
// SMALL-SAME: near 8.389 MB in 2.097 ms, far 8.389 MB in 4.194 ms{{$}}
// AGAIN: remark: copy: {{.*}}; L1 8.389 MB in {{[0-9.]+}} ms, L2 8.389 MB in {{[0-9.]+}} ms, L3 0.000 MB in 0.000 ms
func.func private @copy(%x: tensor<1024x1024xf32>, %o: tensor<1024x1024xf32> {te.destination}) -> tensor<1024x1024xf32> attributes {te.kernel, schedule.sequence = @schedules::@copy} {
  %y = te.compute "Y" axes(i = 1024, j = 1024) : tensor<1024x1024xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<1024x1024xf32>
    %b = arith.addf %a, %a : f32
    te.yield %b : f32
  }
  return %y : tensor<1024x1024xf32>
}
// A kernel that no primitive would make.
// CHECK: remark: illegal: not legal: {{.*}}
func.func private @illegal(%x: tensor<16xf32>, %o: tensor<f32> {te.destination}) -> tensor<f32> attributes {te.kernel} {
  %y = te.compute "S" axes() reduce(k = 16) combine(add) : tensor<f32>
      attributes {schedule.tree = #schedule.tree<"axes() reduce(k=16) parallel(k)">} {
  ^bb0(%k: index):
    %a = te.read %x[%k] : tensor<16xf32>
    te.yield %a : f32
  }
  return %y : tensor<f32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @copy(%f: !transform.any_op {transform.readonly}) {
    %Y = schedule.stage %f["Y"] : !transform.any_op
    %i, %j = schedule.axes %Y : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %Y[%j] by 16
    schedule.vectorize %Y[%ji]
    transform.yield
  }
}
}
