//===-- TeInterpreter.cpp - the reference interpreter of te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of blocks, functions and modules of the te level; te.compute is
// compiled to a ComputeProgram and run.
//
//===----------------------------------------------------------------------===//
#include "dl/Reference/TeInterpreter.h"
#include "ComputeProgram.h"
#include "ControlFlow.h"
#include "Evaluation.h"
#include "SequentialOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

Tensor dl::reference::getValue(Value value, const Values &values) {
  auto known = values.find(value);
  if (known != values.end())
    return known->second;
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return Tensor();
  auto elements = dyn_cast<ElementsAttr>(attribute);
  if (!elements && getElementType(value.getType()))
    elements = DenseElementsAttr::get(RankedTensorType::get({}, value.getType()), attribute);
  return elements ? getTensor(elements).value_or(Tensor()) : Tensor();
}

Tensor dl::reference::makeTensor(Operation *op, ElementType type, ArrayRef<int64_t> shape) {
  Tensor tensor(type, shape);
  if (!tensor) {
    InFlightDiagnostic diagnostic = op->emitOpError("expected memory for a value of shape [");
    llvm::interleaveComma(shape, diagnostic);
    diagnostic << "] and type " << stringify(type) << ", there is not so much";
  }
  return tensor;
}

FailureOr<SmallVector<Tensor>> dl::reference::evaluateCompute(te::ComputeOp op,
                                                              const Values &values) {
  SmallVector<int64_t> extents;
  for (unsigned axis = 0, e = op.getNumAxes(); axis != e; ++axis) {
    OpFoldResult extent = op.getMixedExtent(axis);
    if (auto attribute = dyn_cast<Attribute>(extent)) {
      extents.push_back(cast<IntegerAttr>(attribute).getInt());
      continue;
    }
    Tensor value = getValue(cast<Value>(extent), values);
    int64_t least = op.isReduction(axis) ? 1 : 0;
    if (!value || value.getAsInteger(0) < least) {
      op.emitOpError("expected axis '")
          << op.getAxisName(axis) << "' to have an extent of at least " << least << ", got "
          << (value ? std::to_string(value.getAsInteger(0)) : "no value");
      return failure();
    }
    extents.push_back(value.getAsInteger(0));
  }
  auto lookup = [&](Value value) { return getValue(value, values); };
  std::unique_ptr<ComputeProgram> program = ComputeProgram::compile(op, extents, lookup);
  if (!program)
    return failure();
  return program->run();
}

/// Scalar arithmetic outside te.compute: a row of one element.
static Tensor evaluateScalar(Operation *op, const Values &values) {
  std::optional<ScalarKernel> kernel = getScalarKernel(op);
  if (!kernel) {
    op->emitOpError("expected an operation of the te level that the interpreter knows");
    return Tensor();
  }
  // Each element needs 8 bytes at most.
  int64_t storage[3], row;
  SmallVector<const void *, 3> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Tensor value = getValue(operand, values);
    if (!value) {
      op->emitOpError("expected operand ") << i << " to have a value";
      return Tensor();
    }
    loadRow(value.getElementType(), value.getData(), 0, nullptr, 0, &storage[i], 1);
    operands.push_back(&storage[i]);
  }
  if (kernel->run(&row, operands, 1) >= 0) {
    op->emitOpError("expected operands for which it is defined, got a division by 0 or one that "
                    "overflows");
    return Tensor();
  }
  Tensor result(kernel->resultType, {});
  storeRow(kernel->resultType, &row, /*isWide=*/false, result.getMutableData(), 1);
  return result;
}

