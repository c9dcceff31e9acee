//===-- DeviceTest.cpp - devices, buffers, programs and jobs ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"

#include "dl/Vdla/CycleSim.h"

#include <thread>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

std::mt19937_64 makeGenerator(unsigned seed) { return std::mt19937_64(seed); }

TEST(DeviceTest, NamesBackends) {
  ASSERT_EQ(dlv_num_backends(), 2);
  EXPECT_STREQ(dlv_backend_name(0), "functional");
  EXPECT_STREQ(dlv_backend_name(1), "cycle");
  EXPECT_EQ(dlv_backend_name(2), nullptr);
  EXPECT_EQ(dlv_backend_name(-1), nullptr);
}

TEST(DeviceTest, OpensMachinesByNameAndText) {
  OpenDevice byName("functional", "block-8x8");
  OpenDevice byText("functional", readMachineText("block-8x8").c_str());
  EXPECT_STREQ(dlv_machine_name(byName), "block-8x8");
  EXPECT_EQ(dlv_machine_digest(byName), dlv_machine_digest(byText));
  EXPECT_NE(dlv_machine_digest(byName), dlv_machine_digest(OpenDevice("functional")));
}

TEST(DeviceTest, RefusesBackendsAndMachines) {
  dlv_device *device = nullptr;
  dlv_error error;
  EXPECT_EQ(dlv_open("board", "paper", &device, &error), DLV_ERROR_BACKEND);
  EXPECT_EQ(error.status, DLV_ERROR_BACKEND);
  EXPECT_STREQ(error.message, "expected a back end, one of functional, cycle, got 'board'");
  EXPECT_EQ(dlv_open("cycle", "tables", &device, &error), DLV_ERROR_MACHINE);
  EXPECT_TRUE(hasText(error.message, "tables"));
  EXPECT_EQ(dlv_open("cycle", "{\"name\": 3}", &device, &error), DLV_ERROR_MACHINE);
  EXPECT_EQ(dlv_open("cycle", nullptr, &device, &error), DLV_ERROR_ARGUMENT);
  EXPECT_TRUE(hasText(error.message, "null pointer"));
  EXPECT_EQ(dlv_open("cycle", "tables", &device, nullptr), DLV_ERROR_MACHINE);
  EXPECT_EQ(device, nullptr);
}

TEST(DeviceTest, RunsOnEachMachine) {
  for (const char *backend : {"functional", "cycle"})
    for (const std::string &name : machineNames) {
      std::mt19937_64 random = makeGenerator(1);
      const DeviceModel &model = getMachine(name);
      OpenDevice device(backend, name.c_str());
      LoadedKernel conv(device, model, makeConv(model, ConvShape(), random));
      LoadedKernel pool(device, model, makePool(model, 5, 7, random));
      // Both are on their way before the first is waited for.
      dlv_job *first = conv.submit(), *second = pool.submit();
      EXPECT_EQ(dlv_wait(second, nullptr), DLV_OK);
      EXPECT_EQ(dlv_wait(first, nullptr), DLV_OK);
      EXPECT_EQ(conv.getOutput(), conv.kernel.expected) << backend << " " << name;
      EXPECT_EQ(pool.getOutput(), pool.kernel.expected) << backend << " " << name;
    }
}

