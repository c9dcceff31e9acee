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

llvm::Expected<LoadedCode> LoadedCode::create() {
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  return LoadedCode(std::move(*jit));
}

llvm::Error LoadedCode::addObject(llvm::StringRef object) {
  return jit->addObjectFile(
      llvm::MemoryBuffer::getMemBuffer(object, "object", /*RequiresNullTerminator=*/false));
}

llvm::Error LoadedCode::addSymbol(llvm::StringRef name, const void *address) {
  return jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(
      {{jit->mangleAndIntern(name),
        {llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported}}}));
}

llvm::Expected<void *> LoadedCode::lookup(llvm::StringRef function) {
  auto address = jit->lookup(function);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
