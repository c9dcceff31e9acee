// RUN: dl-opt %s --convert-linalg-to-te --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a body of one block, got 2: the te level has no branches}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.map { arith.negf } ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
  cf.br ^end
^end:
  return %n : tensor<4xf32>
}

// -----

// expected-error @+1 {{requires arguments and results to be tensors of static shape, got 'tensor<?xf32>'; export the model for fixed sizes}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = linalg.map { arith.negf } ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>)
  return %n : tensor<?xf32>
}

// -----

func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.map { arith.negf } ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
  // expected-error @+1 {{must be linalg on tensors, tensor.pad, tensor.concat, tensor.extract_slice, tensor.insert_slice, a reshape, a constant or tensor.empty to be raised to te}}
  %m = arith.negf %n : tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

func.func @padding(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{requires a constant padding value to become te}}
  %p = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    %v = arith.index_cast %i : index to i32
    %f = arith.sitofp %v : i32 to f32
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<5xf32>
  %s = tensor.extract_slice %p[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
  %n = linalg.map { arith.negf } ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %n : tensor<4xf32>
}

// -----

func.func @inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{requires a result of static shape to become a kernel, got 'tensor<?xf32>'; export the model for fixed sizes}}
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %n = linalg.map { arith.negf } ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>)
  %s = tensor.cast %n : tensor<?xf32> to tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

func.func @region(%x: tensor<4xf32>, %c: tensor<4xi1>) -> tensor<4xf32> {
  %n = linalg.map ins(%x, %c : tensor<4xf32>, tensor<4xi1>) outs(%x : tensor<4xf32>)
    (%in: f32, %when: i1, %out: f32) {
      // expected-error @+1 {{must be arithmetic on scalars to become part of a te stage}}
      %v = scf.if %when -> f32 {
        %w = arith.negf %in : f32
        scf.yield %w : f32
      } else {
        scf.yield %in : f32
      }
      linalg.yield %v : f32
    }
  return %n : tensor<4xf32>
}

// -----

