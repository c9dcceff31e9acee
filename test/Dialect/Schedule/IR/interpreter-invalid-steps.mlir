// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// How refusals of further steps are told. The reasons of the primitives themselves are
// tested in test/Unit/Schedule/StepsTest.cpp.

func.func private @parts(%A: tensor<8x?xf32>, %out: tensor<8x?xf32> {te.destination}) -> tensor<8x?xf32>
    attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<8x?xf32>
  // expected-note @+1 {{stage "D"}}
  %D = te.compute "D" axes(i = 8, j = %n) : tensor<8x?xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x?xf32>
    te.yield %a : f32
  }
  return %D : tensor<8x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    // expected-error @+2 {{axis j of stage "D" cannot be split into 2 parts: its extent is known only at run time}}
    // expected-note @+1 {{hint: split it by a factor}}
    %p:2 = schedule.split %D[%j] nparts 2
    transform.yield
  }
}

// -----

func.func private @note(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "D"}}
  %D = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %D : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the note 'hint' of axis i of stage "D" has no value}}
    // expected-note @+1 {{hint: give a value, or use unannotate to take the key away}}
    schedule.annotate %D[%i] with "hint" = ""
    transform.yield
  }
}

// -----

// The note points at the step that made the axis in conflict.
func.func private @init(%A: tensor<8x4xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %R = te.compute "R" axes(i = 8) reduce(k = 4) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<8x4xf32>
    te.yield %a : f32
  }
  return %R : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %k = schedule.axis %R["k"]
    // expected-note @+1 {{axis k.o was made here (kernel @init)}}
    %ko, %ki = schedule.split %R[%k] by 2
    // expected-error @+2 {{the init of stage "R" cannot stand before axis k.i, which is inside of the reduction axis k.o}}
    // expected-note @+1 {{hint: use axis k.o or one outside of it, or reorder first}}
    schedule.decompose_reduction %R at [%ki]
    transform.yield
  }
}
