//===-- Operators.h - table of ONNX operators -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operators are imported, from which since-version on, with which inputs
// and attributes, and the function that does it. The families add their rows.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_H
#define DL_LIB_IMPORT_OPERATORS_H

#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <limits>

namespace dl::onnx_import {
class NodeImporter;

/// Builds the graph ops of one node and sets its results. Called only with the
/// inputs and attributes that the operator's row declares.
using Handler = llvm::LogicalResult (*)(NodeImporter &node);

/// One row of the table: an operator in the versions that one handler knows.
class OperatorInfo {
public:
  OperatorInfo(llvm::ArrayRef<int64_t> versions, Handler handler)
      : versions(versions), handler(handler) {}

  static constexpr unsigned any = std::numeric_limits<unsigned>::max();

  /// Number of inputs; one if not said. Inputs before the minimum must be there.
  OperatorInfo &inputs(unsigned min, unsigned max) {
    minInputs = min, maxInputs = max;
    return *this;
  }
  /// Largest number of outputs; one if not said. Those that the handler does not
  /// set are an error only where another node uses them.
  OperatorInfo &outputs(unsigned max) {
    maxOutputs = max;
    return *this;
  }
  /// Element types of the first input; the graph op's own rules add to them.
  enum Elements { Floats, Numbers, NumbersAndBool };
  OperatorInfo &elements(Elements types) {
    elementTypes = types;
    return *this;
  }
  OperatorInfo &allowBool() { return elements(NumbersAndBool); }
  /// Inputs may be sequences and optionals (Structures.h), which the handler looks into.
  OperatorInfo &allowStructures() {
    takesStructures = true;
    return *this;
  }
  /// The operator is a formula of several graph ops: floats of 16 bits are f32 from the first
  /// to the last of them, so that nothing in between is rounded or overflows. Result i has the
  /// element type of input `resultsLike[i]`, those beyond that of the last one named. These
  /// inputs are none that may be left out.
  OperatorInfo &wide(llvm::ArrayRef<unsigned> resultsLike = 0u) {
    wideResults.assign(resultsLike.begin(), resultsLike.end());
    return *this;
  }
  /// Attributes, as words `name:type`, with type int, float, string, tensor, graph, type,
  /// ints, floats or strings, and `!` after it where the attribute must be there.
  OperatorInfo &attributes(llvm::StringLiteral words) {
    attributeWords = words;
    return *this;
  }

  /// Inputs may have dims that only the data decide (Counts.h).
  OperatorInfo &allowCounts() {
    takesCounts = true;
    return *this;
  }

  llvm::SmallVector<int64_t> versions;
  Handler handler;
  unsigned minInputs = 1, maxInputs = 1, maxOutputs = 1;
  Elements elementTypes = Numbers;
  bool takesStructures = false, takesCounts = false;
  /// The dims of inputs, aligned at the end, are those of the first output, or 1.
  bool isElementwise = false;
  llvm::StringRef attributeWords;
  /// Empty unless the operator is computed wide.
  llvm::SmallVector<unsigned, 2> wideResults;
};

/// All operators of the default domain.
class OperatorTable {
public:
  /// What the default domain, "" in models, is called in lists.
  static constexpr llvm::StringLiteral defaultDomain = "ai.onnx";
  /// The newest opset of the default domain that the table was checked against.
  static constexpr int64_t newestOpset = 28;

  OperatorTable();
  static const OperatorTable &get();

  /// Adds a row for an operator's since-versions, which no other row has.
  OperatorInfo &add(llvm::StringRef name, llvm::ArrayRef<int64_t> versions, Handler handler);

  /// The row of the newest since-version that an opset has, or null.
  const OperatorInfo *lookup(llvm::StringRef name, int64_t opset) const;

  /// Lets all rows of these operators take dims that only the data decide.
  void allowCounts(llvm::ArrayRef<llvm::StringRef> names);

  void print(llvm::raw_ostream &os) const;

private:
  llvm::StringMap<std::vector<OperatorInfo>> rows;
};

/// The type that a normalisation keeps its statistics in, by the attribute `stash_type`. What is
/// computed is at least that wide.
mlir::FailureOr<mlir::Type> getStashType(NodeImporter &node);

void addActivationOperators(OperatorTable &table);
void addAffineGridOperator(OperatorTable &table);
void addElementwiseOperators(OperatorTable &table);
void addVariadicOperators(OperatorTable &table);
void addBlockOperators(OperatorTable &table);
void addCol2ImOperator(OperatorTable &table);
void addConvolutionOperators(OperatorTable &table);
void addCountedOperators(OperatorTable &table);
void addCropOperators(OperatorTable &table);
void addFourierOperators(OperatorTable &table);
void addOptionalOperators(OperatorTable &table);
void addNonMaxSuppressionOperator(OperatorTable &table);
void addPoolOperators(OperatorTable &table);
void addQuantizedConvolutionOperators(OperatorTable &table);
void addControlOperators(OperatorTable &table);
void addScanOperators(OperatorTable &table);
void addIndexingOperators(OperatorTable &table);
void addRecurrentOperators(OperatorTable &table);
void addGenerateOperators(OperatorTable &table);
void addEinsumOperator(OperatorTable &table);
void addQuantizeOperators(OperatorTable &table);
void addSelectionOperators(OperatorTable &table);
void addSignalOperators(OperatorTable &table);
void addSequenceMapOperator(OperatorTable &table);
void addSequenceOperators(OperatorTable &table);
void addSoftmaxOperators(OperatorTable &table);
void addMatrixOperators(OperatorTable &table);
void addNormalizationOperators(OperatorTable &table);
void addNormalizationForms(OperatorTable &table);
void addReductionOperators(OperatorTable &table);
void addResizeOperators(OperatorTable &table);
void addSampleOperators(OperatorTable &table);
void addUniqueOperator(OperatorTable &table);
void addUnpoolOperators(OperatorTable &table);
void addShapeOperators(OperatorTable &table);
void addDropoutOperators(OperatorTable &table);
void addValueOperators(OperatorTable &table);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_H