func.func @combiner(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.subf %out, %in : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

// A sum, but not with what was there.
func.func @without_accumulator(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %in : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

// The last term, a number from outside, and a combination of three.
func.func @last_term(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

func.func @outside(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 1.0 : f32
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %c : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

func.func @three(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.fma %in, %in, %out : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

// Elements of the diagonal alone, and elements that are written four times.
func.func @twice_one_loop(%x: tensor<4xf32>, %i: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected the indexing map of result 0 to be a permutation of the parallel loops, got affine_map<(d0) -> (d0, d0)>: te stages write each element once}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%i : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x4xf32>
  return %m : tensor<4x4xf32>
}

// -----

func.func @rewritten(%x: tensor<8x4xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected the indexing map of result 0 to be a permutation of the parallel loops, got affine_map<(d0, d1) -> (d0)>: te stages write each element once}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %m : tensor<8xf32>
}

// -----

func.func @diagonal(%x: tensor<4xf32>, %i: tensor<7xf32>) -> tensor<7xf32> {
  // expected-error @+1 {{expected the indexing map of result 0 to be a permutation of the parallel loops, got affine_map<(d0, d1) -> (d0 + d1)>: te stages write each element once}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%i : tensor<7xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<7xf32>
  return %m : tensor<7xf32>
}

// -----

func.func @empty(%x: tensor<4x0xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{requires loops of at least one iteration to become te; leave out tensors without elements}}
  %m = linalg.reduce { arith.addf } ins(%x : tensor<4x0xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %m : tensor<4xf32>
}

// -----

func.func @slice(%x: tensor<8xf32>, %at: tensor<1xindex>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0 : index
  %n = linalg.map { arith.negf } ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>)
  // expected-error @+1 {{must be linalg on tensors, tensor.pad, tensor.concat, tensor.extract_slice, tensor.insert_slice, a reshape, a constant or tensor.empty to be raised to te}}
  %o = tensor.extract %at[%c] : tensor<1xindex>
  %s = tensor.extract_slice %n[%o] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

func.func @backwards(%x: tensor<3xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{requires constant offsets and positive strides to become te}}
  %0 = tensor.insert_slice %x into %y[5] [3] [-1] : tensor<3xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @still(%x: tensor<1xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{requires constant offsets and positive strides to become te}}
  %0 = tensor.insert_slice %x into %y[5] [1] [0] : tensor<1xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Numbers that are not known.
func.func @unknown_stride(%x: tensor<2xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %s = ub.poison : index
  // expected-error @+1 {{requires constant offsets and positive strides to become te}}
  %0 = tensor.insert_slice %x into %y[5] [2] [%s] : tensor<2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @unknown_offset(%x: tensor<2xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %o = ub.poison : index
  // expected-error @+1 {{requires constant offsets and positive strides to become te}}
  %0 = tensor.insert_slice %x into %y[%o] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @unknown_slice(%x: tensor<8xf32>) -> tensor<2xf32> {
  %o = ub.poison : index
  // expected-error @+1 {{requires constant offsets and strides to become te}}
  %0 = tensor.extract_slice %x[%o] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @unknown_padding(%x: tensor<4xf32>) -> tensor<5xf32> {
  %l = ub.poison : index
  %v = arith.constant 0.0 : f32
  // expected-error @+1 {{requires constant padding to become te}}
  %p = tensor.pad %x low[%l] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<5xf32>
  return %p : tensor<5xf32>
}

// -----

// expected-error @+1 {{requires arguments and results to be tensors of static shape, got 'f32'; export the model for fixed sizes}}
func.func @number(%x: tensor<4xf32>, %c: f32) -> tensor<4xf32> {
  %n = linalg.map { arith.negf } ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
  return %n : tensor<4xf32>
}

// -----

// A term that reads what was there, and one that reads the other result.
func.func @term_with_accumulator(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.mulf %in, %out : f32
    %v = arith.addf %out, %t : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

func.func @term_with_other_result(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected result 1 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i, %i : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %s = arith.addf %sum, %in : f32
    %v = arith.addf %out, %sum : f32
    linalg.yield %s, %v : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %m#1 : tensor<4xf32>
}

// -----

// Unsigned comparisons are those of te for truth values alone.
func.func @unsigned(%x: tensor<4x8xi32>, %i: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.reduce { arith.maxui } ins(%x : tensor<4x8xi32>) outs(%i : tensor<4xi32>) dimensions = [1]
  return %m : tensor<4xi32>
}

// -----

func.func @unsigned_least(%x: tensor<4x8xi32>, %i: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.reduce { arith.minui } ins(%x : tensor<4x8xi32>) outs(%i : tensor<4xi32>) dimensions = [1]
  return %m : tensor<4xi32>
}

// -----

// Signed, true is less than false.
func.func @signed_truth(%x: tensor<4x8xi1>, %i: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.reduce { arith.maxsi } ins(%x : tensor<4x8xi1>) outs(%i : tensor<4xi1>) dimensions = [1]
  return %m : tensor<4xi1>
}

// -----

func.func @signed_truth_least(%x: tensor<4x8xi1>, %i: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{expected result 0 to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) of what it was and a term without it; te has no other combiners}}
  %m = linalg.reduce { arith.minsi } ins(%x : tensor<4x8xi1>) outs(%i : tensor<4xi1>) dimensions = [1]
  return %m : tensor<4xi1>
}

// -----

// A result dim that follows a loop of the reduction.
func.func @reduced_loop(%x: tensor<4xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected the indexing map of result 0 to be a permutation of the parallel loops, got affine_map<(d0) -> (d0)>: te stages write each element once}}
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %out : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

// Bodies with a call, which may do anything, and with a tensor.
func.func private @callee(f32) -> f32
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = linalg.map ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
    (%in: f32, %out: f32) {
      // expected-error @+1 {{must be arithmetic on scalars to become part of a te stage}}
      %v = func.call @callee(%in) : (f32) -> f32
      linalg.yield %v : f32
    }
  return %n : tensor<4xf32>
}

// -----

func.func @makes_tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0 : index
  %n = linalg.map ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
    (%in: f32, %out: f32) {
      // expected-error @+1 {{must be arithmetic on scalars to become part of a te stage}}
      %t = tensor.from_elements %in, %in : tensor<2xf32>
      %v = tensor.extract %t[%c] : tensor<2xf32>
      linalg.yield %v : f32
    }
  return %n : tensor<4xf32>
}

// -----

// What is only declared is left to --dl-verify-te.
func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
