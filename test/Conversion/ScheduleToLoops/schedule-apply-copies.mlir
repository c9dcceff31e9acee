// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --vectorize=false --threads=2 | FileCheck %s
// RUN: dl-opt %s --schedule-apply | FileCheck %s --check-prefix=LOOPS
// CHECK: kernels: 3 outputs compared

// Stages inlined into updates, and copies of pairs and of what has extents known only at run time.

// LOOPS-LABEL: func.func private @inlined
// LOOPS-NOT: tensor.empty
// LOOPS: scf.for
// LOOPS: scf.for
// LOOPS: arith.addi
// LOOPS: tensor.insert
// LOOPS-NOT: scf.for
// LOOPS: return
func.func private @inlined(%x: tensor<5x4xi32>, %u: tensor<9x4xi32>, %o: tensor<5x4xi32> {te.destination})
    -> tensor<5x4xi32> attributes {te.kernel, schedule.sequence = @schedules::@inlined} {
  %v = te.compute "V" axes(i = 9, j = 4) : tensor<9x4xi32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %u[8 - %i, %j] : tensor<9x4xi32>
    te.yield %a : i32
  }
  %w = te.compute "W" axes(i = 9, j = 4) : tensor<9x4xi32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %v[%i, 3 - %j] : tensor<9x4xi32>
    %k = arith.index_cast %i : index to i32
    %b = arith.addi %a, %k : i32
    te.yield %b : i32
  }
  %y = te.scatter "S" into %x axes(u = 9, c = 4) combine(add) : tensor<5x4xi32> {
  ^bb0(%i: index, %c: index):
    %a = te.read %w[8 - %i, %c] : tensor<9x4xi32>
    %five = arith.constant 5 : index
    %p = arith.remui %i, %five : index
    te.yield %a, %p, %c : i32, index, index
  }
  return %y : tensor<5x4xi32>
}

// LOOPS-LABEL: func.func private @pair
// LOOPS: schedule.axis = ["Q.cache",
func.func private @pair(%x: tensor<12x20xi32>, %o: tensor<12xi32> {te.destination}, %p: tensor<12xi32> {te.destination})
    -> (tensor<12xi32>, tensor<12xi32>) attributes {te.kernel, schedule.sequence = @schedules::@pair} {
  %q:2 = te.compute "Q" axes(i = 12) reduce(k = 20) combine(custom [-2147483648 : i32, 0 : i32] commutative)
      : tensor<12xi32>, tensor<12xi32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<12x20xi32>
    te.yield %v, %v : i32, i32
  } join {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %s = arith.maxsi %a, %c : i32
    %t = arith.addi %b, %d : i32
    te.yield %s, %t : i32, i32
  }
  return %q#0, %q#1 : tensor<12xi32>, tensor<12xi32>
}

// The extents are open, the parts at an inner axis are not.
// LOOPS-LABEL: func.func private @open
// LOOPS: tensor.empty() : tensor<8xi32>
func.func private @open(%x: tensor<6x?xi32>, %n: index, %o: tensor<6x?xi32> {te.destination})
    -> tensor<6x?xi32> attributes {te.kernel, schedule.sequence = @schedules::@open} {
  %y = te.compute "P" axes(i = 6, j = %n) : tensor<6x?xi32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<6x?xi32>
    %b = arith.muli %a, %a : i32
    te.yield %b : i32
  }
  return %y : tensor<6x?xi32>
}

func.func @main(%x: tensor<5x4xi32> {dl.name = "x"}, %u: tensor<9x4xi32> {dl.name = "u"}, %q: tensor<12x20xi32> {dl.name = "q"},
                %w: tensor<6x37xi32> {dl.name = "w"},
                %y: tensor<5x4xi32> {te.destination, dl.name = "y"}, %a: tensor<12xi32> {te.destination, dl.name = "a"},
                %b: tensor<12xi32> {te.destination, dl.name = "b"}, %o: tensor<6x37xi32> {te.destination, dl.name = "o"})
    -> (tensor<5x4xi32> {dl.name = "y"}, tensor<12xi32> {dl.name = "a"}, tensor<12xi32> {dl.name = "b"},
        tensor<6x37xi32> {dl.name = "o"}) {
  %n = arith.constant 37 : index
  %0 = call @inlined(%x, %u, %y) : (tensor<5x4xi32>, tensor<9x4xi32>, tensor<5x4xi32>) -> tensor<5x4xi32>
  %1:2 = call @pair(%q, %a, %b) : (tensor<12x20xi32>, tensor<12xi32>, tensor<12xi32>) -> (tensor<12xi32>, tensor<12xi32>)
  %wide = tensor.cast %w : tensor<6x37xi32> to tensor<6x?xi32>
  %place = tensor.cast %o : tensor<6x37xi32> to tensor<6x?xi32>
  %2 = call @open(%wide, %n, %place) : (tensor<6x?xi32>, index, tensor<6x?xi32>) -> tensor<6x?xi32>
  %3 = tensor.cast %2 : tensor<6x?xi32> to tensor<6x37xi32>
  return %0, %1#0, %1#1, %3 : tensor<5x4xi32>, tensor<12xi32>, tensor<12xi32>, tensor<6x37xi32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @inlined(%f: !transform.any_op {transform.readonly}) {
    %V = schedule.stage %f["V"] : !transform.any_op
    %W = schedule.stage %f["W"] : !transform.any_op
    schedule.compute_inline %V
    schedule.compute_inline %W
    transform.yield
  }
  transform.named_sequence @pair(%f: !transform.any_op {transform.readonly}) {
    %Q = schedule.stage %f["Q"] : !transform.any_op
    %c = schedule.cache_write %Q
    %i = schedule.axis %Q["i"]
    %io, %ii = schedule.split %Q[%i] by 5
    schedule.compute_at %c at %Q[%io]
    %k = schedule.axis %c["k"]
    %ko, %ki = schedule.split %c[%k] by 8
    transform.yield
  }
  transform.named_sequence @open(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %c = schedule.cache_read %P reads operand 0
    %w = schedule.cache_write %P
    %i, %j = schedule.axes %P : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %P[%j] by 8
    schedule.compute_at %w at %P[%jo]
    schedule.compute_at %c at %P[%jo]
    transform.yield
  }
}
