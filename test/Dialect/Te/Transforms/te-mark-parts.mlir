// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-mark-parts))" --split-input-file | FileCheck %s
// Kernels whose result is their operands one behind the other, or a piece of their operand.

// CHECK-LABEL: func.func private @channels
// CHECK-SAME: te.kernel, te.parts = array<i64: 0, 12>
func.func private @channels(%a: tensor<1x4x3xf32>, %b: tensor<1x2x3xf32>, %d: tensor<1x6x3xf32> {te.destination}) -> tensor<1x6x3xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(n = 1, c = 6, w = 3) : tensor<1x6x3xf32> {
  ^bb0(%n: index, %c: index, %w: index):
    %0 = te.read %a[%n, %c, %w] where(%c >= 0, -%c + 3 >= 0) else %zero : tensor<1x4x3xf32>
    %1 = te.read %b[%n, %c - 4, %w] where(%c - 4 >= 0, -%c + 5 >= 0) else %0 : tensor<1x2x3xf32>
    te.yield %1 : f32
  }
  return %y : tensor<1x6x3xf32>
}

// -----

// In another order than that of the operands, and what holds anyway is not asked for.
// CHECK-LABEL: func.func private @turned
// CHECK-SAME: te.parts = array<i64: 2, 0, 5>
func.func private @turned(%a: tensor<3xf32>, %b: tensor<2xf32>, %c: tensor<1xf32>, %d: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %0 = te.read %c[%i - 5] where(%i - 5 >= 0) else %zero : tensor<1xf32>
    %1 = te.read %a[%i - 2] where(%i - 2 >= 0, -%i + 4 >= 0) else %0 : tensor<3xf32>
    %2 = te.read %b[%i] where(-%i + 1 >= 0) else %1 : tensor<2xf32>
    te.yield %2 : f32
  }
  return %y : tensor<6xf32>
}

// -----

// Rows of two elements of each operand lie between each other.
// CHECK-LABEL: func.func private @columns
// CHECK-NOT: te.parts
func.func private @columns(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %d: tensor<2x4xf32> {te.destination}) -> tensor<2x4xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 2, j = 4) : tensor<2x4xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %a[%i, %j] where(-%j + 1 >= 0) else %zero : tensor<2x2xf32>
    %1 = te.read %b[%i, %j - 2] where(%j - 2 >= 0) else %0 : tensor<2x2xf32>
    te.yield %1 : f32
  }
  return %y : tensor<2x4xf32>
}

// -----

// Something is done on the way.
// CHECK-LABEL: func.func private @computed
// CHECK-NOT: te.parts
func.func private @computed(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
    %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
    %2 = arith.negf %1 : f32
    te.yield %2 : f32
  }
  return %y : tensor<4xf32>
}

// -----

