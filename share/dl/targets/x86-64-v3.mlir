// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The level of the x86-64 psABI with AVX2, by the first CPU of it, Haswell, as which LLVM
// schedules it, too. L3 is that of a Core i7-4770.
// - Caches: Intel 248966, 64 and IA-32 Architectures Optimization Reference Manual, on
//   Haswell; size and ways of L3: CPUID leaf 4.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "x86_64-unknown-linux-gnu", "name" = "x86-64-v3",
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768, "ways" = 8>,
                       "L2" = #dlti.map<"bytes" = 262144, "ways" = 8>,
                       "L3" = #dlti.map<"bytes" = 8388608, "ways" = 16>>,
  "cache_line_bytes" = 64>>} {}
