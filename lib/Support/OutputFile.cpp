//===-- OutputFile.cpp - files that are written for the user ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/Support/OutputFile.h. A path is followed link by link, because the links
// to descriptors in /proc lead to names that must not be opened again: that would
// lose the place in the file.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace dl;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Where a path leads.
struct Target {
  /// Without links.
  std::string path;
  /// A descriptor of this process; -1: none.
  int descriptor = -1;
  /// A link into /proc: what it leads to has no name that could be replaced.
  bool isNameless = false;
};

std::error_code getErrno() { return std::error_code(errno, std::generic_category()); }

/// True for a folder of descriptors, whose links lead to open files.
bool isDescriptorFolder(StringRef folder, bool &isOwn) {
  if (!folder.consume_front("/proc/") || !folder.consume_back("/fd"))
    return false;
  isOwn = folder.split('/').first == llvm::itostr(getpid());
  return true;
}

llvm::ErrorOr<Target> follow(StringRef given) {
  if (given == "-")
    return Target{"", STDOUT_FILENO};
  llvm::SmallString<256> current(given);
  for (int links = 0; links < 40; ++links) {
    llvm::SmallString<256> folder;
    StringRef parent = path::parent_path(current);
    if (std::error_code error = fs::real_path(parent.empty() ? "." : parent, folder))
      return error;
    StringRef name = path::filename(current);
    llvm::SmallString<256> full(folder);
    path::append(full, name);
    struct stat status;
    if (lstat(full.c_str(), &status) != 0) {
      if (errno != ENOENT)
        return getErrno();
      return Target{full.str().str()};
    }
    if (!S_ISLNK(status.st_mode))
      return Target{full.str().str()};
    bool isOwn = false;
    int descriptor;
    if (isDescriptorFolder(folder, isOwn)) {
      if (isOwn && !name.getAsInteger(10, descriptor))
        return Target{"", descriptor};
      return Target{full.str().str(), -1, /*isNameless=*/true};
    }
    char link[PATH_MAX];
    ssize_t size = readlink(full.c_str(), link, sizeof(link));
    if (size < 0)
      return getErrno();
    if (!path::is_absolute(StringRef(link, size)))
      path::append(folder, StringRef(link, size));
    else
      folder = StringRef(link, size);
    current = folder;
  }
  return std::error_code(ELOOP, std::generic_category());
}

std::string quote(StringRef text) { return ("'" + text + "'").str(); }

} // namespace

//===----------------------------------------------------------------------===//
// InputFiles
//===----------------------------------------------------------------------===//

void InputFiles::add(StringRef path) {
  fs::UniqueID id;
  if (!fs::getUniqueID(path, id))
    files.emplace_back(path.str(), id);
}

void InputFiles::addNamed(llvm::ArrayRef<const char *> arguments) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef text = arguments[i];
    StringRef option = text.starts_with("-") ? text.ltrim('-') : "";
    if (option == "o")
      ++i;
    if (option == "o" || option.starts_with("o="))
      continue;
    llvm::SmallVector<StringRef> parts;
    llvm::SplitString(text, parts, " =,{}()\"'");
    for (StringRef part : parts)
      if (fs::is_regular_file(part))
        add(part);
    if (fs::is_regular_file(text))
      add(text);
  }
}

std::vector<StringRef> InputFiles::getPaths() const {
  std::vector<StringRef> paths;
  for (const auto &[path, id] : files)
    paths.push_back(path);
  return paths;
}

