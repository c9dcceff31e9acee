/*===-- Cpu.c - what this machine's CPU can do ----------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Compares the features that a model's code needs with those of the CPU, before any
 * of that code runs. This file is compiled for the plain instruction set.
 */
#include "model.h"

#include "dl/Runtime/TileRegisters.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

enum { EAX, EBX, ECX, EDX };

/* Registers of which the system keeps the contents (XCR0); 0 where it says nothing. */
static uint64_t get_saved_state(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 27)))
    return 0;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (uint64_t)d << 32 | a;
}

static int has_bit(unsigned leaf, unsigned subleaf, int where, int bit, uint64_t state) {
  unsigned words[4];
  if (!__get_cpuid_count(leaf, subleaf, &words[EAX], &words[EBX], &words[ECX], &words[EDX]))
    return 0;
  return (words[where] >> bit & 1) && (get_saved_state() & state) == state;
}

static int has_feature(const char *name) {
  static const struct {
    const char *name;
    unsigned leaf, subleaf;
    int where, bit;
    uint64_t state;
  } features[] = {
#define DLC_X86_FEATURE(name, leaf, subleaf, where, bit, state)                                    \
  {name, leaf, subleaf, where, bit, state},
#include "dl/Runtime/CpuFeatures.def"
  };
  enum { TILE_DATA = 1 << 18 };
  for (size_t i = 0; i < sizeof(features) / sizeof(*features); ++i)
    if (!strcmp(features[i].name, name))
      return has_bit(features[i].leaf, features[i].subleaf, features[i].where, features[i].bit,
                     features[i].state) &&
             (!(features[i].state & TILE_DATA) || dlc_allow_tiles());
  return 0;
}
#elif defined(__aarch64__)
#include <sys/auxv.h>

static int has_feature(const char *name) {
  static const struct {
    const char *name;
    unsigned long word, mask;
  } features[] = {
#define DLC_AARCH64_FEATURE(name, word, mask) {name, word, mask},
#include "dl/Runtime/CpuFeatures.def"
  };
  for (size_t i = 0; i < sizeof(features) / sizeof(*features); ++i)
    if (!strcmp(features[i].name, name))
      return (getauxval(features[i].word) & features[i].mask) == features[i].mask;
  return 0;
}
#else
static int has_feature(const char *name) {
  (void)name;
  return 1;
}
#endif

dlc_status dlc_check_cpu(const dlc_model *model, dlc_error *error) {
  dlc_status status = dlc_check_model(model, "dlc_check_cpu", error);
  if (status)
    return status;
  char missing[256] = "";
  size_t length = 0;
  int32_t count = 0;
  for (int32_t i = 0; i < model->num_cpu_features; ++i) {
    const char *name = model->cpu_features[i];
    if (has_feature(name))
      continue;
    /* What does not fit is counted. */
    if (length + strlen(name) + 2 < sizeof(missing))
      length += (size_t)snprintf(missing + length, sizeof(missing) - length, "%s%s",
                                 length ? ", " : "", name);
    ++count;
  }
  if (!count)
    return DLC_OK;
  return dlc_fail(error, DLC_ERROR_CPU,
                  "model '%s': expected a CPU with %d features that this one lacks: %s; compile "
                  "the model with --mcpu for this machine",
                  model->name, (int)count, missing);
}
