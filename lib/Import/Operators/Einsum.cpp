//===-- Einsum.cpp - ONNX's Einsum ----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Einsum: the equation is written out, with letters for the dims of an ellipsis and the
// result's letters where they are left out.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Letters that the equation does not use, for the dims of ellipses.
static std::string getSpareLetters(StringRef equation) {
  std::string spare;
  for (char first : {'A', 'a'})
    for (char letter = first; letter < first + 26; ++letter)
      if (!equation.contains(letter))
        spare += letter;
  return spare;
}

/// Replaces the ellipsis of a term that stands for `count` dims by the last of `dims`.
static std::string expand(StringRef term, StringRef dims, size_t count) {
  auto [before, behind] = term.split("...");
  return before.str() + (term.contains("...") ? dims.take_back(count).str() : "") + behind.str();
}

static LogicalResult importEinsum(NodeImporter &node) {
  std::string text;
  for (char c : node.getString("equation", ""))
    if (c != ' ')
      text += c;
  auto [left, right] = StringRef(text).split("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != node.getNumInputs())
    return node.emitError() << "expected an equation of " << node.getNumInputs()
                            << " terms, one for each input, got '" << text << "'";
  std::string spare = getSpareLetters(text);
  // Ellipses are aligned at their last dim.
  size_t longest = 0;
  SmallVector<size_t> counts;
  for (auto [i, term] : llvm::enumerate(terms)) {
    if (!node.getInput(i))
      return node.emitError() << "requires input " << i << ", which is left out";
    auto rank = static_cast<size_t>(node.getInputRank(i));
    size_t letters = term.contains("...") ? term.size() - 3 : term.size();
    if (letters > rank || (letters < rank && !term.contains("...")) ||
        rank - letters > spare.size())
      return node.emitError() << "expected a letter for each dim of input " << i << ", got '"
                              << term << "' for " << node.getInputType(i);
    counts.push_back(rank - letters);
    longest = std::max(longest, counts.back());
  }
  StringRef dims = StringRef(spare).take_front(longest);
  std::string written;
  for (auto [term, count] : llvm::zip_equal(terms, counts))
    written += (written.empty() ? "" : ",") + expand(term, dims, count);
  std::string result;
  if (StringRef(text).contains("->")) {
    result = expand(right, dims, longest);
  } else {
    // All letters that occur once, in alphabetical order, behind the dims of ellipses.
    for (char first : {'A', 'a'})
      for (char letter = first; letter < first + 26; ++letter)
        if (left.count(letter) == 1)
          result += letter;
    result = dims.str() + result;
  }
  graph::EinsumOp::Properties properties;
  properties.equation = node.getBuilder().getStringAttr(written + "->" + result);
  return node.setResult(node.create<graph::EinsumOp>(node.getInputs(), properties));
}

void dl::onnx_import::addEinsumOperator(OperatorTable &table) {
  table.add("Einsum", {12, 28}, importEinsum)
      .inputs(1, OperatorInfo::any)
      .attributes("equation:string!");
}
