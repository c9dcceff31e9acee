//===-- Digest.h - a number for some bytes ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_DIGEST_H
#define DL_LIB_VDLA_DIGEST_H

#include <cstdint>
#include <string>

namespace dl::vdla {

/// FNV-1a of 64 bits. It tells texts apart that differ by mistake, not by intent.
inline uint64_t hashBytes(const std::string &bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

} // namespace dl::vdla

#endif // DL_LIB_VDLA_DIGEST_H
