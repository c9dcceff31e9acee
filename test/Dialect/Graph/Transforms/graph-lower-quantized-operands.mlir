// RUN: dl-opt %s --graph-lower-quantized --canonicalize | FileCheck %s
// RUN: dl-opt %s --graph-lower-quantized --remarks-filter=graph-lower-quantized -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What counts as bytes that are numbers again.

// The scale stands on either side; it may have dims of one element.
// CHECK-LABEL: func.func @from_the_right(
// CHECK-COUNT-2: graph.requantize
func.func @from_the_right(%x: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>) {
  %v1 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %c2, %v1 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %c4 = graph.constant dense<0.25> : tensor<f32>
  %v5 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v6 = graph.round %v5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c7 = graph.constant dense<-128.0> : tensor<f32>
  %v8 = graph.maximum %v6, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<127.0> : tensor<f32>
  %v10 = graph.minimum %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v11 = graph.cast %v10 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %c12 = graph.constant dense<0.5> : tensor<1x1xf32>
  %v13 = graph.mul %v1, %c12 : (tensor<2x3xf32>, tensor<1x1xf32>) -> tensor<2x3xf32>
  %c14 = graph.constant dense<0.125> : tensor<1xf32>
  %v15 = graph.div %v13, %c14 : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  %v16 = graph.round %v15 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v17 = graph.maximum %v16, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v18 = graph.minimum %v17, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v19 = graph.cast %v18 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v11, %v19 : tensor<2x3xi8>, tensor<2x3xi8>
}

// A zero point is subtracted from wider integers.
// CHECK-LABEL: func.func @zero_point(
// CHECK-DAG: graph.constant dense<-3> : tensor<i32>
// CHECK: graph.requantize
func.func @zero_point(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %c1 = graph.constant dense<3> : tensor<1x1xi32>
  %v2 = graph.cast %x to i32 : (tensor<2x3xi8>) -> tensor<2x3xi32>
  %v3 = graph.sub %v2, %c1 : (tensor<2x3xi32>, tensor<1x1xi32>) -> tensor<2x3xi32>
  %v4 = graph.cast %v3 to f32 : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %c5 = graph.constant dense<0.5> : tensor<f32>
  %v6 = graph.mul %v4, %c5 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c7 = graph.constant dense<0.25> : tensor<f32>
  %v8 = graph.div %v6, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v9 = graph.round %v8 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c10 = graph.constant dense<-128.0> : tensor<f32>
  %v11 = graph.maximum %v9, %c10 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c12 = graph.constant dense<127.0> : tensor<f32>
  %v13 = graph.minimum %v11, %c12 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v14 = graph.cast %v13 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v14 : tensor<2x3xi8>
}

