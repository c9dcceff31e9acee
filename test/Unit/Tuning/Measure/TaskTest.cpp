//===-- TaskTest.cpp - the distinct kernels of a module ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names do not matter for the key of a task, all else does.
//
//===----------------------------------------------------------------------===//
#include "SmallTask.h"

#include "dl/Tuning/Tasks/OpenSizes.h"

using namespace dl::tuning;

namespace {

TEST(TaskTest, NamesDoNotMatter) {
  std::vector<Task> one = readTasks(makeProduct("matmul", "matmul", "m", 32)),
                    other = readTasks(makeProduct("gemm_7", "product", "row", 32));
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(other.size(), 1u);
  EXPECT_EQ(one[0].key, other[0].key);
  EXPECT_EQ(one[0].module, other[0].module);
  EXPECT_EQ(one[0].key.size(), 64u);
  EXPECT_EQ(one[0].name, "matmul");
  EXPECT_EQ(other[0].name, "gemm_7");
}

TEST(TaskTest, WhatIsComputedWhereAndHowDoes) {
  std::string product = makeProduct("matmul", "matmul", "m", 32);
  std::string key = readTasks(product)[0].key;
  EXPECT_NE(key, readTasks(makeProduct("matmul", "matmul", "m", 48))[0].key);
  EXPECT_NE(key, readTasks(product, /*threads=*/2)[0].key);
  std::string sum = product, fixed = product;
  sum.replace(sum.find("arith.mulf"), 10, "arith.addf");
  EXPECT_NE(key, readTasks(sum)[0].key);
  fixed.erase(fixed.find("{te.layout_free}"), 16);
  EXPECT_NE(key, readTasks(fixed)[0].key);
  EXPECT_NE(key, readTasks("module attributes {dlti.target_system_spec = "
                           "#dlti.target_system_spec<\"cpu\" = #dlti.target_device_spec<"
                           "\"name\" = \"other\">>} {" +
                           product + "}")[0]
                     .key);
}

/// Of a system with several devices, a kernel is for the first one, or for the one that it names.
TEST(TaskTest, OtherDevicesOfTheSystemDoNotMatter) {
  auto getKey = [](int64_t first, int64_t second, llvm::StringRef device) {
    std::string text = makeProduct("matmul", "matmul", "m", 32);
    if (!device.empty())
      text.replace(text.find("{te.kernel}"), 11,
                   "{te.kernel, dl.device = \"" + device.str() + "\"}");
    auto context = dl::createCompilerContext();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        llvm::formatv("module attributes {{dlti.target_system_spec = #dlti.target_system_spec<"
                      "\"cpu\" = #dlti.target_device_spec<\"vector_registers\" = {0} : i64>, "
                      "\"other\" = #dlti.target_device_spec<\"speed\" = {1} : i64>>} {{{2}}",
                      first, second, text)
            .str(),
        context.get());
    EXPECT_TRUE(module);
    return getTaskKey(*module->getOps<mlir::func::FuncOp>().begin(), 1);
  };
  EXPECT_EQ(getKey(16, 1, ""), getKey(16, 2, ""));
  EXPECT_NE(getKey(16, 1, ""), getKey(32, 1, ""));
  EXPECT_EQ(getKey(16, 1, "other"), getKey(32, 1, "other"));
  EXPECT_NE(getKey(16, 1, "other"), getKey(16, 2, "other"));
  // What the system says nothing of may depend on all.
  EXPECT_NE(getKey(16, 1, "none"), getKey(32, 1, "none"));
  EXPECT_NE(getKey(16, 1, "none"), getKey(16, 2, "none"));
}

/// Threads are the CPU's: what another device runs is one task for any number.
TEST(TaskTest, ThreadsOfOtherDevicesDoNotMatter) {
  std::string text = makeProduct("matmul", "matmul", "m", 32);
  auto context = dl::createCompilerContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  mlir::func::FuncOp kernel = *module->getOps<mlir::func::FuncOp>().begin();
  EXPECT_NE(getTaskKey(kernel, 1), getTaskKey(kernel, 2));
  kernel->setAttr("dl.device", mlir::StringAttr::get(context.get(), "other"));
  EXPECT_EQ(getTaskKey(kernel, 1), getTaskKey(kernel, 2));
  std::vector<Task> tasks = extractTasks(*module, 4, nullptr, {}, "other");
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].threads, 1);
}

TEST(TaskTest, WeightsAreWhatHasAFreeLayout) {
  EXPECT_EQ(readTasks(makeProduct("matmul", "matmul", "m", 32))[0].weightBytes, 24 * 32 * 4);
  EXPECT_EQ(readTasks(makeProduct("matmul", "matmul", "m", 32))[0].otherWeightBytes, 0);
  std::string fixed = makeProduct("matmul", "matmul", "m", 32);
  fixed.erase(fixed.find("{te.layout_free}"), 16);
  EXPECT_EQ(readTasks(fixed)[0].weightBytes, 0);
}

