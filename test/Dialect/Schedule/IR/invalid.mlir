// RUN: dl-opt %s --split-input-file --verify-diagnostics

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
                                        %i: !schedule.axis {transform.readonly},
                                        %f: !transform.param<i64> {transform.readonly}) {
    // expected-error @+1 {{expected the factor either as a constant or as a parameter}}
    %o, %n = schedule.split %C[%i] by param %f : !transform.param<i64> 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_factor(%C: !schedule.stage {transform.readonly},
                                      %i: !schedule.axis {transform.readonly}) {
    // expected-error @+1 {{expected the factor either as a constant or as a parameter}}
    %o, %n = schedule.split %C[%i] by
    transform.yield
  }
}
