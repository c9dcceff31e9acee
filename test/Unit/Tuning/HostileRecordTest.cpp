//===-- HostileRecordTest.cpp - lines that were tampered with -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines that differ from what was written by some bytes or numbers: reading and applying them
// gives an error, or a schedule whose loops compute the kernel.
//
//===----------------------------------------------------------------------===//
#include "PlainKernels.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/Legality.h"

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

/// What became of the lines of a test.
struct Counts {
  int unreadable = 0, illegal = 0, legal = 0;
};

/// Changes lines at random places.
class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  size_t draw(size_t count) { return random() % count; }

  /// Another byte, one more or one less, or a piece that is doubled or left out.
  void changeBytes(std::string &line) {
    size_t place = draw(line.size()), length = 1 + draw(20);
    switch (draw(5)) {
    case 0:
      line[place] = static_cast<char>(draw(256));
      break;
    case 1:
      line.insert(place, 1, "[]{}\",:0-e\\"[draw(11)]);
      break;
    case 2:
      line.erase(place, 1);
      break;
    case 3:
      line.insert(draw(line.size()), line.substr(place, length));
      break;
    default:
      line.erase(place, length);
    }
  }

  /// Another number in the place of one: a near one mostly, or one at the end of a range.
  void changeNumber(std::string &line) {
    size_t begin = line.find("\"steps\"") + draw(line.size() - line.find("\"steps\""));
    begin = line.find_first_of("0123456789", begin);
    if (begin == std::string::npos)
      return;
    size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
    static const char *const others[] = {"2147483647", "4294967296",          "1099511627776",
                                         "-1",         "9223372036854775807", "64"};
    line.replace(begin, end - begin,
                 draw(4) != 0 ? std::to_string(draw(20)) : others[draw(std::size(others))]);
  }

  /// Two steps in the places of each other, one twice, or one left out.
  void changeSteps(std::string &line) {
    llvm::Expected<Record> record = parseRecord(line);
    if (!record)
      return consumeError(record.takeError());
    std::vector<TraceStep> &steps = record->steps;
    if (steps.empty())
      return;
    size_t a = draw(steps.size()), b = draw(steps.size());
    switch (draw(3)) {
    case 0:
      std::swap(steps[a], steps[b]);
      break;
    case 1:
      steps.insert(steps.begin() + a, TraceStep(steps[b]));
      break;
    default:
      steps.erase(steps.begin() + a);
    }
    line = toLine(*record);
  }

private:
  std::mt19937_64 random;
};

/// Reads a line and applies its steps.
void tryLine(const KernelSchedule &plain, const std::string &line, Counts &counts) {
  llvm::Expected<Record> record = parseRecord(line);
  if (!record) {
    EXPECT_NE(toString(record.takeError()), "");
    ++counts.unreadable;
    return;
  }
  // What was read can be written and read again.
  std::string again = toLine(*record);
  EXPECT_EQ(toLine(llvm::cantFail(parseRecord(again))), again);
  KernelSchedule kernel = plain;
  if (llvm::Error error = applySteps(kernel, record->steps)) {
    EXPECT_NE(toString(std::move(error)), "");
    ++counts.illegal;
    return;
  }
  ++counts.legal;
  EXPECT_FALSE(checkKernel(kernel));
  LoopPlan plan;
  auto refusal = buildLoopPlan(kernel, plan);
  ASSERT_FALSE(refusal) << refusal->reason;
  auto fault = checkPlan(kernel, plan);
  ASSERT_FALSE(fault) << fault->reason;
}

/// Lines of what rules make of a kernel by chance, with up to three changes each.
Counts tryAll(const KernelSchedule &plain, int lines, uint64_t seed,
              void (Mutator::*change)(std::string &)) {
  Counts counts;
  for (int i = 0; i < lines; ++i, ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Mutator mutator(seed);
    std::string line = toLine(makeRecord(plain, mutator.draw(20)));
    for (size_t times = 1 + mutator.draw(3); times > 0; --times)
      (mutator.*change)(line);
    tryLine(plain, line, counts);
  }
  return counts;
}

std::vector<KernelSchedule> makeKernels() {
  return {makeMatmul(64, 60, 32), makeMatmul(dynamicExtent, 40, 8), makeConvolution(8, 10),
          makeSoftmax(12, 197), makeDots(64)};
}

TEST(HostileRecordTest, Bytes) {
  Counts all;
  for (const KernelSchedule &plain : makeKernels()) {
    Counts counts = tryAll(plain, 200, 1000, &Mutator::changeBytes);
    all.unreadable += counts.unreadable;
    all.illegal += counts.illegal;
    all.legal += counts.legal;
  }
  EXPECT_EQ(all.unreadable + all.illegal + all.legal, 1000);
  EXPECT_GT(all.unreadable, 500);
}

TEST(HostileRecordTest, Numbers) {
  for (const KernelSchedule &plain : makeKernels()) {
    Counts counts = tryAll(plain, 200, 2000, &Mutator::changeNumber);
    EXPECT_GT(counts.illegal, 20);
    EXPECT_GT(counts.legal, 10);
  }
}

TEST(HostileRecordTest, Order) {
  for (const KernelSchedule &plain : makeKernels()) {
    Counts counts = tryAll(plain, 200, 3000, &Mutator::changeSteps);
    EXPECT_EQ(counts.unreadable, 0);
    EXPECT_GT(counts.illegal, 20);
    EXPECT_GT(counts.legal, 10);
  }
}

/// The steps of one kernel on all others.
TEST(HostileRecordTest, OtherKernels) {
  Counts counts;
  for (const KernelSchedule &from : makeKernels())
    for (const KernelSchedule &to : makeKernels())
      for (int seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        tryLine(to, toLine(makeRecord(from, seed)), counts);
      }
  EXPECT_GT(counts.illegal, 50);
  EXPECT_GE(counts.legal, 50);
}

} // namespace
