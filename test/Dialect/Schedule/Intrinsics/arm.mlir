// REQUIRES: dl-compile
// RUN: dl-opt %s --schedule-load-intrinsics=files=%dl_src/share/dl/intrinsics/arm.mlir -o %t.mlir
// RUN: dl-compile %t.mlir --target=aarch64-linux-gnu --mcpu=cortex-a76 --to=assembly -o - | FileCheck %s

// The byte group is an operand's lane, so that broadcasting it takes no instruction.
// CHECK-LABEL: {{^}}dot:
// CHECK: sdot v{{[0-9]+}}.4s, v{{[0-9]+}}.16b, v{{[0-9]+}}
// CHECK-LABEL: {{^}}pairs:
// CHECK: sadalp v{{[0-9]+}}.4s, v{{[0-9]+}}.8h

// Scheduled kernels equal the te interpreter under qemu.
// RUN: %if qemu-aarch64 && dl-run %{ %python -c "import numpy as np; r = np.random.default_rng(0); i = lambda *s: r.integers(-128, 128, s, dtype=np.int8); np.savez('%t.inputs.npz', x=i(4, 32), w=i(8, 8, 4), v=i(16, 8, 2))" %}
// RUN: %if qemu-aarch64 && dl-run %{ %python %dl_src/test/Integration/Targets/Inputs/emulate.py %dl_build %t.emulated --cpu cortex-a76 --tolerance 0 %t.mlir %}

// A CPU without the instruction is refused before LLVM ends the process.
// RUN: not dl-compile %t.mlir --target=aarch64-linux-gnu --mcpu=cortex-a53 -o %t.so 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: expected a CPU with the feature +dotprod, which intrinsics of the schedules require, got 'cortex-a53'; choose another --mcpu, or schedules without them
// Without a target it is this machine's, which has other intrinsics.
// RUN: not dl-compile %t.mlir --mcpu=x86-64 -o %t.so 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: must not call the intrinsic 'llvm.aarch64.neon.{{.*}}': it is one of another target than 'x86'

func.func private @dot(%x: tensor<4x32xi8>, %w: tensor<8x8x4xi8>, %o: tensor<4x8xi32> {te.destination}) -> tensor<4x8xi32> attributes {te.kernel, schedule.sequence = @schedules::@dot} {
  %c = te.compute "C" axes(i = 4, j = 8) reduce(k = 32) combine(add) : tensor<4x8xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x32xi8>
    %b = te.read %w[%k floordiv 4, %j, %k mod 4] : tensor<8x8x4xi8>
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %p = arith.muli %aw, %bw : i32
    te.yield %p : i32
  }
  return %c : tensor<4x8xi32>
}
func.func private @pairs(%x: tensor<4x32xi8>, %w: tensor<16x8x2xi8>, %o: tensor<4x8xi32> {te.destination}) -> tensor<4x8xi32> attributes {te.kernel, schedule.sequence = @schedules::@pairs} {
  %c = te.compute "C" axes(i = 4, j = 8) reduce(k = 32) combine(add) : tensor<4x8xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x32xi8>
    %b = te.read %w[%k floordiv 2, %j, %k mod 2] : tensor<16x8x2xi8>
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %p = arith.muli %aw, %bw : i32
    te.yield %p : i32
  }
  return %c : tensor<4x8xi32>
}
func.func @main(%x: tensor<4x32xi8> {dl.name = "x"}, %w: tensor<8x8x4xi8> {dl.name = "w"},
                %v: tensor<16x8x2xi8> {dl.name = "v"}, %o: tensor<4x8xi32> {te.destination, dl.name = "o"},
                %p: tensor<4x8xi32> {te.destination, dl.name = "p"})
    -> (tensor<4x8xi32> {dl.name = "o"}, tensor<4x8xi32> {dl.name = "p"}) {
  %0 = call @dot(%x, %w, %o) : (tensor<4x32xi8>, tensor<8x8x4xi8>, tensor<4x8xi32>) -> tensor<4x8xi32>
  %1 = call @pairs(%x, %v, %p) : (tensor<4x32xi8>, tensor<16x8x2xi8>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0, %1 : tensor<4x8xi32>, tensor<4x8xi32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @dot(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%jo, %ko, %i, %ji, %ki]
    schedule.tensorize %C[%ji] with @neon_sdot
    schedule.unroll %C[%i]
    transform.yield
  }
  transform.named_sequence @pairs(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    %ko, %ki = schedule.split %C[%k] by 2
    schedule.reorder %C[%jo, %ko, %i, %ji, %ki]
    schedule.tensorize %C[%ji] with @neon_smull
    schedule.unroll %C[%i]
    transform.yield
  }
}
