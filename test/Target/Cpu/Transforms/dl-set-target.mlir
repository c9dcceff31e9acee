// RUN: dl-opt %s --dl-set-target=cpu=x86-64 | FileCheck %s --check-prefix=NARROW
// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 | FileCheck %s --check-prefix=WIDE
// RUN: dl-opt %s --dl-set-target=cpu=haswell | FileCheck %s --check-prefix=PARTS
// RUN: dl-opt %s --dl-set-target="triple=aarch64-linux-gnu cpu=cortex-a53" | FileCheck %s --check-prefix=NEON
// RUN: dl-opt %s --dl-set-target=triple=aarch64-linux-gnu | FileCheck %s --check-prefix=ANY
// RUN: dl-opt %s --dl-set-target=record=%S/Inputs/scratchpad.mlir | FileCheck %s --check-prefix=RECORD
// RUN: dl-opt %s --dl-set-target=record=%S/Inputs/board.mlir | FileCheck %s --check-prefix=BOARD
// RUN: dl-opt %s --dl-set-target=triple=%S/Inputs/board.mlir | FileCheck %s --check-prefix=BOARD
// RUN: dl-opt %s --dl-set-target=record=cortex-a53 | FileCheck %s --check-prefix=NEON
// RUN: not dl-opt %s --dl-set-target="record=%S/Inputs/board.mlir cpu=cortex-a76" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: rm -rf %t && mkdir %t
// RUN: sed 's/"other.key"/"speed"/' %S/Inputs/board.mlir > %t/strange.mlir
// RUN: not dl-opt %s --dl-set-target=record=%t/strange.mlir 2>&1 | FileCheck %s --check-prefix=STRANGE
// RUN: sed 's/"other.key"/"cache_lines_bytes"/' %S/Inputs/board.mlir > %t/near.mlir
// RUN: not dl-opt %s --dl-set-target=record=%t/near.mlir 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: sed 's/cortex-a53/nobody/' %S/Inputs/board.mlir > %t/nobody.mlir
// RUN: not dl-opt %s --dl-set-target=record=%t/nobody.mlir 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not dl-opt %s --dl-set-target=record=cortex-a54 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not dl-opt %s --dl-set-target=cpu=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dl-opt %s --dl-set-target=record=%s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not dl-opt %s --dl-set-target=record=%t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: dl-opt %s --dl-set-target | FileCheck %s --check-prefix=HERE
// RUN: dl-opt %s --dl-set-target=cpu=znver4 | FileCheck %s --check-prefix=BF16
// RUN: dl-opt %s --dl-set-target=cpu=haswell | FileCheck %s --check-prefix=NO-BF16
// RUN: dl-opt %s --dl-set-target=cpu=sapphirerapids | FileCheck %s --check-prefix=TILES
// RUN: dl-opt %s --dl-set-target=cpu=graniterapids | FileCheck %s --check-prefix=LATER
// RUN: dl-opt %s --dl-set-target=cpu=btver2 | FileCheck %s --check-prefix=SMALL
// RUN: dl-opt %s --dl-set-target="triple=aarch64-linux-gnu cpu=cortex-a57" | FileCheck %s --check-prefix=OLD
// RUN: dl-opt %s --dl-set-target=cpu=x86-64 --schedule-default | FileCheck %s --check-prefix=NARROW-DECISION
// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --schedule-default | FileCheck %s --check-prefix=WIDE-DECISION

