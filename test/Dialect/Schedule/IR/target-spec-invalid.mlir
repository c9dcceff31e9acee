// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// RUN: dl-opt %s --schedule-default --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// RUN: dl-opt %s --schedule-random --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// RUN: dl-opt %s --schedule-decide --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// RUN: dl-opt %s --schedule-estimate --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-3: {{^module}}
// PRINTED-NOT: {{^module}}

// Descriptions of machines that do not say what they have to: no pass that asks for one takes them.

// expected-error @below {{expected 'vector_registers' of the target to be a positive integer, got 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"vector_registers" = 0>>} {}

// -----

// expected-error @below {{expected 'vector_register_bytes' of the target to be a positive integer, got "32"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"vector_register_bytes" = "32">>} {}

// -----

// expected-error @below {{expected 'name' of the target to be a string, got 3 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"name" = 3>>} {}

// -----

// expected-error @below {{expected 'block_threads' of the target to be three positive numbers, as array<i64: 1024, 1024, 64>, got array<i64: 1024, 1024>}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"gpu" =
  #dlti.target_device_spec<"block_threads" = array<i64: 1024, 1024>>>} {}

// -----

// expected-error @below {{expected 'grid_blocks' of the target to be three positive numbers, as array<i64: 1024, 1024, 64>, got array<i64: 1, 0, 1>}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"gpu" =
  #dlti.target_device_spec<"grid_blocks" = array<i64: 1, 0, 1>>>} {}

// -----

// expected-error @below {{expected 'scopes' of the target to be a #dlti.map of scopes, got "shared"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"gpu" =
  #dlti.target_device_spec<"scopes" = "shared">>} {}

// -----

// expected-error @below {{expected 'scratch' of the target to be a #dlti.map that describes a scope, got 32768 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"npu" =
  #dlti.target_device_spec<"scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">, "scratch" = 32768>>>} {}

// -----

// expected-error @below {{expected 'scratch.shared_by' of the target to be "kernel", "block" or "thread", got "warp"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"npu" =
  #dlti.target_device_spec<"scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                                                "scratch" = #dlti.map<"shared_by" = "warp">>>>} {}

// -----

// expected-error @below {{expected 'scratch.bytes' of the target to be a positive integer, got -1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"npu" =
  #dlti.target_device_spec<"scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                                                "scratch" = #dlti.map<"bytes" = -1>>>>} {}

// -----

// expected-error @below {{expected 'scopes' of the target to be a first scope that is shared by the "kernel", for results, got}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"npu" =
  #dlti.target_device_spec<"scopes" = #dlti.map<"local" = #dlti.map<"shared_by" = "thread">>>>} {}

// -----

// A number of more than 64 bits.
// expected-error @below {{expected 'vector_registers' of the target to be a positive integer, got 36893488147419103232 : i128}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"vector_registers" = 36893488147419103232 : i128>>} {}

// -----

// What is as large as 64 bits allow, and the smallest launch, are no faults.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"gpu" =
  #dlti.target_device_spec<"vector_registers" = 9223372036854775807 : i64,
                           "grid_blocks" = array<i64: 1, 1, 1>, "block_threads" = array<i64: 1, 1, 1>,
                           "threads_of_block" = 1>>} {}

// -----

// expected-error @below {{expected 'scopes' of the target to be one scope or more, got}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"npu" =
  #dlti.target_device_spec<"scopes" = #dlti.map<>>>} {}

// -----

// expected-error @below {{expected 'core' of the target to be a #dlti.map of a core's rates, got 3 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"core" = 3>>} {}

// -----

// expected-error @below {{expected 'core.hertz' of the target to be a positive number, got -1.000000e+00 : f64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"core" = #dlti.map<"hertz" = -1.0>>>} {}

// -----

// expected-error @below {{expected 'core.loads_per_cycle' of the target to be a positive number, got "2"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"core" = #dlti.map<"loads_per_cycle" = "2">>>} {}

// -----

