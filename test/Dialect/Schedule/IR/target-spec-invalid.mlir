// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics

// Descriptions of machines that do not say what they have to.

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
