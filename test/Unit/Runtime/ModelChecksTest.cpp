//===-- ModelChecksTest.cpp - what a runtime asks of a run ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a model made by hand, whose sizes and conditions each test chooses, in the runtime
// that compiled models bring along: limits of models, conditions on sizes, tensors that just
// fit and that just do not.
//
//===----------------------------------------------------------------------===//
#define _Static_assert static_assert
extern "C" {
#include "../../../lib/Runtime/model.h"
}

#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr dlc_dtype f32 = {DLC_FLOAT, 32, 1};

/// What the model's function for sizes answers: the arena's, two others, pairs to compare.
int64_t answers[3 + 2 * 2];

void getSizes(const int64_t *, const dlc_tensor *, int64_t *sizes) {
  memcpy(sizes, answers, sizeof(answers));
}
int32_t runNothing(void *, const void *, void *, const dlc_tensor *, const dlc_tensor *) {
  return DLC_OK;
}

// What stands behind these arrays is none of the model's.
const char *const symbols[] = {"n", "m", "behind"};
const int64_t aShape[] = {-1, -2}, bShape[] = {-1, 3}, yShape[] = {-2, -3, 2}, zShape[] = {-4};
const dlc_tensor_info inputInfos[] = {{"a", aShape, 2, f32, {1, 0}, 0, 4, {0, 0}},
                                      {"b", bShape, 2, f32, {1, 0}, 0, 4, {0, 0}}};
const dlc_tensor_info outputInfos[] = {{"y", yShape, 3, f32, {1, 0}, 0, 4, {0, 0}},
                                       {"z", zShape, 1, f32, {1, 0}, 0, 4, {0, 0}},
                                       {"behind", zShape, 1, f32, {1, 0}, 0, 4, {0, 0}}};

/// f32[n, m], f32[n, 3] -> f32[m, 5, 2], f32[6]; the last two are computed sizes.
class ModelChecks : public ::testing::Test {
protected:
  ModelChecks() {
    model.abi_version = DLC_ABI_VERSION;
    model.struct_size = sizeof(model);
    model.name = "checks";
    model.inputs = inputInfos;
    model.outputs = outputInfos;
    model.num_inputs = model.num_outputs = 2;
    model.max_threads = 1;
    model.weights = weights;
    model.weights_size = sizeof(weights);
    model.entry = runNothing;
    model.symbols = symbols;
    model.num_symbols = 2;
    model.sizes = getSizes;
    model.num_computed = 2;
    model.checks = checks;
    const int64_t usual[] = {128, 5, 6, 0, 0, 0, 0};
    memcpy(answers, usual, sizeof(answers));
    inputs[0] = make(data, a, 2);
    inputs[1] = make(data + 64, b, 2);
    outputs[0] = make(data + 128, y, 3);
    outputs[1] = make(data + 256, z, 1);
  }
  static dlc_tensor make(float *place, int64_t *shape, int32_t rank) {
    return {place, {1, 0}, rank, f32, shape, nullptr, 0};
  }
  dlc_status ask() { return dlc_sizes(&model, inputs, 2, &arenaSize, outputs, 2, &error); }
  std::string getMessage(dlc_status status) { return status ? error.message : ""; }
  std::string run() {
    dlc_context *context = nullptr;
    dlc_status status = dlc_init(&model, nullptr, memory, sizeof(memory), &context, &error);
    EXPECT_EQ(status, DLC_OK) << error.message;
    if (!status)
      status = dlc_run(context, arena, sizeof(arena), inputs, 2, outputs, 2, nullptr, &error);
    return getMessage(status);
  }

  dlc_model model = {};
  dlc_size_check checks[2] = {};
  alignas(64) char weights[64] = {}, memory[256], arena[128];
  alignas(64) float data[512] = {};
  int64_t a[2] = {2, 4}, b[2] = {2, 3}, y[3] = {4, 5, 2}, z[1] = {6};
  dlc_tensor inputs[2], outputs[3] = {};
  dlc_error error = {};
  size_t arenaSize = 0;
};

} // namespace

