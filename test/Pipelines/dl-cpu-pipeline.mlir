// RUN: dl-opt %s --dl-cpu-memory-pipeline --mlir-print-local-scope | FileCheck %s
// RUN: dl-opt %s --dl-cpu-pipeline | FileCheck %s --check-prefix=LLVM
// RUN: dl-opt %s --dl-cpu-pipeline=threads=4 | FileCheck %s --check-prefixes=LLVM,OMP

// A module of the scheduled level: kernels write into their destinations in
// place, @main neither allocates nor copies.

// CHECK:       module attributes {dl.arena_size = 4096 : i64
// CHECK-LABEL: func.func private @mm(
// CHECK-SAME:    %[[A:.*]]: memref<16x32xf32>, %[[B:.*]]: memref<32x64xf32>, %[[O:.*]]: memref<16x64xf32> {te.destination}) attributes {te.kernel}
// CHECK:         memref.alloca() {{.*}} : memref<8x16xf32>
// CHECK:         scf.forall
// CHECK:           scf.for
// CHECK-NOT:       memref.copy
// CHECK:             memref.subview %[[O]]
// CHECK:         return{{$}}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %[[W:.*]]: memref<8192xi8> {dl.weights}, %[[ARENA:.*]]: memref<4096xi8> {dl.arena},
// CHECK-SAME:    %[[DATA:.*]]: memref<16x32xf32> {dl.name = "data"}, %[[OUT:.*]]: memref<1x16x64xf32> {dl.name = "logits", te.destination}) {
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         %[[TMP:.*]] = memref.view %[[ARENA]]
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[OUT]]
// CHECK:         call @mm(%[[DATA]], %{{.*}}, %[[TMP]])
// CHECK:         call @relu(%[[TMP]], %[[FLAT]])
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return{{$}}

// Kernels keep bare pointers under OpenMP too.
// LLVM:       llvm.func internal @mm(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}) attributes {dl.kernel, no_inline
// OMP:          omp.parallel
// OMP-NEXT:       llvm.alloca
// OMP:            omp.loop_nest
// LLVM:       llvm.func @main(%[[HANDLE:.*]]: !llvm.ptr, %[[W:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr, %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) {
// LLVM:         llvm.call @mm(%[[IN]], %[[W]], %[[ARENA]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// LLVM:         llvm.call @relu(%[[ARENA]], %[[OUT]]) : (!llvm.ptr, !llvm.ptr) -> ()

#id = affine_map<(m, n) -> (m, n)>
func.func private @mm(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %o: tensor<16x64xf32> {te.destination})
    -> tensor<16x64xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) = (0) to (16) step (8) shared_outs(%rows = %o) -> (tensor<16x64xf32>) {
    %panel = scf.for %j = %c0 to %c64 step %c16 iter_args(%acc = %rows) -> (tensor<16x64xf32>) {
      %ta = tensor.extract_slice %a[%i, 0] [8, 32] [1, 1] : tensor<16x32xf32> to tensor<8x32xf32>
      %tb = tensor.extract_slice %b[0, %j] [32, 16] [1, 1] : tensor<32x64xf32> to tensor<32x16xf32>
      %e = tensor.empty() : tensor<8x16xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
      %m = linalg.matmul ins(%ta, %tb : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
      %tc = tensor.extract_slice %acc[%i, %j] [8, 16] [1, 1] : tensor<16x64xf32> to tensor<8x16xf32>
      %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%m : tensor<8x16xf32>) outs(%tc : tensor<8x16xf32>) {
      ^bb0(%x: f32, %y: f32):
        %z = arith.addf %x, %x : f32
        linalg.yield %z : f32
      } -> tensor<8x16xf32>
      %in = tensor.insert_slice %scaled into %acc[%i, %j] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<16x64xf32>
      scf.yield %in : tensor<16x64xf32>
    }
    %done = tensor.extract_slice %panel[%i, 0] [8, 64] [1, 1] : tensor<16x64xf32> to tensor<8x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %done into %rows[%i, 0] [8, 64] [1, 1] : tensor<8x64xf32> into tensor<16x64xf32>
    }
  }
  return %r : tensor<16x64xf32>
}

func.func private @relu(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32>
    attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x64xf32>) outs(%o : tensor<16x64xf32>) {
  ^bb0(%v: f32, %y: f32):
    %z = arith.maximumf %v, %zero : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

func.func @main(%data: tensor<16x32xf32> {dl.name = "data"}, %out0: tensor<1x16x64xf32> {te.destination, dl.name = "logits"})
    -> (tensor<1x16x64xf32> {dl.name = "logits"}) {
  %w = arith.constant dense<1.5> : tensor<32x64xf32>
  %w2 = arith.constant dense<0.5> : tensor<64x64xf32>
  %w3 = arith.constant dense<2.5> : tensor<64x64xf32>
  %e0 = tensor.empty() : tensor<16x64xf32>
  %d = tensor.collapse_shape %out0 [[0, 1], [2]] : tensor<1x16x64xf32> into tensor<16x64xf32>
  %0 = call @mm(%data, %w, %e0) : (tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32> loc("MatMul_0")
  %1 = call @relu(%0, %d) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32> loc("Relu_1")
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [1, 16, 64] : tensor<16x64xf32> into tensor<1x16x64xf32>
  return %2 : tensor<1x16x64xf32>
}
