//===-- Operators.cpp - table of ONNX operators -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Operators.h.
//
//===----------------------------------------------------------------------===//
#include "Operators.h"
#include "Operators/Domains.h"

#include "dl/Import/Onnx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl::onnx_import;

OperatorTable::OperatorTable() {
  addActivationOperators(*this);
  addAffineGridOperator(*this);
  addElementwiseOperators(*this);
  addVariadicOperators(*this);
  addBlockOperators(*this);
  addCol2ImOperator(*this);
  addConvolutionOperators(*this);
  addCountedOperators(*this);
  addCropOperators(*this);
  addFourierOperators(*this);
  addOptionalOperators(*this);
  addNonMaxSuppressionOperator(*this);
  addPoolOperators(*this);
  addQuantizedConvolutionOperators(*this);
  addControlOperators(*this);
  addScanOperators(*this);
  addIndexingOperators(*this);
  addRecurrentOperators(*this);
  addGenerateOperators(*this);
  addEinsumOperator(*this);
  addQuantizeOperators(*this);
  addSelectionOperators(*this);
  addSignalOperators(*this);
  addSequenceMapOperator(*this);
  addSequenceOperators(*this);
  addSoftmaxOperators(*this);
  addMatrixOperators(*this);
  addNormalizationOperators(*this);
  addNormalizationForms(*this);
  addReductionOperators(*this);
  addResizeOperators(*this);
  addSampleOperators(*this);
  addUniqueOperator(*this);
  addUnpoolOperators(*this);
  addLearningOperators(*this);
  addNGramOperators(*this);
  addTrainingOperators(*this);
  addTreeOperators(*this);
  addShapeOperators(*this);
  addDropoutOperators(*this);
  addValueOperators(*this);
  // What these build is followed op by op (Counts.cpp).
  allowCounts({"Concat", "Gather", "GatherND", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum",
               "Reshape", "Slice", "Squeeze", "Transpose", "Unsqueeze"});
  StringRef elementwise[] = {"Abs",      "Add",       "And",   "Cast",        "CastLike",
                             "Ceil",     "Clip",      "Cos",   "Div",         "Equal",
                             "Erf",      "Exp",       "Floor", "Greater",     "GreaterOrEqual",
                             "Identity", "LeakyRelu", "Less",  "LessOrEqual", "Log",
                             "Max",      "Min",       "Mod",   "Mul",         "Neg",
                             "Not",      "Or",        "Pow",   "Reciprocal",  "Relu",
                             "Round",    "Sigmoid",   "Sign",  "Sin",         "Sqrt",
                             "Sub",      "Tanh",      "Where"};
  allowCounts(elementwise);
  for (StringRef name : elementwise)
    for (OperatorInfo &row : rows.find(name)->second)
      row.isElementwise = true;
}

void OperatorTable::allowCounts(ArrayRef<StringRef> names) {
  for (StringRef name : names)
    for (OperatorInfo &row : rows.find(name)->second)
      row.allowCounts();
}

const OperatorTable &OperatorTable::get() {
  static const OperatorTable table;
  return table;
}

OperatorInfo &OperatorTable::add(StringRef name, ArrayRef<int64_t> versions, Handler handler) {
  return rows[name].emplace_back(versions, handler);
}

const OperatorInfo *OperatorTable::lookup(StringRef name, int64_t opset) const {
  auto known = rows.find(name);
  if (known == rows.end())
    return nullptr;
  const OperatorInfo *best = nullptr;
  int64_t bestVersion = 0;
  for (const OperatorInfo &row : known->second)
    for (int64_t version : row.versions)
      if (version <= opset && version > bestVersion)
        best = &row, bestVersion = version;
  return best;
}

const OperatorInfo *dl::onnx_import::lookupOperator(StringRef domain, StringRef name,
                                                    int64_t opset) {
  if (domain.empty() || domain == OperatorTable::defaultDomain)
    return OperatorTable::get().lookup(name, opset);
  return OperatorTable::get().lookup((domain + "." + name).str(), opset);
}

void OperatorTable::print(raw_ostream &os) const {
  SmallVector<StringRef> names(rows.keys());
  llvm::sort(names);
  for (StringRef name : names) {
    SmallVector<int64_t> versions;
    for (const OperatorInfo &row : rows.find(name)->second)
      llvm::append_range(versions, row.versions);
    llvm::sort(versions);
    auto [domain, inDomain] = name.rsplit('.');
    if (inDomain.empty())
      os << defaultDomain << ' ' << name;
    else
      os << domain << ' ' << inDomain;
    for (int64_t version : versions)
      os << ' ' << version;
    os << '\n';
  }
}

void dl::onnx_import::printSupportedOperators(raw_ostream &os) { OperatorTable::get().print(os); }
