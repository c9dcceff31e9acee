// LLVM may make vectors of loops that fetch elements which data name, and says nothing where it
// makes none: no loop around them, and none at -O1, is one that somebody asked for.
// RUN: dl-compile %s -o %t.so 2>&1 | count 0
// RUN: dl-compile %s -O1 -o %t.so 2>&1 | count 0
func.func @main(%x: tensor<200x513xf32>, %at: tensor<300xi64>) -> tensor<200x300xf32> {
  %y = graph.gather %x, %at axis 1 : (tensor<200x513xf32>, tensor<300xi64>) -> tensor<200x300xf32>
  return %y : tensor<200x300xf32>
}
