//===-- ElementSymbolsTest.cpp - sizes that are elements --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols that are elements of an input, or by how much these are above or below a size.
//
//===----------------------------------------------------------------------===//
extern "C" {
#include "../../../lib/Runtime/model.h"
}

#include "gtest/gtest.h"

#include <string>

namespace {

int32_t runNothing(void *, const void *, void *, const dlc_tensor *, const dlc_tensor *) {
  return DLC_OK;
}

const char *const symbols[] = {"n", "v"};
const int64_t xShape[] = {-1}, iShape[] = {2}, yShape[] = {-2};

/// i8[n], the elements i -> i8[v]
class ElementSymbols : public ::testing::Test {
protected:
  ElementSymbols() {
    model.abi_version = DLC_ABI_VERSION;
    model.struct_size = sizeof(model);
    model.needs = DLC_NEEDS_VALUES;
    model.name = "elements";
    model.inputs = inputInfos;
    model.num_inputs = 2;
    model.outputs = &outputInfo;
    model.num_outputs = 1;
    model.max_threads = 1;
    model.weights = weights;
    model.weights_size = sizeof(weights);
    model.entry = runNothing;
    model.symbols = symbols;
    model.num_symbols = 2;
    model.values = values;
    model.num_values = 1;
  }
  /// What v is for elements of 64 bits, or the message.
  std::string get(int64_t first, int64_t second) {
    int64_t elements[] = {first, second};
    return ask(elements);
  }
  std::string ask(void *elements) {
    int64_t x[] = {5}, i[] = {2}, y[] = {0};
    dlc_dtype i8 = {DLC_INT, 8, 1};
    dlc_tensor inputs[] = {{data, {1, 0}, 1, i8, x, nullptr, 0},
                           {elements, {1, 0}, 1, inputInfos[1].dtype, i, nullptr, 0}},
               output = {nullptr, {1, 0}, 1, i8, y, nullptr, 0};
    dlc_status status = dlc_sizes(&model, inputs, 2, nullptr, &output, 1, &error);
    return status ? error.message : std::to_string(y[0]);
  }

  dlc_model model = {};
  dlc_value_info values[2] = {{DLC_VALUE_ELEMENT, 1, 1, 0, 1, 0},
                              {DLC_VALUE_ELEMENT, 1, 1, 0, 0, 0}};
  dlc_tensor_info inputInfos[2] = {
      {"x", xShape, 1, {DLC_INT, 8, 1}, {1, 0}, 0, 1, {0, 0}},
      {"i", iShape, 1, {DLC_INT, 64, 1}, {1, 0}, DLC_TENSOR_DECIDES_SIZES, 8, {0, 0}}};
  dlc_tensor_info outputInfo = {"y", yShape, 1, {DLC_INT, 8, 1}, {1, 0}, 0, 1, {0, 0}};
  alignas(64) char weights[64] = {}, data[64] = {};
  dlc_error error = {};
};

} // namespace

TEST_F(ElementSymbols, AreTheElement) {
  EXPECT_EQ(get(9, 7), "7");
  EXPECT_EQ(get(9, 1), "1");
  EXPECT_EQ(get(9, 0), "input 'i': expected a positive size in element 1 ('v'), got 0");
  EXPECT_EQ(get(9, -3), "input 'i': expected a positive size in element 1 ('v'), got -3");
  inputInfos[1].dtype.bits = 32;
  int32_t narrow[] = {9, 7, -1, -1};
  EXPECT_EQ(ask(narrow), "7");
  // Of a model that does not say that it needs them they are not read.
  model.num_values = 0;
  model.needs = 0;
  model.num_symbols = 1;
  outputInfo.shape = xShape;
  EXPECT_EQ(ask(narrow), "5");
}

TEST_F(ElementSymbols, ThatAreSeveralElementsNeedEqualOnes) {
  model.num_values = 2;
  EXPECT_EQ(get(7, 7), "7");
  EXPECT_EQ(get(8, 7),
            "input 'i': expected 7 in element 0, since 'v' is element 1 of input 'i' too, got 8");
  // What is refused first is told.
  EXPECT_EQ(get(8, 0), "input 'i': expected a positive size in element 1 ('v'), got 0");
}

TEST_F(ElementSymbols, AboveASize) {
  values[0].kind = DLC_VALUE_ABOVE;
  values[0].bound = 4;
  EXPECT_EQ(get(0, 7), "4");
  EXPECT_EQ(get(0, 5), "2");
  // One where it is not above.
  EXPECT_EQ(get(0, 4), "1");
  EXPECT_EQ(get(0, 2), "1");
  EXPECT_EQ(get(0, 1), "1");
  EXPECT_EQ(get(0, 0), "input 'i': expected a positive size in element 1 ('v'), got 0");
  EXPECT_EQ(get(0, -9), "input 'i': expected a positive size in element 1 ('v'), got -9");
  // n is 5.
  values[0].bound = -1;
  EXPECT_EQ(get(0, 7), "3");
  // As far as 64 bits go.
  values[0].bound = 0;
  EXPECT_EQ(get(0, INT64_MAX), std::to_string(INT64_MAX));
  EXPECT_EQ(get(0, INT64_MAX - 1), std::to_string(INT64_MAX));
}

TEST_F(ElementSymbols, BelowASize) {
  values[0].kind = DLC_VALUE_BELOW;
  values[0].bound = -1;
  EXPECT_EQ(get(0, 2), "4");
  EXPECT_EQ(get(0, 4), "2");
  EXPECT_EQ(get(0, 5), "1");
  EXPECT_EQ(get(0, 9), "1");
  EXPECT_EQ(get(0, 0), "input 'i': expected a positive size in element 1 ('v'), got 0");
  values[0].bound = 9;
  EXPECT_EQ(get(0, 2), "8");
}
