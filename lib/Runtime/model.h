/*===-- model.h - structures shared by generated code and runtime --*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * What the compiler writes for a model (lib/Target/Cpu/Emit/Metadata.cpp builds the
 * same layout as LLVM constants), and the runtime's private structures.
 */
#ifndef DLC_MODEL_H
#define DLC_MODEL_H

/* Every compiled object brings the runtime along: of several in one program, the
   linker keeps one. */
#define DLC_API __attribute__((weak, visibility("default")))
#define DLC_PRIVATE __attribute__((weak, visibility("hidden")))

#include "dl/Runtime/dlc.h"

/* The generated code of a model. */
typedef int32_t (*dlc_entry)(void *run, const void *weights, void *arena, const dlc_tensor *inputs,
                             const dlc_tensor *outputs);

/* Computes from the values of all symbols, and from the data of inputs that decide sizes,
   the size of the arena, sizes[0], then all other computed sizes, then, of a model without
   DLC_NEEDS_COUNTS, the most that each count can be, then for each check the two sizes it
   compares. What 64 bits do not hold is DLC_TOO_LARGE. */
typedef void (*dlc_sizes_function)(const int64_t *symbols, const dlc_tensor *inputs,
                                   int64_t *sizes);
#define DLC_TOO_LARGE INT64_MIN

/* As many as the compiler lets a model have; with the arena's size. */
#define DLC_MAX_SYMBOLS 32
#define DLC_MAX_SIZES 64
#define DLC_MAX_CHECKS 64

/* What a run checks: that the first size is at least the second, or that they are equal. */
typedef enum dlc_check_kind {
  DLC_CHECK_SYMBOL = 0,  /* the first is the symbol itself */
  DLC_CHECK_DERIVED = 1, /* the first follows from symbols */
  DLC_CHECK_EQUAL = 2
} dlc_check_kind;

typedef struct dlc_size_check {
  const char *nodes; /* names of the model's nodes that need it, joined by '+', or "" */
  int32_t kind;
  int32_t symbol; /* the first that decides */
} dlc_size_check;

/* A program of the model's accelerator. */
typedef struct dlc_program_info {
  const char *name;
  const void *bytes;
  uint64_t size;
} dlc_program_info;

/* An extent of outputs that only the data decide. The generated code writes outputs that have
   some as if all were the most that they can be, and behind all outputs each count as a number:
   what is at indices below the counts is the output. */
typedef struct dlc_count_info {
  const char *nodes;
  int64_t most; /* as a dim of a shape */
} dlc_count_info;

/* How a symbol that is no dim of an input comes to its value. */
typedef enum dlc_value_kind {
  DLC_VALUE_ELEMENT = 0, /* it is an element of an input, of 32 or 64 bits */
  DLC_VALUE_ABOVE = 1,   /* 1, and by how much the element is larger than a size, if it is */
  DLC_VALUE_BELOW = 2    /* 1, and by how much the element is smaller, if it is */
} dlc_value_kind;

typedef struct dlc_value_info {
  int32_t kind;
  int32_t symbol;
  int32_t input;
  int32_t reserved;
  int64_t element;
  int64_t bound; /* as a dim of a shape: a number, or a symbol that is a dim of an input */
} dlc_value_info;

/* The accelerator that a model was compiled for, and what it runs there. */
typedef struct dlc_accelerator_info {
  const char *kind;
  const char *machine;
  uint64_t digest;
  const dlc_program_info *programs;
  int32_t num_programs;
  int32_t reserved;
} dlc_accelerator_info;

/* Grows at its end. The first two fields are those of every version. A program may hold
   objects of several compilers and the runtime of only one of them: it takes fields that
   are beyond `struct_size` for zero, and refuses a model that needs what it has not. */
struct dlc_model {
  int32_t abi_version;
  uint32_t struct_size;
  uint64_t needs; /* bits of what the runtime must know; see DLC_KNOWN_NEEDS */
  const char *name;
  const dlc_tensor_info *inputs;
  const dlc_tensor_info *outputs;
  const dlc_kernel_info *kernel_calls;
  int32_t num_inputs;
  int32_t num_outputs;
  int32_t num_kernel_calls;
  int32_t max_threads;
  uint64_t arena_size; /* 0 where it depends on symbols */
  uint64_t weights_size;
  const void *weights;
  dlc_entry entry;
  const char *const *cpu_features;
  const char *const *symbols;
  dlc_sizes_function sizes;
  const dlc_size_check *checks;
  int32_t num_cpu_features;
  int32_t num_symbols;
  int32_t num_computed; /* without the arena's and those of checks */
  int32_t num_counts;
  int32_t num_checks;
  int32_t reserved;
  /* Beyond DLC_FIRST_MODEL_SIZE: read through dlc_get_accelerator_info alone. */
  dlc_accelerator_info accelerator;
  /* Read through dlc_get_counts alone: num_counts of them. */
  const dlc_count_info *counts;
  /* Of a model with DLC_NEEDS_VALUES alone. */
  const dlc_value_info *values;
  int64_t num_values;
};

