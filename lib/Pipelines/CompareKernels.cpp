//===-- CompareKernels.cpp - the first kernel that differs ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a compiled model with an observer that compares every kernel's outputs,
// while they are there, with those of the reference.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using dl::Difference;
using dl::Tensor;

std::string dl::formatNumber(double value) {
  char buffer[32];
  snprintf(buffer, sizeof(buffer), "%.8g", value);
  return buffer;
}

namespace {

/// Compares calls as they end.
class KernelComparison {
public:
  KernelComparison(runtime::CompiledModel &model, llvm::ArrayRef<ReferenceCall> reference,
                   double tolerance)
      : model(model), reference(reference), tolerance(tolerance),
        errors(model.getKernelCalls().size(), -1) {}

  void observe(const dlc_event &event) {
    if (event.kind != DLC_KERNEL_END || next == reference.size())
      return;
    // Kernels that only the compiled model has stand between those of both.
    const runtime::KernelCallSpec &call = model.getKernelCalls()[event.call];
    if (call.kernel != reference[next].kernel)
      return;
    const ReferenceCall &expected = reference[next++];
    for (auto [index, tensor] : llvm::enumerate(expected.outputs)) {
      Tensor actual = model.getKernelOutput(event, index);
      if (!actual || actual.getShape() != tensor.getShape())
        continue;
      ++compared;
      Difference difference = compare(actual, tensor);
      worst = std::max(worst, difference.getRelative());
      errors[event.call] = std::max(errors[event.call], difference.getRelative());
      if (difference.getRelative() > tolerance && first.empty())
        first = describe(event.call, index, actual, tensor, difference);
    }
  }

  bool report(llvm::raw_ostream &os) const {
    if (next < reference.size()) {
      os << "kernels: expected a call of '" << reference[next].kernel
         << "', which the compiled model does not have; was it compiled from this model?\n";
      return false;
    }
    if (!first.empty())
      os << "first kernel that differs: " << first << "\n";
    os << llvm::formatv("kernels: {0} outputs compared, largest error {1:e2} of the largest "
                        "value\n",
                        compared, worst);
    return first.empty();
  }

  const std::vector<double> &getErrors() const { return errors; }

private:
  std::string describe(int32_t number, size_t output, const Tensor &actual, const Tensor &expected,
                       const Difference &difference) const {
    const runtime::KernelCallSpec &call = model.getKernelCalls()[number];
    return llvm::formatv("call {0}, @{1} for {2}, output {3}: at element {4} expected {5}, got "
                         "{6}; largest error {7:e2} of the largest value {8}",
                         number, call.kernel, call.nodes.empty() ? "no node" : call.nodes, output,
                         difference.position,
                         formatNumber(expected.getAsDouble(difference.position)),
                         formatNumber(actual.getAsDouble(difference.position)),
                         difference.getRelative(), formatNumber(difference.largest))
        .str();
  }

  runtime::CompiledModel &model;
  llvm::ArrayRef<ReferenceCall> reference;
  double tolerance;
  size_t next = 0, compared = 0;
  double worst = 0;
  std::string first;
  std::vector<double> errors;
};

} // namespace

llvm::Expected<bool> dl::compareKernels(runtime::CompiledModel &model,
                                        llvm::ArrayRef<Tensor> inputs,
                                        llvm::ArrayRef<ReferenceCall> reference, double tolerance,
                                        llvm::raw_ostream &os, std::vector<double> *errors) {
  KernelComparison comparison(model, reference, tolerance);
  auto made = model.makeOutputs(inputs);
  if (!made)
    return made.takeError();
  llvm::SmallVector<Tensor> outputs = std::move(*made);
  if (llvm::Error error =
          model.run(inputs, outputs, [&](const dlc_event &event) { comparison.observe(event); }))
    return error;
  if (errors)
    *errors = comparison.getErrors();
  return comparison.report(os);
}
