// Where kernels write to, as the description tells it; -2 is elsewhere than in the arena, -1,
// and in the outputs, which are numbered.
// RUN: dl-opt %s --dl-describe-model --split-input-file | FileCheck %s

// Views whose offset is not known, whose elements do not lie one behind the other, that begin
// at a step or that are one of two; an input.
// CHECK:      calls = [
// CHECK-SAME: {kernel = "k", nodes = "", outputs = [{offset = 64 : i64, output = -1 : i64,
// CHECK-SAME: {kernel = "k", nodes = "", outputs = [{offset = 0 : i64, output = -2 : i64,
// CHECK-SAME: {kernel = "strided", nodes = "", outputs = [{offset = 0 : i64, output = -2 : i64,
// CHECK-SAME: {kernel = "k", nodes = "", outputs = [{offset = 0 : i64, output = -2 : i64,
// CHECK-SAME: {kernel = "k", nodes = "", outputs = [{offset = 0 : i64, output = -2 : i64,
// CHECK-SAME: {kernel = "k", nodes = "", outputs = [{offset = 0 : i64, output = -2 : i64,
func.func private @k(%o: memref<4xf32> {te.destination}) attributes {te.kernel} {
  return
}
func.func private @strided(%o: memref<4xf32, strided<[2]>> {te.destination}) attributes {te.kernel} {
  return
}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<256xi8> {dl.arena}, %x: memref<4xf32>, %y: memref<3x4xf32> {te.destination}, %n: memref<1xi64>) {
  %c64 = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  %value = memref.load %n[%c0] : memref<1xi64>
  %i = arith.index_cast %value : i64 to index
  %p = arith.cmpi eq, %i, %c0 : index
  %known = memref.view %arena[%c64][] : memref<256xi8> to memref<4xf32>
  call @k(%known) : (memref<4xf32>) -> ()
  %unknown = memref.view %arena[%i][] : memref<256xi8> to memref<4xf32>
  call @k(%unknown) : (memref<4xf32>) -> ()
  %eight = memref.view %arena[%c64][] : memref<256xi8> to memref<8xf32>
  %even = memref.subview %eight[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  call @strided(%even) : (memref<4xf32, strided<[2]>>) -> ()
  %step = te.step %y[%i] : memref<3x4xf32> to memref<4xf32>
  call @k(%step) : (memref<4xf32>) -> ()
  %either = arith.select %p, %known, %unknown : memref<4xf32>
  call @k(%either) : (memref<4xf32>) -> ()
  call @k(%x) : (memref<4xf32>) -> ()
  return
}

// -----

// A model without inputs and outputs is one, and so is one whose input has no elements or a
// size that its name tells.
// CHECK: module attributes {dl.level = "bufferized", dl.model = {arena_size = 64 : i64, calls = [], inputs = [], max_threads = 1 : i64, outputs = [], weights_size = 0 : i64}}
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}) {
  return
}

// -----

// CHECK:      inputs = [{name = "input0", type = tensor<0xf32>}, {dims = array<i64: -1, 2>, name = "input1", type = tensor<?x2xi16>}]
// CHECK-SAME: sizes = 0 : i64, symbols = ["n"]
func.func @main(%w: memref<64xi8> {dl.weights}, %arena: memref<64xi8> {dl.arena}, %x: memref<0xf32>, %y: memref<?x2xi16> {dl.dims = ["n", 2]}) {
  return
}