TEST(DeviceTest, CountsWhatTheSimulatorCounts) {
  std::mt19937_64 random = makeGenerator(2);
  const DeviceModel &model = getMachine("paper");
  Kernel kernel = makeConv(model, ConvShape(), random);
  std::string error;
  std::optional<CycleResult> once = runCycles(model, kernel.program, CycleOptions(), error);
  ASSERT_TRUE(once) << error;
  OpenDevice device("cycle");
  LoadedKernel loaded(device, model, kernel);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(dlv_wait(loaded.submit(), nullptr), DLV_OK);
  dlv_counters counters = DLV_COUNTERS_INIT;
  ASSERT_EQ(dlv_get_counters(device, &counters, nullptr), DLV_OK);
  EXPECT_EQ(counters.jobs, 3);
  EXPECT_GT(counters.seconds, 0);
  EXPECT_EQ(counters.cycles, 3 * once->cycles);
  EXPECT_EQ(counters.macs, 3 * once->macs);
  EXPECT_EQ(counters.gemm_cycles, 3 * once->gemmCycles);
  EXPECT_EQ(counters.bytes_read, 3 * once->bytesRead);
  EXPECT_EQ(counters.bytes_written, 3 * once->bytesWritten);
  for (unsigned stage = 0; stage < numStages; ++stage) {
    int64_t sum = 0;
    for (unsigned cause = 0; cause < numCauses; ++cause) {
      sum += counters.stage_cycles[stage][cause];
      EXPECT_EQ(counters.stage_cycles[stage][cause], 3 * once->stages[stage].cycles[cause]);
    }
    EXPECT_EQ(sum, counters.cycles);
  }
  for (size_t queue = 0; queue < once->tokenStalls.size(); ++queue)
    EXPECT_EQ(counters.token_stalls[queue], 3 * once->tokenStalls[queue]);
  dlv_reset_counters(device);
  ASSERT_EQ(dlv_get_counters(device, &counters, nullptr), DLV_OK);
  EXPECT_EQ(counters.jobs, 0);
  EXPECT_EQ(counters.cycles, 0);
  counters.struct_size = 3;
  dlv_error reason;
  EXPECT_EQ(dlv_get_counters(device, &counters, &reason), DLV_ERROR_ARGUMENT);
  EXPECT_TRUE(hasText(reason.message, "sizeof(dlv_counters), got 3"));
}

TEST(DeviceTest, RunsDoNotSeeEachOther) {
  std::mt19937_64 random = makeGenerator(3);
  const DeviceModel &model = getMachine("paper");
  OpenDevice device("functional");
  ConvShape shape;
  shape.inpZeroPoint = -7, shape.outZeroPoint = 5;
  LoadedKernel conv(device, model, makeConv(model, shape, random));
  LoadedKernel pool(device, model, makePool(model, 3, 3, random));
  // Leaves numbers in every accumulator, and registers set.
  ASSERT_EQ(dlv_wait(conv.submit(), nullptr), DLV_OK);
  ASSERT_EQ(dlv_wait(pool.submit(), nullptr), DLV_OK);
  // Stores what it has not written: zeros of a new machine.
  Program program = assembleProgram("program leak\nconfig paper\nbuffer y out 64\n"
                                    "store narrow dram=%y y=1 x=4 stride=4 saturate push_prev\n"
                                    "finish pop_next\n");
  Kernel leak;
  leak.program = program;
  leak.contents = {std::vector<uint8_t>(64, 0xaa)};
  LoadedKernel loaded(device, model, leak);
  ASSERT_EQ(dlv_wait(loaded.submit(), nullptr), DLV_OK);
  EXPECT_EQ(loaded.getOutput(), std::vector<uint8_t>(64, 0));
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(dlv_wait(conv.submit(), nullptr), DLV_OK);
    EXPECT_EQ(conv.getOutput(), conv.kernel.expected);
  }
}

TEST(DeviceTest, TellsThatAProgramIsStuck) {
  const DeviceModel &model = getMachine("paper");
  Kernel kernel;
  kernel.program = assembleProgram("program stuck\nconfig paper\nbuffer x in 16\nbuffer y out 16\n"
                                   "load inp dram=%x y=1 x=1 stride=1 pop_next\n"
                                   "finish\n");
  kernel.contents = {std::vector<uint8_t>(16, 1), std::vector<uint8_t>(16, 2)};
  kernel.output = 1;
  for (const char *backend : {"functional", "cycle"}) {
    OpenDevice device(backend);
    LoadedKernel loaded(device, model, kernel);
    dlv_error error;
    EXPECT_EQ(dlv_wait(loaded.submit(), &error), DLV_ERROR_RUN);
    EXPECT_TRUE(beginsWith(error.message, "program stuck: "));
    EXPECT_EQ(loaded.getOutput(), kernel.contents[1]);
  }
}

