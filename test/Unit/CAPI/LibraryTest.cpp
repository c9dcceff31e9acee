//===-- LibraryTest.cpp - compiled models, from C ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl-c/Library.h"
#include "dl-c/Compile.h"

#include "mlir/CAPI/Support.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "gtest/gtest.h"

#include <thread>
#include <vector>

namespace {

/// A model, compiled and loaded.
class LibraryTest : public testing::Test {
protected:
  void compile(llvm::StringRef text) {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("dl-capi", "so", file));
    DlSource source = {};
    source.name = wrap(llvm::StringRef("model"));
    source.bytes = text.data();
    source.size = text.size();
    source.format = DL_FORMAT_MLIR;
    DlResult result = dlCompile(source, wrap(llvm::StringRef("library")),
                                wrap(llvm::StringRef(file)), dlGetDefaultOptions());
    bool success = dlResultIsSuccess(result);
    dlResultDestroy(result);
    ASSERT_TRUE(success);
    library = load(file);
    ASSERT_TRUE(library.ptr) << error;
  }
  void TearDown() override {
    dlLibraryDestroy(library);
    llvm::sys::fs::remove(file);
  }

  DlLibrary load(llvm::StringRef path) {
    return dlLibraryLoad(
        wrap(path), /*threads=*/0,
        [](MlirStringRef text, void *data) { *static_cast<std::string *>(data) = unwrap(text); },
        &error);
  }

  static dlc_tensor getTensor(float *data, int64_t *extent) {
    return {data, {1, 0}, 1, {DLC_FLOAT, 32, 1}, extent, nullptr, 0};
  }

  llvm::SmallString<128> file;
  DlLibrary library = {nullptr};
  std::string error;
};

/// y = relu(x) of four floats.
class ReluLibraryTest : public LibraryTest {
protected:
  void SetUp() override {
    compile(R"(
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      })");
  }
};

} // namespace

TEST_F(ReluLibraryTest, DescribesItself) {
  ASSERT_EQ(dlLibraryGetNumInputs(library), 1);
  ASSERT_EQ(dlLibraryGetNumOutputs(library), 1);
  const dlc_tensor_info *input = dlLibraryGetInput(library, 0);
  EXPECT_EQ(input->ndim, 1);
  EXPECT_EQ(input->shape[0], 4);
  EXPECT_EQ(input->dtype.code, DLC_FLOAT);
  EXPECT_EQ(dlLibraryGetInput(library, 1), nullptr);
  EXPECT_EQ(dlLibraryGetOutput(library, -1), nullptr);
}

TEST_F(ReluLibraryTest, IsObservedAndEnded) {
  ASSERT_EQ(dlLibraryGetNumKernelCalls(library), 1);
  EXPECT_STREQ(dlLibraryGetKernelCall(library, 0)->kernel, "relu");
  EXPECT_EQ(dlLibraryGetKernelCall(library, 1), nullptr);
  float in[4] = {-1, 2, -3, 4}, out[4] = {};
  int64_t extent = 4;
  dlc_tensor input = getTensor(in, &extent), output = getTensor(out, &extent);
  bool wasEnded = true;
  std::vector<dlc_event_kind> kinds;
  auto observe = [](const dlc_event *event, void *data) {
    static_cast<std::vector<dlc_event_kind> *>(data)->push_back(event->kind);
    return true;
  };
  EXPECT_EQ(
      dlLibraryRunObserved(library, &input, 1, &output, 1, observe, &kinds, &wasEnded, nullptr),
      DLC_OK);
  EXPECT_FALSE(wasEnded);
  EXPECT_EQ(kinds, (std::vector<dlc_event_kind>{DLC_KERNEL_BEGIN, DLC_KERNEL_END}));
  EXPECT_EQ(out[1], 2);
  out[1] = 0;
  auto end = [](const dlc_event *, void *) { return false; };
  EXPECT_EQ(dlLibraryRunObserved(library, &input, 1, &output, 1, end, nullptr, &wasEnded, nullptr),
            DLC_OK);
  EXPECT_TRUE(wasEnded);
  EXPECT_EQ(out[1], 0);
  // What was left does not show in the next run.
  EXPECT_EQ(dlLibraryRun(library, &input, 1, &output, 1, nullptr), DLC_OK);
  EXPECT_EQ(out[3], 4);
}

