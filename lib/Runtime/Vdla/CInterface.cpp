//===-- CInterface.cpp - devices from C -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dlv.h over Device.h: checks arguments, and turns failures into statuses with texts.
//
//===----------------------------------------------------------------------===//
#include "Device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace dl::vdla;

struct dlv_device {
  std::shared_ptr<Device> device;
  std::string machine;
};
struct dlv_buffer {
  std::shared_ptr<DeviceBuffer> buffer;
};
struct dlv_program {
  std::shared_ptr<const LoadedProgram> program;
};
struct dlv_job {
  std::shared_ptr<Job> job;
};

static dlv_status fail(dlv_error *error, const Failure &failure) {
  if (error) {
    error->status = failure.status;
    std::snprintf(error->message, sizeof(error->message), "%s", failure.message.c_str());
  }
  return failure.status;
}

static dlv_status failArgument(dlv_error *error, const char *function, const std::string &message) {
  return fail(error, {DLV_ERROR_ARGUMENT, std::string(function) + ": " + message});
}

static dlv_status failNull(dlv_error *error, const char *function, const char *what) {
  return failArgument(error, function, std::string("expected ") + what + ", got a null pointer");
}

int32_t dlv_num_backends(void) { return int32_t(getBackendNames().size()); }

const char *dlv_backend_name(int32_t index) {
  return index >= 0 && index < dlv_num_backends() ? getBackendNames()[size_t(index)].c_str()
                                                  : nullptr;
}

dlv_status dlv_open(const char *backend, const char *machine, dlv_device **device,
                    dlv_error *error) {
  if (!backend || !machine || !device)
    return failNull(error, "dlv_open", "a back end, a machine and room for the device");
  Failure failure;
  std::shared_ptr<Device> opened = Device::open(backend, machine, failure);
  if (!opened)
    return fail(error, failure);
  std::string name = opened->getModel().getConfig().name;
  *device = new dlv_device{std::move(opened), std::move(name)};
  return DLV_OK;
}

void dlv_close(dlv_device *device) {
  if (!device)
    return;
  device->device->close();
  delete device;
}

const char *dlv_machine_name(const dlv_device *device) {
  return device ? device->machine.c_str() : nullptr;
}

uint64_t dlv_machine_digest(const dlv_device *device) {
  return device ? device->device->getModel().getDigest() : 0;
}

void dlv_set_step_limit(dlv_device *device, int64_t steps) {
  if (device)
    device->device->setStepLimit(steps);
}

dlv_status dlv_allocate(dlv_device *device, uint64_t bytes, dlv_buffer **buffer, dlv_error *error) {
  if (!device || !buffer)
    return failNull(error, "dlv_allocate", "a device and room for the buffer");
  Failure failure;
  std::shared_ptr<DeviceBuffer> made = device->device->allocate(bytes, failure);
  if (!made)
    return fail(error, failure);
  *buffer = new dlv_buffer{std::move(made)};
  return DLV_OK;
}

void dlv_free(dlv_buffer *buffer) { delete buffer; }

uint64_t dlv_buffer_bytes(const dlv_buffer *buffer) { return buffer ? buffer->buffer->size : 0; }

/// Whether a copy stays in its buffer.
static dlv_status checkCopy(const char *function, const dlv_buffer *buffer, uint64_t offset,
                            const void *data, uint64_t bytes, dlv_error *error) {
  if (!buffer || (!data && bytes != 0))
    return failNull(error, function, "a buffer and data");
  uint64_t size = buffer->buffer->size;
  if (offset > size || bytes > size - offset)
    return failArgument(error, function,
                        "expected a range of the " + std::to_string(size) +
                            " bytes of the buffer, got " + std::to_string(bytes) + " bytes at " +
                            std::to_string(offset));
  return DLV_OK;
}

dlv_status dlv_copy_in(dlv_buffer *buffer, uint64_t offset, const void *data, uint64_t bytes,
                       dlv_error *error) {
  if (dlv_status status = checkCopy("dlv_copy_in", buffer, offset, data, bytes, error))
    return status;
  buffer->buffer->device->withBytes(*buffer->buffer, [&](uint8_t *contents) {
    if (bytes)
      std::memcpy(contents + offset, data, size_t(bytes));
  });
  return DLV_OK;
}

