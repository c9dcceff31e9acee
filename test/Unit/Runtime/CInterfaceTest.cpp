//===-- CInterfaceTest.cpp - the C interface of compiled models -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a model of two layers and uses every function of dlc.h on it, rightly
// and wrongly.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Compile.h"
#include "dl/Runtime/dlc.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <dlfcn.h>
#include <sched.h>
#include <thread>

namespace {

/// The model's library, compiled once for `threads` threads.
class Library {
public:
  static Library &get(int64_t threads) {
    static Library serial(1), parallel(2);
    return threads == 1 ? serial : parallel;
  }

  template <typename Function> Function *find(const char *name) const {
    return reinterpret_cast<Function *>(dlsym(handle, name));
  }
#define DLC(name) find<decltype(::name)>(#name)

private:
  explicit Library(int64_t threads) {
    llvm::SmallString<128> path;
    (void)llvm::sys::fs::createTemporaryFile("dlc-test", "so", path);
    dl::CompileOptions options;
    options.input = DL_TEST_MODEL;
    options.output = path.str();
    options.threads = threads;
    std::string errors;
    llvm::raw_string_ostream os(errors);
    EXPECT_TRUE(mlir::succeeded(dl::compileModel(options, os))) << errors;
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    (void)llvm::sys::fs::remove(path);
  }
  void *handle = nullptr;
};

/// Memory at a multiple of DLC_ALIGNMENT, with a guard behind it.
class Memory {
public:
  explicit Memory(size_t size) : size(size), bytes(size + 2 * DLC_ALIGNMENT + 16, 0x5a) {}
  char *get() {
    auto address = reinterpret_cast<uintptr_t>(bytes.data());
    return bytes.data() + (DLC_ALIGNMENT - address % DLC_ALIGNMENT) % DLC_ALIGNMENT;
  }
  bool isGuardIntact() {
    for (int i = 0; i < 16; ++i)
      if (get()[size + i] != 0x5a)
        return false;
    return true;
  }
  const size_t size;

private:
  std::vector<char> bytes;
};

/// A copy of a model's description, to change what lib/Runtime/model.h has there.
class ModelCopy {
public:
  explicit ModelCopy(const dlc_model *model) {
    uint32_t length;
    memcpy(&length, reinterpret_cast<const char *>(model) + 4, sizeof(length));
    words.resize(length / 8 + 1);
    memcpy(words.data(), model, length);
  }
  const dlc_model *get() const { return reinterpret_cast<const dlc_model *>(words.data()); }
  int32_t &version() { return reinterpret_cast<int32_t *>(words.data())[0]; }
  uint32_t &size() { return reinterpret_cast<uint32_t *>(words.data())[1]; }
  uint64_t &needs() { return words[1]; }
  const void *getWeights() const { return reinterpret_cast<const void *>(words[10]); }
  void setFeatures(const char **names, int32_t count) {
    words[12] = reinterpret_cast<uint64_t>(names);
    reinterpret_cast<int32_t *>(words.data())[2 * 16] = count;
  }

private:
  std::vector<uint64_t> words;
};

class CInterface : public ::testing::Test {
protected:
  explicit CInterface(int64_t threads = 1)
      : library(Library::get(threads)), model(library.DLC(dlc_get_model)()),
        memory(library.DLC(dlc_context_size)(model, nullptr)),
        arena(library.DLC(dlc_arena_size)(model)) {
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i) - 3;
    input = makeTensor(x.data(), inputShape);
    output = makeTensor(y.data(), outputShape);
  }

  static dlc_tensor makeTensor(float *data, int64_t *shape) {
    dlc_tensor tensor = {};
    tensor.data = data;
    tensor.device = {1, 0};
    tensor.ndim = 2;
    tensor.dtype = {DLC_FLOAT, 32, 1};
    tensor.shape = shape;
    return tensor;
  }

