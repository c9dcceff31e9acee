//===-- OutputFileTest.cpp - files that are written for the user -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When files appear and what becomes of those that are there. What tools do with
// pipes, devices and signals is tested on the tools.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl;
namespace fs = llvm::sys::fs;

namespace {

class OutputFileTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(fs::createUniqueDirectory("dl-output-test", folder)); }
  void TearDown() override { fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const { return (folder + "/" + name).str(); }
  void put(llvm::StringRef name, llvm::StringRef text) {
    llvm::cantFail(writeOutput(in(name), [&](llvm::raw_ostream &os) { os << text; }));
  }
  std::string get(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(in(name));
    return buffer ? (*buffer)->getBuffer().str() : "none";
  }
  OutputFile open(llvm::StringRef name, llvm::StringRef text) {
    OutputFile file = llvm::cantFail(OutputFile::open(in(name)));
    llvm::cantFail(file.write([&](llvm::raw_ostream &os) { os << text; }));
    return file;
  }
  unsigned count() {
    unsigned result = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; it != end; it.increment(error))
      ++result;
    return result;
  }

  llvm::SmallString<128> folder;
};

} // namespace

TEST_F(OutputFileTest, AppearsWhenKept) {
  {
    OutputFile file = open("a", "new");
    EXPECT_EQ(get("a"), "none");
    EXPECT_EQ(count(), 1u);
    llvm::cantFail(file.keep());
    EXPECT_EQ(get("a"), "new");
  }
  EXPECT_EQ(count(), 1u);
}

TEST_F(OutputFileTest, LeavesNothingWhenDropped) {
  put("a", "old");
  open("a", "new");
  open("b", "new");
  EXPECT_EQ(get("a"), "old");
  EXPECT_EQ(count(), 1u);
}

TEST_F(OutputFileTest, KeepsPermissions) {
  put("a", "old");
  ASSERT_FALSE(fs::setPermissions(in("a"), fs::owner_read | fs::owner_write));
  put("a", "new");
  EXPECT_EQ(*fs::getPermissions(in("a")), fs::owner_read | fs::owner_write);
  EXPECT_EQ(get("a"), "new");
  // Root may write what nobody else may, which stays so.
  if (geteuid() != 0)
    return;
  ASSERT_FALSE(fs::setPermissions(in("a"), fs::no_perms));
  put("a", "newer");
  EXPECT_EQ(*fs::getPermissions(in("a")), fs::no_perms);
  EXPECT_EQ(get("a"), "newer");
}

// As many links as the system itself follows, less one, lead to a file.
TEST_F(OutputFileTest, FollowsThirtyNineLinks) {
  std::string name = "file";
  for (int i = 1; i <= 40; ++i) {
    std::string link = "link" + std::to_string(i);
    ASSERT_EQ(symlink(name.c_str(), in(link).c_str()), 0);
    name = link;
  }
  put("link39", "text");
  EXPECT_EQ(get("file"), "text");
  llvm::Expected<OutputFile> file = OutputFile::open(in("link40"));
  ASSERT_FALSE(bool(file));
  EXPECT_NE(llvm::toString(file.takeError()).find("Too many levels of symbolic links"),
            std::string::npos);
}

/// A model that has not changed is not written again; build tools see that it was made.
TEST_F(OutputFileTest, TheSameContentsStayButForTheirTimes) {
  std::string contents(3 << 20, 'a');
  put("a", contents);
  struct timespec longAgo[2] = {{1000, 0}, {1000, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, in("a").c_str(), longAgo, 0), 0);
  auto getStatus = [&] {
    struct stat status;
    EXPECT_EQ(stat(in("a").c_str(), &status), 0);
    return status;
  };
  auto write = [&](llvm::StringRef text) {
    OutputFile file = llvm::cantFail(OutputFile::open(in("a")));
    llvm::cantFail(file.write(text));
    EXPECT_EQ(getStatus().st_mtime, 1000);
    llvm::cantFail(file.keep());
  };
  struct stat before = getStatus();
  write(contents);
  EXPECT_EQ(getStatus().st_ino, before.st_ino);
  EXPECT_NE(getStatus().st_mtime, 1000);
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(get("a"), contents);

  for (std::string other : {contents + "b", std::string(contents.size() - 1, 'a'),
                            std::string(contents.size() - 1, 'a') + "b", std::string()}) {
    put("a", contents);
    ASSERT_EQ(utimensat(AT_FDCWD, in("a").c_str(), longAgo, 0), 0);
    write(other);
    EXPECT_EQ(get("a"), other);
  }
}