TEST(DeviceTest, StopsLongJobs) {
  std::mt19937_64 random = makeGenerator(4);
  const DeviceModel &model = getMachine("paper");
  for (const char *backend : {"functional", "cycle"}) {
    OpenDevice device(backend);
    dlv_set_step_limit(device, 10);
    LoadedKernel conv(device, model, makeConv(model, ConvShape(), random));
    dlv_error error;
    EXPECT_EQ(dlv_wait(conv.submit(), &error), DLV_ERROR_RUN);
    EXPECT_TRUE(hasText(error.message, "stopped"));
    // What a job did before it was stopped is not seen.
    EXPECT_EQ(conv.getOutput(), std::vector<uint8_t>(conv.kernel.expected.size(), 0));
    for (int64_t least : {INT64_MIN, int64_t(0)}) {
      dlv_set_step_limit(device, least);
      EXPECT_EQ(dlv_wait(conv.submit(), &error), DLV_ERROR_RUN);
      EXPECT_TRUE(hasText(error.message, "stopped"));
    }
    dlv_set_step_limit(device, INT64_MAX);
    EXPECT_EQ(dlv_wait(conv.submit(), &error), DLV_OK);
    EXPECT_EQ(conv.getOutput(), conv.kernel.expected);
  }
}

TEST(DeviceTest, RefusesPrograms) {
  std::mt19937_64 random = makeGenerator(5);
  const DeviceModel &model = getMachine("paper");
  OpenDevice device("functional"), other("functional", "block-8x8");
  std::vector<uint8_t> bytes = getBytes(model, makePool(model, 3, 3, random).program);
  dlv_program *program = nullptr;
  dlv_error error;
  EXPECT_EQ(dlv_load(other, bytes.data(), bytes.size(), &program, &error), DLV_ERROR_MACHINE);
  EXPECT_TRUE(hasText(error.message, "expected a program for configuration block-8x8"));
  EXPECT_EQ(dlv_load(device, bytes.data(), bytes.size() - 1, &program, &error), DLV_ERROR_PROGRAM);
  EXPECT_TRUE(hasText(error.message, " at byte "));
  EXPECT_EQ(dlv_load(device, "", 0, &program, &error), DLV_ERROR_PROGRAM);
  EXPECT_EQ(dlv_load(device, nullptr, 0, &program, &error), DLV_ERROR_ARGUMENT);
  // One that would leave its buffer.
  bytes = getBytes(model, assembleProgram("program far\nconfig paper\nbuffer x in 16\n"
                                          "load inp dram=%x+1 y=1 x=1 stride=1 push_next\n"
                                          "finish pop_prev\n"));
  EXPECT_EQ(dlv_load(device, bytes.data(), bytes.size(), &program, &error), DLV_ERROR_PROGRAM);
  EXPECT_TRUE(beginsWith(error.message, "program far: (V4)"));
  EXPECT_EQ(program, nullptr);
}

