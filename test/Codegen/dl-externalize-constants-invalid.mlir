// RUN: dl-opt %s --dl-externalize-constants --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}
// RUN: not dl-opt %s --dl-externalize-constants --split-input-file -o /dev/null 2>/dev/null

// expected-error @+1 {{expected a function @main with a body; its constants become the weights of the compiled model}}
module {
  func.func private @main()
}

// -----

func.func @main() -> tensor<4xi1> {
  // expected-error @+1 {{expected a dense constant with elements of whole bytes, got 'tensor<4xi1>'; convert it to i8 or a wider type before compiling}}
  %a = arith.constant dense<true> : tensor<4xi1>
  return %a : tensor<4xi1>
}

// -----

func.func @main() -> tensor<4xf32> {
  // expected-error @+1 {{expected a dense constant with elements of whole bytes, got 'tensor<4xf32>'; convert it to i8 or a wider type before compiling}}
  %a = arith.constant sparse<0, 1.0> : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @main() -> tensor<1099511627776x1048576xf32> {
  // expected-error @below {{expected constants of at most 1099511627776 bytes together, got one of 4611686018427387904 of type 'tensor<1099511627776x1048576xf32>'; compute it where it is used, or give it as an input}}
  %0 = arith.constant dense<0.0> : tensor<1099511627776x1048576xf32>
  return %0 : tensor<1099511627776x1048576xf32>
}
