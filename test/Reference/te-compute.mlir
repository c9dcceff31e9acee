// RUN: dl-opt %s --test-interpret

// Reductions with every combiner, on small integers: exact.
func.func @matmul(%A: tensor<2x3xf32> {dl.test_input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>},
                  %B: tensor<3x2xf32> {dl.test_input = dense<[[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]> : tensor<3x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[58.0, 64.0], [139.0, 154.0]]> : tensor<2x2xf32>}) {
  %C = te.compute "C" axes(i = 2, j = 2) reduce(k = 3) combine(add) : tensor<2x2xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<2x3xf32>
    %b = te.read %B[%k, %j] : tensor<3x2xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  return %C : tensor<2x2xf32>
}

func.func @combiners(%x: tensor<4xf64> {dl.test_input = dense<[3.0, -2.0, 5.0, 1.0]> : tensor<4xf64>},
                     %y: tensor<2x2xi8> {dl.test_input = dense<[[100, 100], [-100, 3]]> : tensor<2x2xi8>},
                     %b: tensor<2x2xi1> {dl.test_input = dense<[[1, 0], [0, 0]]> : tensor<2x2xi1>})
    -> (tensor<f64> {dl.test_expected = dense<-30.0> : tensor<f64>},
        tensor<f64> {dl.test_expected = dense<-2.0> : tensor<f64>},
        tensor<f64> {dl.test_expected = dense<5.0> : tensor<f64>},
        tensor<2xi8> {dl.test_expected = dense<[-56, -97]> : tensor<2xi8>},
        tensor<2xi8> {dl.test_expected = dense<[-100, 3]> : tensor<2xi8>},
        tensor<2xi1> {dl.test_expected = dense<[true, false]> : tensor<2xi1>}) {
  %mul = te.compute "mul" axes() reduce(k = 4) combine(mul) : tensor<f64> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf64>
    te.yield %v : f64
  }
  %min = te.compute "min" axes() reduce(k = 4) combine(min) : tensor<f64> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf64>
    te.yield %v : f64
  }
  %max = te.compute "max" axes() reduce(k = 4) combine(max) : tensor<f64> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf64>
    te.yield %v : f64
  }
  // Integers wrap.
  %sum = te.compute "sum" axes(i = 2) reduce(k = 2) combine(add) : tensor<2xi8> {
  ^bb0(%i: index, %k: index):
    %v = te.read %y[%i, %k] : tensor<2x2xi8>
    te.yield %v : i8
  }
  %least = te.compute "least" axes(j = 2) reduce(k = 2) combine(min) : tensor<2xi8> {
  ^bb0(%j: index, %k: index):
    %v = te.read %y[%k, %j] : tensor<2x2xi8>
    te.yield %v : i8
  }
  %any = te.compute "any" axes(i = 2) reduce(k = 2) combine(max) : tensor<2xi1> {
  ^bb0(%i: index, %k: index):
    %v = te.read %b[%i, %k] : tensor<2x2xi1>
    te.yield %v : i1
  }
  return %mul, %min, %max, %sum, %least, %any
      : tensor<f64>, tensor<f64>, tensor<f64>, tensor<2xi8>, tensor<2xi8>, tensor<2xi1>
}

// A float sum of many terms is as exact as its rounding: 2^24 + 1 + 1.
func.func @wide_sum(%x: tensor<3xf32> {dl.test_input = dense<[16777216.0, 1.0, 1.0]> : tensor<3xf32>})
    -> (tensor<f32> {dl.test_expected = dense<16777218.0> : tensor<f32>}) {
  %0 = te.compute "sum" axes() reduce(k = 3) combine(add) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<f32>
}

// Guarded reads, by inequalities and by an equality with mod; several stages.
func.func @padded(%x: tensor<3xi32> {dl.test_input = dense<[1, 2, 3]> : tensor<3xi32>})
    -> (tensor<7xi32> {dl.test_expected = dense<[9, 9, 1, 2, 3, 9, 9]> : tensor<7xi32>},
        tensor<6xi32> {dl.test_expected = dense<[1, 9, 2, 9, 3, 9]> : tensor<6xi32>},
        tensor<5xi32> {dl.test_expected = dense<[19, 12, 6, 14, 21]> : tensor<5xi32>}) {
  %nine = arith.constant 9 : i32
  %pad = te.compute "pad" axes(i = 7) : tensor<7xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i - 2] where(%i - 2 >= 0, 4 - %i >= 0) else %nine : tensor<3xi32>
    te.yield %v : i32
  }
  %dilate = te.compute "dilate" axes(i = 6) : tensor<6xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i floordiv 2] where(%i mod 2 == 0) else %nine : tensor<3xi32>
    te.yield %v : i32
  }
  %sum = te.compute "sum" axes(i = 5) reduce(k = 3) combine(add) : tensor<5xi32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %pad[%i + %k] : tensor<7xi32>
    te.yield %v : i32
  }
  return %pad, %dilate, %sum : tensor<7xi32>, tensor<6xi32>, tensor<5xi32>
}

