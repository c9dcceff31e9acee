//===-- ApplySteps.cpp - steps of a record on a kernel --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps may come from strangers, or from another kernel. Primitives rely on stages and axes that
// the kernel has and on layouts that hold each element once, so these are looked at before a
// primitive is asked.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Legality.h"
#include "dl/Tuning/Record.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::schedule;
namespace tuning = dl::tuning;

/// What is wrong with a step that no primitive looks at; empty where nothing is.
using Problem = std::string;

/// The most elements of an operand in another layout.
static constexpr int64_t maxElements = int64_t(1) << 40;

static Problem checkRange(const std::string &what, int64_t number, int64_t size) {
  if (number >= 0 && number < size)
    return "";
  if (size == 0)
    return "requires " + what + ", and there is none";
  return "expected " + what + " between 0 and " + std::to_string(size - 1) + ", got " +
         std::to_string(number);
}

static Problem checkStage(const KernelSchedule &kernel, int stage) {
  return checkRange("a stage", stage, kernel.size());
}

static Problem checkAxis(const KernelSchedule &kernel, int stage, AxisId axis) {
  Problem problem = checkStage(kernel, stage);
  return problem.empty()
             ? checkRange("an axis of " + describe(kernel, stage), axis, kernel[stage].tree.size())
             : problem;
}

/// Of all steps that have one axis.
template <typename Primitive>
static Problem checkNumbers(const KernelSchedule &kernel, const Primitive &step) {
  return checkAxis(kernel, step.getStage(), step.getAxis());
}

static Problem checkNumbers(const KernelSchedule &kernel, const ComputeInline &step) {
  return checkStage(kernel, step.getStage());
}

/// The most stages that steps may make of a kernel.
static constexpr int maxStages = 256;

/// Of steps that make a stage.
static Problem checkNewStage(const KernelSchedule &kernel, int stage) {
  Problem problem = checkStage(kernel, stage);
  if (problem.empty() && kernel.size() >= maxStages)
    return "expected at most " + std::to_string(maxStages) + " stages, got " +
           std::to_string(kernel.size() + 1);
  return problem;
}

static Problem checkNumbers(const KernelSchedule &kernel, const CacheWrite &step) {
  return checkNewStage(kernel, step.getStage());
}

static Problem checkNumbers(const KernelSchedule &kernel, const SetScope &step) {
  return checkStage(kernel, step.getStage());
}

static Problem checkNumbers(const KernelSchedule &kernel, const ComputeAt &step) {
  Problem problem = checkStage(kernel, step.getStage());
  return problem.empty() ? checkAxis(kernel, step.getConsumer(), step.getAxis()) : problem;
}

static Problem checkNumbers(const KernelSchedule &kernel, const Reorder &step) {
  Problem problem = checkStage(kernel, step.getStage());
  for (AxisId axis : step.getOrder())
    if (problem.empty())
      problem = checkAxis(kernel, step.getStage(), axis);
  return problem;
}

static Problem checkNumbers(const KernelSchedule &kernel, const Split &step) {
  Problem problem = checkAxis(kernel, step.getStage(), step.getAxis());
  if (!problem.empty())
    return problem;
  // No real extent is longer.
  if (step.getFactor() > unknownExtent)
    return "expected a factor of at most 2^40, got " + std::to_string(step.getFactor());
  if (int axes = kernel[step.getStage()].tree.size() + 2; axes > tuning::maxStageAxes)
    return "expected at most " + std::to_string(tuning::maxStageAxes) + " axes of " +
           describe(kernel, step.getStage()) + ", got " + std::to_string(axes);
  return "";
}

/// Digits are those of one dimension of this extent, if all together are its index: each begins
/// where the one inside of it ends, and the outermost one goes as far as is needed.
static Problem checkDimension(std::vector<TransformLayout::Digit> digits, int dim, int64_t extent) {
  llvm::sort(digits, [](const auto &a, const auto &b) { return a.stride < b.stride; });
  int64_t next = 1;
  for (const TransformLayout::Digit &digit : digits) {
    bool isOutermost = &digit == &digits.back();
    int64_t expected =
        isOutermost ? llvm::divideCeil(static_cast<uint64_t>(extent), next) : digit.extent;
    bool isGood = digit.stride == next && digit.extent == expected &&
                  (isOutermost || (digit.extent > 1 && digit.extent <= maxElements / next));
    if (!isGood)
      break;
    next *= isOutermost ? 1 : digit.extent;
    if (isOutermost)
      return "";
  }
  std::string text;
  for (const TransformLayout::Digit &digit : digits)
    text += (text.empty() ? "" : ", ") + std::to_string(digit.extent) + " in steps of " +
            std::to_string(digit.stride);
  return "expected digits that together are an index of dimension " + std::to_string(dim) +
         " of extent " + std::to_string(extent) + ", got " + (text.empty() ? "none" : text);
}

