//===-- TuneModel.cpp - from a model's file to records --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, tunes, and tells of it: a line of progress while it goes on, a table at the end.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/TuneModel.h"

#include "Timing.h"

#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Support/OutputFile.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Tuning/Measure/Replay.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

namespace {
/// Counts outcomes and shows how far the search is.
class Progress : public TuneObserver {
public:
  Progress(const TuneModelOptions &options, llvm::raw_ostream &os, size_t tasks)
      : options(options), os(os), all(options.tune.trials * static_cast<int64_t>(tasks)) {}

  void onTask(const Task &task, const Measurement &rules) override {
    name = task.name;
    show(rules.getCost());
  }
  void onTrial(const Task &task, size_t trial, const Measurement &measurement,
               double bestSeconds) override {
    ++done;
    name = task.name;
    trialSeconds[task.key].push_back(timer.getSeconds());
    ++outcomes[static_cast<size_t>(measurement.outcome)];
    if (!measurement.isOk())
      lastFailure = measurement.message;
    show(bestSeconds);
  }
  void onDone(const TunedTask &) override { clear(); }
  bool isInterrupted() override { return options.isInterrupted && options.isInterrupted(); }

  void clear() {
    if (isShown)
      os << "\r\033[K";
    isShown = false;
  }
  double getRate() const { return static_cast<double>(done) / std::max(timer.getSeconds(), 1e-9); }
  int64_t getDone() const { return done; }
  double getSeconds() const { return timer.getSeconds(); }
  const std::array<int64_t, numOutcomes> &getOutcomes() const { return outcomes; }
  const std::string &getLastFailure() const { return lastFailure; }
  /// When each trial of a task was known, in seconds since the start.
  llvm::ArrayRef<double> getTrialSeconds(const Task &task) const {
    auto found = trialSeconds.find(task.key);
    if (found == trialSeconds.end())
      return {};
    return found->second;
  }

private:
  void show(double best) {
    if (!options.showsProgress)
      return;
    constexpr int64_t width = 20;
    int64_t filled = all > 0 ? width * done / all : 0;
    os << "\r\033[K[" << std::string(static_cast<size_t>(filled), '#')
       << std::string(static_cast<size_t>(width - filled), '.') << "] " << done << "/" << all
       << llvm::formatv("  {0:f1} trials/s  {1}: best {2:f4} ms", getRate(), name, best * 1e3);
    int64_t failed = done - outcomes[static_cast<size_t>(Outcome::Ok)];
    if (failed > 0)
      os << "  " << failed << " failed";
    os.flush();
    isShown = true;
  }

  const TuneModelOptions &options;
  llvm::raw_ostream &os;
  int64_t all, done = 0;
  bool isShown = false;
  Stopwatch timer;
  std::string name, lastFailure;
  std::array<int64_t, numOutcomes> outcomes = {};
  llvm::StringMap<std::vector<double>> trialSeconds;
};
} // namespace

static llvm::Error readTasks(const TuneModelOptions &options, std::vector<Task> &tasks,
                             llvm::raw_ostream &errors) {
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context.get(), errors);
  OwningOpRef<ModuleOp> module = readModel(options.model, context.get());
  if (!module)
    return llvm::make_error<DiagnosedError>();
  if (getLevel(*module) > Level::Te)
    return llvm::createStringError("'" + options.model +
                                   "': expected a model of the level graph "
                                   "or te, got '" +
                                   stringifyLevel(getLevel(*module)) + "'");
  PhaseTimes times;
  CompileOptions compile = options.compile;
  compile.input = options.model;
  if (failed(lowerModel(*module, Level::Te, compile, times)))
    return llvm::make_error<DiagnosedError>();
  std::vector<std::pair<std::string, std::string>> skipped;
  bool isForAccelerator = options.tune.runner.simulator == vdlaSimulatorName;
  StringRef device = isForAccelerator ? vdla::VdlaDialect::getDeviceName() : StringRef();
  std::vector<Task> all = extractTasks(*module, compile.threads, &skipped, options.sizes, device);
  for (const auto &[name, reason] : skipped)
    errors << "dl-tune: '" << name << "' is not tuned: " << reason << "\n";
  if (isForAccelerator && all.empty())
    return llvm::createStringError(
        "'" + options.model +
        "': expected kernels for the accelerator, got none; --target=vdla or vdla:FILE.json moves "
        "what it can of a quantized network there, and a kernel of the level te is for it with "
        "dl.device = \"vdla\"");
  llvm::Regex wanted(options.kernels);
  std::string problem;
  if (!options.kernels.empty() && !wanted.isValid(problem))
    return llvm::createStringError("expected --kernels to be a regular expression, got '" +
                                   options.kernels + "': " + problem);
  for (Task &task : all)
    if (options.kernels.empty() || wanted.match(task.name))
      tasks.push_back(std::move(task));
  if (tasks.empty() && !all.empty())
    return llvm::createStringError(
        "expected --kernels to match some kernel, got '" + options.kernels + "'; there are " +
        llvm::join(llvm::map_range(all, [](const Task &task) { return task.name; }), ", "));
  return llvm::Error::success();
}

