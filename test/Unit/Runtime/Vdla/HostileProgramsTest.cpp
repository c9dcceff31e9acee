//===-- HostileProgramsTest.cpp - bytes of strangers on a device -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damaged programs through the runtime: each is refused with a status and a text, or runs and ends.
//
//===----------------------------------------------------------------------===//
#include "Programs.h"

#include "dl/Vdla/Encoding.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

/// Changes a few bytes; mostly those of instructions, so that many programs can be read.
std::vector<uint8_t> damage(std::vector<uint8_t> bytes, size_t code, std::mt19937_64 &random) {
  for (uint64_t changes = 1 + random() % 3; changes > 0; --changes) {
    size_t first = random() % 4 ? code : 0;
    size_t at = first + random() % (bytes.size() - first);
    switch (random() % 6) {
    case 0:
      bytes[at] = uint8_t(random());
      break;
    case 1:
      bytes.erase(bytes.begin() + int64_t(at));
      break;
    case 2:
      bytes.insert(bytes.begin() + int64_t(at), uint8_t(random()));
      break;
    default:
      bytes[at] = uint8_t(bytes[at] ^ (1 << random() % 8));
    }
  }
  return bytes;
}

/// Runs a program on zeros. The status of the run.
dlv_status runOnZeros(dlv_device *device, dlv_program *program, dlv_error &error) {
  std::vector<dlv_buffer *> buffers;
  dlv_status status = DLV_OK;
  for (int32_t i = 0; i < dlv_num_buffers(program) && !status; ++i) {
    dlv_buffer_info info;
    EXPECT_TRUE(dlv_get_buffer_info(program, i, &info));
    dlv_buffer *buffer = nullptr;
    status = info.bytes > (1 << 20) ? DLV_ERROR_MEMORY
                                    : dlv_allocate(device, info.bytes, &buffer, &error);
    if (buffer)
      buffers.push_back(buffer);
  }
  dlv_job *job = nullptr;
  if (!status)
    status = dlv_submit(program, buffers.data(), int32_t(buffers.size()), &job, &error);
  if (!status)
    status = dlv_wait(job, &error);
  for (dlv_buffer *buffer : buffers)
    dlv_free(buffer);
  return status;
}

TEST(HostileProgramsTest, EndWithAStatus) {
  std::mt19937_64 random(8);
  const DeviceModel &model = getMachine("paper");
  ConvShape shape;
  shape.tileRows = 1;
  Kernel kernels[] = {makeAdd(model, 9, 4, 2, random), makePool(model, 3, 3, random),
                      makeConv(model, shape, random)};
  unsigned counts[DLV_ERROR_RUN + 1] = {};
  OpenDevice functional("functional"), cycle("cycle");
  for (dlv_device *device : {(dlv_device *)functional, (dlv_device *)cycle})
    dlv_set_step_limit(device, 20000);
  for (unsigned i = 0; i < 6000; ++i) {
    const Program &source = kernels[i % 3].program;
    std::vector<uint8_t> bytes = getBytes(model, source);
    size_t code =
        bytes.size() - source.instructions.size() * size_t(model.getInstructionBytes() + 8);
    bytes = damage(bytes, code, random);
    dlv_device *device = i % 2 ? functional : cycle;
    dlv_program *program = nullptr;
    dlv_error error = {DLV_OK, ""};
    dlv_status status = dlv_load(device, bytes.data(), bytes.size(), &program, &error);
    if (!status)
      status = runOnZeros(device, program, error);
    ++counts[status];
    EXPECT_TRUE(status == DLV_OK || status == DLV_ERROR_MEMORY || error.message[0])
        << "mutant " << i;
    EXPECT_NE(status, DLV_ERROR_BACKEND);
    EXPECT_NE(status, DLV_ERROR_ARGUMENT) << error.message;
    dlv_unload(program);
  }
  // All ways to end are there.
  EXPECT_GT(counts[DLV_OK], 100u);
  EXPECT_GT(counts[DLV_ERROR_MACHINE], 10u);
  EXPECT_GT(counts[DLV_ERROR_PROGRAM], 1000u);
  EXPECT_GT(counts[DLV_ERROR_RUN], 10u);
}

} // namespace