/// The last of what is written counts.
TEST_F(OutputFileTest, WritesAgainAfterTheSame) {
  put("a", "old");
  OutputFile file = llvm::cantFail(OutputFile::open(in("a")));
  llvm::cantFail(file.write("old"));
  llvm::cantFail(file.write("new"));
  llvm::cantFail(file.keep());
  EXPECT_EQ(get("a"), "new");
}

TEST_F(OutputFileTest, IsStagedUnderANameOfItsOwn) {
  OutputFile file = llvm::cantFail(OutputFile::open(in("a")));
  std::string staging = llvm::cantFail(file.getStagingPath());
  EXPECT_EQ(llvm::sys::path::parent_path(staging), file.getFolder());
  EXPECT_EQ(llvm::cantFail(file.getStagingPath()), staging);
  std::error_code error;
  llvm::raw_fd_ostream(staging, error) << "by name";
  llvm::cantFail(file.keep());
  EXPECT_EQ(get("a"), "by name");
}

TEST_F(OutputFileTest, AllOrNone) {
  put("a", "old");
  ASSERT_EQ(mkfifo(in("pipe").c_str(), 0600), 0);
  OutputFile first = open("a", "new"), second = llvm::cantFail(OutputFile::open(in("pipe")));
  // A pipe that is gone fails, and the file before it stays.
  llvm::cantFail(second.getStagingPath());
  ASSERT_EQ(unlink(in("pipe").c_str()), 0);
  std::string message = llvm::toString(OutputFile::keepAll({&first, &second}));
  EXPECT_EQ(message, "cannot write '" + in("pipe") + "': No such file or directory");
  EXPECT_EQ(get("a"), "old");
}

TEST_F(OutputFileTest, OutputsAreDistinct) {
  OutputFile a = open("a", ""), b = open("b", ""), again = open("./a", "");
  llvm::cantFail(OutputFile::checkDistinct({&a, &b}));
  EXPECT_EQ(llvm::toString(OutputFile::checkDistinct({&a, &b, &again})),
            "expected different files for the outputs, got '" + in("a") + "' for two of them");
}

// What is no file may be given for several.
TEST_F(OutputFileTest, DevicesNeedNotBeDistinct) {
  OutputFile a = open("a", ""), null = llvm::cantFail(OutputFile::open("/dev/null")),
             again = llvm::cantFail(OutputFile::open("/dev/null"));
  llvm::cantFail(OutputFile::checkDistinct({&null, &a, &again}));
}

TEST_F(OutputFileTest, InputsStay) {
  put("a", "old");
  InputFiles inputs;
  inputs.add(in("a"));
  inputs.add("<memory>");
  ASSERT_FALSE(fs::create_link(in("a"), in("link")));
  for (const char *name : {"a", "./a", "link"}) {
    std::string message =
        llvm::toString(writeOutput(in(name), [](llvm::raw_ostream &os) { os << "new"; }, inputs));
    EXPECT_EQ(message, "expected an output that is not an input, got '" + in(name) +
                           "', the same file as the input '" + in("a") + "'; choose another name");
    EXPECT_EQ(get("a"), "old");
  }
  llvm::cantFail(inputs.checkOutput(in("b")));
}

TEST_F(OutputFileTest, InputsOfACommandLine) {
  for (const char *name : {"a", "b", "c", "d", "e"})
    put(name, "");
  std::string a = in("a"), options = "--pass=x=1 files=" + in("b") + "," + in("c"), d = in("d"),
              e = "-o=" + in("e");
  InputFiles inputs;
  inputs.addNamed({"tool", a.c_str(), options.c_str(), "-o", d.c_str(), e.c_str()});
  for (const char *name : {"a", "b", "c"})
    EXPECT_NE(llvm::toString(inputs.checkOutput(in(name))), "") << name;
  for (const char *name : {"d", "e"})
    EXPECT_EQ(llvm::toString(inputs.checkOutput(in(name))), "") << name;
}

