//===-- ParseConfig.cpp - reading a configuration ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From JSON, whose keys are those that PrintConfig.cpp writes. Each key is there and no other.
//
//===----------------------------------------------------------------------===//
#include "ValidateConfig.h"

#include "llvm/Support/JSON.h"

#include <set>

using namespace dl::vdla;

/// Depth of the brackets of a configuration, with room; the parser beneath recurses.
static constexpr unsigned maxNesting = 16;

/// Whether brackets outside of strings nest deeper than a configuration's.
static bool nestsTooDeeply(const std::string &text) {
  unsigned depth = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        isInString = false;
    } else if (c == '"') {
      isInString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > maxNesting)
        return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

namespace {
/// Reads values with their path, and keeps the first error.
class ConfigReader {
public:
  explicit ConfigReader(std::string &error) : error(error) {}
  bool read(const llvm::json::Value &value, Config &config);

private:
  using Object = llvm::json::Object;

  bool fail(const std::string &message) {
    if (error.empty())
      error = message;
    return false;
  }

  /// The object at a path, which has these keys and, where there are some, the optional ones.
  const Object *getObject(const llvm::json::Value *value, const std::string &path,
                          std::initializer_list<const char *> keys,
                          std::initializer_list<const char *> optional = {}) {
    const Object *object = value ? value->getAsObject() : nullptr;
    if (!object) {
      fail("expected an object at " + path);
      return nullptr;
    }
    std::set<std::string> known(optional.begin(), optional.end());
    for (const char *key : keys) {
      known.insert(key);
      if (!object->get(key)) {
        fail("expected key '" + std::string(key) + "' at " + path);
        return nullptr;
      }
    }
    for (const auto &entry : *object)
      if (!known.count(entry.first.str())) {
        fail("unknown key '" + entry.first.str() + "' at " + path + "; remove it");
        return nullptr;
      }
    return object;
  }

  bool getInteger(const Object &object, const char *key, const std::string &path, int64_t &result) {
    std::optional<int64_t> value = object.getInteger(key);
    if (!value)
      return fail("expected an integer at " + path + "." + key);
    result = *value;
    return true;
  }
  bool getCode(const Object &object, const char *key, const std::string &path, uint64_t &result) {
    int64_t value = 0;
    if (!getInteger(object, key, path, value))
      return false;
    if (value < 0)
      return fail("expected at least 0 at " + path + "." + key + ", got " + std::to_string(value));
    result = uint64_t(value);
    return true;
  }
  bool getString(const Object &object, const char *key, const std::string &path,
                 std::string &result) {
    auto value = object.getString(key);
    if (!value)
      return fail("expected a string at " + path + "." + key);
    result = value->str();
    return true;
  }

  /// One of `count` names.
  template <typename EnumT>
  bool lookup(const std::string &name, unsigned count, const char *(*nameOf)(EnumT),
              const std::string &path, EnumT &result) {
    std::string known;
    for (unsigned i = 0; i < count; ++i) {
      if (name == nameOf(EnumT(i))) {
        result = EnumT(i);
        return true;
      }
      known += (i == 0 ? "" : ", ") + std::string(nameOf(EnumT(i)));
    }
    return fail("expected one of " + known + " at " + path + ", got '" + name + "'");
  }
  template <typename EnumT>
  bool getName(const Object &object, const char *key, const std::string &path, unsigned count,
               const char *(*nameOf)(EnumT), EnumT &result) {
    std::string name;
    return getString(object, key, path, name) &&
           lookup(name, count, nameOf, path + "." + key, result);
  }

  /// Calls `take` with each element and its path.
  template <typename TakeT>
  bool readArray(const Object &object, const std::string &path, const char *key, TakeT take) {
    const llvm::json::Array *array = object.getArray(key);
    std::string name = path.empty() ? key : path + "." + key;
    if (!array)
      return fail("expected an array at " + name);
    for (size_t i = 0; i < array->size(); ++i)
      if (!take(&(*array)[i], name + "[" + std::to_string(i) + "]"))
        return false;
    return true;
  }

  struct Number {
    const char *key;
    int64_t *result;
  };
  bool readNumbers(const Object &root, const char *key, std::initializer_list<Number> numbers);
  bool readPipeline(const Object &root, Pipeline &pipeline);
  bool readCodes(const Object &root, CodeSet set, std::vector<Code> &codes);
  bool readFields(const Object &object, const std::string &path, const char *key,
                  std::vector<FieldDesc> &fields);
  bool readMachine(const Object &root, Config &config);
  bool readForms(const Object &root, Config &config);
  bool readEncoding(const Object &root, Config &config);

  std::string &error;
};
} // namespace

