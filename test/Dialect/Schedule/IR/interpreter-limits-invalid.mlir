// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Steps one further than the rules allow.

// A factor of more than 64 bits.
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
    %f = transform.param.constant 18446744073709551616 : i128 -> !transform.any_param
    // expected-error @+1 {{expected a factor parameter that holds an integer of 64 bits, got 18446744073709551616 : i128}}
    %io, %ii = schedule.split %D[%i] by param %f : !transform.any_param
    transform.yield
  }
}

// -----

// The least number of 64 bits.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
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
    %f = transform.param.constant -9223372036854775808 : i64 -> !transform.param<i64>
    // expected-error @+2 {{axis i of stage "D" cannot be split by -9223372036854775808: the factor must be at least 1}}
    // expected-note @+1 {{hint: use a factor between 1 and the extent 8}}
    %io, %ii = schedule.split %D[%i] by param %f : !transform.param<i64>
    transform.yield
  }
}

// -----

// The operand after the last one is where the result goes.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
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
    // expected-error @+2 {{the kernel has no operand 1}}
    // expected-note @+1 {{hint: its only operand is operand 0}}
    %c = schedule.cache_read %D reads operand 1
    transform.yield
  }
}

// -----

// Multiples of one are all there are.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P" (kernel @f)}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    // expected-error @+2 {{axis i of stage "P" cannot be padded: its extent 8 is a multiple of 1 already}}
    // expected-note @+1 {{hint: split it by 1}}
    schedule.pad_axis %P[%pi] to 1
    transform.yield
  }
}

// -----

// Padding to more than hardware asks for.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P" (kernel @f)}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    // expected-error @+2 {{axis i of stage "P" cannot be padded: 4097 is no multiple to pad to}}
    // expected-note @+1 {{hint: use one from 1 to 4096}}
    schedule.pad_axis %P[%pi] to 4097
    transform.yield
  }
}

// -----

// Rows further apart.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P" (kernel @f)}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    // expected-error @+2 {{the buffer of stage "P" cannot be aligned: a distance of 0 modulo 4097 elements does not exist or wastes memory}}
    // expected-note @+1 {{hint: use a factor from 1 to 4096 and an offset below it}}
    schedule.storage_align %P[%pi] by 4097
    transform.yield
  }
}

// -----

// A negative distance.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P" (kernel @f)}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    // expected-error @+2 {{the buffer of stage "P" cannot be aligned: a distance of -1 modulo 8 elements does not exist or wastes memory}}
    // expected-note @+1 {{hint: use a factor from 1 to 4096 and an offset below it}}
    schedule.storage_align %P[%pi] by 8 offset -1
    transform.yield
  }
}

// -----

// A block beyond what indices of 32 bits count.
func.func private @f(%x: tensor<8x6xf32> {te.layout_free}, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
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
    // expected-error @+2 {{expected results of a layout map to be a dimension, or its floordiv or mod by blocks that divide each other, got d0 floordiv 2147483648}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %D reads operand 0 by affine_map<(i, j) -> (i floordiv 2147483648, j, i mod 2147483648)>
    transform.yield
  }
}

// -----

// One more point than can be counted.
func.func private @f(%x: tensor<1073741824x2147483649xf32>, %o: tensor<1073741824x2147483649xf32> {te.destination}) -> tensor<1073741824x2147483649xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %D = te.compute "D" axes(i = 1073741824, j = 2147483649) : tensor<1073741824x2147483649xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1073741824x2147483649xf32>
    te.yield %v : f32
  }
  return %D : tensor<1073741824x2147483649xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    // expected-error @+2 {{axes i and j of stage "D" cannot be fused: the loops of stage "D" would have 1073741824 x 2147483649 points, and 2^61 can be counted}}
    // expected-note @+1 {{hint: use smaller factors, or split the work into several kernels}}
    %f = schedule.fuse %D[%i, %j]
    transform.yield
  }
}

// -----

// Blocks beyond those of a launch.
func.func private @f(%x: tensor<65536xf32>, %o: tensor<65536xf32> {te.destination}) -> tensor<65536xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %D = te.compute "D" axes(i = 65536) : tensor<65536xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<65536xf32>
    te.yield %v : f32
  }
  return %D : tensor<65536xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    // expected-error @+2 {{axis i of stage "D" has 65536 steps, blockIdx.y has at most 65535}}
    // expected-note @+1 {{hint: split it and bind a smaller part, or another index}}
    schedule.bind %D[%i] to "blockIdx.y"
    transform.yield
  }
}

// -----

// Axes that do not stand next to each other.
func.func private @f(%x: tensor<8x6x4xf32>, %o: tensor<8x6x4xf32> {te.destination}) -> tensor<8x6x4xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %D = te.compute "D" axes(i = 8, j = 6, k = 4) : tensor<8x6x4xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<8x6x4xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    // expected-error @+2 {{axes i and k of stage "D" cannot be fused: they stand at positions 0 and 2, not next to each other in this order}}
    // expected-note @+1 {{hint: reorder them first}}
    %f = schedule.fuse %D[%i, %k]
    transform.yield
  }
}

// -----

// A partition without cuts.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
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
    // expected-error @+2 {{axis i of stage "D" cannot be partitioned: no iterations to cut at are given}}
    // expected-note @+1 {{hint: give at least one}}
    schedule.loop_partition %D[%i] at []
    transform.yield
  }
}

// -----

// A register axis makes no loop that a stage could be computed in.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %D : tensor<8x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %P = schedule.stage %root["P"] : !transform.any_op
    // expected-note @+1 {{stage "P" was placed here (kernel @f)}}
    schedule.compute_at %P at %D[%j]
    // expected-error @+2 {{axis j of stage "D" cannot be vectorized: stage "P" is computed at it, and register axes make no loop}}
    // expected-note @+1 {{hint: use compute_root on stage "P" first, or compute_at with an axis outside of it}}
    schedule.vectorize %D[%j]
    transform.yield
  }
}

// -----

// One mark for an axis.
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
    // expected-note @+1 {{axis j was changed here (kernel @f)}}
    schedule.unroll %D[%j]
    // expected-error @+2 {{axis j of stage "D" cannot be vectorized: it is unrolled already}}
    // expected-note @+1 {{hint: an axis has one annotation: split it before and annotate the parts}}
    schedule.vectorize %D[%j]
    transform.yield
  }
}
