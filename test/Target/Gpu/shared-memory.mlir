// REQUIRES: python, dl-run
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline=to=launch | FileCheck %s
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline | %python %S/Inputs/extract_ptx.py %t
// RUN: FileCheck %s --check-prefix=TURNED < %t.0.ptx
// RUN: FileCheck %s --check-prefix=SUMS < %t.1.ptx
// RUN: dl-run %s --compare=reference | FileCheck %s --check-prefix=VALUES
// VALUES: kernels: 2 outputs compared
// RUN: %if ptxas %{ ptxas -arch=sm_80 %t.0.ptx -o %t.cubin && ptxas -arch=sm_80 %t.1.ptx -o %t.cubin %}

// One block: the loop of blocks has one round and folds, but what is in memory of the
// block is still written and read in one launch.
// CHECK-LABEL: func.func private @turned(
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c1{{.*}}) threads({{.*}}) in (%{{.*}} = %c64{{.*}}) workgroup(%[[S:[a-z0-9]+]] : memref<64xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.store {{.*}}workgroup
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[S]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// TURNED: .visible .entry turned_kernel(
// TURNED-SAME: {{$}}
// TURNED-DAG: .shared .align {{[0-9]+}} .b8 {{.*}}[256]
// TURNED: st.shared
// TURNED: bar.sync 0
// TURNED: ld.shared
func.func private @turned(%x: tensor<64x128xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@turned} {
  %s = te.compute "S" axes(i = 64) reduce(k = 128) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<64x128xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %v = te.read %s[63 - %i] : tensor<64xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  return %d : tensor<64xf32>
}
// Sums of 64 threads each, which each thread adds to where no other one does: all meet
// once, before the first thread along x adds up what they have.
// CHECK-LABEL: func.func private @sums(
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: gpu.terminator
// SUMS: .visible .entry sums_kernel(
// SUMS: bar.sync 0
// SUMS-NOT: bar.sync 0
// SUMS: ret
func.func private @sums(%in: tensor<64x4096xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@sums} {
  %s = te.compute "S" axes(i = 64) reduce(k = 4096) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %in[%i, %k] : tensor<64x4096xf32>
    te.yield %x : f32
  }
  return %s : tensor<64xf32>
}
func.func @main(%x: tensor<64x128xf32> {dl.name = "x"}, %in: tensor<64x4096xf32> {dl.name = "in"},
                %o0: tensor<64xf32> {te.destination, dl.name = "o0"}, %o1: tensor<64xf32> {te.destination, dl.name = "o1"})
    -> (tensor<64xf32> {dl.name = "o0"}, tensor<64xf32> {dl.name = "o1"}) {
  %0 = call @turned(%x, %o0) : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = call @sums(%in, %o1) : (tensor<64x4096xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @turned(%f: !transform.any_op {transform.readonly}) {
    %S = schedule.stage %f["S"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %k = schedule.axes %S : !schedule.axis, !schedule.axis
    %di = schedule.axis %D["i"]
    %b, %t = schedule.split %D[%di] by 64
    schedule.bind %D[%b] to "blockIdx.x"
    schedule.bind %D[%t] to "threadIdx.x"
    schedule.compute_at %S at %D[%b]
    schedule.set_scope %S to "shared"
    schedule.bind %S[%i] to "threadIdx.x"
    transform.yield
  }
  transform.named_sequence @sums(%kernel: !transform.any_op {transform.readonly}) {
    %S = schedule.stage %kernel["S"] : !transform.any_op
    %k = schedule.axis %S["k"]
    %ko, %ki = schedule.split %S[%k] by 64
    %P = schedule.rfactor %S[%ki]
    %i = schedule.axis %S["i"]
    %io, %ii = schedule.split %S[%i] by 4
    schedule.bind %S[%io] to "blockIdx.x"
    schedule.bind %S[%ii] to "threadIdx.y"
    schedule.compute_at %P at %S[%ii]
    schedule.set_scope %P to "shared"
    %lane, %pi, %po = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.reorder %P[%pi, %lane, %po]
    schedule.bind %P[%lane] to "threadIdx.x"
    schedule.bind %P[%pi] to "threadIdx.y"
    transform.yield
  }
}
