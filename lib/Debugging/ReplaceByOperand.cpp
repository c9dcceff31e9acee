//===-- ReductionPatterns.cpp - how upstream's reducer simplifies -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What graph and te tell mlir-reduce: the patterns by which it makes programs smaller.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Reduce.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace dl;

namespace {
/// f(x, y) -> x, where it has the type of f's result.
struct ReplaceByOperand : RewritePattern {
  ReplaceByOperand(MLIRContext *context, bool isGraph)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context), isGraph(isGraph) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || !isOurs(op))
      return rewriter.notifyMatchFailure(op, "not an operator with one result");
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType()) {
        rewriter.replaceOp(op, operand);
        return success();
      }
    return rewriter.notifyMatchFailure(op, "no operand has the type of the result");
  }

private:
  /// An operator of the graph, or a stage or scalar operation of a kernel.
  bool isOurs(Operation *op) const {
    if (isGraph)
      return isa_and_nonnull<graph::GraphDialect>(op->getDialect());
    return isa_and_nonnull<te::TeDialect>(op->getDialect()) ||
           (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
            op->getParentOfType<te::ComputeOp>());
  }

  bool isGraph;
};

struct GraphReduction : DialectReductionPatternInterface {
  explicit GraphReduction(Dialect *dialect) : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<ReplaceByOperand>(patterns.getContext(), /*isGraph=*/true);
  }
};

struct TeReduction : DialectReductionPatternInterface {
  explicit TeReduction(Dialect *dialect) : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<ReplaceByOperand>(patterns.getContext(), /*isGraph=*/false);
  }
};
} // namespace

void dl::debugging::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, graph::GraphDialect *dialect) {
    dialect->addInterface<GraphReduction>();
  });
  registry.addExtension(
      +[](MLIRContext *, te::TeDialect *dialect) { dialect->addInterface<TeReduction>(); });
}
