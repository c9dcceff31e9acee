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

#include <dlfcn.h>
#include <sched.h>
#include <set>
#include <thread>

using dl::runtime::CompiledModel;

namespace {

/// Compiles a model for so many threads and loads it; `path` is where its library was.
std::unique_ptr<CompiledModel> compile(const char *input, int threads,
                                       llvm::SmallString<128> &path) {
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("threads", "so", path));
  dl::CompileOptions options;
  options.input = input;
  options.output = path.str();
  options.threads = threads;
  std::string errors;
  llvm::raw_string_ostream os(errors);
  EXPECT_TRUE(mlir::succeeded(dl::compileModel(options, os))) << errors;
  auto model = CompiledModel::load(path);
  EXPECT_TRUE(bool(model));
  (void)llvm::sys::fs::remove(path);
  return std::move(*model);
}

std::unique_ptr<CompiledModel> compileParallel() {
  llvm::SmallString<128> path;
  return compile(DL_TEST_PARALLEL_MODEL, 4, path);
}

/// Zeros for the inputs of a model.
llvm::SmallVector<dl::Tensor> makeInputs(const CompiledModel &model) {
  llvm::SmallVector<dl::Tensor> inputs;
  for (const auto &spec : model.getInputs()) {
    inputs.push_back(dl::Tensor(spec.type, spec.shape));
    memset(inputs.back().getMutableData(), 0, inputs.back().getNumBytes());
  }
  return inputs;
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
  llvm::SmallVector<dl::Tensor> inputs = makeInputs(*model);
  auto outputs = model->makeOutputs(inputs);
  EXPECT_TRUE(bool(outputs));
  EXPECT_FALSE(bool(model->run(inputs, *outputs)));
  return getThreads().size() - before;
}

/// The CPUs that the first thread of this program began with.
const cpu_set_t atStart = [] {
  cpu_set_t cpus;
  EXPECT_EQ(sched_getaffinity(0, sizeof(cpus), &cpus), 0);
  return cpus;
}();

// One test, in this order: libomp keeps the threads that it once started.
TEST(Threads, StartAsManyAsAskedForAndBindThem) {
  EXPECT_EQ(runOnce(1, false), 0u);
  EXPECT_EQ(runOnce(3, false), 2u);
  EXPECT_EQ(runOnce(1, false), 0u);
  // As many as compiled for.
  EXPECT_EQ(runOnce(0, false), 1u);

  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  EXPECT_TRUE(CPU_EQUAL(&allowed, &atStart)) << "nothing was to be bound so far";
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

// A run that is ended inside of a kernel gives back the number of threads that it had set.
TEST(Threads, AreAsBeforeWhereAnObserverEndsTheRun) {
  llvm::SmallString<128> path;
  std::unique_ptr<CompiledModel> model = compile(DL_TEST_PARALLEL_MODEL, 4, path);
  ASSERT_FALSE(bool(model->init(/*threads=*/2, /*bind=*/false)));
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_TRUE(library);
  auto *getMaxThreads = reinterpret_cast<int (*)()>(dlsym(library, "omp_get_max_threads"));
  auto *setThreads = reinterpret_cast<void (*)(int)>(dlsym(library, "omp_set_num_threads"));
  ASSERT_TRUE(getMaxThreads && setThreads);
  const int before = getMaxThreads();
  setThreads(7);
  llvm::SmallVector<dl::Tensor> inputs = makeInputs(*model);
  auto outputs = model->makeOutputs(inputs);
  ASSERT_TRUE(bool(outputs));
  auto toTensors = [](llvm::ArrayRef<dl::Tensor> tensors, auto getInfo) {
    llvm::SmallVector<dlc_tensor> made;
    for (const dl::Tensor &tensor : tensors)
      made.push_back({const_cast<void *>(tensor.getData()),
                      {1, 0},
                      static_cast<int32_t>(tensor.getShape().size()),
                      getInfo(static_cast<int32_t>(made.size()))->dtype,
                      const_cast<int64_t *>(tensor.getShape().data()),
                      nullptr,
                      0});
    return made;
  };
  auto in = toTensors(inputs, [&](int32_t i) { return model->getInputInfo(i); });
  auto out = toTensors(*outputs, [&](int32_t i) { return model->getOutputInfo(i); });
  dl::runtime::Arena arena = CompiledModel::makeArena(model->getArenaSize());
  for (bool ends : {false, true}) {
    int during = 0;
    bool wasEnded = false;
    dlc_error error = {};
    EXPECT_EQ(model->run(
                  in, out, arena,
                  [&](const dlc_event &) {
                    during = getMaxThreads();
                    return !ends;
                  },
                  wasEnded, &error),
              DLC_OK)
        << error.message;
    EXPECT_EQ(wasEnded, ends);
    EXPECT_EQ(during, 2);
    EXPECT_EQ(getMaxThreads(), 7);
  }
  setThreads(before);
  // Its library stays, since threads wait inside of libomp; that of one thread goes.
  EXPECT_EQ(dlclose(library), 0);
  model.reset();
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  EXPECT_TRUE(library);
  dlclose(library);
  model = compile(DL_TEST_MODEL, 1, path);
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  EXPECT_TRUE(library);
  dlclose(library);
  model.reset();
  EXPECT_FALSE(dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD));
}

} // namespace