// An element of neither, a part of an operand, an element of the wrong one, steps, a turned row,
// another row, an operand in two places, an operand that nobody reads.
// CHECK-LABEL: module
// CHECK-NOT: te.parts
module {
  func.func private @gap(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 5) : tensor<5xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 3] where(%i - 3 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<5xf32>
  }
  func.func private @rest(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 5) : tensor<5xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0, -%i + 3 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<5xf32>
  }
  func.func private @part(%a: tensor<3xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<3xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @wrong(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @late(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 2] where(%i - 3 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @turned_row(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[-%i + 1] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @other_row(%a: tensor<1x2x2xf32>, %b: tensor<1x2x2xf32>, %d: tensor<1x4x2xf32> {te.destination}) -> tensor<1x4x2xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(n = 1, i = 4, j = 2) : tensor<1x4x2xf32> {
    ^bb0(%n: index, %i: index, %j: index):
      %0 = te.read %a[%n, %i, %j] where(-%i + 1 >= 0) else %zero : tensor<1x2x2xf32>
      %1 = te.read %b[%n, %j, %i - 2] where(%i - 2 >= 0) else %0 : tensor<1x2x2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<1x4x2xf32>
  }
  func.func private @other_guard(%a: tensor<1x2x2xf32>, %b: tensor<1x2x2xf32>, %d: tensor<1x4x2xf32> {te.destination}) -> tensor<1x4x2xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(n = 1, i = 4, j = 2) : tensor<1x4x2xf32> {
    ^bb0(%n: index, %i: index, %j: index):
      %0 = te.read %a[%n, %i, %j] where(-%i + 1 >= 0) else %zero : tensor<1x2x2xf32>
      %1 = te.read %b[%n, %i - 2, %j] where(%i - 2 >= 0, %j - 1 >= 0) else %0 : tensor<1x2x2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<1x4x2xf32>
  }
  func.func private @twice(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %a[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @copy(%a: tensor<4xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] : tensor<4xf32>
      te.yield %0 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @sum(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) reduce(k = 2) combine(add) : tensor<4xf32> {
    ^bb0(%i: index, %k: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @open(%a: tensor<?xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] where(-%i + 1 >= 0) else %zero : tensor<?xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
  func.func private @stages(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %x = te.compute "x" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i] : tensor<2xf32>
      te.yield %0 : f32
    }
    %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %0 = te.read %x[%i] where(-%i + 1 >= 0) else %zero : tensor<2xf32>
      %1 = te.read %b[%i - 2] where(%i - 2 >= 0) else %0 : tensor<2xf32>
      te.yield %1 : f32
    }
    return %y : tensor<4xf32>
  }
}

// -----

// What is not true is put right.
// CHECK-LABEL: func.func private @said
// CHECK-NOT: te.parts
func.func private @said(%a: tensor<2xf32>, %b: tensor<2xf32>, %d: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, te.parts = array<i64: 0, 2>} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %0 = te.read %b[%i] where(-%i >= 0) else %zero : tensor<2xf32>
    te.yield %0 : f32
  }
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func private @piece
// CHECK-SAME: te.kernel, te.part = 6 : i64
func.func private @piece(%a: tensor<1x4x3xf32>, %d: tensor<1x2x3xf32> {te.destination}) -> tensor<1x2x3xf32> attributes {te.kernel, te.part = 0} {
  %y = te.compute "y" axes(n = 1, c = 2, w = 3) : tensor<1x2x3xf32> {
  ^bb0(%n: index, %c: index, %w: index):
    %0 = te.read %a[%n, %c + 2, %w] : tensor<1x4x3xf32>
    te.yield %0 : f32
  }
  return %y : tensor<1x2x3xf32>
}

// -----

// CHECK-LABEL: func.func private @first
// CHECK-SAME: te.part = 0 : i64
func.func private @first(%a: tensor<4x3xf32>, %d: tensor<2x3xf32> {te.destination}) -> tensor<2x3xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(c = 2, w = 3) : tensor<2x3xf32> {
  ^bb0(%c: index, %w: index):
    %0 = te.read %a[%c, %w] : tensor<4x3xf32>
    te.yield %0 : f32
  }
  return %y : tensor<2x3xf32>
}

// -----

// Pieces of two rows, of two dims, in steps, where it is asked for, of numbers that are computed,
// of another shape.
// CHECK-LABEL: module
// CHECK-NOT: te.part
module {
  func.func private @rows(%a: tensor<2x4xf32>, %d: tensor<2x2xf32> {te.destination}) -> tensor<2x2xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(i = 2, j = 2) : tensor<2x2xf32> {
    ^bb0(%i: index, %j: index):
      %0 = te.read %a[%i, %j + 1] : tensor<2x4xf32>
      te.yield %0 : f32
    }
    return %y : tensor<2x2xf32>
  }
  func.func private @dims(%a: tensor<3x4xf32>, %d: tensor<2x2xf32> {te.destination}) -> tensor<2x2xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(i = 2, j = 2) : tensor<2x2xf32> {
    ^bb0(%i: index, %j: index):
      %0 = te.read %a[%i, %j] : tensor<3x4xf32>
      te.yield %0 : f32
    }
    return %y : tensor<2x2xf32>
  }
  func.func private @steps(%a: tensor<4xf32>, %d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i * 2] : tensor<4xf32>
      te.yield %0 : f32
    }
    return %y : tensor<2xf32>
  }
  func.func private @guarded(%a: tensor<4xf32>, %d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i + 1] where(-%i >= 0) else %zero : tensor<4xf32>
      te.yield %0 : f32
    }
    return %y : tensor<2xf32>
  }
  func.func private @negated(%a: tensor<4xf32>, %d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[%i + 1] : tensor<4xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    return %y : tensor<2xf32>
  }
  func.func private @shape(%a: tensor<1x4xf32>, %d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      %0 = te.read %a[0, %i + 1] : tensor<1x4xf32>
      te.yield %0 : f32
    }
    return %y : tensor<2xf32>
  }
  func.func private @diagonal(%a: tensor<1x4x2xf32>, %d: tensor<1x2x2xf32> {te.destination}) -> tensor<1x2x2xf32> attributes {te.kernel} {
    %y = te.compute "y" axes(n = 1, i = 2, j = 2) : tensor<1x2x2xf32> {
    ^bb0(%n: index, %i: index, %j: index):
      %0 = te.read %a[%n, %i + %j, %j] : tensor<1x4x2xf32>
      te.yield %0 : f32
    }
    return %y : tensor<1x2x2xf32>
  }
  func.func private @none(%d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %zero = arith.constant 0.0 : f32
    %y = te.compute "y" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      te.yield %zero : f32
    }
    return %y : tensor<2xf32>
  }
}
