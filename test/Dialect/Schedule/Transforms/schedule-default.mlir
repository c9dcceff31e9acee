// RUN: dl-opt %s --schedule-default | FileCheck %s
// RUN: dl-opt %s --schedule-default=vectorize=false | FileCheck %s --check-prefix=SCALAR
// RUN: dl-opt %s --schedule-default=parallel=false | FileCheck %s --check-prefix=SERIAL
// RUN: dl-opt %s --schedule-default --schedule-apply | FileCheck %s --check-prefix=APPLIED

// The sequences are for later passes and for people; without vectors or threads
// the loops stay and the marks go.
// SCALAR-NOT: schedule.vectorize
// SCALAR-NOT: schedule.unroll
// SERIAL-NOT: schedule.parallel
// APPLIED-NOT: te.compute
// APPLIED-NOT: schedule.sequence

// CHECK-LABEL: func.func private @matmul_bias_relu(
// CHECK-SAME: schedule.sequence = @schedules::@matmul_bias_relu
func.func private @matmul_bias_relu(%x: tensor<128x768xf32>, %w: tensor<768x1000xf32> {te.layout_free}, %b: tensor<1000xf32>, %o: tensor<128x1000xf32> {te.destination}) -> tensor<128x1000xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %c = te.compute "matmul" axes(m = 128, n = 1000) reduce(k = 768) combine(add) : tensor<128x1000xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<128x768xf32>
    %1 = te.read %w[%k, %n] : tensor<768x1000xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  %a = te.compute "bias" axes(m = 128, n = 1000) : tensor<128x1000xf32> {
  ^bb0(%m: index, %n: index):
    %0 = te.read %c[%m, %n] : tensor<128x1000xf32>
    %1 = te.read %b[%n] : tensor<1000xf32>
    %2 = arith.addf %0, %1 : f32
    te.yield %2 : f32
  }
  %r = te.compute "relu" axes(m = 128, n = 1000) : tensor<128x1000xf32> {
  ^bb0(%m: index, %n: index):
    %0 = te.read %a[%m, %n] : tensor<128x1000xf32>
    %1 = arith.maximumf %0, %zero : f32
    te.yield %1 : f32
  }
  return %r : tensor<128x1000xf32>
}

// CHECK-LABEL: func.func private @softmax(
func.func private @softmax(%x: tensor<256x128xf32>, %o: tensor<256x128xf32> {te.destination}) -> tensor<256x128xf32> attributes {te.kernel} {
  %max = te.compute "max" axes(i = 256) reduce(j = 128) combine(max) : tensor<256xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<256x128xf32>
    te.yield %0 : f32
  }
  %exp = te.compute "exp" axes(i = 256, j = 128) : tensor<256x128xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<256x128xf32>
    %1 = te.read %max[%i] : tensor<256xf32>
    %2 = arith.subf %0, %1 : f32
    %3 = math.exp %2 : f32
    te.yield %3 : f32
  }
  %sum = te.compute "sum" axes(i = 256) reduce(j = 128) combine(add) : tensor<256xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %exp[%i, %j] : tensor<256x128xf32>
    te.yield %0 : f32
  }
  %div = te.compute "div" axes(i = 256, j = 128) : tensor<256x128xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %exp[%i, %j] : tensor<256x128xf32>
    %1 = te.read %sum[%i] : tensor<256xf32>
    %2 = arith.divf %0, %1 : f32
    te.yield %2 : f32
  }
  return %div : tensor<256x128xf32>
}

// CHECK-LABEL: func.func private @pool(
func.func private @pool(%x: tensor<4x8x8x16xf32>, %o: tensor<4x8x8x16xf32> {te.destination}) -> tensor<4x8x8x16xf32> attributes {te.kernel} {
  %low = arith.constant 0xFF800000 : f32
  %pad = te.compute "pad" axes(c = 4, h = 10, w = 10, l = 16) : tensor<4x10x10x16xf32> {
  ^bb0(%c: index, %h: index, %w: index, %l: index):
    %0 = te.read %x[%c, %h - 1, %w - 1, %l] where(%h - 1 >= 0, 8 - %h >= 0, %w - 1 >= 0, 8 - %w >= 0) else %low : tensor<4x8x8x16xf32>
    te.yield %0 : f32
  }
  %pool = te.compute "pool" axes(c = 4, h = 8, w = 8, l = 16) reduce(kh = 3, kw = 3) combine(max) : tensor<4x8x8x16xf32> {
  ^bb0(%c: index, %h: index, %w: index, %l: index, %kh: index, %kw: index):
    %0 = te.read %pad[%c, %h + %kh, %w + %kw, %l] : tensor<4x10x10x16xf32>
    te.yield %0 : f32
  }
  return %pool : tensor<4x8x8x16xf32>
}

