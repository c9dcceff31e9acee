//===-- AxisOps.cpp - handles and steps on the axes of one stage -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation resolves its operands and calls the primitive of its name.
//
//===----------------------------------------------------------------------===//
#include "Step.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/SplitList.h"
#include "dl/Schedule/Primitives/SplitParts.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

//===----------------------------------------------------------------------===//
// The text of split: by 8, by param %f : type, by [4, 8], nparts 2
//===----------------------------------------------------------------------===//

static ParseResult parseSplitSteps(OpAsmParser &parser,
                                   std::optional<OpAsmParser::UnresolvedOperand> &dynamicFactor,
                                   Type &factorType, IntegerAttr &factor, IntegerAttr &nparts,
                                   DenseI64ArrayAttr &factors, SmallVectorImpl<Type> &parts) {
  Builder &builder = parser.getBuilder();
  parts.assign(2, AxisType::get(builder.getContext()));
  int64_t value;
  auto parseNumber = [&](IntegerAttr &attribute) -> ParseResult {
    if (parser.parseInteger(value))
      return failure();
    attribute = builder.getI64IntegerAttr(value);
    return success();
  };
  if (succeeded(parser.parseOptionalKeyword("nparts")))
    return parseNumber(nparts);
  if (parser.parseKeyword("by"))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("param")))
    return failure(parser.parseOperand(dynamicFactor.emplace()) ||
                   parser.parseColonType(factorType));
  SmallVector<int64_t> values;
  if (succeeded(parser.parseOptionalLSquare())) {
    if (failed(parser.parseOptionalRSquare()) &&
        (parser.parseCommaSeparatedList(
             [&]() -> ParseResult { return parser.parseInteger(values.emplace_back()); }) ||
         parser.parseRSquare()))
      return failure();
    factors = builder.getDenseI64ArrayAttr(values);
    parts.assign(values.size() + 1, parts.front());
    return success();
  }
  return parseNumber(factor);
}

static void printSplitSteps(OpAsmPrinter &printer, SplitOp, Value dynamicFactor, Type factorType,
                            IntegerAttr factor, IntegerAttr nparts, DenseI64ArrayAttr factors,
                            TypeRange) {
  if (nparts) {
    printer << "nparts " << nparts.getInt();
    return;
  }
  printer << "by ";
  if (dynamicFactor)
    printer << "param " << dynamicFactor << " : " << factorType;
  if (factor)
    printer << factor.getInt();
  if (factors)
    printer << "[" << factors.asArrayRef() << "]";
}

#define GET_OP_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

/// `the stages are "P", "C" and 7 more`.
static std::string listStages(ArrayRef<Operation *> targets) {
  static constexpr size_t maxNames = 12;
  SmallVector<StringRef> names;
  for (Operation *target : targets)
    target->walk([&](te::ComputeOp compute) { names.push_back(compute.getStage()); });
  if (names.empty())
    return "there are no stages: name a handle to a kernel";
  std::string text = "the stages are";
  llvm::ListSeparator comma(",");
  for (StringRef name : ArrayRef(names).take_front(maxNames))
    text += (StringRef(comma) + " \"" + name + "\"").str();
  if (names.size() > maxNames)
    text += " and " + std::to_string(names.size() - maxNames) + " more";
  return text;
}

/// There is no te.compute of the name that `op` looks for in `targets`.
static Failure refuseStage(StageOp op, ArrayRef<Operation *> targets) {
  for (Operation *target : targets) {
    te::StageOpInterface other;
    target->walk([&](te::StageOpInterface inner) {
      if (inner.getStageNameAttr() == op.getNameAttr())
        other = inner;
    });
    if (!other)
      continue;
    auto [why, hint] = other.getWhyUnscheduled();
    Failure failure = op.emitSilenceableError()
                      << "stage " << op.getNameAttr() << " is a " << other->getName()
                      << ", whose axes no schedule changes: " << why;
    failure.attachNote() << "hint: " << hint;
    failure.attachNote(other->getLoc()) << "this stage";
    return failure;
  }
  Failure failure = op.emitSilenceableError() << "no stage named " << op.getNameAttr();
  failure.attachNote() << "hint: " << listStages(targets);
  for (Operation *target : targets)
    failure.attachNote(target->getLoc()) << "looked for in here";
  return failure;
}

Failure StageOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                       transform::TransformState &state) {
  SmallVector<Operation *> found;
  for (Operation *target : state.getPayloadOps(getTarget()))
    target->walk([&](te::ComputeOp compute) {
      if (compute.getStage() == getName())
        found.push_back(compute);
    });
  if (found.empty())
    return refuseStage(*this, llvm::to_vector(state.getPayloadOps(getTarget())));
  results.set(cast<OpResult>(getStage()), found);
  return Failure::success();
}

void StageOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) { setNameFn(getStage(), getName()); }

