//===-- Accelerator.cpp - devices for compiled models -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiled model calls (dlc_accelerator), over the interface of devices.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/Vdla/dlv.h"

#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

namespace {
/// A program with buffers of its own, which one run at a time has.
struct ModelProgram {
  dlv_program *program = nullptr;
  std::vector<dlv_buffer *> buffers;
  std::mutex mutex;
  ~ModelProgram() {
    for (dlv_buffer *buffer : buffers)
      dlv_free(buffer);
    dlv_unload(program);
  }
};
} // namespace

static dlc_status fail(const dlv_error &reason, dlc_error *error) {
  if (error) {
    error->status = DLC_ERROR_DEVICE;
    std::snprintf(error->message, sizeof(error->message), "%s", reason.message);
  }
  return DLC_ERROR_DEVICE;
}

static dlc_status load(void *device, const void *bytes, uint64_t size, void **program,
                       dlc_error *error) {
  auto made = std::make_unique<ModelProgram>();
  dlv_error reason;
  if (dlv_load(static_cast<dlv_device *>(device), bytes, size, &made->program, &reason))
    return fail(reason, error);
  for (int32_t i = 0; i < dlv_num_buffers(made->program); ++i) {
    dlv_buffer_info info;
    dlv_get_buffer_info(made->program, i, &info);
    dlv_buffer *buffer;
    if (dlv_allocate(static_cast<dlv_device *>(device), info.bytes, &buffer, &reason))
      return fail(reason, error);
    made->buffers.push_back(buffer);
  }
  *program = made.release();
  return DLC_OK;
}

static void unload(void *, void *program) { delete static_cast<ModelProgram *>(program); }

/// Whether the host's memory is what the program asks for.
static bool checkSpans(const ModelProgram &program, const dlc_span *spans, int32_t count,
                       dlv_error &reason) {
  int32_t wanted = dlv_num_buffers(program.program);
  if (count != wanted) {
    std::snprintf(reason.message, sizeof(reason.message), "expected %d buffers, got %d",
                  int(wanted), int(count));
    return false;
  }
  for (int32_t i = 0; i < count; ++i) {
    dlv_buffer_info info;
    dlv_get_buffer_info(program.program, i, &info);
    if (spans[i].bytes != info.bytes) {
      std::snprintf(reason.message, sizeof(reason.message),
                    "expected %llu bytes for buffer %s, got %llu", (unsigned long long)info.bytes,
                    info.name, (unsigned long long)spans[i].bytes);
      return false;
    }
  }
  return true;
}

static dlc_status run(void *, void *loaded, const dlc_span *spans, int32_t count,
                      dlc_error *error) {
  auto &program = *static_cast<ModelProgram *>(loaded);
  std::lock_guard<std::mutex> lock(program.mutex);
  dlv_error reason;
  if (!checkSpans(program, spans, count, reason))
    return fail(reason, error);
  // What a program leaves of an output as it was is the host's.
  for (int32_t i = 0; i < count; ++i)
    if (dlv_copy_in(program.buffers[size_t(i)], 0, spans[i].data, spans[i].bytes, &reason))
      return fail(reason, error);
  dlv_job *job;
  if (dlv_submit(program.program, program.buffers.data(), count, &job, &reason) ||
      dlv_wait(job, &reason))
    return fail(reason, error);
  for (int32_t i = 0; i < count; ++i) {
    dlv_buffer_info info;
    dlv_get_buffer_info(program.program, i, &info);
    if (info.direction != DLV_IN &&
        dlv_copy_out(program.buffers[size_t(i)], 0, spans[i].data, spans[i].bytes, &reason))
      return fail(reason, error);
  }
  return DLC_OK;
}

dlc_accelerator dlv_get_accelerator(dlv_device *device) {
  return {sizeof(dlc_accelerator),
          "vdla",
          dlv_machine_name(device),
          dlv_machine_digest(device),
          device,
          load,
          unload,
          run};
}