TEST(TaskTest, EqualKernelsAreOneTask) {
  std::string both = makeProduct("one", "matmul", "m", 32) + makeProduct("two", "x", "y", 32) +
                     makeProduct("three", "matmul", "m", 40);
  both += R"(
func.func @main(%a: tensor<16x24xf32>, %b: tensor<24x32xf32>, %c: tensor<16x32xf32> {te.destination})
    -> tensor<16x32xf32> {
  %e = tensor.empty() : tensor<16x32xf32>
  %0 = call @one(%a, %b, %e) : (tensor<16x24xf32>, tensor<24x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  %1 = call @two(%a, %b, %c) : (tensor<16x24xf32>, tensor<24x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
})";
  std::vector<Task> tasks = readTasks(both);
  ASSERT_EQ(tasks.size(), 2u);
  EXPECT_EQ(tasks[0].name, "one");
  EXPECT_EQ(tasks[0].uses, 2);
  EXPECT_EQ(tasks[1].name, "three");
  EXPECT_EQ(tasks[1].uses, 0);
  // Between two calls of one of them with its weights are all other calls.
  EXPECT_EQ(tasks[0].otherWeightBytes, 24 * 32 * 4 + 24 * 40 * 4);
  EXPECT_EQ(tasks[1].otherWeightBytes, 2 * 24 * 32 * 4);
}

/// A kernel whose rows only a run knows: those of an operand, or a number of its own.
std::string makeOpenProduct(bool followsOperand) {
  std::string open = makeProduct("open", "matmul", "m", 32);
  for (size_t at; (at = open.find("16x")) != std::string::npos;)
    open.replace(at, 3, "?x");
  open.replace(open.find("m = 16"), 6, "m = %d");
  if (followsOperand)
    open.insert(open.find("  %r = "), "  %z = arith.constant 0 : index\n"
                                      "  %d = tensor.dim %a, %z : tensor<?x24xf32>\n");
  else
    open.insert(open.find("%a:"), "%d: index, ");
  return open;
}

TEST(TaskTest, OpenSizesGetNumbers) {
  std::string kernel = makeOpenProduct(true);
  std::vector<Task> tasks = readTasks(kernel);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].sizes, std::vector<int64_t>{usualSize});
  // What the model's size leads to where the kernel is called.
  std::string model = kernel + R"(
func.func @main(%x: tensor<?x24xf32> {dl.dims = ["rows", 24]}, %w: tensor<24x32xf32>)
    -> tensor<?x32xf32> {
  %z = arith.constant 0 : index
  %three = arith.constant 3 : index
  %n = tensor.dim %x, %z : tensor<?x24xf32>
  %m = arith.divui %n, %three : index
  %part = tensor.extract_slice %x[0, 0] [%m, 24] [1, 1] : tensor<?x24xf32> to tensor<?x24xf32>
  %o = tensor.empty(%m) : tensor<?x32xf32>
  %r = call @open(%part, %w, %o)
      : (tensor<?x24xf32>, tensor<24x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
})";
  auto context = dl::createCompilerContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(model, context.get());
  ASSERT_TRUE(module);
  tasks = extractTasks(*module, 1, nullptr, {{"rows", 120}});
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].sizes, std::vector<int64_t>{40});
  // One task, whatever the sizes.
  EXPECT_EQ(tasks[0].key, readTasks(kernel)[0].key);
}

TEST(TaskTest, WhatIsNoTaskIsTold) {
  std::string open = makeOpenProduct(false), scheduled = makeProduct("open", "matmul", "m", 32);
  scheduled.replace(scheduled.find("{te.kernel}"), 11, "{te.kernel, schedule.sequence = @none}");
  std::vector<std::pair<std::string, std::string>> skipped;
  EXPECT_TRUE(readTasks(open, 1, &skipped).empty());
  ASSERT_EQ(skipped.size(), 1u);
  EXPECT_EQ(skipped[0].first, "open");
  EXPECT_EQ(
      skipped[0].second,
      "its extents are known only at run time, and do not follow from the sizes of the model's "
      "inputs");
  EXPECT_TRUE(readTasks(scheduled, 1, &skipped).empty());
  ASSERT_EQ(skipped.size(), 2u);
  EXPECT_EQ(skipped[1].second, "it has a schedule");
  const std::string bare =
      "func.func private @bare(%a: tensor<8xf32>, %c: tensor<8xf32> {te.destination}) -> "
      "tensor<8xf32> attributes {te.kernel} { return %a : tensor<8xf32> }";
  EXPECT_TRUE(readTasks(bare, 1, &skipped).empty());
  ASSERT_EQ(skipped.size(), 3u);
  EXPECT_EQ(skipped[2].second, "it has no stage that a schedule could change");
  // Nobody has to ask.
  EXPECT_TRUE(readTasks(bare).empty());
}

TEST(TaskTest, WhatNoRecordHoldsIsSkipped) {
  auto make = [](size_t bytes) {
    std::string text = makeProduct("large", "matmul", "m", 32);
    text.replace(text.find("{te.kernel}"), 11,
                 "{te.kernel, note = \"" + std::string(bytes, 'x') + "\"}");
    return text;
  };
  // What the record of a kernel has beside the note.
  std::vector<std::pair<std::string, std::string>> skipped;
  std::vector<Task> small = readTasks(make(1));
  ASSERT_EQ(small.size(), 1u);
  size_t most = maxRecordBytes - toLine(makeKernelRecord(small[0])).size() + 1;
  std::vector<Task> tasks = readTasks(make(most), 1, &skipped);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_TRUE(skipped.empty());
  auto record = parseKernelRecord(toLine(makeKernelRecord(tasks[0])));
  ASSERT_TRUE(bool(record)) << llvm::toString(record.takeError());
  EXPECT_EQ(record->module, tasks[0].module);
  // The others are tasks all the same.
  tasks = readTasks(make(most + 1) + makeProduct("other", "x", "y", 40), 1, &skipped);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].name, "other");
  ASSERT_EQ(skipped.size(), 1u);
  EXPECT_EQ(skipped[0].first, "large");
  EXPECT_EQ(skipped[0].second,
            "its record would have 1048577 bytes, more than the 1048576 of a line");
}

} // namespace
