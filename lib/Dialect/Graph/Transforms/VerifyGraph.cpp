//===-- VerifyGraph.cpp - the contract of the graph level -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-verify-graph: reports where a module breaks the contract of the graph level.
// The rules are numbered in Passes.td.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/DialectResourceBlobManager.h"

namespace dl::graph {
#define GEN_PASS_DEF_VERIFYGRAPHPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

namespace {
/// (G4) for the arguments or the results.
LogicalResult verifyNames(func::FuncOp func, StringRef what, unsigned count,
                          llvm::function_ref<Attribute(unsigned)> getName) {
  llvm::StringMap<unsigned> seen;
  for (unsigned i = 0; i < count; ++i) {
    auto name = dyn_cast_or_null<StringAttr>(getName(i));
    if (!name)
      continue;
    auto [it, added] = seen.insert({name, i});
    if (!added)
      return func.emitError("(G4) expected each ") << what << " to have a name of its own, got "
                                                   << name << " for " << it->second << " and " << i;
  }
  return success();
}

/// (G6)
LogicalResult verifyDims(func::FuncOp func) {
  for (auto [i, argument] : llvm::enumerate(func.getArgumentTypes())) {
    Attribute attribute = func.getArgAttr(i, dl::DlDialect::getDimsAttrName());
    if (!attribute)
      continue;
    auto type = cast<RankedTensorType>(argument);
    // The attribute's own verifier has seen to their number, to names and to numbers.
    if (!llvm::all_of(llvm::zip_equal(cast<ArrayAttr>(attribute), type.getShape()), [](auto pair) {
          return isa<StringAttr>(std::get<0>(pair)) == ShapedType::isDynamic(std::get<1>(pair));
        }))
      return func.emitError("(G6) expected dl.dims of argument ")
             << i << " to have a name for each open dim of " << type
             << " and the number of each other one, got " << attribute;
  }
  return success();
}

LogicalResult verifyFunction(func::FuncOp func) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  for (Type type : llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes()))
    if (!isTensor(type))
      return func.emitError("(G3) expected arguments and results to be ranked tensors, got ")
             << type;
  StringRef attribute = dl::DlDialect::getNameAttrName();
  if (failed(verifyNames(func, "argument", func.getNumArguments(),
                         [&](unsigned i) { return func.getArgAttr(i, attribute); })) ||
      failed(verifyNames(func, "result", func.getNumResults(),
                         [&](unsigned i) { return func.getResultAttr(i, attribute); })))
    return failure();
  if (failed(verifyDims(func)))
    return failure();
  if (func.isExternal())
    return success();
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("(G2) expected a body of one block, got ")
           << func.getBody().getBlocks().size();
  for (Operation &op : func.getBody().front())
    if (!isa_and_present<GraphDialect>(op.getDialect()) && !isa<func::ReturnOp>(op))
      return op.emitError("(G2) expected operators of graph and a return, got '")
             << op.getName() << "'";
  auto result = func.walk([](ConstantOp constant) -> WalkResult {
    auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue());
    // Elements of less than a byte, bools too, are stored as a byte each.
    if (!resource || succeeded(ConstantData::get(getStorageAttr(resource))))
      return success();
    auto *blob = resource.getRawHandle().getBlob();
    return constant.emitError("(G5) expected the resource \"")
           << resource.getRawHandle().getKey() << "\" to hold the elements of "
           << constant.getType() << ", got " << (blob ? blob->getData().size() : 0) << " bytes";
  });
  return failure(result.wasInterrupted());
}

struct VerifyGraph : dl::graph::impl::VerifyGraphPassBase<VerifyGraph> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    for (Operation &op : *getOperation().getBody()) {
      auto func = dyn_cast<func::FuncOp>(op);
      if (!func) {
        op.emitError("(G1) expected functions only in a module of the graph level, got '")
            << op.getName() << "'";
        return signalPassFailure();
      }
      if (failed(verifyFunction(func)))
        return signalPassFailure();
    }
  }
};
} // namespace
