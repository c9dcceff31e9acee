//===-- ModelSizes.cpp - sizes that the user gives --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ModelImporter that closes open dims of inputs, by their names, or by input
// and dim, and that makes sizes of the elements of inputs.
//
//===----------------------------------------------------------------------===//
#include "ModelImporter.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "onnx/onnx_pb.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

bool dl::onnx_import::isOpen(const onnx::TensorShapeProto_Dimension &dim) {
  return !dim.has_dim_value() || dim.dim_value() == -1;
}

LogicalResult ModelImporter::applySizes() {
  llvm::SetVector<StringRef> names;
  std::vector<std::string> places;
  llvm::StringMap<bool> used;
  for (const auto &[name, size] : given) {
    used[name] = false;
    if (size < 1)
      emitModelError() << "expected sizes of at least 1, got " << size << " for " << quoted(name);
  }
  for (onnx::ValueInfoProto &input : *graph.mutable_input()) {
    bool isTensor = input.type().has_tensor_type() && input.type().tensor_type().has_shape();
    if (values.lookup(input.name()).kind == NamedValue::Initializer || !isTensor)
      continue;
    auto *shape = input.mutable_type()->mutable_tensor_type()->mutable_shape();
    for (int i = 0; i < shape->dim_size(); ++i) {
      onnx::TensorShapeProto_Dimension &dim = *shape->mutable_dim(i);
      std::string place = input.name() + "." + std::to_string(i);
      auto byPlace = given.find(place), byName = given.find(dim.dim_param());
      if (byPlace != given.end())
        used[place] = true;
      if (!isOpen(dim)) {
        if (byPlace != given.end() && byPlace->second != dim.dim_value())
          emitModelError() << "expected sizes for dims that are open, got " << byPlace->second
                           << " for " << quoted(place) << ", which is " << dim.dim_value();
        continue;
      }
      places.push_back(place);
      if (!dim.dim_param().empty())
        names.insert(dim.dim_param());
      bool isNamed = !dim.dim_param().empty() && byName != given.end();
      if (isNamed)
        used[dim.dim_param()] = true;
      if (isNamed && byPlace != given.end() && byName->second != byPlace->second)
        emitModelError() << "expected one size for " << quoted(place) << ", got " << byPlace->second
                         << ", and " << byName->second << " by the name "
                         << quoted(dim.dim_param());
      if (byPlace != given.end())
        dim.set_dim_value(byPlace->second);
      else if (isNamed)
        dim.set_dim_value(byName->second);
    }
  }
  for (const auto &[name, isUsed] : used) {
    if (isUsed)
      continue;
    std::string open;
    for (StringRef known : names)
      open += (open.empty() ? "" : ", ") + known.str();
    for (const std::string &place : places)
      open += (open.empty() ? "" : ", ") + place;
    emitModelError() << "expected sizes for dims that the model's inputs leave open ("
                     << (open.empty() ? "there are none" : open) << "), got " << quoted(name);
  }
  return success(numErrors == 0);
}

AffineExpr ModelImporter::addSize(func::FuncOp function, StringRef name, const SizeValue &value) {
  SmallVector<Attribute> dims = {builder.getStringAttr(name), builder.getI64IntegerAttr(0)};
  NamedAttrList attributes;
  attributes.set(DlDialect::getDimsAttrName(), builder.getArrayAttr(dims));
  attributes.set(sizeValueAttrName, value.toAttribute(context));
  unsigned number = function.getNumArguments();
  auto type = RankedTensorType::get({ShapedType::kDynamic, 0}, builder.getI8Type());
  (void)function.insertArgument(number, type, attributes.getDictionary(context), getLocation(name));
  BlockArgument argument = function.getArgument(number);
  sizes->addArgument(argument);
  return sizes->getDims(argument).front();
}

