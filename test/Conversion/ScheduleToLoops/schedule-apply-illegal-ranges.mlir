// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals on cuts and versions. Trees as text, without the steps that would have refused them.

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "C" cannot be partitioned: the cut at 64 is not between 0 and the extent 64; give cuts inside the extent, in ascending order}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) partition(i at 64)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "C" cannot be partitioned: the cut at 4 is not between 8 and the extent 64; give cuts inside the extent, in ascending order}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) partition(i at 8 4)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<?x6xf32>, %o: tensor<?x6xf32> {te.destination}) -> tensor<?x6xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  // expected-error @below {{axis i of stage "D" cannot be partitioned: its extent is known only at run time; use specialize to give some extents loops of their own}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) partition(i at 4)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "C" cannot be specialized: its extent is always 64; specialize an axis whose extent is known only at run time}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) specialize(i to 8)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<?x6xf32>, %o: tensor<?x6xf32> {te.destination}) -> tensor<?x6xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  // expected-error @below {{axis i of stage "D" cannot be specialized: the extent 0 is not at least 1; give an extent that is met at run time}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) specialize(i to 0)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}

// -----

func.func private @f(%x: tensor<?x6xf32>, %o: tensor<?x6xf32> {te.destination}) -> tensor<?x6xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  // expected-error @below {{axis i of stage "D" cannot be specialized: there is a version for 4 already; name each extent once}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) specialize(i to 4 4)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}

// -----

func.func private @f(%x: tensor<?x6xf32>, %o: tensor<?x6xf32> {te.destination}) -> tensor<?x6xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  // expected-error @below {{axis i of stage "D" cannot be specialized: stage "D" has 4 versions already, each a copy of its loops; specialize for the most frequent extents only}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) specialize(i to 1 2 3 4 5)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}
