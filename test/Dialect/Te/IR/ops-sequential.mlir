// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s
// RUN: dl-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @scatter
func.func @scatter(%x: tensor<16x4xf32>, %indices: tensor<?xi64>, %updates: tensor<?x4xf32>, %n: index) -> tensor<16x4xf32> {
  // CHECK: te.scatter "y" into %{{.*}} axes(u = %{{.*}}, c = 4) combine(add) : tensor<16x4xf32> attributes {note = "kept"} {
  // CHECK-NEXT: ^bb0(%u: index, %c: index):
  %y = te.scatter "y" into %x axes(u = %n, c = 4) combine(add) : tensor<16x4xf32> attributes {note = "kept"} {
  ^bb0(%u: index, %c: index):
    %i = te.read %indices[%u] : tensor<?xi64>
    %row = arith.index_cast %i : i64 to index
    %v = te.read %updates[%u, %c] : tensor<?x4xf32>
    // CHECK: te.yield %{{.*}}, %{{.*}}, %c : f32, index, index
    te.yield %v, %row, %c : f32, index, index
  }
  // CHECK: te.scatter "last" into %{{.*}} axes(u = 3) : tensor<16x4xf32> {
  %last = te.scatter "last" into %y axes(u = 3) : tensor<16x4xf32> {
  ^bb0(%u: index):
    %v = te.read %x[%u, 0] : tensor<16x4xf32>
    te.yield %v, %u, %u : f32, index, index
  }
  return %last : tensor<16x4xf32>
}

// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<4x?xf32>, %zero: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4x?xf32>) {
  // CHECK: te.scan "cumsum" time(t = %{{.*}}) reverse init(%{{.*}}) stack(1) : tensor<4xf32>, tensor<4x?xf32> attributes {note = "kept"} {
  // CHECK-NEXT: ^bb0(%t: index, %{{.*}}: tensor<4xf32>):
  %c:2 = te.scan "cumsum" time(t = %n) reverse init(%zero) stack(1) : tensor<4xf32>, tensor<4x?xf32> attributes {note = "kept"} {
  ^bb0(%t: index, %s: tensor<4xf32>):
    %next = te.compute "add" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      %b = te.read %x[%i, %t] : tensor<4x?xf32>
      %r = arith.addf %a, %b : f32
      te.yield %r : f32
    }
    // CHECK: te.yield %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>
    te.yield %next, %next : tensor<4xf32>, tensor<4xf32>
  }
  // No state, nothing stacked.
  // CHECK: te.scan "squares" time(t = 3) stack(0) : tensor<3xindex> {
  %squares = te.scan "squares" time(t = 3) stack(0) : tensor<3xindex> {
  ^bb0(%t: index):
    %square = te.compute "square" axes() : tensor<index> {
      %p = arith.muli %t, %t : index
      te.yield %p : index
    }
    te.yield %square : tensor<index>
  }
  // CHECK: te.scan "last" time(t = 3) init(%{{.*}}) : tensor<4xf32> {
  %last = te.scan "last" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %s: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return %c#0, %c#1 : tensor<4xf32>, tensor<4x?xf32>
}

// CHECK-LABEL: func.func @extern
func.func @extern(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK: %{{.*}}:2 = te.extern "split" @my_split(%{{.*}}) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  %y:2 = te.extern "split" @my_split(%x) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  // CHECK: te.extern "sum" @my_sum(%{{.*}}#0) into(%{{.*}} : tensor<4xf32>) : (tensor<4x8xf32>) -> tensor<4xf32>
  %z = te.extern "sum" @my_sum(%y#0) into(%o : tensor<4xf32>) : (tensor<4x8xf32>) -> tensor<4xf32>
  return %y#0, %z : tensor<4x8xf32>, tensor<4xf32>
}
