// RUN: dl-opt %s --dl-lower-vectors | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A register tile: one multiply-add for each row and reduction iteration, each on a
// broadcast element of A and a row of B; all rows use one row of B before the next one.
// CHECK-LABEL: func.func @contract(
// CHECK-SAME:    %{{.*}}: vector<4x2xf32>, %[[B:.*]]: vector<2x32xf32>
// CHECK-NOT:     vector.contract
// CHECK-NOT:     vector.outerproduct
// CHECK:         %[[B0:.*]] = vector.extract %[[B]][0]
// CHECK-COUNT-4: vector.fma %{{.*}}, %[[B0]], %{{.*}} : vector<32xf32>
// CHECK:         %[[B1:.*]] = vector.extract %[[B]][1]
// CHECK-COUNT-4: vector.fma %{{.*}}, %[[B1]], %{{.*}} : vector<32xf32>
// CHECK-NOT:     vector.fma
// CHECK:         return
func.func @contract(%a: vector<4x2xf32>, %b: vector<2x32xf32>, %c: vector<4x32xf32>) -> vector<4x32xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"],
                        kind = #vector.kind<add>} %a, %b, %c : vector<4x2xf32>, vector<2x32xf32> into vector<4x32xf32>
  return %0 : vector<4x32xf32>
}

// One row must not make the pattern groups chase each other.
// CHECK-LABEL: func.func @one_row
// CHECK-COUNT-2: vector.fma {{.*}} : vector<32xf32>
// CHECK:         return
func.func @one_row(%a: vector<1x2xf32>, %b: vector<2x32xf32>, %c: vector<1x32xf32>) -> vector<1x32xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"],
                        kind = #vector.kind<add>} %a, %b, %c : vector<1x2xf32>, vector<2x32xf32> into vector<1x32xf32>
  return %0 : vector<1x32xf32>
}

// Lanes that are summed stay together: one product, then its sum.
// CHECK-LABEL: func.func @summed_lanes
// CHECK:         %[[P:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK-NEXT:    vector.reduction <add>, %[[P]]
// CHECK-NEXT:    return
func.func @summed_lanes(%a: vector<16xf32>, %b: vector<16xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>],
                        iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %c
       : vector<16xf32>, vector<16xf32> into f32
  return %0 : f32
}

// Where both operands have the accumulator's lanes, each iteration is one multiply-add.
// CHECK-LABEL: func.func @same_lanes(
// CHECK-COUNT-6: vector.fma {{.*}} : vector<16xf32>
// CHECK-NOT: vector.contract
// CHECK-NOT: vector.reduction
// CHECK: return
func.func @same_lanes(%a: vector<2x3x16xf32>, %b: vector<2x3x16xf32>, %c: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(l, i, j) -> (i, j, l)>, affine_map<(l, i, j) -> (i, j, l)>, affine_map<(l, i, j) -> (l)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x16xf32>, vector<2x3x16xf32> into vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func.func @sum_of_rows
// CHECK-NOT:     vector.multi_reduction
// CHECK-COUNT-4: arith.addf {{.*}} : vector<16xf32>
// CHECK:         return
func.func @sum_of_rows(%x: vector<4x16xf32>, %acc: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.multi_reduction <add>, %x, %acc [0] : vector<4x16xf32> to vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func.func @transposed
// CHECK-NOT:     vector.transpose
// CHECK:         vector.shuffle
// CHECK:         return
func.func @transposed(%x: vector<4x16xf32>) -> vector<16x4xf32> {
  %0 = vector.transpose %x, [1, 0] : vector<4x16xf32> to vector<16x4xf32>
  return %0 : vector<16x4xf32>
}

// CHECK-LABEL: func.func @row
// CHECK:         vector.load {{.*}} vector<16xf32>
func.func @row(%m: memref<8x16xf32>, %i: index) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %c0], %zero {in_bounds = [true]} : memref<8x16xf32>, vector<16xf32>
  return %0 : vector<16xf32>
}

// A long vector is halved until it fits a register before lanes are summed.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[V:.*]]: vector<64xf32>, %[[ACC:.*]]: f32
// CHECK: arith.addf {{.*}} : vector<32xf32>
// CHECK: %[[Q:.*]] = arith.addf {{.*}} : vector<16xf32>
// CHECK: %[[R:.*]] = vector.reduction <add>, %[[Q]], %[[ACC]] : vector<16xf32> into f32
// CHECK: return %[[R]]
func.func @sum(%v: vector<64xf32>, %acc: f32) -> f32 {
  %0 = vector.multi_reduction <add>, %v, %acc [0] : vector<64xf32> to f32
  return %0 : f32
}

