//===-- _worker.cpp - the process in which Python compiles ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles through dl-c, one request after the other, for the process at the other
// end of two pipes (_process.py): what kills the compiler kills this process only.
// In: requests on standard input. Out: results on what was standard output; whatever
// else the compiler prints goes to standard error.
//
// A message is a list of byte strings: their number and the length of each before
// it, as 64-bit integers of this machine. An empty one says that a request is begun.
//
//===----------------------------------------------------------------------===//
#include "dl-c/Compile.h"

#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <malloc.h>
#include <mutex>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using Message = std::vector<std::string>;

/// The exit status that says that memory was refused.
constexpr int memoryStatus = 70;

[[noreturn]] void endForMemory() { _exit(memoryStatus); }

bool readBytes(int file, char *data, size_t size) {
  while (size > 0) {
    ssize_t got = read(file, data, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    data += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

/// As writeAll of dl/Support, of which a program of the C interface sees nothing.
bool writeBytes(int file, const char *data, size_t size) {
  while (size > 0) {
    ssize_t put = write(file, data, size);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    data += put;
    size -= static_cast<size_t>(put);
  }
  return true;
}

bool readNumber(int file, uint64_t &number) {
  return readBytes(file, reinterpret_cast<char *>(&number), sizeof(number));
}

bool writeNumber(int file, uint64_t number) {
  return writeBytes(file, reinterpret_cast<const char *>(&number), sizeof(number));
}

bool readMessage(int file, Message &message) {
  uint64_t count, size;
  if (!readNumber(file, count))
    return false;
  message.assign(count, "");
  for (std::string &part : message) {
    if (!readNumber(file, size))
      return false;
    part.resize(size);
    if (!readBytes(file, part.data(), size))
      return false;
  }
  return true;
}

bool writeMessage(int file, const Message &message) {
  if (!writeNumber(file, message.size()))
    return false;
  for (const std::string &part : message)
    if (!writeNumber(file, part.size()) || !writeBytes(file, part.data(), part.size()))
      return false;
  return true;
}

/// The parts of a request, in order; names and values of options follow.
enum Part {
  Folder, /// for temporary files; removed if the other end is gone
  Cwd,
  MemoryLimit,
  Name,
  Format, /// of DlFormat; 0: the file of that name
  Bytes,
  DataFolder,
  Level,
  Output,
  NumParts
};

MlirStringRef toRef(const std::string &text) { return {text.data(), text.size()}; }
std::string toString(MlirStringRef text) { return std::string(text.data, text.length); }

/// An option, and what takes its value, which lives as long as the compilation.
struct Option {
  const char *name;
  void (*take)(DlOptions &options, const std::string &value);
};

/// Those that are not given keep their defaults.
constexpr Option optionTable[] = {
    {"threads", [](DlOptions &o, const std::string &value) { o.threads = std::stoll(value); }},
    {"vectorize", [](DlOptions &o, const std::string &value) { o.vectorize = value == "1"; }},
    {"optimization",
     [](DlOptions &o, const std::string &value) {
       o.optimization = static_cast<unsigned>(std::stoul(value));
     }},
    {"cpu", [](DlOptions &o, const std::string &value) { o.cpu = toRef(value); }},
    {"target", [](DlOptions &o, const std::string &value) { o.target = toRef(value); }},
    {"model", [](DlOptions &o, const std::string &value) { o.model = toRef(value); }},
    {"jobs", [](DlOptions &o, const std::string &value) { o.jobs = std::stoll(value); }},
    {"cache", [](DlOptions &o, const std::string &value) { o.cache = toRef(value); }},
    {"precision", [](DlOptions &o, const std::string &value) { o.precision = toRef(value); }},
    {"tuning-db", [](DlOptions &o, const std::string &value) { o.tuningDb = toRef(value); }},
    {"sizes", [](DlOptions &o, const std::string &value) { o.sizes = toRef(value); }},
    {"schedules", [](DlOptions &o, const std::string &value) { o.schedules = toRef(value); }},
    {"weights", [](DlOptions &o, const std::string &value) { o.elideWeights = value == "0"; }},
    {"locations", [](DlOptions &o, const std::string &value) { o.omitLocations = value == "0"; }},
};

/// Sends a phase to the other end, whose descriptor is `data`.
void tellProgress(MlirStringRef phase, int64_t done, int64_t total, void *data) {
  // Where nobody listens any more, the compilation is ended by who reads requests.
  (void)writeMessage(*static_cast<int *>(data),
                     {"progress", toString(phase), std::to_string(done), std::to_string(total)});
}

/// Microseconds of the calls of kernels, with blanks behind them: "12.5 3 ".
std::vector<double> readTimes(const std::string &text) {
  std::vector<double> times;
  std::istringstream stream(text);
  for (double time; stream >> time;)
    times.push_back(time);
  return times;
}

/// Success, text, the number of diagnostics, these, and the inputs that would have to
/// be constant.
Message compile(const Message &request, int &out) {
  DlSource source = {};
  source.name = toRef(request[Name]);
  source.dataFolder = toRef(request[DataFolder]);
  source.format = static_cast<DlFormat>(std::stoi(request[Format]));
  if (source.format != DL_FORMAT_BY_NAME) {
    source.bytes = request[Bytes].data();
    source.size = request[Bytes].size();
  }
  DlOptions options = dlGetDefaultOptions();
  std::optional<std::vector<double>> times;
  for (size_t i = NumParts; i + 1 < request.size(); i += 2) {
    for (const Option &option : optionTable)
      if (request[i] == option.name)
        option.take(options, request[i + 1]);
    if (request[i] == "progress" && request[i + 1] == "1") {
      options.onProgress = tellProgress;
      options.progressData = &out;
    }
    if (request[i] == "report")
      times = readTimes(request[i + 1]);
  }
  DlResult result = times
                        ? dlReport(source, options, times->empty() ? nullptr : times->data(),
                                   /*errors=*/nullptr, static_cast<intptr_t>(times->size()))
                        : dlCompile(source, toRef(request[Level]), toRef(request[Output]), options);
  intptr_t numDiagnostics = dlResultGetNumDiagnostics(result);
  Message reply = {dlResultIsSuccess(result) ? "1" : "0", toString(dlResultGetText(result)),
                   std::to_string(numDiagnostics)};
  for (intptr_t i = 0; i < numDiagnostics; ++i)
    reply.push_back(toString(dlResultGetDiagnostic(result, i)));
  for (intptr_t i = 0; i < dlResultGetNumConstantInputs(result); ++i)
    reply.push_back(toString(dlResultGetConstantInput(result, i)));
  dlResultDestroy(result);
  return reply;
}

/// The requests, read by a thread that sees at once when the other end is gone.
class Requests {
public:
  explicit Requests(int file) : file(file) {
    std::thread([this] { readAll(); }).detach();
  }

  Message take() {
    std::unique_lock<std::mutex> lock(mutex);
    arrived.wait(lock, [this] { return isFull; });
    isFull = false;
    return std::move(next);
  }

private:
  void readAll() {
    Message message;
    while (readMessage(file, message) && message.size() >= NumParts) {
      std::lock_guard<std::mutex> lock(mutex);
      folder = message[Folder];
      next = std::move(message);
      isFull = true;
      arrived.notify_one();
    }
    // The linker is of this process's group, which Python made.
    if (getpgrp() == getpid()) {
      std::signal(SIGTERM, SIG_IGN);
      kill(0, SIGTERM);
    }
    std::error_code ignored;
    if (!folder.empty())
      std::filesystem::remove_all(folder, ignored);
    _exit(0);
  }

  int file;
  std::mutex mutex;
  std::condition_variable arrived;
  bool isFull = false;
  Message next;
  std::string folder;
};

void setLimit(int resource, rlim_t soft) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0)
    return;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  setrlimit(resource, &limit);
}

} // namespace

