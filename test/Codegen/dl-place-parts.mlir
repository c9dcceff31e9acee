// RUN: dl-opt %s --dl-place-parts --split-input-file | FileCheck %s
// RUN: dl-opt %s --dl-place-parts --dl-plan-memory --split-input-file -o /dev/null

// What is put together is made there. The larger buffer begins where its first part is made.
// CHECK-NOT: @concat
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: memref<1x6x16xf32>, %[[OUT:.*]]: memref
// CHECK: %[[BYTES:.*]] = memref.alloc() : memref<384xi8>
// CHECK: %[[A:.*]] = memref.view %[[BYTES]][%c0{{.*}}][] : memref<384xi8> to memref<4x16xf32>
// CHECK: %[[A3:.*]] = memref.expand_shape %[[A]]
// CHECK: call @fill4(%[[A3]])
// CHECK: %[[AT:.*]] = arith.constant 256 : index
// CHECK: %[[B:.*]] = memref.view %[[BYTES]][%[[AT]]][] : memref<384xi8> to memref<1x2x16xf32>
// CHECK: call @fill2(%[[B]])
// CHECK: %[[Y:.*]] = memref.view %[[BYTES]][%c0{{.*}}][] : memref<384xi8> to memref<1x6x16xf32>
// CHECK-NOT: memref.alloc
// CHECK: call @use(%[[Y]], %[[OUT]])
// CHECK-NEXT: call @use4(%[[A3]], %[[OUT]])
// CHECK-NEXT: return
func.func private @fill4(%d: memref<1x4x16xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @fill2(%d: memref<1x2x16xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @concat(%a: memref<1x4x16xf32>, %b: memref<1x2x16xf32>, %d: memref<1x6x16xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 0, 64>} {
  return
}
func.func private @use(%x: memref<1x6x16xf32>, %d: memref<1x6x16xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @use4(%x: memref<1x4x16xf32>, %d: memref<1x6x16xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func @main(%x: memref<1x6x16xf32>, %out: memref<1x6x16xf32> {te.destination}) {
  %0 = memref.alloc() : memref<4x16xf32>
  %a = memref.expand_shape %0 [[0, 1], [2]] output_shape [1, 4, 16] : memref<4x16xf32> into memref<1x4x16xf32>
  call @fill4(%a) : (memref<1x4x16xf32>) -> ()
  %b = memref.alloc() : memref<1x2x16xf32>
  call @fill2(%b) : (memref<1x2x16xf32>) -> ()
  %y = memref.alloc() : memref<1x6x16xf32>
  call @concat(%a, %b, %y) : (memref<1x4x16xf32>, memref<1x2x16xf32>, memref<1x6x16xf32>) -> ()
  memref.dealloc %b : memref<1x2x16xf32>
  call @use(%y, %out) : (memref<1x6x16xf32>, memref<1x6x16xf32>) -> ()
  call @use4(%a, %out) : (memref<1x4x16xf32>, memref<1x6x16xf32>) -> ()
  return
}

// -----

// A part that is put together of others itself.
// CHECK-LABEL: func.func @main
// CHECK: %[[BYTES:.*]] = memref.alloc() : memref<256xi8>
// CHECK: memref.view %[[BYTES]][%[[AT:.*]]][] : memref<256xi8> to memref<16xf32>
// CHECK: %c128 = arith.constant 128 : index
// CHECK: memref.view %[[BYTES]][%c128][] : memref<256xi8> to memref<16xf32>
// CHECK: memref.view %[[BYTES]][%{{.*}}][] : memref<256xi8> to memref<32xf32>
// CHECK: %[[LAST:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[BYTES]][%[[LAST]]][] : memref<256xi8> to memref<32xf32>
// CHECK: memref.view %[[BYTES]][%{{.*}}][] : memref<256xi8> to memref<64xf32>
// CHECK-NOT: call @concat
func.func private @fill(%d: memref<16xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @fill32(%d: memref<32xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @concat2(%a: memref<16xf32>, %b: memref<16xf32>, %d: memref<32xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 16, 0>} {
  return
}
func.func private @concat(%a: memref<32xf32>, %b: memref<32xf32>, %d: memref<64xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 32, 0>} {
  return
}
func.func private @use(%x: memref<64xf32>, %d: memref<64xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func @main(%out: memref<64xf32> {te.destination}) {
  %a = memref.alloc() : memref<16xf32>
  call @fill(%a) : (memref<16xf32>) -> ()
  %b = memref.alloc() : memref<16xf32>
  call @fill(%b) : (memref<16xf32>) -> ()
  %y = memref.alloc() : memref<32xf32>
  call @concat2(%a, %b, %y) : (memref<16xf32>, memref<16xf32>, memref<32xf32>) -> ()
  %c = memref.alloc() : memref<32xf32>
  call @fill32(%c) : (memref<32xf32>) -> ()
  %z = memref.alloc() : memref<64xf32>
  call @concat(%y, %c, %z) : (memref<32xf32>, memref<32xf32>, memref<64xf32>) -> ()
  call @use(%z, %out) : (memref<64xf32>, memref<64xf32>) -> ()
  return
}

// -----

// A piece of an operand, of which another one is a piece, is where it is; the operand lies in what
// it is put together with another one.
// CHECK-LABEL: func.func @main
// CHECK: %[[BYTES:.*]] = memref.alloc() : memref<512xi8>
// CHECK-DAG: %[[A:.*]] = memref.view %[[BYTES]][%{{.*}}][] : memref<512xi8> to memref<64xf32>
// CHECK-DAG: %c320 = arith.constant 320 : index
// CHECK-DAG: %[[P:.*]] = memref.view %[[BYTES]][%c320][] : memref<512xi8> to memref<32xf32>
// CHECK-DAG: %c384 = arith.constant 384 : index
// CHECK-DAG: %[[Q:.*]] = memref.view %[[BYTES]][%c384][] : memref<512xi8> to memref<16xf32>
// CHECK-NOT: call @piece
// CHECK: call @use(%[[P]], %{{.*}})
// CHECK: call @use16(%[[Q]], %{{.*}})
// CHECK-NOT: call @concat
func.func private @fill(%d: memref<64xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @piece(%a: memref<64xf32>, %d: memref<32xf32> {te.destination}) attributes {te.kernel, te.part = 16 : i64} {
  return
}
func.func private @piece16(%a: memref<32xf32>, %d: memref<16xf32> {te.destination}) attributes {te.kernel, te.part = 16 : i64} {
  return
}
func.func private @use(%x: memref<32xf32>, %d: memref<128xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @use16(%x: memref<16xf32>, %d: memref<128xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @concat(%a: memref<64xf32>, %b: memref<64xf32>, %d: memref<128xf32> {te.destination}) attributes {te.kernel, te.parts = array<i64: 64, 0>} {
  return
}
func.func private @copy(%a: memref<128xf32>, %d: memref<128xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func @main(%out: memref<128xf32> {te.destination}) {
  %a = memref.alloc() : memref<64xf32>
  call @fill(%a) : (memref<64xf32>) -> ()
  %p = memref.alloc() : memref<32xf32>
  call @piece(%a, %p) : (memref<64xf32>, memref<32xf32>) -> ()
  %q = memref.alloc() : memref<16xf32>
  call @piece16(%p, %q) : (memref<32xf32>, memref<16xf32>) -> ()
  call @use(%p, %out) : (memref<32xf32>, memref<128xf32>) -> ()
  call @use16(%q, %out) : (memref<16xf32>, memref<128xf32>) -> ()
  %b = memref.alloc() : memref<64xf32>
  call @fill(%b) : (memref<64xf32>) -> ()
  %y = memref.alloc() : memref<128xf32>
  call @concat(%a, %b, %y) : (memref<64xf32>, memref<64xf32>, memref<128xf32>) -> ()
  call @copy(%y, %out) : (memref<128xf32>, memref<128xf32>) -> ()
  return
}
