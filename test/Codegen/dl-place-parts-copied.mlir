// RUN: dl-opt %s --dl-place-parts --remarks-filter=dl-place-parts --remark-policy=all 2>&1 | FileCheck %s
// Calls that stay, and why.

// CHECK: an operand is no buffer that is planned here
// CHECK: an operand is in two places
// CHECK: something else is done with an operand than that one kernel writes and others read it
// CHECK: something else is done with an operand than that one kernel writes and others read it
// CHECK: something else is done with an operand than that one kernel writes and others read it
// CHECK: its result is no buffer that is planned here
// CHECK: something else is done with its result than that kernels read it
// CHECK: an operand would not begin at a line of the caches
// CHECK-LABEL: func.func @main
// CHECK-COUNT-7: call @concat(
// CHECK: call @odd(
func.func private @fill(%d: memref<16xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @fill15(%d: memref<15xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @concat(%a: memref<16xf32>, %b: memref<16xf32>, %d: memref<32xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 0, 16>} {
  return
}
func.func private @odd(%a: memref<15xf32>, %b: memref<16xf32>, %d: memref<31xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 0, 15>} {
  return
}
func.func private @fill32(%d: memref<32xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @unknown(memref<16xf32>)
func.func @main(%x: memref<16xf32>, %out: memref<32xf32> {te.destination}) {
  // An input of the model.
  %a1 = memref.alloc() : memref<16xf32>
  call @fill(%a1) : (memref<16xf32>) -> ()
  %y1 = memref.alloc() : memref<32xf32>
  call @concat(%a1, %x, %y1) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  // Twice.
  %y2 = memref.alloc() : memref<32xf32>
  call @concat(%a1, %a1, %y2) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  // Two kernels write it.
  %a3 = memref.alloc() : memref<16xf32>
  call @fill(%a3) : (memref<16xf32>) -> ()
  call @fill(%a3) : (memref<16xf32>) -> ()
  %y3 = memref.alloc() : memref<32xf32>
  call @concat(%a1, %a3, %y3) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  // It is written again behind the call.
  %a4 = memref.alloc() : memref<16xf32>
  %y4 = memref.alloc() : memref<32xf32>
  call @concat(%a1, %a4, %y4) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  call @fill(%a4) : (memref<16xf32>) -> ()
  // Of a function nothing is known.
  %a5 = memref.alloc() : memref<16xf32>
  call @fill(%a5) : (memref<16xf32>) -> ()
  call @unknown(%a5) : (memref<16xf32>) -> ()
  %y5 = memref.alloc() : memref<32xf32>
  call @concat(%a1, %a5, %y5) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  // An output of the model.
  %a6 = memref.alloc() : memref<16xf32>
  call @fill(%a6) : (memref<16xf32>) -> ()
  call @concat(%a1, %a6, %out) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  // The result is written again.
  %y7 = memref.alloc() : memref<32xf32>
  call @concat(%a1, %a6, %y7) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  call @fill32(%y7) : (memref<32xf32>) -> ()
  // 60 bytes.
  %a8 = memref.alloc() : memref<15xf32>
  call @fill15(%a8) : (memref<15xf32>) -> ()
  %y8 = memref.alloc() : memref<31xf32>
  call @odd(%a8, %a6, %y8) : (memref<15xf32>, memref<16xf32>, memref<31xf32>) -> ()
  return
}
