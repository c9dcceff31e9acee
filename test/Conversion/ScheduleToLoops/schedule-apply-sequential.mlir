// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --vectorize=false | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --threads=2 | FileCheck %s
// RUN: dl-opt %s --schedule-apply | FileCheck %s --check-prefix=LOOPS
// CHECK: kernels: 12 outputs compared

// Scatters and scans: loops in place around what they update and the stages of a step.

// Places that repeat, in an order of their own; two axes of updates.
// LOOPS-LABEL: func.func private @scatter
// LOOPS-SAME: %[[X:.*]]: tensor<5x4xi32>, %[[U:.*]]: tensor<9x4xi32>, %[[O:.*]]: tensor<5x4xi32> {te.destination}
// LOOPS: %[[C:.*]] = bufferization.materialize_in_destination %[[X]] in %[[O]]
// LOOPS: scf.for %{{.*}} iter_args(%{{.*}} = %[[C]])
// LOOPS: scf.for
// LOOPS: tensor.extract
// LOOPS: tensor.insert
// LOOPS: schedule.axis = ["S", "c"]
// LOOPS: schedule.axis = ["S", "u"]
func.func private @scatter(%x: tensor<5x4xi32>, %u: tensor<9x4xi32>, %o: tensor<5x4xi32> {te.destination}) -> tensor<5x4xi32> attributes {te.kernel} {
  %s = te.scatter "S" into %x axes(u = 9, c = 4) : tensor<5x4xi32> {
  ^bb0(%u0: index, %c: index):
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %m = arith.muli %u0, %three : index
    %place = arith.remui %m, %five : index
    %v = te.read %u[%u0, %c] : tensor<9x4xi32>
    te.yield %v, %place, %c : i32, index, index
  }
  return %s : tensor<5x4xi32>
}

// Sums into a base that a stage makes, read by another stage; 16 bits.
func.func private @histogram(%x: tensor<12xf16>, %o: tensor<5xf16> {te.destination}) -> tensor<5xf16> attributes {te.kernel} {
  %zero = te.compute "zero" axes(i = 5) : tensor<5xf16> {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f16
    te.yield %c : f16
  }
  %s = te.scatter "S" into %zero axes(u = 12) combine(add) : tensor<5xf16> {
  ^bb0(%u0: index):
    %five = arith.constant 5 : index
    %place = arith.remui %u0, %five : index
    %v = te.read %x[%u0] : tensor<12xf16>
    te.yield %v, %place : f16, index
  }
  %d = te.compute "D" axes(i = 5) : tensor<5xf16> {
  ^bb0(%i: index):
    %v = te.read %s[%i] : tensor<5xf16>
    %n = arith.negf %v : f16
    te.yield %n : f16
  }
  return %d : tensor<5xf16>
}

// The base is made in the destination.
// LOOPS-LABEL: func.func private @in_place
// LOOPS-NOT: materialize_in_destination
// LOOPS-LABEL: func.func private @cumsum
func.func private @in_place(%x: tensor<8xi64>, %o: tensor<4xi64> {te.destination}) -> tensor<4xi64> attributes {te.kernel} {
  %base = te.compute "base" axes(i = 4) : tensor<4xi64> {
  ^bb0(%i: index):
    %c = arith.constant -9223372036854775808 : i64
    te.yield %c : i64
  }
  %s = te.scatter "S" into %base axes(u = 8) combine(max) : tensor<4xi64> {
  ^bb0(%u0: index):
    %four = arith.constant 4 : index
    %place = arith.remui %u0, %four : index
    %v = te.read %x[%u0] : tensor<8xi64>
    te.yield %v, %place : i64, index
  }
  return %s : tensor<4xi64>
}

// The step's value is made in its place of what is stacked; a schedule for its stage. There is
// room for the state first of all, so that its first value can be made there.
// LOOPS-NEXT: %[[STATE:.*]] = bufferization.alloc_tensor() : tensor<3x10xf32>
// LOOPS: bufferization.materialize_in_destination %{{.*}} in %[[STATE]]
func.func private @cumsum(%x: tensor<3x6x10xf32>, %o: tensor<3x6x10xf32> {te.destination}) -> tensor<3x6x10xf32> attributes {te.kernel, schedule.sequence = @schedules::@cumsum} {
  %start = te.compute "start" axes(i = 3, j = 10) : tensor<3x10xf32> {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }
  %c:2 = te.scan "sum" time(t = 6) init(%start) stack(1) : tensor<3x10xf32>, tensor<3x6x10xf32> {
  ^bb0(%t: index, %s: tensor<3x10xf32>):
    %next = te.compute "next" axes(i = 3, j = 10) : tensor<3x10xf32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, %j] : tensor<3x10xf32>
      %b = te.read %x[%i, %t, %j] : tensor<3x6x10xf32>
      %r = arith.addf %a, %b : f32
      te.yield %r : f32
    }
    te.yield %next, %next : tensor<3x10xf32>, tensor<3x10xf32>
  }
  return %c#1 : tensor<3x6x10xf32>
}

