//===-- CountedOutputsTest.cpp - extents that the data decide ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models by hand whose code writes outputs as large as they can be, and how many of their elements
// count: what a run gives its caller of these.
//
//===----------------------------------------------------------------------===//
extern "C" {
#include "../../../lib/Runtime/model.h"
}

#include "gtest/gtest.h"

#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace {

constexpr dlc_dtype i32 = {DLC_INT, 32, 1}, i8 = {DLC_INT, 8, 1};

/// What the generated code makes: its counts and its status.
int64_t made[2];
int32_t codeStatus;
const dlc_model *running;

/// Numbers the elements of all outputs.
int32_t writeNumbers(void *, const void *, void *, const dlc_tensor *, const dlc_tensor *out) {
  int32_t numOutputs = running->num_outputs;
  for (int32_t i = 0; i < numOutputs; ++i) {
    const dlc_tensor &output = out[i];
    int64_t count = std::accumulate(output.shape, output.shape + output.ndim, int64_t(1),
                                    std::multiplies<int64_t>());
    for (int64_t element = 0; element < count; ++element)
      if (output.dtype.bits == 32)
        reinterpret_cast<int32_t *>(dlc_data_of(&output))[element] = int32_t(element);
      else
        reinterpret_cast<int8_t *>(dlc_data_of(&output))[element] = int8_t(element);
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(out[numOutputs + i].data) % DLC_ALIGNMENT, 0u);
    std::memcpy(dlc_data_of(&out[numOutputs + i]), &made[i], sizeof(made[i]));
  }
  return codeStatus;
}

/// The bytes that the code has in the arena, and the size 2 * n.
int64_t codeArena;
void getSizes(const int64_t *symbols, const dlc_tensor *, int64_t *sizes) {
  sizes[0] = codeArena;
  sizes[1] = 2 * symbols[0];
}

const char *const symbols[] = {"n"};
// -1 is n, -2 is 2 * n, -3 and -4 are the counts of Find and Keep. What stands behind a shape, and
// behind the outputs, is none of theirs.
constexpr int64_t behind = -(int64_t(1) << 40);
const int64_t xShape[] = {-1, behind}, plainShape[] = {-2, -1, -3}, yShape[] = {-3, 4, -4, behind},
              zShape[] = {-4, -2, behind}, packedShape[] = {-3, -4, behind};
const dlc_tensor_info xInfo = {"x", xShape, 1, i32, {1, 0}, 0, 4, {0, 0}};
const dlc_tensor_info infos[] = {{"plain", plainShape, 2, i32, {1, 0}, 0, 4, {0, 0}},
                                 {"y", yShape, 3, i32, {1, 0}, DLC_TENSOR_COUNTED, 4, {0, 0}},
                                 {"z", zShape, 2, i8, {1, 0}, DLC_TENSOR_COUNTED, 1, {0, 0}},
                                 {"behind", yShape, 3, i32, {1, 0}, DLC_TENSOR_COUNTED, 4, {0, 0}}};
const dlc_tensor_info packedInfo = {
    "p", packedShape, 2, i32, {1, 0}, DLC_TENSOR_COUNTED | DLC_TENSOR_PACKED, 4, {0, 0}};

