// REQUIRES: python
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline=chip=sm_90 | %python %S/Inputs/extract_ptx.py %t
// RUN: FileCheck %s < %t.0.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_90 %t.0.ptx -o %t.cubin %}

// What only a driver and a device notice. Memory of a block begins where vectors of 16
// bytes may, though its size is no multiple of that, and so does what the kernel is given,
// which nobody else writes. Nothing is called: exponentials are arithmetic, a root and a
// rounding are instructions.
// CHECK-NOT: .extern
// CHECK: .visible .entry soft_kernel(
// CHECK-NEXT: .param .u64 .ptr .align 16 soft_kernel_param_0,
// CHECK-NEXT: .param .u64 .ptr .align 16 soft_kernel_param_1
// CHECK-DAG: .shared .align 16 .b8 {{.*}}[44]
// CHECK-NOT: call
// CHECK: ld.global.nc
// CHECK-NOT: call
// CHECK: ld.shared.v4
// CHECK: sqrt.rn.f32
// CHECK: cvt.rzi.f32.f32
// CHECK: st.global.v4
// CHECK-NOT: call
// CHECK: ret
func.func private @soft(%x: tensor<4x11xf32>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel, schedule.sequence = @schedules::@soft} {
  %p = te.compute "P" axes(i = 4, j = 11) : tensor<4x11xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<4x11xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %d = te.compute "D" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %p[%i, %j] : tensor<4x11xf32>
    %b = te.read %p[%i, %j + 3] : tensor<4x11xf32>
    %s = arith.addf %a, %b : f32
    %r = math.sqrt %s : f32
    %t = math.trunc %r : f32
    te.yield %t : f32
  }
  return %d : tensor<4x8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @soft(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %D[%j] by 4
    schedule.bind %D[%i] to "blockIdx.x"
    schedule.bind %D[%jo] to "threadIdx.x"
    schedule.unroll %D[%ji]
    schedule.compute_at %P at %D[%i]
    schedule.set_scope %P to "shared"
    transform.yield
  }
}
