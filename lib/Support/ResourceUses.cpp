//===-- ResourceUses.cpp - memory of constants that are gone ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts by walking attributes; resources are those of the builtin dialect.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/ResourceUses.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace dl;

static DialectResourceBlobManager &getManager(MLIRContext *context) {
  return context->getOrLoadDialect<BuiltinDialect>()
      ->getRegisteredInterface<ResourceBlobManagerDialectInterface>()
      ->getBlobManager();
}

static void forEachResource(Operation *op,
                            llvm::function_ref<void(DenseResourceElementsHandle)> visit) {
  op->getAttrDictionary().walk(
      [&](DenseResourceElementsAttr attribute) { visit(attribute.getRawHandle()); });
}

/// Empties what nobody reads any more. Its name stays taken.
static void empty(MLIRContext *context, StringRef name) {
  getManager(context).update(name, AsmResourceBlob());
}

ResourceUses::ResourceUses(ModuleOp module) : context(module.getContext()) {
  module.walk([&](Operation *op) {
    forEachResource(op,
                    [&](DenseResourceElementsHandle handle) { ++counts[handle.getResource()]; });
  });
}

void ResourceUses::eraseConstant(Operation *constant) {
  SmallVector<DenseResourceElementsHandle> handles;
  forEachResource(constant, [&](DenseResourceElementsHandle handle) { handles.push_back(handle); });
  constant->erase();
  for (DenseResourceElementsHandle &handle : handles) {
    auto it = counts.find(handle.getResource());
    // One that was made after counting may be held by others.
    if (it != counts.end() && --it->second == 0)
      empty(context, handle.getKey());
  }
}

void ResourceUses::releaseUnused() {
  SmallVector<StringRef> unused;
  getManager(context).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs)
      if (entry.second.getBlob() && !counts.contains(&entry.second))
        unused.push_back(entry.first());
  });
  for (StringRef name : unused)
    empty(context, name);
}

int64_t dl::getResourceBytes(MLIRContext *context) {
  int64_t bytes = 0;
  getManager(context).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs)
      if (const AsmResourceBlob *blob = entry.second.getBlob())
        bytes += blob->getData().size();
  });
  return bytes;
}
