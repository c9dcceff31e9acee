// RUN: rm -rf %t && mkdir %t
// RUN: dl-compile %s --threads=2 -o %t/two.so
// RUN: dl-compile %s -o %t/one.so
// RUN: dl-compile %s --threads=2 --to=bufferized | FileCheck %s
// RUN: dl-run %t/one.so --outputs=%t/one.npz
// RUN: dl-run %t/two.so --compare=%t/one.npz --tolerance=0 --benchmark --runs=50
// RUN: dl-run %t/two.so --compare=%t/one.npz --tolerance=0 --threads=1
// REQUIRES: dl-run

// Each iteration of the parallel loop needs 80 kB of its own; two threads share
// a scratch argument of two slices.
// CHECK: func.func private @k({{.*}}memref<160000xi8> {dl.scratch}

#id = affine_map<(n) -> (n)>
#sum = affine_map<(n) -> ()>
func.func private @k(%x: tensor<64x20000xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32>
    attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (64) shared_outs(%acc = %o) -> (tensor<64xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 20000] [1, 1] : tensor<64x20000xf32> to tensor<20000xf32>
    %e = tensor.empty() : tensor<20000xf32>
    %squares = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%row : tensor<20000xf32>) outs(%e : tensor<20000xf32>) {
    ^bb0(%v: f32, %out: f32):
      %s = arith.mulf %v, %v : f32
      linalg.yield %s : f32
    } -> tensor<20000xf32>
    %cell = tensor.extract_slice %acc[%i] [1] [1] : tensor<64xf32> to tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%cell : tensor<f32>) -> tensor<f32>
    %total = linalg.generic {indexing_maps = [#id, #sum], iterator_types = ["reduction"]}
        ins(%squares : tensor<20000xf32>) outs(%f : tensor<f32>) {
    ^bb0(%v: f32, %out: f32):
      %s = arith.addf %out, %v : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %total into %acc[%i] [1] [1] : tensor<f32> into tensor<64xf32>
    }
  }
  return %r : tensor<64xf32>
}
func.func @main(%x: tensor<64x20000xf32>, %out: tensor<64xf32> {te.destination}) -> tensor<64xf32> {
  %0 = call @k(%x, %out) : (tensor<64x20000xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
