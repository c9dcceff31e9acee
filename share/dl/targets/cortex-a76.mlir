// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arm Cortex-A76, as in a Raspberry Pi 5. Sizes of L2 and L3 are chosen by each chip: 128 to
// 512 KiB and up to 4 MiB.
// - L1, what it gets from L2, loads, ways of L2: Arm 100798, Cortex-A76 Core Technical
//   Reference Manual, "Level 1 memory system", "Level 2 memory system"; ways of L3: Arm 100453,
//   DynamIQ Shared Unit Technical Reference Manual.
// - Instructions, operations and latency (of the sum of multiply-adds that follow each other):
//   Arm PJDOC-466751330-7215, Cortex-A76 Software Optimization Guide. LLVM 22 has the
//   Cortex-A57's.
// - Sizes of L2 and L3, frequency: BCM2712, Raspberry Pi documentation, "Processors".

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "aarch64-unknown-linux-gnu", "name" = "cortex-a76",
  "core" = #dlti.map<"hertz" = 2.4e9, "instructions_per_cycle" = 4, "operations_per_cycle" = 2,
                     "loads_per_cycle" = 2, "latency_cycles" = 2>,
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 65536, "bytes_per_cycle" = 32, "ways" = 4>,
                       "L2" = #dlti.map<"bytes" = 524288, "ways" = 8>,
                       "L3" = #dlti.map<"bytes" = 2097152, "ways" = 16>>,
  "cache_line_bytes" = 64>>} {}
