//===-- TemplateSpace.h - the schedules of a template -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space of all decisions of a template on a task's kernel (see ScheduleTemplate.h). Where a
// primitive refuses what was decided there is no schedule; a choice is drawn with the probabilities
// that the template gives it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_TEMPLATESPACE_H
#define DL_TUNING_MEASURE_TEMPLATESPACE_H

#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Space.h"
#include "dl/Tuning/Tasks/ScheduleTemplate.h"

namespace dl::tuning {

class TemplateSpace : public Space {
public:
  /// `module` is that of a task, `reader` stays as long as the space does. The error tells what is
  /// wrong with the template, or the module.
  static llvm::Expected<std::unique_ptr<TemplateSpace>> create(llvm::StringRef module,
                                                               const TemplateRecord &record,
                                                               int64_t threads,
                                                               KernelReader &reader);

  /// Draws a few times where `decisions` leave something to chance; no more where none of some
  /// hundred decisions was legal.
  CandidateRef make(const std::vector<schedule::Choice> &decisions,
                    std::mt19937_64 &random) override;
  /// None: a template has no rules.
  CandidateRef makeDefault() override { return nullptr; }
  CandidateRef replay(const Record &record) override;
  std::string getRefusal() const override;

private:
  TemplateSpace(TemplateKernel kernel, std::string hash, int64_t threads)
      : kernel(std::move(kernel)), hash(std::move(hash)), threads(threads) {}
  CandidateRef finish(TemplateResult result) const;

  TemplateKernel kernel;
  std::string hash;
  int64_t threads;
  /// How often each reason was told, and whether there ever was a schedule.
  llvm::StringMap<size_t> refusals;
  size_t numRefused = 0;
  bool hasMade = false;
};

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_TEMPLATESPACE_H
