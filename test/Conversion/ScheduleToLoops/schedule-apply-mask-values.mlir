// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference | FileCheck %s
// RUN: dl-run %s --compare=reference --vectorize=false | FileCheck %s
// RUN: dl-run %s --compare=reference --threads=2 | FileCheck %s
// CHECK-COUNT-19: largest error {{.*}} of the largest value
// CHECK: kernels: 11 outputs compared

// What a step has too many is neither read nor written, and no term of a reduction.

// Elements: the last step of each row has 5 of 8.
func.func private @rows(%x: tensor<197x13xf32>, %b: tensor<13xf32>, %o: tensor<197x13xf32> {te.destination}) -> tensor<197x13xf32> attributes {te.kernel, schedule.sequence = @schedules::@rows} {
  %d = te.compute "D" axes(i = 197, j = 13) : tensor<197x13xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<197x13xf32>
    %w = te.read %b[%j] : tensor<13xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<197x13xf32>
}

// A register tile of a product: rows and columns are masked, in parallel steps.
func.func private @matmul(%x: tensor<13x19xf32>, %y: tensor<19x21xf32>, %o: tensor<13x21xf32> {te.destination}) -> tensor<13x21xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %d = te.compute "D" axes(i = 13, j = 21) reduce(k = 19) combine(add) : tensor<13x21xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<13x19xf32>
    %w = te.read %y[%k, %j] : tensor<19x21xf32>
    %s = arith.mulf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<13x21xf32>
}

// Terms that are not there: products of zeros.
func.func private @terms(%x: tensor<13x19xf32>, %y: tensor<19x21xf32>, %o: tensor<13x21xf32> {te.destination}) -> tensor<13x21xf32> attributes {te.kernel, schedule.sequence = @schedules::@terms} {
  %d = te.compute "D" axes(i = 13, j = 21) reduce(k = 19) combine(add) : tensor<13x21xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<13x19xf32>
    %w = te.read %y[%k, %j] : tensor<19x21xf32>
    %s = arith.mulf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<13x21xf32>
}

// The accumulator is the result itself, which is read and written masked.
func.func private @outside(%x: tensor<13x19xf32>, %y: tensor<19x21xf32>, %o: tensor<13x21xf32> {te.destination}) -> tensor<13x21xf32> attributes {te.kernel, schedule.sequence = @schedules::@outside} {
  %d = te.compute "D" axes(i = 13, j = 21) reduce(k = 19) combine(add) : tensor<13x21xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<13x19xf32>
    %w = te.read %y[%k, %j] : tensor<19x21xf32>
    %s = arith.mulf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<13x21xf32>
}

// Terms that are not there become the identity: zero would be the greatest of these.
func.func private @maximum(%x: tensor<6x13xf32>, %o: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, schedule.sequence = @schedules::@maximum} {
  %d = te.compute "D" axes(i = 6) reduce(k = 13) combine(max) : tensor<6xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<6x13xf32>
    %a = math.absf %v : f32
    %s = arith.negf %a : f32
    te.yield %s : f32
  }
  return %d : tensor<6xf32>
}

// ... and none of these.
func.func private @exponentials(%x: tensor<6x13xf32>, %o: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, schedule.sequence = @schedules::@exponentials} {
  %d = te.compute "D" axes(i = 6) reduce(k = 13) combine(add) : tensor<6xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<6x13xf32>
    %s = math.exp %v : f32
    te.yield %s : f32
  }
  return %d : tensor<6xf32>
}

// Less than one step.
func.func private @short(%x: tensor<5xf32>, %o: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel, schedule.sequence = @schedules::@short} {
  %d = te.compute "D" axes(i = 5) : tensor<5xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<5xf32>
    te.yield %v : f32
  }
  return %d : tensor<5xf32>
}

