// RUN: dl-opt %s --dl-assign-memory-spaces | FileCheck %s

// CHECK-LABEL: func.func @scopes(
// CHECK: bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<8xf32>
// CHECK: tensor.empty() {schedule.scope = "local"} : tensor<8xf32>
// CHECK: tensor.empty() : tensor<8xf32>
func.func @scopes() -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %s = tensor.empty() {schedule.scope = "shared"} : tensor<8xf32>
  %l = tensor.empty() {schedule.scope = "local"} : tensor<8xf32>
  %g = tensor.empty() : tensor<8xf32>
  return %s, %l, %g : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
