// RUN: dl-opt %s --dl-convert-code-to-llvm | FileCheck %s

// Addresses, arithmetic, vectors and branches at once; the function stays.
// CHECK-LABEL: func.func @scale(
// CHECK-NOT:     memref.
// CHECK-NOT:     vector.
// CHECK-NOT:     arith.
// CHECK:         llvm.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK:       ^bb1:
// CHECK:         %[[ROW:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK:         %[[SCALED:.*]] = llvm.fmul %[[ROW]], %{{.*}} : vector<8xf32>
// CHECK:         llvm.store %[[SCALED]], %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK:         llvm.br ^bb2
// CHECK:       ^bb2:
// CHECK:         return
func.func @scale(%buffer: memref<4x8xf32>, %row: index, %factor: f32, %condition: i1) {
  %zero = arith.constant 0 : index
  %padding = arith.constant 0.0 : f32
  cf.cond_br %condition, ^bb1, ^bb2
^bb1:
  %0 = vector.transfer_read %buffer[%row, %zero], %padding {in_bounds = [true]}
      : memref<4x8xf32>, vector<8xf32>
  %1 = vector.broadcast %factor : f32 to vector<8xf32>
  %2 = arith.mulf %0, %1 : vector<8xf32>
  vector.transfer_write %2, %buffer[%row, %zero] {in_bounds = [true]}
      : vector<8xf32>, memref<4x8xf32>
  cf.br ^bb2
^bb2:
  return
}

// What may lie outside is masked.
// CHECK-LABEL: func.func @masked(
// CHECK:         %[[MASK:.*]] = llvm.icmp "sgt" %{{.*}} : vector<8xi32>
// CHECK:         llvm.intr.masked.load %{{.*}}, %[[MASK]]
func.func @masked(%buffer: memref<?xf32>, %at: index) -> vector<8xf32> {
  %padding = arith.constant 0.0 : f32
  %0 = vector.transfer_read %buffer[%at], %padding : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// Sums over lanes may be in any order.
// CHECK-LABEL: func.func @sum(
// CHECK:         "llvm.intr.vector.reduce.fadd"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<reassoc>}>
func.func @sum(%row: vector<8xf32>, %sum: f32) -> f32 {
  %0 = vector.reduction <add>, %row, %sum : vector<8xf32> into f32
  return %0 : f32
}

// Vectors of several dimensions are put together and taken apart by element only where they must.
// CHECK-LABEL: func.func @elements(
// CHECK-NOT:     vector.
// CHECK-COUNT-4: llvm.extractelement
// CHECK-COUNT-4: llvm.insertelement
func.func @elements(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<2x2xf32> {
  %0:2 = vector.to_elements %a : vector<2xf32>
  %1:2 = vector.to_elements %b : vector<2xf32>
  %2 = vector.from_elements %0#1, %0#0, %1#1, %1#0 : vector<2x2xf32>
  return %2 : vector<2x2xf32>
}