TEST_F(ModelChecks, AnswersSizes) {
  y[0] = y[1] = y[2] = z[0] = 0;
  ASSERT_EQ(ask(), DLC_OK) << error.message;
  EXPECT_EQ(arenaSize, 128u);
  EXPECT_EQ(std::vector<int64_t>(y, y + 3), (std::vector<int64_t>{4, 5, 2}));
  EXPECT_EQ(z[0], 6);
  // What is not asked for.
  EXPECT_EQ(dlc_sizes(&model, inputs, 2, nullptr, nullptr, 0, nullptr), DLC_OK);
  EXPECT_STREQ(dlc_symbol(&model, 0), "n");
  EXPECT_STREQ(dlc_symbol(&model, 1), "m");
  EXPECT_EQ(dlc_symbol(&model, 2), nullptr);
  EXPECT_EQ(dlc_symbol(&model, -1), nullptr);
  EXPECT_EQ(run(), "");
}

TEST_F(ModelChecks, RefusesWrongCounts) {
  auto ask = [&](dlc_tensor *in, int32_t numInputs, dlc_tensor *out, int32_t numOutputs) {
    return getMessage(dlc_sizes(&model, in, numInputs, &arenaSize, out, numOutputs, &error));
  };
  std::string expected = "dlc_sizes: expected 2 inputs and 2 outputs, got ";
  EXPECT_EQ(ask(inputs, 1, outputs, 2), expected + "1 and 2");
  EXPECT_EQ(ask(nullptr, 2, outputs, 2), expected + "0 and 2");
  EXPECT_EQ(ask(inputs, 2, outputs, 1), expected + "2 and 1");
  EXPECT_EQ(ask(inputs, 2, nullptr, 1), "");
  outputs[1].shape = nullptr;
  EXPECT_EQ(ask(inputs, 2, outputs, 2),
            "output 'z': expected room for a shape, got a null pointer");
}

TEST_F(ModelChecks, KnowsModelsOfItsSize) {
  auto isKnown = [&] { return dlc_num_inputs(&model) == 2; };
  EXPECT_TRUE(isKnown());
  model.num_symbols = DLC_MAX_SYMBOLS;
  EXPECT_TRUE(isKnown());
  model.num_symbols = DLC_MAX_SYMBOLS + 1;
  EXPECT_FALSE(isKnown());
  model.num_symbols = 2;
  model.num_computed = DLC_MAX_SIZES - 3;
  model.num_counts = 2;
  EXPECT_TRUE(isKnown());
  model.num_counts = 3;
  EXPECT_FALSE(isKnown());
  model.num_counts = 0;
  model.num_checks = DLC_MAX_CHECKS;
  EXPECT_TRUE(isKnown());
  model.num_checks = DLC_MAX_CHECKS + 1;
  EXPECT_FALSE(isKnown());
}

TEST_F(ModelChecks, KnowsModelsThatHaveWhatTheyNeed) {
  const std::pair<uint64_t, size_t> sizes[] = {{0, DLC_FIRST_MODEL_SIZE},
                                               {DLC_NEEDS_ACCELERATOR, DLC_ACCELERATOR_MODEL_SIZE},
                                               {DLC_NEEDS_COUNTS, DLC_COUNTED_MODEL_SIZE},
                                               {DLC_NEEDS_VALUES, sizeof(model)}};
  for (auto [needs, size] : sizes) {
    model.needs = needs;
    model.struct_size = uint32_t(size);
    EXPECT_EQ(dlc_num_inputs(&model), 2) << needs;
    model.struct_size = uint32_t(size - 1);
    EXPECT_EQ(dlc_num_inputs(&model), 0) << needs;
  }
  model.struct_size = sizeof(model);
  model.needs = DLC_KNOWN_NEEDS + 1;
  EXPECT_EQ(dlc_num_inputs(&model), 0);
}

