//===-- TemporaryFile.h - files that do not outlive their use ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Temporary files and the programs that write them. Both are listed, so that a
// tool that is ended by a signal can take them with it (dl/Support/InitTool.h).
// LLVM's own list installs signal handlers on first use, which a library inside
// another program must not do.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_TEMPORARYFILE_H
#define DL_SUPPORT_TEMPORARYFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace dl {

/// A file of its own name, removed by the destructor.
class TemporaryFile {
public:
  /// None.
  TemporaryFile() = default;
  /// An empty file `dl-<random><suffix>` in `folder`; "" is the system's folder for
  /// temporary files. The error names the folder and the variable that chose it.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef folder, llvm::StringRef suffix);

  TemporaryFile(TemporaryFile &&other) { swap(other); }
  TemporaryFile &operator=(TemporaryFile &&other) {
    swap(other);
    return *this;
  }
  ~TemporaryFile();

  const std::string &getPath() const { return path; }
  /// Gives the file its name for good.
  std::error_code renameTo(llvm::StringRef name);

private:
  void swap(TemporaryFile &other) {
    std::swap(path, other.path);
    std::swap(slot, other.slot);
  }

  std::string path;
  int slot = -1;
};

/// Runs a program (a path) and waits for it; an error if it cannot be run, dies of a
/// signal or ends with another status than 0. What it prints goes to the file `log`,
/// which must be there.
llvm::Error runProgram(const std::string &program, llvm::ArrayRef<std::string> arguments,
                       const std::string &log);

/// Ends all programs that are running and removes all temporary files. May be called
/// by a signal handler.
void removeTemporaryFiles();

} // namespace dl

#endif // DL_SUPPORT_TEMPORARYFILE_H