// Backwards, the last state and what is stacked both returned, the step read by a
// guarded read and the time itself used; default schedule.
func.func private @reverse(%x: tensor<7x4xi32>, %h: tensor<4xi32>, %o: tensor<4xi32> {te.destination}, %p: tensor<7x4xi32> {te.destination})
    -> (tensor<4xi32>, tensor<7x4xi32>) attributes {te.kernel} {
  %c:2 = te.scan "sum" time(t = 7) reverse init(%h) stack(0) : tensor<4xi32>, tensor<7x4xi32> {
  ^bb0(%t: index, %s: tensor<4xi32>):
    %zero = arith.constant 0 : i32
    %now = arith.index_cast %t : index to i32
    %term = te.compute "term" axes(j = 4) : tensor<4xi32> {
    ^bb0(%j: index):
      %b = te.read %x[%t - 1, %j] where(%t - 1 >= 0, %j - 1 >= 0) else %zero : tensor<7x4xi32>
      %r = arith.addi %b, %now : i32
      te.yield %r : i32
    }
    %next = te.compute "next" axes(j = 4) : tensor<4xi32> {
    ^bb0(%j: index):
      %a = te.read %s[3 - %j] : tensor<4xi32>
      %b = te.read %term[%j] : tensor<4xi32>
      %r = arith.addi %a, %b : i32
      te.yield %r : i32
    }
    te.yield %next, %term : tensor<4xi32>, tensor<4xi32>
  }
  return %c#0, %c#1 : tensor<4xi32>, tensor<7x4xi32>
}

// Two states that each need the other's old value, and a matrix product in a step, as
// recurrent networks have.
func.func private @recurrent(%w: tensor<5x5xi32>, %h: tensor<5xi32>, %c: tensor<5xi32>, %o: tensor<5xi32> {te.destination}, %p: tensor<3x5xi32> {te.destination})
    -> (tensor<5xi32>, tensor<3x5xi32>) attributes {te.kernel, schedule.sequence = @schedules::@recurrent} {
  %r:3 = te.scan "steps" time(t = 3) init(%h, %c) stack(0) : tensor<5xi32>, tensor<5xi32>, tensor<3x5xi32> {
  ^bb0(%t: index, %a: tensor<5xi32>, %b: tensor<5xi32>):
    %gate = te.compute "gate" axes(i = 5) reduce(k = 5) combine(add) : tensor<5xi32> {
    ^bb0(%i: index, %k: index):
      %x = te.read %w[%i, %k] : tensor<5x5xi32>
      %y = te.read %a[%k] : tensor<5xi32>
      %z = arith.muli %x, %y : i32
      te.yield %z : i32
    }
    %next = te.compute "next" axes(i = 5) : tensor<5xi32> {
    ^bb0(%i: index):
      %x = te.read %gate[%i] : tensor<5xi32>
      %y = te.read %b[%i] : tensor<5xi32>
      %z = arith.addi %x, %y : i32
      te.yield %z : i32
    }
    %other = te.compute "other" axes(i = 5) : tensor<5xi32> {
    ^bb0(%i: index):
      %x = te.read %a[4 - %i] : tensor<5xi32>
      te.yield %x : i32
    }
    te.yield %next, %other, %next : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
  }
  return %r#0, %r#2 : tensor<5xi32>, tensor<3x5xi32>
}