TEST_F(ModelChecks, ReadsNoMoreOfAStructureThanItSays) {
  struct {
    dlc_options options;
    int64_t other;
  } given = {DLC_OPTIONS_INIT, -1};
  dlc_context *context = nullptr;
  EXPECT_EQ(dlc_init(&model, &given.options, memory, sizeof(memory), &context, &error), DLC_OK)
      << error.message;
}

TEST_F(ModelChecks, ComparesWhatNodesNeed) {
  model.num_checks = 2;
  checks[0] = {"Conv_1", DLC_CHECK_SYMBOL, 1};
  checks[1] = {"", DLC_CHECK_EQUAL, 0};
  auto compare = [&](int64_t left0, int64_t right0, int64_t left1, int64_t right1) {
    const int64_t pairs[] = {left0, right0, left1, right1};
    memcpy(answers + 3, pairs, sizeof(pairs));
    return getMessage(ask());
  };
  EXPECT_EQ(compare(4, 4, 7, 7), "");
  EXPECT_EQ(compare(5, 4, 7, 7), "");
  EXPECT_EQ(compare(4, 5, 7, 7), "input 'a': expected at least 5 in dimension 1 ('m') for a result "
                                 "of node 'Conv_1', got 4");
  std::string unequal = "input 'a': expected a size in dimension 0 ('n') for which what the model "
                        "reads has equal sizes, got 2, which makes them ";
  EXPECT_EQ(compare(4, 4, 7, 6), unequal + "7 and 6");
  EXPECT_EQ(compare(4, 4, 6, 7), unequal + "6 and 7");
  std::string large =
      "input 'a': expected a size in dimension 0 ('n') for which sizes of the model "
      "stay below 2^63, got 2";
  EXPECT_EQ(compare(4, 4, DLC_TOO_LARGE, 7), large);
  EXPECT_EQ(compare(4, 4, 7, DLC_TOO_LARGE), large);
  EXPECT_EQ(compare(4, 4, DLC_TOO_LARGE, DLC_TOO_LARGE), large);
  checks[1] = {"Pool_2", DLC_CHECK_DERIVED, 0};
  EXPECT_EQ(compare(4, 4, 7, 7), "");
  EXPECT_EQ(compare(4, 4, 8, 7), "");
  EXPECT_EQ(compare(4, 4, 6, 7),
            "input 'a': expected a size in dimension 0 ('n') for which node 'Pool_2' has a result "
            "of at least 7 elements in each dimension, got 2, which makes it 6");
}

TEST_F(ModelChecks, NamesTheLargestSymbolOfTooManyBytes) {
  std::string why = " has less than 2^63 bytes, got ";
  answers[1] = int64_t(1) << 60;
  EXPECT_EQ(getMessage(ask()), "input 'a': expected a size in dimension 1 ('m') for which output "
                               "'y'" +
                                   why + "4");
  answers[1] = DLC_TOO_LARGE;
  a[1] = 2;
  // Of equal ones the first.
  EXPECT_EQ(getMessage(ask()), "input 'a': expected a size in dimension 0 ('n') for which output "
                               "'y'" +
                                   why + "2");
  answers[1] = 5;
  answers[2] = (int64_t(1) << 61) - 1;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
  answers[2] += 1;
  EXPECT_EQ(getMessage(ask()), "input 'a': expected a size in dimension 0 ('n') for which output "
                               "'z'" +
                                   why + "2");
  answers[2] = 0;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
  answers[0] = DLC_TOO_LARGE;
  EXPECT_EQ(getMessage(ask()),
            "input 'a': expected a size in dimension 0 ('n') for which the arena" + why + "2");
  answers[0] = 0;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
  // Without elements it has no bytes.
  answers[1] = 0;
  answers[2] = 0;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
}