  dlc_status init(const dlc_options *options = nullptr) {
    return library.DLC(dlc_init)(model, options, memory.get(), memory.size, &context, &error);
  }
  dlc_status run(const dlc_run_options *options = nullptr) {
    return library.DLC(dlc_run)(context, arena.get(), arena.size, &input, 1, &output, 1, options,
                                &error);
  }
  /// The model, by hand.
  std::vector<float> expected() const {
    const float w0[4][4] = {{1, -1, .5, 2}, {0, 1, 1, -2}, {2, .5, -1, 0}, {-1, 0, 1.5, 1}};
    const float w1[4][3] = {{1, 0, -1}, {.5, 2, 1}, {-.5, 1, 0}, {0, -1, 2}};
    std::vector<float> result;
    for (int row = 0; row < 2; ++row) {
      float hidden[4] = {};
      for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 4; ++i)
          hidden[j] += x[row * 4 + i] * w0[i][j];
        hidden[j] = std::max(hidden[j], 0.0f);
      }
      for (int j = 0; j < 3; ++j) {
        float sum = 0;
        for (int i = 0; i < 4; ++i)
          sum += hidden[i] * w1[i][j];
        result.push_back(sum);
      }
    }
    return result;
  }
  void expectResult() {
    std::vector<float> wanted = expected();
    for (size_t i = 0; i < wanted.size(); ++i)
      EXPECT_NEAR(y[i], wanted[i], 1e-5) << "element " << i;
  }
  void expectKnowsNothing(const dlc_model *unknown) {
    EXPECT_EQ(library.DLC(dlc_model_name)(unknown), nullptr);
    EXPECT_EQ(library.DLC(dlc_max_threads)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_num_inputs)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_num_outputs)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_num_kernel_calls)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_input)(unknown, 0), nullptr);
    EXPECT_EQ(library.DLC(dlc_output)(unknown, 0), nullptr);
    EXPECT_EQ(library.DLC(dlc_kernel_call)(unknown, 0), nullptr);
    EXPECT_EQ(library.DLC(dlc_num_cpu_features)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_cpu_feature)(unknown, 0), nullptr);
    EXPECT_EQ(library.DLC(dlc_num_sizes)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_get_size_kind)(unknown, 0), DLC_SIZE_NONE);
    EXPECT_EQ(library.DLC(dlc_num_symbols)(unknown), 0);
    EXPECT_EQ(library.DLC(dlc_symbol)(unknown, 0), nullptr);
    EXPECT_EQ(library.DLC(dlc_weights_size)(unknown), 0u);
    EXPECT_EQ(library.DLC(dlc_arena_size)(unknown), 0u);
    EXPECT_EQ(library.DLC(dlc_context_size)(unknown, nullptr), 0u);
  }
  void expectRunFails(dlc_status status, const std::string &message) {
    error.status = DLC_OK;
    EXPECT_EQ(run(), status);
    EXPECT_EQ(error.status, status);
    EXPECT_EQ(error.message, message);
    // Without an error structure the status is the same.
    EXPECT_EQ(library.DLC(dlc_run)(context, arena.get(), arena.size, &input, 1, &output, 1, nullptr,
                                   nullptr),
              status);
  }

  Library &library;
  const dlc_model *model;
  Memory memory, arena;
  dlc_context *context = nullptr;
  dlc_error error = {};
  int64_t inputShape[2] = {2, 4}, outputShape[2] = {2, 3};
  std::array<float, 8> x;
  std::array<float, 6> y = {};
  dlc_tensor input, output;
};

class ThreadedCInterface : public CInterface {
protected:
  ThreadedCInterface() : CInterface(2) {}
};

