//===-- LowerStores.cpp - the result of a kernel --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A box of the result as stores, with the epilogue that its formula is, and the table of scales
// that this reads.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;
using namespace dl::vdla;

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// How a read of an operand moves with the axes of the result.
bool KernelLowering::readColumn(const EpilogueForm::Scale &scale, ScaleTable::Column &column) {
  te::ReadOp read = scale.read;
  column.number = scale.number;
  if (!read)
    return true;
  int result = kernel.size() - 1;
  const StageSchedule &stage = kernel[result];
  SmallVector<te::ReadOp, 4> all = computes.back().getReads();
  const StageRead &place = stage.reads[llvm::find(all, read) - all.begin()];
  int lane = stage.tree.getNumSpatial() - 1;
  auto refuseColumn = [&] {
    return refuse(result, "its scales are neither those of channels nor one for all");
  };
  if (place.operand < 0)
    return refuseColumn();
  column.operand = place.operand;
  const std::vector<int64_t> &shape = kernel.operands[size_t(place.operand)];
  int64_t distance = 1;
  for (size_t dim = shape.size(); dim-- > 0; distance *= shape[dim]) {
    const IndexExpression &index = place.indices[dim];
    if (index.kind != IndexKind::Affine || index.constant != 0)
      return refuseColumn();
    for (int axis = 0; axis <= lane; ++axis) {
      int64_t step = index.coefficients[size_t(axis)] * distance;
      // An axis of one iteration moves nothing.
      if (step == 0 || stage.tree[axis].extent == 1)
        continue;
      if (axis == lane) {
        column.laneStep += step;
        continue;
      }
      if (scales->axis != -1 && scales->axis != axis)
        return refuseColumn();
      scales->axis = axis;
      scales->blocks = stage.tree[axis].extent;
      column.step += step;
    }
  }
  return column.laneStep >= 0 && column.step >= 0 ? true : refuseColumn();
}

bool KernelLowering::findScales() {
  if (epilogue->form != StoreForm::Requantize)
    return true;
  scales.emplace();
  return readColumn(epilogue->bias, scales->bias) &&
         readColumn(epilogue->multiplier, scales->multiplier) &&
         readColumn(epilogue->shift, scales->shift);
}

