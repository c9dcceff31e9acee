//===-- LoadedCode.h - machine code in this process -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects linked into the memory of this process, without a file and without a linker's process:
// for code that is run once and thrown away, as a tuner's.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_EMIT_LOADEDCODE_H
#define DL_TARGET_CPU_EMIT_LOADEDCODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace dl::cpu {

/// What its objects call is looked for among them, among the symbols, then in the libraries of this
/// process. The code is gone with it. No thread is started: a process may fork with code that is
/// linked already, and add more in the child.
class LoadedCode {
public:
  static llvm::Expected<LoadedCode> create();
  LoadedCode(LoadedCode &&) noexcept;
  LoadedCode &operator=(LoadedCode &&) noexcept;
  ~LoadedCode();

  /// Adds an object of this machine, whose bytes have to stay.
  llvm::Error addObject(llvm::StringRef object);
  /// Says where something is that objects name.
  llvm::Error addSymbol(llvm::StringRef name, const void *address);

  /// Where a function is. Its object is linked now, if it was not; an error where something that it
  /// calls is nowhere.
  llvm::Expected<void *> lookup(llvm::StringRef function);

private:
  explicit LoadedCode(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace dl::cpu

#endif // DL_TARGET_CPU_EMIT_LOADEDCODE_H
