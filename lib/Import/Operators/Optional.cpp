//===-- Optional.cpp - values that may be missing ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators on optionals, of which it is known while a model is read whether their
// element is there (Structures.h).
//
//===----------------------------------------------------------------------===//
#include "../NodeImporter.h"
#include "../Operators.h"
#include "../Structures.h"

using namespace mlir;
using namespace dl::onnx_import;

static LogicalResult importOptional(NodeImporter &node) {
  Value element = node.getInput(0);
  if (!element && !node.hasAttribute("type"))
    return node.emitError() << "requires the attribute 'type' where it has no element";
  return node.setResult(element ? element : createAbsent(node.getBuilder(), node.getLoc()));
}

static LogicalResult importGetElement(NodeImporter &node) {
  if (isAbsent(node.getInput(0)))
    return node.emitError() << "expected an optional with an element, got "
                            << describeStructure(node.getInput(0));
  return node.setResult(node.getInput(0));
}

static LogicalResult importHasElement(NodeImporter &node) {
  bool isThere = node.getInput(0) && !isAbsent(node.getInput(0));
  return node.setResult(node.createNumber(isThere, node.getBuilder().getI1Type()));
}

void dl::onnx_import::addOptionalOperators(OperatorTable &table) {
  auto add = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler,
                 unsigned min) -> OperatorInfo & {
    return table.add(name, versions, handler).allowBool().allowStructures().inputs(min, 1);
  };
  add("Optional", {15, 28}, importOptional, 0).attributes("type:type");
  add("OptionalGetElement", {15, 18, 28}, importGetElement, 1);
  add("OptionalHasElement", {15}, importHasElement, 1);
  add("OptionalHasElement", {18, 28}, importHasElement, 0);
}
