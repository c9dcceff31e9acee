// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s

// Updates in place, and what hinders them.

// A base that is read a second time is copied.
// CHECK-LABEL: kernel @twice:
// CHECK-NEXT:   zero: at root, 5xf32, 20 bytes, taken whole
// CHECK-NEXT:     for i in 0..5
// CHECK-NEXT:       zero[i] = f()
// CHECK-NEXT:   S: at root, scatter into a copy of zero, 5xf32, 20 bytes
// CHECK-NEXT:     for u in 0..9 sequential
// CHECK-NEXT:       S[3] = add(S[3], f(arg0[u]))
// CHECK-NEXT:   D: at root, 5xf32, 20 bytes, a result
// CHECK-NEXT:     for i in 0..5
// CHECK-NEXT:       D[i] = f(S[i], zero[i])
func.func private @twice(%x: tensor<9xf32>, %o: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel} {
  %zero = te.compute "zero" axes(i = 5) : tensor<5xf32> {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }
  %s = te.scatter "S" into %zero axes(u = 9) combine(add) : tensor<5xf32> {
  ^bb0(%u0: index):
    %place = arith.constant 3 : index
    %v = te.read %x[%u0] : tensor<9xf32>
    te.yield %v, %place : f32, index
  }
  %d = te.compute "D" axes(i = 5) : tensor<5xf32> {
  ^bb0(%i: index):
    %v = te.read %s[%i] : tensor<5xf32>
    %w = te.read %zero[%i] : tensor<5xf32>
    %n = arith.addf %v, %w : f32
    te.yield %n : f32
  }
  return %d : tensor<5xf32>
}

// So is one whose size is known only at run time.
// CHECK-LABEL: kernel @open:
// CHECK-NEXT:   start: at root, ?xindex, taken whole
// CHECK-NEXT:     for i in 0..?
// CHECK-NEXT:       start[i] = f()
// CHECK-NEXT:   S: at root, scatter into a copy of start, ?xindex, a result
// CHECK-NEXT:     for u in 0..9 sequential
// CHECK-NEXT:       S[3] = f(arg0[u])
func.func private @open(%x: tensor<9xindex>, %n: index, %o: tensor<?xindex> {te.destination}) -> tensor<?xindex> attributes {te.kernel} {
  %start = te.compute "start" axes(i = %n) : tensor<?xindex> {
  ^bb0(%i: index):
    te.yield %i : index
  }
  %s = te.scatter "S" into %start axes(u = 9) : tensor<?xindex> {
  ^bb0(%u0: index):
    %place = arith.constant 3 : index
    %v = te.read %x[%u0] : tensor<9xindex>
    te.yield %v, %place : index, index
  }
  return %s : tensor<?xindex>
}

// Updates that are indices have no size that is known here.
// CHECK-LABEL: kernel @places:
// CHECK-NEXT:   S: at root, scatter into a copy of arg1, 5xindex, a result
// CHECK-NEXT:     for u in 0..9 sequential
// CHECK-NEXT:       S[3] = f(arg0[u])
func.func private @places(%x: tensor<9xindex>, %b: tensor<5xindex>, %o: tensor<5xindex> {te.destination}) -> tensor<5xindex> attributes {te.kernel} {
  %s = te.scatter "S" into %b axes(u = 9) : tensor<5xindex> {
  ^bb0(%u0: index):
    %place = arith.constant 3 : index
    %v = te.read %x[%u0] : tensor<9xindex>
    te.yield %v, %place : index, index
  }
  return %s : tensor<5xindex>
}
