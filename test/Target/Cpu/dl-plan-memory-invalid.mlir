// RUN: dl-opt %s --dl-plan-memory --split-input-file --verify-diagnostics
// RUN: not dl-opt %s --dl-plan-memory --split-input-file -o /dev/null 2>/dev/null

// expected-error @+1 {{expected a function @main with one block; its buffers are planned in the order of its operations}}
module {
  func.func @main() {
    cf.br ^bb1
  ^bb1:
    return
  }
}

// -----

// expected-error @+1 {{expected the sizes of buffers to follow from those of @main's arguments, got an argument that is a size}}
func.func @main(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{expected a buffer of whole bytes and of a size that can be planned in @main, got 'memref<4xi1>'}}
  %a = memref.alloc() : memref<4xi1>
  return
}

// -----

// expected-error @+1 {{expected dl.dims to name each size of argument 1 that is known only at run time}}
func.func @main(%x: memref<?x?xf32> {dl.dims = ["n"]}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @main() -> memref<4xf32> {
  // expected-error @+1 {{expected @main to return none of its own buffers; write the result into a destination argument}}
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}

// -----

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %a = memref.alloc() : memref<16xf32>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %a) -> memref<16xf32> {
    // expected-error @+1 {{'memref.alloc' op must not be carried to the next round of its loop, which has no other buffer; allocate it before the loop}}
    %b = memref.alloc() : memref<16xf32>
    memref.copy %s, %b : memref<16xf32> to memref<16xf32>
    scf.yield %b : memref<16xf32>
  }
  memref.copy %r, %a : memref<16xf32> to memref<16xf32>
  return
}

// -----

// expected-error @+1 {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "less"}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "less"}]} {
  return
}

// -----

func.func private @use(memref<1152921504606846975xi8>)
func.func @main() {
  %a = memref.alloc() : memref<1152921504606846975xi8>
  call @use(%a) : (memref<1152921504606846975xi8>) -> ()
  // expected-error @+1 {{'memref.alloc' op expected buffers of less than 2^60 bytes together in @main, got one more of 'memref<16xi8>'; use smaller extents}}
  %b = memref.alloc() : memref<16xi8>
  return
}

// -----

#c = {is = "at_least", nodes = "", sizes = affine_map<()[s0] -> (s0, 2)>}
// expected-error @+1 {{expected at most 64 conditions on sizes that are known only at run time, got 65; fix some sizes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c]} {
  return
}
