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
#include "dl/Target/Cpu/ModelInfo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl::cpu;

static ArrayAttr toAttribute(Builder &builder, ArrayRef<TensorInfo> tensors) {
  SmallVector<Attribute> result;
  for (const TensorInfo &tensor : tensors)
    result.push_back(
        builder.getDictionaryAttr({builder.getNamedAttr("name", builder.getStringAttr(tensor.name)),
                                   builder.getNamedAttr("type", TypeAttr::get(tensor.type))}));
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
  for (auto tensor : attribute.getAsRange<DictionaryAttr>())
    result.push_back({tensor.getAs<StringAttr>("name").str(), getTensorType(tensor)});
  return result;
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
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("arena_size", integer(arenaSize)),
       builder.getNamedAttr("calls", builder.getArrayAttr(callAttrs)),
       builder.getNamedAttr("inputs", ::toAttribute(builder, inputs)),
       builder.getNamedAttr("max_threads", integer(maxThreads)),
       builder.getNamedAttr("outputs", ::toAttribute(builder, outputs)),
       builder.getNamedAttr("weights_size", integer(weightsSize))});
}

ModelInfo ModelInfo::fromAttribute(DictionaryAttr attribute) {
  ModelInfo info;
  info.inputs = toTensors(attribute.getAs<ArrayAttr>("inputs"));
  info.outputs = toTensors(attribute.getAs<ArrayAttr>("outputs"));
  info.arenaSize = getInt(attribute, "arena_size");
  info.weightsSize = getInt(attribute, "weights_size");
  info.maxThreads = getInt(attribute, "max_threads");
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

static void collectNames(Location loc, llvm::SetVector<StringRef> &names) {
  if (auto name = dyn_cast<NameLoc>(loc)) {
    names.insert(name.getName().getValue());
    return;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      collectNames(part, names);
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    collectNames(call.getCallee(), names);
}

std::string dl::cpu::getNodeNames(Location loc) {
  llvm::SetVector<StringRef> names;
  collectNames(loc, names);
  return llvm::join(names, "+");
}
