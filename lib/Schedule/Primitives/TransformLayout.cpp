//===-- TransformLayout.cpp - change the layout of a source -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/TransformLayout.h"

#include "dl/Schedule/Legality.h"

#include <algorithm>

using namespace dl::schedule;

std::optional<Refusal> TransformLayout::checkOperand(const KernelSchedule &kernel) const {
  switch (kernel.getLayout(source.operand)) {
  case OperandLayout::Free:
    return std::nullopt;
  case OperandLayout::Given:
    return Refusal{describe(kernel, source) + " has been given a layout already",
                   "give the whole layout in one step"};
  case OperandLayout::Fixed:
    return Refusal{describe(kernel, source) + " is not marked te.layout_free: its callers cannot "
                                              "pack it at compile time",
                   "use cache_read, and transform_layout on the copy"};
  }
  return std::nullopt;
}

std::optional<Refusal> TransformLayout::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkSource(kernel, stage, source))
    return refusal;
  if (auto refusal = checkStatic(kernel, source))
    return refusal;
  for (int reader = 0; reader < kernel.size(); ++reader) {
    const IterationTree &tree = kernel[reader].tree;
    const SharedVector<StageRead> &reads = kernel[reader].reads;
    if (tree.getIntrinsic().empty() ||
        std::none_of(reads.begin(), reads.end(), [&](const StageRead &r) { return isSource(r); }))
      continue;
    AxisId axis = *std::find_if(tree.getLeaves().begin(), tree.getLeaves().end(), [&](AxisId leaf) {
      return tree[leaf].annotation == Annotation::Tensorize;
    });
    return Refusal{describe(kernel, reader) + " reads " + describe(kernel, source) +
                       " and is tensorized, but would no longer have the formula of @" +
                       tree.getIntrinsic(),
                   "use transform_layout before tensorize", reader, axis};
  }
  if (source.stage == -1)
    return checkOperand(kernel);
  if (kernel[source.stage].isResult)
    return Refusal{describe(kernel, source) + " is " +
                       describeTaker(kernel, source.stage, "layout"),
                   "use cache_write, and transform_layout on the new stage", source.stage};
  const IterationTree &tree = kernel[source.stage].tree;
  if (auto refusal = checkUntouched(kernel, source.stage, tree.getPlain(), "",
                                    "use transform_layout before other steps on the stage")) {
    if (refusal->stage == -1)
      refusal->stage = source.stage;
    return refusal;
  }
  for (const Digit &digit : digits) {
    bool isOutermost = std::none_of(digits.begin(), digits.end(), [&](const Digit &other) {
      return other.dim == digit.dim && other.stride > digit.stride;
    });
    if (isOutermost && tree[digit.dim].extent % digit.stride != 0)
      return Refusal{"blocks of " + std::to_string(digit.stride) + " do not divide axis " +
                         tree[digit.dim].name + " of " + describe(kernel, source) +
                         ", whose extent is " + std::to_string(tree[digit.dim].extent),
                     "use a block that divides the extent", source.stage};
  }
  return std::nullopt;
}

std::vector<std::string> TransformLayout::getAxisNames(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[source.stage].tree;
  std::vector<std::string> names, taken;
  for (AxisId root : tree.getRoots())
    if (tree[root].kind == AxisKind::Reduction)
      taken.push_back(tree[root].name);
  for (const Digit &digit : digits) {
    std::string name = tree[digit.dim].name;
    int outer = 0, total = 0;
    for (const Digit &other : digits) {
      total += other.dim == digit.dim;
      outer += other.dim == digit.dim && other.stride > digit.stride;
    }
    if (total > 1)
      name += std::to_string(outer);
    while (std::find(taken.begin(), taken.end(), name) != taken.end())
      name += "_";
    taken.push_back(name);
    names.push_back(name);
  }
  return names;
}

/// What is computed in the new layout: its axes, and what it reads by them.
void TransformLayout::packStage(StageSchedule &packed,
                                const std::vector<std::string> &names) const {
  const IterationTree old = packed.tree;
  packed.tree = IterationTree();
  // For each old root the new ones with their strides.
  std::vector<std::vector<std::pair<AxisId, int64_t>>> map(old.size());
  for (size_t i = 0; i < digits.size(); ++i)
    map[digits[i].dim].push_back(
        {packed.tree.addRoot(names[i], digits[i].extent, AxisKind::Spatial), digits[i].stride});
  for (AxisId root : old.getRoots())
    if (old[root].kind == AxisKind::Reduction)
      map[root].push_back(
          {packed.tree.addRoot(old[root].name, old[root].extent, AxisKind::Reduction), 1});
  LoopVariables axes = getAxisVariables(packed.tree);
  std::vector<LoopExpr> values(map.size());
  for (size_t root = 0; root < map.size(); ++root)
    for (auto [axis, stride] : map[root])
      values[root].add(axes.get(axis), stride);
  auto pack = [&](IndexExpression &index) {
    index.replaceDigits(values, axes);
    std::vector<int64_t> coefficients(packed.tree.size(), 0);
    std::vector<bool> dataAxes(index.dataAxes.empty() ? 0 : packed.tree.size(), false);
    for (size_t root = 0; root < map.size(); ++root)
      for (auto [axis, stride] : map[root]) {
        coefficients[axis] +=
            index.coefficients[root] * (index.kind == IndexKind::QuasiAffine ? 1 : stride);
        if (!dataAxes.empty())
          dataAxes[axis] = index.dataAxes[root];
      }
    index.coefficients = std::move(coefficients);
    index.dataAxes = std::move(dataAxes);
  };
  for (StageRead &read : packed.reads.write()) {
    for (IndexExpression &index : read.indices.write())
      pack(index);
    for (Constraint &constraint : read.constraints.write())
      pack(constraint.form);
  }
}

void TransformLayout::packRead(StageRead &read, const LoopVariables &axes) const {
  std::vector<IndexExpression> indices;
  for (const Digit &digit : digits) {
    bool isWhole = std::count_if(digits.begin(), digits.end(),
                                 [&](const Digit &other) { return other.dim == digit.dim; }) == 1;
    IndexExpression &index = indices.emplace_back(read.indices[digit.dim]);
    if (isWhole || index.kind == IndexKind::Gathered)
      continue;
    bool isOutermost = std::none_of(digits.begin(), digits.end(), [&](const Digit &other) {
      return other.dim == digit.dim && other.stride > digit.stride;
    });
    index.digits = axes.divide(index.getSum(), digit.stride);
    if (!isOutermost)
      index.digits = axes.modulo(index.digits, digit.extent);
    if (index.kind == IndexKind::QuasiAffine)
      continue;
    index.kind = IndexKind::QuasiAffine;
    index.constant = 0;
    for (int64_t &coefficient : index.coefficients)
      coefficient = coefficient != 0;
  }
  read.indices = std::move(indices);
}

void TransformLayout::apply(KernelSchedule &kernel) const {
  for (int reader = 0; reader < kernel.size(); ++reader)
    for (StageRead &read : kernel[reader].reads.write())
      if (isSource(read))
        packRead(read, getAxisVariables(kernel[reader].tree));
  if (source.stage != -1) {
    packStage(kernel[source.stage], getAxisNames(kernel));
    return;
  }
  kernel.operandLayouts[source.operand] = OperandLayout::Given;
  kernel.operands[source.operand].clear();
  for (const Digit &digit : digits)
    kernel.operands[source.operand].push_back(digit.extent);
}
