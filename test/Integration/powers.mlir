// Powers of integers and by integers, and the functions that are calls of libm, compiled.
// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference | FileCheck %s
// RUN: dl-run %s --compare=reference --vectorize=false -O0 | FileCheck %s
// CHECK: output 'long': largest error 0.00e+00
// CHECK: output 'byte': largest error 0.00e+00
// CHECK: output 'short_exponent': largest error {{[0-9.e+-]+}} of the largest value {{[0-9.e+-]+}}{{$}}
// CHECK: output 'long_exponent': largest error {{[0-9.e+-]+}} of the largest value {{[0-9.e+-]+}}{{$}}
// CHECK: output 'atanh': largest error {{[0-9.e+-]+}} of the largest value {{[0-9.e+-]+}}{{$}}
// CHECK: output 'wide_atanh': largest error {{[0-9.e+-]+}} of the largest value {{[0-9.e+-]+}}{{$}}

func.func private @powers(%x: tensor<40xf32>, %long: tensor<40xi64> {te.destination},
    %byte: tensor<40xi8> {te.destination}, %a: tensor<40xf32> {te.destination},
    %b: tensor<40xf32> {te.destination}, %c: tensor<40xf32> {te.destination},
    %d: tensor<40xf64> {te.destination})
    -> (tensor<40xi64>, tensor<40xi8>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf64>)
    attributes {te.kernel} {
  %0 = te.compute "long" axes(i = 40) : tensor<40xi64> {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i64
    %three = arith.constant 3 : i64
    %base = arith.subi %n, %three : i64
    %v = math.ipowi %base, %n : i64
    te.yield %v : i64
  }
  %1 = te.compute "byte" axes(i = 40) : tensor<40xi8> {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i8
    %v = math.ipowi %n, %n : i8
    te.yield %v : i8
  }
  %2 = te.compute "short" axes(i = 40) : tensor<40xf32> {
  ^bb0(%i: index):
    %e = te.read %x[%i] : tensor<40xf32>
    %n = arith.constant -3 : i32
    %v = math.fpowi %e, %n : f32, i32
    te.yield %v : f32
  }
  %3 = te.compute "wide" axes(i = 40) : tensor<40xf32> {
  ^bb0(%i: index):
    %e = te.read %x[%i] : tensor<40xf32>
    %n = arith.index_cast %i : index to i64
    %v = math.fpowi %e, %n : f32, i64
    te.yield %v : f32
  }
  %4 = te.compute "atanh" axes(i = 40) : tensor<40xf32> {
  ^bb0(%i: index):
    %e = te.read %x[%i] : tensor<40xf32>
    %s = math.sin %e : f32
    %v = math.atanh %s : f32
    te.yield %v : f32
  }
  %5 = te.compute "atanh64" axes(i = 40) : tensor<40xf64> {
  ^bb0(%i: index):
    %e = te.read %x[%i] : tensor<40xf32>
    %w = arith.extf %e : f32 to f64
    %s = math.sin %w : f64
    %v = math.atanh %s : f64
    te.yield %v : f64
  }
  return %0, %1, %2, %3, %4, %5 : tensor<40xi64>, tensor<40xi8>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf64>
}

func.func @main(%x: tensor<40xf32> {dl.name = "x"}, %long: tensor<40xi64> {te.destination, dl.name = "long"},
    %byte: tensor<40xi8> {te.destination, dl.name = "byte"},
    %a: tensor<40xf32> {te.destination, dl.name = "short_exponent"},
    %b: tensor<40xf32> {te.destination, dl.name = "long_exponent"},
    %c: tensor<40xf32> {te.destination, dl.name = "atanh"},
    %d: tensor<40xf64> {te.destination, dl.name = "wide_atanh"})
    -> (tensor<40xi64>, tensor<40xi8>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf64>) {
  %0:6 = call @powers(%x, %long, %byte, %a, %b, %c, %d)
      : (tensor<40xf32>, tensor<40xi64>, tensor<40xi8>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf64>)
      -> (tensor<40xi64>, tensor<40xi8>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<40xi64>, tensor<40xi8>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf64>
}
