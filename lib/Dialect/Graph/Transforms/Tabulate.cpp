//===-- Tabulate.cpp - tables of functions of quantized numbers -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-tabulate: what is computed of a number that has at most 256 values is looked up.
//
//===----------------------------------------------------------------------===//
#include "WholeNumbers.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace dl::graph {
#define GEN_PASS_DEF_TABULATEPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Values of a number of 8 bits.
static constexpr int64_t mostValues = 256;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

static bool isSplat(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat));
}

/// Instructions on vectors for one operation of a formula, roughly.
static int64_t countInstructions(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<te::ReadOp, te::YieldOp>(op))
    return 0;
  if (isa<math::AbsFOp, math::RoundEvenOp, math::FmaOp, math::CopySignOp>(op))
    return 1;
  if (isa<math::MathDialect>(op->getDialect()))
    return 20;
  // One that hands on NaN takes three, a quotient by a constant its correction.
  return isa<arith::MaximumFOp, arith::MinimumFOp>(op) ? 3 : isa<arith::DivFOp>(op) ? 5 : 1;
}

/// The same of an operator for each element: those of the formulas of its te program.
static int64_t countInstructions(TensorExpressionOpInterface op) {
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(op.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(scratch->getBody());
  SmallVector<Value> operands, results;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    RankedTensorType type = getStorageType(getType(operand));
    if (op.acceptsScalarConstant(number) && isSplat(operand)) {
      auto zero = DenseElementsAttr::get(type, builder.getZeroAttr(type.getElementType()));
      operands.push_back(arith::ConstantOp::create(builder, op.getLoc(), zero));
      continue;
    }
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getNumDynamicDims(); ++dim)
      sizes.push_back(arith::ConstantIndexOp::create(builder, op.getLoc(), 1));
    operands.push_back(tensor::EmptyOp::create(builder, op.getLoc(), type, sizes));
  }
  if (failed(op.buildTensorExpression(builder, operands, op.getStageName(), results)))
    return 0;
  int64_t count = 0;
  scratch->walk([&](te::ComputeOp compute) {
    for (Operation &inner : compute.getBody().front())
      count += ::countInstructions(&inner);
  });
  return count;
}

namespace {
/// What is computed of one number alone, element by element.
class Functions {
public:
  explicit Functions(Value number);

  /// The results that others read too, in order.
  SmallVector<Operation *> getResults() const;
  /// The operators that a result is made by, in order.
  SmallVector<Operation *> getSlice(Operation *result) const;
  /// Instructions of operators on vectors.
  int64_t countInstructions(ArrayRef<Operation *> slice);

private:
  bool isFunction(Operation *op) const;

  Value number;
  llvm::SetVector<Operation *> ops;
  DenseMap<Operation *, int64_t> counts;
};

/// Applies operators to all values of a number.
class Evaluator {
public:
  Evaluator(Value number, NumberRange range);
  /// What was made to be applied goes again.
  ~Evaluator() {
    for (Operation *op : llvm::reverse(made))
      op->erase();
  }

  /// What the last of these operators gives, which are in order; null where that is not known.
  DenseElementsAttr apply(ArrayRef<Operation *> ops);

private:
  void apply(Operation *op);
  Value makeConstant(Location loc, DenseElementsAttr value);

  OpBuilder builder;
  SmallVector<Operation *> made;
  IRMapping values;
  DenseMap<Value, DenseElementsAttr> known;
};

struct Tabulate : dl::graph::impl::TabulatePassBase<Tabulate> {
  using TabulatePassBase::TabulatePassBase;

  void runOnOperation() override {
    SmallVector<Value> numbers;
    getOperation().walk([&](Operation *op) {
      if (isa<MinimumOp, MaximumOp, CastOp>(op) || isRearrangement(op))
        numbers.push_back(op->getResult(0));
    });
    // In order: what is a function of one number is looked up by that.
    for (Value number : numbers)
      if (failed(tabulate(number)))
        return signalPassFailure();
    for (Operation *op : llvm::reverse(replaced))
      if (isOpTriviallyDead(op))
        op->erase();
  }

private:
  LogicalResult tabulate(Value number);
  LogicalResult replace(Value number, NumberRange range, Operation *result,
                        DenseElementsAttr function);

  llvm::SetVector<Operation *> replaced;
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions of a number
//===----------------------------------------------------------------------===//

bool Functions::isFunction(Operation *op) const {
  auto fusable = dyn_cast<FusionOpInterface>(op);
  auto program = dyn_cast<TensorExpressionOpInterface>(op);
  if (!fusable || !program || !isa<InferTypeOpInterface>(op) || isa<LookupOp>(op) ||
      op->getNumResults() != 1 || op->getResult(0).getType() != number.getType())
    return false;
  FusionKind kind = fusable.getFusionKind();
  // Scalars are what the operator is applied to, too.
  return (kind == FusionKind::Elementwise || kind == FusionKind::Broadcast) &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           Value value = operand.get();
           return value == number || ops.contains(value.getDefiningOp()) ||
                  (isSplat(value) && program.acceptsScalarConstant(operand.getOperandNumber()));
         });
}

Functions::Functions(Value number) : number(number) {
  SmallVector<Value> left = {number};
  while (!left.empty())
    for (Operation *user : left.pop_back_val().getUsers())
      if (user->getBlock() == number.getParentBlock() && isFunction(user) && ops.insert(user))
        left.push_back(user->getResult(0));
}

SmallVector<Operation *> Functions::getResults() const {
  SmallVector<Operation *> results(ops.getArrayRef());
  llvm::erase_if(results, [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) { return ops.contains(user); });
  });
  llvm::sort(results, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return results;
}

