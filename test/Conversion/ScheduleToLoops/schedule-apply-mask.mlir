// RUN: dl-opt %s --schedule-apply --dl-verify-scheduled | FileCheck %s
// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: dl-opt %s --schedule-apply --dl-cpu-pipeline | FileCheck %s --check-prefix=LLVM

// Tails that are masked: behind a loop without loops inside, a step whose slices are shorter.

// CHECK-LABEL: func.func private @rows(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<197x13xf32>
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK-NOT: scf.for
// CHECK: %[[D:[^ ]*]] = tensor.insert_slice %{{.*}} into %{{.*}}[%[[I]], 0] [1, 8] [1, 1]
// CHECK: %[[S:[^ ]*]] = tensor.extract_slice %[[X]][%[[I]], 8] [1, 5] [1, 1] : tensor<197x13xf32> to tensor<5xf32>
// CHECK: %[[P:[^ ]*]] = tensor.pad %[[S]] low[0] high[3]
// CHECK: %[[E:[^ ]*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[T:[^ ]*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<8xf32>) outs(%[[E]] : tensor<8xf32>) {{.*}}schedule.vectorize
// CHECK: %[[V:[^ ]*]] = tensor.extract_slice %[[T]][0] [5] [1] : tensor<8xf32> to tensor<5xf32>
// CHECK: tensor.insert_slice %[[V]] into %[[D]][%[[I]], 8] [1, 5] [1, 1]
// LOOPS: for j.o in 0..2, the last of 5 in place of 8, masked as 8
// LLVM-LABEL: llvm.func {{.*}}@rows(
// LLVM: llvm.intr.masked.load {{.*}} -> vector<8xf32>
// LLVM: llvm.intr.masked.store {{.*}} : vector<8xf32>
func.func private @rows(%x: tensor<197x13xf32>, %o: tensor<197x13xf32> {te.destination}) -> tensor<197x13xf32> attributes {te.kernel, schedule.sequence = @schedules::@rows} {
  %d = te.compute "D" axes(i = 197, j = 13) : tensor<197x13xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<197x13xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<197x13xf32>
}

// The accumulator is whole. Products of zeros are no terms; others become the identity.
// CHECK-LABEL: func.func private @product(
// CHECK: %[[E:[^ ]*]] = tensor.empty() : tensor<16xf32>
// CHECK: linalg.fill {schedule.stage = "D.init", schedule.vectorize} {{.*}} outs(%[[E]] : tensor<16xf32>)
// CHECK: scf.for {{.*}} -> (tensor<16xf32>)
// CHECK: linalg.generic {{.*}} : tensor<4xf32>, tensor<4x16xf32>) outs({{.*}} : tensor<16xf32>)
// CHECK-NOT: arith.select
// CHECK: {schedule.axis = ["D", "k.o"]}
// LLVM-LABEL: llvm.func {{.*}}@product(
// LLVM: llvm.intr.masked.load {{.*}} -> vector<16xf32>
// LLVM: llvm.intr.fmuladd({{.*}}vector<16xf32>
// LLVM: llvm.intr.masked.store {{.*}} : vector<16xf32>
func.func private @product(%x: tensor<19xf32>, %y: tensor<19x21xf32>, %o: tensor<21xf32> {te.destination}) -> tensor<21xf32> attributes {te.kernel, schedule.sequence = @schedules::@product} {
  %d = te.compute "D" axes(j = 21) reduce(k = 19) combine(add) : tensor<21xf32> {
  ^bb0(%j: index, %k: index):
    %v = te.read %x[%k] : tensor<19xf32>
    %w = te.read %y[%k, %j] : tensor<19x21xf32>
    %s = arith.mulf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<21xf32>
}
// CHECK-LABEL: func.func private @maximum(
// CHECK: linalg.generic
// CHECK-NOT: arith.select
// CHECK: linalg.generic
// CHECK: %[[K:[^ ]*]] = linalg.index 0
// CHECK: %[[N:[^ ]*]] = arith.constant 5
// CHECK: %[[DUE:[^ ]*]] = arith.cmpi ult, %[[K]], %[[N]]
// CHECK: arith.select %[[DUE]], %{{.*}}, %{{.*}} : f32
func.func private @maximum(%x: tensor<13xf32>, %o: tensor<f32> {te.destination}) -> tensor<f32> attributes {te.kernel, schedule.sequence = @schedules::@maximum} {
  %d = te.compute "D" axes() reduce(k = 13) combine(max) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<13xf32>
    te.yield %v : f32
  }
  return %d : tensor<f32>
}

