//===-- Device.cpp - memory, programs and jobs of a device ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Device.h"

#include "dl/Vdla/Binary.h"
#include "dl/Vdla/ShippedConfigs.h"
#include "dl/Vdla/Verify.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace dl::vdla;

/// The most bytes of one buffer, and of a program's micro-ops and scratch memory.
static constexpr uint64_t maxBufferBytes = uint64_t(1) << 34;
static constexpr int64_t maxOwnBytes = int64_t(1) << 30;

static std::string quote(const std::string &text) { return "'" + text + "'"; }

static std::string join(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::shared_ptr<Device> Device::open(const char *backend, const char *machine, Failure &failure) {
  std::unique_ptr<Backend> chosen = createBackend(backend);
  if (!chosen) {
    failure = {DLV_ERROR_BACKEND, "expected a back end, one of " + join(getBackendNames()) +
                                      ", got " + quote(backend)};
    return nullptr;
  }
  std::string error;
  std::optional<Config> config = readConfig(machine, error);
  std::optional<DeviceModel> model;
  if (config)
    model = DeviceModel::create(*config, error);
  if (!model) {
    failure = {DLV_ERROR_MACHINE, error};
    return nullptr;
  }
  std::shared_ptr<Device> device(new Device(std::move(*model), std::move(chosen)));
  // Until it is closed the thread owns it, too.
  device->worker = std::thread([device] { device->work(); });
  return device;
}

void Device::close() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isClosed = true;
  }
  changed.notify_all();
  if (worker.joinable())
    worker.join();
}

void Device::setStepLimit(int64_t steps) {
  std::lock_guard<std::mutex> lock(mutex);
  maxSteps = std::clamp<int64_t>(steps, 1, int64_t(1) << 40);
}

std::shared_ptr<DeviceBuffer> Device::allocate(uint64_t bytes, Failure &failure) {
  auto refuse = [&](const std::string &limit) -> std::shared_ptr<DeviceBuffer> {
    failure = {DLV_ERROR_MEMORY,
               "expected a buffer of at most " + limit + ", got " + std::to_string(bytes)};
    return nullptr;
  };
  if (bytes > maxBufferBytes)
    return refuse(std::to_string(maxBufferBytes) + " bytes");
  auto buffer = std::make_shared<DeviceBuffer>();
  buffer->device = shared_from_this();
  buffer->size = bytes;
  buffer->bytes.reset(static_cast<uint8_t *>(std::calloc(std::max<size_t>(bytes, 1), 1)));
  if (!buffer->bytes)
    return refuse("what the system has left");
  return buffer;
}

/// The digest of the machine in a binary's header, of 8 bytes behind magic, version and length.
static bool isForOtherMachine(const DeviceModel &model, const uint8_t *bytes, uint64_t size) {
  constexpr size_t at = 16;
  if (size < at + 8 || std::memcmp(bytes, "dl-vdla", 8) != 0)
    return false;
  uint64_t digest = 0;
  for (unsigned i = 0; i < 8; ++i)
    digest |= uint64_t(bytes[at + i]) << (8 * i);
  return digest != model.getDigest();
}

static bool isOfHost(const Buffer &buffer) {
  return buffer.direction != Direction::Scratch && buffer.direction != Direction::MicroOps;
}

std::shared_ptr<LoadedProgram> Device::load(const uint8_t *bytes, uint64_t size, Failure &failure) {
  auto loaded = std::make_shared<LoadedProgram>();
  std::string error;
  std::optional<Program> program = readBinary(model, bytes, size_t(size), error);
  if (!program) {
    bool isOther = isForOtherMachine(model, bytes, size);
    failure = {isOther ? DLV_ERROR_MACHINE : DLV_ERROR_PROGRAM, error};
    return nullptr;
  }
  std::vector<Finding> findings = verifyBounds(model, *program, /*maxFindings=*/1);
  if (!findings.empty()) {
    failure = {DLV_ERROR_PROGRAM, "program " + program->name + ": " + findings.front().message};
    return nullptr;
  }
  loaded->device = shared_from_this();
  loaded->program = std::move(*program);
  Program own = loaded->program;
  for (size_t i = 0; i < own.buffers.size(); ++i)
    if (isOfHost(own.buffers[i])) {
      loaded->hostBuffers.push_back(i);
      own.buffers[i].bytes = 0;
    }
  std::optional<BufferContents> initial = allocateBuffers(model, own, maxOwnBytes, error);
  if (!initial) {
    failure = {DLV_ERROR_MEMORY, error};
    return nullptr;
  }
  loaded->initial = std::move(*initial);
  return loaded;
}

