//===-- CompiledModelTest.cpp - models that are in the process --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a model made by hand, with the runtime that compiled models bring along: what is read of
// its description, and what is said of models and memory that there are not.
//
//===----------------------------------------------------------------------===//
#define _Static_assert static_assert
extern "C" {
#include "../../../lib/Runtime/model.h"
}

#include "dl/Runtime/CompiledModel.h"

#include "gtest/gtest.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

using dl::ElementType;
using dl::Tensor;
using dl::runtime::CompiledModel;

namespace {

int32_t runNothing(void *, const void *, void *, const dlc_tensor *, const dlc_tensor *) {
  return DLC_OK;
}

/// A kernel, which the observer is told of.
int numComputed = 0;
int32_t runKernel(void *run, const void *, void *, const dlc_tensor *, const dlc_tensor *) {
  dlc_kernel_begin(run, 0);
  ++numComputed;
  dlc_kernel_end(run, 0);
  return DLC_OK;
}

/// 64 bytes of arena for each row.
void getSizes(const int64_t *symbols, const dlc_tensor *, int64_t *sizes) {
  sizes[0] = 64 * symbols[0];
}

dlc_model model;
const dlc_model *getModel() { return &model; }

/// f32[2] -> f32[2], by a kernel that is told of.
class CompiledModelTest : public ::testing::Test {
protected:
  CompiledModelTest() {
    model = {};
    model.abi_version = DLC_ABI_VERSION;
    model.struct_size = sizeof(model);
    model.name = "handmade";
    model.inputs = &input;
    model.outputs = &output;
    model.num_inputs = model.num_outputs = 1;
    model.kernel_calls = &call;
    model.num_kernel_calls = 1;
    model.max_threads = 1;
    model.weights = weights;
    model.weights_size = sizeof(weights);
    model.entry = runNothing;
#define ADD(name) functions[#name] = reinterpret_cast<void *>(&name)
    ADD(dlc_abi_version);
    ADD(dlc_max_threads);
    ADD(dlc_num_inputs);
    ADD(dlc_num_outputs);
    ADD(dlc_num_kernel_calls);
    ADD(dlc_input);
    ADD(dlc_output);
    ADD(dlc_kernel_call);
    ADD(dlc_weights_size);
    ADD(dlc_arena_size);
    ADD(dlc_context_size);
    ADD(dlc_num_symbols);
    ADD(dlc_symbol);
    ADD(dlc_sizes);
    ADD(dlc_init);
    ADD(dlc_run);
    ADD(dlc_deinit);
    ADD(dlc_event_output);
    ADD(dlc_accelerator_kind);
    ADD(dlc_accelerator_machine);
#undef ADD
    functions["dlc_get_model"] = reinterpret_cast<void *>(&getModel);
  }
  /// The error, or nothing.
  std::string load() {
    auto made = CompiledModel::load(
        [&](const char *name) {
          auto found = functions.find(name);
          return found == functions.end() ? nullptr : found->second;
        },
        "m.so");
    if (!made)
      return llvm::toString(made.takeError());
    loaded = std::move(*made);
    return "";
  }
  std::string init(bool maps = false) {
    EXPECT_EQ(load(), "");
    return llvm::toString(loaded->init(/*threads=*/0, /*bind=*/false, maps));
  }
  std::string makeOutputs(ElementType type) {
    auto made = loaded->makeOutputs(Tensor(type, {2}));
    return made ? "" : llvm::toString(made.takeError());
  }

  std::map<std::string, void *> functions;
  std::unique_ptr<CompiledModel> loaded;
  alignas(64) char weights[64] = {};
  int64_t shape[4] = {2, 2, 2, 2};
  dlc_tensor_info input = {"x", shape, 1, {DLC_FLOAT, 32, 1}, {1, 0}, 0, 4, {0, 0}};
  dlc_tensor_info output = {"y", shape, 1, {DLC_FLOAT, 32, 1}, {1, 0}, 0, 4, {0, 0}};
  dlc_kernel_output place = {output, 0, 0, 0};
  dlc_kernel_info call = {"add", "Add_0", &place, 1, 0};
};

} // namespace

