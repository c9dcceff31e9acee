// RUN: dl-opt %s --dl-describe-model --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}
// RUN: not dl-opt %s --dl-describe-model --split-input-file -o /dev/null 2>/dev/null

// expected-error @+1 {{expected a function @main that takes weights and arena first; run dl-externalize-constants and dl-plan-memory before}}
module {
  func.func @main(%x: memref<4xf32>, %arena: memref<64xi8> {dl.arena}) {
    return
  }
}

// -----

// expected-error @+1 {{expected input 'input0' of @main to be a buffer of whole bytes, its shape static or named by dl.dims, got 'memref<4xi1>'; fix its sizes, and use i8 for flags}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<4xi1>) {
  return
}

// -----

// expected-error @+1 {{expected output 'y' of @main to be a buffer of whole bytes, its shape static or named by dl.dims, got 'memref<?xf32>'; fix its sizes, and use i8 for flags}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena},
                %y: memref<?xf32> {dl.name = "y", te.destination}) {
  return
}

// -----

// expected-error @+1 {{expected input 'input0' of @main to be a buffer of whole bytes, its shape static or named by dl.dims, got 'index'; fix its sizes, and use i8 for flags}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: index) {
  return
}

// -----

// expected-error @+1 {{expected input 'input0' of @main to be a buffer of whole bytes, its shape static or named by dl.dims, got 'memref<?xindex>'; fix its sizes, and use i8 for flags}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<?xindex> {dl.dims = ["n"]}) {
  return
}

// -----

// expected-error @+1 {{expected input 'input0' of @main to be a buffer of whole bytes, its shape static or named by dl.dims, got 'memref<4xf32, strided<[2]>>'; fix its sizes, and use i8 for flags}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<4xf32, strided<[2]>>) {
  return
}

// -----

// expected-error @+1 {{expected a function @main that takes weights and arena first; run dl-externalize-constants and dl-plan-memory before}}
module {
}

// -----

// expected-error @+1 {{expected a function @main that takes weights and arena first; run dl-externalize-constants and dl-plan-memory before}}
module {
  func.func @main() {
    return
  }
}

// -----

// expected-error @+1 {{expected a function @main that takes weights and arena first; run dl-externalize-constants and dl-plan-memory before}}
module {
  func.func @main(%w: memref<64xi8> {dl.weights}) {
    return
  }
}

// -----

// expected-error @+1 {{expected a function @main that takes weights and arena first; run dl-externalize-constants and dl-plan-memory before}}
module {
  func.func @main(%w: memref<64xi8> {dl.weights}, %x: memref<4xf32>) {
    return
  }
}

// -----

// expected-error @+1 {{expected the count of 'NonZero_1' in @main to be a buffer of one i64, got 'memref<2xi64>'}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena},
                %y: memref<4xf32> {dl.counts = array<i64: 0>, te.destination},
                %n: memref<2xi64> {dl.count = "NonZero_1", te.destination}) {
  return
}

// -----

