// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intel Xeon Scalable (Skylake server). L3 is that of 28 cores (Xeon Platinum 8180), 1.375 MiB
// each.
// - Caches, and what L1 and L2 get, sustained: Intel 248966, 64 and IA-32 Architectures
//   Optimization Reference Manual, on the Skylake server's cache parameters.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "x86_64-unknown-linux-gnu", "name" = "skylake-avx512",
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768, "bytes_per_cycle" = 52, "ways" = 8>,
                       "L2" = #dlti.map<"bytes" = 1048576, "bytes_per_cycle" = 15, "ways" = 16>,
                       "L3" = #dlti.map<"bytes" = 40370176, "ways" = 11>>,
  "cache_line_bytes" = 64>>} {}
