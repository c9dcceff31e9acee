/*===-- Compile.h - from a model to IR or a library, from C --------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * The way down the ladder as one call: a model in a file or in memory becomes the
 * IR text of a level, an object or a shared library. Errors come back as texts;
 * nothing is printed, thrown or exited, and no signal handler is installed. Calls do
 * not share state and may run on several threads at once.
 *
 * Memory that the system refuses, and what upstream's libraries take for fatal, end
 * the process. A program that must survive every model compiles in another one, as
 * the Python package does (python/dl/_worker.cpp).
 */
#ifndef DL_C_COMPILE_H
#define DL_C_COMPILE_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum DlFormat {
  DL_FORMAT_BY_NAME = 0, /* by the name's extension: .onnx, .mlir or .mlirbc */
  DL_FORMAT_ONNX = 1,
  DL_FORMAT_MLIR = 2 /* text or bytecode */
} DlFormat;

/* A model to compile. */
typedef struct DlSource {
  MlirStringRef name; /* the file to read, or what messages call the bytes */
  const void *bytes;  /* NULL: read the file; else only used during the call */
  size_t size;
  DlFormat format;          /* for bytes; files go by their names */
  MlirStringRef dataFolder; /* of external data; empty: the file's, for bytes none */
} DlSource;

/* How it is compiled. dlGetDefaultOptions() fills in the defaults. */
typedef struct DlOptions {
  int64_t threads; /* most threads of a run, 1 to 1024; 1 needs no libomp */
  bool vectorize;
  unsigned optimization; /* LLVM's level, 0 to 3 */
  MlirStringRef cpu;     /* in LLVM's spelling; empty: "native", or "generic" of another target */
  MlirStringRef model;   /* prefix of the symbols; empty: from the source's name */
  MlirStringRef linker;  /* path of ld.lld; empty: looked for */
  MlirStringRef target;  /* as "aarch64-linux-gnu", a stock record's name or a record's file; empty:
                            this machine */
  int64_t jobs;          /* most threads that compile, 1 to 1024; the result is the same */
  MlirStringRef precision; /* what factors of products by constants are rounded to: "f32", as they
                              are, or "bf16"; empty: "f32" */
  MlirStringRef cache;     /* a folder that keeps what was compiled; empty: nothing is kept */
  MlirStringRef tuningDb;  /* records of dl-tune, whose schedules kernels get; empty: the rules' */
  MlirStringRef schedules; /* a file of sequences for kernels; empty: none */
  bool elideWeights;       /* print texts without weights of more than 16 elements */
  bool omitLocations;      /* print texts without places in the model */
  /* Told of each phase as it begins, and of how many of how many kernels are compiled in it (0 of
     0 where none are), one call at a time, on any thread; NULL: nobody. */
  void (*onProgress)(MlirStringRef phase, int64_t done, int64_t total, void *userData);
  void *progressData;
  MlirStringRef sizes; /* numbers for dims that an ONNX model leaves open: "batch=1,x.2=640" */
} DlOptions;

/* What a compilation left. The caller owns it. */
typedef struct DlResult {
  void *ptr;
} DlResult;

MLIR_CAPI_EXPORTED DlOptions dlGetDefaultOptions(void);

/* The version of this compiler, "0.1.0". It lives as long as the process. */
MLIR_CAPI_EXPORTED MlirStringRef dlGetVersion(void);

/* Compiles to a level: graph, te, schedule (te with the sequences of its kernels), loops (which
 * these make, as text), scheduled, bufferized, llvm-dialect, llvm and assembly
 * are texts, in the result; object and library are written to the file `output`, which
 * appears only when whole. */
MLIR_CAPI_EXPORTED DlResult dlCompile(DlSource source, MlirStringRef level, MlirStringRef output,
                                      DlOptions options);
/* Lowers a model without making code of it, and writes what became of it as one page of HTML
 * (graph, kernels with schedules and loops, roofline, memory, refusals) into the text of the
 * result. `microseconds` are the times of the calls of kernels, in their order, or NULL, for which
 * the page has what the compiler expects; `errors` their largest differences in units of the
 * largest value, negative where one is not known, or NULL. */
MLIR_CAPI_EXPORTED DlResult dlReport(DlSource source, DlOptions options, const double *microseconds,
                                     const double *errors, intptr_t numCalls);
MLIR_CAPI_EXPORTED void dlResultDestroy(DlResult result);

/* Texts of a result live as long as it. */
MLIR_CAPI_EXPORTED bool dlResultIsSuccess(DlResult result);
MLIR_CAPI_EXPORTED MlirStringRef dlResultGetText(DlResult result);
/* Errors, warnings and remarks in order, each with its place and its notes. */
MLIR_CAPI_EXPORTED intptr_t dlResultGetNumDiagnostics(DlResult result);
MLIR_CAPI_EXPORTED MlirStringRef dlResultGetDiagnostic(DlResult result, intptr_t index);
/* After a failure: names of inputs of an ONNX model whose values decide shapes and
 * would have to be constants. With them as initializers the import gets further. */
MLIR_CAPI_EXPORTED intptr_t dlResultGetNumConstantInputs(DlResult result);
MLIR_CAPI_EXPORTED MlirStringRef dlResultGetConstantInput(DlResult result, intptr_t index);

/* Calls back with the path of a program of this installation ("dl-tune"), or with an empty text. */
MLIR_CAPI_EXPORTED void dlFindProgram(MlirStringRef name, MlirStringCallback callback,
                                      void *userData);

/* Calls back with a table of the ONNX operators that can be imported: one a line,
 * name and since-versions. */
MLIR_CAPI_EXPORTED void dlPrintSupportedOperators(MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* DL_C_COMPILE_H */
