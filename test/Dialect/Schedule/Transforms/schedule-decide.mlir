// RUN: dl-opt %s --schedule-default=choices=decided -o %t.decided
// RUN: FileCheck %s --check-prefix=DECIDED < %t.decided
// RUN: dl-opt %s --schedule-default=choices=open -o %t.open
// RUN: FileCheck %s --check-prefix=OPEN < %t.open

// Decided choices come out as they went in; without any, nothing is done.
// RUN: dl-opt %t.decided --schedule-decide=seed=5 -o %t.again
// RUN: diff %t.decided %t.again
// RUN: dl-opt %s --schedule-default -o %t.plain
// RUN: dl-opt %t.plain --schedule-decide=seed=5 | diff %t.plain -

// Open ones are decided by chance: equal seeds alike, others otherwise.
// RUN: dl-opt %t.open --schedule-decide=seed=5 -o %t.five
// RUN: dl-opt %t.open --schedule-decide=seed=5 | diff %t.five -
// RUN: dl-opt %t.open --schedule-decide=seed=6 | not cmp -s %t.five -
// RUN: dl-opt %t.five --schedule-decide=seed=7 | diff %t.five -
// RUN: dl-opt %t.five --schedule-apply -o /dev/null

// One choice by hand, the others by chance: the sequence follows.
// RUN: sed 's/"C i tile" of [^>]*/& is 5/' %t.open > %t.one
// RUN: dl-opt %t.one --schedule-decide=seed=5 | FileCheck %s --check-prefix=ONE

// The options of the rules hold.
// RUN: dl-opt %t.open --schedule-decide='seed=5 vectorize=false parallel=false' | FileCheck %s --check-prefix=PLAIN

// DECIDED-LABEL: transform.named_sequence @matmul(
// DECIDED-SAME: schedule.choices = [
// DECIDED-SAME: #schedule.choice<"C j tile" of [16, 32, 64, 128] is 32>
// DECIDED-SAME: #schedule.choice<"C i tile" of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] is 10>
// DECIDED-SAME: #schedule.choice<"C blocks of operand 1" of [0, 1] is 1>
// DECIDED: schedule.transform_layout
// DECIDED: schedule.split %C{{.*}} by 10

// OPEN-LABEL: transform.named_sequence @matmul(
// OPEN-SAME: #schedule.choice<"C j tile" of [16, 32, 64, 128]>
// OPEN-NOT: ] is

// ONE: #schedule.choice<"C i tile" of [{{.*}}] is 5>
// ONE: schedule.split %C[%{{.*}}] by 5

// PLAIN-LABEL: transform.named_sequence @matmul(
// PLAIN-NOT: schedule.vectorize
// PLAIN-NOT: schedule.parallel
// PLAIN: transform.yield
func.func private @matmul(%x: tensor<20x64xf32>, %w: tensor<64x200xf32> {te.layout_free}, %o: tensor<20x200xf32> {te.destination}) -> tensor<20x200xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 20, j = 200) reduce(k = 64) combine(add) : tensor<20x200xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %x[%i, %k] : tensor<20x64xf32>
    %1 = te.read %w[%k, %j] : tensor<64x200xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %c : tensor<20x200xf32>
}