// Integer math goes row by row: convert-math-to-llvm would leave it.
// CHECK-LABEL: func.func @absolute
// CHECK-COUNT-6: math.absi {{.*}} : vector<4xi64>
// CHECK-NOT:     math.absi
// CHECK-COUNT-2: math.ctlz {{.*}} : vector<4xi32>
// CHECK-COUNT-2: math.cttz {{.*}} : vector<4xi32>
// CHECK:         return
func.func @absolute(%x: vector<2x3x4xi64>, %y: vector<2x4xi32>) -> (vector<2x3x4xi64>, vector<2x4xi32>) {
  %0 = math.absi %x : vector<2x3x4xi64>
  %1 = math.ctlz %y : vector<2x4xi32>
  %2 = math.cttz %1 : vector<2x4xi32>
  return %0, %2 : vector<2x3x4xi64>, vector<2x4xi32>
}

// One element is loaded and stored with any stride.
// CHECK-LABEL: func.func @element
// CHECK:         memref.load %{{.*}}[%{{.*}}] : memref<8xf32, strided<[4], offset: ?>>
// CHECK:         memref.store
// CHECK-NOT:     vector.transfer
// CHECK:         return
func.func @element(%m: memref<8xf32, strided<[4], offset: ?>>, %i: index, %j: index) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %zero : memref<8xf32, strided<[4], offset: ?>>, vector<f32>
  vector.transfer_write %0, %m[%j] : vector<f32>, memref<8xf32, strided<[4], offset: ?>>
  return
}

// A vector that cannot be halved any more.
// CHECK-LABEL: func.func @odd_half(
// CHECK:         %[[H:.*]] = arith.addf {{.*}} : vector<17xf32>
// CHECK:         vector.reduction <add>, %[[H]], %{{.*}} : vector<17xf32> into f32
func.func @odd_half(%v: vector<34xf32>, %acc: f32) -> f32 {
  %0 = vector.multi_reduction <add>, %v, %acc [0] : vector<34xf32> to f32
  return %0 : f32
}

// One element of a tensor, or one that may be masked, is no load.
// CHECK-LABEL: func.func @element_of_tensor(
// CHECK:         vector.transfer_read
// CHECK:         vector.transfer_write
// CHECK-LABEL: func.func @masked_element(
// CHECK-NOT:     memref.load
// CHECK-NOT:     memref.store
// CHECK:         return
func.func @element_of_tensor(%t: tensor<8xf32>, %i: index, %j: index) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %t[%i], %zero : tensor<8xf32>, vector<f32>
  %1 = vector.transfer_write %0, %t[%j] : vector<f32>, tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @masked_element(%m: memref<8xf32>, %i: index, %mask: vector<1xi1>) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %zero, %mask : memref<8xf32>, vector<f32>
  vector.transfer_write %0, %m[%i], %mask : vector<f32>, memref<8xf32>
  return
}

// Elements that lie apart, as of a column, are loaded and stored one by one, whatever their number.
// CHECK-LABEL: func.func @column(
// CHECK-SAME:    %[[M:.*]]: memref<100x9xf32>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK:         memref.load %[[M]][%[[I]], %[[J]]]
// CHECK-COUNT-79: memref.load %[[M]][%{{.*}}, %[[J]]]
// CHECK-NOT:     memref.load
// CHECK:         vector.from_elements
// CHECK-COUNT-80: memref.store %{{.*}}, %[[M]][%{{.*}}, %[[J]]]
// CHECK-NOT:     vector.transfer
// CHECK:         return
func.func @column(%m: memref<100x9xf32>, %i: index, %j: index) {
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %pad {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<100x9xf32>, vector<80xf32>
  %w = arith.addf %v, %v : vector<80xf32>
  vector.transfer_write %w, %m[%i, %j] {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : vector<80xf32>, memref<100x9xf32>
  return
}

// So are those of a buffer with long steps. Where some may lie outside, or where they are more than 256,
// a loop loads one after the other.
// CHECK-LABEL: func.func @steps(
// CHECK-COUNT-4: memref.load
// CHECK:         scf.for {{.*}} -> (vector<3xf32>)
// CHECK:           scf.if
// CHECK:             memref.load
// CHECK:         scf.for {{.*}} -> (vector<257xf32>)
// CHECK:           memref.load
// CHECK-COUNT-4: memref.store
// CHECK:         return
func.func @steps(%m: memref<9xf32, strided<[9]>>, %c: memref<300x9xf32>, %i: index) -> (vector<3xf32>, vector<257xf32>) {
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<9xf32, strided<[9]>>, vector<4xf32>
  %x = vector.transfer_read %m[%i], %pad : memref<9xf32, strided<[9]>>, vector<3xf32>
  %y = vector.transfer_read %c[%i, %i], %pad {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<300x9xf32>, vector<257xf32>
  vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<9xf32, strided<[9]>>
  return %x, %y : vector<3xf32>, vector<257xf32>
}

// A tile of channels x height x width: rows along the width, weights as they are.
// CHECK-LABEL: func.func @tile_of_three(
// CHECK-SAME:    %[[X:.*]]: vector<4x2x16xf32>, %[[W:.*]]: vector<8x4xf32>
// CHECK:         %[[X00:.*]] = vector.extract %[[X]][0, 0]
// CHECK:         vector.extract %[[W]][0, 0]
// CHECK:         vector.fma %[[X00]], %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK-NOT:     vector.transpose
// CHECK-COUNT-63: vector.fma {{.*}} : vector<16xf32>
// CHECK-NOT:     vector.transpose
// CHECK-NOT:     vector.fma
// CHECK:         return
func.func @tile_of_three(%x: vector<4x2x16xf32>, %w: vector<8x4xf32>, %c: vector<8x2x16xf32>) -> vector<8x2x16xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(o, h, v, i) -> (i, h, v)>, affine_map<(o, h, v, i) -> (o, i)>, affine_map<(o, h, v, i) -> (o, h, v)>],
                        iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>}
       %x, %w, %c : vector<4x2x16xf32>, vector<8x4xf32> into vector<8x2x16xf32>
  return %0 : vector<8x2x16xf32>
}

