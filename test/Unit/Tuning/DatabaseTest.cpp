//===-- DatabaseTest.cpp - records in a file ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is found again in a file, whoever wrote to it and however that ended.
//
//===----------------------------------------------------------------------===//
#include "PlainKernels.h"

#include "dl/Tuning/Database.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl::schedule;
using namespace dl::tuning;
namespace fs = llvm::sys::fs;

namespace {

class DatabaseTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("/tmp/dl-database-test", folder));
    path = in("records");
  }
  void TearDown() override { fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const { return (folder + "/" + name).str(); }
  void put(llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }
  std::string get() { return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str(); }

  /// The database in the file; `warnings` gets what is skipped.
  Database open() {
    warnings.clear();
    return llvm::cantFail(Database::open(path, [&](size_t line, llvm::StringRef problem) {
      warnings += std::to_string(line) + ": " + problem.str() + "\n";
    }));
  }
  std::string refuse(const std::string &name) {
    auto database = Database::open(name, nullptr);
    return database ? "opened" : toString(database.takeError());
  }

  llvm::SmallString<128> folder;
  std::string path, warnings;
};

/// One of a task, a letter, that took these seconds; with none it failed.
Record make(char task, std::vector<double> seconds, uint64_t seed = 0) {
  Record record = makeRecord(makeElementwise(40, 64), 0);
  record.task = std::string(64, task);
  record.seed = seed;
  record.measurement.outcome = seconds.empty() ? Outcome::Crash : Outcome::Ok;
  record.measurement.seconds = std::move(seconds);
  return record;
}

/// Runs a function in a process of its own. It ends without destructors, as a killed one does.
template <typename Function> pid_t start(Function run) {
  pid_t child = fork();
  if (child == 0) {
    run();
    _exit(0);
  }
  return child;
}