TEST_F(CInterface, Describes) {
  EXPECT_EQ(library.DLC(dlc_abi_version)(model), DLC_ABI_VERSION);
  EXPECT_STREQ(library.DLC(dlc_model_name)(model), "mlp");
  EXPECT_EQ(library.DLC(dlc_max_threads)(model), 1);
  EXPECT_EQ(library.DLC(dlc_num_inputs)(model), 1);
  EXPECT_EQ(library.DLC(dlc_num_outputs)(model), 1);
  EXPECT_EQ(library.DLC(dlc_weights_size)(model), 128u);
  const dlc_tensor_info *in = library.DLC(dlc_input)(model, 0);
  EXPECT_STREQ(in->name, "x");
  EXPECT_EQ(in->ndim, 2);
  EXPECT_EQ(in->shape[0], 2);
  EXPECT_EQ(in->shape[1], 4);
  EXPECT_EQ(in->dtype.code, DLC_FLOAT);
  EXPECT_EQ(in->dtype.bits, 32);
  EXPECT_EQ(in->dtype.lanes, 1);
  EXPECT_STREQ(library.DLC(dlc_output)(model, 0)->name, "y");
  EXPECT_EQ(library.DLC(dlc_input)(model, 1), nullptr);
  EXPECT_EQ(library.DLC(dlc_input)(model, -1), nullptr);
  EXPECT_EQ(library.DLC(dlc_output)(model, 1), nullptr);
  EXPECT_EQ(library.DLC(dlc_output)(model, -1), nullptr);
  EXPECT_EQ(library.DLC(dlc_num_kernel_calls)(model), 2);
  const dlc_kernel_info *first = library.DLC(dlc_kernel_call)(model, 0);
  EXPECT_STREQ(first->kernel, "gemm_relu");
  EXPECT_STREQ(first->nodes, "Gemm_0+Relu_1");
  EXPECT_EQ(first->num_outputs, 1);
  EXPECT_EQ(first->outputs[0].output, -1);
  EXPECT_EQ(first->outputs[0].tensor.shape[1], 4);
  EXPECT_EQ(library.DLC(dlc_kernel_call)(model, 1)->outputs[0].output, 0);
  EXPECT_EQ(library.DLC(dlc_kernel_call)(model, 2), nullptr);
  EXPECT_EQ(library.DLC(dlc_kernel_call)(model, -1), nullptr);
}

TEST_F(CInterface, NeedsNoMoreMemoryThanItSays) {
  EXPECT_EQ(memory.size, size_t(DLC_ALIGNMENT + 128));
  EXPECT_EQ(arena.size, size_t(DLC_ALIGNMENT));
}

TEST_F(CInterface, Runs) {
  ASSERT_EQ(init(), DLC_OK);
  ASSERT_EQ(run(), DLC_OK);
  expectResult();
  // What the arena held before does not matter.
  memset(arena.get(), 0xff, arena.size);
  y = {};
  ASSERT_EQ(run(), DLC_OK);
  expectResult();
  EXPECT_TRUE(memory.isGuardIntact());
  EXPECT_TRUE(arena.isGuardIntact());
  EXPECT_EQ(library.DLC(dlc_deinit)(context), DLC_OK);
}

TEST_F(CInterface, RunsOnMappedWeights) {
  dlc_options options = DLC_OPTIONS_INIT;
  options.map_weights = 1;
  EXPECT_EQ(library.DLC(dlc_context_size)(model, &options), size_t(DLC_ALIGNMENT));
  EXPECT_GT(memory.size, size_t(DLC_ALIGNMENT));
  ASSERT_EQ(init(&options), DLC_OK);
  ASSERT_EQ(run(), DLC_OK);
  expectResult();
}

TEST_F(CInterface, TakesStridesAndOffsets) {
  ASSERT_EQ(init(), DLC_OK);
  int64_t strides[2] = {4, 1};
  input.strides = strides;
  input.byte_offset = 16;
  input.data = x.data() - 4;
  ASSERT_EQ(run(), DLC_OK);
  expectResult();
  strides[0] = 8;
  expectRunFails(DLC_ERROR_LAYOUT, "input 'x': expected stride 4 in dimension 0 (row-major), got "
                                   "8; make the tensor contiguous");
}

