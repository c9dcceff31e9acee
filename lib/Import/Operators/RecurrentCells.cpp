//===-- RecurrentCells.cpp - one step of LSTM, GRU and RNN ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one step of each recurrent operator computes.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../Operators.h"
#include "RecurrentCell.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {

/// Gates in the order input, output, forget, cell.
class LstmCell : public RecurrentCell {
public:
  explicit LstmCell(NodeImporter &node) : RecurrentCell(node, {"Sigmoid", "Tanh", "Tanh"}) {}

private:
  LogicalResult readCell() override {
    couplesGates = node.getInt("input_forget", 0) != 0;
    return success(succeeded(checkShape(5, stateShape(), "initial_h")) &&
                   succeeded(checkShape(6, stateShape(), "initial_c")) &&
                   succeeded(checkShape(7, {numDirections, 3 * hidden}, "P")));
  }

  SmallVector<Value> runDirection() override {
    weights = ofDirection(node.getInput(2));
    if (Value given = node.getInput(7)) {
      Value all = ofDirection(given);
      for (unsigned i = 0; i < 3; ++i)
        peepholes[i] = slice(all, 0, i * hidden, hidden);
    }
    return scan({initialState(5), initialState(6)}, project(sumOfBiases()));
  }

  /// A gate's part of the sums, with the cell's state seen through a peephole.
  Value gate(Value sums, unsigned number, unsigned peephole, Value cell) {
    Value part = slice(sums, 1, number * hidden, hidden);
    return peepholes[peephole] ? add(part, mul(peepholes[peephole], cell)) : part;
  }

  void step(ArrayRef<Value> states, Value input, SmallVectorImpl<Value> &next) override {
    Value h = states[0], c = states[1];
    Value sums = gemm(h, weights, input);
    Value i = activate(0, gate(sums, 0, 0, c));
    Value f = couplesGates ? sub(scalar(1), i) : activate(0, gate(sums, 2, 2, c));
    Value fresh = activate(1, slice(sums, 1, 3 * hidden, hidden));
    Value cell = add(mul(f, c), mul(i, fresh));
    Value o = activate(0, gate(sums, 1, 1, cell));
    next.push_back(mul(o, activate(2, cell, /*clips=*/false)));
    next.push_back(cell);
  }

  Value weights, peepholes[3];
  bool couplesGates = false;
};

/// Gates in the order update, reset, hidden.
class GruCell : public RecurrentCell {
public:
  explicit GruCell(NodeImporter &node) : RecurrentCell(node, {"Sigmoid", "Tanh"}) {}

private:
  LogicalResult readCell() override {
    resetsProduct = node.getInt("linear_before_reset", 0) != 0;
    return checkShape(5, stateShape(), "initial_h");
  }

  SmallVector<Value> runDirection() override {
    Value all = ofDirection(node.getInput(2));
    if (resetsProduct) {
      weights = all;
      stateBias = bias(/*ofState=*/true);
      return scan({initialState(5)}, project(bias(false)));
    }
    weights = slice(all, 0, 0, 2 * hidden);
    hiddenWeights = slice(all, 0, 2 * hidden, hidden);
    return scan({initialState(5)}, project(sumOfBiases()));
  }

  void step(ArrayRef<Value> states, Value input, SmallVectorImpl<Value> &next) override {
    Value h = states[0];
    Value gates = slice(input, 1, 0, 2 * hidden), fresh = slice(input, 1, 2 * hidden, hidden);
    Value product = gemm(h, weights, resetsProduct ? stateBias : gates);
    Value sums = resetsProduct ? add(slice(product, 1, 0, 2 * hidden), gates) : product;
    Value z = activate(0, slice(sums, 1, 0, hidden));
    Value r = activate(0, slice(sums, 1, hidden, hidden));
    if (resetsProduct)
      fresh = add(fresh, mul(r, slice(product, 1, 2 * hidden, hidden)));
    else
      fresh = gemm(mul(r, h), hiddenWeights, fresh);
    fresh = activate(1, fresh);
    next.push_back(add(mul(sub(scalar(1), z), fresh), mul(z, h)));
  }

  Value weights, hiddenWeights, stateBias;
  bool resetsProduct = false;
};

class RnnCell : public RecurrentCell {
public:
  explicit RnnCell(NodeImporter &node) : RecurrentCell(node, {"Tanh"}) {}

private:
  LogicalResult readCell() override { return checkShape(5, stateShape(), "initial_h"); }

  SmallVector<Value> runDirection() override {
    weights = ofDirection(node.getInput(2));
    return scan({initialState(5)}, project(sumOfBiases()));
  }

  void step(ArrayRef<Value> states, Value input, SmallVectorImpl<Value> &next) override {
    next.push_back(activate(0, gemm(states[0], weights, input)));
  }

  Value weights;
};

} // namespace

static LogicalResult importLstm(NodeImporter &node) {
  return LstmCell(node).run(/*numGates=*/4, /*numStates=*/2);
}

static LogicalResult importGru(NodeImporter &node) {
  return GruCell(node).run(/*numGates=*/3, /*numStates=*/1);
}

static LogicalResult importRnn(NodeImporter &node) {
  return RnnCell(node).run(/*numGates=*/1, /*numStates=*/1);
}

void dl::onnx_import::addRecurrentOperators(OperatorTable &table) {
  using Info = OperatorInfo;
  auto add = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler, unsigned maxInputs,
                 unsigned maxOutputs, StringLiteral attributes) {
    table.add(name, versions, handler)
        .inputs(3, maxInputs)
        .outputs(maxOutputs)
        .elements(Info::Floats)
        .wide()
        .attributes(attributes);
  };
  // `output_sequence` only told runtimes what they may leave out.
#define COMMON                                                                                     \
  "activation_alpha:floats activation_beta:floats activations:strings clip:float "                 \
  "direction:string hidden_size:int "
  add("LSTM", {1}, importLstm, 8, 3, COMMON "input_forget:int output_sequence:int");
  add("LSTM", {7}, importLstm, 8, 3, COMMON "input_forget:int");
  add("LSTM", {14, 22}, importLstm, 8, 3, COMMON "input_forget:int layout:int");
  add("GRU", {1}, importGru, 6, 2, COMMON "output_sequence:int");
  add("GRU", {3}, importGru, 6, 2, COMMON "linear_before_reset:int output_sequence:int");
  add("GRU", {7}, importGru, 6, 2, COMMON "linear_before_reset:int");
  add("GRU", {14, 22}, importGru, 6, 2, COMMON "layout:int linear_before_reset:int");
  add("RNN", {1}, importRnn, 6, 2, COMMON "output_sequence:int");
  add("RNN", {7}, importRnn, 6, 2, COMMON);
  add("RNN", {14, 22}, importRnn, 6, 2, COMMON "layout:int");
#undef COMMON
}
