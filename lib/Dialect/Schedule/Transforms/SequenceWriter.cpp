//===-- SequenceWriter.cpp - write schedule primitives --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One method for each primitive that the default rules use.
//
//===----------------------------------------------------------------------===//
#include "SequenceWriter.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

ModuleOp dl::schedule::getSequences(ModuleOp module) {
  StringRef name = "schedules";
  if (auto existing = module.lookupSymbol<ModuleOp>(name))
    return existing;
  auto library = ModuleOp::create(module.getLoc(), name);
  library->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                   UnitAttr::get(module.getContext()));
  SymbolTable(module).insert(library);
  return library;
}

SequenceWriter::SequenceWriter(ModuleOp module, StringRef name, Location loc)
    : builder(module.getContext()), loc(loc) {
  builder.setInsertionPointToEnd(module.getBody());
  Type root = transform::AnyOpType::get(module.getContext());
  auto sequence = transform::NamedSequenceOp::create(builder, loc, name, root, TypeRange{},
                                                     [](OpBuilder &, Location, BlockArgument) {});
  sequence.setArgAttr(0, transform::TransformDialect::kArgReadOnlyAttrName, builder.getUnitAttr());
  kernel = sequence.getBody().getArgument(0);
  builder.setInsertionPointToEnd(&sequence.getBody().front());
}

SequenceWriter::~SequenceWriter() { transform::YieldOp::create(builder, loc); }

StageHandle SequenceWriter::getStage(te::ComputeOp op) {
  auto stage = StageOp::create(builder, op.getLoc(), StageType::get(builder.getContext()), kernel,
                               op.getStageAttr());
  return {stage.getResult(), op};
}

SmallVector<Axis> SequenceWriter::getAxes(StageHandle stage) {
  SmallVector<Type> types(stage.op.getNumAxes(), AxisType::get(builder.getContext()));
  auto axes = AxesOp::create(builder, stage.op.getLoc(), types, stage.handle);
  SmallVector<Axis> result;
  for (auto [i, handle] : llvm::enumerate(axes.getAxes()))
    result.push_back({handle, getAssumed(stage.op.getExtents()[i]), stage.op.isReduction(i),
                      ShapedType::isDynamic(stage.op.getExtents()[i])});
  return result;
}

std::pair<Axis, Axis> SequenceWriter::split(StageHandle stage, Axis axis, int64_t factor) {
  Type type = AxisType::get(builder.getContext());
  auto split = SplitOp::create(builder, stage.op.getLoc(), TypeRange{type, type}, stage.handle,
                               axis.handle, Value(), builder.getI64IntegerAttr(factor),
                               IntegerAttr(), DenseI64ArrayAttr(), Tail::Peel);
  int64_t outer = (axis.extent + factor - 1) / factor;
  return {{split.getOuter(), outer, axis.reduction, axis.dynamic, axis.dynamic},
          {split.getInner(), factor, axis.reduction}};
}

void SequenceWriter::reorder(StageHandle stage, ArrayRef<Axis> axes) {
  SmallVector<Value> handles;
  for (const Axis &axis : axes)
    handles.push_back(axis.handle);
  ReorderOp::create(builder, stage.op.getLoc(), stage.handle, handles);
}

void SequenceWriter::vectorize(StageHandle stage, Axis axis) {
  VectorizeOp::create(builder, stage.op.getLoc(), stage.handle, axis.handle);
}

void SequenceWriter::unroll(StageHandle stage, Axis axis) {
  UnrollOp::create(builder, stage.op.getLoc(), stage.handle, axis.handle);
}

void SequenceWriter::parallel(StageHandle stage, Axis axis) {
  ParallelOp::create(builder, stage.op.getLoc(), stage.handle, axis.handle);
}

void SequenceWriter::tensorize(StageHandle stage, Axis axis, StringRef intrinsic) {
  TensorizeOp::create(builder, stage.op.getLoc(), stage.handle, axis.handle, intrinsic);
}

void SequenceWriter::computeAt(StageHandle stage, StageHandle consumer, Axis axis) {
  ComputeAtOp::create(builder, stage.op.getLoc(), stage.handle, consumer.handle, axis.handle);
}

void SequenceWriter::computeInline(StageHandle stage) {
  ComputeInlineOp::create(builder, stage.op.getLoc(), stage.handle);
}

void SequenceWriter::transformLayout(StageHandle stage, unsigned argument, AffineMap map) {
  TransformLayoutOp::create(builder, stage.op.getLoc(), stage.handle, /*producer=*/Value(),
                            builder.getI64IntegerAttr(argument), map);
}
