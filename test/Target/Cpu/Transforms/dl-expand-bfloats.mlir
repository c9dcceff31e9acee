// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --dl-expand-bfloats | FileCheck %s --check-prefixes=CHECK,SHIFTS
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-expand-bfloats=flush | FileCheck %s --check-prefixes=CHECK,STAYS
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-expand-bfloats | FileCheck %s --check-prefixes=CHECK,SHIFTS

// CHECK-LABEL: func.func @round
// SHIFTS-NOT: arith.truncf
// SHIFTS: arith.shrui
// SHIFTS: arith.trunci %{{.*}} : vector<16xi32> to vector<16xi16>
// STAYS: arith.truncf %arg0 : vector<16xf32> to vector<16xbf16>
func.func @round(%x: vector<16xf32>) -> vector<16xbf16> {
  %y = arith.truncf %x : vector<16xf32> to vector<16xbf16>
  return %y : vector<16xbf16>
}

// CHECK-LABEL: func.func @widen
// SHIFTS-NOT: arith.extf
// SHIFTS: arith.shli
// STAYS: arith.extf %arg0 : bf16 to f32
func.func @widen(%x: bf16) -> f32 {
  %y = arith.extf %x : bf16 to f32
  return %y : f32
}

// Other floats are LLVM's.
// CHECK-LABEL: func.func @others
// CHECK: arith.truncf %arg0 : f64 to f32
func.func @others(%x: f64) -> f32 {
  %y = arith.truncf %x : f64 to f32
  return %y : f32
}