TEST_F(CInterface, RefusesWrongTensors) {
  ASSERT_EQ(init(), DLC_OK);
  inputShape[1] = 5;
  expectRunFails(DLC_ERROR_SHAPE, "input 'x': expected 4 in dimension 1, got 5; the model was "
                                  "compiled for this size only");
  inputShape[1] = 4;
  input.ndim = 1;
  expectRunFails(DLC_ERROR_SHAPE, "input 'x': expected 2 dimensions, got 1");
  input.ndim = 2;
  input.dtype.bits = 64;
  expectRunFails(DLC_ERROR_DTYPE, "input 'x': expected dtype float32, got float64");
  input.dtype = {DLC_INT, 32, 1};
  expectRunFails(DLC_ERROR_DTYPE, "input 'x': expected dtype float32, got int32");
  input.dtype = {DLC_FLOAT, 32, 4};
  expectRunFails(DLC_ERROR_DTYPE, "input 'x': expected dtype float32, got float32 x 4");
  input.dtype = {DLC_FLOAT, 32, 1};
  outputShape[0] = 1;
  expectRunFails(DLC_ERROR_SHAPE, "output 'y': expected 2 in dimension 0, got 1; the model was "
                                  "compiled for this size only");
  outputShape[0] = 2;
  input.device.device_type = 2;
  expectRunFails(DLC_ERROR_DEVICE, "input 'x': expected a tensor in the CPU's memory (device type "
                                   "1), got device type 2");
  input.device.device_type = 1;
  input.data = nullptr;
  expectRunFails(DLC_ERROR_ARGUMENT, "input 'x': expected data, got a null pointer");
  input.data = x.data();
  input.shape = nullptr;
  expectRunFails(DLC_ERROR_ARGUMENT, "input 'x': expected a shape, got a null pointer");
  input.shape = inputShape;
  input.byte_offset = 2;
  EXPECT_EQ(run(), DLC_ERROR_MEMORY);
  EXPECT_TRUE(llvm::StringRef(error.message)
                  .starts_with("input 'x': expected data at a multiple of its element's 4 bytes"));
  input.byte_offset = 0;
  EXPECT_EQ(run(), DLC_OK);
}

TEST_F(CInterface, RefusesOverlaps) {
  ASSERT_EQ(init(), DLC_OK);
  output.data = x.data() + 2;
  expectRunFails(DLC_ERROR_MEMORY, "output 'y': expected memory of its own, but it overlaps 'x'");
  output.data = arena.get();
  expectRunFails(DLC_ERROR_MEMORY,
                 "output 'y': expected memory of its own, but it overlaps 'the arena'");
  output.data = y.data();
  input.data = arena.get();
  expectRunFails(DLC_ERROR_MEMORY,
                 "input 'x': expected memory outside the arena, which every run overwrites");
}

TEST_F(CInterface, ProtectsTheContext) {
  ASSERT_EQ(init(), DLC_OK);
  // Its head, its weights, and its last bytes.
  for (size_t offset : {size_t(0), size_t(64), memory.size - 8}) {
    output.data = memory.get() + offset;
    expectRunFails(DLC_ERROR_MEMORY,
                   "output 'y': expected memory of its own, but it overlaps 'the context'");
  }
  output.data = y.data();
  EXPECT_EQ(library.DLC(dlc_run)(context, memory.get() + 64, arena.size, &input, 1, &output, 1,
                                 nullptr, &error),
            DLC_ERROR_MEMORY);
  EXPECT_STREQ(error.message, "dlc_run: expected an arena of its own, which every run overwrites, "
                              "but it overlaps 'the context'");
  // Reading there does no harm, and what is behind it is the caller's.
  input.data = memory.get() + 64;
  EXPECT_EQ(run(), DLC_OK);
  input.data = x.data();
  ASSERT_EQ(run(), DLC_OK);
  expectResult();
}

TEST_F(CInterface, ProtectsTheLibrary) {
  dlc_options options = DLC_OPTIONS_INIT;
  options.map_weights = 1;
  ASSERT_EQ(init(&options), DLC_OK);
  output.data = const_cast<void *>(ModelCopy(model).getWeights());
  expectRunFails(DLC_ERROR_MEMORY, "output 'y': expected memory of its own, but it overlaps 'the "
                                   "library's weights'");
}

TEST_F(CInterface, CountsBytesWithoutOverflow) {
  ASSERT_EQ(init(), DLC_OK);
  input.byte_offset = ~uint64_t(0) - 15;
  EXPECT_EQ(run(), DLC_ERROR_OVERFLOW);
  EXPECT_TRUE(
      llvm::StringRef(error.message)
          .starts_with("input 'x': expected data inside of the address space, got 32 bytes"));
}

