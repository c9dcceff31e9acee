/*===-- Query.c - facts about a compiled model ---------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* Reads the description that the compiler wrote. */
#include "model.h"

#include <stdarg.h>
#include <stdio.h>

dlc_status dlc_fail(dlc_error *error, dlc_status status, const char *format, ...) {
  if (error) {
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    vsnprintf(error->message, sizeof(error->message), format, arguments);
    va_end(arguments);
  }
  return status;
}

int32_t dlc_abi_version(const dlc_model *model) { return model->abi_version; }

const char *dlc_model_name(const dlc_model *model) { return model->name; }

int32_t dlc_max_threads(const dlc_model *model) { return model->max_threads; }

int32_t dlc_num_inputs(const dlc_model *model) { return model->num_inputs; }

int32_t dlc_num_outputs(const dlc_model *model) { return model->num_outputs; }

int32_t dlc_num_kernel_calls(const dlc_model *model) { return model->num_kernel_calls; }

const dlc_tensor_info *dlc_input(const dlc_model *model, int32_t index) {
  return index >= 0 && index < model->num_inputs ? &model->inputs[index] : NULL;
}

const dlc_tensor_info *dlc_output(const dlc_model *model, int32_t index) {
  return index >= 0 && index < model->num_outputs ? &model->outputs[index] : NULL;
}

const dlc_kernel_info *dlc_kernel_call(const dlc_model *model, int32_t index) {
  return index >= 0 && index < model->num_kernel_calls ? &model->kernel_calls[index] : NULL;
}

int32_t dlc_num_symbols(const dlc_model *model) { return model->num_symbols; }

const char *dlc_symbol(const dlc_model *model, int32_t index) {
  return index >= 0 && index < model->num_symbols ? model->symbols[index] : NULL;
}

size_t dlc_weights_size(const dlc_model *model) { return model->weights_size; }

size_t dlc_arena_size(const dlc_model *model) { return model->arena_size; }
