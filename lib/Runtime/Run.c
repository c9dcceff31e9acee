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
                     : dtype.code >= DLC_FLOAT8_E4M3FN && dtype.code <= DLC_FLOAT4_E2M1FN
                         ? "narrow float"
                         : "unknown";
  if (dtype.lanes == 1)
    snprintf(buffer, size, "%s%d", code, dtype.bits);
  else
    snprintf(buffer, size, "%s%d x %d", code, dtype.bits, dtype.lanes);
  return buffer;
}

static int element_bytes(dlc_dtype dtype) { return (dtype.bits + 7) / 8; }

/* Of a tensor whose shape was checked. */
static uint64_t num_bytes(const dlc_tensor *tensor) {
  uint64_t bytes = (uint64_t)element_bytes(tensor->dtype);
  for (int32_t i = 0; i < tensor->ndim; ++i)
    bytes *= (uint64_t)tensor->shape[i];
  return bytes;
}

static char *data_of(const dlc_tensor *tensor) {
  return (char *)tensor->data + tensor->byte_offset;
}

/* The sizes of a run: symbols first, then those that follow from them. */
typedef struct run_sizes {
  int64_t values[DLC_MAX_SYMBOLS + DLC_MAX_SIZES];
  /* The input and dim that gave each symbol its value; -1: none yet. */
  int32_t input[DLC_MAX_SYMBOLS], dim[DLC_MAX_SYMBOLS];
  size_t arena_size;
} run_sizes;

static dlc_status check_type(const char *kind, const dlc_tensor_info *info,
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
  return DLC_OK;
}

static dlc_status check_dim(const char *kind, const dlc_tensor_info *info, int32_t dim,
                            int64_t expected, int64_t got, dlc_error *error) {
  if (got == expected)
    return DLC_OK;
  return dlc_fail(error, DLC_ERROR_SHAPE,
                  "%s '%s': expected %lld in dimension %d, got %lld; the model was compiled "
                  "for this size only",
                  kind, info->name, (long long)expected, (int)dim, (long long)got);
}

/* Dims of inputs that are known only now: the first gives its symbol a value, which the
   others must have, too. */
static dlc_status take_symbols(const dlc_model *model, int32_t index, const dlc_tensor *tensor,
                               run_sizes *sizes, dlc_error *error) {
  const dlc_tensor_info *info = &model->inputs[index];
  for (int32_t i = 0; i < info->ndim; ++i) {
    int64_t got = tensor->shape[i];
    if (info->shape[i] >= 0) {
      dlc_status status = check_dim("input", info, i, info->shape[i], got, error);
      if (status)
        return status;
      continue;
    }
    int32_t symbol = (int32_t)(-1 - info->shape[i]);
    if (sizes->input[symbol] < 0) {
      if (got < 1)
        return dlc_fail(error, DLC_ERROR_SHAPE,
                        "input '%s': expected a positive size in dimension %d ('%s'), got %lld",
                        info->name, (int)i, model->symbols[symbol], (long long)got);
      sizes->values[symbol] = got;
      sizes->input[symbol] = index;
      sizes->dim[symbol] = i;
    } else if (got != sizes->values[symbol]) {
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "input '%s': expected %lld in dimension %d, since '%s' is dimension %d of "
                      "input '%s' too, got %lld",
                      info->name, (long long)sizes->values[symbol], (int)i, model->symbols[symbol],
                      (int)sizes->dim[symbol], model->inputs[sizes->input[symbol]].name,
                      (long long)got);
    }
  }
  return DLC_OK;
}

/* What the model's nodes need of sizes; `compared` has two for each check. */
static dlc_status check_sizes(const dlc_model *model, const int64_t *compared,
                              const run_sizes *sizes, dlc_error *error) {
  for (int64_t i = 0; i < model->num_checks; ++i) {
    const dlc_size_check *check = &model->checks[i];
    int64_t left = compared[2 * i], right = compared[2 * i + 1];
    if (check->kind == DLC_CHECK_EQUAL ? left == right : left >= right)
      continue;
    int named = check->nodes[0] != 0;
    const char *quote = named ? "'" : "";
    const char *input = model->inputs[sizes->input[check->symbol]].name;
    const char *symbol = model->symbols[check->symbol];
    int dim = (int)sizes->dim[check->symbol];
    long long got = (long long)sizes->values[check->symbol];
    if (check->kind == DLC_CHECK_SYMBOL)
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "input '%s': expected at least %lld in dimension %d ('%s') for a result of "
                      "%s%s%s%s, got %lld",
                      input, (long long)right, dim, symbol, named ? "node " : "the model", quote,
                      check->nodes, quote, got);
    if (check->kind == DLC_CHECK_DERIVED)
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "input '%s': expected a size in dimension %d ('%s') for which %s%s%s%s has a "
                      "result of at least %lld elements in each dimension, got %lld, which makes "
                      "it %lld",
                      input, dim, symbol, named ? "node " : "the model", quote, check->nodes, quote,
                      (long long)right, got, (long long)left);
    return dlc_fail(error, DLC_ERROR_SHAPE,
                    "input '%s': expected a size in dimension %d ('%s') for which what %s%s%s%s "
                    "reads has equal sizes, got %lld, which makes them %lld and %lld",
                    input, dim, symbol, named ? "node " : "the model", quote, check->nodes, quote,
                    got, (long long)left, (long long)right);
  }
  return DLC_OK;
}

