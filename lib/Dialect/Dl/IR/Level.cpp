//===-- Level.cpp - the levels of the ladder ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Dl/IR/Level.h"

#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace dl;

static constexpr std::pair<Level, llvm::StringLiteral> levelNames[] = {
    {Level::Graph, "graph"},
    {Level::Te, "te"},
    {Level::Scheduled, "scheduled"},
    {Level::Bufferized, "bufferized"},
    {Level::LLVMDialect, "llvm-dialect"},
    {Level::LLVM, "llvm"},
    {Level::Assembly, "assembly"},
    {Level::Object, "object"},
    {Level::Library, "library"}};

llvm::StringRef dl::stringifyLevel(Level level) {
  for (const auto &[value, name] : levelNames)
    if (value == level)
      return name;
  llvm_unreachable("unknown level");
}

std::optional<Level> dl::parseLevel(llvm::StringRef name) {
  for (const auto &[value, text] : levelNames)
    if (text == name)
      return value;
  return std::nullopt;
}

std::optional<Level> dl::parseGivenLevel(llvm::StringRef name) {
  return name == "schedule" ? Level::Scheduled : parseLevel(name);
}

void dl::setLevel(ModuleOp module, Level level) {
  module->setAttr(DlDialect::getLevelAttrName(),
                  StringAttr::get(module.getContext(), stringifyLevel(level)));
}

std::optional<Level> dl::getGivenLevel(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(DlDialect::getLevelAttrName());
  return name ? parseGivenLevel(name.getValue()) : std::nullopt;
}
