// RUN: dl-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

// A call writes its destination, and needs nothing of what that held before.

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:.*]]: memref<4xf32{{.*}}>, %[[O:.*]]: memref<4xf32{{.*}}>)
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: te.extern "y" @my_scale(%[[X]]) into(%[[O]] :
// CHECK: return %[[O]]
func.func @in_place(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %y = te.extern "y" @my_scale(%x) into(%o : tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// What is read later is not overwritten, and not copied either.
// CHECK-LABEL: func.func @read_later(
// CHECK-SAME: %[[X:.*]]: memref<4xf32{{.*}}>, %[[O:.*]]: memref<4xf32{{.*}}>)
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: te.extern "y" @my_scale(%[[X]]) into(%[[NEW]] :
// CHECK: memref.load %[[O]]
func.func @read_later(%x: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %y = te.extern "y" @my_scale(%x) into(%o : tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.extract %o[%c0] : tensor<4xf32>
  return %y, %v : tensor<4xf32>, f32
}