static llvm::Expected<Database> openDatabase(llvm::StringRef path, llvm::raw_ostream &errors) {
  return Database::open(path, [&](size_t line, llvm::StringRef problem) {
    errors << path << ":" << line << ": warning: " << problem << "\n";
  });
}

static LogicalResult report(llvm::Error error, llvm::raw_ostream &errors) {
  if (error.isA<DiagnosedError>())
    consumeError(std::move(error));
  else
    errors << "dl-tune: error: " << llvm::toString(std::move(error)) << "\n";
  return failure();
}

llvm::Error dl::tuning::checkNames(const TuneOptions &options) {
  if (!isSearch(options.search))
    return llvm::createStringError("expected a search " + listSearches() + ", got '" +
                                   options.search + "'");
  return createCostModel(options).takeError();
}

static void printTable(const std::vector<TunedTask> &tasks, llvm::raw_ostream &os) {
  os << "kernel                         uses  trials   rules us    best us  speed-up\n";
  double rules = 0, best = 0;
  for (const TunedTask &task : tasks) {
    os << llvm::formatv("{0,-28} {1,6} {2,7} ", task.task.name, task.task.uses, task.trials);
    if (task.defaultSeconds > 0) {
      os << llvm::formatv("{0,10:f2} {1,10:f2} {2,9:f3}\n", task.defaultSeconds * 1e6,
                          task.bestSeconds * 1e6, task.defaultSeconds / task.bestSeconds);
      if (task.trials == 0 && !task.message.empty())
        os << "  " << task.message << "\n";
      rules += static_cast<double>(task.task.uses) * task.defaultSeconds;
      best += static_cast<double>(task.task.uses) * task.bestSeconds;
    } else {
      os << " " << (task.message.empty() ? "not measured" : task.message) << "\n";
    }
  }
  if (best > 0)
    os << llvm::formatv("{0,-28} {1,6} {2,7} {3,10:f2} {4,10:f2} {5,9:f3}\n", "all calls of a run",
                        "", "", rules * 1e6, best * 1e6, rules / best);
}

/// How many trials there were, what they and the search took, and what became of them.
static void printSummary(const std::vector<TunedTask> &tasks, const Progress &progress,
                         bool usesPrior, llvm::raw_ostream &os) {
  double search = 0, training = 0, longest = 0;
  for (const TunedTask &task : tasks) {
    search += task.searchSeconds;
    training += task.trainingSeconds;
    longest = std::max(longest, task.longestTrainingSeconds);
  }
  os << llvm::formatv(
      "{0} trials in {1:f1} s (search {2:f2} s, training {3:f2} s of it, at most {4:f2} s at once)",
      progress.getDone(), progress.getSeconds(), search, training, longest);
  for (size_t outcome = 0; outcome < numOutcomes; ++outcome)
    if (int64_t count = progress.getOutcomes()[outcome])
      os << ", " << count << " " << getOutcomeName(static_cast<Outcome>(outcome));
  os << "\n";
  if (usesPrior)
    os << "the first schedules of a kernel without records were chosen by the cost model that "
          "ships, "
          "which was trained on other kernels\n";
  if (!progress.getLastFailure().empty())
    os << "the last failure: " << progress.getLastFailure() << "\n";
}

/// JSON has no infinity: a time that is not known is null.
static llvm::json::Value getTime(double seconds) {
  return std::isfinite(seconds) ? llvm::json::Value(seconds) : llvm::json::Value(nullptr);
}

static void writeJSON(const std::vector<TunedTask> &tasks, const Progress &progress,
                      llvm::raw_ostream &os) {
  llvm::json::Array all;
  for (const TunedTask &task : tasks) {
    llvm::json::Array history;
    for (double seconds : task.history)
      history.push_back(getTime(seconds));
    all.push_back(llvm::json::Object{
        {"kernel", llvm::json::fixUTF8(task.task.name)},
        {"nodes", llvm::json::fixUTF8(task.task.nodes)},
        {"task", task.task.key},
        {"uses", task.task.uses},
        {"trials", task.trials},
        {"rules_seconds", getTime(task.defaultSeconds)},
        {"best_seconds", getTime(task.bestSeconds)},
        {"history", std::move(history)},
        {"history_seconds", llvm::json::Array(progress.getTrialSeconds(task.task))},
        {"search_seconds", task.searchSeconds},
        {"training_seconds", task.trainingSeconds},
        {"longest_training_seconds", task.longestTrainingSeconds},
        {"message", llvm::json::fixUTF8(task.message)}});
  }
  os << llvm::json::Value(std::move(all)) << "\n";
}

/// The file for what became of each kernel, if there is to be one. It is opened before the work, so
/// that hours of it do not end with a folder that cannot be written to.
static llvm::Expected<std::optional<OutputFile>> openReport(const TuneModelOptions &options) {
  if (options.json.empty())
    return std::nullopt;
  InputFiles inputs;
  inputs.add(options.model);
  inputs.add(options.database);
  inputs.add(options.templates);
  llvm::Expected<OutputFile> json = OutputFile::open(options.json, inputs);
  if (!json)
    return json.takeError();
  // A database that is not there yet is no input. Whether it can be written is seen later.
  llvm::Expected<OutputFile> database = OutputFile::open(options.database);
  if (!database)
    llvm::consumeError(database.takeError());
  else if (llvm::Error error = OutputFile::checkDistinct({&*json, &*database}))
    return error;
  return std::optional<OutputFile>(std::move(*json));
}

