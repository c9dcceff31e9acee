// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals on the axes of one stage. Trees as text, without the steps that would have refused them.

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis k of stage "C" cannot be split by 5 with tail shift: terms of a reduction must not be added twice; use tail peel or guard}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(k by 5, shift)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i.o*j of stage "C" cannot be split by 60 with tail shift: it is fused, and a step that starts earlier is no box; use tail peel or guard}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 7, shift) fuse(i.o, j) split(i.o*j by 60, shift)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "C" cannot be split by 65 with tail shift: its extent 64 is less than one step; use tail peel or guard}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 65, shift)">} {
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
  // expected-error @below {{axis i of stage "D" cannot be split by 4 with tail shift: its extent is known only at run time and may be less than one step; use tail peel or guard}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) split(i by 4, shift)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i.o of stage "C" computes elements of its last step twice and would stand inside the init of stage "C", where they would be added twice; put it outside, or split with another tail}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 7, shift) order(k, i.o, i.i, j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis k of stage "C" is a reduction axis and cannot be parallel; make a spatial axis parallel}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) parallel(k)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{parallel axis j of stage "C" would stand inside axis i, which is plain; parallel axes come first: put it outside, or make axis i parallel first}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) parallel(j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{unrolled axis i of stage "C" would stand outside axis j, which is plain; register axes come last: put it inside, or unroll or vectorize axis j first}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) unroll(i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i.i of stage "C" would stand outside axis i.o of which it is the inner part; keep axis i.o outside axis i.i, or split with another factor}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 8) order(i.i, i.o, j, k)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{the init of stage "C" stands before axis i, which would be inside of its reduction loops; decompose the reduction at an axis outside of them first}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(k, i, j) init(i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{the init of stage "C" stands before axis k, which would make no loop; decompose the reduction at an axis outside of them first}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) unroll(k) init(k)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{parallel axis j of stage "C" would stand inside axis k, which is a reduction axis; parallel axes come first: reorder axis j outside}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(i, k, j) parallel(i, j) init(i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{the register tile of stage "C" has 122880 iterations with axis k of extent 32, at most 16384 are unrolled; split axis k and annotate the inner part}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) unroll(i, j, k)">} {
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
  // expected-error @below {{vectorized axis j of stage "D" would stand outside axis i, which is plain; register axes come last: put it inside, or unroll or vectorize axis i first}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) vectorize(j) order(j, i)">} {
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
  // expected-error @below {{axis i of stage "D" has an extent known only at run time and cannot be vectorized; split it by a constant and annotate the inner part}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) vectorize(i, j)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "D" has no reduction axis, so there is no init to place; use it on a stage that reduces}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) init(i)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<?x6xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  // expected-error @below {{axis i of stage "D", whose extent is known only at run time, would stand inside of axis k, so that the accumulator had no constant size; put axis i or its outer part outside of axis k}}
  %d = te.compute "D" axes(i = %n) reduce(k = 6) combine(add) : tensor<?xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?) reduce(k=6) order(k, i)">} {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?xf32>
}

// -----

func.func private @f(%x: tensor<4x8x6xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  // expected-error @below {{axis k of stage "D" would stand outside axis j, but the stage's combiner is not commutative: its terms come in order; keep the order of the reduction axes, or state that the combiner is 'commutative'}}
  %d = te.compute "D" axes(i = 4) reduce(j = 8, k = 6) combine(custom [0.0 : f32]) : tensor<4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4) reduce(j=8, k=6) order(i, k, j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<4x8x6xf32>
    te.yield %v : f32
  } join {
  ^bb0(%s: f32, %t: f32):
    %u = arith.addf %s, %t : f32
    te.yield %u : f32
  }
  return %d : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4x8x6xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  // expected-error @below {{the last step of axis k.o of stage "D" cannot be masked: the combiner of stage "D" is not commutative, and more terms may change what it joins; use another tail}}
  %d = te.compute "D" axes(i = 4) reduce(j = 8, k = 6) combine(custom [0.0 : f32]) : tensor<4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4) reduce(j=8, k=6) split(k by 4, mask) vectorize(k.i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<4x8x6xf32>
    te.yield %v : f32
  } join {
  ^bb0(%s: f32, %t: f32):
    %u = arith.addf %s, %t : f32
    te.yield %u : f32
  }
  return %d : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  // expected-error @below {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there; use another tail}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> attributes {schedule.tree = #schedule.tree<"axes(i=10) split(i by 4, mask) vectorize(i.i)">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.divsi %v, %v : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{the last step of axis j.o of stage "C" cannot be masked: a step is a vector of 9 along axis j, which is no power of two; split by a power of two, or use another tail}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(j by 9, mask) order(i, k, j.o, j.i) vectorize(j.i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>, %o: tensor<2097152x2097152x2097152xf32> {te.destination}) -> tensor<2097152x2097152x2097152xf32> attributes {te.kernel} {
  // expected-error @below {{axis l of stage "D" cannot be split by 4194304: the loops of stage "D" would have 2097152 x 1 x 4194304 x 1 x 4194304 points, and 2^61 can be counted; use smaller factors, or split the work into several kernels}}
  %d = te.compute "D" axes(i = 2097152, j = 2097152, l = 2097152) : tensor<2097152x2097152x2097152xf32> attributes {schedule.tree = #schedule.tree<"axes(i=2097152, j=2097152, l=2097152) split(l by 4194304, mask) split(j by 4194304, mask)">} {
  ^bb0(%i: index, %j: index, %l: index):
    %v = te.read %x[%i mod 4] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<2097152x2097152x2097152xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axes i and j.o of stage "C" cannot be fused: the last step of j.o is incomplete and would recur in the middle of the fused loop; split by a factor that divides the extent, or fuse with that axis outermost}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(j by 7) fuse(i, j.o)">} {
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
  // expected-error @below {{axes j and i of stage "D" cannot be fused: the extent of i is known only at run time, and only the outermost of fused axes can be such; reorder them first, so that axis i is the outer one}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) order(j, i) fuse(j, i)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}