TEST(DeviceTest, RefusesBuffers) {
  std::mt19937_64 random = makeGenerator(6);
  const DeviceModel &model = getMachine("paper");
  OpenDevice device("functional"), other("functional");
  LoadedKernel add(device, model, makeAdd(model, 9, 4, 2, random));
  dlv_error error;
  dlv_job *job = nullptr;
  auto refuses = [&](std::vector<dlv_buffer *> buffers, const char *reason) {
    EXPECT_EQ(dlv_submit(add.program, buffers.data(), int32_t(buffers.size()), &job, &error),
              DLV_ERROR_ARGUMENT);
    EXPECT_TRUE(hasText(error.message, reason));
  };
  std::vector<dlv_buffer *> fewer = add.buffers, small = add.buffers, foreign = add.buffers,
                            twice = add.buffers;
  fewer.pop_back();
  refuses(fewer, "buffers for program kernel, got");
  ASSERT_EQ(dlv_allocate(device, 3, &small[0], nullptr), DLV_OK);
  refuses(small, "bytes for buffer");
  ASSERT_EQ(dlv_allocate(other, 1 << 12, &foreign[0], nullptr), DLV_OK);
  refuses(foreign, "to be of the program's device");
  twice[0] = twice[add.output];
  refuses(twice, "of which the program writes one");
  twice[0] = nullptr;
  refuses(twice, "null pointer");
  dlv_free(small[0]);
  dlv_free(foreign[0]);
  // Whichever of them is the one that is written.
  Kernel kernel;
  kernel.program = assembleProgram("program p\nbuffer y out 16\nbuffer x in 16\nfinish\n");
  kernel.contents.assign(2, std::vector<uint8_t>(16));
  LoadedKernel both(device, model, kernel);
  both.buffers.push_back(both.buffers[0]);
  EXPECT_EQ(dlv_submit(both.program, both.buffers.data() + 1, 2, &job, &error), DLV_OK);
  EXPECT_EQ(dlv_wait(job, nullptr), DLV_OK);
  std::swap(both.buffers[1], both.buffers[2]);
  EXPECT_EQ(dlv_submit(both.program, both.buffers.data(), 2, &job, &error), DLV_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlv_submit: expected buffer x, of which the program writes one, not "
                              "to be y too");
  std::swap(both.buffers[1], both.buffers[2]);
  both.buffers.pop_back();
  // What is only read may be given twice.
  std::vector<dlv_buffer *> same = add.buffers;
  same[1] = same[0];
  EXPECT_EQ(dlv_submit(add.program, same.data(), int32_t(same.size()), &job, &error), DLV_OK);
  EXPECT_EQ(dlv_wait(job, &error), DLV_OK);
}

TEST(DeviceTest, CopiesRanges) {
  OpenDevice device("functional");
  dlv_buffer *buffer = nullptr;
  dlv_error error;
  ASSERT_EQ(dlv_allocate(device, 8, &buffer, &error), DLV_OK);
  EXPECT_EQ(dlv_buffer_bytes(buffer), 8u);
  char bytes[8] = {};
  EXPECT_EQ(dlv_copy_in(buffer, 6, "ab", 2, &error), DLV_OK);
  EXPECT_EQ(dlv_copy_out(buffer, 4, bytes, 4, &error), DLV_OK);
  EXPECT_EQ(std::string(bytes, 4), std::string("\0\0ab", 4));
  EXPECT_EQ(dlv_copy_in(buffer, 7, "ab", 2, &error), DLV_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlv_copy_in: expected a range of the 8 bytes of the buffer, got 2 "
                              "bytes at 7");
  EXPECT_EQ(dlv_copy_out(buffer, UINT64_MAX, bytes, 2, &error), DLV_ERROR_ARGUMENT);
  EXPECT_EQ(dlv_copy_out(buffer, 2, bytes, UINT64_MAX, &error), DLV_ERROR_ARGUMENT);
  EXPECT_EQ(dlv_copy_out(buffer, 0, nullptr, 2, &error), DLV_ERROR_ARGUMENT);
  EXPECT_EQ(dlv_copy_out(buffer, 8, nullptr, 0, &error), DLV_OK);
  dlv_free(buffer);
  EXPECT_EQ(dlv_allocate(device, UINT64_MAX, &buffer, &error), DLV_ERROR_MEMORY);
  EXPECT_TRUE(hasText(error.message, "expected a buffer of at most"));
  // Of no bytes, of which none can be copied.
  ASSERT_EQ(dlv_allocate(device, 0, &buffer, &error), DLV_OK);
  EXPECT_EQ(dlv_buffer_bytes(buffer), 0u);
  EXPECT_EQ(dlv_copy_in(buffer, 0, nullptr, 0, &error), DLV_OK);
  EXPECT_EQ(dlv_copy_in(buffer, 0, "a", 1, &error), DLV_ERROR_ARGUMENT);
  dlv_free(buffer);
}

