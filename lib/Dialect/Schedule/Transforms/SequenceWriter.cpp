//===-- SequenceWriter.cpp - write schedules as sequences -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One method for each primitive that rules use.
//
//===----------------------------------------------------------------------===//
#include "SequenceWriter.h"

#include "Choices.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
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

SequenceWriter::SequenceWriter(SymbolTable &library, func::FuncOp function)
    : builder(function.getContext()), kernel(buildKernelSchedule(function)) {
  for (te::ComputeOp compute : getStages(function))
    locations.push_back(compute.getLoc());
  auto module = cast<ModuleOp>(library.getOp());
  builder.setInsertionPointToEnd(module.getBody());
  Type root = transform::AnyOpType::get(builder.getContext());
  sequence =
      transform::NamedSequenceOp::create(builder, function.getLoc(), function.getSymName(), root,
                                         TypeRange{}, [](OpBuilder &, Location, BlockArgument) {});
  sequence.setArgAttr(0, transform::TransformDialect::kArgReadOnlyAttrName, builder.getUnitAttr());
  builder.setInsertionPointToEnd(&sequence.getBody().front());
  StringAttr name = library.insert(sequence);
  function->setAttr(ScheduleDialect::getSequenceAttrName(),
                    SymbolRefAttr::get(module.getSymNameAttr(), FlatSymbolRefAttr::get(name)));
}

SequenceWriter::~SequenceWriter() { transform::YieldOp::create(builder, sequence.getLoc()); }

Value SequenceWriter::getStage(int stage) {
  Value &handle = stages[stage];
  if (!handle)
    handle = StageOp::create(builder, getLoc(stage), StageType::get(builder.getContext()),
                             sequence.getBody().getArgument(0),
                             builder.getStringAttr(kernel[stage].name));
  return handle;
}

Value SequenceWriter::getAxis(int stage, AxisId axis) {
  if (auto known = axes.find({stage, axis}); known != axes.end())
    return known->second;
  std::vector<AxisId> roots = kernel[stage].tree.getRoots();
  assert(roots == kernel[stage].tree.getLeaves() && "own axes are asked for before any step");
  SmallVector<Type> types(roots.size(), AxisType::get(builder.getContext()));
  auto own = AxesOp::create(builder, getLoc(stage), types, getStage(stage));
  for (auto [root, handle] : llvm::zip_equal(roots, own.getAxes()))
    axes[{stage, root}] = handle;
  return axes.at({stage, axis});
}

void SequenceWriter::write(const TraceStep &step) {
  std::visit([&](const auto &primitive) { create(primitive); }, step);
}

void SequenceWriter::write(const Trace &trace) {
  for (const TraceStep &step : trace.steps)
    write(step);
}

void dl::schedule::writeSequence(func::FuncOp kernel, const Trace &trace, WrittenChoices choices) {
  SymbolTable library(getSequences(kernel->getParentOfType<ModuleOp>()));
  SequenceWriter writer(library, kernel);
  writer.write(trace);
  if (choices != WrittenChoices::None)
    setChoices(writer.getSequence(), trace.choices, choices == WrittenChoices::Decided);
}

void SequenceWriter::insertStage(int position, Value handle) {
  locations.insert(locations.begin() + position, getLoc(position));
  auto move = [&](int stage) { return stage < position ? stage : stage + 1; };
  llvm::DenseMap<int, Value> movedStages;
  for (auto [stage, value] : stages)
    movedStages[move(stage)] = value;
  movedStages[position] = handle;
  stages = std::move(movedStages);
  llvm::DenseMap<std::pair<int, AxisId>, Value> movedAxes;
  for (auto [key, value] : axes)
    movedAxes[{move(key.first), key.second}] = value;
  axes = std::move(movedAxes);
}

void SequenceWriter::create(const Bind &step) {
  BindOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()),
                 getAxis(step.getStage(), step.getAxis()), getAnnotationName(step.getIndex()));
  step.apply(kernel);
}

