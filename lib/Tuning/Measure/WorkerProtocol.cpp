//===-- WorkerProtocol.cpp - lines between search and worker --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both ends are of one build, so that a line that cannot be read is a fault of the program.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/Worker.h"

#include "llvm/Support/raw_ostream.h"

using namespace dl;
using namespace dl::tuning;
namespace json = llvm::json;

static std::string print(json::Object object) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << json::Value(std::move(object));
  return text;
}

/// Adds how to measure to a request.
static void addMeasure(json::Object &object, const MeasureOptions &measure) {
  object["placements"] = measure.placements;
  object["first"] = measure.firstPlacement;
  object["batch_seconds"] = measure.batchSeconds;
  object["batches"] = measure.batches;
  object["best"] = measure.bestSeconds;
  object["weights"] = getWeightsPlaceName(measure.weights);
  object["inner_cache_bytes"] = measure.innerCacheBytes;
}

/// Decisions by the names of the choices.
static json::Object getValues(const std::vector<schedule::Choice> &choices) {
  json::Object values;
  for (const schedule::Choice &choice : choices)
    values[json::fixUTF8(choice.name)] = choice.getValue();
  return values;
}

std::string dl::tuning::toLine(const WorkerRequest &request) {
  const TaskRequest &task = request.task;
  const TrialRequest &trial = request.trial;
  json::Object object;
  switch (request.kind) {
  case WorkerRequest::Task:
    object = json::Object{{"task", json::fixUTF8(task.module)},
                          {"template", json::fixUTF8(task.templateModule)},
                          {"threads", task.threads},
                          {"target", task.target},
                          {"cpu", task.cpu},
                          {"level", task.level},
                          {"lock", task.lock},
                          {"compile_seconds", task.limits.compileSeconds},
                          {"run_seconds", task.limits.runSeconds},
                          {"bytes", task.limits.bytes},
                          {"simulator", task.simulator},
                          {"sizes", json::Array(task.sizes)}};
    addMeasure(object, task.measure);
    break;
  case WorkerRequest::Check:
    object = json::Object{{"check", trial.id}};
    break;
  case WorkerRequest::Trial:
    object = json::Object{{"trial", trial.id}, {"fault", static_cast<int64_t>(trial.fault)}};
    addMeasure(object, trial.measure);
    if (trial.steps)
      object["steps"] = toJSON(*trial.steps);
    if (trial.choices)
      object["choices"] = getValues(*trial.choices);
    break;
  }
  return print(std::move(object));
}

llvm::Expected<WorkerRequest> dl::tuning::parseRequest(llvm::StringRef line) {
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("expected a request to be an object");
  auto number = [&](llvm::StringRef name) { return object->getNumber(name).value_or(0); };
  auto integer = [&](llvm::StringRef name) { return object->getInteger(name).value_or(0); };
  auto text = [&](llvm::StringRef name) { return object->getString(name).value_or("").str(); };
  MeasureOptions measure = {integer("placements"),
                            integer("first"),
                            number("batch_seconds"),
                            integer("batches"),
                            number("best"),
                            lookupWeightsPlace(text("weights")).value_or(WeightsPlace::Nearest),
                            integer("inner_cache_bytes")};
  WorkerRequest request;
  if (object->get("task")) {
    request.kind = WorkerRequest::Task;
    request.task = {text("task"),
                    text("template"),
                    integer("threads"),
                    text("target"),
                    text("cpu"),
                    static_cast<unsigned>(integer("level")),
                    text("lock"),
                    {number("compile_seconds"), number("run_seconds"), integer("bytes")},
                    measure,
                    text("simulator")};
    if (const json::Array *sizes = object->getArray("sizes"))
      for (const json::Value &size : *sizes)
        request.task.sizes.push_back(size.getAsInteger().value_or(1));
    return request;
  }
  if (std::optional<int64_t> id = object->getInteger("check")) {
    request.kind = WorkerRequest::Check;
    request.trial.id = *id;
    return request;
  }
  request.kind = WorkerRequest::Trial;
  request.trial.id = integer("trial");
  request.trial.measure = measure;
  request.trial.fault = static_cast<Fault>(integer("fault"));
  if (const json::Array *steps = object->getArray("steps")) {
    llvm::Expected<std::vector<schedule::TraceStep>> parsed = parseSteps(*steps);
    if (!parsed)
      return parsed.takeError();
    request.trial.steps = std::move(*parsed);
  }
  if (const json::Object *values = object->getObject("choices")) {
    request.trial.choices.emplace();
    for (const auto &[name, value] : *values)
      request.trial.choices->push_back({name.str(), {value.getAsInteger().value_or(0)}, 0});
  }
  return request;
}

std::string dl::tuning::toReply(int64_t id, const Measurement &measurement, bool isLast) {
  return print(json::Object{{"id", id},
                            {"outcome", getOutcomeName(measurement.outcome)},
                            {"seconds", json::Array(measurement.seconds)},
                            {"reference", measurement.reference},
                            {"message", json::fixUTF8(measurement.message)},
                            {"weights", getWeightsPlaceName(measurement.weights)},
                            {"simulator", measurement.simulator},
                            {"compile_seconds", measurement.compileSeconds},
                            {"run_seconds", measurement.runSeconds},
                            {"last", isLast}});
}

llvm::Expected<Reply> dl::tuning::parseReply(llvm::StringRef line) {
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  std::optional<llvm::StringRef> name =
      object ? object->getString("outcome") : std::optional<llvm::StringRef>();
  std::optional<Outcome> outcome = name ? lookupOutcome(name->str()) : std::optional<Outcome>();
  if (!outcome)
    return llvm::createStringError("expected a reply with an outcome");
  Measurement measurement;
  measurement.outcome = *outcome;
  if (const json::Array *seconds = object->getArray("seconds"))
    for (const json::Value &entry : *seconds)
      measurement.seconds.push_back(entry.getAsNumber().value_or(0));
  measurement.reference = object->getNumber("reference").value_or(0);
  measurement.message = object->getString("message").value_or("").str();
  measurement.weights = lookupWeightsPlace(object->getString("weights").value_or("").str())
                            .value_or(WeightsPlace::Nearest);
  measurement.simulator = object->getString("simulator").value_or("").str();
  measurement.compileSeconds = object->getNumber("compile_seconds").value_or(0);
  measurement.runSeconds = object->getNumber("run_seconds").value_or(0);
  return Reply{object->getInteger("id").value_or(0), std::move(measurement),
               object->getBoolean("last").value_or(false)};
}
