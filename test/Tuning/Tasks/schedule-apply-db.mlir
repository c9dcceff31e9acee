// Records of the kernels of this file, made by dl-tune: kernels get their sequences. A kernel
// with a schedule keeps it; one without a record is left to schedule-default.
// RUN: rm -f %t.jsonl
// RUN: dl-tune %s --db=%t.jsonl --trials=2 --batch=2 --finalists=1 --workers=1 --kernels=^matmul$ --cost-model=estimate > %t.txt 2>&1
// RUN: dl-opt %s --dl-set-target=cpu=native --schedule-apply-db=database=%t.jsonl -o - | FileCheck %s
// RUN: dl-opt %s --dl-set-target=cpu=native --schedule-apply-db=database=%t.jsonl --schedule-default --schedule-apply -o %t.mlir
// RUN: not dl-opt %s --dl-set-target=cpu=native '--schedule-apply-db=database=%t.jsonl strict=true' 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: dl-opt %s --dl-set-target=cpu=native --schedule-default -o %t.default.mlir
// RUN: dl-opt %t.default.mlir '--schedule-apply-db=database=%t.jsonl strict=true' -o - | diff - %t.default.mlir
// RUN: not dl-opt %s --schedule-apply-db=database=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not dl-opt %s --schedule-apply-db 2>&1 | FileCheck %s --check-prefix=NONE

// A record of other steps than the kernel has: it is left alone, and with strict it is an error.
// RUN: sed 's/\["vectorize",0,[0-9]*\]/["vectorize",0,99]/' %t.jsonl > %t.other.jsonl
// RUN: dl-opt %s --dl-set-target=cpu=native --schedule-apply-db=database=%t.other.jsonl -o - | FileCheck %s --check-prefix=OTHER
// RUN: not dl-opt %s --dl-set-target=cpu=native '--schedule-apply-db=database=%t.other.jsonl strict=true' 2>&1 | FileCheck %s --check-prefix=ILLEGAL

// A folder is no file of records; what is no record is passed over with a warning, and what has no
// stage has none. A machine that is none is told first.
// RUN: mkdir -p %t.folder
// RUN: not dl-opt %s --schedule-apply-db=database=%t.folder 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: expected the tuning database '{{.*}}.folder' to be a file, got a folder; name a file of records
// RUN: echo > %t.lines.jsonl && echo 'records of Monday' >> %t.lines.jsonl
// RUN: dl-opt %s --schedule-apply-db=database=%t.lines.jsonl -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINES
// LINES: lines.jsonl:2:1: warning: expected a JSON object: [1:1, byte=1]: Invalid JSON value
// RUN: echo 'func.func private @bare(%%a: tensor<8xf32>, %%d: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} { return %%a : tensor<8xf32> }' > %t.bare.mlir
// RUN: not dl-opt %t.bare.mlir '--schedule-apply-db=database=%t.jsonl strict=true' 2>&1 | FileCheck %s --check-prefix=BARE
// BARE: error: expected a record of kernel 'bare' in '{{.*}}', but it is no kernel that is tuned; tune the model
// RUN: echo 'module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"vector_registers" = 0 : i64>>} {}' > %t.machine.mlir
// RUN: not dl-opt %t.machine.mlir --schedule-apply-db=database=%t.jsonl 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: error: {{.*}}'vector_registers'
// What a machine expects is told where it says what its caches are.
// RUN: dl-opt %s --dl-set-target=cpu=native --schedule-apply-db=database=%t.jsonl --remark-policy=all --remarks-filter=schedule-apply-db -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS --implicit-check-not=Function=main
// REMARKS: remark: [Passed] Record | Category:schedule-apply-db | Function=matmul | Bound={{.+}}, Expected us={{[0-9.e+-]+}}, Measured us={{[0-9.e+-]+}}, Search={{rules|evolution|final}}
// REMARKS: remark: [Missed] NoRecord | Category:schedule-apply-db | Function=exp | Reason="there is none of this kernel for this machine and number of threads"

// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: schedule.sequence = @schedules::@matmul
// OTHER-LABEL: func.func private @matmul(
// OTHER-NOT: schedule.sequence
// ILLEGAL: error: expected a record of kernel 'matmul' in {{.*}}, but its record cannot be applied: step {{[0-9]+}} (vectorize 0 99): {{.*}}; tune the model for this machine with dl-tune
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

// Another kernel, of which there is no record.
// CHECK-LABEL: func.func private @exp(
// CHECK-NOT: schedule.sequence
// STRICT: error: expected a record of kernel 'exp' in {{.*}}, but there is none of this kernel for this machine and number of threads
func.func private @exp(%arg0: tensor<16x32xf32>, %arg1: tensor<16x32xf32> {te.destination}) -> tensor<16x32xf32> attributes {te.kernel} {
  %exp = te.compute "exp" axes(i = 16, j = 32) : tensor<16x32xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %arg0[%i, %j] : tensor<16x32xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %exp : tensor<16x32xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK: transform.named_sequence @matmul
// CHECK: schedule.stage %{{.*}}["matmul"]
// NONE: error: expected '{{.*}}' to be a file of records; make one with dl-tune MODEL --db=FILE
func.func @main(%a: tensor<16x24xf32>, %b: tensor<24x32xf32>, %t: tensor<16x32xf32> {te.destination}) -> tensor<16x32xf32> {
  %e = tensor.empty() : tensor<16x32xf32>
  %0 = call @matmul(%a, %b, %e) : (tensor<16x24xf32>, tensor<24x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  %1 = call @exp(%0, %t) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}
