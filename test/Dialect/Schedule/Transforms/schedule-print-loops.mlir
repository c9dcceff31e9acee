// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --schedule-print-loops 2>/dev/null | FileCheck %s --check-prefix=MODULE

// The module stays as it is.
// MODULE: schedule.sequence = @schedules::@matmul_relu
// MODULE: te.compute "C"
// MODULE: transform.named_sequence @matmul_relu

// Tails, an attached reduction, register axes.
// CHECK-LABEL: kernel @matmul_relu, scheduled by @schedules::@matmul_relu:
// CHECK-NEXT:   D: at root, 61x40xf32, 9760 bytes, a result
// CHECK-NEXT:     for i.o in 0..8, the last of 5 in place of 8, peeled
// CHECK-NEXT:       for j.o in 0..2, the last of 8 in place of 32, peeled
// CHECK-NEXT:         C: at axis j.o of stage "D", 8x32xf32 of 61x40xf32, 1024 bytes, computed 1.00 times
// CHECK-NEXT:           C = identity of add
// CHECK-NEXT:           for k.o in 0..16 reduction, the last of 3 in place of 4, peeled
// CHECK-NEXT:             for k.i in 0..4 reduction unroll
// CHECK-NEXT:               for i in 0..8 unroll
// CHECK-NEXT:                 for j in 0..32 vectorize
// CHECK-NEXT:                   C[i, j] = add(C[i, j], f(arg0[i, k], arg1[k, j]))
// CHECK-NEXT:         for i.i in 0..8 unroll
// CHECK-NEXT:           for j.i in 0..32 vectorize
// CHECK-NEXT:             D[i, j] = f(C[i, j])
func.func private @matmul_relu(%a: tensor<61x63xf32>, %b: tensor<63x40xf32>, %o: tensor<61x40xf32> {te.destination}) -> tensor<61x40xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul_relu} {
  %zero = arith.constant 0.0 : f32
  %c = te.compute "C" axes(i = 61, j = 40) reduce(k = 63) combine(add) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<61x63xf32>
    %y = te.read %b[%k, %j] : tensor<63x40xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  %d = te.compute "D" axes(i = 61, j = 40) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %c[%i, %j] : tensor<61x40xf32>
    %m = arith.maximumf %x, %zero : f32
    te.yield %m : f32
  }
  return %d : tensor<61x40xf32>
}

// A chain of stencils: each step computes what is read twice again. Blocks of 8 of
// 64 read 10 of "blur" and so 12 of "in": 8 * 10 of 66, 8 * 12 of 68.
// CHECK-LABEL: kernel @stencil, scheduled by @schedules::@stencil:
// CHECK-NEXT:   pad: inlined into what reads it
// CHECK-NEXT:   D: at root, 64xf32, 256 bytes, a result
// CHECK-NEXT:     for x.o in 0..8
// CHECK-NEXT:       blur: at axis x.o of stage "D", 10xf32 of 66xf32, 40 bytes, computed 1.21 times
// CHECK-NEXT:         for x in 0..10
// CHECK-NEXT:           in: at axis x of stage "blur", 3xf32 of 68xf32, 12 bytes, computed 3.53 times
// CHECK-NEXT:             for x in 0..3
// CHECK-NEXT:               in[x] = f(pad[x])
// CHECK-NEXT:           blur[x] = f(in[x], in[x + 1], in[x + 2])
// CHECK-NEXT:       for x.i in 0..8
// CHECK-NEXT:         D[x] = f(blur[x], blur[x + 1], blur[x + 2])
func.func private @stencil(%a: tensor<66xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@stencil} {
  %zero = arith.constant 0.0 : f32
  %pad = te.compute "pad" axes(x = 68) : tensor<68xf32> {
  ^bb0(%x: index):
    %v = te.read %a[%x - 1] where(%x - 1 >= 0, 66 - %x >= 0) else %zero : tensor<66xf32>
    te.yield %v : f32
  }
  %in = te.compute "in" axes(x = 68) : tensor<68xf32> {
  ^bb0(%x: index):
    %v = te.read %pad[%x] : tensor<68xf32>
    %w = arith.mulf %v, %v : f32
    te.yield %w : f32
  }
  %blur = te.compute "blur" axes(x = 66) : tensor<66xf32> {
  ^bb0(%x: index):
    %u = te.read %in[%x] : tensor<68xf32>
    %v = te.read %in[%x + 1] : tensor<68xf32>
    %w = te.read %in[%x + 2] : tensor<68xf32>
    %s = arith.addf %u, %v : f32
    %t = arith.addf %s, %w : f32
    te.yield %t : f32
  }
  %d = te.compute "D" axes(x = 64) : tensor<64xf32> {
  ^bb0(%x: index):
    %u = te.read %blur[%x] : tensor<66xf32>
    %v = te.read %blur[%x + 1] : tensor<66xf32>
    %w = te.read %blur[%x + 2] : tensor<66xf32>
    %s = arith.addf %u, %v : f32
    %t = arith.addf %s, %w : f32
    te.yield %t : f32
  }
  return %d : tensor<64xf32>
}

// An extent that is known only at run time, and a gather; no schedule.
// CHECK-LABEL: kernel @gather:
// CHECK-NEXT:   P: at root, ?x8xf32, computed as often as extents say
// CHECK-NEXT:     for i in 0..?
// CHECK-NEXT:       for j in 0..8
// CHECK-NEXT:         P[i, j] = f(arg0[i, j])
// CHECK-NEXT:   G: at root, 4x8xf32, 128 bytes, a result
// CHECK-NEXT:     for i in 0..4
// CHECK-NEXT:       for j in 0..8
// CHECK-NEXT:         G[i, j] = f(arg1[i], P{{.*}}, j])
func.func private @gather(%x: tensor<?x8xf32>, %n: tensor<4xi64>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?x8xf32>
  %p = te.compute "P" axes(i = %size, j = 8) : tensor<?x8xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x8xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %g = te.compute "G" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %at = te.read %n[%i] : tensor<4xi64>
    %index = arith.index_cast %at : i64 to index
    %v = te.read %p[%index, %j] : tensor<?x8xf32>
    te.yield %v : f32
  }
  return %g : tensor<4x8xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul_relu(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8
    %jo, %ji = schedule.split %D[%j] by 32
    schedule.reorder %D[%io, %jo, %ii, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ii]
    schedule.compute_at %C at %D[%jo]
    %ci, %cj, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%ko, %ki, %ci, %cj]
    schedule.vectorize %C[%cj]
    schedule.unroll %C[%ci]
    schedule.unroll %C[%ki]
    transform.yield
  }
  transform.named_sequence @stencil(%kernel: !transform.any_op {transform.readonly}) {
    %pad = schedule.stage %kernel["pad"] : !transform.any_op
    %in = schedule.stage %kernel["in"] : !transform.any_op
    %blur = schedule.stage %kernel["blur"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    schedule.compute_inline %pad
    %x = schedule.axis %D["x"]
    %xo, %xi = schedule.split %D[%x] by 8
    schedule.compute_at %blur at %D[%xo]
    %bx = schedule.axis %blur["x"]
    schedule.compute_at %in at %blur[%bx]
    transform.yield
  }
}
