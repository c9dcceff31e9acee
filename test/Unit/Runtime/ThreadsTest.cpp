//===-- ThreadsTest.cpp - teams and CPUs of parallel models -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many threads a run starts and where they may run, read from /proc. Results
// are compared by test/Integration/threads.test.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Compile.h"
#include "dl/Runtime/CompiledModel.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <sched.h>
#include <set>
#include <thread>

using dl::runtime::CompiledModel;

namespace {

std::unique_ptr<CompiledModel> compileParallel() {
  llvm::SmallString<128> path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("threads", "so", path));
  dl::CompileOptions options;
  options.input = DL_TEST_PARALLEL_MODEL;
  options.output = path.str();
  options.threads = 4;
  std::string errors;
  llvm::raw_string_ostream os(errors);
  EXPECT_TRUE(mlir::succeeded(dl::compileModel(options, os))) << errors;
  auto model = CompiledModel::load(path);
  EXPECT_TRUE(bool(model));
  (void)llvm::sys::fs::remove(path);
  return std::move(*model);
}

/// The CPUs that each thread of this process may use, by thread.
std::map<std::string, std::string> getThreads() {
  std::map<std::string, std::string> threads;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it("/proc/self/task", error), end; it != end && !error;
       it.increment(error)) {
    auto status = llvm::MemoryBuffer::getFileAsStream(it->path() + "/status");
    if (!status)
      continue;
    auto [before, after] = (*status)->getBuffer().split("Cpus_allowed_list:");
    threads[it->path()] = after.split('\n').first.trim().str();
  }
  return threads;
}

/// Initialises and runs a model; returns how many threads that started.
size_t runOnce(int32_t threads, bool bind) {
  std::unique_ptr<CompiledModel> model = compileParallel();
  size_t before = getThreads().size();
  EXPECT_FALSE(bool(model->init(threads, bind)));
  llvm::SmallVector<dl::Tensor> inputs;
  for (const auto &spec : model->getInputs()) {
    inputs.push_back(dl::Tensor(spec.type, spec.shape));
    memset(inputs.back().getMutableData(), 0, inputs.back().getNumBytes());
  }
  auto outputs = model->makeOutputs(inputs);
  EXPECT_TRUE(bool(outputs));
  EXPECT_FALSE(bool(model->run(inputs, *outputs)));
  return getThreads().size() - before;
}

// One test, in this order: libomp keeps the threads that it once started.
TEST(Threads, StartAsManyAsAskedForAndBindThem) {
  EXPECT_EQ(runOnce(1, false), 0u);
  EXPECT_EQ(runOnce(3, false), 2u);
  EXPECT_EQ(runOnce(1, false), 0u);
  // As many as compiled for.
  EXPECT_EQ(runOnce(0, false), 1u);

  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  if (CPU_COUNT(&allowed) < 2)
    GTEST_SKIP() << "binding needs two CPUs";
  for (const auto &[thread, cpus] : getThreads())
    EXPECT_NE(cpus.find_first_of("-,"), std::string::npos) << thread << " is bound to " << cpus;
  EXPECT_EQ(runOnce(2, true), 0u);
  std::multiset<std::string> bound;
  for (const auto &[thread, cpus] : getThreads())
    if (cpus.find_first_of("-,") == std::string::npos)
      bound.insert(cpus);
  // The caller and one more, on the first two CPUs that the caller could use.
  int first = 0;
  while (!CPU_ISSET(first, &allowed))
    ++first;
  int second = first + 1;
  while (!CPU_ISSET(second, &allowed))
    ++second;
  EXPECT_EQ(bound, (std::multiset<std::string>{std::to_string(first), std::to_string(second)}));
  sched_setaffinity(0, sizeof(allowed), &allowed);
}

} // namespace
