//===-- Value.cpp - ONNX operators that pass values on ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant, Identity.
//
//===----------------------------------------------------------------------===//
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importConstant(NodeImporter &node) {
  Builder &builder = node.getBuilder();
  unsigned given = 0;
  for (StringRef name : {"value", "value_float", "value_floats", "value_int", "value_ints"})
    given += node.hasAttribute(name);
  if (given != 1)
    return node.emitError() << "requires exactly one value attribute, got " << given;

  if (node.hasAttribute("value")) {
    FailureOr<ElementsAttr> value = node.takeTensor("value");
    if (failed(value))
      return failure();
    return node.setResult(node.createConstant(*value));
  }
  if (node.hasAttribute("value_float") || node.hasAttribute("value_floats")) {
    SmallVector<float> values = node.getFloats("value_floats");
    SmallVector<int64_t> shape(1, values.size());
    if (node.hasAttribute("value_float")) {
      values.push_back(node.getFloat("value_float", 0));
      shape.clear();
    }
    return node.setResult(node.createConstant(DenseElementsAttr::get(
        RankedTensorType::get(shape, builder.getF32Type()), ArrayRef<float>(values))));
  }
  SmallVector<int64_t> values = node.getInts("value_ints");
  SmallVector<int64_t> shape(1, values.size());
  if (node.hasAttribute("value_int")) {
    values.push_back(node.getInt("value_int", 0));
    shape.clear();
  }
  return node.setResult(node.createConstant(DenseElementsAttr::get(
      RankedTensorType::get(shape, builder.getI64Type()), ArrayRef<int64_t>(values))));
}

static LogicalResult importIdentity(NodeImporter &node) { return node.setResult(node.getInput(0)); }

void dl::onnx_import::addValueOperators(OperatorTable &table) {
  table.add("Constant", {1, 9, 11}, importConstant).inputs(0, 0).attributes("value:tensor");
  table.add("Constant", {12, 13, 19, 21, 23, 24, 25}, importConstant)
      .inputs(0, 0)
      .attributes("value:tensor value_float:float value_floats:floats value_int:int "
                  "value_ints:ints");
  table.add("Identity", {1, 13, 14, 16, 19, 21, 23, 24, 25}, importIdentity)
      .allowBool()
      .allowStructures();
}
