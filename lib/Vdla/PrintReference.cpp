//===-- PrintReference.cpp - a machine as tables to read --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Reference.h"

#include "ValidateConfig.h"

#include <algorithm>

using namespace dl::vdla;

static std::string printMemories(const DeviceModel &model) {
  std::string text = "| memory | elements | bytes of one | bytes |\n| --- | --- | --- | --- |\n";
  for (const MemoryDesc &desc : model.getConfig().memories)
    text += std::string("| ") + getName(desc.memory) + " | " + std::to_string(desc.depth) + " | " +
            std::to_string(model.getElementBytes(desc.memory)) + " | " +
            std::to_string(model.getCapacityBytes(desc.memory)) + " |\n";
  return text;
}

static std::string printLoads(const DeviceModel &model) {
  std::string text = "| load form | code | memory | stage | bytes of an element in DRAM |\n"
                     "| --- | --- | --- | --- | --- |\n";
  for (const LoadForm &load : model.getConfig().loads) {
    Instruction instruction;
    instruction.kind = InstructionKind::Load;
    instruction.set(FieldId::Form, *model.lookupName(CodeSet::Load, load.name));
    text += "| " + load.name + " | " + std::to_string(load.code) + " | " + getName(load.memory) +
            " | " + getName(load.stage) + " | " +
            std::to_string(model.getDramElementBytes(instruction)) + " |\n";
  }
  return text;
}

static std::string printCodeTable(const Config &config) {
  std::string text = "| field | values, with their codes |\n| --- | --- |\n";
  for (unsigned i = 0; i < numFields; ++i) {
    std::optional<CodeSet> set = getCodeSet(FieldId(i));
    if (!set || *set == CodeSet::Load)
      continue;
    std::string values;
    for (const NamedCode &code : getCodes(config, *set))
      values += (values.empty() ? "" : ", ") + code.name + " " + std::to_string(code.code);
    text += std::string("| ") + getName(FieldId(i)) + " | " + values + " |\n";
  }
  return text;
}

/// " | sram 10..25, dram 26..57": a column for each word.
static std::string printFieldList(std::vector<FieldDesc> fields) {
  std::sort(fields.begin(), fields.end(), [](const FieldDesc &a, const FieldDesc &b) {
    return std::pair(a.word, a.bit) < std::pair(b.word, b.bit);
  });
  std::string text;
  for (size_t i = 0; i < fields.size(); ++i) {
    const FieldDesc &field = fields[i];
    if (i == 0 || fields[i - 1].word != field.word)
      text += " | ";
    else
      text += ", ";
    text += std::string(getName(field.field)) + (field.isSigned ? " (signed) " : " ") +
            std::to_string(field.bit);
    if (field.width > 1)
      text += ".." + std::to_string(field.bit + field.width - 1);
  }
  return text;
}

static std::string printFormats(const Config &config) {
  std::string text = "| instruction | opcode";
  for (int64_t word = 0; word < config.instructionWords; ++word)
    text += " | bits of word " + std::to_string(word);
  text += " |\n| --- | ---";
  for (int64_t word = 0; word < config.instructionWords; ++word)
    text += " | ---";
  text += " |\n";
  for (const Format &format : config.formats) {
    std::string fields = printFieldList(format.fields);
    int64_t words = std::count(fields.begin(), fields.end(), '|');
    text +=
        std::string("| ") + getName(format.kind) + " | " + std::to_string(format.opcode) + fields;
    for (; words < config.instructionWords; ++words)
      text += " | ";
    text += " |\n";
  }
  std::string fields = printFieldList(config.microOp);
  text += "| micro-op | " + fields;
  for (int64_t words = std::count(fields.begin(), fields.end(), '|');
       words < config.instructionWords; ++words)
    text += " | ";
  return text + " |\n";
}

std::string dl::vdla::printReference(const DeviceModel &model) {
  const Config &config = model.getConfig();
  return "Machine `" + config.name + "`: one step multiplies " + std::to_string(config.tile.batch) +
         " x " + std::to_string(config.tile.blockIn) + " by " +
         std::to_string(config.tile.blockIn) + " x " + std::to_string(config.tile.blockOut) +
         " numbers.\n\n" + printMemories(model) + "\n" + printLoads(model) + "\n" +
         printCodeTable(config) + "\n" + printFormats(config);
}
