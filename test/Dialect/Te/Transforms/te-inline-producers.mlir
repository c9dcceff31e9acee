// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-inline-producers))" | FileCheck %s

// One reader, a formula of its own; a cheap one goes into both readers.
// CHECK-LABEL: func.func private @inlined
// CHECK-NOT: "exp"
// CHECK-NOT: "shifted"
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: %[[A:.*]] = te.read %{{.*}}[%i + 1] : tensor<10xf32>
// CHECK-NEXT: %[[E:.*]] = math.exp %[[A]]
// CHECK-NEXT: te.yield %[[E]]
// CHECK: te.compute "z"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: te.read %{{.*}}[-%i + 8] : tensor<10xf32>
func.func private @inlined(%x: tensor<10xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %shifted = te.compute "shifted" axes(i = 9) : tensor<9xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i + 1] : tensor<10xf32>
    te.yield %v : f32
  }
  %exp = te.compute "exp" axes(i = 9) : tensor<9xf32> {
  ^bb0(%i: index):
    %v = te.read %shifted[%i] : tensor<9xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %exp[%i] : tensor<9xf32>
    te.yield %v : f32
  }
  %z = te.compute "z" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %shifted[7 - %i] : tensor<9xf32>
    te.yield %v : f32
  }
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}

// Stages stay that reduce, cost more than a read and are read often, are returned, are read
// under a guard, or in the steps of a scan.
// CHECK-LABEL: func.func private @kept
// CHECK: te.compute "sum"
// CHECK: te.compute "exp"
// CHECK: te.compute "guarded"
// CHECK: te.compute "outside"
// CHECK: te.compute "y"
// CHECK: te.scan
func.func private @kept(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}, %p: tensor<3x8xf32> {te.destination}) -> (tensor<8x4xf32>, tensor<3x8xf32>) attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %sum = te.compute "sum" axes(i = 8) reduce(k = 4) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %exp = te.compute "exp" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %sum[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %guarded = te.compute "guarded" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i, 0] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %outside = te.compute "outside" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i, 1] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %y = te.compute "y" axes(i = 8, j = 4) : tensor<8x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %exp[%i] : tensor<8xf32>
    %w = te.read %guarded[%i - %j] where(%i - %j >= 0) else %zero : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  %z = te.scan "steps" time(t = 3) stack(0) : tensor<3x8xf32> {
  ^bb0(%t: index):
    %d = te.compute "d" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %outside[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    te.yield %d : tensor<8xf32>
  }
  return %y, %z : tensor<8x4xf32>, tensor<3x8xf32>
}

// The second of two results is read; other functions are left alone.
// CHECK-LABEL: func.func private @second
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: te.yield %i : index
func.func private @second(%o: tensor<8xindex> {te.destination}) -> tensor<8xindex> attributes {te.kernel} {
  %pair:2 = te.compute "pair" axes(i = 8) : tensor<8xi1>, tensor<8xindex> {
  ^bb0(%i: index):
    %true = arith.constant true
    te.yield %true, %i : i1, index
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xindex> {
  ^bb0(%i: index):
    %v = te.read %pair#1[%i] : tensor<8xindex>
    te.yield %v : index
  }
  return %y : tensor<8xindex>
}

// CHECK-LABEL: func.func @no_kernel
// CHECK: te.compute "a"
// CHECK: te.compute "b"
func.func @no_kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = te.compute "a" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %b = te.compute "b" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %a[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %b : tensor<8xf32>
}
