/*===-- TileRegisters.h - leave to use the tile registers of AMX ----*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Linux keeps tiles only for processes that asked for it before their first use of one
 * (Documentation/arch/x86/xstate.rst). Once is enough for all threads.
 */
#ifndef DL_RUNTIME_TILEREGISTERS_H
#define DL_RUNTIME_TILEREGISTERS_H

#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

/* 1 if code of this process may use tiles. */
static inline int dlc_allow_tiles(void) {
  enum { REQUEST_STATE = 0x1023, TILE_DATA = 18 };
  return syscall(SYS_arch_prctl, REQUEST_STATE, TILE_DATA) == 0;
}
#else
static inline int dlc_allow_tiles(void) { return 0; }
#endif

#endif /* DL_RUNTIME_TILEREGISTERS_H */
