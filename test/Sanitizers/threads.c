/*===-- threads.c - eight threads on one model ----------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Every thread runs one context, each in an arena of its own, asks for sizes, and makes
 * contexts besides. All must get what the first run got, bit by bit.
 *
 *   threads RUNS [SIZE…]      sizes of the model's symbols, else 2
 *
 * With RUNS below 0 all run in one arena, which they must not: a race in the generated
 * code that has to be found.
 */
#include MODEL_HEADER

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUM_THREADS 8

static const dlc_model *model = &MODEL;
static dlc_context *context;
static int runs;
static void *shared_arena;
static int64_t sizes[32];
static dlc_tensor *inputs;
static char **expected;

static void *allocate(size_t size) {
  return aligned_alloc(DLC_ALIGNMENT, (size + DLC_ALIGNMENT) / DLC_ALIGNMENT * DLC_ALIGNMENT);
}

static void check(dlc_status status, const dlc_error *error) {
  if (!status)
    return;
  fprintf(stderr, "threads: %s\n", error->message);
  exit(1);
}

static size_t num_bytes(const dlc_tensor *tensor) {
  size_t bytes = (tensor->dtype.bits + 7) / 8;
  for (int32_t i = 0; i < tensor->ndim; ++i)
    bytes *= (size_t)tensor->shape[i];
  return bytes;
}

static dlc_tensor make_tensor(const dlc_tensor_info *info) {
  dlc_tensor tensor = {NULL, info->device, info->ndim, info->dtype, NULL, NULL, 0};
  tensor.shape = calloc((size_t)info->ndim + 1, sizeof(int64_t));
  for (int32_t i = 0; i < info->ndim; ++i)
    if (info->shape[i] >= 0)
      tensor.shape[i] = info->shape[i];
    else if (-1 - info->shape[i] < dlc_num_symbols(model))
      tensor.shape[i] = sizes[-1 - info->shape[i]];
  return tensor;
}

/* Small numbers that are valid for every type; indices among them are 0 and 1. */
static void fill(dlc_tensor *tensor) {
  size_t count = num_bytes(tensor) / ((tensor->dtype.bits + 7) / 8);
  tensor->data = allocate(num_bytes(tensor));
  memset(tensor->data, 0, num_bytes(tensor));
  for (size_t i = 0; i < count; ++i)
    if (tensor->dtype.code == DLC_FLOAT && tensor->dtype.bits == 32)
      ((float *)tensor->data)[i] = (float)(i % 17) / 8 - 1;
    else if (tensor->dtype.code == DLC_INT && tensor->dtype.bits == 64)
      ((int64_t *)tensor->data)[i] = (int64_t)(i % 2);
}

/* Outputs with memory, and the arena. */
static dlc_tensor *make_outputs(void **arena, size_t *arena_size) {
  int32_t count = dlc_num_outputs(model);
  dlc_tensor *outputs = calloc((size_t)count + 1, sizeof(dlc_tensor));
  dlc_error error;
  for (int32_t i = 0; i < count; ++i)
    outputs[i] = make_tensor(dlc_output(model, i));
  check(dlc_sizes(model, inputs, dlc_num_inputs(model), arena_size, outputs, count, &error),
        &error);
  for (int32_t i = 0; i < count; ++i)
    outputs[i].data = allocate(num_bytes(&outputs[i]));
  *arena = allocate(*arena_size);
  return outputs;
}

static void run(dlc_context *own, dlc_tensor *outputs, void *arena, size_t arena_size) {
  dlc_error error;
  check(dlc_run(own, arena, arena_size, inputs, dlc_num_inputs(model), outputs,
                dlc_num_outputs(model), NULL, &error),
        &error);
}

static void *work(void *unused) {
  void *arena;
  size_t arena_size, size = dlc_context_size(model, NULL);
  dlc_tensor *outputs = make_outputs(&arena, &arena_size);
  dlc_context *own;
  dlc_error error;
  void *memory = allocate(size);
  (void)unused;
  check(dlc_init(model, NULL, memory, size, &own, &error), &error);
  for (int repeat = runs; repeat < 0; ++repeat)
    run(context, outputs, shared_arena, arena_size);
  for (int repeat = 0; repeat < runs; ++repeat) {
    run(repeat % 4 == 3 ? own : context, outputs, arena, arena_size);
    for (int32_t i = 0; i < dlc_num_outputs(model); ++i)
      if (memcmp(outputs[i].data, expected[i], num_bytes(&outputs[i]))) {
        fprintf(stderr, "threads: output '%s' is another one\n", dlc_output(model, i)->name);
        exit(1);
      }
  }
  dlc_deinit(own);
  return NULL;
}

int main(int argc, char **argv) {
  runs = argc > 1 ? atoi(argv[1]) : 4;
  for (int i = 0; i < 32; ++i)
    sizes[i] = i + 2 < argc ? atoll(argv[i + 2]) : 2;
  size_t size = dlc_context_size(model, NULL), arena_size;
  dlc_error error;
  void *arena;
  check(dlc_init(model, NULL, allocate(size), size, &context, &error), &error);
  inputs = calloc((size_t)dlc_num_inputs(model) + 1, sizeof(dlc_tensor));
  for (int32_t i = 0; i < dlc_num_inputs(model); ++i) {
    inputs[i] = make_tensor(dlc_input(model, i));
    fill(&inputs[i]);
  }
  dlc_tensor *outputs = make_outputs(&arena, &arena_size);
  expected = calloc((size_t)dlc_num_outputs(model) + 1, sizeof(char *));
  run(context, outputs, arena, arena_size);
  shared_arena = arena;
  if (runs < 0 && arena_size <= DLC_ALIGNMENT) {
    printf("no arena\n");
    return 0;
  }
  for (int32_t i = 0; i < dlc_num_outputs(model); ++i)
    expected[i] = outputs[i].data;
  pthread_t threads[NUM_THREADS];
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_join(threads[i], NULL);
  printf("%d runs in %d threads: equal\n", runs, NUM_THREADS);
  return 0;
}
