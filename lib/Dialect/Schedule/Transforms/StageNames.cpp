//===-- StageNames.cpp - what sequences call stages and axes --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of stages as a list, and sequences that change from one list to another, so that one
// sequence serves kernels that differ in names.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

static constexpr llvm::StringLiteral axisNamesAttr = "axis_names";

static SmallVector<te::StageOpInterface> getNamedStages(func::FuncOp kernel) {
  SmallVector<te::StageOpInterface> stages;
  kernel.walk<WalkOrder::PreOrder>([&](te::StageOpInterface stage) { stages.push_back(stage); });
  return stages;
}

std::vector<StageNames> dl::schedule::getStageNames(func::FuncOp kernel) {
  std::vector<StageNames> names;
  for (te::StageOpInterface stage : getNamedStages(kernel)) {
    StageNames &entry = names.emplace_back();
    entry.stage = stage.getStageNameAttr().str();
    if (auto axes = stage->getAttrOfType<ArrayAttr>(axisNamesAttr))
      for (StringAttr axis : axes.getAsRange<StringAttr>())
        entry.axes.push_back(axis.str());
  }
  return names;
}

std::vector<StageNames> dl::schedule::getCanonicalNames(func::FuncOp kernel) {
  std::vector<StageNames> names = getStageNames(kernel);
  for (auto [number, entry] : llvm::enumerate(names)) {
    entry.stage = "s" + std::to_string(number);
    for (auto [axis, name] : llvm::enumerate(entry.axes))
      name = "a" + std::to_string(axis);
  }
  return names;
}

void dl::schedule::setStageNames(func::FuncOp kernel, ArrayRef<StageNames> names) {
  Builder builder(kernel.getContext());
  for (auto [stage, entry] : llvm::zip_equal(getNamedStages(kernel), names)) {
    stage->setAttr("stage", builder.getStringAttr(entry.stage));
    if (stage->hasAttr(axisNamesAttr))
      stage->setAttr(axisNamesAttr, builder.getStrArrayAttr(SmallVector<StringRef>(
                                        entry.axes.begin(), entry.axes.end())));
  }
}

/// The name of an axis after its roots have other names: `i.o*j.i` has the roots i and j.
static std::string renameAxis(StringRef name, const StageNames &from, const StageNames &to) {
  SmallVector<StringRef> parts;
  name.split(parts, '*');
  std::string renamed;
  for (StringRef part : parts) {
    StringRef root = part.split('.').first;
    auto known = llvm::find(from.axes, root);
    size_t number = known - from.axes.begin();
    renamed += (renamed.empty() ? "" : "*") +
               (number < to.axes.size() ? to.axes[number] : root.str()) +
               part.drop_front(root.size()).str();
  }
  return renamed;
}

void dl::schedule::renameStages(transform::NamedSequenceOp sequence, ArrayRef<StageNames> from,
                                ArrayRef<StageNames> to) {
  auto find = [&](StringRef stage) -> std::optional<size_t> {
    auto known = llvm::find_if(from, [&](const StageNames &entry) { return entry.stage == stage; });
    size_t number = known - from.begin();
    return number < to.size() ? std::optional(number) : std::nullopt;
  };
  Builder builder(sequence.getContext());
  // Axes first: they look at the stages' old names.
  sequence.walk([&](AxisOp axis) {
    auto stage = axis.getStage().getDefiningOp<StageOp>();
    if (std::optional<size_t> number = stage ? find(stage.getName()) : std::nullopt)
      axis.setName(renameAxis(axis.getName(), from[*number], to[*number]));
  });
  sequence.walk([&](StageOp stage) {
    if (std::optional<size_t> number = find(stage.getName()))
      stage.setNameAttr(builder.getStringAttr(to[*number].stage));
  });
}
