//===-- HugeWeightsTest.cpp - weights of megabytes --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model whose weights fill huge pages: where they are copied to, and that the
// context's size is right wherever its memory begins.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Compile.h"
#include "dl/Runtime/CompiledModel.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>

namespace {

constexpr size_t hugePage = size_t(2) << 20;

/// 768 x 1024 weights of one half: 3 MiB.
constexpr const char *text = R"(
func.func @main(%x: tensor<1x768xf32> {dl.name = "x"}) -> (tensor<1x1024xf32> {dl.name = "y"}) {
  %w = graph.constant dense<0.5> : tensor<768x1024xf32>
  %0 = graph.gemm %x, %w : (tensor<1x768xf32>, tensor<768x1024xf32>) -> tensor<1x1024xf32>
  return %0 : tensor<1x1024xf32>
})";

void *load() {
  llvm::SmallString<128> input, output;
  int fd;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("huge", "mlir", fd, input));
  llvm::raw_fd_ostream(fd, /*shouldClose=*/true) << text;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("huge", "so", output));
  dl::CompileOptions options;
  options.input = input.str();
  options.output = output.str();
  std::string errors;
  llvm::raw_string_ostream os(errors);
  EXPECT_TRUE(mlir::succeeded(dl::compileModel(options, os))) << errors;
  void *library = dlopen(output.c_str(), RTLD_NOW | RTLD_LOCAL);
  (void)llvm::sys::fs::remove(input);
  (void)llvm::sys::fs::remove(output);
  return library;
}

/// Whether the kernel notes, for the mapping around an address, that huge pages
/// are wanted.
bool wantsHugePages(const void *address) {
  auto buffer = llvm::MemoryBuffer::getFileAsStream("/proc/self/smaps");
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  bool inside = false;
  for (llvm::StringRef line : lines) {
    auto [range, rest] = line.split(' ');
    auto [from, to] = range.split('-');
    uint64_t first, last;
    if (!from.getAsInteger(16, first) && !to.getAsInteger(16, last))
      inside = first <= uint64_t(address) && uint64_t(address) < last;
    if (inside && line.starts_with("VmFlags:"))
      return line.contains(" hg");
  }
  return false;
}

TEST(HugeWeights, LieOnHugePagesInsideTheContext) {
  void *library = load();
  ASSERT_NE(library, nullptr);
#define DLC(name) reinterpret_cast<decltype(&::name)>(dlsym(library, #name))
  const dlc_model *model = DLC(dlc_get_model)();
  ASSERT_EQ(DLC(dlc_weights_size)(model), size_t(3) << 20);
  // The header, a way to the next boundary, and two whole huge pages.
  size_t size = DLC(dlc_context_size)(model, nullptr);
  EXPECT_EQ(size, DLC_ALIGNMENT + hugePage - DLC_ALIGNMENT + 2 * hugePage);

  // Memory whose end is followed by pages that cannot be touched.
  size_t page = 4096, mapped = 4 * hugePage;
  char *region = static_cast<char *>(
      mmap(nullptr, mapped + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_EQ(mprotect(region + mapped, page, PROT_NONE), 0);
  std::vector<float> x(768, 0.25f), y(1024);
  int64_t inShape[2] = {1, 768}, outShape[2] = {1, 1024};
  dlc_tensor input = {x.data(), {1, 0}, 2, {DLC_FLOAT, 32, 1}, inShape, nullptr, 0};
  dlc_tensor output = {y.data(), {1, 0}, 2, {DLC_FLOAT, 32, 1}, outShape, nullptr, 0};
  size_t arenaSize = DLC(dlc_arena_size)(model);
  std::vector<char> arenaBytes(arenaSize + DLC_ALIGNMENT);
  char *arena = arenaBytes.data() + (-size_t(arenaBytes.data())) % DLC_ALIGNMENT;
  for (size_t shift : {size_t(0), size_t(64), size_t(4096 - 64)}) {
    char *memory = region + mapped - size - shift;
    dlc_context *context = nullptr;
    dlc_error error;
    ASSERT_EQ(DLC(dlc_init)(model, nullptr, memory, size, &context, &error), DLC_OK)
        << error.message;
    std::fill(y.begin(), y.end(), 0.0f);
    ASSERT_EQ(DLC(dlc_run)(context, arena, arenaSize, &input, 1, &output, 1, nullptr, &error),
              DLC_OK)
        << error.message;
    for (float value : y)
      ASSERT_EQ(value, 96.0f);
    size_t boundary = (size_t(memory) + DLC_ALIGNMENT + hugePage - 1) / hugePage * hugePage;
    EXPECT_TRUE(wantsHugePages(reinterpret_cast<void *>(boundary)));
    float weight;
    memcpy(&weight, reinterpret_cast<void *>(boundary), sizeof(weight));
    EXPECT_EQ(weight, 0.5f);
    DLC(dlc_deinit)(context);
  }
  munmap(region, mapped + page);
}

} // namespace
