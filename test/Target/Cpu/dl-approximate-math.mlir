// RUN: dl-opt %s --dl-approximate-math | FileCheck %s

// CHECK-LABEL: func.func @vectors
// CHECK-NOT:     math.{{(exp|erf|tanh|log) }}
// CHECK:         math.fma {{.*}} : vector<4x16xf32>
// CHECK-NOT:     math.{{(exp|erf|tanh|log) }}
// CHECK:         return
func.func @vectors(%x: vector<4x16xf32>)
    -> (vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>) {
  %0 = math.exp %x : vector<4x16xf32>
  %1 = math.erf %x : vector<4x16xf32>
  %2 = math.tanh %x : vector<4x16xf32>
  %3 = math.log %x : vector<4x16xf32>
  return %0, %1, %2, %3 : vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>
}

// The machine has a square root.
// CHECK-LABEL: func.func @sqrt
// CHECK:         math.sqrt
func.func @sqrt(%x: f32) -> f32 {
  %0 = math.sqrt %x : f32
  return %0 : f32
}
