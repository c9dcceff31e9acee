// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s
// RUN: dl-opt %s --verify-roundtrip | FileCheck %s

// Several results without a reduction.
// CHECK-LABEL: func.func @both
func.func @both(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  // CHECK: %[[B:.*]]:2 = te.compute "both" axes(i = 4) : tensor<4xf32>, tensor<4xi64> attributes {note = "kept"} {
  %b:2 = te.compute "both" axes(i = 4) : tensor<4xf32>, tensor<4xi64> attributes {note = "kept"} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    %n = arith.index_cast %i : index to i64
    // CHECK: te.yield %{{.*}}, %{{.*}} : f32, i64
    te.yield %v, %n : f32, i64
  }
  // CHECK: return %[[B]]#0, %[[B]]#1
  return %b#0, %b#1 : tensor<4xf32>, tensor<4xi64>
}

// A combiner of pairs.
// CHECK-LABEL: func.func @argmax
func.func @argmax(%x: tensor<4x16xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  // CHECK: te.compute "argmax" axes(i = 4) reduce(k = 16) combine(custom [0xFF800000 : f32, 16] commutative) : tensor<4xf32>, tensor<4xi64> {
  %m:2 = te.compute "argmax" axes(i = 4) reduce(k = 16) combine(custom [0xFF800000 : f32, 16] commutative) : tensor<4xf32>, tensor<4xi64> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<4x16xf32>
    %n = arith.index_cast %k : index to i64
    te.yield %v, %n : f32, i64
  // CHECK: } join {
  } join {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i64):
  ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
    %larger = arith.cmpf ogt, %b, %a : f32
    %equal = arith.cmpf oeq, %b, %a : f32
    %before = arith.cmpi slt, %j, %i : i64
    %first = arith.andi %equal, %before : i1
    %taken = arith.ori %larger, %first : i1
    %value = arith.select %taken, %b, %a : f32
    %place = arith.select %taken, %j, %i : i64
    te.yield %value, %place : f32, i64
  }
  return %m#0, %m#1 : tensor<4xf32>, tensor<4xi64>
}

// One result, terms in order: a polynomial by Horner's rule.
// CHECK-LABEL: func.func @ordered
func.func @ordered(%x: tensor<5xi32>) -> tensor<i32> {
  // CHECK: %{{.*}} = te.compute "horner" axes() reduce(k = 5) combine(custom [0 : i32]) : tensor<i32> {
  %h = te.compute "horner" axes() reduce(k = 5) combine(custom [0 : i32]) : tensor<i32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<5xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    %three = arith.constant 3 : i32
    %p = arith.muli %a, %three : i32
    %s = arith.addi %p, %b : i32
    te.yield %s : i32
  }
  return %h : tensor<i32>
}
