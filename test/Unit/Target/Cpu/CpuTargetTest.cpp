//===-- CpuTargetTest.cpp - the records of known machines -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the manuals of some machines say of their registers, wherever the test runs.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"

#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include "gtest/gtest.h"

#include <fstream>

static llvm::Expected<dl::schedule::Target> getCpuTarget(llvm::StringRef cpu,
                                                         llvm::StringRef triple = "") {
  mlir::MLIRContext context;
  return dl::cpu::getCpuTarget(&context, cpu, triple);
}

static void expectRegisters(llvm::StringRef cpu, int64_t bytes, int64_t number,
                            llvm::StringRef triple = "x86_64-linux-gnu") {
  llvm::Expected<dl::schedule::Target> target = getCpuTarget(cpu, triple);
  ASSERT_TRUE(static_cast<bool>(target)) << llvm::toString(target.takeError());
  EXPECT_EQ(target->vector.bytes, bytes) << cpu.str();
  EXPECT_EQ(target->vector.count, number) << cpu.str();
}

TEST(CpuTarget, FollowsTheMachine) {
  expectRegisters("x86-64", 16, 16);
  expectRegisters("haswell", 32, 16);
  expectRegisters("znver3", 32, 16);
  expectRegisters("skylake-avx512", 64, 32);
  expectRegisters("cortex-a53", 16, 32, "aarch64-linux-gnu");
  // Its SVE registers have a size that only the machine knows; NEON's are taken.
  expectRegisters("neoverse-v1", 16, 32, "aarch64-linux-gnu");
}

/// What the kernel tells of the first level of caches for data; empty where it tells nothing.
static std::string getFirstCache(const std::string &entry) {
  for (int index = 0;; ++index) {
    std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    std::string type, found;
    if (!(std::ifstream(folder + "type") >> type))
      return "";
    if (type != "Instruction")
      return std::ifstream(folder + entry) >> found ? found : "";
  }
}

TEST(CpuTarget, HasTheCachesOfThisMachine) {
  std::string ways = getFirstCache("ways_of_associativity"), size = getFirstCache("size");
  if (ways.empty() || ways == "0" || size.empty())
    GTEST_SKIP() << "the kernel does not tell of caches";
  llvm::Expected<dl::schedule::Target> target = getCpuTarget("");
  ASSERT_TRUE(static_cast<bool>(target)) << llvm::toString(target.takeError());
  EXPECT_EQ(std::to_string(target->caches.front().ways), ways);
  EXPECT_EQ(std::to_string(target->caches.front().bytes / 1024) + "K", size);
}

static std::string getTriple(llvm::StringRef given) {
  llvm::Expected<dl::schedule::Target> target = getCpuTarget("", given);
  return target ? target->triple : llvm::toString(target.takeError());
}

TEST(CpuTarget, CompletesTriples) {
  EXPECT_EQ(getTriple(""), llvm::sys::getProcessTriple());
  EXPECT_EQ(getTriple("aarch64"), "aarch64-unknown-linux-gnu");
  EXPECT_EQ(getTriple("aarch64-linux-gnu"), "aarch64-unknown-linux-gnu");
  EXPECT_EQ(getTriple("x86_64-pc-linux-gnu"), "x86_64-pc-linux-gnu");
  for (llvm::StringRef other :
       {"aarch64_be-linux-gnu", "aarch64-linux-musl", "aarch64-apple-darwin", "riscv64-linux-gnu",
        "x86_64-linux-gnux32", "z80", "-"}) {
    std::string message = getTriple(other);
    EXPECT_EQ(
        message.find("expected --target to be x86_64-linux-gnu, aarch64-linux-gnu, the file of "
                     "a record or the name of a stock record (cortex-a53, "),
        0u)
        << message;
    EXPECT_NE(message.find("), got '" + other.str() + "'"), std::string::npos) << message;
  }
}

TEST(CpuTarget, TellsWhoseACpuIs) {
  auto getMessage = [](llvm::StringRef cpu, llvm::StringRef triple) {
    return llvm::toString(getCpuTarget(cpu, triple).takeError());
  };
  EXPECT_EQ(
      getMessage("cortex-a76", "x86_64-linux-gnu"),
      "expected --mcpu to name a CPU of target 'x86_64-unknown-linux-gnu', got 'cortex-a76', "
      "which is one of aarch64-linux-gnu; dl-compile --target=aarch64-linux-gnu compiles for it");
  EXPECT_EQ(
      getMessage("haswell", "aarch64-linux-gnu"),
      "expected --mcpu to name a CPU of target 'aarch64-unknown-linux-gnu', got 'haswell', "
      "which is one of x86_64-linux-gnu; dl-compile --target=x86_64-linux-gnu compiles for it");
}

TEST(CpuTarget, RefusesUnknownNames) {
  llvm::Expected<dl::schedule::Target> target = getCpuTarget("z80");
  ASSERT_FALSE(static_cast<bool>(target));
  EXPECT_NE(llvm::toString(target.takeError()).find("got 'z80'"), std::string::npos);
}
