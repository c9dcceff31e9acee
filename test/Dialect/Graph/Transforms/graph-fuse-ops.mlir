// RUN: dl-opt %s --graph-fuse-ops --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-fuse-ops=max-ops=2 --split-input-file | FileCheck %s --check-prefix=CAP

// Bias and activation join the convolution; the scalar comes along.
// CHECK-LABEL: func.func @conv_epilogue
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x8xf32>, %[[W:.*]]: tensor<4x3x1x1xf32>, %[[B:.*]]: tensor<4x1x1xf32>
// CHECK-NOT: graph.conv
// CHECK: %[[R:.*]] = graph.fused root("graph.conv") (%[[A0:.*]] = %[[X]] : tensor<1x3x8x8xf32>, %[[A1:.*]] = %[[W]] : tensor<4x3x1x1xf32>, %[[A2:.*]] = %[[B]] : tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
// CHECK-NEXT: %[[HALF:.*]] = graph.constant dense<5.000000e-01>
// CHECK-NEXT: %[[C:.*]] = graph.conv %[[A0]], %[[A1]]
// CHECK-NEXT: %[[S:.*]] = graph.add %[[C]], %[[A2]]
// CHECK-NEXT: %[[M:.*]] = graph.mul %[[S]], %[[HALF]]
// CHECK-NEXT: %[[Y:.*]] = graph.relu %[[M]]
// CHECK-NEXT: graph.yield %[[Y]]
// CHECK: return %[[R]]
// CAP-LABEL: func.func @conv_epilogue
// CAP: graph.fused root("graph.conv")
// CAP-NEXT: graph.conv
// CAP-NEXT: graph.add
// CAP-NEXT: graph.yield
// CAP: graph.fused root("graph.relu")
// CAP: graph.mul
// CAP-NEXT: graph.relu
func.func @conv_epilogue(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %b: tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.add %0, %b : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.mul %1, %half : (tensor<1x4x8x8xf32>, tensor<f32>) -> tensor<1x4x8x8xf32>
  %3 = graph.relu %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %3 : tensor<1x4x8x8xf32>
}

// -----

// GELU's diamond is one group with the product before it.
// CHECK-LABEL: func.func @gelu
// CHECK: graph.fused root("graph.matmul")
// CHECK: graph.matmul
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.div
// CHECK-NEXT: graph.erf
// CHECK-NEXT: graph.add
// CHECK-NEXT: %[[P:.*]] = graph.mul
// CHECK-NEXT: %[[Y:.*]] = graph.mul %[[P]], %{{.*}}
// CHECK-NEXT: graph.yield %[[Y]]
func.func @gelu(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %c = graph.constant dense<1.41421354> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = graph.add %0, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %2 = graph.div %1, %c : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %3 = graph.erf %2 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = graph.add %3, %one : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %5 = graph.mul %1, %4 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %6 = graph.mul %5, %half : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  return %6 : tensor<4x16xf32>
}

// -----

// The residual addition joins the convolution of the main path; the shortcut, made
// by a convolution that comes later, is an operand.
// CHECK-LABEL: func.func @residual
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x4x1x1xf32>
// CHECK: %[[D:.*]] = graph.conv %[[X]], %[[W]]
// CHECK: graph.fused root("graph.conv") (%{{.*}} = %[[X]] : {{.*}}, %{{.*}} = %[[W]] : {{.*}}, %{{.*}} = %[[D]] : tensor<1x4x8x8xf32>)
// CHECK-NEXT: graph.conv
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.relu
func.func @residual(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.add %0, %1 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.relu %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %3 : tensor<1x4x8x8xf32>
}

// -----

// Softmax takes the scaling and the mask that only it reads, and its consumer.
// CHECK-LABEL: func.func @softmax
// CHECK: graph.fused root("graph.softmax")
// CHECK: graph.div
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.softmax
// CHECK-NEXT: graph.neg
// CHECK-NEXT: graph.yield
// A full group takes no producers either.
// CAP-LABEL: func.func @softmax
// CAP: graph.fused root("graph.softmax")
// CAP-NEXT: graph.softmax
// CAP-NEXT: graph.neg
// CAP-NEXT: graph.yield
func.func @softmax(%x: tensor<2x4x4xf32>, %m: tensor<1x1x4xf32>) -> tensor<2x4x4xf32> {
  %c = graph.constant dense<8.0> : tensor<f32>
  %0 = graph.div %x, %c : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
  %1 = graph.add %0, %m : (tensor<2x4x4xf32>, tensor<1x1x4xf32>) -> tensor<2x4x4xf32>
  %2 = graph.softmax %1 axis 2 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %3 = graph.neg %2 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %3 : tensor<2x4x4xf32>
}

// -----

