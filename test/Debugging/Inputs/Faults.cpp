//===-- Faults.cpp - miscompiles to be found --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin with one pass, test-plant-fault, that makes a program of any level compute something
// else: each fault is a rewrite as a broken pattern would do it. A remark names the function, or at
// the graph level the nodes, where that was done.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/NodeNames.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Support/Tensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include <cstring>

using namespace mlir;
using namespace dl;

namespace {

/// Puts an op of another name in the place of one with equal operands and results.
LogicalResult renameOp(Operation *op, StringRef name, bool keepsAttributes = true) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes());
  if (keepsAttributes)
    state.addAttributes(op->getAttrs());
  op->replaceAllUsesWith(builder.create(state)->getResults());
  op->erase();
  return success();
}

/// f(x, …) -> x.
LogicalResult dropOp(Operation *op) {
  for (Value operand : op->getOperands())
    if (operand.getType() == op->getResult(0).getType()) {
      op->getResult(0).replaceAllUsesWith(operand);
      op->erase();
      return success();
    }
  return failure();
}

LogicalResult swapOperands(Operation *op) {
  if (op->getNumOperands() != 2 || op->getOperand(0) == op->getOperand(1) ||
      op->getOperand(0).getType() != op->getOperand(1).getType())
    return failure();
  Value first = op->getOperand(0);
  op->setOperand(0, op->getOperand(1));
  op->setOperand(1, first);
  return success();
}

