// RUN: dl-opt %s --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/x86.mlir --dl-set-target=cpu=sapphirerapids --schedule-default --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s

// Products of matrices: two steps of rows beside each other and two vectors use each other's tiles
// again. Rows are as many as leave none over, as 14 of 56.
// CHECK-LABEL: kernel @whole
// CHECK:       for m.o in 0..2
// CHECK:       for k.o in 0..3 reduction
// CHECK-NEXT:  for m.i.o in 0..2 unroll
// CHECK-NEXT:  for n.i.o in 0..2 unroll
// CHECK-NEXT:  for m.i.i in 0..14 tensorize by @amx_tdpbf16ps
// CHECK-NEXT:  for n.i.i in 0..16 tensorize by @amx_tdpbf16ps
// CHECK-NEXT:  for k.i in 0..32 reduction tensorize by @amx_tdpbf16ps
// CHECK-NEXT:  C[m, n] = add(C[m, n], f(arg0[m, k], arg1[n floordiv 32, k floordiv 2, n mod 32, k mod 2]))
func.func private @whole(%a: tensor<56x96xbf16>, %b: tensor<96x128xbf16> {te.layout_free}, %o: tensor<56x128xf32> {te.destination}) -> tensor<56x128xf32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 56, n = 128) reduce(k = 96) combine(add) : tensor<56x128xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<56x96xbf16>
    %2 = te.read %b[%k, %n] : tensor<96x128xbf16>
    %3 = arith.extf %1 : bf16 to f32
    %4 = arith.extf %2 : bf16 to f32
    %5 = arith.mulf %3, %4 : f32
    te.yield %5 : f32
  }
  return %0 : tensor<56x128xf32>
}

// Otherwise the last ones begin earlier, since a register of tiles has one shape. 40 terms are two
// steps of 20; what reads the sums does not unroll what several tiles hold.
// CHECK-LABEL: kernel @shifted
// CHECK:       D: at root
// CHECK:       for m.o in 0..5 parallel, the last shifted to 42..53, 2 computed twice
// CHECK:       C: at axis m.o of stage "D"
// CHECK:       for k.o in 0..2 reduction
// CHECK-NEXT:  for n.o in 0..3 unroll
// CHECK-NEXT:  for m.i in 0..11 tensorize by @amx_tdpbf16ps
// CHECK-NEXT:  for n.i in 0..16 tensorize by @amx_tdpbf16ps
// CHECK-NEXT:  for k.i in 0..20 reduction tensorize by @amx_tdpbf16ps
// CHECK:       for m.i in 0..{{[0-9]+$}}
// CHECK:       D[m, n] = f(C[m, n])
func.func private @shifted(%a: tensor<53x40xbf16>, %b: tensor<40x48xbf16> {te.layout_free}, %o: tensor<53x48xf32> {te.destination}) -> tensor<53x48xf32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 53, n = 48) reduce(k = 40) combine(add) : tensor<53x48xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<53x40xbf16>
    %2 = te.read %b[%k, %n] : tensor<40x48xbf16>
    %3 = arith.extf %1 : bf16 to f32
    %4 = arith.extf %2 : bf16 to f32
    %5 = arith.mulf %3, %4 : f32
    te.yield %5 : f32
  }
  %1 = te.compute "D" axes(m = 53, n = 48) : tensor<53x48xf32> {
  ^bb0(%m: index, %n: index):
    %2 = te.read %0[%m, %n] : tensor<53x48xf32>
    %3 = arith.negf %2 : f32
    te.yield %3 : f32
  }
  return %1 : tensor<53x48xf32>
}

// A convolution in steps of two, whose rows are seven: a step takes all of one, with those of two
// rows of the image beside each other.
// CHECK-LABEL: kernel @image
// CHECK:       for kw in 0..3 reduction
// CHECK-NEXT:  for h.i in 0..2 unroll
// CHECK-NEXT:  for o.o in 0..2 unroll
// CHECK-NEXT:  for w in 0..7 tensorize by @amx_tdpbusd
// CHECK-NEXT:  for o.i in 0..16 tensorize by @amx_tdpbusd
// CHECK-NEXT:  for i in 0..64 reduction tensorize by @amx_tdpbusd
func.func private @image(%a: tensor<16x15x64xi8>, %b: tensor<3x64x32xi8> {te.layout_free}, %o: tensor<16x7x32xi32> {te.destination}) -> tensor<16x7x32xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(h = 16, w = 7, o = 32) reduce(kw = 3, i = 64) combine(add) : tensor<16x7x32xi32> {
  ^bb0(%h: index, %w: index, %oc: index, %kw: index, %i: index):
    %1 = te.read %a[%h, %w * 2 + %kw, %i] : tensor<16x15x64xi8>
    %2 = te.read %b[%kw, %i, %oc] : tensor<3x64x32xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<16x7x32xi32>
}

// One row is no matrix.
// CHECK-LABEL: kernel @row
// CHECK-NOT:   amx
// CHECK:       tensorize by @avx512_vpdpbusd
func.func private @row(%a: tensor<1x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<1x32xi32> {te.destination}) -> tensor<1x32xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 1, n = 32) reduce(k = 64) combine(add) : tensor<1x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<1x64xi8>
    %2 = te.read %b[%k, %n] : tensor<64x32xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<1x32xi32>
}

// Nor is one that is left of others: of 421 rows not 12 at a time.
// CHECK-LABEL: kernel @one_row_left
// CHECK:       for m.o in 0..20 parallel, the last shifted
// CHECK:       for m.i.i in 0..11 tensorize by @amx_tdpbusd
func.func private @one_row_left(%a: tensor<421x64xi8>, %b: tensor<64x256xi8> {te.layout_free}, %o: tensor<421x256xi32> {te.destination}) -> tensor<421x256xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 421, n = 256) reduce(k = 64) combine(add) : tensor<421x256xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<421x64xi8>
    %2 = te.read %b[%k, %n] : tensor<64x256xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<421x256xi32>
}

// One group of terms is a vector's.
// CHECK-LABEL: kernel @one_group
// CHECK-NOT:   amx
// CHECK:       tensorize by @avx512_vpdpbusd
func.func private @one_group(%a: tensor<32x4xi8>, %b: tensor<4x64xi8> {te.layout_free}, %o: tensor<32x64xi32> {te.destination}) -> tensor<32x64xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 32, n = 64) reduce(k = 4) combine(add) : tensor<32x64xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<32x4xi8>
    %2 = te.read %b[%k, %n] : tensor<4x64xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<32x64xi32>
}
