// RUN: dl-opt %s --dl-verify-bufferized --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-1: {{^module}}
// PRINTED-NOT: {{^module}}

// Buffers, vectors and scalars, and the description of the model.
module attributes {dl.model = {}} {
  func.func private @good(%x: memref<4xf32>) -> vector<4xf32> {
    %zero = arith.constant 0 : index
    %v = vector.load %x[%zero] : memref<4xf32>, vector<4xf32>
    return %v : vector<4xf32>
  }
}

// -----

// expected-error @below {{'builtin.module' op (B1) must have 'dl.model' at the bufferized level; run dl-describe-model}}
module {}

// -----

module attributes {dl.model = {}} {
  func.func private @operand(%x: tensor<4xf32>) {
    %zero = arith.constant 0 : index
    // expected-error @below {{'tensor.extract' op (B2) must not be at the bufferized level, where values are in buffers, but it has a 'tensor<4xf32>'; run dl-cpu-memory-pipeline}}
    %e = tensor.extract %x[%zero] : tensor<4xf32>
    return
  }
}

// -----

module attributes {dl.model = {}} {
  func.func private @result() {
    // expected-error @below {{'tensor.empty' op (B2) must not be at the bufferized level, where values are in buffers, but it has a 'tensor<8xf32>'}}
    %e = tensor.empty() : tensor<8xf32>
    return
  }
}
