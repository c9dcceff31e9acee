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

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace dl::cpu {

class LoadedCode {
public:
  /// Links objects of this machine, which have to stay. What they call is looked for among them,
  /// among `symbols`, then in the libraries of this process.
  static llvm::Expected<LoadedCode> load(llvm::ArrayRef<llvm::StringRef> objects,
                                         const llvm::StringMap<const void *> &symbols);
  LoadedCode(LoadedCode &&) noexcept;
  LoadedCode &operator=(LoadedCode &&) noexcept;
  ~LoadedCode();

  /// Where a function is, which is linked now; an error where something that it calls is nowhere.
  /// The code is gone with this object.
  llvm::Expected<void *> lookup(llvm::StringRef function);

private:
  explicit LoadedCode(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace dl::cpu

#endif // DL_TARGET_CPU_EMIT_LOADEDCODE_H
