//===-- NodeBuilding.cpp - graph ops of a node ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NodeImporter that builds ops: types are inferred, rules verified, and
// what is small and constant computed at once.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"
#include "NodeImporter.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "dl/Reference/GraphInterpreter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// Keeps the errors of this thread from other handlers and gathers their texts.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext *context)
      : handler(context, [this, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
          if (llvm::get_threadid() != thread)
            return failure();
          if (text.empty())
            text = diagnostic.str();
          return success();
        }) {}

  /// The first error, without the name of the op that it is about.
  std::string getText() const {
    StringRef rest = text;
    if (rest.starts_with("'"))
      if (size_t end = rest.find("' op "); end != StringRef::npos)
        rest = rest.drop_front(end + 5);
    return rest.str();
  }

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};
} // namespace

/// The result of an op on small constants, as models compute shapes and axes with;
/// null for all else.
static ElementsAttr foldSmall(Operation *op) {
  constexpr int64_t maxElements = 1024;
  auto isSmall = [](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return tensor.hasStaticShape() && tensor.getNumElements() <= maxElements;
  };
  if (op->getNumOperands() == 0 || op->getNumResults() != 1 ||
      !isa<TensorExpressionOpInterface>(op) || !isSmall(op->getResultTypes().front()) ||
      !llvm::all_of(op->getOperandTypes(), isSmall))
    return {};
  SmallVector<Tensor> operands;
  for (Value operand : op->getOperands()) {
    auto constant = operand.getDefiningOp<graph::ConstantOp>();
    auto tensor = constant ? getTensor(constant.getValue()) : std::nullopt;
    if (!tensor)
      return {};
    operands.push_back(*tensor);
  }
  ErrorCollector collector(op->getContext());
  auto results = reference::evaluateGraphOp(op, operands);
  if (failed(results))
    return {};
  Type elementType = cast<RankedTensorType>(op->getResultTypes().front()).getElementType();
  return getDenseAttr(results->front(), op->getContext(), elementType);
}

FailureOr<Value> NodeImporter::create(OperationState &state) {
  bool isCounted = llvm::any_of(state.operands,
                                [&](Value operand) { return !sizes.getCounts(operand).empty(); });
  if (isCounted && failed(maskUncounted(state)))
    return failure();
  Operation *op = nullptr;
  std::string error;
  {
    ErrorCollector collector(builder.getContext());
    bool isInferred = !state.types.empty();
    if (auto *inference = state.name.getInterface<InferTypeOpInterface>(); inference && !isInferred)
      isInferred = succeeded(inference->inferReturnTypes(builder.getContext(), loc, state.operands,
                                                         DictionaryAttr(), state.getRawProperties(),
                                                         {}, state.types));
    op = isInferred ? builder.create(state) : nullptr;
    if (op && failed(verify(op))) {
      op->erase();
      op = nullptr;
    }
    error = collector.getText();
  }
  if (!op)
    return emitError() << error;

  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (failed(getCheckedType(type.getShape(), type.getElementType(), [&] { return emitError(); })))
    return failure();
  // The count of a constant would be lost.
  if (ElementsAttr value = folds && !isCounted ? foldSmall(op) : ElementsAttr()) {
    op->erase();
    return createConstant(value);
  }
  LogicalResult isTracked = success();
  {
    ErrorCollector collector(builder.getContext());
    isTracked = sizes.track(op);
    error = collector.getText();
  }
  ElementsAttr value =
      succeeded(isTracked) && !isCounted ? getConstantContents(op->getResult(0)) : nullptr;
  if (succeeded(isTracked) && !value && isCounted) {
    FailureOr<SmallVector<CountedDim>> counts = inferCounts(op);
    if (failed(counts))
      return failure();
    sizes.setCounts(op->getResult(0), *counts);
  }
  if (succeeded(isTracked) && !value)
    return op->getResult(0);
  for (Value result : op->getResults())
    sizes.forget(result);
  op->erase();
  return value ? createConstant(value) : FailureOr<Value>(emitError() << error);
}

/// The value of an operator on sizes that is the same for all sizes; null for all else.
ElementsAttr NodeImporter::getConstantContents(Value value) const {
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<Contents> contents = sizes.getContents(value);
  if (value.getDefiningOp<graph::ConstantOp>() || !contents ||
      !llvm::all_of(*contents, [](const SizeNumber &number) { return number.isConstant(); }))
    return {};
  SmallVector<Attribute> elements;
  for (const SizeNumber &number : *contents) {
    int64_t numerator = cast<AffineConstantExpr>(number.size).getValue();
    if (auto floatType = dyn_cast<FloatType>(type.getElementType()))
      elements.push_back(FloatAttr::get(floatType, double(numerator) / double(number.divisor)));
    else
      elements.push_back(IntegerAttr::get(type.getElementType(), numerator));
  }
  return DenseElementsAttr::get(type, elements);
}