SmallVector<Operation *> Functions::getSlice(Operation *result) const {
  llvm::SetVector<Operation *> slice;
  slice.insert(result);
  for (size_t next = 0; next < slice.size(); ++next)
    for (Value operand : slice[next]->getOperands())
      if (ops.contains(operand.getDefiningOp()))
        slice.insert(operand.getDefiningOp());
  SmallVector<Operation *> sorted(slice.getArrayRef());
  llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return sorted;
}

int64_t Functions::countInstructions(ArrayRef<Operation *> slice) {
  int64_t sum = 0;
  for (Operation *op : slice) {
    auto [count, isNew] = counts.try_emplace(op, 0);
    if (isNew)
      count->second = ::countInstructions(cast<TensorExpressionOpInterface>(op));
    sum += count->second;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Their values
//===----------------------------------------------------------------------===//

/// Behind the numbers stand NaN, which has a place in the table, and -0, which has none.
Evaluator::Evaluator(Value number, NumberRange range) : builder(number.getContext()) {
  builder.setInsertionPointAfterValue(number);
  SmallVector<float> all(static_cast<size_t>(range.high - range.low) + 1);
  std::iota(all.begin(), all.end(), static_cast<float>(range.low));
  llvm::append_values(all, std::numeric_limits<float>::quiet_NaN(), -0.0F);
  auto type = RankedTensorType::get(static_cast<int64_t>(all.size()), builder.getF32Type());
  values.map(number, makeConstant(number.getLoc(), DenseElementsAttr::get(type, ArrayRef(all))));
}

Value Evaluator::makeConstant(Location loc, DenseElementsAttr value) {
  made.push_back(ConstantOp::create(builder, loc, value));
  known[made.back()->getResult(0)] = value;
  return made.back()->getResult(0);
}

void Evaluator::apply(Operation *op) {
  SmallVector<Value> operands;
  SmallVector<Attribute> constants;
  for (Value operand : op->getOperands()) {
    SplatElementsAttr splat;
    if (!values.contains(operand) && matchPattern(operand, m_Constant(&splat))) {
      auto type = RankedTensorType::get({}, splat.getElementType());
      values.map(operand, makeConstant(op->getLoc(), splat.resizeSplat(type)));
    }
    operands.push_back(values.lookupOrNull(operand));
    constants.push_back(known.lookup(operands.back()));
    if (!constants.back())
      return;
  }
  FailureOr<Operation *> copy =
      createChecked(builder, op->getLoc(), op->getName().getStringRef(), operands, op->getAttrs());
  if (failed(copy))
    return;
  made.push_back(*copy);
  SmallVector<OpFoldResult> results;
  if (failed((*copy)->fold(constants, results)) || results.size() != 1)
    return;
  auto same = dyn_cast<Value>(results.front());
  Attribute result = same ? Attribute(known.lookup(same)) : cast<Attribute>(results.front());
  values.map(op->getResult(0), (*copy)->getResult(0));
  known[(*copy)->getResult(0)] = dyn_cast_if_present<DenseElementsAttr>(result);
}

DenseElementsAttr Evaluator::apply(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (!values.contains(op->getResult(0)))
      apply(op);
  return known.lookup(values.lookupOrNull(ops.back()->getResult(0)));
}

/// True for a function that has the same value at 0 and at -0, which one place stands for.
static bool isSameAtZeros(DenseElementsAttr function, NumberRange range) {
  if (range.low > 0 || range.high < 0)
    return true;
  auto values = function.getValues<float>();
  float zero = values[static_cast<size_t>(-range.low)], negative = *std::prev(values.end());
  return zero == negative || (std::isnan(zero) && std::isnan(negative));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult Tabulate::tabulate(Value number) {
  if (!getType(number).getElementType().isF32() || number.use_empty())
    return success();
  std::optional<NumberRange> range = getWholeRange(number);
  if (!range || range->high - range->low >= mostValues)
    return success();
  Functions functions(number);
  std::optional<Evaluator> evaluator;
  SmallVector<Operation *> results = functions.getResults();
  // The last first, which are computed by way of the others.
  for (Operation *result : llvm::reverse(results)) {
    SmallVector<Operation *> slice = functions.getSlice(result);
    if (functions.countInstructions(slice) < leastInstructions)
      continue;
    if (!evaluator)
      evaluator.emplace(number, *range);
    DenseElementsAttr function = evaluator->apply(slice);
    if (!function || !isSameAtZeros(function, *range))
      continue;
    if (failed(replace(number, *range, result, function)))
      return failure();
    replaced.insert_range(slice);
  }
  return success();
}

/// The number without its bounds, which the table has itself.
static Value dropBounds(Value number, NumberRange range) {
  double bound = 0;
  if (Value other = matchWithInteger<MinimumOp>(number, bound); other && bound == range.high)
    number = other;
  if (Value other = matchWithInteger<MaximumOp>(number, bound); other && bound == range.low)
    number = other;
  return number;
}

LogicalResult Tabulate::replace(Value number, NumberRange range, Operation *result,
                                DenseElementsAttr function) {
  auto all = llvm::to_vector(function.getValues<float>());
  OpBuilder builder(result);
  auto type = RankedTensorType::get(static_cast<int64_t>(all.size()) - 1, builder.getF32Type());
  CheckedBuilder graph(builder, result->getLoc());
  Value table = ConstantOp::create(builder, result->getLoc(),
                                   DenseElementsAttr::get(type, ArrayRef(all).drop_back()));
  LookupOp::Properties properties;
  properties.first = builder.getI64IntegerAttr(static_cast<int64_t>(range.low));
  Value looked = graph.make<LookupOp>({dropBounds(number, range), table}, properties);
  if (!looked)
    return failure();
  result->getResult(0).replaceAllUsesWith(looked);
  ++numTabulated;
  return success();
}
