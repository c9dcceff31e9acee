// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fold-requantized, canonicalize))" --split-input-file | FileCheck %s

// A byte that only its widening reads is the number that it was rounded from; the zero point shifts the
// range.
// CHECK-LABEL: func.func @folded
// CHECK-DAG: %[[LOW:.*]] = graph.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-DAG: %[[HIGH:.*]] = graph.constant dense<2.520000e+02> : tensor<f32>
// CHECK: %[[R:.*]] = graph.round %arg0
// CHECK-NEXT: %[[M:.*]] = graph.maximum %[[R]], %[[LOW]]
// CHECK-NEXT: %[[Y:.*]] = graph.minimum %[[M]], %[[HIGH]]
// CHECK-NEXT: return %[[Y]]
func.func @folded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %z = graph.constant dense<3.0> : tensor<f32>
  %low = graph.constant dense<0.0> : tensor<f32>
  %high = graph.constant dense<255.0> : tensor<f32>
  %zero = graph.constant dense<3> : tensor<i32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %s = graph.add %r, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to ui8 : (tensor<8xf32>) -> tensor<8xui8>
  %w = graph.cast %b to i32 : (tensor<8xui8>) -> tensor<8xi32>
  %d = graph.sub %w, %zero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Without a zero point, and with one that is another's.
// CHECK-LABEL: func.func @plain
// CHECK: graph.round %arg0
// CHECK-NEXT: graph.maximum
// CHECK-NEXT: graph.minimum
// CHECK: graph.add
// CHECK-NEXT: graph.maximum
// CHECK-NEXT: graph.minimum
// CHECK-NOT: graph.cast
func.func @plain(%x: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %z = graph.constant dense<3.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %q = graph.round %v : (tensor<8xf32>) -> tensor<8xf32>
  %s = graph.add %q, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %o = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %p = graph.minimum %o, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %c = graph.cast %p to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %u = graph.cast %c to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y, %u : tensor<8xf32>, tensor<8xf32>
}

// -----

// Numbers that are not rounded, that do not fit in a byte, and bytes that others read.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-6: graph.cast
func.func @kept(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi8>) {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %most = graph.constant dense<128.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %a = graph.maximum %x, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.minimum %a, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %c = graph.cast %b to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %d = graph.cast %c to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %e = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %f = graph.minimum %e, %most : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %g = graph.cast %f to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %h = graph.cast %g to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %i = graph.minimum %e, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %j = graph.cast %i to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %k = graph.cast %j to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %d, %h, %k, %j : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi8>
}

// -----

// Ranges as wide as the type are bytes, wider ones by one are not.
// CHECK-LABEL: func.func @limits(
// CHECK-NOT: graph.cast
// CHECK: return
func.func @limits(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<0.0> : tensor<f32>
  %high = graph.constant dense<255.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to ui8 : (tensor<8xf32>) -> tensor<8xui8>
  %y = graph.cast %b to f32 : (tensor<8xui8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @below(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @below(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-129.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @below_unsigned(
// CHECK: graph.cast %{{.*}} to ui8
// CHECK: return
func.func @below_unsigned(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-1.0> : tensor<f32>
  %high = graph.constant dense<255.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to ui8 : (tensor<8xf32>) -> tensor<8xui8>
  %y = graph.cast %b to f32 : (tensor<8xui8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @above_unsigned(
// CHECK: graph.cast %{{.*}} to ui8
// CHECK: return
func.func @above_unsigned(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<0.0> : tensor<f32>
  %high = graph.constant dense<256.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to ui8 : (tensor<8xf32>) -> tensor<8xui8>
  %y = graph.cast %b to f32 : (tensor<8xui8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// A range of one number is one; one of none is not.
// CHECK-LABEL: func.func @one_number(
// CHECK-NOT: graph.cast
// CHECK: return
func.func @one_number(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<5.0> : tensor<f32>
  %high = graph.constant dense<5.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @empty(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @empty(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<5.0> : tensor<f32>
  %high = graph.constant dense<4.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Constants on the left, and one for each element.
// CHECK-LABEL: func.func @constants_first(
// CHECK-NOT: graph.cast
// CHECK: return
func.func @constants_first(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %low, %r : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %n = graph.minimum %high, %m : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @constants_of_elements(
// CHECK-NOT: graph.cast
// CHECK: return
func.func @constants_of_elements(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<8xf32>
  %high = graph.constant dense<127.0> : tensor<8xf32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Bounds and shifts are whole numbers up to 256, zero points known ones.
// CHECK-LABEL: func.func @parts(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @parts(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-127.5> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @largest_shift(
// CHECK-NOT: graph.cast
// CHECK: return
func.func @largest_shift(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %z = graph.constant dense<256.0> : tensor<f32>
  %s = graph.add %r, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @larger_shift(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @larger_shift(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %z = graph.constant dense<257.0> : tensor<f32>
  %s = graph.add %r, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @least_shift(
// CHECK-NOT: graph.cast
// CHECK: return
func.func @least_shift(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %z = graph.constant dense<-256.0> : tensor<f32>
  %s = graph.add %r, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @any_zero_point(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @any_zero_point(%x: tensor<8xf32>, %any: tensor<i32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %w = graph.cast %b to i32 : (tensor<8xi8>) -> tensor<8xi32>
  %d = graph.sub %w, %any : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @largest_zero_point(
// CHECK-DAG: graph.constant dense<-3.840000e+02>
// CHECK-DAG: graph.constant dense<-1.290000e+02>
// CHECK-NOT: graph.cast
// CHECK: return
func.func @largest_zero_point(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %w = graph.cast %b to i32 : (tensor<8xi8>) -> tensor<8xi32>
  %zero = graph.constant dense<256> : tensor<i32>
  %d = graph.sub %w, %zero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @larger_zero_point(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @larger_zero_point(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %w = graph.cast %b to i32 : (tensor<8xi8>) -> tensor<8xi32>
  %zero = graph.constant dense<257> : tensor<i32>
  %d = graph.sub %w, %zero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Numbers of other types, bytes of other sizes, and what is rounded down are left.
// CHECK-LABEL: func.func @double(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @double(%x: tensor<8xf32>) -> tensor<8xf64> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f64 : (tensor<8xi8>) -> tensor<8xf64>
  return %y : tensor<8xf64>
}

// -----

// CHECK-LABEL: func.func @short(
// CHECK: graph.cast %{{.*}} to i16
// CHECK: return
func.func @short(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i16 : (tensor<8xf32>) -> tensor<8xi16>
  %y = graph.cast %b to f32 : (tensor<8xi16>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @rounded_down(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: return
func.func @rounded_down(%x: tensor<8xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.floor %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
