/*===-- dlc.h - run a compiled model -------------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * The interface of every compiled model: a shared library or an object with this
 * interface inside, that needs nothing but the C library (and libomp, where it
 * was compiled for several threads).
 *
 *   const dlc_model *model = dlc_get_model();
 *   void *memory = aligned_alloc(DLC_ALIGNMENT, dlc_context_size(model, NULL));
 *   void *arena = aligned_alloc(DLC_ALIGNMENT, dlc_arena_size(model));
 *   dlc_context *context;
 *   dlc_error error;
 *   if (dlc_init(model, NULL, memory, dlc_context_size(model, NULL), &context, &error) ||
 *       dlc_run(context, arena, dlc_arena_size(model), inputs, 1, outputs, 1, NULL, &error))
 *     fprintf(stderr, "%s\n", error.message);
 *   dlc_deinit(context);
 *
 * Nothing here allocates memory, reads the environment, prints or exits. Pointers
 * to a model's descriptions live as long as its library is loaded. No function
 * fails in another way than by its status: a null pointer where one is not allowed,
 * or a model of another version, makes a query answer 0 or NULL.
 *
 * How the interface grows: DLC_ABI_VERSION changes where a program that was compiled
 * with an older header would break. Structures of the caller begin with their size, so
 * that fields can be added at their ends: bytes that a library does not know must be
 * zero. Reserved fields must be zero. docs/Rationale/CInterface.md tells more.
 */
#ifndef DLC_H
#define DLC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface. A model keeps the version that it was compiled for. */
#define DLC_ABI_VERSION 2

/* Alignment in bytes of the memory for context and arena. */
#define DLC_ALIGNMENT 64

#ifndef DLC_API
#define DLC_API
#endif

/* A compiled model: its description, weights and code. Constant. */
typedef struct dlc_model dlc_model;
/* A model made ready to run, in memory of the caller. */
typedef struct dlc_context dlc_context;

typedef enum dlc_status {
  DLC_OK = 0,
  DLC_ERROR_ARGUMENT = 1,  /* a null pointer, a wrong count, an option out of range */
  DLC_ERROR_MEMORY = 2,    /* memory that is too small, misaligned or overlapping */
  DLC_ERROR_DTYPE = 3,     /* a tensor of another element type than the model's */
  DLC_ERROR_SHAPE = 4,     /* a tensor of another rank or extent than the model's */
  DLC_ERROR_LAYOUT = 5,    /* a tensor that is not row-major */
  DLC_ERROR_VERSION = 6,   /* a context, model or structure of another version */
  DLC_ERROR_INDEX = 7,     /* an index or a length in a tensor that is out of range */
  DLC_ERROR_CPU = 8,       /* a CPU without features that the model's code needs */
  DLC_ERROR_OVERFLOW = 9,  /* sizes that make more bytes than 64 bits count */
  DLC_ERROR_CAPACITY = 10, /* an output with room for less than the data made */
  DLC_ERROR_DEVICE = 11    /* a tensor on another device than the model's; an accelerator that is
                              missing, another than the model's, or that failed */
} dlc_status;

/* What went wrong, in words: names the tensor and the dimension, or the node and the
 * index, with values. Written only where a function fails. */
typedef struct dlc_error {
  dlc_status status;
  char message[508];
} dlc_error;

/* Tensors have the layout of DLPack's DLTensor. */
typedef struct dlc_device {
  int32_t device_type; /* 1 is the CPU */
  int32_t device_id;
} dlc_device;

typedef enum dlc_dtype_code {
  DLC_INT = 0,
  DLC_UINT = 1,
  DLC_FLOAT = 2,
  DLC_BFLOAT = 4,
  DLC_BOOL = 6,
  /* Floats of 8 bits and less, by their formats. */
  DLC_FLOAT8_E4M3FN = 10,
  DLC_FLOAT8_E4M3FNUZ = 11,
  DLC_FLOAT8_E5M2 = 12,
  DLC_FLOAT8_E5M2FNUZ = 13,
  DLC_FLOAT8_E8M0FNU = 14, /* powers of two */
  DLC_FLOAT4_E2M1FN = 17
} dlc_dtype_code;

/* Elements of less than 8 bits are the low bits of a byte each. */
typedef struct dlc_dtype {
  uint8_t code; /* a dlc_dtype_code */
  uint8_t bits;
  uint16_t lanes; /* 1 */
} dlc_dtype;

typedef struct dlc_tensor {
  void *data;
  dlc_device device;
  int32_t ndim;
  dlc_dtype dtype;
  int64_t *shape;
  int64_t *strides; /* in elements, or NULL for row-major; of no meaning without elements */
  uint64_t byte_offset;
} dlc_tensor;

/* What else is to know of an input or output. */
typedef enum dlc_tensor_flags {
  /* An input whose elements are sizes, positive numbers: dlc_sizes reads its data, too. */
  DLC_TENSOR_DECIDES_SIZES = 1,
  /* An output with a dim that only the data decide: see dlc_run. */
  DLC_TENSOR_COUNTED = 2,
  /* One of whose shape only the data decide every dim, but not, or only less, how many elements
   * there are: it has room for as many as the shape that is given, whatever its dims. */
  DLC_TENSOR_PACKED = 4
} dlc_tensor_flags;

