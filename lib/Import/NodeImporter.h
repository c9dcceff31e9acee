//===-- NodeImporter.h - one ONNX node --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a handler sees of a node: its inputs as values, its checked attributes,
// and ways to build graph ops whose types are inferred and verified before they
// are used. All errors name the node.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_NODEIMPORTER_H
#define DL_LIB_IMPORT_NODEIMPORTER_H

#include "Diagnostics.h"
#include "SizeTracker.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace onnx {
class AttributeProto;
class GraphProto;
class NodeProto;
class TensorProto;
} // namespace onnx

namespace dl::onnx_import {
class ExternalData;
class OperatorInfo;

/// Imports graphs that are attributes of nodes.
class SubgraphImporter {
public:
  virtual ~SubgraphImporter() = default;
  /// Builds the nodes of a graph at the builder's insertion point, with values for its
  /// inputs; the values of its outputs. All errors are reported.
  virtual mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  importSubgraph(onnx::GraphProto &graph, llvm::ArrayRef<mlir::Value> inputs,
                 ErrorFn emitError) = 0;
  /// A shape whose last dims bound those of a value, -2^63 for dims without a number: what the
  /// model declares of an output that is the value, or made of it element by element; nullopt for
  /// others.
  virtual std::optional<llvm::SmallVector<int64_t>>
  getDeclaredShape(llvm::StringRef name) const = 0;
};

class NodeImporter {
public:
  /// `loc` is where ops are built, `errorLoc` where errors are reported. `inputs`
  /// holds null for inputs that are left out.
  NodeImporter(onnx::NodeProto &proto, int64_t opset, mlir::Location loc, mlir::Location errorLoc,
               llvm::ArrayRef<mlir::Value> inputs, ExternalData &externalData,
               SubgraphImporter &subgraphs, SizeTracker &sizes, mlir::OpBuilder &builder);

  /// Checks inputs, outputs and attributes against the operator's row.
  llvm::LogicalResult checkSignature(const OperatorInfo &info);
  /// Builds the node: runs the operator's handler, around it the casts of an operator that is
  /// computed wide.
  llvm::LogicalResult run(const OperatorInfo &info);

  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }
  /// The opset that the model imports for this node's domain.
  int64_t getOpset() const { return opset; }
  /// An error at the node, which begins with operator and node name.
  mlir::InFlightDiagnostic emitError() const;

  // Inputs.
  unsigned getNumInputs() const { return inputs.size(); }
  llvm::ArrayRef<mlir::Value> getInputs() const { return inputs; }
  /// Null if the input is left out.
  mlir::Value getInput(unsigned index) const {
    return index < inputs.size() ? inputs[index] : mlir::Value();
  }
  /// Puts another value in the place of an input.
  void setInput(unsigned index, mlir::Value value) { inputs[index] = value; }
  mlir::RankedTensorType getInputType(unsigned index) const {
    return llvm::cast<mlir::RankedTensorType>(inputs[index].getType());
  }
  int64_t getInputRank(unsigned index) const { return getInputType(index).getRank(); }
  /// The values of an integer or bool input of rank 0 or 1, which must be constant;
  /// `what` names it in the error.
  mlir::FailureOr<llvm::SmallVector<int64_t>> getConstantInts(unsigned index,
                                                              llvm::StringRef what) const;
  /// The same of numbers of any type.
  mlir::FailureOr<llvm::SmallVector<double>> getConstantNumbers(unsigned index,
                                                                llvm::StringRef what) const;

  /// Integers of an input of rank 0 or 1 that are constant or follow from the sizes of the
  /// model's inputs.
  mlir::FailureOr<llvm::SmallVector<mlir::AffineExpr>> getSizes(unsigned index,
                                                                llvm::StringRef what) const;

  /// Whether an input is there of whose elements nothing is known before the run.
  bool isData(unsigned index) const;
  /// Refuses inputs with dims that only the data decide.
  llvm::LogicalResult checkCounts() const;

  /// An error if an input is not constant.
  llvm::LogicalResult requireConstant(unsigned index, llvm::StringRef what) const;