llvm::Error InputFiles::checkOutput(StringRef path) const {
  fs::file_status status;
  if (path == "-" || fs::status(path, status) || !fs::is_regular_file(status))
    return llvm::Error::success();
  for (const auto &[input, inputId] : files)
    if (inputId == status.getUniqueID())
      return llvm::createStringError(
          "expected an output that is not an input, got %s, the same file as the input %s; choose "
          "another name",
          quote(path).c_str(), quote(input).c_str());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// OutputFile
//===----------------------------------------------------------------------===//

llvm::Error OutputFile::makeError(std::error_code error) const {
  return llvm::createStringError(error, "cannot write %s: %s",
                                 path == "-" ? "standard output" : quote(path).c_str(),
                                 error.message().c_str());
}

llvm::Expected<OutputFile> OutputFile::open(StringRef path, const InputFiles &inputs) {
  OutputFile file;
  file.path = path.str();
  llvm::ErrorOr<Target> target = follow(path);
  if (!target)
    return file.makeError(target.getError());
  file.target = target->path;
  file.descriptor = target->descriptor;
  if (file.descriptor >= 0 || target->isNameless)
    return file;
  fs::file_status status;
  std::error_code error = fs::status(file.target, status);
  if (error && error != std::errc::no_such_file_or_directory)
    return file.makeError(error);
  bool exists = fs::exists(status);
  if (exists && fs::is_directory(status))
    return llvm::createStringError("expected a file to write to, got the folder %s",
                                   quote(path).c_str());
  file.isRegular = !exists || fs::is_regular_file(status);
  if (!file.isRegular)
    return file;
  if (llvm::Error error = inputs.checkOutput(path))
    return error;
  if (exists) {
    file.mode = status.permissions();
    if (access(file.target.c_str(), W_OK) != 0)
      return file.makeError(getErrno());
  }
  // Made now: hours of work must not end with a folder that cannot be written to.
  llvm::Expected<TemporaryFile> staged = TemporaryFile::create(file.getFolder(), ".tmp");
  if (!staged)
    return staged.takeError();
  file.staged = std::move(*staged);
  return file;
}

StringRef OutputFile::getFolder() const { return isRegular ? path::parent_path(target) : ""; }

llvm::Expected<std::string> OutputFile::getStagingPath() {
  if (staged.getPath().empty()) {
    llvm::Expected<TemporaryFile> file = TemporaryFile::create("", ".tmp");
    if (!file)
      return file.takeError();
    staged = std::move(*file);
  }
  return staged.getPath();
}

/// A new descriptor of what is not a regular file.
llvm::Expected<int> OutputFile::openSink() const {
  int result;
  if (descriptor >= 0) {
    if (descriptor == STDOUT_FILENO)
      llvm::outs().flush();
    result = dup(descriptor);
    return result < 0 ? llvm::Expected<int>(makeError(getErrno())) : result;
  }
  if (std::error_code error =
          fs::openFileForWrite(target, result, fs::CD_OpenExisting, fs::OF_None))
    return makeError(error);
  return result;
}

llvm::Error OutputFile::write(llvm::function_ref<void(llvm::raw_ostream &)> print) {
  isUnchanged = false;
  int file;
  if (isRegular) {
    if (std::error_code error =
            fs::openFileForWrite(staged.getPath(), file, fs::CD_OpenExisting, fs::OF_None))
      return makeError(error);
  } else {
    llvm::Expected<int> sink = openSink();
    if (!sink)
      return sink.takeError();
    file = *sink;
  }
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  print(os);
  os.close();
  if (!os.has_error())
    return llvm::Error::success();
  std::error_code error = os.error();
  os.clear_error();
  return makeError(error);
}

/// Read piece by piece: another process may cut a file that is mapped.
bool OutputFile::isThereWith(StringRef contents) const {
  if (!isRegular || mode < 0)
    return false;
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(target);
  if (!file) {
    llvm::consumeError(file.takeError());
    return false;
  }
  fs::file_status status;
  bool isSame = !fs::status(*file, status) && status.getSize() == contents.size();
  std::vector<char> piece(isSame ? std::min<size_t>(contents.size(), 1 << 20) : 0);
  while (isSame && !contents.empty()) {
    llvm::Expected<size_t> size = fs::readNativeFile(*file, piece);
    if (!size)
      llvm::consumeError(size.takeError());
    isSame = size && *size > 0 && contents.consume_front(StringRef(piece.data(), *size));
  }
  (void)fs::closeFile(*file);
  return isSame;
}

llvm::Error OutputFile::write(StringRef contents) {
  isUnchanged = isThereWith(contents);
  return isUnchanged ? llvm::Error::success()
                     : write([&](llvm::raw_ostream &os) { os << contents; });
}

llvm::Error OutputFile::copyToSink() {
  llvm::Expected<int> sink = openSink();
  if (!sink)
    return sink.takeError();
  std::error_code error = fs::copy_file(staged.getPath(), *sink);
  if (close(*sink) != 0 && !error)
    error = getErrno();
  staged = TemporaryFile();
  return error ? makeError(error) : llvm::Error::success();
}

llvm::Error OutputFile::keep() {
  if (staged.getPath().empty())
    return llvm::Error::success();
  if (!isRegular)
    return copyToSink();
  if (isUnchanged) {
    staged = TemporaryFile();
    // Build tools compare times.
    return utimensat(AT_FDCWD, target.c_str(), nullptr, 0) == 0 ? llvm::Error::success()
                                                                : makeError(getErrno());
  }
  if (mode >= 0)
    (void)fs::setPermissions(staged.getPath(), static_cast<fs::perms>(mode));
  if (std::error_code error = staged.renameTo(target))
    return makeError(error);
  return llvm::Error::success();
}

llvm::Error OutputFile::keepAll(llvm::ArrayRef<OutputFile *> files) {
  for (bool renames : {false, true})
    for (OutputFile *file : files)
      if (file->isRegular == renames)
        if (llvm::Error error = file->keep())
          return error;
  return llvm::Error::success();
}

llvm::Error OutputFile::checkDistinct(llvm::ArrayRef<const OutputFile *> files) {
  for (const OutputFile *file : files)
    for (const OutputFile *other : files)
      if (file != other && file->isRegular && other->isRegular && file->target == other->target)
        return llvm::createStringError(
            "expected different files for the outputs, got %s for two of them",
            quote(file->path).c_str());
  return llvm::Error::success();
}

llvm::Error dl::writeOutput(StringRef path, llvm::function_ref<void(llvm::raw_ostream &)> print,
                            const InputFiles &inputs) {
  llvm::Expected<OutputFile> file = OutputFile::open(path, inputs);
  if (!file)
    return file.takeError();
  if (llvm::Error error = file->write(print))
    return error;
  return file->keep();
}
