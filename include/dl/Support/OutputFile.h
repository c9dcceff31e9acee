//===-- OutputFile.h - files that are written for the user ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every file that a tool writes for its user is an OutputFile: it appears whole or
// not at all, replaces regular files only, and never an input.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_OUTPUTFILE_H
#define DL_SUPPORT_OUTPUTFILE_H

#include "dl/Support/TemporaryFile.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem/UniqueID.h"

#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace dl {

/// The files that were read, which no output may replace.
class InputFiles {
public:
  /// A path that names no file, as one in memory, is passed over.
  void add(llvm::StringRef path);
  /// The files that a command line names: its arguments and the parts of options
  /// (`--pass=files=a,b`), but for the values of `-o`.
  void addNamed(llvm::ArrayRef<const char *> arguments);
  /// An error where the file of this name is one of them, also by another name.
  llvm::Error checkOutput(llvm::StringRef path) const;
  /// The files in the order in which they were read.
  std::vector<llvm::StringRef> getPaths() const;

private:
  std::vector<std::pair<std::string, llvm::sys::fs::UniqueID>> files;
};

/// A file on its way to the user. Links are followed: what they lead to is written.
/// - A regular file, or one that is not there yet, is written beside its place and
///   renamed when kept; a file that is there keeps its permissions.
/// - A device, a pipe, a descriptor of this process (/dev/stdout) and standard output
///   ("-") get the bytes and stay what they are.
/// Without keep() the destructor leaves everything as it was.
class OutputFile {
public:
  /// An error where `path` is a folder, cannot be written to or is an input.
  static llvm::Expected<OutputFile> open(llvm::StringRef path, const InputFiles &inputs = {});

  /// A file for a program or pass that writes by name; keep() takes its contents.
  llvm::Expected<std::string> getStagingPath();
  /// Writes the contents. To all but regular files they go at once.
  llvm::Error write(llvm::function_ref<void(llvm::raw_ostream &)> print);
  /// The same. A regular file that has these contents already is left as it is, but for its times.
  llvm::Error write(llvm::StringRef contents);
  /// The folder for other files on the way: the output's, or "" (the system's).
  llvm::StringRef getFolder() const;
  const std::string &getPath() const { return path; }

  llvm::Error keep();
  /// Those that can fail first, so that all are written or none is replaced.
  static llvm::Error keepAll(llvm::ArrayRef<OutputFile *> files);
  /// An error where two of them are one file.
  static llvm::Error checkDistinct(llvm::ArrayRef<const OutputFile *> files);

private:
  OutputFile() = default;
  llvm::Error makeError(std::error_code error) const;
  llvm::Expected<int> openSink() const;
  bool isThereWith(llvm::StringRef contents) const;
  llvm::Error copyToSink();

  /// As the user says it.
  std::string path;
  /// Where it leads. Empty: to the descriptor.
  std::string target;
  int descriptor = -1;
  bool isRegular = false;
  /// Permissions of the file that is there; -1: none is.
  int mode = -1;
  /// The file that is there has the contents.
  bool isUnchanged = false;
  TemporaryFile staged;
};

/// Opens, writes and keeps an output.
llvm::Error writeOutput(llvm::StringRef path, llvm::function_ref<void(llvm::raw_ostream &)> print,
                        const InputFiles &inputs = {});

} // namespace dl

#endif // DL_SUPPORT_OUTPUTFILE_H