TEST_F(CompiledModelTest, ReadsTheDescription) {
  ASSERT_EQ(load(), "");
  ASSERT_EQ(loaded->getInputs().size(), 1u);
  EXPECT_EQ(loaded->getInputs()[0].name, "x");
  EXPECT_FALSE(loaded->getInputs()[0].decidesSizes);
  EXPECT_TRUE(loaded->getInputs()[0].hasStaticShape());
  ASSERT_EQ(loaded->getKernelCalls().size(), 1u);
  EXPECT_EQ(loaded->getKernelCalls()[0].kernel, "add");
  EXPECT_EQ(loaded->getKernelCalls()[0].nodes, "Add_0");
  EXPECT_EQ(loaded->getKernelCalls()[0].outputs[0].name, "y");
  EXPECT_EQ(loaded->getWeightsSize(), 64u);
  EXPECT_EQ(loaded->getAcceleratorKind(), nullptr);
  EXPECT_EQ(loaded->getAcceleratorMachine(), nullptr);
}

TEST_F(CompiledModelTest, NamesDims) {
  const char *const symbols[] = {"n", "m"};
  model.symbols = symbols;
  model.num_symbols = 2;
  model.num_computed = 1;
  input.ndim = 4;
  input.flags = DLC_TENSOR_DECIDES_SIZES;
  const int64_t open[] = {-2, 0, -3, -1};
  std::copy(std::begin(open), std::end(open), shape);
  ASSERT_EQ(load(), "");
  const dl::runtime::TensorSpec &spec = loaded->getInputs()[0];
  EXPECT_EQ(std::vector<std::string>(spec.dimNames.begin(), spec.dimNames.end()),
            (std::vector<std::string>{"m", "", "", "n"}));
  EXPECT_TRUE(spec.decidesSizes);
  EXPECT_FALSE(spec.hasStaticShape());
}

TEST_F(CompiledModelTest, NamesTheFirstFunctionThatIsMissing) {
  auto expected = [](const std::string &name) {
    return "'m.so': expected a compiled model, but it has no function '" + name +
           "'; make one with dl-compile";
  };
  auto all = functions;
  for (const auto &[name, function] : all) {
    functions.erase(name);
    // Older models know no accelerators.
    bool isOptional = name.rfind("dlc_accelerator", 0) == 0;
    EXPECT_EQ(load(), isOptional ? "" : expected(name));
    functions = all;
  }
  functions.erase("dlc_run");
  functions.erase("dlc_abi_version");
  EXPECT_EQ(load(), expected("dlc_abi_version"));
}

TEST_F(CompiledModelTest, AsksForItsVersion) {
  model.abi_version = DLC_ABI_VERSION + 1;
  EXPECT_EQ(load(), "'m.so': expected a model of ABI version 2, got 3; compile it again");
  model.abi_version = DLC_ABI_VERSION;
  EXPECT_EQ(load(), "");
}

TEST_F(CompiledModelTest, TellsWhichAcceleratorItNeeds) {
  model.needs = DLC_NEEDS_ACCELERATOR;
  model.accelerator.kind = "npu";
  model.accelerator.machine = "large";
  ASSERT_EQ(load(), "");
  EXPECT_STREQ(loaded->getAcceleratorKind(), "npu");
  EXPECT_STREQ(loaded->getAcceleratorMachine(), "large");
  functions.erase("dlc_accelerator_kind");
  functions.erase("dlc_accelerator_machine");
  ASSERT_EQ(load(), "");
  EXPECT_EQ(loaded->getAcceleratorKind(), nullptr);
  EXPECT_EQ(loaded->getAcceleratorMachine(), nullptr);
}