dlv_status dlv_copy_out(const dlv_buffer *buffer, uint64_t offset, void *data, uint64_t bytes,
                        dlv_error *error) {
  if (dlv_status status = checkCopy("dlv_copy_out", buffer, offset, data, bytes, error))
    return status;
  buffer->buffer->device->withBytes(*buffer->buffer, [&](uint8_t *contents) {
    if (bytes)
      std::memcpy(data, contents + offset, size_t(bytes));
  });
  return DLV_OK;
}

dlv_status dlv_load(dlv_device *device, const void *bytes, uint64_t size, dlv_program **program,
                    dlv_error *error) {
  if (!device || !bytes || !program)
    return failNull(error, "dlv_load", "a device, bytes and room for the program");
  Failure failure;
  std::shared_ptr<LoadedProgram> loaded =
      device->device->load(static_cast<const uint8_t *>(bytes), size, failure);
  if (!loaded)
    return fail(error, failure);
  *program = new dlv_program{std::move(loaded)};
  return DLV_OK;
}

void dlv_unload(dlv_program *program) { delete program; }

int32_t dlv_num_buffers(const dlv_program *program) {
  return program ? int32_t(program->program->hostBuffers.size()) : 0;
}

static dlv_direction getDirection(Direction direction) {
  return direction == Direction::In ? DLV_IN : direction == Direction::Out ? DLV_OUT : DLV_INOUT;
}

int dlv_get_buffer_info(const dlv_program *program, int32_t index, dlv_buffer_info *info) {
  if (!info || index < 0 || index >= dlv_num_buffers(program))
    return 0;
  const LoadedProgram &loaded = *program->program;
  const Buffer &buffer = loaded.program.buffers[loaded.hostBuffers[size_t(index)]];
  *info = {buffer.name.c_str(), uint64_t(buffer.bytes), getDirection(buffer.direction), 0};
  return 1;
}

dlv_status dlv_submit(dlv_program *program, dlv_buffer *const *buffers, int32_t num_buffers,
                      dlv_job **job, dlv_error *error) {
  if (!program || !job || (!buffers && num_buffers > 0) || num_buffers < 0)
    return failNull(error, "dlv_submit", "a program, buffers and room for the job");
  std::vector<std::shared_ptr<DeviceBuffer>> given;
  for (int32_t i = 0; i < num_buffers; ++i) {
    if (!buffers[i])
      return failNull(error, "dlv_submit", "buffers");
    given.push_back(buffers[i]->buffer);
  }
  Failure failure;
  std::shared_ptr<Job> submitted =
      program->program->device->submit(program->program, std::move(given), failure);
  if (!submitted)
    return failArgument(error, "dlv_submit", failure.message);
  *job = new dlv_job{std::move(submitted)};
  return DLV_OK;
}

dlv_status dlv_wait(dlv_job *job, dlv_error *error) {
  if (!job)
    return failNull(error, "dlv_wait", "a job");
  Failure failure = job->job->program->device->wait(job->job);
  delete job;
  return failure ? fail(error, failure) : DLV_OK;
}

dlv_status dlv_get_counters(const dlv_device *device, dlv_counters *counters, dlv_error *error) {
  if (!device || !counters)
    return failNull(error, "dlv_get_counters", "a device and room for counters");
  size_t size = counters->struct_size;
  if (size < sizeof(size_t))
    return failArgument(error, "dlv_get_counters",
                        "expected struct_size to be sizeof(dlv_counters), got " +
                            std::to_string(size));
  // Of a newer program, what this library does not count is zero.
  dlv_counters sums = device->device->getCounters();
  std::memset(counters, 0, size);
  std::memcpy(counters, &sums, std::min(size, sizeof(sums)));
  counters->struct_size = size;
  return DLV_OK;
}

void dlv_reset_counters(dlv_device *device) {
  if (device)
    device->device->resetCounters();
}