Failure AxesOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  const std::vector<AxisId> &leaves = step.getTree().getLeaves();
  if (leaves.size() != getNumResults()) {
    return step.refuse({"stage \"" + step.getCompute().getStage().str() + "\" has " +
                            std::to_string(leaves.size()) + " axes, asked for " +
                            std::to_string(getNumResults()),
                        "its axes are " + step.listAxes()});
  }
  for (auto [result, leaf] : llvm::zip_equal(getResults(), leaves))
    results.setParams(cast<OpResult>(result), {step.makeAxisRef(leaf)});
  return Failure::success();
}

void AxesOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  for (Value axis : getAxes())
    setNameFn(axis, getAxisLabel(axis));
}

Failure AxisOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  AxisId axis = step.getTree().lookup(getName().str());
  if (axis == -1) {
    return step.refuse({"stage \"" + step.getCompute().getStage().str() +
                            "\" has no axis named \"" + getName().str() + "\"",
                        "its axes are " + step.listAxes()});
  }
  results.setParams(cast<OpResult>(getAxis()), {step.makeAxisRef(axis)});
  return Failure::success();
}

void AxisOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getAxis(), getAxisLabel(getAxis()));
}

//===----------------------------------------------------------------------===//
// Split, fuse, reorder
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::verify() {
  int given = static_cast<bool>(getDynamicFactor()) + getFactor().has_value() +
              getNparts().has_value() + getFactors().has_value();
  if (given != 1)
    return emitOpError("expected one of a constant, a parameter, a list of factors and a number of "
                       "parts to split by, got ")
           << given;
  size_t numParts = getFactors() ? getFactors()->size() + 1 : 2;
  if (getNumResults() != numParts)
    return emitOpError("expected ") << numParts << " axes as results, got " << getNumResults();
  return success();
}

static TailPolicy getPolicy(Tail tail) {
  switch (tail) {
  case Tail::Peel:
    return TailPolicy::Peel;
  case Tail::Guard:
    return TailPolicy::Guard;
  case Tail::Shift:
    return TailPolicy::Shift;
  case Tail::Mask:
    return TailPolicy::Mask;
  }
  llvm_unreachable("no such tail");
}

Failure SplitOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                       transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  auto setParts = [&](ArrayRef<AxisId> parts) {
    for (auto [result, part] : llvm::zip_equal(getParts(), parts))
      results.setParams(cast<OpResult>(result), {step.makeAxisRef(part)});
  };
  if (auto factors = getFactors())
    return step.run(
        SplitList(step.getStage(), axis, {factors->begin(), factors->end()}, getPolicy(getTail())),
        [&](const std::vector<AxisId> &parts) { setParts(parts); });
  auto setPair = [&](std::pair<AxisId, AxisId> parts) { setParts({parts.first, parts.second}); };
  if (getNparts())
    return step.run(SplitParts(step.getStage(), axis, *getNparts(), getPolicy(getTail())), setPair);
  int64_t factor = getFactor().value_or(0);
  if (Value parameter = getDynamicFactor()) {
    ArrayRef<Attribute> params = state.getParams(parameter);
    auto value = params.size() == 1 ? dyn_cast<IntegerAttr>(params.front()) : IntegerAttr();
    if (params.size() != 1)
      return emitSilenceableError()
             << "expected a factor parameter that holds one integer, got " << params.size();
    if (!value || value.getValue().getSignificantBits() > 64)
      return emitSilenceableError()
             << "expected a factor parameter that holds an integer of 64 bits, got "
             << params.front();
    factor = value.getValue().getSExtValue();
  }
  return step.run(Split(step.getStage(), axis, factor, getPolicy(getTail())), setPair);
}

void SplitOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  for (Value part : getParts())
    setNameFn(part, getAxisLabel(part));
}

Failure FuseOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  SmallVector<AxisId> axes;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxes({getOuter(), getInner()}, axes); !failure.succeeded())
    return failure;
  return step.run(Fuse(step.getStage(), axes[0], axes[1]), [&](AxisId fused) {
    results.setParams(cast<OpResult>(getFused()), {step.makeAxisRef(fused)});
  });
}

void FuseOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getFused(), getAxisLabel(getFused()));
}

Failure ReorderOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  SmallVector<AxisId> axes;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxes(getAxes(), axes); !failure.succeeded())
    return failure;
  std::vector<AxisId> order(axes.begin(), axes.end());
  return step.run(Reorder(step.getStage(), order));
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

template <typename Primitive, typename Op>
static Failure annotate(Op op, transform::TransformState &state) {
  Step step(op, state);
  AxisId axis;
  if (Failure failure = step.open(op.getStage(), op.getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Primitive(step.getStage(), axis));
}

Failure VectorizeOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results, transform::TransformState &state) {
  return annotate<Vectorize>(*this, state);
}

Failure UnrollOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results, transform::TransformState &state) {
  return annotate<Unroll>(*this, state);
}

Failure BindOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Bind(step.getStage(), axis, getBinding(getIndex().str())));
}

Failure ParallelOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results, transform::TransformState &state) {
  return annotate<Parallel>(*this, state);
}
