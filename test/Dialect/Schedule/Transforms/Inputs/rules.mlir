// Kernels that stand at the limits of the rules of schedule-default, each with what it shows.
// The vectors of the assumed target have 16 floats.

// A row of four vectors is not split.
func.func private @vectors_exact(%x: tensor<64x64xf32>, %out0: tensor<64x64xf32> {te.destination}) -> tensor<64x64xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 64, b = 64) : tensor<64x64xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<64x64xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<64x64xf32>
}

// A longer one is.
func.func private @vectors_more(%x: tensor<64x65xf32>, %out0: tensor<64x65xf32> {te.destination}) -> tensor<64x65xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 64, b = 65) : tensor<64x65xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<64x65xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<64x65xf32>
}

// Sixteen iterations are enough to be parallel.
func.func private @parallel_enough(%x: tensor<16x4x8xf32>, %out0: tensor<16x4x8xf32> {te.destination}) -> tensor<16x4x8xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 16, b = 4, c = 8) : tensor<16x4x8xf32> {
  ^bb0(%a: index, %b: index, %c: index):
    %v0 = te.read %x[%a, %b, %c] : tensor<16x4x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<16x4x8xf32>
}

// Fifteen are not.
func.func private @parallel_few(%x: tensor<15x4x8xf32>, %out0: tensor<15x4x8xf32> {te.destination}) -> tensor<15x4x8xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 15, b = 4, c = 8) : tensor<15x4x8xf32> {
  ^bb0(%a: index, %b: index, %c: index):
    %v0 = te.read %x[%a, %b, %c] : tensor<15x4x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<15x4x8xf32>
}

// Axes of one iteration do not make enough.
func.func private @parallel_ones(%x: tensor<1x16x8x20xf32>, %out0: tensor<1x16x8x20xf32> {te.destination}) -> tensor<1x16x8x20xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 1, b = 16, c = 8, d = 20) : tensor<1x16x8x20xf32> {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    %v0 = te.read %x[%a, %b, %c, %d] : tensor<1x16x8x20xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<1x16x8x20xf32>
}

// Along an axis of no elements nothing is scheduled.
func.func private @nothing(%x: tensor<0x8xf32>, %out0: tensor<0x8xf32> {te.destination}) -> tensor<0x8xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 0, b = 8) : tensor<0x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<0x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<0x8xf32>
}

// A stage of one element has no axis; what reads it takes it along.
func.func private @scalar(%x: tensor<f32>, %out0: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes() : tensor<f32> {
    %v0 = te.read %x[] : tensor<f32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[] : tensor<f32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<8xf32>
}

// Extents that are known only at run time count as long, and may be one.
func.func private @rows_dynamic(%x: tensor<?x?x64xf32>, %m: index, %n: index, %out0: tensor<?x?x64xf32> {te.destination}) -> tensor<?x?x64xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = %m, b = %n, c = 64) : tensor<?x?x64xf32> {
  ^bb0(%a: index, %b: index, %c: index):
    %v0 = te.read %x[%a, %b, %c] : tensor<?x?x64xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<?x?x64xf32>
}

// The rest of a row of unknown length is no parallel loop beside others.
func.func private @row_dynamic(%x: tensor<4x?xf32>, %n: index, %out0: tensor<4x?xf32> {te.destination}) -> tensor<4x?xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = 4, b = %n) : tensor<4x?xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<4x?xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<4x?xf32>
}

// Alone it is.
func.func private @line_dynamic(%x: tensor<?xf32>, %n: index, %out0: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %D = te.compute "D" axes(a = %n) : tensor<?xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a] : tensor<?xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<?xf32>
}

// A condition on a size that only a run knows is asked of each element.
func.func private @condition_on_size(%x: tensor<8x8xf32>, %n: index, %out0: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %D = te.compute "D" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] where(%n - %b - 1 >= 0) else %zero : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x8xf32>
}

// Cheap formulas are inlined where they are read twice, others are not.
func.func private @used_twice(%x: tensor<8x8xf32>, %out0: tensor<8x8xf32> {te.destination}, %out1: tensor<8x8xf32> {te.destination}) -> (tensor<8x8xf32>, tensor<8x8xf32>) attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %Q = te.compute "Q" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x8xf32>
    %r = math.exp %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%a, %b] : tensor<8x8xf32>
    %v1 = te.read %Q[%a, %b] : tensor<8x8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  %E = te.compute "E" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%a, 7 - %b] : tensor<8x8xf32>
    %v1 = te.read %Q[%a, 7 - %b] : tensor<8x8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D, %E : tensor<8x8xf32>, tensor<8x8xf32>
}