/* The model calls programs of `accelerator`. */
#define DLC_NEEDS_ACCELERATOR 1ull
/* A run places outputs with counts in the arena, and writes what counts of them itself. */
#define DLC_NEEDS_COUNTS 2ull
/* Outputs are packed: they have room for elements, whatever the shape. */
#define DLC_NEEDS_PACKED 4ull
/* Symbols are elements of inputs, or follow from these. */
#define DLC_NEEDS_VALUES 8ull
#define DLC_KNOWN_NEEDS                                                                            \
  (DLC_NEEDS_ACCELERATOR | DLC_NEEDS_COUNTS | DLC_NEEDS_PACKED | DLC_NEEDS_VALUES)

/* Sizes of structures in the first library of this version, which later ones still take. */
#define DLC_FIRST_MODEL_SIZE 152
/* Of one with an accelerator and without counts. */
#define DLC_ACCELERATOR_MODEL_SIZE offsetof(struct dlc_model, counts)
/* Of one with counts and without symbols that are elements of inputs. */
#define DLC_COUNTED_MODEL_SIZE offsetof(struct dlc_model, values)
#define DLC_FIRST_OPTIONS_SIZE 24
#define DLC_FIRST_RUN_OPTIONS_SIZE 24
#define DLC_FIRST_ACCELERATOR_SIZE 64
_Static_assert(offsetof(struct dlc_model, accelerator) == DLC_FIRST_MODEL_SIZE &&
                   offsetof(dlc_options, accelerator) == DLC_FIRST_OPTIONS_SIZE &&
                   sizeof(dlc_run_options) == DLC_FIRST_RUN_OPTIONS_SIZE &&
                   sizeof(dlc_accelerator) == DLC_FIRST_ACCELERATOR_SIZE,
               "what grows is read with care for older models and programs");

/* The programs of a model on its accelerator: behind the context's structure. */
typedef struct dlc_programs {
  dlc_accelerator accelerator;
  int32_t count; /* that are loaded */
  int32_t reserved;
  void *loaded[];
} dlc_programs;

struct dlc_context {
  uint64_t magic;
  const dlc_model *model;
  const void *weights;
  uint64_t size; /* bytes of the context, with its copy of the weights */
  int32_t threads;
  int32_t reserved;
  dlc_programs *programs; /* NULL of a model for CPUs alone */
};

/* "dlc" and the ABI version: marks a context that dlc_init has made. */
#define DLC_MAGIC (0x646c6300ull + DLC_ABI_VERSION)

/* One call of dlc_run; generated code passes it to dlc_kernel_begin and _end. */
typedef struct dlc_run_state {
  const dlc_context *context;
  char *arena;
  dlc_tensor *outputs;
  const dlc_run_options *options; /* NULL where nobody listens */
  dlc_error *error;
  dlc_status status; /* of the first program of an accelerator that failed */
  const int64_t *symbols;
} dlc_run_state;

/* The sizes of a run: symbols first, then those that are computed, then the most that
   counts can be. */
typedef struct dlc_run_sizes {
  int64_t values[DLC_MAX_SYMBOLS + DLC_MAX_SIZES];
  /* The input that gave each symbol its value, -1: none yet; and its dim, or -1 - n for element
     n. */
  int32_t input[DLC_MAX_SYMBOLS], dim[DLC_MAX_SYMBOLS];
  size_t arena_size;
  /* Where in the arena outputs with counts are, behind everything else. */
  size_t counted_offset;
} dlc_run_sizes;

