// RUN: dl-opt %s --test-interpret

// Reductions of values that compare with nothing or leave their type on the way, loops and tensors
// of no elements.

// NaN wins, wherever it stands.
func.func @nan(%x: tensor<4x3xf32> {dl.test_input = dense<[[1.0, 0x7FC00000, 3.0], [0x7FC00000, 5.0, 4.0], [-2.0, -3.0, 0x7FC00000], [2.0, 7.0, 3.0]]> : tensor<4x3xf32>},
               %y: tensor<2x2xf64> {dl.test_input = dense<[[0x7FF8000000000000, 1.0], [-1.0, 2.0]]> : tensor<2x2xf64>})
    -> (tensor<4xf32> {dl.test_expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 7.0]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 2.0]> : tensor<4xf32>},
        tensor<2xf64> {dl.test_expected = dense<[0x7FF8000000000000, 2.0]> : tensor<2xf64>},
        tensor<2xf64> {dl.test_expected = dense<[0x7FF8000000000000, -1.0]> : tensor<2xf64>}) {
  %0 = te.compute "max" axes(i = 4) reduce(k = 3) combine(max) : tensor<4xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<4x3xf32>
    te.yield %v : f32
  }
  %1 = te.compute "min" axes(i = 4) reduce(k = 3) combine(min) : tensor<4xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<4x3xf32>
    te.yield %v : f32
  }
  %2 = te.compute "max64" axes(i = 2) reduce(k = 2) combine(max) : tensor<2xf64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %y[%i, %k] : tensor<2x2xf64>
    te.yield %v : f64
  }
  %3 = te.compute "min64" axes(i = 2) reduce(k = 2) combine(min) : tensor<2xf64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %y[%i, %k] : tensor<2x2xf64>
    te.yield %v : f64
  }
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<2xf64>, tensor<2xf64>
}

// Products of halves are rounded once, those of integers wrap, and the extremes of negative
// integers are signed.
func.func @products(%x: tensor<3xf16> {dl.test_input = dense<[60000.0, 2.0, 0.25]> : tensor<3xf16>},
                    %y: tensor<3xi8> {dl.test_input = dense<[-100, -3, 2]> : tensor<3xi8>})
    -> (tensor<f16> {dl.test_expected = dense<30000.0> : tensor<f16>},
        tensor<i8> {dl.test_expected = dense<88> : tensor<i8>},
        tensor<i8> {dl.test_expected = dense<2> : tensor<i8>},
        tensor<i8> {dl.test_expected = dense<-100> : tensor<i8>}) {
  %0 = te.compute "p" axes() reduce(k = 3) combine(mul) : tensor<f16> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xf16>
    te.yield %v : f16
  }
  %1 = te.compute "q" axes() reduce(k = 3) combine(mul) : tensor<i8> {
  ^bb0(%k: index):
    %v = te.read %y[%k] : tensor<3xi8>
    te.yield %v : i8
  }
  %2 = te.compute "max" axes() reduce(k = 3) combine(max) : tensor<i8> {
  ^bb0(%k: index):
    %v = te.read %y[%k] : tensor<3xi8>
    te.yield %v : i8
  }
  %3 = te.compute "min" axes() reduce(k = 3) combine(min) : tensor<i8> {
  ^bb0(%k: index):
    %v = te.read %y[%k] : tensor<3xi8>
    te.yield %v : i8
  }
  return %0, %1, %2, %3 : tensor<f16>, tensor<i8>, tensor<i8>, tensor<i8>
}

// The last quotients of eight bits that there are.
func.func @quotients(%x: tensor<3xi8> {dl.test_input = dense<[-127, -128, 127]> : tensor<3xi8>})
    -> (tensor<3xi8> {dl.test_expected = dense<[127, -128, -127]> : tensor<3xi8>},
        tensor<3xi8> {dl.test_expected = dense<[0, 0, 0]> : tensor<3xi8>}) {
  %0:2 = te.compute "q" axes(i = 3) : tensor<3xi8>, tensor<3xi8> {
  ^bb0(%i: index):
    %one = arith.constant 1 : i8
    %minus = arith.constant -1 : i8
    %c1 = arith.constant 1 : index
    %v = te.read %x[%i] : tensor<3xi8>
    %is = arith.cmpi eq, %i, %c1 : index
    %d = arith.select %is, %one, %minus : i8
    %q = arith.divsi %v, %d : i8
    %r = arith.remsi %v, %d : i8
    te.yield %q, %r : i8, i8
  }
  return %0#0, %0#1 : tensor<3xi8>, tensor<3xi8>
}

