// RUN: dl-opt %s --pass-pipeline="builtin.module(dl-set-target{cpu=haswell},func.func(dl-lower-vectors))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(dl-set-target{cpu=skylake-avx512},func.func(dl-lower-vectors))" | FileCheck %s --check-prefix=MASKS

// Seven elements are stored as 4, 2 and 1 where a masked store is slow.
// CHECK-LABEL: func.func @seven(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<8xf32>, %[[M:[a-z0-9]+]]: memref<3x7xf32>, %[[I:[a-z0-9]+]]: index
// CHECK-DAG:     %[[FOUR:.*]] = vector.extract_strided_slice %[[V]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-DAG:     %[[TWO:.*]] = vector.extract_strided_slice %[[V]] {offsets = [4], sizes = [2], strides = [1]}
// CHECK-DAG:     %[[ONE:.*]] = vector.extract_strided_slice %[[V]] {offsets = [6], sizes = [1], strides = [1]}
// CHECK-DAG:     vector.store %[[FOUR]], %[[M]][%[[I]], %c0]
// CHECK-DAG:     vector.store %[[TWO]], %[[M]][%[[I]], %c4]
// CHECK-DAG:     vector.store %[[ONE]], %[[M]][%[[I]], %c6]
// CHECK-NOT:     vector.transfer_write
// CHECK:         return
// MASKS-LABEL: func.func @seven(
// MASKS:         vector.transfer_write %{{.*}} : vector<8xf32>, memref<3x7xf32>
func.func @seven(%v: vector<8xf32>, %m: memref<3x7xf32>, %i: index) {
  %zero = arith.constant 0 : index
  vector.transfer_write %v, %m[%i, %zero] {in_bounds = [false]} : vector<8xf32>, memref<3x7xf32>
  return
}

// Of which only a run knows how many there are, all are stored or those of a mask.
// CHECK-LABEL: func.func @some(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<8xf32>, %[[M:[a-z0-9]+]]: memref<?xf32>, %[[I:[a-z0-9]+]]: index
// CHECK:         %[[COUNT:.*]] = affine.apply
// CHECK:         %[[ALL:.*]] = arith.cmpi sge, %[[COUNT]], %c8
// CHECK:         scf.if %[[ALL]] {
// CHECK-NEXT:      vector.store %[[V]], %[[M]][%[[I]]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[MASK:.*]] = vector.create_mask %[[COUNT]] : vector<8xi1>
// CHECK-NEXT:      vector.maskedstore %[[M]][%[[I]]], %[[MASK]], %[[V]]
// CHECK-NEXT:    }
func.func @some(%v: vector<8xf32>, %m: memref<?xf32>, %i: index) {
  vector.transfer_write %v, %m[%i] {in_bounds = [false]} : vector<8xf32>, memref<?xf32>
  return
}

// Places that are all there, and elements that lie apart, are stored as ever.
// CHECK-LABEL: func.func @others(
// CHECK:         vector.store %{{.*}} : memref<8xf32>, vector<8xf32>
// CHECK:         memref.store %{{.*}} : memref<8xf32, strided<[3]>>
// CHECK-NOT:     vector.maskedstore
func.func @others(%v: vector<8xf32>, %m: memref<8xf32>, %s: memref<8xf32, strided<[3]>>) {
  %zero = arith.constant 0 : index
  vector.transfer_write %v, %m[%zero] {in_bounds = [false]} : vector<8xf32>, memref<8xf32>
  vector.transfer_write %v, %s[%zero] {in_bounds = [false]} : vector<8xf32>, memref<8xf32, strided<[3]>>
  return
}

// What is stored under a mask of its own is not taken apart.
// CHECK-LABEL: func.func @masked(
// CHECK-NOT:     scf.if
// CHECK:         vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}} : vector<8xf32>, memref<?xf32>
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @masked(%v: vector<8xf32>, %m: memref<?xf32>, %i: index, %mask: vector<8xi1>) {
  vector.transfer_write %v, %m[%i], %mask {in_bounds = [false]} : vector<8xf32>, memref<?xf32>
  return
}
