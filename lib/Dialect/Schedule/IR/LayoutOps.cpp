//===-- LayoutOps.cpp - steps that change layouts -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// transform_layout: of a stage, whose axes become those of the new layout, or of
// an operand, whose type changes and which callers pack by a new kernel.
//
//===----------------------------------------------------------------------===//
#include "PackedLayout.h"
#include "Step.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/TransformLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

LogicalResult TransformLayoutOp::verify() {
  if (static_cast<bool>(getProducer()) == getOperand().has_value())
    return emitOpError("expected what is read either as a stage or as an operand");
  return success();
}

/// Gives a read new index expressions over new operands.
static void setIndexing(RewriterBase &rewriter, te::ReadOp read, AffineMap map,
                        IntegerSet predicate, SmallVector<Value> operands) {
  te::canonicalizeIndexing(map, predicate, operands);
  rewriter.modifyOpInPlace(read, [&] {
    read.getIndexOperandsMutable().assign(operands);
    read.setMap(map);
    if (predicate)
      read.setPredicateAttr(IntegerSetAttr::get(predicate));
    else
      read.removePredicateAttr();
    if (!predicate)
      read.getOtherwiseMutable().clear();
  });
}

/// read %v[i, j]  =>  read %packed[layout(i, j)]
static void repackReads(RewriterBase &rewriter, Value value, const PackedLayout &layout) {
  for (Operation *user : llvm::to_vector(value.getUsers())) {
    auto read = cast<te::ReadOp>(user);
    setIndexing(rewriter, read, layout.getMap().compose(read.getMap()),
                read.getPredicate().value_or(IntegerSet()),
                SmallVector<Value>(read.getIndexOperands()));
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The kernel that packs an operand:
///   @f_prepack_1(%plain, %packed {te.destination})
/// whose stage gathers each packed element, zero beyond the plain extents.
static func::FuncOp createPrepack(RewriterBase &rewriter, func::FuncOp kernel, unsigned argument,
                                  RankedTensorType plain, RankedTensorType packed,
                                  const PackedLayout &layout) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = kernel.getLoc();
  rewriter.setInsertionPoint(kernel);
  auto prepack =
      func::FuncOp::create(rewriter, loc, (kernel.getName() + "_prepack_" + Twine(argument)).str(),
                           rewriter.getFunctionType({plain, packed}, packed));
  prepack.setPrivate();
  prepack->setAttr(te::TeDialect::getKernelAttrName(), rewriter.getUnitAttr());
  Block *block = prepack.addEntryBlock();
  prepack.setArgAttr(1, te::TeDialect::getDestinationAttrName(), rewriter.getUnitAttr());
  rewriter.setInsertionPointToStart(block);

  SmallVector<AffineExpr> constraints;
  Value zero;
  for (unsigned dim : layout.getPaddedDims())
    constraints.push_back(plain.getDimSize(dim) - 1 - layout.getInverse()[dim]);
  if (!constraints.empty())
    zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(plain.getElementType()));
  SmallVector<te::AxisSpec> axes;
  for (auto [dim, extent] : llvm::enumerate(packed.getShape()))
    axes.push_back({"d" + std::to_string(dim), rewriter.getIndexAttr(extent)});
  auto pack = te::ComputeOp::create(
      rewriter, loc, packed, "pack", axes, ArrayRef<te::AxisSpec>(), te::Combiner::None,
      [&](OpBuilder &b, Location bodyLoc, ValueRange args) -> Value {
        return te::ReadOp::create(b, bodyLoc, block->getArgument(0), layout.getInverse(), args,
                                  constraints, zero);
      });
  func::ReturnOp::create(rewriter, loc, pack.getResult());
  return prepack;
}