/* An input or an output as the model declares it. A negative dim, -1 - n, is size n of
 * the model, known only when it runs (see dlc_size_kind). */
typedef struct dlc_tensor_info {
  const char *name;
  const int64_t *shape;
  int32_t ndim;
  dlc_dtype dtype;
  dlc_device device;  /* where the data has to be */
  uint32_t flags;     /* of dlc_tensor_flags */
  uint32_t alignment; /* data lies at a multiple of so many bytes */
  uint64_t reserved[2];
} dlc_tensor_info;

/* One result of a kernel call. */
typedef struct dlc_kernel_output {
  dlc_tensor_info tensor; /* its name is empty; -1 is an extent that only the run knows */
  int64_t offset;         /* in bytes */
  int32_t output;         /* -1: in the arena, n >= 0: in output n, -2: elsewhere */
  int32_t reserved;
} dlc_kernel_output;

/* One kernel call of a run. */
typedef struct dlc_kernel_info {
  const char *kernel; /* name of the generated function, shared by equal calls */
  const char *nodes;  /* names of the model's nodes, joined by '+' */
  const dlc_kernel_output *outputs;
  int32_t num_outputs;
  int32_t reserved;
} dlc_kernel_info;

/* Memory of the host. */
typedef struct dlc_span {
  void *data;
  uint64_t bytes;
} dlc_span;

/* A device beside the CPU, which runs programs that a model brings along. Who opens a device
 * fills this in: dl/Runtime/Vdla/dlv.h does it for those of VDLA. The functions return a
 * status and fill in `error`, and may be called by several threads at a time. */
typedef struct dlc_accelerator {
  size_t struct_size;  /* sizeof(dlc_accelerator) */
  const char *kind;    /* as dlc_accelerator_kind */
  const char *machine; /* what messages call it */
  uint64_t digest;     /* of the machine, as dlc_accelerator_digest */
  void *device;        /* passed on */
  /* Makes a program of its bytes ready to run, until it is unloaded. */
  dlc_status (*load)(void *device, const void *bytes, uint64_t size, void **program,
                     dlc_error *error);
  void (*unload)(void *device, void *program);
  /* Runs it on the host's memory, as much as it says for each of its buffers, and waits. */
  dlc_status (*run)(void *device, void *program, const dlc_span *buffers, int32_t num_buffers,
                    dlc_error *error);
} dlc_accelerator;

/* How a context is made. Zero is the default of each field but the first. */
typedef struct dlc_options {
  size_t struct_size; /* sizeof(dlc_options) */
  /* Threads of a run; 0: as many as the model was compiled for. */
  int32_t threads;
  /* Not 0: pin the calling thread and its team each to one CPU of the calling
     thread's set. For programs in which this one thread runs the model. */
  int32_t bind_threads;
  /* Not 0: use the weights where the library was mapped instead of copying them
     into huge pages. The context is small then; big models run slower. */
  int32_t map_weights;
  int32_t reserved;
  /* The device of a model that was compiled for one (dlc_accelerator_kind); it outlives the
     context. NULL for other models. */
  const dlc_accelerator *accelerator;
} dlc_options;

#define DLC_OPTIONS_INIT {sizeof(dlc_options), 0, 0, 0, 0, NULL}

/* A kernel call begins or ends, on the thread that called dlc_run. */
typedef enum dlc_event_kind { DLC_KERNEL_BEGIN = 0, DLC_KERNEL_END = 1 } dlc_event_kind;

typedef struct dlc_event {
  dlc_event_kind kind;
  int32_t call; /* position of the call in a run, from 0 */
  const dlc_kernel_info *info;
  const void *run; /* for dlc_event_output */
} dlc_event;

/* What else a run is given. Zero is the default of each field but the first. */
typedef struct dlc_run_options {
  size_t struct_size; /* sizeof(dlc_run_options) */
  /* Told of kernel calls, to profile or to compare; NULL for nobody. */
  void (*on_kernel)(void *user, const dlc_event *event);
  void *user; /* passed on */
} dlc_run_options;

#define DLC_RUN_OPTIONS_INIT {sizeof(dlc_run_options), NULL, NULL}

/* The model of a shared library. Objects define only <name>_model, see their header. */
DLC_API const dlc_model *dlc_get_model(void);

/* Facts about a model. */
DLC_API int32_t dlc_abi_version(const dlc_model *model);
DLC_API const char *dlc_model_name(const dlc_model *model);
/* The most threads that a run can use; 1 where parallel loops were compiled away. */
DLC_API int32_t dlc_max_threads(const dlc_model *model);
DLC_API int32_t dlc_num_inputs(const dlc_model *model);
DLC_API int32_t dlc_num_outputs(const dlc_model *model);
DLC_API int32_t dlc_num_kernel_calls(const dlc_model *model);
/* NULL where the index is out of range. */
DLC_API const dlc_tensor_info *dlc_input(const dlc_model *model, int32_t index);
DLC_API const dlc_tensor_info *dlc_output(const dlc_model *model, int32_t index);
DLC_API const dlc_kernel_info *dlc_kernel_call(const dlc_model *model, int32_t index);

