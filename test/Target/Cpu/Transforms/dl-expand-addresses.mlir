// RUN: dl-opt %s --dl-expand-addresses | FileCheck %s

// A view of a view is one of the buffer, with its offset as arithmetic.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<()[s0] -> (s0 * 32)>
// CHECK-DAG: #[[PART:.*]] = affine_map<()[s0] -> (s0 + 4)>
// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[BUFFER:[a-z0-9]+]]: memref<8x32xf32>, %[[ROW:[a-z0-9]+]]: index
// CHECK:         %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[BUFFER]]
// CHECK:         %[[BEGIN:.*]] = affine.apply #[[ROWS]]()[%[[ROW]]]
// CHECK:         %[[OFFSET:.*]] = affine.apply #[[PART]]()[%[[BEGIN]]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [1, 8], strides: [32, 1]
// CHECK-NOT:     memref.subview
func.func @views(%buffer: memref<8x32xf32>, %row: index)
    -> memref<1x8xf32, strided<[32, 1], offset: ?>> {
  %rows = memref.subview %buffer[%row, 0] [1, 32] [1, 1]
      : memref<8x32xf32> to memref<1x32xf32, strided<[32, 1], offset: ?>>
  %part = memref.subview %rows[0, 4] [1, 8] [1, 1]
      : memref<1x32xf32, strided<[32, 1], offset: ?>> to memref<1x8xf32, strided<[32, 1], offset: ?>>
  return %part : memref<1x8xf32, strided<[32, 1], offset: ?>>
}

// Digits of an index are divisions.
// CHECK-LABEL: func.func @digits(
// CHECK-NOT:     affine.delinearize_index
// CHECK:         arith.floordivsi
// CHECK:         return
func.func @digits(%index: index) -> (index, index) {
  %0:2 = affine.delinearize_index %index into (6, 7) : index, index
  return %0#0, %0#1 : index, index
}

// Equal blocks stay two: nothing looks for them here.
// CHECK-LABEL: func.func @blocks(
// CHECK:         cf.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK:       ^bb1:
// CHECK:         call @use
// CHECK:       ^bb2:
// CHECK:         call @use
func.func private @use()
func.func @blocks(%condition: i1) {
  cf.cond_br %condition, ^bb1, ^bb2
^bb1:
  call @use() : () -> ()
  cf.br ^bb3
^bb2:
  call @use() : () -> ()
  cf.br ^bb3
^bb3:
  return
}

// Of one group several sizes are known only at run time.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x?xf32>, %[[N:.*]]: index, %[[H:.*]]: index, %[[W:.*]]: index
// CHECK:         %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK:         %[[AREA:.*]] = affine.apply #{{.*}}()[%[[W]], %[[H]]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[N]], 14, %[[H]], %[[W]]], strides: [%[[STRIDES]]#0, %[[AREA]], %[[W]], 1]
func.func @groups(%x: memref<?x?xf32>, %n: index, %h: index, %w: index) -> memref<?x14x?x?xf32> {
  %0 = memref.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 14, %h, %w]
      : memref<?x?xf32> into memref<?x14x?x?xf32>
  return %0 : memref<?x14x?x?xf32>
}
