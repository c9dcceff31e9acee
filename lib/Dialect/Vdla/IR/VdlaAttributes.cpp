//===-- VdlaAttributes.cpp - machines, memories and tokens ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes and types of `vdla`.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Vdla.h"

#include "dl/Vdla/ShippedConfigs.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dl::vdla;

/// A machine by what was written, parsed once.
struct dl::vdla::detail::ConfigAttrStorage : public AttributeStorage {
  using KeyTy = StringRef;

  ConfigAttrStorage(StringRef text, DeviceModel model)
      : text(text.str()), model(std::move(model)) {}
  bool operator==(const KeyTy &key) const { return key == text; }
  static llvm::hash_code hashKey(const KeyTy &key) { return llvm::hash_value(key); }
  /// `key` has been accepted by ConfigAttr::verify.
  static ConfigAttrStorage *construct(AttributeStorageAllocator &allocator, const KeyTy &key);

  std::string text;
  DeviceModel model;
};

static std::optional<DeviceModel> readModel(StringRef text, std::string &error) {
  std::optional<Config> config = readConfig(text.str(), error);
  return config ? DeviceModel::create(std::move(*config), error) : std::nullopt;
}

dl::vdla::detail::ConfigAttrStorage *
dl::vdla::detail::ConfigAttrStorage::construct(AttributeStorageAllocator &allocator,
                                               const KeyTy &key) {
  std::string error;
  std::optional<DeviceModel> model = readModel(key, error);
  assert(model && "verified before");
  return new (allocator.allocate<ConfigAttrStorage>()) ConfigAttrStorage(key, std::move(*model));
}

template <typename EnumT> static FailureOr<EnumT> parseName(AsmParser &parser, unsigned count) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (failed(parser.parseKeyword(&name)))
    return failure();
  std::string names;
  for (unsigned i = 0; i < count; ++i) {
    if (name == getName(EnumT(i)))
      return EnumT(i);
    names += std::string(i == 0 ? "" : i + 1 == count ? " or " : ", ") + getName(EnumT(i));
  }
  return parser.emitError(loc) << "expected " << names << ", got '" << name << "'";
}

FailureOr<Memory> dl::vdla::parseMemory(AsmParser &parser) {
  return parseName<Memory>(parser, numMemories);
}

FailureOr<Stage> dl::vdla::parseStage(AsmParser &parser) {
  return parseName<Stage>(parser, numStages);
}

#define GET_ATTRDEF_CLASSES
#include "dl/Dialect/Vdla/IR/VdlaAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dl/Dialect/Vdla/IR/VdlaTypes.cpp.inc"

void VdlaDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dl/Dialect/Vdla/IR/VdlaAttrs.cpp.inc"
      >();
}

void VdlaDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dl/Dialect/Vdla/IR/VdlaTypes.cpp.inc"
      >();
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef text) {
  std::string error;
  if (readModel(text, error))
    return success();
  return emitError() << error;
}

StringRef ConfigAttr::getText() const { return getImpl()->text; }

const DeviceModel &ConfigAttr::getModel() const { return getImpl()->model; }

LogicalResult TokenType::verify(function_ref<InFlightDiagnostic()> emitError, Stage from,
                                Stage to) {
  int distance = int(from) - int(to);
  if (distance == 1 || distance == -1)
    return success();
  return emitError() << "(Q1) expected neighbours, load and compute or compute and store, got "
                     << getName(from) << " and " << getName(to);
}
