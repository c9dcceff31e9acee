// Every attribute, where it stands.
// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s -emit-bytecode | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s

// CHECK-DAG: #[[TWICE:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG: #[[FOUR:.*]] = affine_map<()[s0] -> (s0, 4)>
// CHECK: module attributes {
// CHECK-SAME: dl.arena_size = 128 : i64, dl.level = "te", dl.model = {arena_size = 128 : i64}
// CHECK-SAME: dl.target_features = ["avx2", "fma"]
// CHECK-SAME: dl.weights = [{offset = 0 : i64, value = dense<1.000000e+00> : tensor<2xf32>}], dl.weights_size = 64 : i64
module attributes {
    dl.target_features = ["avx2", "fma"], dl.arena_size = 128, dl.level = "te", dl.model = {arena_size = 128},
    dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 64} {

// CHECK: func.func private @sizes(tensor<?x4xf32> {dl.dims = ["batch", 4], dl.name = "x"},
// CHECK-SAME: tensor<?xf32> {dl.dims = [#[[TWICE]]]}) -> (tensor<4xf32> {dl.name = "y"})
// CHECK-SAME: attributes {dl.size_checks = [{is = "equal", nodes = "n", sizes = #[[FOUR]]}]}
func.func private @sizes(
    tensor<?x4xf32> {dl.name = "x", dl.dims = ["batch", 4]},
    tensor<?xf32> {dl.dims = [affine_map<()[s0] -> (s0 * 2)>]}) -> (tensor<4xf32> {dl.name = "y"})
    attributes {dl.size_checks = [{is = "equal", nodes = "n", sizes = affine_map<()[s0] -> (s0, 4)>}]}

// CHECK: func.func private @values(tensor<2xi64> {dl.name = "s"}, tensor<?x0xi8> {dl.size_value = {element = 0 : i64, input = 0 : i64}},
// CHECK-SAME: tensor<?x0xi8> {dl.size_value = {above = 4 : i64, element = 1 : i64, input = 0 : i64}})
func.func private @values(
    tensor<2xi64> {dl.name = "s"}, tensor<?x0xi8> {dl.size_value = {input = 0, element = 0}},
    tensor<?x0xi8> {dl.size_value = {input = 0, element = 1, above = 4}})

// What dims say of buffers is no rule of the dialect: their shapes may be others.
// CHECK: func.func private @buffers(memref<8xi8> {dl.weights}, memref<8xi8> {dl.arena}, memref<8xi8> {dl.scratch},
// CHECK-SAME: memref<0x1xf32> {dl.dims = ["n", 0, 3]})
func.func private @buffers(memref<8xi8> {dl.weights}, memref<8xi8> {dl.arena}, memref<8xi8> {dl.scratch},
                           memref<0x1xf32> {dl.dims = ["n", 0, 3]})

// Functions of llvm have pointers, which tell no size.
// CHECK: llvm.func @pointers(!llvm.ptr {dl.weights}, !llvm.ptr {dl.arena})
llvm.func @pointers(!llvm.ptr {dl.weights}, !llvm.ptr {dl.arena})

// CHECK: func.func private @test(tensor<2xf32> {dl.test_input = dense<1.000000e+00> : tensor<2xf32>})
// CHECK-SAME: -> (tensor<2xf32> {dl.test_expected = dense<2.000000e+00> : tensor<2xf32>})
func.func private @test(tensor<2xf32> {dl.test_input = dense<1.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<2.0> : tensor<2xf32>})

// A level has the name of a phase or of what it makes; what an accelerator is stands beside its programs.
// CHECK: module attributes {dl.accelerator = {digest = -7 : i64, kind = "vdla", machine = "paper", programs = [{bytes = array<i8: 1, 2>, name = "f"}]}, dl.level = "llvm-dialect"}
module attributes {
    dl.level = "llvm-dialect",
    dl.accelerator = {kind = "vdla", machine = "paper", digest = -7, programs = [{name = "f", bytes = array<i8: 1, 2>}]}} {
  // CHECK: func.func private @program() attributes {dl.program = 0 : i64}
  func.func private @program() attributes {dl.program = 0}
}
// CHECK: module attributes {dl.accelerator = {digest = 0 : i64, kind = "vdla", machine = "", programs = []}, dl.level = "schedule"}
module attributes {dl.level = "schedule", dl.accelerator = {kind = "vdla", machine = "", digest = 0, programs = []}} {}

// A size that a value decides may be bounded by a name or by no less than zero.
// CHECK: func.func private @bounds(tensor<?x0xi8> {dl.size_value = {below = 0 : i64, element = 0 : i64, input = 0 : i64}},
// CHECK-SAME: tensor<?x0xi8> {dl.size_value = {above = "n", element = 0 : i64, input = 0 : i64}})
func.func private @bounds(tensor<?x0xi8> {dl.size_value = {input = 0, element = 0, below = 0}},
                          tensor<?x0xi8> {dl.size_value = {input = 0, element = 0, above = "n"}})
}
