// What can be wrong is told before anything is measured.
// RUN: split-file %s %t
// DEFINE: %{options} =
// DEFINE: %{check} = not dl-opt %t/kernel.mlir --dl-set-target=cpu=native '--schedule-tune=%{options}' 2>&1 | FileCheck %s --check-prefix

// RUN: not dl-opt %t/kernel.mlir --schedule-tune 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: kernel.mlir:{{.+}}: error: expected the module to describe this machine, on which kernels are measured; run dl-set-target=cpu=native before schedule-tune
// REDEFINE: %{options} = trials=0
// RUN: %{check}=TRIALS
// TRIALS: error: expected trials of schedule-tune to be 1 to 2147483647, got 0
// REDEFINE: %{options} = batch=2000
// RUN: %{check}=BATCH
// BATCH: error: expected batch of schedule-tune to be 1 to 1024, got 2000
// REDEFINE: %{options} = finalists=0
// RUN: %{check}=FINALISTS
// FINALISTS: error: expected finalists of schedule-tune to be 1 to 1024, got 0
// REDEFINE: %{options} = workers=-1
// RUN: %{check}=WORKERS
// WORKERS: error: expected workers of schedule-tune to be 0 to 256, got -1
// REDEFINE: %{options} = threads=0
// RUN: %{check}=THREADS
// THREADS: error: expected threads of schedule-tune to be 1 to 1024, got 0
// REDEFINE: %{options} = seconds=-1
// RUN: %{check}=SECONDS
// SECONDS: error: expected seconds of schedule-tune to be at least 0
// REDEFINE: %{options} = search=grid
// RUN: %{check}=SEARCH
// SEARCH: error: expected a search evolution, annealing, genetic or random, got 'grid'
// REDEFINE: %{options} = cost-model=oracle
// RUN: %{check}=COST
// COST: error: expected a cost model xgboost, estimate or random, got 'oracle'
// REDEFINE: %{options} = database=%t
// RUN: %{check}=FOLDER
// FOLDER: error: expected the tuning database '{{.*}}' to be a file, got a folder; name a file of records
// REDEFINE: %{options} = strict=true database=%t/none.jsonl
// RUN: %{check}=STRICT
// STRICT: kernel.mlir:1:1: error: expected kernels that can be tuned, but 'open' is not: its extents are known only at run time, and do not follow from the sizes of the model's inputs

// REDEFINE: %{options} = batch=1025
// RUN: %{check}=MOST
// MOST: error: expected batch of schedule-tune to be 1 to 1024, got 1025
// REDEFINE: %{options} = workers=257
// RUN: %{check}=CROWD
// CROWD: error: expected workers of schedule-tune to be 0 to 256, got 257

// The largest numbers are none of that. Of a module without a kernel that can be tuned nothing is
// measured, and no model is asked; lines that are no records are told.
// RUN: echo 'records of Monday' > %t/lines.jsonl
// RUN: dl-opt %t/kernel.mlir --dl-set-target=cpu=native '--schedule-tune=trials=2147483647 batch=1024 finalists=1024 workers=256 threads=1024 seconds=0.5 database=%t/lines.jsonl' --remark-policy=all --remarks-filter=schedule-tune -o /dev/null > %t/limits.txt 2>&1
// RUN: FileCheck %s --check-prefix=LIMITS --implicit-check-not=Prior < %t/limits.txt
// LIMITS: lines.jsonl:1:1: warning: expected a JSON object: [1:1, byte=1]: Invalid JSON value
// LIMITS: remark: [Missed] NotTuned | Category:schedule-tune | Function=open | Reason="its extents are known only at run time, and do not follow from the sizes of the model's inputs"

// A machine that is none.
// RUN: echo 'module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"vector_registers" = 0 : i64>>} {}' > %t/machine.mlir
// RUN: not dl-opt %t/machine.mlir --schedule-tune 2>&1 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: error: {{.*}}'vector_registers'

// Of a machine that is not this one nothing can be measured.
// RUN: not dl-opt %t/static.mlir --dl-set-target=record=cortex-a53 '--schedule-tune=strict=true cost-model=estimate trials=1 workers=1' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: static.mlir:1:1: error: expected kernels that can be tuned, but 'exp' is not: its schedule by rules gives no results: {{.+}}

//--- kernel.mlir
func.func private @open(%n: index, %arg0: tensor<64xf32>, %arg1: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %0 = te.read %arg0[0] : tensor<64xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<?xf32>
}

//--- static.mlir
func.func private @exp(%arg0: tensor<40xf32>, %arg1: tensor<40xf32> {te.destination}) -> tensor<40xf32> attributes {te.kernel} {
  %e = te.compute "e" axes(x = 40) : tensor<40xf32> {
  ^bb0(%x: index):
    %0 = te.read %arg0[%x] : tensor<40xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<40xf32>
}
