//===-- InputsTest.cpp - random inputs --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of a manifest, and that values keep to them and to their seed.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"
#include "dl/Support/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using dl::ElementType;
using dl::InputRange;
using dl::makeRandomTensor;
using dl::Tensor;

namespace {

TEST(RandomTensor, RepeatsBySeedAndName) {
  dl::runtime::TensorSpec spec{"x", ElementType::F32, {4, 5}};
  Tensor a = makeRandomTensor(spec, {}, 1), b = makeRandomTensor(spec, {}, 1);
  EXPECT_EQ(a.getBytes(), b.getBytes());
  EXPECT_NE(a.getBytes(), makeRandomTensor(spec, {}, 2).getBytes());
  spec.name = "y";
  EXPECT_NE(a.getBytes(), makeRandomTensor(spec, {}, 1).getBytes());
}

TEST(RandomTensor, IsStandardNormal) {
  Tensor tensor = makeRandomTensor({"x", ElementType::F32, {20000}}, {}, 7);
  double sum = 0, squares = 0;
  for (float value : tensor.getValues<float>()) {
    sum += value;
    squares += double(value) * value;
  }
  EXPECT_NEAR(sum / 20000, 0, 0.03);
  EXPECT_NEAR(squares / 20000, 1, 0.05);
}

TEST(RandomTensor, KeepsToUniformRange) {
  Tensor tensor =
      makeRandomTensor({"x", ElementType::F32, {5000}}, {InputRange::Uniform, -2, 3}, 0);
  float lowest = 9, highest = -9;
  for (float value : tensor.getValues<float>()) {
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  EXPECT_GE(lowest, -2);
  EXPECT_LT(lowest, -1.9);
  EXPECT_LT(highest, 3);
  EXPECT_GT(highest, 2.9);
}

TEST(RandomTensor, KeepsToIntegerRange) {
  for (ElementType type :
       {ElementType::I8, ElementType::U8, ElementType::I16, ElementType::U16, ElementType::I32,
        ElementType::U32, ElementType::I64, ElementType::U64}) {
    Tensor tensor = makeRandomTensor({"x", type, {500}}, {InputRange::Integers, 0, 3}, 0);
    int64_t counts[3] = {};
    for (int64_t i = 0; i < 500; ++i) {
      ASSERT_GE(tensor.getAsInteger(i), 0);
      ASSERT_LT(tensor.getAsInteger(i), 3);
      ++counts[tensor.getAsInteger(i)];
    }
    for (int64_t count : counts)
      EXPECT_GT(count, 100);
  }
}

TEST(RandomTensor, MasksTheLastQuarter) {
  Tensor tensor = makeRandomTensor({"x", ElementType::F32, {2, 8}}, {InputRange::Mask, -1, 0}, 0);
  for (int64_t i = 0; i < 16; ++i)
    EXPECT_EQ(tensor.getAsDouble(i), i % 8 >= 6 ? -1 : 0);
}

TEST(RandomTensor, FillsEveryType) {
  for (ElementType type : {ElementType::F16, ElementType::BF16, ElementType::F64}) {
    Tensor tensor = makeRandomTensor({"x", type, {2000}}, {}, 3);
    double squares = 0;
    for (int64_t i = 0; i < 2000; ++i)
      squares += tensor.getAsDouble(i) * tensor.getAsDouble(i);
    EXPECT_NEAR(squares / 2000, 1, 0.1);
  }
  Tensor flags = makeRandomTensor({"x", ElementType::I1, {500}}, {InputRange::Integers, 0, 2}, 3);
  int64_t set = 0;
  for (char flag : flags.getBytes()) {
    ASSERT_TRUE(flag == 0 || flag == 1);
    set += flag;
  }
  EXPECT_NEAR(set, 250, 50);
  // Halves round to zero: the largest one, and what is too small for a normal one.
  auto getHalf = [](double value) {
    return makeRandomTensor({"x", ElementType::F16, {1}}, {InputRange::Uniform, value, value}, 3)
        .getAsDouble(0);
  };
  EXPECT_EQ(getHalf(1.9999), 1.9990234375);
  EXPECT_EQ(getHalf(-1.9999), -1.9990234375);
  EXPECT_EQ(getHalf(65504), 65504);
  // What is too large keeps its digits with the largest exponent.
  EXPECT_EQ(getHalf(1e6), 62496);
  EXPECT_EQ(getHalf(0x1p-14), 0x1p-14);
  EXPECT_EQ(getHalf(0x1.8p-15), 0);
  EXPECT_EQ(getHalf(0), 0);
  // Only zeros, and only ones.
  for (double low : {0, 1}) {
    flags = makeRandomTensor({"x", ElementType::I1, {9}}, {InputRange::Integers, low, low + 1}, 3);
    for (char flag : flags.getBytes())
      EXPECT_EQ(flag, low);
  }
}

//===----------------------------------------------------------------------===//
// Inputs of a run
//===----------------------------------------------------------------------===//

using dl::runtime::TensorSpec;

/// The shapes of inputs, or what is wrong with them.
std::string make(const dl::RunOptions &options, llvm::ArrayRef<TensorSpec> specs) {
  auto inputs = dl::makeInputs(options, specs);
  if (!inputs)
    return llvm::toString(inputs.takeError());
  std::string text;
  for (const Tensor &input : *inputs) {
    text += "[";
    for (int64_t dim : input.getShape())
      text += std::to_string(dim) + " ";
    text += "]";
  }
  return text;
}

TEST(Inputs, OpenDimsHaveTheSizesThatAreGiven) {
  std::vector<TensorSpec> specs = {
      {"x", ElementType::F32, {-1, 0, 3, -1}, {"rows", "", "", ""}},
      {"y", ElementType::I64, {-1, -1}, {"columns", "rows"}},
      {"z", ElementType::F32, {-1}},
  };
  dl::RunOptions options;
  EXPECT_EQ(make(options, specs), "[1 0 3 1 ][1 1 ][1 ]");
  options.sizes = {{"rows", 5}};
  EXPECT_EQ(make(options, specs), "[5 0 3 1 ][1 5 ][1 ]");
  options.sizes["other"] = 2;
  EXPECT_EQ(make(options, specs),
            "expected --sizes to name a dim of an input (rows, columns), got 'other'");
  options.sizes = {{"", 2}};
  EXPECT_EQ(make(options, llvm::ArrayRef(specs).take_back()),
            "expected no --sizes, as no input has a dim that is open and named, got ''");
}

TEST(Inputs, ElementsThatAreSizesAreGivenByTheirNames) {
  std::vector<TensorSpec> specs = {{"shape", ElementType::I64, {3}, {""}, true},
                                   {"count", ElementType::I32, {}, {}, true},
                                   {"x", ElementType::F32, {2}, {""}}};
  dl::RunOptions options;
  auto getValues = [&] {
    auto inputs = dl::makeInputs(options, specs);
    std::vector<int64_t> values;
    EXPECT_TRUE(bool(inputs));
    for (const Tensor &input : llvm::ArrayRef(*inputs).drop_back())
      for (int64_t i = 0; i < input.getNumElements(); ++i)
        values.push_back(input.getAsInteger(i));
    return values;
  };
  EXPECT_EQ(getValues(), (std::vector<int64_t>{1, 1, 1, 1}));
  options.sizes = {{"shape[1]", 7}, {"count", 4}};
  EXPECT_EQ(getValues(), (std::vector<int64_t>{1, 7, 1, 4}));
  options.sizes = {{"shape[3]", 7}};
  EXPECT_EQ(make(options, specs), "expected --sizes to name a dim of an input (shape[0], shape[1], "
                                  "shape[2], count), got 'shape[3]'");
}

TEST(Inputs, ArraysHaveTheTypeAndTheDimsOfTheInputs) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("inputs", "npz", path));
  auto tell = [&](ElementType type, llvm::ArrayRef<int64_t> shape, TensorSpec spec) {
    Tensor tensor(type, shape);
    memset(tensor.getMutableData(), 0, tensor.getNumBytes());
    EXPECT_FALSE(bool(dl::writeNpz(path, {{"other", tensor}, {"x", tensor}})));
    dl::RunOptions options;
    options.inputs = {path.str().str()};
    std::string text = make(options, spec);
    llvm::StringRef rest = text;
    rest.consume_front("'" + path.str().str() + "': ");
    return rest.str();
  };
  TensorSpec open{"x", ElementType::F32, {-1, -1, 0, 4}, {"rows", "", "", ""}};
  EXPECT_EQ(tell(ElementType::F32, {7, 5, 0, 4}, open), "[7 5 0 4 ]");
  const std::string expected = "expected f32[rows, ?, 0, 4] for input 'x', got ";
  EXPECT_EQ(tell(ElementType::F64, {7, 5, 0, 4}, open), expected + "f64[7, 5, 0, 4]");
  EXPECT_EQ(tell(ElementType::F32, {7, 5, 0, 3}, open), expected + "f32[7, 5, 0, 3]");
  EXPECT_EQ(tell(ElementType::F32, {7, 5, 1, 4}, open), expected + "f32[7, 5, 1, 4]");
  EXPECT_EQ(tell(ElementType::F32, {7, 5, 0}, open), expected + "f32[7, 5, 0]");
  EXPECT_EQ(tell(ElementType::F32, {1}, {"x", ElementType::F32, {}}),
            "expected f32[] for input 'x', got f32[1]");
  // Without names, dims that are open are all alike.
  EXPECT_EQ(tell(ElementType::F32, {1}, {"x", ElementType::I64, {-1}}),
            "expected i64[?] for input 'x', got f32[1]");
  EXPECT_EQ(tell(ElementType::F32, {1}, {"y", ElementType::F32, {1}}),
            "expected an array 'y' for the input of that name, got 'other', 'x'");
  (void)llvm::sys::fs::remove(path);
}

