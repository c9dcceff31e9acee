//===-- PrepackOperands.cpp - callers pack operands -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel argument whose layout was transformed names the kernel that packs it.
// Constants are packed now by the te interpreter, so that the weights that are
// shipped are the packed ones; other values are packed by a call.
//
//===----------------------------------------------------------------------===//
#include "PrepackOperands.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Reference/TeInterpreter.h"
#include "dl/Support/ResourceUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
/// Rewrites the calls of a module.
class Prepacker {
public:
  Prepacker(ModuleOp module, bool releaseConstants) : module(module), symbols(module) {
    if (releaseConstants)
      uses.emplace(module);
  }
  LogicalResult run();

private:
  LogicalResult packOperand(func::CallOp call, unsigned argument, func::FuncOp packer);
  FailureOr<ElementsAttr> packConstant(ElementsAttr constant, func::FuncOp packer);

  ModuleOp module;
  SymbolTable symbols;
  std::optional<ResourceUses> uses;
  /// Packed constants by constant and packer: equal operands stay one.
  llvm::DenseMap<std::pair<Attribute, Operation *>, ElementsAttr> packed;
};
} // namespace

FailureOr<ElementsAttr> Prepacker::packConstant(ElementsAttr constant, func::FuncOp packer) {
  ElementsAttr &result = packed[{constant, packer}];
  if (result)
    return result;
  std::optional<Tensor> tensor = getTensor(constant);
  if (!tensor)
    return packer.emitError("cannot pack a constant of type ") << constant.getType();
  auto values = reference::evaluateKernel(packer, {*tensor});
  if (failed(values))
    return failure();
  result = getResourceAttr(values->front(), module.getContext(), packer.getSymName());
  return result;
}

LogicalResult Prepacker::packOperand(func::CallOp call, unsigned argument, func::FuncOp packer) {
  OpBuilder builder(call);
  Value operand = call.getOperand(argument);
  auto type = cast<RankedTensorType>(packer.getResultTypes().front());
  if (auto constant = operand.getDefiningOp<arith::ConstantOp>()) {
    FailureOr<ElementsAttr> value = packConstant(cast<ElementsAttr>(constant.getValue()), packer);
    if (failed(value))
      return failure();
    builder.setInsertionPoint(constant);
    Value replacement = arith::ConstantOp::create(builder, constant.getLoc(), type, *value);
    call.setOperand(argument, replacement);
    if (!constant.use_empty())
      return success();
    if (uses)
      uses->eraseConstant(constant);
    else
      constant.erase();
    return success();
  }
  Value destination =
      tensor::EmptyOp::create(builder, call.getLoc(), type.getShape(), type.getElementType());
  auto packing =
      func::CallOp::create(builder, call.getLoc(), packer, ValueRange{operand, destination});
  call.setOperand(argument, packing.getResult(0));
  return success();
}

LogicalResult Prepacker::run() {
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) { calls.push_back(call); });
  llvm::SetVector<Operation *> packers;
  for (func::CallOp call : calls) {
    auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!kernel)
      continue;
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
      auto name =
          kernel.getArgAttrOfType<FlatSymbolRefAttr>(i, ScheduleDialect::getPrepackAttrName());
      if (!name)
        continue;
      auto packer = symbols.lookup<func::FuncOp>(name.getValue());
      if (!packer)
        return kernel.emitError("expected the attribute ")
               << ScheduleDialect::getPrepackAttrName() << " of argument " << i
               << " to name a kernel, got " << name;
      if (failed(packOperand(call, i, packer)))
        return failure();
      packers.insert(packer);
    }
  }
  for (auto kernel : module.getOps<func::FuncOp>())
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
      kernel.removeArgAttr(i, ScheduleDialect::getPrepackAttrName());
  SymbolTableCollection tables;
  SymbolUserMap users(tables, module);
  for (Operation *packer : packers)
    if (users.useEmpty(packer))
      symbols.erase(packer);
  return success();
}

LogicalResult dl::schedule::prepackOperands(ModuleOp module, bool releaseConstants) {
  return Prepacker(module, releaseConstants).run();
}
