//===-- Structures.cpp - sequences and optionals ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Structures.h.
//
//===----------------------------------------------------------------------===//
#include "Structures.h"

using namespace mlir;
using namespace dl::onnx_import;

Value dl::onnx_import::createSequence(OpBuilder &builder, Location loc, ValueRange elements) {
  Type type = TupleType::get(builder.getContext(), TypeRange(elements));
  return UnrealizedConversionCastOp::create(builder, loc, type, elements).getResult(0);
}

Value dl::onnx_import::createAbsent(OpBuilder &builder, Location loc) {
  Type type = builder.getNoneType();
  return UnrealizedConversionCastOp::create(builder, loc, type, ValueRange()).getResult(0);
}

SmallVector<Value> dl::onnx_import::getElements(Value sequence) {
  return SmallVector<Value>(sequence.getDefiningOp<UnrealizedConversionCastOp>().getInputs());
}

SmallVector<Value> dl::onnx_import::getLeaves(Value value) {
  if (isSequence(value))
    return getElements(value);
  return isAbsent(value) ? SmallVector<Value>() : SmallVector<Value>{value};
}

Value dl::onnx_import::replaceLeaves(OpBuilder &builder, Location loc, Value like,
                                     ValueRange leaves) {
  if (isSequence(like))
    return createSequence(builder, loc, leaves);
  return isAbsent(like) ? createAbsent(builder, loc) : leaves.front();
}

std::string dl::onnx_import::describeStructure(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isSequence(value))
    os << "a sequence of " << getElements(value).size();
  else if (isAbsent(value))
    os << "an optional without an element";
  else
    os << value.getType();
  return text;
}