/* All sizes of a run on such inputs, whose number was checked. */
static dlc_status get_sizes(const dlc_model *model, const dlc_tensor *inputs, run_sizes *sizes,
                            dlc_error *error) {
  for (int32_t i = 0; i < model->num_symbols; ++i)
    sizes->input[i] = -1;
  for (int32_t i = 0; i < model->num_inputs; ++i) {
    dlc_status status = check_type("input", &model->inputs[i], &inputs[i], error);
    if (!status)
      status = take_symbols(model, i, &inputs[i], sizes, error);
    if (status)
      return status;
  }
  sizes->arena_size = model->arena_size;
  if (model->sizes) {
    int64_t computed[DLC_MAX_SIZES + 2 * DLC_MAX_CHECKS];
    model->sizes(sizes->values, computed);
    dlc_status status = check_sizes(model, computed + 1 + model->num_sizes, sizes, error);
    if (status)
      return status;
    sizes->arena_size = (size_t)computed[0];
    for (int64_t i = 0; i < model->num_sizes; ++i)
      sizes->values[model->num_symbols + i] = computed[i + 1];
  }
  return DLC_OK;
}

static int64_t get_dim(const dlc_tensor_info *info, int32_t dim, const run_sizes *sizes) {
  return info->shape[dim] >= 0 ? info->shape[dim] : sizes->values[-1 - info->shape[dim]];
}

static dlc_status check_output_shape(const dlc_model *model, const dlc_tensor_info *info,
                                     const dlc_tensor *tensor, const run_sizes *sizes,
                                     dlc_error *error) {
  dlc_status status = check_type("output", info, tensor, error);
  for (int32_t i = 0; i < info->ndim && !status; ++i) {
    int64_t expected = get_dim(info, i, sizes), got = tensor->shape[i];
    int64_t symbol = -1 - info->shape[i];
    if (symbol < 0)
      status = check_dim("output", info, i, expected, got, error);
    else if (got != expected)
      status = dlc_fail(error, DLC_ERROR_SHAPE,
                        "output '%s': expected %lld in dimension %d%s%s%s for these inputs, got "
                        "%lld; ask dlc_sizes",
                        info->name, (long long)expected, (int)i,
                        symbol < model->num_symbols ? " ('" : "",
                        symbol < model->num_symbols ? model->symbols[symbol] : "",
                        symbol < model->num_symbols ? "')" : "", (long long)got);
  }
  return status;
}

/* Place and layout of a tensor whose shape was checked. */
static dlc_status check_tensor(const char *kind, const dlc_tensor_info *info,
                               const dlc_tensor *tensor, dlc_error *error) {
  if (tensor->device.device_type != 1)
    return dlc_fail(error, DLC_ERROR_LAYOUT,
                    "%s '%s': expected a tensor in the CPU's memory (device type 1), got device "
                    "type %d",
                    kind, info->name, (int)tensor->device.device_type);
  int64_t stride = 1;
  for (int32_t i = info->ndim - 1; tensor->strides && i >= 0; --i) {
    if (tensor->shape[i] != 1 && tensor->strides[i] != stride)
      return dlc_fail(error, DLC_ERROR_LAYOUT,
                      "%s '%s': expected stride %lld in dimension %d (row-major), got %lld; make "
                      "the tensor contiguous",
                      kind, info->name, (long long)stride, (int)i, (long long)tensor->strides[i]);
    stride *= tensor->shape[i];
  }
  if (!tensor->data && num_bytes(tensor))
    return dlc_fail(error, DLC_ERROR_ARGUMENT, "%s '%s': expected data, got a null pointer", kind,
                    info->name);
  if ((size_t)data_of(tensor) % (size_t)element_bytes(info->dtype))
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "%s '%s': expected data at a multiple of its element's %d bytes, got %p", kind,
                    info->name, element_bytes(info->dtype), (void *)data_of(tensor));
  return DLC_OK;
}

