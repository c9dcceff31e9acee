// RUN: dl-opt %s --vdla-declare-intrinsics --convert-schedule-to-vdla=strict=true | FileCheck %s
// RUN: dl-opt %s --vdla-declare-intrinsics --convert-schedule-to-vdla=in-turns=false | FileCheck %s --check-prefix=SERIAL
// RUN: dl-opt %s --dl-te-to-vdla-pipeline=strict=true -o /dev/null
// RUN: dl-opt %s --vdla-declare-intrinsics --convert-schedule-to-vdla=strict=true --dl-verify-vdla -o /dev/null
// Steps of a schedule become tiles: parts in scopes loads, the tensorized nest gemms, the result stores, and virtual threads
// instructions that take turns.

// 4 rows, 2 blocks of inputs, 2 blocks of outputs; each virtual thread has a block of outputs.
// CHECK-LABEL: vdla.program @matmul_vdla
// CHECK:      vdla.buffer @x0 in 128
// CHECK-NEXT: vdla.buffer @x1 in 1024
// CHECK-NEXT: vdla.buffer @y out 512
// CHECK-DAG:  %[[X0:.*]] = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
// CHECK-DAG:  %[[W0:.*]] = vdla.alloc : memref<1x16x16xi8, #vdla.mem<wgt>>
// CHECK:      vdla.load inp(dram=@x0, y=4, x=1, stride=2)
// CHECK-NEXT: vdla.load wgt(dram=@x1, y=1, x=1, stride=1)
// CHECK-NEXT: vdla.gemm mac(iter_out=4, iter_in=1, init_count=1, dst_out=1, src_out=1) uops [(0, 0, 0)]
// CHECK-NEXT: vdla.load inp(dram=@x0, y=4, x=1, stride=2)
// CHECK-NEXT: vdla.load wgt(dram=@x1+2, y=1, x=1, stride=1)
// CHECK-NEXT: vdla.gemm mac(iter_out=4, iter_in=1, init_count=1, dst_out=1, src_out=1) uops [(0, 0, 0)]
// CHECK-NEXT: vdla.load inp(dram=@x0+1, y=4, x=1, stride=2)
// CHECK-NEXT: vdla.load wgt(dram=@x1+1, y=1, x=1, stride=1)
// CHECK-NEXT: vdla.gemm mac(iter_out=4, iter_in=1, dst_out=1, src_out=1) uops [(0, 0, 0)]
// CHECK-NEXT: vdla.store accumulator(dram=@y, y=4, x=1, stride=2)
// CHECK-NEXT: vdla.load inp(dram=@x0+1, y=4, x=1, stride=2)
// CHECK-NEXT: vdla.load wgt(dram=@x1+3, y=1, x=1, stride=1)
// CHECK-NEXT: vdla.gemm mac(iter_out=4, iter_in=1, dst_out=1, src_out=1) uops [(0, 0, 0)]
// CHECK-NEXT: vdla.store accumulator(dram=@y+1, y=4, x=1, stride=2)
// CHECK-NEXT: vdla.finish()
// CHECK:      func.func private @matmul
// CHECK-SAME: vdla.program = @matmul_vdla
// CHECK-NEXT:   te.extern "matmul_vdla" @matmul_vdla

// One after the other they have the same tiles.
// SERIAL-COUNT-3: vdla.alloc
// SERIAL-NOT:     vdla.alloc
// SERIAL:         vdla.store accumulator(dram=@y, y=4, x=1, stride=2)
// SERIAL-NEXT:    vdla.load inp(dram=@x0, y=4, x=1, stride=2)
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @matmul(%x: tensor<4x2x16xi8>, %w: tensor<2x2x16x16xi8>, %y: tensor<4x2x16xi32> {te.destination})
      -> tensor<4x2x16xi32> attributes {te.kernel, dl.device = "vdla", schedule.sequence = @schedules::@matmul} {
    %c = te.compute "C" axes(m = 4, o = 2, b = 16) reduce(c = 2, i = 16) combine(add) : tensor<4x2x16xi32> {
    ^bb0(%m: index, %o: index, %b: index, %c: index, %i: index):
      %v = te.read %x[%m, %c, %i] : tensor<4x2x16xi8>
      %u = te.read %w[%o, %c, %b, %i] : tensor<2x2x16x16xi8>
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }
    return %c : tensor<4x2x16xi32>
  }
  module @schedules attributes {transform.with_named_sequence} {
    transform.named_sequence @matmul(%kernel: !transform.any_op {transform.readonly}) {
      %C = schedule.stage %kernel["C"] : !transform.any_op
      %S = schedule.cache_write %C
      %X = schedule.cache_read %S reads operand 0
      %W = schedule.cache_read %S reads operand 1
      %m, %o, %b = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
      schedule.reorder %C[%o, %m, %b]
      schedule.bind %C[%o] to "vthread"
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