TEST_F(ModelChecks, OutputsMayHaveNoElements) {
  const int64_t none[] = {0, -2};
  const dlc_tensor_info out[] = {outputInfos[0], {"z", none, 2, f32, {1, 0}, 0, 4, {0, 0}}};
  model.outputs = out;
  int64_t now[] = {7, 7};
  outputs[1] = make(data + 256, now, 2);
  ASSERT_EQ(ask(), DLC_OK) << error.message;
  EXPECT_EQ(now[0], 0);
  EXPECT_EQ(now[1], 4);
  EXPECT_EQ(run(), "");
}

TEST_F(ModelChecks, NamesNoSymbolWhereThereIsNone) {
  const int64_t fixed[] = {2, 4}, fixedB[] = {2, 3}, first[] = {-1}, second[] = {-2};
  const dlc_tensor_info in[] = {{"a", fixed, 2, f32, {1, 0}, 0, 4, {0, 0}},
                                {"b", fixedB, 2, f32, {1, 0}, 0, 4, {0, 0}}},
                        out[] = {{"y", first, 1, f32, {1, 0}, 0, 4, {0, 0}},
                                 {"z", second, 1, f32, {1, 0}, 0, 4, {0, 0}}};
  model.inputs = in;
  model.outputs = out;
  model.num_symbols = 0;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
  EXPECT_EQ(y[0], 5);
  // No elements is a size as any other.
  const int64_t none[] = {0, 4};
  const dlc_tensor_info empty[] = {{"a", none, 2, f32, {1, 0}, 0, 4, {0, 0}}, in[1]};
  model.inputs = empty;
  EXPECT_EQ(getMessage(ask()), "input 'a': expected 0 in dimension 0, got 2; the model was "
                               "compiled for this size only");
  a[0] = 0;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
  model.inputs = in;
  a[0] = 2;
  answers[2] = -1;
  EXPECT_EQ(getMessage(ask()),
            "output 'z': expected inputs that decide on less than 2^63 bytes, got more");
  answers[2] = 6;
  answers[0] = -1;
  EXPECT_EQ(getMessage(ask()),
            "the arena: expected inputs that decide on less than 2^63 bytes, got more");
}

TEST_F(ModelChecks, TakesSymbolsFromTheFirstInput) {
  b[0] = 3;
  EXPECT_EQ(getMessage(ask()), "input 'b': expected 2 in dimension 0, since 'n' is dimension 0 of "
                               "input 'a' too, got 3");
  a[0] = b[0] = 1;
  EXPECT_EQ(ask(), DLC_OK) << error.message;
  a[0] = 0;
  EXPECT_EQ(getMessage(ask()), "input 'a': expected a positive size in dimension 0 ('n'), got 0");
  a[0] = b[0] = 2;
  b[1] = 4;
  EXPECT_EQ(getMessage(ask()), "input 'b': expected 3 in dimension 1, got 4; the model was "
                               "compiled for this size only");
  b[1] = 3;
  // The largest extent of too many bytes is named.
  a[1] = int64_t(1) << 62;
  EXPECT_EQ(getMessage(ask()), "input 'a': expected a shape of less than 2^63 bytes, got "
                               "4611686018427387904 in dimension 1 and as a whole more");
  // Of equal ones the first; what stands behind a shape is none of its extents.
  int64_t equal[] = {int64_t(1) << 40, int64_t(1) << 40, int64_t(1) << 41};
  inputs[0].shape = equal;
  EXPECT_EQ(getMessage(ask()), "input 'a': expected a shape of less than 2^63 bytes, got "
                               "1099511627776 in dimension 0 and as a whole more");
}

TEST_F(ModelChecks, ComparesOutputsWithSizes) {
  y[0] = 5;
  EXPECT_EQ(run(), "output 'y': expected 4 in dimension 0 ('m') for these inputs, got 5; ask "
                   "dlc_sizes");
  y[0] = 4;
  y[1] = 4;
  EXPECT_EQ(run(), "output 'y': expected 5 in dimension 1 for these inputs, got 4; ask dlc_sizes");
  y[1] = 5;
  y[2] = 3;
  EXPECT_EQ(run(), "output 'y': expected 2 in dimension 2, got 3; the model was compiled for this "
                   "size only");
  y[2] = 2;
  answers[0] = 129;
  EXPECT_EQ(run(), "dlc_run: expected 129 bytes of arena for these inputs, got 128; ask dlc_sizes");
  answers[0] = 128;
  EXPECT_EQ(run(), "");
}

