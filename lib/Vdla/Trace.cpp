//===-- Trace.cpp - a run to look at ----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Trace.h"

#include "JsonText.h"

#include "dl/Vdla/Assembly.h"

#include <algorithm>

using namespace dl::vdla;

namespace {
/// Collects events.
class TraceWriter {
public:
  TraceWriter(const DeviceModel &model, const Program &program, const CycleResult &result)
      : model(model), program(program), result(result), entries(program.instructions.size()) {
    for (const TimelineEntry &entry : result.timeline)
      entries[size_t(entry.instruction)] = entry;
  }
  std::string write();

private:
  void add(const std::string &event) { text += (text.empty() ? "" : ",\n") + event; }
  static std::string getPlace(Stage stage, int64_t time) {
    return "\"pid\": 0, \"tid\": " + std::to_string(int(stage)) +
           ", \"ts\": " + std::to_string(time);
  }
  void addTracks();
  void addInstruction(int64_t index);
  void addTokens(const TokenQueue &queue, size_t number);

  const DeviceModel &model;
  const Program &program;
  const CycleResult &result;
  std::vector<TimelineEntry> entries;
  int64_t numTokens = 0;
  std::string text;
};
} // namespace

void TraceWriter::addTracks() {
  add("{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": 0, \"args\": {\"name\": " +
      quoteJson(program.name + " on " + model.getConfig().name) + "}}");
  for (unsigned i = 0; i < numStages; ++i)
    add("{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 0, \"tid\": " + std::to_string(i) +
        ", \"args\": {\"name\": \"" + getName(Stage(i)) + "\"}}");
}

void TraceWriter::addInstruction(int64_t index) {
  const Instruction &instruction = program.instructions[size_t(index)];
  const TimelineEntry &entry = entries[size_t(index)];
  std::string assembly = disassemble(model, program, instruction);
  std::string name = assembly.substr(0, assembly.find(' ', assembly.find(' ') + 1));
  add("{\"name\": " + quoteJson(name) + ", \"ph\": \"X\", " +
      getPlace(model.getStage(instruction), entry.begin) +
      ", \"dur\": " + std::to_string(entry.end - entry.begin) + ", \"args\": {\"instruction\": " +
      std::to_string(index) + ", \"assembly\": " + quoteJson(assembly) + "}}");
}

/// An arrow from each push to its pop, which are the same in number and order.
void TraceWriter::addTokens(const TokenQueue &queue, size_t number) {
  std::vector<int64_t> pushes, pops;
  for (int64_t i = 0; i < int64_t(program.instructions.size()); ++i) {
    const Instruction &instruction = program.instructions[size_t(i)];
    Stage stage = model.getStage(instruction);
    for (FieldId field : {FieldId::PushPrev, FieldId::PushNext})
      if (instruction.has(field) && model.getQueue(stage, field) == int(number))
        pushes.push_back(i);
    for (FieldId field : {FieldId::PopPrev, FieldId::PopNext})
      if (instruction.has(field) && model.getQueue(stage, field) == int(number))
        pops.push_back(i);
  }
  std::string name = std::string(getName(queue.from)) + " to " + getName(queue.to);
  for (size_t i = 0; i < pushes.size() && i < pops.size(); ++i) {
    std::string head = "{\"name\": \"" + name +
                       "\", \"cat\": \"token\", \"id\": " + std::to_string(numTokens++) + ", ";
    // An arrow begins and ends inside of a slice; the last cycle of the one that pushes is.
    const TimelineEntry &from = entries[size_t(pushes[i])], &to = entries[size_t(pops[i])];
    add(head + "\"ph\": \"s\", " + getPlace(queue.from, std::max(from.begin, from.end - 1)) + "}");
    add(head + "\"ph\": \"f\", \"bp\": \"e\", " + getPlace(queue.to, to.begin) + "}");
  }
}

std::string TraceWriter::write() {
  addTracks();
  for (const TimelineEntry &entry : result.timeline)
    addInstruction(entry.instruction);
  for (size_t i = 0; i < model.getConfig().queues.size(); ++i)
    addTokens(model.getConfig().queues[i], i);
  return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" + text + "\n]}\n";
}

std::string dl::vdla::printChromeTrace(const DeviceModel &model, const Program &program,
                                       const CycleResult &result) {
  return TraceWriter(model, program, result).write();
}
