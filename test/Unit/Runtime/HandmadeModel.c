/*===-- HandmadeModel.c - a model without a compiler ---------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * What the interface provides for and the compiler does not make: an input whose value
 * decides a shape, and code that sets a count itself.
 *
 *   table[i] = i for i in [0, 2 * length)     length is the one element of input 1
 *   found[0] = the places of numbers that are not 0, found[1] = these numbers
 */
#include "../../../lib/Runtime/model.h"

static const int64_t numbers_shape[] = {-1}, length_shape[] = {1}, table_shape[] = {-2},
                     found_shape[] = {2, -3};
static const char *const symbols[] = {"n"};
#define INT64 {DLC_INT, 64, 1}
#define CPU {1, 0}

static const dlc_tensor_info inputs[] = {
    {"numbers", numbers_shape, 1, INT64, CPU, 0, 8, {0, 0}},
    {"length", length_shape, 1, INT64, CPU, DLC_TENSOR_DECIDES_SIZES, 8, {0, 0}}};
static const dlc_tensor_info outputs[] = {
    {"table", table_shape, 1, INT64, CPU, 0, 8, {0, 0}},
    {"found", found_shape, 2, INT64, CPU, DLC_TENSOR_COUNTED, 8, {0, 0}}};

static void get_sizes(const int64_t *values, const dlc_tensor *given, int64_t *sizes) {
  int64_t length = *(const int64_t *)dlc_data_of(&given[1]);
  if (__builtin_mul_overflow(length, 64, &sizes[0]))
    sizes[0] = DLC_TOO_LARGE;
  if (__builtin_mul_overflow(length, 2, &sizes[1]))
    sizes[1] = DLC_TOO_LARGE;
  sizes[2] = values[0];
}

static int32_t run(void *handle, const void *weights, void *arena, const dlc_tensor *in,
                   const dlc_tensor *out) {
  (void)weights;
  (void)arena;
  const int64_t *numbers = (const int64_t *)dlc_data_of(&in[0]);
  int64_t *table = (int64_t *)dlc_data_of(&out[0]), *found = (int64_t *)dlc_data_of(&out[1]);
  int64_t count = 0, next = 0;
  for (int64_t i = 0; i < out[0].shape[0]; ++i)
    table[i] = i;
  for (int64_t i = 0; i < in[0].shape[0]; ++i)
    count += numbers[i] != 0;
  int32_t status = dlc_set_count(handle, "Pick", 0, count);
  for (int64_t i = 0; i < in[0].shape[0] && !status; ++i)
    if (numbers[i]) {
      found[next] = i;
      found[count + next++] = numbers[i];
    }
  return status;
}

static const char weights[64] = {0};
static const dlc_model model = {.abi_version = DLC_ABI_VERSION,
                                .struct_size = sizeof(dlc_model),
                                .name = "handmade",
                                .inputs = inputs,
                                .outputs = outputs,
                                .num_inputs = 2,
                                .num_outputs = 2,
                                .max_threads = 1,
                                .weights_size = sizeof(weights),
                                .weights = weights,
                                .entry = run,
                                .symbols = symbols,
                                .sizes = get_sizes,
                                .num_symbols = 1,
                                .num_computed = 1,
                                .num_counts = 1};

const dlc_model *get_handmade_model(void) { return &model; }

/* The same, but its runs make what has a count in the arena. */
const dlc_model *get_counting_model(void) {
  static const dlc_count_info counts[1] = {{"Pick", -1}};
  static dlc_tensor_info made[2];
  static dlc_model counting;
  made[0] = outputs[0];
  made[1] = outputs[1];
  made[1].flags |= DLC_TENSOR_COUNTED;
  counting = model;
  counting.outputs = made;
  counting.needs |= DLC_NEEDS_COUNTS;
  counting.counts = counts;
  return &counting;
}
