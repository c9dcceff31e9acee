//===-- SizeValues.cpp - arguments that are sizes ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SizeValues.h.
//
//===----------------------------------------------------------------------===//
#include "SizeValues.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Dl/IR/SizeValues.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace dl;

/// Notes the sizes that the dims of an argument name.
static void readNames(func::FuncOp main, unsigned argument, ArrayRef<int64_t> shape,
                      llvm::StringMap<int64_t> &sizes) {
  auto dims = main.getArgAttrOfType<ArrayAttr>(argument, DlDialect::getDimsAttrName());
  if (!dims)
    return;
  for (auto [dim, extent] : llvm::zip(dims, shape))
    if (auto name = dyn_cast<StringAttr>(dim))
      sizes.try_emplace(name.getValue(), extent);
}

FailureOr<SmallVector<Tensor>> dl::reference::addSizeValues(func::FuncOp main,
                                                            ArrayRef<Tensor> inputs) {
  SmallVector<Tensor> arguments(inputs);
  llvm::StringMap<int64_t> sizes;
  for (auto [i, input] : llvm::enumerate(inputs))
    if (i < main.getNumArguments())
      readNames(main, i, input.getShape(), sizes);
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    std::optional<SizeValue> value = SizeValue::get(main.getArgAttr(i, sizeValueAttrName));
    if (!value)
      continue;
    int64_t size = 0;
    if (value->input < static_cast<int64_t>(inputs.size()) &&
        value->element < inputs[value->input].getNumElements())
      size = inputs[value->input].getAsInteger(value->element);
    if (size < 1)
      return main.emitError("expected a positive size in element ")
             << value->element << " of input " << value->input << ", got " << size;
    if (value->kind != SizeValue::Element) {
      auto name = dyn_cast<StringAttr>(value->bound);
      int64_t bound =
          name ? sizes.lookup(name.getValue()) : cast<IntegerAttr>(value->bound).getInt();
      int64_t way = value->kind == SizeValue::Above ? size - bound : bound - size;
      size = 1 + std::max<int64_t>(way, 0);
    }
    arguments.push_back(Tensor(ElementType::I8, {size, 0}));
    readNames(main, i, {size, 0}, sizes);
  }
  return arguments;
}
