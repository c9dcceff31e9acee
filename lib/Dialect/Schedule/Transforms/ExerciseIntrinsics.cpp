//===-- ExerciseIntrinsics.cpp - programs that compare intrinsics ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-exercise-intrinsics: for each schedule.intrinsic a kernel of its
// formula, tensorized with it, and a @main that calls them on constants. Compiled,
// the kernel runs the intrinsic's implementation; interpreted, its formula.
//
//===----------------------------------------------------------------------===//
#include "SequenceWriter.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"

#include <numeric>
#include <random>

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEEXERCISEINTRINSICSPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
/// Tiles beside each other, and tiles that add up: both are more than one.
constexpr int64_t numTiles = 2;

using Generator = std::minstd_rand;

/// All bits of integers; of floats small whole numbers, whose sums and products are
/// exact in any order.
Attribute makeElement(Type type, Generator &random) {
  if (isa<FloatType>(type))
    return FloatAttr::get(type, static_cast<double>(random() % 17) - 8);
  uint64_t bits = random();
  bits = bits << 31 ^ random();
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, APInt(64, bits << 2 ^ random()).zextOrTrunc(width));
}

TypedAttr makeConstant(RankedTensorType type, Generator &random) {
  SmallVector<Attribute> elements;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
    elements.push_back(makeElement(type.getElementType(), random));
  return DenseElementsAttr::get(type, elements);
}

/// Writes the kernel of one intrinsic.
class KernelMaker {
public:
  explicit KernelMaker(IntrinsicOp intrinsic)
      : intrinsic(intrinsic), formula(intrinsic.getCompute()), builder(intrinsic.getContext()),
        loc(intrinsic.getLoc()) {
    tiles.assign(formula.hasReduction() ? 2 : 1, numTiles);
  }

  func::FuncOp makeKernel(SymbolTable &symbols);
  void writeSequence(SymbolTable &library, func::FuncOp kernel);

private:
  RankedTensorType addTiles(Type type, size_t count) {
    auto tile = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(count, numTiles);
    llvm::append_range(shape, tile.getShape());
    return tile.clone(shape);
  }
  te::AxisSpec makeTileAxis(StringRef base);
  Value buildElement(OpBuilder &builder, ValueRange axes, IRMapping mapping);

  IntrinsicOp intrinsic;
  te::ComputeOp formula, stage;
  OpBuilder builder;
  Location loc;
  /// Extents of the axes around a tile: a spatial one, and one of the reduction if
  /// there is one. Operands have a dimension for each.
  SmallVector<int64_t> tiles;
};
} // namespace

/// An axis whose name the formula does not have.
te::AxisSpec KernelMaker::makeTileAxis(StringRef base) {
  std::string name = base.str();
  while (llvm::is_contained(formula.getAxisNames().getAsValueRange<StringAttr>(), name))
    name += "_";
  return {name, builder.getIndexAttr(numTiles)};
}

/// One element: the formula's, read from the tile that the axes around it name.
Value KernelMaker::buildElement(OpBuilder &builder, ValueRange axes, IRMapping mapping) {
  unsigned numSpatial = formula.getNumSpatial();
  SmallVector<Value> outer = {axes.front()}, inner(axes.slice(1, numSpatial));
  if (formula.hasReduction()) {
    outer.push_back(axes[1 + numSpatial]);
    llvm::append_range(inner, axes.drop_front(2 + numSpatial));
  }
  mapping.map(formula.getAxes(), inner);
  for (Operation &op : formula.getBody().front().without_terminator()) {
    auto read = dyn_cast<te::ReadOp>(op);
    if (!read) {
      builder.clone(op, mapping);
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : read.getIndexOperands())
      operands.push_back(mapping.lookup(operand));
    SmallVector<AffineExpr> indices;
    for (unsigned i = 0; i < outer.size(); ++i)
      indices.push_back(builder.getAffineDimExpr(operands.size() + i));
    llvm::append_range(indices, read.getMap().getResults());
    llvm::append_range(operands, outer);
    auto copy = te::ReadOp::create(builder, read.getLoc(), mapping.lookup(read.getSource()),
                                   indices, operands);
    mapping.map(read.getResult(), copy.getResult());
  }
  return mapping.lookupOrDefault(formula.getYield().getValue());
}

func::FuncOp KernelMaker::makeKernel(SymbolTable &symbols) {
  SmallVector<Type> types;
  for (Type type : intrinsic.getFormula().getArgumentTypes())
    types.push_back(addTiles(type, tiles.size()));
  RankedTensorType result = addTiles(formula.getTensorType(), 1);
  types.push_back(result);
  auto kernel = func::FuncOp::create(loc, ("exercise_" + intrinsic.getSymName()).str(),
                                     builder.getFunctionType(types, result));
  kernel.setPrivate();
  kernel->setAttr(te::TeDialect::getKernelAttrName(), builder.getUnitAttr());
  kernel.setArgAttr(types.size() - 1, te::TeDialect::getDestinationAttrName(),
                    builder.getUnitAttr());
  symbols.insert(kernel);

  builder.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  Block &described = intrinsic.getFormula().front();
  mapping.map(described.getArguments(), kernel.getArguments().drop_back());
  for (Operation &op : described.without_terminator())
    if (&op != formula)
      builder.clone(op, mapping);
  SmallVector<te::AxisSpec> spatial = {makeTileAxis("tile")}, reduction;
  if (formula.hasReduction())
    reduction.push_back(makeTileAxis("step"));
  for (unsigned axis = 0; axis < formula.getNumAxes(); ++axis)
    (formula.isReduction(axis) ? reduction : spatial)
        .push_back(
            {formula.getAxisName(axis).str(), builder.getIndexAttr(formula.getExtents()[axis])});
  stage = te::ComputeOp::create(builder, loc, result, formula.getStage(), spatial, reduction,
                                formula.getCombiner(),
                                [&](OpBuilder &builder, Location, ValueRange axes) {
                                  return buildElement(builder, axes, mapping);
                                });
  func::ReturnOp::create(builder, loc, stage.getResult());
  return kernel;
}

