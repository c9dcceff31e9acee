//===-- WriteAllTest.cpp - bytes to a descriptor ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More than a pipe holds arrives as it was written, and a closed end is an error.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/WriteAll.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

TEST(WriteAll, WritesMoreThanAPipeHolds) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::string bytes, arrived;
  for (int number = 0; bytes.size() < 1000000; ++number)
    bytes += std::to_string(number);
  std::thread reader([&] {
    char part[3000];
    for (ssize_t count; (count = read(ends[0], part, sizeof(part))) > 0;)
      arrived.append(part, static_cast<size_t>(count));
  });
  EXPECT_FALSE(dl::writeAll(ends[1], bytes));
  EXPECT_FALSE(dl::writeAll(ends[1], ""));
  close(ends[1]);
  reader.join();
  close(ends[0]);
  EXPECT_EQ(arrived, bytes);
}

TEST(WriteAll, TellsWhatIsWrong) {
  EXPECT_EQ(dl::writeAll(-1, "text"), std::errc::bad_file_descriptor);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  auto previous = std::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(dl::writeAll(ends[1], "text"), std::errc::broken_pipe);
  std::signal(SIGPIPE, previous);
  close(ends[1]);
}

} // namespace
