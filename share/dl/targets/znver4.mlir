// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AMD Zen 4 (EPYC 9004, Ryzen 7000). L3 is that of a complex of eight cores.
// - Caches: AMD 57647, Software Optimization Guide for the AMD Zen4 Microarchitecture.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "x86_64-unknown-linux-gnu", "name" = "znver4",
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768, "ways" = 8>,
                       "L2" = #dlti.map<"bytes" = 1048576, "ways" = 8>,
                       "L3" = #dlti.map<"bytes" = 33554432, "ways" = 16>>,
  "cache_line_bytes" = 64>>} {}
