// RUN: dl-opt %s --dl-retype-empty-arguments | FileCheck %s

// An argument with a stride of zero gets another shape; others stay.
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME:    memref<0x1xf32>, %{{.*}}: memref<0x4xf32>, %{{.*}}: memref<2x4xf32>,
// CHECK-SAME:    memref<2x0xf32, strided<[4, 1]>>)
func.func private @kernel(%a: memref<2x0xf32>, %b: memref<0x4xf32>, %c: memref<2x4xf32>,
                          %d: memref<2x0xf32, strided<[4, 1]>>) {
  return
}

// What a call passes that is no argument is cast.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:.*]]: memref<0x1xf32>,
// CHECK:         %[[CAST:.*]] = builtin.unrealized_conversion_cast %{{.*}} : memref<2x0xf32> to memref<0x1xf32>
// CHECK:         call @declared(%[[A]], %[[CAST]]) : (memref<0x1xf32>, memref<0x1xf32>) -> ()
func.func @main(%a: memref<2x0xf32>, %s: !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) {
  %0 = builtin.unrealized_conversion_cast %s
      : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<2x0xf32>
  call @declared(%a, %0) : (memref<2x0xf32>, memref<2x0xf32>) -> ()
  return
}

// CHECK: func.func private @declared(memref<0x1xf32>, memref<0x1xf32>)
func.func private @declared(memref<2x0xf32>, memref<2x0xf32>)

// Numbers, and buffers of one, have no strides.
// CHECK-LABEL: func.func private @numbers(
// CHECK-SAME:    %{{.*}}: index, %{{.*}}: memref<f32>, %{{.*}}: memref<0xf32>)
// CHECK:         call @numbers(%{{.*}}, %{{.*}}, %{{.*}}) : (index, memref<f32>, memref<0xf32>) -> ()
func.func private @numbers(%n: index, %a: memref<f32>, %b: memref<0xf32>) {
  call @numbers(%n, %a, %b) : (index, memref<f32>, memref<0xf32>) -> ()
  return
}
