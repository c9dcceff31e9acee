// RUN: dl-opt %s --dl-bufferize-pipeline | FileCheck %s

// What is written into a view of a tensor is in place where it is inserted there. At another position
// it would change what the insertion keeps, and in another tensor it stands elsewhere: it is copied.
func.func private @copy(%x: tensor<2xf32>, %d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf32>) outs(%d : tensor<2xf32>) {
  ^bb0(%e: f32, %o: f32):
    %1 = arith.negf %e : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: func.func @same(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: %[[TO:.*]] = te.step %arg2[%arg1]
// CHECK-NEXT: call @copy(%arg0, %[[TO]])
// CHECK-NEXT: return
func.func @same(%x: tensor<2xf32>, %t: index, %out: tensor<3x2xf32> {te.destination}) -> tensor<3x2xf32> {
  %to = te.step %out[%t] : tensor<3x2xf32> to tensor<2xf32>
  %v = call @copy(%x, %to) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %put = te.insert_step %v into %out[%t] : tensor<2xf32> into tensor<3x2xf32>
  return %put : tensor<3x2xf32>
}
// CHECK-LABEL: func.func @other_position(
// CHECK: %[[OWN:.*]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT: call @copy(%arg0, %[[OWN]])
// CHECK-NEXT: %[[TO:.*]] = te.step %arg3[%arg1]
// CHECK-NEXT: memref.copy %[[OWN]], %[[TO]]
// CHECK-NEXT: return
func.func @other_position(%x: tensor<2xf32>, %t: index, %u: index, %out: tensor<3x2xf32> {te.destination}) -> tensor<3x2xf32> {
  %to = te.step %out[%u] : tensor<3x2xf32> to tensor<2xf32>
  %v = call @copy(%x, %to) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %put = te.insert_step %v into %out[%t] : tensor<2xf32> into tensor<3x2xf32>
  return %put : tensor<3x2xf32>
}
// CHECK-LABEL: func.func @other_tensor(
// CHECK: %[[OWN:.*]] = memref.alloc() {{.*}} : memref<3x2xf32>
// CHECK-NEXT: %[[FROM:.*]] = te.step %[[OWN]][%arg1]
// CHECK-NEXT: call @copy(%arg0, %[[FROM]])
// CHECK-NEXT: %[[TO:.*]] = te.step %arg2[%arg1]
// CHECK-NEXT: memref.copy %[[FROM]], %[[TO]]
// CHECK-NEXT: return
func.func @other_tensor(%x: tensor<2xf32>, %t: index, %out: tensor<3x2xf32> {te.destination}) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %to = te.step %e[%t] : tensor<3x2xf32> to tensor<2xf32>
  %v = call @copy(%x, %to) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %put = te.insert_step %v into %out[%t] : tensor<2xf32> into tensor<3x2xf32>
  return %put : tensor<3x2xf32>
}

// The value that was inserted may be read later: its view still holds it.
// CHECK-LABEL: func.func @read_again(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: %[[TO:.*]] = te.step %arg2[%arg1]
// CHECK-NEXT: call @copy(%arg0, %[[TO]])
// CHECK-NEXT: call @copy(%[[TO]], %arg3)
// CHECK-NEXT: return
func.func @read_again(%x: tensor<2xf32>, %t: index, %out: tensor<3x2xf32> {te.destination}, %d: tensor<2xf32> {te.destination})
    -> (tensor<3x2xf32>, tensor<2xf32>) {
  %to = te.step %out[%t] : tensor<3x2xf32> to tensor<2xf32>
  %v = call @copy(%x, %to) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %put = te.insert_step %v into %out[%t] : tensor<2xf32> into tensor<3x2xf32>
  %w = call @copy(%v, %d) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %put, %w : tensor<3x2xf32>, tensor<2xf32>
}

// What a step held before is copied for who reads it after the insertion, which may be at that step.
// CHECK-LABEL: func.func @old_step(
// CHECK: %[[OLD:.*]] = te.step %arg3[%arg2]
// CHECK-NEXT: %[[KEPT:.*]] = memref.alloc()
// CHECK-NEXT: memref.copy %[[OLD]], %[[KEPT]]
// CHECK-NEXT: %[[TO:.*]] = te.step %arg3[%arg1]
// CHECK-NEXT: memref.copy %{{.*}}, %[[TO]]
// CHECK-NEXT: call @copy(%[[KEPT]], %arg4)
// CHECK-NEXT: return
func.func @old_step(%x: tensor<2xf32>, %t: index, %u: index, %out: tensor<3x2xf32> {te.destination}, %d: tensor<2xf32> {te.destination})
    -> (tensor<3x2xf32>, tensor<2xf32>) {
  %to = te.step %out[%t] : tensor<3x2xf32> to tensor<2xf32>
  %v = call @copy(%x, %to) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %old = te.step %out[%u] : tensor<3x2xf32> to tensor<2xf32>
  %put = te.insert_step %v into %out[%t] : tensor<2xf32> into tensor<3x2xf32>
  %w = call @copy(%old, %d) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %put, %w : tensor<3x2xf32>, tensor<2xf32>
}
