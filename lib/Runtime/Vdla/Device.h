//===-- Device.h - memory, programs and jobs of a device --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device is a machine, a back end and a thread that runs jobs in the order in which they come.
// What the C interface hands out shares ownership of it, so that nothing has to be freed in an
// order.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_RUNTIME_VDLA_DEVICE_H
#define DL_LIB_RUNTIME_VDLA_DEVICE_H

#include "Backend.h"

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace dl::vdla {

/// A status with its text; converts to true where something failed.
struct Failure {
  dlv_status status = DLV_OK;
  std::string message;
  explicit operator bool() const { return status != DLV_OK; }
};

class Device;

struct FreeBytes {
  void operator()(uint8_t *bytes) const { std::free(bytes); }
};

/// Bytes of a device. Its lock guards them.
struct DeviceBuffer {
  std::shared_ptr<Device> device;
  std::unique_ptr<uint8_t[], FreeBytes> bytes;
  uint64_t size = 0;
  /// Jobs that are not done and have it.
  int64_t users = 0;
};

/// A program that keeps rules V1 to V5. Constant.
struct LoadedProgram {
  std::shared_ptr<Device> device;
  Program program;
  /// The positions of the buffers that the host gives.
  std::vector<size_t> hostBuffers;
  /// Micro-ops and scratch memory at the beginning of a run; empty for what the host gives.
  BufferContents initial;
};

struct Job {
  std::shared_ptr<const LoadedProgram> program;
  std::vector<std::shared_ptr<DeviceBuffer>> buffers;
  bool isDone = false;
  Failure failure;
};

class Device : public std::enable_shared_from_this<Device> {
public:
  /// A device, or null and `failure`.
  static std::shared_ptr<Device> open(const char *backend, const char *machine, Failure &failure);

  /// Waits for all jobs; afterwards none can be submitted. A device that was opened is closed.
  void close();

  const DeviceModel &getModel() const { return model; }
  void setStepLimit(int64_t steps);

  std::shared_ptr<DeviceBuffer> allocate(uint64_t bytes, Failure &failure);
  std::shared_ptr<LoadedProgram> load(const uint8_t *bytes, uint64_t size, Failure &failure);
  std::shared_ptr<Job> submit(std::shared_ptr<const LoadedProgram> program,
                              std::vector<std::shared_ptr<DeviceBuffer>> buffers, Failure &failure);
  Failure wait(const std::shared_ptr<Job> &job);
  /// Calls `access` with the bytes when no job has them.
  template <typename Access> void withBytes(DeviceBuffer &buffer, Access &&access) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return buffer.users == 0; });
    access(buffer.bytes.get());
  }

  dlv_counters getCounters() const;
  void resetCounters();

private:
  Device(DeviceModel model, std::unique_ptr<Backend> backend)
      : model(std::move(model)), backend(std::move(backend)) {}
  void work();
  void run(Job &job, int64_t limit);

  const DeviceModel model;
  const std::unique_ptr<Backend> backend;
  std::thread worker;
  /// Guards all below, and the bytes of buffers.
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<Job>> queue;
  bool isClosed = false;
  int64_t maxSteps = int64_t(1) << 32;
  dlv_counters counters = DLV_COUNTERS_INIT;
};

} // namespace dl::vdla

#endif // DL_LIB_RUNTIME_VDLA_DEVICE_H