// expected-error @+1 {{expected at most 63 dims of results that are known only at run time, got 64 that the data decide and 0 that sizes decide; leave out some outputs, or fix what decides them}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena},
                %c0: memref<i64> {dl.count = "n", te.destination},
                %c1: memref<i64> {dl.count = "n", te.destination},
                %c2: memref<i64> {dl.count = "n", te.destination},
                %c3: memref<i64> {dl.count = "n", te.destination},
                %c4: memref<i64> {dl.count = "n", te.destination},
                %c5: memref<i64> {dl.count = "n", te.destination},
                %c6: memref<i64> {dl.count = "n", te.destination},
                %c7: memref<i64> {dl.count = "n", te.destination},
                %c8: memref<i64> {dl.count = "n", te.destination},
                %c9: memref<i64> {dl.count = "n", te.destination},
                %c10: memref<i64> {dl.count = "n", te.destination},
                %c11: memref<i64> {dl.count = "n", te.destination},
                %c12: memref<i64> {dl.count = "n", te.destination},
                %c13: memref<i64> {dl.count = "n", te.destination},
                %c14: memref<i64> {dl.count = "n", te.destination},
                %c15: memref<i64> {dl.count = "n", te.destination},
                %c16: memref<i64> {dl.count = "n", te.destination},
                %c17: memref<i64> {dl.count = "n", te.destination},
                %c18: memref<i64> {dl.count = "n", te.destination},
                %c19: memref<i64> {dl.count = "n", te.destination},
                %c20: memref<i64> {dl.count = "n", te.destination},
                %c21: memref<i64> {dl.count = "n", te.destination},
                %c22: memref<i64> {dl.count = "n", te.destination},
                %c23: memref<i64> {dl.count = "n", te.destination},
                %c24: memref<i64> {dl.count = "n", te.destination},
                %c25: memref<i64> {dl.count = "n", te.destination},
                %c26: memref<i64> {dl.count = "n", te.destination},
                %c27: memref<i64> {dl.count = "n", te.destination},
                %c28: memref<i64> {dl.count = "n", te.destination},
                %c29: memref<i64> {dl.count = "n", te.destination},
                %c30: memref<i64> {dl.count = "n", te.destination},
                %c31: memref<i64> {dl.count = "n", te.destination},
                %c32: memref<i64> {dl.count = "n", te.destination},
                %c33: memref<i64> {dl.count = "n", te.destination},
                %c34: memref<i64> {dl.count = "n", te.destination},
                %c35: memref<i64> {dl.count = "n", te.destination},
                %c36: memref<i64> {dl.count = "n", te.destination},
                %c37: memref<i64> {dl.count = "n", te.destination},
                %c38: memref<i64> {dl.count = "n", te.destination},
                %c39: memref<i64> {dl.count = "n", te.destination},
                %c40: memref<i64> {dl.count = "n", te.destination},
                %c41: memref<i64> {dl.count = "n", te.destination},
                %c42: memref<i64> {dl.count = "n", te.destination},
                %c43: memref<i64> {dl.count = "n", te.destination},
                %c44: memref<i64> {dl.count = "n", te.destination},
                %c45: memref<i64> {dl.count = "n", te.destination},
                %c46: memref<i64> {dl.count = "n", te.destination},
                %c47: memref<i64> {dl.count = "n", te.destination},
                %c48: memref<i64> {dl.count = "n", te.destination},
                %c49: memref<i64> {dl.count = "n", te.destination},
                %c50: memref<i64> {dl.count = "n", te.destination},
                %c51: memref<i64> {dl.count = "n", te.destination},
                %c52: memref<i64> {dl.count = "n", te.destination},
                %c53: memref<i64> {dl.count = "n", te.destination},
                %c54: memref<i64> {dl.count = "n", te.destination},
                %c55: memref<i64> {dl.count = "n", te.destination},
                %c56: memref<i64> {dl.count = "n", te.destination},
                %c57: memref<i64> {dl.count = "n", te.destination},
                %c58: memref<i64> {dl.count = "n", te.destination},
                %c59: memref<i64> {dl.count = "n", te.destination},
                %c60: memref<i64> {dl.count = "n", te.destination},
                %c61: memref<i64> {dl.count = "n", te.destination},
                %c62: memref<i64> {dl.count = "n", te.destination},
                %c63: memref<i64> {dl.count = "n", te.destination}) {
  return
}

// -----

// expected-error @+1 {{expected argument 3 of @main, which is a size, to have one size that dl.dims names, and to be above or below a number or such a size, got 'memref<?x0xi8>' and {above = "m", element = 0 : i64, input = 0 : i64}}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<1xi64>,
                %n: memref<?x0xi8> {dl.dims = ["n", 0], dl.size_value = {input = 0, element = 0, above = "m"}}) {
  return
}

// -----

// A size without a name, with two dims or with none that is open.
// expected-error @+1 {{expected argument 3 of @main, which is a size, to have one size that dl.dims names, and to be above or below a number or such a size, got 'memref<?x0xi8>' and {element = 0 : i64, input = 0 : i64}}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<1xi64>,
                %n: memref<?x0xi8> {dl.size_value = {input = 0, element = 0}}) {
  return
}

// -----

// expected-error @+1 {{expected argument 3 of @main, which is a size, to have one size that dl.dims names, and to be above or below a number or such a size, got 'memref<?xi8>'}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<1xi64>,
                %n: memref<?xi8> {dl.dims = ["n"], dl.size_value = {input = 0, element = 0}}) {
  return
}

// -----

// expected-error @+1 {{expected argument 3 of @main, which is a size, to have one size that dl.dims names, and to be above or below a number or such a size, got 'memref<?x0x0xi8>'}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<1xi64>,
                %n: memref<?x0x0xi8> {dl.dims = ["n", 0, 0], dl.size_value = {input = 0, element = 0}}) {
  return
}

// -----

// expected-error @+1 {{expected argument 3 of @main, which is a size, to have one size that dl.dims names, and to be above or below a number or such a size, got 'memref<4x0xi8>'}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<1xi64>,
                %n: memref<4x0xi8> {dl.dims = [4, 0], dl.size_value = {input = 0, element = 0}}) {
  return
}

// -----

// expected-error @+1 {{expected the count of 'NonZero_1' in @main to be a buffer of one i64, got 'memref<i32>'}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena},
                %y: memref<4xf32> {dl.counts = array<i64: 0>, te.destination},
                %n: memref<i32> {dl.count = "NonZero_1", te.destination}) {
  return
}

// -----

// expected-error @+1 {{expected the count of 'NonZero_1' in @main to be a buffer of one i64, got 'memref<*xi64>'}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena},
                %y: memref<4xf32> {dl.counts = array<i64: 0>, te.destination},
                %n: memref<*xi64> {dl.count = "NonZero_1", te.destination}) {
  return
}
