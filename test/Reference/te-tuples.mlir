// RUN: dl-opt %s --test-interpret

// Combiners of tuples, evaluated in the order of the axes.

func.func @argmax(%x: tensor<2x4xf32> {dl.test_input = dense<[[1.0, 7.0, 7.0, -2.0], [-5.0, -6.0, -5.0, -9.0]]> : tensor<2x4xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[7.0, -5.0]> : tensor<2xf32>},
        tensor<2xi64> {dl.test_expected = dense<[1, 0]> : tensor<2xi64>}) {
  %m:2 = te.compute "argmax" axes(i = 2) reduce(k = 4) combine(custom [0xFF800000 : f32, 4] commutative) : tensor<2xf32>, tensor<2xi64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<2x4xf32>
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
  return %m#0, %m#1 : tensor<2xf32>, tensor<2xi64>
}

// Terms in order, two axes, one result: digits of a number. A combiner may use scalars
// from outside.
func.func @ordered(%x: tensor<2x3xi32> {dl.test_input = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>})
    -> (tensor<i32> {dl.test_expected = dense<123456> : tensor<i32>},
        tensor<i32> {dl.test_expected = dense<142536> : tensor<i32>}) {
  %rows = te.compute "rows" axes() reduce(k = 2, l = 3) combine(custom [0 : i32]) : tensor<i32> {
  ^bb0(%k: index, %l: index):
    %v = te.read %x[%k, %l] : tensor<2x3xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    %ten = arith.constant 10 : i32
    %p = arith.muli %a, %ten : i32
    %s = arith.addi %p, %b : i32
    te.yield %s : i32
  }
  %ten = arith.constant 10 : i32
  %columns = te.compute "columns" axes() reduce(l = 3, k = 2) combine(custom [0 : i32]) : tensor<i32> {
  ^bb0(%l: index, %k: index):
    %v = te.read %x[%k, %l] : tensor<2x3xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    %p = arith.muli %a, %ten : i32
    %s = arith.addi %p, %b : i32
    te.yield %s : i32
  }
  return %rows, %columns : tensor<i32>, tensor<i32>
}

// A join that swaps what it accumulates: Fibonacci numbers.
func.func @swapping() -> (tensor<i64> {dl.test_expected = dense<55> : tensor<i64>}, tensor<i64> {dl.test_expected = dense<89> : tensor<i64>}) {
  %f:2 = te.compute "fibonacci" axes() reduce(k = 10) combine(custom [0, 1]) : tensor<i64>, tensor<i64> {
  ^bb0(%k: index):
    %n = arith.index_cast %k : index to i64
    te.yield %n, %n : i64, i64
  } join {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64):
    %s = arith.addi %a, %b : i64
    te.yield %b, %s : i64, i64
  }
  return %f#0, %f#1 : tensor<i64>, tensor<i64>
}

// The largest value and the sum of the exponentials below it, both in one pass.
func.func @online_softmax(%x: tensor<3xf64> {dl.test_input = dense<[0.0, 1.0, 0.0]> : tensor<3xf64>})
    -> (tensor<f64> {dl.test_expected = dense<1.0> : tensor<f64>}, tensor<f64> {dl.test_expected = dense<1.7357588823428847> : tensor<f64>}) {
  %s:2 = te.compute "softmax" axes() reduce(k = 3) combine(custom [-1.0e300 : f64, 0.0 : f64] commutative) : tensor<f64>, tensor<f64> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xf64>
    %one = arith.constant 1.0 : f64
    te.yield %v, %one : f64, f64
  } join {
  ^bb0(%m: f64, %s: f64, %n: f64, %t: f64):
    %max = arith.maximumf %m, %n : f64
    %dm = arith.subf %m, %max : f64
    %dn = arith.subf %n, %max : f64
    %em = math.exp %dm : f64
    %en = math.exp %dn : f64
    %sm = arith.mulf %s, %em : f64
    %sn = arith.mulf %t, %en : f64
    %sum = arith.addf %sm, %sn : f64
    te.yield %max, %sum : f64, f64
  }
  return %s#0, %s#1 : tensor<f64>, tensor<f64>
}
