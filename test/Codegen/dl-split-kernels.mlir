// RUN: dl-opt %s --dl-split-kernels | FileCheck %s

// A kernel has what it refers to, and nothing of the model; constants are copied.
// CHECK:       module attributes {{{.*}}dl.weights = [{{.*}}
// CHECK-NEXT:    module @scale attributes {dl.level = "bufferized"} {
// CHECK-NEXT:      memref.global "private" constant @table
// CHECK-NEXT:      func.func private @scale(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32> {te.destination}) attributes {te.kernel} {
// CHECK-NOT:       func.func
// CHECK:         module @twice
// CHECK-NEXT:      func.func private @half(f32) -> f32
// CHECK-NEXT:      func.func private @quarter(%{{.*}}: f32) -> f32 {
// CHECK:           func.func private @twice
// CHECK-NOT:     module @counts
// CHECK:         module @main attributes {dl.arena_size = 16 : i64, dl.level = "bufferized"} {
// CHECK-NEXT:      memref.global "private" constant @table
// CHECK-NEXT:      memref.global "private" @count
// CHECK-NEXT:      func.func private @half(f32) -> f32
// CHECK-NEXT:      func.func private @quarter(%{{.*}}: f32) -> f32 {
// CHECK:           func.func private @scale(memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:      func.func private @twice(memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:      func.func private @counts({{.*}} {
// CHECK:           func.func @main
module attributes {dl.arena_size = 16 : i64, dl.level = "bufferized", dl.weights = []} {
  memref.global "private" constant @table : memref<4xf32> = dense<2.0>
  memref.global "private" @count : memref<i64> = dense<0>
  func.func private @half(f32) -> f32
  func.func private @quarter(%x: f32) -> f32 {
    %a = call @half(%x) : (f32) -> f32
    %b = call @half(%a) : (f32) -> f32
    return %b : f32
  }
  func.func private @scale(%x: memref<4xf32>, %y: memref<4xf32> {te.destination}) attributes {te.kernel} {
    %t = memref.get_global @table : memref<4xf32>
    memref.copy %t, %y : memref<4xf32> to memref<4xf32>
    return
  }
  func.func private @twice(%x: memref<4xf32>, %y: memref<4xf32> {te.destination}) attributes {te.kernel} {
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%c0] : memref<4xf32>
    %b = call @quarter(%a) : (f32) -> f32
    memref.store %b, %y[%c0] : memref<4xf32>
    return
  }
  // Data that change are there once.
  func.func private @counts(%x: memref<4xf32>, %y: memref<4xf32> {te.destination}) attributes {te.kernel} {
    %n = memref.get_global @count : memref<i64>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    return
  }
  func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32> {te.destination}) {
    call @scale(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
    call @twice(%y, %z) : (memref<4xf32>, memref<4xf32>) -> ()
    call @counts(%y, %z) : (memref<4xf32>, memref<4xf32>) -> ()
    return
  }
}