bool ConfigReader::readNumbers(const Object &root, const char *key,
                               std::initializer_list<Number> numbers) {
  const llvm::json::Value *value = root.get(key);
  const Object *object = value ? value->getAsObject() : nullptr;
  if (!object)
    return fail(std::string("expected an object at ") + key);
  for (const Number &number : numbers)
    if (!getInteger(*object, number.key, key, *number.result))
      return false;
  if (object->size() != numbers.size())
    return fail(std::string("expected only the known keys at ") + key + ", got " +
                std::to_string(object->size()) + " keys for " + std::to_string(numbers.size()));
  return true;
}

bool ConfigReader::readPipeline(const Object &root, Pipeline &pipeline) {
  const std::string path = "pipeline";
  const Object *object =
      getObject(root.get(path), path,
                {"issue", "gemm_interval", "gemm_latency", "alu_interval", "alu_latency",
                 "transfer_latency", "write_to_read", "forwards"});
  if (!object)
    return false;
  std::optional<bool> forwards = object->getBoolean("forwards");
  if (!forwards)
    return fail("expected true or false at pipeline.forwards");
  pipeline.forwards = *forwards;
  return getInteger(*object, "issue", path, pipeline.issue) &&
         getInteger(*object, "gemm_interval", path, pipeline.gemmInterval) &&
         getInteger(*object, "gemm_latency", path, pipeline.gemmLatency) &&
         getInteger(*object, "alu_interval", path, pipeline.aluInterval) &&
         getInteger(*object, "alu_latency", path, pipeline.aluLatency) &&
         getInteger(*object, "transfer_latency", path, pipeline.transferLatency) &&
         getInteger(*object, "write_to_read", path, pipeline.writeToRead);
}

bool ConfigReader::readCodes(const Object &root, CodeSet set, std::vector<Code> &codes) {
  return readArray(root, "", getSetName(set), [&](const llvm::json::Value *value, auto path) {
    const Object *object = getObject(value, path, {"name", "code"});
    std::string name;
    uint64_t code = 0;
    if (!object || !getString(*object, "name", path, name) || !getCode(*object, "code", path, code))
      return false;
    std::string known;
    for (unsigned i = 0; i < getNumCodes(set); ++i) {
      if (name == getCodeName(set, i)) {
        codes.push_back({i, code});
        return true;
      }
      known += (i == 0 ? "" : ", ") + std::string(getCodeName(set, i));
    }
    return fail("expected one of " + known + " at " + path + ".name, got '" + name + "'");
  });
}

bool ConfigReader::readFields(const Object &object, const std::string &path, const char *key,
                              std::vector<FieldDesc> &fields) {
  return readArray(object, path, key, [&](const llvm::json::Value *value, auto fieldPath) {
    const Object *field = getObject(value, fieldPath, {"name", "word", "bit", "width"}, {"signed"});
    std::string name;
    int64_t word = 0, bit = 0, width = 0;
    if (!field || !getString(*field, "name", fieldPath, name) ||
        !getInteger(*field, "word", fieldPath, word) ||
        !getInteger(*field, "bit", fieldPath, bit) ||
        !getInteger(*field, "width", fieldPath, width))
      return false;
    for (int64_t number : {word, bit, width})
      if (number < 0 || number > 64)
        return fail("expected word, bit and width from 0 to 64 at " + fieldPath + ", got " +
                    std::to_string(number));
    std::optional<FieldId> id = lookupField(name);
    if (!id)
      return fail("expected the name of a field at " + fieldPath + ".name, got '" + name + "'");
    bool isSigned = field->getBoolean("signed").value_or(false);
    fields.push_back({*id, unsigned(word), unsigned(bit), unsigned(width), isSigned});
    return true;
  });
}

bool ConfigReader::readMachine(const Object &root, Config &config) {
  Widths &bits = config.bits;
  DramPort &dram = config.dram;
  return getString(root, "name", "the top", config.name) &&
         readNumbers(root, "tile",
                     {{"batch", &config.tile.batch},
                      {"block_in", &config.tile.blockIn},
                      {"block_out", &config.tile.blockOut}}) &&
         readNumbers(root, "bits",
                     {{"inp", &bits.inp},
                      {"wgt", &bits.wgt},
                      {"acc", &bits.acc},
                      {"out", &bits.out},
                      {"uop", &bits.uop},
                      {"bias", &bits.bias},
                      {"multiplier", &bits.multiplier},
                      {"shift", &bits.shift}}) &&
         readNumbers(root, "dram",
                     {{"bytes_per_cycle", &dram.bytesPerCycle},
                      {"latency", &dram.latency},
                      {"burst_bytes", &dram.burstBytes},
                      {"outstanding", &dram.outstanding}}) &&
         readNumbers(root, "fifos",
                     {{"load", &config.fifos[0]},
                      {"compute", &config.fifos[1]},
                      {"store", &config.fifos[2]}}) &&
         readPipeline(root, config.pipeline) &&
         getInteger(root, "instruction_words", "the top", config.instructionWords);
}

