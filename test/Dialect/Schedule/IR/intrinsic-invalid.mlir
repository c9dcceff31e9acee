// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @below {{(N1) expected a formula that yields the result of a te.compute}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  schedule.yield %a : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{(N1) expected one te.compute and constants as formula, got tensor.empty}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %e = tensor.empty() : tensor<8xf32>
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{(N1) expected extents of at least 2, got 1 for axis j}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8, j = 1) : tensor<8x1xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8x1xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8x1xf32>):
  schedule.yield %c : tensor<8x1xf32>
}

// -----

// expected-error @below {{(N1) expected one read of operand 1, got 0}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// A digit by what divides no tile.
// expected-error @below {{(N1) expected a read of operand 0 at sums of axes, or at floordiv and mod of one by a divisor of its extent, without a condition}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i floordiv 3] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{(N2) expected an implementation of the formula's 1 operands and its result, 'tensor<8xf32>'}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>):
  schedule.yield %a : tensor<8xf32>
}

// -----

// expected-error @below {{(N2) expected an implementation that yields 'tensor<8xf32>'}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  %0 = tensor.empty() : tensor<4xf32>
  schedule.yield %0 : tensor<4xf32>
}

// -----

// expected-error @below {{(N3) expected a name of letters, digits and _}}
schedule.intrinsic @"a b" computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %a : tensor<8xf32>
}

// -----

// expected-error @below {{(N1) expected a formula with one result and no custom combiner}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0:2 = te.compute "n" axes(i = 8) : tensor<8xf32>, tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    te.yield %x, %x : f32, f32
  }
  schedule.yield %0#0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{(N1) expected extents of at least 2, got a dynamic one for axis i}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<?xf32>):
  %n = arith.constant 8 : index
  %0 = te.compute "n" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<?xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<?xf32>
} by {
^bb0(%a: tensor<?xf32>, %c: tensor<?xf32>):
  schedule.yield %c : tensor<?xf32>
}

// -----

// expected-error @below {{(N1) expected reads of the formula's operands only}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %table = arith.constant dense<1.0> : tensor<8xf32>
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %table[%i] : tensor<8xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// Digits of a sum of axes.
// expected-error @below {{(N1) expected a read of operand 0 at sums of axes, or at floordiv and mod of one by a divisor of its extent, without a condition}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8, j = 2) : tensor<8x2xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[(%i + %j) floordiv 2] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8x2xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8x2xf32>):
  schedule.yield %c : tensor<8x2xf32>
}

// -----

// What grows with a tile that may be shorter is `?`.
// expected-error @below {{(N2) expected an implementation of the formula's 1 operands and its result, 'tensor<?x2xf32>'}}
schedule.intrinsic @x up_to ["i"] computes {
^bb0(%a: tensor<4x2x2xf32>):
  %0 = te.compute "n" axes(i = 8, j = 2) : tensor<8x2xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i floordiv 2, %i mod 2, %j] : tensor<4x2x2xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8x2xf32>
} by {
^bb0(%a: tensor<4x2x2xf32>, %c: tensor<?x2xf32>):
  schedule.yield %c : tensor<?x2xf32>
}

// -----

// expected-error @below {{(N4) expected axes of the formula in up_to, each once, got k}}
schedule.intrinsic @x up_to ["k"] computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{(N4) expected axes of the formula in up_to, each once, got i}}
schedule.intrinsic @x up_to ["i", "i"] computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<?xf32>, %c: tensor<?xf32>):
  schedule.yield %c : tensor<?xf32>
}

// -----

// A combiner of its own.
// expected-error @below {{(N1) expected a formula with one result and no custom combiner}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes() reduce(k = 8) combine(custom [0.0 : f32]) : tensor<f32> {
  ^bb0(%k: index):
    %x = te.read %a[%k] : tensor<8xf32>
    te.yield %x : f32
  } join {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    te.yield %s : f32
  }
  schedule.yield %0 : tensor<f32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<f32>):
  schedule.yield %c : tensor<f32>
}

// -----

// A read under a condition.
// expected-error @below {{(N1) expected a read of operand 0 at sums of axes, or at floordiv and mod of one by a divisor of its extent, without a condition}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %zero = arith.constant 0.0 : f32
    %x = te.read %a[%i - 1] where(%i - 1 >= 0) else %zero : tensor<8xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// A digit by all of the extent, which is none.
// expected-error @below {{(N1) expected a read of operand 0 at sums of axes, or at floordiv and mod of one by a divisor of its extent, without a condition}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i mod 8] : tensor<8xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// A quotient that is rounded up.
// expected-error @below {{(N1) expected a read of operand 0 at sums of axes, or at floordiv and mod of one by a divisor of its extent, without a condition}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<5xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i ceildiv 2] : tensor<5xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<5xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{(N1) expected one read of operand 0, got 2}}
schedule.intrinsic @x computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %a[%i] : tensor<8xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}