std::pair<int, int64_t> KernelLowering::bringScales(int64_t begin, int64_t count) {
  // All of them if they fit, once and for all contexts.
  bool isWhole = scales->blocks <= model.getDepth(Memory::Scale);
  std::string name = "scales" + (isWhole ? "" : context);
  if (isWhole) {
    begin = 0;
    count = scales->blocks;
  }
  int tile = stream.getTile(name, Memory::Scale, count);
  std::pair<int64_t, int64_t> &known = scaleBlocks[name];
  if (known.first <= begin && begin + count <= known.second)
    return {tile, known.first};
  known = {begin, begin + count};
  Instruction load;
  load.kind = InstructionKind::Load;
  for (auto [number, form] : llvm::enumerate(model.getConfig().loads))
    if (form.memory == Memory::Scale)
      load.set(FieldId::Form, int64_t(number));
  load.set(FieldId::Dram, begin)
      .set(FieldId::Y, 1)
      .set(FieldId::X, count)
      .set(FieldId::Stride, count);
  load.buffer = scaleBuffer;
  stream.add({load, {}, {tile}});
  return {tile, begin};
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

bool KernelLowering::emitStore(const Nest &nest) {
  int result = nest.tile->stage;
  const StageSchedule &stage = kernel[result];
  size_t rank = size_t(stage.tree.getNumSpatial());
  std::string name = describe(kernel, result);
  Box box;
  int64_t points = 1, elements = 1;
  for (const NestLoop &loop : nest.loops)
    points *= loop.count;
  for (size_t axis = 0; axis < rank; ++axis) {
    Place place;
    if (!addPlace(place, nest.tile->ranges[axis].offset, 1, nest.loops))
      return refuse(result, name + " is computed in boxes that no store writes");
    int64_t size = nest.tile->ranges[axis].size;
    points *= size;
    for (auto [step, loop] : llvm::zip_equal(place.steps, nest.loops))
      size += step * (loop.count - 1);
    box.offset.push_back(place.base);
    box.size.push_back(size);
    elements *= size;
  }
  if (points != elements)
    return refuse(result, name + " is computed in pieces with gaps, which no store writes");

  auto sum = llvm::find(computes, epilogue->sum.getSource().getDefiningOp<te::ComputeOp>());
  size_t sums = size_t(sum - computes.begin());
  if (sums >= computes.size() || !parts[sums] || infos[sums].memory != Memory::Acc)
    return refuse(result, name + " reads what is in no tile of sums");
  const Part &part = *parts[sums];
  SmallVector<te::ReadOp, 4> all = computes.back().getReads();
  const StageRead &read = stage.reads[llvm::find(all, epilogue->sum) - all.begin()];
  for (size_t dim = 0; dim < rank; ++dim)
    for (size_t axis = 0; axis < rank; ++axis)
      if (read.indices.size() != rank || read.indices[dim].kind != IndexKind::Affine ||
          read.indices[dim].constant != 0 ||
          read.indices[dim].coefficients[axis] != (axis == dim ? 1 : 0))
        return refuse(result, name + " reads sums of other places than its own");
  auto type = computes.back().getTensorType();
  if (type.getDimSize(unsigned(rank - 1)) != model.getConfig().tile.blockOut ||
      box.size.back() != type.getDimSize(unsigned(rank - 1)))
    return refuse(result, name + " is not packed: its last dimension is no element of acc");

  Instruction store;
  store.kind = InstructionKind::Store;
  store.buffer = buffers.back();
  store.set(FieldId::Source, int64_t(epilogue->form));
  if (epilogue->form != StoreForm::Accumulator)
    store.set(FieldId::Relu, epilogue->isRelu).set(FieldId::Saturate, epilogue->saturates);
  SmallVector<int> tiles = {part.tile};
  TransferDims dims;
  int64_t dram = 0, sram = 0, distance = 1;
  for (size_t axis = rank - 1; axis-- > 0; distance *= type.getDimSize(unsigned(axis))) {
    int64_t stride = part.getStride(axis, 1);
    dram += box.offset[axis] * distance;
    sram += (box.offset[axis] - part.box.offset[axis]) * stride;
    bool isChannel = scales && scales->axis == int(axis);
    dims.insert(dims.begin(),
                TransferDim{box.size[axis], distance, stride, 0, 0, isChannel ? 1 : 0});
  }
  if (epilogue->form == StoreForm::Requantize) {
    bool hasAxis = scales->axis != -1;
    int64_t begin = hasAxis ? box.offset[size_t(scales->axis)] : 0;
    auto [tile, first] = bringScales(begin, hasAxis ? box.size[size_t(scales->axis)] : 1);
    tiles.push_back(tile);
    store.set(FieldId::Round, int64_t(epilogue->rounding)).set(FieldId::ScaleBase, begin - first);
  }
  store.set(FieldId::Dram, dram).set(FieldId::Sram, sram);
  return emitStoreDims(store, tiles, dims);
}

bool KernelLowering::emitStoreDims(const Instruction &store, ArrayRef<int> tiles,
                                   ArrayRef<TransferDim> given) {
  TransferDims dims;
  for (const TransferDim &dim : given) {
    if (dim.count == 1)
      continue;
    if (!dims.empty() && dims.back().scale == 0 && dim.scale == 0 &&
        dims.back().dram == dim.dram * dim.count && dims.back().sram == dim.sram * dim.count) {
      dims.back() = {dims.back().count * dim.count, dim.dram, dim.sram};
      continue;
    }
    dims.push_back(dim);
  }
  bool isRow =
      !dims.empty() && dims.back().dram == 1 && dims.back().sram == 1 && dims.back().scale == 0;
  if (!isRow)
    dims.push_back({1, 1, 1});
  if (dims.size() == 1)
    dims.insert(dims.begin(), TransferDim{1, dims[0].count, dims[0].count});
  auto getMost = [&](FieldId field) { return stream.getMost(InstructionKind::Store, field); };
  const TransferDim &y = dims[0], &x = dims[1];
  bool fits = dims.size() == 2 && y.count <= getMost(FieldId::Y) &&
              x.count <= getMost(FieldId::X) &&
              (y.count == 1 || (y.dram <= getMost(FieldId::Stride) && y.sram == x.count));
  if (fits) {
    Instruction whole = store;
    whole.set(FieldId::Y, y.count)
        .set(FieldId::X, x.count)
        .set(FieldId::Stride, y.count == 1 ? x.count : y.dram)
        .set(FieldId::ScaleStep, y.scale != 0 && y.count > 1);
    stream.add({whole, {}, SmallVector<int, 3>(tiles)});
    return true;
  }
  if (dims[0].count == 1)
    return refuse(kernel.size() - 1, "a row of the result is longer than a store");
  for (int64_t i = 0; i < dims[0].count; ++i) {
    Instruction part = store;
    part.set(FieldId::Dram, store.get(FieldId::Dram) + i * dims[0].dram)
        .set(FieldId::Sram, store.get(FieldId::Sram) + i * dims[0].sram)
        .set(FieldId::ScaleBase, store.get(FieldId::ScaleBase) + i * dims[0].scale);
    if (!emitStoreDims(part, tiles, ArrayRef(dims).drop_front()))
      return false;
  }
  return true;
}
