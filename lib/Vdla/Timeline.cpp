//===-- Timeline.cpp - a run of a program as lines of text ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads are shown by the first letter of their form, others by that of their kind.
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Timeline.h"

#include "dl/Vdla/Assembly.h"

#include <algorithm>
#include <cctype>
#include <map>

using namespace dl::vdla;

/// The word that says what an instruction does: "gemm", "store", or what a load fills.
static std::string getWord(const DeviceModel &model, const Program &program,
                           const Instruction &instruction) {
  std::string text = disassemble(model, program, instruction);
  auto take = [&] {
    size_t end = std::min(text.find(' '), text.size());
    std::string word = text.substr(0, end);
    text.erase(0, std::min(end + 1, text.size()));
    return word;
  };
  std::string word = take();
  return word == "load" ? take() : word;
}

std::string dl::vdla::printTimeline(const DeviceModel &model, const Program &program,
                                    const CycleResult &result, int64_t columns) {
  int64_t width =
      std::max<int64_t>(1, (result.cycles + columns - 1) / std::max<int64_t>(columns, 1));
  auto length = size_t((result.cycles + width - 1) / width);
  std::array<std::string, numStages> lines;
  std::array<std::vector<int64_t>, numStages> most, covered;
  std::array<bool, numStages> isUpper = {};
  std::map<char, std::string> words;
  for (unsigned stage = 0; stage < numStages; ++stage) {
    lines[stage].assign(length, '.');
    most[stage].assign(length, 0);
    covered[stage].assign(length, 0);
  }
  // Entries of a stage come one after the other.
  for (const TimelineEntry &entry : result.timeline) {
    const Instruction &instruction = program.instructions[size_t(entry.instruction)];
    auto stage = unsigned(model.getStage(instruction));
    std::string word = getWord(model, program, instruction);
    char letter = word.front();
    words[letter] = word.substr(0, word.find('_'));
    if (isUpper[stage])
      letter = char(std::toupper(letter));
    isUpper[stage] = !isUpper[stage];
    for (int64_t column = entry.begin / width; column * width < entry.end; ++column) {
      int64_t cycles =
          std::min(entry.end, (column + 1) * width) - std::max(entry.begin, column * width);
      auto at = size_t(column);
      covered[stage][at] += cycles;
      if (cycles > most[stage][at]) {
        most[stage][at] = cycles;
        lines[stage][at] = letter;
      }
    }
  }
  std::string text = std::to_string(result.cycles) + " cycles, " + std::to_string(width) +
                     (width == 1 ? " a column:" : " to a column:");
  for (const auto &[letter, word] : words)
    text += std::string(" ") + letter + " " + word + (letter == words.rbegin()->first ? "" : ",");
  text += "\n";
  for (unsigned stage = 0; stage < numStages; ++stage) {
    for (size_t column = 0; column < length; ++column)
      if (2 * covered[stage][column] < width)
        lines[stage][column] = '.';
    std::string name = getName(Stage(stage));
    text +=
        name + std::string(8 - std::min<size_t>(name.size(), 8), ' ') + "|" + lines[stage] + "|\n";
  }
  return text;
}
