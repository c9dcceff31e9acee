// The estimate decides what makes it much smaller; where nothing does, rules do. They copy no panels
// of the right operand for so few terms, which lies in few sets of the caches.
// RUN: dl-opt %s --dl-set-target=cpu=znver3 --schedule-default -o %t.rules
// RUN: dl-opt %s --dl-set-target=cpu=znver3 --schedule-default="candidates=32 gain=1000" -o %t.same
// RUN: cmp %t.rules %t.same
// RUN: FileCheck %s --check-prefix=RULES --input-file=%t.rules
// RUN: dl-opt %s --dl-set-target=cpu=znver3 --schedule-default="candidates=32" -o %t.chosen
// RUN: FileCheck %s --check-prefix=CHOSEN --input-file=%t.chosen
// RUN: dl-opt %t.chosen --schedule-apply | FileCheck %s

// RULES-NOT: schedule.cache_read
// CHOSEN: schedule.cache_read %matmul reads operand 1

// CHECK-LABEL: func.func private @matmul(
// CHECK:         scf.for 
func.func private @matmul(%a: tensor<512x24xf32>, %b: tensor<24x512xf32>, %to: tensor<512x512xf32> {te.destination}) -> tensor<512x512xf32> attributes {te.kernel} {
  %matmul = te.compute "matmul" axes(i = 512, j = 512) reduce(k = 24) combine(add) : tensor<512x512xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i, %k] : tensor<512x24xf32>
    %1 = te.read %b[%k, %j] : tensor<24x512xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %matmul : tensor<512x512xf32>
}