/* Fills `error`, if there is one, and returns `status`. */
DLC_PRIVATE dlc_status dlc_fail(dlc_error *error, dlc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether `function` can use the model: of this version, and within this runtime's bounds. */
DLC_PRIVATE dlc_status dlc_check_model(const dlc_model *model, const char *function,
                                       dlc_error *error);

/* Copies a structure of the caller, which begins with its size, to one of `known` bytes;
   fields that the caller's has not are zero. Refuses one of less than `first` bytes, and
   one with more than zeros beyond the known bytes. `given` may be NULL: all zero. */
DLC_PRIVATE dlc_status dlc_take_struct(void *taken, size_t known, const void *given, size_t first,
                                       const char *name, dlc_error *error);

/* Gives a symbol the value that an input has in a dim, or -1 - n for its element n: of those that
   have it the first; others must have the same. */
DLC_PRIVATE dlc_status dlc_take_symbol(const dlc_model *model, int32_t symbol, int32_t input,
                                       int32_t dim, int64_t got, dlc_run_sizes *sizes,
                                       dlc_error *error);
/* "dimension 2", or "element 2" for -1 - 2, in a buffer of so many bytes. */
#define DLC_PLACE_BYTES 32
DLC_PRIVATE const char *dlc_name_place(char *buffer, int32_t dim);

/* Dtype, rank and extents of an input; symbols take their values. */
DLC_PRIVATE dlc_status dlc_check_input_shape(const dlc_model *model, int32_t index,
                                             const dlc_tensor *tensor, dlc_run_sizes *sizes,
                                             dlc_error *error);
/* The same of an output, whose sizes are known. */
DLC_PRIVATE dlc_status dlc_check_output_shape(const dlc_model *model, int32_t index,
                                              const dlc_tensor *tensor, const dlc_run_sizes *sizes,
                                              dlc_error *error);
/* Place and layout of a tensor whose shape was checked. */
DLC_PRIVATE dlc_status dlc_check_place(const char *kind, const dlc_tensor_info *info,
                                       const dlc_tensor *tensor, dlc_error *error);
/* Whether what a run writes is nobody else's. */
DLC_PRIVATE dlc_status dlc_check_overlap(const dlc_context *context, const char *arena,
                                         size_t arena_size, const dlc_tensor *inputs,
                                         const dlc_tensor *outputs, dlc_error *error);

/* The counts of a model that was checked; null where it has none, or sets them itself. */
DLC_PRIVATE const dlc_count_info *dlc_get_counts(const dlc_model *model);
/* Bytes of the arena for outputs with counts; -1 where 63 bits do not count them. */
DLC_PRIVATE int64_t dlc_counted_bytes(const dlc_model *model, const dlc_run_sizes *sizes);
/* The outputs that the generated code writes, in the arena: those without counts are the
   caller's. */
DLC_PRIVATE dlc_tensor *dlc_place_counted(const dlc_model *model, const dlc_run_sizes *sizes,
                                          char *arena, const dlc_tensor *outputs);
/* Sets the counts that a run made and copies what counts into the caller's outputs. */
DLC_PRIVATE dlc_status dlc_store_counted(dlc_run_state *run, const dlc_tensor *placed);

/* All sizes of a run on such inputs, whose number was checked. */
DLC_PRIVATE dlc_status dlc_get_sizes(const dlc_model *model, const dlc_tensor *inputs,
                                     dlc_run_sizes *sizes, dlc_error *error);

static inline char *dlc_data_of(const dlc_tensor *tensor) {
  return (char *)tensor->data + tensor->byte_offset;
}
static inline int64_t dlc_element_bytes(dlc_dtype dtype) { return (dtype.bits + 7) / 8; }
/* Bytes of a shape; -1 where 63 bits do not count them. Extents are not negative. */
DLC_PRIVATE int64_t dlc_num_bytes(dlc_dtype dtype, const int64_t *shape, int32_t ndim);

/* Pins the calling thread and its team of `threads` each to one CPU of the calling
   thread's set. */
DLC_PRIVATE void dlc_bind_threads(int32_t threads);

/* Called by generated code around each kernel call. */
DLC_PRIVATE void dlc_kernel_begin(void *run, int32_t call);
DLC_PRIVATE void dlc_kernel_end(void *run, int32_t call);

/* Called by generated code before a kernel reads at indices from a tensor: elements
   `first`, `first + step`, ... of `count` integers of `bits` bits, which must lie in
   [-extent, extent). Returns a status. */
DLC_PRIVATE int32_t dlc_check_indices(void *run, const char *nodes, const void *indices,
                                      int64_t first, int64_t step, int64_t count, int32_t bits,
                                      int64_t extent);

/* The accelerator of a model that was checked; null where it needs none. */
DLC_PRIVATE const dlc_accelerator_info *dlc_get_accelerator_info(const dlc_model *model);
/* Bytes of a model's programs in its context. */
DLC_PRIVATE size_t dlc_programs_size(const dlc_model *model);
/* Takes the device that a model needs from the options of its context, and loads the model's
   programs into `programs`. After an error none is loaded. */
DLC_PRIVATE dlc_status dlc_open_programs(const dlc_model *model, const dlc_accelerator *given,
                                         dlc_programs *programs, dlc_error *error);
DLC_PRIVATE void dlc_close_programs(dlc_programs *programs);

/* Called by generated code in place of a kernel that is program `number` of the accelerator, with
   the kernel's operands. Returns a status, which the run has, too: after one that failed no other
   runs. */
DLC_PRIVATE int32_t dlc_run_program(void *run, const char *nodes, int32_t number,
                                    const dlc_span *buffers, int32_t num_buffers);

/* Called by generated code for the value of a symbol that is no dim of an input. */
DLC_PRIVATE int64_t dlc_get_symbol(void *run, int32_t symbol);

/* Called by generated code before it writes outputs with count `number`, of the model's
   counts from 0 on: sets their extents, or fails where one has room for less. */
DLC_PRIVATE int32_t dlc_set_count(void *run, const char *nodes, int32_t number, int64_t count);

#endif /* DLC_MODEL_H */
