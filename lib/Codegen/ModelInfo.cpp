//===-- ModelInfo.cpp - what a compiled model tells its users ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion between ModelInfo and its module attribute.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/ModelInfo.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dl::codegen;

static ArrayAttr toAttribute(Builder &builder, ArrayRef<TensorInfo> tensors) {
  SmallVector<Attribute> result;
  for (const TensorInfo &tensor : tensors) {
    NamedAttrList entries;
    entries.set("name", builder.getStringAttr(tensor.name));
    entries.set("type", TypeAttr::get(tensor.type));
    if (!tensor.type.hasStaticShape())
      entries.set("dims", builder.getDenseI64ArrayAttr(tensor.dims));
    if (!tensor.counts.empty())
      entries.set("counts", builder.getDenseI64ArrayAttr(tensor.counts));
    if (tensor.isPacked)
      entries.set("packed", builder.getUnitAttr());
    result.push_back(entries.getDictionary(builder.getContext()));
  }
  return builder.getArrayAttr(result);
}

static RankedTensorType getTensorType(DictionaryAttr attribute) {
  return cast<RankedTensorType>(attribute.getAs<TypeAttr>("type").getValue());
}

static int64_t getInt(DictionaryAttr attribute, StringRef name) {
  return attribute.getAs<IntegerAttr>(name).getInt();
}

static SmallVector<TensorInfo> toTensors(ArrayAttr attribute) {
  SmallVector<TensorInfo> result;
  for (auto tensor : attribute.getAsRange<DictionaryAttr>()) {
    RankedTensorType type = getTensorType(tensor);
    auto dims = tensor.getAs<DenseI64ArrayAttr>("dims");
    result.push_back({tensor.getAs<StringAttr>("name").str(), type,
                      llvm::to_vector(dims ? dims.asArrayRef() : type.getShape())});
    if (auto counts = tensor.getAs<DenseI64ArrayAttr>("counts"))
      result.back().counts = llvm::to_vector(counts.asArrayRef());
    result.back().isPacked = tensor.get("packed") != nullptr;
  }
  return result;
}

SmallVector<int64_t> ModelInfo::getShape(const TensorInfo &tensor) const {
  SmallVector<int64_t> shape(tensor.dims);
  for (auto [dim, count] : llvm::zip(shape, tensor.counts))
    if (count >= 0)
      dim = -1 - (static_cast<int64_t>(symbols.size()) + numSizes + count);
  return shape;
}

DictionaryAttr ModelInfo::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  auto integer = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  SmallVector<Attribute> callAttrs;
  for (const KernelCall &call : calls) {
    SmallVector<Attribute> outputAttrs;
    for (const KernelOutput &output : call.outputs)
      outputAttrs.push_back(
          builder.getDictionaryAttr({builder.getNamedAttr("offset", integer(output.offset)),
                                     builder.getNamedAttr("output", integer(output.output)),
                                     builder.getNamedAttr("type", TypeAttr::get(output.type))}));
    callAttrs.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("kernel", builder.getStringAttr(call.kernel)),
         builder.getNamedAttr("nodes", builder.getStringAttr(call.nodes)),
         builder.getNamedAttr("outputs", builder.getArrayAttr(outputAttrs))}));
  }
  NamedAttrList entries;
  entries.set("arena_size", integer(arenaSize));
  entries.set("calls", builder.getArrayAttr(callAttrs));
  entries.set("inputs", ::toAttribute(builder, inputs));
  entries.set("max_threads", integer(maxThreads));
  entries.set("outputs", ::toAttribute(builder, outputs));
  if (!symbols.empty()) {
    SmallVector<StringRef> names(symbols.begin(), symbols.end());
    entries.set("sizes", integer(numSizes));
    entries.set("symbols", builder.getStrArrayAttr(names));
  }
  SmallVector<Attribute> checkAttrs;
  for (const SizeCheckInfo &check : checks)
    checkAttrs.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("kind", integer(check.kind)),
         builder.getNamedAttr("nodes", builder.getStringAttr(check.nodes)),
         builder.getNamedAttr("symbol", integer(check.symbol))}));
  SmallVector<Attribute> valueAttrs;
  for (const ValueInfo &value : values)
    valueAttrs.push_back(
        builder.getDictionaryAttr({builder.getNamedAttr("bound", integer(value.bound)),
                                   builder.getNamedAttr("element", integer(value.element)),
                                   builder.getNamedAttr("input", integer(value.input)),
                                   builder.getNamedAttr("kind", integer(value.kind)),
                                   builder.getNamedAttr("symbol", integer(value.symbol))}));
  if (!valueAttrs.empty())
    entries.set("values", builder.getArrayAttr(valueAttrs));
  if (!checkAttrs.empty())
    entries.set("checks", builder.getArrayAttr(checkAttrs));
  if (!counts.empty())
    entries.set("counts", builder.getStrArrayAttr(llvm::to_vector_of<StringRef>(counts)));
  entries.set("weights_size", integer(weightsSize));
  if (accelerator)
    entries.set("accelerator", accelerator);
  return entries.getDictionary(context);
}

ModelInfo ModelInfo::fromAttribute(DictionaryAttr attribute) {
  ModelInfo info;
  info.inputs = toTensors(attribute.getAs<ArrayAttr>("inputs"));
  info.outputs = toTensors(attribute.getAs<ArrayAttr>("outputs"));
  info.arenaSize = getInt(attribute, "arena_size");
  info.weightsSize = getInt(attribute, "weights_size");
  info.maxThreads = getInt(attribute, "max_threads");
  info.accelerator = attribute.getAs<DictionaryAttr>("accelerator");
  if (auto symbols = attribute.getAs<ArrayAttr>("symbols")) {
    for (auto name : symbols.getAsValueRange<StringAttr>())
      info.symbols.push_back(name.str());
    info.numSizes = getInt(attribute, "sizes");
  }
  if (auto counts = attribute.getAs<ArrayAttr>("counts"))
    for (auto nodes : counts.getAsValueRange<StringAttr>())
      info.counts.push_back(nodes.str());
  if (auto values = attribute.getAs<ArrayAttr>("values"))
    for (auto value : values.getAsRange<DictionaryAttr>())
      info.values.push_back({static_cast<SizeValue::Kind>(getInt(value, "kind")),
                             getInt(value, "symbol"), getInt(value, "input"),
                             getInt(value, "element"), getInt(value, "bound")});
  if (auto checks = attribute.getAs<ArrayAttr>("checks"))
    for (auto check : checks.getAsRange<DictionaryAttr>())
      info.checks.push_back({static_cast<SizeCheckInfo::Kind>(getInt(check, "kind")),
                             getInt(check, "symbol"), check.getAs<StringAttr>("nodes").str()});
  for (auto callAttr : attribute.getAs<ArrayAttr>("calls").getAsRange<DictionaryAttr>()) {
    KernelCall call{
        callAttr.getAs<StringAttr>("kernel").str(), callAttr.getAs<StringAttr>("nodes").str(), {}};
    for (auto output : callAttr.getAs<ArrayAttr>("outputs").getAsRange<DictionaryAttr>())
      call.outputs.push_back(
          {getInt(output, "output"), getInt(output, "offset"), getTensorType(output)});
    info.calls.push_back(std::move(call));
  }
  return info;
}
