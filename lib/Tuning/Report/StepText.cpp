//===-- StepText.cpp - steps of a schedule for people ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StepText.h.
//
//===----------------------------------------------------------------------===//
#include "StepText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace dl::schedule;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// Writes one step after the other. Numbers that the kernel does not have are told as such.
class StepWriter {
public:
  explicit StepWriter(const KernelSchedule *kernel) : kernel(kernel) {}

  std::string write(const Bind &step) const {
    return writeAxis("bind", step) + " to " + getAnnotationName(step.getIndex());
  }
  std::string write(const CacheRead &step) const {
    const Source &source = step.getSource();
    return getStage(step.getStage()) + ": cache what it reads of " +
           (source.stage == -1 ? "operand " + std::to_string(source.operand)
                               : getStage(source.stage));
  }
  std::string write(const CacheWrite &step) const {
    return getStage(step.getStage()) + ": cache what it writes";
  }
  std::string write(const SetScope &step) const {
    return getStage(step.getStage()) + ": keep in " + step.getScope();
  }
  std::string write(const ComputeAt &step) const {
    return getStage(step.getStage()) + ": compute at " +
           getAxis(step.getConsumer(), step.getAxis()) + " of " + getStage(step.getConsumer());
  }
  std::string write(const ComputeInline &step) const {
    return getStage(step.getStage()) + ": compute inline";
  }
  std::string write(const LoopPartition &step) const {
    auto cuts = llvm::map_range(step.getCuts(), [](int64_t cut) { return std::to_string(cut); });
    return writeAxis("cut", step) + " at " + llvm::join(cuts, ", ");
  }
  std::string write(const Parallel &step) const { return writeAxis("parallel", step); }
  std::string write(const RegisterAxis &step) const {
    return writeAxis(step.getAnnotation() == Annotation::Vectorize ? "vectorize" : "unroll", step);
  }
  std::string write(const Reorder &step) const {
    auto names = llvm::map_range(step.getOrder(),
                                 [&](AxisId axis) { return getAxis(step.getStage(), axis); });
    return getStage(step.getStage()) + ": order " + llvm::join(names, ", ");
  }
  std::string write(const Split &step) const {
    constexpr StringRef rests[] = {"peeled", "guarded", "shifted", "masked"};
    return writeAxis("split", step) + " by " + std::to_string(step.getFactor()) + ", the rest " +
           rests[static_cast<size_t>(step.getTail())].str();
  }
  std::string write(const Tensorize &step) const {
    return writeAxis("tensorize", step) + " with " + step.getIntrinsic();
  }
  std::string write(const TransformLayout &step) const {
    const Source &source = step.getSource();
    std::string text = getStage(step.getStage()) + ": lay " +
                       (source.stage == -1 ? "operand " + std::to_string(source.operand)
                                           : getStage(source.stage)) +
                       " out as";
    for (auto [number, digit] : llvm::enumerate(step.getDigits())) {
      text +=
          (Twine(number == 0 ? " " : " x ") + Twine(digit.extent) + " (d" + Twine(digit.dim)).str();
      text += (digit.stride == 1 ? ")" : "/" + std::to_string(digit.stride) + ")");
    }
    return text;
  }

private:
  template <typename Step> std::string writeAxis(const char *what, const Step &step) const {
    return getStage(step.getStage()) + ": " + what + " " + getAxis(step.getStage(), step.getAxis());
  }
  std::string getStage(int stage) const {
    return kernel && stage < kernel->size() ? (*kernel)[stage].name
                                            : "stage " + std::to_string(stage);
  }
  std::string getAxis(int stage, AxisId axis) const {
    return kernel && stage < kernel->size() && (*kernel)[stage].tree.contains(axis)
               ? (*kernel)[stage].tree[axis].name
               : "axis " + std::to_string(axis);
  }

  const KernelSchedule *kernel;
};
} // namespace

std::vector<std::string> dl::tuning::describeSteps(const std::vector<TraceStep> &steps,
                                                   const KernelSchedule *scheduled) {
  StepWriter writer(scheduled);
  std::vector<std::string> lines;
  for (const TraceStep &step : steps)
    lines.push_back(
        std::visit([&](const auto &primitive) { return writer.write(primitive); }, step));
  return lines;
}

std::vector<std::string> dl::tuning::describeStages(const KernelSchedule &kernel) {
  std::vector<std::string> lines;
  for (const StageSchedule &stage : kernel.stages) {
    std::string line = stage.name + ":";
    const char *separator = " ";
    for (AxisId root : stage.tree.getRoots()) {
      const AxisNode &axis = stage.tree[root];
      line += separator;
      line += axis.kind == AxisKind::Reduction ? "reduction " : "";
      line += axis.name + " = " + std::to_string(axis.extent);
      separator = ", ";
    }
    lines.push_back(line);
  }
  return lines;
}
