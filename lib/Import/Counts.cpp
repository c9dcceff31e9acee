//===-- Counts.cpp - dims that only the data decide -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NodeImporter that follows such dims from op to op. A tensor has room for the
// most that each can be, and what is behind the count may hold anything: an op is let
// through only where what counts of its result hangs on what counts of its operands.
//
//===----------------------------------------------------------------------===//
#include "NodeImporter.h"
#include "Structures.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

using Counts = SmallVector<CountedDim>;

void dl::onnx_import::addDeciders(InFlightDiagnostic &error, const SizeTracker &sizes,
                                  ArrayRef<CountedDim> counts) {
  llvm::SetVector<Value> numbers;
  for (const CountedDim &dim : counts)
    if (sizes.isOfNumbers(dim.count))
      numbers.insert(dim.count);
  addInputsToFix(error, numbers.getArrayRef());
}

LogicalResult NodeImporter::checkCounts() const {
  for (auto [i, input] : llvm::enumerate(inputs)) {
    SmallVector<CountedDim> counts;
    for (Value leaf : input ? getLeaves(input) : SmallVector<Value>())
      llvm::append_range(counts, sizes.getCounts(leaf));
    if (counts.empty())
      continue;
    InFlightDiagnostic error = emitError();
    error << "requires to know the shapes of inputs before the run, got input " << i << " of "
          << input.getType() << ", of which only the data decide dim " << counts.front().axis
          << "; make it an output, and this node the begin of another model";
    addDeciders(error, sizes, counts);
    return error;
  }
  return success();
}

std::optional<SmallVector<int64_t>> NodeImporter::getDeclaredShape(unsigned index) const {
  return hasOutput(index) ? subgraphs.getDeclaredShape(proto.output(index)) : std::nullopt;
}

static const CountedDim *findAxis(ArrayRef<CountedDim> counts, int64_t axis) {
  auto *found = llvm::find_if(counts, [&](const CountedDim &dim) { return dim.axis == axis; });
  return found == counts.end() ? nullptr : found;
}

//===----------------------------------------------------------------------===//
// What is behind the counts
//===----------------------------------------------------------------------===//

/// The value with another number behind its counts.
FailureOr<Value> NodeImporter::createMasked(Value value, Attribute otherwise) {
  Counts counts(sizes.getCounts(value));
  auto type = cast<RankedTensorType>(value.getType());
  FailureOr<Value> filler = createConstant(
      DenseElementsAttr::get(RankedTensorType::get({}, type.getElementType()), otherwise));
  for (const CountedDim &dim : counts) {
    FailureOr<Value> places = createCounting(getDims(value)[dim.axis], type.getRank(), dim.axis);
    if (failed(places) || failed(filler))
      return failure();
    FailureOr<Value> isInside = create<graph::LessOp>({*places, dim.count});
    if (failed(isInside))
      return failure();
    sizes.setCounts(*isInside, dim);
    FailureOr<Value> masked = create<graph::WhereOp>({*isInside, value, *filler});
    if (failed(masked))
      return failure();
    value = *masked;
  }
  return value;
}

/// The number that does not change what a reduction makes; null for other ops.
static Attribute getNeutral(StringRef name, Type type) {
  bool isFloat = isa<FloatType>(type);
  auto number = [&](double value) -> Attribute {
    return isFloat ? Attribute(FloatAttr::get(type, value))
                   : IntegerAttr::get(type, int64_t(value));
  };
  if (name == graph::ReduceSumOp::getOperationName())
    return number(0);
  if (name == graph::ReduceProdOp::getOperationName())
    return number(1);
  bool isMax = name == graph::ReduceMaxOp::getOperationName();
  if (!isMax && name != graph::ReduceMinOp::getOperationName())
    return {};
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getInf(floatType.getFloatSemantics(), isMax));
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned = !type.isUnsignedInteger() && width > 1;
  if (isMax)
    return IntegerAttr::get(type, isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0));
  return IntegerAttr::get(type,
                          isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width));
}

