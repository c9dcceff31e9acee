//===-- LowerElementwise.cpp - stages of sums without products ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise formulas and reductions of windows as operations of the alu on whole tiles.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;
using namespace dl::vdla;

bool KernelLowering::getReadLoops(int stage, te::ReadOp read, const Box &box,
                                  SmallVector<Loop> &loops, int64_t &src, int &tile) {
  std::string name = describe(kernel, stage);
  SmallVector<te::ReadOp, 4> all = computes[size_t(stage)].getReads();
  const StageRead &place = kernel[stage].reads[llvm::find(all, read) - all.begin()];
  if (place.isGuarded || place.stage < 0 || !parts[size_t(place.stage)] ||
      infos[size_t(place.stage)].memory != Memory::Acc)
    return refuse(stage, name + " reads under a condition, or what is in no tile of sums");
  const Part &part = *parts[size_t(place.stage)];
  tile = part.tile;
  src = 0;
  size_t rank = box.size.size(), sourceRank = part.box.size.size();
  const Part &own = *parts[size_t(stage)];
  loops.clear();
  for (size_t axis = 0; axis + 1 < rank; ++axis)
    loops.push_back({box.size[axis], own.getStride(axis, 1), 0, 0});
  // Reduction axes come after those of the box and its lanes.
  for (size_t axis = rank; axis < kernel[stage].tree.getRoots().size(); ++axis)
    loops.push_back({kernel[stage].tree[AxisId(axis)].extent, 0, 0, 0});
  for (size_t dim = 0; dim < sourceRank; ++dim) {
    const IndexExpression &index = place.indices[dim];
    bool isLane = dim + 1 == sourceRank;
    if (index.kind != IndexKind::Affine)
      return refuse(stage, name + " reads at an index that is no sum of axes");
    int64_t stride = isLane ? 0 : part.getStride(dim, 1);
    src += (index.constant - part.box.offset[dim]) * stride;
    for (size_t axis = 0; axis < index.coefficients.size(); ++axis) {
      int64_t step = index.coefficients[axis];
      if (isLane != (axis + 1 == rank) ? step != 0 : isLane && step != 1)
        return refuse(stage, name + " reads lanes of an element in another order than its own");
      if (axis + 1 == rank)
        continue;
      src += step * (axis < rank ? box.offset[axis] : 0) * stride;
      loops[axis < rank ? axis : axis - 1].src += step * stride;
    }
  }
  return true;
}

bool KernelLowering::emitAlu(int stage, AluOperation operation, ArrayRef<int> tiles,
                             SmallVector<Loop> loops, MicroOp base, std::optional<int64_t> number) {
  Instruction alu;
  alu.kind = InstructionKind::Alu;
  alu.set(FieldId::Operation, int64_t(operation));
  if (number) {
    int64_t most = stream.getMost(InstructionKind::Alu, FieldId::Imm);
    if (*number > most || *number < -most - 1)
      return refuse(stage, describe(kernel, stage) + " has the constant " + Twine(*number) +
                               ", which no operation of the alu can have");
    alu.set(FieldId::UseImm, 1).set(FieldId::Imm, *number);
    for (Loop &loop : loops)
      loop.src = 0;
    base.src = 0;
  }
  fold(InstructionKind::Alu, alu, loops);
  std::vector<MicroOp> microOps = {base};
  for (const Loop &loop : loops) {
    std::vector<MicroOp> next;
    for (const MicroOp &outer : microOps)
      for (int64_t i = 0; i < loop.count; ++i) {
        MicroOp microOp = outer;
        microOp.dst += uint32_t(i * loop.dst);
        microOp.src += uint32_t(i * loop.src);
        next.push_back(microOp);
      }
    microOps = std::move(next);
  }
  size_t most = size_t(stream.getMost(InstructionKind::Alu, FieldId::UopCount));
  for (size_t begin = 0; begin < microOps.size(); begin += most) {
    size_t end = std::min(microOps.size(), begin + most);
    stream.add({alu,
                std::vector<MicroOp>(microOps.begin() + long(begin), microOps.begin() + long(end)),
                SmallVector<int, 3>(tiles)});
  }
  return true;
}

bool KernelLowering::emitElementwise(int stage, const Box &box) {
  te::ComputeOp compute = computes[size_t(stage)];
  for (int other = 0; other < kernel.size(); ++other)
    if (kernel.getAttachStage(other) == stage)
      return refuse(stage, describe(kernel, other) + " is computed inside of elementwise work, "
                                                     "which is done for a tile at once");
  if (compute->getNumResults() != 1)
    return refuse(stage, describe(kernel, stage) + " has several results");
  if (compute.hasReduction())
    return emitReduction(stage, box);
  return emitValue(stage, compute.getYield().getOperand(0), parts[size_t(stage)]->tile, box);
}

