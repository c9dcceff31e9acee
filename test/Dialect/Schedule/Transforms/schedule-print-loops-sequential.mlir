// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --schedule-apply=loops-file=%t.txt -o /dev/null && FileCheck %s --input-file=%t.txt
// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEPTH --strict-whitespace
// RUN: dl-opt %s --schedule-apply=loops-file=%t.txt --mlir-print-debuginfo | FileCheck %s --check-prefix=LINES

// Loops that schedules do not change: updates, steps, calls.

// Places that data tell, and one that is an axis; the base is an operand, so it is copied.
// CHECK-LABEL: kernel @scatter:
// CHECK-NEXT:   S: at root, scatter into a copy of arg0, 5x4xi32, 80 bytes, a result
// CHECK-NEXT:     for u in 0..9 sequential
// CHECK-NEXT:       for c in 0..4 sequential
// CHECK-NEXT:         S{{\[\[...\], c\]}} = f(arg1[u], arg2[u, c])
// DEPTH:{{^}}  S: at root, scatter into a copy of arg0
// DEPTH-NEXT:{{^}}    for u in 0..9 sequential
// DEPTH-NEXT:{{^}}      for c in 0..4 sequential
// DEPTH-NEXT:{{^}}        S{{\[\[...\], c\]}} = f(arg1[u], arg2[u, c])
func.func private @scatter(%x: tensor<5x4xi32>, %n: tensor<9xi64>, %u: tensor<9x4xi32>, %o: tensor<5x4xi32> {te.destination}) -> tensor<5x4xi32> attributes {te.kernel} {
  %s = te.scatter "S" into %x axes(u = 9, c = 4) : tensor<5x4xi32> {
  ^bb0(%u0: index, %c: index):
    %at = te.read %n[%u0] : tensor<9xi64>
    %place = arith.index_cast %at : i64 to index
    %v = te.read %u[%u0, %c] : tensor<9x4xi32>
    te.yield %v, %place, %c : i32, index, index
  }
  return %s : tensor<5x4xi32>
}

// Sums where the base is made, read by a stage; how many is known only at run time.
// CHECK-LABEL: kernel @histogram:
// CHECK-NEXT:   zero: at root, 5xf32, 20 bytes, taken whole
// CHECK-NEXT:     for i in 0..5
// CHECK-NEXT:       zero[i] = f()
// CHECK-NEXT:   S: at root, scatter into zero in place, 5xf32, 20 bytes
// CHECK-NEXT:     for u in 0..? sequential
// CHECK-NEXT:       S[3] = add(S[3], f(arg0[u]))
// CHECK-NEXT:   D: at root, 5xf32, 20 bytes, a result
// CHECK-NEXT:     for i in 0..5
// CHECK-NEXT:       D[i] = f(S[i])
func.func private @histogram(%x: tensor<?xf32>, %o: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %zero = te.compute "zero" axes(i = 5) : tensor<5xf32> {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }
  %s = te.scatter "S" into %zero axes(u = %size) combine(add) : tensor<5xf32> {
  ^bb0(%u0: index):
    %place = arith.constant 3 : index
    %v = te.read %x[%u0] : tensor<?xf32>
    te.yield %v, %place : f32, index
  }
  %d = te.compute "D" axes(i = 5) : tensor<5xf32> {
  ^bb0(%i: index):
    %v = te.read %s[%i] : tensor<5xf32>
    %n = arith.negf %v : f32
    te.yield %n : f32
  }
  return %d : tensor<5xf32>
}

