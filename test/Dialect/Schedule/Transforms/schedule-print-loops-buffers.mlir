// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --schedule-apply | FileCheck %s --check-prefix=APPLY

// Buffers and rows as the text shows them and as they are made.

// Rows that are aligned already, longer ones, parts that are one row, rows of unknown length.
// CHECK-LABEL: kernel @rows, scheduled by @schedules::@rows:
// CHECK-NEXT:   even: at root, 61x40xf32, 9760 bytes, computed 1.00 times
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..40
// CHECK-NEXT:         even[i, j] = f(arg0[i, j])
// CHECK-NEXT:   longer: at root, 61x40xf32, rows 48 apart, 11712 bytes, computed 1.00 times
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..40
// CHECK-NEXT:         longer[i, j] = f(even[i, j])
// CHECK-NEXT:   line: at root, 61x40xf32, 9760 bytes, a result
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       row: at axis i of stage "line", 1x40xf32 of 61x40xf32, 160 bytes, computed 1.00 times
// CHECK-NEXT:         for i in 0..1
// CHECK-NEXT:           for j in 0..40
// CHECK-NEXT:             row[i, j] = f(longer[i, j])
// CHECK-NEXT:       for j in 0..40
// CHECK-NEXT:         line[i, j] = f(row[i, j])
// CHECK-NEXT:   open: at root, 61x?xf32, computed as often as extents say
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..?
// CHECK-NEXT:         open[i, j] = f(arg1[i, j])
// CHECK-NEXT:   wide: at root, 61x?xf32, a result
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..?
// CHECK-NEXT:         wide[i, j] = f(open[i, j])
// APPLY-LABEL: @rows(
// APPLY: tensor.empty() : tensor<61x40xf32>
// APPLY: tensor.empty() : tensor<61x48xf32>
// APPLY: tensor.empty() : tensor<40xf32>
// APPLY: tensor.empty(%{{.*}}) : tensor<61x?xf32>
func.func private @rows(%a: tensor<61x40xf32>, %w: tensor<61x?xf32>, %n: index, %o: tensor<61x40xf32> {te.destination}, %p: tensor<61x?xf32> {te.destination}) -> (tensor<61x40xf32>, tensor<61x?xf32>) attributes {te.kernel, schedule.sequence = @schedules::@rows} {
  %even = te.compute "even" axes(i = 61, j = 40) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<61x40xf32>
    %y = math.exp %x : f32
    te.yield %y : f32
  }
  %longer = te.compute "longer" axes(i = 61, j = 40) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %even[%i, %j] : tensor<61x40xf32>
    %y = math.exp %x : f32
    te.yield %y : f32
  }
  %row = te.compute "row" axes(i = 61, j = 40) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %longer[%i, %j] : tensor<61x40xf32>
    %y = math.exp %x : f32
    te.yield %y : f32
  }
  %line = te.compute "line" axes(i = 61, j = 40) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %row[%i, %j] : tensor<61x40xf32>
    te.yield %x : f32
  }
  %open = te.compute "open" axes(i = 61, j = %n) : tensor<61x?xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %w[%i, %j] : tensor<61x?xf32>
    %y = math.exp %x : f32
    te.yield %y : f32
  }
  %wide = te.compute "wide" axes(i = 61, j = %n) : tensor<61x?xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %open[%i, %j] : tensor<61x?xf32>
    te.yield %x : f32
  }
  return %line, %wide : tensor<61x40xf32>, tensor<61x?xf32>
}

// An index has no size that is known here.
// CHECK-LABEL: kernel @indices:
// CHECK-NEXT:   P: at root, 8xindex, computed 1.00 times
// CHECK-NEXT:     for i in 0..8
// CHECK-NEXT:       P[i] = f()
// CHECK-NEXT:   D: at root, 8xf32, 32 bytes, a result
// CHECK-NEXT:     for i in 0..8
// CHECK-NEXT:       D[i] = f(P[i], arg0{{\[\[...\]\]}})
func.func private @indices(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8) : tensor<8xindex> {
  ^bb0(%i: index):
    te.yield %i : index
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %at = te.read %p[%i] : tensor<8xindex>
    %v = te.read %x[%at] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// What has no elements is computed no times.
// CHECK-LABEL: kernel @none:
// CHECK-NEXT:   P: at root, 0x4xf32, 0 bytes
// CHECK-NEXT:     for i in 0..0
// CHECK-NEXT:       for j in 0..4
// CHECK-NEXT:         P[i, j] = f(arg0[i, j])
// CHECK-NEXT:   D: at root, 0x4xf32, 0 bytes, a result
// CHECK-NEXT:     for i in 0..0
// CHECK-NEXT:       for j in 0..4
// CHECK-NEXT:         D[i, j] = f(P[i, j])
func.func private @none(%x: tensor<0x4xf32>, %o: tensor<0x4xf32> {te.destination}) -> tensor<0x4xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 0, j = 4) : tensor<0x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<0x4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 0, j = 4) : tensor<0x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<0x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<0x4xf32>
}

// A reduction to one element.
// CHECK-LABEL: kernel @scalar:
// CHECK-NEXT:   P: at root, f32, 4 bytes, computed 1.00 times
// CHECK-NEXT:     P = identity of add
// CHECK-NEXT:     for k in 0..4 reduction
// CHECK-NEXT:       P[] = add(P[], f(arg0[k]))
// CHECK-NEXT:   D: at root, 4xf32, 16 bytes, a result
// CHECK-NEXT:     for i in 0..4
// CHECK-NEXT:       D[i] = f(P[])
func.func private @scalar(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %p = te.compute "P" axes() reduce(k = 4) combine(add) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %p[] : tensor<f32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}

