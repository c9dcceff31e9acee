// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference | FileCheck %s
// RUN: dl-run %s --compare=reference --vectorize=false | FileCheck %s
// RUN: dl-run %s --compare=reference --threads=2 | FileCheck %s
// CHECK: kernels: 11 outputs compared

// Kernels whose loops were once wrong, or that were refused after their schedules
// had been accepted. Each is computed as its schedule says and compared.

// Two parts of one axis fused: the inner one runs over one step of the outer one.
func.func private @fused_parts(%x: tensor<10xf32>, %o: tensor<10xf32> {te.destination}) -> tensor<10xf32> attributes {te.kernel, schedule.sequence = @schedules::@fused_parts} {
  %d = te.compute "D" axes(i = 10) : tensor<10xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<10xf32>
}

// Both parts parallel.
func.func private @parallel_parts(%x: tensor<10xf32>, %o: tensor<10xf32> {te.destination}) -> tensor<10xf32> attributes {te.kernel, schedule.sequence = @schedules::@parallel_parts} {
  %d = te.compute "D" axes(i = 10) : tensor<10xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<10xf32>
}

// "cache" is computed inside "in", which has its values when "max" is computed.
func.func private @chain_at_outer_axis(%x: tensor<6x4xf32>, %o: tensor<6x4xf32> {te.destination}) -> tensor<6x4xf32> attributes {te.kernel, schedule.sequence = @schedules::@chain_at_outer_axis} {
  %cache = te.compute "cache" axes(i = 6, j = 4) : tensor<6x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<6x4xf32>
    te.yield %v : f32
  }
  %in = te.compute "in" axes(i = 6, j = 4) : tensor<6x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %cache[%i, %j] : tensor<6x4xf32>
    %w = arith.mulf %v, %v : f32
    te.yield %w : f32
  }
  %max = te.compute "max" axes(i = 6) reduce(r = 4) combine(max) : tensor<6xf32> {
  ^bb0(%i: index, %r: index):
    %v = te.read %in[%i, %r] : tensor<6x4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 6, j = 4) : tensor<6x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %in[%i, %j] : tensor<6x4xf32>
    %m = te.read %max[%i] : tensor<6xf32>
    %w = arith.subf %v, %m : f32
    te.yield %w : f32
  }
  return %d : tensor<6x4xf32>
}

// "in" is computed at the outer of two parallel axes, for a whole step of it.
func.func private @at_outer_parallel(%x: tensor<6x4xf32>, %o: tensor<6x4xf32> {te.destination}) -> tensor<6x4xf32> attributes {te.kernel, schedule.sequence = @schedules::@at_outer_parallel} {
  %in = te.compute "in" axes(i = 6, j = 4) : tensor<6x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<6x4xf32>
    %w = arith.mulf %v, %v : f32
    te.yield %w : f32
  }
  %max = te.compute "max" axes(i = 6) reduce(r = 4) combine(max) : tensor<6xf32> {
  ^bb0(%i: index, %r: index):
    %v = te.read %in[%i, %r] : tensor<6x4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 6, j = 4) : tensor<6x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %in[%i, %j] : tensor<6x4xf32>
    %m = te.read %max[%i] : tensor<6xf32>
    %w = arith.subf %v, %m : f32
    te.yield %w : f32
  }
  return %d : tensor<6x4xf32>
}

// One tile that copies a stage to the whole result: it must not be folded.
func.func private @copy(%x: tensor<3x7xf32>, %o: tensor<3x7xf32> {te.destination}) -> tensor<3x7xf32> attributes {te.kernel, schedule.sequence = @schedules::@copy} {
  %c = te.compute "C" axes(i = 3, j = 7) : tensor<3x7xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<3x7xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 3, j = 7) : tensor<3x7xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %c[%i, %j] : tensor<3x7xf32>
    te.yield %v : f32
  }
  return %d : tensor<3x7xf32>
}

