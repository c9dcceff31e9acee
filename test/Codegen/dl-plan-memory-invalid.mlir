// RUN: dl-opt %s --dl-plan-memory --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}
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

// A size that is computed from one.
// expected-error @+1 {{expected the sizes of buffers to follow from those of @main's arguments, got an argument that is a size}}
func.func @main(%n: index) {
  %c2 = arith.constant 2 : index
  %half = arith.floordivsi %n, %c2 : index
  %more = arith.addi %half, %c2 : index
  %a = memref.alloc(%more) : memref<?xf32>
  return
}

// -----

// Bytes beyond 64 bits: of static extents, and of one with a constant factor of a size.
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // expected-error @+1 {{expected a buffer of whole bytes and of a size that can be planned in @main, got 'memref<?x4611686018427387904xf32>'}}
  %a = memref.alloc(%n) : memref<?x4611686018427387904xf32>
  return
}

// -----

func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %huge = arith.constant 4611686018427387904 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %more = arith.muli %huge, %n : index
  // expected-error @+1 {{expected a buffer of whole bytes and of a size that can be planned in @main, got 'memref<?xf32>'}}
  %a = memref.alloc(%more) : memref<?xf32>
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

func.func private @use(memref<1152921504606846960xi8>)
func.func @main() {
  %a = memref.alloc() : memref<1152921504606846960xi8>
  call @use(%a) : (memref<1152921504606846960xi8>) -> ()
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

// -----

// A condition has a kind, nodes and sizes.
// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "equal", sizes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "equal", sizes = affine_map<()[s0] -> (s0, 2)>}]} {
  return
}

// -----

// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "equal", nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "equal", nodes = "A"}]} {
  return
}

// -----

// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{nodes = "A", sizes = affine_map<()[s0] -> (s0, 2)>}]} {
  return
}

// -----

// The kind is known, and the sizes are two, of the symbols and of at least one of them.
// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "less", nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "less", nodes = "A", sizes = affine_map<()[s0] -> (s0, 2)>}]} {
  return
}

// -----

// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "equal", nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "equal", nodes = "A", sizes = affine_map<()[s0] -> (s0)>}]} {
  return
}

// -----

// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "equal", nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "equal", nodes = "A", sizes = affine_map<(d0)[s0] -> (s0, 2)>}]} {
  return
}

// -----

// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "equal", nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "equal", nodes = "A", sizes = affine_map<()[s0, s1] -> (s0, 2)>}]} {
  return
}

// -----

// expected-error @below {{expected 'dl.size_checks' to hold conditions {is = "at_least" or "equal", nodes = …, sizes = a map from the 1 symbols to two sizes}, got {is = "equal", nodes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) attributes {dl.size_checks = [{is = "equal", nodes = "A", sizes = affine_map<()[s0] -> (3, 2)>}]} {
  return
}

// -----

// expected-error @below {{expected at most 32 symbols and 63 other dims of results that are known only at run time, got 33 and 0; fix some sizes}}
func.func @main(%x: memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32> {dl.dims = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "s28", "s29", "s30", "s31", "s32"]}) {
  return
}

// -----