static llvm::Error readTemplateFile(const std::string &path, TuneOptions &options,
                                    llvm::raw_ostream &errors) {
  if (path.empty())
    return llvm::Error::success();
  if (!llvm::sys::fs::exists(path))
    return llvm::createStringError("expected '" + path +
                                   "' to be a file of kernels that name sequences with open "
                                   "choices");
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context.get(), errors);
  auto templates = readTemplates(path, *context);
  if (failed(templates))
    return llvm::make_error<DiagnosedError>();
  options.templates = std::move(*templates);
  return llvm::Error::success();
}

/// Kernels are measured as the library is to be made.
static llvm::Expected<TuneOptions> getTuneOptions(const TuneModelOptions &options,
                                                  llvm::raw_ostream &errors) {
  TuneOptions tuneOptions = options.tune;
  if (llvm::Error error = readTemplateFile(options.templates, tuneOptions, errors))
    return error;
  tuneOptions.runner.target = options.compile.target;
  tuneOptions.runner.cpu = options.compile.cpu;
  tuneOptions.runner.level = options.compile.level;
  return tuneOptions;
}

/// An error where code of the target does not run here and has to.
static llvm::Error checkMachine(const TuneModelOptions &options) {
  if (options.tune.runner.isSimulated())
    return llvm::Error::success();
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  auto machine = cpu::findMachine(context.get(), options.compile.cpu, options.compile.target);
  if (!machine)
    return machine.takeError();
  if (!cpu::isForeign(llvm::Triple(machine->triple)))
    return llvm::Error::success();
  return llvm::createStringError("expected a target whose code runs on this machine, got '" +
                                 machine->triple +
                                 "'; --runner=llvm-mca simulates the pipelines of others");
}

/// Makes the search of a log again, and tells whether it was the same.
static LogicalResult replayLog(const TuneModelOptions &options, llvm::raw_ostream &os,
                               llvm::raw_ostream &errors) {
  if (!llvm::sys::fs::exists(options.replay))
    return report(llvm::createStringError("expected '" + options.replay +
                                          "' to be a file of records; make one with dl-tune MODEL "
                                          "--db=FILE"),
                  errors);
  llvm::Expected<Database> log = openDatabase(options.replay, errors);
  if (!log)
    return report(log.takeError(), errors);
  std::vector<Task> tasks;
  if (llvm::Error error = readTasks(options, tasks, errors))
    return report(std::move(error), errors);
  llvm::Expected<TuneOptions> tuneOptions = getTuneOptions(options, errors);
  if (!tuneOptions)
    return report(tuneOptions.takeError(), errors);
  llvm::Expected<ReplayResult> result = replay(tasks, *log, *tuneOptions);
  if (!result)
    return report(result.takeError(), errors);
  os << result->trials << " trials of " << result->tasks << " kernels proposed again, "
     << result->missing << " of them not in the log\n";
  if (result->difference.empty())
    return success();
  return report(
      llvm::createStringError(
          result->difference +
          "; a replay has the options of the run, as --cost-model, --batch and --finalists"),
      errors);
}

LogicalResult dl::tuning::tuneModel(const TuneModelOptions &given, llvm::raw_ostream &os,
                                    llvm::raw_ostream &errors) {
  TuneModelOptions options = given;
  splitTarget(options.compile);
  if (llvm::Error error = checkNames(options.tune))
    return report(std::move(error), errors);
  if (!options.replay.empty())
    return replayLog(options, os, errors);
  if (llvm::Error error = checkMachine(options))
    return report(std::move(error), errors);
  llvm::Expected<Database> database = openDatabase(options.database, errors);
  if (!database)
    return report(database.takeError(), errors);
  llvm::Expected<std::optional<OutputFile>> json = openReport(options);
  if (!json)
    return report(json.takeError(), errors);
  std::vector<Task> tasks;
  if (llvm::Error error = readTasks(options, tasks, errors))
    return report(std::move(error), errors);
  llvm::Expected<TuneOptions> tuneOptions = getTuneOptions(options, errors);
  if (!tuneOptions)
    return report(tuneOptions.takeError(), errors);
  Progress progress(options, errors, tasks.size());
  llvm::Expected<std::vector<TunedTask>> tuned = tune(tasks, *database, *tuneOptions, progress);
  progress.clear();
  if (!tuned)
    return report(tuned.takeError(), errors);
  printTable(*tuned, os);
  printSummary(*tuned, progress, usesShippedModel(*tuneOptions), os);
  if (!*json)
    return success();
  if (llvm::Error error =
          (*json)->write([&](llvm::raw_ostream &file) { writeJSON(*tuned, progress, file); }))
    return report(std::move(error), errors);
  if (llvm::Error error = (*json)->keep())
    return report(std::move(error), errors);
  return success();
}
