/*===-- Run.c - run a model --------------------------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* Checks every tensor, then calls the generated code; and what that code calls. */
#include "model.h"

/* libomp; absent where the model has no parallel loop. */
extern void omp_set_num_threads(int threads) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));

static dlc_status check_run(const dlc_context *context, char *arena, size_t arena_size,
                            const dlc_tensor *inputs, int32_t num_inputs, const dlc_tensor *outputs,
                            int32_t num_outputs, dlc_run_sizes *sizes, dlc_error *error) {
  if (!context || !arena)
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_run: expected context and arena, got a null pointer");
  if (context->magic != DLC_MAGIC)
    return dlc_fail(error, DLC_ERROR_VERSION,
                    "dlc_run: expected a context that dlc_init made and dlc_deinit did not end");
  const dlc_model *model = context->model;
  if ((size_t)arena % DLC_ALIGNMENT)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_run: expected an arena at a multiple of %d bytes, got %p", DLC_ALIGNMENT,
                    (void *)arena);
  if (num_inputs != model->num_inputs || num_outputs != model->num_outputs ||
      (num_inputs && !inputs) || (num_outputs && !outputs))
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_run: expected %d inputs and %d outputs, got %d and %d",
                    (int)model->num_inputs, (int)model->num_outputs, inputs ? (int)num_inputs : 0,
                    outputs ? (int)num_outputs : 0);
  dlc_status status = dlc_get_sizes(model, inputs, sizes, error);
  if (!status && arena_size < sizes->arena_size)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_run: expected %zu bytes of arena%s, got %zu; ask %s", sizes->arena_size,
                    model->sizes ? " for these inputs" : "", arena_size,
                    model->sizes ? "dlc_sizes" : "dlc_arena_size");
  for (int32_t i = 0; i < num_inputs && !status; ++i)
    status = dlc_check_place("input", &model->inputs[i], &inputs[i], error);
  for (int32_t i = 0; i < num_outputs && !status; ++i) {
    status = dlc_check_output_shape(model, i, &outputs[i], sizes, error);
    if (!status)
      status = dlc_check_place("output", &model->outputs[i], &outputs[i], error);
  }
  if (status)
    return status;
  return dlc_check_overlap(context, arena, sizes->arena_size, inputs, outputs, error);
}

dlc_status dlc_run(const dlc_context *context, void *arena, size_t arena_size,
                   const dlc_tensor *inputs, int32_t num_inputs, dlc_tensor *outputs,
                   int32_t num_outputs, const dlc_run_options *options, dlc_error *error) {
  dlc_run_options taken;
  dlc_status status = dlc_take_struct(&taken, sizeof(taken), options, DLC_FIRST_RUN_OPTIONS_SIZE,
                                      "dlc_run_options", error);
  dlc_run_sizes sizes;
  if (!status)
    status = check_run(context, arena, arena_size, inputs, num_inputs, outputs, num_outputs, &sizes,
                       error);
  if (status)
    return status;
  const dlc_model *model = context->model;
  dlc_run_state run = {context, arena,  outputs,     taken.on_kernel ? &taken : NULL,
                       error,   DLC_OK, sizes.values};
  /* The setting is the calling thread's own, and it gets it back. */
  int threaded = model->max_threads > 1 && omp_set_num_threads && omp_get_max_threads;
  int before = threaded ? omp_get_max_threads() : 1;
  if (threaded)
    omp_set_num_threads(context->threads);
  if (dlc_get_counts(model))
    run.outputs = dlc_place_counted(model, &sizes, arena, outputs);
  int32_t result = model->entry(&run, context->weights, arena, inputs, run.outputs);
  if (threaded)
    omp_set_num_threads(before);
  if (result || run.status || run.outputs == outputs)
    return result ? (dlc_status)result : run.status;
  const dlc_tensor *placed = run.outputs;
  run.outputs = outputs;
  return dlc_store_counted(&run, placed);
}

static void report(const dlc_run_state *run, int32_t call, dlc_event_kind kind) {
  dlc_event event = {kind, call, &run->context->model->kernel_calls[call], run};
  run->options->on_kernel(run->options->user, &event);
}

void dlc_kernel_begin(void *run, int32_t call) {
  if (((dlc_run_state *)run)->options)
    report(run, call, DLC_KERNEL_BEGIN);
}

void dlc_kernel_end(void *run, int32_t call) {
  if (((dlc_run_state *)run)->options)
    report(run, call, DLC_KERNEL_END);
}

int64_t dlc_get_symbol(void *run, int32_t symbol) {
  return ((dlc_run_state *)run)->symbols[symbol];
}

int32_t dlc_check_indices(void *run, const char *nodes, const void *indices, int64_t first,
                          int64_t step, int64_t count, int32_t bits, int64_t extent) {
  for (int64_t i = first; i < count; i += step) {
    int64_t index = bits == 64   ? ((const int64_t *)indices)[i]
                    : bits == 32 ? ((const int32_t *)indices)[i]
                    : bits == 16 ? ((const int16_t *)indices)[i]
                                 : ((const int8_t *)indices)[i];
    if (index < -extent || index >= extent)
      return dlc_fail(((dlc_run_state *)run)->error, DLC_ERROR_INDEX,
                      "node '%s': expected an index in [%lld, %lld), got %lld at element %lld",
                      nodes, -(long long)extent, (long long)extent, (long long)index, (long long)i);
  }
  return DLC_OK;
}

int32_t dlc_set_count(void *handle, const char *nodes, int32_t number, int64_t count) {
  const dlc_run_state *run = handle;
  const dlc_model *model = run->context->model;
  int64_t dim = -1 - (model->num_symbols + model->num_computed + (int64_t)number);
  dlc_status status = DLC_OK;
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const dlc_tensor_info *info = &model->outputs[i];
    if (info->flags & DLC_TENSOR_PACKED)
      continue; /* dlc_store_counted asks for the room of all elements */
    for (int32_t j = 0; j < info->ndim; ++j) {
      if (info->shape[j] != dim)
        continue;
      int64_t room = run->outputs[i].shape[j];
      run->outputs[i].shape[j] = count;
      if (count > room && !status)
        status = dlc_fail(run->error, DLC_ERROR_CAPACITY,
                          "output '%s': expected room for %lld in dimension %d, which node '%s' "
                          "made of these inputs, got %lld; ask dlc_sizes for the most that it can "
                          "need",
                          info->name, (long long)count, (int)j, nodes, (long long)room);
    }
  }
  return status;
}

const void *dlc_event_output(const dlc_event *event, int32_t index) {
  if (!event)
    return NULL;
  const dlc_run_state *run = event->run;
  if (index < 0 || index >= event->info->num_outputs)
    return NULL;
  const dlc_kernel_output *output = &event->info->outputs[index];
  if (output->output == -1)
    return run->arena + output->offset;
  if (output->output < 0)
    return NULL;
  return dlc_data_of(&run->outputs[output->output]) + output->offset;
}