TEST(NumBytes, LooksAtItsDimsOnly) {
  const int64_t shape[] = {2, 3, 0}, large[] = {int64_t(1) << 40, int64_t(1) << 40};
  dlc_dtype f32 = {DLC_FLOAT, 32, 1};
  EXPECT_EQ(dlc_num_bytes(f32, shape, 0), 4);
  EXPECT_EQ(dlc_num_bytes(f32, shape, 2), 24);
  EXPECT_EQ(dlc_num_bytes(f32, shape, 3), 0);
  EXPECT_EQ(dlc_num_bytes(f32, large, 1), int64_t(1) << 42);
  EXPECT_EQ(dlc_num_bytes(f32, large, 2), -1);
}

TEST_F(ModelChecks, NamesTypes) {
  auto name = [&](dlc_dtype dtype) {
    inputs[0].dtype = dtype;
    return getMessage(ask());
  };
  std::string expected = "input 'a': expected dtype float32, got ";
  EXPECT_EQ(name({DLC_UINT, 8, 1}), expected + "uint8");
  EXPECT_EQ(name({DLC_BFLOAT, 16, 1}), expected + "bfloat16");
  EXPECT_EQ(name({DLC_BOOL, 8, 1}), expected + "bool8");
  EXPECT_EQ(name({DLC_FLOAT8_E4M3FN, 8, 1}), expected + "narrow float8");
  EXPECT_EQ(name({DLC_FLOAT4_E2M1FN, 4, 1}), expected + "narrow float4");
  EXPECT_EQ(name({9, 8, 1}), expected + "unknown8");
  EXPECT_EQ(name({18, 8, 1}), expected + "unknown8");
  EXPECT_EQ(name({DLC_FLOAT, 32, 2}), expected + "float32 x 2");
}

TEST_F(ModelChecks, TensorsMayTouch) {
  // Behind each other: 8 and 6 elements, then 40.
  inputs[1].data = data + 8;
  outputs[0].data = data + 14;
  outputs[1].data = data + 54;
  EXPECT_EQ(run(), "");
  outputs[1].data = data + 53;
  EXPECT_EQ(run(), "output 'z': expected memory of its own, but it overlaps 'y'");
  outputs[1].data = data + 13;
  EXPECT_EQ(run(), "output 'z': expected memory of its own, but it overlaps 'b'");
  outputs[1].data = data + 256;
  outputs[0].data = data + 7;
  EXPECT_EQ(run(), "output 'y': expected memory of its own, but it overlaps 'a'");
}

TEST_F(ModelChecks, WithoutElementsNothingIsInTheWay) {
  answers[2] = z[0] = 0;
  int64_t strides[] = {17};
  outputs[1].strides = strides;
  outputs[1].data = data;
  EXPECT_EQ(run(), "");
  outputs[1].data = nullptr;
  EXPECT_EQ(run(), "");
  outputs[1].data = reinterpret_cast<char *>(data) + 1;
  EXPECT_EQ(run(), "");
}

TEST_F(ModelChecks, RowMajorStridesAreTaken) {
  int64_t strides[] = {4, 1, 99}, shape[] = {2, 4, 7};
  inputs[0].strides = strides;
  inputs[0].shape = shape;
  EXPECT_EQ(run(), "");
  strides[0] = 5;
  EXPECT_EQ(run(), "input 'a': expected stride 4 in dimension 0 (row-major), got 5; make the "
                   "tensor contiguous");
}

TEST_F(ModelChecks, OneElementHasNoStride) {
  a[0] = b[0] = 1;
  int64_t strides[] = {99, 1};
  inputs[0].strides = strides;
  EXPECT_EQ(run(), "");
  strides[1] = 2;
  EXPECT_EQ(run(), "input 'a': expected stride 1 in dimension 1 (row-major), got 2; make the "
                   "tensor contiguous");
}

