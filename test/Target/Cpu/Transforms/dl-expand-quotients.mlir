// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-expand-quotients | FileCheck %s
// RUN: dl-opt %s --dl-set-target=cpu=x86-64 --dl-expand-quotients | FileCheck %s --check-prefix=PLAIN

// PLAIN-LABEL: func.func @by_three
// PLAIN: arith.divf

// CHECK-LABEL: func.func @by_three
// CHECK: %[[R:.*]] = arith.constant dense<0.333333343> : vector<16xf32>
// CHECK: %[[Q:.*]] = arith.mulf %arg0, %[[R]]
// CHECK: %[[B:.*]] = arith.constant dense<-3.000000e+00> : vector<16xf32>
// CHECK: %[[REST:.*]] = math.fma %[[Q]], %[[B]], %arg0
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: %[[LEFT:.*]] = arith.cmpf one, %[[REST]], %[[ZERO]]
// CHECK: %[[S:.*]] = math.fma %[[REST]], %[[R]], %[[Q]]
// CHECK: arith.select %[[LEFT]], %[[S]], %[[Q]]
func.func @by_three(%x: vector<16xf32>) -> vector<16xf32> {
  %b = arith.constant dense<3.0> : vector<16xf32>
  %y = arith.divf %x, %b : vector<16xf32>
  return %y : vector<16xf32>
}

// CHECK-LABEL: func.func @by_eighth
// CHECK: %[[R:.*]] = arith.constant dense<-8.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %arg0, %[[R]]
// CHECK-NEXT: return %[[Q]]
func.func @by_eighth(%x: vector<16xf32>) -> vector<16xf32> {
  %b = arith.constant dense<-0.125> : vector<16xf32>
  %y = arith.divf %x, %b : vector<16xf32>
  return %y : vector<16xf32>
}

// Divisors that are no constant, differ, or have reciprocals that are not as exact; numbers alone.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: arith.divf
func.func @others(%x: vector<4xf32>, %v: vector<4xf32>, %z: f32) -> (vector<4xf32>, f32) {
  %c = arith.constant dense<[3.0, 5.0, 7.0, 9.0]> : vector<4xf32>
  %tiny = arith.constant dense<1.0e-38> : vector<4xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  %three = arith.constant 3.0 : f32
  %0 = arith.divf %x, %v : vector<4xf32>
  %1 = arith.divf %0, %c : vector<4xf32>
  %2 = arith.divf %1, %tiny : vector<4xf32>
  %3 = arith.divf %2, %none : vector<4xf32>
  %4 = arith.divf %z, %three : f32
  return %3, %4 : vector<4xf32>, f32
}