/// The shape of a view of `source`; the dynamic sizes follow from the others, as
/// far as there is one in each group.
static FailureOr<SmallVector<int64_t>> getViewShape(Operation *op, const Tensor &source,
                                                    const Values &values) {
  SmallVector<int64_t> shape;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    for (ArrayRef<int64_t> group : collapse.getReassociationIndices()) {
      int64_t &size = shape.emplace_back(1);
      for (int64_t dimension : group)
        size *= source.getShape()[dimension];
    }
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    for (OpFoldResult size : expand.getMixedOutputShape()) {
      if (auto attribute = dyn_cast<Attribute>(size))
        shape.push_back(cast<IntegerAttr>(attribute).getInt());
      else if (Tensor value = getValue(cast<Value>(size), values))
        shape.push_back(value.getAsInteger(0));
      else
        return op->emitOpError("expected a value for every size of the result");
    }
  } else {
    shape.assign(source.getShape().begin(), source.getShape().end());
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t numElements = 1;
  for (auto [size, expected] : llvm::zip_equal(shape, type.getShape())) {
    if (size < 0 || (!ShapedType::isDynamic(expected) && size != expected))
      return op->emitOpError("expected a tensor of type ") << type << ", got size " << size;
    numElements *= size;
  }
  if (numElements != source.getNumElements())
    return op->emitOpError("expected a view of as many elements as its source has, ")
           << source.getNumElements() << ", got " << numElements;
  return shape;
}

static LogicalResult evaluateCheck(te::CheckIndicesOp op, const Values &values) {
  Tensor indices = getValue(op.getIndices(), values);
  if (!indices)
    return op.emitOpError("expected indices with a value");
  int64_t numExtents = op.getExtents().size();
  SmallVector<int64_t> extents;
  for (Value operand : op.getExtents()) {
    Tensor extent = getValue(operand, values);
    if (!extent)
      return op.emitOpError("expected extents with a value");
    extents.push_back(extent.getAsInteger(0));
  }
  for (int64_t i = 0, e = indices.getNumElements(); i < e; ++i)
    if (int64_t index = indices.getAsInteger(i), extent = extents[i % numExtents];
        index < -extent || index >= extent)
      return op.emitOpError("expected an index in [")
             << -extent << ", " << extent << "), got " << index << " at element " << i;
  return success();
}

/// Reads and writes of parts of a tensor by a caller of kernels.
static LogicalResult evaluateAccess(Operation *op, Values &values) {
  SmallVector<Tensor> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getValue(operand, values));
  auto define = [&](Tensor result) {
    values[op->getResult(0)] = result;
    return success(static_cast<bool>(result));
  };
  if (isa<te::StepOp>(op)) {
    // A view of a destination.
    if (!operands[0])
      return success();
    if (!operands[1])
      return op->emitOpError("expected a position with a value");
    return define(getStep(op, operands[0], operands[1].getAsInteger(0)));
  }
  if (auto insert = dyn_cast<te::InsertStepOp>(op)) {
    if (!operands[0] || !operands[2])
      return op->emitOpError("expected a value and a position with a value");
    auto type = cast<RankedTensorType>(insert.getResult().getType());
    // A destination of unknown size has a place for each step of the loop.
    auto loop = insert->getParentOfType<scf::ForOp>();
    if (Tensor end = loop ? getValue(loop.getUpperBound(), values) : Tensor();
        end && type.isDynamicDim(0)) {
      SmallVector<int64_t> shape(type.getShape());
      shape[0] = end.getAsInteger(0);
      type = type.clone(shape);
    }
    return define(insertStep(op, operands[1], type, operands[2].getAsInteger(0), operands[0]));
  }
  if (llvm::any_of(operands, [](const Tensor &operand) { return !operand; }))
    return op->emitOpError("expected a tensor and a position with a value");
  Tensor part = operands[0];
  for (const Tensor &index : ArrayRef<Tensor>(operands).drop_front())
    if (part = getStep(op, part, index.getAsInteger(0)); !part)
      return failure();
  return define(part);
}