TEST_F(CompiledModelTest, KnowsTypes) {
  using Type = ElementType;
  auto read = [&](uint8_t code, uint8_t bits) {
    input.dtype = {code, bits, 1};
    std::string error = load();
    return error.empty() ? std::optional(loaded->getInputs()[0].type) : std::nullopt;
  };
  const Type ints[] = {Type::I8, Type::I16, Type::I32, Type::I64},
             uints[] = {Type::U8, Type::U16, Type::U32, Type::U64};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(read(DLC_INT, uint8_t(8 << i)), ints[i]);
    EXPECT_EQ(read(DLC_UINT, uint8_t(8 << i)), uints[i]);
  }
  // Narrow numbers are bytes.
  for (uint8_t bits : {2, 4}) {
    EXPECT_EQ(read(DLC_INT, bits), Type::U8);
    EXPECT_EQ(read(DLC_UINT, bits), Type::U8);
  }
  EXPECT_EQ(read(DLC_FLOAT8_E4M3FN, 8), Type::U8);
  EXPECT_EQ(read(DLC_FLOAT4_E2M1FN, 4), Type::U8);
  EXPECT_EQ(read(DLC_BOOL, 8), Type::I1);
  EXPECT_EQ(read(DLC_BFLOAT, 16), Type::BF16);
  EXPECT_EQ(read(DLC_FLOAT, 16), Type::F16);
  EXPECT_EQ(read(DLC_FLOAT, 32), Type::F32);
  EXPECT_EQ(read(DLC_FLOAT, 64), Type::F64);
  for (dlc_dtype other :
       {dlc_dtype{DLC_INT, 1, 1}, dlc_dtype{DLC_UINT, 24, 1}, dlc_dtype{DLC_BOOL, 1, 1},
        dlc_dtype{DLC_BFLOAT, 32, 1}, dlc_dtype{DLC_FLOAT, 8, 1},
        dlc_dtype{DLC_FLOAT8_E4M3FN - 1, 8, 1}, dlc_dtype{DLC_FLOAT4_E2M1FN + 1, 8, 1}})
    EXPECT_EQ(read(other.code, other.bits), std::nullopt) << int(other.code);
}

TEST_F(CompiledModelTest, RefusesOtherTypes) {
  auto expected = [](int bits) {
    return "'m.so': expected tensors of numbers, got dtype code 2 with " + std::to_string(bits) +
           " bits for ";
  };
  input.dtype.bits = 8;
  EXPECT_EQ(load(), expected(8) + "'x'");
  input.dtype.bits = 32;
  output.dtype.bits = 24;
  EXPECT_EQ(load(), expected(24) + "'y'");
  output.dtype.bits = 32;
  place.tensor.dtype.bits = 128;
  EXPECT_EQ(load(), expected(128) + "'y'");
}

TEST_F(CompiledModelTest, GivesTensorsWithTheirTypes) {
  ASSERT_EQ(init(), "");
  const std::pair<ElementType, const char *> names[] = {
      {ElementType::I1, "bool8"},    {ElementType::I8, "int8"},
      {ElementType::I16, "int16"},   {ElementType::I32, "int32"},
      {ElementType::I64, "int64"},   {ElementType::U8, "uint8"},
      {ElementType::U16, "uint16"},  {ElementType::U32, "uint32"},
      {ElementType::U64, "uint64"},  {ElementType::BF16, "bfloat16"},
      {ElementType::F16, "float16"}, {ElementType::F64, "float64"}};
  for (auto [type, name] : names)
    EXPECT_EQ(makeOutputs(type), std::string("input 'x': expected dtype float32, got ") + name);
  EXPECT_EQ(makeOutputs(ElementType::F32), "");
  // Bytes are what the model takes them for.
  input.dtype = {DLC_FLOAT8_E4M3FN, 8, 1};
  EXPECT_EQ(makeOutputs(ElementType::U8), "");
  EXPECT_EQ(makeOutputs(ElementType::I8), "input 'x': expected dtype narrow float8, got int8");
}