bool ConfigReader::readForms(const Object &root, Config &config) {
  using Value = const llvm::json::Value *;
  return readArray(
             root, "", "memories",
             [&](Value value, auto path) {
               MemoryDesc desc = {};
               const Object *object = getObject(value, path, {"name", "depth"});
               if (!object ||
                   !getName(*object, "name", path, numMemories, &dl::vdla::getName, desc.memory) ||
                   !getInteger(*object, "depth", path, desc.depth))
                 return false;
               config.memories.push_back(desc);
               return true;
             }) &&
         readArray(
             root, "", "loads",
             [&](Value value, auto path) {
               LoadForm form = {};
               const Object *object =
                   getObject(value, path, {"name", "code", "memory", "stage"}, {"widens"});
               if (!object || !getString(*object, "name", path, form.name) ||
                   !getCode(*object, "code", path, form.code) ||
                   !getName(*object, "memory", path, numMemories, &dl::vdla::getName,
                            form.memory) ||
                   !getName(*object, "stage", path, numStages, &dl::vdla::getName, form.stage))
                 return false;
               form.widens = object->getBoolean("widens").value_or(false);
               config.loads.push_back(form);
               return true;
             }) &&
         readArray(root, "", "queues", [&](Value value, auto path) {
           TokenQueue queue = {};
           const Object *object = getObject(value, path, {"from", "to", "capacity"});
           if (!object ||
               !getName(*object, "from", path, numStages, &dl::vdla::getName, queue.from) ||
               !getName(*object, "to", path, numStages, &dl::vdla::getName, queue.to) ||
               !getInteger(*object, "capacity", path, queue.capacity))
             return false;
           config.queues.push_back(queue);
           return true;
         });
}

bool ConfigReader::readEncoding(const Object &root, Config &config) {
  using Value = const llvm::json::Value *;
  auto readPool = [&](Value value, auto path) {
    PoolForm pool = {};
    const Object *object = getObject(value, path, {"name", "code", "y", "x"});
    if (!object || !getString(*object, "name", path, pool.name) ||
        !getCode(*object, "code", path, pool.code) || !getInteger(*object, "y", path, pool.y) ||
        !getInteger(*object, "x", path, pool.x))
      return false;
    config.pools.push_back(pool);
    return true;
  };
  auto readRegister = [&](Value value, auto path) {
    RegisterDesc desc = {};
    const Object *object = getObject(value, path, {"name", "code", "stage"});
    auto nameOf = +[](Register reg) { return getCodeName(CodeSet::Register, unsigned(reg)); };
    if (!object ||
        !getName(*object, "name", path, getNumCodes(CodeSet::Register), nameOf, desc.reg) ||
        !getCode(*object, "code", path, desc.code) ||
        !getName(*object, "stage", path, numStages, &dl::vdla::getName, desc.stage))
      return false;
    config.registers.push_back(desc);
    return true;
  };
  auto readFormat = [&](Value value, auto path) {
    Format format = {};
    const Object *object = getObject(value, path, {"name", "opcode", "fields"});
    if (!object ||
        !getName(*object, "name", path, numInstructionKinds, &dl::vdla::getName, format.kind) ||
        !getCode(*object, "opcode", path, format.opcode) ||
        !readFields(*object, path, "fields", format.fields))
      return false;
    config.formats.push_back(std::move(format));
    return true;
  };
  return readCodes(root, CodeSet::Store, config.stores) &&
         readCodes(root, CodeSet::Pad, config.pads) &&
         readCodes(root, CodeSet::Round, config.roundings) &&
         readCodes(root, CodeSet::Mode, config.modes) &&
         readCodes(root, CodeSet::Operation, config.operations) &&
         readCodes(root, CodeSet::Stage, config.stages) && readArray(root, "", "pools", readPool) &&
         readArray(root, "", "registers", readRegister) &&
         readArray(root, "", "formats", readFormat) &&
         readFields(root, "", "micro_op", config.microOp);
}

bool ConfigReader::read(const llvm::json::Value &value, Config &config) {
  const Object *root = getObject(
      &value, "the top", {"name",      "tile",      "bits",     "memories",   "loads",
                          "queues",    "fifos",     "dram",     "pipeline",   "pads",
                          "stores",    "roundings", "pools",    "modes",      "stages",
                          "registers", "formats",   "micro_op", "operations", "instruction_words"});
  return root && readMachine(*root, config) && readForms(*root, config) &&
         readEncoding(*root, config);
}

std::optional<Config> dl::vdla::parseConfig(const std::string &text, std::string &error) {
  error.clear();
  if (nestsTooDeeply(text)) {
    error = "expected brackets at most " + std::to_string(maxNesting) +
            " deep, as in any configuration";
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    error = "expected JSON: " + llvm::toString(value.takeError());
    return std::nullopt;
  }
  Config config;
  if (!ConfigReader(error).read(*value, config))
    return std::nullopt;
  if (std::optional<std::string> reason = validate(config)) {
    error = *reason;
    return std::nullopt;
  }
  return config;
}
