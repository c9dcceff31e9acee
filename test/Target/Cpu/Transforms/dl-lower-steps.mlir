// RUN: dl-opt %s --split-input-file --dl-lower-steps --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --split-input-file --dl-lower-steps --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-3: {{^module}}
// PRINTED-NOT: {{^module}}

// The descriptor of a step begins at its first element: 3 * 4 bytes further each.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[X:.*]]: memref<5x3xf32>, %[[T:.*]]: index
// CHECK-DAG: %[[SIZE:.*]] = arith.constant 12 : index
// CHECK-DAG: %[[START:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[OFFSET:.*]] = arith.muli %[[T]], %[[SIZE]] : index
// CHECK: arith.addi %[[START]], %[[OFFSET]] : index
// CHECK: %[[P:.*]] = llvm.inttoptr
// CHECK: llvm.insertvalue %[[P]]
// CHECK: %[[V:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<3xf32>
// CHECK: return %[[V]] : memref<3xf32>
// CHECK-NOT: te.step
func.func @step(%x: memref<5x3xf32>, %t: index) -> memref<3xf32> {
  %v = te.step %x[%t] : memref<5x3xf32> to memref<3xf32>
  return %v : memref<3xf32>
}

// -----

// Of sizes that only a run knows the bytes are computed.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.*]]: memref<5x?x4xf32>, %[[T:.*]]: index
// CHECK: %[[N:.*]] = memref.dim %[[X]], %c1 : memref<5x?x4xf32>
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[ROW:.*]] = arith.constant 4 : index
// CHECK: %[[COUNT:.*]] = arith.muli %[[N]], %[[ROW]] : index
// CHECK: %[[BYTES:.*]] = arith.muli %[[COUNT]], %c4{{.*}} : index
// CHECK: arith.muli %[[T]], %[[BYTES]] : index
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: llvm.insertvalue %[[SIZE]], %{{.*}}[3, 0]
// CHECK: %[[STRIDE:.*]] = arith.index_cast %[[ROW]] : index to i64
// CHECK: llvm.insertvalue %[[STRIDE]], %{{.*}}[4, 0]
// CHECK: %[[LAST:.*]] = arith.index_cast %c4 : index to i64
// CHECK: llvm.insertvalue %[[LAST]], %{{.*}}[3, 1]
// CHECK: %[[UNIT:.*]] = arith.index_cast %[[ONE]] : index to i64
// CHECK: llvm.insertvalue %[[UNIT]], %{{.*}}[4, 1]
// CHECK: builtin.unrealized_conversion_cast %{{.*}} to memref<?x4xf32>
func.func @dynamic(%x: memref<5x?x4xf32>, %t: index) -> memref<?x4xf32> {
  %v = te.step %x[%t] : memref<5x?x4xf32> to memref<?x4xf32>
  return %v : memref<?x4xf32>
}

// -----

// Steps without elements.
// CHECK-LABEL: func.func @empty(
// CHECK: builtin.unrealized_conversion_cast %{{.*}} to memref<0xf32>
func.func @empty(%x: memref<5x0xf32>, %t: index) -> memref<0xf32> {
  %v = te.step %x[%t] : memref<5x0xf32> to memref<0xf32>
  return %v : memref<0xf32>
}

// -----

func.func @bits(%x: memref<5x3xi1>, %t: index) -> memref<3xi1> {
  // expected-error @+1 {{'te.step' op expected a row-major buffer whose steps have whole bytes, got 'memref<5x3xi1>'}}
  %v = te.step %x[%t] : memref<5x3xi1> to memref<3xi1>
  return %v : memref<3xi1>
}

// -----

func.func @strided(%x: memref<5x3xf32, strided<[4, 1]>>, %t: index) -> memref<3xf32> {
  // expected-error @+1 {{'te.step' op expected a row-major buffer whose steps have whole bytes, got 'memref<5x3xf32, strided<[4, 1]>>'}}
  %v = te.step %x[%t] : memref<5x3xf32, strided<[4, 1]>> to memref<3xf32>
  return %v : memref<3xf32>
}

// -----

// Of sizes that only a run knows too.
func.func @open_bits(%x: memref<5x?xi1>, %t: index) -> memref<?xi1> {
  // expected-error @+1 {{'te.step' op expected a row-major buffer whose steps have whole bytes, got 'memref<5x?xi1>'}}
  %v = te.step %x[%t] : memref<5x?xi1> to memref<?xi1>
  return %v : memref<?xi1>
}

// -----

func.func @open_indices(%x: memref<5x?xindex>, %t: index) -> memref<?xindex> {
  // expected-error @+1 {{'te.step' op expected a row-major buffer whose steps have whole bytes, got 'memref<5x?xindex>'}}
  %v = te.step %x[%t] : memref<5x?xindex> to memref<?xindex>
  return %v : memref<?xindex>
}

// -----

func.func @open_rows(%x: memref<5x?xf32, strided<[?, 1]>>, %t: index) -> memref<?xf32> {
  // expected-error @+1 {{'te.step' op expected a row-major buffer whose steps have whole bytes, got 'memref<5x?xf32, strided<[?, 1]>>'}}
  %v = te.step %x[%t] : memref<5x?xf32, strided<[?, 1]>> to memref<?xf32>
  return %v : memref<?xf32>
}
