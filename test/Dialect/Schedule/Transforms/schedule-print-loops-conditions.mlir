// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s

// Loops are cut where the condition of a read changes, also of a read in a stage that is
// inlined, and what is computed inside of them is as long as each range needs; bound axes
// stay whole, threads take branches.

// CHECK-LABEL: kernel @conv, scheduled by @schedules::@conv:
// CHECK-NEXT:   pad: inlined into what reads it
// CHECK-NEXT:   sums: at root, 12xf32, 48 bytes, a result
// CHECK-NEXT:     for i.o in 0..5, i cut into 0..1, 1..11, 11..12; of 10: 0..3, the last of 2 in place of 4, peeled
// CHECK-NEXT:       scale: at axis i.o of stage "sums", 4xf32 of 12xf32, 16 bytes, computed 1.00 times
// CHECK-NEXT:         for i in 0..4
// CHECK-NEXT:           scale[i] = f(arg0[i])
// CHECK-NEXT:       for i.i in 0..4
// CHECK-NEXT:         sums[i] = f(scale[i], pad[-i + 11])
func.func private @conv(%x: tensor<12xf32>, %y: tensor<10xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@conv} {
  %zero = arith.constant 0.0 : f32
  %scale = te.compute "scale" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<12xf32>
    %w = arith.mulf %v, %v : f32
    te.yield %w : f32
  }
  %pad = te.compute "pad" axes(j = 12) : tensor<12xf32> {
  ^bb0(%j: index):
    %v = te.read %y[%j - 1] where(%j - 1 >= 0, 10 - %j >= 0) else %zero : tensor<10xf32>
    te.yield %v : f32
  }
  %r = te.compute "sums" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %v = te.read %scale[%i] : tensor<12xf32>
    %w = te.read %pad[11 - %i] : tensor<12xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %r : tensor<12xf32>
}

// CHECK-LABEL: kernel @bound, scheduled by @schedules::@bound:
// CHECK-NEXT:   pad: at root, 12xf32, 48 bytes, a result
// CHECK-NEXT:     for j.o in 0..3 blockIdx.x
// CHECK-NEXT:       for j.i in 0..4 threadIdx.x
// CHECK-NEXT:         pad[j] = f(arg0[j - 1] where j - 1 >= 0, -j + 10 >= 0)
func.func private @bound(%y: tensor<10xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@bound} {
  %zero = arith.constant 0.0 : f32
  %pad = te.compute "pad" axes(j = 12) : tensor<12xf32> {
  ^bb0(%j: index):
    %v = te.read %y[%j - 1] where(%j - 1 >= 0, 10 - %j >= 0) else %zero : tensor<10xf32>
    te.yield %v : f32
  }
  return %pad : tensor<12xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @conv(%f: !transform.any_op {transform.readonly}) {
    %scale = schedule.stage %f["scale"] : !transform.any_op
    %pad = schedule.stage %f["pad"] : !transform.any_op
    %sums = schedule.stage %f["sums"] : !transform.any_op
    schedule.compute_inline %pad
    %i = schedule.axis %sums["i"]
    %io, %ii = schedule.split %sums[%i] by 4
    schedule.compute_at %scale at %sums[%io]
    transform.yield
  }
  transform.named_sequence @bound(%f: !transform.any_op {transform.readonly}) {
    %pad = schedule.stage %f["pad"] : !transform.any_op
    %j = schedule.axis %pad["j"]
    %jo, %ji = schedule.split %pad[%j] by 4
    schedule.bind %pad[%jo] to "blockIdx.x"
    schedule.bind %pad[%ji] to "threadIdx.x"
    transform.yield
  }
}
