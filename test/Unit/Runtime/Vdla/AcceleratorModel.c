/*===-- AcceleratorModel.c - a model of one program ----------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* What the compiler makes for an accelerator, by hand: y = program(x), both of 64 bytes. */
#include "../../../../lib/Runtime/model.h"

static const int64_t shape[] = {64};
static const dlc_tensor_info input = {"x", shape, 1, {DLC_INT, 8, 1}, {1, 0}, 0, 1, {0, 0}};
static const dlc_tensor_info output = {"y", shape, 1, {DLC_INT, 8, 1}, {1, 0}, 0, 1, {0, 0}};

static int32_t run(void *handle, const void *weights, void *arena, const dlc_tensor *in,
                   const dlc_tensor *out) {
  (void)weights;
  (void)arena;
  dlc_span buffers[] = {{dlc_data_of(in), 64}, {dlc_data_of(out), 64}};
  return dlc_run_program(handle, "Scale", 0, buffers, 2);
}

static const char weights[64] = {0};
static dlc_program_info program = {"scale", 0, 0};
static dlc_model model = {
    .abi_version = DLC_ABI_VERSION,
    .struct_size = sizeof(dlc_model),
    .needs = DLC_NEEDS_ACCELERATOR,
    .name = "scaled",
    .inputs = &input,
    .outputs = &output,
    .num_inputs = 1,
    .num_outputs = 1,
    .max_threads = 1,
    .weights_size = sizeof(weights),
    .weights = weights,
    .entry = run,
    .accelerator = {.kind = "vdla", .machine = "paper", .programs = &program, .num_programs = 1}};

/* The model whose program these bytes are, for the machine of this number. */
const dlc_model *get_accelerator_model(const void *bytes, uint64_t size, uint64_t digest) {
  program.bytes = bytes;
  program.size = size;
  model.accelerator.digest = digest;
  return &model;
}

/* One after the other, whatever becomes of the first. */
static int32_t run_both(void *handle, const void *weights, void *arena, const dlc_tensor *in,
                        const dlc_tensor *out) {
  (void)weights;
  (void)arena;
  dlc_span buffers[] = {{dlc_data_of(in), 64}, {dlc_data_of(out), 64}};
  (void)dlc_run_program(handle, "Scale", 0, buffers, 2);
  return dlc_run_program(handle, "Shift", 1, buffers, 1);
}

/* A model of two programs, of 7 and 8 bytes. */
const dlc_model *get_model_of_two_programs(void) {
  static const dlc_program_info programs[] = {{"scale", weights, 7}, {"shift", weights, 8}};
  static dlc_model both;
  both = model;
  both.entry = run_both;
  both.accelerator.programs = programs;
  both.accelerator.num_programs = 2;
  return &both;
}