void KernelMaker::writeSequence(SymbolTable &library, func::FuncOp kernel) {
  SequenceWriter writer(library, kernel);
  AxisId tiled = 1;
  // The axis of the reduction's tiles goes beside that of the others.
  if (formula.hasReduction()) {
    std::vector<AxisId> order(stage.getNumAxes());
    std::iota(order.begin(), order.end(), 0);
    auto step = order.begin() + 1 + formula.getNumSpatial();
    std::rotate(order.begin() + 1, step, step + 1);
    writer.write(Reorder(0, order));
    tiled = order[tiles.size()];
  }
  TensorizeOp::create(writer.getBuilder(), loc, writer.getStage(0), writer.getAxis(0, tiled),
                      intrinsic.getSymName());
}

/// Constants for the operands can be made.
static LogicalResult checkOperands(IntrinsicOp intrinsic) {
  constexpr int64_t mostElements = 1 << 20;
  SmallVector<Type> types(intrinsic.getFormula().getArgumentTypes());
  types.push_back(intrinsic.getCompute().getTensorType());
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    if (!tensor.hasStaticShape() || !tensor.getElementType().isIntOrFloat() ||
        tensor.getNumElements() > mostElements)
      return emitError(intrinsic.getLoc(), "intrinsic @")
             << intrinsic.getSymName() << ": expected operands of at most " << mostElements
             << " integers or floats to make constants of, got " << type;
  }
  return success();
}

/// Calls each kernel on constants, twice. The outputs have the names of the intrinsics.
static void makeMain(ModuleOp module, ArrayRef<IntrinsicOp> intrinsics,
                     ArrayRef<func::FuncOp> kernels) {
  OpBuilder builder(module.getContext());
  SmallVector<Type> types;
  for (func::FuncOp kernel : kernels)
    types.push_back(kernel.getResultTypes().front());
  auto main =
      func::FuncOp::create(builder, module.getLoc(), "main", builder.getFunctionType(types, types));
  module.push_back(main);
  builder.setInsertionPointToStart(main.addEntryBlock());
  Generator random;
  SmallVector<Value> results;
  for (size_t i = 0; i < kernels.size(); ++i) {
    IntrinsicOp intrinsic = intrinsics[i];
    func::FuncOp kernel = kernels[i];
    StringAttr name = intrinsic.getSymNameAttr();
    main.setArgAttr(i, te::TeDialect::getDestinationAttrName(), builder.getUnitAttr());
    main.setArgAttr(i, DlDialect::getNameAttrName(), name);
    main.setResultAttr(i, DlDialect::getNameAttrName(), name);
    // The second call finds the first one's result where it writes.
    Value destination = main.getArgument(i);
    for (int call = 0; call < 2; ++call) {
      SmallVector<Value> operands;
      for (Type type : kernel.getArgumentTypes().drop_back())
        operands.push_back(arith::ConstantOp::create(
            builder, kernel.getLoc(), makeConstant(cast<RankedTensorType>(type), random)));
      operands.push_back(destination);
      destination = func::CallOp::create(builder, kernel.getLoc(), kernel, operands).getResult(0);
    }
    results.push_back(destination);
  }
  func::ReturnOp::create(builder, module.getLoc(), results);
}

namespace {
struct ScheduleExerciseIntrinsics
    : dl::schedule::impl::ScheduleExerciseIntrinsicsPassBase<ScheduleExerciseIntrinsics> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<IntrinsicOp> intrinsics(module.getOps<IntrinsicOp>());
    if (intrinsics.empty()) {
      emitError(module.getLoc(), "expected a module with schedule.intrinsic, got none");
      return signalPassFailure();
    }
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (!isa<IntrinsicOp>(op)) {
        op.dropAllUses();
        op.erase();
      }
    if (Operation *main = module.lookupSymbol("main")) {
      emitError(main->getLoc(), "expected another name than @main for an intrinsic: programs "
                                "begin there");
      return signalPassFailure();
    }
    SymbolTable library(getSequences(module));
    SymbolTable symbols(module);
    SmallVector<func::FuncOp> kernels;
    for (IntrinsicOp intrinsic : intrinsics) {
      if (failed(checkOperands(intrinsic)))
        return signalPassFailure();
      KernelMaker maker(intrinsic);
      kernels.push_back(maker.makeKernel(symbols));
      maker.writeSequence(library, kernels.back());
    }
    makeMain(module, intrinsics, kernels);
  }
};
} // namespace
