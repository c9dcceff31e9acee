//===-- LowerLoads.cpp - parts of stages that bring data ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A box of a tensor as loads: each takes two dimensions with their padding, others are as many
// loads, and dimensions that lie behind each other are one.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::schedule;
using namespace dl::vdla;

/// True if an index is one axis, and that alone.
static bool isAxis(const IndexExpression &index, size_t axis) {
  if (index.kind != IndexKind::Affine || index.constant != 0)
    return false;
  for (size_t other = 0; other < index.coefficients.size(); ++other)
    if (index.coefficients[other] != (other == axis ? 1 : 0))
      return false;
  return true;
}

namespace {
/// Where a guarded copy reads: the values of each axis of a stage, the last one excluded.
struct Inside {
  SmallVector<std::pair<int64_t, int64_t>> ranges;
  bool add(const Constraint &constraint);
};
} // namespace

/// False for a condition that no range of one axis is.
bool Inside::add(const Constraint &constraint) {
  const IndexExpression &form = constraint.form;
  if (form.kind != IndexKind::Affine || constraint.isEqual)
    return false;
  int axis = -1;
  for (size_t other = 0; other < form.coefficients.size(); ++other) {
    if (form.coefficients[other] == 0)
      continue;
    if (axis != -1)
      return false;
    axis = int(other);
  }
  if (axis == -1) {
    if (form.constant < 0)
      ranges[0].second = ranges[0].first;
    return true;
  }
  auto &[begin, end] = ranges[size_t(axis)];
  int64_t coefficient = form.coefficients[size_t(axis)];
  if (coefficient > 0)
    begin = std::max(begin, llvm::divideCeilSigned(-form.constant, coefficient));
  else
    end = std::min(end, llvm::divideFloorSigned(form.constant, -coefficient) + 1);
  return true;
}

bool KernelLowering::emitLoad(int stage, const Box &box) {
  const StageInfo &info = infos[size_t(stage)];
  const StageRead &read = kernel[stage].reads[0];
  const IterationTree &tree = kernel[stage].tree;
  std::string name = describe(kernel, stage);
  const std::vector<int64_t> &shape = kernel.operands[size_t(read.operand)];
  size_t outer = box.size.size() - info.elementDims;
  for (unsigned i = 0; i < info.elementDims; ++i) {
    size_t axis = outer + i;
    size_t dim = shape.size() - info.elementDims + i;
    if (shape.size() < info.elementDims || !isAxis(read.indices[dim], axis) ||
        shape[dim] != tree[AxisId(axis)].extent)
      return refuse(stage, name + " takes other elements of its operand than the last dimensions");
  }
  Inside inside;
  for (size_t axis = 0; axis < box.size.size(); ++axis)
    inside.ranges.push_back({0, tree[AxisId(axis)].extent});
  for (const Constraint &constraint : read.constraints)
    if (!inside.add(constraint))
      return refuse(stage, name + " pads where a condition of several axes says so");

  // How far a step of each axis goes in the operand, and where the first element of the box is.
  TransferDims dims(outer, TransferDim{0, 0, 0});
  int64_t dram = 0, distance = 1;
  for (size_t dim = shape.size() - info.elementDims; dim-- > 0;) {
    const IndexExpression &index = read.indices[dim];
    if (index.kind != IndexKind::Affine)
      return refuse(stage, name + " reads its operand at an index that is no sum of axes");
    dram += index.constant * distance;
    for (size_t axis = 0; axis < outer; ++axis)
      dims[axis].dram += index.coefficients[axis] * distance;
    distance *= shape[dim];
  }
  bool isEmpty = false, isPadded = false, hasPartsOfElements = false;
  for (size_t axis = 0; axis < box.size.size(); ++axis) {
    auto [begin, end] = inside.ranges[axis];
    // Numbers of steps from the first element of the box on.
    int64_t first = box.offset[axis], step = info.steps[axis];
    int64_t count = (box.size[axis] + step - 1) / step;
    int64_t from = std::clamp<int64_t>(llvm::divideCeilSigned(begin - first, step), 0, count);
    int64_t to = std::clamp<int64_t>(llvm::divideCeilSigned(end - first, step), from, count);
    isEmpty |= from == to;
    isPadded |= from != 0 || to != count;
    if (axis >= outer) {
      hasPartsOfElements |= from != 0 || to != count;
      continue;
    }
    dims[axis].count = to - from;
    dims[axis].before = from;
    dims[axis].after = count - to;
    dram += dims[axis].dram * (first + from * step);
    dims[axis].dram *= step;
  }

  if (hasPartsOfElements && !isEmpty)
    return refuse(stage, name + " pads some numbers of an element of " + getName(info.memory) +
                             ", which loads bring as a whole");

  Instruction load;
  load.kind = InstructionKind::Load;
  unsigned bits = computes[size_t(stage)].getTensorType().getElementTypeBitWidth();
  const Config &config = model.getConfig();
  bool isFound = false, widens = info.memory == Memory::Acc && int64_t(bits) != config.bits.acc;
  for (auto [number, form] : llvm::enumerate(config.loads))
    if (form.memory == info.memory && form.widens == widens) {
      load.set(FieldId::Form, int64_t(number));
      isFound = true;
    }
  int64_t expected = info.memory == Memory::Inp   ? config.bits.inp
                     : info.memory == Memory::Wgt ? config.bits.wgt
                     : widens                     ? config.bits.out
                                                  : config.bits.acc;
  if (!isFound || int64_t(bits) != expected)
    return refuse(stage, name + " has numbers of " + Twine(bits) +
                             " bits, which no load brings to " + getName(info.memory));
  if (isPadded) {
    int64_t padding = matchCopy(computes[size_t(stage)])->padding;
    int64_t least = -(int64_t(1) << (bits - 1));
    PadValue value = padding == 0       ? PadValue::Zero
                     : padding == least ? PadValue::Minimum
                                        : PadValue::ZeroPoint;
    load.set(FieldId::Pad, int64_t(value));
    if (value == PadValue::ZeroPoint) {
      for (const RegisterDesc &desc : config.registers)
        if (desc.reg == Register::InpZeroPoint && desc.stage != model.getStage(load))
          return refuse(stage, name + " is padded with " + Twine(padding) +
                                   ", which loads of this memory cannot write");
      if (!stream.setRegister(Register::InpZeroPoint, padding))
        return refuse(stage, name + " is padded with another number than another stage");
    }
  }
  load.buffer = buffers[size_t(read.operand)];
  load.set(FieldId::Dram, isEmpty ? 0 : dram);
  int tile = parts[size_t(stage)]->tile;
  if (isEmpty)
    return emitFill(load, tile, 0, countElements(stage, box));
  return emitLoadDims(load, tile, dims);
}