// Reads that are strided, backwards, repeated, guarded, and of windows.
func.func private @reads(%x: tensor<40xf32>, %o: tensor<13xf32> {te.destination}) -> tensor<13xf32> attributes {te.kernel, schedule.sequence = @schedules::@reads} {
  %zero = arith.constant 0.0 : f32
  %d = te.compute "D" axes(i = 13) reduce(r = 3) combine(add) : tensor<13xf32> {
  ^bb0(%i: index, %r: index):
    %0 = te.read %x[%i * 3] : tensor<40xf32>
    %1 = te.read %x[%i * -1 + 12] : tensor<40xf32>
    %2 = te.read %x[%i mod 5] : tensor<40xf32>
    %3 = te.read %x[%i * 2 + %r + 13] : tensor<40xf32>
    %4 = te.read %x[%i - 1] where(%i - 1 >= 0) else %zero : tensor<40xf32>
    %5 = te.read %x[%i + %r - 2] where(%i + %r - 2 >= 0) else %zero : tensor<40xf32>
    %6 = arith.addf %0, %1 : f32
    %7 = arith.addf %2, %3 : f32
    %8 = arith.addf %4, %5 : f32
    %9 = arith.addf %6, %7 : f32
    %s = arith.addf %8, %9 : f32
    te.yield %s : f32
  }
  return %d : tensor<13xf32>
}

// Indices that are data, which are zero where there is none.
func.func private @gather(%x: tensor<7xf32>, %p: tensor<11xi32>, %o: tensor<11xf32> {te.destination}) -> tensor<11xf32> attributes {te.kernel, schedule.sequence = @schedules::@gather} {
  %three = arith.constant 3 : i32
  %d = te.compute "D" axes(i = 11) : tensor<11xf32> {
  ^bb0(%i: index):
    %0 = te.read %p[%i] : tensor<11xi32>
    %few = arith.andi %0, %three : i32
    %1 = arith.index_cast %few : i32 to index
    %v = te.read %x[%1] : tensor<7xf32>
    te.yield %v : f32
  }
  return %d : tensor<11xf32>
}

// A producer outside of the masked steps, with masked steps of its own.
func.func private @chain(%x: tensor<6x21xf32>, %o: tensor<6x19xf32> {te.destination}) -> tensor<6x19xf32> attributes {te.kernel, schedule.sequence = @schedules::@chain} {
  %p = te.compute "P" axes(i = 6, j = 21) : tensor<6x21xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<6x21xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 6, j = 19) reduce(r = 3) combine(max) : tensor<6x19xf32> {
  ^bb0(%i: index, %j: index, %r: index):
    %v = te.read %p[%i, %j + %r] : tensor<6x21xf32>
    te.yield %v : f32
  }
  return %d : tensor<6x19xf32>
}

// A loop inside of a step has a rest of its own.
func.func private @inner(%x: tensor<29xf32>, %o: tensor<29xf32> {te.destination}) -> tensor<29xf32> attributes {te.kernel, schedule.sequence = @schedules::@inner} {
  %d = te.compute "D" axes(i = 29) : tensor<29xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<29xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<29xf32>
}

// An extent known only at run time, met at 29, 16 and 1.
func.func private @open(%x: tensor<3x?xf32>, %o: tensor<3x?xf32> {te.destination}) -> tensor<3x?xf32> attributes {te.kernel, schedule.sequence = @schedules::@open} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?xf32>
  %d = te.compute "D" axes(i = 3, j = %n) : tensor<3x?xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<3x?xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<3x?xf32>
}

// The same in parallel steps of 12, of which the last one has steps of 4.
func.func private @open_parallel(%x: tensor<3x?xf32>, %o: tensor<3x?xf32> {te.destination}) -> tensor<3x?xf32> attributes {te.kernel, schedule.sequence = @schedules::@open_parallel} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?xf32>
  %d = te.compute "D" axes(i = 3, j = %n) : tensor<3x?xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<3x?xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<3x?xf32>
}

// Rows, columns and terms of unknown numbers.
func.func private @open_matmul(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %o: tensor<?x?xf32> {te.destination}) -> tensor<?x?xf32> attributes {te.kernel, schedule.sequence = @schedules::@open_matmul} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %p = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = tensor.dim %y, %c1 : tensor<?x?xf32>
  %d = te.compute "D" axes(i = %m, j = %n) reduce(k = %p) combine(add) : tensor<?x?xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<?x?xf32>
    %w = te.read %y[%k, %j] : tensor<?x?xf32>
    %s = arith.mulf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<?x?xf32>
}

