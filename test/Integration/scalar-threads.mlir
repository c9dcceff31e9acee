// Loops of threads are no vectors if the tiles are none: vectors and the scalar rest behind them
// fuse other multiply-adds, and results would hang on how threads divide the rows.
// RUN: dl-compile %s --threads=2 --vectorize=false --to=llvm -o - | FileCheck %s --implicit-check-not='x float>'

// CHECK: define internal {{.*}} @celu..omp_par(
// CHECK: fcmp olt float
func.func @main(%x: tensor<4096x5xf32>) -> tensor<4096x5xf32> {
  %y = graph.celu %x alpha 1.0 : (tensor<4096x5xf32>) -> tensor<4096x5xf32>
  return %y : tensor<4096x5xf32>
}