void SequenceWriter::create(const CacheRead &step) {
  const Source &source = step.getSource();
  bool isStage = source.stage != -1;
  auto cache =
      CacheReadOp::create(builder, getLoc(step.getStage()), StageType::get(builder.getContext()),
                          getStage(step.getStage()), isStage ? getStage(source.stage) : Value(),
                          isStage ? IntegerAttr() : builder.getI64IntegerAttr(source.operand));
  insertStage(step.apply(kernel), cache.getCache());
}

void SequenceWriter::create(const CacheWrite &step) {
  auto cache =
      CacheWriteOp::create(builder, getLoc(step.getStage()), StageType::get(builder.getContext()),
                           getStage(step.getStage()));
  insertStage(step.apply(kernel), cache.getCache());
}

void SequenceWriter::create(const SetScope &step) {
  SetScopeOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()), step.getScope());
  step.apply(kernel);
}

void SequenceWriter::create(const ComputeAt &step) {
  ComputeAtOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()),
                      getStage(step.getConsumer()), getAxis(step.getConsumer(), step.getAxis()));
  step.apply(kernel);
}

void SequenceWriter::create(const ComputeInline &step) {
  ComputeInlineOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()));
  step.apply(kernel);
}

void SequenceWriter::create(const LoopPartition &step) {
  LoopPartitionOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()),
                          getAxis(step.getStage(), step.getAxis()), step.getCuts());
  step.apply(kernel);
}

void SequenceWriter::create(const Parallel &step) {
  ParallelOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()),
                     getAxis(step.getStage(), step.getAxis()));
  step.apply(kernel);
}

void SequenceWriter::create(const RegisterAxis &step) {
  Value stage = getStage(step.getStage()), axis = getAxis(step.getStage(), step.getAxis());
  if (step.getAnnotation() == Annotation::Vectorize)
    VectorizeOp::create(builder, getLoc(step.getStage()), stage, axis);
  else
    UnrollOp::create(builder, getLoc(step.getStage()), stage, axis);
  step.apply(kernel);
}

void SequenceWriter::create(const Reorder &step) {
  SmallVector<Value> order;
  for (AxisId axis : step.getOrder())
    order.push_back(getAxis(step.getStage(), axis));
  ReorderOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()), order);
  step.apply(kernel);
}

void SequenceWriter::create(const Split &step) {
  Type type = AxisType::get(builder.getContext());
  Value axis = getAxis(step.getStage(), step.getAxis());
  auto split = SplitOp::create(builder, getLoc(step.getStage()), TypeRange{type, type},
                               getStage(step.getStage()), axis, Value(),
                               builder.getI64IntegerAttr(step.getFactor()), IntegerAttr(),
                               DenseI64ArrayAttr(), static_cast<Tail>(step.getTail()));
  auto [outer, inner] = step.apply(kernel);
  axes[{step.getStage(), outer}] = split.getOuter();
  axes[{step.getStage(), inner}] = split.getInner();
}

void SequenceWriter::create(const Tensorize &step) {
  TensorizeOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()),
                      getAxis(step.getStage(), step.getAxis()), step.getIntrinsic());
  step.apply(kernel);
}

void SequenceWriter::create(const TransformLayout &step) {
  const std::vector<TransformLayout::Digit> &digits = step.getDigits();
  SmallVector<AffineExpr> results;
  unsigned rank = 0;
  for (const TransformLayout::Digit &digit : digits) {
    rank = std::max<unsigned>(rank, digit.dim + 1);
    AffineExpr index = builder.getAffineDimExpr(digit.dim).floorDiv(digit.stride);
    bool isOutermost = llvm::none_of(digits, [&](const TransformLayout::Digit &other) {
      return other.dim == digit.dim && other.stride > digit.stride;
    });
    results.push_back(isOutermost ? index : index % digit.extent);
  }
  const Source &source = step.getSource();
  TransformLayoutOp::create(builder, getLoc(step.getStage()), getStage(step.getStage()),
                            source.stage == -1 ? Value() : getStage(source.stage),
                            source.stage == -1 ? builder.getI64IntegerAttr(source.operand)
                                               : IntegerAttr(),
                            AffineMap::get(rank, 0, results, builder.getContext()));
  step.apply(kernel);
}
