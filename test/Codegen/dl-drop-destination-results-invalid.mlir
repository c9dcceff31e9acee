// RUN: dl-opt %s --dl-drop-destination-results --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}
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

// -----

// More results than destinations.
func.func @more(%a: memref<4xf32> {te.destination}) -> (memref<4xf32>, memref<4xf32>) {
  // expected-note @+1 {{returned instead}}
  %0 = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{expected result 1 of @more to be its destination argument; write the value into destination 1 and return that}}
  return %a, %0 : memref<4xf32>, memref<4xf32>
}

// -----

// A loop that goes on with another buffer, and branches of which one returns another.
func.func @loop(%o: memref<4xf32> {te.destination}, %x: memref<4xf32>, %n: index) -> memref<4xf32> {
  // expected-note @+1 {{returned instead}}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %o) -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  }
  // expected-error @+1 {{expected result 0 of @loop to be its destination argument}}
  return %r : memref<4xf32>
}

// -----

func.func @branch(%o: memref<4xf32> {te.destination}, %x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // expected-note @+1 {{returned instead}}
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %o : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  // expected-error @+1 {{expected result 0 of @branch to be its destination argument}}
  return %r : memref<4xf32>
}

// -----

// A loop with a condition, which ends with another buffer or goes on with one.
func.func @end(%o: memref<4xf32> {te.destination}, %x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // expected-note @+1 {{returned instead}}
  %r = scf.while (%a = %o) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%c) %x : memref<4xf32>
  } do {
  ^bb0(%b: memref<4xf32>):
    scf.yield %b : memref<4xf32>
  }
  // expected-error @+1 {{expected result 0 of @end to be its destination argument}}
  return %r : memref<4xf32>
}

// -----

func.func @round(%o: memref<4xf32> {te.destination}, %x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // expected-note @+1 {{returned instead}}
  %r = scf.while (%a = %o) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%c) %a : memref<4xf32>
  } do {
  ^bb0(%b: memref<4xf32>):
    scf.yield %x : memref<4xf32>
  }
  // expected-error @+1 {{expected result 0 of @round to be its destination argument}}
  return %r : memref<4xf32>
}
