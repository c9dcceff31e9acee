// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --graph-fuse-ops --convert-graph-to-te --schedule-default=threads=2 | FileCheck %s

// Rows of 1200 bytes: all rows of the left operand meet a copy of 64 columns, of which no step is masked.
func.func @unaligned(%x: tensor<2x300x300xf32>, %y: tensor<2x300x300xf32>) -> tensor<2x300x300xf32> {
  %0 = graph.matmul %x, %y : (tensor<2x300x300xf32>, tensor<2x300x300xf32>) -> tensor<2x300x300xf32>
  return %0 : tensor<2x300x300xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul(
// CHECK: %[[COPY:.*]] = schedule.cache_read %matmul reads operand 1
// CHECK: %[[OUTER:.*]], %{{.*}} = schedule.split %matmul[%a2] by 64{{$}}
// CHECK: schedule.reorder %matmul[%a0, %[[OUTER]], %a1o,
// CHECK: schedule.compute_at %[[COPY]] at %matmul[%[[OUTER]]]
// Threads share panels, not the rows that meet one.
// CHECK: schedule.parallel %matmul[%a0]
// CHECK: schedule.parallel %matmul[%[[OUTER]]]
// CHECK-NOT: schedule.parallel

// A reader that takes the product into its loops has the copy there.
func.func @fused(%x: tensor<100x96xf32>, %y: tensor<96x256xf32>, %b: tensor<256xf32>) -> tensor<100x256xf32> {
  %0 = graph.matmul %x, %y : (tensor<100x96xf32>, tensor<96x256xf32>) -> tensor<100x256xf32>
  %1 = graph.add %0, %b : (tensor<100x256xf32>, tensor<256xf32>) -> tensor<100x256xf32>
  return %1 : tensor<100x256xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_add(
// CHECK: %[[COPY:.*]] = schedule.cache_read %matmul reads operand 1
// CHECK: %[[OUTER:.*]], %{{.*}} = schedule.split %add[%{{.*}}] by 64
// CHECK: schedule.compute_at %[[COPY]] at %add[%[[OUTER]]]

// Rows of an open number, in batches of an open number.
func.func @open(%x: tensor<?x?x64xf32> {dl.dims = ["b", "m", 64]}, %y: tensor<?x64x100xf32> {dl.dims = ["b", 64, 100]}) -> tensor<?x?x100xf32> {
  %0 = graph.matmul %x, %y : (tensor<?x?x64xf32>, tensor<?x64x100xf32>) -> tensor<?x?x100xf32>
  return %0 : tensor<?x?x100xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_0(
// CHECK: schedule.cache_read %matmul reads operand 1

// Nothing is copied for few rows,
func.func @few_rows(%x: tensor<8x300xf32>, %y: tensor<300x300xf32>) -> tensor<8x300xf32> {
  %0 = graph.matmul %x, %y : (tensor<8x300xf32>, tensor<300x300xf32>) -> tensor<8x300xf32>
  return %0 : tensor<8x300xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_1(
// CHECK-NOT: cache_read

// unless their stride of 4 KiB leaves a panel few sets of the cache,
func.func @few_sets(%x: tensor<12x1024xf32>, %y: tensor<1024x1024xf32>) -> tensor<12x1024xf32> {
  %0 = graph.matmul %x, %y : (tensor<12x1024xf32>, tensor<1024x1024xf32>) -> tensor<12x1024xf32>
  return %0 : tensor<12x1024xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_2(
// CHECK: cache_read

// for few terms,
func.func @few_terms(%x: tensor<300x24xf32>, %y: tensor<24x300xf32>) -> tensor<300x300xf32> {
  %0 = graph.matmul %x, %y : (tensor<300x24xf32>, tensor<24x300xf32>) -> tensor<300x300xf32>
  return %0 : tensor<300x300xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_3(
// CHECK-NOT: cache_read

// where rows lie one after the other,
func.func @dense(%x: tensor<16x128x128xf32>, %y: tensor<16x128x64xf32>) -> tensor<16x128x64xf32> {
  %0 = graph.matmul %x, %y : (tensor<16x128x128xf32>, tensor<16x128x64xf32>) -> tensor<16x128x64xf32>
  return %0 : tensor<16x128x64xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_4(
// CHECK-NOT: cache_read

// of what is packed when the model is compiled,
func.func @weights(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
  %y = graph.constant dense<1.0> : tensor<300x300xf32>
  %0 = graph.matmul %x, %y : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
  return %0 : tensor<300x300xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_5(
// CHECK-NOT: cache_read

// where pieces of the rows of a large result would be written,
func.func @large_result(%x: tensor<1024x64xf32>, %y: tensor<64x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = graph.matmul %x, %y : (tensor<1024x64xf32>, tensor<64x1024xf32>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_6(
// CHECK-NOT: cache_read

// or an operand that is both.
func.func @square(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
  %0 = graph.matmul %x, %x : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
  return %0 : tensor<300x300xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul_7(
// CHECK-NOT: cache_read

// Columns whose terms lie side by side are turned over.
func.func private @transposed(%x: tensor<96x96xf32>, %y: tensor<128x96xf32>, %to: tensor<96x128xf32> {te.destination}) -> tensor<96x128xf32> attributes {te.kernel} {
  %0 = te.compute "product" axes(m = 96, n = 128) reduce(k = 96) combine(add) : tensor<96x128xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %x[%m, %k] : tensor<96x96xf32>
    %2 = te.read %y[%n, %k] : tensor<128x96xf32>
    %3 = arith.mulf %1, %2 : f32
    te.yield %3 : f32
  }
  return %0 : tensor<96x128xf32>
}
// CHECK-LABEL: transform.named_sequence @transposed(
// CHECK: %[[COPY:.*]] = schedule.cache_read %product reads operand 1
// CHECK: schedule.transform_layout %product reads %[[COPY]] by #map
// CHECK: schedule.vectorize %[[COPY]]
// CHECK: schedule.unroll %[[COPY]]
// CHECK: schedule.compute_at %[[COPY]] at %product
