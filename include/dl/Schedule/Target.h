//===-- Target.h - the machine that kernels run on --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What legality and the rules ask of a machine, as plain data: nothing else in the
// library of plain schedules names a number or a memory of one.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_TARGET_H
#define DL_SCHEDULE_TARGET_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dl::schedule {

/// Marks a memory whose size is not known, or is no limit.
constexpr int64_t unlimitedBytes = -1;

/// The registers that vectors are kept in.
struct VectorRegisters {
  int64_t bytes = 64;
  int64_t count = 32;
  /// A step on part of a vector, as its mask says, takes as long as one on all of it.
  bool hasMasks = false;
  /// A load of part of a vector of elements of 4 or 8 bytes takes as long as one of all of it. A
  /// store of a part is one for each power of two, or longer where only a run knows the part.
  bool loadsParts = false;
  /// One instruction multiplies floats by powers of two, exactly or rounded once.
  bool scales = false;
  /// Products of bytes that are added up for each lane of 32 bits take less time than those of
  /// floats.
  bool multipliesBytes = false;
  /// They are products of numbers of 16 bits: bytes are widened before.
  bool widensBytes = false;
  /// Instructions multiply bf16 and add the products in f32.
  bool multipliesBFloats = false;
  /// Registers that hold rows of vectors, of which products of matrices are made; 0: there are
  /// none.
  int64_t numTiles = 0;
  /// An instruction takes what is the same for all lanes from memory, or from an element of a
  /// register.
  bool broadcasts = true;
  /// One instruction multiplies and adds, so that a product needs no register.
  bool fuses = true;
};

/// How fast a core computes. Rates are of one cycle; times are in cycles. Where a record does not
/// tell, these are what one of x86-64 has.
struct Core {
  double hertz = 3e9;
  /// Instructions of any kind; operations on numbers, a multiply-add is one; loads; stores.
  double instructions = 4, operations = 2, loads = 2, stores = 1;
  /// Operations that put elements of two vectors into one.
  double shuffles = 2;
  /// Until a sum can be used by the next one.
  double latency = 4;
  /// How long a vector of quotients, and one of a function such as exp, keeps the core busy.
  double quotient = 5, function = 20;
  /// Operations that the larger or smaller of two numbers takes, of which either may be NaN.
  double extremum = 3;
  /// Instructions that are begun and wait for others at a time: how far it looks ahead while a sum
  /// waits for the one before it.
  double waiting = 80;
  /// For how long a vector that lies in two lines of a cache cannot be loaded again after it is
  /// stored.
  double crossing = 6;
  /// What leaving a loop costs: its branch is mispredicted.
  double leaveLoop = 8;
  /// Until threads have begun a parallel loop and have met at its end.
  double team = 6000;
};

/// The most caches that a machine has.
constexpr size_t maxCaches = 4;

/// A cache, as one core sees it. What is not in the last one is in memory.
struct Cache {
  std::string name;
  int64_t bytes = 0;
  /// What it gets from the level behind it in a cycle of the core, and what of it where that is
  /// stored to; 0: as much.
  double bytesPerCycle = 0, storedBytesPerCycle = 0;
  /// The lines that one place of memory can be in.
  int64_t ways = 8;
};

/// For whom a value is stored once: for all that a kernel runs, for the threads of a block
/// together, or for each thread.
enum class Sharing : uint8_t { Kernel, Block, Thread };

/// A memory that a stage can be kept in.
struct MemoryScope {
  std::string name;
  Sharing sharing = Sharing::Kernel;
  /// What the stages of one launch can have of it together.
  int64_t bytes = unlimitedBytes;
};

/// A unit that multiplies blocks of inputs by blocks of weights and adds up, in memories of its
/// own, which units beside it fill and empty while it works (decoupled access and execute; Smith
/// 1982).
struct TensorUnit {
  /// The intrinsic that does one step, and what that takes: rows of inputs, and a block of outputs
  /// by inputs.
  std::string intrinsic;
  int64_t inputs = 0, outputs = 0;
  /// The scopes of what is multiplied and of sums.
  std::string inputScope, weightScope, sumScope;
  /// Elements that each of these holds: `inputs` numbers, `outputs` by `inputs`, and `outputs`
  /// sums.
  int64_t inputElements = 0, weightElements = 0, sumElements = 0;
  /// Bytes of a number that is multiplied, and of one that is stored.
  int64_t inputBytes = 1, weightBytes = 1, resultBytes = 1;
  /// Cycles: between two steps, of a step of elementwise work, from the beginning of a loop of
  /// steps to its first result, and until an instruction begins.
  double interval = 1, elementwise = 1, latency = 0, issue = 0;
  /// Memory: bytes in a cycle, and cycles until the first of them is there.
  double bytesPerCycle = 1, memoryLatency = 0;
};

/// The most that a launch can have.
struct LaunchLimits {
  /// Blocks of the grid, and threads of a block, along x, y and z.
  std::array<int64_t, 3> blocks, threads;
  /// Threads of a block together.
  int64_t threadsOfBlock;
};

/// One machine. Without a record of one: a CPU with AVX-512's registers, and what a GPU has.
struct Target {
  /// What kind of device it is, which tells how kernels become code: "cpu".
  std::string device = "cpu";
  /// Instruction set and system that code is made for, in LLVM's spelling; empty: this
  /// machine's.
  std::string triple;
  std::string name = "generic";
  VectorRegisters vector;
  Core core;
  /// The nearest first, and the bytes of a line of each.
  std::vector<Cache> caches = {{"L1", 32768, 32}, {"L2", 524288, 16}, {"L3", 16777216, 6}};
  int64_t lineBytes = 64;
  /// The first one is that of results, and of stages that name none.
  std::vector<MemoryScope> scopes = {{"global", Sharing::Kernel, unlimitedBytes},
                                     {"shared", Sharing::Block, 49152},
                                     {"local", Sharing::Thread, unlimitedBytes}};
  /// Of GPUs by NVIDIA, from compute capability 3.0 on, and the bytes of `shared` that a
  /// launch has without asking for more (CUDA C++ Programming Guide, section Compute
  /// Capabilities, table of technical specifications).
  LaunchLimits launch = {{2147483647, 65535, 65535}, {1024, 1024, 64}, 1024};

  /// Of accelerators whose virtual threads are contexts that take turns.
  std::optional<TensorUnit> tensorUnit;

  /// The scope of this name, or null.
  const MemoryScope *lookupScope(const std::string &scope) const;
  /// The names of all scopes: "global, shared or local".
  std::string listScopes() const;
  /// The first scope that is shared so, or null.
  const MemoryScope *findScope(Sharing sharing) const;
  /// Its name, for advice; where there is none, that of the last scope.
  const std::string &getScopeName(Sharing sharing) const;

  /// The bytes of what stays near a core: of the second cache, of an only one, or none.
  int64_t getNearBytes() const;

  /// What kernels of no known machine are for.
  static const std::shared_ptr<const Target> &getGeneric();
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_TARGET_H
