// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --vectorize=false | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --threads=2 | FileCheck %s
// RUN: dl-opt %s --schedule-apply | FileCheck %s --check-prefix=LOOPS
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(convert-te-to-linalg))" | FileCheck %s --check-prefix=LINALG
// CHECK: kernels: 12 outputs compared

// Stages with several results: as many accumulators, in loops and in tiles.

// LINALG-LABEL: func.func private @by_default
// LINALG: %[[A:.*]] = linalg.fill {{.*}} -> tensor<7xf32>
// LINALG: %[[B:.*]] = linalg.fill {{.*}} -> tensor<7xi64>
// LINALG: %[[R:.*]]:2 = linalg.generic {{.*}} outs(%[[A]], %[[B]] : tensor<7xf32>, tensor<7xi64>)
// LINALG: return %[[R]]#0, %[[R]]#1
func.func private @by_default(%x: tensor<7x13xf32>, %o: tensor<7xf32> {te.destination}, %p: tensor<7xi64> {te.destination})
    -> (tensor<7xf32>, tensor<7xi64>) attributes {te.kernel} {
  %m:2 = te.compute "M" axes(i = 7) reduce(k = 13) combine(custom [0xFF800000 : f32, 13] commutative) : tensor<7xf32>, tensor<7xi64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<7x13xf32>
    %n = arith.index_cast %k : index to i64
    te.yield %v, %n : f32, i64
  } join {
  ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
    %larger = arith.cmpf ogt, %b, %a : f32
    %equal = arith.cmpf oeq, %b, %a : f32
    %before = arith.cmpi slt, %j, %i : i64
    %first = arith.andi %equal, %before : i1
    %taken = arith.ori %larger, %first : i1
    %value = arith.select %taken, %b, %a : f32
    %place = arith.select %taken, %j, %i : i64
    te.yield %value, %place : f32, i64
  }
  return %m#0, %m#1 : tensor<7xf32>, tensor<7xi64>
}

// Both kinds of axes split with tails, reductions reordered, rows vectorized.
// LOOPS-LABEL: func.func private @scheduled
// LOOPS: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<7xf32>, tensor<7xi64>)
// LOOPS: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi64>)
func.func private @scheduled(%x: tensor<13x5x7xf32>, %o: tensor<7xf32> {te.destination}, %p: tensor<7xi64> {te.destination})
    -> (tensor<7xf32>, tensor<7xi64>) attributes {te.kernel, schedule.sequence = @schedules::@scheduled} {
  %m:2 = te.compute "M" axes(i = 7) reduce(k = 13, l = 5) combine(custom [0xFF800000 : f32, 65] commutative) : tensor<7xf32>, tensor<7xi64> {
  ^bb0(%i: index, %k: index, %l: index):
    %v = te.read %x[%k, %l, %i] : tensor<13x5x7xf32>
    %five = arith.constant 5 : index
    %row = arith.muli %k, %five : index
    %place = arith.addi %row, %l : index
    %n = arith.index_cast %place : index to i64
    te.yield %v, %n : f32, i64
  } join {
  ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
    %larger = arith.cmpf ogt, %b, %a : f32
    %equal = arith.cmpf oeq, %b, %a : f32
    %before = arith.cmpi slt, %j, %i : i64
    %first = arith.andi %equal, %before : i1
    %taken = arith.ori %larger, %first : i1
    %value = arith.select %taken, %b, %a : f32
    %place = arith.select %taken, %j, %i : i64
    te.yield %value, %place : f32, i64
  }
  return %m#0, %m#1 : tensor<7xf32>, tensor<7xi64>
}

// Computed at an axis of the reader of both results; the reduction is in the tile.
func.func private @attached(%x: tensor<6x8xi32>, %o: tensor<6x8xi32> {te.destination})
    -> tensor<6x8xi32> attributes {te.kernel, schedule.sequence = @schedules::@attached} {
  %m:2 = te.compute "M" axes(i = 6) reduce(k = 8) combine(custom [-2147483648 : i32, 0 : i32] commutative) : tensor<6xi32>, tensor<6xi32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<6x8xi32>
    te.yield %v, %v : i32, i32
  } join {
  ^bb0(%a: i32, %s: i32, %b: i32, %t: i32):
    %max = arith.maxsi %a, %b : i32
    %sum = arith.addi %s, %t : i32
    te.yield %max, %sum : i32, i32
  }
  %d = te.compute "D" axes(i = 6, j = 8) : tensor<6x8xi32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<6x8xi32>
    %a = te.read %m#0[%i] : tensor<6xi32>
    %s = te.read %m#1[%i] : tensor<6xi32>
    %u = arith.subi %a, %v : i32
    %w = arith.addi %u, %s : i32
    te.yield %w : i32
  }
  return %d : tensor<6x8xi32>
}

