// RUN: dl-opt %s --schedule-apply --split-input-file | FileCheck %s

// Two tensors that a scan stacks, each along a dim of its own: of the first, a step is a
// column behind a unit dim, which is made aside; of the second, it is written in its place.
// CHECK-LABEL: func.func private @both(
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK: tensor.extract_slice %{{.*}}[%[[T]], 0, 0] [1, 1, 5] [1, 1, 1] : tensor<2x1x5xi32> to tensor<1x5xi32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, 5, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, %[[T]]] [1, 5, 1] [1, 1, 1] : tensor<1x5x1xi32> into tensor<1x5x2xi32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[T]], 0, 0] [1, 1, 5] [1, 1, 1] : tensor<1x5xi32> into tensor<2x1x5xi32>
func.func private @both(%x: tensor<1x5xi32>, %o: tensor<1x5x2xi32> {te.destination}, %p: tensor<2x1x5xi32> {te.destination})
    -> (tensor<1x5x2xi32>, tensor<2x1x5xi32>) attributes {te.kernel} {
  %r:3 = te.scan "both" time(t = 2) init(%x) stack(2, 0) : tensor<1x5xi32>, tensor<1x5x2xi32>, tensor<2x1x5xi32> {
  ^bb0(%t: index, %s: tensor<1x5xi32>):
    %next = te.compute "next" axes(i = 1, j = 5) : tensor<1x5xi32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %s[%i, 4 - %j] : tensor<1x5xi32>
      te.yield %a : i32
    }
    %double = te.compute "double" axes(i = 1, j = 5) : tensor<1x5xi32> {
    ^bb0(%i: index, %j: index):
      %a = te.read %next[%i, %j] : tensor<1x5xi32>
      %b = arith.addi %a, %a : i32
      te.yield %b : i32
    }
    te.yield %next, %next, %double : tensor<1x5xi32>, tensor<1x5xi32>, tensor<1x5xi32>
  }
  return %r#1, %r#2 : tensor<1x5x2xi32>, tensor<2x1x5xi32>
}
