// RUN: dl-opt %s --graph-lower-quantized --canonicalize | FileCheck %s
// RUN: dl-opt %s --graph-lower-quantized --remarks-filter=graph-lower-quantized -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: remark

// What counts as quantized bytes; the rest is not even tried.

// Bytes of one scale are brought to another one.
// CHECK-LABEL: func.func @rescaled(
// CHECK: %[[X:.*]] = graph.cast %arg0 to i32
// CHECK: %[[Y:.*]] = graph.requantize %[[X]], %{{.*}} zero_point 0 :
// CHECK: return %[[Y]]
func.func @rescaled(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %v1 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c4 = graph.constant dense<0.25> : tensor<f32>
  %v5 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v6 = graph.round %v5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c7 = graph.constant dense<-128.0> : tensor<f32>
  %v8 = graph.maximum %v6, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<127.0> : tensor<f32>
  %v10 = graph.minimum %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v11 = graph.cast %v10 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v11 : tensor<2x3xi8>
}

// In the same scale they stay, in another shape too, but not with another zero point or behind a relu.
// CHECK-LABEL: func.func @same(
// CHECK-DAG: %[[R:.*]] = graph.reshape %arg0
// CHECK-DAG: %[[Z:.*]] = graph.requantize {{.*}} zero_point 1 :
// CHECK-DAG: %[[Y:.*]] = graph.requantize {{.*}} zero_point 0 relu :
// CHECK: return %arg0, %[[R]], %[[Z]], %[[Y]] :
func.func @same(%x: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<6xi8>, tensor<2x3xi8>, tensor<2x3xi8>) {
  %v1 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v4 = graph.div %v3, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v5 = graph.round %v4 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c6 = graph.constant dense<-128.0> : tensor<f32>
  %v7 = graph.maximum %v5, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c8 = graph.constant dense<127.0> : tensor<f32>
  %v9 = graph.minimum %v7, %c8 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v10 = graph.cast %v9 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v11 = graph.reshape %v3 shape [6] : (tensor<2x3xf32>) -> tensor<6xf32>
  %v12 = graph.div %v11, %c2 : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %v13 = graph.round %v12 : (tensor<6xf32>) -> tensor<6xf32>
  %v14 = graph.maximum %v13, %c6 : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %v15 = graph.minimum %v14, %c8 : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %v16 = graph.cast %v15 to i8 : (tensor<6xf32>) -> tensor<6xi8>
  %v17 = graph.div %v3, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v18 = graph.round %v17 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c19 = graph.constant dense<1.0> : tensor<f32>
  %v20 = graph.add %v18, %c19 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v21 = graph.maximum %v20, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v22 = graph.minimum %v21, %c8 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v23 = graph.cast %v22 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v24 = graph.relu %v3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v25 = graph.div %v24, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v26 = graph.round %v25 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v27 = graph.maximum %v26, %c6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v28 = graph.minimum %v27, %c8 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v29 = graph.cast %v28 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v10, %v16, %v23, %v29 : tensor<2x3xi8>, tensor<6xi8>, tensor<2x3xi8>, tensor<2x3xi8>
}

// The clip is that of the type.
// CHECK-LABEL: func.func @to_unsigned(
// CHECK: graph.requantize
func.func @to_unsigned(%x: tensor<2x3xi8>) -> tensor<2x3xui8> {
  %v1 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c4 = graph.constant dense<0.25> : tensor<f32>
  %v5 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v6 = graph.round %v5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c7 = graph.constant dense<0.0> : tensor<f32>
  %v8 = graph.maximum %v6, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<255.0> : tensor<f32>
  %v10 = graph.minimum %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v11 = graph.cast %v10 to ui8 : (tensor<2x3xf32>) -> tensor<2x3xui8>
  return %v11 : tensor<2x3xui8>
}

// CHECK-LABEL: func.func @other_clips(
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @other_clips(%x: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xui8>, tensor<2x3xui8>, tensor<2x3xi8>) {
  %v1 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c4 = graph.constant dense<0.25> : tensor<f32>
  %v5 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v6 = graph.round %v5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c7 = graph.constant dense<-127.0> : tensor<f32>
  %v8 = graph.maximum %v6, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<127.0> : tensor<f32>
  %v10 = graph.minimum %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v11 = graph.cast %v10 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v12 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v13 = graph.round %v12 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c14 = graph.constant dense<-128.0> : tensor<f32>
  %v15 = graph.maximum %v13, %c14 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c16 = graph.constant dense<126.0> : tensor<f32>
  %v17 = graph.minimum %v15, %c16 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v18 = graph.cast %v17 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v19 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v20 = graph.round %v19 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v21 = graph.maximum %v20, %c14 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c22 = graph.constant dense<255.0> : tensor<f32>
  %v23 = graph.minimum %v21, %c22 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v24 = graph.cast %v23 to ui8 : (tensor<2x3xf32>) -> tensor<2x3xui8>
  %v25 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v26 = graph.round %v25 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c27 = graph.constant dense<0.0> : tensor<f32>
  %v28 = graph.maximum %v26, %c27 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v29 = graph.minimum %v28, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v30 = graph.cast %v29 to ui8 : (tensor<2x3xf32>) -> tensor<2x3xui8>
  %v31 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v32 = graph.round %v31 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v33 = graph.maximum %v32, %c27 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v34 = graph.minimum %v33, %c22 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v35 = graph.cast %v34 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v11, %v18, %v24, %v30, %v35 : tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xui8>, tensor<2x3xui8>, tensor<2x3xi8>
}

