//===-- Link.cpp - objects to a library -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs ld.lld on objects. In: paths of objects. Out: a shared library or one
// relocatable object.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Programs.h"
#include "dl/Support/TemporaryFile.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"

using namespace dl::cpu;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

llvm::Expected<std::string> findLinker(StringRef given) {
  if (!given.empty()) {
    if (llvm::sys::fs::can_execute(given))
      return given.str();
    return llvm::createStringError("expected the linker at '%s'", given.str().c_str());
  }
  // Beside the tools, where they are installed with what they need.
  if (std::string own = dl::findProgram("ld.lld"); !own.empty())
    return own;
  for (StringRef name : {"ld.lld-22", "ld.lld"}) {
    if (auto path = llvm::sys::findProgramByName(name, {DL_LLVM_TOOLS_DIR}))
      return *path;
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  }
  return llvm::createStringError("expected ld.lld-22 or ld.lld in " DL_LLVM_TOOLS_DIR
                                 " or on the PATH; install lld-22 or give --linker=PATH");
}

/// Folders in which this system keeps libraries of a target: those of another
/// architecture stand where none of its own are.
std::vector<std::string> getLibraryDirs(const llvm::Triple &triple) {
  std::string multiarch = (llvm::Triple::getArchTypeName(triple.getArch()) + "-linux-gnu").str();
  std::vector<std::string> dirs = {"/usr/lib/" + multiarch, "/lib/" + multiarch};
  if (isForeign(triple))
    dirs.push_back("/usr/" + multiarch + "/lib");
  else
    dirs.insert(dirs.end(), {"/usr/lib64", "/lib64", "/usr/lib", "/lib", "/usr/local/lib",
                             DL_LLVM_LIBRARY_DIR});
  // An installation that brings its own libomp means it.
  if (!isForeign(triple))
    dirs.insert(dirs.begin(), dl::findLibraryFolder());
  return dirs;
}

/// Names of the libraries that a model is linked with.
std::vector<std::string> getLibraries(bool threads) {
  std::vector<std::string> libraries = {"libm.so.6", "libc.so.6"};
  if (threads)
    libraries.insert(libraries.begin(), "libomp.so.5");
  return libraries;
}

/// Removes what a linker that was killed left: it writes `<output>.tmp<random>` first.
void removeRemains(StringRef output) {
  std::string prefix = llvm::sys::path::filename(output).str() + ".tmp";
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(llvm::sys::path::parent_path(output), error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::filename(it->path()).starts_with(prefix))
      (void)llvm::sys::fs::remove(it->path());
}

/// A path that no program takes for an option or for a file of arguments.
std::string getOperand(StringRef path) {
  return (path.starts_with("-") || path.starts_with("@") ? "./" + path : path).str();
}

/// Runs the linker; what it says is part of the error.
llvm::Error runLinker(StringRef linker, std::vector<std::string> arguments, StringRef output) {
  llvm::Expected<std::string> program = findLinker(linker);
  if (!program)
    return program.takeError();
  auto log = dl::TemporaryFile::create(llvm::sys::path::parent_path(output), ".log.tmp");
  if (!log)
    return log.takeError();
  arguments.insert(arguments.end(), {"-o", getOperand(output)});
  llvm::Error error = dl::runProgram(*program, arguments, log->getPath());
  if (!error)
    return llvm::Error::success();
  removeRemains(output);
  std::string text = llvm::toString(std::move(error));
  if (auto buffer = llvm::MemoryBuffer::getFile(log->getPath()))
    if (StringRef said = (*buffer)->getBuffer().trim(); !said.empty())
      text += (": " + said).str();
  return llvm::createStringError("cannot link: %s", text.c_str());
}

} // namespace

llvm::Error dl::cpu::checkLibraries(bool threads, const llvm::Triple &triple) {
  std::vector<std::string> dirs = getLibraryDirs(triple);
  for (const std::string &library : getLibraries(threads)) {
    if (llvm::any_of(dirs, [&](const std::string &dir) {
          return llvm::sys::fs::exists(dir + "/" + library);
        }))
      continue;
    if (!isForeign(triple))
      return llvm::createStringError(
          "expected %s in a folder of the system's libraries; install %s%s", library.c_str(),
          library == "libomp.so.5" ? "libomp5" : "libc6",
          threads ? " or compile with --threads=1" : "");
    bool isThreading = library == "libomp.so.5";
    return llvm::createStringError(
        "expected %s for '%s' in %s%s", library.c_str(), triple.str().c_str(),
        llvm::join(dirs, ", ").c_str(),
        isThreading
            ? ", which threads need; compile with --threads=1, or with --to=object and link "
              "where it is"
            : "; install the C library of that target (on Debian libc6-arm64-cross or the "
              "like), or compile with --to=object and link where it is");
  }
  return llvm::Error::success();
}

llvm::Error dl::cpu::linkSharedLibrary(ArrayRef<std::string> objects, bool threads,
                                       const llvm::Triple &triple, StringRef script,
                                       StringRef linker, StringRef output) {
  if (llvm::Error error = checkLibraries(threads, triple))
    return error;
  // No build id, name or path: the same objects give the same bytes. The model's
  // own symbols win over equal ones of other libraries.
  std::vector<std::string> arguments = {"-shared",
                                        "-Bsymbolic",
                                        "--no-dependent-libraries",
                                        "--build-id=none",
                                        "--hash-style=gnu",
                                        "-z",
                                        "noexecstack",
                                        "-z",
                                        "defs",
                                        "-z",
                                        "relro",
                                        "--as-needed"};
  llvm::transform(objects, std::back_inserter(arguments), getOperand);
  arguments.insert(arguments.end(), {"-T", getOperand(script)});
  for (const std::string &dir : getLibraryDirs(triple))
    if (llvm::sys::fs::is_directory(dir))
      arguments.push_back("-L" + dir);
  for (const std::string &library : getLibraries(threads))
    arguments.push_back("-l:" + library);
  return runLinker(linker, arguments, output);
}

llvm::Error dl::cpu::linkObject(ArrayRef<std::string> objects, StringRef linker, StringRef output) {
  std::vector<std::string> arguments = {"-r", "--build-id=none"};
  llvm::transform(objects, std::back_inserter(arguments), getOperand);
  return runLinker(linker, arguments, output);
}
