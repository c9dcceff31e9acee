/*===-- Sizes.c - sizes that inputs decide --------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* Asks the generated code for sizes, and checks what nodes need of them. */
#include "model.h"

/* What the model's nodes need of sizes; `compared` has two for each check. */
static dlc_status check_sizes(const dlc_model *model, const int64_t *compared,
                              const dlc_run_sizes *sizes, dlc_error *error) {
  for (int32_t i = 0; i < model->num_checks; ++i) {
    const dlc_size_check *check = &model->checks[i];
    int64_t left = compared[2 * i], right = compared[2 * i + 1];
    int named = check->nodes[0] != 0;
    const char *quote = named ? "'" : "";
    const char *input = model->inputs[sizes->input[check->symbol]].name;
    const char *symbol = model->symbols[check->symbol];
    char buffer[DLC_PLACE_BYTES];
    const char *place = dlc_name_place(buffer, sizes->dim[check->symbol]);
    long long got = (long long)sizes->values[check->symbol];
    if (left == DLC_TOO_LARGE || right == DLC_TOO_LARGE)
      return dlc_fail(error, DLC_ERROR_OVERFLOW,
                      "input '%s': expected a size in %s ('%s') for which sizes of %s%s%s%s "
                      "stay below 2^63, got %lld",
                      input, place, symbol, named ? "node " : "the model", quote, check->nodes,
                      quote, got);
    if (check->kind == DLC_CHECK_EQUAL ? left == right : left >= right)
      continue;
    if (check->kind == DLC_CHECK_SYMBOL)
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "input '%s': expected at least %lld in %s ('%s') for a result of "
                      "%s%s%s%s, got %lld",
                      input, (long long)right, place, symbol, named ? "node " : "the model", quote,
                      check->nodes, quote, got);
    if (check->kind == DLC_CHECK_DERIVED)
      return dlc_fail(error, DLC_ERROR_SHAPE,
                      "input '%s': expected a size in %s ('%s') for which %s%s%s%s has a "
                      "result of at least %lld elements in each dimension, got %lld, which makes "
                      "it %lld",
                      input, place, symbol, named ? "node " : "the model", quote, check->nodes,
                      quote, (long long)right, got, (long long)left);
    return dlc_fail(error, DLC_ERROR_SHAPE,
                    "input '%s': expected a size in %s ('%s') for which what %s%s%s%s "
                    "reads has equal sizes, got %lld, which makes them %lld and %lld",
                    input, place, symbol, named ? "node " : "the model", quote, check->nodes, quote,
                    got, (long long)left, (long long)right);
  }
  return DLC_OK;
}

/* An output, or with NULL the arena, needs more bytes than are counted: the largest symbol
   is named. */
static dlc_status fail_overflow(const dlc_model *model, const char *output,
                                const dlc_run_sizes *sizes, dlc_error *error) {
  const char *what = output ? "output '" : "the arena", *quote = output ? "'" : "";
  int32_t largest = 0;
  char place[DLC_PLACE_BYTES];
  for (int32_t i = 1; i < model->num_symbols; ++i)
    if (sizes->values[i] > sizes->values[largest])
      largest = i;
  if (model->num_symbols == 0)
    return dlc_fail(error, DLC_ERROR_OVERFLOW,
                    "%s%s%s: expected inputs that decide on less than 2^63 bytes, got more", what,
                    output ? output : "", quote);
  return dlc_fail(error, DLC_ERROR_OVERFLOW,
                  "input '%s': expected a size in %s ('%s') for which %s%s%s has less "
                  "than 2^63 bytes, got %lld",
                  model->inputs[sizes->input[largest]].name,
                  dlc_name_place(place, sizes->dim[largest]), model->symbols[largest], what,
                  output ? output : "", quote, (long long)sizes->values[largest]);
}

static int64_t get_dim(const dlc_tensor_info *info, int32_t dim, const dlc_run_sizes *sizes) {
  return info->shape[dim] >= 0 ? info->shape[dim] : sizes->values[-1 - info->shape[dim]];
}

/* Whether 63 bits count the bytes of all outputs. */
static dlc_status check_outputs(const dlc_model *model, const dlc_run_sizes *sizes,
                                dlc_error *error) {
  for (int32_t i = 0; i < model->num_outputs; ++i) {
    const dlc_tensor_info *info = &model->outputs[i];
    int64_t bytes = dlc_element_bytes(info->dtype);
    int is_empty = 0, is_large = 0;
    for (int32_t dim = 0; dim < info->ndim; ++dim) {
      int64_t extent = get_dim(info, dim, sizes);
      is_empty |= extent == 0;
      is_large |= extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes);
    }
    if (is_large && !is_empty)
      return fail_overflow(model, info->name, sizes, error);
  }
  return DLC_OK;
}

/* What follows from the sizes: the most that counts can be, and the arena behind which outputs
   with counts are. */
