//===-- RecurrentCell.h - recurrent networks --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LSTM, GRU and RNN share: inputs and attributes, activations, the loop over the
// steps. A cell adds what one step computes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_RECURRENTCELL_H
#define DL_LIB_IMPORT_OPERATORS_RECURRENTCELL_H

#include "../NodeImporter.h"

#include "dl/Dialect/Graph/IR/Graph.h"

namespace dl::onnx_import {

class RecurrentCell {
public:
  RecurrentCell(NodeImporter &node, llvm::ArrayRef<llvm::StringRef> defaultActivations);
  virtual ~RecurrentCell() = default;

  /// Builds all directions and sets the node's results.
  llvm::LogicalResult run(unsigned numGates, unsigned numStates);

protected:
  /// Reads and checks what only this cell has.
  virtual llvm::LogicalResult readCell() { return llvm::success(); }
  /// The last states of one direction, and all values of the first one.
  virtual llvm::SmallVector<mlir::Value> runDirection() = 0;
  /// The states after a step, from those before and the input's products.
  virtual void step(llvm::ArrayRef<mlir::Value> states, mlir::Value input,
                    llvm::SmallVectorImpl<mlir::Value> &next) = 0;

  llvm::LogicalResult checkShape(unsigned input, llvm::ArrayRef<int64_t> shape,
                                 llvm::StringRef what);
  /// The shape of initial and last states.
  llvm::SmallVector<int64_t> stateShape() const {
    if (batchFirst)
      return {batch, numDirections, hidden};
    return {numDirections, batch, hidden};
  }
  mlir::Value ofDirection(mlir::Value value, bool isState = false);
  mlir::Value initialState(unsigned input);
  mlir::Value project(mlir::Value bias);
  mlir::Value bias(bool ofState);
  mlir::Value sumOfBiases();
  llvm::SmallVector<mlir::Value> scan(llvm::ArrayRef<mlir::Value> states, mlir::Value inputs);
  /// Activation `number` of the direction, behind the clip if it is one of a gate.
  mlir::Value activate(unsigned number, mlir::Value x, bool clips = true);

  // Operators on values; null after an error, which is reported once.
  mlir::Value checked(mlir::FailureOr<mlir::Value> value);
  mlir::Value scalar(double value);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value slice(mlir::Value value, int64_t dim, int64_t start, int64_t size);
  mlir::Value gemm(mlir::Value a, mlir::Value b, mlir::Value c);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  template <typename OpTy> mlir::Value unary(mlir::Value x) {
    return hasFailed ? mlir::Value() : checked(node.create<OpTy>(x));
  }
  template <typename OpTy> mlir::Value unary(mlir::Value x, float alpha) {
    typename OpTy::Properties properties;
    properties.alpha = builder.getF32FloatAttr(alpha);
    return hasFailed ? mlir::Value() : checked(node.create<OpTy>(x, properties));
  }
  template <typename OpTy> mlir::Value binary(mlir::Value x, mlir::Value y) {
    return hasFailed ? mlir::Value() : checked(node.create<OpTy>({x, y}));
  }
  mlir::Value add(mlir::Value x, mlir::Value y) { return binary<graph::AddOp>(x, y); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return binary<graph::SubOp>(x, y); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return binary<graph::MulOp>(x, y); }
  mlir::Value div(mlir::Value x, mlir::Value y) { return binary<graph::DivOp>(x, y); }
  mlir::Value maximum(mlir::Value x, mlir::Value y) { return binary<graph::MaximumOp>(x, y); }
  mlir::Value minimum(mlir::Value x, mlir::Value y) { return binary<graph::MinimumOp>(x, y); }
  mlir::Value clip(mlir::Value value);

  NodeImporter &node;
  mlir::OpBuilder &builder;
  mlir::FloatType elementType;
  int64_t steps = 0, batch = 0, inputSize = 0, hidden = 0, numDirections = 1, direction = 0;
  /// The first two as sizes, which may be known only at run time.
  mlir::AffineExpr stepsSize, batchSize;
  bool hasFailed = false;

private:
  struct Activation {
    llvm::StringRef name;
    float alpha, beta;
  };

  llvm::LogicalResult read(unsigned numGates);
  llvm::LogicalResult readActivations();
  mlir::Value stepMask(mlir::Value number);
  mlir::Value select(mlir::Value mask, mlir::Value x, mlir::Value y);
  mlir::Value join(llvm::ArrayRef<mlir::Value> parts, int64_t dim);

  llvm::SmallVector<llvm::StringRef> defaultActivations;
  llvm::SmallVector<Activation> activations;
  std::optional<float> clipAt;
  bool firstReversed = false, batchFirst = false;
  /// The lengths of the sequences, checked; null where all have all steps.
  mlir::Value lengths;
};

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_RECURRENTCELL_H
