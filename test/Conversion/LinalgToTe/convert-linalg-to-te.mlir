// RUN: dl-opt %s --convert-linalg-to-te --dl-verify-te --split-input-file | FileCheck %s

// A contraction that begins at zero, with its epilogue and the broadcast bias.
// CHECK-LABEL: func.func private @matmul_addf
// CHECK-SAME: (%[[A:.*]]: tensor<4x16xf32>, %[[B:.*]]: tensor<16x8xf32>, %[[BIAS:.*]]: tensor<8xf32>, %{{.*}}: tensor<4x8xf32> {te.destination})
// CHECK: %[[MM:.*]] = te.compute "matmul" axes(i0 = 4, i1 = 8) reduce(r0 = 16) combine(add)
// CHECK: te.read %[[A]][%i0, %r0]
// CHECK: te.read %[[B]][%r0, %i1]
// CHECK: te.compute "addf" axes(i0 = 4, i1 = 8)
// CHECK: te.read %[[MM]][%i0, %i1]
// CHECK: te.read %[[BIAS]][%i1]
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[D:[^:]*]]: tensor<4x8xf32> {te.destination})
// CHECK-NEXT: %[[R:.*]] = call @matmul_addf(%{{.*}}, %{{.*}}, %{{.*}}, %[[D]])
// CHECK-NEXT: return %[[R]]
func.func @main(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %bias: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %bb = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%m, %bb : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %v = arith.addf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}

// -----

// Where a reduction begins elsewhere, a further stage joins the initial value.
// CHECK-LABEL: func.func private @matmul
// CHECK: %[[TERMS:.*]] = te.compute "matmul.terms"
// CHECK: te.compute "matmul" axes(i0 = 4, i1 = 8)
// CHECK: %[[T:.*]] = te.read %[[TERMS]][%i0, %i1]
// CHECK: %[[C:.*]] = te.read %{{.*}}[%i0, %i1]
// CHECK: arith.addf %[[C]], %[[T]]
func.func @accumulate(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %m = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %m : tensor<4x8xf32>
}

// -----

// Padding is a guarded read in the kernel of its reader; constant weights that one
// contraction reads alone are free in their layout.
// CHECK-LABEL: func.func private @pad_conv_2d_nhwc_hwcf
// CHECK-SAME: %{{.*}}: tensor<1x6x6x3xf32>, %{{.*}}: tensor<3x3x3x4xf32> {te.layout_free}
// CHECK: te.compute "pad" axes(i0 = 1, i1 = 7, i2 = 7, i3 = 3)
// CHECK: te.read %{{.*}}[%i0, %i1 - 1, %i2, %i3] where({{.*}}) else
// CHECK: te.compute "conv_2d_nhwc_hwcf" axes(i0 = 1, i1 = 3, i2 = 3, i3 = 4) reduce(r0 = 3, r1 = 3, r2 = 3) combine(add)
// CHECK: te.read %{{.*}}[%i0, %i1 * 2 + %r0, %i2 * 2 + %r1, %r2]
func.func @conv(%x: tensor<1x6x6x3xf32>) -> tensor<1x3x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 5.0]], [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]], [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]],
                             [[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 5.0]], [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]], [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]],
                             [[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 5.0]], [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]], [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]]]> : tensor<3x3x3x4xf32>
  %p = tensor.pad %x low[0, 1, 0, 0] high[0, 0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x3xf32> to tensor<1x7x7x3xf32>
  %e = tensor.empty() : tensor<1x3x3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %c = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x7x7x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %c : tensor<1x3x3x4xf32>
}

// -----

// Of several results those that are used; their loops may stand in another order.
// What is returned reshaped is written through the reshaped destination.
// CHECK-LABEL: func.func private @reduce_max
// CHECK: te.compute "reduce_max" axes(i0 = 8) reduce(r0 = 4) combine(max)
// CHECK: te.read %{{.*}}[%r0, %i0]
// CHECK-LABEL: func.func @columns
// CHECK-SAME: %[[D:[^:]*]]: tensor<2x4xf32> {te.destination})
// CHECK: %[[V:.*]] = tensor.collapse_shape %[[D]] {{.*}} into tensor<8xf32>
// CHECK: %[[R:.*]] = call @reduce_max(%{{.*}}, %[[V]])
// CHECK: tensor.expand_shape %[[R]]
// CHECK-NOT: linalg.
func.func @columns(%x: tensor<4x8xf32>) -> tensor<2x4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %e = tensor.empty() : tensor<8xf32>
  %ei = tensor.empty() : tensor<8xi64>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %fi = linalg.fill ins(%none : i64) outs(%ei : tensor<8xi64>) -> tensor<8xi64>
  %m:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%f, %fi : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i64
    %v = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %w = arith.select %c, %ii, %at : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  %r = tensor.expand_shape %m#0 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// A gather reads at an index that another read gives. What is only moved, by a
