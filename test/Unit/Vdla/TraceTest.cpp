//===-- TraceTest.cpp - a run as a trace ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"
#include "TilePrograms.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Timeline.h"
#include "dl/Vdla/TokenMachine.h"
#include "dl/Vdla/Trace.h"

#include <algorithm>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

std::string trace(const Program &program, std::optional<CycleResult> &result) {
  const DeviceModel &model = getMachine("paper");
  CycleOptions options;
  options.recordsTimeline = true;
  std::string error;
  result = runCycles(model, program, options, error);
  EXPECT_TRUE(result) << error;
  return printChromeTrace(model, program, *result);
}

TEST(TraceTest, SlicesAndArrows) {
  std::string error;
  Program program =
      *assemble(getMachine("paper"), "program p\nnop load push_next\nfinish pop_prev\n", error);
  std::optional<CycleResult> result;
  EXPECT_EQ(trace(program, result), R"({"displayTimeUnit": "ns", "traceEvents": [
{"name": "process_name", "ph": "M", "pid": 0, "args": {"name": "p on paper"}},
{"name": "thread_name", "ph": "M", "pid": 0, "tid": 0, "args": {"name": "load"}},
{"name": "thread_name", "ph": "M", "pid": 0, "tid": 1, "args": {"name": "compute"}},
{"name": "thread_name", "ph": "M", "pid": 0, "tid": 2, "args": {"name": "store"}},
{"name": "nop load", "ph": "X", "pid": 0, "tid": 0, "ts": 0, "dur": 1, "args": {"instruction": 0, "assembly": "nop load push_next"}},
{"name": "finish pop_prev", "ph": "X", "pid": 0, "tid": 1, "ts": 1, "dur": 1, "args": {"instruction": 1, "assembly": "finish pop_prev"}},
{"name": "load to compute", "cat": "token", "id": 0, "ph": "s", "pid": 0, "tid": 0, "ts": 0},
{"name": "load to compute", "cat": "token", "id": 0, "ph": "f", "bp": "e", "pid": 0, "tid": 1, "ts": 1}
]}
)");
}

size_t count(const std::string &text, const std::string &part) {
  size_t number = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++number;
  return number;
}

TEST(TraceTest, TokensThatNobodyTakesHaveNoArrow) {
  std::string error;
  Program program =
      *assemble(getMachine("paper"),
                "program p\nnop load push_next\nnop load push_next\nfinish pop_prev\n", error);
  std::optional<CycleResult> result;
  std::string text = trace(program, result);
  EXPECT_EQ(count(text, "\"ph\": \"X\""), 3u);
  EXPECT_EQ(count(text, "\"ph\": \"s\""), 1u);
  EXPECT_EQ(count(text, "\"ph\": \"f\""), 1u);
}

TEST(TraceTest, TimelineHasALetterForEachInstruction) {
  std::string error;
  const DeviceModel &model = getMachine("paper");
  Program program = *assemble(
      model, "program p\nnop load\nnop load push_next\nnop store\nfinish pop_prev\n", error);
  std::optional<CycleResult> result;
  trace(program, result);
  EXPECT_EQ(printTimeline(model, program, *result), "4 cycles, 1 a column: f finish, n nop\n"
                                                    "load    |nN..|\n"
                                                    "compute |...f|\n"
                                                    "store   |..n.|\n");
  // A column of several cycles shows what has most of them.
  EXPECT_EQ(printTimeline(model, program, *result, 1), "4 cycles, 4 to a column: f finish, n nop\n"
                                                       "load    |n|\n"
                                                       "compute |.|\n"
                                                       "store   |.|\n");
  // One that is busy for half of its cycles shows them; the last column may have fewer.
  std::string half = "4 cycles, 2 to a column: f finish, n nop\n"
                     "load    |n.|\n"
                     "compute |.f|\n"
                     "store   |.n|\n";
  EXPECT_EQ(printTimeline(model, program, *result, 2), half);
  EXPECT_EQ(printTimeline(model, program, *result, 3), half);
  EXPECT_EQ(printTimeline(model, program, *result, 4), printTimeline(model, program, *result, 5));
  EXPECT_EQ(printTimeline(model, program, *result, 0), "4 cycles, 3 to a column: f finish, n nop\n"
                                                       "load    |n.|\n"
                                                       "compute |..|\n"
                                                       "store   |..|\n");
}

TEST(TraceTest, ShowsEachInstructionAndToken) {
  std::mt19937_64 random = makeRandom(21);
  Program program = makeAdd(getMachine("paper"), 37, 8, 2, random).program;
  std::optional<CycleResult> result;
  std::string text = trace(program, result);
  size_t tokens = 0;
  for (const Instruction &instruction : program.instructions)
    tokens += size_t(instruction.get(FieldId::PushPrev) + instruction.get(FieldId::PushNext));
  EXPECT_EQ(count(text, "\"ph\": \"X\""), program.instructions.size());
  EXPECT_EQ(count(text, "\"ph\": \"s\""), tokens);
  EXPECT_EQ(count(text, "\"ph\": \"f\""), tokens);
  // Each arrow goes from the end of the one to the begin of the other.
  const DeviceModel &model = getMachine("paper");
  TokenMachine machine(model, program, Bounds::Machine);
  auto find = [&](int64_t index) {
    return *std::find_if(result->timeline.begin(), result->timeline.end(),
                         [&](const TimelineEntry &entry) { return entry.instruction == index; });
  };
  unsigned id = 0;
  for (unsigned queue = 0; queue < model.getConfig().queues.size(); ++queue)
    for (int64_t token = 0; machine.findPush(queue, token) >= 0; ++token, ++id) {
      std::string from = std::to_string(find(machine.findPush(queue, token)).end - 1);
      std::string to = std::to_string(find(machine.findPop(queue, token)).begin);
      std::string head = "\"id\": " + std::to_string(id) + ", \"ph\": ";
      std::string place = "\"pid\": 0, \"tid\": ";
      const TokenQueue &desc = model.getConfig().queues[queue];
      EXPECT_EQ(count(text, head + "\"s\", " + place + std::to_string(int(desc.from)) +
                                ", \"ts\": " + from + "}"),
                1u);
      EXPECT_EQ(count(text, head + "\"f\", \"bp\": \"e\", " + place + std::to_string(int(desc.to)) +
                                ", \"ts\": " + to + "}"),
                1u);
    }
  // Slices of a stage follow each other.
  std::array<int64_t, numStages> ends = {};
  for (const TimelineEntry &entry : result->timeline) {
    Stage stage = getMachine("paper").getStage(program.instructions[size_t(entry.instruction)]);
    EXPECT_GE(entry.begin, ends[unsigned(stage)]);
    EXPECT_GE(entry.end, entry.begin);
    EXPECT_LE(entry.end, result->cycles);
    ends[unsigned(stage)] = entry.end;
  }
}

} // namespace
