// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @below {{expected the attribute schedule.prepack of argument 0 to name a kernel, got @missing}}
func.func private @f(%w: tensor<8xf32> {schedule.prepack = @missing}, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %w[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %c : tensor<8xf32>
}
func.func @main(%w: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = call @f(%w, %e) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Constants are packed when the program is compiled.
// expected-error @below {{cannot pack a constant of type 'tensor<8xi7>'}}
func.func private @pack(%w: tensor<8xi7>, %o: tensor<8xi7> {te.destination}) -> tensor<8xi7> attributes {te.kernel} {
  %p = te.compute "pack" axes(i = 8) : tensor<8xi7> {
  ^bb0(%i: index):
    %v = te.read %w[%i] : tensor<8xi7>
    te.yield %v : i7
  }
  return %p : tensor<8xi7>
}
func.func private @f(%w: tensor<8xi7> {schedule.prepack = @pack}, %o: tensor<8xi7> {te.destination}) -> tensor<8xi7> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 8) : tensor<8xi7> {
  ^bb0(%i: index):
    %v = te.read %w[%i] : tensor<8xi7>
    te.yield %v : i7
  }
  return %c : tensor<8xi7>
}
func.func @main() -> tensor<8xi7> {
  %w = arith.constant dense<1> : tensor<8xi7>
  %e = tensor.empty() : tensor<8xi7>
  %r = call @f(%w, %e) : (tensor<8xi7>, tensor<8xi7>) -> tensor<8xi7>
  return %r : tensor<8xi7>
}

// -----

// So what packs them has to be known then.
func.func private @call(%w: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{'te.extern' op expected stages that can be evaluated: what a C function does is not known}}
  %p = te.extern "pack" @my_pack(%w) : (tensor<8xf32>) -> tensor<8xf32>
  return %p : tensor<8xf32>
}
func.func private @f(%w: tensor<8xf32> {schedule.prepack = @call}, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %w[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %c : tensor<8xf32>
}
func.func @main() -> tensor<8xf32> {
  %w = arith.constant dense<1.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %r = call @f(%w, %e) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
