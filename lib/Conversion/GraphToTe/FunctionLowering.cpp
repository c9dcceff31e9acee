//===-- FunctionLowering.cpp - lower one function ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the body of one function of graph operators to calls of kernels.
//
//===----------------------------------------------------------------------===//
#include "FunctionLowering.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// The ops that a kernel is made of: those of a group, or the op itself.
static SmallVector<Operation *> getMembers(Operation *op) {
  SmallVector<Operation *> members;
  if (auto fused = dyn_cast<FusedOp>(op)) {
    for (Operation &member : fused.getBody().front().without_terminator())
      members.push_back(&member);
  } else {
    members.push_back(op);
  }
  return members;
}

/// conv_add_relu; long groups are cut short.
static std::string getKernelName(Operation *op) {
  constexpr unsigned maxParts = 8;
  SmallVector<StringRef> parts;
  for (Operation *member : getMembers(op))
    if (auto named = dyn_cast<TensorExpressionOpInterface>(member))
      parts.push_back(named.getStageName());
  if (parts.size() > maxParts) {
    parts.resize(maxParts);
    parts.push_back("etc");
  }
  return llvm::join(parts, "_");
}

/// The splat constant behind an operand that all of its readers take as a scalar.
/// `inner` is the operand itself or the group's argument for it.
static DenseElementsAttr getScalar(Value operand, Value inner, ArrayRef<Operation *> members) {
  SplatElementsAttr splat;
  if (!matchPattern(operand, m_Constant(&splat)))
    return {};
  for (OpOperand &use : inner.getUses()) {
    if (!llvm::is_contained(members, use.getOwner()))
      continue;
    auto op = dyn_cast<TensorExpressionOpInterface>(use.getOwner());
    if (!op || !op.acceptsScalarConstant(use.getOperandNumber()))
      return {};
  }
  return splat;
}

/// True if the only reader of `inner` in the kernel reads it as weights.
static bool isWeight(Value inner, ArrayRef<Operation *> members) {
  OpOperand *reader = nullptr;
  for (OpOperand &use : inner.getUses()) {
    if (!llvm::is_contained(members, use.getOwner()) && !isa<YieldOp>(use.getOwner()))
      continue;
    if (reader)
      return false;
    reader = &use;
  }
  auto op = reader ? dyn_cast<TensorExpressionOpInterface>(reader->getOwner())
                   : TensorExpressionOpInterface();
  return op && op.isWeight(reader->getOperandNumber());
}

/// A stage that copies a tensor, or spreads a splat constant.
Value dl::buildCopy(OpBuilder &builder, Location loc, Value source, StringRef name) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<te::AxisSpec> axes;
  SmallVector<AffineExpr> indices;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    axes.push_back({"i" + std::to_string(dim), builder.getIndexAttr(extent)});
    indices.push_back(builder.getAffineDimExpr(dim));
  }
  return te::ComputeOp::create(
      builder, loc, type, name, axes, {}, te::Combiner::None,
      [&](OpBuilder &body, Location bodyLoc, ValueRange positions) -> Value {
        SplatElementsAttr splat;
        if (matchPattern(source, m_Constant(&splat)))
          return arith::ConstantOp::create(body, bodyLoc, splat.getSplatValue<TypedAttr>());
        return te::ReadOp::create(body, bodyLoc, source, indices, positions);
      });
}

/// Where a kernel writes a result: where the result, reshaped perhaps, is waited for,
/// else into a tensor of its own.
Value FunctionLowering::getDestination(OpResult result, const Dims &dims) {
  RankedTensorType type = getStorageType(cast<RankedTensorType>(result.getType()));
  auto it = written.find(result);
  if (it == written.end())
    return tensor::EmptyOp::create(builder, result.getLoc(), type.getShape(), type.getElementType(),
                                   sizes.materializeDynamic(builder, result.getLoc(), dims));
  Value destination = it->second;
  if (destination.getType() == type)
    return destination;
  return buildView(result.getLoc(), destination, type);
}

/// A tensor that waits for a value, as the state of a loop, has the value's size, or a run is
/// refused.
LogicalResult FunctionLowering::checkDestination(Location loc, Value destination,
                                                 const Dims &dims) {
  AffineExpr unknown = builder.getAffineConstantExpr(ShapedType::kDynamic);
  for (auto [has, wants] : llvm::zip_equal(sizes.getDims(destination), dims))
    if (has != unknown && !sizes.requireEqual(has, wants, loc))
      return emitError(loc) << "expected a value of one size in all branches and iterations, got "
                            << sizes.toString(has) << " and " << sizes.toString(wants);
  return success();
}

LogicalResult
FunctionLowering::call(const KernelRequest &request,
                       llvm::function_ref<Value(unsigned, const Dims &)> getDestination,
                       SmallVectorImpl<Value> &results) {
  SmallVector<Dims> dims;
  FailureOr<func::FuncOp> kernel = outliner.getKernel(request, &sizes, &dims);
  if (failed(kernel))
    return failure();
  SmallVector<Value> operands(request.operands);
  for (unsigned result = 0; result < dims.size(); ++result) {
    operands.push_back(getDestination(result, dims[result]));
    if (failed(checkDestination(request.loc, operands.back(), dims[result])))
      return failure();
  }
  auto call = func::CallOp::create(builder, request.loc, *kernel, operands);
  for (auto [result, resultDims] : llvm::zip_equal(call.getResults(), dims)) {
    sizes.setDims(result, resultDims);
    results.push_back(result);
  }
  ++numCalls;
  return success();
}

