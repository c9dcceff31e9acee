// RUN: dl-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Steps as far as the rules allow; one further is refused elsewhere.

// As many points as can be counted.
// CHECK: schedule.tree = #schedule.tree<"axes(i=1073741824, j=2147483648) fuse(i, j) order(i*j)">
func.func private @f(%x: tensor<1073741824x2147483648xf32>, %o: tensor<1073741824x2147483648xf32> {te.destination}) -> tensor<1073741824x2147483648xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 1073741824, j = 2147483648) : tensor<1073741824x2147483648xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1073741824x2147483648xf32>
    te.yield %v : f32
  }
  return %D : tensor<1073741824x2147483648xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %f = schedule.fuse %D[%i, %j]
    transform.yield
  }
}

// -----

// A fused axis of one iteration is no hindrance to a split.
// CHECK: schedule.tree = #schedule.tree<"axes(i=8, j=1) fuse(i, j) split(i*j by 4) order(i*j.o, i*j.i)">
func.func private @f(%x: tensor<8x1xf32>, %o: tensor<8x1xf32> {te.destination}) -> tensor<8x1xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 8, j = 1) : tensor<8x1xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x1xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x1xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %f = schedule.fuse %D[%i, %j]
    %fo, %fi = schedule.split %D[%f] by 4
    transform.yield
  }
}

// -----

// A factor of 64 bits.
// CHECK: schedule.tree = #schedule.tree<"axes(i=8) split(i by 9223372036854775807) order(i.o, i.i)">
func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %D : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %most = transform.param.constant 9223372036854775807 : i64 -> !transform.param<i64>
    %io, %ii = schedule.split %D[%i] by param %most : !transform.param<i64>
    transform.yield
  }
}

// -----

// One part, and as many as there are iterations.
// CHECK: schedule.tree = #schedule.tree<"axes(i=8, j=6) split(i by 8) split(j by 1) order(i.o, i.i, j.o, j.i)">
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] nparts 1
    %jo, %ji = schedule.split %D[%j] nparts 6
    transform.yield
  }
}

// -----

// Shifted steps as long as the axis.
// CHECK: schedule.tree = #schedule.tree<"axes(i=8) split(i by 8, shift) order(i.o, i.i)">
func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %D : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8 tail shift
    transform.yield
  }
}

// -----

// Cuts beside both ends.
// CHECK: schedule.tree = #schedule.tree<"axes(i=8) partition(i at 1 7)">
func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %D : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    schedule.loop_partition %D[%i] at [1, 7]
    transform.yield
  }
}

// -----

// Four versions, the shortest of one iteration.
// CHECK: schedule.tree = #schedule.tree<"axes(i=?) specialize(i to 1 2 3 4)">
func.func private @f(%x: tensor<?xf32>, %n: index, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<?xf32>
    te.yield %v : f32
  }
  return %D : tensor<?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    schedule.specialize %D[%i] to 1
    schedule.specialize %D[%i] to 2
    schedule.specialize %D[%i] to 3
    schedule.specialize %D[%i] to 4
    transform.yield
  }
}

// -----

// Rows as far apart as may be, and rows that are not aligned.
// CHECK: schedule.tree = #schedule.tree<"axes(i=8, j=6) align(0 by 4096 offset 4095)">
// CHECK: schedule.tree = #schedule.tree<"axes(i=8, j=6) align(0 by 1)">
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %Q[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    schedule.storage_align %P[%pi] by 4096 offset 4095
    %qi = schedule.axis %Q["i"]
    schedule.storage_align %Q[%qi] by 1
    transform.yield
  }
}

// -----

// Two steps, of which one is computed ahead.
// CHECK: schedule.tree = #schedule.tree<"axes(i=2, j=6) double at(D[0])">
func.func private @f(%x: tensor<2x6xf32>, %o: tensor<2x6xf32> {te.destination}) -> tensor<2x6xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(i = 2, j = 6) : tensor<2x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<2x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 2, j = 6) : tensor<2x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<2x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<2x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    schedule.compute_at %P at %D[%i]
    schedule.double_buffer %P
    transform.yield
  }
}

// -----

// As many blocks and threads as a launch has.
// CHECK: schedule.tree = #schedule.tree<"axes(i=65535, j=1024) blockIdx.y(i) threadIdx.x(j)">
func.func private @f(%x: tensor<65535x1024xf32>, %o: tensor<65535x1024xf32> {te.destination}) -> tensor<65535x1024xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 65535, j = 1024) : tensor<65535x1024xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<65535x1024xf32>
    te.yield %v : f32
  }
  return %D : tensor<65535x1024xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.bind %D[%i] to "blockIdx.y"
    schedule.bind %D[%j] to "threadIdx.x"
    transform.yield
  }
}

// -----

// Of threads z there are fewer.
// CHECK: schedule.tree = #schedule.tree<"axes(i=16, j=64) threadIdx.x(i) threadIdx.z(j)">
func.func private @f(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 16, j = 64) : tensor<16x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<16x64xf32>
    te.yield %v : f32
  }
  return %D : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.bind %D[%i] to "threadIdx.x"
    schedule.bind %D[%j] to "threadIdx.z"
    transform.yield
  }
}

// -----

// What all threads compute together may stand inside a thread axis of one step.
// CHECK: schedule.tree = #schedule.tree<"axes(i=4, j=1, k=32) threadIdx.x(k) scope(shared) at(D[1])">
func.func private @f(%x: tensor<4x1x32xf32>, %o: tensor<4x1x32xf32> {te.destination}) -> tensor<4x1x32xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(i = 4, j = 1, k = 32) : tensor<4x1x32xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<4x1x32xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 4, j = 1, k = 32) : tensor<4x1x32xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %P[%i, %j, %k] : tensor<4x1x32xf32>
    te.yield %v : f32
  }
  return %D : tensor<4x1x32xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    schedule.bind %D[%i] to "blockIdx.x"
    schedule.bind %D[%j] to "threadIdx.x"
    schedule.compute_at %P at %D[%j]
    schedule.set_scope %P to "shared"
    %pk = schedule.axis %P["k"]
    schedule.bind %P[%pk] to "threadIdx.x"
    transform.yield
  }
}

// -----

// The largest multiple to pad to.
// CHECK: te.compute "P" axes(i = 8192) : tensor<8192xf32>
func.func private @f(%x: tensor<5000xf32>, %o: tensor<5000xf32> {te.destination}) -> tensor<5000xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(i = 5000) : tensor<5000xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<5000xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 5000) : tensor<5000xf32> {
  ^bb0(%i: index):
    %v = te.read %P[%i] : tensor<5000xf32>
    te.yield %v : f32
  }
  return %D : tensor<5000xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    schedule.pad_axis %P[%pi] to 4096
    transform.yield
  }
}

// -----

// The largest block of a layout, and one as long as the dimension: its quotient is one place.
// CHECK: func.func private @f(%{{.*}}: tensor<1x2x2147483647x3xf32> {schedule.prepack = @f_prepack_0, te.layout_free}
func.func private @f(%x: tensor<8x6xf32> {te.layout_free}, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.transform_layout %D reads operand 0 by affine_map<(i, j) -> (i floordiv 2147483647, (j mod 6) floordiv 3, i mod 2147483647, j mod 3)>
    transform.yield
  }
}
