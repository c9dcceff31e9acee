// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intel Xeon Scalable, 4th generation. L3 is that of 56 cores (Xeon Platinum 8480+), 1.875 MiB
// each.
// - Caches: Intel 248966, 64 and IA-32 Architectures Optimization Reference Manual, on
//   Golden Cove; size and ways of L3: CPUID leaf 4.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "x86_64-unknown-linux-gnu", "name" = "sapphirerapids",
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 49152, "ways" = 12>,
                       "L2" = #dlti.map<"bytes" = 2097152, "ways" = 16>,
                       "L3" = #dlti.map<"bytes" = 110100480, "ways" = 15>>,
  "cache_line_bytes" = 64>>} {}
