//===-- DeviceLimitsTest.cpp - memory that devices have ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers and programs that just fit, or do not.
//
//===----------------------------------------------------------------------===//
#include "Programs.h"

#include <algorithm>
#include <cstdlib>
#include <sys/resource.h>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

TEST(DeviceLimitsTest, KnowsProgramsOfOtherMachinesByTheirHeaders) {
  OpenDevice device("functional");
  std::vector<uint8_t> bytes =
      getBytes(getMachine("paper"), assembleProgram("program p\nfinish\n"));
  dlv_program *program = nullptr;
  auto load = [&](size_t size) { return dlv_load(device, bytes.data(), size, &program, nullptr); };
  bytes[16] ^= 1;
  // A digest is the last of 24 bytes.
  EXPECT_EQ(load(24), DLV_ERROR_MACHINE);
  EXPECT_EQ(load(23), DLV_ERROR_PROGRAM);
  bytes[0] ^= 1;
  EXPECT_EQ(load(bytes.size()), DLV_ERROR_PROGRAM);
  bytes[0] ^= 1;
  bytes[16] ^= 1;
  EXPECT_EQ(load(24), DLV_ERROR_PROGRAM);
  bytes[23] ^= 0x80;
  EXPECT_EQ(load(bytes.size()), DLV_ERROR_MACHINE);
  EXPECT_EQ(program, nullptr);
}

TEST(DeviceLimitsTest, RefusesProgramsThatTakeTooMuch) {
  OpenDevice device("functional");
  dlv_error error;
  auto load = [&](const std::string &bytes) {
    std::vector<uint8_t> binary =
        getBytes(getMachine("paper"),
                 assembleProgram("program p\nbuffer x in 17179869184\nbuffer s scratch " + bytes +
                                 "\nfinish\n"));
    dlv_program *program = nullptr;
    dlv_status status = dlv_load(device, binary.data(), binary.size(), &program, &error);
    dlv_unload(program);
    return status;
  };
  // What the host gives does not count.
  EXPECT_EQ(load("1024"), DLV_OK);
  EXPECT_EQ(load("1073741825"), DLV_ERROR_MEMORY);
  EXPECT_TRUE(hasText(error.message, "1073741825"));
}

TEST(DeviceLimitsTest, RefusesBuffersThatAreTooLarge) {
  if (std::getenv("ASAN_OPTIONS"))
    GTEST_SKIP() << "shadow memory takes all of the address space";
  OpenDevice device("functional");
  dlv_buffer *buffer = nullptr;
  dlv_error error;
  uint64_t most = uint64_t(1) << 34;
  EXPECT_EQ(dlv_allocate(device, most + 1, &buffer, &error), DLV_ERROR_MEMORY);
  EXPECT_STREQ(error.message, "expected a buffer of at most 17179869184 bytes, got 17179869185");
  rlimit before, less;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  less = before;
  less.rlim_cur = std::min<rlim_t>(before.rlim_max, most / 2);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &less), 0);
  dlv_status status = dlv_allocate(device, most, &buffer, &error);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(status, DLV_ERROR_MEMORY);
  EXPECT_STREQ(error.message,
               "expected a buffer of at most what the system has left, got 17179869184");
  EXPECT_EQ(buffer, nullptr);
}

TEST(DeviceLimitsTest, BuffersMayBeLarger) {
  OpenDevice device("functional");
  Kernel kernel;
  kernel.program = assembleProgram("program p\nconfig paper\nbuffer y out 16\n"
                                   "store narrow dram=%y y=1 x=1 stride=1 push_prev\n"
                                   "finish pop_next\n");
  kernel.contents = {std::vector<uint8_t>(16)};
  LoadedKernel loaded(device, getMachine("paper"), kernel);
  loaded.buffers.push_back(loaded.buffers[0]);
  std::vector<uint8_t> bytes(20, 7);
  ASSERT_EQ(dlv_allocate(device, bytes.size(), &loaded.buffers[0], nullptr), DLV_OK);
  ASSERT_EQ(dlv_copy_in(loaded.buffers[0], 0, bytes.data(), bytes.size(), nullptr), DLV_OK);
  dlv_job *job = nullptr;
  ASSERT_EQ(dlv_submit(loaded.program, loaded.buffers.data(), 1, &job, nullptr), DLV_OK);
  ASSERT_EQ(dlv_wait(job, nullptr), DLV_OK);
  // What is behind the program's bytes is the host's.
  std::fill_n(bytes.begin(), 16, 0);
  EXPECT_EQ(loaded.getOutput(), bytes);
}

} // namespace