// A stage that nothing reads is scheduled like others.
func.func private @unread(%x: tensor<8x8xf32>, %out0: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x8xf32>
}

// What a larger stage computes again is inlined where it is cheap
func.func private @again_cheap(%x: tensor<8xf32>, %out0: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 4, b = 8) : tensor<4x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%b] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<4x8xf32>
}

// but not where it takes a function
func.func private @again_dear(%x: tensor<8xf32>, %out0: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a] : tensor<8xf32>
    %r = math.exp %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 4, b = 8) : tensor<4x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%b] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<4x8xf32>
}

// or reads a stage.
func.func private @again_stage(%x: tensor<8xf32>, %out0: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %O = te.compute "O" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a] : tensor<8xf32>
    %v1 = te.read %x[7 - %a] : tensor<8xf32>
    %q = math.exp %v0 : f32
    %r = arith.addf %q, %v1 : f32
    te.yield %r : f32
  }
  %N = te.compute "N" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %O[%a] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %P = te.compute "P" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %O[%a] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 4, b = 8) : tensor<4x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%b] : tensor<8xf32>
    %v1 = te.read %O[%b] : tensor<8xf32>
    %v2 = te.read %N[%b] : tensor<8xf32>
    %q = arith.addf %v0, %v1 : f32
    %r = arith.addf %q, %v2 : f32
    te.yield %r : f32
  }
  return %D : tensor<4x8xf32>
}

// Neither what is read under a condition is inlined, nor what reads so.
func.func private @guards(%x: tensor<8xf32>, %y: tensor<8xf32>, %out0: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %P = te.compute "P" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %Q = te.compute "Q" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %y[%a] where(%a - 2 >= 0) else %zero : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] where(%a - 1 >= 0) else %zero : tensor<8xf32>
    %v1 = te.read %Q[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8xf32>
}

// Elements that are fetched one by one stay a stage where the reader costs more.
func.func private @fetched(%x: tensor<8x16xf32>, %out0: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 64) : tensor<64xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a floordiv 16, %a mod 16] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 64) : tensor<64xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<64xf32>
    %r = math.exp %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<64xf32>
}

// And are inlined where it does not.
func.func private @fetched_cheap(%x: tensor<8x16xf32>, %out0: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 64) : tensor<64xf32> {
  ^bb0(%a: index):
    %v0 = te.read %x[%a floordiv 16, %a mod 16] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 64) : tensor<64xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<64xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<64xf32>
}

// Four rows use a vector again: two vectors a row.
func.func private @rows_4(%x: tensor<4x16xf32>, %w: tensor<16x256xf32> {te.layout_free}, %out0: tensor<4x256xf32> {te.destination}) -> tensor<4x256xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 4, b = 256) reduce(k = 16) combine(add) : tensor<4x256xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<4x16xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x256xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<4x256xf32>
}

// Three have as many as make one tile of all rows.
func.func private @rows_3(%x: tensor<3x16xf32>, %w: tensor<16x256xf32> {te.layout_free}, %out0: tensor<3x256xf32> {te.destination}) -> tensor<3x256xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 3, b = 256) reduce(k = 16) combine(add) : tensor<3x256xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<3x16xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x256xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<3x256xf32>
}

// A result as wide as the tile: the operand stays as it is.
func.func private @width_whole(%x: tensor<1x16xf32>, %w: tensor<16x64xf32> {te.layout_free}, %out0: tensor<1x64xf32> {te.destination}) -> tensor<1x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 1, b = 64) reduce(k = 16) combine(add) : tensor<1x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<1x16xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x64xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<1x64xf32>
}

// All of a small product is the tile: nothing is left to loop over.
func.func private @tile_whole(%x: tensor<4x4xf32>, %w: tensor<4x16xf32> {te.layout_free}, %out0: tensor<4x16xf32> {te.destination}) -> tensor<4x16xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 4, b = 16) reduce(k = 4) combine(add) : tensor<4x16xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<4x4xf32>
    %v1 = te.read %w[%k, %b] : tensor<4x16xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 4, b = 16) : tensor<4x16xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %C[%a, %b] : tensor<4x16xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<4x16xf32>
}

