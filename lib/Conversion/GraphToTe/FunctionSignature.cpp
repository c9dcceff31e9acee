//===-- FunctionSignature.cpp - what a lowered function takes and gives ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract of a function of graph operators, and its arguments at the te level:
// elements as they are stored, and a destination for each result.
//
//===----------------------------------------------------------------------===//
#include "FunctionLowering.h"

#include "dl/Dialect/Dl/IR/Counts.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Operators with a te program, constants, groups and control flow around these.
static LogicalResult checkOperators(Block &block) {
  for (Operation &op : block.without_terminator()) {
    bool isControl = isa<IfOp, ScanOp, WhileOp>(op);
    if (!isControl && !isa<ConstantOp, FusedOp, TensorExpressionOpInterface>(op))
      return op.emitOpError("must be a graph operator to be lowered to te");
    for (Region &region : op.getRegions())
      if (isControl && failed(checkOperators(region.front())))
        return failure();
  }
  return success();
}

LogicalResult FunctionLowering::checkContract() {
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitOpError("expected a body of one block, got ")
           << func.getBody().getBlocks().size() << ": the te level has no branches";
  for (Type type : llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return func.emitOpError("requires arguments and results to be ranked tensors, got ") << type;
  }
  return checkOperators(func.getBody().front());
}

/// Bools become bytes and unsigned integers lose their sign; an attribute keeps
/// what they are for the model's users. The operators still see their own types:
/// casts stand between them and the arguments until they are gone.
void FunctionLowering::addArgumentCasts() {
  for (BlockArgument argument : func.getArguments().drop_back(func.getNumResults())) {
    auto type = cast<RankedTensorType>(argument.getType());
    RankedTensorType stored = getStorageType(type);
    if (type == stored) {
      mapping.map(Value(argument), Value(argument));
      continue;
    }
    auto cast = UnrealizedConversionCastOp::create(builder, argument.getLoc(), stored, argument);
    mapping.map(Value(argument), cast.getResult(0));
    sizes.setDims(cast.getResult(0), sizes.getDims(argument));
    casts.push_back(cast);
  }
}

void FunctionLowering::convertSignature() {
  for (UnrealizedConversionCastOp cast : casts) {
    auto argument = llvm::cast<BlockArgument>(cast.getOperand(0));
    argument.setType(cast.getResult(0).getType());
    cast.getResult(0).replaceAllUsesWith(argument);
    cast.erase();
  }
  SmallVector<Type> results;
  StringRef name = te::TeDialect::getElementTypeAttrName();
  unsigned numInputs = func.getNumArguments() - func.getNumResults();
  auto keep = [&](Type type, auto set) {
    Type elementType = llvm::cast<RankedTensorType>(type).getElementType();
    if (getStorageType(elementType) != elementType)
      set(TypeAttr::get(elementType));
  };
  FunctionType old = func.getFunctionType();
  for (unsigned i = 0; i < numInputs; ++i)
    keep(old.getInput(i), [&](TypeAttr attr) { func.setArgAttr(i, name, attr); });
  for (unsigned i = 0; i < old.getNumResults(); ++i) {
    Type type = old.getResult(i);
    keep(type, [&](TypeAttr attr) {
      func.setArgAttr(numInputs + i, name, attr);
      func.setResultAttr(i, name, attr);
    });
    results.push_back(getStorageType(llvm::cast<RankedTensorType>(type)));
  }
  func.setType(builder.getFunctionType(func.getBody().front().getArgumentTypes(), results));
}

void FunctionLowering::addDestinationArguments() {
  auto destination = StringAttr::get(func.getContext(), te::TeDialect::getDestinationAttrName());
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    NamedAttrList attributes;
    attributes.set(destination, builder.getUnitAttr());
    for (StringRef name : {StringRef(DlDialect::getNameAttrName()), StringRef(countsAttrName),
                           StringRef(packedAttrName), StringRef(countAttrName)})
      if (Attribute given = func.getResultAttr(i, StringAttr::get(func.getContext(), name)))
        attributes.set(name, given);
    unsigned position = func.getNumArguments();
    (void)func.insertArgument(position, getStorageType(cast<RankedTensorType>(type)),
                              attributes.getDictionary(func.getContext()), func.getLoc());
    destinations.push_back(func.getArgument(position));
  }
}

/// Says the dims of a result on its destination argument.
void FunctionLowering::describeDestination(unsigned result, const Dims &dims) {
  auto argument = cast<BlockArgument>(destinations[result]);
  if (!cast<RankedTensorType>(argument.getType()).hasStaticShape())
    func.setArgAttr(argument.getArgNumber(), DlDialect::getDimsAttrName(),
                    sizes.getAttribute(dims));
}
