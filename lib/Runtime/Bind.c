/*===-- Bind.c - one CPU for each thread -----------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * libomp binds threads only by environment variables, so each thread of the team
 * binds itself. libomp keeps the team for the next parallel loop of its master.
 */
#define _GNU_SOURCE
#include "model.h"

#include <sched.h>

/* libomp's interface to compilers; absent where the model has no parallel loop. */
typedef struct ident {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char *source;
} ident;
typedef void (*microtask)(int32_t *global_thread, int32_t *thread, ...);
extern void __kmpc_fork_call(ident *location, int32_t count, microtask task, ...)
    __attribute__((weak));
extern void omp_set_num_threads(int threads) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));
extern int omp_get_thread_num(void) __attribute__((weak));

static void bind_this_thread(const cpu_set_t *allowed, int number) {
  int wanted = number % CPU_COUNT(allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, allowed) && wanted-- == 0) {
      cpu_set_t own;
      CPU_ZERO(&own);
      CPU_SET(cpu, &own);
      (void)sched_setaffinity(0, sizeof(own), &own);
      return;
    }
}

static void bind_team_member(int32_t *global_thread, int32_t *thread, const cpu_set_t *allowed) {
  (void)global_thread;
  (void)thread;
  bind_this_thread(allowed, omp_get_thread_num());
}

void dlc_bind_threads(int32_t threads) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) || !CPU_COUNT(&allowed))
    return;
  // All of libomp is there, or nothing.
  if (threads == 1 || !__kmpc_fork_call) {
    bind_this_thread(&allowed, 0);
    return;
  }
  static ident location = {0, 2, 0, 0, ";unknown;unknown;0;0;;"};
  int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  __kmpc_fork_call(&location, 1, (microtask)(void *)bind_team_member, &allowed);
  omp_set_num_threads(before);
}
