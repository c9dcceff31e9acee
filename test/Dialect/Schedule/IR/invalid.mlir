// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @+1 {{malformed iteration tree: expected the name of a live axis, got 'j' at position 17}}
#tree = #schedule.tree<"axes(i=6) split(j by 4)">

// -----

func.func @roots(%A: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{expected a tree with the roots 'axes(i=6)', got 'axes(i=7) split(i by 2) order(i.o, i.i)'}}
  %P = te.compute "P" axes(i = 6) : tensor<6xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=7) split(i by 2) order(i.o, i.i)">} {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}

// -----

// expected-error @+1 {{expected '<'}}
#tree = #schedule.tree"axes(i=6)">

// -----

// expected-error @+1 {{expected string}}
#tree = #schedule.tree<axes(i=6)>

// -----

func.func @root_names(%A: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{expected a tree with the roots 'axes(i=6)', got 'axes(j=6)'}}
  %P = te.compute "P" axes(i = 6) : tensor<6xf32> attributes {schedule.tree = #schedule.tree<"axes(j=6)">} {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}

// -----

func.func @root_kinds(%A: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{expected a tree with the roots 'axes(i=6)', got 'reduce(i=6)'}}
  %P = te.compute "P" axes(i = 6) : tensor<6xf32>
      attributes {schedule.tree = #schedule.tree<"reduce(i=6)">} {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}

// -----

func.func @kind(%A: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{expected 'schedule.tree' to be #schedule.tree, got "i"}}
  %P = te.compute "P" axes(i = 6) : tensor<6xf32> attributes {schedule.tree = "i"} {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}

// -----

// expected-error @+1 {{expected 'schedule.tree' on te.compute only}}
func.func private @place() attributes {schedule.tree = #schedule.tree<"axes(i=6)">}

// -----

// expected-error @+1 {{expected 'schedule.prepack' on argument 0 to name a function, got 1 : i64}}
func.func private @prepack(%A: tensor<6xf32> {schedule.prepack = 1 : i64})

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @two_factors(%C: !schedule.stage {transform.readonly},
                                        %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected one of a constant, a parameter, a list of factors and a number of parts to split by, got 2}}
    %o, %n = "schedule.split"(%C, %i) {factor = 2 : i64, nparts = 4 : i64} : (!schedule.stage, !schedule.axis) -> (!schedule.axis, !schedule.axis)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @few_results(%C: !schedule.stage {transform.readonly},
                                        %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected 3 axes as results, got 2}}
    %o, %n = "schedule.split"(%C, %i) {factors = array<i64: 2, 4>} : (!schedule.stage, !schedule.axis) -> (!schedule.axis, !schedule.axis)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_factor(%C: !schedule.stage {transform.readonly},
                                      %i: !schedule.axis {transform.readonly}) {
    // expected-error @+2 {{expected integer value}}
    %o, %n = schedule.split %C[%i] by
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @cache_read_both(%C: !schedule.stage {transform.readonly}) {
    // expected-error @+1 {{expected what is read either as a stage or as an operand}}
    %x = "schedule.cache_read"(%C, %C) {operand = 1 : i64} : (!schedule.stage, !schedule.stage) -> !schedule.stage
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @cache_read_none(%C: !schedule.stage {transform.readonly}) {
    // expected-error @+1 {{expected what is read either as a stage or as an operand}}
    %x = "schedule.cache_read"(%C) : (!schedule.stage) -> !schedule.stage
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @layout_none(%C: !schedule.stage {transform.readonly}) {
    // expected-error @+1 {{expected what is read either as a stage or as an operand}}
    "schedule.transform_layout"(%C) {map = affine_map<(i) -> (i)>} : (!schedule.stage) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile_none(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected at least one factor}}
    "schedule.sample_tile"(%C, %i) : (!schedule.stage, !schedule.axis) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile_max(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected the largest innermost factor to be at least 1, got 0}}
    %x = schedule.sample_tile %C[%i] max 0 : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile_count(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected one decision for each of the 1 factors, got 2}}
    %x = schedule.sample_tile %C[%i] decision [2, 4] : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile_factor(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected factors of at least 1, got -2}}
    %x = schedule.sample_tile %C[%i] decision [-2] : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile_innermost(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected the innermost factor to be at most 4, got 8}}
    %x:2 = schedule.sample_tile %C[%i] max 4 decision [16, 8] : !transform.param<i64>, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @none() {
    // expected-error @+1 {{expected at least one candidate}}
    %x = schedule.sample_categorical [] : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @probabilities() {
    // expected-error @+1 {{expected one probability for each of the 2 candidates, got 1}}
    %x = schedule.sample_categorical [1, 2] probabilities [1.0] : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @negative() {
    // expected-error @+1 {{expected probabilities that are not negative, got -1}}
    %x = schedule.sample_categorical [1, 2] probabilities [-1.0, 2.0] : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @sum() {
    // expected-error @+1 {{expected probabilities whose sum is 1, got 7.500000e-01}}
    %x = schedule.sample_categorical [1, 2] probabilities [0.5, 0.25] : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @decision() {
    // expected-error @+1 {{expected the decision to be an index into the 2 candidates, got 2}}
    %x = schedule.sample_categorical [1, 2] decision 2 : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @negative_decision() {
    // expected-error @+1 {{expected the decision to be an index into the 2 candidates, got -1}}
    %x = schedule.sample_categorical [1, 2] decision -1 : !transform.param<i64>
    transform.yield
  }
}

// -----

// expected-error @+1 {{expected 'schedule.sequence' to be the symbol of a transform.named_sequence, got "k"}}
func.func private @named_by_text(%o: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, schedule.sequence = "k"}

// -----

// expected-error @+1 {{expected 'schedule.node' to be the name of a node, on transform.named_sequence}}
func.func private @node() attributes {schedule.node = "n"}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{expected 'schedule.node' to be the name of a node, on transform.named_sequence}}
  transform.named_sequence @node_number() attributes {schedule.node = 1 : i64} {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{expected 'schedule.node' to be the name of a node, on transform.named_sequence}}
  transform.named_sequence @node_empty() attributes {schedule.node = ""} {
    transform.yield
  }
}

// -----

func.func @root_extents_more(%A: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{expected a tree with the roots 'axes(i=6)', got 'axes(i=6, j=2)'}}
  %P = te.compute "P" axes(i = 6) : tensor<6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=6, j=2)">} {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}

// -----

// expected-error @+1 {{expected '>'}}
#tree = #schedule.tree<"axes(i=6)" 1>

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_how(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected 'by'}}
    %o, %n = schedule.split %C[%i] into 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_parts(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected integer value}}
    %o, %n = schedule.split %C[%i] nparts four
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_list(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected integer value}}
    %o, %n = schedule.split %C[%i] by [four]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_open(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected ']'}}
    %o, %n = schedule.split %C[%i] by [4 8]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_param(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected SSA operand}}
    %o, %n = schedule.split %C[%i] by param 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_param_type(%C: !schedule.stage {transform.readonly}, %i: !schedule.axis {transform.readonly}, %f: !transform.param<i64> {transform.readonly}) {
    // expected-error @+1 {{expected ':'}}
    %o, %n = schedule.split %C[%i] by param %f 4
    transform.yield
  }
}
