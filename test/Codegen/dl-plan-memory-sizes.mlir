// Sizes that are known only at run time: what is planned of them and what is refused.
// RUN: dl-opt %s --dl-plan-memory --split-input-file --canonicalize | FileCheck %s

// Inputs decide on no buffer, but on results: their sizes are computed all the same.
// CHECK:       module attributes {dl.arena_size = 64 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %{{.*}}: memref<64xi8> {dl.arena}
// CHECK-LABEL: func.func @dl_sizes(
// CHECK-SAME:    %[[SYMBOLS:[^ :]*]]: memref<1xindex>, %[[SIZES:[^ :]*]]: memref<2xindex>)
// CHECK-DAG:     %[[ARENA:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[N:.*]] = memref.load %[[SYMBOLS]][%c0]
// CHECK-NOT:     memref.load
// CHECK:         memref.store %[[ARENA]], %[[SIZES]][%c0]
// CHECK:         memref.store %{{.*}}, %[[SIZES]][%c1]
// CHECK-NOT:     memref.store
// CHECK:         return
func.func private @use(memref<16xf32>)
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}, %y: memref<?xf32> {te.destination, dl.dims = [affine_map<()[s0] -> (s0 + 3)>]}) {
  %a = memref.alloc() : memref<16xf32>
  call @use(%a) : (memref<16xf32>) -> ()
  return
}

// -----

// Where all is known at compile time nothing is computed.
// CHECK-LABEL: func.func @main(
// CHECK-NOT:   @dl_sizes(
func.func @main(%x: memref<4xf32>) {
  return
}

// -----

// Sizes of several inputs, in several dims, are several; one that is multiplied is the product.
// CHECK-LABEL: func.func @main(
// CHECK-LABEL: func.func @dl_sizes(
// CHECK-SAME:    %[[SYMBOLS:[^ :]*]]: memref<3xindex>, %[[SIZES:[^ :]*]]: memref<1xindex>)
// CHECK-DAG:     %[[N:.*]] = memref.load %[[SYMBOLS]][%c0]
// CHECK-DAG:     %[[M:.*]] = memref.load %[[SYMBOLS]][%c1]
// CHECK-DAG:     %[[K:.*]] = memref.load %[[SYMBOLS]][%c2]
// CHECK-DAG:     arith.muli %[[N]], %c64
// CHECK-DAG:     arith.muli %[[M]], %c64
// CHECK-DAG:     arith.muli %[[K]], %c192
// CHECK:         memref.store
func.func private @all(memref<?x16xf32>, memref<?x16xf32>, memref<?x16xf32>)
func.func @main(%x: memref<?x?xf32> {dl.dims = ["n", "m"]}, %y: memref<?xf32> {dl.dims = ["k"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %k = memref.dim %y, %c0 : memref<?xf32>
  %k3 = arith.muli %k, %c3 : index
  %a = memref.alloc(%n) : memref<?x16xf32>
  %b = memref.alloc(%m) : memref<?x16xf32>
  %c = memref.alloc(%k3) : memref<?x16xf32>
  call @all(%a, %b, %c) : (memref<?x16xf32>, memref<?x16xf32>, memref<?x16xf32>) -> ()
  return
}

// -----

// As many symbols and conditions as there may be; one more of each is refused.
// CHECK-LABEL: func.func @dl_sizes(
// CHECK-SAME:    memref<32xindex>, %{{.*}}: memref<129xindex>)
#c = {is = "at_least", nodes = "", sizes = affine_map<()[s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31] -> (s0, 2)>}
func.func @main(%x: memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32> {dl.dims = [
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14",
    "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "s28",
    "s29", "s30", "s31"]}) attributes {dl.size_checks = [
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c,
    #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c]} {
  return
}

// -----

// As many other sizes as there may be.
// CHECK-LABEL: func.func @dl_sizes(
// CHECK-SAME:    memref<1xindex>, %{{.*}}: memref<64xindex>)
func.func @main(%x: memref<?xf32> {dl.dims = ["n"]}, %y: memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32> {te.destination, dl.dims = [
    affine_map<()[s0] -> (s0 + 0)>, affine_map<()[s0] -> (s0 + 1)>, affine_map<()[s0] -> (s0 + 2)>,
    affine_map<()[s0] -> (s0 + 3)>, affine_map<()[s0] -> (s0 + 4)>, affine_map<()[s0] -> (s0 + 5)>,
    affine_map<()[s0] -> (s0 + 6)>, affine_map<()[s0] -> (s0 + 7)>, affine_map<()[s0] -> (s0 + 8)>,
    affine_map<()[s0] -> (s0 + 9)>, affine_map<()[s0] -> (s0 + 10)>, affine_map<()[s0] -> (s0 + 11)>,
    affine_map<()[s0] -> (s0 + 12)>, affine_map<()[s0] -> (s0 + 13)>,
    affine_map<()[s0] -> (s0 + 14)>, affine_map<()[s0] -> (s0 + 15)>,
    affine_map<()[s0] -> (s0 + 16)>, affine_map<()[s0] -> (s0 + 17)>,
    affine_map<()[s0] -> (s0 + 18)>, affine_map<()[s0] -> (s0 + 19)>,
    affine_map<()[s0] -> (s0 + 20)>, affine_map<()[s0] -> (s0 + 21)>,
    affine_map<()[s0] -> (s0 + 22)>, affine_map<()[s0] -> (s0 + 23)>,
    affine_map<()[s0] -> (s0 + 24)>, affine_map<()[s0] -> (s0 + 25)>,
    affine_map<()[s0] -> (s0 + 26)>, affine_map<()[s0] -> (s0 + 27)>,
    affine_map<()[s0] -> (s0 + 28)>, affine_map<()[s0] -> (s0 + 29)>,
    affine_map<()[s0] -> (s0 + 30)>, affine_map<()[s0] -> (s0 + 31)>,
    affine_map<()[s0] -> (s0 + 32)>, affine_map<()[s0] -> (s0 + 33)>,
    affine_map<()[s0] -> (s0 + 34)>, affine_map<()[s0] -> (s0 + 35)>,
    affine_map<()[s0] -> (s0 + 36)>, affine_map<()[s0] -> (s0 + 37)>,
    affine_map<()[s0] -> (s0 + 38)>, affine_map<()[s0] -> (s0 + 39)>,
    affine_map<()[s0] -> (s0 + 40)>, affine_map<()[s0] -> (s0 + 41)>,
    affine_map<()[s0] -> (s0 + 42)>, affine_map<()[s0] -> (s0 + 43)>,
    affine_map<()[s0] -> (s0 + 44)>, affine_map<()[s0] -> (s0 + 45)>,
    affine_map<()[s0] -> (s0 + 46)>, affine_map<()[s0] -> (s0 + 47)>,
    affine_map<()[s0] -> (s0 + 48)>, affine_map<()[s0] -> (s0 + 49)>,
    affine_map<()[s0] -> (s0 + 50)>, affine_map<()[s0] -> (s0 + 51)>,
    affine_map<()[s0] -> (s0 + 52)>, affine_map<()[s0] -> (s0 + 53)>,
    affine_map<()[s0] -> (s0 + 54)>, affine_map<()[s0] -> (s0 + 55)>,
    affine_map<()[s0] -> (s0 + 56)>, affine_map<()[s0] -> (s0 + 57)>,
    affine_map<()[s0] -> (s0 + 58)>, affine_map<()[s0] -> (s0 + 59)>,
    affine_map<()[s0] -> (s0 + 60)>, affine_map<()[s0] -> (s0 + 61)>,
    affine_map<()[s0] -> (s0 + 62)>]}) {
  return
}