// Zero points and scales that a run gives, numbers that were no bytes, sums, and scales of rows, of elements or of bytes that are repeated.
// CHECK-LABEL: func.func @no_numbers(
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @no_numbers(%x: tensor<2x3xi8>, %z: tensor<i32>, %any: tensor<f32>, %short: tensor<2x3xi16>, %y: tensor<2x3xf32>, %row: tensor<3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>) {
  %v1 = graph.cast %x to i32 : (tensor<2x3xi8>) -> tensor<2x3xi32>
  %v2 = graph.sub %v1, %z : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %v3 = graph.cast %v2 to f32 : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %c4 = graph.constant dense<0.5> : tensor<f32>
  %v5 = graph.mul %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c6 = graph.constant dense<0.25> : tensor<f32>
  %v7 = graph.div %v5, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v8 = graph.round %v7 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<-128.0> : tensor<f32>
  %v10 = graph.maximum %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c11 = graph.constant dense<127.0> : tensor<f32>
  %v12 = graph.minimum %v10, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v13 = graph.cast %v12 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v14 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %v15 = graph.mul %v14, %any : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v16 = graph.div %v15, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v17 = graph.round %v16 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v18 = graph.maximum %v17, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v19 = graph.minimum %v18, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v20 = graph.cast %v19 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v21 = graph.cast %short to f32 : (tensor<2x3xi16>) -> tensor<2x3xf32>
  %v22 = graph.mul %v21, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v23 = graph.div %v22, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v24 = graph.round %v23 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v25 = graph.maximum %v24, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v26 = graph.minimum %v25, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v27 = graph.cast %v26 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v28 = graph.mul %y, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v29 = graph.div %v28, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v30 = graph.round %v29 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v31 = graph.maximum %v30, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v32 = graph.minimum %v31, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v33 = graph.cast %v32 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v34 = graph.add %v14, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v35 = graph.div %v34, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v36 = graph.round %v35 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v37 = graph.maximum %v36, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v38 = graph.minimum %v37, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v39 = graph.cast %v38 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %c40 = graph.constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %v41 = graph.mul %v14, %c40 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %v42 = graph.div %v41, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v43 = graph.round %v42 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v44 = graph.maximum %v43, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v45 = graph.minimum %v44, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v46 = graph.cast %v45 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %c47 = graph.constant dense<[[0.5, 1.0, 2.0], [0.25, 1.0, 2.0]]> : tensor<2x3xf32>
  %v48 = graph.mul %v14, %c47 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %v49 = graph.div %v48, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v50 = graph.round %v49 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v51 = graph.maximum %v50, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v52 = graph.minimum %v51, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v53 = graph.cast %v52 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v54 = graph.cast %row to f32 : (tensor<3xi8>) -> tensor<3xf32>
  %c55 = graph.constant dense<0.5> : tensor<2x1xf32>
  %v56 = graph.mul %v54, %c55 : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %v57 = graph.div %v56, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v58 = graph.round %v57 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v59 = graph.maximum %v58, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v60 = graph.minimum %v59, %c11 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v61 = graph.cast %v60 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v13, %v20, %v27, %v33, %v39, %v46, %v53, %v61 : tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>
}

// CHECK-LABEL: func.func @open_rows(
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @open_rows(%x: tensor<?x3xi8>) -> tensor<?x3xi8> {
  %v1 = graph.cast %x to f32 : (tensor<?x3xi8>) -> tensor<?x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %c4 = graph.constant dense<0.25> : tensor<f32>
  %v5 = graph.div %v3, %c4 : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %v6 = graph.round %v5 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %c7 = graph.constant dense<-128.0> : tensor<f32>
  %v8 = graph.maximum %v6, %c7 : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %c9 = graph.constant dense<127.0> : tensor<f32>
  %v10 = graph.minimum %v8, %c9 : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %v11 = graph.cast %v10 to i8 : (tensor<?x3xf32>) -> tensor<?x3xi8>
  return %v11 : tensor<?x3xi8>
}

