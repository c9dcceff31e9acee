//===-- dl-tune.cpp - search faster schedules -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver of the tuner: kernels of a model are scheduled, measured and recorded; and what
// records tell.
//
//===----------------------------------------------------------------------===//
#include "ReportCommands.h"

#include "dl/Support/InitTool.h"
#include "dl/Support/OptionNames.h"
#include "dl/Tuning/Measure/ExportLibrary.h"
#include "dl/Tuning/Measure/TuneModel.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

namespace cl = llvm::cl;

namespace {

/// The command line. Made in main, after LLVM's equal names are free.
struct Options {
  cl::OptionCategory category{"dl-tune"};
  cl::SubCommand best{"best", "Print the best schedule of each kernel in a database"};
  cl::SubCommand stats{"stats", "Print how many records a database has, and of which outcomes"};
  cl::opt<std::string> bestDatabase{cl::Positional, cl::Required, cl::desc("<database>"),
                                    cl::sub(best)};
  cl::opt<std::string> statsDatabase{cl::Positional, cl::Required, cl::desc("<database>"),
                                     cl::sub(stats)};
  cl::SubCommand exports{"export", "Write the best schedule of each kernel in a database as a file "
                                   "of kernels with sequences"};
  cl::opt<std::string> exportedDatabase{cl::Positional, cl::Required, cl::desc("<database>"),
                                        cl::sub(exports)};
  cl::opt<std::string> library{"o", cl::sub(exports), cl::value_desc("file"), cl::init("-"),
                               cl::desc("The library; '-' (default) is standard output")};
  ReportCommands reports{category};
  cl::opt<std::string> model{cl::Positional, cl::cat(category),
                             cl::desc("<model.onnx|model.mlir>")};
  cl::opt<std::string> database{"db", cl::cat(category), cl::value_desc("file"),
                                cl::desc("Records of measurements, JSON lines; made or added to")};
  cl::opt<std::string> kernels{"kernels", cl::cat(category), cl::value_desc("regex"),
                               cl::desc("Tune the kernels whose names it matches; default: all")};
  cl::opt<int64_t> trials{"trials", cl::cat(category), cl::init(200),
                          cl::desc("Schedules to measure for each kernel, on average (200)")};
  cl::opt<double> seconds{"seconds", cl::cat(category), cl::init(0),
                          cl::desc("End after so many seconds; 0 (default): after the trials")};
  /// Descriptions are kept by reference.
  std::string searches = dl::tuning::listSearches() + " (default: evolution)";
  cl::opt<std::string> search{"search", cl::cat(category), cl::init("evolution"),
                              cl::desc(searches)};
  cl::opt<std::string> costModel{"cost-model", cl::cat(category), cl::init("xgboost"),
                                 cl::desc("xgboost (default), estimate or random")};
  cl::opt<std::string> prior{
      "prior", cl::cat(category), cl::value_desc("file"), cl::init("shipped"),
      cl::desc("What orders schedules before xgboost has learned of a kernel: shipped (default), a "
               "model of other kernels, estimate, or the file of a model")};
  cl::opt<std::string> xgboost{"xgboost-library", cl::cat(category), cl::value_desc("file"),
                               cl::desc("XGBoost's library; default: the installed one")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category), cl::init(0),
                         cl::desc("Start of the random numbers (default: 0)")};
  cl::opt<int64_t> batch{"batch", cl::cat(category), cl::init(16),
                         cl::desc("Schedules between two trainings of the model (default: 16)")};
  cl::opt<int64_t> finalists{
      "finalists", cl::cat(category), cl::init(8),
      cl::desc("Fastest schedules of a kernel that are measured again, in turn with the rules', in "
               "several placements of stack and buffers (default: 8)")};
  cl::opt<std::string> weights{
      "weights", cl::cat(category), cl::value_desc("place"), cl::init("auto"),
      cl::desc("Where a kernel finds its weights when it is timed: nearest, last-cache, memory or "
               "auto (default): where a run of this model leaves them")};
  cl::opt<std::string> replay{
      "replay", cl::cat(category), cl::value_desc("file"),
      cl::desc("Make the search of a database again on its records, in place of --db, and compare "
               "what it proposes; what the run was told has to be told again")};
  cl::list<std::string> sizes{
      "sizes", cl::cat(category), cl::CommaSeparated, cl::value_desc("name=size"),
      cl::desc("What stands for sizes that the model leaves open; others are 64")};
  cl::opt<std::string> runner{
      "runner", cl::cat(category), cl::value_desc("name"), cl::init("local"),
      cl::desc("Who measures: local (default), processes of this machine; llvm-mca, LLVM's "
               "simulation of the pipeline of any CPU (--target, --mcpu); or vdla-sim, the "
               "simulator of an accelerator, for its kernels (--target=vdla, vdla:FILE.json)")};
  cl::opt<std::string> templates{
      "template", cl::cat(category), cl::value_desc("file"),
      cl::desc("Kernels that name sequences with open choices, as MLIR: kernels of the form of one "
               "of them are searched in its space, not the rules'")};
  cl::opt<int> modelThreads{"cost-model-threads", cl::cat(category), cl::init(1),
                            cl::desc("Threads that train the cost model (default: 1)")};
  cl::opt<int64_t> workers{"workers", cl::cat(category), cl::init(0),
                           cl::desc("Processes that measure; default: one for each core")};
  cl::opt<bool> hideDefault{"hide-default", cl::cat(category),
                            cl::desc("Do not tell the search of the rules' schedule")};
  cl::opt<bool> noCheck{"no-check", cl::cat(category),
                        cl::desc("Do not compare the rules' schedule with the interpreter")};
  cl::opt<std::string> json{"json", cl::cat(category), cl::value_desc("file"),
                            cl::desc("Write what became of each kernel as JSON, with the best "
                                     "after each trial")};
  cl::opt<int64_t> threads{"threads", cl::cat(category), cl::init(1),
                           cl::desc("Threads of a run (default: 1)")};
  cl::opt<std::string> precision{
      "precision", cl::cat(category), cl::init("f32"), cl::value_desc("type"),
      cl::desc("As dl-compile is told: f32 (default), bf16, bf16-always")};
  cl::opt<std::string> target{"target", cl::cat(category), cl::value_desc("triple|name|file"),
                              cl::desc("What code is made for; default: this machine")};
  cl::opt<std::string> cpu{"mcpu", cl::cat(category),
                           cl::desc("CPU in LLVM's spelling; default: this machine's")};
};

} // namespace