// expected-error @below {{expected 'core.latency_cycles' of the target to be a positive number, got 0x7FF0000000000000 : f64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"core" = #dlti.map<"latency_cycles" = 0x7FF0000000000000 : f64>>>} {}

// -----

// expected-error @below {{expected 'L1.ways' of the target to be a positive integer, got 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768, "bytes_per_cycle" = 8, "ways" = 0>>>>} {}

// -----

// expected-error @below {{expected entry 'core.load_per_cycle' of the target to be 'loads_per_cycle'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"core" = #dlti.map<"load_per_cycle" = 2>>>} {}

// -----

// expected-error @below {{expected entry 'core.frequency' of the target to be one of 'hertz', 'instructions_per_cycle', 'operations_per_cycle', 'loads_per_cycle', 'stores_per_cycle', 'shuffles_per_cycle', 'latency_cycles', 'quotient_cycles', 'function_cycles', 'extremum_operations', 'waiting_instructions', 'crossing_cycles', 'leave_loop_cycles', 'team_cycles'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"core" = #dlti.map<"frequency" = 2>>>} {}

// -----

// expected-error @below {{expected 'caches' of the target to be one cache or more, got #dlti.map<>}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<>>>} {}

// -----

// expected-error @below {{expected 'L1' of the target to be a #dlti.map that describes a cache, got 32768 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L1" = 32768>>>} {}

// -----

// expected-error @below {{expected 'caches' of the target to be at most 4 caches with 'bytes' and 'bytes_per_cycle', the nearest and smallest first, got #dlti.map<"near" = #dlti.map<"bytes" = 32768 : i64>>}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"near" = #dlti.map<"bytes" = 32768>>>>} {}

// -----

// expected-error @below {{expected 'caches' of the target to be at most 4 caches with 'bytes' and 'bytes_per_cycle', the nearest and smallest first}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L2" = #dlti.map<"bytes" = 65536, "bytes_per_cycle" = 8>, "L1" = #dlti.map<"bytes" = 32768, "bytes_per_cycle" = 32>>>>} {}

// -----

// expected-error @below {{expected 'caches' of the target to be at most 4 caches with 'bytes' and 'bytes_per_cycle', the nearest and smallest first}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 2048, "bytes_per_cycle" = 8>, "L2" = #dlti.map<"bytes" = 4096, "bytes_per_cycle" = 8>, "L3" = #dlti.map<"bytes" = 8192, "bytes_per_cycle" = 8>, "L4" = #dlti.map<"bytes" = 16384, "bytes_per_cycle" = 8>, "L5" = #dlti.map<"bytes" = 32768, "bytes_per_cycle" = 8>>>>} {}

// -----

// expected-error @below {{expected entry 'L1.byte' of the target to be 'bytes'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L1" = #dlti.map<"byte" = 32768>>>>} {}

// -----

// expected-error @below {{expected 'L1.bytes_per_cycle' of the target to be a positive number, got 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768, "bytes_per_cycle" = 0>>>>} {}

// -----

// expected-error @below {{expected 'cache_line_bytes' of the target to be a positive integer, got 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"cache_line_bytes" = 0>>} {}

// -----

// expected-error @below {{expected entry 'scratch.byte' of the target to be 'bytes'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">, "scratch" = #dlti.map<"shared_by" = "block", "byte" = 3>>>>} {}

// -----

// expected-error @below {{expected entry 'vector_register' of the target to be 'vector_registers'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"vector_register" = 16>>} {}

// -----

// expected-error @below {{expected 'vector_masks' of the target to be true or false, got 1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"vector_masks" = 1>>} {}

// -----

// What nobody here asks for is another's; in a map, a name with a dot.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"max_vector_op_width" = 64, "core" = #dlti.map<"other.key" = 1>>>} {}

// -----

// What a cache does not tell is the generic one's of the same name.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" =
  #dlti.target_device_spec<"caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 16384>, "L2" = #dlti.map<"ways" = 16>>>>} {}
