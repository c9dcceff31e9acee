// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-vectorize))' --remarks-filter=dl-vectorize --verify-diagnostics | FileCheck %s

// Products that are summed become a contraction; the accumulator is a vector that
// the loop carries; reads come straight from the operands.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:.*]]: tensor<8x64xf32>, %[[B:.*]]: tensor<64x32xf32>, %[[C:.*]]: tensor<8x32xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8x32xf32>
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (vector<8x32xf32>)
// CHECK: %[[X:.*]] = vector.transfer_read %[[A]]{{.*}} vector<8x4xf32>
// CHECK: %[[Y:.*]] = vector.transfer_read %[[B]]{{.*}} vector<4x32xf32>
// CHECK: vector.contract {{.*}} %[[X]], %[[Y]], %[[ACC]]
// CHECK: vector.transfer_write %[[SUM]], %[[C]]
// CHECK-NOT: linalg
func.func @matmul(%a: tensor<8x64xf32>, %b: tensor<64x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  %r = scf.for %k = %c0 to %c64 step %c4 iter_args(%acc = %init) -> (tensor<8x32xf32>) {
    %x = tensor.extract_slice %a[0, %k] [8, 4] [1, 1] : tensor<8x64xf32> to tensor<8x4xf32>
    %y = tensor.extract_slice %b[%k, 0] [4, 32] [1, 1] : tensor<64x32xf32> to tensor<4x32xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<8x4xf32>, tensor<4x32xf32>) outs(%acc : tensor<8x32xf32>) attrs = {schedule.vectorize} {
    ^bb0(%p: f32, %q: f32, %s: f32):
      %0 = arith.mulf %p, %q : f32
      %1 = arith.addf %s, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x32xf32>
    scf.yield %t : tensor<8x32xf32>
  }
  return %r : tensor<8x32xf32>
}

// What is not marked stays.
// CHECK-LABEL: func.func @unmarked(
// CHECK: linalg.generic
func.func @unmarked(%x: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A sliding window overlaps itself: it stays scalar, and says so.
// CHECK-LABEL: func.func @window(
// CHECK: linalg.generic
// CHECK-NOT: schedule.vectorize
func.func @window(%x: tensor<10xf32>, %w: tensor<3xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{Reason="its reads are not contiguous slices of its operands}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<10xf32>, tensor<3xf32>) outs(%o : tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A vector of places alone is shorter than the tile that it is added to, which upstream takes
// for the sum of one that was as long.
// CHECK-LABEL: func.func @places(
// CHECK: linalg.generic
func.func @places(%o: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c2 = arith.constant 2 : index
  // expected-remark @below {{Reason="it accumulates what depends on no element}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<2x4xf32>) attrs = {schedule.vectorize} {
  ^bb0(%out: f32):
    %j = linalg.index 1 : index
    %due = arith.cmpi sge, %j, %c2 : index
    %term = arith.select %due, %one, %zero : f32
    %sum = arith.addf %out, %term : f32
    linalg.yield %sum : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// One number for all elements is no such vector.
// CHECK-LABEL: func.func @number(
// CHECK: arith.addf {{.*}} : vector<2x4xf32>
func.func @number(%s: tensor<f32>, %o: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<f32>) outs(%o : tensor<2x4xf32>) attrs = {schedule.vectorize} {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %out, %in : f32
    linalg.yield %sum : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// Upstream takes a term of no operand's shape for one that is reduced already.
// CHECK-LABEL: func.func @no_element(
// CHECK: linalg.generic
func.func @no_element(%o: tensor<8xi64>, %s: tensor<7xi8>) -> tensor<8xi64> {
  // expected-remark @below {{Reason="it reduces what depends on no element}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<7xi8>) outs(%o : tensor<8xi64>) attrs = {schedule.vectorize} {
  ^bb0(%a: i8, %c: i64):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i64
    %0 = arith.addi %c, %n : i64
    linalg.yield %0 : i64
  } -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// CHECK-LABEL: func.func @tuples(
// CHECK: linalg.generic
func.func @tuples(%x: tensor<8x7xf32>, %o: tensor<8xf32>, %p: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @below {{Reason="it reduces tuples inside of the tile}}
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x7xf32>) outs(%o, %p : tensor<8xf32>, tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.maximumf %b, %a : f32
    %1 = arith.addf %c, %a : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// Elementwise, tuples are vectors.
// CHECK-LABEL: func.func @pairs(
// CHECK-NOT: linalg.generic
// CHECK-COUNT-2: vector.transfer_write
func.func @pairs(%x: tensor<8xf32>, %o: tensor<8xf32>, %p: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%o, %p : tensor<8xf32>, tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.maximumf %b, %a : f32
    %1 = arith.addf %c, %a : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// A tile of which a part is there: its slices are read and written beyond their bounds,
// but not beyond those of dimensions that a read repeats.
// CHECK-LABEL: func.func @partial(
// CHECK-SAME: %[[X:.*]]: tensor<13xf32>, %[[O:.*]]: tensor<2x13xf32>, %[[N:.*]]: index
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][8] [%[[N]]] [1]
// CHECK: %[[V:.*]] = vector.transfer_read %[[S]][{{.*}}], %{{[^ ]*}} : tensor<?xf32>, vector<8xf32>
// CHECK: %[[NEG:.*]] = arith.negf
// CHECK: %[[D:.*]] = tensor.extract_slice %[[O]][0, 8] [2, %[[N]]] [1, 1]
// CHECK: %[[W:.*]] = vector.transfer_write %{{.*}}, %[[D]]{{.*}} {in_bounds = [true, false]} : vector<2x8xf32>, tensor<2x?xf32>
// CHECK: tensor.insert_slice %[[W]] into %[[O]][0, 8] [2, %[[N]]] [1, 1]
// CHECK-NOT: tensor.pad
func.func @partial(%x: tensor<13xf32>, %o: tensor<2x13xf32>, %n: index) -> tensor<2x13xf32> {
  %zero = arith.constant 0.0 : f32
  %c8 = arith.constant 8 : index
  %missing = arith.subi %c8, %n : index
  %s = tensor.extract_slice %x[8] [%n] [1] : tensor<13xf32> to tensor<?xf32>
  %p = tensor.pad %s low[0] high[%missing] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<2x8xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8xf32>) outs(%e : tensor<2x8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x8xf32>
  %part = tensor.extract_slice %t[0, 0] [2, %n] [1, 1] : tensor<2x8xf32> to tensor<2x?xf32>
  %r = tensor.insert_slice %part into %o[0, 8] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<2x13xf32>
  return %r : tensor<2x13xf32>
}

// One number for all elements is no element either: of which the sum is made is not known.
// CHECK-LABEL: func.func @sum_of_number(
// CHECK: linalg.generic
func.func @sum_of_number(%x: tensor<f32>, %s: tensor<7xi8>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{Reason="it reduces what depends on no element}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> ()>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %s : tensor<f32>, tensor<7xi8>) outs(%o : tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%a: f32, %b: i8, %c: f32):
    %0 = arith.addf %c, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
