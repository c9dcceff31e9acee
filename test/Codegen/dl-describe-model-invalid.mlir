// RUN: dl-opt %s --dl-describe-model --split-input-file --verify-diagnostics
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