static Failure transformOperand(RewriterBase &rewriter, Step &step, const Step::Source &source,
                                const PackedLayout &layout) {
  func::FuncOp kernel = step.getKernel();
  unsigned argument = cast<BlockArgument>(source.value).getArgNumber();
  RankedTensorType plain = source.getType();
  auto packed = RankedTensorType::get(layout.getShape(), plain.getElementType());
  repackReads(rewriter, source.value, layout);
  func::FuncOp prepack = createPrepack(rewriter, kernel, argument, plain, packed, layout);
  // Makes the name unique.
  SymbolTable(kernel->getParentOp()).insert(prepack);
  rewriter.modifyOpInPlace(kernel, [&] {
    kernel.getArgument(argument).setType(packed);
    SmallVector<Type> inputs(kernel.getArgumentTypes());
    inputs[argument] = packed;
    kernel.setFunctionType(rewriter.getFunctionType(inputs, kernel.getResultTypes()));
    kernel.setArgAttr(argument, ScheduleDialect::getPrepackAttrName(),
                      FlatSymbolRefAttr::get(prepack.getSymNameAttr()));
  });
  return Failure::success();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Replaces the spatial axes of a stage's region by the packed ones.
static void repackBody(RewriterBase &rewriter, te::ComputeOp compute, const PackedLayout &layout) {
  Block &body = compute.getBody().front();
  MLIRContext *context = compute.getContext();
  unsigned numOld = compute.getNumSpatial(), numNew = layout.getShape().size();
  for (unsigned dim = 0; dim < numNew; ++dim)
    body.insertArgument(dim, rewriter.getIndexType(), compute.getLoc());
  auto getOldAxis = [&](Value value) -> std::optional<unsigned> {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &body)
      return std::nullopt;
    unsigned number = argument.getArgNumber();
    return number >= numNew && number < numNew + numOld ? std::optional(number - numNew)
                                                        : std::nullopt;
  };
  // Packed axes are dims 0 to numNew - 1 of each read, other operands follow.
  for (te::ReadOp read : compute.getReads()) {
    SmallVector<Value> operands(body.getArguments().take_front(numNew));
    SmallVector<AffineExpr> dims;
    for (Value operand : read.getIndexOperands()) {
      if (std::optional<unsigned> axis = getOldAxis(operand)) {
        dims.push_back(layout.getInverse()[*axis]);
        continue;
      }
      dims.push_back(getAffineDimExpr(operands.size(), context));
      operands.push_back(operand);
    }
    AffineMap map = read.getMap().replaceDimsAndSymbols(dims, {}, operands.size(), 0);
    IntegerSet predicate = read.getPredicate().value_or(IntegerSet());
    if (predicate)
      predicate = predicate.replaceDimsAndSymbols(dims, {}, operands.size(), 0);
    setIndexing(rewriter, read, map, predicate, operands);
  }
  // An axis that is computed with is put together from its digits.
  rewriter.setInsertionPointToStart(&body);
  for (unsigned axis = 0; axis < numOld; ++axis) {
    BlockArgument old = body.getArgument(numNew + axis);
    if (old.use_empty())
      continue;
    Value sum;
    for (auto [position, digit] : llvm::enumerate(layout.getDigits())) {
      if (digit.dim != axis)
        continue;
      Location loc = compute.getLoc();
      Value term = body.getArgument(position);
      if (digit.stride != 1)
        term = arith::MulIOp::create(rewriter, loc, term,
                                     arith::ConstantIndexOp::create(rewriter, loc, digit.stride));
      sum = sum ? arith::AddIOp::create(rewriter, loc, sum, term).getResult() : term;
    }
    old.replaceAllUsesWith(sum);
  }
  body.eraseArguments(numNew, numOld);
}

static Failure transformStage(RewriterBase &rewriter, Step &step, const Step::Source &source,
                              const PackedLayout &layout, const TransformLayout &primitive) {
  te::ComputeOp compute = step.getCompute(source.stage);
  SmallVector<Attribute> names;
  for (const std::string &name : primitive.getAxisNames(step.getSchedule()))
    names.push_back(rewriter.getStringAttr(name));
  for (unsigned axis = compute.getNumSpatial(); axis < compute.getNumAxes(); ++axis)
    names.push_back(compute.getAxisNames()[axis]);
  repackReads(rewriter, compute.getResult(), layout);
  rewriter.modifyOpInPlace(compute, [&] {
    SmallVector<int64_t> extents(layout.getShape());
    llvm::append_range(extents, compute.getExtents().drop_front(compute.getNumSpatial()));
    repackBody(rewriter, compute, layout);
    compute.setAxisNamesAttr(rewriter.getArrayAttr(names));
    compute.setExtents(extents);
    compute.getResult().setType(
        RankedTensorType::get(layout.getShape(), compute.getTensorType().getElementType()));
  });
  return Failure::success();
}

Failure TransformLayoutOp::apply(transform::TransformRewriter &rewriter,
                                 transform::TransformResults &results,
                                 transform::TransformState &state) {
  Step step(*this, state);
  Step::Source source;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getSource(getProducer(), getOperand(), source); !failure.succeeded())
    return failure;
  if (auto refusal = checkStatic(step.getSchedule(), source))
    return step.refuse(*refusal);
  std::string reason;
  std::optional<PackedLayout> layout =
      PackedLayout::get(getMap(), source.getType().getShape(), reason);
  if (!layout)
    return step.refuse({reason,
                        "name each dimension whole or in blocks, as in affine_map<(i, j) -> "
                        "(i floordiv 8, j, i mod 8)>"});
  std::vector<TransformLayout::Digit> digits;
  for (auto [digit, extent] : llvm::zip_equal(layout->getDigits(), layout->getShape()))
    digits.push_back({static_cast<int>(digit.dim), digit.stride, extent});
  TransformLayout primitive(step.getStage(), source, digits);
  if (auto refusal = primitive.check(step.getSchedule()))
    return step.refuse(*refusal);
  if (source.stage != -1)
    return transformStage(rewriter, step, source, *layout, primitive);
  if (llvm::any_of(source.value.getUsers(), [](Operation *user) { return !isa<te::ReadOp>(user); }))
    return step.refuse({source.description + " is used by other operations than te.read",
                        "pack operands that only stages read"});
  return transformOperand(rewriter, step, source, *layout);
}
