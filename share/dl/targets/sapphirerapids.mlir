// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intel Xeon Scalable, 4th generation. L3 is that of 56 cores (Xeon Platinum 8480+), 1.875 MiB
// each.
// - Caches: Intel 248966, 64 and IA-32 Architectures Optimization Reference Manual, on
//   Golden Cove; size and ways of L3: CPUID leaf 4.
// - Instructions and shuffles of a cycle: the same manual. The clock, what L1 and L2 get in a cycle and what
//   of it where that is stored to: measured, one core of a Xeon with AMX of 2 MiB of L2, 3.5 GHz
//   (loads of 96 KiB to 1 MiB 188 to 195 GB/s, stores 60 to 62; of 4 to 64 MiB 28 to 30, 25 to 29).

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "x86_64-unknown-linux-gnu", "name" = "sapphirerapids",
  "core" = #dlti.map<"hertz" = 3.5e9, "instructions_per_cycle" = 6.0, "shuffles_per_cycle" = 1.0>,
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 49152, "bytes_per_cycle" = 54,
                                        "stored_bytes_per_cycle" = 17, "ways" = 12>,
                       "L2" = #dlti.map<"bytes" = 2097152, "bytes_per_cycle" = 8, "ways" = 16>,
                       "L3" = #dlti.map<"bytes" = 110100480, "ways" = 15>>,
  "cache_line_bytes" = 64>>} {}
