// RUN: dl-opt %s --dl-describe-model=max-threads=2 | FileCheck %s

// CHECK:      module attributes {dl.level = "bufferized", dl.model = {arena_size = 256 : i64, calls = [
// CHECK-SAME:   {kernel = "k", nodes = "Conv_1+Relu_2", outputs = [{offset = 128 : i64, output = -1 : i64, type = tensor<4xf32>}]},
// CHECK-SAME:   {kernel = "k", nodes = "", outputs = [{offset = 0 : i64, output = 0 : i64, type = tensor<4xf32>}]},
// CHECK-SAME:   {kernel = "k", nodes = "", outputs = [{offset = 0 : i64, output = 1 : i64, type = tensor<4xf32>}]}],
// CHECK-SAME:   inputs = [{name = "x", type = tensor<4xf32>}, {name = "input1", type = tensor<2xi64>}], max_threads = 2 : i64,
// CHECK-SAME:   outputs = [{name = "y", type = tensor<2x2xf32>}, {name = "output1", type = tensor<4xf32>}], weights_size = 192 : i64}
module attributes {dl.weights_size = 192 : i64} {
  func.func private @k(%x: memref<4xf32>, %o: memref<4xf32> {te.destination}, %s: memref<64xi8> {dl.scratch})
      attributes {te.kernel} {
    return
  }
  // CHECK-LABEL: func.func @main(
  // CHECK-SAME:    %[[HANDLE:.*]]: !llvm.ptr, %{{.*}}: memref<192xi8> {dl.weights}
  // CHECK:         call @dlc_kernel_begin(%[[HANDLE]], %[[I0:.*]]) :
  // CHECK-NEXT:    call @k
  // CHECK-NEXT:    call @dlc_kernel_end(%[[HANDLE]], %[[I0]]) :
  // CHECK:         call @helper
  // CHECK-NOT:     dlc_kernel
  // CHECK:         %[[I1:.*]] = arith.constant 1 : i32
  // CHECK-NEXT:    call @dlc_kernel_begin(%[[HANDLE]], %[[I1]]) :
  // CHECK-NEXT:    call @k
  // CHECK-NEXT:    call @dlc_kernel_end(%[[HANDLE]], %[[I1]]) :
  func.func @main(%w: memref<192xi8> {dl.weights}, %arena: memref<256xi8> {dl.arena},
                  %x: memref<4xf32> {dl.name = "x"}, %n: memref<2xi64>,
                  %y: memref<2x2xf32> {dl.name = "y", te.destination}, %z: memref<4xf32> {te.destination}) {
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %b = memref.view %arena[%c128][] : memref<256xi8> to memref<2x2xf32>
    %flat = memref.collapse_shape %b [[0, 1]] : memref<2x2xf32> into memref<4xf32>
    %s = memref.view %arena[%c0][] : memref<256xi8> to memref<64xi8>
    call @k(%x, %flat, %s) : (memref<4xf32>, memref<4xf32>, memref<64xi8>) -> () loc(fused["Conv_1", "Relu_2", "Conv_1"])
    call @helper() : () -> ()
    %yflat = memref.collapse_shape %y [[0, 1]] : memref<2x2xf32> into memref<4xf32>
    call @k(%flat, %yflat, %s) : (memref<4xf32>, memref<4xf32>, memref<64xi8>) -> ()
    call @k(%flat, %z, %s) : (memref<4xf32>, memref<4xf32>, memref<64xi8>) -> ()
    return
  }
  func.func private @helper()
}
