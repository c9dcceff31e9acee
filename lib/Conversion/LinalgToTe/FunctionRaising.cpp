//===-- FunctionRaising.cpp - raise one function -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the linalg of one function by calls of kernels.
//
//===----------------------------------------------------------------------===//
#include "FunctionRaising.h"

#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dl;

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// Operations that have a place above te, whether they are computed or not.
static bool isKnown(Operation &op) {
  return isa<linalg::LinalgOp, tensor::PadOp, tensor::ConcatOp, tensor::ExtractSliceOp,
             tensor::InsertSliceOp, tensor::EmptyOp>(op) ||
         isView(&op) || op.hasTrait<OpTrait::ConstantLike>();
}

LogicalResult FunctionRaising::checkContract() {
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitOpError("expected a body of one block, got ")
           << func.getBody().getBlocks().size() << ": the te level has no branches";
  for (Type type : llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes()))
    if (!isStaticTensor(type))
      return func.emitOpError("requires arguments and results to be tensors of static shape, got ")
             << type << "; export the model for fixed sizes";
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (!isKnown(op))
      return op.emitOpError(
          "must be linalg on tensors, tensor.pad, tensor.concat, "
          "tensor.extract_slice, tensor.insert_slice, a reshape, a constant or tensor.empty to be "
          "raised to te");
    for (Type type : op.getResultTypes())
      if (isa<ShapedType>(type) && !isStaticTensor(type))
        return op.emitOpError("requires a result of static shape to become a kernel, got ")
               << type << "; export the model for fixed sizes";
  }
  return success();
}

void FunctionRaising::addDestinationArguments() {
  MLIRContext *context = func.getContext();
  auto destination = StringAttr::get(context, te::TeDialect::getDestinationAttrName());
  auto name = StringAttr::get(context, DlDialect::getNameAttrName());
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    NamedAttrList attributes;
    attributes.set(destination, builder.getUnitAttr());
    if (Attribute given = func.getResultAttr(i, name))
      attributes.set(name, given);
    unsigned position = func.getNumArguments();
    (void)func.insertArgument(position, type, attributes.getDictionary(context), func.getLoc());
    destinations.push_back(func.getArgument(position));
  }
}

Value FunctionRaising::viewDestination(unsigned number) {
  Value view = destinations[number];
  Value returned = func.getBody().front().getTerminator()->getOperand(number);
  // From the returned value up to what it is a view of, each reshape turned round.
  while (isView(returned.getDefiningOp())) {
    Operation *op = returned.getDefiningOp();
    Type type = op->getOperand(0).getType();
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      view = tensor::CollapseShapeOp::create(builder, op->getLoc(), type, view,
                                             expand.getReassociationIndices());
    else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      view = tensor::ExpandShapeOp::create(builder, op->getLoc(), type, view,
                                           collapse.getReassociationIndices());
    else
      view = tensor::CastOp::create(builder, op->getLoc(), type, view);
    returned = op->getOperand(0);
  }
  return view;
}

Value FunctionRaising::getDestination(OpResult root) {
  if (auto it = written.find(root); it != written.end())
    return viewDestination(it->second);
  auto type = cast<RankedTensorType>(root.getType());
  return tensor::EmptyOp::create(builder, root.getLoc(), type.getShape(), type.getElementType());
}

Value FunctionRaising::call(const KernelRequest &request, Value destination) {
  FailureOr<func::FuncOp> kernel = outliner.getKernel(request);
  assert(succeeded(kernel) && "all stages were checked before");
  SmallVector<Value> operands(request.operands);
  operands.push_back(destination);
  ++numCalls;
  return func::CallOp::create(builder, request.loc, *kernel, operands).getResult(0);
}

/// matmul_addf_maximumf; long kernels are cut short.
static std::string getKernelName(ArrayRef<OpResult> members) {
  constexpr size_t maxParts = 8;
  SmallVector<std::string> parts;
  for (OpResult member : members.take_front(maxParts))
    parts.push_back(getStageWord(member));
  if (members.size() > maxParts)
    parts.push_back("etc");
  return llvm::join(parts, "_");
}

