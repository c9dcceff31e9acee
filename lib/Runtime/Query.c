/*===-- Query.c - facts about a compiled model ---------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Reads the description that the compiler wrote. Of no model, and of one of another
 * version, nothing but the version is known: answers are 0 and NULL.
 */
#include "model.h"

static int is_known(const dlc_model *model) { return !dlc_check_model(model, "", NULL); }

int32_t dlc_abi_version(const dlc_model *model) { return model ? model->abi_version : 0; }

const char *dlc_model_name(const dlc_model *model) { return is_known(model) ? model->name : NULL; }

int32_t dlc_max_threads(const dlc_model *model) { return is_known(model) ? model->max_threads : 0; }

int32_t dlc_num_inputs(const dlc_model *model) { return is_known(model) ? model->num_inputs : 0; }

int32_t dlc_num_outputs(const dlc_model *model) { return is_known(model) ? model->num_outputs : 0; }

int32_t dlc_num_kernel_calls(const dlc_model *model) {
  return is_known(model) ? model->num_kernel_calls : 0;
}

const dlc_tensor_info *dlc_input(const dlc_model *model, int32_t index) {
  return index >= 0 && index < dlc_num_inputs(model) ? &model->inputs[index] : NULL;
}

const dlc_tensor_info *dlc_output(const dlc_model *model, int32_t index) {
  return index >= 0 && index < dlc_num_outputs(model) ? &model->outputs[index] : NULL;
}

const dlc_kernel_info *dlc_kernel_call(const dlc_model *model, int32_t index) {
  return index >= 0 && index < dlc_num_kernel_calls(model) ? &model->kernel_calls[index] : NULL;
}

int32_t dlc_num_cpu_features(const dlc_model *model) {
  return is_known(model) ? model->num_cpu_features : 0;
}

const char *dlc_cpu_feature(const dlc_model *model, int32_t index) {
  return index >= 0 && index < dlc_num_cpu_features(model) ? model->cpu_features[index] : NULL;
}

const dlc_accelerator_info *dlc_get_accelerator_info(const dlc_model *model) {
  /* Older models have no such field. */
  return model->needs & DLC_NEEDS_ACCELERATOR ? &model->accelerator : NULL;
}

static const dlc_accelerator_info *find_accelerator(const dlc_model *model) {
  return is_known(model) ? dlc_get_accelerator_info(model) : NULL;
}

const char *dlc_accelerator_kind(const dlc_model *model) {
  const dlc_accelerator_info *info = find_accelerator(model);
  return info ? info->kind : NULL;
}

const char *dlc_accelerator_machine(const dlc_model *model) {
  const dlc_accelerator_info *info = find_accelerator(model);
  return info ? info->machine : NULL;
}

uint64_t dlc_accelerator_digest(const dlc_model *model) {
  const dlc_accelerator_info *info = find_accelerator(model);
  return info ? info->digest : 0;
}

int32_t dlc_num_sizes(const dlc_model *model) {
  return is_known(model) ? model->num_symbols + model->num_computed + model->num_counts : 0;
}

dlc_size_kind dlc_get_size_kind(const dlc_model *model, int32_t index) {
  if (index < 0 || index >= dlc_num_sizes(model))
    return DLC_SIZE_NONE;
  return index < model->num_symbols                         ? DLC_SIZE_SYMBOL
         : index < model->num_symbols + model->num_computed ? DLC_SIZE_COMPUTED
                                                            : DLC_SIZE_COUNT;
}

int32_t dlc_num_symbols(const dlc_model *model) { return is_known(model) ? model->num_symbols : 0; }

const char *dlc_symbol(const dlc_model *model, int32_t index) {
  return index >= 0 && index < dlc_num_symbols(model) ? model->symbols[index] : NULL;
}

size_t dlc_weights_size(const dlc_model *model) {
  return is_known(model) ? model->weights_size : 0;
}

size_t dlc_arena_size(const dlc_model *model) {
  if (!is_known(model) || model->sizes || !dlc_get_counts(model))
    return is_known(model) ? model->arena_size : 0;
  /* Without symbols nothing depends on inputs. */
  dlc_run_sizes sizes;
  return dlc_get_sizes(model, NULL, &sizes, NULL) ? 0 : sizes.arena_size;
}
