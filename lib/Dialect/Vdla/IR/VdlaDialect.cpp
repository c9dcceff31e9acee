//===-- VdlaDialect.cpp - the accelerator as a dialect --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Vdla.h"

#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;
using namespace dl::vdla;

#include "dl/Dialect/Vdla/IR/VdlaDialect.cpp.inc"

void VdlaDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "dl/Dialect/Vdla/IR/VdlaOps.cpp.inc"
      >();
}

/// The entry of this key, if the attribute has one. Upstream's query reports an error where an
/// attribute on the way has no entries, which here is another machine's description.
static Attribute lookupEntry(Attribute attribute, StringRef key) {
  auto queried = dyn_cast_if_present<DLTIQueryInterface>(attribute);
  if (!queried)
    return nullptr;
  FailureOr<Attribute> entry = queried.query(StringAttr::get(attribute.getContext(), key));
  return failed(entry) ? nullptr : *entry;
}

ConfigAttr dl::vdla::lookupConfig(Operation *op) {
  for (; op; op = op->getParentOp()) {
    Attribute device = lookupEntry(op->getAttr(DLTIDialect::kTargetSystemDescAttrName),
                                   VdlaDialect::getDeviceName());
    if (auto config =
            dyn_cast_if_present<ConfigAttr>(lookupEntry(device, VdlaDialect::getConfigKey())))
      return config;
  }
  return nullptr;
}

FailureOr<ConfigAttr> dl::vdla::getConfig(Operation *op) {
  if (ConfigAttr config = lookupConfig(op))
    return config;
  return op->emitOpError("(P1) requires a module around it that describes the machine; give it "
                         "dlti.target_system_spec = #dlti.target_system_spec<\"vdla\" = "
                         "#dlti.target_device_spec<\"config\" = #vdla.config<\"paper\">>>");
}

Attribute dl::vdla::makeTargetSpec(ConfigAttr config) {
  MLIRContext *context = config.getContext();
  auto text = [&](StringRef name) { return StringAttr::get(context, name); };
  DataLayoutEntryInterface entry =
      DataLayoutEntryAttr::get(text(VdlaDialect::getConfigKey()), config);
  TargetDeviceSpecInterface device = TargetDeviceSpecAttr::get(context, entry);
  DataLayoutEntryInterface system =
      DataLayoutEntryAttr::get(text(VdlaDialect::getDeviceName()), device);
  return TargetSystemSpecAttr::get(context, system);
}
