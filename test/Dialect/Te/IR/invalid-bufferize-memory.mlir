// RUN: dl-opt %s --one-shot-bufferize=must-infer-memory-space --split-input-file --verify-diagnostics

// Where upstream finds no buffer for an operand, it says so and bufferization ends.

// expected-error @below {{could not infer memory space}}
func.func @checked(%i: tensor<4xi64>, %n: index) {
  // expected-error @below {{failed to bufferize op}}
  te.check_indices %i within(%n) : tensor<4xi64>
  return
}

// -----

// expected-error @below {{could not infer memory space}}
func.func @called(%x: tensor<4xf32>, %o: memref<4xf32>) {
  %to = bufferization.to_tensor %o restrict writable : memref<4xf32> to tensor<4xf32>
  // expected-error @below {{failed to bufferize op}}
  %y = te.extern "y" @my_scale(%x) into(%to : tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %y in restrict writable %o : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// expected-error @below {{could not infer memory space}}
func.func @step(%x: tensor<4x3xf32>, %t: index) -> f32 {
  // expected-error @below {{failed to bufferize op}}
  %v = te.step %x[%t] : tensor<4x3xf32> to tensor<3xf32>
  %e = tensor.extract %v[%t] : tensor<3xf32>
  return %e : f32
}

// -----

// expected-error @below {{could not infer memory space}}
func.func @inserted(%v: tensor<3xf32>, %x: memref<4x3xf32>, %t: index) {
  %to = bufferization.to_tensor %x restrict writable : memref<4x3xf32> to tensor<4x3xf32>
  // expected-error @below {{failed to bufferize op}}
  %put = te.insert_step %v into %to[%t] : tensor<3xf32> into tensor<4x3xf32>
  bufferization.materialize_in_destination %put in restrict writable %x : (tensor<4x3xf32>, memref<4x3xf32>) -> ()
  return
}
