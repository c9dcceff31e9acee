// RUN: dl-opt %s --dl-approximate-math --split-input-file | FileCheck %s

// Where vectors are multiplied by powers of two in one instruction, one of each exponential's
// vectors is, after 0 was chosen where nothing would be left, which takes long; scalars and vectors
// of several dims have no such form, and one that may have 0 for the least numbers needs none.
// CHECK-LABEL: func.func @scaled
// CHECK: %[[NONE:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : vector<64xf32>
// CHECK: %[[TERM:.*]] = arith.select %[[NONE]], %{{.*}}, %{{.*}} : vector<64xi1>, vector<64xf32>
// CHECK: llvm.call_intrinsic "llvm.ldexp"(%[[TERM]], {{.*}}) : (vector<64xf32>, vector<64xi32>) -> vector<64xf32>
// CHECK-NOT: shrsi
// CHECK: llvm.call_intrinsic "llvm.ldexp"({{.*}}) : (vector<16xf32>, vector<16xi32>) -> vector<16xf32>
// CHECK-LABEL: func.func @others
// CHECK-NOT: call_intrinsic
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"vector_scaling" = true>>} {
  func.func @scaled(%x: vector<64xf32>, %y: vector<16xf32>) -> (vector<64xf32>, vector<16xf32>) {
    %0 = math.exp %x : vector<64xf32>
    %1 = math.exp2 %y : vector<16xf32>
    return %0, %1 : vector<64xf32>, vector<16xf32>
  }
  func.func @others(%x: f32, %y: vector<4x16xf32>) -> (f32, vector<4x16xf32>) {
    %0 = math.exp %x : f32
    %1 = math.exp2 %y : vector<4x16xf32>
    return %0, %1 : f32, vector<4x16xf32>
  }
  func.func @approximate(%x: vector<64xf32>) -> vector<64xf32> {
    %0 = math.exp %x fastmath<afn> : vector<64xf32>
    return %0 : vector<64xf32>
  }
}

// -----

// CHECK-LABEL: func.func @without
// CHECK-NOT: call_intrinsic
func.func @without(%x: vector<64xf32>) -> vector<64xf32> {
  %0 = math.exp %x : vector<64xf32>
  return %0 : vector<64xf32>
}