bool KernelLowering::emitFill(const Instruction &load, int tile, int64_t sram, int64_t count) {
  int64_t most = stream.getMost(InstructionKind::Load, FieldId::X);
  for (; count > 0; count -= most, sram += most) {
    Instruction fill = load;
    fill.set(FieldId::Sram, load.get(FieldId::Sram) + sram)
        .set(FieldId::Dram, 0)
        .set(FieldId::X, std::min(count, most))
        .set(FieldId::Stride, 1)
        .set(FieldId::PadTop, 1);
    fill.buffer = noBuffer;
    stream.add({fill, {}, {tile}});
  }
  return true;
}

bool KernelLowering::emitLoadDims(const Instruction &load, int tile, ArrayRef<TransferDim> given) {
  TransferDims dims;
  for (const TransferDim &dim : given) {
    if (dim.getTotal() == 1)
      continue;
    bool isPlain = dim.before == 0 && dim.after == 0;
    if (!dims.empty() && isPlain && dims.back().getTotal() == dims.back().count &&
        dims.back().dram == dim.dram * dim.count) {
      dims.back().count *= dim.count;
      dims.back().dram = dim.dram;
      continue;
    }
    dims.push_back(dim);
  }
  // Rows of one element where neighbours lie apart.
  if (dims.empty() || (dims.back().dram != 1 && dims.back().count > 1))
    dims.push_back({1, 1, 0});
  if (dims.size() == 1)
    dims.insert(dims.begin(), TransferDim{1, 1, 0});
  auto getMost = [&](FieldId field) { return stream.getMost(InstructionKind::Load, field); };
  const TransferDim &y = dims[0], &x = dims[1];
  bool fits = dims.size() == 2 && y.count <= getMost(FieldId::Y) &&
              x.count <= getMost(FieldId::X) &&
              (y.count == 1 || (y.dram >= 0 && y.dram <= getMost(FieldId::Stride))) &&
              y.before <= getMost(FieldId::PadTop) && y.after <= getMost(FieldId::PadBottom) &&
              x.before <= getMost(FieldId::PadLeft) && x.after <= getMost(FieldId::PadRight);
  if (fits) {
    Instruction whole = load;
    whole.set(FieldId::Y, y.count)
        .set(FieldId::X, x.count)
        .set(FieldId::Stride, y.count == 1 ? x.count : y.dram)
        .set(FieldId::PadTop, y.before)
        .set(FieldId::PadBottom, y.after)
        .set(FieldId::PadLeft, x.before)
        .set(FieldId::PadRight, x.after);
    stream.add({whole, {}, {tile}});
    return true;
  }
  // One load for each of the outermost dimension, and for what is around it.
  size_t split = dims[0].getTotal() > 1 || dims.size() > 2 ? 0 : 1;
  const TransferDim &outer = dims[split];
  ArrayRef<TransferDim> inner = ArrayRef(dims).drop_front(split + 1);
  int64_t size = 1;
  for (const TransferDim &dim : inner)
    size *= dim.getTotal();
  if (!emitFill(load, tile, 0, outer.before * size))
    return false;
  int64_t sram = outer.before * size;
  // A last dimension is taken in pieces that are as long as a row can be.
  int64_t step = inner.empty() ? getMost(FieldId::X) : 1;
  for (int64_t i = 0; i < outer.count; i += step) {
    int64_t count = std::min(step, outer.count - i);
    Instruction part = load;
    part.set(FieldId::Sram, load.get(FieldId::Sram) + sram)
        .set(FieldId::Dram, load.get(FieldId::Dram) + i * outer.dram);
    TransferDims rest(inner);
    if (inner.empty())
      rest.push_back({count, outer.dram, 0});
    if (!emitLoadDims(part, tile, rest))
      return false;
    sram += count * size;
  }
  return emitFill(load, tile, sram, outer.after * size);
}
