//===-- InitToolTest.cpp - how tools end ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Support/InitTool.h"

#include "llvm/Support/Signals.h"

#include "gtest/gtest.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

// As where the signal came inside of the allocator, whose lock what prints the stack waits for.
TEST(InitTool, DiesOfASignalThoughItsHandlersHang) {
  pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    char name[] = "tool";
    char *arguments[] = {name, nullptr}, **argv = arguments;
    int argc = 1;
    dl::InitTool tool(argc, argv);
    llvm::sys::AddSignalHandler([](void *) { sleep(60); }, nullptr);
    close(STDERR_FILENO);
    raise(SIGSEGV);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGABRT);
}