/// Each element of a source of this shape has one place, and there are not too many places.
static Problem checkDigits(const std::vector<TransformLayout::Digit> &digits,
                           const std::vector<int64_t> &shape, const std::string &source) {
  auto rank = static_cast<int>(shape.size());
  for (const TransformLayout::Digit &digit : digits)
    if (Problem problem = checkRange("a dimension of " + source, digit.dim, rank); !problem.empty())
      return problem;
  for (int dim = 0; dim < rank; ++dim) {
    std::vector<TransformLayout::Digit> ofDim;
    llvm::copy_if(digits, std::back_inserter(ofDim),
                  [&](const TransformLayout::Digit &digit) { return digit.dim == dim; });
    if (Problem problem = checkDimension(std::move(ofDim), dim, shape[dim]); !problem.empty())
      return problem;
  }
  int64_t elements = 1;
  for (const TransformLayout::Digit &digit : digits) {
    if (digit.extent != 0 && elements > maxElements / digit.extent)
      return "expected a layout of at most 2^40 elements, got more";
    elements *= digit.extent;
  }
  return "";
}

static Problem checkSource(const KernelSchedule &kernel, const Source &source) {
  if (source.stage == -1)
    return checkRange("an operand", source.operand, static_cast<int64_t>(kernel.operands.size()));
  return checkStage(kernel, source.stage);
}

static Problem checkNumbers(const KernelSchedule &kernel, const CacheRead &step) {
  Problem problem = checkNewStage(kernel, step.getStage());
  return problem.empty() ? checkSource(kernel, step.getSource()) : problem;
}

static Problem checkNumbers(const KernelSchedule &kernel, const TransformLayout &step) {
  const Source &source = step.getSource();
  Problem problem = checkStage(kernel, step.getStage());
  if (problem.empty())
    problem = checkSource(kernel, source);
  if (!problem.empty())
    return problem;
  StageRead read;
  read.stage = source.stage;
  read.operand = source.operand;
  std::vector<int64_t> shape = kernel.getShape(read);
  // Of extents known only at run time the primitive knows more to say.
  return llvm::is_contained(shape, dynamicExtent)
             ? ""
             : checkDigits(step.getDigits(), shape, describe(kernel, source));
}

static std::string getText(const Refusal &refusal) {
  return refusal.reason + (refusal.hint.empty() ? "" : "; " + refusal.hint);
}

template <typename Primitive>
static Problem apply(KernelSchedule &kernel, const Primitive &primitive) {
  Problem problem = checkNumbers(kernel, primitive);
  if (!problem.empty())
    return problem;
  if (std::optional<Refusal> refusal = primitive.check(kernel))
    return getText(*refusal);
  primitive.apply(kernel);
  return "";
}

/// `split 1 0 16 peel`.
static std::string getText(const TraceStep &step) {
  llvm::json::Array written = tuning::toJSON({step});
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const llvm::json::Value &value : *written[0].getAsArray()) {
    stream << (text.empty() ? "" : " ");
    if (std::optional<llvm::StringRef> word = value.getAsString())
      stream << *word;
    else
      stream << value;
  }
  return text;
}

llvm::Error tuning::applySteps(KernelSchedule &kernel, const std::vector<TraceStep> &steps) {
  for (const auto &[index, step] : llvm::enumerate(steps)) {
    Problem problem =
        std::visit([&](const auto &primitive) { return apply(kernel, primitive); }, step);
    if (!problem.empty())
      return llvm::createStringError("step " + llvm::Twine(index + 1) + " (" + getText(step) +
                                     "): " + problem);
  }
  if (std::optional<Refusal> refusal = checkKernel(kernel))
    return llvm::createStringError("after " + llvm::Twine(steps.size()) +
                                   " steps: " + getText(*refusal));
  return llvm::Error::success();
}