bool isInStage(Operation *op) { return op->getParentOfType<te::ComputeOp>() != nullptr; }
bool isInKernel(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && te::isKernel(function);
}
bool isVector(Operation *op) {
  return op->getNumResults() == 1 && isa<VectorType>(op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// graph
//===----------------------------------------------------------------------===//

LogicalResult negateWeight(Operation *op) {
  auto constant = dyn_cast<graph::ConstantOp>(op);
  ElementsAttr attribute;
  if (!constant || op->use_empty() || !matchPattern(op->getResult(0), m_Constant(&attribute)))
    return failure();
  std::optional<Tensor> tensor = getTensor(attribute);
  if (!tensor || tensor->getElementType() != ElementType::F32 || tensor->getShape().size() != 4)
    return failure();
  Tensor copy(ElementType::F32, tensor->getShape());
  std::memcpy(copy.getMutableData(), tensor->getData(), tensor->getNumBytes());
  for (float &value : copy.getMutableValues<float>())
    value = -value;
  OpBuilder builder(op);
  auto negated =
      graph::ConstantOp::create(builder, op->getLoc(), getDenseAttr(copy, op->getContext()));
  op->replaceAllUsesWith(negated);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// te
//===----------------------------------------------------------------------===//

LogicalResult combineByMaximum(Operation *op) {
  auto compute = dyn_cast<te::ComputeOp>(op);
  if (!compute || compute.getCombiner() != te::Combiner::Add)
    return failure();
  compute.setCombiner(te::Combiner::Max);
  return success();
}

/// A read of x[…, j] becomes one of x[…, n - 1 - j], which is inside too.
LogicalResult mirrorRead(Operation *op) {
  auto read = dyn_cast<te::ReadOp>(op);
  if (!read || read.getPredicate())
    return failure();
  auto type = cast<RankedTensorType>(read.getSource().getType());
  if (type.getRank() == 0 || !type.hasStaticShape() || type.getShape().back() < 2)
    return failure();
  SmallVector<AffineExpr> results(read.getMap().getResults());
  if (!isa<AffineDimExpr>(results.back()))
    return failure();
  results.back() = type.getShape().back() - 1 - results.back();
  read.setMap(AffineMap::get(read.getMap().getNumDims(), 0, results, op->getContext()));
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult shortenLoop(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  APInt upper, step;
  if (!loop || !isInKernel(op) || !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return failure();
  OpBuilder builder(op);
  loop.getUpperBoundMutable().assign(arith::ConstantIndexOp::create(
      builder, op->getLoc(), upper.getSExtValue() - step.getSExtValue()));
  return success();
}

LogicalResult fillWithOnes(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  if (!fill || !isInKernel(op) || !fill.getInputs()[0].getType().isF32())
    return failure();
  OpBuilder builder(op);
  fill->setOperand(0,
                   arith::ConstantOp::create(builder, op->getLoc(), builder.getF32FloatAttr(1.0)));
  return success();
}

/// Makes all steps of a loop read what the first one does.
LogicalResult moveSlice(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  auto isRead = [](OpOperand &use) {
    auto tile = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return tile && tile.isDpsInput(&use);
  };
  if (!slice || !isInKernel(op) || slice.getOffsets().empty() ||
      llvm::none_of(slice->getUses(), isRead))
    return failure();
  OpBuilder builder(op);
  SmallVector<OpFoldResult> begin(slice.getMixedOffsets().size(), builder.getIndexAttr(0));
  Value moved =
      tensor::ExtractSliceOp::create(builder, slice.getLoc(), slice.getType(), slice.getSource(),
                                     begin, slice.getMixedSizes(), slice.getMixedStrides());
  slice.replaceAllUsesWith(moved);
  slice.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Moves a part of the arena or of the weights to the beginning.
LogicalResult moveView(Operation *op, StringRef attribute) {
  auto view = dyn_cast<memref::ViewOp>(op);
  auto source = view ? dyn_cast<BlockArgument>(view.getSource()) : BlockArgument();
  auto function = op->getParentOfType<func::FuncOp>();
  APInt offset;
  if (!source || !function || !function.getArgAttr(source.getArgNumber(), attribute) ||
      !matchPattern(view.getByteShift(), m_ConstantInt(&offset)) || offset.isZero())
    return failure();
  OpBuilder builder(op);
  view.getByteShiftMutable().assign(arith::ConstantIndexOp::create(builder, op->getLoc(), 0));
  return success();
}

LogicalResult dropStore(Operation *op) {
  if (!isa<vector::StoreOp, vector::TransferWriteOp, memref::StoreOp>(op) || !isInKernel(op))
    return failure();
  op->erase();
  return success();
}

/// Products become sums in the tiles of loops.
bool isInTile(Operation *op) { return op->getParentOfType<linalg::LinalgOp>() != nullptr; }
bool isInCode(Operation *op) {
  auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
  return function && function->hasAttr(DlDialect::getKernelAttrName());
}

struct Fault {
  StringLiteral name;
  LogicalResult (*apply)(Operation *op);
};

constexpr Fault faults[] = {
    {"graph-drop-relu",
     [](Operation *op) { return isa<graph::ReluOp>(op) ? dropOp(op) : failure(); }},
    {"graph-add-is-sub",
     [](Operation *op) { return isa<graph::AddOp>(op) ? renameOp(op, "graph.sub") : failure(); }},
    {"graph-sigmoid-is-tanh",
     [](Operation *op) {
       return isa<graph::SigmoidOp>(op) ? renameOp(op, "graph.tanh") : failure();
     }},
    {"graph-swap-division",
     [](Operation *op) { return isa<graph::DivOp>(op) ? renameOp(op, "graph.mul") : failure(); }},
    {"graph-negate-weight", negateWeight},
    {"graph-drop-inside-group",
     [](Operation *op) {
       return isa<graph::ReluOp>(op) && isa<graph::FusedOp>(op->getParentOp()) ? dropOp(op)
                                                                               : failure();
     }},
    {"te-combine-by-maximum", combineByMaximum},
    {"te-mirror-read", mirrorRead},
    {"te-product-is-sum",
     [](Operation *op) {
       return isa<arith::MulFOp>(op) && isInStage(op) ? renameOp(op, "arith.addf") : failure();
     }},
    {"te-maximum-is-minimum",
     [](Operation *op) {
       return isa<arith::MaximumFOp>(op) && isInStage(op) ? renameOp(op, "arith.minimumf")
                                                          : failure();
     }},
    {"loops-shorten", shortenLoop},
    {"loops-product-is-sum",
     [](Operation *op) {
       return isa<arith::MulFOp>(op) && isInTile(op) ? renameOp(op, "arith.addf") : failure();
     }},
    {"loops-fill-with-ones", fillWithOnes},
    {"loops-move-slice", moveSlice},
    {"vector-maximum-is-minimum",
     [](Operation *op) {
       return isa<arith::MaximumFOp>(op) && isVector(op) ? renameOp(op, "arith.minimumf")
                                                         : failure();
     }},
    {"vector-drop-sum",
     [](Operation *op) {
       return isa<arith::AddFOp>(op) && isVector(op) && isInKernel(op) ? dropOp(op) : failure();
     }},
    {"buffers-share-arena",
     [](Operation *op) { return moveView(op, DlDialect::getArenaAttrName()); }},
    {"buffers-mix-weights",
     [](Operation *op) { return moveView(op, DlDialect::getWeightsAttrName()); }},
    {"buffers-drop-store", dropStore},
    {"llvm-sum-is-difference",
     [](Operation *op) {
       return isa<LLVM::FAddOp>(op) && isInCode(op) ? renameOp(op, "llvm.fsub") : failure();
     }},
    {"llvm-swap-difference",
     [](Operation *op) {
       return isa<LLVM::FSubOp>(op) && isInCode(op) ? swapOperands(op) : failure();
     }},
};

struct PlantFault : PassWrapper<PlantFault, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantFault)
  PlantFault() = default;
  PlantFault(const PlantFault &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-plant-fault"; }
  StringRef getDescription() const final { return "make a program compute something else"; }

  void runOnOperation() override {
    const Fault *fault =
        llvm::find_if(faults, [&](const Fault &entry) { return entry.name == StringRef(name); });
    if (fault == std::end(faults)) {
      getOperation().emitError("expected the name of a fault, got '") << name << "'";
      return signalPassFailure();
    }
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      // Of a constant, who takes it.
      Operation *named =
          op->hasTrait<OpTrait::ConstantLike>() && !op->use_empty() ? *op->user_begin() : op;
      std::string where = codegen::getNodeNames(named->getLoc());
      if (auto function = op->getParentOfType<FunctionOpInterface>();
          function && function.getName() != "main")
        where = "@" + function.getName().str();
      if (!StringRef(where).contains(StringRef(place)))
        continue;
      if (failed(fault->apply(op)))
        continue;
      emitRemark(UnknownLoc::get(&getContext())) << "planted in " << where;
      return;
    }
  }

  Option<std::string> name{*this, "fault", llvm::cl::desc("which one")};
  Option<std::string> place{*this, "in", llvm::cl::desc("part of the name of where it is planted")};
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DLTestFaults", "1", [] { PassRegistration<PlantFault>(); }};
}