// What is rounded otherwise, clipped once, or divided by numbers that are several, not above zero or not known is left.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @others(%x: tensor<2x3xi8>, %any: tensor<f32>) -> (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>) {
  %v1 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c2 = graph.constant dense<0.5> : tensor<f32>
  %v3 = graph.mul %v1, %c2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c4 = graph.constant dense<0.25> : tensor<f32>
  %v5 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v6 = graph.floor %v5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c7 = graph.constant dense<-128.0> : tensor<f32>
  %v8 = graph.maximum %v6, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<127.0> : tensor<f32>
  %v10 = graph.minimum %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v11 = graph.cast %v10 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v12 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v13 = graph.round %v12 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v14 = graph.maximum %v13, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v15 = graph.maximum %v14, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v16 = graph.cast %v15 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v17 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v18 = graph.round %v17 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v19 = graph.minimum %v18, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v20 = graph.minimum %v19, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v21 = graph.cast %v20 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %c22 = graph.constant dense<-0.25> : tensor<f32>
  %v23 = graph.div %v3, %c22 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v24 = graph.round %v23 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v25 = graph.maximum %v24, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v26 = graph.minimum %v25, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v27 = graph.cast %v26 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %c28 = graph.constant dense<0.0> : tensor<f32>
  %v29 = graph.div %v3, %c28 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v30 = graph.round %v29 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v31 = graph.maximum %v30, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v32 = graph.minimum %v31, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v33 = graph.cast %v32 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %c34 = graph.constant dense<[0.25, 0.5, 1.0]> : tensor<3xf32>
  %v35 = graph.div %v3, %c34 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v36 = graph.round %v35 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v37 = graph.maximum %v36, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v38 = graph.minimum %v37, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v39 = graph.cast %v38 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v40 = graph.div %v3, %any : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v41 = graph.round %v40 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v42 = graph.maximum %v41, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v43 = graph.minimum %v42, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v44 = graph.cast %v43 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v45 = graph.div %v3, %c4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v46 = graph.round %v45 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v47 = graph.maximum %v46, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v48 = graph.minimum %v47, %any : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v49 = graph.cast %v48 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v50 = graph.sqrt %c4 : (tensor<f32>) -> tensor<f32>
  %v51 = graph.div %v3, %v50 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v52 = graph.round %v51 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v53 = graph.maximum %v52, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v54 = graph.minimum %v53, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v55 = graph.cast %v54 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %v56 = graph.mul %c4, %any : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %v57 = graph.div %v3, %v56 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v58 = graph.round %v57 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v59 = graph.maximum %v58, %c7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v60 = graph.minimum %v59, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v61 = graph.cast %v60 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v11, %v16, %v21, %v27, %v33, %v39, %v44, %v49, %v55, %v61 : tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>
}

// Scales are computed where casts, reshapes, differences and products of constants make them: (3 - 1) * 0.25 is 0.5.
// CHECK-LABEL: func.func @computed(
// CHECK-NEXT: return %arg0
func.func @computed(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %c1 = graph.constant dense<3> : tensor<1xi32>
  %c2 = graph.constant dense<1> : tensor<1xi32>
  %v3 = graph.sub %c1, %c2 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v4 = graph.reshape %v3 shape [] : (tensor<1xi32>) -> tensor<i32>
  %v5 = graph.cast %v4 to f32 : (tensor<i32>) -> tensor<f32>
  %c6 = graph.constant dense<0.25> : tensor<f32>
  %v7 = graph.mul %v5, %c6 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %v8 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %c9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.mul %v8, %c9 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v11 = graph.div %v10, %v7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v12 = graph.round %v11 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c13 = graph.constant dense<-128.0> : tensor<f32>
  %v14 = graph.maximum %v12, %c13 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c15 = graph.constant dense<127.0> : tensor<f32>
  %v16 = graph.minimum %v14, %c15 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v17 = graph.cast %v16 to i8 : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %v17 : tensor<2x3xi8>
}