/// The call of a kernel.
static LogicalResult evaluateCall(func::CallOp call, Values &values, Observer observer) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  // Kernels do not call, so there is no recursion.
  if (te::isKernel(call->getParentOfType<func::FuncOp>()))
    return call->emitOpError("expected no call inside a kernel");
  if (!callee || !te::isKernel(callee))
    return call->emitOpError("expected a call of a kernel, got one of '")
           << call.getCallee() << "'";
  SmallVector<Tensor> operands;
  size_t numOperands = call.getNumOperands() - te::getNumDestinations(callee);
  for (auto [i, operand] : llvm::enumerate(call.getOperands().take_front(numOperands))) {
    operands.push_back(getValue(operand, values));
    if (!operands.back())
      return call->emitOpError("expected operand ")
             << i << " to have a value; a destination has none";
  }
  FailureOr<SmallVector<Tensor>> results = evaluateKernel(callee, operands);
  if (failed(results)) {
    call->emitRemark("called here");
    return failure();
  }
  for (auto [result, tensor] : llvm::zip_equal(call->getResults(), *results))
    values[result] = tensor;
  if (observer)
    observer(call, operands, *results);
  return success();
}

static LogicalResult evaluateDim(tensor::DimOp dim, Values &values) {
  Tensor source = getValue(dim.getSource(), values), index = getValue(dim.getIndex(), values);
  int64_t rank = cast<RankedTensorType>(dim.getSource().getType()).getRank();
  if (!source || !index || index.getAsInteger(0) < 0 || index.getAsInteger(0) >= rank)
    return dim->emitOpError("expected a tensor with a value and a dimension in [0, ")
           << rank - 1 << "]";
  Tensor size(ElementType::I64, {});
  size.getMutableValues<int64_t>()[0] = source.getShape()[index.getAsInteger(0)];
  values[dim.getResult()] = std::move(size);
  return success();
}

static LogicalResult evaluateOperation(Operation *op, Values &values, Observer observer) {
  auto define = [&](Tensor result) {
    if (!result)
      return failure();
    values[op->getResult(0)] = std::move(result);
    return success();
  };
  // Constants are looked up where they are used; destinations have no value, but tensors without
  // elements, which tell sizes.
  if (auto empty = dyn_cast<tensor::EmptyOp>(op);
      empty && llvm::is_contained(empty.getType().getShape(), 0)) {
    SmallVector<int64_t> shape(empty.getType().getShape());
    auto size = empty.getDynamicSizes().begin();
    for (int64_t &dim : shape)
      if (ShapedType::isDynamic(dim))
        dim = getValue(*size++, values).getAsInteger(0);
    return define(Tensor(*getElementType(empty.getType().getElementType()), shape));
  }
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op))
    return success();
  auto defineAll = [&](FailureOr<SmallVector<Tensor>> results) -> LogicalResult {
    if (failed(results))
      return failure();
    for (auto [result, tensor] : llvm::zip_equal(op->getResults(), *results))
      values[result] = tensor;
    return success();
  };
  if (auto compute = dyn_cast<te::ComputeOp>(op))
    return defineAll(evaluateCompute(compute, values));
  if (auto scatter = dyn_cast<te::ScatterOp>(op))
    return define(evaluateScatter(scatter, values));
  if (auto scan = dyn_cast<te::ScanOp>(op))
    return defineAll(evaluateScan(scan, values));
  if (isa<te::ExternOp>(op))
    return op->emitOpError("expected stages that can be evaluated: what a C function does is "
                           "not known");
  if (auto check = dyn_cast<te::CheckIndicesOp>(op))
    return evaluateCheck(check, values);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op)) {
    Tensor source = getValue(op->getOperand(0), values);
    // A view of a destination.
    if (!source)
      return success();
    FailureOr<SmallVector<int64_t>> shape = getViewShape(op, source, values);
    return failed(shape) ? failure() : define(source.reshape(*shape));
  }
  if (isTeControl(op)) {
    FailureOr<SmallVector<Tensor>> results = evaluateTeControl(
        op, values, [&](Block &block) { return evaluateBlock(block, values, observer); });
    if (failed(results))
      return failure();
    for (auto [result, tensor] : llvm::zip_equal(op->getResults(), *results))
      if (tensor)
        values[result] = tensor;
    return success();
  }
  if (isa<te::StepOp, te::InsertStepOp, tensor::ExtractOp>(op))
    return evaluateAccess(op, values);
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return evaluateDim(dim, values);
  if (auto call = dyn_cast<func::CallOp>(op))
    return evaluateCall(call, values, observer);
  return define(evaluateScalar(op, values));
}