// Stacked behind a unit dim, which is the one that rank reduction would drop: the step is
// made in a tensor of its own and gets its unit dim by a reshape. One step, and two.
// LOOPS-LABEL: func.func private @unit_rows
// LOOPS: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, 5, 1]
// LOOPS: tensor.insert_slice {{.*}} : tensor<1x5x1xi32> into tensor<1x5x1xi32>
// LOOPS: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, 5, 1]
// LOOPS: tensor.insert_slice {{.*}} : tensor<1x5x1xi32> into tensor<1x5x2xi32>
func.func private @unit_rows(%x: tensor<1x5xi32>, %o: tensor<1x5x1xi32> {te.destination}, %p: tensor<1x5x2xi32> {te.destination})
    -> (tensor<1x5x1xi32>, tensor<1x5x2xi32>) attributes {te.kernel, schedule.sequence = @schedules::@unit_rows} {
  %one:2 = te.scan "one" time(t = 1) init(%x) stack(2) : tensor<1x5xi32>, tensor<1x5x1xi32> {
  ^bb0(%t: index, %s: tensor<1x5xi32>):
    %next = te.compute "next" axes(i = 1, j = 5) : tensor<1x5xi32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, %j] : tensor<1x5xi32>
      %b = te.read %x[%i, 4 - %j] : tensor<1x5xi32>
      %r = arith.addi %a, %b : i32
      te.yield %r : i32
    }
    te.yield %next, %next : tensor<1x5xi32>, tensor<1x5xi32>
  }
  %two:2 = te.scan "two" time(t = 2) init(%x) stack(2) : tensor<1x5xi32>, tensor<1x5x2xi32> {
  ^bb0(%t: index, %s: tensor<1x5xi32>):
    %again = te.compute "again" axes(i = 1, j = 5) : tensor<1x5xi32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, 4 - %j] : tensor<1x5xi32>
      %b = te.read %x[%i, %j] : tensor<1x5xi32>
      %r = arith.addi %a, %b : i32
      te.yield %r : i32
    }
    te.yield %again, %again : tensor<1x5xi32>, tensor<1x5xi32>
  }
  return %one#1, %two#1 : tensor<1x5x1xi32>, tensor<1x5x2xi32>
}

// What an update or a step reads is read at quotients and remainders of its axis or its time, which
// have all their values, and where its condition holds. No updates are none.
func.func private @digits(%x: tensor<2x4xi32>, %base: tensor<8xi32>, %h: tensor<4xi32>, %o: tensor<8xi32> {te.destination}, %p: tensor<4xi32> {te.destination})
    -> (tensor<8xi32>, tensor<4xi32>) attributes {te.kernel} {
  %s = te.scatter "S" into %base axes(u = 8) : tensor<8xi32> {
  ^bb0(%u: index):
    %zero = arith.constant 0 : i32
    %v = te.read %x[%u floordiv 4, %u mod 4] where(%u - 2 >= 0) else %zero : tensor<2x4xi32>
    te.yield %v, %u : i32, index
  }
  %none = te.scatter "none" into %s axes(u = 0) : tensor<8xi32> {
  ^bb0(%u: index):
    %v = te.read %x[0, %u] : tensor<2x4xi32>
    te.yield %v, %u : i32, index
  }
  %r = te.scan "sum" time(t = 8) init(%h) : tensor<4xi32> {
  ^bb0(%t: index, %state: tensor<4xi32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %a = te.read %state[%i] : tensor<4xi32>
      %b = te.read %x[%t floordiv 4, %i] : tensor<2x4xi32>
      %v = arith.addi %a, %b : i32
      te.yield %v : i32
    }
    te.yield %next : tensor<4xi32>
  }
  return %none, %r : tensor<8xi32>, tensor<4xi32>
}

