// RUN: dl-opt %s --schedule-apply | FileCheck %s

// What the machine must have for the intrinsics that stages use is noted on the module, each
// once, in the order of the stages. An intrinsic that no stage uses asks for nothing.

// CHECK: module attributes {dl.level = "scheduled", dl.target_features = ["+avx", "+sse2"]}
schedule.intrinsic @one requires "+sse2" computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "one" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<4xf32>
    %y = math.exp %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  schedule.yield %0 : tensor<4xf32>
}
schedule.intrinsic @two requires "+avx" computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "two" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<4xf32>
    %y = math.absf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  schedule.yield %0 : tensor<4xf32>
}
schedule.intrinsic @three computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "three" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<4xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  schedule.yield %0 : tensor<4xf32>
}
schedule.intrinsic @unused requires "+avx2" computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "unused" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<4xf32>
    %y = math.sqrt %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  schedule.yield %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %A = te.compute "A" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    %y = math.absf %v : f32
    te.yield %y : f32
  }
  %B = te.compute "B" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %A[%i] : tensor<4xf32>
    %y = math.exp %v : f32
    te.yield %y : f32
  }
  %C = te.compute "C" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %B[%i] : tensor<4xf32>
    %y = arith.negf %v : f32
    te.yield %y : f32
  }
  %D = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %C[%i] : tensor<4xf32>
    %y = math.exp %v : f32
    te.yield %y : f32
  }
  return %D : tensor<4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %A = schedule.stage %f["A"] : !transform.any_op
    %iA = schedule.axes %A : !schedule.axis
    schedule.tensorize %A[%iA] with @two
    %B = schedule.stage %f["B"] : !transform.any_op
    %iB = schedule.axes %B : !schedule.axis
    schedule.tensorize %B[%iB] with @one
    %C = schedule.stage %f["C"] : !transform.any_op
    %iC = schedule.axes %C : !schedule.axis
    schedule.tensorize %C[%iC] with @three
    %D = schedule.stage %f["D"] : !transform.any_op
    %iD = schedule.axes %D : !schedule.axis
    schedule.tensorize %D[%iD] with @one
    transform.yield
  }
}