  /// The one number of an input, which must be constant.
  mlir::FailureOr<double> getConstantNumber(unsigned index, llvm::StringRef what) const;

  // Attributes that the row declares.
  bool hasAttribute(llvm::StringRef name) const { return findAttribute(name) != nullptr; }
  int64_t getInt(llvm::StringRef name, int64_t otherwise) const;
  float getFloat(llvm::StringRef name, float otherwise) const;
  llvm::StringRef getString(llvm::StringRef name, llvm::StringRef otherwise) const;
  llvm::SmallVector<int64_t> getInts(llvm::StringRef name,
                                     llvm::ArrayRef<int64_t> otherwise = {}) const;
  llvm::SmallVector<float> getFloats(llvm::StringRef name) const;
  llvm::SmallVector<llvm::StringRef> getStrings(llvm::StringRef name) const;
  /// Imports a graph attribute at the builder's insertion point.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> importGraph(llvm::StringRef name,
                                                              llvm::ArrayRef<mlir::Value> inputs);
  /// The same of a copy of the graph, which can be imported again.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  importGraphCopy(llvm::StringRef name, llvm::ArrayRef<mlir::Value> inputs);
  /// The values of a tensor attribute, which are moved out of the node.
  mlir::FailureOr<mlir::ElementsAttr> takeTensor(llvm::StringRef name);

  /// An axis in [0, rank), counted from the end if it is negative.
  mlir::FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank) const;
  /// Distinct axes in [0, rank), in order.
  mlir::FailureOr<llvm::SmallVector<int64_t>> normalizeAxes(llvm::ArrayRef<int64_t> axes,
                                                            int64_t rank) const;

  // Building.
  /// Builds an op with inferred result types; fails with an error at the node if
  /// operands or properties break the op's rules.
  template <typename OpTy>
  mlir::FailureOr<mlir::Value> create(mlir::ValueRange operands,
                                      const typename OpTy::Properties &properties) {
    mlir::OperationState state(loc, OpTy::getOperationName());
    state.addOperands(operands);
    state.getOrAddProperties<typename OpTy::Properties>() = properties;
    return create(state);
  }
  template <typename OpTy> mlir::FailureOr<mlir::Value> create(mlir::ValueRange operands) {
    mlir::OperationState state(loc, OpTy::getOperationName());
    state.addOperands(operands);
    return create(state);
  }
  /// Whether operators on small constants are computed at once, which they are at first.
  void setFolding(bool value) { folds = value; }
  mlir::FailureOr<mlir::Value> createConstant(mlir::ElementsAttr value);
  /// A tensor of rank 0.
  mlir::FailureOr<mlir::Value> createScalar(double value, mlir::FloatType type);
  /// The same, of integers too.
  mlir::FailureOr<mlir::Value> createNumber(double value, mlir::Type type);
  /// The 64-bit integers 0, 1, 2 … along dim `axis` of `rank`, whose other extents are 1; an error
  /// where that would be a huge constant.
  mlir::FailureOr<mlir::Value> createCounting(int64_t count, int64_t rank = 1, int64_t axis = 0);
  /// A tensor of 64-bit integers.
  mlir::FailureOr<mlir::Value> createIntegers(llvm::ArrayRef<int64_t> values,
                                              llvm::ArrayRef<int64_t> shape);
  /// A list of them.
  mlir::FailureOr<mlir::Value> createIntegers(llvm::ArrayRef<int64_t> values) {
    return createIntegers(values, static_cast<int64_t>(values.size()));
  }
  /// A tensor of one number.
  mlir::FailureOr<mlir::Value> createFilled(llvm::ArrayRef<int64_t> shape, mlir::Type type,
                                            double value);
  /// The value itself where it has that element type already. What is too large for a float
  /// of 8 bits becomes its largest number, unless it is not to saturate; the mode tells how
  /// powers of two are rounded.
  mlir::FailureOr<mlir::Value> createCast(mlir::Value value, mlir::Type elementType,
                                          bool saturate = true, llvm::StringRef roundMode = "up");
  /// The value itself where it has that shape already.
  mlir::FailureOr<mlir::Value> createBroadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  /// The value itself where it has that shape already.
  mlir::FailureOr<mlir::Value> createReshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  /// With entries for the dims that are open, as `graph.reshape` takes them.
  mlir::FailureOr<mlir::Value> createReshape(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                                             llvm::ArrayRef<int64_t> entries);

  // Sizes that only a run knows.
  SizeTracker &getSizeTracker() const { return sizes; }
  /// The dims of a value as expressions over the model's symbols.
  Dims getDims(mlir::Value value) const { return sizes.getDims(value); }
  mlir::AffineExpr getSize(int64_t value) const { return sizes.getConstant(value); }
  mlir::FailureOr<mlir::Value> createReshapeTo(mlir::Value value, const Dims &dims);
  mlir::FailureOr<mlir::Value> createBroadcastTo(mlir::Value value, const Dims &dims);
  /// A tensor of 64-bit integers that are sizes.
  mlir::FailureOr<mlir::Value> createSizes(llvm::ArrayRef<mlir::AffineExpr> values);
  /// A scalar of a type that is a size.
  mlir::FailureOr<mlir::Value> createSize(mlir::AffineExpr size, mlir::Type type);
  /// The same of what may be 0: a run refuses negative ones.
  mlir::FailureOr<mlir::Value> createOffset(mlir::AffineExpr offset, mlir::Type type);
  /// As `createCounting`, for any size.
  mlir::FailureOr<mlir::Value> createCounting(mlir::AffineExpr count, int64_t rank = 1,
                                              int64_t axis = 0);

  // Results.
  unsigned getNumOutputs() const { return results.size(); }
  bool hasOutput(unsigned index) const;
  /// The same of a result: the most that the run may make of a dim that nothing else bounds.
  std::optional<llvm::SmallVector<int64_t>> getDeclaredShape(unsigned index) const;
  /// Sets result `index`; always succeeds.
  llvm::LogicalResult setResult(mlir::Value value, unsigned index = 0);
  /// Sets the first result, or passes the failure on.
  llvm::LogicalResult setResult(mlir::FailureOr<mlir::Value> value);
  /// Null for results that the handler did not set.
  mlir::Value getResult(unsigned index) const { return results[index]; }