func.func @main(%a: tensor<5x4xi32> {dl.name = "a"}, %b: tensor<9x4xi32> {dl.name = "b"}, %c: tensor<12xf16> {dl.name = "c"},
                %d: tensor<8xi64> {dl.name = "d"}, %e: tensor<3x6x10xf32> {dl.name = "e"}, %f: tensor<7x4xi32> {dl.name = "f"},
                %g: tensor<4xi32> {dl.name = "g"}, %h: tensor<5x5xi32> {dl.name = "h"}, %i: tensor<5xi32> {dl.name = "i"}, %j: tensor<5xi32> {dl.name = "j"},
                %k: tensor<1x5xi32> {dl.name = "k"}, %l: tensor<2x4xi32> {dl.name = "l"}, %m: tensor<8xi32> {dl.name = "m"},
                %o0: tensor<5x4xi32> {te.destination, dl.name = "o0"}, %o1: tensor<5xf16> {te.destination, dl.name = "o1"},
                %o2: tensor<4xi64> {te.destination, dl.name = "o2"}, %o3: tensor<3x6x10xf32> {te.destination, dl.name = "o3"},
                %o4: tensor<4xi32> {te.destination, dl.name = "o4"}, %o5: tensor<7x4xi32> {te.destination, dl.name = "o5"},
                %o6: tensor<5xi32> {te.destination, dl.name = "o6"}, %o7: tensor<3x5xi32> {te.destination, dl.name = "o7"},
                %o8: tensor<1x5x1xi32> {te.destination, dl.name = "o8"}, %o9: tensor<1x5x2xi32> {te.destination, dl.name = "o9"},
                %o10: tensor<8xi32> {te.destination, dl.name = "o10"}, %o11: tensor<4xi32> {te.destination, dl.name = "o11"})
    -> (tensor<5x4xi32> {dl.name = "o0"}, tensor<5xf16> {dl.name = "o1"}, tensor<4xi64> {dl.name = "o2"}, tensor<3x6x10xf32> {dl.name = "o3"},
        tensor<4xi32> {dl.name = "o4"}, tensor<7x4xi32> {dl.name = "o5"}, tensor<5xi32> {dl.name = "o6"}, tensor<3x5xi32> {dl.name = "o7"},
        tensor<1x5x1xi32> {dl.name = "o8"}, tensor<1x5x2xi32> {dl.name = "o9"},
        tensor<8xi32> {dl.name = "o10"}, tensor<4xi32> {dl.name = "o11"}) {
  %0 = call @scatter(%a, %b, %o0) : (tensor<5x4xi32>, tensor<9x4xi32>, tensor<5x4xi32>) -> tensor<5x4xi32>
  %1 = call @histogram(%c, %o1) : (tensor<12xf16>, tensor<5xf16>) -> tensor<5xf16>
  %2 = call @in_place(%d, %o2) : (tensor<8xi64>, tensor<4xi64>) -> tensor<4xi64>
  %3 = call @cumsum(%e, %o3) : (tensor<3x6x10xf32>, tensor<3x6x10xf32>) -> tensor<3x6x10xf32>
  %4:2 = call @reverse(%f, %g, %o4, %o5) : (tensor<7x4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<7x4xi32>) -> (tensor<4xi32>, tensor<7x4xi32>)
  %5:2 = call @recurrent(%h, %i, %j, %o6, %o7) : (tensor<5x5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<3x5xi32>) -> (tensor<5xi32>, tensor<3x5xi32>)
  %6:2 = call @unit_rows(%k, %o8, %o9) : (tensor<1x5xi32>, tensor<1x5x1xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x1xi32>, tensor<1x5x2xi32>)
  %7:2 = call @digits(%l, %m, %g, %o10, %o11) : (tensor<2x4xi32>, tensor<8xi32>, tensor<4xi32>, tensor<8xi32>, tensor<4xi32>) -> (tensor<8xi32>, tensor<4xi32>)
  return %0, %1, %2, %3, %4#0, %4#1, %5#0, %5#1, %6#0, %6#1, %7#0, %7#1
      : tensor<5x4xi32>, tensor<5xf16>, tensor<4xi64>, tensor<3x6x10xf32>, tensor<4xi32>, tensor<7x4xi32>, tensor<5xi32>, tensor<3x5xi32>, tensor<1x5x1xi32>, tensor<1x5x2xi32>,
        tensor<8xi32>, tensor<4xi32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @cumsum(%f: !transform.any_op {transform.readonly}) {
    %next = schedule.stage %f["next"] : !transform.any_op
    %i, %j = schedule.axes %next : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %next[%j] by 4
    schedule.vectorize %next[%ji]
    schedule.parallel %next[%i]
    transform.yield
  }
  transform.named_sequence @recurrent(%f: !transform.any_op {transform.readonly}) {
    %gate = schedule.stage %f["gate"] : !transform.any_op
    %next = schedule.stage %f["next"] : !transform.any_op
    %i = schedule.axes %next : !schedule.axis
    %io, %ii = schedule.split %next[%i] by 2
    schedule.compute_at %gate at %next[%io]
    transform.yield
  }
  transform.named_sequence @unit_rows(%f: !transform.any_op {transform.readonly}) {
    %next = schedule.stage %f["next"] : !transform.any_op
    %j = schedule.axis %next["j"]
    schedule.vectorize %next[%j]
    %again = schedule.stage %f["again"] : !transform.any_op
    %l = schedule.axis %again["j"]
    schedule.vectorize %again[%l]
    transform.yield
  }
}