// A branch without an else, not taken; a loop that is over before it begins.
func.func @nothing(%x: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[1.0, 2.0]> : tensor<2xf32>}) {
  %no = arith.constant false
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.if %no {
    // Would be refused.
    scf.for %i = %c0 to %c2 step %c0 {
    }
  }
  %0 = scf.for %i = %c2 to %c0 step %c2 iter_args(%y = %x) -> (tensor<2xf32>) {
    %e = tensor.empty() : tensor<2xf32>
    scf.yield %e : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// A tensor without elements tells sizes, those that are given too.
func.func @sizes(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>})
    -> (index {dl.test_expected = dense<5> : tensor<i64>}, index {dl.test_expected = dense<3> : tensor<i64>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<3x?x0xf32>
  %0 = tensor.dim %e, %c1 : tensor<3x?x0xf32>
  %1 = tensor.dim %e, %c0 : tensor<3x?x0xf32>
  return %0, %1 : index, index
}

// Stacked slices without elements: nothing is copied.
func.func @empty_slices(%h: tensor<?xf32> {dl.test_input = dense<> : tensor<0xf32>})
    -> (tensor<3x?xf32> {dl.test_expected = dense<> : tensor<3x0xf32>}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %h, %c0 : tensor<?xf32>
  %0:2 = te.scan "s" time(t = 3) init(%h) stack(0) : tensor<?xf32>, tensor<3x?xf32> {
  ^bb0(%t: index, %s: tensor<?xf32>):
    %next = te.compute "next" axes(i = %n) : tensor<?xf32> {
    ^bb0(%i: index):
      %v = te.read %s[%i] : tensor<?xf32>
      te.yield %v : f32
    }
    te.yield %next, %next : tensor<?xf32>, tensor<?xf32>
  }
  return %0#1 : tensor<3x?xf32>
}

// A destination of unknown size has a place for each step of the loop that writes it.
func.func @collected(%x: tensor<?x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<?x2xf32> {dl.test_expected = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %e) -> (tensor<?x2xf32>) {
    %v = te.step %x[%i] : tensor<?x2xf32> to tensor<2xf32>
    %w = te.insert_step %v into %y[%i] : tensor<2xf32> into tensor<?x2xf32>
    scf.yield %w : tensor<?x2xf32>
  }
  return %0 : tensor<?x2xf32>
}

// Powers of whole exponents, of both widths and signs.
func.func @powers(%x: tensor<3xf32> {dl.test_input = dense<[2.0, -3.0, 0.5]> : tensor<3xf32>},
                  %y: tensor<3xf64> {dl.test_input = dense<[2.0, -3.0, 0.5]> : tensor<3xf64>},
                  %n: tensor<3xi32> {dl.test_input = dense<[10, 3, -4]> : tensor<3xi32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[1024.0, -27.0, 16.0]> : tensor<3xf32>},
        tensor<3xf64> {dl.test_expected = dense<[1024.0, -27.0, 16.0]> : tensor<3xf64>}) {
  %0:2 = te.compute "p" axes(i = 3) : tensor<3xf32>, tensor<3xf64> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<3xf32>
    %b = te.read %y[%i] : tensor<3xf64>
    %e = te.read %n[%i] : tensor<3xi32>
    %p = math.fpowi %a, %e : f32, i32
    %q = math.fpowi %b, %e : f64, i32
    te.yield %p, %q : f32, f64
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf64>
}

// Views of tensors without elements; a step into a destination that has more rows than the loop has iterations.
func.func @views(%x: tensor<?xf32> {dl.test_input = dense<> : tensor<0xf32>},
                 %y: tensor<3x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<?x2xf32> {dl.test_expected = dense<> : tensor<0x2xf32>},
        tensor<0xf32> {dl.test_expected = dense<> : tensor<0xf32>},
        tensor<3x2xf32> {dl.test_expected = dense<[[1.0, 2.0], [3.0, 4.0], [0.0, 0.0]]> : tensor<3x2xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%c0, 2] : tensor<?xf32> into tensor<?x2xf32>
  %1 = tensor.cast %x : tensor<?xf32> to tensor<0xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%z = %e) -> (tensor<3x2xf32>) {
    %v = te.step %y[%i] : tensor<3x2xf32> to tensor<2xf32>
    %w = te.insert_step %v into %z[%i] : tensor<2xf32> into tensor<3x2xf32>
    scf.yield %w : tensor<3x2xf32>
  }
  return %0, %1, %2 : tensor<?x2xf32>, tensor<0xf32>, tensor<3x2xf32>
}

// Bools and unsigned numbers are kept as bytes, which is not what is read and told; scalars are tensors of no dims.
func.func @stored(%x: tensor<3xi8> {te.element_type = ui8, dl.test_input = dense<[200, 100, 0]> : tensor<3xui8>},
                  %n: index {dl.test_input = dense<2> : tensor<i64>})
    -> (tensor<3xi8> {te.element_type = i1, dl.test_expected = dense<[true, false, false]> : tensor<3xi1>},
        tensor<3xi8> {te.element_type = ui8, dl.test_expected = dense<[144, 200, 0]> : tensor<3xui8>},
        index {dl.test_expected = dense<4> : tensor<i64>}) {
  %zero = arith.constant 0 : i8
  %m = arith.addi %n, %n : index
  %0:2 = te.compute "y" axes(i = 3) : tensor<3xi8>, tensor<3xi8> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xi8>
    %same = arith.bitcast %v : i8 to i8
    %d = arith.addi %v, %same : i8
    %negative = arith.cmpi slt, %v, %zero : i8
    %b = arith.extui %negative : i1 to i8
    te.yield %b, %d : i8, i8
  }
  return %0#0, %0#1, %m : tensor<3xi8>, tensor<3xi8>, index
}