AffineExpr ModelImporter::getBound(func::FuncOp function, Attribute bound) {
  if (auto number = dyn_cast<IntegerAttr>(bound))
    return sizes->getConstant(number.getInt());
  for (BlockArgument argument : function.getArguments())
    for (AffineExpr dim : sizes->getDims(argument))
      if (auto symbol = dyn_cast<AffineSymbolExpr>(dim))
        if (sizes->getName(symbol.getPosition()) == cast<StringAttr>(bound).getValue())
          return dim;
  return {};
}

AffineExpr ModelImporter::addElement(func::FuncOp function, StringRef input, SizeValue value,
                                     StringRef name) {
  auto found = deciding.bounds.find({input.str(), value.element});
  AffineExpr bound =
      found == deciding.bounds.end() ? AffineExpr() : getBound(function, found->second);
  if (!bound)
    return addSize(function, name, value);
  value.bound = found->second;
  std::string size = sizes->toString(bound);
  value.kind = SizeValue::Above;
  AffineExpr above = addSize(function, name.str() + " above " + size, value);
  value.kind = SizeValue::Below;
  AffineExpr below = addSize(function, name.str() + " below " + size, value);
  cuts.push_back({above, below});
  return normalizeSize(bound + above - below);
}

/// A model may ask which is larger, an element or another size. Then it is imported once more,
/// with what the element is above and below that size in the place of the element.
AffineExpr ModelImporter::findExtremum(AffineExpr lhs, AffineExpr rhs, bool isLarger) {
  AffineExpr way = normalizeSize(rhs - lhs);
  for (auto [above, below] : cuts) {
    bool isOther = way == normalizeSize(below - above);
    if (!isOther && way != normalizeSize(above - below))
      continue;
    // Of both, one is 1.
    auto [up, down] = isOther ? std::pair(below, above) : std::pair(above, below);
    return normalizeSize(isLarger ? lhs + up - 1 : lhs - down + 1);
  }
  for (auto [side, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)}) {
    auto symbol = dyn_cast<AffineSymbolExpr>(side);
    if (!symbol)
      continue;
    BlockArgument argument = sizes->getSource(symbol.getPosition()).first;
    auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto value = SizeValue::get(function.getArgAttr(argument.getArgNumber(), sizeValueAttrName));
    auto number = dyn_cast<AffineConstantExpr>(other);
    auto otherSymbol = dyn_cast<AffineSymbolExpr>(other);
    if (!value || (!otherSymbol && !(number && number.getValue() > 0)))
      continue;
    Attribute bound =
        number ? Attribute(builder.getI64IntegerAttr(number.getValue()))
               : Attribute(builder.getStringAttr(sizes->getName(otherSymbol.getPosition())));
    auto input = function.getArgAttrOfType<StringAttr>(value->input, DlDialect::getNameAttrName());
    deciding.bounds.try_emplace({input.str(), value->element}, bound);
    break;
  }
  return {};
}

void ModelImporter::addSizeValues(func::FuncOp function) {
  constexpr int64_t maxElements = 16;
  unsigned numInputs = function.getNumArguments();
  for (unsigned i = 0; i < numInputs; ++i) {
    auto name = function.getArgAttrOfType<StringAttr>(i, DlDialect::getNameAttrName());
    auto type = cast<RankedTensorType>(function.getArgument(i).getType());
    Type element = type.getElementType();
    if (!deciding.names.count(name.str()) || type.getRank() > 1 || !type.hasStaticShape() ||
        type.getNumElements() > maxElements ||
        !(element.isSignlessInteger(32) || element.isSignlessInteger(64)))
      continue;
    Contents elements;
    for (int64_t j = 0; j < type.getNumElements(); ++j) {
      std::string place = type.getRank() == 0 ? "" : "[" + std::to_string(j) + "]";
      elements.push_back(
          {addElement(function, name, {SizeValue::Element, i, j}, name.str() + place)});
    }
    sizes->setContents(function.getArgument(i), elements);
  }
  if (function.getNumArguments() != numInputs)
    sizes->setFindExtremum([this](AffineExpr lhs, AffineExpr rhs, bool isLarger) {
      return findExtremum(lhs, rhs, isLarger);
    });
}
