/*===-- Init.c - make a context --------------------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* A context is a small header, perhaps with programs of an accelerator, then the weights at a
   2 MiB boundary. */
#include "model.h"

#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)
/* Weights below this size gain nothing from a huge page. */
#define COPY_ALIGNMENT(size) ((size) >= HUGE_PAGE ? HUGE_PAGE : (size_t)DLC_ALIGNMENT)

static size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

static dlc_status take_options(dlc_options *taken, const dlc_options *given, dlc_error *error) {
  dlc_status status =
      dlc_take_struct(taken, sizeof(*taken), given, DLC_FIRST_OPTIONS_SIZE, "dlc_options", error);
  if (!status && taken->reserved)
    return dlc_fail(error, DLC_ERROR_VERSION, "dlc_options: expected reserved to be 0, got %d",
                    (int)taken->reserved);
  return status;
}

/* The context and the programs of an accelerator. */
static size_t header_size(const dlc_model *model) {
  return sizeof(dlc_context) + dlc_programs_size(model);
}

static size_t context_size(const dlc_model *model, const dlc_options *options) {
  size_t header = round_up(header_size(model), DLC_ALIGNMENT);
  if (options->map_weights)
    return header;
  /* Wherever the memory begins, an aligned copy fits. Whole huge pages, so that
     the last one is not shared with something else. */
  size_t unit = COPY_ALIGNMENT(model->weights_size);
  return header + unit - DLC_ALIGNMENT + round_up(model->weights_size, unit);
}

size_t dlc_context_size(const dlc_model *model, const dlc_options *options) {
  dlc_options taken;
  if (dlc_check_model(model, "", NULL) || take_options(&taken, options, NULL))
    return 0;
  return context_size(model, &taken);
}

static const void *copy_weights(const dlc_model *model, void *memory) {
  size_t unit = COPY_ALIGNMENT(model->weights_size);
  char *target = (char *)round_up((size_t)memory + header_size(model), unit);
  /* Before the first touch; a kernel without huge pages refuses, which is no error. */
  if (unit == HUGE_PAGE)
    (void)madvise(target, round_up(model->weights_size, unit), MADV_HUGEPAGE);
  memcpy(target, model->weights, model->weights_size);
  return target;
}

dlc_status dlc_init(const dlc_model *model, const dlc_options *options, void *memory,
                    size_t memory_size, dlc_context **context, dlc_error *error) {
  if (!model || !memory || !context)
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_init: expected model, memory and context, got a null pointer");
  dlc_options taken;
  dlc_status status = dlc_check_model(model, "dlc_init", error);
  if (!status)
    status = take_options(&taken, options, error);
  if (!status)
    status = dlc_check_cpu(model, error);
  if (status)
    return status;
  size_t needed = context_size(model, &taken);
  if (memory_size < needed)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_init: expected %zu bytes of memory for the context, got %zu; ask "
                    "dlc_context_size",
                    needed, memory_size);
  if ((size_t)memory % DLC_ALIGNMENT)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_init: expected memory at a multiple of %d bytes, got %p", DLC_ALIGNMENT,
                    memory);
  int32_t threads = taken.threads ? taken.threads : model->max_threads;
  if (threads < 1 || threads > model->max_threads)
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_init: expected 1 to %d threads, got %d; compile the model with "
                    "--threads=%d for more",
                    (int)model->max_threads, (int)threads, (int)threads);

  dlc_context *result = memory;
  dlc_programs *programs = dlc_programs_size(model) ? (dlc_programs *)(result + 1) : NULL;
  if (programs && (status = dlc_open_programs(model, taken.accelerator, programs, error)))
    return status;
  result->model = model;
  result->threads = threads;
  result->size = needed;
  result->reserved = 0;
  result->programs = programs;
  result->weights = taken.map_weights ? model->weights : copy_weights(model, memory);
  result->magic = DLC_MAGIC;
  if (taken.bind_threads)
    dlc_bind_threads(threads);
  *context = result;
  return DLC_OK;
}

dlc_status dlc_deinit(dlc_context *context) {
  if (!context)
    return DLC_OK;
  if (context->magic != DLC_MAGIC)
    return DLC_ERROR_VERSION;
  if (context->programs)
    dlc_close_programs(context->programs);
  context->magic = 0;
  return DLC_OK;
}
