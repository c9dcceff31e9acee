//===-- Record.cpp - lines of a tuning database ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record as one JSON object, with its fields in one order, and back. Lines may come from
// strangers: whatever the bytes, reading them gives a record that can be written again, or an
// error.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Record.h"
#include "RecordText.h"

#include "dl/Support/ContentCache.h"
#include "dl/Support/Nesting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace dl;
using namespace dl::tuning;
using dl::schedule::Choice;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef kernelFieldNames[] = {"version", "kernel",  "nodes", "task",
                                                 "target",  "threads", "module"};
static constexpr StringRef templateFieldNames[] = {"version", "template", "name", "module"};
static constexpr StringRef fieldNames[] = {
    "version", "task",      "target",          "threads",     "search",    "seed",    "trial",
    "hash",    "choices",   "steps",           "outcome",     "seconds",   "weights", "template",
    "message", "reference", "compile_seconds", "run_seconds", "simulator", "sizes"};
static constexpr int64_t maxThreads = 65536, maxChoice = int64_t(1) << 40;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The fewest digits that read back equal, whatever the locale of the process.
static void writeNumber(json::OStream &out, double number) {
  char digits[32];
  std::to_chars_result end = std::to_chars(std::begin(digits), std::end(digits), number);
  out.rawValue(StringRef(digits, end.ptr - digits));
}

