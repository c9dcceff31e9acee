//===-- Training.cpp - steps of optimizers ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adagrad (Duchi et al. 2011), Adam (Kingma and Ba 2015) and Momentum of the domain
// ai.onnx.preview.training. Inputs are the learning rate, the number of steps so far, then
// all parameters, all gradients and the states that the optimizer keeps for each.
//
//===----------------------------------------------------------------------===//
#include "Domains.h"

#include "../GraphExpression.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// What optimizers read and write: `numStates` tensors for each parameter.
class OptimizerStep {
public:
  OptimizerStep(NodeImporter &node, unsigned numStates)
      : node(node), graph(node), numStates(numStates),
        count((node.getNumInputs() - 2) / (2 + numStates)) {}

  LogicalResult check() {
    unsigned given = node.getNumInputs() - 2;
    if (given % (2 + numStates) != 0 || count == 0 ||
        node.getNumOutputs() > count * (1 + numStates))
      return node.emitError() << "expected " << 2 + numStates
                              << " inputs for each parameter behind the first two, got " << given;
    return success();
  }
  unsigned getCount() const { return count; }
  Value rate() { return node.getInput(0); }
  Value parameter(unsigned i) { return node.getInput(2 + i); }
  Value state(unsigned number, unsigned i) { return node.getInput(2 + (2 + number) * count + i); }
  /// The gradient with that of the parameters' norm.
  Value gradient(unsigned i) {
    Value decay = times(parameter(i), node.getFloat("norm_coefficient", 0));
    return graph.add(decay, node.getInput(2 + count + i));
  }
  Value times(Value x, double factor) { return graph.mul(x, graph.scalar(x, factor)); }
  /// The number of steps in the type of a parameter.
  Value steps(Value like) {
    return graph.cast(node.getInput(1), cast<RankedTensorType>(like.getType()).getElementType());
  }
  LogicalResult finish(Value value, unsigned list, unsigned i) {
    return graph.finish(value, list * count + i);
  }

  NodeImporter &node;
  GraphExpression graph;

private:
  unsigned numStates, count;
};
} // namespace

static LogicalResult importAdagrad(NodeImporter &node) {
  OptimizerStep step(node, /*numStates=*/1);
  if (failed(step.check()))
    return failure();
  GraphExpression &graph = step.graph;
  for (unsigned i = 0; i < step.getCount(); ++i) {
    Value x = step.parameter(i), gradient = step.gradient(i);
    Value decay = step.times(step.steps(x), node.getFloat("decay_factor", 0));
    Value rate = graph.div(step.rate(), graph.add(decay, graph.scalar(x, 1)));
    Value squares = graph.add(step.state(0, i), graph.mul(gradient, gradient));
    Value root = graph.add(graph.sqrt(squares), graph.scalar(x, node.getFloat("epsilon", 1e-6f)));
    Value next = graph.sub(x, graph.div(graph.mul(rate, gradient), root));
    if (failed(step.finish(next, 0, i)) || failed(step.finish(squares, 1, i)))
      return failure();
  }
  return success();
}

static LogicalResult importAdam(NodeImporter &node) {
  OptimizerStep step(node, /*numStates=*/2);
  if (failed(step.check()))
    return failure();
  GraphExpression &graph = step.graph;
  double alpha = node.getFloat("alpha", 0.9f), beta = node.getFloat("beta", 0.999f);
  for (unsigned i = 0; i < step.getCount(); ++i) {
    Value x = step.parameter(i), gradient = step.gradient(i), steps = step.steps(x);
    Value one = graph.scalar(x, 1), zero = graph.scalar(x, 0);
    Value mean = graph.add(step.times(step.state(0, i), alpha), step.times(gradient, 1 - alpha));
    Value squares = graph.add(step.times(step.state(1, i), beta),
                              step.times(graph.mul(gradient, gradient), 1 - beta));
    Value root = graph.add(graph.sqrt(squares), graph.scalar(x, node.getFloat("epsilon", 1e-6f)));
    // Both averages began at 0, which the first steps make up for.
    auto power = [&](double base) {
      return graph.sub(one, graph.make<graph::PowOp>({graph.scalar(x, base), steps}));
    };
    Value isLater = graph.make<graph::LessOp>({zero, steps});
    Value adjusted = graph.div(graph.mul(step.rate(), graph.sqrt(power(beta))), power(alpha));
    Value rate = graph.make<graph::WhereOp>({isLater, adjusted, step.rate()});
    Value next = graph.sub(x, graph.div(graph.mul(rate, mean), root));
    next = step.times(next, 1 - node.getFloat("norm_coefficient_post", 0));
    if (failed(step.finish(next, 0, i)) || failed(step.finish(mean, 1, i)) ||
        failed(step.finish(squares, 2, i)))
      return failure();
  }
  return success();
}

static LogicalResult importMomentum(NodeImporter &node) {
  OptimizerStep step(node, /*numStates=*/1);
  StringRef mode = node.getString("mode", "");
  if (failed(step.check()))
    return failure();
  if (mode != "standard" && mode != "nesterov")
    return node.emitError() << "expected 'mode' to be standard or nesterov, got " << quoted(mode);
  GraphExpression &graph = step.graph;
  double alpha = node.getFloat("alpha", 0), beta = node.getFloat("beta", 0);
  for (unsigned i = 0; i < step.getCount(); ++i) {
    Value x = step.parameter(i), gradient = step.gradient(i);
    Value isLater = graph.make<graph::LessOp>({graph.scalar(x, 0), step.steps(x)});
    Value factor = graph.make<graph::WhereOp>({isLater, graph.scalar(x, beta), graph.scalar(x, 1)});
    Value speed = graph.add(step.times(step.state(0, i), alpha), graph.mul(factor, gradient));
    Value direction = mode == "standard" ? speed : graph.add(gradient, step.times(speed, alpha));
    Value next = graph.sub(x, graph.mul(step.rate(), direction));
    if (failed(step.finish(next, 0, i)) || failed(step.finish(speed, 1, i)))
      return failure();
  }
  return success();
}

void dl::onnx_import::addTrainingOperators(OperatorTable &table) {
  constexpr unsigned any = OperatorInfo::any;
  constexpr StringLiteral domain = "ai.onnx.preview.training.";
  table.add((domain + "Adagrad").str(), {1}, importAdagrad)
      .inputs(3, any)
      .outputs(any)
      .attributes("decay_factor:float epsilon:float norm_coefficient:float");
  table.add((domain + "Adam").str(), {1}, importAdam)
      .inputs(3, any)
      .outputs(any)
      .attributes("alpha:float beta:float epsilon:float norm_coefficient:float "
                  "norm_coefficient_post:float");
  table.add((domain + "Momentum").str(), {1}, importMomentum)
      .inputs(3, any)
      .outputs(any)
      .attributes("alpha:float! beta:float! mode:string! norm_coefficient:float!");
}