TEST(DeviceTest, RefusesNullPointers) {
  std::mt19937_64 random = makeGenerator(8);
  const DeviceModel &model = getMachine("paper");
  OpenDevice device("functional");
  LoadedKernel pool(device, model, makePool(model, 3, 3, random));
  std::vector<uint8_t> bytes = getBytes(model, pool.kernel.program);
  dlv_device *opened = nullptr;
  dlv_buffer *buffer = pool.buffers[0];
  dlv_program *program = nullptr;
  dlv_job *job = nullptr;
  dlv_counters counters = DLV_COUNTERS_INIT;
  dlv_error error;
  auto refuses = [&](dlv_status status, const char *reason) {
    EXPECT_EQ(status, DLV_ERROR_ARGUMENT) << reason;
    EXPECT_STREQ(error.message, (std::string(reason) + ", got a null pointer").c_str());
  };
  const char *open = "dlv_open: expected a back end, a machine and room for the device";
  refuses(dlv_open(nullptr, "paper", &opened, &error), open);
  refuses(dlv_open("functional", nullptr, &opened, &error), open);
  refuses(dlv_open("functional", "paper", nullptr, &error), open);
  const char *allocate = "dlv_allocate: expected a device and room for the buffer";
  refuses(dlv_allocate(nullptr, 8, &buffer, &error), allocate);
  refuses(dlv_allocate(device, 8, nullptr, &error), allocate);
  refuses(dlv_copy_in(nullptr, 0, bytes.data(), 1, &error),
          "dlv_copy_in: expected a buffer and data");
  refuses(dlv_copy_in(buffer, 0, nullptr, 1, &error), "dlv_copy_in: expected a buffer and data");
  refuses(dlv_copy_out(nullptr, 0, nullptr, 0, &error), "dlv_copy_out: expected a buffer and data");
  const char *load = "dlv_load: expected a device, bytes and room for the program";
  refuses(dlv_load(nullptr, bytes.data(), bytes.size(), &program, &error), load);
  refuses(dlv_load(device, nullptr, bytes.size(), &program, &error), load);
  refuses(dlv_load(device, bytes.data(), bytes.size(), nullptr, &error), load);
  const char *submit = "dlv_submit: expected a program, buffers and room for the job";
  auto count = int32_t(pool.buffers.size());
  refuses(dlv_submit(nullptr, pool.buffers.data(), count, &job, &error), submit);
  refuses(dlv_submit(pool.program, nullptr, count, &job, &error), submit);
  refuses(dlv_submit(pool.program, pool.buffers.data(), count, nullptr, &error), submit);
  refuses(dlv_submit(pool.program, pool.buffers.data(), -1, &job, &error), submit);
  // Too few are another fault than none.
  EXPECT_EQ(dlv_submit(pool.program, nullptr, 0, &job, &error), DLV_ERROR_ARGUMENT);
  EXPECT_TRUE(hasText(error.message, "buffers for program kernel, got 0"));
  refuses(dlv_wait(nullptr, &error), "dlv_wait: expected a job");
  const char *getCounters = "dlv_get_counters: expected a device and room for counters";
  refuses(dlv_get_counters(nullptr, &counters, &error), getCounters);
  refuses(dlv_get_counters(device, nullptr, &error), getCounters);
  // What there is not has nothing, and is closed.
  EXPECT_EQ(dlv_machine_name(nullptr), nullptr);
  EXPECT_EQ(dlv_machine_digest(nullptr), 0u);
  EXPECT_EQ(dlv_buffer_bytes(nullptr), 0u);
  EXPECT_EQ(dlv_num_buffers(nullptr), 0);
  dlv_buffer_info info;
  EXPECT_FALSE(dlv_get_buffer_info(nullptr, 0, &info));
  EXPECT_FALSE(dlv_get_buffer_info(pool.program, 0, nullptr));
  EXPECT_FALSE(dlv_get_buffer_info(pool.program, -1, &info));
  EXPECT_TRUE(dlv_get_buffer_info(pool.program, 0, &info));
  dlv_set_step_limit(nullptr, 1);
  dlv_reset_counters(nullptr);
  dlv_close(nullptr);
  dlv_free(nullptr);
  dlv_unload(nullptr);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(program, nullptr);
  EXPECT_EQ(job, nullptr);
}