static std::string fixText(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

static std::vector<Choice> sortByName(std::vector<Choice> choices) {
  llvm::sort(choices, [](const Choice &a, const Choice &b) { return a.name < b.name; });
  return choices;
}

static void writeMeasurement(json::OStream &out, const Measurement &measurement) {
  out.attribute("outcome", getOutcomeName(measurement.outcome));
  out.attributeArray("seconds", [&] {
    for (double seconds : measurement.seconds)
      writeNumber(out, seconds);
  });
  auto write = [&](StringRef name, double seconds) {
    out.attributeBegin(name);
    writeNumber(out, seconds);
    out.attributeEnd();
  };
  out.attribute("weights", getWeightsPlaceName(measurement.weights));
  if (!measurement.simulator.empty())
    out.attribute("simulator", fixText(measurement.simulator));
  write("reference", measurement.reference);
  out.attribute("message", takeWhole(fixText(measurement.message), maxMessageBytes));
  write("compile_seconds", measurement.compileSeconds);
  write("run_seconds", measurement.runSeconds);
}

/// A line of the version and of what `write` adds to it.
static std::string makeLine(llvm::function_ref<void(json::OStream &)> write) {
  std::string line;
  llvm::raw_string_ostream stream(line);
  json::OStream out(stream);
  out.object([&] {
    out.attribute("version", recordVersion);
    write(out);
  });
  return line;
}

std::string dl::tuning::toLine(const Record &record) {
  return makeLine([&](json::OStream &out) {
    out.attribute("task", fixText(record.task));
    out.attribute("target", fixText(record.target));
    out.attribute("threads", record.threads);
    out.attribute("search", fixText(record.search));
    out.attribute("seed", record.seed);
    out.attribute("trial", record.trial);
    out.attribute("hash", fixText(record.hash));
    if (!record.sizes.empty())
      out.attribute("sizes", json::Array(record.sizes));
    if (!record.templateHash.empty())
      out.attribute("template", fixText(record.templateHash));
    out.attributeObject("choices", [&] {
      for (const Choice &choice : sortByName(record.choices))
        out.attribute(fixText(choice.name), choice.getValue());
    });
    out.attribute("steps", toJSON(record.steps));
    writeMeasurement(out, record.measurement);
  });
}

std::string dl::tuning::toLine(const KernelRecord &kernel) {
  return makeLine([&](json::OStream &out) {
    out.attribute("kernel", fixText(kernel.name));
    out.attribute("nodes", fixText(kernel.nodes));
    out.attribute("task", fixText(kernel.task));
    out.attribute("target", fixText(kernel.target));
    out.attribute("threads", kernel.threads);
    out.attribute("module", fixText(kernel.module));
  });
}

std::string dl::tuning::toLine(const TemplateRecord &record) {
  return makeLine([&](json::OStream &out) {
    out.attribute("template", fixText(record.hash));
    out.attribute("name", fixText(record.name));
    out.attribute("module", fixText(record.module));
  });
}

std::string dl::tuning::hashTemplate(StringRef module) {
  return ContentHash().add("template").add(module).finish();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Takes fields of a line by name. The first that is not as expected is the problem; what is taken
/// after it means nothing.
class FieldReader {
public:
  explicit FieldReader(const json::Object &fields) : fields(fields) {}

  const std::string &getProblem() const { return problem; }
  const json::Value *get(StringRef name) const { return fields.get(name); }

  void fail(StringRef name, const llvm::Twine &expected) {
    if (problem.empty())
      problem =
          ("expected \"" + name + "\" to be " + expected + ", got " + describe(get(name))).str();
  }

  std::string takeText(StringRef name) {
    std::optional<StringRef> text = fields.getString(name);
    if (!text)
      fail(name, "a text");
    return text.value_or("").str();
  }

  std::string takeHash(StringRef name) {
    std::optional<StringRef> text = fields.getString(name);
    bool isHash = text && text->size() == 64 && llvm::all_of(*text, [](char digit) {
                    return llvm::isHexDigit(digit) && !llvm::isUpper(digit);
                  });
    if (!isHash)
      fail(name, "64 hexadecimal digits in lower case");
    return text.value_or("").str();
  }

  int64_t takeNumber(StringRef name, int64_t low, int64_t high) {
    std::optional<int64_t> number = fields.getInteger(name);
    if (!number || *number < low || *number > high)
      fail(name, "an integer from " + llvm::Twine(low) + " to " + llvm::Twine(high));
    return number.value_or(low);
  }

  uint64_t takeSeed(StringRef name) {
    const json::Value *value = get(name);
    std::optional<uint64_t> number = value ? value->getAsUINT64() : std::nullopt;
    if (!number)
      fail(name, "an integer from 0 to 18446744073709551615");
    return number.value_or(0);
  }

  double takeSeconds(StringRef name) {
    std::optional<double> seconds = fields.getNumber(name);
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0)
      fail(name, "a finite number of at least 0");
    return seconds.value_or(0);
  }

  Outcome takeOutcome() {
    std::optional<StringRef> name = fields.getString("outcome");
    std::optional<Outcome> outcome = name ? lookupOutcome(name->str()) : std::nullopt;
    if (outcome)
      return *outcome;
    std::string names;
    for (size_t i = 0; i < numOutcomes; ++i)
      names += (i == 0                ? ""
                : i + 1 < numOutcomes ? ", "
                                      : " or ") +
               std::string(getOutcomeName(static_cast<Outcome>(i)));
    fail("outcome", names);
    return Outcome::Crash;
  }

  /// Records from before there was a choice have none.
  WeightsPlace takeWeightsPlace() {
    if (!fields.get("weights"))
      return WeightsPlace::Nearest;
    std::optional<StringRef> name = fields.getString("weights");
    std::optional<WeightsPlace> place = name ? lookupWeightsPlace(name->str()) : std::nullopt;
    if (!place)
      fail("weights", "nearest, last-cache or memory");
    return place.value_or(WeightsPlace::Nearest);
  }

  std::vector<double> takeTimes(Outcome outcome) {
    std::vector<double> times;
    const json::Array *all = fields.getArray("seconds");
    if (!all) {
      fail("seconds", "an array");
      return times;
    }
    for (const json::Value &value : *all) {
      double seconds = value.getAsNumber().value_or(0);
      if (!std::isfinite(seconds) || seconds <= 0)
        fail("seconds", "finite numbers above 0");
      times.push_back(seconds);
    }
    if (times.empty() == (outcome == Outcome::Ok))
      fail("seconds", llvm::Twine(times.empty() ? "numbers" : "empty") + " where the outcome is " +
                          getOutcomeName(outcome));
    return times;
  }

  /// Records of kernels without open sizes have none.
  std::vector<int64_t> takeSizes() {
    std::vector<int64_t> sizes;
    const json::Value *value = get("sizes");
    const json::Array *all = value ? value->getAsArray() : nullptr;
    if (value && !all)
      fail("sizes", "an array");
    if (all)
      for (const json::Value &size : *all) {
        sizes.push_back(size.getAsInteger().value_or(0));
        if (sizes.back() < 1 || sizes.back() > maxChoice)
          fail("sizes", "integers from 1 to 2^40");
      }
    return sizes;
  }

  std::vector<Choice> takeChoices() {
    std::vector<Choice> choices;
    const json::Object *all = fields.getObject("choices");
    if (!all) {
      fail("choices", "an object of integers");
      return choices;
    }
    for (const auto &[name, value] : *all) {
      std::optional<int64_t> number = value.getAsInteger();
      if (!number || *number < -maxChoice || *number > maxChoice)
        fail("choices", "integers of at most 2^40 either way");
      choices.push_back({name.str(), {number.value_or(0)}, 0});
    }
    return sortByName(std::move(choices));
  }

  std::vector<dl::schedule::TraceStep> takeSteps() {
    const json::Array *all = fields.getArray("steps");
    if (!all) {
      fail("steps", "an array");
      return {};
    }
    llvm::Expected<std::vector<dl::schedule::TraceStep>> steps = parseSteps(*all);
    if (steps)
      return std::move(*steps);
    std::string reason = toString(steps.takeError());
    if (problem.empty())
      problem = "in \"steps\": " + reason;
    return {};
  }

  /// There is no other field than these.
  void finish(llvm::ArrayRef<StringRef> names) {
    std::vector<StringRef> unknown;
    for (const auto &[name, value] : fields)
      if (!llvm::is_contained(names, StringRef(name)))
        unknown.push_back(name);
    if (unknown.empty() || !problem.empty())
      return;
    json::Value first(*std::min_element(unknown.begin(), unknown.end()));
    problem = "expected the fields of version " + std::to_string(recordVersion) + " alone, got " +
              describe(&first) + " too";
  }

private:
  const json::Object &fields;
  std::string problem;
};

} // namespace

