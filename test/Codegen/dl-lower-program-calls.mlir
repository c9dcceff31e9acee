// RUN: dl-opt %s --dl-lower-program-calls --split-input-file --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --dl-lower-program-calls --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-3: {{^module}}
// PRINTED-NOT: {{^module}}

// Address and bytes of each operand, in its order; the kernel goes.
// CHECK:       llvm.mlir.global private constant @program_nodes_0("Conv_1\00")
// CHECK:       func.func private @dlc_run_program(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32) -> i32
// CHECK-NOT:   @conv
// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[HANDLE:.*]]: !llvm.ptr, %[[X:.*]]: memref<4x16xi8>, %[[Y:.*]]: memref<2x16xi32>)
// CHECK:         %[[COUNT:.*]] = arith.constant 2 : i32
// CHECK:         %[[SPANS:.*]] = llvm.alloca %[[COUNT]] x !llvm.struct<(ptr, i64)>
// CHECK:         %[[AX:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK:         %[[IX:.*]] = arith.index_cast %[[AX]]
// CHECK:         %[[PX:.*]] = llvm.inttoptr %[[IX]]
// CHECK:         %[[BX:.*]] = arith.constant 64 : i64
// CHECK:         %[[X0:.*]] = llvm.getelementptr %[[SPANS]][0, 0]
// CHECK:         llvm.store %[[PX]], %[[X0]]
// CHECK:         %[[X1:.*]] = llvm.getelementptr %[[SPANS]][0, 1]
// CHECK:         llvm.store %[[BX]], %[[X1]]
// CHECK:         %[[AY:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK:         arith.constant 128 : i64
// CHECK:         llvm.getelementptr %[[SPANS]][1, 0]
// CHECK:         %[[NODES:.*]] = llvm.mlir.addressof @program_nodes_0
// CHECK:         %[[NUMBER:.*]] = arith.constant 3 : i32
// CHECK:         call @dlc_run_program(%[[HANDLE]], %[[NODES]], %[[NUMBER]], %[[SPANS]], %[[COUNT]])
// CHECK-NOT:     call @conv
module attributes {dl.model = {accelerator = {programs = [0, 1, 2, 3]}}} {
  func.func private @conv(%x: memref<4x16xi8>, %y: memref<2x16xi32>) attributes {dl.program = 3 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr, %x: memref<4x16xi8>, %y: memref<2x16xi32>) {
    call @conv(%x, %y) : (memref<4x16xi8>, memref<2x16xi32>) -> () loc("Conv_1")
    return
  }
}

// -----

// expected-error @+1 {{expected @main to take the run's handle first; run dl-describe-model before}}
module {
  func.func private @conv(%x: memref<4xi8>) attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main(%x: memref<4xi8>) {
    call @conv(%x) : (memref<4xi8>) -> ()
    return
  }
}

// -----

module attributes {dl.model = {accelerator = {programs = [0]}}} {
  func.func private @conv(%x: memref<?xi8>) attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr, %x: memref<?xi8>) {
    // expected-error @+1 {{expected row-major buffers of whole bytes as operands of a program, got 'memref<?xi8>'}}
    call @conv(%x) : (memref<?xi8>) -> ()
    return
  }
}

// -----

module attributes {dl.model = {accelerator = {programs = [0]}}} {
  // expected-error @+1 {{expected to be one of the 1 programs of the model's accelerator, got 1 : i64}}
  func.func private @conv(%x: memref<4xi8>) attributes {dl.program = 1 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr, %x: memref<4xi8>) {
    call @conv(%x) : (memref<4xi8>) -> ()
    return
  }
}

// -----

// expected-error @+1 {{expected @main to take the run's handle first; run dl-describe-model before}}
module attributes {dl.model = {accelerator = {programs = [0]}}} {
  func.func private @no_main(%x: memref<4xi8>) attributes {dl.program = 0 : i64} {
    return
  }
}

// -----

// expected-error @+1 {{expected @main to take the run's handle first; run dl-describe-model before}}
module attributes {dl.model = {accelerator = {programs = [0]}}} {
  func.func private @no_arguments() attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main() {
    call @no_arguments() : () -> ()
    return
  }
}

// -----

// A model that brings no programs along.
module attributes {dl.model = {accelerator = {}}} {
  // expected-error @+1 {{expected to be one of the 0 programs of the model's accelerator, got 0 : i64}}
  func.func private @conv(%x: memref<4xi8>) attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr) {
    return
  }
}

// -----

module attributes {dl.model = {accelerator = {programs = [0]}}} {
  func.func private @conv(%x: memref<4x4xi8, strided<[8, 1]>>) attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr, %x: memref<4x4xi8, strided<[8, 1]>>) {
    // expected-error @+1 {{expected row-major buffers of whole bytes as operands of a program, got 'memref<4x4xi8, strided<[8, 1]>>'}}
    call @conv(%x) : (memref<4x4xi8, strided<[8, 1]>>) -> ()
    return
  }
}

// -----

module attributes {dl.model = {accelerator = {programs = [0]}}} {
  func.func private @conv(%x: memref<4xi8>, %y: memref<4xi4>) attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr, %x: memref<4xi8>, %y: memref<4xi4>) {
    // expected-error @+1 {{expected row-major buffers of whole bytes as operands of a program, got 'memref<4xi4>'}}
    call @conv(%x, %y) : (memref<4xi8>, memref<4xi4>) -> ()
    return
  }
}

// -----

module attributes {dl.model = {accelerator = {programs = [0]}}} {
  func.func private @conv(%n: i64) attributes {dl.program = 0 : i64} {
    return
  }
  func.func @main(%run: !llvm.ptr, %n: i64) {
    // expected-error @+1 {{expected row-major buffers of whole bytes as operands of a program, got 'i64'}}
    call @conv(%n) : (i64) -> ()
    return
  }
}

// -----

// Of several calls each has its nodes; calls of others stay, as does a module without programs.
// CHECK-DAG:   llvm.mlir.global private constant @program_nodes_0("Conv_1\00")
// CHECK-DAG:   llvm.mlir.global private constant @program_nodes_1("Conv_2\00")
// CHECK-LABEL: func.func @main
// CHECK:         llvm.mlir.addressof @program_nodes_0
// CHECK:         arith.constant 1 : i32
// CHECK:         call @dlc_run_program(
// CHECK:         call @other(
// CHECK:         llvm.mlir.addressof @program_nodes_1
// CHECK:         arith.constant 0 : i32
// CHECK:         call @dlc_run_program(
module attributes {dl.model = {accelerator = {programs = [0, 1]}}} {
  func.func private @first(%x: memref<4xi8>) attributes {dl.program = 0 : i64} {
    return
  }
  func.func private @second(%x: memref<4xi8>) attributes {dl.program = 1 : i64} {
    return
  }
  func.func private @other(%x: memref<4xi8>) {
    return
  }
  func.func @main(%run: !llvm.ptr, %x: memref<4xi8>) {
    call @second(%x) : (memref<4xi8>) -> () loc("Conv_1")
    call @other(%x) : (memref<4xi8>) -> ()
    call @first(%x) : (memref<4xi8>) -> () loc("Conv_2")
    return
  }
}

// -----

// CHECK-LABEL: func.func @without
// CHECK-NOT:   dlc_run_program
func.func @without(%x: memref<4xi8>) {
  return
}
