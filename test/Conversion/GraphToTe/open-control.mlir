// RUN: dl-opt %s --convert-graph-to-te --split-input-file --verify-diagnostics | FileCheck %s

// A branch's result has the size that follows from its operators, before the branch runs.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME: tensor<i8> {te.element_type = i1}, %[[X:[a-z0-9]+]]: tensor<?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[TWICE:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK: %[[PLACE:.*]] = tensor.empty(%[[TWICE]]) : tensor<?xf32>
// CHECK: scf.if
// CHECK: call @concat(%[[X]], %[[PLACE]])
// CHECK: else
// CHECK: call @concat{{.*}}%[[PLACE]])
func.func @branches(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    %0 = graph.concat %x, %x axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  } else {
    %0 = graph.relu %x : (tensor<?xf32>) -> tensor<?xf32>
    %1 = graph.concat %0, %x axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %1 : tensor<?xf32>
  }
  %z = graph.neg %y : (tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// -----

// What may be equal is compared by the run.
// CHECK-LABEL: func.func @compared(
// CHECK-SAME: dl.size_checks = [{is = "equal"
func.func @compared(%c: tensor<i1>, %x: tensor<?xf32> {dl.dims = ["n"]}, %w: tensor<8xf32>) -> tensor<?xf32> {
  %e = graph.extents affine_map<()[s0] -> (s0 * 2 - 1)> of %x : (tensor<?xf32>) -> tensor<?x0xi8>
  %v = graph.constant dense<1.0> : tensor<f32>
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    %0 = graph.relu %x : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  } else {
    %0 = graph.broadcast_to %v to %e : (tensor<f32>, tensor<?x0xi8>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @differ(%c: tensor<i1>, %x: tensor<?xf32> {dl.dims = ["n"]}) -> tensor<?xf32> {
  // expected-error @+1 {{'graph.if' op expected both branches to make one size, got n and n * 2}}
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    graph.yield %x : tensor<?xf32>
  } else {
    %0 = graph.concat %x, %x axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// A state that grows has no place.
func.func @grows(%c: tensor<i1>, %d: tensor<i1>, %x: tensor<?xf32> {dl.dims = ["n"]}) -> tensor<?xf32> {
  %y = graph.while %c, (%x) : (tensor<i1>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%s: tensor<?xf32>):
    %0 = graph.concat %s, %s axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    // expected-error @+1 {{expected a value of one size in all branches and iterations, got n and n * 2}}
    graph.yield %d, %0 : tensor<i1>, tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// The size that a group makes follows from those inside of it.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: tensor<i8> {te.element_type = i1}, %[[X:[a-z0-9]+]]: tensor<?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[TWICE:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK: %[[PLACE:.*]] = tensor.empty(%[[TWICE]]) : tensor<?xf32>
// CHECK: scf.if
// CHECK: call @concat_exp(%[[X]], %[[PLACE]])
// CHECK: else
// CHECK: call @concat{{.*}}%[[PLACE]])
func.func @groups(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    %0 = graph.fused root("graph.exp") (%a = %x : tensor<?xf32>) -> tensor<?xf32> {
      %1 = graph.concat %a, %a axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %2 = graph.exp %1 : (tensor<?xf32>) -> tensor<?xf32>
      graph.yield %2 : tensor<?xf32>
    }
    graph.yield %0 : tensor<?xf32>
  } else {
    %0 = graph.concat %x, %x axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  }
  %z = graph.neg %y : (tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// -----

// What has no size in a branch, a group or a loop in one is told once.
func.func @first_branch(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    // expected-error @+1 {{'graph.tile' op requires static shapes to become a te program, got 'tensor<?xf32>'}}
    %0 = graph.tile %x repeats [2] : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @second_branch(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    graph.yield %x : tensor<?xf32>
  } else {
    // expected-error @+1 {{'graph.tile' op requires static shapes to become a te program, got 'tensor<?xf32>'}}
    %0 = graph.tile %x repeats [2] : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @branch_in_branch(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    %z = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
      // expected-error @+1 {{'graph.tile' op requires static shapes to become a te program, got 'tensor<?xf32>'}}
      %0 = graph.tile %x repeats [2] : (tensor<?xf32>) -> tensor<?xf32>
      graph.yield %0 : tensor<?xf32>
    } else {
      graph.yield %x : tensor<?xf32>
    }
    graph.yield %z : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @group_in_branch(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    %0 = graph.fused root("graph.exp") (%a = %x : tensor<?xf32>) -> tensor<?xf32> {
      // expected-error @+1 {{'graph.tile' op requires static shapes to become a te program, got 'tensor<?xf32>'}}
      %1 = graph.tile %a repeats [2] : (tensor<?xf32>) -> tensor<?xf32>
      %2 = graph.exp %1 : (tensor<?xf32>) -> tensor<?xf32>
      graph.yield %2 : tensor<?xf32>
    }
    graph.yield %0 : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @stacked(%h: tensor<4xf32>, %x: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<4xf32>, tensor<3x?xf32>) -> (tensor<4xf32>, tensor<3x?xf32>) {
  ^bb0(%s: tensor<4xf32>, %slice: tensor<?xf32>):
    // expected-error @+1 {{'graph.tile' op requires static shapes to become a te program, got 'tensor<?xf32>'}}
    %0 = graph.tile %slice repeats [2] : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %s, %0 : tensor<4xf32>, tensor<?xf32>
  }
  return %y#1 : tensor<3x?xf32>
}

// -----

// What a loop stacks has the sizes of its steps, which are those of the slices without their first
// dim, for all that read it.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x?xf32> {dl.dims = [3, "n"]}
// CHECK-SAME: tensor<3x?xf32> {dl.dims = [3, "n"], te.destination}
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[ALL:.*]] = tensor.empty(%[[N]]) : tensor<3x?xf32>
// CHECK: scf.for {{.*}} = %[[ALL]])
// CHECK: %[[SLICE:.*]] = te.step %[[X]][%{{.*}}] : tensor<3x?xf32> to tensor<?xf32>
// CHECK: call @exp(%[[SLICE]],
// CHECK: call @neg
func.func @rows(%h: tensor<4xf32>, %x: tensor<3x?xf32> {dl.dims = [3, "n"]}) -> tensor<3x?xf32> {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<4xf32>, tensor<3x?xf32>) -> (tensor<4xf32>, tensor<3x?xf32>) {
  ^bb0(%s: tensor<4xf32>, %slice: tensor<?xf32>):
    %0 = graph.exp %slice : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %s, %0 : tensor<4xf32>, tensor<?xf32>
  }
  %z = graph.neg %y#1 : (tensor<3x?xf32>) -> tensor<3x?xf32>
  return %z : tensor<3x?xf32>
}