static dlc_status take_counts(const dlc_model *model, size_t arena_size, dlc_run_sizes *sizes,
                              dlc_error *error) {
  const dlc_count_info *counts = dlc_get_counts(model);
  int32_t first = model->num_symbols + model->num_computed;
  for (int32_t i = 0; counts && i < model->num_counts; ++i)
    sizes->values[first + i] =
        counts[i].most >= 0 ? counts[i].most : sizes->values[-1 - counts[i].most];
  dlc_status status = check_outputs(model, sizes, error);
  sizes->arena_size = sizes->counted_offset = arena_size;
  if (status || !counts)
    return status;
  int64_t bytes = dlc_counted_bytes(model, sizes), total;
  size_t offset = (arena_size + DLC_ALIGNMENT - 1) / DLC_ALIGNMENT * DLC_ALIGNMENT;
  if (bytes < 0 || __builtin_add_overflow(bytes, offset, &total))
    return fail_overflow(model, NULL, sizes, error);
  sizes->counted_offset = offset;
  sizes->arena_size = (size_t)total;
  return DLC_OK;
}

/* Symbols that are elements of inputs, or what these are above or below a size. */
static dlc_status take_values(const dlc_model *model, const dlc_tensor *inputs,
                              dlc_run_sizes *sizes, dlc_error *error) {
  int64_t count = model->needs & DLC_NEEDS_VALUES ? model->num_values : 0;
  dlc_status status = DLC_OK;
  for (int64_t i = 0; i < count && !status; ++i) {
    const dlc_value_info *value = &model->values[i];
    const dlc_tensor *input = &inputs[value->input];
    const char *data = dlc_data_of(input);
    int64_t got = input->dtype.bits == 32 ? ((const int32_t *)data)[value->element]
                                          : ((const int64_t *)data)[value->element];
    int32_t place = (int32_t)(-1 - value->element);
    /* Neither is negative, so that their difference is a number; what is refused is told as it is.
     */
    int64_t bound = value->bound >= 0 ? value->bound : sizes->values[-1 - value->bound];
    if (value->kind != DLC_VALUE_ELEMENT && got > 0) {
      int64_t way = value->kind == DLC_VALUE_ABOVE ? got - bound : bound - got;
      got = way < 0 ? 1 : way + (way < INT64_MAX);
    }
    status = dlc_take_symbol(model, value->symbol, value->input, place, got, sizes, error);
  }
  return status;
}

dlc_status dlc_get_sizes(const dlc_model *model, const dlc_tensor *inputs, dlc_run_sizes *sizes,
                         dlc_error *error) {
  for (int32_t i = 0; i < model->num_symbols; ++i)
    sizes->input[i] = -1;
  for (int32_t i = 0; inputs && i < model->num_inputs; ++i) {
    const dlc_tensor_info *info = &model->inputs[i];
    dlc_status status = dlc_check_input_shape(model, i, &inputs[i], sizes, error);
    if (!status && (info->flags & DLC_TENSOR_DECIDES_SIZES))
      status = dlc_check_place("input", info, &inputs[i], error);
    if (status)
      return status;
  }
  dlc_status taken = take_values(model, inputs, sizes, error);
  if (taken)
    return taken;
  if (!model->sizes)
    return take_counts(model, model->arena_size, sizes, error);
  int64_t computed[DLC_MAX_SIZES + 2 * DLC_MAX_CHECKS];
  int32_t num_sizes = model->num_computed + (dlc_get_counts(model) ? 0 : model->num_counts);
  model->sizes(sizes->values, inputs, computed);
  /* A node that has no result for such sizes says more than what follows from it. */
  dlc_status status = check_sizes(model, computed + 1 + num_sizes, sizes, error);
  if (status)
    return status;
  for (int32_t i = 0; i < num_sizes; ++i)
    sizes->values[model->num_symbols + i] = computed[i + 1];
  status = take_counts(model, computed[0] < 0 ? 0 : (size_t)computed[0], sizes, error);
  return !status && computed[0] < 0 ? fail_overflow(model, NULL, sizes, error) : status;
}

dlc_status dlc_sizes(const dlc_model *model, const dlc_tensor *inputs, int32_t num_inputs,
                     size_t *arena_size, dlc_tensor *outputs, int32_t num_outputs,
                     dlc_error *error) {
  dlc_run_sizes sizes;
  dlc_status status = dlc_check_model(model, "dlc_sizes", error);
  if (status)
    return status;
  if (num_inputs != model->num_inputs || (num_inputs && !inputs) ||
      (outputs && num_outputs != model->num_outputs))
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_sizes: expected %d inputs and %d outputs, got %d and %d",
                    (int)model->num_inputs, (int)model->num_outputs, inputs ? (int)num_inputs : 0,
                    outputs ? (int)num_outputs : 0);
  for (int32_t i = 0; outputs && i < num_outputs; ++i)
    if (model->outputs[i].ndim && !outputs[i].shape)
      return dlc_fail(error, DLC_ERROR_ARGUMENT,
                      "output '%s': expected room for a shape, got a null pointer",
                      model->outputs[i].name);
  status = dlc_get_sizes(model, inputs, &sizes, error);
  if (status)
    return status;
  if (arena_size)
    *arena_size = sizes.arena_size;
  for (int32_t i = 0; outputs && i < num_outputs; ++i) {
    const dlc_tensor_info *info = &model->outputs[i];
    outputs[i].ndim = info->ndim;
    for (int32_t dim = 0; dim < info->ndim; ++dim)
      outputs[i].shape[dim] = get_dim(info, dim, &sizes);
  }
  return DLC_OK;
}