void dl::reference::dropDeadOperands(Operation *op, Values &values) {
  auto isLater = [&](Operation *user) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && op->isBeforeInBlock(ancestor);
  };
  // What comes from around the block is read again in the next round of a loop.
  for (Value operand : op->getOperands())
    if (operand.getParentBlock() == op->getBlock() && llvm::none_of(operand.getUsers(), isLater))
      values.erase(operand);
}

FailureOr<SmallVector<Tensor>> dl::reference::getTerminatorValues(Block &block,
                                                                  const Values &values) {
  SmallVector<Tensor> results;
  for (auto [i, operand] : llvm::enumerate(block.getTerminator()->getOperands())) {
    results.push_back(getValue(operand, values));
    if (!results.back())
      return block.getTerminator()->emitOpError("expected operand ")
             << i << " to have a value; a destination has none";
  }
  return results;
}

FailureOr<SmallVector<Tensor>> dl::reference::evaluateBlock(Block &block, Values &values,
                                                            Observer observer) {
  for (Operation &op : block.without_terminator()) {
    if (failed(evaluateOperation(&op, values, observer)))
      return failure();
    dropDeadOperands(&op, values);
  }
  return getTerminatorValues(block, values);
}

static bool isOfType(const Tensor &tensor, Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  Type scalar = ranked ? ranked.getElementType() : type;
  ArrayRef<int64_t> shape = ranked ? ranked.getShape() : ArrayRef<int64_t>();
  return tensor && getStoredElementType(scalar) == tensor.getElementType() &&
         succeeded(verifyCompatibleShape(shape, tensor.getShape()));
}

LogicalResult dl::reference::bindInputs(func::FuncOp func, ArrayRef<Tensor> inputs,
                                        Values &values) {
  if (!llvm::hasSingleElement(func.getBody()))
    return emitError(func.getLoc(), "expected function '")
           << func.getName() << "' to have a body of one block";
  unsigned numOperands = func.getNumArguments() - te::getNumDestinations(func);
  if (inputs.size() != numOperands)
    return emitError(func.getLoc(), "expected ")
           << numOperands << " inputs of '" << func.getName() << "', got " << inputs.size();
  for (auto [i, argument, input] :
       llvm::enumerate(func.getArguments().take_front(numOperands), inputs)) {
    values[argument] = input;
    if (isOfType(input, argument.getType()))
      continue;
    // Below the graph level bools are bytes and integers have no sign.
    if (input && func.getArgAttr(i, te::TeDialect::getElementTypeAttrName())) {
      Tensor stored = input.reinterpret(getStorageType(input.getElementType()));
      values[argument] = stored;
      if (isOfType(stored, argument.getType()))
        continue;
    }
    InFlightDiagnostic diagnostic = emitError(func.getLoc(), "expected input ")
                                    << i << " of '" << func.getName() << "' to be of type "
                                    << argument.getType() << ", got ";
    if (!input)
      return diagnostic << "none";
    return diagnostic << RankedTensorType::get(
               input.getShape(), getMLIRType(input.getElementType(), func.getContext()));
  }
  return success();
}

FailureOr<SmallVector<Tensor>>
dl::reference::evaluateFunction(func::FuncOp func, ArrayRef<Tensor> inputs, Observer observer) {
  Values values;
  if (failed(bindInputs(func, inputs, values)))
    return failure();
  FailureOr<SmallVector<Tensor>> results = evaluateBlock(func.getBody().front(), values, observer);
  if (failed(results))
    return failure();
  for (auto [i, result] : llvm::enumerate(*results))
    if (auto type = func.getResultAttrOfType<TypeAttr>(i, te::TeDialect::getElementTypeAttrName()))
      result = result.reinterpret(*getStoredElementType(type.getValue()));
  return results;
}

FailureOr<SmallVector<Tensor>> dl::reference::evaluateMain(ModuleOp module, ArrayRef<Tensor> inputs,
                                                           Observer observer) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return module.emitError("expected a function '@main'");
  return evaluateFunction(main, inputs, observer);
}
