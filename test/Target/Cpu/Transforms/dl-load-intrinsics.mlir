// RUN: dl-opt %s --split-input-file --dl-load-intrinsics=cpu=znver4 | FileCheck %s
// RUN: dl-opt %s --split-input-file --dl-load-intrinsics=cpu=haswell | FileCheck %s --check-prefix=OLD
// RUN: dl-opt %s --split-input-file --dl-load-intrinsics=target=cortex-a76 | FileCheck %s --check-prefix=NEON
// RUN: not dl-opt %s --split-input-file --dl-load-intrinsics=cpu=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// A kernel of narrow factors has the instructions of its CPU to choose from.
// CHECK:       func.func private @bytes
// CHECK-DAG:   schedule.intrinsic @avx512_vpdpbusd requires "+avx512vnni"
// CHECK-DAG:   schedule.intrinsic @avx512_vdpbf16ps requires "+avx512bf16"
// CHECK-NOT:   schedule.intrinsic @neon
// OLD:         schedule.intrinsic @avx2_vpmaddwd_u8s8 requires "+avx2"
// OLD-NOT:     requires "+avx512
// OLD-NOT:     requires "+avxvnni
// NEON-NOT:    schedule.intrinsic @avx512
// NEON:        schedule.intrinsic @neon_sdot requires "+dotprod"
// NEON-NOT:    requires "+i8mm"
// UNKNOWN:     error: {{.*}}z80
func.func private @bytes(%a: tensor<8x64xi8>, %b: tensor<64x16xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(i = 8, j = 16) reduce(k = 64) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %1 = te.read %a[%i, %k] : tensor<8x64xi8>
    %2 = te.read %b[%k, %j] : tensor<64x16xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<8x16xi32>
}

// -----

// Others are not bothered with them.
// CHECK-LABEL: func.func private @floats
// CHECK-NOT:   schedule.intrinsic
// NEON-LABEL:  func.func private @floats
// NEON-NOT:    requires
func.func private @floats(%a: tensor<8x64xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %0 = te.compute "C" axes(i = 8) reduce(k = 64) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %1 = te.read %a[%i, %k] : tensor<8x64xf32>
    %2 = arith.mulf %1, %1 : f32
    te.yield %2 : f32
  }
  return %0 : tensor<8xf32>
}

// -----

// What the module declares itself comes first.
// CHECK-LABEL: func.func private @own
// NEON-LABEL:  func.func private @own
// CHECK:       schedule.intrinsic @avx512_vpdpbusd computes
// CHECK:       schedule.intrinsic @avx512_vdpbf16ps
func.func private @own(%a: tensor<64xbf16>, %b: tensor<64x16xbf16>, %o: tensor<16xf32> {te.destination}) -> tensor<16xf32> attributes {te.kernel} {
  %0 = te.compute "C" axes(j = 16) reduce(k = 64) combine(add) : tensor<16xf32> {
  ^bb0(%j: index, %k: index):
    %1 = te.read %a[%k] : tensor<64xbf16>
    %2 = te.read %b[%k, %j] : tensor<64x16xbf16>
    %3 = arith.extf %1 : bf16 to f32
    %4 = arith.extf %2 : bf16 to f32
    %5 = arith.mulf %3, %4 : f32
    te.yield %5 : f32
  }
  return %0 : tensor<16xf32>
}
schedule.intrinsic @avx512_vpdpbusd computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "copy" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %a : tensor<8xf32>
}
