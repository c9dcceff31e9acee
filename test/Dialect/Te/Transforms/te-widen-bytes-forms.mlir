// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-widen-bytes))" | FileCheck %s

// What is no sum of products of bytes with weights stays, and how often an element has to be used.

// The greatest product is no sum.
// CHECK-LABEL: func.func private @greatest(
// CHECK-NOT: i16
// CHECK: return
func.func private @greatest(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(max) : tensor<4x32xi32> {
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

// Nor is a sum of sums one of products.
// CHECK-LABEL: func.func private @sum(
// CHECK-NOT: i16
// CHECK: return
func.func private @sum(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.addi %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// Words instead of bytes, on either side.
// CHECK-LABEL: func.func private @wide_row(
// CHECK-NOT: i16
// CHECK: return
func.func private @wide_row(%a: tensor<4x64xi32>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi32>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %x, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// CHECK-LABEL: func.func private @wide_weight(
// CHECK-NOT: i16
// CHECK: return
func.func private @wide_weight(%a: tensor<4x64xi8>, %b: tensor<64x32xi32> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi32>
    %xw = arith.extsi %x : i8 to i32
    %p = arith.muli %xw, %y : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// Numbers of another width that become words.
// CHECK-LABEL: func.func private @nibble(
// CHECK-NOT: i16
// CHECK: return
func.func private @nibble(%a: tensor<4x64xi4>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi4>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extsi %x : i4 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// Sums of 64 bits.
// CHECK-LABEL: func.func private @long(
// CHECK-NOT: i16
// CHECK: return
func.func private @long(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi64> {te.destination}) -> tensor<4x32xi64> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi64> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i64
    %yw = arith.extsi %y : i8 to i64
    %p = arith.muli %xw, %yw : i64
    te.yield %p : i64
  }
  return %mm : tensor<4x32xi64>
}

// A byte that the formula computes.
// CHECK-LABEL: func.func private @computed(
// CHECK-NOT: i16
// CHECK: return
func.func private @computed(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x0 = te.read %a[%m, %k] : tensor<4x64xi8>
    %x = arith.addi %x0, %x0 : i8
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// A guarded read.
// CHECK-LABEL: func.func private @guarded(
// CHECK-NOT: i16
// CHECK: return
func.func private @guarded(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %zero = arith.constant 0 : i8
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] where(%k - 1 >= 0) else %zero : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// Rows that data tell.
// CHECK-LABEL: func.func private @gathered(
// CHECK-NOT: i16
// CHECK: return
func.func private @gathered(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %ids: tensor<4xi32>, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %id = te.read %ids[%m] : tensor<4xi32>
    %at = arith.index_cast %id : i32 to index
    %x = te.read %a[%at, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// Weights on both sides.
// CHECK-LABEL: func.func private @weights(
// CHECK-NOT: i16
// CHECK: return
func.func private @weights(%a: tensor<4x64xi8> {te.layout_free}, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
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

// A word that is multiplied with itself too.
// CHECK-LABEL: func.func private @squares(
// CHECK-NOT: i16
// CHECK: return
func.func private @squares(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %s = arith.muli %xw, %yw : i32
    %p = arith.muli %xw, %s : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// A word that something else reads.
// CHECK-LABEL: func.func private @shifted(
// CHECK-NOT: i16
// CHECK: return
func.func private @shifted(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %unused = arith.addi %xw, %xw : i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// What is no kernel.
// CHECK-LABEL: func.func private @public(
// CHECK-NOT: i16
// CHECK: return
func.func private @public(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32>  {
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

// Four times four products of each element are as many as it takes, four times three are not.
// CHECK-LABEL: func.func private @sixteen(
// CHECK: te.compute "mm.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
func.func private @sixteen(%a: tensor<4x64xi8>, %b: tensor<64x4x4xi8> {te.layout_free}, %o: tensor<4x4x4xi32> {te.destination}) -> tensor<4x4x4xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 4, l = 4) reduce(k = 64) combine(add) : tensor<4x4x4xi32> {
  ^bb0(%m: index, %n: index, %l: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n, %l] : tensor<64x4x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x4x4xi32>
}

// CHECK-LABEL: func.func private @twelve(
// CHECK-NOT: i16
// CHECK: return
func.func private @twelve(%a: tensor<4x64xi8>, %b: tensor<64x4x3xi8> {te.layout_free}, %o: tensor<4x4x3xi32> {te.destination}) -> tensor<4x4x3xi32> attributes {te.kernel} {
  %mm = te.compute "mm" axes(m = 4, n = 4, l = 3) reduce(k = 64) combine(add) : tensor<4x4x3xi32> {
  ^bb0(%m: index, %n: index, %l: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n, %l] : tensor<64x4x3xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x4x3xi32>
}

// Columns known only at run time may be many.
// CHECK-LABEL: func.func private @open_columns(
// CHECK: te.compute "mm.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
func.func private @open_columns(%a: tensor<4x64xi8>, %b: tensor<64x?xi8> {te.layout_free}, %o: tensor<4x?xi32> {te.destination}) -> tensor<4x?xi32> attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %b, %c1 : tensor<64x?xi8>
  %mm = te.compute "mm" axes(m = 4, n = %columns) reduce(k = 64) combine(add) : tensor<4x?xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %a[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x?xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x?xi32>
}

// A stage that something else reads stays, and its bytes are widened by a stage of their own.
// CHECK-LABEL: func.func private @read_twice(
// CHECK: te.compute "pad" axes(i = 4, j = 64) : tensor<4x64xi8>
// CHECK: te.compute "mm.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
// CHECK:   te.read %pad
func.func private @read_twice(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %pad = te.compute "pad" axes(i = 4, j = 64) : tensor<4x64xi8> {
  ^bb0(%i: index, %j: index):
    %v = te.read %a[%i, 63 - %j] : tensor<4x64xi8>
    te.yield %v : i8
  }
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %pad[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  %last = te.compute "last" axes(i = 4, j = 32) : tensor<4x32xi32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %pad[%i, %j] : tensor<4x64xi8>
    %w = arith.extsi %v : i8 to i32
    %s = te.read %mm[%i, %j] : tensor<4x32xi32>
    %t = arith.addi %w, %s : i32
    te.yield %t : i32
  }
  return %last : tensor<4x32xi32>
}

// So do the bytes of a reduction.
// CHECK-LABEL: func.func private @reduced(
// CHECK: te.compute "pad" {{.*}} combine(max) : tensor<4x64xi8>
// CHECK: te.compute "mm.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
func.func private @reduced(%a: tensor<4x64x2xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %pad = te.compute "pad" axes(i = 4, j = 64) reduce(l = 2) combine(max) : tensor<4x64xi8> {
  ^bb0(%i: index, %j: index, %l: index):
    %v = te.read %a[%i, %j, %l] : tensor<4x64x2xi8>
    te.yield %v : i8
  }
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %pad[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}

// And those of a stage of two results.
// CHECK-LABEL: func.func private @one_of_two(
// CHECK: te.compute "pad" {{.*}} : tensor<4x64xi8>, tensor<4x64xi8>
// CHECK: te.compute "mm.wide" axes(d0 = 4, d1 = 64) : tensor<4x64xi16>
func.func private @one_of_two(%a: tensor<4x64xi8>, %b: tensor<64x32xi8> {te.layout_free}, %o: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel} {
  %pad:2 = te.compute "pad" axes(i = 4, j = 64) : tensor<4x64xi8>, tensor<4x64xi8> {
  ^bb0(%i: index, %j: index):
    %v = te.read %a[%i, %j] : tensor<4x64xi8>
    te.yield %v, %v : i8, i8
  }
  %mm = te.compute "mm" axes(m = 4, n = 32) reduce(k = 64) combine(add) : tensor<4x32xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %x = te.read %pad#0[%m, %k] : tensor<4x64xi8>
    %y = te.read %b[%k, %n] : tensor<64x32xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %mm : tensor<4x32xi32>
}