void FunctionRaising::raise(OpResult root) {
  SmallVector<OpResult> members = dataflow.getMembers(root);
  SmallVector<Location> locations;
  for (OpResult member : members)
    locations.push_back(member.getLoc());
  Location loc = FusedLoc::get(func.getContext(), locations);

  KernelRequest request = {getKernelName(members), loc, {}, {}, {root.getType()}, nullptr};
  // A constant that one contraction reads alone is free in its layout.
  llvm::DenseMap<Value, unsigned> numReads, numWeightReads;
  for (OpResult member : members) {
    const Stage &stage = *dataflow.lookup(member);
    for (const StageRead &read : stage.reads) {
      Value source = read.access.source;
      if (read.getScalar() || llvm::is_contained(members, source))
        continue;
      ++numReads[source];
      numWeightReads[source] += stage.kind == StageKind::Contraction && !read.isWhole;
      if (!llvm::is_contained(request.operands, source))
        request.operands.push_back(source);
    }
  }
  for (Value operand : request.operands) {
    Operation *def = operand.getDefiningOp();
    bool isConstant = def && def->hasTrait<OpTrait::ConstantLike>();
    request.layoutFree.push_back(isConstant && numReads[operand] == 1 &&
                                 numWeightReads[operand] == 1);
  }
  request.build = [&](OpBuilder &kernelBuilder, ValueRange arguments,
                      SmallVectorImpl<Value> &results) -> LogicalResult {
    llvm::DenseMap<Value, Value> inside;
    for (auto [outer, argument] : llvm::zip_equal(request.operands, arguments))
      inside[outer] = argument;
    llvm::StringMap<unsigned> taken;
    for (OpResult member : members) {
      std::string name = getStageWord(member);
      if (unsigned earlier = taken[name]++)
        name += "_" + std::to_string(earlier);
      inside[member] = buildStage(kernelBuilder, member, name,
                                  [&](Value source) { return inside.lookup(source); });
    }
    results.push_back(inside.lookup(root));
    return success();
  };

  builder.setInsertionPoint(root.getOwner());
  // Views and later kernels read the call's result; the old operation goes later.
  raised[root] = call(request, getDestination(root));
}

void FunctionRaising::copyResults() {
  Operation *ret = func.getBody().front().getTerminator();
  builder.setInsertionPoint(ret);
  for (OpOperand &operand : ret->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    auto it = written.find(getViewedValue(operand.get()));
    if (it != written.end() && it->second == number)
      continue;
    Value value = operand.get();
    KernelRequest request = {"copy", ret->getLoc(), {value}, {false}, {value.getType()}, nullptr};
    request.build = [&](OpBuilder &kernelBuilder, ValueRange arguments,
                        SmallVectorImpl<Value> &results) -> LogicalResult {
      results.push_back(buildCopyStage(kernelBuilder, ret->getLoc(), arguments[0], "copy",
                                       [&](Value source) { return source; }));
      return success();
    };
    operand.set(call(request, destinations[number]));
  }
}

void FunctionRaising::eraseDeadOps() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(func.getBody().front())))
    if (isa<linalg::LinalgOp>(op) ? op.use_empty() : isOpTriviallyDead(&op))
      op.erase();
}

LogicalResult FunctionRaising::run() {
  if (failed(checkContract()) || failed(dataflow.build(func)))
    return failure();
  dataflow.group();
  auto ret = cast<func::ReturnOp>(func.getBody().front().getTerminator());
  for (auto [i, value] : llvm::enumerate(ret.getOperands()))
    if (dataflow.lookup(getViewedValue(value)))
      written.insert({getViewedValue(value), i});
  addDestinationArguments();
  for (OpResult root : dataflow.getRoots())
    raise(root);
  copyResults();
  for (auto [old, result] : raised)
    old.replaceAllUsesWith(result);
  eraseDeadOps();
  return success();
}
