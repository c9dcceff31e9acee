// REQUIRES: dl-run
// A machine that is nothing but data: a scratchpad of 32 KiB that all of a kernel shares, a unit
// that multiplies matrices of 8x8, eight registers of 32 bytes.

// Schedules for it: rows of A and a column of tiles of B in the scratchpad, tiles by the unit.
// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
// LOOPS: for i.o in 0..8
// LOOPS: in "scratch", 8x128xf32 of 64x128xf32, 4096 bytes
// LOOPS: for j.o in 0..12
// LOOPS: in "scratch", 128x8xf32 of 128x96xf32, 4096 bytes
// LOOPS: for k.o in 0..16 reduction
// LOOPS-NEXT: for i.i in 0..8 tensorize by @npu_gemm8

// The rules fit their tile to its registers: four accumulators and two operands of eight.
// RUN: sed 's/, schedule.sequence = @schedules::@gemm//' %s > %t.plain.mlir
// RUN: dl-opt %t.plain.mlir --schedule-default --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: for i.i in 0..2 unroll
// DEFAULT-NEXT: for j.i in 0..16 vectorize

// All of B does not fit.
// RUN: sed 's/%B at %C\[%jo\]/%B at %C[%io]/' %s > %t.large.mlir
// RUN: not dl-opt %t.large.mlir --schedule-apply 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: stages of scope scratch take 53248 bytes, there are at most 32768: stage "arg1.cache" (49152), stage "arg0.cache" (4096)
// LARGE: hint: compute less of them at a time: at an inner axis, or of smaller parts

// What it computes is what the formula says.
// RUN: dl-run %s --compare=reference | FileCheck %s --check-prefix=COMPUTED
// RUN: dl-run %t.plain.mlir --compare=reference | FileCheck %s --check-prefix=COMPUTED
// COMPUTED: kernels: 1 outputs compared, largest error {{[0-9.]+}}e-07 of the largest value

#npu = #dlti.target_system_spec<"npu" = #dlti.target_device_spec<
  "name" = "npu", "vector_register_bytes" = 32, "vector_registers" = 8,
  "scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                       "scratch" = #dlti.map<"shared_by" = "kernel", "bytes" = 32768>>>>

module attributes {dlti.target_system_spec = #npu} {
  schedule.intrinsic @npu_gemm8 computes {
  ^bb0(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>):
    %0 = te.compute "gemm" axes(i = 8, j = 8) reduce(k = 8) combine(add) : tensor<8x8xf32> {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x8xf32>
      %y = te.read %b[%k, %j] : tensor<8x8xf32>
      %p = arith.mulf %x, %y : f32
      te.yield %p : f32
    }
    schedule.yield %0 : tensor<8x8xf32>
  } by {
  ^bb0(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>):
    %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    schedule.yield %0 : tensor<8x8xf32>
  }
  func.func private @gemm(%a: tensor<64x128xf32>, %b: tensor<128x96xf32>, %o: tensor<64x96xf32> {te.destination}) -> tensor<64x96xf32> attributes {te.kernel, schedule.sequence = @schedules::@gemm} {
    %c = te.compute "C" axes(i = 64, j = 96) reduce(k = 128) combine(add) : tensor<64x96xf32> {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<64x128xf32>
      %y = te.read %b[%k, %j] : tensor<128x96xf32>
      %p = arith.mulf %x, %y : f32
      te.yield %p : f32
    }
    return %c : tensor<64x96xf32>
  }
  func.func @main(%a: tensor<64x128xf32> {dl.name = "a"}, %b: tensor<128x96xf32> {dl.name = "b"}, %o: tensor<64x96xf32> {te.destination, dl.name = "o"}) -> (tensor<64x96xf32> {dl.name = "o"}) {
    %c = call @gemm(%a, %b, %o) : (tensor<64x128xf32>, tensor<128x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    return %c : tensor<64x96xf32>
  }
  module @schedules attributes {transform.with_named_sequence} {
    transform.named_sequence @gemm(%f: !transform.any_op {transform.readonly}) {
      %C = schedule.stage %f["C"] : !transform.any_op
      %B = schedule.cache_read %C reads operand 1
      %A = schedule.cache_read %C reads operand 0
      %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
      %io, %ii = schedule.split %C[%i] by 8
      %jo, %ji = schedule.split %C[%j] by 8
      %ko, %ki = schedule.split %C[%k] by 8
      schedule.reorder %C[%io, %jo, %ko, %ii, %ji, %ki]
      schedule.tensorize %C[%ii] with @npu_gemm8
      schedule.compute_at %A at %C[%io]
      schedule.compute_at %B at %C[%jo]
      schedule.set_scope %A to "scratch"
      schedule.set_scope %B to "scratch"
      transform.yield
    }
  }
}
