/*===-- Counts.c - outputs whose extents only the data decide -------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* The generated code writes such outputs into the arena, as if each count were the most that
   it can be. The elements at indices below the counts are copied when these are known. So a
   caller may give less room than the most. */
#include "model.h"

#include <string.h>

const dlc_count_info *dlc_get_counts(const dlc_model *model) {
  return model->needs & DLC_NEEDS_COUNTS ? model->counts : NULL;
}

static int64_t round_up(int64_t bytes) {
  return (bytes + DLC_ALIGNMENT - 1) / DLC_ALIGNMENT * DLC_ALIGNMENT;
}

static int64_t get_dim(const dlc_tensor_info *info, int32_t dim, const dlc_run_sizes *sizes) {
  return info->shape[dim] >= 0 ? info->shape[dim] : sizes->values[-1 - info->shape[dim]];
}

/* Bytes of an output as the generated code writes it. */
static int64_t get_bytes(const dlc_tensor_info *info, const dlc_run_sizes *sizes) {
  int64_t bytes = dlc_element_bytes(info->dtype);
  int is_large = 0;
  for (int32_t dim = 0; dim < info->ndim; ++dim) {
    int64_t extent = get_dim(info, dim, sizes);
    if (extent == 0)
      return 0;
    is_large |= extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes);
  }
  return is_large || bytes > INT64_MAX - DLC_ALIGNMENT ? -1 : bytes;
}

/* The tensors and the shapes of those in the arena. */
static int64_t get_header_bytes(const dlc_model *model) {
  int64_t bytes = ((int64_t)model->num_outputs + model->num_counts) * (int64_t)sizeof(dlc_tensor);
  for (int32_t i = 0; i < model->num_outputs; ++i)
    bytes += model->outputs[i].ndim * (int64_t)sizeof(int64_t);
  return round_up(bytes);
}

int64_t dlc_counted_bytes(const dlc_model *model, const dlc_run_sizes *sizes) {
  int64_t total = get_header_bytes(model) + model->num_counts * (int64_t)DLC_ALIGNMENT;
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    if (!(model->outputs[i].flags & DLC_TENSOR_COUNTED))
      continue;
    int64_t bytes = get_bytes(&model->outputs[i], sizes);
    if (bytes < 0 || __builtin_add_overflow(total, round_up(bytes), &total))
      return -1;
  }
  return total;
}

dlc_tensor *dlc_place_counted(const dlc_model *model, const dlc_run_sizes *sizes, char *arena,
                              const dlc_tensor *outputs) {
  char *header = arena + sizes->counted_offset, *next = header + get_header_bytes(model);
  dlc_tensor *placed = (dlc_tensor *)header;
  int64_t *shape = (int64_t *)(placed + model->num_outputs + model->num_counts);
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const dlc_tensor_info *info = &model->outputs[i];
    placed[i] = outputs[i];
    if (!(info->flags & DLC_TENSOR_COUNTED))
      continue;
    for (int32_t dim = 0; dim < info->ndim; ++dim)
      shape[dim] = get_dim(info, dim, sizes);
    placed[i].data = next;
    placed[i].byte_offset = 0;
    placed[i].shape = shape;
    shape += info->ndim;
    next += round_up(get_bytes(info, sizes));
  }
  for (int32_t i = 0; i < model->num_counts; ++i, next += DLC_ALIGNMENT) {
    dlc_tensor number = {next, {1, 0}, 0, {DLC_INT, 64, 1}, NULL, NULL, 0};
    placed[model->num_outputs + i] = number;
  }
  return placed;
}

/* Copies the elements of `source` that are in the shape of `output`: as many at a time as stand
   one behind the other in both. */
static void copy_counted(const dlc_tensor *source, const dlc_tensor *output) {
  int32_t last = output->ndim - 1;
  int64_t run = dlc_element_bytes(output->dtype), outer = 1;
  while (last > 0 && output->shape[last] == source->shape[last])
    run *= output->shape[last--];
  if (last >= 0)
    run *= output->shape[last];
  for (int32_t dim = 0; dim < last; ++dim)
    outer *= output->shape[dim];
  char *to = dlc_data_of(output);
  const char *from = dlc_data_of(source);
  for (int64_t i = 0; i < outer && run > 0; ++i, to += run) {
    /* The index in the dims before, and the bytes from the begin of the source. */
    int64_t rest = i, stride = dlc_element_bytes(output->dtype), offset = 0;
    for (int32_t dim = last; dim < output->ndim; ++dim)
      stride *= source->shape[dim];
    for (int32_t dim = last - 1; dim >= 0; --dim) {
      offset += rest % output->shape[dim] * stride;
      rest /= output->shape[dim];
      stride *= source->shape[dim];
    }
    memcpy(to, from + offset, (size_t)run);
  }
}

