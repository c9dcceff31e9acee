//===-- SizeValues.cpp - sizes that values of inputs decide -----*- C++ -*-===//
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
#include "dl/Dialect/Dl/IR/SizeValues.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace dl {

static constexpr llvm::StringLiteral inputName = "input", elementName = "element",
                                     aboveName = "above", belowName = "below";

std::optional<SizeValue> SizeValue::get(Attribute attribute) {
  auto entries = dyn_cast_or_null<DictionaryAttr>(attribute);
  if (!entries)
    return std::nullopt;
  auto isNumber = [](Attribute value) {
    auto number = dyn_cast_or_null<IntegerAttr>(value);
    return number && number.getType().isInteger(64) && number.getInt() >= 0;
  };
  Attribute input = entries.get(inputName), element = entries.get(elementName);
  if (!isNumber(input) || !isNumber(element))
    return std::nullopt;
  SizeValue value{Element, cast<IntegerAttr>(input).getInt(), cast<IntegerAttr>(element).getInt()};
  for (auto [name, kind] : {std::pair(aboveName, Above), std::pair(belowName, Below)})
    if (Attribute bound = entries.get(name)) {
      value.kind = kind;
      value.bound = bound;
    }
  auto text = dyn_cast_or_null<StringAttr>(value.bound);
  bool isSize = !value.bound || isNumber(value.bound) || (text && !text.empty());
  return isSize && entries.size() == (value.bound ? 3 : 2) ? std::optional(value) : std::nullopt;
}

DictionaryAttr SizeValue::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList entries;
  entries.set(inputName, builder.getI64IntegerAttr(input));
  entries.set(elementName, builder.getI64IntegerAttr(element));
  if (kind != Element)
    entries.set(kind == Above ? aboveName : belowName, bound);
  return entries.getDictionary(context);
}

} // namespace dl