// CHECK-LABEL: func.func private @padded_rows(
func.func private @padded_rows(%x: tensor<8x126xf32>, %o: tensor<8x128xf32> {te.destination}) -> tensor<8x128xf32> attributes {te.kernel} {
  %low = arith.constant 0xFF800000 : f32
  %pad = te.compute "pad" axes(i = 8, j = 128) : tensor<8x128xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j - 1] where(%j - 1 >= 0, 126 - %j >= 0) else %low : tensor<8x126xf32>
    te.yield %0 : f32
  }
  %max = te.compute "max" axes(i = 8) reduce(j = 128) combine(max) : tensor<8xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %pad[%i, %j] : tensor<8x128xf32>
    te.yield %0 : f32
  }
  %d = te.compute "shifted" axes(i = 8, j = 128) : tensor<8x128xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %pad[%i, %j] : tensor<8x128xf32>
    %1 = te.read %max[%i] : tensor<8xf32>
    %2 = arith.subf %0, %1 : f32
    te.yield %2 : f32
  }
  return %d : tensor<8x128xf32>
}

// A schedule that is there stays.
// CHECK-LABEL: func.func private @mine(
// CHECK-SAME: schedule.sequence = @library::@mine
func.func private @mine(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @library::@mine} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
module @library attributes {transform.with_named_sequence} {
  transform.named_sequence @mine(%f: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// The bias is inlined, the weights are asked for in panels of the tile's width,
// the reduction is computed in the register tile of the last stage.
// CHECK-LABEL: transform.named_sequence @matmul_bias_relu(
// CHECK: schedule.compute_inline %bias
// CHECK: %[[C:.*]] = schedule.stage %{{.*}}["matmul"]
// CHECK: schedule.transform_layout %[[C]] reads operand 1 by #[[PANELS:map.*]]
// CHECK: schedule.split %[[C]]{{.*}} by 6
// CHECK: schedule.split %[[C]]{{.*}} by 64
// CHECK: schedule.split %[[C]]{{.*}} by 4
// CHECK: schedule.vectorize %[[C]]
// CHECK: %[[R:.*]] = schedule.stage %{{.*}}["relu"]
// CHECK: schedule.compute_at %[[C]] at %[[R]]
// CHECK: schedule.parallel %[[R]]

// All stages of a row are computed at the row.
// CHECK-LABEL: transform.named_sequence @softmax(
// CHECK: schedule.compute_at %sum at %div[%[[ROW:.*]]]
// CHECK: schedule.compute_at %exp at %div[%[[ROW]]]
// CHECK: schedule.compute_at %max at %div[%[[ROW]]]
// CHECK: schedule.parallel %div[%[[ROW]]]

// Padding stays at root.
// CHECK-LABEL: transform.named_sequence @pool(
// CHECK-NOT: compute_at
// CHECK: transform.yield

// A guarded producer of rows is computed ahead of all of them.
// CHECK-LABEL: transform.named_sequence @padded_rows(
// CHECK-NOT: schedule.compute_at %pad
// CHECK: schedule.compute_at %max at %shifted
// CHECK-NOT: schedule.compute_at %pad
// CHECK: transform.yield
// CHECK-NOT: transform.named_sequence @mine

// An index counts as 64 bits: vectors of a kernel that returns them have a length.
// CHECK-LABEL: transform.named_sequence {{.*}}@indices
// CHECK: schedule.vectorize
func.func private @indices(%o: tensor<8xindex> {te.destination}) -> tensor<8xindex> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 8) : tensor<8xindex> {
  ^bb0(%i: index):
    te.yield %i : index
  }
  return %y : tensor<8xindex>
}
