//===-- Einsum.cpp - sums of products ---------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference and te program of einsum: letters are the axes of one stage.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// An equation taken apart, and the extent of each letter in the order of first use.
struct Equation {
  SmallVector<StringRef> operands;
  StringRef result;
  llvm::MapVector<char, int64_t> extents;
};
} // namespace

/// The parts of an equation that fits the shapes, or failure after an error.
static FailureOr<Equation> parseEquation(std::optional<Location> loc, StringRef text,
                                         ValueRange inputs) {
  StringRef name = "einsum";
  Equation equation;
  auto [left, right] = text.split("->");
  equation.result = right;
  left.split(equation.operands, ',');
  bool isWord = text.contains("->") &&
                llvm::all_of(left, [](char c) { return llvm::isAlpha(c) || c == ','; }) &&
                llvm::all_of(right, [](char c) { return llvm::isAlpha(c); });
  // (C1)
  bool fits = isWord && !inputs.empty() && equation.operands.size() == inputs.size();
  for (size_t i = 0; fits && i < inputs.size(); ++i)
    fits = tensorType(inputs[i]).getRank() == int64_t(equation.operands[i].size());
  if (!fits)
    return inferError(loc, name, "expected letters for each dim of ", inputs.size(),
                      " operands and of the result, got '", text, "'");
  if (failed(checkElementTypes(loc, name, inputs)))
    return failure();
  for (auto [letters, input] : llvm::zip_equal(equation.operands, inputs)) {
    for (auto [letter, extent] : llvm::zip_equal(letters, tensorType(input).getShape())) {
      int64_t &known = equation.extents.insert({letter, extent}).first->second;
      // (C2)
      if (differ(known, extent) && known != 1 && extent != 1)
        return inferError(loc, name, "expected dims of one letter to be equal, got ", known,
                          " and ", extent, " for '", StringRef(&letter, 1), "'");
      if (known == 1)
        known = extent;
      else if (extent != 1)
        known = moreStatic(known, extent);
    }
  }
  // (C3)
  for (size_t i = 0; i < equation.result.size(); ++i)
    if (!equation.extents.count(equation.result[i]) ||
        equation.result.find(equation.result[i], i + 1) != StringRef::npos)
      return inferError(loc, name, "expected distinct letters of operands in the result, got '",
                        equation.result, "'");
  // (C4)
  for (auto [letter, extent] : equation.extents)
    if (extent == 0 && !equation.result.contains(letter))
      return inferError(loc, name, "expected positive extents to sum over, got 0 for '",
                        StringRef(&letter, 1), "'");
  return equation;
}

LogicalResult EinsumOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  FailureOr<Equation> equation = parseEquation(loc, adaptor.getEquation(), adaptor.getInputs());
  if (failed(equation))
    return failure();
  SmallVector<int64_t> shape;
  for (char letter : equation->result)
    shape.push_back(equation->extents.lookup(letter));
  types.push_back(
      RankedTensorType::get(shape, tensorType(adaptor.getInputs().front()).getElementType()));
  return success();
}

LogicalResult EinsumOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  FailureOr<Equation> equation = parseEquation(getLoc(), getEquation(), getInputs());
  if (failed(equation))
    return failure();
  StageBuilder stage(builder, getLoc(), getType().getElementType());
  std::string letters = equation->result.str();
  for (char letter : letters)
    stage.spatial(std::string(1, letter), equation->extents.lookup(letter));
  for (auto [letter, extent] : equation->extents)
    if (!equation->result.contains(letter)) {
      stage.reduce(std::string(1, letter), extent);
      letters += letter;
    }
  results.push_back(stage.build(prefix, te::Combiner::Add, [&](StageBody &b) {
    Value product;
    for (auto [own, operand] : llvm::zip_equal(equation->operands, operands)) {
      SmallVector<AffineExpr> indices;
      for (auto [letter, extent] : llvm::zip_equal(own, tensorType(operand).getShape())) {
        bool repeats = extent == 1 && equation->extents.lookup(letter) != 1;
        indices.push_back(repeats ? b.constant(0) : b.axis(letters.find(letter)));
      }
      Value element = b.read(operand, indices);
      product = product ? b.scalars.mul(product, element) : element;
    }
    return product;
  }));
  return success();
}