// transpose and a slice, is read in place.
// CHECK-LABEL: func.func private @extract
// CHECK: te.compute "extract"
// CHECK: %[[ID:.*]] = te.read %{{.*}}[%i0]
// CHECK: %[[AT:.*]] = arith.index_cast %[[ID]] : i64 to index
// CHECK: te.read %{{.*}}[%[[AT]], %i1]
// CHECK-LABEL: func.func private @copy
// CHECK: te.compute "copy" axes(i0 = 2, i1 = 3)
// CHECK: te.read %{{.*}}[%i1, %i0 * 2 + 1]
func.func @gather(%ids: tensor<3xi64>, %table: tensor<10x5xf32>) -> (tensor<3x5xf32>, tensor<2x3xf32>) {
  %e = tensor.empty() : tensor<3x5xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%id: i64, %out: f32):
    %i = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<10x5xf32>
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  %et = tensor.empty() : tensor<5x3xf32>
  %t = linalg.transpose ins(%g : tensor<3x5xf32>) outs(%et : tensor<5x3xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %t[1, 0] [2, 3] [2, 1] : tensor<5x3xf32> to tensor<2x3xf32>
  return %g, %s : tensor<3x5xf32>, tensor<2x3xf32>
}

// -----

// An argument and a value that is returned twice are copied to their destinations.
// CHECK-LABEL: func.func @twice
// CHECK: call @negf
// CHECK: call @copy
// CHECK: call @copy
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.map { arith.negf } ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %n, %n, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Reads are guarded at the edges where a part ends before the whole, and nowhere else.
// CHECK-LABEL: func.func private @pad(
// CHECK: te.read %{{.*}}[%i0, %i1 - 1] where(-%i0 + 1 >= 0, %i1 - 1 >= 0) else
// CHECK-LABEL: func.func private @insert_slice(
// CHECK: %[[Y:.*]] = te.read %{{.*}}[%i0, %i1] :
// CHECK: te.read %{{.*}}[%i0, %i1 - 1] where(-%i0 + 1 >= 0, %i1 - 1 >= 0) else %[[Y]]
// CHECK-LABEL: func.func private @insert_slice_0(
// CHECK: te.read %{{.*}}[(%i0 - 1) floordiv 2, %i1] where(%i0 - 1 >= 0, -((%i0 - 1) mod 2) >= 0) else
func.func @edges(%x: tensor<2x3xf32>, %y: tensor<4x4xf32>, %z: tensor<2x4xf32>) -> (tensor<3x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x3xf32> to tensor<3x4xf32>
  %s = tensor.insert_slice %x into %y[0, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x4xf32>
  %t = tensor.insert_slice %z into %y[1, 0] [2, 4] [2, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  return %p, %s, %t : tensor<3x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A kernel has the names of at most eight stages.
// CHECK-LABEL: func.func private @negf_negf_negf_negf_negf_negf_negf_negf(
func.func @eight(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map { arith.negf } ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %1 = linalg.map { arith.negf } ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %2 = linalg.map { arith.negf } ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %3 = linalg.map { arith.negf } ins(%2 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %4 = linalg.map { arith.negf } ins(%3 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %5 = linalg.map { arith.negf } ins(%4 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %6 = linalg.map { arith.negf } ins(%5 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %7 = linalg.map { arith.negf } ins(%6 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %7 : tensor<4xf32>
}

// -----

// And it has at most sixteen stages.
// CHECK-LABEL: func.func private @negf(
// CHECK-NOT: te.compute "negf_
// CHECK-LABEL: func.func private @negf_negf_negf_negf_negf_negf_negf_negf_etc(
// CHECK: te.compute "negf_15"
// CHECK-NOT: te.compute "negf_16"
func.func @seventeen(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map { arith.negf } ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %1 = linalg.map { arith.negf } ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %2 = linalg.map { arith.negf } ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %3 = linalg.map { arith.negf } ins(%2 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %4 = linalg.map { arith.negf } ins(%3 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %5 = linalg.map { arith.negf } ins(%4 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %6 = linalg.map { arith.negf } ins(%5 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %7 = linalg.map { arith.negf } ins(%6 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %8 = linalg.map { arith.negf } ins(%7 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %9 = linalg.map { arith.negf } ins(%8 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %10 = linalg.map { arith.negf } ins(%9 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %11 = linalg.map { arith.negf } ins(%10 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %12 = linalg.map { arith.negf } ins(%11 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %13 = linalg.map { arith.negf } ins(%12 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %14 = linalg.map { arith.negf } ins(%13 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %15 = linalg.map { arith.negf } ins(%14 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %16 = linalg.map { arith.negf } ins(%15 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %16 : tensor<4xf32>
}

// -----

// A contraction is in a kernel with readers that read it in place, but not with what it reads,
// nor with a reduction: of these the one that stands later is with their reader.
// CHECK-LABEL: func.func @groups(
// CHECK: %[[N:.*]] = call @exp(
// CHECK: %[[M:.*]] = call @matmul(%[[N]],
// CHECK: call @sqrt_reduce_add(%[[M]],
// CHECK: %[[M2:.*]] = call @matmul(
// CHECK: call @mulf(%[[M2]],
// CHECK: %[[M3:.*]] = call @matmul_0(
// CHECK: call @reduce_max_subf(%{{.*}}, %[[M3]],
// CHECK: %[[R4:.*]] = call @reduce_max(
// CHECK: call @matmul_divf({{.*}}%[[R4]],
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
func.func @groups(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %er = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %n = linalg.map { math.exp } ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
  %m = linalg.matmul ins(%n, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.map { math.sqrt } ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
  %r = linalg.reduce { arith.addf } ins(%s : tensor<4x4xf32>) outs(%fr : tensor<4xf32>) dimensions = [1]
  %m2 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = linalg.generic {indexing_maps = [#turned, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m2, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %v = arith.mulf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  %m3 = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r3 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x4xf32>) outs(%fr : tensor<4xf32>) dimensions = [1]
  %u = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m3, %r3 : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %v = arith.subf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  %r4 = linalg.reduce { arith.maximumf } ins(%b : tensor<4x4xf32>) outs(%fr : tensor<4xf32>) dimensions = [1]
  %m4 = linalg.matmul ins(%b, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m4, %r4 : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %v = arith.divf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  return %r, %t, %u, %w : tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Products of elements that no other row reads again are no contraction: what makes them joins.
// CHECK-LABEL: func.func private @exp_reduce_add(
// CHECK: te.compute "exp"
// CHECK: te.compute "reduce_add"
// CHECK-LABEL: func.func @products
// CHECK-NEXT: call @exp_reduce_add
// CHECK-NEXT: return
func.func @products(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = math.exp %x : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %s0 = tensor.empty() : tensor<4xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%e, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%s1 : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// Sums of what all rows read again, but of one operand, are no contraction: what makes it joins.
// CHECK-LABEL: func.func @repeated
// CHECK-NEXT: call @exp_reduce_add
// CHECK-NEXT: return
func.func @repeated(%a: tensor<8xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.map { math.exp } ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
  %s0 = tensor.empty() : tensor<4xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8xf32>) outs(%s1 : tensor<4xf32>) {
  ^bb0(%in: f32, %o: f32):
    %r = arith.addf %o, %in : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// One kernel has one contraction, and padding is none of its readers. A constant that a
// contraction reads twice is not free in its layout.
// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: tensor<2x2xf32>, %{{.*}}: tensor<2x2xf32> {te.destination})
// CHECK-LABEL: func.func @contractions
// CHECK: %[[M0:.*]] = call @matmul(
// CHECK: call @matmul_addf(%{{.*}}, %[[M0]], %{{.*}})
// CHECK: %[[M2:.*]] = call @matmul_0(%{{.*}}, %{{.*}})
// CHECK: call @pad(%[[M2]], %{{.*}})
func.func @contractions(%a: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<3x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m0 = linalg.matmul ins(%w, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m1 = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = linalg.map { arith.addf } ins(%m0, %m1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>)
  %m2 = linalg.matmul ins(%a, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = tensor.pad %m2 low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x2xf32> to tensor<3x2xf32>
  return %s, %p : tensor<2x2xf32>, tensor<3x2xf32>
}

// -----

// What two kernels read has a kernel of its own; what is returned moved is called a copy, whatever
// moves it.
// CHECK-LABEL: func.func @two_readers
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK-NEXT: %[[N:.*]] = call @exp(%{{.*}}, %[[E]])
// CHECK-NEXT: call @sqrt(%[[N]],
// CHECK-NEXT: call @absf(%[[N]],
// CHECK-NEXT: call @copy(
func.func @two_readers(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>) {
  %e = tensor.empty() : tensor<2x3xf32>
  %et = tensor.empty() : tensor<3x2xf32>
  %n = linalg.map { math.exp } ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %0 = linalg.map { math.sqrt } ins(%n : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %1 = linalg.map { math.absf } ins(%n : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %2 = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%et : tensor<3x2xf32>) permutation = [1, 0]
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>
}

// -----

// Kernels and functions with destinations are left alone.
// CHECK-LABEL: func.func private @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel}
// CHECK-LABEL: func.func @caller(%arg0: tensor<4xf32>, %arg1: tensor<4xf32> {te.destination}) -> tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = call @kernel(%arg0, %arg1)
// CHECK-NEXT: return %[[R]]
func.func private @kernel(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %c : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %r = call @kernel(%x, %o) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A slice at an end of the destination needs no guard at that end.
// CHECK-LABEL: func.func private @insert_slice(
// CHECK: te.read %{{.*}}[%i0] where(-%i0 + 1 >= 0) else
// CHECK-LABEL: func.func private @insert_slice_0(
// CHECK: te.read %{{.*}}[%i0 - 1] where(%i0 - 1 >= 0) else
func.func @ends(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %s = tensor.insert_slice %x into %y[0] [2] [1] : tensor<2xf32> into tensor<3xf32>
  %t = tensor.insert_slice %x into %y[1] [2] [1] : tensor<2xf32> into tensor<3xf32>
  return %s, %t : tensor<3xf32>, tensor<3xf32>
}