/// Set by Ctrl-C.
static volatile std::sig_atomic_t wasInterrupted = 0;

/// From now on Ctrl-C ends the tuning, not the process; where it is ignored, as by nohup, it stays
/// so.
static void catchInterrupts() {
  auto previous = std::signal(SIGINT, [](int) { wasInterrupted = 1; });
  if (previous == SIG_IGN)
    std::signal(SIGINT, SIG_IGN);
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "dl-tune: error: " << message << "\n";
  return 1;
}

/// The subcommand export.
static llvm::LogicalResult exportLibrary(const Options &given) {
  auto warn = [](const std::string &problem) {
    llvm::errs() << "dl-tune: warning: " << problem << "\n";
  };
  llvm::Error error = dl::tuning::exportLibrary(
      given.exportedDatabase, given.library,
      [&](size_t line, llvm::StringRef problem) {
        llvm::errs() << given.exportedDatabase << ":" << line << ": warning: " << problem << "\n";
      },
      warn);
  if (!error)
    return llvm::success();
  fail(llvm::toString(std::move(error)));
  return llvm::failure();
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  dl::releaseOptionNames({"o",
                          "db",
                          "kernels",
                          "trials",
                          "seconds",
                          "search",
                          "cost-model",
                          "xgboost-library",
                          "seed",
                          "batch",
                          "finalists",
                          "weights",
                          "workers",
                          "json",
                          "hide-default",
                          "no-check",
                          "threads",
                          "precision",
                          "target",
                          "mcpu",
                          "replay",
                          "template",
                          "runner",
                          "sizes",
                          "prior",
                          "cost-model-threads"});
  Options given;
  dl::parseOptions(argc, argv, given.category,
                   "dl-tune: search schedules that are faster than the rules'\n\n"
                   "  dl-tune MODEL --db=FILE   tune the kernels of a model\n"
                   "  dl-tune MODEL --replay=FILE\n"
                   "                            make the search of a database again\n"
                   "  dl-tune best FILE         print the best schedule of each kernel\n"
                   "  dl-tune stats FILE        print how many records there are\n"
                   "  dl-tune export FILE -o LIBRARY.mlir\n"
                   "                            write the best schedules as MLIR\n"
                   "  dl-tune report FILE -o REPORT.html\n"
                   "                            write curves, schedules and reasons\n"
                   "  dl-tune explain FILE      print why the best are fast\n");
  if (given.best)
    return tool.finish(dl::tuning::printBest(given.bestDatabase, llvm::outs(), llvm::errs()));
  if (given.stats)
    return tool.finish(dl::tuning::printStats(given.statsDatabase, llvm::outs(), llvm::errs()));

  if (given.exports)
    return tool.finish(exportLibrary(given));
  if (std::optional<llvm::LogicalResult> result = given.reports.run())
    return tool.finish(*result);

  if (given.model.empty())
    return fail("expected a model, as in dl-tune model.onnx --db=records.jsonl; see --help");
  if (given.database.empty() && given.replay.empty())
    return fail("expected --db=FILE, where the records go");
  if (!given.database.empty() && !given.replay.empty())
    return fail("expected --db or --replay, got both: a replay measures nothing");
  if (given.modelThreads < 1 || given.modelThreads > 1024)
    return fail("expected --cost-model-threads to be 1 to 1024, got " +
                llvm::Twine(given.modelThreads));
  if (given.trials < 1)
    return fail("expected --trials to be at least 1, got " + llvm::Twine(given.trials));
  if (given.batch < 1 || given.batch > 1024)
    return fail("expected --batch to be 1 to 1024, got " + llvm::Twine(given.batch));
  if (given.finalists < 1 || given.finalists > 1024)
    return fail("expected --finalists to be 1 to 1024, got " + llvm::Twine(given.finalists));
  if (given.threads < 1 || given.threads > 1024)
    return fail("expected --threads to be 1 to 1024, got " + llvm::Twine(given.threads));
  if (llvm::Error error = dl::checkPrecision(given.precision, "--precision"))
    return fail(llvm::toString(std::move(error)));
  if (given.workers < 0 || given.workers > 256)
    return fail("expected --workers to be 0 to 256, got " + llvm::Twine(given.workers));
  auto weights = dl::tuning::lookupWeightsPlace(given.weights);
  if (!weights && given.weights != "auto")
    return fail("expected --weights to be auto, nearest, last-cache or memory, got '" +
                given.weights + "'");
  if (!(given.seconds >= 0))
    return fail("expected --seconds to be at least 0");
  if (given.runner != "local" && given.runner != dl::tuning::mcaName &&
      given.runner != dl::tuning::vdlaSimulatorName)
    return fail("expected --runner to be local, llvm-mca or vdla-sim, got '" + given.runner + "'");
  if (given.runner == "llvm-mca" && given.threads > 1)
    return fail("expected --threads=1 with --runner=llvm-mca, which simulates one core, got " +
                llvm::Twine(given.threads));

  dl::tuning::TuneModelOptions options;
  options.model = given.model;
  options.database = given.database;
  options.templates = given.templates;
  options.kernels = given.kernels;
  options.json = given.json;
  options.compile.threads = given.threads;
  options.compile.precision = given.precision;
  options.compile.target = given.target;
  options.compile.cpu = given.cpu;
  for (llvm::StringRef size : given.sizes) {
    auto [name, number] = size.split('=');
    int64_t value = 0;
    if (name.empty() || number.getAsInteger(10, value) || value < 1)
      return fail("expected --sizes to be names with positive numbers, batch=4, got '" + size +
                  "'");
    options.sizes[name.str()] = value;
  }
  options.tune.search = given.search;
  options.tune.model = given.costModel;
  options.tune.prior = given.prior;
  options.tune.xgboost = given.xgboost;
  options.tune.trials = given.trials;
  options.tune.modelThreads = given.modelThreads;
  options.replay = given.replay;
  options.tune.seconds = given.seconds;
  options.tune.batch = given.batch;
  options.tune.finalists = given.finalists;
  options.tune.seed = given.seed;
  options.tune.hidesDefault = given.hideDefault;
  options.tune.checksReference = !given.noCheck;
  options.tune.weights = weights;
  options.tune.runner.workers = given.workers;
  if (given.runner != "local")
    options.tune.runner.simulator = given.runner;
  options.showsProgress = llvm::sys::Process::StandardErrIsDisplayed();
  options.isInterrupted = [] { return wasInterrupted != 0; };
  catchInterrupts();
  if (llvm::Error error = given.reports.checkPage(given.model, given.database))
    return fail(llvm::toString(std::move(error)));
  llvm::LogicalResult tuned = dl::tuning::tuneModel(options, llvm::outs(), llvm::errs());
  if (succeeded(tuned))
    tuned = given.reports.writePage(given.database, given.xgboost);
  return tool.finish(tuned);
}
