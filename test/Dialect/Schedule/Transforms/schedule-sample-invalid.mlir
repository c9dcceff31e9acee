// RUN: split-file %s %t
// RUN: not dl-opt %t/none.mlir --schedule-sample=tries=7 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not dl-opt %t/decided.mlir --schedule-sample -o /dev/null 2>&1 | FileCheck %s --check-prefix=DECIDED
// RUN: not dl-opt %t/none.mlir --schedule-sample=tries=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRIES

// No draw suits: the last refusal is told, once.
// NONE: error: axis i of stage "P" cannot be split by 0: the factor must be at least 1
// NONE-NOT: cannot be split
// NONE: error: expected decisions that the steps of the schedule accept, found none in 7 tries; the last was refused for the reason above

// A refusal that no choice is to blame for is told as it is.
// DECIDED: error: axis i of stage "P" was already split by 4 into i.o and i.i
// DECIDED-NOT: tries

// One factor can only be the extent: where that is too large there is nothing to choose.
// RUN: not dl-opt %t/one.mlir --schedule-sample=tries=2 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: error: the decision 4 does not give the extent of axis i of stage "P", which is 64
// ONE: error: expected decisions that the steps of the schedule accept, found none in 2 tries

// Of so many tries one suits, of one less none does.
// RUN: not dl-opt %t/late.mlir --schedule-sample=tries=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: dl-opt %t/late.mlir --schedule-sample=tries=2 | FileCheck %s --check-prefix=LATE
// EARLY: error: expected decisions that the steps of the schedule accept, found none in 1 tries
// LATE: schedule.sample_categorical [0, 0, 0, 4] decision 3

// TRIES: error: expected schedule-sample to make at least one try, got tries=0

//--- none.mlir
func.func private @f(%a: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<64xf32>
    te.yield %x : f32
  }
  return %p : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %u = schedule.sample_categorical [0, 0] : !transform.param<i64>
    %io, %ii = schedule.split %P[%i] by param %u : !transform.param<i64>
    transform.yield
  }
}

//--- decided.mlir
func.func private @f(%a: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<64xf32>
    te.yield %x : f32
  }
  return %p : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %io, %ii = schedule.split %P[%i] by 4
    %jo, %ji = schedule.split %P[%i] by 8
    %u = schedule.sample_categorical [2, 4] : !transform.param<i64>
    transform.yield
  }
}

//--- one.mlir
func.func private @f(%a: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<64xf32>
    te.yield %x : f32
  }
  return %p : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %u = schedule.sample_tile %P[%i] max 4 : !transform.param<i64>
    transform.yield
  }
}

//--- late.mlir
func.func private @f(%a: tensor<64xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<64xf32>
    te.yield %x : f32
  }
  return %p : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %u = schedule.sample_categorical [0, 0, 0, 4] : !transform.param<i64>
    %io, %ii = schedule.split %P[%i] by param %u : !transform.param<i64>
    transform.yield
  }
}
