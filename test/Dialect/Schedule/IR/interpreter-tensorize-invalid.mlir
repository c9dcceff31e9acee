// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Each way in which a stage is not what an intrinsic computes.

// An intrinsic that is not there.
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{there is no schedule.intrinsic @missing beside kernel @f}}
    // expected-note @below {{hint: run schedule-load-intrinsics before}}
    schedule.tensorize %C[%j] with @missing
    transform.yield
  }
}

// -----

// Axes: too many inside.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{from axis i of stage "C" on there are the axes i (spatial), k.o (reduction), j (spatial), k.i (reduction), but intrinsic @dot computes over j (spatial), k (reduction)}}
    // expected-note @below {{hint: split and reorder so that the tile has the intrinsic's axes}}
    schedule.tensorize %C[%i] with @dot
    transform.yield
  }
}

// -----

// An extent.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 2
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{axis k.i of stage "C" has extent 2, but axis k of intrinsic @dot has 4}}
    // expected-note @below {{hint: split by 4 and tensorize the inner part}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// A tail.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<24x8xi8>, %o: tensor<8x24xi32> {te.destination}) -> tensor<8x24xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 24) reduce(k = 8) combine(add) : tensor<8x24xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<24x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x24xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 16
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%jo, %i, %ko, %ji, %ki]
    // expected-error @below {{axis j.i of stage "C" takes tiles of 16, but axis j has a range of 24}}
    // expected-note @below {{hint: an intrinsic takes whole tiles: pad the axis, or split by a divisor}}
    schedule.tensorize %C[%ji] with @dot
    transform.yield
  }
}

// -----

// An element type.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi16>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi16>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i16 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{stage "C" reads operand 0, which holds i16, but operand 0 of intrinsic @dot holds i8}}
    // expected-note @below {{hint: use an intrinsic of these element types}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// The type of the sum.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi64> {te.destination}) -> tensor<8x16xi64> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi64> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i8 to i64
    %yw = arith.extsi %y : i8 to i64
    %p = arith.muli %xw, %yw : i64
    te.yield %p : i64
  }
  return %c : tensor<8x16xi64>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{stage "C" computes arith.muli of i64, intrinsic @dot that of i32, or with other attributes}}
    // expected-note @below {{hint: use an intrinsic of these element types}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// The formula: signed where the instruction takes unsigned.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{stage "C" computes arith.extsi where intrinsic @dot computes arith.extui}}
    // expected-note @below {{hint: use an intrinsic of this formula}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// The combiner.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(max) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{stage "C" combines by max, intrinsic @dot by add}}
    // expected-note @below {{hint: use an intrinsic of this combiner}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// An access: the second operand is the other way round.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<8x16xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xi8>
    %y = te.read %b[%k, %j] : tensor<8x16xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{stage "C" reads operand 1 at [k, j] in the tile, but intrinsic @dot accesses operand 1 at [j, k]}}
    // expected-note @below {{hint: use transform_layout, or cache_read with the intrinsic's layout}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// A condition.
schedule.intrinsic @dot computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  schedule.yield %c : tensor<16xi32>
}
func.func private @f(%a: tensor<8x8xi8>, %b: tensor<16x8xi8>, %o: tensor<8x16xi32> {te.destination}) -> tensor<8x16xi32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0 : i8
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 8, j = 16) reduce(k = 8) combine(add) : tensor<8x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] where(%k - 1 >= 0) else %zero : tensor<8x8xi8>
    %y = te.read %b[%j, %k] : tensor<16x8xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  return %c : tensor<8x16xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%i, %ko, %j, %ki]
    // expected-error @below {{stage "C" reads operand 0 under a condition, which intrinsic @dot does not have}}
    // expected-note @below {{hint: read a padded copy, a stage of its own, in place of it}}
    schedule.tensorize %C[%j] with @dot
    transform.yield
  }
}

// -----

// A stage of tuples.
schedule.intrinsic @sum computes {
^bb0(%a: tensor<4xi32>):
  %0 = te.compute "sum" axes() reduce(k = 4) combine(add) : tensor<i32> {
  ^bb0(%k: index):
    %x = te.read %a[%k] : tensor<4xi32>
    te.yield %x : i32
  }
  schedule.yield %0 : tensor<i32>
} by {
^bb0(%a: tensor<4xi32>, %c: tensor<i32>):
  schedule.yield %c : tensor<i32>
}
func.func private @f(%a: tensor<8x4xi32>, %o: tensor<8xi32> {te.destination}, %p: tensor<8xi32> {te.destination}) -> (tensor<8xi32>, tensor<8xi32>) attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %c:2 = te.compute "C" axes(i = 8) reduce(k = 4) combine(custom [0 : i32, 0 : i32] commutative) : tensor<8xi32>, tensor<8xi32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x4xi32>
    te.yield %x, %x : i32, i32
  } join {
  ^bb0(%s: i32, %t: i32, %u: i32, %v: i32):
    %x = arith.addi %s, %u : i32
    %y = arith.addi %t, %v : i32
    te.yield %x, %y : i32, i32
  }
  return %c#0, %c#1 : tensor<8xi32>, tensor<8xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-error @below {{stage "C" has 2 results, but}}
    // expected-note @below {{hint: tensorize stages with one result}}
    schedule.tensorize %C[%k] with @sum
    transform.yield
  }
}
