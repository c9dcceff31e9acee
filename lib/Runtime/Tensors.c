/*===-- Tensors.c - checks of a run's tensors -----------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Types, shapes, layouts and places of tensors. Shapes come first: nothing is
 * computed from extents before they are known to be those of the model.
 */
#include "model.h"

#include <stdio.h>

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

int64_t dlc_num_bytes(dlc_dtype dtype, const int64_t *shape, int32_t ndim) {
  for (int32_t i = 0; i < ndim; ++i)
    if (shape[i] == 0)
      return 0;
  int64_t bytes = dlc_element_bytes(dtype);
  for (int32_t i = 0; i < ndim; ++i)
    if (__builtin_mul_overflow(bytes, shape[i], &bytes))
      return -1;
  return bytes;
}

static int64_t num_bytes(const dlc_tensor *tensor) {
  return dlc_num_bytes(tensor->dtype, tensor->shape, tensor->ndim);
}

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

static dlc_status check_bytes(const char *kind, const dlc_tensor_info *info,
                              const dlc_tensor *tensor, dlc_error *error) {
  int64_t bytes = num_bytes(tensor);
  if (bytes >= 0)
    return DLC_OK;
  int32_t largest = 0;
  for (int32_t i = 1; i < info->ndim; ++i)
    if (tensor->shape[i] > tensor->shape[largest])
      largest = i;
  return dlc_fail(error, DLC_ERROR_OVERFLOW,
                  "%s '%s': expected a shape of less than 2^63 bytes, got %lld in dimension %d and "
                  "as a whole more",
                  kind, info->name, (long long)tensor->shape[largest], (int)largest);
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

const char *dlc_name_place(char *buffer, int32_t dim) {
  snprintf(buffer, DLC_PLACE_BYTES, dim < 0 ? "element %d" : "dimension %d",
           (int)(dim < 0 ? -1 - dim : dim));
  return buffer;
}

dlc_status dlc_take_symbol(const dlc_model *model, int32_t symbol, int32_t input, int32_t dim,
                           int64_t got, dlc_run_sizes *sizes, dlc_error *error) {
  const dlc_tensor_info *info = &model->inputs[input];
  char place[DLC_PLACE_BYTES], other[DLC_PLACE_BYTES];
  if (sizes->input[symbol] < 0) {
    if (got < 1)
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "input '%s': expected a positive size in %s ('%s'), got %lld", info->name,
                      dlc_name_place(place, dim), model->symbols[symbol], (long long)got);
    sizes->values[symbol] = got;
    sizes->input[symbol] = input;
    sizes->dim[symbol] = dim;
    return DLC_OK;
  }
  if (got == sizes->values[symbol])
    return DLC_OK;
  return dlc_fail(error, DLC_ERROR_SHAPE,
                  "input '%s': expected %lld in %s, since '%s' is %s of input '%s' too, got %lld",
                  info->name, (long long)sizes->values[symbol], dlc_name_place(place, dim),
                  model->symbols[symbol], dlc_name_place(other, sizes->dim[symbol]),
                  model->inputs[sizes->input[symbol]].name, (long long)got);
}

dlc_status dlc_check_input_shape(const dlc_model *model, int32_t index, const dlc_tensor *tensor,
                                 dlc_run_sizes *sizes, dlc_error *error) {
  const dlc_tensor_info *info = &model->inputs[index];
  dlc_status status = check_type("input", info, tensor, error);
  for (int32_t i = 0; i < info->ndim && !status; ++i)
    status = info->shape[i] >= 0
                 ? check_dim("input", info, i, info->shape[i], tensor->shape[i], error)
                 : dlc_take_symbol(model, (int32_t)(-1 - info->shape[i]), index, i,
                                   tensor->shape[i], sizes, error);
  return status ? status : check_bytes("input", info, tensor, error);
}

dlc_status dlc_check_output_shape(const dlc_model *model, int32_t index, const dlc_tensor *tensor,
                                  const dlc_run_sizes *sizes, dlc_error *error) {
  const dlc_tensor_info *info = &model->outputs[index];
  dlc_status status = check_type("output", info, tensor, error);
  for (int32_t i = 0; i < info->ndim && !status; ++i) {
    int64_t got = tensor->shape[i], number = -1 - info->shape[i];
    if (number < 0) {
      status = check_dim("output", info, i, info->shape[i], got, error);
    } else if (number >= model->num_symbols + model->num_computed) {
      if (got < 0)
        status = dlc_fail(error, DLC_ERROR_SHAPE,
                          "output '%s': expected the room that there is in dimension %d, got %lld; "
                          "ask dlc_sizes for the most that it can need",
                          info->name, (int)i, (long long)got);
    } else if (got != sizes->values[number]) {
      const char *symbol = number < model->num_symbols ? model->symbols[number] : NULL;
      status = dlc_fail(error, DLC_ERROR_SHAPE,
                        "output '%s': expected %lld in dimension %d%s%s%s for these inputs, got "
                        "%lld; ask dlc_sizes",
                        info->name, (long long)sizes->values[number], (int)i, symbol ? " ('" : "",
                        symbol ? symbol : "", symbol ? "')" : "", (long long)got);
    }
  }
  if (!status && (info->flags & DLC_TENSOR_COUNTED) && tensor->strides)
    status =
        dlc_fail(error, DLC_ERROR_LAYOUT,
                 "output '%s': expected no strides, since the data decide the shape", info->name);
  return status ? status : check_bytes("output", info, tensor, error);
}

