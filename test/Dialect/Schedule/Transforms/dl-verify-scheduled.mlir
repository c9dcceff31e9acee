// RUN: dl-opt %s --dl-verify-scheduled --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-3: {{^module}}
// PRINTED-NOT: {{^module}}

// What schedule-apply makes of a kernel keeps the contract: loops, a slice, a
// tile, the destination returned.
func.func private @good(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%t = %o) -> (tensor<8xf32>) {
    %a = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %b = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %c = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %d = tensor.insert_slice %c into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %d : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// expected-error @below {{(L1) must have no schedule left to apply, but names one in schedule.sequence; run schedule-apply}}
func.func private @f(%o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @s} {
  return %o : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{(L2) must not be at the scheduled level; run schedule-apply}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{(L2) must not be in a kernel of the scheduled level, which holds loops, linalg and vector operations on tensors}}
  %m = memref.alloc() : memref<8xf32>
  return %o : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  // expected-error @below {{(L3) must be over constant ranges}}
  %r = linalg.exp ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{(L4) must return result 0 as what was written into destination argument 1, so that it needs no copy}}
  return %r : tensor<8xf32>
}

// -----

// Each result is what was written into its own destination.
func.func private @swapped(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.exp ins(%r : tensor<8xf32>) outs(%p : tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{(L4) must return result 0 as what was written into destination argument 1, so that it needs no copy}}
  return %s, %r : tensor<8xf32>, tensor<8xf32>
}

// -----

// The second result of each of what writes two, a call, a loop of threads, a loop, a tile;
// places that are nothing else's and copies into a given one.
func.func private @two(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = bufferization.alloc_tensor() : tensor<8xf32>
  %y:2 = te.extern "y" @scale(%x) into(%o, %p : tensor<8xf32>, tensor<8xf32>) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %m = bufferization.materialize_in_destination %x in %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %f:2 = scf.forall (%i) in (8) shared_outs(%t = %y#0, %u = %y#1) -> (tensor<8xf32>, tensor<8xf32>) {
    %e = tensor.extract_slice %m[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %t[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %e into %u[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  %l:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %f#0, %u = %f#1) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %t, %u : tensor<8xf32>, tensor<8xf32>
  }
  return %l#0, %l#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Functions that are no kernels are not looked at.
func.func @no_kernel(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %m = memref.alloc() : memref<8xf32>
  %r = linalg.exp ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// What a loop with a condition leaves is not what its first value was.
func.func private @while(%n: i1, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %r = scf.while (%t = %o) : (tensor<8xf32>) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    scf.condition(%n) %e : tensor<8xf32>
  } do {
  ^bb0(%t: tensor<8xf32>):
    scf.yield %t : tensor<8xf32>
  }
  // expected-error @below {{(L4) must return result 0 as what was written into destination argument 1, so that it needs no copy}}
  return %r : tensor<8xf32>
}

// -----

// Both branches of a condition write into the same tensor, in the second kernel not.
func.func private @branches(%c: i1, %x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  %r = scf.if %c -> tensor<8xf32> {
    %1 = linalg.negf ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
func.func private @other_branch(%c: i1, %x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %r = scf.if %c -> tensor<8xf32> {
    %1 = linalg.negf ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    %e = tensor.empty() : tensor<8xf32>
    scf.yield %e : tensor<8xf32>
  }
  // expected-error @below {{(L4) must return result 0 as what was written into destination argument 2, so that it needs no copy}}
  return %r : tensor<8xf32>
}

// -----

// What is computed from elements is in no destination.
func.func private @elements(%o: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
  %c0 = arith.constant 0.0 : f32
  %r = tensor.from_elements %c0, %c0 : tensor<2xf32>
  // expected-error @below {{(L4) must return result 0 as what was written into destination argument 0, so that it needs no copy}}
  return %r : tensor<2xf32>
}

// -----

// All kernels are looked at.
// expected-error @below {{(L1) must have no schedule left to apply, but names one in schedule.sequence; run schedule-apply}}
func.func private @first(%o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @s} {
  return %o : tensor<8xf32>
}
func.func private @second(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{(L4) must return result 0}}
  return %x : tensor<8xf32>
}
