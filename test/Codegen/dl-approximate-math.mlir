// RUN: dl-opt %s --dl-approximate-math | FileCheck %s

// The errors of what comes out are measured by test/Integration/Functions.

// CHECK-LABEL: func.func @vectors
// CHECK-NOT:     math.{{(exp|erf|tanh|log) }}
// CHECK:         %[[P:.*]] = arith.mulf {{.*}} fastmath<contract> : vector<4x16xf32>
// CHECK-NEXT:    arith.addf %[[P]], {{.*}} fastmath<contract> : vector<4x16xf32>
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

// Large arguments are reduced in a branch, taken if there is one in any lane.
// CHECK-LABEL: func.func @large_arguments
// CHECK-SAME:    %[[X:.*]]: vector<8xf32>
// CHECK:         %[[SIZE:.*]] = math.absf %[[X]]
// CHECK:         %[[LARGE:.*]] = arith.cmpf ogt, %[[SIZE]], %{{.*}} : vector<8xf32>
// CHECK:         %[[USUAL:.*]] = arith.bitcast {{.*}} : vector<8xi32> to vector<8xf32>
// CHECK:         %[[ANY:.*]] = vector.multi_reduction <or>, %[[LARGE]], %{{.*}} [0] : vector<8xi1> to i1
// CHECK:         %[[Y:.*]] = scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK-COUNT-7:   math.roundeven {{.*}} : vector<8xf64>
// CHECK:           %[[RARE:.*]] = arith.select %[[LARGE]], %{{.*}}, %[[USUAL]]
// CHECK:           scf.yield %[[RARE]]
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[USUAL]]
// CHECK:         return %[[Y]]
func.func @large_arguments(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.sin %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @large_argument
// CHECK:         %[[LARGE:.*]] = arith.cmpf ogt
// CHECK:         scf.if %[[LARGE]] -> (f32)
func.func @large_argument(%x: f32) -> f32 {
  %0 = math.cos %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @no_dimensions
// CHECK:         %[[LARGE:.*]] = arith.cmpf ogt, {{.*}} : vector<f32>
// CHECK:         %[[ANY:.*]] = vector.extract %[[LARGE]][] : i1 from vector<i1>
// CHECK:         scf.if %[[ANY]] -> (vector<f32>)
func.func @no_dimensions(%x: vector<f32>) -> vector<f32> {
  %0 = math.tan %x : vector<f32>
  return %0 : vector<f32>
}

// Floats of 16 bits are computed in f32.
// CHECK-LABEL: func.func @halves
// CHECK-NEXT:    arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK-NOT:     math.
// CHECK:         %[[Y:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
// CHECK:         arith.extf %{{.*}} : bf16 to f32
// CHECK-NOT:     math.powf
// CHECK:         %[[Z:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK:         return %[[Y]], %[[Z]]
func.func @halves(%x: vector<8xf16>, %y: bf16) -> (vector<8xf16>, bf16) {
  %0 = math.exp %x : vector<8xf16>
  %1 = math.powf %y, %y : bf16
  return %0, %1 : vector<8xf16>, bf16
}

// Of f64, what convert-math-to-llvm would make of other functions is a call at once.
// CHECK-LABEL: func.func @doubles
// CHECK:         call @log1p(%{{.*}}) : (f64) -> f64
// CHECK:         call @log1p(%{{.*}}) : (f64) -> f64
// CHECK:         call @expm1(%{{.*}}) : (f64) -> f64
// CHECK:         math.exp %{{.*}} : f64
func.func @doubles(%x: vector<2xf64>, %y: f64) -> (vector<2xf64>, f64, f64) {
  %0 = math.log1p %x : vector<2xf64>
  %1 = math.expm1 %y : f64
  %2 = math.exp %y : f64
  return %0, %1, %2 : vector<2xf64>, f64, f64
}

// Products in a row would each be rounded.
// CHECK-LABEL: func.func @integer_powers
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: i32,
// CHECK:         %[[F:.*]] = arith.sitofp %[[N]] : i32 to f64
// CHECK:         math.powf %[[X]], %[[F]] : f64
// CHECK-NOT:     math.fpowi
// CHECK:         return
func.func @integer_powers(%x: f64, %n: i32, %y: vector<4xf32>, %m: vector<4xi32>) -> (f64, vector<4xf32>) {
  %0 = math.fpowi %x, %n : f64, i32
  %1 = math.fpowi %y, %m : vector<4xf32>, vector<4xi32>
  return %0, %1 : f64, vector<4xf32>
}

// CHECK-LABEL: func.func @both
// CHECK-NOT:     math.sincos
// CHECK:         scf.if
// CHECK:         scf.if
func.func @both(%x: f32) -> (f32, f32) {
  %0, %1 = math.sincos %x : f32
  return %0, %1 : f32, f32
}

// The machine has a square root.
// CHECK-LABEL: func.func @sqrt
// CHECK:         math.sqrt
func.func @sqrt(%x: f32) -> f32 {
  %0 = math.sqrt %x : f32
  return %0 : f32
}

// Denormals and what has no logarithm are rare.
// CHECK-LABEL: func.func @logarithms
// CHECK:         %[[U:.*]] = arith.addi %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK:         %[[RARE:.*]] = arith.cmpi ugt, %[[U]], %{{.*}} : vector<8xi32>
// CHECK:         %[[ANY:.*]] = vector.multi_reduction <or>, %[[RARE]]
// CHECK:         scf.if %[[ANY]]
func.func @logarithms(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.log %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @approximate
// CHECK-NOT:     arith.divf
// CHECK:         scf.if
// CHECK:         arith.divf
// CHECK:         return
func.func @approximate(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.erfc %x fastmath<afn> : vector<8xf32>
  return %0 : vector<8xf32>
}

// One power of two, not two, where results beside the least number may be 0.
// CHECK-LABEL: func.func @approximate_power
// CHECK-COUNT-1: arith.shli
// CHECK-NOT:     arith.shli
// CHECK:         return
func.func @approximate_power(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.exp %x fastmath<afn> : vector<8xf32>
  return %0 : vector<8xf32>
}

// Without leave the one formula that is right everywhere.
// CHECK-LABEL: func.func @exact
// CHECK-NOT:     scf.if
// CHECK:         arith.divf
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @exact(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.erfc %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// There is no formula for more digits than f64 has.
// CHECK-LABEL: func.func @quadruple
// CHECK-NEXT:    math.fpowi
// CHECK-NEXT:    return
func.func @quadruple(%x: f128, %n: i32) -> f128 {
  %0 = math.fpowi %x, %n : f128, i32
  return %0 : f128
}

// Of a large quotient ten steps are taken; f64 stays what it is.
// CHECK-LABEL: func.func @remainders
// CHECK-NOT:     arith.remf
// CHECK:         %[[LARGE:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK:         %[[ANY:.*]] = vector.multi_reduction <or>, %[[LARGE]], %{{.*}} [0] : vector<8xi1> to i1
// CHECK:         scf.if %[[ANY]] -> (vector<8xf64>) {
// CHECK-COUNT-10:  math.roundeven {{.*}} : vector<8xf64>
// CHECK-NOT:       math.roundeven
// CHECK:         } else {
// CHECK-NOT:     arith.remf
// CHECK:         arith.truncf {{.*}} : vector<8xf64> to vector<8xf32>
// CHECK:         arith.remf {{.*}} : vector<8xf64>
// CHECK:         return
func.func @remainders(%x: vector<8xf32>, %y: vector<8xf32>, %v: vector<8xf64>, %w: vector<8xf64>)
    -> (vector<8xf32>, vector<8xf64>) {
  %0 = arith.remf %x, %y : vector<8xf32>
  %1 = arith.remf %v, %w : vector<8xf64>
  return %0, %1 : vector<8xf32>, vector<8xf64>
}