dlc_status dlc_check_place(const char *kind, const dlc_tensor_info *info, const dlc_tensor *tensor,
                           dlc_error *error) {
  if (tensor->device.device_type != info->device.device_type)
    return dlc_fail(error, DLC_ERROR_DEVICE,
                    "%s '%s': expected a tensor in the CPU's memory (device type %d), got device "
                    "type %d",
                    kind, info->name, (int)info->device.device_type,
                    (int)tensor->device.device_type);
  int64_t bytes = num_bytes(tensor), stride = 1;
  for (int32_t i = info->ndim - 1; tensor->strides && bytes && i >= 0; --i) {
    if (tensor->shape[i] != 1 && tensor->strides[i] != stride)
      return dlc_fail(error, DLC_ERROR_LAYOUT,
                      "%s '%s': expected stride %lld in dimension %d (row-major), got %lld; make "
                      "the tensor contiguous",
                      kind, info->name, (long long)stride, (int)i, (long long)tensor->strides[i]);
    stride *= tensor->shape[i];
  }
  if (!tensor->data && bytes)
    return dlc_fail(error, DLC_ERROR_ARGUMENT, "%s '%s': expected data, got a null pointer", kind,
                    info->name);
  size_t end;
  if (__builtin_add_overflow((size_t)tensor->data, tensor->byte_offset, &end) ||
      __builtin_add_overflow(end, (size_t)bytes, &end))
    return dlc_fail(error, DLC_ERROR_OVERFLOW,
                    "%s '%s': expected data inside of the address space, got %lld bytes at %p and "
                    "byte offset %llu",
                    kind, info->name, (long long)bytes, tensor->data,
                    (unsigned long long)tensor->byte_offset);
  if (bytes && (size_t)dlc_data_of(tensor) % info->alignment)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "%s '%s': expected data at a multiple of its element's %d bytes, got %p", kind,
                    info->name, (int)info->alignment, (void *)dlc_data_of(tensor));
  return DLC_OK;
}

static int overlap(const void *a, uint64_t a_size, const void *b, uint64_t b_size) {
  return a_size && b_size && (size_t)a < (size_t)b + b_size && (size_t)b < (size_t)a + a_size;
}

/* The context's part, or the library's, that holds some of these bytes; NULL for none. */
static const char *find_constant(const dlc_context *context, const void *data, uint64_t size) {
  const dlc_model *model = context->model;
  if (overlap(data, size, context, context->size))
    return "the context";
  return overlap(data, size, model->weights, model->weights_size) ? "the library's weights" : NULL;
}

dlc_status dlc_check_overlap(const dlc_context *context, const char *arena, size_t arena_size,
                             const dlc_tensor *inputs, const dlc_tensor *outputs,
                             dlc_error *error) {
  const dlc_model *model = context->model;
  const char *constant = find_constant(context, arena, arena_size);
  if (constant)
    return dlc_fail(error, DLC_ERROR_MEMORY,
                    "dlc_run: expected an arena of its own, which every run overwrites, but it "
                    "overlaps '%s'",
                    constant);
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const char *data = dlc_data_of(&outputs[i]);
    uint64_t size = (uint64_t)num_bytes(&outputs[i]);
    const char *other =
        overlap(data, size, arena, arena_size) ? "the arena" : find_constant(context, data, size);
    for (int32_t j = 0; j < model->num_inputs && !other; ++j)
      if (overlap(data, size, dlc_data_of(&inputs[j]), (uint64_t)num_bytes(&inputs[j])))
        other = model->inputs[j].name;
    for (int32_t j = 0; j < i && !other; ++j)
      if (overlap(data, size, dlc_data_of(&outputs[j]), (uint64_t)num_bytes(&outputs[j])))
        other = model->outputs[j].name;
    if (other)
      return dlc_fail(error, DLC_ERROR_MEMORY,
                      "output '%s': expected memory of its own, but it overlaps '%s'",
                      model->outputs[i].name, other);
  }
  for (int32_t j = 0; j < model->num_inputs; ++j)
    if (overlap(arena, arena_size, dlc_data_of(&inputs[j]), (uint64_t)num_bytes(&inputs[j])))
      return dlc_fail(error, DLC_ERROR_MEMORY,
                      "input '%s': expected memory outside the arena, which every run overwrites",
                      model->inputs[j].name);
  return DLC_OK;
}
