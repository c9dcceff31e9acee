/*===-- Dialects.h - the project's dialects and passes, from C -----*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * For programs that work with MLIR's own C interface: the handles by which the
 * dialects enter a registry or a context, and the registration of the passes.
 */
#ifndef DL_C_DIALECTS_H
#define DL_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Dl, dl);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Graph, graph);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Te, te);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Schedule, schedule);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Vdla, vdla);

/* Adds every dialect of the project to a registry. */
MLIR_CAPI_EXPORTED void dlRegisterAllDialects(MlirDialectRegistry registry);

/* Registers every pass and pipeline of the project, for pipelines given as text.
 * Once a process is enough; more often does no harm. */
MLIR_CAPI_EXPORTED void dlRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* DL_C_DIALECTS_H */
