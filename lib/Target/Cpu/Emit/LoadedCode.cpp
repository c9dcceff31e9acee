//===-- LoadedCode.cpp - machine code in this process ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin layer over ORC, LLVM's library of just-in-time linking.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/LoadedCode.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace dl::cpu;

LoadedCode::LoadedCode(std::unique_ptr<llvm::orc::LLJIT> jit) : jit(std::move(jit)) {}
LoadedCode::LoadedCode(LoadedCode &&) noexcept = default;
LoadedCode &LoadedCode::operator=(LoadedCode &&) noexcept = default;
LoadedCode::~LoadedCode() = default;

llvm::Expected<LoadedCode> LoadedCode::load(llvm::ArrayRef<llvm::StringRef> objects,
                                            const llvm::StringMap<const void *> &symbols) {
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  llvm::orc::SymbolMap known;
  for (const auto &symbol : symbols)
    known[(*jit)->mangleAndIntern(symbol.getKey())] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.getValue()), llvm::JITSymbolFlags::Exported};
  if (llvm::Error error =
          (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(known))))
    return error;
  for (llvm::StringRef object : objects)
    if (llvm::Error error = (*jit)->addObjectFile(
            llvm::MemoryBuffer::getMemBuffer(object, "object", /*RequiresNullTerminator=*/false)))
      return error;
  return LoadedCode(std::move(*jit));
}

llvm::Expected<void *> LoadedCode::lookup(llvm::StringRef function) {
  auto address = jit->lookup(function);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