private:
  /// An operation that gives a value the shape `dims`, of which some are open.
  mlir::FailureOr<mlir::Value> createOfExtents(llvm::StringRef name, mlir::Value value,
                                               const Dims &dims);
  /// Lets an op read of operands with such dims only what counts.
  llvm::LogicalResult maskUncounted(mlir::OperationState &state);
  /// The dims of an op's result that only the data decide.
  mlir::FailureOr<llvm::SmallVector<CountedDim>> inferCounts(mlir::Operation *op);
  mlir::FailureOr<mlir::Value> createMasked(mlir::Value value, mlir::Attribute otherwise);
  void addOpenDims(mlir::InFlightDiagnostic &diagnostic) const;
  const onnx::AttributeProto *findAttribute(llvm::StringRef name) const;
  llvm::LogicalResult checkAttributes(llvm::StringRef words);
  mlir::FailureOr<mlir::Value> create(mlir::OperationState &state);
  mlir::ElementsAttr getConstantContents(mlir::Value value) const;

  bool folds = true;
  onnx::NodeProto &proto;
  int64_t opset;
  mlir::Location loc, errorLoc;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::Value> results;
  ExternalData &externalData;
  SubgraphImporter &subgraphs;
  SizeTracker &sizes;
  mlir::OpBuilder &builder;
};

/// Says which inputs would have to be constants for counted dims to be known, where numbers decide
/// them.
void addDeciders(mlir::InFlightDiagnostic &error, const SizeTracker &sizes,
                 llvm::ArrayRef<CountedDim> counts);
/// Says in an error which inputs of the model values depend on, to readers and to programs.
void addInputsToFix(mlir::InFlightDiagnostic &error, llvm::ArrayRef<mlir::Value> values);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_NODEIMPORTER_H
