// RUN: dl-opt %s --test-interpret

// Stages with an order of their own.

// Without a combiner the last update stands; negative numbers add and multiply too.
func.func @scatter(%x: tensor<4xi32> {dl.test_input = dense<[1, 2, 3, 4]> : tensor<4xi32>},
                   %p: tensor<3xi64> {dl.test_input = dense<[2, 0, 2]> : tensor<3xi64>},
                   %u: tensor<3xi32> {dl.test_input = dense<[10, -20, 30]> : tensor<3xi32>})
    -> (tensor<4xi32> {dl.test_expected = dense<[-20, 2, 30, 4]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[-19, 2, 43, 4]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[-20, 2, 900, 4]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[1, 2, 30, 4]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[-20, 2, 3, 4]> : tensor<4xi32>}) {
  %last = te.scatter "last" into %x axes(n = 3) : tensor<4xi32> {
  ^bb0(%n: index):
    %i = te.read %p[%n] : tensor<3xi64>
    %place = arith.index_cast %i : i64 to index
    %v = te.read %u[%n] : tensor<3xi32>
    te.yield %v, %place : i32, index
  }
  %sum = te.scatter "sum" into %x axes(n = 3) combine(add) : tensor<4xi32> {
  ^bb0(%n: index):
    %i = te.read %p[%n] : tensor<3xi64>
    %place = arith.index_cast %i : i64 to index
    %v = te.read %u[%n] : tensor<3xi32>
    te.yield %v, %place : i32, index
  }
  %product = te.scatter "product" into %x axes(n = 3) combine(mul) : tensor<4xi32> {
  ^bb0(%n: index):
    %i = te.read %p[%n] : tensor<3xi64>
    %place = arith.index_cast %i : i64 to index
    %v = te.read %u[%n] : tensor<3xi32>
    te.yield %v, %place : i32, index
  }
  %most = te.scatter "most" into %x axes(n = 3) combine(max) : tensor<4xi32> {
  ^bb0(%n: index):
    %i = te.read %p[%n] : tensor<3xi64>
    %place = arith.index_cast %i : i64 to index
    %v = te.read %u[%n] : tensor<3xi32>
    te.yield %v, %place : i32, index
  }
  %least = te.scatter "least" into %x axes(n = 3) combine(min) : tensor<4xi32> {
  ^bb0(%n: index):
    %i = te.read %p[%n] : tensor<3xi64>
    %place = arith.index_cast %i : i64 to index
    %v = te.read %u[%n] : tensor<3xi32>
    te.yield %v, %place : i32, index
  }
  return %last, %sum, %product, %most, %least : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// The time in the middle of what is stacked, forwards and backwards, and the last state.
func.func @scan(%x: tensor<2x3x2xi32> {dl.test_input = dense<[[[1, 2], [3, 4], [5, 6]], [[10, 20], [30, 40], [50, 60]]]> : tensor<2x3x2xi32>})
    -> (tensor<2x2xi32> {dl.test_expected = dense<[[9, 12], [90, 120]]> : tensor<2x2xi32>},
        tensor<2x3x2xi32> {dl.test_expected = dense<[[[1, 2], [4, 6], [9, 12]], [[10, 20], [40, 60], [90, 120]]]> : tensor<2x3x2xi32>},
        tensor<2x3x2xi32> {dl.test_expected = dense<[[[9, 12], [8, 10], [5, 6]], [[90, 120], [80, 100], [50, 60]]]> : tensor<2x3x2xi32>}) {
  %start = te.compute "start" axes(i = 2, j = 2) : tensor<2x2xi32> {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0 : i32
    te.yield %zero : i32
  }
  %f:2 = te.scan "forwards" time(t = 3) init(%start) stack(1) : tensor<2x2xi32>, tensor<2x3x2xi32> {
  ^bb0(%t: index, %s: tensor<2x2xi32>):
    %next = te.compute "add" axes(i = 2, j = 2) : tensor<2x2xi32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, %j] : tensor<2x2xi32>
      %b = te.read %x[%i, %t, %j] : tensor<2x3x2xi32>
      %r = arith.addi %a, %b : i32
      te.yield %r : i32
    }
    te.yield %next, %next : tensor<2x2xi32>, tensor<2x2xi32>
  }
  %b:2 = te.scan "backwards" time(t = 3) reverse init(%start) stack(1) : tensor<2x2xi32>, tensor<2x3x2xi32> {
  ^bb0(%t: index, %s: tensor<2x2xi32>):
    %next = te.compute "add" axes(i = 2, j = 2) : tensor<2x2xi32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, %j] : tensor<2x2xi32>
      %b = te.read %x[%i, %t, %j] : tensor<2x3x2xi32>
      %r = arith.addi %a, %b : i32
      te.yield %r : i32
    }
    te.yield %next, %next : tensor<2x2xi32>, tensor<2x2xi32>
  }
  return %f#0, %f#1, %b#1 : tensor<2x2xi32>, tensor<2x3x2xi32>, tensor<2x3x2xi32>
}

// No step: the state stays, nothing is stacked.
func.func @no_steps(%x: tensor<2xi32> {dl.test_input = dense<[3, 4]> : tensor<2xi32>})
    -> (tensor<2xi32> {dl.test_expected = dense<[3, 4]> : tensor<2xi32>},
        tensor<0x2xi32> {dl.test_expected = dense<> : tensor<0x2xi32>}) {
  %s:2 = te.scan "none" time(t = 0) init(%x) stack(0) : tensor<2xi32>, tensor<0x2xi32> {
  ^bb0(%t: index, %s: tensor<2xi32>):
    %next = te.compute "next" axes(i = 2) : tensor<2xi32> {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<2xi32>
      %b = arith.addi %a, %a : i32
      te.yield %b : i32
    }
    te.yield %next, %next : tensor<2xi32>, tensor<2xi32>
  }
  return %s#0, %s#1 : tensor<2xi32>, tensor<0x2xi32>
}