/// The status that a process ends with.
int wait(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST_F(DatabaseTest, KeepsRecords) {
  Database database = open();
  EXPECT_TRUE(database.getRecords().empty());
  EXPECT_FALSE(fs::exists(path));
  std::string lines;
  for (int i = 0; i < 10; ++i) {
    Record record = makeRecord(makeConvolution(16, 14), i);
    llvm::cantFail(database.append(record));
    lines += toLine(record) + "\n";
    EXPECT_EQ(get(), lines);
  }
  Database again = open();
  EXPECT_EQ(warnings, "");
  for (const Database *each : {&database, &again}) {
    ASSERT_EQ(each->getRecords().size(), 10u);
    std::string known;
    for (const Record &record : each->getRecords())
      known += toLine(record) + "\n";
    EXPECT_EQ(known, lines);
    // What was appended is known as it is read.
    EXPECT_EQ(each->getRecords()[0].choices[0].candidates.size(), 1u);
  }
}

TEST_F(DatabaseTest, FindsTheFastest) {
  Database database;
  EXPECT_EQ(database.findBest(std::string(64, 'a')), nullptr);
  llvm::cantFail(database.append(make('a', {}, 1)));
  EXPECT_EQ(database.findBest(std::string(64, 'a')), nullptr);
  llvm::cantFail(database.append(make('a', {2, 7}, 2)));
  llvm::cantFail(database.append(make('b', {1}, 3)));
  llvm::cantFail(database.append(make('a', {6, 6.5}, 4)));
  llvm::cantFail(database.append(make('a', {6.5, 5}, 5)));
  llvm::cantFail(database.append(make('a', {1}, 6)));
  // More placements count more, the slowest of them does, and of equals the first.
  EXPECT_EQ(database.findBest(std::string(64, 'a'))->seed, 4u);
  EXPECT_EQ(database.findBest(std::string(64, 'b'))->seed, 3u);
  // With weights where a run of the model leaves them is more than a faster call after another.
  Record cold = make('b', {4}, 7);
  cold.measurement.weights = WeightsPlace::Memory;
  llvm::cantFail(database.append(cold));
  EXPECT_EQ(database.findBest(std::string(64, 'b'))->seed, 7u);
  EXPECT_EQ(database.findBest(std::string(64, 'c')), nullptr);
  std::vector<uint64_t> seeds;
  for (const Record *record : database.lookup(std::string(64, 'a')))
    seeds.push_back(record->seed);
  EXPECT_EQ(seeds, (std::vector<uint64_t>{1, 2, 4, 5, 6}));
  EXPECT_TRUE(database.lookup("").empty());
}

TEST_F(DatabaseTest, FindsTheFastestOfEqualCircumstances) {
  const std::string task(64, 'a');
  Database database;
  uint64_t seed = 0;
  auto add = [&](double seconds, double reference, std::vector<int64_t> sizes = {},
                 const char *simulator = "") {
    Record record = make('a', {seconds}, ++seed);
    record.hash = std::string(63, '0') + static_cast<char>('0' + seed);
    record.measurement.reference = reference;
    record.measurement.simulator = simulator;
    record.sizes = std::move(sizes);
    llvm::cantFail(database.append(record));
    return database.findBest(task)->seed;
  };
  // What is simulated is no time beside one that was measured.
  EXPECT_EQ(add(1e-6, 1, {}, "llvm-mca"), 1u);
  EXPECT_EQ(add(2, 1), 2u);
  // Three seconds of a machine of half the speed are less than two; an unknown speed is one.
  EXPECT_EQ(add(3, 2), 3u);
  EXPECT_EQ(add(1.6, 0), 3u);
  EXPECT_EQ(add(1.4, 0), 5u);
  EXPECT_EQ(database.findBest(task, std::string(63, '0') + "5")->seed, 3u);
  // Sizes are those of the last one.
  EXPECT_EQ(add(8, 1, {40}), 6u);
  EXPECT_EQ(add(9, 1, {40}), 6u);
  EXPECT_EQ(add(10, 1), 5u);
}

TEST_F(DatabaseTest, SkipsWhatIsNoRecord) {
  std::string good = toLine(make('a', {1}, 1)), other = good;
  other.replace(other.find("\"version\":1"), 11, "\"version\":2");
  std::string text = good + "\n\n  \r\nrecords of Monday\n" + other + "\n" +
                     std::string("\0\xff", 2) + "\n" + good + "\r\n" + std::string(1 << 21, '[') +
                     "\n" + good.substr(0, good.size() / 2);
  put(text);
  Database database = open();
  EXPECT_EQ(database.getRecords().size(), 2u);
  EXPECT_EQ(warnings.substr(0, warnings.find("9: ")),
            "4: expected a JSON object: [1:1, byte=1]: Invalid JSON value\n"
            "5: expected \"version\" to be 1, got 2\n"
            "6: expected a JSON object: [1:1, byte=1]: Invalid UTF-8 sequence\n"
            "8: expected a line of at most 1048576 bytes, got 2097152\n");
  EXPECT_NE(warnings.find("9: expected a JSON object: "), std::string::npos);
  // All of it stays, and what comes next begins a line.
  llvm::cantFail(database.append(make('b', {2})));
  EXPECT_EQ(get(), text + "\n" + toLine(make('b', {2})) + "\n");
  EXPECT_EQ(open().getRecords().size(), 3u);
  // Without anyone to tell.
  EXPECT_EQ(llvm::cantFail(Database::open(path, nullptr)).getRecords().size(), 3u);
}

TEST_F(DatabaseTest, ReadsALineWithoutEnd) {
  put(toLine(make('a', {1})));
  Database database = open();
  EXPECT_EQ(warnings, "");
  llvm::cantFail(database.append(make('a', {2})));
  EXPECT_EQ(open().getRecords().size(), 2u);
  EXPECT_EQ(warnings, "");
}

TEST_F(DatabaseTest, IsAFile) {
  EXPECT_EQ(refuse(""), "expected the name of a tuning database, got none");
  EXPECT_EQ(refuse(in("")), "expected the tuning database '" + in("") +
                                "' to be a file, got a folder; name a file of records");
  EXPECT_EQ(refuse("/dev/zero"), "expected the tuning database '/dev/zero' to be a file, got a "
                                 "device or pipe; name a file of records");
  std::string pipe = in("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refuse(pipe), "expected the tuning database '" + pipe +
                              "' to be a file, got a device or pipe; name a file of records");
  put("");
  EXPECT_EQ(refuse(path + "/inside"), "cannot read the tuning database '" + path +
                                          "/inside': Not a directory; make its folder first or "
                                          "name another file");
  // What was not there when it was opened.
  Database database = llvm::cantFail(Database::open(in("none/records"), nullptr));
  EXPECT_EQ(toString(database.append(make('a', {1}))),
            "cannot append to the tuning database '" + in("none/records") +
                "': No such file or directory; make its folder first or name another file");
  Database full = llvm::cantFail(Database::open(in("full"), nullptr));
  ASSERT_EQ(symlink("/dev/full", in("full").c_str()), 0);
  EXPECT_EQ(toString(full.append(make('a', {1}))),
            "expected the tuning database '" + in("full") +
                "' to be a file, got a device or pipe; name a file of records");
  EXPECT_TRUE(full.getRecords().empty());
}

/// A process that may not do everything.
template <typename Function> pid_t startAsUser(Function run) {
  return start([&] {
    constexpr uid_t nobody = 65534;
    if (geteuid() == 0 && seteuid(nobody) != 0)
      _exit(1);
    run();
  });
}

TEST_F(DatabaseTest, NeedsPermission) {
  put(toLine(make('a', {1})) + "\n");
  ASSERT_FALSE(fs::setPermissions(folder, fs::all_read | fs::all_exe | fs::owner_write));
  ASSERT_FALSE(fs::setPermissions(path, fs::all_read));
  EXPECT_EQ(wait(startAsUser([&] {
              Database database = open();
              std::string error = toString(database.append(make('a', {1})));
              bool isRight = database.getRecords().size() == 1 &&
                             error == "cannot append to the tuning database '" + path +
                                          "': Permission denied; name a file that can be read "
                                          "and written";
              _exit(isRight ? 0 : 1);
            })),
            0);
  ASSERT_FALSE(fs::setPermissions(path, fs::perms()));
  EXPECT_EQ(wait(startAsUser([&] {
              bool isRight = refuse(path) == "cannot read the tuning database '" + path +
                                                 "': Permission denied; name a file that can be "
                                                 "read and written";
              _exit(isRight ? 0 : 1);
            })),
            0);
}

TEST_F(DatabaseTest, TakesNoRecordThatItCannotRead) {
  Database database = open();
  EXPECT_EQ(toString(database.append(make('A', {1}))),
            "expected a record that can be read back: expected \"task\" to be 64 hexadecimal "
            "digits in lower case, got \"" +
                std::string(64, 'A') + "\"");
  Record endless = make('a', {1});
  endless.measurement.runSeconds = endless.measurement.getCost() / 0.0;
  EXPECT_NE(toString(database.append(endless)), "");
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(database.getRecords().empty());
}

/// No file of the process may be longer than that, as if the disk were full then.
void limitFiles(size_t bytes) {
  signal(SIGXFSZ, SIG_IGN);
  rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

TEST_F(DatabaseTest, TakesBackWhatDoesNotFit) {
  for (const char *before : {"", "a line without end"}) {
    std::string line = toLine(make('a', {1}, 1)) + "\n";
    std::string text = before + (*before ? "\n" + line : line);
    put(before);
    // The second record fits in part.
    pid_t child = start([&] {
      limitFiles(text.size() + line.size() / 2);
      Database database = open();
      llvm::Error first = database.append(make('a', {1}, 1));
      std::string second = toString(database.append(make('a', {1}, 2)));
      bool isRight = !first && database.getRecords().size() == 1 &&
                     second == "cannot append to the tuning database '" + path +
                                   "': File too large; free some space or name a file on another "
                                   "disk";
      _exit(isRight ? 17 : 1);
    });
    int status = wait(child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 17) << status;
    EXPECT_EQ(get(), text);
    Database database = open();
    EXPECT_EQ(database.getRecords().size(), 1u);
    llvm::cantFail(database.append(make('a', {1}, 3)));
    EXPECT_EQ(get(), text + toLine(make('a', {1}, 3)) + "\n");
  }
}

TEST_F(DatabaseTest, HasSeveralWriters) {
  std::vector<pid_t> children;
  for (int writer : {0, 1})
    children.push_back(start([&] {
      Database database = open();
      for (int i = 0; i < 200; ++i)
        if (database.append(make('a', {1}, writer * 200 + i)))
          _exit(1);
      _exit(0);
    }));
  for (pid_t child : children)
    EXPECT_EQ(wait(child), 0);
  Database database = open();
  EXPECT_EQ(warnings, "");
  std::vector<int> next = {0, 200};
  for (const Record &record : database.getRecords())
    EXPECT_EQ(record.seed, static_cast<uint64_t>(next[record.seed / 200]++));
  EXPECT_EQ(next, (std::vector<int>{200, 400}));
}

TEST_F(DatabaseTest, OutlivesItsWriters) {
  std::mt19937_64 random(7);
  size_t known = 0;
  for (int round = 0; round < 10; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    pid_t child = start([&] {
      Database database = open();
      for (uint64_t i = 0;; ++i)
        if (database.append(make('a', {1}, i)) || write(ends[1], "", 1) != 1)
          _exit(1);
    });
    close(ends[1]);
    // At some moment after some records.
    char byte;
    size_t least = random() % 5;
    for (size_t i = 0; i < least; ++i)
      ASSERT_EQ(read(ends[0], &byte, 1), 1);
    usleep(random() % 3000);
    ASSERT_EQ(kill(child, SIGKILL), 0);
    EXPECT_TRUE(WIFSIGNALED(wait(child)));
    // What it was told to be on the disk is there.
    while (read(ends[0], &byte, 1) == 1)
      ++least;
    close(ends[0]);
    Database database = open();
    EXPECT_GE(database.getRecords().size(), known + least);
    llvm::cantFail(database.append(make('b', {1})));
    known = open().getRecords().size();
    EXPECT_EQ(known, database.getRecords().size());
  }
}

TEST_F(DatabaseTest, KeepsWhatTasksAre) {
  Database database = open();
  KernelRecord kernel{std::string(64, 'a'), "znver3", 1, "gemm", "", "module {\n}\n"};
  llvm::cantFail(database.append(kernel));
  llvm::cantFail(database.append(make('a', {1}, 1)));
  // Once is enough.
  llvm::cantFail(database.append(kernel));
  Database again = open();
  ASSERT_EQ(again.getKernels().size(), 1u);
  EXPECT_EQ(again.getKernels()[0].module, kernel.module);
  EXPECT_EQ(again.lookupKernel(kernel.task), &again.getKernels()[0]);
  EXPECT_EQ(again.lookupKernel(std::string(64, 'b')), nullptr);
  EXPECT_EQ(again.getRecords().size(), 1u);
  kernel.task = "x";
  EXPECT_NE(toString(database.append(kernel)).find("expected a kernel that can be read back"),
            std::string::npos);
}

TEST_F(DatabaseTest, KeepsTemplatesAndEachOnce) {
  Database database = open();
  TemplateRecord record{hashTemplate("module {\n}\n"), "blocked", "module {\n}\n"};
  llvm::cantFail(database.append(record));
  llvm::cantFail(database.append(record));
  EXPECT_EQ(get(), toLine(record) + "\n");
  KernelRecord kernel{std::string(64, 'a'), "znver3", 1, "gemm", "", "module {\n}\n"};
  // Of what several runs wrote the first stays.
  std::string lines = toLine(kernel) + "\n" + toLine(record) + "\n";
  kernel.name = "other";
  put(lines + lines + toLine(kernel) + "\n");
  Database again = open();
  EXPECT_EQ(warnings, "");
  ASSERT_NE(again.lookupTemplate(record.hash), nullptr);
  EXPECT_EQ(again.lookupTemplate(record.hash)->name, "blocked");
  EXPECT_EQ(again.lookupTemplate(std::string(64, 'b')), nullptr);
  ASSERT_EQ(again.getKernels().size(), 1u);
  EXPECT_EQ(again.getKernels()[0].name, "gemm");
  llvm::cantFail(again.append(record));
  EXPECT_EQ(get(), lines + lines + toLine(kernel) + "\n");
  record.hash = std::string(64, 'c');
  std::string refusal = toString(again.append(record));
  EXPECT_EQ(refusal.find("expected a template that can be read back: "), 0u) << refusal;
  EXPECT_EQ(again.lookupTemplate(record.hash), nullptr);
}

} // namespace
