// RUN: dl-opt %s --schedule-decide=seed=3 | FileCheck %s

// Only a kernel whose sequence has choices is decided about: one without a schedule, one with trees, one
// whose sequence has none or is not there, and functions that are no kernels stay as they are.

// CHECK-LABEL: @plain
// CHECK-NOT:   schedule.
// CHECK-LABEL: @trees
// CHECK-SAME:  schedule.sequence = @library::@open
// CHECK:       schedule.tree = #schedule.tree<"axes(i=4) split(i by 2) order(i.o, i.i)">
// CHECK-LABEL: @closed
// CHECK-SAME:  schedule.sequence = @library::@closed
// CHECK-LABEL: @nowhere
// CHECK-SAME:  schedule.sequence = @library::@nowhere
// CHECK-LABEL: @function
// CHECK-SAME:  schedule.sequence = @library::@open
func.func private @plain(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
func.func private @trees(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @library::@open} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4) split(i by 2) order(i.o, i.i)">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
func.func private @closed(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @library::@closed} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
func.func private @nowhere(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @library::@nowhere} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
func.func private @function(%x: tensor<4xf32>) -> tensor<4xf32> attributes {schedule.sequence = @library::@open} {
  return %x : tensor<4xf32>
}
// The sequences are those that were there.
// CHECK:      module @library
// CHECK-NEXT:   transform.named_sequence @open(%arg0: !transform.any_op {transform.readonly}) attributes {schedule.choices = [#schedule.choice<"D vectors" of [1, 2]>]} {
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   transform.named_sequence @closed(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @library attributes {transform.with_named_sequence} {
  transform.named_sequence @open(%f: !transform.any_op {transform.readonly}) attributes {schedule.choices = [#schedule.choice<"D vectors" of [1, 2]>]} {
    transform.yield
  }
  transform.named_sequence @closed(%f: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