// NARROW: "name" = "x86-64", "vector_register_bytes" = 16 : i64, "vector_registers" = 16 : i64, "vector_masks" = false, "vector_part_loads" = false, "vector_scaling" = false, "vector_byte_products" = false, "vector_broadcasts" = false, "vector_fuses" = false
// Without a stock record: the rates are those of LLVM's model, and a function is 20 operations.
// NARROW-SAME: "instructions_per_cycle" = 4.000000e+00 : f64, "operations_per_cycle" = 1.000000e+00 : f64, "loads_per_cycle" = 2.000000e+00 : f64, "stores_per_cycle" = 1.000000e+00 : f64, "latency_cycles" = 5.000000e+00 : f64, "quotient_cycles" = 1.400000e+01 : f64, "function_cycles" = 2.000000e+01 : f64, "extremum_operations" = 3.000000e+00 : f64, "waiting_instructions" = 1.680000e+02 : f64
// SMALL: "instructions_per_cycle" = 2.000000e+00 : f64, "operations_per_cycle" = 2.000000e+00 : f64, "loads_per_cycle" = 5.000000e-01 : f64, "stores_per_cycle" = 5.000000e-01 : f64, "latency_cycles" = 4.000000e+00 : f64, "quotient_cycles" = 3.800000e+01 : f64, "function_cycles" = 1.000000e+01 : f64, "extremum_operations" = 3.000000e+00 : f64, "waiting_instructions" = 6.400000e+01 : f64
// OLD: "instructions_per_cycle" = 3.000000e+00 : f64, "operations_per_cycle" = 1.000000e+00 : f64, "loads_per_cycle" = 1.000000e+00 : f64, "stores_per_cycle" = 5.000000e-01 : f64, "latency_cycles" = 1.000000e+01 : f64, "quotient_cycles" = 3.400000e+01 : f64, "function_cycles" = 2.000000e+01 : f64, "extremum_operations" = 1.000000e+00 : f64, "waiting_instructions" = 1.280000e+02 : f64
// NARROW-SAME: "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768 : i64, "bytes_per_cycle" = 3.200000e+01 : f64, "ways" = 8 : i64>, "L2" = #dlti.map<"bytes" = 524288 : i64,
// BF16: "vector_bf16_products" = true
// BF16-NOT: tile_registers
// NO-BF16-NOT: vector_bf16_products
// TILES: "L1" = #dlti.map<"bytes" = 49152 : i64, "bytes_per_cycle" = 5.400000e+01 : f64, "ways" = 12 : i64, "stored_bytes_per_cycle" = 1.700000e+01 : f64>
// TILES-SAME: "tile_registers" = 8
// A CPU without a record has that of the first one with its features, and keeps its name.
// LATER: "name" = "graniterapids"
// LATER-SAME: "stored_bytes_per_cycle" = 1.700000e+01
// WIDE: "name" = "skylake-avx512", "vector_register_bytes" = 64 : i64, "vector_registers" = 32 : i64, "vector_masks" = true, "vector_part_loads" = false, "vector_scaling" = true, "vector_byte_products" = false, "vector_broadcasts" = true, "vector_fuses" = true
// WIDE-SAME: "core" = #dlti.map<"hertz" = 3.000000e+09 : f64, "instructions_per_cycle" = 4.000000e+00 : f64,
// PARTS: "name" = "haswell", "vector_register_bytes" = 32 : i64, "vector_registers" = 16 : i64, "vector_masks" = false, "vector_part_loads" = true
// What LLVM does not know is the stock record's.
// WIDE-SAME: "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768 : i64, "bytes_per_cycle" = 5.200000e+01 : f64, "ways" = 8 : i64>, "L2" = #dlti.map<"bytes" = 1048576 : i64, "bytes_per_cycle" = 1.500000e+01 : f64, "ways" = 16 : i64>, "L3" = #dlti.map<"bytes" = 40370176 : i64, "bytes_per_cycle" = 6.000000e+00 : f64, "ways" = 11 : i64>>
// WIDE-SAME: "cache_line_bytes" = 64 : i64
// WIDE-SAME: "shared" = #dlti.map<"shared_by" = "block", "bytes" = 49152 : i64>
// NEON: "triple" = "aarch64-unknown-linux-gnu", "name" = "cortex-a53", "vector_register_bytes" = 16 : i64, "vector_registers" = 32 : i64
// It begins two instructions at a time, in order.
// NEON-SAME: "core" = #dlti.map<{{.*}}"instructions_per_cycle" = 2.000000e+00 : f64, "operations_per_cycle" = 1.000000e+00 : f64, "loads_per_cycle" = 1.000000e+00 : f64,
// NEON-SAME: "waiting_instructions" = 2.000000e+00 : f64
// NEON-SAME: "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768 : i64, "bytes_per_cycle" = 3.200000e+01 : f64, "ways" = 4 : i64>, "L2" = #dlti.map<"bytes" = 524288 : i64, "bytes_per_cycle" = 3.000000e+00 : f64, "ways" = 16 : i64>>
// A record of one's own comes before the stock one, which comes before LLVM; what is others' stays.
// BOARD: "cpu" = #dlti.target_device_spec<"triple" = "aarch64-unknown-linux-gnu", "name" = "cortex-a53", "vector_register_bytes" = 16 : i64, "vector_registers" = 32 : i64
// BOARD-SAME: "hertz" = 1.500000e+09 : f64, "instructions_per_cycle" = 2.000000e+00 : f64
// BOARD-SAME: "L1" = #dlti.map<"bytes" = 16384 : i64, "bytes_per_cycle" = 3.200000e+01 : f64, "ways" = 4 : i64>, "L2" = #dlti.map<"bytes" = 1048576 : i64, "bytes_per_cycle" = 3.000000e+00 : f64, "ways" = 16 : i64>>
// BOARD-SAME: "other.key" = 3 : i64>, "second" = #dlti.target_device_spec<"any" = 1 : i64>
// ANY: "triple" = "aarch64-unknown-linux-gnu", "name" = "generic", "vector_register_bytes" = 16 : i64, "vector_registers" = 32 : i64
// RECORD: "scratch" = #dlti.map<"shared_by" = "kernel", "bytes" = 32768 : i64>
// HERE: "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = {{[0-9]+}} : i64, 
// UNKNOWN: got 'z80'
// STRANGE: strange.mlir:1:1: expected entry 'speed' of the target to be one of 'triple', 'name', 'vector_register_bytes', {{.*}}, 'threads_of_block'
// NEAR: near.mlir:1:1: expected entry 'cache_lines_bytes' of the target to be 'cache_line_bytes'
// OTHER: expected --mcpu to be 'cortex-a53', which the record '{{.*}}board.mlir' is for, got 'cortex-a76'
// NOBODY: expected --mcpu to name a CPU of target 'aarch64-unknown-linux-gnu', got 'nobody'
// NAMES: expected --target to be x86_64-linux-gnu, aarch64-linux-gnu, the file of a record or the name of a stock record (cortex-a53, cortex-a76, {{.*}}, znver5), got 'cortex-a54'
// NONE: expected a module with the attribute 'dlti.target_system_spec', got none
// MISSING: cannot read the record of a machine '{{.*}}.missing': could not open input file

// Four vectors are computed at once.
// NARROW-DECISION: schedule.split %{{.*}} by 16
// WIDE-DECISION: schedule.split %{{.*}} by 64
func.func private @relu(%x: tensor<4096xf32>, %o: tensor<4096xf32> {te.destination}) -> tensor<4096xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %c = te.compute "C" axes(i = 4096) : tensor<4096xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4096xf32>
    %w = arith.maximumf %v, %zero : f32
    te.yield %w : f32
  }
  return %c : tensor<4096xf32>
}
