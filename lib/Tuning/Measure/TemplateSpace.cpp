//===-- TemplateSpace.cpp - the schedules of a template -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions to the interpreter, the kernel after it to a candidate.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/TemplateSpace.h"

#include "dl/Tuning/Record.h"

using namespace dl;
using namespace dl::tuning;
using schedule::Choice;

/// Draws for decisions that all primitives accept.
static constexpr int mostDraws = 16;
/// Refusals in a row from the beginning after which no more is drawn.
static constexpr size_t mostRefused = 500;

llvm::Expected<std::unique_ptr<TemplateSpace>> TemplateSpace::create(llvm::StringRef module,
                                                                     const TemplateRecord &record,
                                                                     int64_t threads,
                                                                     KernelReader &reader) {
  auto read = reader.readModule(module);
  if (!read)
    return read.takeError();
  auto kernel = TemplateKernel::create(KernelReader::getKernel(**read), record.module);
  if (!kernel)
    return kernel.takeError();
  return std::unique_ptr<TemplateSpace>(
      new TemplateSpace(std::move(*kernel), record.hash, threads));
}

CandidateRef TemplateSpace::finish(TemplateResult result) const {
  return makeCandidate(std::move(result.kernel), {{}, std::move(result.choices)}, threads, hash);
}

namespace {
/// Passes on, and notes whether there was something to pass on.
class CountedDraws : public schedule::DrawDecides {
public:
  using DrawDecides::DrawDecides;
  size_t decide(const Choice &choice) override {
    hasDrawn |= choice.candidates.size() > 1;
    return DrawDecides::decide(choice);
  }
  size_t decideByPrior(const Choice &choice, const std::vector<double> &probabilities) override {
    hasDrawn |= choice.candidates.size() > 1;
    return DrawDecides::decideByPrior(choice, probabilities);
  }
  bool hasDrawn = false;
};
} // namespace

CandidateRef TemplateSpace::make(const std::vector<Choice> &decisions, std::mt19937_64 &random) {
  for (int draw = 0; draw < mostDraws && (hasMade || numRefused < mostRefused); ++draw) {
    CountedDraws draws(random);
    schedule::RecordDecides decider(decisions, draws);
    llvm::Expected<TemplateResult> result = kernel.run(decider);
    if (result) {
      hasMade = true;
      return finish(std::move(*result));
    }
    ++numRefused;
    ++refusals[llvm::toString(result.takeError())];
    if (!draws.hasDrawn)
      break;
  }
  return nullptr;
}

std::string TemplateSpace::getRefusal() const {
  std::pair<size_t, std::string> commonest;
  for (const auto &entry : refusals)
    commonest = std::max(commonest, {entry.getValue(), entry.getKey().str()});
  return commonest.first == 0 ? ""
                              : commonest.second + " (" + std::to_string(commonest.first) + " of " +
                                    std::to_string(numRefused) + " refusals)";
}

CandidateRef TemplateSpace::replay(const Record &record) {
  if (record.templateHash != hash)
    return nullptr;
  llvm::Expected<TemplateResult> result = kernel.run(record.choices);
  if (result)
    return finish(std::move(*result));
  llvm::consumeError(result.takeError());
  return nullptr;
}
