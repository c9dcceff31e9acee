//===-- AcceleratorTest.cpp - compiled models with a device -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"

#include <functional>

using namespace dl::vdla;
using namespace dl::vdla::test;

extern "C" const dlc_model *get_accelerator_model(const void *bytes, uint64_t size,
                                                  uint64_t digest);
extern "C" const dlc_model *get_model_of_two_programs(void);

namespace {

std::vector<uint8_t> assembleBytes(const std::string &text) {
  return getBytes(getMachine("paper"), assembleProgram(text));
}

/// y = 3 x, saturated; `extra` is appended to the load.
std::vector<uint8_t> makeScale(const std::string &extra = "") {
  return assembleBytes(
      "program scale\nconfig paper\nbuffer x in 64\nbuffer y out 64\n"
      "buffer uops microops 4\nuop dst=0 src=0 wgt=0\n"
      "load uop dram=%uops y=1 x=1 stride=1\n"
      "load acc_narrow dram=%x y=1 x=4 stride=4" +
      extra +
      "\nalu mul uop_count=1 iter_out=1 iter_in=4 dst_in=1 use_imm imm=3 push_next\n"
      "store narrow dram=%y y=1 x=4 stride=4 saturate pop_prev push_prev\n"
      "finish pop_next\n");
}

class AcceleratorTest : public testing::Test {
protected:
  dlc_status init(const std::vector<uint8_t> &bytes, const dlc_accelerator *accelerator) {
    return initModel(
        get_accelerator_model(bytes.data(), bytes.size(), getMachine("paper").getDigest()),
        accelerator);
  }
  dlc_status initModel(const dlc_model *given, const dlc_accelerator *accelerator) {
    model = given;
    dlc_options options = DLC_OPTIONS_INIT;
    options.accelerator = accelerator;
    size_t size = dlc_context_size(model, &options);
    memory.reset(std::aligned_alloc(DLC_ALIGNMENT, (size + 63) / 64 * 64));
    return dlc_init(model, &options, memory.get(), size, &context, &error);
  }
  dlc_status run() {
    int64_t shape[] = {64};
    dlc_tensor input = {x, {1, 0}, 1, {DLC_INT, 8, 1}, shape, nullptr, 0}, output = input;
    output.data = y;
    alignas(64) char arena[64];
    return dlc_run(context, arena, sizeof(arena), &input, 1, &output, 1, nullptr, &error);
  }

