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

func.func @main(%n: index) {
  // expected-error @+1 {{expected a buffer of static shape and whole bytes in @main, got 'memref<?xf32>'; the arena is planned at compile time}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @main() -> memref<4xf32> {
  // expected-error @+1 {{expected @main to return none of its own buffers; write the result into a destination argument}}
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
