// RUN: dl-opt %s --split-input-file --verify-diagnostics

// Where reads look: indices with floordiv and mod, under guards, over times, and divisors.

// What follows stays inside of its sources.
func.func @inside(%x: tensor<8xf32>, %q: tensor<2x3xf32>, %o: tensor<4x35xf32>, %rows: tensor<5xi64>, %n: index,
                  %zero: f32, %h: tensor<5xf32>) {
  %0 = te.compute "s" axes(i = 16, j = 5, n = %n) : tensor<16x5x?xf32> {
  ^bb0(%i: index, %j: index, %m: index):
    %a = te.read %x[%i mod 4 + 4] : tensor<8xf32>
    %b = te.read %x[%i floordiv 2] : tensor<8xf32>
    %c = te.read %q[%j floordiv 3, %j mod 3] : tensor<2x3xf32>
    // As intervals these reach too far; no point of them does.
    %d = te.read %x[(%j floordiv 2) * 2 + %j mod 2 + 3] : tensor<8xf32>
    %e = te.read %x[%i - 4] where(%i - 4 >= 0, 11 - %i >= 0) else %zero : tensor<8xf32>
    %f = te.read %x[%i floordiv 2 - %j] where(%i - %j * 2 >= 0) else %zero : tensor<8xf32>
    // Nothing is known of what data or a run tell.
    %g = te.read %x[%m mod 16] : tensor<8xf32>
    %r = te.read %rows[%j] : tensor<5xi64>
    %row = arith.index_cast %r : i64 to index
    %k = te.read %q[%row, %j] where(%row + %j - 4 >= 0, 5 - %row - %j >= 0) else %zero : tensor<2x3xf32>
    te.yield %a : f32
  }
  %1 = te.scan "t" time(t = 35) init(%h) : tensor<5xf32> {
  ^bb0(%t: index, %state: tensor<5xf32>):
    %2 = te.compute "step" axes(i = 5) : tensor<5xf32> {
    ^bb0(%i: index):
      %a = te.read %o[%i mod 4, %t] : tensor<4x35xf32>
      te.yield %a : f32
    }
    te.yield %2 : tensor<5xf32>
  }
  return
}

// -----

// (R5)
func.func @mod(%x: tensor<8xf32>) {
  %0 = te.compute "s" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to stay in [0, 7] of 'tensor<8xf32>', got 11 at (i = 7); guard the read by 'where(…) else' or correct the expression}}
    %v = te.read %x[%i mod 16 + 4] : tensor<8xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @floordiv(%x: tensor<2x8xf32>) {
  %0 = te.compute "s" axes(i = 4, j = 3) : tensor<4x3xf32> {
  ^bb0(%i: index, %j: index):
    // expected-error @+1 {{(R5) expected index expression 1 to stay in [0, 7] of 'tensor<2x8xf32>', got -2 at (i = 3, j = 0); guard the read by 'where(…) else' or correct the expression}}
    %v = te.read %x[%i floordiv 2, %j - (%i + 5) floordiv 4] : tensor<2x8xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @guard(%x: tensor<4xf32>, %zero: f32) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to stay in [0, 3] of 'tensor<4xf32>', got 6 at (i = 3), where the guard holds; narrow the guard or correct the expression}}
    %v = te.read %x[%i + 3] where(%i - 3 >= 0) else %zero : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @gathered(%x: tensor<4x4xf32>, %rows: tensor<4xi64>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %r = te.read %rows[%i] : tensor<4xi64>
    %row = arith.index_cast %r : i64 to index
    // expected-error @+1 {{(R5) expected index expression 1 to stay in [0, 3] of 'tensor<4x4xf32>', got [1, 4]}}
    %v = te.read %x[%row, %i + 1] : tensor<4x4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @time(%x: tensor<4x3xf32>, %h: tensor<4xf32>) {
  %0 = te.scan "s" time(t = 4) init(%h) : tensor<4xf32> {
  ^bb0(%t: index, %state: tensor<4xf32>):
    %1 = te.compute "step" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      // expected-error @+1 {{(R5) expected index expression 1 to stay in [0, 2] of 'tensor<4x3xf32>', got [0, 3]}}
      %v = te.read %x[%i, %t] : tensor<4x3xf32>
      te.yield %v : f32
    }
    te.yield %1 : tensor<4xf32>
  }
  return
}

// -----

// (R6)
func.func @divisor(%x: tensor<4xf32>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R6) expected floordiv, ceildiv and mod by positive numbers}}
    %v = te.read %x[%i mod 0] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R6)
func.func @guard_divisor(%x: tensor<4xf32>, %zero: f32) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R6) expected floordiv, ceildiv and mod by positive numbers}}
    %v = te.read %x[%i] where(%i mod -2 == 0) else %zero : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// Empty axes read nothing, and an equality lets one point through.
func.func @nothing(%x: tensor<4xf32>, %zero: f32, %h: tensor<4xf32>) {
  %0 = te.compute "empty" axes(i = 0) : tensor<0xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i + 9] : tensor<4xf32>
    te.yield %v : f32
  }
  %1 = te.scan "never" time(t = 0) init(%h) : tensor<4xf32> {
  ^bb0(%t: index, %state: tensor<4xf32>):
    %2 = te.compute "step" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %x[%i + 9] : tensor<4xf32>
      te.yield %v : f32
    }
    te.yield %2 : tensor<4xf32>
  }
  %3 = te.compute "one" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i + 1] where(%i - 2 == 0) else %zero : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5) Where the axis is longer than the divisor.
func.func @mod_again(%x: tensor<8xf32>) {
  %0 = te.compute "s" axes(i = 20) : tensor<20xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to stay in [0, 7] of 'tensor<8xf32>', got}}
    %v = te.read %x[%i mod 16] : tensor<8xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5) A guard that begins too early.
func.func @guard_below(%x: tensor<4xf32>, %zero: f32) {
  %0 = te.compute "s" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to stay in [0, 3] of 'tensor<4xf32>', got}}
    %v = te.read %x[%i - 6] where(%i - 2 >= 0) else %zero : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5) The largest and the smallest numbers of 64 bits are still told.
func.func @largest(%x: tensor<4xf32>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to stay in [0, 3] of 'tensor<4xf32>', got [9223372036854775804, 9223372036854775807]}}
    %v = te.read %x[%i + 9223372036854775804] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @smallest(%x: tensor<4xf32>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to stay in [0, 3] of 'tensor<4xf32>', got [-9223372036854775808, -9223372036854775805]}}
    %v = te.read %x[%i * -1 - 9223372036854775805] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5) Beyond 64 bits inside of an expression, on either side of a sum and under a remainder, though
// the index itself is small.
func.func @left_of_sum(%x: tensor<4xf32>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to fit into 64 bits}}
    %v = te.read %x[%i * 9000000000000000000 + %i mod 3] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @right_of_sum(%x: tensor<4xf32>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to fit into 64 bits}}
    %v = te.read %x[%i mod 3 + (%i * 9000000000000000000) floordiv 7] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @remainder(%x: tensor<4xf32>) {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R5) expected index expression 0 to fit into 64 bits}}
    %v = te.read %x[(%i * 9000000000000000000) mod 7] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}
