//===-- TemporaryFile.cpp - files that do not outlive their use -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists are arrays of atomics: a signal handler may neither lock nor allocate.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/TemporaryFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl;
using llvm::StringRef;

namespace {

/// Entries beyond the table's size are not listed; they are removed all the same
/// where nothing interrupts.
std::array<std::atomic<char *>, 256> listedFiles;
std::array<std::atomic<pid_t>, 64> listedPrograms;

template <typename T, size_t size> int enlist(std::array<std::atomic<T>, size> &table, T value) {
  for (size_t i = 0; i < size; ++i) {
    T empty = {};
    if (table[i].compare_exchange_strong(empty, value))
      return static_cast<int>(i);
  }
  return -1;
}

/// The variable that decides llvm::sys::path::system_temp_directory.
StringRef getFolderVariable() {
  for (const char *name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (std::getenv(name))
      return name;
  return "";
}

} // namespace

llvm::Expected<TemporaryFile> TemporaryFile::create(StringRef folder, StringRef suffix) {
  bool isSystems = folder.empty();
  llvm::SmallString<128> model(folder), result;
  if (isSystems)
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, model);
  std::string place = model.str().str();
  llvm::sys::path::append(model, "dl-%%%%%%%%%%" + suffix);
  // Listed before it is made, so that no signal comes between.
  TemporaryFile file;
  std::error_code error = std::make_error_code(std::errc::file_exists);
  for (int tries = 0; tries < 128 && error == std::errc::file_exists; ++tries) {
    llvm::sys::fs::createUniquePath(model, result, /*MakeAbsolute=*/false);
    char *name = strdup(result.c_str());
    int slot = enlist(listedFiles, name), descriptor = -1;
    error = llvm::sys::fs::openFile(result, descriptor, llvm::sys::fs::CD_CreateNew,
                                    llvm::sys::fs::FA_Write, llvm::sys::fs::OF_None);
    if (error) {
      std::free(slot < 0 ? name : listedFiles[slot].exchange(nullptr));
      continue;
    }
    close(descriptor);
    if (slot < 0)
      std::free(name);
    file.slot = slot;
    file.path = result.str().str();
  }
  if (error) {
    StringRef variable = isSystems ? getFolderVariable() : "";
    return llvm::createStringError("cannot make a temporary file in '%s'%s%s: %s", place.c_str(),
                                   variable.empty() ? "" : ", the folder that $",
                                   variable.empty() ? "" : (variable + " names").str().c_str(),
                                   error.message().c_str());
  }
  return file;
}

TemporaryFile::~TemporaryFile() {
  if (!path.empty())
    (void)llvm::sys::fs::remove(path);
  if (slot >= 0)
    std::free(listedFiles[slot].exchange(nullptr));
}

std::error_code TemporaryFile::renameTo(StringRef name) {
  if (std::error_code error = llvm::sys::fs::rename(path, name))
    return error;
  path.clear();
  return std::error_code();
}

llvm::Error dl::runProgram(const std::string &program, llvm::ArrayRef<std::string> arguments,
                           const std::string &log) {
  std::vector<char *> argv = {const_cast<char *>(program.c_str())};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  // No signal may come between the start and the entry in the list; the program
  // itself is to get signals as usual.
  sigset_t all, before, defaults;
  sigfillset(&all);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &before);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t pid;
  int error = posix_spawn(&pid, program.c_str(), &actions, &attributes, argv.data(), environ);
  int slot = error ? -1 : enlist<pid_t>(listedPrograms, pid);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return llvm::createStringError("cannot run '%s': %s", program.c_str(),
                                   llvm::sys::StrError(error).c_str());

  int status = 0;
  pid_t waited = llvm::sys::RetryAfterSignal(-1, waitpid, pid, &status, 0);
  if (slot >= 0)
    listedPrograms[slot] = 0;
  if (waited != pid)
    return llvm::createStringError("cannot wait for '%s': %s", program.c_str(),
                                   llvm::sys::StrError().c_str());
  if (WIFSIGNALED(status))
    // What writes through a mapping is not told otherwise.
    return llvm::createStringError("'%s' died of signal %d (%s)%s", program.c_str(),
                                   WTERMSIG(status), strsignal(WTERMSIG(status)),
                                   WTERMSIG(status) == SIGBUS ? "; is the disk full?" : "");
  if (WEXITSTATUS(status) != 0)
    return llvm::createStringError("'%s' ended with status %d", program.c_str(),
                                   WEXITSTATUS(status));
  return llvm::Error::success();
}

/// Asks a program to end, and ends it if it does not within a third of a second.
static void endProgram(pid_t pid) {
  kill(pid, SIGTERM);
  for (int i = 0; i < 30; ++i) {
    if (waitpid(pid, nullptr, WNOHANG) != 0)
      return;
    timespec pause = {0, 10'000'000};
    nanosleep(&pause, nullptr);
  }
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
}

void dl::removeTemporaryFiles() {
  // Programs first: they would go on writing.
  for (std::atomic<pid_t> &program : listedPrograms)
    if (pid_t pid = program.exchange(0))
      endProgram(pid);
  for (std::atomic<char *> &file : listedFiles)
    if (char *path = file.exchange(nullptr))
      unlink(path);
}