// Scales and zero points of weights belong to the columns; zero points are zero.
// CHECK-LABEL: func.func @columns(
// CHECK: graph.matmul %arg0, %{{.*}} wide
// CHECK: graph.requantize
func.func @columns(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %v1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c4 = graph.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %v5 = graph.cast %c4 to i32 : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %c6 = graph.constant dense<[0, 0]> : tensor<2xi32>
  %v7 = graph.sub %v5, %c6 : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %v8 = graph.cast %v7 to f32 : (tensor<2x2xi32>) -> tensor<2x2xf32>
  %c9 = graph.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %v10 = graph.mul %v8, %c9 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %v11 = graph.matmul %v3, %v10 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c12 = graph.constant dense<0.25> : tensor<f32>
  %v13 = graph.div %v11, %c12 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v14 = graph.round %v13 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c15 = graph.constant dense<-128.0> : tensor<f32>
  %v16 = graph.maximum %v14, %c15 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c17 = graph.constant dense<127.0> : tensor<f32>
  %v18 = graph.minimum %v16, %c17 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v19 = graph.cast %v18 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %v19 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @zeros_of_rows(
// REMARK: Function=zeros_of_rows | Reason="graph.matmul: operands that are not bytes of one scale by a constant matrix of bytes with a sign and without zero point"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @zeros_of_rows(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %v1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c4 = graph.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %v5 = graph.cast %c4 to i32 : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %c6 = graph.constant dense<[[0], [0]]> : tensor<2x1xi32>
  %v7 = graph.sub %v5, %c6 : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %v8 = graph.cast %v7 to f32 : (tensor<2x2xi32>) -> tensor<2x2xf32>
  %c9 = graph.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %v10 = graph.mul %v8, %c9 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %v11 = graph.matmul %v3, %v10 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c12 = graph.constant dense<0.25> : tensor<f32>
  %v13 = graph.div %v11, %c12 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v14 = graph.round %v13 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c15 = graph.constant dense<-128.0> : tensor<f32>
  %v16 = graph.maximum %v14, %c15 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c17 = graph.constant dense<127.0> : tensor<f32>
  %v18 = graph.minimum %v16, %c17 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v19 = graph.cast %v18 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %v19 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @one_zero_point(
// REMARK: Function=one_zero_point | Reason="graph.matmul: operands that are not bytes of one scale by a constant matrix of bytes with a sign and without zero point"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @one_zero_point(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %v1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c4 = graph.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %v5 = graph.cast %c4 to i32 : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %c6 = graph.constant dense<[0, 1]> : tensor<2xi32>
  %v7 = graph.sub %v5, %c6 : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %v8 = graph.cast %v7 to f32 : (tensor<2x2xi32>) -> tensor<2x2xf32>
  %c9 = graph.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %v10 = graph.mul %v8, %c9 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %v11 = graph.matmul %v3, %v10 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c12 = graph.constant dense<0.25> : tensor<f32>
  %v13 = graph.div %v11, %c12 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v14 = graph.round %v13 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c15 = graph.constant dense<-128.0> : tensor<f32>
  %v16 = graph.maximum %v14, %c15 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c17 = graph.constant dense<127.0> : tensor<f32>
  %v18 = graph.minimum %v16, %c17 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v19 = graph.cast %v18 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %v19 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @scales_of_rows(
// REMARK: Function=scales_of_rows | Reason="graph.matmul: operands that are not bytes of one scale by a constant matrix of bytes with a sign and without zero point"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @scales_of_rows(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %v1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c4 = graph.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %v5 = graph.cast %c4 to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %c6 = graph.constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %v7 = graph.mul %v5, %c6 : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %v8 = graph.matmul %v3, %v7 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c9 = graph.constant dense<0.25> : tensor<f32>
  %v10 = graph.div %v8, %c9 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v11 = graph.round %v10 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c12 = graph.constant dense<-128.0> : tensor<f32>
  %v13 = graph.maximum %v11, %c12 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %c14 = graph.constant dense<127.0> : tensor<f32>
  %v15 = graph.minimum %v13, %c14 : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %v16 = graph.cast %v15 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %v16 : tensor<2x2xi8>
}

// A maximum over channels in blocks has no form.
// CHECK-LABEL: func.func @blocks(
// REMARK: Function=blocks | Reason="graph.max_pool: an operand that is not bytes of one scale"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @blocks(%x: tensor<1x2x4x4x4xi8>) -> tensor<1x2x2x2x4xi8> {
  %v1 = graph.cast %x to f32 : (tensor<1x2x4x4x4xi8>) -> tensor<1x2x4x4x4xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<1x2x4x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4x4xf32>
  %v4 = graph.max_pool %v3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] layout "NCHW4c" : (tensor<1x2x4x4x4xf32>) -> tensor<1x2x2x2x4xf32>
  %c5 = graph.constant dense<0.25> : tensor<f32>
  %v6 = graph.div %v4, %c5 : (tensor<1x2x2x2x4xf32>, tensor<f32>) -> tensor<1x2x2x2x4xf32>
  %v7 = graph.round %v6 : (tensor<1x2x2x2x4xf32>) -> tensor<1x2x2x2x4xf32>
  %c8 = graph.constant dense<-128.0> : tensor<f32>
  %v9 = graph.maximum %v7, %c8 : (tensor<1x2x2x2x4xf32>, tensor<f32>) -> tensor<1x2x2x2x4xf32>
  %c10 = graph.constant dense<127.0> : tensor<f32>
  %v11 = graph.minimum %v9, %c10 : (tensor<1x2x2x2x4xf32>, tensor<f32>) -> tensor<1x2x2x2x4xf32>
  %v12 = graph.cast %v11 to i8 : (tensor<1x2x2x2x4xf32>) -> tensor<1x2x2x2x4xi8>
  return %v12 : tensor<1x2x2x2x4xi8>
}
