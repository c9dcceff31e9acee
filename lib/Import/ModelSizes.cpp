//===-- ModelSizes.cpp - sizes that the user gives --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ModelImporter that closes open dims of inputs: by their names, or by input
// and dim.
//
//===----------------------------------------------------------------------===//
#include "ModelImporter.h"

#include "onnx/onnx_pb.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
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
