//===-- NodeNames.cpp - nodes of the model in locations ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/NodeNames.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

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

std::string dl::codegen::getNodeNames(Location loc) {
  llvm::SetVector<StringRef> names;
  collectNames(loc, names);
  return llvm::join(names, "+");
}

Value dl::codegen::createNodeNames(OpBuilder &builder, Location loc, const llvm::Twine &symbol) {
  std::string text = getNodeNames(loc);
  text.push_back('\0');
  auto module = builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  OpBuilder atModule = OpBuilder::atBlockBegin(module.getBody());
  auto type = LLVM::LLVMArrayType::get(atModule.getI8Type(), text.size());
  auto global =
      LLVM::GlobalOp::create(atModule, loc, type, /*isConstant=*/true, LLVM::Linkage::Private,
                             symbol.str(), atModule.getStringAttr(text));
  return LLVM::AddressOfOp::create(builder, loc, global);
}