// expected-error @below {{expected at most 32 symbols and 63 other dims of results that are known only at run time, got 1 and 64; fix some sizes}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}, %y: memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32> {te.destination, dl.dims = [affine_map<()[s0] -> (s0 + 0)>, affine_map<()[s0] -> (s0 + 1)>, affine_map<()[s0] -> (s0 + 2)>, affine_map<()[s0] -> (s0 + 3)>, affine_map<()[s0] -> (s0 + 4)>, affine_map<()[s0] -> (s0 + 5)>, affine_map<()[s0] -> (s0 + 6)>, affine_map<()[s0] -> (s0 + 7)>, affine_map<()[s0] -> (s0 + 8)>, affine_map<()[s0] -> (s0 + 9)>, affine_map<()[s0] -> (s0 + 10)>, affine_map<()[s0] -> (s0 + 11)>, affine_map<()[s0] -> (s0 + 12)>, affine_map<()[s0] -> (s0 + 13)>, affine_map<()[s0] -> (s0 + 14)>, affine_map<()[s0] -> (s0 + 15)>, affine_map<()[s0] -> (s0 + 16)>, affine_map<()[s0] -> (s0 + 17)>, affine_map<()[s0] -> (s0 + 18)>, affine_map<()[s0] -> (s0 + 19)>, affine_map<()[s0] -> (s0 + 20)>, affine_map<()[s0] -> (s0 + 21)>, affine_map<()[s0] -> (s0 + 22)>, affine_map<()[s0] -> (s0 + 23)>, affine_map<()[s0] -> (s0 + 24)>, affine_map<()[s0] -> (s0 + 25)>, affine_map<()[s0] -> (s0 + 26)>, affine_map<()[s0] -> (s0 + 27)>, affine_map<()[s0] -> (s0 + 28)>, affine_map<()[s0] -> (s0 + 29)>, affine_map<()[s0] -> (s0 + 30)>, affine_map<()[s0] -> (s0 + 31)>, affine_map<()[s0] -> (s0 + 32)>, affine_map<()[s0] -> (s0 + 33)>, affine_map<()[s0] -> (s0 + 34)>, affine_map<()[s0] -> (s0 + 35)>, affine_map<()[s0] -> (s0 + 36)>, affine_map<()[s0] -> (s0 + 37)>, affine_map<()[s0] -> (s0 + 38)>, affine_map<()[s0] -> (s0 + 39)>, affine_map<()[s0] -> (s0 + 40)>, affine_map<()[s0] -> (s0 + 41)>, affine_map<()[s0] -> (s0 + 42)>, affine_map<()[s0] -> (s0 + 43)>, affine_map<()[s0] -> (s0 + 44)>, affine_map<()[s0] -> (s0 + 45)>, affine_map<()[s0] -> (s0 + 46)>, affine_map<()[s0] -> (s0 + 47)>, affine_map<()[s0] -> (s0 + 48)>, affine_map<()[s0] -> (s0 + 49)>, affine_map<()[s0] -> (s0 + 50)>, affine_map<()[s0] -> (s0 + 51)>, affine_map<()[s0] -> (s0 + 52)>, affine_map<()[s0] -> (s0 + 53)>, affine_map<()[s0] -> (s0 + 54)>, affine_map<()[s0] -> (s0 + 55)>, affine_map<()[s0] -> (s0 + 56)>, affine_map<()[s0] -> (s0 + 57)>, affine_map<()[s0] -> (s0 + 58)>, affine_map<()[s0] -> (s0 + 59)>, affine_map<()[s0] -> (s0 + 60)>, affine_map<()[s0] -> (s0 + 61)>, affine_map<()[s0] -> (s0 + 62)>, affine_map<()[s0] -> (s0 + 63)>]}) {
  return
}

// -----

// A size of a result that no arithmetic gives.
// expected-error @below {{modulo by non-positive value is not supported}}
// expected-error @below {{cannot compute the size affine_map<()[s0] -> (s0 mod -2)>}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}, %y: memref<?xf32> {te.destination, dl.dims = [affine_map<()[s0] -> (s0 mod -2)>]}) {
  return
}

// -----

// What is allocated follows from sizes of inputs, not from those of results.
// expected-error @below {{expected dl.dims to name each size of argument 2 that is known only at run time}}
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}, %y: memref<?xf32> {te.destination, dl.dims = [affine_map<()[s0] -> (s0 * 2)>]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// Nor from values in memory, from sizes of what a call returns, or from what it computes.
func.func @main(%x: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'memref.load' op expected the sizes of buffers to follow from those of @main's arguments}}
  %n = memref.load %x[%c0] : memref<4xindex>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func private @made() -> memref<?xf32>
func.func @main() {
  %c0 = arith.constant 0 : index
  %x = call @made() : () -> memref<?xf32>
  // expected-error @below {{'memref.dim' op expected the sizes of buffers to follow from those of @main's arguments}}
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func private @size(index) -> index
func.func @main() {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'func.call' op expected the sizes of buffers to follow from those of @main's arguments}}
  %n = call @size(%c1) : (index) -> index
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @main() {
  // expected-error @below {{expected a buffer of whole bytes and of a size that can be planned in @main, got 'memref<4xindex>'}}
  %a = memref.alloc() : memref<4xindex>
  return
}

// -----

func.func @main() {
  // expected-error @below {{expected a buffer of whole bytes and of a size that can be planned in @main, got 'memref<4x4xf32, strided<[8, 1]>>'}}
  %a = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

// expected-error @below {{expected a function @main with one block; its buffers are planned in the order of its operations}}
module {
}

// -----

// Nor from a dim that the argument does not have, or that it has where it is run only.
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'memref.dim' op expected the sizes of buffers to follow from those of @main's arguments}}
  %n = memref.dim %x, %c1 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @main(%x: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'memref.dim' op expected the sizes of buffers to follow from those of @main's arguments}}
  %n = memref.dim %x, %c0 : memref<*xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// What a loop carries is no argument of @main.
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %c1 step %c1 iter_args(%b = %x) -> (memref<?xf32>) {
    // expected-error @below {{'memref.dim' op expected the sizes of buffers to follow from those of @main's arguments}}
    %n = memref.dim %b, %c0 : memref<?xf32>
    %a = memref.alloc(%n) : memref<?xf32>
    scf.yield %b : memref<?xf32>
  }
  return
}
