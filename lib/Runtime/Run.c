/*===-- Run.c - run a model --------------------------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* Checks every tensor, then calls the generated code. */
#include "model.h"

#include <stdio.h>

/* libomp; absent where the model has no parallel loop. */
extern void omp_set_num_threads(int threads) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));

static const char *dtype_name(dlc_dtype dtype, char *buffer, size_t size) {
  const char *code = dtype.code == DLC_INT      ? "int"
                     : dtype.code == DLC_UINT   ? "uint"
                     : dtype.code == DLC_FLOAT  ? "float"
                     : dtype.code == DLC_BFLOAT ? "bfloat"
                     : dtype.code == DLC_BOOL   ? "bool"
                                                : "unknown";
  if (dtype.lanes == 1)
    snprintf(buffer, size, "%s%d", code, dtype.bits);
  else
    snprintf(buffer, size, "%s%d x %d", code, dtype.bits, dtype.lanes);
  return buffer;
}

static uint64_t num_bytes(const dlc_tensor_info *info) {
  uint64_t bytes = info->dtype.bits / 8;
  for (int32_t i = 0; i < info->ndim; ++i)
    bytes *= (uint64_t)info->shape[i];
  return bytes;
}

static char *data_of(const dlc_tensor *tensor) {
  return (char *)tensor->data + tensor->byte_offset;
}

static dlc_status check_tensor(const char *kind, const dlc_tensor_info *info,
                               const dlc_tensor *tensor, dlc_error *error) {
  char expected[32], got[32];
  if (tensor->dtype.code != info->dtype.code || tensor->dtype.bits != info->dtype.bits ||
      tensor->dtype.lanes != 1)
    return dlc_fail(error, DLC_ERROR_DTYPE, "%s '%s': expected dtype %s, got %s", kind, info->name,
                    dtype_name(info->dtype, expected, sizeof(expected)),
                    dtype_name(tensor->dtype, got, sizeof(got)));
  if (tensor->ndim != info->ndim)
    return dlc_fail(error, DLC_ERROR_SHAPE, "%s '%s': expected %d dimensions, got %d", kind,
                    info->name, (int)info->ndim, (int)tensor->ndim);
  if (info->ndim && !tensor->shape)
    return dlc_fail(error, DLC_ERROR_ARGUMENT, "%s '%s': expected a shape, got a null pointer",
                    kind, info->name);
  for (int32_t i = 0; i < info->ndim; ++i)
    if (tensor->shape[i] != info->shape[i])
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "%s '%s': expected %lld in dimension %d, got %lld; the model was compiled "
                      "for this size only",
                      kind, info->name, (long long)info->shape[i], (int)i,
                      (long long)tensor->shape[i]);
  if (tensor->device.device_type != 1)
    return dlc_fail(error, DLC_ERROR_LAYOUT,
                    "%s '%s': expected a tensor in the CPU's memory (device type 1), got device "
                    "type %d",
                    kind, info->name, (int)tensor->device.device_type);
  int64_t stride = 1;
  for (int32_t i = info->ndim - 1; tensor->strides && i >= 0; --i) {
    if (info->shape[i] != 1 && tensor->strides[i] != stride)
      return dlc_fail(error, DLC_ERROR_LAYOUT,
                      "%s '%s': expected stride %lld in dimension %d (row-major), got %lld; make "
                      "the tensor contiguous",
                      kind, info->name, (long long)stride, (int)i, (long long)tensor->strides[i]);
    stride *= info->shape[i];
  }
  if (!tensor->data && num_bytes(info))
    return dlc_fail(error, DLC_ERROR_ARGUMENT, "%s '%s': expected data, got a null pointer", kind,
                    info->name);
  if ((size_t)data_of(tensor) % (info->dtype.bits / 8))
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "%s '%s': expected data at a multiple of its element's %d bytes, got %p", kind,
                    info->name, info->dtype.bits / 8, (void *)data_of(tensor));
  return DLC_OK;
}

static int overlap(const char *a, uint64_t a_size, const char *b, uint64_t b_size) {
  return a_size && b_size && (size_t)a < (size_t)b + b_size && (size_t)b < (size_t)a + a_size;
}

