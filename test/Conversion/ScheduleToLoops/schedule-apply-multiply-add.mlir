// RUN: dl-opt %s --schedule-apply | FileCheck %s

// A sum with a product may be one instruction where its tile is elementwise or one element.
// Where the tile reduces, it becomes a contraction, which is so anyway; a plain sum stays.

// CHECK: linalg.generic {{.*}} attrs =  {schedule.stage = "lanes", schedule.vectorize}
// CHECK: %[[M:.*]] = arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: arith.addf %{{.*}}, %[[M]] fastmath<contract> : f32
// CHECK: linalg.generic {{.*}} attrs =  {schedule.stage = "terms", schedule.vectorize}
// CHECK: %[[M:.*]] = arith.mulf %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}} : f32
// CHECK: arith.addf %{{.*}}, %[[M]] : f32
// CHECK: linalg.generic {{.*}} attrs =  {schedule.stage = "sums", schedule.vectorize}
// CHECK: arith.addf %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}} : f32
// CHECK: linalg.fill {schedule.stage = "one.init"} ins
// CHECK: %[[M:.*]] = arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: arith.addf %{{.*}}, %[[M]] fastmath<contract> : f32
func.func private @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %o: tensor<8x8xf32> {te.destination}, %p: tensor<8x8xf32> {te.destination}, %q: tensor<8xf32> {te.destination}, %r: tensor<8x8xf32> {te.destination}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %c = te.compute "lanes" axes(i = 8, j = 8) reduce(k = 16) combine(add) : tensor<8x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    %y = te.read %b[%k, %j] : tensor<16x8xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  %d = te.compute "terms" axes(i = 8, j = 8) reduce(k = 16) combine(add) : tensor<8x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    %y = te.read %b[%k, %j] : tensor<16x8xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  %e = te.compute "sums" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %f = te.compute "one" axes(i = 8, j = 8) reduce(k = 16) combine(add) : tensor<8x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    %y = te.read %b[%k, %j] : tensor<16x8xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c, %d, %e, %f : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%k: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %k["lanes"] : !transform.any_op
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.reorder %C[%ci, %ck, %cj]
    schedule.vectorize %C[%cj]
    %D = schedule.stage %k["terms"] : !transform.any_op
    %di, %dj, %dk = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.reorder %D[%di, %dj, %dk]
    schedule.unroll %D[%dk]
    schedule.vectorize %D[%dj]
    %E = schedule.stage %k["sums"] : !transform.any_op
    %ei, %ek = schedule.axes %E : !schedule.axis, !schedule.axis
    schedule.reorder %E[%ek, %ei]
    schedule.vectorize %E[%ei]
    transform.yield
  }
}