int main() {
  // Copies that programs which are run do not get: they would hold the pipes open.
  int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = open("/dev/null", O_RDONLY);
  if (in < 0 || out < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
      dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return 1;
  // Address space may be limited, and each arena takes 64 MB of it.
  mallopt(M_ARENA_MAX, 1);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  setLimit(RLIMIT_CORE, 0);
  std::set_new_handler(endForMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endForMemory(); },
                                        nullptr);
  rlimit memory;
  getrlimit(RLIMIT_DATA, &memory);
  // Where the system runs out of memory, this process is the one to lose.
  if (int file = open("/proc/self/oom_score_adj", O_WRONLY); file >= 0) {
    (void)!write(file, "500", 3);
    close(file);
  }

  Requests requests(in);
  while (true) {
    Message request = requests.take();
    if (!writeMessage(out, {}))
      return 1;
    (void)!chdir(request[Cwd].c_str());
    setenv("TMPDIR", request[Folder].c_str(), /*overwrite=*/1);
    if (!request[MemoryLimit].empty())
      setLimit(RLIMIT_DATA, std::stoull(request[MemoryLimit]));
    Message reply = compile(request, out);
    request.clear();
    malloc_trim(0);
    setLimit(RLIMIT_DATA, memory.rlim_cur);
    if (!writeMessage(out, reply))
      return 1;
  }
}
