// RUN: dl-opt %s --one-shot-bufferize --verify-diagnostics

// (E5)
func.func @no_destination(%x: memref<4xf32>) {
  %t = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  // expected-error @below {{failed to bufferize op}}
  // expected-error @below {{'te.extern' op (E5) requires destinations to become a call on buffers; run schedule-apply}}
  %y = te.extern "y" @scale(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
