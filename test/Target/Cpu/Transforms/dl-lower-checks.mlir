// RUN: dl-opt %s --split-input-file --dl-lower-checks --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --split-input-file --dl-lower-checks --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-1: {{^module}}
// PRINTED-NOT: {{^module}}

// CHECK: llvm.mlir.global private constant @check_nodes_1("second\00")
// CHECK: llvm.mlir.global private constant @check_nodes_0("first\00")
// CHECK: func.func private @dlc_check_indices(
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[HANDLE:.*]]: !llvm.ptr, %{{.*}}: memref<4x2xi64>, %{{.*}}: memref<3xi32>) -> i32
// All elements: the product of the dims, from 1 on.
// CHECK: memref.dim %{{.*}}, %{{.*}} : memref<4x2xi64>
// CHECK-NEXT: arith.muli
// CHECK: memref.dim %{{.*}}, %{{.*}} : memref<4x2xi64>
// CHECK-NEXT: arith.muli
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: %[[FIRST:.*]] = llvm.mlir.addressof @check_nodes_0
// CHECK: call @dlc_check_indices(%[[HANDLE]], %[[FIRST]],
// CHECK: call @dlc_check_indices(%[[HANDLE]], %[[FIRST]],
// CHECK: cf.cond_br %{{.*}}, ^[[EXIT0:.*]](%{{.*}} : i32), ^[[REST:.*]]
// CHECK: ^[[REST]]:
// CHECK: llvm.mlir.addressof @check_nodes_1
// CHECK: call @dlc_check_indices(
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}(%{{.*}} : i32), ^{{.*}}
// CHECK: %[[OK:.*]] = arith.constant 0 : i32
// CHECK: return %[[OK]] : i32
// CHECK: ^[[EXIT0]](%[[STATUS:.*]]: i32):
// CHECK: return %[[STATUS]] : i32
// CHECK-NOT: te.check_indices
func.func @main(%run: !llvm.ptr, %i: memref<4x2xi64>, %j: memref<3xi32>) {
  %n = arith.constant 5 : index
  %m = arith.constant 7 : index
  te.check_indices %i within(%n, %m) : memref<4x2xi64> loc("first")
  te.check_indices %j within(%n) : memref<3xi32> loc("second")
  return
}

// -----

// expected-error @+1 {{expected @main to take the run's handle first and to return nothing; run dl-describe-model before}}
func.func @main(%i: memref<4xi64>, %n: index) {
  te.check_indices %i within(%n) : memref<4xi64>
  return
}

// -----

func.func @main(%run: !llvm.ptr, %i: tensor<4xi64>, %n: index) {
  // expected-error @+1 {{'te.check_indices' op expected indices in a buffer; bufferize before}}
  te.check_indices %i within(%n) : tensor<4xi64>
  return
}

// -----

// expected-error @+1 {{expected @main to take the run's handle first and to return nothing; run dl-describe-model before}}
func.func @main(%run: !llvm.ptr, %i: memref<4xi64>, %n: index) -> i32 {
  %c0 = arith.constant 0 : i32
  te.check_indices %i within(%n) : memref<4xi64>
  return %c0 : i32
}

// -----

// expected-error @+1 {{expected @main to take the run's handle first and to return nothing; run dl-describe-model before}}
func.func @main() {
  %n = arith.constant 4 : index
  %i = memref.alloc() : memref<4xi64>
  te.check_indices %i within(%n) : memref<4xi64>
  return
}