bool dl::isDynamic(ReshapeOp reshape) {
  return !reshape.getType().hasStaticShape() ||
         !cast<RankedTensorType>(reshape.getX().getType()).hasStaticShape();
}

/// True if all indices lie in [-extent, extent); each extent is for one position of
/// the last dim, or the only one for all.
static bool areInside(DenseIntElementsAttr indices, ArrayRef<int64_t> extents) {
  for (auto [i, index] : llvm::enumerate(indices.getValues<APInt>()))
    if (int64_t extent = extents[i % extents.size()];
        index.getSExtValue() < -extent || index.getSExtValue() >= extent)
      return false;
  return true;
}

/// Checks the indices that a kernel is about to read at: now where they are known,
/// else before its call.
LogicalResult FunctionLowering::checkIndices(Operation *op) {
  auto fused = dyn_cast<FusedOp>(op);
  for (Operation *member : getMembers(op)) {
    auto expression = dyn_cast<TensorExpressionOpInterface>(member);
    SmallVector<IndexCheck> checks;
    if (expression)
      expression.getIndexChecks(checks);
    for (const IndexCheck &check : checks) {
      auto outside = [&](unsigned operand) -> Value {
        Value value = member->getOperand(operand);
        auto argument = dyn_cast<BlockArgument>(value);
        return fused && argument ? fused.getInputs()[argument.getArgNumber()] : value;
      };
      Value indices = outside(check.indices);
      if (fused && indices.getParentRegion() == &fused.getBody() &&
          !matchPattern(indices, m_Constant()))
        return member->emitOpError("expected indices from outside of the group: they are checked "
                                   "before its kernel runs");
      auto type = cast<RankedTensorType>(member->getOperand(check.data).getType());
      SmallVector<int64_t> extents;
      for (unsigned dim : check.dims)
        extents.push_back(type.getDimSize(dim));
      DenseIntElementsAttr known;
      if (matchPattern(indices, m_Constant(&known)) &&
          llvm::none_of(extents, ShapedType::isDynamic)) {
        if (!areInside(known, extents))
          return member->emitOpError("expected indices in [-extent, extent) of ")
                 << type << ", got a constant with others";
        continue;
      }
      SmallVector<Value> bounds;
      Dims dims = sizes.getDims(mapping.lookup(outside(check.data)));
      for (unsigned dim : check.dims)
        bounds.push_back(sizes.materialize(builder, member->getLoc(), dims[dim]));
      te::CheckIndicesOp::create(builder, member->getLoc(), mapping.lookup(indices), bounds);
    }
  }
  return success();
}

void FunctionLowering::lowerConstant(ConstantOp constant) {
  // Outside of branches and loops, where everyone may use it.
  OpBuilder::InsertionGuard guard(builder);
  Block &entry = func.getBody().front();
  if (Operation *outer = entry.findAncestorOpInBlock(*builder.getInsertionBlock()->getParentOp()))
    builder.setInsertionPoint(outer);
  // The attribute is shared, so weights are not copied.
  auto value = cast<TypedAttr>(getStorageAttr(constant.getValue()));
  mapping.map(constant.getResult(),
              arith::ConstantOp::create(builder, constant.getLoc(), value.getType(), value));
}

LogicalResult FunctionLowering::lowerOperator(Operation *op) {
  if (isa<UnrealizedConversionCastOp>(op)) // of an argument: addArgumentCasts
    return success();
  if (isa<IfOp, ScanOp, WhileOp>(op))
    return lowerControl(op);
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    lowerConstant(constant);
    return success();
  }
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return lowerReshape(reshape);
  if (auto extents = dyn_cast<ExtentsOp>(op))
    return lowerExtents(extents);
  if (failed(checkIndices(op)))
    return failure();
  return lowerToKernel(op);
}

namespace {
/// What the members of a group read: a scalar of the kernel, or argument number n.
struct KernelInput {
  Value inner;
  DenseElementsAttr scalar;
  unsigned argument;
};
} // namespace