/// i32[n] -> i32[2 * n, n], i32[Find, 4, Keep], i8[Keep, 2 * n], of at most 3 and n.
class CountedOutputs : public ::testing::Test {
protected:
  CountedOutputs() {
    model.abi_version = DLC_ABI_VERSION;
    model.struct_size = sizeof(model);
    model.needs = DLC_NEEDS_COUNTS;
    model.name = "counted";
    model.inputs = &xInfo;
    model.num_inputs = 1;
    model.outputs = infos;
    model.num_outputs = 3;
    model.max_threads = 1;
    model.weights = weights;
    model.weights_size = sizeof(weights);
    model.entry = writeNumbers;
    model.symbols = symbols;
    model.num_symbols = 1;
    model.sizes = getSizes;
    model.num_computed = 1;
    model.counts = counts;
    model.num_counts = 2;
    running = &model;
    codeStatus = DLC_OK;
    codeArena = 33;
    clear();
  }
  static dlc_tensor make(void *data, int64_t *shape, int32_t rank, dlc_dtype type) {
    return {data, {1, 0}, rank, type, shape, nullptr, 0};
  }
  void clear() {
    std::fill(std::begin(y), std::end(y), -1);
    std::fill(std::begin(z), std::end(z), int8_t(-1));
  }
  /// Runs with so much room for y and z; the message, or nothing.
  std::string run(std::vector<int64_t> yRoom, int64_t zRoom) {
    std::copy(yRoom.begin(), yRoom.end(), yNow);
    zNow[0] = zRoom;
    dlc_tensor outputs[] = {make(plain, plainNow, 2, i32), make(y, yNow, 3, i32),
                            make(z, zNow, 2, i8)};
    // Data need not begin where the memory does.
    outputs[1].byte_offset = 8;
    return run(outputs, 3);
  }
  std::string run(dlc_tensor *outputs, int32_t numOutputs) {
    dlc_context *context = nullptr;
    dlc_tensor input = make(x, xNow, 1, i32);
    size_t size = 0;
    dlc_status status = dlc_init(&model, nullptr, memory, sizeof(memory), &context, &error);
    EXPECT_EQ(status, DLC_OK) << error.message;
    EXPECT_EQ(dlc_sizes(&model, &input, 1, &size, nullptr, 0, &error), DLC_OK) << error.message;
    EXPECT_LE(size, sizeof(arena));
    std::memset(arena, 0x5a, sizeof(arena));
    if (!status)
      status = dlc_run(context, arena, size, &input, 1, outputs, numOutputs, nullptr, &error);
    for (size_t i = size; i < sizeof(arena); ++i)
      EXPECT_EQ(arena[i], 0x5a) << "behind the arena";
    return status ? error.message : "";
  }
  std::string getArenaMessage() {
    dlc_tensor input = make(x, xNow, 1, i32);
    size_t size = 0;
    return dlc_sizes(&model, &input, 1, &size, nullptr, 0, &error) ? error.message : "";
  }

  dlc_model model = {};
  dlc_count_info counts[3] = {{"Find", 3}, {"Keep", -1}, {"behind", behind}};
  alignas(64) char weights[64] = {}, memory[256], arena[1024];
  int32_t x[5] = {}, plain[50] = {}, y[64];
  int8_t z[64];
  int64_t xNow[1] = {5}, plainNow[3] = {10, 5, 77}, yNow[3], zNow[2] = {0, 10};
  dlc_error error = {};
};

} // namespace

TEST_F(CountedOutputs, AreCopiedInTheShapeThatTheyGet) {
  for (int64_t find = 0; find <= 3; ++find)
    for (int64_t keep = 0; keep <= 5; ++keep)
      // In the room that can be needed, and in no more than is needed.
      for (bool isExact : {false, true}) {
        SCOPED_TRACE(std::to_string(find) + " " + std::to_string(keep));
        clear();
        made[0] = find;
        made[1] = keep;
        ASSERT_EQ(isExact ? run({find, 4, keep}, keep) : run({3, 4, 5}, 5), "");
        EXPECT_EQ(yNow[0], find);
        EXPECT_EQ(yNow[1], 4);
        EXPECT_EQ(yNow[2], keep);
        EXPECT_EQ(zNow[0], keep);
        std::vector<int32_t> expected(2, -1);
        for (int64_t i = 0; i < find; ++i)
          for (int64_t j = 0; j < 4; ++j)
            for (int64_t k = 0; k < keep; ++k)
              expected.push_back(int32_t((i * 4 + j) * 5 + k));
        expected.resize(std::size(y), -1);
        EXPECT_EQ(std::vector<int32_t>(std::begin(y), std::end(y)), expected);
        for (int64_t k = 0; k < 64; ++k)
          EXPECT_EQ(z[k], k < 10 * keep ? k : -1);
        // Without a count it is written where it lies.
        for (int i = 0; i < 50; ++i)
          EXPECT_EQ(plain[i], i);
        EXPECT_EQ(plainNow[2], 77);
      }
}

