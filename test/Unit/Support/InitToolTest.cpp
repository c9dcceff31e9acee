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
#include <string>
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

// The handlers cannot allocate: of a longer name they tell the beginning.
TEST(InitTool, TellsSixtyThreeLettersOfItsName) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    std::string name(100, 'n');
    char *arguments[] = {name.data(), nullptr}, **argv = arguments;
    int argc = 1;
    dl::InitTool tool(argc, argv);
    dup2(ends[1], STDERR_FILENO);
    raise(SIGTERM);
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[256];
  for (ssize_t size; (size = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, size);
  close(ends[0]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
  EXPECT_EQ(text, std::string(63, 'n') + ": error: ended by SIGTERM; files are as they were\n");
}
