//===-- WeightsFile.cpp - weights beside a module's text ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resources go to bytecode and back. The second reader of a name gets another name for it, so
// that contents are moved to the first.
//
//===----------------------------------------------------------------------===//
#include "WeightsFile.h"

#include "dl/Dialect/Dl/IR/Level.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace dl {

/// The attribute of the bytecode's module that holds all resources.
static constexpr llvm::StringLiteral contentsAttrName = "weights.contents";

namespace {
/// A use of a resource.
struct Use {
  DenseResourceElementsAttr attribute;
  Operation *op;
};
using Uses = llvm::MapVector<StringRef, Use>;
} // namespace

/// The resources of a module by name, each with its first use.
static Uses findResources(ModuleOp module) {
  Uses uses;
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](DenseResourceElementsAttr attribute) {
      uses.insert({attribute.getRawHandle().getKey(), {attribute, op}});
    });
  });
  return uses;
}

llvm::Error writeWeightsFile(ModuleOp module, OutputFile &file) {
  MLIRContext *context = module.getContext();
  SmallVector<NamedAttribute> contents;
  for (auto &[name, use] : findResources(module))
    contents.emplace_back(StringAttr::get(context, name), use.attribute);
  OwningOpRef<ModuleOp> holder = ModuleOp::create(UnknownLoc::get(context));
  (*holder)->setAttr(contentsAttrName, DictionaryAttr::get(context, contents));
  LogicalResult written = success();
  llvm::Error error =
      file.write([&](llvm::raw_ostream &os) { written = writeBytecodeToFile(*holder, os); });
  if (!error && failed(written))
    return llvm::createStringError("cannot write weights as bytecode");
  return error;
}

void setWeightsFile(ModuleOp module, StringRef path) {
  module->setAttr(weightsFileAttrName,
                  StringAttr::get(module.getContext(), llvm::sys::path::filename(path)));
}

static LogicalResult takeContents(ModuleOp module, StringRef path, InputFiles *inputs) {
  MLIRContext *context = module.getContext();
  if (!llvm::sys::fs::exists(path))
    return emitError(module.getLoc(), "expected the file '")
           << path
           << "', which holds the weights of this one (--weights=file); keep the two together";
  if (inputs)
    inputs->add(path);
  OwningOpRef<ModuleOp> holder = parseSourceFile<ModuleOp>(path, context);
  if (!holder)
    return failure();
  auto contents = (*holder)->getAttrOfType<DictionaryAttr>(contentsAttrName);
  for (auto &[name, use] : findResources(module)) {
    auto found = contents ? dyn_cast_or_null<DenseResourceElementsAttr>(contents.get(name))
                          : DenseResourceElementsAttr();
    DenseResourceElementsHandle handle = use.attribute.getRawHandle();
    if (handle.getBlob())
      continue;
    if (!found || !found.getRawHandle().getBlob() || found.getType() != use.attribute.getType())
      return emitError(use.op->getLoc(), "expected '")
             << path << "' to hold the weights '" << name << "' of the type "
             << use.attribute.getType() << "; it is the file of another model";
    handle.getResource()->setBlob(std::move(*found.getRawHandle().getResource()->getBlob()));
  }
  return success();
}

LogicalResult readWeightsFile(ModuleOp module, StringRef path, InputFiles *inputs) {
  if (auto name = module->getAttrOfType<StringAttr>(weightsFileAttrName)) {
    // Who made the text says no place outside of its folder.
    StringRef file = name.getValue();
    if (file == "." || file == ".." || file != llvm::sys::path::filename(file))
      return emitError(module.getLoc(), "expected '")
             << weightsFileAttrName << "' to be the name of a file in the folder of "
             << "this one, got '" << file << "'";
    llvm::SmallString<128> beside(llvm::sys::path::parent_path(path));
    llvm::sys::path::append(beside, file);
    module->removeAttr(weightsFileAttrName);
    if (failed(takeContents(module, beside, inputs)))
      return failure();
  }
  for (auto &[name, use] : findResources(module))
    if (!use.attribute.getRawHandle().getBlob())
      return emitError(use.op->getLoc(), "expected the weights of dense_resource<")
             << name << ">, which were left out when this was printed; print it with "
             << "--weights=inline or --weights=file (weights=True in Python), or compile the model "
             << "that it was made of";
  return success();
}

} // namespace dl
