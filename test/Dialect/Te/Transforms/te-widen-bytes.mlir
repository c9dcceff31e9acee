// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-widen-bytes))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-widen-bytes),dl-verify-te)" -o /dev/null

// A stage of its own widens an operand, of which each element is multiplied with 32 weights.
// CHECK-LABEL: func.func private @matmul
// CHECK: %[[WIDE:.*]] = te.compute "mm.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
// CHECK:   %[[BYTE:.*]] = te.read %arg0[%{{.*}}, %{{.*}}] : tensor<4x64xi8>
// CHECK:   arith.extui %[[BYTE]] : i8 to i16
// CHECK: te.compute "mm"
// CHECK:   %[[A:.*]] = te.read %[[WIDE]]{{.*}} : tensor<4x64xi16>
// CHECK:   arith.extsi %[[A]] : i16 to i32
// CHECK:   te.read %arg1{{.*}} : tensor<64x32xi8>
func.func private @matmul(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %yw, %xw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// A padded input that nothing else reads is made of wide numbers.
// CHECK-LABEL: func.func private @convolution
// CHECK: te.compute "pad" axes(c = 2, w = 10) : tensor<2x10xi16>
// CHECK:   %[[V:.*]] = te.read %arg0{{.*}} where{{.*}} else %{{.*}} : tensor<2x8xi8>
// CHECK:   arith.extsi %[[V]] : i8 to i16
// CHECK-NOT: .wide
// CHECK: te.compute "conv"
// CHECK:   te.read %pad{{.*}} : tensor<2x10xi16>
func.func private @convolution(%x: tensor<2x8xi8>, %w: tensor<16x2x3xi8> {te.layout_free}, %o: tensor<16x8xi32> {te.destination}) -> tensor<16x8xi32> attributes {te.kernel} {
  %zero = arith.constant 0 : i8
  %pad = te.compute "pad" axes(c = 2, w = 10) : tensor<2x10xi8> {
  ^bb0(%c: index, %i: index):
    %v = te.read %x[%c, %i - 1] where(%i - 1 >= 0, -(%i - 1) + 7 >= 0) else %zero : tensor<2x8xi8>
    te.yield %v : i8
  }
  %conv = te.compute "conv" axes(o = 16, i = 8) reduce(c = 2, k = 3) combine(add) : tensor<16x8xi32> {
  ^bb0(%f: index, %i: index, %c: index, %k: index):
    %v = te.read %pad[%c, %i + %k] : tensor<2x10xi8>
    %y = te.read %w[%f, %c, %k] : tensor<16x2x3xi8>
    %vw = arith.extsi %v : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %vw, %yw : i32
    te.yield %p : i32
  }
  return %conv : tensor<16x8xi32>
}

// Extents known only at run time.
// CHECK-LABEL: func.func private @open
// CHECK: te.compute "mm.wide" axes(d0 = %{{.*}}, d1 = 64) : tensor<?x64xi16>
func.func private @open(%a: tensor<?x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<?x32xi32> {te.destination}) -> tensor<?x32xi32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x64xi8>
  %mm = te.compute "mm" axes(m = %rows, n = 32) reduce(k = 64) combine(add) : tensor<?x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<?x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<?x32xi32>
}

// Each element is multiplied with eight weights, as many as fill a vector: stored again it would
// cost as much.
// CHECK-LABEL: func.func private @few
// CHECK-NOT: i16
// CHECK: return
func.func private @few(%a: tensor<4x64xi8>, %b: tensor<64x8xi8> {te.layout_free}, %o: tensor<4x8xi32> {te.destination}) -> tensor<4x8xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 8) reduce(k = 64) combine(add) : tensor<4x8xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x8xi32>
}

// Both operands are data.
// CHECK-LABEL: func.func private @data
// CHECK-NOT: i16
// CHECK: return
func.func private @data(%a: tensor<4x64xi8>, %b: tensor<64x32xi8>, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// A depthwise sum multiplies each element with the weights of its own channel.
// CHECK-LABEL: func.func private @depthwise
// CHECK-NOT: i16
// CHECK: return
func.func private @depthwise(%x: tensor<32x10xi8>, %w: tensor<32x3xi8> {te.layout_free}, %o: tensor<32x8xi32> {te.destination}) -> tensor<32x8xi32> attributes {te.kernel} {
  %conv = te.compute "conv" axes(c = 32, i = 8) reduce(k = 3) combine(add) : tensor<32x8xi32> {
  ^bb0(%c: index, %i: index, %k: index):
    %v = te.read %x[%c, %i + %k] : tensor<32x10xi8>
    %y = te.read %w[%c, %k] : tensor<32x3xi8>
    %vw = arith.extsi %v : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %vw, %yw : i32
    te.yield %p : i32
  }
  return %conv : tensor<32x8xi32>
}

// What has a schedule stays.
// CHECK-LABEL: func.func private @scheduled
// CHECK-NOT: i16
// CHECK: return
func.func private @scheduled(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> attributes {schedule.tree = #schedule.tree<"axes(m=4, n=32) reduce(k=64) parallel(m)">} {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// A byte that something else of the formula uses too.
// CHECK-LABEL: func.func private @other
// CHECK-NOT: i16
// CHECK: return
func.func private @other(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %unused = arith.addi %x, %y : i8
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// The name is taken.
// CHECK-LABEL: func.func private @taken
// CHECK: te.compute "mm.wide.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
func.func private @taken(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}, %q: tensor<4xi32> {te.destination}) -> (tensor<4x32xi32>, tensor<4xi32>) attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  %wide = te.compute "mm.wide" axes(m = 4) : tensor<4xi32> {
  ^bb0(%m: index):
    %v = te.read %mm[%m, 0] : tensor<4x32xi32>
    te.yield %v : i32
  }
  return %mm, %wide : tensor<4x32xi32>, tensor<4xi32>
}
