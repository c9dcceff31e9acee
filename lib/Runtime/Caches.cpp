//===-- Caches.cpp - what memory caches hold ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Line by line; the lines of CPUs with shorter ones are visited more than once.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/Caches.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace dl::runtime;

/// The shortest line of the CPUs that this runs on.
static constexpr size_t lineBytes = 64;

void dl::runtime::evict(llvm::ArrayRef<char> memory) {
#if defined(__x86_64__)
  for (size_t byte = 0; byte < memory.size(); byte += lineBytes)
    _mm_clflush(memory.data() + byte);
  _mm_mfence();
#elif defined(__aarch64__)
  for (size_t byte = 0; byte < memory.size(); byte += lineBytes)
    asm volatile("dc civac, %0" : : "r"(memory.data() + byte) : "memory");
  asm volatile("dsb ish" : : : "memory");
#endif
}

void dl::runtime::fetch(llvm::ArrayRef<char> memory) {
  for (size_t byte = 0; byte < memory.size(); byte += lineBytes)
    (void)*static_cast<const volatile char *>(memory.data() + byte);
}