// Terms in order: splitting keeps it, with a tail.
func.func private @ordered(%x: tensor<3x11xi32>, %o: tensor<3xi32> {te.destination})
    -> tensor<3xi32> attributes {te.kernel, schedule.sequence = @schedules::@ordered} {
  %h = te.compute "H" axes(i = 3) reduce(k = 11) combine(custom [0 : i32]) : tensor<3xi32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<3x11xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    %three = arith.constant 3 : i32
    %p = arith.muli %a, %three : i32
    %s = arith.addi %p, %b : i32
    te.yield %s : i32
  }
  return %h : tensor<3xi32>
}

// Two results without a reduction, the first a plain copy, read by an inlined stage.
func.func private @pairs(%x: tensor<3x5xi32>, %o: tensor<3x5xi32> {te.destination}, %p: tensor<3x5xi64> {te.destination})
    -> (tensor<3x5xi32>, tensor<3x5xi64>) attributes {te.kernel, schedule.sequence = @schedules::@pairs} {
  %a:2 = te.compute "A" axes(i = 3, j = 5) : tensor<3x5xi32>, tensor<3x5xi32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<3x5xi32>
    %w = arith.muli %v, %v : i32
    te.yield %v, %w : i32, i32
  }
  %b:2 = te.compute "B" axes(i = 3, j = 5) : tensor<3x5xi32>, tensor<3x5xi64> {
  ^bb0(%i: index, %j: index):
    %v = te.read %a#0[%i, %j] : tensor<3x5xi32>
    %w = te.read %a#1[%i, %j] : tensor<3x5xi32>
    %z = arith.extsi %w : i32 to i64
    te.yield %v, %z : i32, i64
  }
  return %b#0, %b#1 : tensor<3x5xi32>, tensor<3x5xi64>
}

// Partial results of pairs, one for each place in a step, with a tail.
func.func private @factored(%x: tensor<7x13xf32>, %o: tensor<7xf32> {te.destination}, %p: tensor<7xi64> {te.destination})
    -> (tensor<7xf32>, tensor<7xi64>) attributes {te.kernel, schedule.sequence = @schedules::@factored} {
  %m:2 = te.compute "M" axes(i = 7) reduce(k = 13) combine(custom [0xFF800000 : f32, 13] commutative) : tensor<7xf32>, tensor<7xi64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<7x13xf32>
    %n = arith.index_cast %k : index to i64
    te.yield %v, %n : f32, i64
  } join {
  ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
    %larger = arith.cmpf ogt, %b, %a : f32
    %equal = arith.cmpf oeq, %b, %a : f32
    %before = arith.cmpi slt, %j, %i : i64
    %first = arith.andi %equal, %before : i1
    %taken = arith.ori %larger, %first : i1
    %value = arith.select %taken, %b, %a : f32
    %place = arith.select %taken, %j, %i : i64
    te.yield %value, %place : f32, i64
  }
  return %m#0, %m#1 : tensor<7xf32>, tensor<7xi64>
}

// Terms beyond the end are the identity.
func.func private @padded(%x: tensor<7x13xf32>, %o: tensor<7xf32> {te.destination}, %p: tensor<7xi64> {te.destination})
    -> (tensor<7xf32>, tensor<7xi64>) attributes {te.kernel, schedule.sequence = @schedules::@padded} {
  %m:2 = te.compute "M" axes(i = 7) reduce(k = 13) combine(custom [0xFF800000 : f32, 13] commutative) : tensor<7xf32>, tensor<7xi64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<7x13xf32>
    %n = arith.index_cast %k : index to i64
    te.yield %v, %n : f32, i64
  } join {
  ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
    %larger = arith.cmpf ogt, %b, %a : f32
    %equal = arith.cmpf oeq, %b, %a : f32
    %before = arith.cmpi slt, %j, %i : i64
    %first = arith.andi %equal, %before : i1
    %taken = arith.ori %larger, %first : i1
    %value = arith.select %taken, %b, %a : f32
    %place = arith.select %taken, %j, %i : i64
    te.yield %value, %place : f32, i64
  }
  return %m#0, %m#1 : tensor<7xf32>, tensor<7xi64>
}