FailureOr<Value> NodeImporter::createConstant(ElementsAttr value) {
  graph::ConstantOp::Properties properties;
  properties.value = value;
  return create<graph::ConstantOp>({}, properties);
}

FailureOr<Value> NodeImporter::createScalar(double value, FloatType type) {
  return createConstant(DenseElementsAttr::get(RankedTensorType::get({}, type),
                                               Attribute(builder.getFloatAttr(type, value))));
}

FailureOr<Value> NodeImporter::createNumber(double value, Type type) {
  return createFilled({}, type, value);
}

FailureOr<Value> NodeImporter::createCounting(int64_t count, int64_t rank, int64_t axis) {
  constexpr int64_t most = 1 << 24;
  if (count > most)
    return emitError() << "expected a dim of at most 2^24 elements to count along, got " << count;
  SmallVector<int64_t> numbers = llvm::to_vector(llvm::seq<int64_t>(0, count)), shape(rank, 1);
  shape[axis] = count;
  return createConstant(DenseElementsAttr::get(RankedTensorType::get(shape, builder.getI64Type()),
                                               ArrayRef<int64_t>(numbers)));
}

FailureOr<Value> NodeImporter::createFilled(ArrayRef<int64_t> shape, Type type, double value) {
  FailureOr<RankedTensorType> resultType = getCheckedType(shape, type, [&] { return emitError(); });
  if (failed(resultType))
    return failure();
  if (!resultType->hasStaticShape())
    return emitError() << "expected dims that are not negative, got -2^63";
  Attribute number;
  if (isa<FloatType>(type)) {
    number = builder.getFloatAttr(type, value);
  } else {
    // The largest unsigned and signed numbers of 64 bits are not doubles: saturated.
    unsigned width = type.getIntOrFloatBitWidth();
    llvm::APSInt integer(width, type.isUnsignedInteger() || width == 1);
    bool isExact;
    (void)APFloat(value).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
    number = IntegerAttr::get(type, integer);
  }
  return createConstant(DenseElementsAttr::get(*resultType, number));
}

FailureOr<Value> NodeImporter::createIntegers(ArrayRef<int64_t> values, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, builder.getI64Type());
  return createConstant(DenseElementsAttr::get(type, values));
}

FailureOr<Value> NodeImporter::createCast(Value value, Type elementType, bool saturate,
                                          StringRef roundMode) {
  if (cast<RankedTensorType>(value.getType()).getElementType() == elementType)
    return value;
  graph::CastOp::Properties properties;
  properties.to = TypeAttr::get(elementType);
  if (!saturate)
    properties.saturate = builder.getBoolAttr(false);
  properties.round_mode = builder.getStringAttr(roundMode);
  return create<graph::CastOp>(value, properties);
}

FailureOr<Value> NodeImporter::createBroadcast(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  FailureOr<RankedTensorType> resultType =
      getCheckedType(shape, type.getElementType(), [&] { return emitError(); });
  if (failed(resultType))
    return failure();
  OperationState state(loc, graph::BroadcastToOp::getOperationName());
  state.addOperands(value);
  state.addTypes(*resultType);
  return create(state);
}

FailureOr<Value> NodeImporter::createReshape(Value value, ArrayRef<int64_t> shape) {
  return createReshape(value, shape, /*entries=*/{});
}

FailureOr<Value> NodeImporter::createReshape(Value value, ArrayRef<int64_t> shape,
                                             ArrayRef<int64_t> entries) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  int64_t numOpen = llvm::count_if(shape, ShapedType::isDynamic);
  if (numOpen > 1 && entries.empty() && numOpen != static_cast<int64_t>(type.getNumDynamicDims()))
    return emitError() << "expected at most one dim that is not static in the result, or as many "
                          "as the operand has, got "
                       << printDims(shape);
  FailureOr<RankedTensorType> resultType =
      getCheckedType(shape, type.getElementType(), [&] { return emitError(); });
  if (failed(resultType))
    return failure();
  OperationState state(loc, graph::ReshapeOp::getOperationName());
  state.addOperands(value);
  state.addTypes(*resultType);
  if (numOpen > 1 && !entries.empty())
    state.getOrAddProperties<graph::ReshapeOp::Properties>().shape =
        builder.getDenseI64ArrayAttr(entries);
  return create(state);
}

//===----------------------------------------------------------------------===//
// Sizes that only a run knows
//===----------------------------------------------------------------------===//

