// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-remove-dead-stages))" | FileCheck %s

// CHECK-LABEL: func.func private @dead
// CHECK-NOT: "unused"
// CHECK-NOT: "source"
// CHECK: %[[B:.*]] = te.compute "both" axes(i = 8) : tensor<8xi64> {
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: te.yield %{{.*}} : i64
// CHECK: %[[S:.*]]:2 = te.scan "steps" time(t = 3) init(%{{.*}}) stack(1) : tensor<8xf32>, tensor<8x3xf32> {
// CHECK-NOT: "dropped"
// CHECK: te.yield %{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xf32>
// CHECK: %{{.*}}:2 = te.compute "pair"
// CHECK: return %[[B]], %[[S]]#1
func.func private @dead(%x: tensor<8xf32>, %o: tensor<8xi64> {te.destination}, %p: tensor<8x3xf32> {te.destination}, %q: tensor<f32> {te.destination})
    -> (tensor<8xi64>, tensor<8x3xf32>, tensor<f32>) attributes {te.kernel} {
  %source = te.compute "source" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %unused = te.compute "unused" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %source[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %both:2 = te.compute "both" axes(i = 8) : tensor<8xf32>, tensor<8xi64> {
  ^bb0(%i: index):
    %v = te.read %source[%i] : tensor<8xf32>
    %n = arith.index_cast %i : index to i64
    te.yield %v, %n : f32, i64
  }
  %steps:3 = te.scan "steps" time(t = 3) init(%x) stack(0, 1) : tensor<8xf32>, tensor<3x8xf32>, tensor<8x3xf32> {
  ^bb0(%t: index, %h: tensor<8xf32>):
    %next = te.compute "next" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<8xf32>
      %w = arith.addf %v, %v : f32
      te.yield %w : f32
    }
    %dropped = te.compute "dropped" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %next[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    te.yield %next, %dropped, %next : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  // Joined together: both stay.
  %pair:2 = te.compute "pair" axes() reduce(k = 8) combine(custom [0.0 : f32, 0.0 : f32] commutative) : tensor<f32>, tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<8xf32>
    te.yield %v, %v : f32, f32
  } join {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %s = arith.addf %a, %d : f32
    %r = arith.addf %b, %c : f32
    te.yield %s, %r : f32, f32
  }
  return %both#1, %steps#2, %pair#0 : tensor<8xi64>, tensor<8x3xf32>, tensor<f32>
}

// What is no kernel is left alone, and so is a scan whose results are all read.
// CHECK-LABEL: func.func private @no_kernel
// CHECK: te.compute "unused"
func.func private @no_kernel(%x: tensor<8xf32>) {
  %unused = te.compute "unused" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func private @all_read
// CHECK: %[[S:.*]]:2 = te.scan "steps" time(t = 3) init(%{{.*}}) stack(1) : tensor<8xf32>, tensor<8x3xf32> {
// CHECK: te.yield %{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xf32>
// CHECK: return %[[S]]#0, %[[S]]#1
func.func private @all_read(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8x3xf32> {te.destination}) -> (tensor<8xf32>, tensor<8x3xf32>) attributes {te.kernel} {
  %s:2 = te.scan "steps" time(t = 3) init(%x) stack(1) : tensor<8xf32>, tensor<8x3xf32> {
  ^bb0(%t: index, %h: tensor<8xf32>):
    %n = te.compute "n" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    te.yield %n, %n : tensor<8xf32>, tensor<8xf32>
  }
  return %s#0, %s#1 : tensor<8xf32>, tensor<8x3xf32>
}
