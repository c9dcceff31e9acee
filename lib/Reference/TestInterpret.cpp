//===-- TestInterpret.cpp - interpret functions in tests -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test-interpret: evaluates the functions that say what they expect.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Reference/Interpreter.h"
#include "dl/Reference/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::reference {
#define GEN_PASS_DEF_TESTINTERPRETPASS
#include "dl/Reference/Passes.h.inc"
} // namespace dl::reference

using namespace mlir;
using namespace dl;
using namespace dl::reference;

namespace {
constexpr llvm::StringLiteral inputName = DlDialect::getTestInputAttrName(),
                              expectedName = DlDialect::getTestExpectedAttrName();

struct TestInterpret : dl::reference::impl::TestInterpretPassBase<TestInterpret> {
  using TestInterpretPassBase::TestInterpretPassBase;

  void runOnOperation() override {
    bool isGood = true;
    for (auto func : getOperation().getOps<func::FuncOp>())
      isGood &= succeeded(testFunction(func));
    if (!isGood)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult testFunction(func::FuncOp func) {
    SmallVector<Tensor> expected, inputs;
    for (unsigned i = 0, e = func.getNumResults(); i != e; ++i)
      if (auto attribute = func.getResultAttrOfType<ElementsAttr>(i, expectedName))
        expected.push_back(getTensor(attribute).value_or(Tensor()));
    if (expected.empty())
      return success();
    for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
      if (auto attribute = func.getArgAttrOfType<ElementsAttr>(i, inputName))
        inputs.push_back(getTensor(attribute).value_or(Tensor()));

    FailureOr<SmallVector<Tensor>> results =
        runFunction(func, inputs, [&](Operation *op, ArrayRef<Tensor>, ArrayRef<Tensor> values) {
          if (trace)
            op->emitRemark("evaluated ") << values.size() << " results";
        });
    if (failed(results))
      return failure();
    if (results->size() != expected.size())
      return func.emitError("expected '") << expectedName << "' on each of the " << results->size()
                                          << " results, got " << expected.size();
    for (auto [i, result, reference] : llvm::enumerate(*results, expected))
      if (failed(testResult(func, i, result, reference)))
        return failure();
    return success();
  }

  LogicalResult testResult(func::FuncOp func, unsigned index, const Tensor &result,
                           const Tensor &reference) {
    if (result.getElementType() != reference.getElementType() ||
        result.getShape() != reference.getShape())
      return func.emitError("expected result ")
             << index << " of " << reference.getNumElements() << " "
             << stringify(reference.getElementType()) << ", got " << result.getNumElements() << " "
             << stringify(result.getElementType()) << " or another shape";
    Difference difference = compare(result, reference);
    if (difference.getRelative() <= tolerance)
      return success();
    return func.emitError("expected element ")
           << difference.position << " of result " << index << " to be "
           << std::to_string(reference.getAsDouble(difference.position)) << ", got "
           << std::to_string(result.getAsDouble(difference.position));
  }
};
} // namespace
