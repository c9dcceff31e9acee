// RUN: dl-opt %s --dl-drop-destination-results --split-input-file --verify-diagnostics
// RUN: not dl-opt %s --dl-drop-destination-results --split-input-file -o /dev/null 2>/dev/null

func.func @own(%x: memref<4xf32>, %o: memref<4xf32> {te.destination}) -> memref<4xf32> {
  // expected-note @+1 {{returned instead}}
  %0 = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{expected result 0 of @own to be its destination argument; write the value into destination 0 and return that}}
  return %0 : memref<4xf32>
}

// -----

// The right buffers in the wrong order.
// expected-note @+1 {{returned instead}}
func.func @swapped(%a: memref<4xf32> {te.destination}, %b: memref<4xf32> {te.destination})
    -> (memref<4xf32>, memref<4xf32>) {
  // expected-error @+1 {{expected result 0 of @swapped to be its destination argument; write the value into destination 0 and return that}}
  return %b, %a : memref<4xf32>, memref<4xf32>
}