LogicalResult NodeImporter::maskUncounted(OperationState &state) {
  StringRef name = state.name.getStringRef();
  auto mask = [&](unsigned operand, Attribute otherwise) {
    FailureOr<Value> masked = createMasked(state.operands[operand], otherwise);
    if (succeeded(masked))
      state.operands[operand] = *masked;
    return success(succeeded(masked));
  };
  Type type = getElementTypeOrSelf(state.operands.front().getType());
  if (Attribute neutral = getNeutral(name, type))
    return mask(0, neutral);
  // A run refuses indices that are out of range, those that do not count included.
  bool isGather =
      name == graph::GatherOp::getOperationName() || name == graph::GatherNDOp::getOperationName();
  if (isGather && !sizes.getCounts(state.operands[1]).empty())
    return mask(1, IntegerAttr::get(getElementTypeOrSelf(state.operands[1].getType()), 0));
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

namespace {
/// The rules, one for each kind of op. Those that are broken give an error text.
class CountRules {
public:
  CountRules(Operation *op, const SizeTracker &sizes) : op(op), sizes(sizes) {}

  /// Elementwise, of elements one behind the other: beside others in the same shape, and numbers.
  std::string combinePacked(Counts &result) {
    AffineExpr one = sizes.getConstant(1);
    int64_t rank = getRank(op->getResult(0));
    for (Value operand : op->getOperands()) {
      ArrayRef<CountedDim> counts = sizes.getCounts(operand);
      if (!sizes.isPacked(operand)) {
        bool isNumber = counts.empty() && llvm::all_of(sizes.getDims(operand),
                                                       [&](AffineExpr dim) { return dim == one; });
        if (isNumber && getRank(operand) <= rank)
          continue;
        return "requires numbers beside a tensor of which only the data decide the whole shape";
      }
      bool isSame = result.empty() ||
                    llvm::equal(result, counts, [](const CountedDim &a, const CountedDim &b) {
                      return a.axis == b.axis && a.count == b.count;
                    });
      if (!isSame || getRank(operand) != rank)
        return "requires shapes that the same node decides";
      result.assign(counts.begin(), counts.end());
    }
    return "";
  }

  /// Elementwise: dims are aligned at the end. An operand of another extent would have to be as
  /// large as the count, which nobody can check.
  std::string broadcast(Counts &result) {
    int64_t rank = getRank(op->getResult(0));
    for (Value operand : op->getOperands())
      for (CountedDim dim : sizes.getCounts(operand)) {
        dim.axis += rank - getRank(operand);
        const CountedDim *other = findAxis(result, dim.axis);
        if (other && other->count != dim.count)
          return "requires dims of one count that the data decide, got those of two";
        if (!other)
          result.push_back(dim);
      }
    AffineExpr one = sizes.getConstant(1);
    for (Value operand : op->getOperands())
      for (const CountedDim &dim : result) {
        int64_t axis = dim.axis - (rank - getRank(operand));
        if (axis >= 0 && !findAxis(sizes.getCounts(operand), axis) &&
            sizes.getDims(operand)[axis] != one)
          return "requires dims of one count that the data decide, or of extent 1";
      }
    return "";
  }

  std::string transpose(graph::TransposeOp transpose, Counts &result) {
    for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
      if (const CountedDim *dim = findAxis(sizes.getCounts(transpose.getX()), from))
        result.push_back({static_cast<int64_t>(to), dim->count});
    return "";
  }

  /// Dims of extent 1 come and go; all others stay in order.
  std::string reshape(graph::ReshapeOp reshape, Counts &result) {
    Dims from = sizes.getDims(reshape.getX()), to = sizes.getDims(reshape);
    ArrayRef<CountedDim> counts = sizes.getCounts(reshape.getX());
    AffineExpr one = sizes.getConstant(1);
    SmallVector<int64_t> left, right;
    for (auto [axis, dim] : llvm::enumerate(from)) {
      if (dim != one)
        left.push_back(axis);
      else if (findAxis(counts, axis))
        return "requires room for more than one element in a dim that the data decide, to reshape "
               "it";
    }
    for (auto [axis, dim] : llvm::enumerate(to))
      if (dim != one)
        right.push_back(axis);
    bool isSame =
        left.size() == right.size() && llvm::all_of(llvm::zip(left, right), [&](auto pair) {
          return from[std::get<0>(pair)] == to[std::get<1>(pair)];
        });
    if (!isSame)
      return "requires to reshape other dims than those that the data decide";
    for (auto [before, after] : llvm::zip(left, right))
      if (const CountedDim *dim = findAxis(counts, before))
        result.push_back({after, dim->count});
    return "";
  }

  std::string slice(graph::SliceOp slice, Counts &result) {
    auto type = cast<RankedTensorType>(slice.getX().getType());
    for (const CountedDim &dim : sizes.getCounts(slice.getX())) {
      if (slice.getStarts()[dim.axis] != 0 || slice.getSteps()[dim.axis] != 1 ||
          slice.getSizes()[dim.axis] != type.getDimSize(dim.axis))
        return "requires to slice other dims than those that the data decide";
      result.push_back(dim);
    }
    return "";
  }

  /// Along another axis, where all have the same.
  std::string concat(graph::ConcatOp concat, Counts &result) {
    if (std::string error = broadcast(result); !error.empty())
      return error;
    if (findAxis(result, concat.getAxis()))
      return "requires to concatenate along other dims than those that the data decide";
    return "";
  }

  std::string gather(graph::GatherOp gather, Counts &result) {
    int64_t axis = gather.getAxis(), more = getRank(gather.getIndices()) - 1;
    for (const CountedDim &dim : sizes.getCounts(gather.getX())) {
      if (dim.axis == axis)
        return "requires to gather along other dims than those that the data decide";
      result.push_back({dim.axis < axis ? dim.axis : dim.axis + more, dim.count});
    }
    for (const CountedDim &dim : sizes.getCounts(gather.getIndices()))
      result.push_back({axis + dim.axis, dim.count});
    return "";
  }

  std::string gatherND(graph::GatherNDOp gather, Counts &result) {
    int64_t last = getRank(gather.getIndices()) - 1;
    if (!sizes.getCounts(gather.getX()).empty())
      return "requires to gather of a tensor without dims that the data decide";
    for (const CountedDim &dim : sizes.getCounts(gather.getIndices())) {
      if (dim.axis == last || dim.axis < static_cast<int64_t>(gather.getBatchDims()))
        return "requires indices whose last dim and batch the data do not decide";
      result.push_back(dim);
    }
    return "";
  }

  std::string reduce(ArrayRef<int64_t> axes, bool keepsDims, Counts &result) {
    for (const CountedDim &dim : sizes.getCounts(op->getOperand(0))) {
      if (llvm::is_contained(axes, dim.axis))
        continue; // the operand was masked
      int64_t before = llvm::count_if(axes, [&](int64_t axis) { return axis < dim.axis; });
      result.push_back({keepsDims ? dim.axis : dim.axis - before, dim.count});
    }
    return "";
  }

private:
  static int64_t getRank(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

  Operation *op;
  const SizeTracker &sizes;
};
} // namespace

FailureOr<SmallVector<CountedDim>> NodeImporter::inferCounts(Operation *op) {
  CountRules rules(op, sizes);
  Counts result;
  auto fusion = dyn_cast<FusionOpInterface>(op);
  bool isElementwise = fusion && (fusion.getFusionKind() == FusionKind::Elementwise ||
                                  fusion.getFusionKind() == FusionKind::Broadcast);
  auto reduce = [&](auto reduction) {
    return rules.reduce(reduction.getAxes(), reduction.getKeepdims(), result);
  };
  bool isPacked =
      llvm::any_of(op->getOperands(), [&](Value operand) { return sizes.isPacked(operand); });
  // A broadcast to a shape would need that of what counts.
  bool isShaped = isa<graph::BroadcastToOp>(op);
  std::string error;
  if (isPacked && isElementwise && !isShaped)
    error = rules.combinePacked(result);
  else if (isPacked)
    error = "requires to know the shapes of inputs before the run";
  else
    error =
        llvm::TypeSwitch<Operation *, std::string>(op)
            .Case([&](graph::TransposeOp op) { return rules.transpose(op, result); })
            .Case([&](graph::ReshapeOp op) { return rules.reshape(op, result); })
            .Case([&](graph::SliceOp op) { return rules.slice(op, result); })
            .Case([&](graph::ConcatOp op) { return rules.concat(op, result); })
            .Case([&](graph::GatherOp op) { return rules.gather(op, result); })
            .Case([&](graph::GatherNDOp op) { return rules.gatherND(op, result); })
            .Case<graph::ReduceSumOp, graph::ReduceProdOp, graph::ReduceMaxOp, graph::ReduceMinOp>(
                reduce)
            .Default([&](Operation *) {
              return isElementwise && !isShaped
                         ? rules.broadcast(result)
                         : std::string("requires to know the shapes of inputs before the run");
            });
  if (error.empty()) {
    if (isPacked)
      sizes.setPacked(op->getResult(0));
    return result;
  }
  for (Value value : op->getResults())
    sizes.forget(value);
  Counts counts;
  for (Value operand : op->getOperands())
    llvm::append_range(counts, sizes.getCounts(operand));
  op->erase();
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << error << ", got dim " << counts.front().axis
             << " of an input; make that an output, and this node the begin of another model";
  addDeciders(diagnostic, sizes, counts);
  return diagnostic;
}
