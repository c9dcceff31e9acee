/*===-- Check.c - versions of models and structures ----------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* Errors, and what is checked before anything of a model or a structure is read. */
#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

dlc_status dlc_check_model(const dlc_model *model, const char *function, dlc_error *error) {
  if (!model)
    return dlc_fail(error, DLC_ERROR_ARGUMENT, "%s: expected a model, got a null pointer",
                    function);
  if (model->abi_version != DLC_ABI_VERSION)
    return dlc_fail(error, DLC_ERROR_VERSION,
                    "%s: expected a model of ABI version %d, got %d; compile it again", function,
                    DLC_ABI_VERSION, (int)model->abi_version);
  /* A model of a compiler that is newer than the runtime that the linker kept. */
  if (model->struct_size < DLC_FIRST_MODEL_SIZE || (model->needs & ~DLC_KNOWN_NEEDS) ||
      ((model->needs & DLC_NEEDS_ACCELERATOR) && model->struct_size < DLC_ACCELERATOR_MODEL_SIZE) ||
      ((model->needs & DLC_NEEDS_COUNTS) && model->struct_size < DLC_COUNTED_MODEL_SIZE) ||
      ((model->needs & DLC_NEEDS_VALUES) && model->struct_size < sizeof(*model)) ||
      model->num_symbols > DLC_MAX_SYMBOLS ||
      model->num_computed + model->num_counts >= DLC_MAX_SIZES ||
      model->num_checks > DLC_MAX_CHECKS)
    return dlc_fail(error, DLC_ERROR_VERSION,
                    "%s: expected a model that this runtime knows, got one of another compiler; "
                    "compile all models of a program with one",
                    function);
  return DLC_OK;
}

dlc_status dlc_take_struct(void *taken, size_t known, const void *given, size_t first,
                           const char *name, dlc_error *error) {
  memset(taken, 0, known);
  if (!given)
    return DLC_OK;
  size_t size;
  memcpy(&size, given, sizeof(size));
  if (size < first)
    return dlc_fail(error, DLC_ERROR_ARGUMENT,
                    "%s: expected struct_size to be %zu or more, got %zu; set it to sizeof(%s)",
                    name, first, size, name);
  for (size_t i = known; i < size; ++i)
    if (((const char *)given)[i])
      return dlc_fail(error, DLC_ERROR_VERSION,
                      "%s: expected zeros from byte %zu on, got a field that this model does not "
                      "know at byte %zu; compile the model again or leave the field zero",
                      name, known, i);
  memcpy(taken, given, size < known ? size : known);
  return DLC_OK;
}
