//===-- PrintConfig.cpp - writing a configuration ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As JSON with one thing a line, in a fixed order: equal configurations have equal texts.
//
//===----------------------------------------------------------------------===//
#include "ValidateConfig.h"

#include "JsonText.h"

using namespace dl::vdla;

/// {"key": number, ...} on one line.
static std::string printNumbers(std::initializer_list<std::pair<const char *, int64_t>> numbers) {
  std::string text;
  for (const auto &[key, value] : numbers)
    text += (text.empty() ? "" : ", ") + ("\"" + std::string(key) + "\": ") + std::to_string(value);
  return "{" + text + "}";
}

/// An array with an element a line, each already printed.
static std::string printArray(const std::vector<std::string> &elements, unsigned indent) {
  std::string text = "[";
  for (size_t i = 0; i < elements.size(); ++i)
    text += (i == 0 ? "\n" : ",\n") + std::string(indent + 2, ' ') + elements[i];
  return text + (elements.empty() ? "]" : "\n" + std::string(indent, ' ') + "]");
}

static std::string printFields(const std::vector<FieldDesc> &fields, unsigned indent) {
  std::vector<std::string> lines;
  for (const FieldDesc &field : fields)
    lines.push_back("{\"name\": " + quoteJson(getName(field.field)) + ", \"word\": " +
                    std::to_string(field.word) + ", \"bit\": " + std::to_string(field.bit) +
                    ", \"width\": " + std::to_string(field.width) +
                    (field.isSigned ? ", \"signed\": true}" : "}"));
  return printArray(lines, indent);
}

static std::string printCodes(const Config &config, CodeSet set) {
  std::vector<std::string> lines;
  for (const NamedCode &code : getCodes(config, set))
    lines.push_back("{\"name\": " + quoteJson(code.name) +
                    ", \"code\": " + std::to_string(code.code) + "}");
  return printArray(lines, 2);
}

static std::string printLoads(const Config &config) {
  std::vector<std::string> lines;
  for (const LoadForm &load : config.loads)
    lines.push_back("{\"name\": " + quoteJson(load.name) +
                    ", \"code\": " + std::to_string(load.code) + ", \"memory\": \"" +
                    getName(load.memory) + "\", \"stage\": \"" + getName(load.stage) + "\"" +
                    (load.widens ? ", \"widens\": true}" : "}"));
  return printArray(lines, 2);
}

static std::string printMachine(const Config &config) {
  const Widths &bits = config.bits;
  const Pipeline &pipe = config.pipeline;
  std::vector<std::string> memories, queues;
  for (const MemoryDesc &memory : config.memories)
    memories.push_back(std::string("{\"name\": \"") + getName(memory.memory) +
                       "\", \"depth\": " + std::to_string(memory.depth) + "}");
  for (const TokenQueue &queue : config.queues)
    queues.push_back(std::string("{\"from\": \"") + getName(queue.from) + "\", \"to\": \"" +
                     getName(queue.to) + "\", \"capacity\": " + std::to_string(queue.capacity) +
                     "}");
  std::string pipeline = printNumbers({{"issue", pipe.issue},
                                       {"gemm_interval", pipe.gemmInterval},
                                       {"gemm_latency", pipe.gemmLatency},
                                       {"alu_interval", pipe.aluInterval},
                                       {"alu_latency", pipe.aluLatency},
                                       {"transfer_latency", pipe.transferLatency},
                                       {"write_to_read", pipe.writeToRead}});
  pipeline.pop_back();
  pipeline += std::string(", \"forwards\": ") + (pipe.forwards ? "true}" : "false}");
  return "  \"name\": " + quoteJson(config.name) + ",\n  \"tile\": " +
         printNumbers({{"batch", config.tile.batch},
                       {"block_in", config.tile.blockIn},
                       {"block_out", config.tile.blockOut}}) +
         ",\n  \"bits\": " +
         printNumbers({{"inp", bits.inp},
                       {"wgt", bits.wgt},
                       {"acc", bits.acc},
                       {"out", bits.out},
                       {"uop", bits.uop},
                       {"bias", bits.bias},
                       {"multiplier", bits.multiplier},
                       {"shift", bits.shift}}) +
         ",\n  \"memories\": " + printArray(memories, 2) + ",\n  \"loads\": " + printLoads(config) +
         ",\n  \"queues\": " + printArray(queues, 2) + ",\n  \"fifos\": " +
         printNumbers({{"load", config.fifos[0]},
                       {"compute", config.fifos[1]},
                       {"store", config.fifos[2]}}) +
         ",\n  \"dram\": " +
         printNumbers({{"bytes_per_cycle", config.dram.bytesPerCycle},
                       {"latency", config.dram.latency},
                       {"burst_bytes", config.dram.burstBytes},
                       {"outstanding", config.dram.outstanding}}) +
         ",\n  \"pipeline\": " + pipeline;
}

std::string dl::vdla::printConfig(const Config &config) {
  std::string text = "{\n" + printMachine(config);
  for (CodeSet set : {CodeSet::Store, CodeSet::Pad, CodeSet::Round, CodeSet::Mode,
                      CodeSet::Operation, CodeSet::Stage})
    text += ",\n  \"" + std::string(getSetName(set)) + "\": " + printCodes(config, set);

  std::vector<std::string> pools, registers, formats;
  for (const PoolForm &pool : config.pools)
    pools.push_back(
        "{\"name\": " + quoteJson(pool.name) + ", \"code\": " + std::to_string(pool.code) +
        ", \"y\": " + std::to_string(pool.y) + ", \"x\": " + std::to_string(pool.x) + "}");
  for (const RegisterDesc &desc : config.registers)
    registers.push_back(std::string("{\"name\": \"") +
                        getCodeName(CodeSet::Register, unsigned(desc.reg)) +
                        "\", \"code\": " + std::to_string(desc.code) + ", \"stage\": \"" +
                        getName(desc.stage) + "\"}");
  for (const Format &format : config.formats)
    formats.push_back(std::string("{\"name\": \"") + getName(format.kind) +
                      "\", \"opcode\": " + std::to_string(format.opcode) +
                      ", \"fields\": " + printFields(format.fields, 4) + "}");
  return text + ",\n  \"pools\": " + printArray(pools, 2) +
         ",\n  \"registers\": " + printArray(registers, 2) +
         ",\n  \"instruction_words\": " + std::to_string(config.instructionWords) +
         ",\n  \"formats\": " + printArray(formats, 2) +
         ",\n  \"micro_op\": " + printFields(config.microOp, 2) + "\n}\n";
}