// The masked step is as short as powers of two are; one that is left over is whole.
// CHECK-LABEL: func.func private @narrow(
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<32xf32>)
// CHECK: {schedule.axis = ["D", "j.o"]}
// CHECK-NOT: scf.for
// CHECK: tensor.extract_slice %{{.*}}[64] [5] [1] : tensor<69xf32> to tensor<5xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
// LOOPS: for j.o in 0..3, the last of 5 in place of 32, masked as 8
func.func private @narrow(%x: tensor<69xf32>, %o: tensor<69xf32> {te.destination}) -> tensor<69xf32> attributes {te.kernel, schedule.sequence = @schedules::@narrow} {
  %d = te.compute "D" axes(j = 69) : tensor<69xf32> {
  ^bb0(%j: index):
    %v = te.read %x[%j] : tensor<69xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<69xf32>
}
// CHECK-LABEL: func.func private @power(
// CHECK-NOT: tensor.pad
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK-NOT: tensor.pad
// CHECK: return
// LOOPS: for j.o in 0..3, the last of 4 in place of 32, masked as 4
func.func private @power(%x: tensor<68xf32>, %o: tensor<68xf32> {te.destination}) -> tensor<68xf32> attributes {te.kernel, schedule.sequence = @schedules::@narrow} {
  %d = te.compute "D" axes(j = 68) : tensor<68xf32> {
  ^bb0(%j: index):
    %v = te.read %x[%j] : tensor<68xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<68xf32>
}

// With loops inside, the masked step is the last one of the loop: their code is there once.
// CHECK-LABEL: func.func private @around(
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3
// CHECK: %[[N:[^ ]*]] = affine.min
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16xf32>)
// CHECK: {schedule.axis = ["D", "k"]}
// CHECK: tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<16xf32> to tensor<?xf32>
// CHECK: {schedule.axis = ["D", "j.o"]}
// CHECK-NOT: {schedule.axis = ["D", "j.o"]}
// CHECK: return
// LOOPS: for j.o in 0..3, the last of 5 in place of 16, masked{{$}}
func.func private @around(%x: tensor<19xf32>, %y: tensor<19x37xf32>, %o: tensor<37xf32> {te.destination}) -> tensor<37xf32> attributes {te.kernel, schedule.sequence = @schedules::@around} {
  %d = te.compute "D" axes(j = 37) reduce(k = 19) combine(add) : tensor<37xf32> {
  ^bb0(%j: index, %k: index):
    %v = te.read %x[%k] : tensor<19xf32>
    %w = te.read %y[%k, %j] : tensor<19x37xf32>
    %s = arith.mulf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<37xf32>
}

// An extent known only at run time: one loop.
// CHECK-LABEL: func.func private @open(
// CHECK: %[[N:[^ ]*]] = tensor.dim
// CHECK: %[[COUNT:[^ ]*]] = affine.apply #{{.*}}(%[[N]])
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]]
// CHECK: tensor.pad
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<8xf32>)
// CHECK: {schedule.axis = ["D", "j.o"]}
// CHECK-NOT: scf.for
// CHECK: return
// LOOPS: for j.o in 0..?, steps of 8, the rest masked
func.func private @open(%x: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel, schedule.sequence = @schedules::@open} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = te.compute "D" axes(j = %n) : tensor<?xf32> {
  ^bb0(%j: index):
    %v = te.read %x[%j] : tensor<?xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<?xf32>
}

// A loop inside of the step: what is left over there is peeled.
// CHECK-LABEL: func.func private @loop_inside(
// CHECK-NOT: tensor.pad
// CHECK: return
// LOOPS: for j.o in 0..2, the last of 5 in place of 8, peeled
func.func private @loop_inside(%x: tensor<13xf32>, %o: tensor<13xf32> {te.destination}) -> tensor<13xf32> attributes {te.kernel, schedule.sequence = @schedules::@loop_inside} {
  %d = te.compute "D" axes(j = 13) : tensor<13xf32> {
  ^bb0(%j: index):
    %v = te.read %x[%j] : tensor<13xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<13xf32>
}

func.func @main(%x: tensor<197x13xf32> {dl.name = "x"}, %v: tensor<19xf32> {dl.name = "v"}, %y: tensor<19x21xf32> {dl.name = "y"},
                %o0: tensor<197x13xf32> {te.destination, dl.name = "o0"}, %o1: tensor<21xf32> {te.destination, dl.name = "o1"})
    -> (tensor<197x13xf32> {dl.name = "o0"}, tensor<21xf32> {dl.name = "o1"}) {
  %0 = call @rows(%x, %o0) : (tensor<197x13xf32>, tensor<197x13xf32>) -> tensor<197x13xf32>
  %1 = call @product(%v, %y, %o1) : (tensor<19xf32>, tensor<19x21xf32>, tensor<21xf32>) -> tensor<21xf32>
  return %0, %1 : tensor<197x13xf32>, tensor<21xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @rows(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @product(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %D[%j] by 16 tail mask
    %ko, %ki = schedule.split %D[%k] by 4 tail mask
    schedule.reorder %D[%jo, %ko, %ki, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ki]
    transform.yield
  }
  transform.named_sequence @maximum(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %k = schedule.axis %D["k"]
    %ko, %ki = schedule.split %D[%k] by 8 tail mask
    schedule.vectorize %D[%ki]
    transform.yield
  }
  transform.named_sequence @narrow(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    %jo, %ji = schedule.split %D[%j] by 32 tail mask
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @around(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %D[%j] by 16 tail mask
    schedule.reorder %D[%jo, %k, %ji]
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @open(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @loop_inside(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    transform.yield
  }
}
