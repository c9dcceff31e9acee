//===-- DataSizesTest.cpp - sizes that data decide --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the model of HandmadeModel.c in the runtime that compiled models bring along.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/dlc.h"

#include "gtest/gtest.h"

#include <vector>

extern "C" const dlc_model *get_handmade_model(void);
extern "C" const dlc_model *get_counting_model(void);

namespace {

class DataSizes : public ::testing::Test {
protected:
  DataSizes() : model(get_handmade_model()) {
    EXPECT_EQ(dlc_init(model, nullptr, memory, sizeof(memory), &context, &error), DLC_OK)
        << error.message;
  }
  static dlc_tensor make(int64_t *data, int64_t *shape, int32_t rank) {
    return {data, {1, 0}, rank, {DLC_INT, 64, 1}, shape, nullptr, 0};
  }
  dlc_status getSizes(size_t &arenaSize) {
    return dlc_sizes(model, inputs, 2, &arenaSize, outputs, 2, &error);
  }
  dlc_status run() {
    return dlc_run(context, arena, sizeof(arena), inputs, 2, outputs, 2, nullptr, &error);
  }

  const dlc_model *model;
  alignas(64) char memory[256], arena[1024];
  dlc_context *context = nullptr;
  dlc_error error = {};
  int64_t numbers[5] = {7, 0, -1, 0, 3}, length = 2, table[8] = {}, found[10] = {};
  int64_t numbersShape[1] = {5}, lengthShape[1] = {1}, tableShape[1] = {4}, foundShape[2] = {2, 5};
  dlc_tensor inputs[2] = {make(numbers, numbersShape, 1), make(&length, lengthShape, 1)};
  dlc_tensor outputs[2] = {make(table, tableShape, 1), make(found, foundShape, 2)};
};

TEST_F(DataSizes, AreOfThreeKinds) {
  EXPECT_EQ(dlc_num_symbols(model), 1);
  ASSERT_EQ(dlc_num_sizes(model), 3);
  EXPECT_EQ(dlc_get_size_kind(model, 0), DLC_SIZE_SYMBOL);
  EXPECT_EQ(dlc_get_size_kind(model, 1), DLC_SIZE_COMPUTED);
  EXPECT_EQ(dlc_get_size_kind(model, 2), DLC_SIZE_COUNT);
  EXPECT_EQ(dlc_get_size_kind(model, 3), DLC_SIZE_NONE);
  EXPECT_EQ(dlc_get_size_kind(model, -1), DLC_SIZE_NONE);
}

TEST_F(DataSizes, AreReadFromValues) {
  length = 3;
  size_t arenaSize = 0;
  ASSERT_EQ(getSizes(arenaSize), DLC_OK) << error.message;
  EXPECT_EQ(arenaSize, 192u);
  EXPECT_EQ(tableShape[0], 6);
  // The most that it can be.
  EXPECT_EQ(foundShape[1], 5);
  inputs[1].data = nullptr;
  EXPECT_EQ(getSizes(arenaSize), DLC_ERROR_ARGUMENT);
  EXPECT_STREQ(error.message, "input 'length': expected data, got a null pointer");
  // Only of those that decide.
  inputs[1].data = &length;
  inputs[0].data = nullptr;
  EXPECT_EQ(getSizes(arenaSize), DLC_OK);
}

TEST_F(DataSizes, ThatAreTooLargeAreRefused) {
  size_t arenaSize = 17;
  length = int64_t(1) << 60;
  EXPECT_EQ(getSizes(arenaSize), DLC_ERROR_OVERFLOW);
  EXPECT_STREQ(error.message, "input 'numbers': expected a size in dimension 0 ('n') for which "
                              "output 'table' has less than 2^63 bytes, got 5");
  length = -1;
  EXPECT_EQ(getSizes(arenaSize), DLC_ERROR_OVERFLOW);
  EXPECT_EQ(run(), DLC_ERROR_OVERFLOW);
  // Its shape is not the model's fault, but nobody counts so many bytes.
  length = 2;
  numbersShape[0] = int64_t(1) << 61;
  EXPECT_EQ(getSizes(arenaSize), DLC_ERROR_OVERFLOW);
  EXPECT_STREQ(error.message, "input 'numbers': expected a shape of less than 2^63 bytes, got "
                              "2305843009213693952 in dimension 0 and as a whole more");
  EXPECT_EQ(arenaSize, 17u);
}

TEST_F(DataSizes, OfArenaAndCountedOutputsTogether) {
  auto getArena = [&](int64_t rows, int64_t elements, size_t &arenaSize) {
    length = rows;
    numbersShape[0] = elements;
    return dlc_sizes(get_counting_model(), inputs, 2, &arenaSize, outputs, 2, &error);
  };
  // Each has less than 2^63 bytes, both together have more.
  size_t arenaSize = 17;
  EXPECT_EQ(getArena(int64_t(1) << 56, int64_t(1) << 58, arenaSize), DLC_ERROR_OVERFLOW);
  EXPECT_STREQ(error.message, "input 'numbers': expected a size in dimension 0 ('n') for which the "
                              "arena has less than 2^63 bytes, got 288230376151711744");
  EXPECT_EQ(arenaSize, 17u);
  EXPECT_EQ(getArena(int64_t(1) << 56, int64_t(1) << 57, arenaSize), DLC_OK) << error.message;
  EXPECT_GE(arenaSize, (size_t(1) << 62) + (size_t(1) << 61));
}

TEST_F(DataSizes, AreSetByTheRun) {
  ASSERT_EQ(run(), DLC_OK) << error.message;
  EXPECT_EQ(foundShape[1], 3);
  // Row-major in the shape that it has become.
  EXPECT_EQ(std::vector<int64_t>(found, found + 6), (std::vector<int64_t>{0, 2, 4, 7, -1, 3}));
  EXPECT_EQ(table[3], 3);
  // Room for less than could be is enough where it is enough.
  foundShape[1] = 3;
  EXPECT_EQ(run(), DLC_OK);
  numbers[0] = numbers[2] = numbers[4] = 0;
  EXPECT_EQ(run(), DLC_OK);
  EXPECT_EQ(foundShape[1], 0);
  // No room is enough for nothing.
  EXPECT_EQ(run(), DLC_OK) << error.message;
  EXPECT_EQ(foundShape[1], 0);
}

TEST_F(DataSizes, NeedRoom) {
  foundShape[1] = 2;
  EXPECT_EQ(run(), DLC_ERROR_CAPACITY);
  EXPECT_EQ(error.status, DLC_ERROR_CAPACITY);
  EXPECT_STREQ(error.message,
               "output 'found': expected room for 3 in dimension 1, which node 'Pick' made of "
               "these inputs, got 2; ask dlc_sizes for the most that it can need");
  EXPECT_EQ(foundShape[1], 3);
  EXPECT_EQ(run(), DLC_OK);
  foundShape[1] = -1;
  EXPECT_EQ(run(), DLC_ERROR_SHAPE);
  EXPECT_STREQ(error.message, "output 'found': expected the room that there is in dimension 1, got "
                              "-1; ask dlc_sizes for the most that it can need");
  foundShape[1] = 5;
  int64_t strides[2] = {5, 1};
  outputs[1].strides = strides;
  EXPECT_EQ(run(), DLC_ERROR_LAYOUT);
  EXPECT_STREQ(error.message,
               "output 'found': expected no strides, since the data decide the shape");
}

} // namespace