/// What is wrong with the buffers that a program is given.
static std::string checkBuffers(const LoadedProgram &loaded,
                                const std::vector<std::shared_ptr<DeviceBuffer>> &buffers) {
  if (buffers.size() != loaded.hostBuffers.size())
    return "expected " + std::to_string(loaded.hostBuffers.size()) + " buffers for program " +
           loaded.program.name + ", got " + std::to_string(buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) {
    const Buffer &wanted = loaded.program.buffers[loaded.hostBuffers[i]];
    if (buffers[i]->device != loaded.device)
      return "expected buffer " + wanted.name + " to be of the program's device";
    if (int64_t(buffers[i]->size) < wanted.bytes)
      return "expected at least " + std::to_string(wanted.bytes) + " bytes for buffer " +
             wanted.name + ", got " + std::to_string(buffers[i]->size);
    for (size_t other = 0; other < i; ++other)
      if (buffers[other] == buffers[i] &&
          (wanted.direction != Direction::In ||
           loaded.program.buffers[loaded.hostBuffers[other]].direction != Direction::In))
        return "expected buffer " + wanted.name + ", of which the program writes one, not to be " +
               loaded.program.buffers[loaded.hostBuffers[other]].name + " too";
  }
  return "";
}

std::shared_ptr<Job> Device::submit(std::shared_ptr<const LoadedProgram> program,
                                    std::vector<std::shared_ptr<DeviceBuffer>> buffers,
                                    Failure &failure) {
  auto job = std::make_shared<Job>();
  {
    std::lock_guard<std::mutex> lock(mutex);
    std::string wrong = isClosed ? "expected an open device" : "";
    if (wrong.empty())
      wrong = checkBuffers(*program, buffers);
    if (!wrong.empty()) {
      failure = {DLV_ERROR_ARGUMENT, wrong};
      return nullptr;
    }
    job->program = std::move(program);
    job->buffers = std::move(buffers);
    for (const std::shared_ptr<DeviceBuffer> &buffer : job->buffers)
      ++buffer->users;
    queue.push_back(job);
  }
  changed.notify_all();
  return job;
}

Failure Device::wait(const std::shared_ptr<Job> &job) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return job->isDone; });
  return job->failure;
}

void Device::work() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isClosed || !queue.empty(); });
    if (queue.empty())
      return;
    std::shared_ptr<Job> job = std::move(queue.front());
    queue.pop_front();
    int64_t limit = maxSteps;
    lock.unlock();
    run(*job, limit);
    lock.lock();
    for (const std::shared_ptr<DeviceBuffer> &buffer : job->buffers)
      --buffer->users;
    job->isDone = true;
    changed.notify_all();
    // What the job had may be freed here, but not under the lock.
    lock.unlock();
    job.reset();
    lock.lock();
  }
}

static void add(dlv_counters &sums, const dlv_counters &more) {
  sums.jobs += more.jobs;
  sums.seconds += more.seconds;
  sums.cycles += more.cycles;
  sums.gemm_cycles += more.gemm_cycles;
  sums.macs += more.macs;
  sums.bytes_read += more.bytes_read;
  sums.bytes_written += more.bytes_written;
  for (unsigned stage = 0; stage < DLV_NUM_STAGES; ++stage)
    for (unsigned cause = 0; cause < DLV_NUM_CAUSES; ++cause)
      sums.stage_cycles[stage][cause] += more.stage_cycles[stage][cause];
  for (unsigned queue = 0; queue < DLV_NUM_QUEUES; ++queue) {
    sums.token_stalls[queue] += more.token_stalls[queue];
    sums.room_stalls[queue] += more.room_stalls[queue];
  }
}

void Device::run(Job &job, int64_t limit) {
  const LoadedProgram &loaded = *job.program;
  BufferContents contents = loaded.initial;
  for (size_t i = 0; i < job.buffers.size(); ++i) {
    size_t position = loaded.hostBuffers[i];
    const uint8_t *bytes = job.buffers[i]->bytes.get();
    contents[position].assign(bytes, bytes + loaded.program.buffers[position].bytes);
  }
  dlv_counters made = DLV_COUNTERS_INIT;
  std::string error;
  auto start = std::chrono::steady_clock::now();
  bool ran = backend->run(model, loaded.program, contents, limit, made, error);
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  made.jobs = 1;
  if (!ran)
    job.failure = {DLV_ERROR_RUN, "program " + loaded.program.name + ": " + error};
  for (size_t i = 0; ran && i < job.buffers.size(); ++i) {
    size_t position = loaded.hostBuffers[i];
    if (loaded.program.buffers[position].direction != Direction::In)
      std::copy(contents[position].begin(), contents[position].end(), job.buffers[i]->bytes.get());
  }
  std::lock_guard<std::mutex> lock(mutex);
  add(counters, made);
}

dlv_counters Device::getCounters() const {
  std::lock_guard<std::mutex> lock(mutex);
  return counters;
}

void Device::resetCounters() {
  std::lock_guard<std::mutex> lock(mutex);
  counters = DLV_COUNTERS_INIT;
}