/// The entries of a reshape that say its dims: numbers, 0 for the operand's dim at that position,
/// and -1 once for what is left; nullopt where they do not.
static std::optional<SmallVector<int64_t>> getReshapeEntries(const Dims &from, const Dims &dims) {
  SmallVector<int64_t> entries;
  Dims others;
  AffineExpr open;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (auto number = dyn_cast<AffineConstantExpr>(dim)) {
      entries.push_back(number.getValue());
    } else if (i < from.size() && from[i] == dim) {
      entries.push_back(0);
    } else if (!open) {
      entries.push_back(-1);
      open = dim;
      continue;
    } else {
      return std::nullopt;
    }
    others.push_back(dim);
  }
  std::optional<SizeProduct> rest = SizeProduct::get(from).divideBy(SizeProduct::get(others));
  AffineExpr expected = open ? open : getAffineConstantExpr(1, dims.front().getContext());
  if (!rest || normalizeSize(rest->toExpr(dims.front().getContext())) != expected)
    return std::nullopt;
  return entries;
}

/// Refuses numbers that are no dims; -2^63 is none, though types mark open dims by it.
static LogicalResult checkDims(const NodeImporter &node, const Dims &dims) {
  for (AffineExpr dim : dims)
    if (auto number = dyn_cast<AffineConstantExpr>(dim); number && number.getValue() < 0)
      return node.emitError() << "expected dims that are not negative, got " << number.getValue();
  return success();
}

FailureOr<Value> NodeImporter::createOfExtents(StringRef name, Value value, const Dims &dims) {
  auto type = cast<RankedTensorType>(value.getType());
  FailureOr<RankedTensorType> resultType =
      getCheckedType(getStaticShape(dims), type.getElementType(), [&] { return emitError(); });
  if (failed(resultType))
    return failure();
  OperationState state(loc, name);
  state.addOperands({value, sizes.createExtents(builder, loc, dims)});
  state.addTypes(*resultType);
  return create(state);
}

FailureOr<Value> NodeImporter::createReshapeTo(Value value, const Dims &dims) {
  if (failed(checkDims(*this, dims)))
    return failure();
  Dims from = getDims(value);
  SmallVector<int64_t> shape = getStaticShape(dims);
  int64_t numOpen = llvm::count_if(shape, ShapedType::isDynamic);
  if (from == dims)
    return value;
  auto isOpen = [](AffineExpr dim) { return !isa<AffineConstantExpr>(dim); };
  if (numOpen == 0 ||
      llvm::equal(llvm::make_filter_range(from, isOpen), llvm::make_filter_range(dims, isOpen)))
    return createReshape(value, shape);
  if (std::optional<SmallVector<int64_t>> entries = getReshapeEntries(from, dims))
    return createReshape(value, shape, *entries);
  return createOfExtents(graph::ReshapeOp::getOperationName(), value, dims);
}

FailureOr<Value> NodeImporter::createBroadcastTo(Value value, const Dims &dims) {
  if (failed(checkDims(*this, dims)))
    return failure();
  SmallVector<int64_t> shape = getStaticShape(dims);
  if (getDims(value) == dims)
    return value;
  if (llvm::none_of(shape, ShapedType::isDynamic))
    return createBroadcast(value, shape);
  return createOfExtents(graph::BroadcastToOp::getOperationName(), value, dims);
}

FailureOr<Value> NodeImporter::createSizes(ArrayRef<AffineExpr> values) {
  SmallVector<int64_t> numbers = getStaticShape(values);
  if (llvm::none_of(numbers, ShapedType::isDynamic))
    return createIntegers(numbers);
  return create<graph::SizesOp>(sizes.createExtents(builder, loc, values));
}

FailureOr<Value> NodeImporter::createSize(AffineExpr size, Type type) {
  FailureOr<Value> list = createSizes(size);
  FailureOr<Value> scalar = failed(list) ? list : createReshape(*list, ArrayRef<int64_t>());
  return failed(scalar) ? scalar : createCast(*scalar, type);
}

FailureOr<Value> NodeImporter::createOffset(AffineExpr offset, Type type) {
  if (isa<AffineConstantExpr>(offset))
    return createSize(offset, type);
  // Sizes are positive.
  FailureOr<Value> next = createSize(offset + 1, type), one = createNumber(1, type);
  if (failed(next) || failed(one))
    return failure();
  return create<graph::SubOp>({*next, *one});
}

FailureOr<Value> NodeImporter::createCounting(AffineExpr count, int64_t rank, int64_t axis) {
  if (auto number = dyn_cast<AffineConstantExpr>(count); number && number.getValue() < 0)
    return emitError() << "expected a count that is not negative, got " << number.getValue();
  else if (number)
    return createCounting(number.getValue(), rank, axis);
  FailureOr<Value> list = create<graph::IotaOp>(sizes.createExtents(builder, loc, count));
  Dims dims(rank, getSize(1));
  dims[axis] = count;
  return failed(list) ? list : createReshapeTo(*list, dims);
}