// A function on the whole tile would need more registers: row by row.
func.func private @expensive(%x: tensor<64x16xf32>, %w: tensor<16x64xf32> {te.layout_free}, %out0: tensor<64x64xf32> {te.destination}) -> tensor<64x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 64, b = 64) reduce(k = 16) combine(add) : tensor<64x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<64x16xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x64xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 64, b = 64) : tensor<64x64xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %C[%a, %b] : tensor<64x64xf32>
    %r = math.exp %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<64x64xf32>
}

// Seven terms are unrolled, of eight four at a time.
func.func private @terms_7(%x: tensor<64x7xf32>, %w: tensor<7x16xf32> {te.layout_free}, %out0: tensor<64x16xf32> {te.destination}) -> tensor<64x16xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 64, b = 16) reduce(k = 7) combine(add) : tensor<64x16xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<64x7xf32>
    %v1 = te.read %w[%k, %b] : tensor<7x16xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<64x16xf32>
}

// Eight terms.
func.func private @terms_8(%x: tensor<64x8xf32>, %w: tensor<8x16xf32> {te.layout_free}, %out0: tensor<64x16xf32> {te.destination}) -> tensor<64x16xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 64, b = 16) reduce(k = 8) combine(add) : tensor<64x16xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<64x8xf32>
    %v1 = te.read %w[%k, %b] : tensor<8x16xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<64x16xf32>
}

// One term is none to unroll.
func.func private @term_1(%x: tensor<64x1xf32>, %w: tensor<1x16xf32> {te.layout_free}, %out0: tensor<64x16xf32> {te.destination}) -> tensor<64x16xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 64, b = 16) reduce(k = 1) combine(add) : tensor<64x16xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<64x1xf32>
    %v1 = te.read %w[%k, %b] : tensor<1x16xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<64x16xf32>
}

// An operand that does not move with the terms does not run backwards.
func.func private @fixed_factor(%x: tensor<32x8xf32>, %w: tensor<64xf32>, %out0: tensor<32x64xf32> {te.destination}) -> tensor<32x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 32, b = 64) reduce(k = 8) combine(add) : tensor<32x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<32x8xf32>
    %v1 = te.read %w[%b] : tensor<64xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<32x64xf32>
}

// Terms that run backwards are not unrolled.
func.func private @backwards(%x: tensor<32x8xf32>, %w: tensor<8x64xf32>, %out0: tensor<32x64xf32> {te.destination}) -> tensor<32x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 32, b = 64) reduce(k = 8) combine(add) : tensor<32x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, 7 - %k] : tensor<32x8xf32>
    %v1 = te.read %w[%k, %b] : tensor<8x64xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<32x64xf32>
}

// The same operand twice is packed once.
func.func private @squares(%w: tensor<16x64xf32> {te.layout_free}, %out0: tensor<64x64xf32> {te.destination}) -> tensor<64x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 64, b = 64) reduce(k = 16) combine(add) : tensor<64x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %w[%k, %a] : tensor<16x64xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x64xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<64x64xf32>
}

// A dimension with two axes is no dimension to pack by.
func.func private @diagonal(%x: tensor<8x16xf32>, %w: tensor<79xf32> {te.layout_free}, %out0: tensor<8x64xf32> {te.destination}) -> tensor<8x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = 8, b = 64) reduce(k = 16) combine(add) : tensor<8x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x16xf32>
    %v1 = te.read %w[%k + %b] : tensor<79xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<8x64xf32>
}

// Of two sums that one stage reads the first is computed in its tile
func.func private @two_equal(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %out0: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %Q = te.compute "Q" axes(a = 8) reduce(k = 16) combine(max) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %y[%a, %k] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<8xf32>
    %v1 = te.read %Q[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8xf32>
}

// or the larger one.
func.func private @two_larger(%x: tensor<8x16xf32>, %y: tensor<8x32xf32>, %out0: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %Q = te.compute "Q" axes(a = 8) reduce(k = 32) combine(max) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %y[%a, %k] : tensor<8x32xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<8xf32>
    %v1 = te.read %Q[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8xf32>
}

// A sum that two stages read has a place of its own.
func.func private @shared(%x: tensor<8x16xf32>, %out0: tensor<8xf32> {te.destination}, %out1: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %E = te.compute "E" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<8xf32>
    %r = math.exp %v0 : f32
    te.yield %r : f32
  }
  return %D, %E : tensor<8xf32>, tensor<8xf32>
}

// So has one that is returned.
func.func private @returned(%x: tensor<8x16xf32>, %out0: tensor<8xf32> {te.destination}, %out1: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x16xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8) : tensor<8xf32> {
  ^bb0(%a: index):
    %v0 = te.read %P[%a] : tensor<8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D, %P : tensor<8xf32>, tensor<8xf32>
}

// One that is read at other places.
func.func private @turned(%x: tensor<8x8x16xf32>, %out0: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8, b = 8) reduce(k = 16) combine(add) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %b, %k] : tensor<8x8x16xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%b, %a] : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x8xf32>
}

