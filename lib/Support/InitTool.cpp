//===-- InitTool.cpp - what each tool begins and ends with ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's handlers stay for crashes, where they print a stack; ours are called from
// them.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/InitTool.h"
#include "dl/Support/TemporaryFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <unistd.h>

using namespace dl;

static constexpr int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
/// For the handlers, which cannot allocate.
static char toolName[64] = "dl";

static void print(const char *text) { (void)!write(STDERR_FILENO, text, strlen(text)); }

static void onInterrupt(int signal) {
  removeTemporaryFiles();
  print(toolName);
  print(": error: ended by ");
  print(signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP");
  print("; files are as they were\n");
  // The parent is to see the signal.
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// A signal inside of the allocator finds its lock taken, and what prints the stack waits for it:
/// after so many seconds the process dies without that. Finding the names takes 5 at most.
static constexpr time_t mostSecondsOfCrash = 8;
static timer_t crashTimer;
static bool hasCrashTimer = false;

static void onCrash(void *) {
  removeTemporaryFiles();
  // LLVM has given the signals back to the system.
  itimerspec after = {{0, 0}, {mostSecondsOfCrash, 0}};
  if (hasCrashTimer)
    timer_settime(crashTimer, 0, &after, nullptr);
}

InitTool::Ignored::Ignored() {
  // Not alarm(), which LLVM uses while it looks for names.
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGABRT;
  hasCrashTimer = timer_create(CLOCK_MONOTONIC, &event, &crashTimer) == 0;
  // Before LLVM's own handlers, which run in this order: what prints the stack may die of it.
  llvm::sys::AddSignalHandler(onCrash, nullptr);
  for (size_t i = 0; i < std::size(interrupts); ++i) {
    struct sigaction action;
    signals[i] = sigaction(interrupts[i], nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
  }
}

InitTool::InitTool(int &argc, char **&argv) : init(argc, argv) {
  llvm::StringRef name = llvm::sys::path::filename(argc > 0 ? argv[0] : "dl");
  strncpy(toolName, name.str().c_str(), sizeof(toolName) - 1);
  struct sigaction action = {};
  action.sa_handler = onInterrupt;
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < std::size(interrupts); ++i) {
    // As by nohup, or in the background of a shell.
    if (ignored.signals[i])
      std::signal(interrupts[i], SIG_IGN);
    else
      sigaction(interrupts[i], &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // LLVM's fatal errors end by exit.
  std::atexit(removeTemporaryFiles);
}

int InitTool::finish(llvm::LogicalResult result) {
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << toolName
                 << ": error: cannot write standard output: " << llvm::outs().error().message()
                 << "\n";
    llvm::outs().clear_error();
    return 1;
  }
  return llvm::failed(result);
}