func.func @main(%a: tensor<7x13xf32> {dl.name = "a"}, %b: tensor<13x5x7xf32> {dl.name = "b"}, %c: tensor<6x8xi32> {dl.name = "c"},
                %d: tensor<3x11xi32> {dl.name = "d"}, %e: tensor<3x5xi32> {dl.name = "e"},
                %o0: tensor<7xf32> {te.destination, dl.name = "o0"}, %o1: tensor<7xi64> {te.destination, dl.name = "o1"},
                %o2: tensor<7xf32> {te.destination, dl.name = "o2"}, %o3: tensor<7xi64> {te.destination, dl.name = "o3"},
                %o4: tensor<6x8xi32> {te.destination, dl.name = "o4"}, %o5: tensor<3xi32> {te.destination, dl.name = "o5"},
                %o6: tensor<3x5xi32> {te.destination, dl.name = "o6"}, %o7: tensor<3x5xi64> {te.destination, dl.name = "o7"},
                %o8: tensor<7xf32> {te.destination, dl.name = "o8"}, %o9: tensor<7xi64> {te.destination, dl.name = "o9"},
                %o10: tensor<7xf32> {te.destination, dl.name = "o10"}, %o11: tensor<7xi64> {te.destination, dl.name = "o11"})
    -> (tensor<7xf32> {dl.name = "o0"}, tensor<7xi64> {dl.name = "o1"}, tensor<7xf32> {dl.name = "o2"}, tensor<7xi64> {dl.name = "o3"},
        tensor<6x8xi32> {dl.name = "o4"}, tensor<3xi32> {dl.name = "o5"}, tensor<3x5xi32> {dl.name = "o6"}, tensor<3x5xi64> {dl.name = "o7"},
        tensor<7xf32> {dl.name = "o8"}, tensor<7xi64> {dl.name = "o9"}, tensor<7xf32> {dl.name = "o10"}, tensor<7xi64> {dl.name = "o11"}) {
  %0:2 = call @by_default(%a, %o0, %o1) : (tensor<7x13xf32>, tensor<7xf32>, tensor<7xi64>) -> (tensor<7xf32>, tensor<7xi64>)
  %1:2 = call @scheduled(%b, %o2, %o3) : (tensor<13x5x7xf32>, tensor<7xf32>, tensor<7xi64>) -> (tensor<7xf32>, tensor<7xi64>)
  %2 = call @attached(%c, %o4) : (tensor<6x8xi32>, tensor<6x8xi32>) -> tensor<6x8xi32>
  %3 = call @ordered(%d, %o5) : (tensor<3x11xi32>, tensor<3xi32>) -> tensor<3xi32>
  %4:2 = call @pairs(%e, %o6, %o7) : (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>) -> (tensor<3x5xi32>, tensor<3x5xi64>)
  %5:2 = call @factored(%a, %o8, %o9) : (tensor<7x13xf32>, tensor<7xf32>, tensor<7xi64>) -> (tensor<7xf32>, tensor<7xi64>)
  %6:2 = call @padded(%a, %o10, %o11) : (tensor<7x13xf32>, tensor<7xf32>, tensor<7xi64>) -> (tensor<7xf32>, tensor<7xi64>)
  return %0#0, %0#1, %1#0, %1#1, %2, %3, %4#0, %4#1, %5#0, %5#1, %6#0, %6#1
      : tensor<7xf32>, tensor<7xi64>, tensor<7xf32>, tensor<7xi64>, tensor<6x8xi32>, tensor<3xi32>, tensor<3x5xi32>, tensor<3x5xi64>,
        tensor<7xf32>, tensor<7xi64>, tensor<7xf32>, tensor<7xi64>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @scheduled(%f: !transform.any_op {transform.readonly}) {
    %M = schedule.stage %f["M"] : !transform.any_op
    %i, %k, %l = schedule.axes %M : !schedule.axis, !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %M[%i] by 4
    %ko, %ki = schedule.split %M[%k] by 3
    schedule.reorder %M[%l, %ko, %io, %ki, %ii]
    schedule.vectorize %M[%ii]
    schedule.unroll %M[%ki]
    transform.yield
  }
  transform.named_sequence @attached(%f: !transform.any_op {transform.readonly}) {
    %M = schedule.stage %f["M"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %mi, %mk = schedule.axes %M : !schedule.axis, !schedule.axis
    schedule.unroll %M[%mk]
    %io, %ii = schedule.split %D[%i] by 4
    schedule.vectorize %D[%j]
    schedule.compute_at %M at %D[%io]
    transform.yield
  }
  transform.named_sequence @ordered(%f: !transform.any_op {transform.readonly}) {
    %H = schedule.stage %f["H"] : !transform.any_op
    %i, %k = schedule.axes %H : !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %H[%k] by 4
    schedule.reorder %H[%ko, %ki, %i]
    schedule.unroll %H[%i]
    transform.yield
  }
  transform.named_sequence @factored(%f: !transform.any_op {transform.readonly}) {
    %M = schedule.stage %f["M"] : !transform.any_op
    %i, %k = schedule.axes %M : !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %M[%k] by 4
    %rf = schedule.rfactor %M[%ki]
    %r, %ri, %rk = schedule.axes %rf : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.reorder %rf[%ri, %rk, %r]
    schedule.unroll %rf[%r]
    transform.yield
  }
  transform.named_sequence @padded(%f: !transform.any_op {transform.readonly}) {
    %M = schedule.stage %f["M"] : !transform.any_op
    %i, %k = schedule.axes %M : !schedule.axis, !schedule.axis
    schedule.pad_axis %M[%k] to 4
    %ko, %ki = schedule.split %M[%k] by 4
    schedule.unroll %M[%ki]
    transform.yield
  }
  transform.named_sequence @pairs(%f: !transform.any_op {transform.readonly}) {
    %A = schedule.stage %f["A"] : !transform.any_op
    %B = schedule.stage %f["B"] : !transform.any_op
    %i, %j = schedule.axes %B : !schedule.axis, !schedule.axis
    schedule.compute_inline %A
    schedule.unroll %B[%j]
    schedule.unroll %B[%i]
    transform.yield
  }
}
