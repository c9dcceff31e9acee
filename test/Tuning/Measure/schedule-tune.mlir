// Kernels get sequences, of what was measured or of the rules; which one is not looked at, because times
// differ. One that cannot be tuned is left to schedule-default, and one with a schedule keeps it.
// DEFINE: %{few} = trials=2 batch=2 finalists=1 workers=1 cost-model=estimate
// RUN: rm -f %t.jsonl
// RUN: dl-opt %s --dl-set-target=cpu=native '--schedule-tune=database=%t.jsonl %{few}' --remark-policy=all --remarks-filter=schedule-tune -o %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=Prior < %t.txt
// RUN: dl-opt %t.mlir --schedule-default --schedule-apply -o %t.loops.mlir

// The records are those of dl-tune, and of use to others.
// RUN: dl-tune stats %t.jsonl | FileCheck %s --check-prefix=STATS
// RUN: dl-opt %s --dl-set-target=cpu=native --schedule-apply-db=database=%t.jsonl -o - | diff - %t.mlir
// STATS: {{^[0-9a-f]+}} matmul ok={{[45]}} best={{.+}} us
// STATS: {{^[0-9a-f]+}} rows ok={{[345]}} best={{.+}} us
// STATS: 2 tasks, {{[0-9]+}} records
// RUN: FileCheck %s --check-prefix=SIZES < %t.jsonl

// Without a database, too.
// RUN: dl-opt %s --dl-set-target=cpu=native '--schedule-tune=search=random %{few}' | FileCheck %s

// REMARKS-DAG: remark: [Passed] Record | Category:schedule-tune | Function=matmul | {{.*}}Measured us={{.+}}
// REMARKS-DAG: remark: [Passed] Record | Category:schedule-tune | Function=rows | {{.*}}Measured us={{.+}}
// REMARKS-DAG: remark: [Missed] NotTuned | Category:schedule-tune | Function=open | Reason="its extents are known only at run time, and do not follow from the sizes of the model's inputs"

// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: schedule.sequence = @schedules::@matmul
func.func private @matmul(%arg0: tensor<16x24xf32>, %arg1: tensor<24x32xf32>, %arg2: tensor<16x32xf32> {te.destination}) -> tensor<16x32xf32> attributes {te.kernel} {
  %matmul = te.compute "matmul" axes(m = 16, n = 32) reduce(k = 24) combine(add) : tensor<16x32xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %arg0[%m, %k] : tensor<16x24xf32>
    %1 = te.read %arg1[%k, %n] : tensor<24x32xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %matmul : tensor<16x32xf32>
}

// CHECK-LABEL: func.func private @open(
// CHECK-NOT: schedule.sequence
func.func private @open(%n: index, %arg0: tensor<64xf32>, %arg1: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %0 = te.read %arg0[0] : tensor<64xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<?xf32>
}

// One whose sizes follow from its operands is tuned for sizes that stand for all.
// CHECK-LABEL: func.func private @rows(
// CHECK-SAME: schedule.sequence = @schedules::@rows
// SIZES: "threads":1,{{.*}}"hash":"{{[0-9a-f]+}}","sizes":[64],"choices"
func.func private @rows(%arg0: tensor<?x24xf32>, %arg1: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c = arith.constant 0 : index
  %n = tensor.dim %arg0, %c : tensor<?x24xf32>
  %e = te.compute "e" axes(i = %n) reduce(k = 24) combine(add) : tensor<?xf32> {
  ^bb0(%i: index, %k: index):
    %0 = te.read %arg0[%i, %k] : tensor<?x24xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<?xf32>
}

// CHECK: func.func private @scheduled({{.*}}schedule.sequence = @schedules::@mine
func.func private @scheduled(%arg0: tensor<32xf32>, %arg1: tensor<32xf32> {te.destination}) -> tensor<32xf32> attributes {te.kernel, schedule.sequence = @schedules::@mine} {
  %e = te.compute "e" axes(i = 32) : tensor<32xf32> {
  ^bb0(%i: index):
    %0 = te.read %arg0[%i] : tensor<32xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<32xf32>
}

// CHECK: transform.named_sequence @mine(
// CHECK: transform.named_sequence @matmul(
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @mine(%kernel: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