/* Generated code assumes that what it writes is nobody else's. */
static dlc_status check_overlap(const dlc_model *model, const char *arena, const dlc_tensor *inputs,
                                const dlc_tensor *outputs, dlc_error *error) {
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const char *data = data_of(&outputs[i]);
    uint64_t size = num_bytes(&model->outputs[i]);
    const char *other = overlap(data, size, arena, model->arena_size) ? "the arena" : NULL;
    for (int32_t j = 0; j < model->num_inputs && !other; ++j)
      if (overlap(data, size, data_of(&inputs[j]), num_bytes(&model->inputs[j])))
        other = model->inputs[j].name;
    for (int32_t j = 0; j < i && !other; ++j)
      if (overlap(data, size, data_of(&outputs[j]), num_bytes(&model->outputs[j])))
        other = model->outputs[j].name;
    if (other)
      return dlc_fail(error, DLC_ERROR_MEMORY,
                      "output '%s': expected memory of its own, but it overlaps '%s'",
                      model->outputs[i].name, other);
  }
  for (int32_t j = 0; j < model->num_inputs; ++j)
    if (overlap(arena, model->arena_size, data_of(&inputs[j]), num_bytes(&model->inputs[j])))
      return dlc_fail(error, DLC_ERROR_MEMORY,
                      "input '%s': expected memory outside the arena, which every run overwrites",
                      model->inputs[j].name);
  return DLC_OK;
}

static dlc_status check_run(const dlc_context *context, char *arena, size_t arena_size,
                            const dlc_tensor *inputs, int32_t num_inputs, const dlc_tensor *outputs,
                            int32_t num_outputs, dlc_error *error) {
  if (!context || !arena)
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_run: expected context and arena, got a null pointer");
  if (context->magic != DLC_MAGIC)
    return dlc_fail(error, DLC_ERROR_VERSION,
                    "dlc_run: expected a context that dlc_init made and dlc_deinit did not end");
  const dlc_model *model = context->model;
  if (arena_size < model->arena_size)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_run: expected %llu bytes of arena, got %zu; ask dlc_arena_size",
                    (unsigned long long)model->arena_size, arena_size);
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
  dlc_status status = DLC_OK;
  for (int32_t i = 0; i < num_inputs && !status; ++i)
    status = check_tensor("input", &model->inputs[i], &inputs[i], error);
  for (int32_t i = 0; i < num_outputs && !status; ++i)
    status = check_tensor("output", &model->outputs[i], &outputs[i], error);
  return status ? status : check_overlap(model, arena, inputs, outputs, error);
}

dlc_status dlc_run(const dlc_context *context, void *arena, size_t arena_size,
                   const dlc_tensor *inputs, int32_t num_inputs, const dlc_tensor *outputs,
                   int32_t num_outputs, const dlc_hooks *hooks, dlc_error *error) {
  dlc_status status =
      check_run(context, arena, arena_size, inputs, num_inputs, outputs, num_outputs, error);
  if (status)
    return status;
  const dlc_model *model = context->model;
  dlc_run_state run = {context, arena, outputs, hooks && hooks->on_kernel ? hooks : NULL};
  /* The setting is the calling thread's own, and it gets it back. */
  int threaded = model->max_threads > 1 && omp_set_num_threads && omp_get_max_threads;
  int before = threaded ? omp_get_max_threads() : 1;
  if (threaded)
    omp_set_num_threads(context->threads);
  int32_t result = model->entry(&run, context->weights, arena, inputs, outputs);
  if (threaded)
    omp_set_num_threads(before);
  return (dlc_status)result;
}

static void report(const dlc_run_state *run, int32_t call, dlc_event_kind kind) {
  dlc_event event = {kind, call, &run->context->model->kernel_calls[call], run};
  run->hooks->on_kernel(run->hooks->user, &event);
}

void dlc_kernel_begin(void *run, int32_t call) {
  if (((dlc_run_state *)run)->hooks)
    report(run, call, DLC_KERNEL_BEGIN);
}

void dlc_kernel_end(void *run, int32_t call) {
  if (((dlc_run_state *)run)->hooks)
    report(run, call, DLC_KERNEL_END);
}

const void *dlc_event_output(const dlc_event *event, int32_t index) {
  const dlc_run_state *run = event->run;
  if (index < 0 || index >= event->info->num_outputs)
    return NULL;
  const dlc_kernel_output *output = &event->info->outputs[index];
  if (output->output == -1)
    return run->arena + output->offset;
  if (output->output < 0)
    return NULL;
  return data_of(&run->outputs[output->output]) + output->offset;
}
