/*===-- dlv.h - programs on a VDLA device ---------------------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Opens a VDLA device, gives it memory and programs, and waits for their ends. The
 * devices are simulators of any machine that a configuration describes (docs/Vdla.md).
 *
 *   dlv_device *device;
 *   dlv_program *program;
 *   dlv_buffer *x, *y;
 *   dlv_job *job;
 *   dlv_error error;
 *   if (dlv_open("cycle", "paper", &device, &error) ||
 *       dlv_load(device, bytes, size, &program, &error) ||
 *       dlv_allocate(device, 64, &x, &error) || dlv_allocate(device, 64, &y, &error) ||
 *       dlv_copy_in(x, 0, data, 64, &error) ||
 *       dlv_submit(program, (dlv_buffer *[]){x, y}, 2, &job, &error) ||
 *       dlv_wait(job, &error) || dlv_copy_out(y, 0, data, 64, &error))
 *     puts(error.message);
 *
 * Every function may be called from any thread. Jobs of a device run one after the other,
 * in the order in which they were submitted, beside the thread that submits; each begins
 * with a machine whose scratchpads and registers are zero, so that nothing of a job is
 * seen by the next but what it wrote to buffers. `error` may be NULL.
 */
#ifndef DLV_H
#define DLV_H

#include "dl/Runtime/dlc.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DLV_API __attribute__((visibility("default")))

typedef struct dlv_device dlv_device;
/* Bytes in the memory of a device. */
typedef struct dlv_buffer dlv_buffer;
/* A program that was checked and made ready to run. */
typedef struct dlv_program dlv_program;
/* A program on its way with its buffers. */
typedef struct dlv_job dlv_job;

typedef enum dlv_status {
  DLV_OK = 0,
  DLV_ERROR_ARGUMENT = 1, /* a null pointer, a wrong count, a range outside of a buffer */
  DLV_ERROR_BACKEND = 2,  /* no back end of this name */
  DLV_ERROR_MACHINE = 3,  /* text that describes no machine; a program for another one */
  DLV_ERROR_PROGRAM = 4,  /* bytes that are no program, or one that would leave a memory */
  DLV_ERROR_MEMORY = 5,   /* more than the device or the system has */
  DLV_ERROR_RUN = 6       /* a program that got stuck or takes too long */
} dlv_status;

/* What went wrong, in words. Written only where a function fails. */
typedef struct dlv_error {
  dlv_status status;
  char message[508];
} dlv_error;

/* How a program uses a buffer. */
typedef enum dlv_direction { DLV_IN = 0, DLV_OUT = 1, DLV_INOUT = 2 } dlv_direction;

typedef struct dlv_buffer_info {
  const char *name; /* lives as long as the program */
  uint64_t bytes;
  dlv_direction direction;
  int32_t reserved;
} dlv_buffer_info;

#define DLV_NUM_STAGES 3 /* load, compute, store */
#define DLV_NUM_CAUSES 6 /* busy, dram, token, room, empty, done */
#define DLV_NUM_QUEUES 8

/* Sums over the jobs of a device. A back end without a clock counts jobs and seconds. */
typedef struct dlv_counters {
  size_t struct_size; /* sizeof(dlv_counters) */
  int64_t jobs;
  double seconds; /* that the host spent on them */
  int64_t cycles;
  /* Cycles of each stage by what it did in them; each stage's add up to `cycles`. */
  int64_t stage_cycles[DLV_NUM_STAGES][DLV_NUM_CAUSES];
  /* Cycles in which a stage waited for a token of each queue of the machine, and for room. */
  int64_t token_stalls[DLV_NUM_QUEUES];
  int64_t room_stalls[DLV_NUM_QUEUES];
  int64_t gemm_cycles; /* in which a step of a gemm began */
  int64_t macs;
  int64_t bytes_read;
  int64_t bytes_written;
} dlv_counters;

#define DLV_COUNTERS_INIT {sizeof(dlv_counters), 0, 0, 0, {{0}}, {0}, {0}, 0, 0, 0, 0}

/* The names of the back ends: "functional" computes, "cycle" also counts cycles. NULL where
 * the index is out of range. */
DLV_API int32_t dlv_num_backends(void);
DLV_API const char *dlv_backend_name(int32_t index);

/* Opens a device: a back end by its name, and a machine, by the name of one that comes along
 * or the JSON text of its configuration. */
DLV_API dlv_status dlv_open(const char *backend, const char *machine, dlv_device **device,
                            dlv_error *error);
/* Ends the device after the jobs that were submitted. Buffers, programs and jobs are freed
 * before or afterwards. */
DLV_API void dlv_close(dlv_device *device);
/* The machine's name, and a number that differs between machines that differ. The name lives
 * as long as the device. */
DLV_API const char *dlv_machine_name(const dlv_device *device);
DLV_API uint64_t dlv_machine_digest(const dlv_device *device);

/* The most steps of a job: elements of transfers and steps of loops, or cycles where the back
 * end counts them. A job that takes more ends with DLV_ERROR_RUN. 2^32 unless it is set. */
DLV_API void dlv_set_step_limit(dlv_device *device, int64_t steps);

/* Memory of the device, zero at first. */
DLV_API dlv_status dlv_allocate(dlv_device *device, uint64_t bytes, dlv_buffer **buffer,
                                dlv_error *error);
DLV_API void dlv_free(dlv_buffer *buffer);
DLV_API uint64_t dlv_buffer_bytes(const dlv_buffer *buffer);
/* Copies between the host and a buffer; waits for jobs that have the buffer. */
DLV_API dlv_status dlv_copy_in(dlv_buffer *buffer, uint64_t offset, const void *data,
                               uint64_t bytes, dlv_error *error);
DLV_API dlv_status dlv_copy_out(const dlv_buffer *buffer, uint64_t offset, void *data,
                                uint64_t bytes, dlv_error *error);

/* Makes a program of bytes, which may come from anyone: refuses those for another machine, those
 * that are damaged, and programs whose instructions would leave a scratchpad or a buffer (rules
 * V1 to V5). The bytes are not used afterwards. */
DLV_API dlv_status dlv_load(dlv_device *device, const void *bytes, uint64_t size,
                            dlv_program **program, dlv_error *error);
DLV_API void dlv_unload(dlv_program *program);
/* The buffers that the host gives, in their order; the program has its micro-ops and scratch
 * memory itself. False where the index is out of range. */
DLV_API int32_t dlv_num_buffers(const dlv_program *program);
DLV_API int dlv_get_buffer_info(const dlv_program *program, int32_t index, dlv_buffer_info *info);

/* Runs a program on buffers of its device: as many as dlv_num_buffers, each with at least the
 * bytes that it needs. What is written is given once; what is only read may be given several
 * times. */
DLV_API dlv_status dlv_submit(dlv_program *program, dlv_buffer *const *buffers, int32_t num_buffers,
                              dlv_job **job, dlv_error *error);
/* Waits for the end of a job, tells how it ended, and frees it. */
DLV_API dlv_status dlv_wait(dlv_job *job, dlv_error *error);

/* The sums so far, without jobs that are still on their way. The caller sets struct_size. */
DLV_API dlv_status dlv_get_counters(const dlv_device *device, dlv_counters *counters,
                                    dlv_error *error);
DLV_API void dlv_reset_counters(dlv_device *device);

/* The device as a compiled model takes it (dlc_options). The device outlives its contexts. */
DLV_API dlc_accelerator dlv_get_accelerator(dlv_device *device);

#ifdef __cplusplus
}
#endif

#endif /* DLV_H */
