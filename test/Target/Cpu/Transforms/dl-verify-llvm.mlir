// RUN: dl-opt %s --dl-verify-llvm --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-1: {{^module}}
// PRINTED-NOT: {{^module}}

// Loops of omp are translated beside the llvm dialect.
module {
  llvm.func @good(%p: !llvm.ptr) -> f32 {
    omp.parallel {
      omp.terminator
    }
    %0 = llvm.load %p : !llvm.ptr -> f32
    llvm.return %0 : f32
  }
}

// -----

// expected-error @below {{'func.func' op (V1) must not be at the level of the llvm dialect, whose functions are llvm.func; run dl-cpu-to-llvm-pipeline}}
func.func private @function()

// -----

llvm.func @result() {
  // expected-error @below {{'memref.alloca' op (V2) must not be at the level of the llvm dialect, which has no 'memref<4xf32>'; run dl-cpu-to-llvm-pipeline}}
  %0 = memref.alloca() : memref<4xf32>
  llvm.return
}

// -----

llvm.func @operand(%p: !llvm.ptr) {
  // expected-error @below {{which has no 'index'}}
  %0 = arith.constant 0 : index
  llvm.return
}