  struct Free {
    void operator()(void *bytes) const { std::free(bytes); }
  };
  const dlc_model *model = nullptr;
  std::unique_ptr<void, Free> memory;
  dlc_context *context = nullptr;
  dlc_error error;
  int8_t x[64] = {1, -2, 3, 100, -100}, y[64] = {};
};

TEST_F(AcceleratorTest, RunsPrograms) {
  for (const char *backend : {"functional", "cycle"}) {
    OpenDevice device(backend);
    dlc_accelerator accelerator = dlv_get_accelerator(device);
    ASSERT_EQ(init(makeScale(), &accelerator), DLC_OK) << error.message;
    EXPECT_STREQ(dlc_accelerator_kind(model), "vdla");
    EXPECT_STREQ(dlc_accelerator_machine(model), "paper");
    EXPECT_EQ(dlc_accelerator_digest(model), getMachine("paper").getDigest());
    for (int8_t first : {1, 7}) {
      x[0] = first;
      ASSERT_EQ(run(), DLC_OK) << error.message;
      EXPECT_EQ(y[0], 3 * first);
      EXPECT_EQ(y[1], -6);
      EXPECT_EQ(y[3], 127);
      EXPECT_EQ(y[4], -128);
    }
    EXPECT_EQ(dlc_deinit(context), DLC_OK);
    dlv_counters counters = DLV_COUNTERS_INIT;
    ASSERT_EQ(dlv_get_counters(device, &counters, nullptr), DLV_OK);
    EXPECT_EQ(counters.jobs, 2);
  }
}

TEST_F(AcceleratorTest, RefusesMissingAndWrongDevices) {
  EXPECT_EQ(init(makeScale(), nullptr), DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "dlc_init: expected an accelerator of kind 'vdla' in the options, "
                              "got none; open a device and set dlc_options.accelerator");
  OpenDevice other("functional", "block-8x8"), device("functional");
  dlc_accelerator wrong = dlv_get_accelerator(other);
  EXPECT_EQ(init(makeScale(), &wrong), DLC_ERROR_DEVICE);
  EXPECT_TRUE(hasText(error.message, "got 'block-8x8' (number "));
  wrong = dlv_get_accelerator(device);
  wrong.kind = "npu";
  EXPECT_EQ(init(makeScale(), &wrong), DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "dlc_init: expected an accelerator of kind 'vdla', got 'npu'");
  wrong = dlv_get_accelerator(device);
  wrong.struct_size = 8;
  EXPECT_EQ(init(makeScale(), &wrong), DLC_ERROR_ARGUMENT);
  EXPECT_TRUE(hasText(error.message, "dlc_accelerator: expected struct_size"));
  const std::function<void()> drops[] = {
      [&] { wrong.kind = nullptr; }, [&] { wrong.machine = nullptr; },
      [&] { wrong.load = nullptr; }, [&] { wrong.unload = nullptr; }, [&] { wrong.run = nullptr; }};
  for (const std::function<void()> &drop : drops) {
    wrong = dlv_get_accelerator(device);
    drop();
    EXPECT_EQ(init(makeScale(), &wrong), DLC_ERROR_ARGUMENT);
    EXPECT_STREQ(error.message, "dlc_init: expected an accelerator with names and functions, got "
                                "a null pointer");
  }
}

TEST_F(AcceleratorTest, RefusesDamagedPrograms) {
  OpenDevice device("functional");
  dlc_accelerator accelerator = dlv_get_accelerator(device);
  std::vector<uint8_t> bytes = makeScale();
  bytes.pop_back();
  EXPECT_EQ(init(bytes, &accelerator), DLC_ERROR_DEVICE);
  EXPECT_TRUE(hasText(error.message, " at byte "));
  void *program = nullptr;
  EXPECT_EQ(accelerator.load(device, bytes.data(), bytes.size(), &program, nullptr),
            DLC_ERROR_DEVICE);
  // One whose buffers the device does not have.
  EXPECT_EQ(init(assembleBytes("program p\nconfig paper\nbuffer x in 17179869185\nfinish\n"),
                 &accelerator),
            DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "expected a buffer of at most 17179869184 bytes, got 17179869185");
  EXPECT_EQ(program, nullptr);
}

TEST_F(AcceleratorTest, LeavesWhatAProgramDoesNotWrite) {
  OpenDevice device("functional");
  dlc_accelerator accelerator = dlv_get_accelerator(device);
  ASSERT_EQ(init(assembleBytes("program zeros\nconfig paper\nbuffer x in 64\nbuffer y out 64\n"
                               "store narrow dram=%y+1 y=1 x=2 stride=2 push_prev\n"
                               "finish pop_next\n"),
                 &accelerator),
            DLC_OK)
      << error.message;
  std::fill(std::begin(y), std::end(y), 9);
  ASSERT_EQ(run(), DLC_OK) << error.message;
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(y[i], i < 16 || i >= 48 ? 9 : 0) << i;
  EXPECT_EQ(dlc_deinit(context), DLC_OK);
}

TEST_F(AcceleratorTest, UnloadsWhatItLoads) {
  static int numLoads, numUnloads;
  numLoads = numUnloads = 0;
  dlc_accelerator counting = {
      sizeof(counting),
      "vdla",
      "paper",
      getMachine("paper").getDigest(),
      nullptr,
      [](void *, const void *, uint64_t size, void **, dlc_error *) {
        ++numLoads;
        return size ? DLC_OK : DLC_ERROR_DEVICE;
      },
      [](void *, void *) { ++numUnloads; },
      [](void *, void *, const dlc_span *, int32_t, dlc_error *) { return DLC_ERROR_DEVICE; }};
  ASSERT_EQ(init(makeScale(), &counting), DLC_OK) << error.message;
  // A run that fails need not say why.
  EXPECT_EQ(run(), DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "node 'Scale': ");
  EXPECT_EQ(numUnloads, 0);
  EXPECT_EQ(dlc_deinit(context), DLC_OK);
  EXPECT_EQ(numLoads, 1);
  EXPECT_EQ(numUnloads, 1);
  // What is ended has nothing to unload, and what could not be loaded neither.
  EXPECT_EQ(dlc_deinit(context), DLC_ERROR_VERSION);
  EXPECT_EQ(init({}, &counting), DLC_ERROR_DEVICE);
  EXPECT_EQ(numLoads, 2);
  EXPECT_EQ(numUnloads, 1);
}

/// What a device was asked for; programs are numbered from 1 on as they are loaded.
struct Log {
  std::string text;
  intptr_t numLoaded = 0;
  uint64_t refusedSize = 0;
  intptr_t failing = 0;
};

TEST_F(AcceleratorTest, SeveralProgramsInTheirOrder) {
  uint64_t digest = dlc_accelerator_digest(get_model_of_two_programs());
  Log log;
  dlc_accelerator logging = {
      sizeof(logging),
      "vdla",
      "paper",
      digest,
      &log,
      [](void *device, const void *, uint64_t size, void **program, dlc_error *error) {
        Log &to = *static_cast<Log *>(device);
        to.text += "load " + std::to_string(size) + ", ";
        if (size == to.refusedSize) {
          error->status = DLC_ERROR_DEVICE;
          std::snprintf(error->message, sizeof(error->message), "no program of %d bytes",
                        int(size));
          return DLC_ERROR_DEVICE;
        }
        *program = reinterpret_cast<void *>(++to.numLoaded);
        return DLC_OK;
      },
      [](void *device, void *program) {
        static_cast<Log *>(device)->text +=
            "unload " + std::to_string(reinterpret_cast<intptr_t>(program)) + ", ";
      },
      [](void *device, void *program, const dlc_span *, int32_t count, dlc_error *error) {
        Log &to = *static_cast<Log *>(device);
        auto number = reinterpret_cast<intptr_t>(program);
        to.text += "run " + std::to_string(number) + " on " + std::to_string(count) + ", ";
        if (number != to.failing)
          return DLC_OK;
        std::snprintf(error->message, sizeof(error->message), "program %d fails", int(number));
        return DLC_ERROR_DEVICE;
      }};
  auto take = [&] { return std::exchange(log.text, ""); };
  ASSERT_EQ(initModel(get_model_of_two_programs(), &logging), DLC_OK) << error.message;
  EXPECT_EQ(take(), "load 7, load 8, ");
  EXPECT_EQ(run(), DLC_OK);
  EXPECT_EQ(take(), "run 1 on 2, run 2 on 1, ");
  log.failing = 2;
  EXPECT_EQ(run(), DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "node 'Shift': program 2 fails");
  EXPECT_EQ(take(), "run 1 on 2, run 2 on 1, ");
  // After one that fails no other runs.
  log.failing = 1;
  EXPECT_EQ(run(), DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "node 'Scale': program 1 fails");
  EXPECT_EQ(take(), "run 1 on 2, ");
  EXPECT_EQ(dlc_deinit(context), DLC_OK);
  EXPECT_EQ(take(), "unload 2, unload 1, ");
  // Where the second cannot be loaded the first does not stay; after the first no other is loaded.
  log.refusedSize = 8;
  EXPECT_EQ(initModel(get_model_of_two_programs(), &logging), DLC_ERROR_DEVICE);
  EXPECT_STREQ(error.message, "no program of 8 bytes");
  EXPECT_EQ(take(), "load 7, load 8, unload 3, ");
  log.refusedSize = 7;
  EXPECT_EQ(initModel(get_model_of_two_programs(), &logging), DLC_ERROR_DEVICE);
  EXPECT_EQ(take(), "load 7, ");
}

TEST_F(AcceleratorTest, TellsTheNodeOfAProgramThatFails) {
  OpenDevice device("functional");
  dlc_accelerator accelerator = dlv_get_accelerator(device);
  ASSERT_EQ(init(makeScale(" pop_prev"), &accelerator), DLC_OK) << error.message;
  EXPECT_EQ(run(), DLC_ERROR_DEVICE);
  EXPECT_TRUE(beginsWith(error.message, "node 'Scale': program scale: "));
  EXPECT_EQ(dlc_deinit(context), DLC_OK);
}

TEST_F(AcceleratorTest, RefusesProgramsForOtherOperands) {
  OpenDevice device("functional");
  dlc_accelerator accelerator = dlv_get_accelerator(device);
  auto run = [&](const std::string &buffers) {
    EXPECT_EQ(
        init(assembleBytes("program few\nconfig paper\n" + buffers + "finish\n"), &accelerator),
        DLC_OK);
    EXPECT_EQ(AcceleratorTest::run(), DLC_ERROR_DEVICE);
    EXPECT_EQ(dlc_deinit(context), DLC_OK);
    return std::string(error.message);
  };
  EXPECT_EQ(run("buffer x in 64\n"), "node 'Scale': expected 1 buffers, got 2");
  EXPECT_EQ(run("buffer x in 64\nbuffer y out 63\n"),
            "node 'Scale': expected 63 bytes for buffer y, got 64");
}

} // namespace