TEST_F(OutputFileTest, InputsWhoseNamesHaveSeparators) {
  put("a, b", "");
  put("c", "");
  std::string name = in("a, b"), output = in("c");
  InputFiles inputs;
  inputs.addNamed({"tool", name.c_str(), "--o", output.c_str()});
  EXPECT_EQ(inputs.getPaths(), std::vector<llvm::StringRef>{name});
  EXPECT_NE(llvm::toString(inputs.checkOutput(name)), "");
}

TEST_F(OutputFileTest, NamesTheVariableOfTheTemporaryFolder) {
  const char *before = std::getenv("TMPDIR");
  std::string old = before ? before : "";
  setenv("TMPDIR", in("none").c_str(), 1);
  auto file = TemporaryFile::create("", ".tmp");
  auto beside = TemporaryFile::create(in("none"), ".tmp");
  before ? setenv("TMPDIR", old.c_str(), 1) : unsetenv("TMPDIR");
  EXPECT_EQ(llvm::toString(file.takeError()),
            "cannot make a temporary file in '" + in("none") +
                "', the folder that $TMPDIR names: No such file or directory");
  EXPECT_EQ(llvm::toString(beside.takeError()),
            "cannot make a temporary file in '" + in("none") + "': No such file or directory");
}

TEST_F(OutputFileTest, ProgramsThatFail) {
  TemporaryFile log = llvm::cantFail(TemporaryFile::create(folder, ".log"));
  EXPECT_EQ(llvm::toString(runProgram("/bin/true", {}, log.getPath())), "");
  EXPECT_EQ(llvm::toString(runProgram("/bin/false", {}, log.getPath())),
            "'/bin/false' ended with status 1");
  EXPECT_EQ(llvm::toString(runProgram("/bin/sh", {"-c", "kill -9 $$"}, log.getPath())),
            "'/bin/sh' died of signal 9 (Killed)");
  EXPECT_EQ(llvm::toString(runProgram("/bin/sh", {"-c", "kill -7 $$"}, log.getPath())),
            "'/bin/sh' died of signal 7 (Bus error); is the disk full?");
  EXPECT_EQ(llvm::toString(runProgram("/nowhere/program", {}, log.getPath())),
            "cannot run '/nowhere/program': No such file or directory");
  llvm::cantFail(runProgram("/bin/echo", {"said"}, log.getPath()));
  EXPECT_EQ(get(llvm::sys::path::filename(log.getPath())), "said\n");
}

TEST_F(OutputFileTest, StandardOutputStaysInOrder) {
  put("log", "");
  fflush(stdout);
  llvm::outs().flush();
  int before = dup(STDOUT_FILENO), log = ::open(in("log").c_str(), O_WRONLY);
  ASSERT_GE(dup2(log, STDOUT_FILENO), 0);
  llvm::outs() << "first ";
  OutputFile file = llvm::cantFail(OutputFile::open("-"));
  llvm::Error error = file.write([](llvm::raw_ostream &os) { os << "second "; });
  llvm::outs() << "third";
  llvm::outs().flush();
  dup2(before, STDOUT_FILENO);
  close(before);
  close(log);
  llvm::cantFail(std::move(error));
  EXPECT_EQ(get("log"), "first second third");
}

TEST_F(OutputFileTest, WritesToAnyDescriptor) {
  put("log", "");
  // Also to the first one, which may be open for writing.
  int before = dup(STDIN_FILENO), log = ::open(in("log").c_str(), O_WRONLY);
  ASSERT_GE(dup2(log, STDIN_FILENO), 0);
  for (int descriptor : {STDIN_FILENO, log})
    EXPECT_EQ(llvm::toString(writeOutput("/dev/fd/" + std::to_string(descriptor),
                                         [](llvm::raw_ostream &os) { os << "text "; })),
              "");
  dup2(before, STDIN_FILENO);
  close(before);
  close(log);
  EXPECT_EQ(get("log"), "text text ");
}