// The steps around the stages of one, which are scheduled like others. The loop over
// the steps is located at the line where it is printed.
// CHECK-LABEL: kernel @running, scheduled by @schedules::@running:
// CHECK-NEXT:   start: at root, 3x10xf32, 120 bytes, taken whole
// CHECK-NEXT:     for i in 0..3
// CHECK-NEXT:       for j in 0..10
// CHECK-NEXT:         start[i, j] = f()
// DEPTH:{{^}}  sum: at root, scan, a result
// DEPTH:{{^}}    for t in 0..6 sequential, from the last
// DEPTH-NEXT:{{^}}      next: at axis t of stage "sum"
// DEPTH-NEXT:{{^}}        for i in 0..3
// DEPTH-NEXT:{{^}}          twice: at axis i of stage "next"
// DEPTH-NEXT:{{^}}            for i in 0..1
// DEPTH-NEXT:{{^}}              for j in 0..10
// DEPTH-NEXT:{{^}}                twice[i, j] = f(arg0[i, t, j])
// DEPTH-NEXT:{{^}}          for j in 0..10
// DEPTH-NEXT:{{^}}            next[i, j] = f(sum.state0[i, j], twice[i, j])
// DEPTH-NEXT:{{^}}      sum.state0 = next
// DEPTH-NEXT:{{^}}      sum.stack0[:, t, :] = next
// CHECK-NEXT:   sum: at root, scan, a result
// CHECK-NEXT:     sum.state0: 3x10xf32, 120 bytes, at first start
// CHECK-NEXT:     sum.stack0: 3x6x10xf32, 720 bytes
// CHECK-NEXT:     for t in 0..6 sequential, from the last
// CHECK-NEXT:       next: at axis t of stage "sum", 3x10xf32, 120 bytes, a result
// CHECK-NEXT:         for i in 0..3
// CHECK-NEXT:           twice: at axis i of stage "next", 1x10xf32 of 3x10xf32, 40 bytes, computed 1.00 times a step
// CHECK-NEXT:             for i in 0..1
// CHECK-NEXT:               for j in 0..10
// CHECK-NEXT:                 twice[i, j] = f(arg0[i, t, j])
// CHECK-NEXT:           for j in 0..10
// CHECK-NEXT:             next[i, j] = f(sum.state0[i, j], twice[i, j])
// CHECK-NEXT:       sum.state0 = next
// CHECK-NEXT:       sum.stack0[:, t, :] = next
// CHECK-NEXT:   all: at root, 3x6x10xf32, 720 bytes, a result
// CHECK-NEXT:     for i in 0..3
// CHECK-NEXT:       for t in 0..6
// CHECK-NEXT:         for j in 0..10
// CHECK-NEXT:           all[i, t, j] = f(sum.stack0[i, t, j])
// LINES: scf.for {{.*}} iter_args
// LINES: schedule.axis = ["sum", "t"]} loc(#[[T:.*]])
// LINES: #[[T]] = loc("{{.*}}.txt":24:1)
func.func private @running(%x: tensor<3x6x10xf32>, %o: tensor<3x10xf32> {te.destination}, %p: tensor<3x6x10xf32> {te.destination})
    -> (tensor<3x10xf32>, tensor<3x6x10xf32>) attributes {te.kernel, schedule.sequence = @schedules::@running} {
  %start = te.compute "start" axes(i = 3, j = 10) : tensor<3x10xf32> {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }
  %c:2 = te.scan "sum" time(t = 6) reverse init(%start) stack(1) : tensor<3x10xf32>, tensor<3x6x10xf32> {
  ^bb0(%t: index, %s: tensor<3x10xf32>):
    %twice = te.compute "twice" axes(i = 3, j = 10) : tensor<3x10xf32> {
    ^bb0(%i: index, %j: index):
      %b = te.read %x[%i, %t, %j] : tensor<3x6x10xf32>
      %r = arith.addf %b, %b : f32
      te.yield %r : f32
    }
    %next = te.compute "next" axes(i = 3, j = 10) : tensor<3x10xf32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, %j] : tensor<3x10xf32>
      %b = te.read %twice[%i, %j] : tensor<3x10xf32>
      %r = arith.addf %a, %b : f32
      te.yield %r : f32
    }
    te.yield %next, %next : tensor<3x10xf32>, tensor<3x10xf32>
  }
  %all = te.compute "all" axes(i = 3, t = 6, j = 10) : tensor<3x6x10xf32> {
  ^bb0(%i: index, %t: index, %j: index):
    %a = te.read %c#1[%i, %t, %j] : tensor<3x6x10xf32>
    %n = arith.negf %a : f32
    te.yield %n : f32
  }
  return %c#0, %all : tensor<3x10xf32>, tensor<3x6x10xf32>
}

// A call, and nothing else.
// CHECK-LABEL: kernel @call:
// CHECK-NEXT:   y: at root, call of @scale(arg0), 4x8xf32, 128 bytes, a result
// CHECK-NOT: its loops were made
func.func private @call(%x: tensor<4x8xf32>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %y = te.extern "y" @scale(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @running(%f: !transform.any_op {transform.readonly}) {
    %twice = schedule.stage %f["twice"] : !transform.any_op
    %next = schedule.stage %f["next"] : !transform.any_op
    %i, %j = schedule.axes %next : !schedule.axis, !schedule.axis
    schedule.compute_at %twice at %next[%i]
    transform.yield
  }
}
