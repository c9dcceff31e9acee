// REQUIRES: python, dl-run
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline=to=launch | FileCheck %s
// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline | %python %S/Inputs/extract_ptx.py %t
// RUN: FileCheck %s --check-prefix=PTX < %t.0.ptx
// RUN: dl-run %s --compare=reference | FileCheck %s --check-prefix=VALUES
// VALUES: kernels: 1 outputs compared
// RUN: %if ptxas %{ ptxas -arch=sm_80 %t.0.ptx -o %t.cubin %}

// A tiled product: blocks of 32x32, 8x8 threads with 4x4 elements each, both operands
// fetched together into the memory of the block.
// CHECK-LABEL: func.func private @matmul(
// CHECK: gpu.launch blocks(%{{.*}}) in (%{{.*}} = %c4{{.*}}, %{{.*}} = %c2{{.*}}, %{{.*}} = %c1{{.*}}) threads(%{{.*}}) in (%{{.*}} = %c8{{.*}}, %{{.*}} = %c8{{.*}}, %{{.*}} = %c1{{.*}}) workgroup(%[[AS:[a-z0-9]+]] : memref<32x8xf32, #gpu.address_space<workgroup>>, %[[BS:[a-z0-9]+]] : memref<8x32xf32, #gpu.address_space<workgroup>>)
// Each thread's sums are its own.
// CHECK: memref.alloca() {{.*}}memref<4x4xf32>
// Two barriers for each part of the reduction: before the fetch, and after it.
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: memref.store {{.*}} %[[AS]]
// CHECK-NOT: gpu.barrier
// CHECK: memref.store {{.*}} %[[BS]]
// CHECK: gpu.barrier
// CHECK: memref.subview %[[AS]]
// CHECK-NOT: gpu.barrier
// CHECK: gpu.terminator

// LOOPS: for j.i.o in 0..8 threadIdx.x
// LOOPS: for k.o in 0..8 reduction
// LOOPS: arg0.cache: at axis k.o of stage "C.cache", in "shared", 32x8xf32 of 64x64xf32, 1024 bytes
// LOOPS-NEXT: for d0.o in 0..8 threadIdx.y
// LOOPS-NEXT: for d1 in 0..8 threadIdx.x
// LOOPS: arg1.cache: at axis k.o of stage "C.cache", in "shared", 8x32xf32 of 64x128xf32, 1024 bytes

// PTX: .target sm_80
// PTX: .visible .entry matmul_kernel(
// PTX-DAG: .shared .align {{[0-9]+}} .b8 {{.*}}[1024]
// PTX-DAG: .maxntid 8, 8, 1
// PTX: bar.sync 0
// PTX: st.shared
// PTX: bar.sync 0
// PTX: ld.shared
// PTX: fma.rn.f32
// PTX: st.global
func.func private @matmul(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %o: tensor<64x128xf32> {te.destination}) -> tensor<64x128xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %c = te.compute "C" axes(i = 64, j = 128) reduce(k = 64) combine(add) : tensor<64x128xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x128xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<64x128xf32>
}
func.func @main(%a: tensor<64x64xf32> {dl.name = "a"}, %b: tensor<64x128xf32> {dl.name = "b"},
                %o: tensor<64x128xf32> {te.destination, dl.name = "o"}) -> (tensor<64x128xf32> {dl.name = "o"}) {
  %0 = call @matmul(%a, %b, %o) : (tensor<64x64xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %L = schedule.cache_write %C
    %A = schedule.cache_read %L reads operand 0
    %B = schedule.cache_read %L reads operand 1
    // The result: who computes what.
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %by, %ib = schedule.split %C[%i] by 32
    %bx, %jb = schedule.split %C[%j] by 32
    %ty, %ii = schedule.split %C[%ib] by 4
    %tx, %ji = schedule.split %C[%jb] by 4
    schedule.reorder %C[%by, %bx, %ty, %tx, %ii, %ji]
    schedule.bind %C[%by] to "blockIdx.y"
    schedule.bind %C[%bx] to "blockIdx.x"
    schedule.bind %C[%ty] to "threadIdx.y"
    schedule.bind %C[%tx] to "threadIdx.x"
    // Sums of a thread, in steps of 8 products.
    schedule.compute_at %L at %C[%tx]
    %li, %lj, %k = schedule.axes %L : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %L[%k] by 8
    schedule.reorder %L[%ko, %ki, %li, %lj]
    schedule.unroll %L[%lj]
    schedule.unroll %L[%li]
    // What all threads of a block fetch for such a step.
    schedule.compute_at %A at %L[%ko]
    schedule.set_scope %A to "shared"
    %a0, %a1 = schedule.axes %A : !schedule.axis, !schedule.axis
    %a0o, %a0i = schedule.split %A[%a0] by 4
    schedule.reorder %A[%a0o, %a1, %a0i]
    schedule.bind %A[%a0o] to "threadIdx.y"
    schedule.bind %A[%a1] to "threadIdx.x"
    schedule.compute_at %B at %L[%ko]
    schedule.set_scope %B to "shared"
    %b0, %b1 = schedule.axes %B : !schedule.axis, !schedule.axis
    %b1o, %b1i = schedule.split %B[%b1] by 4
    schedule.reorder %B[%b0, %b1o, %b1i]
    schedule.bind %B[%b0] to "threadIdx.y"
    schedule.bind %B[%b1o] to "threadIdx.x"
    transform.yield
  }
}
