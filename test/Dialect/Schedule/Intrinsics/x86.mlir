// REQUIRES: dl-run, python, avx512_vnni, avx512_bf16
// RUN: dl-opt %s --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/x86.mlir -o %t.mlir
// RUN: %python -c "import numpy as np; r = np.random.default_rng(0); i = lambda *s: r.integers(-128, 128, s, dtype=np.int8); f = lambda *s: r.integers(-8, 9, s).astype(np.float32); np.savez('%t.npz', x=i(6, 64), w=i(64, 48), p=f(6, 32), q=f(32, 16))"
// RUN: dl-run %t.mlir --inputs=%t.npz --compare=reference --tolerance=0 | FileCheck %s
// RUN: dl-run %t.mlir --inputs=%t.npz --compare=reference --tolerance=0 --vectorize=false | FileCheck %s
// CHECK: kernels: {{[0-9]+}} outputs compared, largest error 0.00e+00
// RUN: not dl-compile %t.mlir --mcpu=x86-64-v3 -o %t.so 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: expected a CPU with the feature +avx512vnni, which intrinsics of the schedules require, got 'x86-64-v3'; choose another --mcpu, or schedules without them
// RUN: dl-compile %t.mlir --to=llvm -o - | FileCheck %s --check-prefix=CODE

// Dot products of AVX-512 on all bytes and on small numbers, against the te
// interpreter: equal to the last bit. The weights are packed in groups of four and
// of two rows.

