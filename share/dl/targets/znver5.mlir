// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AMD Zen 5 (EPYC 9005, Ryzen 9000). L3 is that of a complex of eight cores.
// - Caches: AMD 58455, Software Optimization Guide for the AMD Zen5 Microarchitecture;
//   what L1 gets from L2: AMD, "Next Generation Zen 5 Core", Hot Chips 2024; what L2 gets from
//   L3: 32 to 35 bytes in a cycle, measured (one core of an EPYC 9005 that reads 2 to 8 MB).

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "x86_64-unknown-linux-gnu", "name" = "znver5",
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 49152, "bytes_per_cycle" = 64, "ways" = 12>,
                       "L2" = #dlti.map<"bytes" = 1048576, "bytes_per_cycle" = 32, "ways" = 16>,
                       "L3" = #dlti.map<"bytes" = 33554432, "ways" = 16>>,
  "cache_line_bytes" = 64>>} {}