static int overlap(const char *a, uint64_t a_size, const char *b, uint64_t b_size) {
  return a_size && b_size && (size_t)a < (size_t)b + b_size && (size_t)b < (size_t)a + a_size;
}

/* Generated code assumes that what it writes is nobody else's. */
static dlc_status check_overlap(const dlc_model *model, const char *arena, size_t arena_size,
                                const dlc_tensor *inputs, const dlc_tensor *outputs,
                                dlc_error *error) {
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const char *data = data_of(&outputs[i]);
    uint64_t size = num_bytes(&outputs[i]);
    const char *other = overlap(data, size, arena, arena_size) ? "the arena" : NULL;
    for (int32_t j = 0; j < model->num_inputs && !other; ++j)
      if (overlap(data, size, data_of(&inputs[j]), num_bytes(&inputs[j])))
        other = model->inputs[j].name;
    for (int32_t j = 0; j < i && !other; ++j)
      if (overlap(data, size, data_of(&outputs[j]), num_bytes(&outputs[j])))
        other = model->outputs[j].name;
    if (other)
      return dlc_fail(error, DLC_ERROR_MEMORY,
                      "output '%s': expected memory of its own, but it overlaps '%s'",
                      model->outputs[i].name, other);
  }
  for (int32_t j = 0; j < model->num_inputs; ++j)
    if (overlap(arena, arena_size, data_of(&inputs[j]), num_bytes(&inputs[j])))
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
  run_sizes sizes;
  dlc_status status = get_sizes(model, inputs, &sizes, error);
  if (!status && arena_size < sizes.arena_size)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_run: expected %zu bytes of arena%s, got %zu; ask %s", sizes.arena_size,
                    model->sizes ? " for these inputs" : "", arena_size,
                    model->sizes ? "dlc_sizes" : "dlc_arena_size");
  for (int32_t i = 0; i < num_inputs && !status; ++i)
    status = check_tensor("input", &model->inputs[i], &inputs[i], error);
  for (int32_t i = 0; i < num_outputs && !status; ++i) {
    status = check_output_shape(model, &model->outputs[i], &outputs[i], &sizes, error);
    if (!status)
      status = check_tensor("output", &model->outputs[i], &outputs[i], error);
  }
  return status ? status : check_overlap(model, arena, sizes.arena_size, inputs, outputs, error);
}

dlc_status dlc_sizes(const dlc_model *model, const dlc_tensor *inputs, int32_t num_inputs,
                     size_t *arena_size, dlc_tensor *outputs, int32_t num_outputs,
                     dlc_error *error) {
  if (!model)
    return dlc_fail(error, DLC_ERROR_ARGUMENT, "dlc_sizes: expected a model, got a null pointer");
  if (num_inputs != model->num_inputs || (num_inputs && !inputs) ||
      (outputs && num_outputs != model->num_outputs))
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_sizes: expected %d inputs and %d outputs, got %d and %d",
                    (int)model->num_inputs, (int)model->num_outputs, inputs ? (int)num_inputs : 0,
                    outputs ? (int)num_outputs : 0);
  run_sizes sizes;
  dlc_status status = get_sizes(model, inputs, &sizes, error);
  if (status)
    return status;
  if (arena_size)
    *arena_size = sizes.arena_size;
  for (int32_t i = 0; outputs && i < num_outputs; ++i) {
    const dlc_tensor_info *info = &model->outputs[i];
    if (info->ndim && !outputs[i].shape)
      return dlc_fail(error, DLC_ERROR_ARGUMENT,
                      "output '%s': expected room for a shape, got a null pointer", info->name);
    outputs[i].ndim = info->ndim;
    for (int32_t dim = 0; dim < info->ndim; ++dim)
      outputs[i].shape[dim] = get_dim(info, dim, &sizes);
  }
  return DLC_OK;
}

dlc_status dlc_run(const dlc_context *context, void *arena, size_t arena_size,
                   const dlc_tensor *inputs, int32_t num_inputs, const dlc_tensor *outputs,
                   int32_t num_outputs, const dlc_hooks *hooks, dlc_error *error) {
  dlc_status status =
      check_run(context, arena, arena_size, inputs, num_inputs, outputs, num_outputs, error);
  if (status)
    return status;
  const dlc_model *model = context->model;
  dlc_run_state run = {context, arena, outputs, hooks && hooks->on_kernel ? hooks : NULL,
                       error};
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
                      nodes, -(long long)extent, (long long)extent, (long long)index,
                      (long long)i);
  }
  return DLC_OK;
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