/// Builds the te program of an operator, or of the members of a fused one, in a kernel.
static LogicalResult buildProgram(Operation *op, ArrayRef<Operation *> members,
                                  ArrayRef<KernelInput> inputs, OpBuilder &builder,
                                  ValueRange arguments, SmallVectorImpl<Value> &results) {
  IRMapping inside;
  for (const KernelInput &input : inputs) {
    Value value = input.scalar
                      ? Value(arith::ConstantOp::create(
                            builder, op->getLoc(), cast<TypedAttr>(getStorageAttr(input.scalar))))
                      : arguments[input.argument];
    inside.map(input.inner, value);
  }
  llvm::StringMap<unsigned> prefixes;
  for (Operation *member : members) {
    auto expression = dyn_cast<TensorExpressionOpInterface>(member);
    if (!expression)
      continue;
    std::string prefix = expression.getStageName().str();
    if (unsigned earlier = prefixes[expression.getStageName()]++)
      prefix += "_" + std::to_string(earlier);
    SmallVector<Value> operands, made;
    for (Value operand : member->getOperands())
      operands.push_back(inside.lookup(operand));
    if (failed(expression.buildTensorExpression(builder, operands, prefix, made)))
      return failure();
    for (auto [from, to] : llvm::zip_equal(member->getResults(), made))
      inside.map(from, to);
  }
  auto fused = dyn_cast<FusedOp>(op);
  for (Value result :
       fused ? ValueRange(fused.getYield().getValues()) : ValueRange(op->getResults())) {
    Value value = inside.lookup(result);
    // Each result is a stage of its own: a group may yield what it is given.
    if (!isa_and_nonnull<te::ComputeOp, te::ScatterOp, te::ScanOp>(value.getDefiningOp()) ||
        llvm::is_contained(results, value)) {
      unsigned earlier = prefixes["copy"]++;
      std::string name = earlier ? "copy_" + std::to_string(earlier) : "copy";
      value = buildCopy(builder, op->getLoc(), value, name);
    }
    results.push_back(value);
  }
  return success();
}

/// True for a matrix of bf16 that only products read as their second factor: laying it out for them
/// moves far fewer elements than they multiply.
static bool isNarrowMatrix(Value outer, Value inner) {
  return getElementTypeOrSelf(outer.getType()).isBF16() && !inner.use_empty() &&
         llvm::all_of(inner.getUses(), [](OpOperand &use) {
           auto product = dyn_cast<MatMulOp>(use.getOwner());
           return product && product.getWide() && use.getOperandNumber() == 1;
         });
}

LogicalResult FunctionLowering::lowerToKernel(Operation *op) {
  auto fused = dyn_cast<FusedOp>(op);
  SmallVector<Operation *> members = getMembers(op);
  KernelRequest request = {getKernelName(op), op->getLoc(), {}, {}, {}, nullptr};
  if (fused)
    request.device = fused.getDeviceAttr();
  for (Type type : op->getResultTypes())
    request.results.push_back(getStorageType(cast<RankedTensorType>(type)));
  SmallVector<KernelInput> inputs;
  auto addInput = [&](Value outer, Value inner) {
    DenseElementsAttr scalar = getScalar(outer, inner, members);
    Value value = mapping.lookupOrDefault(outer);
    auto known = llvm::find(request.operands, value);
    inputs.push_back({inner, scalar, unsigned(known - request.operands.begin())});
    if (scalar)
      return;
    bool isFree = isWeight(inner, members) &&
                  (matchPattern(outer, m_Constant()) || isNarrowMatrix(outer, inner));
    if (known != request.operands.end()) {
      request.layoutFree[inputs.back().argument] &= isFree;
      return;
    }
    request.operands.push_back(value);
    request.layoutFree.push_back(isFree);
  };
  if (fused) {
    for (auto [outer, inner] : llvm::zip_equal(fused.getInputs(), fused.getBody().getArguments()))
      addInput(outer, inner);
    // Constants of the region are the caller's, unless they are scalars.
    for (Operation *member : members)
      if (auto constant = dyn_cast<ConstantOp>(member)) {
        if (!getScalar(constant, constant, members))
          lowerConstant(constant);
        addInput(constant, constant);
      }
  } else {
    llvm::SmallSetVector<Value, 4> distinct(op->operand_begin(), op->operand_end());
    for (Value operand : distinct)
      addInput(operand, operand);
  }

  request.build = [&](OpBuilder &kernelBuilder, ValueRange arguments,
                      SmallVectorImpl<Value> &results) {
    return buildProgram(op, members, inputs, kernelBuilder, arguments, results);
  };

  SmallVector<Value> results;
  auto place = [&](unsigned result, const Dims &dims) {
    return getDestination(op->getResult(result), dims);
  };
  if (failed(call(request, place, results)))
    return failure();
  for (auto [from, to] : llvm::zip_equal(op->getResults(), results))
    mapping.map(from, to);
  return success();
}

LogicalResult FunctionLowering::run() {
  if (failed(checkContract()))
    return failure();
  Block &body = func.getBody().front();
  auto ret = cast<func::ReturnOp>(body.getTerminator());
  sizes.readArguments();
  addDestinationArguments();

  SmallVector<Operation *> old;
  for (Operation &op : body.without_terminator())
    old.push_back(&op);
  builder.setInsertionPoint(ret);
  addArgumentCasts();
  SmallVector<Value> returned;
  if (failed(lowerInto(body, ret.getOperands(), destinations, returned)))
    return failure();
  for (auto [i, value] : llvm::enumerate(returned))
    describeDestination(i, sizes.getDims(value));
  sizes.describeChecks();
  ret.getOperandsMutable().assign(returned);
  for (Operation *op : llvm::reverse(old))
    op->erase();
  convertSignature();
  // Constants that became scalars of kernels, views that nobody reads.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
  return success();
}
