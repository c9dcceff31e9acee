// RUN: dl-opt %s --vdla-declare-intrinsics --convert-schedule-to-vdla=strict=true | FileCheck %s
// RUN: dl-opt %s --vdla-declare-intrinsics --convert-schedule-to-vdla=strict=true --dl-verify-vdla -o /dev/null
// The last step of a guarded loop is what is left: five rows, two at a time.

// CHECK-LABEL: vdla.program @matmul_vdla
// CHECK:      vdla.store accumulator(dram=@y, y=2, x=1, stride=2)
// CHECK:      vdla.store accumulator(dram=@y+1, y=2, x=1, stride=2)
// CHECK:      vdla.store accumulator(dram=@y+4, y=2, x=1, stride=2)
// CHECK:      vdla.store accumulator(dram=@y+5, y=2, x=1, stride=2)
// CHECK:      vdla.load inp(dram=@x0+8, y=1, x=1
// CHECK:      vdla.store accumulator(dram=@y+8, y=1, x=1
// CHECK:      vdla.store accumulator(dram=@y+9, y=1, x=1
// CHECK-NEXT: vdla.finish()
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @matmul(%x: tensor<5x2x16xi8>, %w: tensor<2x2x16x16xi8>, %y: tensor<5x2x16xi32> {te.destination})
      -> tensor<5x2x16xi32> attributes {te.kernel, dl.device = "vdla", schedule.sequence = @schedules::@matmul} {
    %c = te.compute "C" axes(m = 5, o = 2, b = 16) reduce(c = 2, i = 16) combine(add) : tensor<5x2x16xi32> {
    ^bb0(%m: index, %o: index, %b: index, %c: index, %i: index):
      %v = te.read %x[%m, %c, %i] : tensor<5x2x16xi8>
      %u = te.read %w[%o, %c, %b, %i] : tensor<2x2x16x16xi8>
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }
    return %c : tensor<5x2x16xi32>
  }
  module @schedules attributes {transform.with_named_sequence} {
    transform.named_sequence @matmul(%kernel: !transform.any_op {transform.readonly}) {
      %C = schedule.stage %kernel["C"] : !transform.any_op
      %S = schedule.cache_write %C
      %X = schedule.cache_read %S reads operand 0
      %W = schedule.cache_read %S reads operand 1
      %m, %o, %b = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
      %mo, %mi = schedule.split %C[%m] by 2 tail guard
      schedule.reorder %C[%mo, %o, %mi, %b]
      schedule.compute_at %S at %C[%o]
      %sm, %so, %sb, %sc, %si = schedule.axes %S : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
      schedule.reorder %S[%so, %sc, %sm, %sb, %si]
      schedule.compute_at %X at %S[%sc]
      schedule.compute_at %W at %S[%sc]
      schedule.set_scope %X to "vdla.inp"
      schedule.set_scope %W to "vdla.wgt"
      schedule.set_scope %S to "vdla.acc"
      schedule.tensorize %S[%sb] with @vdla_gemm
      transform.yield
    }
  }
}