TEST_F(CountedOutputs, NeedTheirRoom) {
  std::string made0 = " which node 'Find' made of these inputs, got ",
              made1 = " which node 'Keep' made of these inputs, got ",
              ask = "; ask dlc_sizes for the most that it can need";
  made[0] = 3;
  made[1] = 2;
  EXPECT_EQ(run({2, 4, 5}, 5),
            "output 'y': expected room for 3 in dimension 0," + made0 + "2" + ask);
  EXPECT_EQ(run({3, 4, 1}, 5),
            "output 'y': expected room for 2 in dimension 2," + made1 + "1" + ask);
  EXPECT_EQ(run({3, 4, 2}, 1),
            "output 'z': expected room for 2 in dimension 0," + made1 + "1" + ask);
  // Of several the first one is told, and all extents are those that are needed.
  EXPECT_EQ(run({2, 4, 1}, 1),
            "output 'y': expected room for 3 in dimension 0," + made0 + "2" + ask);
  EXPECT_EQ(std::vector<int64_t>(yNow, yNow + 3), (std::vector<int64_t>{3, 4, 2}));
  EXPECT_EQ(zNow[0], 2);
  EXPECT_EQ(error.status, DLC_ERROR_CAPACITY);
  for (int32_t element : y)
    EXPECT_EQ(element, -1) << "nothing is copied then";
  for (int8_t element : z)
    EXPECT_EQ(element, -1);
}

TEST_F(CountedOutputs, AreNoLargerThanTheModelDeclares) {
  std::string advice = " of these inputs; compile the model with a larger shape of this output";
  made[0] = 4;
  made[1] = 5;
  EXPECT_EQ(run({3, 4, 5}, 5), "output 'y': expected at most 3 in dimension 0, as the model "
                               "declares, but node 'Find' made 4" +
                                   advice);
  EXPECT_EQ(error.status, DLC_ERROR_CAPACITY);
  made[0] = 3;
  made[1] = 6;
  EXPECT_EQ(run({3, 4, 5}, 5), "output 'y': expected at most 5 in dimension 2, as the model "
                               "declares, but node 'Keep' made 6" +
                                   advice);
  // Such an extent is not set.
  EXPECT_EQ(yNow[2], 5);
}

TEST_F(CountedOutputs, OfCodeThatFailsStay) {
  made[0] = made[1] = 1;
  codeStatus = DLC_ERROR_INDEX;
  (void)run({3, 4, 5}, 5);
  EXPECT_EQ(std::vector<int64_t>(yNow, yNow + 3), (std::vector<int64_t>{3, 4, 5}));
  EXPECT_EQ(y[2], -1);
}

TEST_F(CountedOutputs, LieBehindTheArenaOfTheCode) {
  auto roundUp = [](size_t bytes) { return (bytes + 63) / 64 * 64; };
  dlc_tensor input = make(x, xNow, 1, i32);
  for (int64_t n : {1, 5, 16, 17})
    for (int64_t bytes : {0, 33, 64, 65}) {
      codeArena = bytes;
      xNow[0] = n;
      size_t size = 0;
      ASSERT_EQ(dlc_sizes(&model, &input, 1, &size, nullptr, 0, &error), DLC_OK) << error.message;
      // That of the code; tensors, their shapes, the counts; y and z as large as they can be.
      EXPECT_EQ(size, roundUp(size_t(bytes)) +
                          roundUp(5 * sizeof(dlc_tensor) + 7 * sizeof(int64_t)) + 2 * 64 +
                          roundUp(size_t(3 * 4 * n) * 4) + roundUp(size_t(n * 2 * n)));
    }
}

