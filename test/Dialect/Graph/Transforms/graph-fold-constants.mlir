// RUN: dl-opt %s --graph-fold-constants=max-elements=100000 --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-fold-constants=max-elements=100000 --remarks-filter=graph-fold-constants --split-input-file --verify-diagnostics -o /dev/null

// A resource is transposed and scaled; the small result is dense.
// CHECK-LABEL: func.func @resource
// CHECK: %[[C:.*]] = graph.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [4.000000e+00, 8.000000e+00]]> : tensor<2x2xf32>
// CHECK: return %[[C]]
func.func @resource() -> tensor<2x2xf32> {
  %w = graph.constant dense_resource<w> : tensor<2x2xf32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.transpose %w permutation [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.mul %0, %two : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

{-#
  dialect_resources: { builtin: { w: "0x040000000000803F000000400000404000008040" } }
#-}

// -----

// A large result is a resource of its own; reductions are computed too.
// CHECK-LABEL: func.func @large
// CHECK-DAG: graph.constant dense_resource<constant> : tensor<300x200xf32>
// CHECK-DAG: graph.constant dense<1.000000e+00> : tensor<200xf32>
// CHECK-DAG: graph.constant dense_resource<constant_1> : tensor<300x300xf32>
// CHECK-NOT: graph.add
func.func @large() -> (tensor<300x200xf32>, tensor<200xf32>, tensor<300x300xf32>) {
  %a = graph.constant dense<1.0> : tensor<300x200xf32>
  %b = graph.constant dense<2.0> : tensor<300x200xf32>
  %0 = graph.add %a, %b : (tensor<300x200xf32>, tensor<300x200xf32>) -> tensor<300x200xf32>
  %1 = graph.reduce_mean %a axes [0] : (tensor<300x200xf32>) -> tensor<200xf32>
  // More than 65536 elements, but no more than an operand has.
  %c = graph.constant dense<1.0> : tensor<300x300xf32>
  %s = graph.constant dense<2.0> : tensor<300xf32>
  %2 = graph.add %c, %s : (tensor<300x300xf32>, tensor<300xf32>) -> tensor<300x300xf32>
  return %0, %1, %2 : tensor<300x200xf32>, tensor<200xf32>, tensor<300x300xf32>
}

// -----

// Left: operands that are no constants or whose data is missing, products, what
// would make the model larger, what is over the budget.
// CHECK-LABEL: func.func @left
// CHECK-COUNT-2: graph.neg
// CHECK: graph.matmul
// CHECK: graph.add
// CHECK: graph.exp
func.func @left(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<300x300xf32>, tensor<400x400xf32>) {
  %0 = graph.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %missing = graph.constant dense_resource<missing> : tensor<4xf32>
  %1 = graph.neg %missing : (tensor<4xf32>) -> tensor<4xf32>
  %m = graph.constant dense<1.0> : tensor<2x2xf32>
  // expected-remark @+1 {{graph.matmul: a product costs more than one step an element}}
  %2 = graph.matmul %m, %m : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %row = graph.constant dense<1.0> : tensor<300xf32>
  %column = graph.constant dense<1.0> : tensor<300x1xf32>
  // expected-remark @+1 {{graph.add: the result is larger than the operands}}
  %3 = graph.add %row, %column : (tensor<300xf32>, tensor<300x1xf32>) -> tensor<300x300xf32>
  %big = graph.constant dense<1.0> : tensor<400x400xf32>
  // expected-remark @+1 {{graph.exp: the result has more elements than max-elements}}
  %4 = graph.exp %big : (tensor<400x400xf32>) -> tensor<400x400xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<300x300xf32>, tensor<400x400xf32>
}

// -----

// What is not stored element by element is left.
// CHECK-LABEL: func.func @sparse
// CHECK: graph.neg
func.func @sparse() -> tensor<2xf32> {
  %0 = graph.constant sparse<[[0]], [1.0]> : tensor<2xf32>
  %1 = graph.neg %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// Elements of less than a byte keep their type, large or small.
// CHECK-LABEL: func.func @narrow
// CHECK-DAG: graph.constant dense_resource<{{.*}}> : tensor<3xui4>
// CHECK-DAG: graph.constant dense_resource<{{.*}}> : tensor<100x60xf4E2M1FN>
// CHECK-DAG: graph.constant dense_resource<{{.*}}> : tensor<100x60xf8E5M2>
func.func @narrow() -> (tensor<3xui4>, tensor<100x60xf4E2M1FN>, tensor<100x60xf8E5M2>) {
  %a = graph.constant dense<[1, 2, 15]> : tensor<3xi64>
  %0 = graph.cast %a to ui4 : (tensor<3xi64>) -> tensor<3xui4>
  %b = graph.constant dense<1.0> : tensor<100x60xf32>
  %1 = graph.cast %b to f4E2M1FN : (tensor<100x60xf32>) -> tensor<100x60xf4E2M1FN>
  %2 = graph.cast %b to f8E5M2 : (tensor<100x60xf32>) -> tensor<100x60xf8E5M2>
  return %0, %1, %2 : tensor<3xui4>, tensor<100x60xf4E2M1FN>, tensor<100x60xf8E5M2>
}

// -----

// On the limits: 65536 elements of smaller operands, as many as max-elements, and 4096 bytes,
// which are the most that stand in the attribute.
// CHECK-LABEL: func.func @limits
// CHECK-NOT: graph.add
// CHECK-NOT: graph.neg
// CHECK-DAG: graph.constant dense_resource<{{.*}}> : tensor<256x256xf32>
// CHECK-DAG: graph.constant dense_resource<{{.*}}> : tensor<100000xf32>
// CHECK-DAG: graph.constant dense<-1.000000e+00> : tensor<1024xf32>
// CHECK-DAG: graph.constant dense_resource<{{.*}}> : tensor<1025xf32>
// CHECK: return
func.func @limits() -> (tensor<256x256xf32>, tensor<100000xf32>, tensor<1024xf32>, tensor<1025xf32>) {
  %row = graph.constant dense<1.0> : tensor<256xf32>
  %column = graph.constant dense<1.0> : tensor<256x1xf32>
  %0 = graph.add %row, %column : (tensor<256xf32>, tensor<256x1xf32>) -> tensor<256x256xf32>
  %big = graph.constant dense<1.0> : tensor<100000xf32>
  %1 = graph.neg %big : (tensor<100000xf32>) -> tensor<100000xf32>
  %inline = graph.constant dense<1.0> : tensor<1024xf32>
  %2 = graph.neg %inline : (tensor<1024xf32>) -> tensor<1024xf32>
  %large = graph.constant dense<1.0> : tensor<1025xf32>
  %3 = graph.neg %large : (tensor<1025xf32>) -> tensor<1025xf32>
  return %0, %1, %2, %3 : tensor<256x256xf32>, tensor<100000xf32>, tensor<1024xf32>, tensor<1025xf32>
}

// -----

// One number that stands for more elements than the budget is not spread.
// CHECK-LABEL: func.func @spread
// CHECK: graph.reduce_mean
func.func @spread() -> tensor<400xf32> {
  %a = graph.constant dense<1.0> : tensor<400x400xf32>
  // expected-remark @+1 {{graph.reduce_mean: an operand that is one number has more elements than max-elements}}
  %0 = graph.reduce_mean %a axes [0] : (tensor<400x400xf32>) -> tensor<400xf32>
  return %0 : tensor<400xf32>
}
