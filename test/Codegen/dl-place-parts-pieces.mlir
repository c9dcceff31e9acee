// RUN: dl-opt %s --dl-place-parts --remarks-filter=dl-place-parts --remark-policy=all 2>&1 | FileCheck %s
// Parts of operands that are copied, and why.

// CHECK: its operand or its result is no buffer that is planned here
// CHECK: its operand or its result is no buffer that is planned here
// CHECK: its result would not begin at a line of the caches
// CHECK: its result is a small part, for which all of the operand would be kept
// CHECK: something else is done with an operand than that one kernel writes and others read it
// CHECK: something else is done with its result than that kernels read it
// CHECK: an operand is in two places
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: call @second(
// CHECK: call @odd(
// CHECK: call @small(
// CHECK-COUNT-2: call @second(
// CHECK-NOT: call @second
// CHECK: call @concat(
func.func private @fill(%d: memref<128xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @second(%a: memref<128xf32>, %d: memref<64xf32> {te.destination}) attributes {te.kernel, te.part = 64 : i64} {
  return
}
func.func private @odd(%a: memref<128xf32>, %d: memref<64xf32> {te.destination}) attributes {te.kernel, te.part = 8 : i64} {
  return
}
func.func private @small(%a: memref<128xf32>, %d: memref<15xf32> {te.destination}) attributes {te.kernel, te.part = 16 : i64} {
  return
}
func.func private @fill64(%d: memref<64xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @concat(%a: memref<64xf32>, %b: memref<64xf32>, %d: memref<128xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 0, 64>} {
  return
}
func.func @main(%x: memref<128xf32>, %out: memref<64xf32> {te.destination}) {
  %a = memref.alloc() : memref<128xf32>
  call @fill(%a) : (memref<128xf32>) -> ()
  // Of an input, and as an output of the model.
  %b = memref.alloc() : memref<64xf32>
  call @second(%x, %b) : (memref<128xf32>, memref<64xf32>) -> ()
  call @second(%a, %out) : (memref<128xf32>, memref<64xf32>) -> ()
  // From byte 32 on.
  %c = memref.alloc() : memref<64xf32>
  call @odd(%a, %c) : (memref<128xf32>, memref<64xf32>) -> ()
  // 15 of 128.
  %d = memref.alloc() : memref<15xf32>
  call @small(%a, %d) : (memref<128xf32>, memref<15xf32>) -> ()
  // The operand is written again.
  %e = memref.alloc() : memref<128xf32>
  call @fill(%e) : (memref<128xf32>) -> ()
  %f = memref.alloc() : memref<64xf32>
  call @second(%e, %f) : (memref<128xf32>, memref<64xf32>) -> ()
  call @fill(%e) : (memref<128xf32>) -> ()
  // The result is.
  %g = memref.alloc() : memref<64xf32>
  call @second(%a, %g) : (memref<128xf32>, memref<64xf32>) -> ()
  call @fill64(%g) : (memref<64xf32>) -> ()
  // What lies in its operand lies nowhere else.
  %h = memref.alloc() : memref<64xf32>
  call @second(%a, %h) : (memref<128xf32>, memref<64xf32>) -> ()
  %y = memref.alloc() : memref<128xf32>
  call @concat(%b, %h, %y) : (memref<64xf32>, memref<64xf32>, memref<128xf32>) -> ()
  return
}
