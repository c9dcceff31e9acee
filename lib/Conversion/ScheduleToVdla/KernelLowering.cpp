//===-- KernelLowering.cpp - a kernel as a program of the accelerator -----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over the plan, and what is known of each stage before.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Schedule/CheckPlan.h"

#include <numeric>

using namespace mlir;
using namespace dl;
using namespace dl::schedule;
using namespace dl::vdla;

KernelLowering::KernelLowering(func::FuncOp function, StreamBuilder &stream, bool inTurns)
    : function(function), stream(stream), inTurns(inTurns), model(stream.getModel()),
      kernel(buildKernelSchedule(function)), computes(getStages(function)),
      infos(size_t(kernel.size())), parts(size_t(kernel.size())) {}

bool KernelLowering::refuse(int stage, const Twine &why) {
  if (!reason.empty())
    return false;
  reason = why.str();
  if (stage >= 0)
    culprit = computes[size_t(stage)];
  return false;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

bool KernelLowering::classifyStage(int stage) {
  const IterationTree &tree = kernel[stage].tree;
  StageInfo &info = infos[size_t(stage)];
  std::string name = describe(kernel, stage);
  if (kernel[stage].isResult) {
    info.role = Role::Result;
    return true;
  }
  const std::string &scope = tree.getStorage().scope;
  std::vector<Scope> known = model.getScopes();
  auto found = llvm::find_if(known, [&](const Scope &other) { return other.name == scope; });
  if (tree.getPlacement() != Placement::At || found == known.end())
    return refuse(stage, name + " is kept in no scratchpad: no rule or step brings it there");
  if (tree.getStorage().isDouble)
    return refuse(stage, name + " has two buffers, which virtual threads are for");
  info.memory = found->memory;
  info.elementDims = info.memory == Memory::Wgt ? 2 : 1;
  std::optional<CopyForm> copy = matchCopy(computes[size_t(stage)]);
  bool isBrought = copy && isa<BlockArgument>(copy->read.getSource());
  if (isBrought)
    info.role = Role::Load;
  else if (tree.getIntrinsic() == VdlaDialect::getGemmName() && info.memory == Memory::Acc)
    info.role = Role::Sums;
  else if (tree.getIntrinsic().empty() && info.memory == Memory::Acc)
    info.role = Role::Elementwise;
  else
    return refuse(stage, name + " is computed, but kept in " + getName(info.memory) +
                             ", which only loads fill");
  int64_t dims = tree.getNumSpatial(), lanes = model.getConfig().tile.blockOut;
  bool hasLanes = dims >= info.elementDims;
  if (info.memory == Memory::Wgt)
    hasLanes = hasLanes && tree[AxisId(dims - 2)].extent == lanes;
  if (info.memory != Memory::Acc)
    lanes = model.getConfig().tile.blockIn;
  if (!hasLanes || tree[AxisId(dims - 1)].extent != lanes)
    return refuse(stage, name + " is not packed: its last dimensions are no element of " +
                             getName(info.memory));
  return true;
}

bool KernelLowering::classify() {
  if (model.getConfig().tile.batch != 1)
    return refuse(-1, "the machine multiplies " + Twine(model.getConfig().tile.batch) +
                          " rows at a time, and kernels are for one");
  int results = 0;
  for (int stage = 0; stage < kernel.size(); ++stage) {
    for (AxisId root : kernel[stage].tree.getRoots())
      if (kernel[stage].tree[root].extent == dynamicExtent)
        return refuse(stage,
                      describe(kernel, stage, root) + " has an extent known only at run time");
    if (!classifyStage(stage))
      return false;
    findSteps(stage);
    results += infos[size_t(stage)].role == Role::Result ? 1 : 0;
  }
  if (results != 1 || infos.back().role != Role::Result)
    return refuse(-1,
                  "it has " + Twine(results) + " results of formulas, and a program stores one");
  epilogue = matchEpilogue(computes.back());
  if (!epilogue && computes.back().hasReduction())
    return refuse(
        kernel.size() - 1,
        describe(kernel, kernel.size() - 1) +
            " reduces, but no rule or step gave it to a unit: its formula, layout or axes "
            "are not those of @" +
            VdlaDialect::getGemmName() + ", or no tile of it fits");
  if (!epilogue)
    return refuse(kernel.size() - 1,
                  describe(kernel, kernel.size() - 1) +
                      " is not what a store can make of sums: rescaled with one rounding, a zero "
                      "point, and limits of a relu and of 8 bits");
  return findScales() && addBuffers();
}

bool KernelLowering::addBuffers() {
  unsigned inputs = function.getNumArguments() - te::getNumDestinations(function);
  if (te::getNumDestinations(function) != 1)
    return refuse(-1, "it has no single destination");
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || !tensor.getElementType().isInteger())
      return refuse(-1, "argument " + Twine(i) + " is no tensor of integers of known shape");
    int64_t bytes = tensor.getNumElements() * (tensor.getElementTypeBitWidth() / 8);
    if (i < inputs && scales && scales->hasOperand(int(i))) {
      if (scaleBuffer == noBuffer)
        scaleBuffer = stream.addBuffer(
            "scales", scales->blocks * model.getElementBytes(Memory::Scale), Direction::In);
      buffers.push_back(scaleBuffer);
      continue;
    }
    bool isResult = i >= inputs;
    if (isResult && scales && scaleBuffer == noBuffer)
      scaleBuffer = stream.addBuffer(
          "scales", scales->blocks * model.getElementBytes(Memory::Scale), Direction::In);
    buffers.push_back(stream.addBuffer(isResult ? "y" : "x" + std::to_string(i), bytes,
                                       isResult ? Direction::Out : Direction::In));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

bool KernelLowering::run() {
  if (!classify())
    return false;
  if (std::optional<Refusal> refusal = buildLoopPlan(kernel, plan))
    return refuse(refusal->stage, refusal->reason);
  if (std::optional<PlanFault> fault = checkPlan(kernel, plan))
    return refuse(fault->stage, "its loops do not compute it: " + fault->reason);
  values.assign(size_t(plan.variables.size()), 0);
  if (epilogue->form == StoreForm::Requantize &&
      !stream.setRegister(Register::OutZeroPoint, epilogue->zeroPoint))
    return refuse(kernel.size() - 1, "its zero points differ");
  return runBlock(plan.stages.back());
}

bool KernelLowering::runBlock(const PlanBlock &block) {
  return llvm::all_of(block, [&](const PlanNode &node) { return runNode(node); });
}

bool KernelLowering::runNode(const PlanNode &node) {
  switch (node.kind) {
  case PlanKind::Loop:
    return runLoop(node);
  case PlanKind::Init:
    return runBlock(node.blocks[0]);
  case PlanKind::Part:
    return runPart(node);
  case PlanKind::Tile:
    return emitNest({{}, &node});
  case PlanKind::Guard: {
    int64_t count = node.counts[0].evaluate(values);
    for (int64_t i = 0; i < count; ++i) {
      values[size_t(node.variables[0])] = i;
      if (!runBlock(node.blocks[i + 1 == count ? 1 : 0]))
        return false;
    }
    return true;
  }
  case PlanKind::Parallel:
  case PlanKind::Version:
  case PlanKind::Pipeline:
  case PlanKind::Clamp:
    break;
  }
  return refuse(node.stage, describe(kernel, node.stage) +
                                " has loops that are parallel, pipelined, specialized or moved "
                                "inwards, which the accelerator does not have");
}

bool KernelLowering::runLoop(const PlanNode &node) {
  int64_t count = node.counts[0].evaluate(values);
  if (inTurns && kernel[node.stage].tree[node.leaves[0]].annotation == Annotation::VThread)
    return runThreads(node, count);
  if (std::optional<Nest> nest = findNest(node))
    return emitNest(*nest);
  for (int64_t i = 0; i < count; ++i) {
    if (!node.variables.empty())
      values[size_t(node.variables[0])] = i;
    if (!runBlock(node.blocks[0]))
      return false;
  }
  return true;
}

bool KernelLowering::runThreads(const PlanNode &node, int64_t count) {
  std::vector<Stream> streams;
  std::string outer = context;
  auto saved = parts;
  for (int64_t i = 0; i < count; ++i) {
    if (!node.variables.empty())
      values[size_t(node.variables[0])] = i;
    context = outer + "." + std::to_string(i);
    parts = saved;
    bool succeeds = true;
    streams.push_back(stream.capture([&] { return runBlock(node.blocks[0]); }, succeeds));
    if (!succeeds)
      return false;
  }
  context = outer;
  parts = std::move(saved);
  stream.addInTurns(std::move(streams));
  return true;
}

bool KernelLowering::runPart(const PlanNode &node) {
  Box box = evaluate(node.ranges, size_t(kernel[node.stage].tree.getNumSpatial()));
  if (!openPart(node.stage, box))
    return false;
  switch (infos[size_t(node.stage)].role) {
  case Role::Load:
    return emitLoad(node.stage, box);
  case Role::Sums:
    return runBlock(node.blocks[0]);
  case Role::Elementwise:
    return emitElementwise(node.stage, box);
  case Role::Unknown:
  case Role::Result:
    break;
  }
  return refuse(node.stage, "a part of the result is no tile");
}

std::optional<KernelLowering::Nest> KernelLowering::findNest(const PlanNode &node) const {
  Nest nest;
  const PlanNode *inner = &node;
  while (inner->kind == PlanKind::Loop || inner->kind == PlanKind::Init) {
    if (inner->kind == PlanKind::Loop) {
      bool moves = llvm::any_of(nest.loops, [&](const NestLoop &loop) {
        return inner->counts[0].dependsOn(loop.variable);
      });
      if (moves || kernel[inner->stage].tree[inner->leaves[0]].annotation == Annotation::VThread)
        return std::nullopt;
      if (!inner->variables.empty())
        nest.loops.push_back({inner->variables[0], inner->counts[0].evaluate(values)});
    }
    if (inner->blocks[0].size() != 1)
      return std::nullopt;
    inner = &inner->blocks[0][0];
  }
  nest.tile = inner;
  return inner->kind == PlanKind::Tile ? std::optional(nest) : std::nullopt;
}

bool KernelLowering::emitNest(const Nest &nest) {
  switch (infos[size_t(nest.tile->stage)].role) {
  case Role::Sums:
    return emitGemm(nest);
  case Role::Result:
    return emitStore(nest);
  default:
    return refuse(nest.tile->stage, "a tile of it stands alone");
  }
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

KernelLowering::Box KernelLowering::evaluate(const PlanRanges &ranges, size_t dims) const {
  Box box;
  for (size_t dim = 0; dim < dims; ++dim) {
    box.offset.push_back(ranges[dim].offset.evaluate(values));
    box.size.push_back(ranges[dim].size);
  }
  return box;
}

int64_t KernelLowering::Part::getStride(size_t dim, unsigned elementDims) const {
  int64_t stride = 1;
  for (size_t inner = dim + 1; inner + elementDims < counts.size(); ++inner)
    stride *= counts[inner];
  return stride;
}

SmallVector<int64_t, 6> KernelLowering::getCounts(int stage, const Box &box) const {
  SmallVector<int64_t, 6> counts;
  for (auto [size, step] : llvm::zip_equal(box.size, infos[size_t(stage)].steps))
    counts.push_back((size + step - 1) / step);
  return counts;
}

int64_t KernelLowering::countElements(int stage, const Box &box) const {
  int64_t count = 1;
  for (int64_t size : ArrayRef(getCounts(stage, box)).drop_back(infos[size_t(stage)].elementDims))
    count *= size;
  return count;
}

void KernelLowering::findSteps(int stage) {
  StageInfo &info = infos[size_t(stage)];
  info.steps.assign(size_t(kernel[stage].tree.getNumSpatial()), 1);
  SmallVector<std::pair<int, const StageRead *>> reads;
  for (int reader = stage + 1; reader < kernel.size(); ++reader)
    for (const StageRead &read : kernel[reader].reads)
      if (read.stage == stage)
        reads.push_back({reader, &read});
  if (info.role != Role::Load || info.memory == Memory::Acc || reads.size() != 1)
    return;
  auto [reader, read] = reads.front();
  // Elements of a row come along: rows of one element each would be a transfer each.
  for (size_t dim = 0; dim + info.elementDims + 1 < info.steps.size(); ++dim) {
    const IndexExpression &index = read->indices[dim];
    int64_t step = 0;
    for (size_t axis = 0; axis < index.coefficients.size(); ++axis)
      if (kernel[reader].tree[AxisId(axis)].extent > 1)
        step = std::gcd(step, index.coefficients[axis]);
    if (index.kind == IndexKind::Affine)
      info.steps[dim] = std::max<int64_t>(step, 1);
  }
}

bool KernelLowering::openPart(int stage, Box box) {
  const StageInfo &info = infos[size_t(stage)];
  const IterationTree &tree = kernel[stage].tree;
  for (size_t dim = box.size.size() - info.elementDims; dim < box.size.size(); ++dim)
    if (box.size[dim] != tree[AxisId(dim)].extent)
      return refuse(stage, describe(kernel, stage) + " is needed in parts of an element of " +
                               getName(info.memory));
  int64_t elements = countElements(stage, box);
  Part part;
  part.tile = stream.getTile(kernel[stage].name + context, info.memory, elements);
  part.counts = getCounts(stage, box);
  part.box = std::move(box);
  if (info.role == Role::Sums)
    part.isWritten.resize(size_t(elements));
  parts[size_t(stage)] = std::move(part);
  return true;
}
