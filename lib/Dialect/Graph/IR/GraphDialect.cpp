//===-- GraphDialect.cpp - the graph dialect --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect and checked creation of its operations.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/Graph.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dl::graph;

#include "dl/Dialect/Graph/IR/GraphDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dl/Dialect/Graph/IR/GraphOps.cpp.inc"

void GraphDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dl/Dialect/Graph/IR/GraphOps.cpp.inc"
      >();
}

Operation *GraphDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                             Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}

FailureOr<Operation *> dl::graph::createChecked(OpBuilder &builder, Location loc, StringRef opName,
                                                ValueRange operands,
                                                ArrayRef<NamedAttribute> attributes) {
  MLIRContext *context = builder.getContext();
  OperationState state(loc, opName, operands, /*types=*/{}, attributes);
  auto *infer = state.name.getInterface<InferTypeOpInterface>();
  assert(infer && "the op's result types are not inferred: build it with its type");
  DictionaryAttr dictionary = state.attributes.getDictionary(context);
  // Inference reads properties, which generic creation sets only later.
  OpaqueProperties properties = nullptr;
  std::unique_ptr<char[]> storage;
  if (int size = state.name.getOpPropertyByteSize()) {
    storage = std::make_unique<char[]>(size);
    properties = OpaqueProperties(storage.get());
    state.name.initOpProperties(properties, OpaqueProperties(nullptr));
    if (failed(state.name.setOpPropertiesFromAttribute(state.name, properties, dictionary,
                                                       [&] { return emitError(loc); })))
      return failure();
  }
  LogicalResult inferred = infer->inferReturnTypes(context, loc, operands, dictionary, properties,
                                                   state.regions, state.types);
  if (properties)
    state.name.destroyOpProperties(properties);
  if (failed(inferred))
    return failure();
  return builder.create(state);
}
