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

// Integers as floats that hold twice their bits; remainders are what the quotients leave.
// CHECK-LABEL: func.func @integers
// CHECK-SAME: %[[A:.*]]: vector<8xi32>, %[[B:.*]]: vector<8xi32>, %[[C:.*]]: vector<8xi16>, %[[D:.*]]: vector<8xi16>)
// CHECK: %[[X:.*]] = arith.sitofp %[[A]] : vector<8xi32> to vector<8xf64>
// CHECK: %[[Y:.*]] = arith.sitofp %[[B]] : vector<8xi32> to vector<8xf64>
// CHECK: %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : vector<8xf64>
// CHECK: arith.fptosi %[[Q]] : vector<8xf64> to vector<8xi32>
// CHECK: %[[U:.*]] = arith.uitofp %[[C]] : vector<8xi16> to vector<8xf32>
// CHECK: %[[V:.*]] = arith.uitofp %[[D]] : vector<8xi16> to vector<8xf32>
// CHECK: %[[R:.*]] = arith.divf %[[U]], %[[V]] : vector<8xf32>
// CHECK: %[[W:.*]] = arith.fptoui %[[R]] : vector<8xf32> to vector<8xi16>
// CHECK: %[[P:.*]] = arith.muli %[[W]], %[[D]]
// CHECK: arith.subi %[[C]], %[[P]]
// PLAIN-LABEL: func.func @integers
// PLAIN: arith.divsi
// PLAIN: arith.remui
func.func @integers(%a: vector<8xi32>, %b: vector<8xi32>, %c: vector<8xi16>, %d: vector<8xi16>)
    -> (vector<8xi32>, vector<8xi16>) {
  %0 = arith.divsi %a, %b : vector<8xi32>
  %1 = arith.remui %c, %d : vector<8xi16>
  return %0, %1 : vector<8xi32>, vector<8xi16>
}

// What LLVM multiplies by, what floats do not hold, bits, positions, numbers alone, and vectors of vectors.
// CHECK-LABEL: func.func @other_integers
// CHECK-NOT: arith.divf
// CHECK: return
func.func @other_integers(%a: vector<8xi32>, %b: vector<8xi64>, %c: vector<8xi4>, %d: vector<8xindex>, %e: i32,
                          %f: vector<2x8xi32>)
    -> (vector<8xi32>, vector<8xi64>, vector<8xi4>, vector<8xindex>, i32, vector<2x8xi32>) {
  %seven = arith.constant dense<7> : vector<8xi32>
  %0 = arith.divsi %a, %seven : vector<8xi32>
  %1 = arith.divsi %b, %b : vector<8xi64>
  %2 = arith.divui %c, %c : vector<8xi4>
  %3 = arith.remsi %d, %d : vector<8xindex>
  %4 = arith.remsi %e, %e : i32
  %5 = arith.divsi %f, %f : vector<2x8xi32>
  return %0, %1, %2, %3, %4, %5 : vector<8xi32>, vector<8xi64>, vector<8xi4>, vector<8xindex>, i32, vector<2x8xi32>
}