static std::optional<AluOperation> getOperation(Operation *op) {
  if (isa<arith::MaxSIOp>(op))
    return AluOperation::Max;
  if (isa<arith::MinSIOp>(op))
    return AluOperation::Min;
  // Others wrap around at 32 bits, as accumulators do.
  if (!op->getResult(0).getType().isInteger(32))
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return AluOperation::Add;
  if (isa<arith::MulIOp>(op))
    return AluOperation::Mul;
  if (isa<arith::ShRSIOp>(op))
    return AluOperation::Shr;
  return std::nullopt;
}

bool KernelLowering::emitValue(int stage, Value value, int tile, const Box &box) {
  const Part &own = *parts[size_t(stage)];
  SmallVector<Loop> loops;
  for (size_t axis = 0; axis + 1 < box.size.size(); ++axis)
    loops.push_back({box.size[axis], own.getStride(axis, 1), 0, 0});
  auto getNumber = [](Value operand) -> std::optional<int64_t> {
    APInt number;
    return matchPattern(operand, m_ConstantInt(&number)) && number.getBitWidth() <= 32
               ? std::optional(number.getSExtValue())
               : std::nullopt;
  };
  // Numbers of fewer bits are widened where they are loaded.
  auto getRead = [](Value operand) {
    if (auto wide = operand.getDefiningOp<arith::ExtSIOp>())
      operand = wide.getIn();
    return operand.getDefiningOp<te::ReadOp>();
  };
  auto apply = [&](AluOperation operation, Value operand) {
    if (std::optional<int64_t> number = getNumber(operand)) {
      bool isShift = operation == AluOperation::Shr;
      if (isShift && (*number < 0 || *number > 31))
        return refuse(stage, describe(kernel, stage) + " shifts by " + Twine(*number));
      return emitAlu(stage, operation, {tile}, loops, {}, number);
    }
    MicroOp base;
    int64_t src = 0;
    int source = -1;
    SmallVector<Loop> moved = loops;
    if (te::ReadOp read = getRead(operand)) {
      if (!getReadLoops(stage, read, box, moved, src, source))
        return false;
      base.src = uint32_t(src);
    } else {
      source = stream.getTile(kernel[stage].name + ".of." + std::to_string(tile) + context,
                              Memory::Acc, countElements(stage, box));
      if (!emitValue(stage, operand, source, box))
        return false;
      for (Loop &loop : moved)
        loop.src = loop.dst;
    }
    return emitAlu(stage, operation, {tile, source}, moved, base, std::nullopt);
  };
  if (getNumber(value) || getRead(value))
    return apply(AluOperation::Move, value);
  Operation *op = value.getDefiningOp();
  std::optional<AluOperation> operation = op ? getOperation(op) : std::nullopt;
  if (!operation)
    return refuse(stage, describe(kernel, stage) + " computes " +
                             (op ? op->getName().getStringRef() : StringRef("with an axis")) +
                             ", which the alu does not");
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (op->hasTrait<OpTrait::IsCommutative>() && getNumber(lhs))
    std::swap(lhs, rhs);
  if (*operation == AluOperation::Shr && !getNumber(rhs))
    return refuse(stage, describe(kernel, stage) + " shifts by numbers that are no constants");
  return emitValue(stage, lhs, tile, box) && apply(*operation, rhs);
}

bool KernelLowering::emitReduction(int stage, const Box &box) {
  te::ComputeOp compute = computes[size_t(stage)];
  std::string name = describe(kernel, stage);
  AluOperation operation = compute.getCombiner() == te::Combiner::Max   ? AluOperation::Max
                           : compute.getCombiner() == te::Combiner::Min ? AluOperation::Min
                                                                        : AluOperation::Add;
  bool isAdd = compute.getCombiner() == te::Combiner::Add;
  Value value = compute.getYield().getOperand(0);
  if (auto wide = value.getDefiningOp<arith::ExtSIOp>())
    value = wide.getIn();
  auto read = value.getDefiningOp<te::ReadOp>();
  if (!read || (operation == AluOperation::Add && !isAdd) ||
      (isAdd && !compute.getTensorType().getElementType().isInteger(32)))
    return refuse(stage, name + " reduces by what neither gemms nor the alu do");
  SmallVector<Loop> loops;
  int64_t src = 0;
  int source = -1;
  if (!getReadLoops(stage, read, box, loops, src, source))
    return false;
  // The first term of all is moved, the others are joined one after the other.
  SmallVector<Loop> elements, terms;
  for (const Loop &loop : loops)
    (loop.dst != 0 || loop.count == 1 ? elements : terms).push_back(loop);
  std::vector<int64_t> places = {src};
  for (const Loop &term : terms) {
    std::vector<int64_t> next;
    for (int64_t outer : places)
      for (int64_t i = 0; i < term.count; ++i)
        next.push_back(outer + i * term.src);
    places = std::move(next);
  }
  int tile = parts[size_t(stage)]->tile;
  for (auto [i, place] : llvm::enumerate(places)) {
    MicroOp base;
    base.src = uint32_t(place);
    if (!emitAlu(stage, i == 0 ? AluOperation::Move : operation, {tile, source}, elements, base,
                 std::nullopt))
      return false;
  }
  return true;
}
