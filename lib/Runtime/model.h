/*===-- model.h - structures shared by generated code and runtime --*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * What the compiler writes for a model (lib/Target/Cpu/Metadata.cpp builds the
 * same layout as LLVM constants), and the runtime's private structures.
 */
#ifndef DLC_MODEL_H
#define DLC_MODEL_H

/* Every compiled object brings the runtime along: of several in one program, the
   linker keeps one. */
#define DLC_API __attribute__((weak, visibility("default")))
#define DLC_PRIVATE __attribute__((weak, visibility("hidden")))

#include "dl/Runtime/dlc.h"

/* The generated code of a model. */
typedef int32_t (*dlc_entry)(void *run, const void *weights, void *arena, const dlc_tensor *inputs,
                             const dlc_tensor *outputs);

/* Computes from the values of all symbols the size of the arena, sizes[0], then those
   sizes of results that are no symbols, then for each check the two sizes it compares. */
typedef void (*dlc_sizes_function)(const int64_t *symbols, int64_t *sizes);

/* As many as the compiler lets a model have; with the arena's size. */
#define DLC_MAX_SYMBOLS 32
#define DLC_MAX_SIZES 64
#define DLC_MAX_CHECKS 64

/* What a run checks: that the first size is at least the second, or that they are equal. */
typedef enum dlc_check_kind {
  DLC_CHECK_SYMBOL = 0,  /* the first is the symbol itself */
  DLC_CHECK_DERIVED = 1, /* the first follows from symbols */
  DLC_CHECK_EQUAL = 2
} dlc_check_kind;

typedef struct dlc_size_check {
  const char *nodes; /* names of the model's nodes that need it, joined by '+', or "" */
  int32_t kind;
  int32_t symbol; /* the first that decides */
} dlc_size_check;

struct dlc_model {
  int32_t abi_version;
  int32_t max_threads;
  const char *name;
  const dlc_tensor_info *inputs;
  const dlc_tensor_info *outputs;
  const dlc_kernel_info *kernel_calls;
  int32_t num_inputs;
  int32_t num_outputs;
  int32_t num_kernel_calls;
  int32_t num_symbols;
  uint64_t arena_size; /* 0 where it depends on symbols */
  uint64_t weights_size;
  const void *weights;
  dlc_entry entry;
  const char *const *symbols;
  dlc_sizes_function sizes;
  int64_t num_sizes; /* without the arena's and those of checks */
  const dlc_size_check *checks;
  int64_t num_checks;
};

struct dlc_context {
  uint64_t magic;
  const dlc_model *model;
  const void *weights;
  int32_t threads;
  int32_t reserved;
};

/* "dlc" and the ABI version: marks a context that dlc_init has made. */
#define DLC_MAGIC (0x646c6300ull + DLC_ABI_VERSION)

/* One call of dlc_run; generated code passes it to dlc_kernel_begin and _end. */
typedef struct dlc_run_state {
  const dlc_context *context;
  char *arena;
  const dlc_tensor *outputs;
  const dlc_hooks *hooks;
  dlc_error *error;
} dlc_run_state;

/* Fills `error`, if there is one, and returns `status`. */
DLC_PRIVATE dlc_status dlc_fail(dlc_error *error, dlc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Pins the calling thread and its team of `threads` each to one CPU of the calling
   thread's set. */
DLC_PRIVATE void dlc_bind_threads(int32_t threads);

/* Called by generated code around each kernel call. */
DLC_PRIVATE void dlc_kernel_begin(void *run, int32_t call);
DLC_PRIVATE void dlc_kernel_end(void *run, int32_t call);

/* Called by generated code before a kernel reads at indices from a tensor: elements
   `first`, `first + step`, ... of `count` integers of `bits` bits, which must lie in
   [-extent, extent). Returns a status. */
DLC_PRIVATE int32_t dlc_check_indices(void *run, const char *nodes, const void *indices,
                                      int64_t first, int64_t step, int64_t count, int32_t bits,
                                      int64_t extent);

#endif /* DLC_MODEL_H */
