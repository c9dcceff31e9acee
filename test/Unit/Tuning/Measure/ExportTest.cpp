//===-- ExportTest.cpp - databases as libraries of schedules --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SmallTask.h"

#include "dl/Tuning/Database.h"
#include "dl/Tuning/Measure/ExportLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::tuning;
namespace fs = llvm::sys::fs;

namespace {

class ExportTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("dl-export-test", folder));
    output = in("library.mlir");
  }
  void TearDown() override { fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const { return (folder + "/" + name).str(); }
  /// The line of a kernel's record.
  static std::string makeKernel(const Task &task) { return toLine(makeKernelRecord(task)) + "\n"; }
  /// The line of a record of its plain loops.
  static std::string makeRecord(const Task &task, Outcome outcome = Outcome::Ok) {
    Record record;
    record.task = task.key;
    record.target = task.target;
    record.search = "random";
    record.hash = std::string(64, 'f');
    record.measurement.outcome = outcome;
    if (outcome == Outcome::Ok)
      record.measurement.seconds = {2e-6};
    return toLine(record) + "\n";
  }
  /// What is wrong with the export of these lines; `warnings` gets what is told.
  std::string run(llvm::StringRef lines) {
    warnings.clear();
    {
      std::error_code error;
      llvm::raw_fd_ostream(in("records.jsonl"), error) << lines;
      EXPECT_FALSE(error);
    }
    return run(in("records.jsonl"), output);
  }
  std::string run(const std::string &database, const std::string &library) {
    return llvm::toString(exportLibrary(
        database, library,
        [&](size_t line, llvm::StringRef problem) {
          warnings += std::to_string(line) + ": " + problem.str() + "\n";
        },
        [&](const std::string &text) { warnings += text + "\n"; }));
  }
  std::string get() const { return (*llvm::MemoryBuffer::getFile(output))->getBuffer().str(); }

  llvm::SmallString<128> folder;
  std::string output, warnings;
  Task task = readTasks(makeProduct("matmul", "matmul", "m", 32))[0];
};

TEST_F(ExportTest, KernelsWithTheirRecords) {
  EXPECT_EQ(run("text\n" + makeKernel(task) + makeRecord(task)), "");
  EXPECT_EQ(warnings, "1: expected a JSON object: [1:2, byte=2]: Invalid JSON value (true?)\n");
  std::string library = get();
  EXPECT_EQ(library.find("// The fastest schedules that were measured, for dl-opt "
                         "--schedule-apply-library=library=FILE.\n"),
            0u);
  EXPECT_NE(library.find("func.func private @matmul("), std::string::npos) << library;
  EXPECT_NE(library.find("schedule.record = {nodes = \"\", search = \"random\", seconds = "
                         "2.000000e-06 : f64, target = \"" +
                         task.target + "\", task = \"" + task.key +
                         "\", threads = 1 : i64, trial "
                         "= 0 : i64, weights = \"nearest\"}"),
            std::string::npos)
      << library;
  // A kernel has a name, though a record may have none.
  task.name = "";
  EXPECT_EQ(run(makeKernel(task) + makeRecord(task)), "");
  EXPECT_NE(get().find("func.func private @kernel("), std::string::npos) << get();
}

TEST_F(ExportTest, WhatIsLeftOutIsTold) {
  const std::string prefix = "'matmul' (" + task.key.substr(0, 12) + ") is left out: ",
                    none = "expected '" + in("records.jsonl") +
                           "' to have a record of the outcome ok that can be exported, got none; "
                           "tune a model with dl-tune MODEL --db=FILE";
  const std::string module = task.module, record = makeRecord(task);
  auto fail = [&](std::string text) {
    task.module = std::move(text);
    EXPECT_EQ(run(makeKernel(task) + record), none);
    return warnings;
  };
  EXPECT_EQ(fail("module {}"), prefix + "its kernel cannot be read\n");
  EXPECT_EQ(fail("module attributes {dlti.target_system_spec = "
                 "#dlti.target_system_spec<\"cpu\" = #dlti.target_device_spec<"
                 "\"vector_registers\" = 0 : i64>>} {\n" +
                 module + "}")
                .find(prefix + "its kernel cannot be read"),
            0u)
      << warnings;
  // What failed is no schedule, and no reason to warn.
  task.module = module;
  EXPECT_EQ(run(makeKernel(task) + makeRecord(task, Outcome::Crash)), none);
  EXPECT_EQ(warnings, "");
  EXPECT_EQ(run(record), none);
  EXPECT_FALSE(fs::exists(output));
}

TEST_F(ExportTest, FilesThatCannotBeUsed) {
  EXPECT_EQ(run(in("none"), output), "expected '" + in("none") +
                                         "' to be a file of records; make one with dl-tune MODEL "
                                         "--db=FILE");
  EXPECT_EQ(run(folder.str().str(), output),
            "expected the tuning database '" + folder.str().str() +
                "' to be a file, got a folder; name a file of records");
  ASSERT_EQ(run(makeKernel(task) + makeRecord(task)), "");
  EXPECT_EQ(run(in("records.jsonl"), in("none/library.mlir")),
            "cannot write '" + in("none/library.mlir") + "': No such file or directory");
  EXPECT_NE(
      run(in("records.jsonl"), in("records.jsonl")).find("expected an output that is not an input"),
      std::string::npos);
}

} // namespace