/// Reads a line of these fields and of no others, which `take` takes.
template <typename T>
static llvm::Expected<T> parseLine(StringRef line, llvm::ArrayRef<StringRef> names,
                                   llvm::function_ref<void(FieldReader &, T &)> take) {
  if (line.size() > maxRecordBytes)
    return llvm::createStringError("expected a line of at most " + llvm::Twine(maxRecordBytes) +
                                   " bytes, got " + llvm::Twine(line.size()));
  // The parser goes down the stack with each level.
  if (std::optional<DeepNesting> deep = findDeepNesting(line, TextFormat::JSON, maxRecordNesting))
    return llvm::createStringError("expected at most " + llvm::Twine(maxRecordNesting) +
                                   " levels of brackets, got more at byte " +
                                   llvm::Twine(deep->column - 1));
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value)
    return llvm::createStringError("expected a JSON object: " + toString(value.takeError()));
  const json::Object *fields = value->getAsObject();
  if (!fields)
    return llvm::createStringError("expected a JSON object, got " + describe(&*value));
  FieldReader reader(*fields);
  if (fields->getInteger("version") != recordVersion)
    reader.fail("version", llvm::Twine(recordVersion));
  T result;
  take(reader, result);
  reader.finish(names);
  if (!reader.getProblem().empty())
    return llvm::createStringError(reader.getProblem());
  return result;
}

llvm::Expected<Record> dl::tuning::parseRecord(StringRef line) {
  return parseLine<Record>(line, fieldNames, [](FieldReader &reader, Record &record) {
    record.task = reader.takeHash("task");
    record.target = reader.takeText("target");
    record.threads = reader.takeNumber("threads", 1, maxThreads);
    record.search = reader.takeText("search");
    record.seed = reader.takeSeed("seed");
    record.trial = reader.takeNumber("trial", 0, std::numeric_limits<int64_t>::max());
    record.hash = reader.takeHash("hash");
    record.sizes = reader.takeSizes();
    if (reader.get("template"))
      record.templateHash = reader.takeHash("template");
    record.choices = reader.takeChoices();
    record.steps = reader.takeSteps();
    if (!record.templateHash.empty() && !record.steps.empty())
      reader.fail("steps", "empty where there is a template");
    Measurement &measurement = record.measurement;
    measurement.outcome = reader.takeOutcome();
    measurement.seconds = reader.takeTimes(measurement.outcome);
    measurement.weights = reader.takeWeightsPlace();
    if (reader.get("simulator"))
      measurement.simulator = reader.takeText("simulator");
    measurement.reference = reader.takeSeconds("reference");
    measurement.message = reader.takeText("message");
    measurement.compileSeconds = reader.takeSeconds("compile_seconds");
    measurement.runSeconds = reader.takeSeconds("run_seconds");
  });
}

llvm::Expected<KernelRecord> dl::tuning::parseKernelRecord(StringRef line) {
  return parseLine<KernelRecord>(line, kernelFieldNames,
                                 [](FieldReader &reader, KernelRecord &kernel) {
                                   kernel.name = reader.takeText("kernel");
                                   kernel.nodes = reader.takeText("nodes");
                                   kernel.task = reader.takeHash("task");
                                   kernel.target = reader.takeText("target");
                                   kernel.threads = reader.takeNumber("threads", 1, maxThreads);
                                   kernel.module = reader.takeText("module");
                                 });
}

llvm::Expected<TemplateRecord> dl::tuning::parseTemplateRecord(StringRef line) {
  return parseLine<TemplateRecord>(line, templateFieldNames,
                                   [](FieldReader &reader, TemplateRecord &record) {
                                     record.hash = reader.takeHash("template");
                                     record.name = reader.takeText("name");
                                     record.module = reader.takeText("module");
                                     if (record.hash != hashTemplate(record.module))
                                       reader.fail("template", "the hash of \"module\"");
                                   });
}

/// Only the beginning tells: a text inside of another record may be anything.
static bool isOfKind(StringRef line, StringRef kind) {
  return line.ltrim().starts_with(
      ("{\"version\":" + llvm::Twine(recordVersion) + ",\"" + kind + "\":").str());
}

bool dl::tuning::isKernelRecord(StringRef line) { return isOfKind(line, "kernel"); }
bool dl::tuning::isTemplateRecord(StringRef line) { return isOfKind(line, "template"); }
