// RUN: dl-opt %s --dl-set-target="cpu=haswell" --schedule-default | FileCheck %s

// Rows of less than a vector are one step of which a part is loaded, and stored in pieces: of a
// formula, and of long sums of products.
func.func private @short_rows(%x: tensor<64x7xf32>, %d: tensor<64x7xf32> {te.destination}) -> tensor<64x7xf32> attributes {te.kernel} {
  %s = te.compute "tanh" axes(m = 64, n = 7) : tensor<64x7xf32> {
  ^bb0(%m: index, %n: index):
    %0 = te.read %x[%m, %n] : tensor<64x7xf32>
    %1 = math.tanh %0 : f32
    te.yield %1 : f32
  }
  return %s : tensor<64x7xf32>
}
// CHECK-LABEL: transform.named_sequence @short_rows(
// CHECK: schedule.split %tanh[%a1] by 8 tail mask

// Half of such an element is not loaded alone.
func.func private @short_rows_of_halves(%x: tensor<64x7xf16>, %d: tensor<64x7xf16> {te.destination}) -> tensor<64x7xf16> attributes {te.kernel} {
  %s = te.compute "tanh" axes(m = 64, n = 7) : tensor<64x7xf16> {
  ^bb0(%m: index, %n: index):
    %0 = te.read %x[%m, %n] : tensor<64x7xf16>
    %1 = math.tanh %0 : f16
    te.yield %1 : f16
  }
  return %s : tensor<64x7xf16>
}
// CHECK-LABEL: transform.named_sequence @short_rows_of_halves(
// CHECK-NOT: tail mask

func.func private @six_columns(%x: tensor<12x89x300xf32>, %w: tensor<12x300x6xf32>, %d: tensor<12x89x6xf32> {te.destination}) -> tensor<12x89x6xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(b = 12, m = 89, n = 6) reduce(k = 300) combine(add) : tensor<12x89x6xf32> {
  ^bb0(%b: index, %m: index, %n: index, %k: index):
    %0 = te.read %x[%b, %m, %k] : tensor<12x89x300xf32>
    %1 = te.read %w[%b, %k, %n] : tensor<12x300x6xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<12x89x6xf32>
}
// CHECK-LABEL: transform.named_sequence @six_columns(
// CHECK: schedule.split %matmul[%a2] by 8 tail mask

// Short sums are not worth it, nor are rows of which only a run would know the last step.
func.func private @short_sums(%x: tensor<200x4xf32>, %w: tensor<4x13xf32>, %y: tensor<200x64xf32>, %v: tensor<64x43xf32>, %d: tensor<200x13xf32> {te.destination}, %e: tensor<200x43xf32> {te.destination}) -> (tensor<200x13xf32>, tensor<200x43xf32>) attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 200, n = 13) reduce(k = 4) combine(add) : tensor<200x13xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<200x4xf32>
    %1 = te.read %w[%k, %n] : tensor<4x13xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  %t = te.compute "long" axes(m = 200, n = 43) reduce(k = 64) combine(add) : tensor<200x43xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %y[%m, %k] : tensor<200x64xf32>
    %1 = te.read %v[%k, %n] : tensor<64x43xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s, %t : tensor<200x13xf32>, tensor<200x43xf32>
}
// CHECK-LABEL: transform.named_sequence @short_sums(
// CHECK-NOT: tail mask