// One that is read through an inlined stage is in the tile too.
func.func private @through(%x: tensor<8x64x16xf32>, %out0: tensor<8x64xf32> {te.destination}) -> tensor<8x64xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8, b = 64) reduce(k = 16) combine(add) : tensor<8x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %b, %k] : tensor<8x64x16xf32>
    te.yield %v0 : f32
  }
  %N = te.compute "N" axes(a = 8, b = 64) : tensor<8x64xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%a, %b] : tensor<8x64xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 8, b = 64) : tensor<8x64xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %N[%a, %b] : tensor<8x64xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x64xf32>
}

// Not where that stage reads it at other places.
func.func private @turned_through(%x: tensor<8x8x16xf32>, %out0: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel} {
  %P = te.compute "P" axes(a = 8, b = 8) reduce(k = 16) combine(add) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %b, %k] : tensor<8x8x16xf32>
    te.yield %v0 : f32
  }
  %N = te.compute "N" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %P[%b, %a] : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  %D = te.compute "D" axes(a = 8, b = 8) : tensor<8x8xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %N[%a, %b] : tensor<8x8xf32>
    %r = arith.negf %v0 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x8xf32>
}

// Of sums for an unknown number of rows the tiles of rows are parallel, their rests not.
func.func private @sum_dynamic(%x: tensor<?x16xf32>, %w: tensor<16x64xf32>, %n: index, %out0: tensor<?x64xf32> {te.destination}) -> tensor<?x64xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = %n, b = 64) reduce(k = 16) combine(add) : tensor<?x64xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<?x16xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x64xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<?x64xf32>
}