func.func @main(%in0: tensor<197x13xf32> {dl.name = "in0"},
                %in1: tensor<13xf32> {dl.name = "in1"},
                %in2: tensor<13x19xf32> {dl.name = "in2"},
                %in3: tensor<19x21xf32> {dl.name = "in3"},
                %in4: tensor<6x13xf32> {dl.name = "in4"},
                %in5: tensor<5xf32> {dl.name = "in5"},
                %in6: tensor<40xf32> {dl.name = "in6"},
                %in7: tensor<7xf32> {dl.name = "in7"},
                %in8: tensor<11xi32> {dl.name = "in8"},
                %in9: tensor<6x21xf32> {dl.name = "in9"},
                %in10: tensor<29xf32> {dl.name = "in10"},
                %in11: tensor<3x29xf32> {dl.name = "in11"},
                %in12: tensor<3x16xf32> {dl.name = "in12"},
                %in13: tensor<3x1xf32> {dl.name = "in13"},
                %in14: tensor<4x2xf32> {dl.name = "in14"},
                %in15: tensor<2x16xf32> {dl.name = "in15"},
                %o_rows: tensor<197x13xf32> {te.destination, dl.name = "rows"},
                %o_matmul: tensor<13x21xf32> {te.destination, dl.name = "matmul"},
                %o_terms: tensor<13x21xf32> {te.destination, dl.name = "terms"},
                %o_outside: tensor<13x21xf32> {te.destination, dl.name = "outside"},
                %o_maximum: tensor<6xf32> {te.destination, dl.name = "maximum"},
                %o_exponentials: tensor<6xf32> {te.destination, dl.name = "exponentials"},
                %o_short: tensor<5xf32> {te.destination, dl.name = "short"},
                %o_reads: tensor<13xf32> {te.destination, dl.name = "reads"},
                %o_gather: tensor<11xf32> {te.destination, dl.name = "gather"},
                %o_chain: tensor<6x19xf32> {te.destination, dl.name = "chain"},
                %o_inner: tensor<29xf32> {te.destination, dl.name = "inner"},
                %o_open29: tensor<3x29xf32> {te.destination, dl.name = "open29"},
                %o_open16: tensor<3x16xf32> {te.destination, dl.name = "open16"},
                %o_open1: tensor<3x1xf32> {te.destination, dl.name = "open1"},
                %o_open_parallel29: tensor<3x29xf32> {te.destination, dl.name = "open_parallel29"},
                %o_open_parallel16: tensor<3x16xf32> {te.destination, dl.name = "open_parallel16"},
                %o_open_parallel1: tensor<3x1xf32> {te.destination, dl.name = "open_parallel1"},
                %o_open_matmul1: tensor<13x21xf32> {te.destination, dl.name = "open_matmul1"},
                %o_open_matmul2: tensor<4x16xf32> {te.destination, dl.name = "open_matmul2"})
    -> (tensor<197x13xf32> {dl.name = "rows"},
        tensor<13x21xf32> {dl.name = "matmul"},
        tensor<13x21xf32> {dl.name = "terms"},
        tensor<13x21xf32> {dl.name = "outside"},
        tensor<6xf32> {dl.name = "maximum"},
        tensor<6xf32> {dl.name = "exponentials"},
        tensor<5xf32> {dl.name = "short"},
        tensor<13xf32> {dl.name = "reads"},
        tensor<11xf32> {dl.name = "gather"},
        tensor<6x19xf32> {dl.name = "chain"},
        tensor<29xf32> {dl.name = "inner"},
        tensor<3x29xf32> {dl.name = "open29"},
        tensor<3x16xf32> {dl.name = "open16"},
        tensor<3x1xf32> {dl.name = "open1"},
        tensor<3x29xf32> {dl.name = "open_parallel29"},
        tensor<3x16xf32> {dl.name = "open_parallel16"},
        tensor<3x1xf32> {dl.name = "open_parallel1"},
        tensor<13x21xf32> {dl.name = "open_matmul1"},
        tensor<4x16xf32> {dl.name = "open_matmul2"}) {
  %rows = call @rows(%in0, %in1, %o_rows) : (tensor<197x13xf32>, tensor<13xf32>, tensor<197x13xf32>) -> tensor<197x13xf32>
  %matmul = call @matmul(%in2, %in3, %o_matmul) : (tensor<13x19xf32>, tensor<19x21xf32>, tensor<13x21xf32>) -> tensor<13x21xf32>
  %terms = call @terms(%in2, %in3, %o_terms) : (tensor<13x19xf32>, tensor<19x21xf32>, tensor<13x21xf32>) -> tensor<13x21xf32>
  %outside = call @outside(%in2, %in3, %o_outside) : (tensor<13x19xf32>, tensor<19x21xf32>, tensor<13x21xf32>) -> tensor<13x21xf32>
  %maximum = call @maximum(%in4, %o_maximum) : (tensor<6x13xf32>, tensor<6xf32>) -> tensor<6xf32>
  %exponentials = call @exponentials(%in4, %o_exponentials) : (tensor<6x13xf32>, tensor<6xf32>) -> tensor<6xf32>
  %short = call @short(%in5, %o_short) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %reads = call @reads(%in6, %o_reads) : (tensor<40xf32>, tensor<13xf32>) -> tensor<13xf32>
  %gather = call @gather(%in7, %in8, %o_gather) : (tensor<7xf32>, tensor<11xi32>, tensor<11xf32>) -> tensor<11xf32>
  %chain = call @chain(%in9, %o_chain) : (tensor<6x21xf32>, tensor<6x19xf32>) -> tensor<6x19xf32>
  %inner = call @inner(%in10, %o_inner) : (tensor<29xf32>, tensor<29xf32>) -> tensor<29xf32>
  %open29_x = tensor.cast %in11 : tensor<3x29xf32> to tensor<3x?xf32>
  %open29_o = tensor.cast %o_open29 : tensor<3x29xf32> to tensor<3x?xf32>
  %open29 = call @open(%open29_x, %open29_o) : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %open29_r = tensor.cast %open29 : tensor<3x?xf32> to tensor<3x29xf32>
  %open16_x = tensor.cast %in12 : tensor<3x16xf32> to tensor<3x?xf32>
  %open16_o = tensor.cast %o_open16 : tensor<3x16xf32> to tensor<3x?xf32>
  %open16 = call @open(%open16_x, %open16_o) : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %open16_r = tensor.cast %open16 : tensor<3x?xf32> to tensor<3x16xf32>
  %open1_x = tensor.cast %in13 : tensor<3x1xf32> to tensor<3x?xf32>
  %open1_o = tensor.cast %o_open1 : tensor<3x1xf32> to tensor<3x?xf32>
  %open1 = call @open(%open1_x, %open1_o) : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %open1_r = tensor.cast %open1 : tensor<3x?xf32> to tensor<3x1xf32>
  %open_parallel29_x = tensor.cast %in11 : tensor<3x29xf32> to tensor<3x?xf32>
  %open_parallel29_o = tensor.cast %o_open_parallel29 : tensor<3x29xf32> to tensor<3x?xf32>
  %open_parallel29 = call @open_parallel(%open_parallel29_x, %open_parallel29_o) : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %open_parallel29_r = tensor.cast %open_parallel29 : tensor<3x?xf32> to tensor<3x29xf32>
  %open_parallel16_x = tensor.cast %in12 : tensor<3x16xf32> to tensor<3x?xf32>
  %open_parallel16_o = tensor.cast %o_open_parallel16 : tensor<3x16xf32> to tensor<3x?xf32>
  %open_parallel16 = call @open_parallel(%open_parallel16_x, %open_parallel16_o) : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %open_parallel16_r = tensor.cast %open_parallel16 : tensor<3x?xf32> to tensor<3x16xf32>
  %open_parallel1_x = tensor.cast %in13 : tensor<3x1xf32> to tensor<3x?xf32>
  %open_parallel1_o = tensor.cast %o_open_parallel1 : tensor<3x1xf32> to tensor<3x?xf32>
  %open_parallel1 = call @open_parallel(%open_parallel1_x, %open_parallel1_o) : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %open_parallel1_r = tensor.cast %open_parallel1 : tensor<3x?xf32> to tensor<3x1xf32>
  %open_matmul1_x = tensor.cast %in2 : tensor<13x19xf32> to tensor<?x?xf32>
  %open_matmul1_y = tensor.cast %in3 : tensor<19x21xf32> to tensor<?x?xf32>
  %open_matmul1_o = tensor.cast %o_open_matmul1 : tensor<13x21xf32> to tensor<?x?xf32>
  %open_matmul1 = call @open_matmul(%open_matmul1_x, %open_matmul1_y, %open_matmul1_o) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %open_matmul1_r = tensor.cast %open_matmul1 : tensor<?x?xf32> to tensor<13x21xf32>
  %open_matmul2_x = tensor.cast %in14 : tensor<4x2xf32> to tensor<?x?xf32>
  %open_matmul2_y = tensor.cast %in15 : tensor<2x16xf32> to tensor<?x?xf32>
  %open_matmul2_o = tensor.cast %o_open_matmul2 : tensor<4x16xf32> to tensor<?x?xf32>
  %open_matmul2 = call @open_matmul(%open_matmul2_x, %open_matmul2_y, %open_matmul2_o) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %open_matmul2_r = tensor.cast %open_matmul2 : tensor<?x?xf32> to tensor<4x16xf32>
  return %rows, %matmul, %terms, %outside, %maximum, %exponentials, %short, %reads, %gather, %chain, %inner, %open29_r, %open16_r, %open1_r, %open_parallel29_r, %open_parallel16_r, %open_parallel1_r, %open_matmul1_r, %open_matmul2_r
      : tensor<197x13xf32>, tensor<13x21xf32>, tensor<13x21xf32>, tensor<13x21xf32>, tensor<6xf32>, tensor<6xf32>, tensor<5xf32>, tensor<13xf32>, tensor<11xf32>, tensor<6x19xf32>, tensor<29xf32>, tensor<3x29xf32>, tensor<3x16xf32>, tensor<3x1xf32>, tensor<3x29xf32>, tensor<3x16xf32>, tensor<3x1xf32>, tensor<13x21xf32>, tensor<4x16xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @rows(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @matmul(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    %jo, %ji = schedule.split %D[%j] by 16 tail mask
    schedule.reorder %D[%io, %jo, %k, %ii, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ii]
    schedule.parallel %D[%io]
    schedule.parallel %D[%jo]
    transform.yield
  }
  transform.named_sequence @terms(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %D[%k] by 8 tail mask
    %jo, %ji = schedule.split %D[%j] by 8
    schedule.reorder %D[%jo, %ko, %ki, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ki]
    transform.yield
  }
  transform.named_sequence @outside(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.reorder %D[%k, %i, %jo, %ji]
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @maximum(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %k = schedule.axes %D : !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %D[%k] by 8 tail mask
    schedule.vectorize %D[%ki]
    transform.yield
  }
  transform.named_sequence @exponentials(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %k = schedule.axes %D : !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %D[%k] by 8 tail mask
    schedule.vectorize %D[%ki]
    transform.yield
  }
  transform.named_sequence @short(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 8 tail mask
    schedule.vectorize %D[%ii]
    transform.yield
  }
  transform.named_sequence @reads(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %r = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8 tail mask
    schedule.reorder %D[%io, %r, %ii]
    schedule.vectorize %D[%ii]
    transform.yield
  }
  transform.named_sequence @gather(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 8 tail mask
    schedule.vectorize %D[%ii]
    transform.yield
  }
  transform.named_sequence @chain(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %pi, %pj = schedule.axes %P : !schedule.axis, !schedule.axis
    %i, %j, %r = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.compute_at %P at %D[%i]
    %pjo, %pji = schedule.split %P[%pj] by 16 tail mask
    schedule.vectorize %P[%pji]
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.reorder %D[%r, %ji]
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @inner(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %im, %ii = schedule.split %D[%i] by [3, 4] tail mask
    schedule.vectorize %D[%ii]
    transform.yield
  }
  transform.named_sequence @open(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.vectorize %D[%ji]
    schedule.parallel %D[%i]
    transform.yield
  }
  transform.named_sequence @open_parallel(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %jo, %jr = schedule.split %D[%j] by 12
    %jm, %ji = schedule.split %D[%jr] by 4 tail mask
    schedule.reorder %D[%jo, %i]
    schedule.vectorize %D[%ji]
    schedule.parallel %D[%jo]
    transform.yield
  }
  transform.named_sequence @open_matmul(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    %jo, %ji = schedule.split %D[%j] by 16 tail mask
    %ko, %ki = schedule.split %D[%k] by 2 tail mask
    schedule.reorder %D[%io, %jo, %ko, %ki, %ii, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ii]
    schedule.unroll %D[%ki]
    transform.yield
  }
}