static int64_t get_count(const dlc_model *model, const dlc_tensor_info *info, int32_t dim,
                         const dlc_tensor *counts, int32_t *number) {
  int64_t count;
  *number = (int32_t)(-1 - info->shape[dim]) - model->num_symbols - model->num_computed;
  memcpy(&count, counts[*number].data, sizeof(count));
  return count;
}

/* Refuses extents for which the generated code has no room, whatever the caller has: those of
   results that are as large as the model declares. */
static dlc_status check_most(const dlc_run_state *run, const dlc_tensor *placed) {
  const dlc_model *model = run->context->model;
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const dlc_tensor_info *info = &model->outputs[i];
    if (!(info->flags & DLC_TENSOR_COUNTED) || (info->flags & DLC_TENSOR_PACKED))
      continue;
    for (int32_t dim = 0; dim < info->ndim; ++dim) {
      int32_t number;
      if (info->shape[dim] >= -(model->num_symbols + model->num_computed))
        continue;
      int64_t count = get_count(model, info, dim, placed + model->num_outputs, &number);
      if (count > placed[i].shape[dim])
        return dlc_fail(run->error, DLC_ERROR_CAPACITY,
                        "output '%s': expected at most %lld in dimension %d, as the model "
                        "declares, but node '%s' made %lld of these inputs; compile the model "
                        "with a larger shape of this output",
                        info->name, (long long)placed[i].shape[dim], (int)dim,
                        dlc_get_counts(model)[number].nodes, (long long)count);
    }
  }
  return DLC_OK;
}

/* Sets the shape of a packed output, and copies its elements. `counts` are all there are. */
static dlc_status store_packed(dlc_run_state *run, int32_t index, const dlc_tensor *source,
                               const dlc_tensor *counts) {
  const dlc_model *model = run->context->model;
  const dlc_tensor_info *info = &model->outputs[index];
  const dlc_tensor *output = &run->outputs[index];
  int64_t room = dlc_num_bytes(output->dtype, output->shape, output->ndim);
  int64_t most = dlc_num_bytes(source->dtype, source->shape, source->ndim);
  int32_t number = 0;
  for (int32_t dim = 0; dim < info->ndim; ++dim)
    output->shape[dim] = get_count(model, info, dim, counts, &number);
  int64_t bytes = dlc_num_bytes(output->dtype, output->shape, output->ndim);
  if (bytes < 0 || bytes > room || bytes > most)
    return dlc_fail(run->error, DLC_ERROR_CAPACITY,
                    "output '%s': expected room for the %lld bytes that node '%s' made of these "
                    "inputs, got %lld; ask dlc_sizes for the most that it can need",
                    info->name, (long long)bytes, dlc_get_counts(model)[number].nodes,
                    (long long)room);
  if (bytes)
    memcpy(dlc_data_of(output), dlc_data_of(source), (size_t)bytes);
  return DLC_OK;
}

dlc_status dlc_store_counted(dlc_run_state *run, const dlc_tensor *placed) {
  const dlc_model *model = run->context->model;
  const dlc_count_info *counts = dlc_get_counts(model);
  int32_t status = check_most(run, placed);
  if (status)
    return (dlc_status)status;
  for (int32_t i = 0; i < model->num_counts; ++i) {
    int64_t count;
    memcpy(&count, placed[model->num_outputs + i].data, sizeof(count));
    /* All extents are set; of several that have no room the first one is told. */
    dlc_error *error = run->error;
    if (status)
      run->error = NULL;
    int32_t other = dlc_set_count(run, counts[i].nodes, i, count);
    run->error = error;
    status = status ? status : other;
  }
  for (int32_t i = 0; i < model->num_outputs && !status; ++i) {
    const dlc_tensor *output = &run->outputs[i];
    if (model->outputs[i].flags & DLC_TENSOR_PACKED)
      status = store_packed(run, i, &placed[i], placed + model->num_outputs);
    else if (model->outputs[i].flags & DLC_TENSOR_COUNTED)
      copy_counted(&placed[i], output);
  }
  return (dlc_status)status;
}