// A gather: the index is data. Repeated and negative affine steps.
func.func @gather(%table: tensor<3x2xf32> {dl.test_input = dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>},
                  %ids: tensor<4xi64> {dl.test_input = dense<[2, 0, 2, 1]> : tensor<4xi64>})
    -> (tensor<4x2xf32> {dl.test_expected = dense<[[4.0, 5.0], [0.0, 1.0], [4.0, 5.0], [2.0, 3.0]]> : tensor<4x2xf32>},
        tensor<2x3xf32> {dl.test_expected = dense<[[5.0, 3.0, 1.0], [4.0, 2.0, 0.0]]> : tensor<2x3xf32>},
        tensor<6xf32> {dl.test_expected = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>}) {
  %rows = te.compute "rows" axes(i = 4, j = 2) : tensor<4x2xf32> {
  ^bb0(%i: index, %j: index):
    %id = te.read %ids[%i] : tensor<4xi64>
    %row = arith.index_cast %id : i64 to index
    %v = te.read %table[%row, %j] : tensor<3x2xf32>
    te.yield %v : f32
  }
  %flip = te.compute "flip" axes(j = 2, i = 3) : tensor<2x3xf32> {
  ^bb0(%j: index, %i: index):
    %v = te.read %table[2 - %i, 1 - %j] : tensor<3x2xf32>
    te.yield %v : f32
  }
  %flat = te.compute "flat" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %v = te.read %table[%i floordiv 2, %i mod 2] : tensor<3x2xf32>
    te.yield %v : f32
  }
  return %rows, %flip, %flat : tensor<4x2xf32>, tensor<2x3xf32>, tensor<6xf32>
}

// The axes as values, dynamic extents, scalars from outside.
func.func @dynamic(%x: tensor<?xi32> {dl.test_input = dense<[5, 6, 7]> : tensor<3xi32>})
    -> (tensor<?x2xi64> {dl.test_expected = dense<[[3, 8], [14, 19], [25, 30]]> : tensor<3x2xi64>}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %m = arith.muli %n, %n : index
  %five = arith.constant 5 : i64
  %0 = te.compute "x" axes(i = %n, j = 2) : tensor<?x2xi64> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i] : tensor<?xi32>
    %w = arith.extsi %v : i32 to i64
    %k = arith.addi %i, %m : index
    %i64 = arith.index_cast %k : index to i64
    %j64 = arith.index_cast %j : index to i64
    %j5 = arith.muli %j64, %five : i64
    %ten = arith.constant 10 : i64
    %i10 = arith.index_cast %i : index to i64
    %a = arith.muli %i10, %ten : i64
    %s0 = arith.subi %i64, %w : i64
    %s1 = arith.addi %s0, %a : i64
    %one = arith.constant 1 : i64
    %s2 = arith.subi %s1, %one : i64
    %s3 = arith.addi %s2, %j5 : i64
    %back = arith.index_cast %i : index to i64
    %s4 = arith.addi %s3, %back : i64
    te.yield %s4 : i64
  }
  return %0 : tensor<?x2xi64>
}

// Indices that are no sums of axes: quotients rounded down and up, rests, and products of these, also of numbers
// below 0.
func.func @index_formulas(%x: tensor<8xi32> {dl.test_input = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>})
    -> (tensor<5xi32> {dl.test_expected = dense<[0, 1, 1, 2, 2]> : tensor<5xi32>},
        tensor<5xi32> {dl.test_expected = dense<[4, 3, 3, 2, 2]> : tensor<5xi32>},
        tensor<5xi32> {dl.test_expected = dense<[0, 2, 1, 0, 2]> : tensor<5xi32>},
        tensor<5xi32> {dl.test_expected = dense<[1, 2, 4, 5, 7]> : tensor<5xi32>}) {
  %up = te.compute "up" axes(i = 5) : tensor<5xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i ceildiv 2] : tensor<8xi32>
    te.yield %v : i32
  }
  %down = te.compute "down" axes(i = 5) : tensor<5xi32> {
  ^bb0(%i: index):
    %v = te.read %x[(0 - %i) floordiv 2 + 4] : tensor<8xi32>
    te.yield %v : i32
  }
  %rest = te.compute "rest" axes(i = 5) : tensor<5xi32> {
  ^bb0(%i: index):
    %v = te.read %x[(0 - %i) mod 3] : tensor<8xi32>
    te.yield %v : i32
  }
  %product = te.compute "product" axes(i = 5) : tensor<5xi32> {
  ^bb0(%i: index):
    %v = te.read %x[(%i floordiv 2) * 3 + %i mod 2 + 1] : tensor<8xi32>
    te.yield %v : i32
  }
  return %up, %down, %rest, %product : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
}
