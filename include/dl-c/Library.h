/*===-- Library.h - compiled models in this process, from C --------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Loads shared libraries that were compiled from models and runs them. A program
 * that is linked with its model does without this and uses dl/Runtime/dlc.h.
 */
#ifndef DL_C_LIBRARY_H
#define DL_C_LIBRARY_H

#include "dl/Runtime/dlc.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A loaded library, made ready to run. */
typedef struct DlLibrary {
  void *ptr;
} DlLibrary;

/* Loads the library at `path` for runs with `threads` threads (0: as many as it was
 * compiled for). After an error the result is null, and `onError` is
 * called with what went wrong. */
MLIR_CAPI_EXPORTED DlLibrary dlLibraryLoad(MlirStringRef path, int32_t threads,
                                           MlirStringCallback onError, void *userData);
MLIR_CAPI_EXPORTED void dlLibraryDestroy(DlLibrary library);

MLIR_CAPI_EXPORTED int32_t dlLibraryGetNumInputs(DlLibrary library);
MLIR_CAPI_EXPORTED int32_t dlLibraryGetNumOutputs(DlLibrary library);
/* NULL where the index is out of range. They live as long as the library. */
MLIR_CAPI_EXPORTED const dlc_tensor_info *dlLibraryGetInput(DlLibrary library, int32_t index);
MLIR_CAPI_EXPORTED const dlc_tensor_info *dlLibraryGetOutput(DlLibrary library, int32_t index);

/* The shapes of the outputs for such inputs, written where outputs[i].shape points to, as
 * dlc_sizes does. */
MLIR_CAPI_EXPORTED dlc_status dlLibraryGetOutputShapes(DlLibrary library, const dlc_tensor *inputs,
                                                       int32_t numInputs, dlc_tensor *outputs,
                                                       int32_t numOutputs, dlc_error *error);

/* Kernel calls of a run; NULL where the index is out of range. */
MLIR_CAPI_EXPORTED int32_t dlLibraryGetNumKernelCalls(DlLibrary library);
MLIR_CAPI_EXPORTED const dlc_kernel_info *dlLibraryGetKernelCall(DlLibrary library, int32_t index);

/* As dlc_run, with working memory of the library. Threads may run one library at
 * the same time. */
MLIR_CAPI_EXPORTED dlc_status dlLibraryRun(DlLibrary library, const dlc_tensor *inputs,
                                           int32_t numInputs, dlc_tensor *outputs,
                                           int32_t numOutputs, dlc_error *error);

/* Told of kernel calls, on the thread that runs; false ends the run. */
typedef bool (*DlKernelCallback)(const dlc_event *event, void *userData);

/* The same with `onKernel` told. After it answered false, `wasEnded` is true, what the outputs hold
 * is of no use, and the result is DLC_OK. */
MLIR_CAPI_EXPORTED dlc_status dlLibraryRunObserved(DlLibrary library, const dlc_tensor *inputs,
                                                   int32_t numInputs, dlc_tensor *outputs,
                                                   int32_t numOutputs, DlKernelCallback onKernel,
                                                   void *userData, bool *wasEnded,
                                                   dlc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* DL_C_LIBRARY_H */
