//===-- Siblings.cpp - records of kernels of other extents ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms as hashes, and rows out of records.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Siblings.h"

#include "dl/Support/ContentCache.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace dl::schedule;
using namespace dl::tuning;

static void addWork(dl::ContentHash &hash, const Work &work) {
  for (int64_t count : {work.sums, work.products, work.extrema, work.roundings, work.quotients,
                        work.functions, work.integers})
    hash.add(static_cast<uint64_t>(count));
}

std::string dl::tuning::hashForm(const KernelSchedule &kernel) {
  dl::ContentHash hash;
  for (const StageSchedule &stage : kernel.stages) {
    hash.add(stage.tree.getRoots().size());
    for (AxisId root : stage.tree.getRoots())
      hash.add(static_cast<uint64_t>(stage.tree[root].kind));
    addWork(hash, stage.formula);
    addWork(hash, stage.combination);
    hash.add(static_cast<uint64_t>(stage.isOrdered));
    for (int64_t bytes : stage.resultBytes)
      hash.add(static_cast<uint64_t>(bytes));
    for (const StageRead &read : stage.reads) {
      hash.add(static_cast<uint64_t>(read.stage)).add(static_cast<uint64_t>(read.operand));
      hash.add(static_cast<uint64_t>(read.isGuarded)).add(read.indices.size());
      for (const IndexExpression &index : read.indices) {
        hash.add(static_cast<uint64_t>(index.kind));
        for (int64_t coefficient : index.coefficients)
          hash.add(static_cast<uint64_t>(coefficient != 0));
      }
    }
  }
  return hash.finish();
}

double dl::tuning::getExtentDistance(const KernelSchedule &one, const KernelSchedule &other) {
  double distance = 0;
  for (int stage = 0; stage < std::min(one.size(), other.size()); ++stage) {
    const IterationTree &a = one[stage].tree, &b = other[stage].tree;
    for (size_t axis = 0; axis < std::min(a.getRoots().size(), b.getRoots().size()); ++axis) {
      auto ofOne = static_cast<double>(std::max<int64_t>(a[a.getRoots()[axis]].extent, 1));
      auto ofOther = static_cast<double>(std::max<int64_t>(b[b.getRoots()[axis]].extent, 1));
      distance += std::abs(std::log2(ofOne / ofOther));
    }
  }
  return distance;
}

void Siblings::add(const Database &database, llvm::StringRef task, KernelSchedule kernel,
                   int64_t threads, llvm::function_ref<bool(const Record &)> accepts) {
  std::vector<const Record *> records;
  for (const Record *record : database.lookup(task))
    if (record->measurement.isOk() && accepts(*record))
      records.push_back(record);
  auto getCost = [](const Record &record) {
    double reference = record.measurement.reference;
    return record.measurement.getCost() / (reference > 0 ? reference : 1);
  };
  llvm::stable_sort(records,
                    [&](const Record *a, const Record *b) { return getCost(*a) < getCost(*b); });
  // Slow ones teach a model as well, all along the order.
  size_t numOthers = records.size() - std::min(records.size(), mostRows);
  size_t step = (numOthers + mostRows - 1) / mostRows;
  std::vector<const Record *> kept;
  for (size_t number = 0; number < records.size(); number += number < mostRows ? 1 : step)
    kept.push_back(records[number]);
  std::string form = hashForm(kernel);
  RuleSpace space(kernel, threads);
  Known entry{task.str(), std::move(kernel), {}};
  for (const Record *record : kept)
    if (CandidateRef candidate = space.replay(*record))
      entry.rows.push_back({std::move(candidate), getCost(*record), 0});
  if (!entry.rows.empty())
    known.push_back({std::move(form), std::move(entry)});
}

/// As far as extents that are eight times as large: what another machine does with the same kernel
/// tells less than this one with a kernel of about its size.
static constexpr double otherMachine = 3;

std::vector<const Siblings::Known *> Siblings::find(const KernelSchedule &kernel,
                                                    llvm::StringRef task, size_t count) const {
  std::string form = hashForm(kernel);
  std::vector<std::pair<double, const Known *>> found;
  for (const auto &[other, entry] : known)
    if (other == form && entry.task != task)
      found.push_back({getExtentDistance(kernel, entry.kernel) +
                           (entry.kernel.target->name == kernel.target->name ? 0 : otherMachine),
                       &entry});
  llvm::stable_sort(found, llvm::less_first());
  std::vector<const Known *> nearest;
  for (size_t number = 0; number < std::min(found.size(), count); ++number)
    nearest.push_back(found[number].second);
  return nearest;
}

size_t Siblings::teach(TaskSearch &search, const KernelSchedule &kernel,
                       llvm::StringRef task) const {
  constexpr size_t mostSiblings = 3, seedsOfEach = 4, suggested = 32;
  std::vector<const Known *> nearest = find(kernel, task, mostSiblings);
  std::vector<std::vector<Choice>> seeds, suggestions;
  for (size_t number = 0; number < nearest.size(); ++number) {
    bool isOfMachine = nearest[number]->kernel.target->name == kernel.target->name;
    std::vector<MeasuredRow> rows = nearest[number]->rows;
    // Numbers that no task of a search has.
    for (MeasuredRow &row : rows) {
      row.isForeign = true;
      row.isOfOtherMachine = !isOfMachine;
      row.task = std::numeric_limits<size_t>::max() - number;
    }
    for (size_t seed = 0; seed < std::min(rows.size(), isOfMachine ? seedsOfEach : suggested);
         ++seed)
      (isOfMachine ? seeds : suggestions).push_back(rows[seed].candidate->trace.choices);
    search.addForeign(std::move(rows));
  }
  search.addSeeds(std::move(seeds));
  search.addSuggestions(suggestions);
  return nearest.size();
}