TEST_F(CInterface, RefusesWrongCalls) {
  auto dlcRun = library.DLC(dlc_run);
  auto dlcInit = library.DLC(dlc_init);
  EXPECT_EQ(dlcInit(nullptr, nullptr, memory.get(), memory.size, &context, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_init: expected model, memory and context, got a null pointer");
  EXPECT_EQ(dlcInit(model, nullptr, memory.get(), memory.size - 1, &context, &error),
            DLC_ERROR_MEMORY);
  EXPECT_EQ(std::string(error.message), "dlc_init: expected " + std::to_string(memory.size) +
                                            " bytes of memory for the context, got " +
                                            std::to_string(memory.size - 1) +
                                            "; ask dlc_context_size");
  EXPECT_EQ(dlcInit(model, nullptr, nullptr, memory.size, &context, &error), DLC_ERROR_ARGUMENT);
  EXPECT_EQ(dlcInit(model, nullptr, memory.get(), memory.size, nullptr, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_EQ(dlcInit(model, nullptr, memory.get() + 8, memory.size, &context, &error),
            DLC_ERROR_MEMORY);
  EXPECT_TRUE(llvm::StringRef(error.message)
                  .starts_with("dlc_init: expected memory at a multiple of 64 bytes"));
  dlc_options options = DLC_OPTIONS_INIT;
  options.threads = 2;
  EXPECT_EQ(init(&options), DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_init: expected 1 to 1 threads, got 2; compile the model with "
                              "--threads=2 for more");
  options.threads = -1;
  EXPECT_EQ(init(&options), DLC_ERROR_ARGUMENT);

  EXPECT_EQ(run(), DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_run: expected context and arena, got a null pointer");
  ASSERT_EQ(init(), DLC_OK);
  EXPECT_EQ(dlcRun(context, nullptr, arena.size, &input, 1, &output, 1, nullptr, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_EQ(dlcRun(context, arena.get(), arena.size - 1, &input, 1, &output, 1, nullptr, &error),
            DLC_ERROR_MEMORY);
  EXPECT_EQ(std::string(error.message),
            "dlc_run: expected " + std::to_string(arena.size) + " bytes of arena, got " +
                std::to_string(arena.size - 1) + "; ask dlc_arena_size");
  EXPECT_EQ(dlcRun(context, arena.get() + 4, arena.size, &input, 1, &output, 1, nullptr, &error),
            DLC_ERROR_MEMORY);
  EXPECT_TRUE(llvm::StringRef(error.message)
                  .starts_with("dlc_run: expected an arena at a multiple of 64 bytes"));
  EXPECT_EQ(dlcRun(context, arena.get(), arena.size, &input, 2, &output, 1, nullptr, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_run: expected 1 inputs and 1 outputs, got 2 and 1");
  EXPECT_EQ(dlcRun(context, arena.get(), arena.size, &input, 1, nullptr, 1, nullptr, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_run: expected 1 inputs and 1 outputs, got 1 and 0");
  EXPECT_EQ(dlcRun(context, arena.get(), arena.size, &input, 1, &output, 2, nullptr, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_run: expected 1 inputs and 1 outputs, got 1 and 2");
  EXPECT_EQ(dlcRun(context, arena.get(), arena.size, nullptr, 1, &output, 1, nullptr, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_run: expected 1 inputs and 1 outputs, got 0 and 1");

  EXPECT_EQ(library.DLC(dlc_deinit)(context), DLC_OK);
  EXPECT_EQ(run(), DLC_ERROR_VERSION);
  EXPECT_STREQ(error.message,
               "dlc_run: expected a context that dlc_init made and dlc_deinit did not end");
  EXPECT_EQ(library.DLC(dlc_deinit)(context), DLC_ERROR_VERSION);
  EXPECT_EQ(library.DLC(dlc_deinit)(nullptr), DLC_OK);
}

TEST_F(CInterface, RefusesAnotherVersion) {
  ModelCopy copy(model);
  copy.version() = DLC_ABI_VERSION + 1;
  EXPECT_EQ(library.DLC(dlc_init)(copy.get(), nullptr, memory.get(), memory.size, &context, &error),
            DLC_ERROR_VERSION);
  EXPECT_STREQ(error.message,
               "dlc_init: expected a model of ABI version 2, got 3; compile it again");
  EXPECT_EQ(library.DLC(dlc_sizes)(copy.get(), &input, 1, nullptr, nullptr, 0, &error),
            DLC_ERROR_VERSION);
  // Nothing but its version is known.
  EXPECT_EQ(library.DLC(dlc_abi_version)(copy.get()), DLC_ABI_VERSION + 1);
  expectKnowsNothing(copy.get());
}

TEST_F(CInterface, RefusesWhatItDoesNotKnow) {
  // One that is longer is that of a newer compiler; what is new may be left alone.
  ModelCopy copy(model);
  copy.size() += 8;
  EXPECT_EQ(library.DLC(dlc_init)(copy.get(), nullptr, memory.get(), memory.size, &context, &error),
            DLC_OK);
  copy.size() = 144;
  EXPECT_EQ(library.DLC(dlc_init)(copy.get(), nullptr, memory.get(), memory.size, &context, &error),
            DLC_ERROR_VERSION);
  copy.size() = 152;
  copy.needs() = 2;
  EXPECT_EQ(library.DLC(dlc_init)(copy.get(), nullptr, memory.get(), memory.size, &context, &error),
            DLC_ERROR_VERSION);
  EXPECT_STREQ(error.message,
               "dlc_init: expected a model that this runtime knows, got one of another compiler; "
               "compile all models of a program with one");
  expectKnowsNothing(copy.get());
  // One for an accelerator that is too short to say which.
  copy.needs() = 1;
  EXPECT_EQ(library.DLC(dlc_init)(copy.get(), nullptr, memory.get(), memory.size, &context, &error),
            DLC_ERROR_VERSION);
  expectKnowsNothing(copy.get());
}

TEST_F(CInterface, AnswersToNoModel) {
  EXPECT_EQ(library.DLC(dlc_abi_version)(nullptr), 0);
  expectKnowsNothing(nullptr);
  EXPECT_EQ(library.DLC(dlc_sizes)(nullptr, nullptr, 0, nullptr, nullptr, 0, &error),
            DLC_ERROR_ARGUMENT);
  EXPECT_EQ(library.DLC(dlc_check_cpu)(nullptr, &error), DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_check_cpu: expected a model, got a null pointer");
  EXPECT_EQ(library.DLC(dlc_event_output)(nullptr, 0), nullptr);
}

TEST_F(CInterface, TakesStructuresOfOtherSizes) {
  // A program of a newer header: fields that are zero do no harm, others are not known.
  struct {
    dlc_options options;
    int64_t more;
  } longer = {DLC_OPTIONS_INIT, 0};
  longer.options.struct_size = sizeof(longer);
  EXPECT_EQ(init(&longer.options), DLC_OK);
  EXPECT_EQ(library.DLC(dlc_context_size)(model, &longer.options), memory.size);
  longer.more = 256;
  EXPECT_EQ(init(&longer.options), DLC_ERROR_VERSION);
  EXPECT_STREQ(error.message, "dlc_options: expected zeros from byte 32 on, got a field that this "
                              "model does not know at byte 33; compile the model again or leave "
                              "the field zero");
  EXPECT_EQ(library.DLC(dlc_context_size)(model, &longer.options), 0u);
  dlc_options options = {};
  EXPECT_EQ(init(&options), DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_options: expected struct_size to be 24 or more, got 0; set it "
                              "to sizeof(dlc_options)");
  options = DLC_OPTIONS_INIT;
  options.reserved = 3;
  EXPECT_EQ(init(&options), DLC_ERROR_VERSION);
  EXPECT_STREQ(error.message, "dlc_options: expected reserved to be 0, got 3");
  ASSERT_EQ(init(), DLC_OK);
  dlc_run_options runOptions = {};
  EXPECT_EQ(run(&runOptions), DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "dlc_run_options: expected struct_size to be 24 or more, got 0; set "
                              "it to sizeof(dlc_run_options)");
}

TEST_F(CInterface, RefusesACpuWithoutFeatures) {
  // Whatever it was compiled for, this machine has it.
  EXPECT_EQ(library.DLC(dlc_check_cpu)(model, &error), DLC_OK);
  for (int32_t i = 0; i < library.DLC(dlc_num_cpu_features)(model); ++i)
    EXPECT_NE(library.DLC(dlc_cpu_feature)(model, i), nullptr);
  EXPECT_EQ(library.DLC(dlc_cpu_feature)(model, -1), nullptr);
  EXPECT_EQ(library.DLC(dlc_cpu_feature)(model, library.DLC(dlc_num_cpu_features)(model)), nullptr);
  // What no table has, no CPU has.
  ModelCopy copy(model);
  const char *features[] = {"telepathy", "second-sight"};
  copy.setFeatures(features, 2);
  EXPECT_EQ(library.DLC(dlc_init)(copy.get(), nullptr, memory.get(), memory.size, &context, &error),
            DLC_ERROR_CPU);
  EXPECT_STREQ(error.message,
               "model 'mlp': expected a CPU with 2 features that this one lacks: telepathy, "
               "second-sight; compile the model with --mcpu for this machine");
  EXPECT_EQ(context, nullptr);
}

TEST_F(CInterface, ReportsKernels) {
  struct Log {
    decltype(::dlc_event_output) *getOutput;
    std::vector<std::string> events;
    std::vector<float> hidden;
  } log = {library.DLC(dlc_event_output), {}, {}};
  dlc_run_options options = {sizeof(dlc_run_options),
                             [](void *user, const dlc_event *event) {
                               Log &to = *static_cast<Log *>(user);
                               to.events.push_back(
                                   (event->kind == DLC_KERNEL_BEGIN ? "begin " : "end ") +
                                   std::to_string(event->call) + event->info->kernel);
                               if (event->kind == DLC_KERNEL_END && event->call == 0) {
                                 auto *data = static_cast<const float *>(to.getOutput(event, 0));
                                 to.hidden.assign(data, data + 8);
                               }
                               EXPECT_EQ(to.getOutput(event, 1), nullptr);
                               EXPECT_EQ(to.getOutput(event, -1), nullptr);
                             },
                             &log};
  ASSERT_EQ(init(), DLC_OK);
  ASSERT_EQ(run(&options), DLC_OK);
  EXPECT_EQ(log.events, (std::vector<std::string>{"begin 0gemm_relu", "end 0gemm_relu",
                                                  "begin 1gemm", "end 1gemm"}));
  // relu of the first column of x * w0: -3 - 1 * 2 - 0 and 1 + 3 * 2 - 4.
  ASSERT_EQ(log.hidden.size(), 8u);
  EXPECT_NEAR(log.hidden[0], 0, 1e-6);
  EXPECT_NEAR(log.hidden[4], 3, 1e-6);
  expectResult();
}

TEST_F(CInterface, RunsInSeveralThreadsAtOnce) {
  ASSERT_EQ(init(), DLC_OK);
  std::vector<std::thread> threads;
  std::vector<float> wanted = expected();
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([&] {
      Memory ownArena(arena.size);
      std::array<float, 6> own = {};
      dlc_tensor ownOutput = makeTensor(own.data(), outputShape);
      for (int repeat = 0; repeat < 200; ++repeat) {
        own = {};
        EXPECT_EQ(library.DLC(dlc_run)(context, ownArena.get(), ownArena.size, &input, 1,
                                       &ownOutput, 1, nullptr, nullptr),
                  DLC_OK);
        for (size_t i = 0; i < wanted.size(); ++i)
          EXPECT_NEAR(own[i], wanted[i], 1e-5);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(ThreadedCInterface, RunsAndBinds) {
  EXPECT_EQ(library.DLC(dlc_max_threads)(model), 2);
  for (int32_t count : {0, 1, 2})
    for (int32_t bind : {0, 1}) {
      // Binding changes the calling thread's set of CPUs: ask in a thread apart.
      std::thread apart([&, count, bind] {
        cpu_set_t before, after;
        sched_getaffinity(0, sizeof(before), &before);
        dlc_options options = DLC_OPTIONS_INIT;
        options.threads = count;
        options.bind_threads = bind;
        ASSERT_EQ(init(&options), DLC_OK);
        y = {};
        ASSERT_EQ(run(), DLC_OK);
        expectResult();
        sched_getaffinity(0, sizeof(after), &after);
        EXPECT_EQ(CPU_COUNT(&after), bind ? 1 : CPU_COUNT(&before));
        // The caller has the first one that it could use.
        int first = 0;
        while (!CPU_ISSET(first, &before))
          ++first;
        EXPECT_TRUE(CPU_ISSET(first, &after));
      });
      apart.join();
    }
  dlc_options options = DLC_OPTIONS_INIT;
  options.threads = 3;
  EXPECT_EQ(init(&options), DLC_ERROR_ARGUMENT);
}

} // namespace