TEST_F(ModelChecks, IndicesLieInTheirExtent) {
  dlc_run_state state = {nullptr, nullptr, outputs, nullptr, &error};
  // Those at odd places belong to another dimension; what is behind is no index.
  auto check = [&](auto first, auto second) {
    decltype(first) values[] = {first, 100, second, 100, 100};
    return getMessage(static_cast<dlc_status>(
        dlc_check_indices(&state, "Gather_3", values, 0, 2, 4, 8 * sizeof(first), 5)));
  };
  auto checkAll = [&](auto zero) {
    using Index = decltype(zero);
    EXPECT_EQ(check(Index(-5), Index(4)), "");
    EXPECT_EQ(check(Index(-5), Index(5)),
              "node 'Gather_3': expected an index in [-5, 5), got 5 at element 2");
    EXPECT_EQ(check(Index(-6), Index(5)),
              "node 'Gather_3': expected an index in [-5, 5), got -6 at element 0");
  };
  checkAll(int8_t(0));
  checkAll(int16_t(0));
  checkAll(int32_t(0));
  checkAll(int64_t(0));
}

TEST_F(ModelChecks, TellsWhereKernelsWrite) {
  dlc_kernel_output places[] = {{outputInfos[0], 16, -1, 0},
                                {outputInfos[0], 8, 0, 0},
                                {outputInfos[1], 4, 1, 0},
                                {outputInfos[1], 0, -2, 0}};
  dlc_kernel_info kernel = {"k", "n", places, 4, 0};
  dlc_run_state state = {nullptr, arena, outputs, nullptr, &error};
  dlc_event event = {DLC_KERNEL_END, 0, &kernel, &state};
  outputs[1].byte_offset = 8;
  EXPECT_EQ(dlc_event_output(&event, 0), arena + 16);
  EXPECT_EQ(dlc_event_output(&event, 1), data + 130);
  EXPECT_EQ(dlc_event_output(&event, 2), data + 259);
  EXPECT_EQ(dlc_event_output(&event, 3), nullptr);
  EXPECT_EQ(dlc_event_output(&event, 4), nullptr);
  EXPECT_EQ(dlc_event_output(&event, -1), nullptr);
  EXPECT_EQ(dlc_event_output(nullptr, 0), nullptr);
}

TEST_F(ModelChecks, CountsWhatIsMissing) {
  // As many names as fit into a message; the others are counted.
  std::vector<std::string> names(40, "no-such-feature");
  std::vector<const char *> features;
  for (std::string &name : names)
    features.push_back(name.c_str());
  model.cpu_features = features.data();
  model.num_cpu_features = features.size();
  ASSERT_EQ(dlc_check_cpu(&model, &error), DLC_ERROR_CPU);
  std::string message = error.message;
  EXPECT_EQ(message.find("model 'checks': expected a CPU with 40 features that this one lacks: "
                         "no-such-feature, no-such-feature, "),
            0u);
  EXPECT_NE(message.find("no-such-feature; compile the model with --mcpu for this machine"),
            std::string::npos);
  auto countNames = [&] {
    EXPECT_EQ(dlc_check_cpu(&model, &error), DLC_ERROR_CPU);
    size_t count = 0;
    std::string message = error.message;
    for (size_t at = 0; (at = message.find(names[0], at)) != std::string::npos; ++at)
      ++count;
    return count;
  };
  EXPECT_EQ(countNames(), 15u);
  // Six of 41 characters would need all of the place, and one more for its end.
  for (size_t i = 0; i < names.size(); ++i) {
    names[i].assign(41, 'f');
    features[i] = names[i].c_str();
  }
  EXPECT_EQ(countNames(), 5u);
  // The last one, too, as a whole.
  EXPECT_NE(std::string(error.message).find(", " + names[0] + "; compile"), std::string::npos);
}