// A tile of weights whose elements lie apart is loaded by elements, which are broadcast.
// CHECK-LABEL: func.func @weights_apart(
// CHECK-COUNT-33: memref.load
// CHECK-NOT:     vector.transpose
// CHECK-COUNT-33: vector.fma {{.*}} : vector<32xf32>
// CHECK:         return
func.func @weights_apart(%m: memref<88x16x3x3xf32>, %x: vector<3x32xf32>, %c: vector<11x32xf32>, %i: index) -> vector<11x32xf32> {
  %pad = arith.constant 0.0 : f32
  %w = vector.transfer_read %m[%i, %i, %i, %i], %pad {in_bounds = [true, true], permutation_map = affine_map<(o, i, h, v) -> (o, h)>} : memref<88x16x3x3xf32>, vector<11x3xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(o, v, k) -> (k, v)>, affine_map<(o, v, k) -> (o, k)>, affine_map<(o, v, k) -> (o, v)>],
                        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
       %x, %w, %c : vector<3x32xf32>, vector<11x3xf32> into vector<11x32xf32>
  return %0 : vector<11x32xf32>
}

// A maximum across lanes is one of halves down to the last two.
// CHECK-LABEL: func.func @maximum_of_lanes(
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<8xf32>
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<4xf32>
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<2xf32>
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<1xf32>
// CHECK:         return
func.func @maximum_of_lanes(%x: vector<16xf32>, %sofar: f32) -> f32 {
  %0 = vector.multi_reduction <maximumf>, %x, %sofar [0] : vector<16xf32> to f32
  return %0 : f32
}

// Elements that lie apart are loaded under the mask that they have.
// CHECK-LABEL: func.func @apart_under_mask(
// CHECK-SAME:    %[[MASK:[a-z0-9]+]]: vector<2xi1>)
// CHECK:         scf.for %[[LANE:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           %[[IS:.*]] = vector.extract %[[MASK]][%[[LANE]]]
// CHECK:           scf.if %[[IS]]
// CHECK-NEXT:        memref.load
func.func @apart_under_mask(%m: memref<64x9xf32>, %i: index, %mask: vector<2xi1>) -> vector<2xf32> {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %i], %zero, %mask {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<64x9xf32>, vector<2xf32>
  return %v : vector<2xf32>
}

// 256 of them are straight-line code, more are a loop.
// CHECK-LABEL: func.func @most_apart(
// CHECK-NOT:     scf.for
// CHECK-COUNT-256: memref.load
// CHECK-NOT:     scf.for
// CHECK-LABEL: func.func @more_apart(
// CHECK:         scf.for
// CHECK-NEXT:      affine.apply
// CHECK-NEXT:      memref.load
func.func @most_apart(%m: memref<512x9xf32>, %i: index) -> vector<256xf32> {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %i], %zero {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<512x9xf32>, vector<256xf32>
  return %v : vector<256xf32>
}
func.func @more_apart(%m: memref<512x9xf32>, %i: index) -> vector<257xf32> {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %i], %zero {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<512x9xf32>, vector<257xf32>
  return %v : vector<257xf32>
}