// The same of an operand, as what folds to a copy, inside a parallel loop of one step.
func.func private @copy_in_unit_loop(%x: tensor<1x7xf32>, %o: tensor<1x7xf32> {te.destination}) -> tensor<1x7xf32> attributes {te.kernel, schedule.sequence = @schedules::@copy_in_unit_loop} {
  %d = te.compute "D" axes(i = 1, j = 7) : tensor<1x7xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1x7xf32>
    %w = arith.maximumf %v, %v : f32
    te.yield %w : f32
  }
  return %d : tensor<1x7xf32>
}

// The same of a part of an operand.
func.func private @copy_of_part(%x: tensor<10xf32>, %o: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel, schedule.sequence = @schedules::@copy_of_part} {
  %d = te.compute "D" axes(i = 5) : tensor<5xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i * 2] : tensor<10xf32>
    te.yield %v : f32
  }
  return %d : tensor<5xf32>
}

// The default schedule: "P" is read at an index that no row has a box for.
func.func private @rows_without_place(%x: tensor<13xf32>, %o: tensor<2x4xf32> {te.destination}) -> tensor<2x4xf32> attributes {te.kernel} {
  %s = te.compute "S" axes() reduce(r = 13) combine(add) : tensor<f32> {
  ^bb0(%r: index):
    %v = te.read %x[%r] : tensor<13xf32>
    te.yield %v : f32
  }
  %p = te.compute "P" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i + 9] : tensor<13xf32>
    %w = te.read %s[] : tensor<f32>
    %z = arith.addf %v, %w : f32
    te.yield %z : f32
  }
  %d = te.compute "D" axes(i = 2, j = 4) : tensor<2x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i] : tensor<2xf32>
    %w = te.read %p[(%i + %j) mod 2] : tensor<2xf32>
    %z = arith.subf %v, %w : f32
    te.yield %z : f32
  }
  return %d : tensor<2x4xf32>
}

// The default schedule packs an operand once that is read twice.
func.func private @packed_once(%x: tensor<11x7xf32> {te.layout_free}, %o: tensor<11xf32> {te.destination}) -> tensor<11xf32> attributes {te.kernel} {
  %s = te.compute "S" axes(i = 11) reduce(k = 7) combine(add) : tensor<11xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<11x7xf32>
    %w = te.read %x[%i, 6] : tensor<11x7xf32>
    %z = arith.mulf %v, %w : f32
    te.yield %z : f32
  }
  return %s : tensor<11xf32>
}

// A copy in ranges shorter than its step, which is masked and as long as all of it.
func.func private @masked_parts(%x: tensor<11xf32>, %o: tensor<11xf32> {te.destination}) -> tensor<11xf32> attributes {te.kernel, schedule.sequence = @schedules::@masked_parts} {
  %d = te.compute "D" axes(i = 11) : tensor<11xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<11xf32>
    te.yield %v : f32
  }
  return %d : tensor<11xf32>
}

// Partial sums along a part of 4 of 5 of 13: each element is in one of them.
func.func private @rfactor_inner(%x: tensor<11x13xf32>, %o: tensor<11xf32> {te.destination}) -> tensor<11xf32> attributes {te.kernel, schedule.sequence = @schedules::@rfactor_inner} {
  %d = te.compute "D" axes(i = 11) reduce(k = 13) combine(add) : tensor<11xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<11x13xf32>
    te.yield %v : f32
  }
  return %d : tensor<11xf32>
}

