// RUN: dl-opt %s --dl-set-target=cpu=haswell --dl-load-intrinsics=cpu=haswell --schedule-default -o %t.avx2.mlir
// RUN: FileCheck %s --check-prefix=AVX2 --input-file=%t.avx2.mlir
// RUN: dl-opt %t.avx2.mlir --schedule-apply | FileCheck %s --check-prefix=TILE
// RUN: dl-opt %s --pass-pipeline="builtin.module(dl-set-target{cpu=haswell},func.func(te-widen-bytes),dl-load-intrinsics{cpu=haswell},schedule-default)" | FileCheck %s --check-prefix=WIDE
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-load-intrinsics=cpu=znver4 --schedule-default | FileCheck %s --check-prefix=VNNI

// Of 16 registers eight hold sums: even and odd bytes of two vectors are four, those of a row two, a
// product one.
// AVX2: "vector_byte_products" = true, "vector_broadcasts" = false, "vector_fuses" = true
// AVX2: schedule.split %C[%a0] by 4
// AVX2: schedule.split %C[%a1] by 16
// AVX2: schedule.tensorize %C[{{.*}}] with @avx2_vpmaddwd_u8s8
// Numbers of 16 bits in place of the bytes of rows are one register, so are the vectors: twelve sums.
// WIDE: schedule.split %C[%a0] by 6
// WIDE: schedule.split %C[%a1] by 16
// WIDE: schedule.tensorize %C[{{.*}}] with @avx2_vpmaddwd_s16s8
// Of 32 there are 24, as vpdpbusd takes the bytes as they are.
// VNNI: schedule.split %C[%a0] by 6
// VNNI: schedule.split %C[%a1] by 64
// VNNI: schedule.tensorize %C[{{.*}}] with @avx512_vpdpbusd

// Both vectors of a row follow each other, in the order of the schedule's axes, so that its bytes are
// alive no longer.
// TILE: tensor.insert_slice {{.*}}[0, 0] [1, 8]
// TILE: tensor.insert_slice {{.*}}[0, 8] [1, 8]
// TILE: tensor.insert_slice {{.*}}[1, 0] [1, 8]
// TILE: tensor.insert_slice {{.*}}[1, 8] [1, 8]
func.func private @bytes(%a: tensor<60x256xi8>, %b: tensor<256x256xi8> {te.layout_free}, %o: tensor<60x256xi32> {te.destination}) -> tensor<60x256xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(i = 60, j = 256) reduce(k = 256) combine(add) : tensor<60x256xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %1 = te.read %a[%i, %k] : tensor<60x256xi8>
    %2 = te.read %b[%k, %j] : tensor<256x256xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<60x256xi32>
}
func.func @main(%a: tensor<60x256xi8>, %o: tensor<60x256xi32> {te.destination}) -> tensor<60x256xi32> {
  %b = arith.constant dense<1> : tensor<256x256xi8>
  %0 = call @bytes(%a, %b, %o) : (tensor<60x256xi8>, tensor<256x256xi8>, tensor<60x256xi32>) -> tensor<60x256xi32>
  return %0 : tensor<60x256xi32>
}