// Only those of /proc lead to open files; elsewhere a link is one to a name.
TEST_F(OutputFileTest, AFolderMayBeNamedAsThatOfDescriptors) {
  ASSERT_FALSE(fs::create_directory(in("fd")));
  ASSERT_EQ(symlink("../target", in("fd/1").c_str()), 0);
  put("fd/1", "text");
  EXPECT_EQ(get("target"), "text");
  // It appears when it is kept.
  open("fd/1", "dropped");
  EXPECT_EQ(get("target"), "text");
}

TEST_F(OutputFileTest, WritesToDescriptorsOfOtherProcesses) {
  put("log", "");
  int toParent[2], toChild[2];
  ASSERT_EQ(pipe(toParent), 0);
  ASSERT_EQ(pipe(toChild), 0);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // Open here alone, until the other side has written.
    int log = ::open(in("log").c_str(), O_WRONLY);
    char byte;
    close(toChild[1]);
    bool isGood = write(toParent[1], &log, sizeof(log)) == sizeof(log);
    _exit(isGood && read(toChild[0], &byte, 1) == 0 ? 0 : 1);
  }
  int log = -1, status = 0;
  EXPECT_EQ(read(toParent[0], &log, sizeof(log)), ssize_t(sizeof(log)));
  std::string name = "/proc/" + std::to_string(child) + "/fd/" + std::to_string(log);
  EXPECT_EQ(llvm::toString(writeOutput(name, [](llvm::raw_ostream &os) { os << "text"; })), "");
  for (int descriptor : {toParent[0], toParent[1], toChild[0], toChild[1]})
    close(descriptor);
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(get("log"), "text");
  EXPECT_EQ(count(), 1u);
}

TEST_F(OutputFileTest, TemporaryFilesGo) {
  // More than the table of those that a signal removes has room for.
  std::vector<TemporaryFile> files;
  for (int i = 0; i < 300; ++i)
    files.push_back(llvm::cantFail(TemporaryFile::create(folder, ".tmp")));
  EXPECT_EQ(count(), 300u);
  files.clear();
  EXPECT_EQ(count(), 0u);
}

TEST_F(OutputFileTest, AsManyTemporaryFilesAsAreListedGoAtTheEnd) {
  removeTemporaryFiles();
  // A file that cannot be made leaves its place in the list to others.
  llvm::Expected<TemporaryFile> nowhere = TemporaryFile::create(in("none"), ".tmp");
  EXPECT_FALSE(bool(nowhere));
  llvm::consumeError(nowhere.takeError());
  std::vector<TemporaryFile> files;
  for (int i = 0; i < 256; ++i)
    files.push_back(llvm::cantFail(TemporaryFile::create(folder, ".tmp")));
  EXPECT_EQ(count(), 256u);
  removeTemporaryFiles();
  EXPECT_EQ(count(), 0u);
}

TEST_F(OutputFileTest, OnlyTemporaryFilesGoAtTheEnd) {
  removeTemporaryFiles();
  std::string path;
  {
    TemporaryFile file = llvm::cantFail(TemporaryFile::create(folder, ".tmp"));
    path = file.getPath();
    ASSERT_FALSE(file.renameTo(in("kept")));
  }
  // Now somebody else's.
  put(llvm::sys::path::filename(path), "other");
  TemporaryFile file = llvm::cantFail(TemporaryFile::create(folder, ".tmp"));
  EXPECT_EQ(count(), 3u);
  removeTemporaryFiles();
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(get(llvm::sys::path::filename(path)), "other");
}

// What failed before, elsewhere, is no error of this file.
TEST_F(OutputFileTest, WritesToDevicesWhateverFailedBefore) {
  OutputFile file = llvm::cantFail(OutputFile::open("/dev/null"));
  llvm::cantFail(file.write([](llvm::raw_ostream &os) { os << "text"; }));
  errno = ENOSPC;
  EXPECT_FALSE(bool(file.keep()));

  OutputFile staged = llvm::cantFail(OutputFile::open("/dev/null"));
  std::string path = llvm::cantFail(staged.getStagingPath());
  EXPECT_NE(path, "/dev/null");
  errno = ENOSPC;
  EXPECT_FALSE(bool(staged.keep()));
}