func.func @main(%a: tensor<10xf32> {dl.name = "a"}, %b: tensor<6x4xf32> {dl.name = "b"}, %c: tensor<3x7xf32> {dl.name = "c"},
                %d: tensor<1x7xf32> {dl.name = "d"}, %e: tensor<13xf32> {dl.name = "e"}, %f: tensor<11x7xf32> {dl.name = "f"}, %g: tensor<11x13xf32> {dl.name = "g"},
                %o0: tensor<10xf32> {te.destination, dl.name = "o0"}, %o1: tensor<10xf32> {te.destination, dl.name = "o1"},
                %o2: tensor<6x4xf32> {te.destination, dl.name = "o2"}, %o3: tensor<6x4xf32> {te.destination, dl.name = "o3"},
                %o4: tensor<3x7xf32> {te.destination, dl.name = "o4"}, %o5: tensor<1x7xf32> {te.destination, dl.name = "o5"},
                %o6: tensor<2x4xf32> {te.destination, dl.name = "o6"}, %o7: tensor<11xf32> {te.destination, dl.name = "o7"},
                %o8: tensor<5xf32> {te.destination, dl.name = "o8"}, %o9: tensor<11xf32> {te.destination, dl.name = "o9"}, %o10: tensor<11xf32> {te.destination, dl.name = "o10"})
    -> (tensor<10xf32> {dl.name = "o0"}, tensor<10xf32> {dl.name = "o1"}, tensor<6x4xf32> {dl.name = "o2"},
        tensor<6x4xf32> {dl.name = "o3"}, tensor<3x7xf32> {dl.name = "o4"}, tensor<1x7xf32> {dl.name = "o5"},
        tensor<2x4xf32> {dl.name = "o6"}, tensor<11xf32> {dl.name = "o7"}, tensor<5xf32> {dl.name = "o8"}, tensor<11xf32> {dl.name = "o9"}, tensor<11xf32> {dl.name = "o10"}) {
  %0 = call @fused_parts(%a, %o0) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %1 = call @parallel_parts(%a, %o1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %2 = call @chain_at_outer_axis(%b, %o2) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  %3 = call @at_outer_parallel(%b, %o3) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  %4 = call @copy(%c, %o4) : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %5 = call @copy_in_unit_loop(%d, %o5) : (tensor<1x7xf32>, tensor<1x7xf32>) -> tensor<1x7xf32>
  %6 = call @rows_without_place(%e, %o6) : (tensor<13xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = call @packed_once(%f, %o7) : (tensor<11x7xf32>, tensor<11xf32>) -> tensor<11xf32>
  %8 = call @copy_of_part(%a, %o8) : (tensor<10xf32>, tensor<5xf32>) -> tensor<5xf32>
  %9 = call @rfactor_inner(%g, %o9) : (tensor<11x13xf32>, tensor<11xf32>) -> tensor<11xf32>
  %10 = call @masked_parts(%9, %o10) : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<10xf32>, tensor<10xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<3x7xf32>, tensor<1x7xf32>, tensor<2x4xf32>, tensor<11xf32>, tensor<5xf32>, tensor<11xf32>, tensor<11xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @fused_parts(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4
    %ioii = schedule.fuse %D[%io, %ii]
    transform.yield
  }
  transform.named_sequence @parallel_parts(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4
    schedule.parallel %D[%io]
    schedule.parallel %D[%ii]
    transform.yield
  }
  transform.named_sequence @chain_at_outer_axis(%f: !transform.any_op {transform.readonly}) {
    %cache = schedule.stage %f["cache"] : !transform.any_op
    %in = schedule.stage %f["in"] : !transform.any_op
    %max = schedule.stage %f["max"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.compute_at %max at %D[%j]
    schedule.compute_at %in at %D[%i]
    %inj = schedule.axis %in["j"]
    schedule.compute_at %cache at %in[%inj]
    transform.yield
  }
  transform.named_sequence @at_outer_parallel(%f: !transform.any_op {transform.readonly}) {
    %in = schedule.stage %f["in"] : !transform.any_op
    %max = schedule.stage %f["max"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.parallel %D[%i]
    schedule.parallel %D[%j]
    schedule.compute_at %max at %D[%j]
    schedule.compute_at %in at %D[%i]
    transform.yield
  }
  transform.named_sequence @copy(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.unroll %D[%j]
    schedule.unroll %D[%i]
    transform.yield
  }
  transform.named_sequence @copy_in_unit_loop(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.unroll %D[%j]
    schedule.parallel %D[%i]
    transform.yield
  }
  transform.named_sequence @copy_of_part(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    schedule.unroll %D[%i]
    transform.yield
  }
  transform.named_sequence @rfactor_inner(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %k = schedule.axes %D : !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %D[%k] by 5
    %kio, %kii = schedule.split %D[%ki] by 4
    %rf = schedule.rfactor %D[%kii]
    transform.yield
  }
  transform.named_sequence @masked_parts(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    schedule.loop_partition %D[%i] at [3, 5]
    %io, %ii = schedule.split %D[%i] by 11 tail mask
    schedule.unroll %D[%ii]
    transform.yield
  }
}