TEST_F(ReluLibraryTest, RunsOnSeveralThreads) {
  auto run = [&](float sign, bool &right) {
    right = true;
    for (int i = 1; i <= 1000; ++i) {
      float in[4] = {sign * i, -sign * i, 0, 1}, out[4] = {};
      int64_t extent = 4;
      dlc_tensor input = getTensor(in, &extent), output = getTensor(out, &extent);
      if (dlLibraryRun(library, &input, 1, &output, 1, nullptr) != DLC_OK)
        right = false;
      for (int j = 0; j < 4; ++j)
        right &= out[j] == std::max(in[j], 0.0f);
    }
  };
  bool first = false, second = false;
  std::thread other([&] { run(1, first); });
  run(-1, second);
  other.join();
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
}

TEST_F(ReluLibraryTest, WrongTensorsAreRefused) {
  float in[3] = {}, out[4] = {};
  int64_t three = 3, four = 4;
  dlc_tensor input = getTensor(in, &three), output = getTensor(out, &four);
  dlc_error runError;
  EXPECT_EQ(dlLibraryRun(library, &input, 1, &output, 1, &runError), DLC_ERROR_SHAPE);
  EXPECT_NE(llvm::StringRef(runError.message).find("4"), llvm::StringRef::npos);
  EXPECT_EQ(dlLibraryRun(library, &input, 0, &output, 1, &runError), DLC_ERROR_ARGUMENT);
}

TEST_F(ReluLibraryTest, FilesThatAreNoLibrary) {
  EXPECT_EQ(load("/nowhere/model.so").ptr, nullptr);
  EXPECT_NE(error.find("cannot load '/nowhere/model.so'"), std::string::npos) << error;
}

TEST_F(LibraryTest, WorkingMemoryFollowsTheSizes) {
  compile(R"(
    func.func @main(%x: tensor<?x2xf32> {dl.dims = ["rows", 2]}) -> tensor<?x2xf32> {
      %w = graph.constant dense<[[0.0, 1.0], [1.0, 0.0]]> : tensor<2x2xf32>
      %0 = graph.matmul %x, %w : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
      %1 = graph.matmul %0, %w : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
      return %1 : tensor<?x2xf32>
    })");
  for (int64_t rows : {1, 3000, 2}) {
    std::vector<float> in(rows * 2), out(rows * 2, -1.0f);
    for (int64_t i = 0; i < rows * 2; ++i)
      in[i] = static_cast<float>(i);
    int64_t shape[2] = {rows, 2};
    dlc_tensor input = getTensor(in.data(), shape), output = getTensor(out.data(), shape);
    input.ndim = output.ndim = 2;
    dlc_error runError;
    ASSERT_EQ(dlLibraryRun(library, &input, 1, &output, 1, &runError), DLC_OK) << runError.message;
    EXPECT_EQ(in, out);
  }

  // No machine has an arena of these rows; nothing is touched before it is there.
  float element = 0;
  int64_t shape[2] = {int64_t(1) << 50, 2};
  dlc_tensor input = getTensor(&element, shape), output = getTensor(&element, shape);
  input.ndim = output.ndim = 2;
  dlc_error runError;
  EXPECT_EQ(dlLibraryRun(library, &input, 1, &output, 1, &runError), DLC_ERROR_MEMORY);
  EXPECT_NE(llvm::StringRef(runError.message).find("expected memory for an arena of"),
            llvm::StringRef::npos)
      << runError.message;
  EXPECT_EQ(dlLibraryRun(library, &input, 1, &output, 1, nullptr), DLC_ERROR_MEMORY);
}
