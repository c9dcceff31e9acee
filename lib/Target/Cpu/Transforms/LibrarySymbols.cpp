//===-- LibrarySymbols.cpp - what libraries define -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LibrarySymbols.h.
//
//===----------------------------------------------------------------------===//
#include "LibrarySymbols.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace llvm::object;

LogicalResult dl::cpu::LibrarySymbols::add(StringRef path, Location loc) {
  auto fail = [&](llvm::Error error) {
    return emitError(loc, "expected a library with functions to call at '")
           << path << "', got: " << llvm::toString(std::move(error));
  };
  llvm::Expected<OwningBinary<ObjectFile>> file = ObjectFile::createObjectFile(path);
  if (!file)
    return fail(file.takeError());
  auto addSymbol = [&](const SymbolRef &symbol) -> llvm::Error {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if ((*flags & SymbolRef::SF_Undefined) || !(*flags & SymbolRef::SF_Global))
      return llvm::Error::success();
    llvm::Expected<SymbolRef::Type> type = symbol.getType();
    llvm::Expected<StringRef> name = symbol.getName();
    if (!type || !name)
      return llvm::joinErrors(type.takeError(), name.takeError());
    if (*type == SymbolRef::ST_Function)
      functions.insert(*name);
    else if (*type == SymbolRef::ST_Data)
      data.insert(*name);
    return llvm::Error::success();
  };
  for (const SymbolRef &symbol : file->getBinary()->symbols())
    if (llvm::Error error = addSymbol(symbol))
      return fail(std::move(error));
  if (auto *elf = dyn_cast<ELFObjectFileBase>(file->getBinary()))
    for (const ELFSymbolRef &symbol : elf->getDynamicSymbolIterators())
      if (llvm::Error error = addSymbol(symbol))
        return fail(std::move(error));
  return success();
}
