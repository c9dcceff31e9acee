//===-- Isolate.cpp - a kernel alone ----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Isolate.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Isolate.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

/// True for constants and views of constants.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op) &&
         llvm::all_of(op->getOperands(), isConstant);
}

/// Copies what makes a constant.
static Value cloneConstant(Value value, OpBuilder &builder, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    cloneConstant(operand, builder, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Fills the body of the new @main with the call.
static void buildMain(func::CallOp call, func::FuncOp callee, func::FuncOp main) {
  OpBuilder builder(main.getContext());
  Block *body = main.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  SmallVector<Value> operands;
  size_t next = 0;
  for (Value operand : call.getOperands().drop_back(te::getNumDestinations(callee)))
    operands.push_back(isConstant(operand) ? cloneConstant(operand, builder, mapping)
                                           : body->getArgument(next++));
  // Destinations are arguments of @main too.
  llvm::append_range(operands, body->getArguments().drop_front(next));
  auto copy = func::CallOp::create(builder, call.getLoc(), callee, operands);
  func::ReturnOp::create(builder, call.getLoc(), copy.getResults());
}

/// Drops other kernels, and sequences that none names.
static void dropUnused(ModuleOp module) {
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
    if (function.isPrivate() && SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
  for (auto schedules : llvm::to_vector(module.getOps<ModuleOp>()))
    for (auto sequence : llvm::to_vector(schedules.getOps<transform::NamedSequenceOp>())) {
      auto isOf = [&](func::FuncOp kernel) {
        bool isNamed = false;
        for (NamedAttribute attribute : kernel->getAttrs())
          if (auto symbol = dyn_cast<SymbolRefAttr>(attribute.getValue()))
            isNamed |= symbol.getLeafReference() == sequence.getSymName();
        return isNamed;
      };
      if (llvm::none_of(module.getOps<func::FuncOp>(), isOf) &&
          SymbolTable::symbolKnownUseEmpty(sequence, schedules))
        sequence.erase();
    }
}

OwningOpRef<ModuleOp> dl::debugging::isolateKernel(ModuleOp module, const ObservedCall &observed,
                                                   SmallVectorImpl<Tensor> &inputs) {
  auto call = dyn_cast_or_null<func::CallOp>(observed.op);
  if (!call)
    return nullptr;
  OwningOpRef<ModuleOp> result = module.clone();
  auto callee = result->lookupSymbol<func::FuncOp>(call.getCallee());
  auto old = result->lookupSymbol<func::FuncOp>("main");
  if (!callee || !te::isKernel(callee) || !old)
    return nullptr;
  OpBuilder builder(module.getContext());
  unsigned destinations = te::getNumDestinations(callee);
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  auto addArgument = [&](Type type, const Twine &name, bool isDestination) {
    NamedAttrList list;
    list.set(DlDialect::getNameAttrName(), builder.getStringAttr(name));
    if (isDestination)
      list.set(te::TeDialect::getDestinationAttrName(), builder.getUnitAttr());
    types.push_back(type);
    attributes.push_back(list.getDictionary(module.getContext()));
  };
  for (auto [i, operand] : llvm::enumerate(call.getOperands().drop_back(destinations))) {
    if (isConstant(operand))
      continue;
    addArgument(operand.getType(), "operand" + Twine(i), /*isDestination=*/false);
    inputs.push_back(observed.operands[i]);
  }
  SmallVector<DictionaryAttr> resultAttributes;
  for (auto [i, type] : llvm::enumerate(call.getResultTypes())) {
    addArgument(type, "result" + Twine(i), /*isDestination=*/true);
    NamedAttrList list;
    list.set(DlDialect::getNameAttrName(), builder.getStringAttr("result" + Twine(i)));
    resultAttributes.push_back(list.getDictionary(module.getContext()));
  }
  auto main = func::FuncOp::create(old.getLoc(), "main",
                                   builder.getFunctionType(types, call.getResultTypes()));
  buildMain(call, callee, main);
  main.setAllArgAttrs(attributes);
  main.setAllResultAttrs(resultAttributes);
  result->insert(old, main);
  old.erase();
  dropUnused(*result);
  return result;
}
