/*===-- Accelerator.c - programs of a device beside the CPU --------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* Loads a model's programs on the device that the caller gives, and runs them. */
#include "model.h"

#include <string.h>

/* The device that a model needs, as this library knows it. */
static dlc_status take_accelerator(dlc_accelerator *taken, const dlc_accelerator_info *info,
                                   const dlc_accelerator *given, dlc_error *error) {
  if (!given)
    return dlc_fail(error, DLC_ERROR_DEVICE,
                    "dlc_init: expected an accelerator of kind '%s' in the options, got none; "
                    "open a device and set dlc_options.accelerator",
                    info->kind);
  dlc_status status = dlc_take_struct(taken, sizeof(*taken), given, DLC_FIRST_ACCELERATOR_SIZE,
                                      "dlc_accelerator", error);
  if (status)
    return status;
  if (!taken->kind || !taken->machine || !taken->load || !taken->unload || !taken->run)
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "dlc_init: expected an accelerator with names and functions, got a null "
                    "pointer");
  if (strcmp(taken->kind, info->kind))
    return dlc_fail(error, DLC_ERROR_DEVICE,
                    "dlc_init: expected an accelerator of kind '%s', got '%s'", info->kind,
                    taken->kind);
  if (taken->digest != info->digest)
    return dlc_fail(error, DLC_ERROR_DEVICE,
                    "dlc_init: expected the machine that the model was compiled for (number "
                    "%016llx), got '%s' (number %016llx); open it by dlc_accelerator_machine",
                    (unsigned long long)info->digest, taken->machine,
                    (unsigned long long)taken->digest);
  return DLC_OK;
}

size_t dlc_programs_size(const dlc_model *model) {
  const dlc_accelerator_info *info = dlc_get_accelerator_info(model);
  return info ? sizeof(dlc_programs) + (size_t)info->num_programs * sizeof(void *) : 0;
}

dlc_status dlc_open_programs(const dlc_model *model, const dlc_accelerator *given,
                             dlc_programs *programs, dlc_error *error) {
  const dlc_accelerator_info *info = dlc_get_accelerator_info(model);
  programs->count = 0;
  programs->reserved = 0;
  dlc_status status = take_accelerator(&programs->accelerator, info, given, error);
  if (status)
    return status;
  for (int32_t i = 0; i < info->num_programs && !status; ++i) {
    const dlc_program_info *program = &info->programs[i];
    status = programs->accelerator.load(programs->accelerator.device, program->bytes, program->size,
                                        &programs->loaded[i], error);
    if (!status)
      ++programs->count;
  }
  if (status)
    dlc_close_programs(programs);
  return status;
}

void dlc_close_programs(dlc_programs *programs) {
  for (int32_t i = programs->count; i-- > 0;)
    programs->accelerator.unload(programs->accelerator.device, programs->loaded[i]);
  programs->count = 0;
}

int32_t dlc_run_program(void *handle, const char *nodes, int32_t number, const dlc_span *buffers,
                        int32_t num_buffers) {
  dlc_run_state *run = handle;
  if (run->status)
    return run->status;
  const dlc_programs *programs = run->context->programs;
  dlc_error reason;
  reason.message[0] = 0;
  dlc_status status = programs->accelerator.run(
      programs->accelerator.device, programs->loaded[number], buffers, num_buffers, &reason);
  if (!status)
    return DLC_OK;
  reason.message[sizeof(reason.message) - 1] = 0;
  run->status = status;
  return dlc_fail(run->error, status, "node '%s': %s", nodes, reason.message);
}
