//===-- Passes.td - passes that measure schedules ----------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schedule-tune searches faster schedules than those of the rules.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_PASSES
#define DL_TUNING_MEASURE_PASSES

include "mlir/Pass/PassBase.td"

def ScheduleTunePass : Pass<"schedule-tune", "::mlir::ModuleOp"> {
  let summary = "search a fast schedule for each kernel by measuring on this machine";
  let description = [{
    What `dl-tune` does to the kernels of a model, and then what `schedule-apply-db` does: each
    `te.kernel` without a schedule is compiled and timed under `trials` schedules on average, in
    processes of their own (`dl-worker`), and gets the fastest one as a sequence that it names: that
    of the rules where none was faster. Measurements are added to the records in `database`, from
    which the next run goes on; without one they are forgotten.

    The module has to describe this machine. Kernels that cannot be tuned (of extents that only a
    run knows, with calls of other libraries, without results under the rules' schedule) are left to
    `schedule-default`, and a remark tells why; with `strict` that is an error.

    ```
    dl-opt layer.mlir --convert-linalg-to-te --dl-set-target=cpu=native
      --schedule-tune='trials=100 database=records.jsonl' --schedule-default --schedule-apply
    ```

    When: before `schedule-default`. It takes seconds to hours. Precondition: the te level,
    intrinsics loaded. Postcondition: the same; `schedule-apply` accepts the sequences.
  }];
  let options = [
    Option<"database", "database", "std::string", "\"\"", "a file of records, made or added to">,
    Option<"trials", "trials", "int64_t", "64", "schedules to measure for each kernel, on average">,
    Option<"seconds", "seconds", "double", "0", "end after so many seconds; 0: after the trials">,
    Option<"search", "search", "std::string", "\"evolution\"",
           "evolution, annealing, genetic or random">,
    Option<"costModel", "cost-model", "std::string", "\"xgboost\"", "xgboost, estimate or random">,
    Option<"xgboostLibrary", "xgboost-library", "std::string", "\"\"",
           "XGBoost's library; default: the installed one">,
    Option<"seed", "seed", "uint64_t", "0", "start of the random numbers">,
    Option<"batch", "batch", "int64_t", "16", "schedules between two trainings of the model">,
    Option<"finalists", "finalists", "int64_t", "8",
           "fastest schedules of a kernel that are measured again">,
    Option<"workers", "workers", "int64_t", "0", "processes that measure; 0: one for each core">,
    Option<"threads", "threads", "int64_t", "1", "threads that kernels are to run on">,
    Option<"strict", "strict", "bool", "false", "fail where a kernel cannot be tuned">,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

#endif // DL_TUNING_MEASURE_PASSES