// More axes than have one digit.
// CHECK-LABEL: kernel @many:
// CHECK-NEXT:   D: at root, 1x1x1x1x1x1x1x1x1x1x2x3xf32, 24 bytes, a result
// CHECK-NEXT:     for a in 0..1
// CHECK-NEXT:       for b in 0..1
// CHECK-NEXT:         for c in 0..1
// CHECK-NEXT:           for d in 0..1
// CHECK-NEXT:             for e in 0..1
// CHECK-NEXT:               for f in 0..1
// CHECK-NEXT:                 for g in 0..1
// CHECK-NEXT:                   for h in 0..1
// CHECK-NEXT:                     for i in 0..1
// CHECK-NEXT:                       for j in 0..1
// CHECK-NEXT:                         for k in 0..2
// CHECK-NEXT:                           for l in 0..3
// CHECK-NEXT:                             D[a, b, c, d, e, f, g, h, i, j, k, l] = f(arg0[a, b, c, d, e, f, g, h, i, j, -k + 1, l])
func.func private @many(%x: tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>, %o: tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32> {te.destination}) -> tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32> attributes {te.kernel} {
  %d = te.compute "D" axes(a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1, i = 1, j = 1, k = 2, l = 3) : tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32> {
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index):
    %v = te.read %x[%a, %b, %c, %d, %e, %f, %g, %h, %i, %j, -%k + 1, %l] : tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>
    te.yield %v : f32
  }
  return %d : tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>
}

// A rest as vectors of powers of two; of a fused axis the outer extent may be unknown; an
// extent with loops of its own is told where these are several steps.
// CHECK-LABEL: kernel @tails, scheduled by @schedules::@tails:
// CHECK-NEXT:   V: at root, 61xf32, 244 bytes, a result
// CHECK-NEXT:     for i.o in 0..8, the last of 5 in place of 8, peeled as 4 + 1
// CHECK-NEXT:       for i.i in 0..8 vectorize
// CHECK-NEXT:         V[i] = f(arg0[i])
// CHECK-NEXT:   F: at root, ?x8xf32, computed as often as extents say
// CHECK-NEXT:     for i*j in 0..?
// CHECK-NEXT:       F[i, j] = f(arg1[i, j])
// CHECK-NEXT:   S: at root, ?x8xf32, a result, once more for i = 4, i = 8
// CHECK-NEXT:     for i.o in 0..?, steps of 4, the rest peeled as 2 + 1 where they fit; of 8: 0..2
// CHECK-NEXT:       for i.i in 0..4
// CHECK-NEXT:         for j in 0..8
// CHECK-NEXT:           S[i, j] = f(F[i, j])
func.func private @tails(%a: tensor<61xf32>, %b: tensor<?x8xf32>, %n: index, %o: tensor<61xf32> {te.destination}, %p: tensor<?x8xf32> {te.destination}) -> (tensor<61xf32>, tensor<?x8xf32>) attributes {te.kernel, schedule.sequence = @schedules::@tails} {
  %v = te.compute "V" axes(i = 61) : tensor<61xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<61xf32>
    te.yield %x : f32
  }
  %f = te.compute "F" axes(i = %n, j = 8) : tensor<?x8xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %b[%i, %j] : tensor<?x8xf32>
    %y = math.exp %x : f32
    te.yield %y : f32
  }
  %s = te.compute "S" axes(i = %n, j = 8) : tensor<?x8xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %f[%i, %j] : tensor<?x8xf32>
    te.yield %x : f32
  }
  return %v, %s : tensor<61xf32>, tensor<?x8xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @rows(%kernel: !transform.any_op {transform.readonly}) {
    %even = schedule.stage %kernel["even"] : !transform.any_op
    %longer = schedule.stage %kernel["longer"] : !transform.any_op
    %row = schedule.stage %kernel["row"] : !transform.any_op
    %line = schedule.stage %kernel["line"] : !transform.any_op
    %open = schedule.stage %kernel["open"] : !transform.any_op
    %ei = schedule.axis %even["i"]
    schedule.storage_align %even[%ei] by 8
    %li = schedule.axis %longer["i"]
    schedule.storage_align %longer[%li] by 64 offset 48
    %ri = schedule.axis %row["i"]
    schedule.storage_align %row[%ri] by 64
    %i = schedule.axis %line["i"]
    schedule.compute_at %row at %line[%i]
    %oi = schedule.axis %open["i"]
    schedule.storage_align %open[%oi] by 64
    transform.yield
  }
  transform.named_sequence @tails(%kernel: !transform.any_op {transform.readonly}) {
    %V = schedule.stage %kernel["V"] : !transform.any_op
    %F = schedule.stage %kernel["F"] : !transform.any_op
    %S = schedule.stage %kernel["S"] : !transform.any_op
    %i = schedule.axis %V["i"]
    %io, %ii = schedule.split %V[%i] by 8
    schedule.vectorize %V[%ii]
    %fi, %fj = schedule.axes %F : !schedule.axis, !schedule.axis
    %fij = schedule.fuse %F[%fi, %fj]
    %si = schedule.axis %S["i"]
    schedule.specialize %S[%si] to 4
    schedule.specialize %S[%si] to 8
    %so, %sii = schedule.split %S[%si] by 4
    transform.yield
  }
}
