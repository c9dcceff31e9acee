// What rules did to each kernel, and what they chose; kernels that they leave as they are.
// RUN: dl-opt %s --schedule-default --remarks-filter=schedule-default -o %t 2>&1 | FileCheck %s
// RUN: dl-opt %s --schedule-default --remarks-filter=nothing -o %t 2>&1 | count 0

// CHECK: remark: [Passed] Scheduled | Category:schedule-default | Function=matmul | Steps={{[0-9]+}}
// CHECK-SAME: matmul j tile=64
// CHECK-SAME: matmul parallel iterations=16
func.func private @matmul(%a: tensor<128x64xf32>, %b: tensor<64x96xf32>, %to: tensor<128x96xf32> {te.destination}) -> tensor<128x96xf32> attributes {te.kernel} {
  %matmul = te.compute "matmul" axes(i = 128, j = 96) reduce(k = 64) combine(add) : tensor<128x96xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i, %k] : tensor<128x64xf32>
    %1 = te.read %b[%k, %j] : tensor<64x96xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %matmul : tensor<128x96xf32>
}

// CHECK: remark: [Missed] NotScheduled | Category:schedule-default | Function=empty | Reason="no rule has a step for it: its loops are those of its formulas"
func.func private @empty(%x: tensor<0x4xf32>, %to: tensor<0x4xf32> {te.destination}) -> tensor<0x4xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 0, j = 4) : tensor<0x4xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<0x4xf32>
    te.yield %0 : f32
  }
  return %y : tensor<0x4xf32>
}