// Where they are the only tiles their rests are parallel too.
func.func private @sum_dynamic_alone(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %n: index, %out0: tensor<?x32xf32> {te.destination}) -> tensor<?x32xf32> attributes {te.kernel} {
  %C = te.compute "C" axes(a = %n, b = 32) reduce(k = 16) combine(add) : tensor<?x32xf32> {
  ^bb0(%a: index, %b: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<?x16xf32>
    %v1 = te.read %w[%k, %b] : tensor<16x32xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<?x32xf32>
}

// A sum to one element has no tile.
func.func private @sum_one(%x: tensor<16xf32>, %w: tensor<16xf32>, %out0: tensor<f32> {te.destination}) -> tensor<f32> attributes {te.kernel} {
  %C = te.compute "C" axes() reduce(k = 16) combine(add) : tensor<f32> {
  ^bb0(%k: index):
    %v0 = te.read %x[%k] : tensor<16xf32>
    %v1 = te.read %w[%k] : tensor<16xf32>
    %r = arith.mulf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %C : tensor<f32>
}

// Rows of four vectors are not split.
func.func private @row_exact(%x: tensor<8x64xf32>, %out0: tensor<8x64xf32> {te.destination}) -> tensor<8x64xf32> attributes {te.kernel} {
  %M = te.compute "M" axes(a = 8) reduce(k = 64) combine(max) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x64xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8, b = 64) : tensor<8x64xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x64xf32>
    %v1 = te.read %M[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x64xf32>
}

// Longer ones are.
func.func private @row_longer(%x: tensor<8x65xf32>, %out0: tensor<8x65xf32> {te.destination}) -> tensor<8x65xf32> attributes {te.kernel} {
  %M = te.compute "M" axes(a = 8) reduce(k = 65) combine(max) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x65xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8, b = 65) : tensor<8x65xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x65xf32>
    %v1 = te.read %M[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x65xf32>
}

// Rows of one element have no vector.
func.func private @row_one(%x: tensor<8x1xf32>, %out0: tensor<8x1xf32> {te.destination}) -> tensor<8x1xf32> attributes {te.kernel} {
  %M = te.compute "M" axes(a = 8) reduce(k = 1) combine(max) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x1xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8, b = 1) : tensor<8x1xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x1xf32>
    %v1 = te.read %M[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x1xf32>
}

// Sums over the outer axis are no rows.
func.func private @columns(%x: tensor<8x32xf32>, %out0: tensor<8x32xf32> {te.destination}) -> tensor<8x32xf32> attributes {te.kernel} {
  %M = te.compute "M" axes(b = 32) reduce(k = 8) combine(max) : tensor<32xf32> {
  ^bb0(%b: index, %k: index):
    %v0 = te.read %x[%k, %b] : tensor<8x32xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8, b = 32) : tensor<8x32xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %x[%a, %b] : tensor<8x32xf32>
    %v1 = te.read %M[%b] : tensor<32xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<8x32xf32>
}

// Of three axes the sum is along the last two.
func.func private @outer_rows(%x: tensor<4x6x32xf32>, %out0: tensor<4x6x32xf32> {te.destination}) -> tensor<4x6x32xf32> attributes {te.kernel} {
  %M = te.compute "M" axes(a = 4) reduce(j = 6, k = 32) combine(max) : tensor<4xf32> {
  ^bb0(%a: index, %j: index, %k: index):
    %v0 = te.read %x[%a, %j, %k] : tensor<4x6x32xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 4, b = 6, c = 32) : tensor<4x6x32xf32> {
  ^bb0(%a: index, %b: index, %c: index):
    %v0 = te.read %x[%a, %b, %c] : tensor<4x6x32xf32>
    %v1 = te.read %M[%a] : tensor<4xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D : tensor<4x6x32xf32>
}

// What is returned is computed before the rows.
func.func private @rows_returned(%x: tensor<8x32xf32>, %out0: tensor<8x32xf32> {te.destination}, %out1: tensor<8xf32> {te.destination}) -> (tensor<8x32xf32>, tensor<8xf32>) attributes {te.kernel} {
  %M = te.compute "M" axes(a = 8) reduce(k = 32) combine(max) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x32xf32>
    te.yield %v0 : f32
  }
  %S = te.compute "S" axes(a = 8) reduce(k = 32) combine(add) : tensor<8xf32> {
  ^bb0(%a: index, %k: index):
    %v0 = te.read %x[%a, %k] : tensor<8x32xf32>
    te.yield %v0 : f32
  }
  %D = te.compute "D" axes(a = 8, b = 32) : tensor<8x32xf32> {
  ^bb0(%a: index, %b: index):
    %v0 = te.read %S[%a] : tensor<8xf32>
    %v1 = te.read %M[%a] : tensor<8xf32>
    %r = arith.addf %v0, %v1 : f32
    te.yield %r : f32
  }
  return %D, %M : tensor<8x32xf32>, tensor<8xf32>
}

// What updates, steps and calls take is stored whole; stages of a step stay in it.
func.func private @taken(%x: tensor<9x8xf32>, %h: tensor<8xf32>, %out0: tensor<8xf32> {te.destination}, %out1: tensor<8xf32> {te.destination}, %out2: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %U = te.compute "U" axes(u = 8) : tensor<8xf32> {
  ^bb0(%u: index):
    %v = te.read %h[%u] : tensor<8xf32>
    %n = arith.negf %v : f32
    te.yield %n : f32
  }
  %s = te.scatter "S" into %h axes(u = 8) combine(add) : tensor<8xf32> {
  ^bb0(%u: index):
    %v = te.read %U[%u] : tensor<8xf32>
    te.yield %v, %u : f32, index
  }
  %V = te.compute "V" axes(u = 8) : tensor<8xf32> {
  ^bb0(%u: index):
    %v = te.read %h[%u] : tensor<8xf32>
    %n = arith.negf %v : f32
    te.yield %n : f32
  }
  %y = te.extern "y" @scale(%V) : (tensor<8xf32>) -> tensor<8xf32>
  %W = te.compute "W" axes(u = 8) : tensor<8xf32> {
  ^bb0(%u: index):
    %v = te.read %h[%u] : tensor<8xf32>
    %n = arith.negf %v : f32
    te.yield %n : f32
  }
  %c = te.scan "sum" time(t = 9) init(%h) : tensor<8xf32> {
  ^bb0(%t: index, %state: tensor<8xf32>):
    %twice = te.compute "twice" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %b = te.read %x[%t, %i] : tensor<9x8xf32>
      %w = te.read %W[%i] : tensor<8xf32>
      %r = arith.addf %b, %w : f32
      te.yield %r : f32
    }
    %next = te.compute "next" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %a = te.read %state[%i] : tensor<8xf32>
      %b = te.read %twice[%i] : tensor<8xf32>
      %r = arith.addf %a, %b : f32
      te.yield %r : f32
    }
    te.yield %next : tensor<8xf32>
  }
  return %s, %y, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