TEST(Summary, HasRangeAndFirstValues) {
  auto summarize = [](std::vector<double> values) {
    Tensor tensor(ElementType::F64, {static_cast<int64_t>(values.size()), 1});
    llvm::copy(values, tensor.getMutableValues<double>().begin());
    std::string text;
    llvm::raw_string_ostream os(text);
    dl::summarizeTensor("y", tensor, os);
    return text;
  };
  EXPECT_EQ(summarize({}), "output 'y': 0x1xf64\n");
  EXPECT_EQ(summarize({2.5}), "output 'y': 1x1xf64, 2.5 to 2.5, values 2.5\n");
  EXPECT_EQ(summarize({3, -1, 2, 4, 5, 6}),
            "output 'y': 6x1xf64, -1 to 6, values 3, -1, 2, 4, 5, 6\n");
  EXPECT_EQ(summarize({3, -1, 2, 4, 5, 6, 7}),
            "output 'y': 7x1xf64, -1 to 7, values 3, -1, 2, 4, 5, 6, ...\n");
  EXPECT_EQ(summarize({NAN, NAN}), "output 'y': 2x1xf64, 2 of 2 NaN, values nan, nan\n");
  EXPECT_EQ(summarize({NAN, 1, -INFINITY}),
            "output 'y': 3x1xf64, 1 to 1, 1 of 3 NaN, 1 of 3 infinite, values nan, 1, -inf\n");
}