TEST(DeviceTest, CountersOfOtherVersions) {
  OpenDevice device("functional");
  struct {
    dlv_counters known;
    int64_t unknown[2];
  } newer = {DLV_COUNTERS_INIT, {7, 7}};
  newer.known.struct_size = sizeof(newer);
  ASSERT_EQ(dlv_get_counters(device, &newer.known, nullptr), DLV_OK);
  EXPECT_EQ(newer.known.struct_size, sizeof(newer));
  EXPECT_EQ(newer.unknown[0], 0);
  EXPECT_EQ(newer.unknown[1], 0);
  // An older program has room for less.
  dlv_counters older = DLV_COUNTERS_INIT;
  older.struct_size = sizeof(size_t);
  older.jobs = 7;
  ASSERT_EQ(dlv_get_counters(device, &older, nullptr), DLV_OK);
  EXPECT_EQ(older.jobs, 7);
  older.struct_size = sizeof(size_t) - 1;
  EXPECT_EQ(dlv_get_counters(device, &older, nullptr), DLV_ERROR_ARGUMENT);
}

TEST(DeviceTest, DescribesBuffers) {
  OpenDevice device("functional");
  const DeviceModel &model = getMachine("paper");
  Kernel kernel;
  kernel.program = assembleProgram("program scale\nconfig paper\nbuffer x in 64\n"
                                   "buffer y out 64\nbuffer z inout 16\nbuffer t scratch 16\n"
                                   "finish\n");
  kernel.contents = {std::vector<uint8_t>(64), std::vector<uint8_t>(64), std::vector<uint8_t>(16),
                     std::vector<uint8_t>(16)};
  LoadedKernel loaded(device, model, kernel);
  ASSERT_EQ(dlv_num_buffers(loaded.program), 3);
  dlv_buffer_info info;
  ASSERT_TRUE(dlv_get_buffer_info(loaded.program, 1, &info));
  EXPECT_STREQ(info.name, "y");
  EXPECT_EQ(info.bytes, 64u);
  EXPECT_EQ(info.direction, DLV_OUT);
  ASSERT_TRUE(dlv_get_buffer_info(loaded.program, 2, &info));
  EXPECT_EQ(info.direction, DLV_INOUT);
  EXPECT_FALSE(dlv_get_buffer_info(loaded.program, 3, &info));
}

TEST(DeviceTest, OutlivesNothing) {
  std::mt19937_64 random = makeGenerator(7);
  const DeviceModel &model = getMachine("paper");
  dlv_device *device = nullptr;
  ASSERT_EQ(dlv_open("functional", "paper", &device, nullptr), DLV_OK);
  LoadedKernel pool(device, model, makePool(model, 5, 7, random));
  dlv_job *job = pool.submit();
  // What was submitted ends; nothing else begins.
  dlv_close(device);
  EXPECT_EQ(dlv_wait(job, nullptr), DLV_OK);
  EXPECT_EQ(pool.getOutput(), pool.kernel.expected);
  dlv_error error;
  EXPECT_EQ(
      dlv_submit(pool.program, pool.buffers.data(), int32_t(pool.buffers.size()), &job, &error),
      DLV_ERROR_ARGUMENT);
  EXPECT_TRUE(hasText(error.message, "expected an open device"));
}

TEST(DeviceTest, ThreadsShareADevice) {
  const DeviceModel &model = getMachine("paper");
  OpenDevice device("cycle");
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937_64 random = makeGenerator(seed);
      LoadedKernel pool(device, model, makePool(model, 5, 3 + seed, random));
      for (int i = 0; i < 5; ++i)
        EXPECT_EQ(dlv_wait(pool.submit(), nullptr), DLV_OK);
      EXPECT_EQ(pool.getOutput(), pool.kernel.expected);
    });
  for (std::thread &thread : threads)
    thread.join();
  dlv_counters counters = DLV_COUNTERS_INIT;
  ASSERT_EQ(dlv_get_counters(device, &counters, nullptr), DLV_OK);
  EXPECT_EQ(counters.jobs, 20);
}

} // namespace