// The reduction carries its six accumulators in registers.
// CODE-LABEL: define {{.*}}@dot_u8s8(
// CODE-COUNT-6: phi <16 x i32>
// CODE-COUNT-6: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// CODE-LABEL: define {{.*}}@dot_bf16(
// CODE: call <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512(
func.func private @dot_u8s8(%x: tensor<6x64xi8>, %w: tensor<64x48xi8> {te.layout_free}, %o: tensor<6x48xi32> {te.destination}) -> tensor<6x48xi32> attributes {te.kernel, schedule.sequence = @schedules::@dot_u8s8} {
  %c = te.compute "C" axes(i = 6, j = 48) reduce(k = 64) combine(add) : tensor<6x48xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<6x64xi8>
    %b = te.read %w[%k, %j] : tensor<64x48xi8>
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    // The other way round than the intrinsic has it: a product commutes.
    %p = arith.muli %bw, %aw : i32
    te.yield %p : i32
  }
  return %c : tensor<6x48xi32>
}
func.func private @dot_bf16(%x: tensor<6x32xbf16>, %w: tensor<32x16xbf16> {te.layout_free}, %o: tensor<6x16xf32> {te.destination}) -> tensor<6x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@dot_bf16} {
  %c = te.compute "C" axes(i = 6, j = 16) reduce(k = 32) combine(add) : tensor<6x16xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<6x32xbf16>
    %b = te.read %w[%k, %j] : tensor<32x16xbf16>
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    te.yield %p : f32
  }
  return %c : tensor<6x16xf32>
}
func.func private @narrow_p(%x: tensor<6x32xf32>, %o: tensor<6x32xbf16> {te.destination}) -> tensor<6x32xbf16> attributes {te.kernel} {
  %d = te.compute "D" axes(i = 6, j = 32) : tensor<6x32xbf16> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<6x32xf32>
    %w = arith.truncf %v : f32 to bf16
    te.yield %w : bf16
  }
  return %d : tensor<6x32xbf16>
}
func.func private @narrow_q(%x: tensor<32x16xf32>, %o: tensor<32x16xbf16> {te.destination}) -> tensor<32x16xbf16> attributes {te.kernel} {
  %d = te.compute "D" axes(i = 32, j = 16) : tensor<32x16xbf16> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<32x16xf32>
    %w = arith.truncf %v : f32 to bf16
    te.yield %w : bf16
  }
  return %d : tensor<32x16xbf16>
}
// What is tensorized is computed inside a consumer, for its columns.
func.func private @dot_in_tile(%x: tensor<6x64xi8>, %w: tensor<64x48xi8> {te.layout_free}, %o: tensor<6x48xf32> {te.destination}) -> tensor<6x48xf32> attributes {te.kernel, schedule.sequence = @schedules::@dot_in_tile} {
  %c = te.compute "C" axes(i = 6, j = 48) reduce(k = 64) combine(add) : tensor<6x48xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<6x64xi8>
    %b = te.read %w[%k, %j] : tensor<64x48xi8>
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %p = arith.muli %aw, %bw : i32
    te.yield %p : i32
  }
  %d = te.compute "D" axes(i = 6, j = 48) : tensor<6x48xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %c[%i, %j] : tensor<6x48xi32>
    %f = arith.sitofp %v : i32 to f32
    te.yield %f : f32
  }
  return %d : tensor<6x48xf32>
}
func.func @main(%x: tensor<6x64xi8> {dl.name = "x"}, %w: tensor<64x48xi8> {dl.name = "w"},
                %p: tensor<6x32xf32> {dl.name = "p"}, %q: tensor<32x16xf32> {dl.name = "q"},
                %o0: tensor<6x48xi32> {te.destination, dl.name = "o0"}, %o1: tensor<6x16xf32> {te.destination, dl.name = "o1"},
                %o2: tensor<6x48xf32> {te.destination, dl.name = "o2"})
    -> (tensor<6x48xi32> {dl.name = "o0"}, tensor<6x16xf32> {dl.name = "o1"}, tensor<6x48xf32> {dl.name = "o2"}) {
  %0 = call @dot_u8s8(%x, %w, %o0) : (tensor<6x64xi8>, tensor<64x48xi8>, tensor<6x48xi32>) -> tensor<6x48xi32>
  %ep = tensor.empty() : tensor<6x32xbf16>
  %eq = tensor.empty() : tensor<32x16xbf16>
  %pn = call @narrow_p(%p, %ep) : (tensor<6x32xf32>, tensor<6x32xbf16>) -> tensor<6x32xbf16>
  %qn = call @narrow_q(%q, %eq) : (tensor<32x16xf32>, tensor<32x16xbf16>) -> tensor<32x16xbf16>
  %1 = call @dot_bf16(%pn, %qn, %o1) : (tensor<6x32xbf16>, tensor<32x16xbf16>, tensor<6x16xf32>) -> tensor<6x16xf32>
  %2 = call @dot_in_tile(%x, %w, %o2) : (tensor<6x64xi8>, tensor<64x48xi8>, tensor<6x48xf32>) -> tensor<6x48xf32>
  return %0, %1, %2 : tensor<6x48xi32>, tensor<6x16xf32>, tensor<6x48xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @dot_u8s8(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    schedule.transform_layout %C reads operand 1 by affine_map<(k, j) -> (k floordiv 4, j, k mod 4)>
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 16
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%jo, %ko, %i, %ji, %ki]
    schedule.tensorize %C[%ji] with @avx512_vpdpbusd
    schedule.unroll %C[%i]
    transform.yield
  }
  transform.named_sequence @dot_bf16(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    schedule.transform_layout %C reads operand 1 by affine_map<(k, j) -> (k floordiv 2, j, k mod 2)>
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 2
    schedule.reorder %C[%ko, %j, %ki]
    schedule.tensorize %C[%j] with @avx512_vdpbf16ps
    transform.yield
  }
  transform.named_sequence @dot_in_tile(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    schedule.transform_layout %C reads operand 1 by affine_map<(k, j) -> (k floordiv 4, j, k mod 4)>
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4
    %jo, %ji = schedule.split %D[%j] by 32
    schedule.reorder %D[%io, %jo, %ii, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ii]
    schedule.compute_at %C at %D[%jo]
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %cjo, %cji = schedule.split %C[%cj] by 16
    %cko, %cki = schedule.split %C[%ck] by 4
    schedule.reorder %C[%cko, %ci, %cjo, %cji, %cki]
    schedule.tensorize %C[%cji] with @avx512_vpdpbusd
    schedule.unroll %C[%cjo]
    schedule.unroll %C[%ci]
    transform.yield
  }
}
