// REQUIRES: dl-run
// RUN: dl-opt %s --schedule-exercise-intrinsics -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: not dl-run %t.mlir --compare=reference --tolerance=0 | FileCheck %s --check-prefix=VALUES
// RUN: echo 'module {}' | not dl-opt --schedule-exercise-intrinsics 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: error: expected a module with schedule.intrinsic, got none

// Only the right one computes what its formula says.
// VALUES-DAG: output 'pair': largest error 0.00e+00
// VALUES-DAG: output 'minus': {{.*}}, more than 0.00e+00
// VALUES-DAG: output 'forget': {{.*}}, more than 0.00e+00
// VALUES-DAG: output 'unsigned': {{.*}}, more than 0.00e+00
// VALUES-DAG: output 'keep': {{.*}}, more than 0.00e+00

// What else was in the module is gone.
// CHECK-NOT: @other

// Of two tiles beside each other and two that add up, the tile is innermost.
// CHECK-LABEL: transform.named_sequence @exercise_pair(
// CHECK: %[[TILE:.*]], %[[J:.*]], %[[STEP:.*]], %[[K:.*]] = schedule.axes
// CHECK: schedule.reorder %{{.*}}[%[[TILE]], %[[STEP]], %[[J]], %[[K]]]
// CHECK: schedule.tensorize %{{.*}}[%[[J]]] with @pair

// Two tiles beside each other, two that add up, in a dimension of each operand.
// CHECK-LABEL: func.func private @exercise_pair(
// CHECK-SAME: tensor<2x2x2xi16>, {{.*}}: tensor<2x2x2x4xi16>, {{.*}}: tensor<2x4xi16> {te.destination}) -> tensor<2x4xi16> attributes {schedule.sequence = @schedules::@exercise_pair, te.kernel}
// CHECK: te.compute "pair" axes(tile = 2, j = 4) reduce(step_ = 2, step = 2) combine(add) : tensor<2x4xi16>
// CHECK: te.read %{{.*}}[%[[TILE:.*]], %[[STEP:.*]], %[[K:[a-z_0-9]+]]] : tensor<2x2x2xi16>
// CHECK: te.read %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : tensor<2x2x2x4xi16>
// CHECK-LABEL: func.func private @exercise_keep(
// CHECK-SAME: tensor<2x4xf32>, {{.*}}: tensor<2x4xf32> {te.destination}
// CHECK: te.compute "keep" axes(tile = 2, j = 4) : tensor<2x4xf32>

// Each is called twice; the second call writes where the first one did.
// CHECK-LABEL: func.func @main(
// CHECK: %[[ONCE:.*]] = call @exercise_pair(%{{.*}}, %{{.*}}, %arg0)
// CHECK: call @exercise_pair(%{{.*}}, %{{.*}}, %[[ONCE]])
func.func @other() {
  return
}

schedule.intrinsic @pair computes {
^bb0(%a: tensor<2xi16>, %b: tensor<2x4xi16>):
  %0 = te.compute "pair" axes(j = 4) reduce(step = 2) combine(add) : tensor<4xi16> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xi16>
    %y = te.read %b[%k, %j] : tensor<2x4xi16>
    %p = arith.muli %x, %y : i16
    te.yield %p : i16
  }
  schedule.yield %0 : tensor<4xi16>
} by {
^bb0(%a: tensor<2xi16>, %b: tensor<2x4xi16>, %c: tensor<4xi16>):
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
      iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<2xi16>, tensor<2x4xi16>) outs(%c : tensor<4xi16>) {
  ^bb0(%x: i16, %y: i16, %sum: i16):
    %p = arith.muli %x, %y : i16
    %s = arith.addi %sum, %p : i16
    linalg.yield %s : i16
  } -> tensor<4xi16>
  schedule.yield %r : tensor<4xi16>
}
// Not what was combined so far and its own terms.
schedule.intrinsic @forget computes {
^bb0(%a: tensor<2xi16>, %b: tensor<2x4xi16>):
  %0 = te.compute "forget" axes(j = 4) reduce(step = 2) combine(add) : tensor<4xi16> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xi16>
    %y = te.read %b[%k, %j] : tensor<2x4xi16>
    %p = arith.muli %x, %y : i16
    te.yield %p : i16
  }
  schedule.yield %0 : tensor<4xi16>
} by {
^bb0(%a: tensor<2xi16>, %b: tensor<2x4xi16>, %c: tensor<4xi16>):
  %z = arith.constant 0 : i16
  %new = linalg.fill ins(%z : i16) outs(%c : tensor<4xi16>) -> tensor<4xi16>
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
      iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<2xi16>, tensor<2x4xi16>) outs(%new : tensor<4xi16>) {
  ^bb0(%x: i16, %y: i16, %sum: i16):
    %p = arith.muli %x, %y : i16
    %s = arith.addi %sum, %p : i16
    linalg.yield %s : i16
  } -> tensor<4xi16>
  schedule.yield %r : tensor<4xi16>
}
// Another sign.
schedule.intrinsic @unsigned computes {
^bb0(%a: tensor<2xi16>, %b: tensor<2x4xi16>):
  %0 = te.compute "unsigned" axes(j = 4) reduce(step = 2) combine(add) : tensor<4xi16> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xi16>
    %y = te.read %b[%k, %j] : tensor<2x4xi16>
    %p = arith.maxsi %x, %y : i16
    te.yield %p : i16
  }
  schedule.yield %0 : tensor<4xi16>
} by {
^bb0(%a: tensor<2xi16>, %b: tensor<2x4xi16>, %c: tensor<4xi16>):
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
      iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<2xi16>, tensor<2x4xi16>) outs(%c : tensor<4xi16>) {
  ^bb0(%x: i16, %y: i16, %sum: i16):
    %p = arith.maxui %x, %y : i16
    %s = arith.addi %sum, %p : i16
    linalg.yield %s : i16
  } -> tensor<4xi16>
  schedule.yield %r : tensor<4xi16>
}
// Differences in place of sums.
schedule.intrinsic @minus computes {
^bb0(%a: tensor<2x4xf32>):
  %0 = te.compute "minus" axes(j = 4) reduce(k = 2) combine(add) : tensor<4xf32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k, %j] : tensor<2x4xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<2x4xf32>, %c: tensor<4xf32>):
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %s = arith.subf %sum, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  schedule.yield %r : tensor<4xf32>
}
// Sums where there is nothing to add to.
schedule.intrinsic @keep computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "keep" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  %r = linalg.add ins(%c, %a : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  schedule.yield %r : tensor<4xf32>
}