TEST(Median, OfOddAndEvenLists) {
  EXPECT_EQ(dl::getMedian({7}), 7);
  EXPECT_EQ(dl::getMedian({3, 1, 8}), 3);
  EXPECT_EQ(dl::getMedian({8, 1, 5, 2}), 3.5);
}

TEST(FormatNumber, TellsSmallAndLargeOnesApart) {
  EXPECT_EQ(dl::formatNumber(0), "0");
  EXPECT_EQ(dl::formatNumber(-1.25e-9), "-1.25e-09");
  EXPECT_EQ(dl::formatNumber(120.6789), "120.6789");
}

TEST(Manifest, GivesRanges) {
  llvm::SmallString<128> path;
  int fd;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("manifest", "json", fd, path));
  llvm::raw_fd_ostream(fd, /*shouldClose=*/true) << R"({"net": {"inputs": [
           {"name": "a", "dtype": "float32", "kind": "image"},
           {"name": "b", "dtype": "float32", "kind": "frame"},
           {"name": "c", "dtype": "float32", "kind": "mask"},
           {"name": "d", "dtype": "int64", "high": 100},
           {"name": "e", "dtype": "float32", "kind": "normal"}]}})";
  auto ranges = dl::readManifest(path, "net");
  ASSERT_TRUE(bool(ranges));
  auto expectRange = [&](const char *name, InputRange::Kind kind, double low, double high) {
    EXPECT_EQ((*ranges)[name].kind, kind) << name;
    EXPECT_EQ((*ranges)[name].low, low) << name;
    EXPECT_EQ((*ranges)[name].high, high) << name;
  };
  expectRange("a", InputRange::Uniform, -2, 2);
  expectRange("b", InputRange::Uniform, 0, 1);
  expectRange("c", InputRange::Mask, -10000, 0);
  expectRange("d", InputRange::Integers, 0, 100);
  EXPECT_EQ((*ranges)["e"].kind, InputRange::Normal);
  (void)llvm::sys::fs::remove(path);
}

} // namespace