TEST_F(CompiledModelTest, RunsAsLongAsItsObserverWants) {
  model.entry = runKernel;
  ASSERT_EQ(init(), "");
  float x[2] = {}, y[2] = {};
  dlc_tensor in = {x, {1, 0}, 1, input.dtype, shape, nullptr, 0}, out = in;
  out.data = y;
  dl::runtime::Arena arena = CompiledModel::makeArena(0);
  // So many events, and whether what the kernel does is reached.
  for (int most : {0, 1, 2}) {
    numComputed = 0;
    int seen = 0;
    bool wasEnded = most == 2;
    dlc_error error = {};
    EXPECT_EQ(
        loaded->run(
            in, out, arena, [&](const dlc_event &) { return seen++ < most; }, wasEnded, &error),
        DLC_OK)
        << error.message;
    EXPECT_EQ(seen, std::min(most + 1, 2));
    EXPECT_EQ(wasEnded, most < 2);
    EXPECT_EQ(numComputed, most == 0 ? 0 : 1);
  }
}

TEST_F(CompiledModelTest, GetsALargerArenaForLargerInputs) {
  const char *const symbols[] = {"n"};
  const int64_t open[] = {-1};
  model.symbols = symbols;
  model.num_symbols = 1;
  model.sizes = getSizes;
  input.shape = output.shape = open;
  ASSERT_EQ(init(), "");
  for (int64_t rows : {2, 200, 1}) {
    Tensor x(ElementType::F32, {rows}), y(ElementType::F32, {rows});
    EXPECT_EQ(llvm::toString(loaded->run(x, y)), "") << rows;
  }
}

/// Whether the system was asked for huge pages at an address; none where it does not say.
static std::optional<bool> hasHugePages(const void *address) {
  std::ifstream maps("/proc/self/smaps");
  bool isHere = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
      isHere = begin <= reinterpret_cast<uintptr_t>(address) &&
               reinterpret_cast<uintptr_t>(address) < end;
    else if (isHere && line.rfind("VmFlags:", 0) == 0)
      return line.find(" hg") != std::string::npos;
  }
  return std::nullopt;
}

TEST_F(CompiledModelTest, HasHugePagesForLargeArenas) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    GTEST_SKIP() << "the system has no huge pages";
  constexpr size_t page = size_t(2) << 20;
  for (size_t size : {page, 3 * page + 1}) {
    dl::runtime::Arena arena = CompiledModel::makeArena(size);
    EXPECT_EQ(arena.size, size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.memory.get()) % page, 0u);
    if (std::optional<bool> isAsked = hasHugePages(arena.memory.get()))
      EXPECT_TRUE(*isAsked) << size;
  }
}

TEST_F(CompiledModelTest, RefusesMoreMemoryThanThereIs) {
  if (std::getenv("ASAN_OPTIONS"))
    GTEST_SKIP() << "the sanitizer ends a process that asks for so much";
  constexpr size_t large = size_t(1) << 60;
  EXPECT_EQ(CompiledModel::makeArena(large).memory, nullptr);
  EXPECT_EQ(CompiledModel::makeArena(large).size, 0u);
  EXPECT_NE(CompiledModel::makeArena(0).memory, nullptr);
  model.arena_size = large;
  EXPECT_EQ(init(), "expected 1152921504606846976 bytes of memory for the arena, but the system "
                    "has less");
  model.arena_size = 0;
  model.weights_size = large;
  EXPECT_EQ(init(/*maps=*/true), "");
  EXPECT_EQ(init(), "expected " + std::to_string(dlc_context_size(&model, nullptr)) +
                        " bytes of memory for the context, but the system has less");
  EXPECT_TRUE(loaded->getContext().empty());
  model.weights_size = sizeof(weights);
  int64_t longest[] = {int64_t(large)};
  output.shape = longest;
  ASSERT_EQ(init(), "");
  EXPECT_EQ(loaded->getContext().size(), dlc_context_size(&model, nullptr));
  EXPECT_EQ(makeOutputs(ElementType::F32), "expected memory for output 'y', there is not so much");
}
