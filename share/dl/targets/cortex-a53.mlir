// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arm Cortex-A53, as in a Raspberry Pi 3. Sizes of caches are chosen by each chip: 8 to 64 KiB
// and 128 KiB to 2 MiB.
// - Ways and lines: Arm DDI 0500, Cortex-A53 MPCore Processor Technical Reference Manual,
//   "About the Cortex-A53 processor functions".
// - Sizes, frequency: BCM2837, Raspberry Pi documentation, "Processors".
// - What L2 gets: memory at 900 million transfers of 32 bits a second (LPDDR2), 3.6 GB/s.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "triple" = "aarch64-unknown-linux-gnu", "name" = "cortex-a53",
  "core" = #dlti.map<"hertz" = 1.2e9>,
  "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 32768, "ways" = 4>,
                       "L2" = #dlti.map<"bytes" = 524288, "bytes_per_cycle" = 3, "ways" = 16>>,
  "cache_line_bytes" = 64>>} {}
