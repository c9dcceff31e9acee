//===-- SizeInference.cpp - sizes of operators' results ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of an operator's results, derived from its te program, and symbols that become one
// because they must be equal.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "dl/Dialect/Graph/IR/SymbolicSizes.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Dl/IR/SizeValues.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;

/// Sizes of elements name what these are above or below.
static void renameSizeValues(func::FuncOp func, StringRef from, StringRef to) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    std::optional<SizeValue> value = SizeValue::get(func.getArgAttr(i, sizeValueAttrName));
    auto name = value ? dyn_cast_or_null<StringAttr>(value->bound) : StringAttr();
    if (!name || name.getValue() != from)
      continue;
    value->bound = StringAttr::get(func.getContext(), to);
    func.setArgAttr(i, sizeValueAttrName, value->toAttribute(func.getContext()));
  }
}

/// Names that are given are kept before those of places, which have spaces.
void SymbolicSizes::unify(unsigned kept, unsigned other) {
  bool isPlace = StringRef(names[kept]).contains(' ');
  bool isOtherPlace = StringRef(names[other]).contains(' ');
  if (isPlace == isOtherPlace ? kept > other : isPlace)
    std::swap(kept, other);
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < names.size(); ++i)
    symbols.push_back(getAffineSymbolExpr(i == other ? kept : i, func->getContext()));
  for (auto &[value, dims] : known)
    for (AffineExpr &dim : dims)
      dim = normalizeSize(dim.replaceSymbols(symbols));
  for (BlockArgument argument : func.getArguments())
    if (auto dims = known.find(argument); dims != known.end())
      func.setArgAttr(argument.getArgNumber(), DlDialect::getDimsAttrName(),
                      getAttribute(dims->second));
  renameSizeValues(func, names[other], names[kept]);
  ++numUnified;
}

FailureOr<SmallVector<Dims>> SymbolicSizes::infer(Operation *op) {
  auto get = [&](Value value) { return getDims(value); };
  unsigned before = numUnified;
  std::string text;
  FailureOr<SmallVector<Dims>> dims;
  {
    ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
      text = text.empty() ? diagnostic.str() : text;
      return success();
    });
    dims = infer(op, llvm::map_to_vector(op->getOperands(), get));
  }
  // What was derived before two symbols became one says nothing.
  if (numUnified != before)
    return infer(op);
  if (failed(dims))
    emitError(op->getLoc()) << text;
  return dims;
}

FailureOr<SmallVector<Dims>> SymbolicSizes::infer(Operation *op, ArrayRef<Dims> operands) {
  if (auto reshape = dyn_cast<graph::ReshapeOp>(op)) {
    FailureOr<Dims> dims =
        this->reshape(reshape, operands[0], operands.size() > 1 ? operands[1] : Dims());
    return failed(dims) ? FailureOr<SmallVector<Dims>>(failure()) : SmallVector<Dims>{*dims};
  }
  auto expression = cast<TensorExpressionOpInterface>(op);
  OpBuilder builder(op->getContext());
  auto getStored = [](Type type) -> Type {
    return graph::getStorageType(cast<RankedTensorType>(type));
  };
  OwningOpRef<func::FuncOp> kernel = func::FuncOp::create(
      builder, op->getLoc(), "sizes",
      builder.getFunctionType(llvm::map_to_vector(op->getOperandTypes(), getStored),
                              llvm::map_to_vector(op->getResultTypes(), getStored)));
  Block *body = kernel->addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> results;
  if (failed(expression.buildTensorExpression(builder, body->getArguments(),
                                              expression.getStageName(), results)))
    return failure();
  func::ReturnOp::create(builder, op->getLoc(), results);
  return resolveKernel(*kernel, operands);
}