/* The features that the model's code needs of its CPU, in LLVM's spelling ("avx2"). */
DLC_API int32_t dlc_num_cpu_features(const dlc_model *model);
DLC_API const char *dlc_cpu_feature(const dlc_model *model, int32_t index);
/* Whether this machine's CPU has them; the message names those that it lacks. dlc_init
 * asks this, too: here for a program that chooses between libraries. */
DLC_API dlc_status dlc_check_cpu(const dlc_model *model, dlc_error *error);

/* The accelerator that the model needs: its kind ("vdla"), the text that describes its machine,
 * and a number of that; NULL and 0 of a model for CPUs alone. */
DLC_API const char *dlc_accelerator_kind(const dlc_model *model);
DLC_API const char *dlc_accelerator_machine(const dlc_model *model);
DLC_API uint64_t dlc_accelerator_digest(const dlc_model *model);

/* How a size that is known only at run time comes to be. */
typedef enum dlc_size_kind {
  DLC_SIZE_SYMBOL = 0,   /* a dim of an input, the same wherever it shows, or an element of one that
                            decides sizes; has a name */
  DLC_SIZE_COMPUTED = 1, /* follows from these */
  DLC_SIZE_COUNT = 2,    /* only the data decide: dlc_sizes tells the most it can be */
  DLC_SIZE_NONE = -1     /* no size of the model */
} dlc_size_kind;

/* Sizes of the model, symbols first, then computed ones, then counts. */
DLC_API int32_t dlc_num_sizes(const dlc_model *model);
DLC_API dlc_size_kind dlc_get_size_kind(const dlc_model *model, int32_t index);
/* Symbols and their names; NULL where the index is out of range. */
DLC_API int32_t dlc_num_symbols(const dlc_model *model);
DLC_API const char *dlc_symbol(const dlc_model *model, int32_t index);

/* What a run on inputs of such shapes needs: the arena's bytes, and the shapes of the
 * outputs, which are written where outputs[i].shape points to (room for as many dims as
 * declared); a dim that only the data decide is the most it can be. The data of inputs is
 * looked at only where they have DLC_TENSOR_DECIDES_SIZES. Sizes whose bytes 64 bits do
 * not count are an error. `arena_size`, `outputs` and `error` may be NULL. */
DLC_API dlc_status dlc_sizes(const dlc_model *model, const dlc_tensor *inputs, int32_t num_inputs,
                             size_t *arena_size, dlc_tensor *outputs, int32_t num_outputs,
                             dlc_error *error);

/* Sizes in bytes. `options` may be NULL. The arena's is 0 where it depends on inputs. */
DLC_API size_t dlc_weights_size(const dlc_model *model);
DLC_API size_t dlc_arena_size(const dlc_model *model);
DLC_API size_t dlc_context_size(const dlc_model *model, const dlc_options *options);

/* Makes a context in `memory`: copies the weights to a 2 MiB boundary inside it and
 * asks for huge pages. Refuses a CPU that lacks a feature of dlc_cpu_feature, and where the
 * model needs an accelerator, options without it or with another. `options`
 * and `error` may be NULL. The memory stays the caller's and must outlive the context;
 * what is behind its first dlc_context_size bytes is free for other use. */
DLC_API dlc_status dlc_init(const dlc_model *model, const dlc_options *options, void *memory,
                            size_t memory_size, dlc_context **context, dlc_error *error);

/* Runs the model. Dtypes and shapes of all tensors are checked; outputs must not
 * overlap each other, inputs, the arena, the context or the weights, nor the arena any
 * of these. Inputs may overlap each other. What the arena holds before does not
 * matter; one on huge pages (madvise) is faster to run in. Threads may run one
 * context at the same time, each with an arena of its own. `options` and `error` may
 * be NULL.
 *
 * Of an output with DLC_TENSOR_COUNTED, the extents that only the data decide are given
 * as the room that there is, and are set to what they became; elements are row-major in
 * the shape that was set, `strides` is NULL. Of one with DLC_TENSOR_PACKED the room is that of
 * all elements together: in a shape for 24, 2 x 3 x 4 fit, and 24 x 1 x 1. Where there is too
 * little room, the run ends with DLC_ERROR_CAPACITY, the extent that it needs set. */
DLC_API dlc_status dlc_run(const dlc_context *context, void *arena, size_t arena_size,
                           const dlc_tensor *inputs, int32_t num_inputs, dlc_tensor *outputs,
                           int32_t num_outputs, const dlc_run_options *options, dlc_error *error);

/* Ends a context; afterwards its memory is free for other use. */
DLC_API dlc_status dlc_deinit(dlc_context *context);

/* Inside a hook: where result `index` of the kernel call lies, NULL if that is not
 * known. Valid until the next kernel call. */
DLC_API const void *dlc_event_output(const dlc_event *event, int32_t index);

#ifdef __cplusplus
}
#endif

#endif /* DLC_H */