TEST_F(CountedOutputs, OfInputsWithoutSymbolsHaveOneArena) {
  const int64_t fixed[] = {5}, first[] = {-1};
  const dlc_tensor_info in = {"x", fixed, 1, i32, {1, 0}, 0, 4, {0, 0}},
                        out = {"z", first, 1, i8, {1, 0}, DLC_TENSOR_COUNTED, 1, {0, 0}};
  model.inputs = &in;
  model.outputs = &out;
  model.num_outputs = 1;
  model.num_symbols = model.num_computed = 0;
  model.arena_size = 65;
  // With a function for sizes they are asked for.
  EXPECT_EQ(dlc_arena_size(&model), 65u);
  model.sizes = nullptr;
  counts[0].most = 100;
  counts[1].most = 1;
  size_t header = (3 * sizeof(dlc_tensor) + sizeof(int64_t) + 63) / 64 * 64;
  EXPECT_EQ(dlc_arena_size(&model), 128 + header + 2 * 64 + 128);
  // What 63 bits do not hold, once rounded up, is no size.
  counts[0].most = INT64_MAX - 10;
  EXPECT_EQ(dlc_arena_size(&model), 0u);
  EXPECT_EQ(getArenaMessage(),
            "the arena: expected inputs that decide on less than 2^63 bytes, got more");
  counts[0].most = INT64_MAX - DLC_ALIGNMENT;
  EXPECT_EQ(dlc_arena_size(&model), 0u);
  counts[0].most = 0;
  EXPECT_EQ(dlc_arena_size(&model), 128 + header + 2 * 64);
  model.needs = 0;
  EXPECT_EQ(dlc_arena_size(&model), 65u);
}

TEST_F(CountedOutputs, OfNoElementsWhateverIsCounted) {
  const int64_t shape[] = {0, -4};
  const dlc_tensor_info info = {"z", shape, 2, i8, {1, 0}, DLC_TENSOR_COUNTED, 1, {0, 0}};
  model.outputs = &info;
  model.num_outputs = 1;
  made[0] = 1;
  made[1] = 2;
  zNow[0] = 0;
  zNow[1] = 5;
  dlc_tensor output = make(z, zNow, 2, i8), input = make(x, xNow, 1, i32);
  EXPECT_EQ(run(&output, 1), "");
  EXPECT_EQ(zNow[0], 0);
  EXPECT_EQ(zNow[1], 2);
  EXPECT_EQ(z[0], -1);
  size_t size = 0;
  ASSERT_EQ(dlc_sizes(&model, &input, 1, &size, nullptr, 0, &error), DLC_OK) << error.message;
  // The code's 33 bytes, three tensors with a shape, two counts and nothing else.
  EXPECT_EQ(size, 64 + (3 * sizeof(dlc_tensor) + 2 * sizeof(int64_t) + 63) / 64 * 64 + 2 * 64);
}

TEST_F(CountedOutputs, ThatArePackedHaveRoomForElements) {
  model.outputs = &packedInfo;
  model.num_outputs = 1;
  auto runPacked = [&](int64_t find, int64_t keep, int64_t room) {
    clear();
    made[0] = find;
    made[1] = keep;
    yNow[0] = room;
    yNow[1] = 1;
    dlc_tensor output = make(y, yNow, 2, i32);
    std::string message = run(&output, 1);
    // What was made is said in any case.
    EXPECT_EQ(yNow[0], find);
    EXPECT_EQ(yNow[1], keep);
    return message;
  };
  auto expected = [](int64_t bytes, int64_t room) {
    return "output 'p': expected room for the " + std::to_string(bytes) +
           " bytes that node 'Keep' made of these inputs, got " + std::to_string(room) +
           "; ask dlc_sizes for the most that it can need";
  };
  // More in one dimension than it alone can be, of as many elements as there are at most.
  EXPECT_EQ(runPacked(5, 3, 15), "");
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(y[i], i < 15 ? i : -1);
  EXPECT_EQ(runPacked(5, 3, 14), expected(60, 56));
  EXPECT_EQ(y[0], -1);
  EXPECT_EQ(runPacked(2, 3, 6), "");
  EXPECT_EQ(y[5], 5);
  EXPECT_EQ(y[6], -1);
  EXPECT_EQ(runPacked(0, 3, 0), "");
  EXPECT_EQ(y[0], -1);
  // The code has no more than 3 * 5.
  EXPECT_EQ(runPacked(4, 4, 16), expected(64, 64));
  EXPECT_EQ(runPacked(int64_t(1) << 40, int64_t(1) << 40, 16), expected(-1, 64));
}