// Elementwise and injective operators form a chain that ends at the reshape.
// CHECK-LABEL: func.func @chain
// CHECK: %[[G:.*]] = graph.fused root("graph.transpose")
// CHECK-NEXT: graph.exp
// CHECK-NEXT: graph.log
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.transpose
// CHECK-NEXT: graph.yield
// CHECK: %[[V:.*]] = graph.reshape %[[G]]
// CHECK: graph.neg %[[V]]
func.func @chain(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<6xf32> {
  %0 = graph.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.log %y : (tensor<3xf32>) -> tensor<3xf32>
  %2 = graph.add %0, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = graph.transpose %2 permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %4 = graph.reshape %3 : (tensor<3x2xf32>) -> tensor<6xf32>
  %5 = graph.neg %4 : (tensor<6xf32>) -> tensor<6xf32>
  return %5 : tensor<6xf32>
}

// -----

// A value that others read too stays outside: here the reader is the return.
// CHECK-LABEL: func.func @several_readers
// CHECK: %[[A:.*]] = graph.fused root("graph.matmul")
// CHECK-NEXT: graph.matmul
// CHECK-NEXT: graph.relu
// CHECK-NEXT: graph.yield
// CHECK: %[[B:.*]] = graph.exp %[[A]]
// CHECK: return %[[A]], %[[B]]
func.func @several_readers(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.exp %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// No cycle: the sum reads the first product directly and through the second one.
// CHECK-LABEL: func.func @no_cycle
// CHECK: %[[A:.*]] = graph.matmul
// CHECK: %[[R:.*]] = graph.fused root("graph.matmul") (%{{.*}} = %[[A]] : tensor<4x4xf32>)
// CHECK-NEXT: graph.matmul
// CHECK-NEXT: graph.add
// CHECK: return %[[R]]
func.func @no_cycle(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.matmul %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// A product does not take a consumer that broadcasts it, nor a transposition.
// CHECK-LABEL: func.func @accesses
// CHECK-NOT: graph.fused
// CHECK: return
func.func @accesses(%x: tensor<1x4xf32>, %w: tensor<4x4xf32>, %y: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<4x4xf32>) {
  %0 = graph.matmul %x, %w : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %1 = graph.add %0, %y : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = graph.matmul %w, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = graph.transpose %2 permutation [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %3 : tensor<3x4xf32>, tensor<4x4xf32>
}

// -----

// A constant that an operator reads as a tensor stays an operand.
// CHECK-LABEL: func.func @tensor_constant
// CHECK: %[[W:.*]] = graph.constant dense<1.000000e+00> : tensor<4x4xf32>
// CHECK: graph.fused root("graph.matmul") (%{{.*}} = %{{.*}} : tensor<4x4xf32>, %{{.*}} = %[[W]] : tensor<4x4xf32>)
// CHECK-NEXT: graph.matmul
func.func @tensor_constant(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4xf32>
  %0 = graph.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A value without readers is a result like any other: the group has no place for it.
// CHECK-LABEL: func.func @dead
// CHECK: %[[G:.*]] = graph.fused root("graph.matmul")
// CHECK-NEXT: graph.matmul
// CHECK-NEXT: graph.relu
// CHECK-NEXT: graph.yield
// CHECK: graph.exp %[[G]]
// CHECK: return %[[G]]
func.func @dead(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.exp %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// Open dims at one place are equal: what may differ is refused when it becomes a kernel.
// CHECK-LABEL: func.func @open_dims
// CHECK: graph.fused root("graph.matmul")
// CHECK: graph.matmul
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.yield
func.func @open_dims(%x: tensor<?x?x8xf32> {dl.dims = ["batch", "seq", 8]}, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<?x?x4xf32> {
  %0 = graph.matmul %x, %w : (tensor<?x?x8xf32>, tensor<8x4xf32>) -> tensor<?x?x4xf32>
  %1 = graph.add %0, %b : (tensor<?x?x4xf32>, tensor<4xf32>) -> tensor<?x?x4xf32>
  return %1 : tensor<?x?x4xf32>
}

// -----

// A transposition joins what reads it: a reduction, and a chain that it begins.
// CHECK-LABEL: func.func @transposed_first
// CHECK: graph.fused root("graph.softmax")
// CHECK-NEXT: graph.transpose
// CHECK-NEXT: graph.softmax
// CHECK: graph.fused root("graph.exp")
// CHECK-NEXT: graph.transpose
// CHECK-NEXT: graph.exp
func.func @transposed_first(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = graph.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = graph.softmax %0 axis 1 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = graph.transpose %y permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = graph.exp %2 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1, %3 : tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// What uses each number for the row that it was made of joins the reduction.
// CHECK-LABEL: func.func @rms_norm
// CHECK: graph.fused root("graph.reduce_mean")
// CHECK: graph.mul
// CHECK: graph.reduce_mean
// CHECK: graph.sqrt
// CHECK: graph.div
// CHECK: graph.yield
// CHECK-NOT: graph.div
func.func @rms_norm(%x: tensor<4x8x640xf32>) -> tensor<4x8x640xf32> {
  %0 = graph.mul %x, %x : (tensor<4x8x640xf32>, tensor<4x8x640xf32>) -> tensor<4x8x640xf32>
  %1 = graph.reduce_mean %0 axes [2] keepdims : (tensor<4x8x640xf32>) -> tensor<4x8x1xf32>
  %2 = graph.sqrt %1 : (tensor<4x8x1xf32>) -> tensor<4x8x1xf32>
  %3 = graph.div %x, %2 : (tensor<4x8x640xf32>, tensor<4x8x1xf32>) -> tensor<4x8x640xf32>
  return %3 : tensor<4x8x640xf32>
}

// Columns are no rows, nor is a number for something else than it was made of.
// CHECK-LABEL: func.func @columns
// CHECK: graph.fused root("graph.reduce_mean")
// CHECK-NOT: graph.div
// CHECK: graph.yield
// CHECK: graph.div %arg0
// CHECK: graph.div %arg1
func.func @columns(%x: tensor<8x640xf32>, %y: tensor<8x64xf32>) -> (tensor<8x640xf32>, tensor<8x64xf32>) {
  %0 = graph.reduce_mean %x axes [0] keepdims : (tensor<8x640xf32>) -> tensor<1x640xf32>
  %1 = graph.sqrt %0 : (tensor<1x640xf32>) -> tensor<1x640xf32>
  %2 = graph.div %x, %1 : (tensor<8x640xf32>, tensor<1x640xf32>) -> tensor<8x640xf32>
  %3 = graph.reduce_mean %x axes [1] keepdims : (tensor<8x640xf32>) -> tensor<8x1xf32>
  %4 = graph.div %y, %3 : (tensor<8x64xf32>, tensor<8x1xf32>) -> tensor<8x64xf32>
  return %2, %4 : tensor<8x640xf32>, tensor<8x64xf32>
}

// -----

// A convolution's epilogue reads what is stored in fewer bytes, and widens it there; what is computed
// from other numbers is not computed anew for each element.
// CHECK-LABEL: func.func @widened
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<1x4x8x8xbf16>
// CHECK: %[[E:.*]] = graph.exp
// CHECK: graph.fused root("graph.conv") {{.*}} = %[[R]] : tensor<1x4x8x8xbf16>
// CHECK: graph.cast %{{.*}} to f32
func.func @widened(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %r: tensor<1x4x8x8xbf16>, %s: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %e = graph.exp %s : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %f = graph.cast %r to f32 : (tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.add %0, %f : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.add %1, %e : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}

// -----

// A dequantized residual is bytes until it is added.
// CHECK-LABEL: func.func @dequantized
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<1x4x8x8xi8>
// CHECK-NOT: graph.mul
// CHECK: graph.fused root("graph.conv") {{.*}} = %[[R]] : tensor<1x4x8x8xi8>
// CHECK-COUNT-2: graph.cast
// CHECK: graph.mul
// CHECK: graph.yield
func.func @dequantized(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %r: tensor<1x4x8x8xi8>) -> tensor<1x4x8x8xf32> {
  %z = graph.constant dense<3> : tensor<i32>
  %t = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %r to i32 : (tensor<1x4x8x8xi8>) -> tensor<1x4x8x8xi32>
  %1 = graph.sub %0, %z : (tensor<1x4x8x8xi32>, tensor<i32>) -> tensor<1x4x8x8xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x4x8x8xi32>) -> tensor<1x4x8x8xf32>
  %3 = graph.mul %2, %t : (tensor<1x4x8x8xf32>, tensor<f32>) -> tensor<1x4x8x8xf32>
  %4 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %5 = graph.add %4, %3 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %5 : tensor<1x4x8x8xf32>
}

// -----

// So is one behind four operators, which are computed anew for it; a longer chain is a kernel of its own.
// CHECK-LABEL: func.func @widened_far
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<1x4x8x8xi8>
// CHECK: %[[FAR:.*]] = graph.fused root("graph.tanh")
// CHECK: graph.fused root("graph.conv") {{.*}} = %[[R]] : tensor<1x4x8x8xi8>
// CHECK: graph.fused root("graph.conv") {{.*}} = %[[FAR]] : tensor<1x4x8x8xf32>
func.func @widened_far(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %r: tensor<1x4x8x8xi8>, %s: tensor<1x4x8x8xi8>) -> (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) {
  %0 = graph.cast %r to f32 : (tensor<1x4x8x8xi8>) -> tensor<1x4x8x8xf32>
  %1 = graph.neg %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.exp %1 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.sqrt %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = graph.abs %3 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %5 = graph.cast %s to f32 : (tensor<1x4x8x8xi8>) -> tensor<1x4x8x8xf32>
  %6 = graph.neg %5 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %7 = graph.exp %6 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %8 = graph.sqrt %7 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %9 = graph.abs %8 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %10 = graph.tanh %9 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %11 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %12 = graph.add %11, %4 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %13 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %14 = graph.add %13, %10 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %12, %14 : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>
}
