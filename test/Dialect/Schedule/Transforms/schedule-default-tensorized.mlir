// RUN: dl-opt %s --dl-set-target=cpu=znver4 --schedule-default --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --schedule-default=vectorize=false --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR-NOT: tensorize by

// A reduction that has the formula of an intrinsic of the module is made of its tiles: six rows use
// a group of four vectors again. The operand of the lanes is asked for in groups of terms.

// CHECK-LABEL: kernel @product
// CHECK:       for m.o in 0..17 parallel, the last of 4 in place of 6, peeled
// CHECK:       for k.o in 0..24 reduction
// CHECK-NEXT:  for m.i in 0..6 unroll
// CHECK-NEXT:  for n.i.o in 0..4 unroll
// CHECK-NEXT:  for n.i.i in 0..16 tensorize by @dot
// CHECK-NEXT:  for k.i in 0..4 reduction tensorize by @dot
// CHECK-NEXT:  C[m, n] = add(C[m, n], f(arg0[m, k], arg1[n floordiv 64, k floordiv 4, n mod 64, k mod 4]))
func.func private @product(%a: tensor<100x96xi8>, %b: tensor<96x128xi8> {te.layout_free}, %o: tensor<100x128xi32> {te.destination}) -> tensor<100x128xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 100, n = 128) reduce(k = 96) combine(add) : tensor<100x128xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<100x96xi8>
    %2 = te.read %b[%k, %n] : tensor<96x128xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<100x128xi32>
}

// The factors the other way round, a result that is short, and what is made of it.
// CHECK-LABEL: kernel @turned
// CHECK:       C: at axis {{.*}} of stage "D"
// CHECK:       for m.i in 0..17 unroll
// CHECK-NEXT:  for n in 0..16 tensorize by @dot
// CHECK:       for n in 0..16 vectorize
// CHECK-NEXT:  D[m, n]
func.func private @turned(%b: tensor<8x16xi8> {te.layout_free}, %a: tensor<33x8xi8>, %o: tensor<33x16xf32> {te.destination}) -> tensor<33x16xf32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 33, n = 16) reduce(k = 8) combine(add) : tensor<33x16xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %b[%k, %n] : tensor<8x16xi8>
    %2 = te.read %a[%m, %k] : tensor<33x8xi8>
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.extui %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  %1 = te.compute "D" axes(m = 33, n = 16) : tensor<33x16xf32> {
  ^bb0(%m: index, %n: index):
    %2 = te.read %0[%m, %n] : tensor<33x16xi32>
    %3 = arith.sitofp %2 : i32 to f32
    te.yield %3 : f32
  }
  return %1 : tensor<33x16xf32>
}

// Groups that are no whole ones.
// CHECK-LABEL: kernel @rest
// CHECK-NOT:   tensorize by
func.func private @rest(%a: tensor<100x98xi8>, %b: tensor<98x128xi8> {te.layout_free}, %o: tensor<100x128xi32> {te.destination}) -> tensor<100x128xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 100, n = 128) reduce(k = 98) combine(add) : tensor<100x128xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<100x98xi8>
    %2 = te.read %b[%k, %n] : tensor<98x128xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<100x128xi32>
}

// An operand that has a layout of its own, and one whose terms lie apart.
// CHECK-LABEL: kernel @laid_out
// CHECK-NOT:   tensorize by
func.func private @laid_out(%a: tensor<100x96xi8>, %b: tensor<96x128xi8>, %o: tensor<100x128xi32> {te.destination}) -> tensor<100x128xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 100, n = 128) reduce(k = 96) combine(add) : tensor<100x128xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<100x96xi8>
    %2 = te.read %b[%k, %n] : tensor<96x128xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<100x128xi32>
}
// CHECK-LABEL: kernel @columns
// CHECK-NOT:   tensorize by
func.func private @columns(%a: tensor<96x100xi8>, %b: tensor<96x128xi8> {te.layout_free}, %o: tensor<100x128xi32> {te.destination}) -> tensor<100x128xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 100, n = 128) reduce(k = 96) combine(add) : tensor<100x128xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%k, %m] : tensor<96x100xi8>
    %2 = te.read %b[%k, %n] : tensor<96x128xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<100x128xi32>
}

schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
