// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Formulas that are not that of an intrinsic.

// Two values where the intrinsic has one twice.
schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<8x16xf32>
    %y = te.read %b[%i, %j] : tensor<8x16xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    // expected-error @below {{stage "C" reads operand 1 where intrinsic @square reads operand 0 a second time}}
    // expected-note @below {{hint: use an intrinsic of this formula}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// Another operation.
schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %n = arith.index_cast %j : index to i32
    %p = arith.sitofp %n : i32 to f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    // expected-error @below {{stage "C" computes arith.sitofp where intrinsic @square computes arith.mulf}}
    // expected-note @below {{hint: use an intrinsic of this formula}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// The value of an axis.
schedule.intrinsic @square computes {
^bb0(%a: tensor<4xindex>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xindex>
    %n = arith.index_cast %x : index to i32
    %p = arith.sitofp %n : i32 to f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xindex>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %n = arith.index_cast %j : index to i32
    %p = arith.sitofp %n : i32 to f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    // expected-error @below {{stage "C" uses the value of an axis, which intrinsic @square does not}}
    // expected-note @below {{hint: use an intrinsic of this formula, or compute it in another stage}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// A number that is no tensor.
schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %y = te.read %b[%j] : tensor<4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%a: tensor<8x16xf32>, %s: f32, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<8x16xf32>
    %p = arith.mulf %x, %s : f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    // expected-error @below {{stage "C" uses a number that the kernel takes, which intrinsic @square does not}}
    // expected-note @below {{hint: use an intrinsic of this formula, or compute it in another stage}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// An index that jumps.
schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, (%j * 3) mod 16] : tensor<8x16xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    // expected-error @below {{stage "C" reads operand 0 at an index that does not move by constant steps in the tile}}
    // expected-note @below {{hint: use cache_read or transform_layout on what is read}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// Digits of an axis that begins within one.
schedule.intrinsic @square computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "square" axes(j = 8) : tensor<8xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<8xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}
func.func private @f(%a: tensor<8x5x4xf32>, %b: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, (%j + 3) floordiv 4, (%j + 3) mod 4] : tensor<8x5x4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 8
    // expected-error @below {{stage "C" reads operand 0 at an index that does not move by constant steps in the tile}}
    // expected-note @below {{hint: use cache_read or transform_layout on what is read}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// Digits of an axis beside each other, where the intrinsic takes one dimension.
schedule.intrinsic @square computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "square" axes(j = 8) : tensor<8xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<8xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}
func.func private @f(%a: tensor<8x5x4xf32>, %b: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j floordiv 4, %j mod 4] : tensor<8x5x4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 8
    // expected-error @below {{stage "C" reads operand 0 at [j floordiv 4, j mod 4] in the tile, but intrinsic @square accesses operand 0 at [j]}}
    // expected-note @below {{hint: use transform_layout, or cache_read with the intrinsic's layout}}
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}

// -----

// The axes of the tile in another order than those of the intrinsic's result.
schedule.intrinsic @outer computes {
^bb0(%a: tensor<4xf32>, %b: tensor<8xf32>):
  %0 = te.compute "outer" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i] : tensor<4xf32>
    %y = te.read %b[%j] : tensor<8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4x8xf32>
} by {
^bb0(%a: tensor<4xf32>, %b: tensor<8xf32>, %c: tensor<4x8xf32>):
  schedule.yield %c : tensor<4x8xf32>
}
func.func private @f(%a: tensor<8xf32>, %b: tensor<4xf32>, %o: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 8, j = 4) : tensor<8x4xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %b[%j] : tensor<4xf32>
    %y = te.read %a[%i] : tensor<8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<8x4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.reorder %C[%j, %i]
    // expected-error @below {{stage "C" has axis j after others of the tile, but intrinsic @outer writes its axis i before theirs}}
    // expected-note @below {{hint: reorder the axes of the tile}}
    schedule.tensorize %C[%j] with @outer
    transform.yield
  }
}

// -----

// Operands of a difference stay in their order.
schedule.intrinsic @less_square computes {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
  %0 = te.compute "less" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %b[%i] : tensor<8xf32>
    %p = arith.mulf %y, %y : f32
    %d = arith.subf %x, %p : f32
    te.yield %d : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %b[%i] : tensor<8xf32>
    %p = arith.mulf %y, %y : f32
    %d = arith.subf %p, %x : f32
    te.yield %d : f32
  }
  return %c : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i = schedule.axes %C : !schedule.axis
    // expected-error @below {{stage "C" computes arith.mulf where intrinsic @less_square computes te.read}}
    // expected-note @below {{hint: use an intrinsic of this formula}}
    schedule.tensorize %C[%i] with @less_square
    transform.yield
  }
}
