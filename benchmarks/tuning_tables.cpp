//===-- tuning_tables.cpp - searches compared on recorded times -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each table is the database of one kernel under many schedules. Searches look their trials up in
// it; printed is the best that they found after so many trials, as a share of the table's best
// speed: the mean, the median and the worst of some seeds. And how well the cost model orders the
// schedules of a table when it learned from the other tables alone.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/BackTest.h"
#include "dl/Tuning/EstimateModel.h"
#include "dl/Tuning/GuidedModel.h"
#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/RandomModel.h"
#include "dl/Tuning/RivalModels.h"
#include "dl/Tuning/Siblings.h"
#include "dl/Tuning/Table.h"
#include "dl/Tuning/TaskSearch.h"
#include "dl/Tuning/XGBoostModel.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace dl::tuning;
namespace cl = llvm::cl;

namespace {

struct Named {
  std::string name;
  dl::schedule::KernelSchedule kernel;
  std::unique_ptr<RuleSpace> space;
  std::unique_ptr<Table> table;
};

/// A search with what it asks.
struct Setting {
  const char *name, *search, *model;
  bool usesSiblings = false;
};
constexpr Setting settings[] = {{"random", "random", "random"},
                                {"genetic", "genetic", "random"},
                                {"estimate", "evolution", "estimate"},
                                {"annealing", "annealing", "squares"},
                                {"evolution", "evolution", "squares"},
                                {"evolution, rank", "evolution", "pairwise"},
                                {"with siblings", "evolution", "squares", /*usesSiblings=*/true}};

constexpr size_t counts[] = {16, 32, 64, 128, 256};

/// Kernels of other extents with records; and the same kernels on another machine.
Siblings siblings, otherMachine;

/// What is asked of a short form, and how far it goes.
bool isShort = false;
bool isAsked(const Setting &setting) {
  llvm::StringRef name = setting.name;
  if (setting.usesSiblings && siblings.empty())
    return false;
  return !isShort || name == "random" || name == "genetic" || name == "evolution" ||
         setting.usesSiblings;
}
size_t getLastCount() { return isShort ? 128 : *std::rbegin(counts); }

std::unique_ptr<CostModel> makeModel(const std::string &name, uint64_t seed) {
  if (name == "random")
    return std::make_unique<RandomModel>(seed);
  if (name == "estimate")
    return std::make_unique<EstimateModel>();
  if (name == "prior")
    return llvm::cantFail(XGBoostModel::create(getPriorOptions()));
  XGBoostOptions options;
  options.seed = static_cast<unsigned>(seed);
  if (name == "pairwise")
    options.objective = XGBoostOptions::Objective::Pairwise;
  auto create = [](auto &&given) { return llvm::cantFail(XGBoostModel::create(given)); };
  return std::make_unique<GuidedModel>(
      create(getTaughtOptions()), std::make_unique<RivalModels>(create(options), create(options)),
      24);
}

/// After each trial, the share of the best speed that was found by then.
std::vector<double> search(const Named &named, const Setting &setting, uint64_t seed, size_t batch,
                           const Siblings *known) {
  SearchSettings searchSettings;
  searchSettings.seed = seed;
  TaskSearch tuned(std::make_unique<TableSpace>(*named.table), makeModel(setting.model, seed),
                   setting.search, searchSettings);
  if (known)
    known->teach(tuned, named.kernel, /*task=*/"");
  TableRunner runner(*named.table);
  std::vector<double> best;
  size_t last = getLastCount();
  while (best.size() < last) {
    double reached = 0;
    bool goesOn = tuned.run(runner, std::min(batch, last - best.size()), nullptr);
    for (size_t number = best.size(); number < tuned.getRows().size(); ++number) {
      const MeasuredRow &row = tuned.getRows()[number];
      reached = std::max(best.empty() ? 0 : best.back(),
                         std::min(named.table->getBestSeconds() / row.seconds, 1.0));
      best.push_back(reached);
    }
    if (!goesOn)
      best.resize(last, best.empty() ? 0 : best.back());
  }
  return best;
}

/// The same after each of the counts.
std::vector<double> searchCounts(const Named &named, const Setting &setting, uint64_t seed,
                                 size_t batch) {
  std::vector<double> best =
      search(named, setting, seed, batch, setting.usesSiblings ? &siblings : nullptr);
  std::vector<double> shares;
  for (size_t count : counts)
    shares.push_back(best[std::min(count, best.size()) - 1]);
  return shares;
}

double getMedian(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Shares of the best speed by setting, count and seed.
using Shares = std::vector<std::vector<std::vector<double>>>;

enum class Verdict { Worse, Tie, BothNearBest, Better };

/// Whether one list is larger than the other, seed by seed, in at least 95 of 100 samples of the
/// seeds (bootstrap), or both are at least 0.98 on average.
Verdict compare(const std::vector<double> &one, const std::vector<double> &other) {
  constexpr int samples = 2000;
  std::mt19937_64 random(0);
  double sumOne = 0, sumOther = 0;
  for (size_t seed = 0; seed < one.size(); ++seed) {
    sumOne += one[seed];
    sumOther += other[seed];
  }
  double enough = 0.98 * static_cast<double>(one.size());
  if (sumOne >= enough && sumOther >= enough)
    return Verdict::BothNearBest;
  int larger = 0, smaller = 0;
  for (int sample = 0; sample < samples; ++sample) {
    double sum = 0;
    for (size_t draw = 0; draw < one.size(); ++draw) {
      size_t seed = random() % one.size();
      sum += one[seed] - other[seed];
    }
    larger += sum > 0;
    smaller += sum < 0;
  }
  return larger >= 0.95 * samples    ? Verdict::Better
         : smaller >= 0.95 * samples ? Verdict::Worse
                                     : Verdict::Tie;
}

size_t findSetting(llvm::StringRef name) {
  return llvm::find_if(settings, [&](const Setting &setting) { return name == setting.name; }) -
         std::begin(settings);
}

size_t findCount(size_t count) { return llvm::find(counts, count) - std::begin(counts); }

/// Evolution under XGBoost against random and genetic search after 64 and 128 trials, over all
/// tables: better, or both at the best, on all but one; worse on none; at least 0.9 of the best
/// after 128, and after 32 where records of siblings are known. True if so.
bool judge(const std::vector<Named> &tables, const std::vector<Shares> &all) {
  size_t better = 0;
  bool isRight = true;
  llvm::outs() << "\nevolution against random and genetic search, after 64 and 128 trials\n";
  for (auto [named, shares] : llvm::zip_equal(tables, all)) {
    bool isBetter = true;
    llvm::outs() << llvm::formatv("{0,-16}", named.name);
    for (const char *other : {"random", "genetic"})
      for (size_t count : {size_t(64), size_t(128)}) {
        Verdict verdict = compare(shares[findSetting("evolution")][findCount(count)],
                                  shares[findSetting(other)][findCount(count)]);
        isBetter &= verdict == Verdict::Better || verdict == Verdict::BothNearBest;
        isRight &= verdict != Verdict::Worse;
        llvm::outs() << (verdict == Verdict::Better         ? "  better"
                         : verdict == Verdict::BothNearBest ? "  both"
                         : verdict == Verdict::Tie          ? "  tie"
                                                            : "  WORSE");
      }
    double median = getMedian(shares[findSetting("evolution")][findCount(128)]);
    llvm::outs() << llvm::formatv("  median {0:f3}", median);
    isRight &= median >= 0.9;
    if (const auto &taught = shares[findSetting("with siblings")]; !taught[0].empty()) {
      double early = getMedian(taught[findCount(32)]);
      llvm::outs() << llvm::formatv(", with siblings {0:f3} after 32", early);
      isRight &= early >= 0.9;
    }
    llvm::outs() << "\n";
    better += isBetter;
  }
  isRight &= better + 1 >= tables.size();
  llvm::outs() << (isRight ? "as wanted\n" : "NOT as wanted\n");
  return isRight;
}

bool compareSearches(const std::vector<Named> &tables, unsigned seeds, size_t batch) {
  std::vector<Shares> all;
  for (const Named &named : tables) {
    Shares &kept = all.emplace_back();
    llvm::outs() << llvm::formatv("\n{0}: {1} schedules, median at {2:f2} of the best speed\n",
                                  named.name, named.table->size(),
                                  named.table->getBestSeconds() / named.table->getMedianSeconds());
    llvm::outs() << "search            mean/median/worst of " << seeds << " seeds after";
    for (size_t count : counts)
      llvm::outs() << " " << count;
    llvm::outs() << " trials\n";
    for (const Setting &setting : settings) {
      std::vector<std::vector<double>> byCount(std::size(counts));
      if (!isAsked(setting)) {
        kept.push_back(byCount);
        continue;
      }
      for (unsigned seed = 0; seed < seeds; ++seed) {
        std::vector<double> shares = searchCounts(named, setting, seed, batch);
        for (size_t number = 0; number < shares.size(); ++number)
          byCount[number].push_back(shares[number]);
      }
      llvm::outs() << llvm::formatv("{0,-16}", setting.name);
      kept.push_back(byCount);
      for (const std::vector<double> &shares : byCount) {
        double sum = 0;
        for (double share : shares)
          sum += share;
        llvm::outs() << llvm::formatv("  {0:f3}/{1:f3}/{2:f3}",
                                      sum / static_cast<double>(shares.size()), getMedian(shares),
                                      *std::min_element(shares.begin(), shares.end()));
      }
      llvm::outs() << "\n";
      llvm::outs().flush();
    }
  }
  return judge(tables, all);
}

/// Trials until 0.95 of the best speed is found with records of the same kernel on another machine,
/// and without. True where half of the trials are enough on two of three tables.
bool compareTransfer(const std::vector<Named> &tables, unsigned seeds, size_t batch) {
  constexpr double wanted = 0.95;
  llvm::outs() << "\ntrials until 0.95 of the best speed, median of " << seeds
               << " seeds: from scratch, with records of another machine\n";
  size_t quicker = 0;
  for (const Named &named : tables) {
    double medians[2];
    for (const Siblings *known :
         {static_cast<const Siblings *>(nullptr), static_cast<const Siblings *>(&otherMachine)}) {
      std::vector<double> trials;
      for (unsigned seed = 0; seed < seeds; ++seed) {
        auto best = search(named, settings[findSetting("evolution")], seed, batch, known);
        auto reached = llvm::find_if(best, [](double share) { return share >= wanted; });
        trials.push_back(static_cast<double>(reached - best.begin() + 1));
      }
      medians[known != nullptr] = getMedian(trials);
    }
    bool isQuicker = medians[1] <= medians[0] / 2;
    quicker += isQuicker;
    llvm::outs() << llvm::formatv("{0,-16}  {1,5:f1}  {2,5:f1}{3}\n", named.name, medians[0],
                                  medians[1], isQuicker ? "  at most half" : "");
    llvm::outs().flush();
  }
  bool isRight = 3 * quicker >= 2 * tables.size();
  llvm::outs() << (isRight ? "as wanted\n" : "NOT as wanted\n");
  return isRight;
}

/// Learns from all tables but one, and orders that one, for each of the first.
void backTest(const std::vector<Named> &tables, size_t numJudged) {
  llvm::outs() << "\nordering a table after the others  spearman  pairs >= 5 % apart  recall@30  "
                  "best of top 64\n";
  for (size_t judged = 0; judged < numJudged; ++judged)
    for (const char *name : {"estimate", "squares", "pairwise", "prior"}) {
      std::vector<MeasuredRow> rows;
      for (size_t other = 0; other < tables.size(); ++other)
        for (size_t number = 0; other != judged && number < tables[other].table->size(); ++number)
          rows.push_back({tables[other].table->getCandidate(number),
                          tables[other].table->getSeconds(number), other});
      std::unique_ptr<CostModel> model = makeModel(name, 0);
      model->train(rows);
      std::vector<CandidateRef> candidates;
      std::vector<double> seconds;
      for (size_t number = 0; number < tables[judged].table->size(); ++number) {
        candidates.push_back(tables[judged].table->getCandidate(number));
        seconds.push_back(tables[judged].table->getSeconds(number));
      }
      BackTest result = runBackTest(model->predict(candidates), seconds);
      llvm::outs() << llvm::formatv("{0,-22} {1,-10} {2,10:f3} {3,19:f3} {4,10:f3} {5,15:f3}\n",
                                    tables[judged].name, name, result.rankCorrelation,
                                    result.pairAccuracy, result.recall, result.topRatio);
    }
}

/// Trains the model of getPriorOptions on tables and writes it.
int trainShipped(const std::vector<Named> &tables, const std::string &path) {
  std::vector<MeasuredRow> rows;
  for (auto [task, named] : llvm::enumerate(tables))
    for (size_t number = 0; number < named.table->size(); ++number)
      rows.push_back({named.table->getCandidate(number), named.table->getSeconds(number), task});
  auto model = XGBoostModel::create(getPriorOptions());
  llvm::Error error = model.takeError();
  if (!error) {
    (*model)->train(rows);
    error = llvm::joinErrors((*model)->takeError(), (*model)->save(path));
  }
  if (!error) {
    llvm::outs() << rows.size() << " schedules of " << tables.size() << " kernels\n";
    return 0;
  }
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}

using TakeKernel = llvm::function_ref<void(llvm::StringRef file, const Database &,
                                           const KernelRecord &, dl::schedule::KernelSchedule)>;

/// Hands each kernel of some databases to `take`; false where one cannot be read, which was told.
bool readKernels(const std::vector<std::string> &files, TakeKernel take) {
  for (const std::string &file : files) {
    auto database = Database::open(file, [&](size_t line, llvm::StringRef text) {
      llvm::errs() << file << ":" << line << ": warning: " << text << "\n";
    });
    if (!database) {
      llvm::errs() << "error: " << llvm::toString(database.takeError()) << "\n";
      return false;
    }
    for (const KernelRecord &kernel : database->getKernels()) {
      auto plain = KernelReader().read(kernel.module);
      if (!plain) {
        llvm::errs() << file << ": error: " << llvm::toString(plain.takeError()) << "\n";
        return false;
      }
      take(file, *database, kernel, std::move(*plain));
    }
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  cl::list<std::string> files(cl::Positional, cl::OneOrMore, cl::desc("<table.jsonl>..."));
  cl::list<std::string> others("siblings", cl::value_desc("file"), cl::CommaSeparated,
                               cl::desc("Records of kernels of other extents"));
  cl::list<std::string> machines("other-machine", cl::value_desc("file"), cl::CommaSeparated,
                                 cl::desc("Records of the same kernels on another machine"));
  cl::opt<std::string> trained("train", cl::value_desc("file"), cl::desc("Write what ships"));
  cl::opt<unsigned> seeds("seeds", cl::init(10), cl::desc("Seeds of each search (default: 10)"));
  cl::opt<unsigned> batch("batch-size", cl::init(16), cl::desc("Trials of a batch (default: 16)"));
  cl::opt<bool> onlyModel("only-model", cl::desc("Only how well the cost model orders tables"));
  cl::opt<bool, true> shortForm("short", cl::location(isShort),
                                cl::desc("Three searches of 128 trials"));
  cl::ParseCommandLineOptions(argc, argv, "searches compared on recorded tables\n");
  std::vector<Named> tables;
  auto addTables = [&](const std::vector<std::string> &list) {
    return readKernels(list, [&](llvm::StringRef file, const Database &database,
                                 const KernelRecord &kernel, dl::schedule::KernelSchedule plain) {
      Named named{llvm::sys::path::stem(file).str(), plain,
                  std::make_unique<RuleSpace>(plain, kernel.threads), nullptr};
      named.table = std::make_unique<Table>(database, kernel.task, *named.space);
      if (named.table->size() > 0)
        tables.push_back(std::move(named));
    });
  };
  if (!addTables(files))
    return 1;
  auto addRecords = [](const std::vector<std::string> &list, Siblings &known) {
    return readKernels(list, [&](llvm::StringRef, const Database &database,
                                 const KernelRecord &kernel, dl::schedule::KernelSchedule plain) {
      known.add(database, kernel.task, std::move(plain), kernel.threads,
                [](const Record &record) { return record.search != "rules"; });
    });
  };
  if (!addRecords(others, siblings) || !addRecords(machines, otherMachine))
    return 1;
  if (!trained.empty())
    return trainShipped(tables, trained);
  if (!otherMachine.empty())
    return compareTransfer(tables, seeds, batch) ? 0 : 1;
  bool isRight = onlyModel || compareSearches(tables, seeds, batch);
  // Kernels of other extents are learned from, as by the model that ships.
  if (size_t numJudged = tables.size(); numJudged > 1) {
    if (!addTables(others))
      return 1;
    backTest(tables, numJudged);
  }
  return isRight ? 0 : 1;
}
