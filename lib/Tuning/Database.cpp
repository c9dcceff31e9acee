//===-- Database.cpp - records of measurements in a file ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is locked while it is read or written, and only ever gets longer: what is in it is
// never written again, whatever it is.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Database.h"

#include "dl/Support/WriteAll.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace dl::tuning;
using llvm::StringRef;
using llvm::sys::RetryAfterSignal;

namespace {

/// An open file. The destructor closes it, which ends its lock.
class OpenFile {
public:
  OpenFile(const std::string &path, int flags)
      : descriptor(RetryAfterSignal(-1, ::open, path.c_str(), flags | O_CLOEXEC | O_NONBLOCK,
                                    /*mode=*/0666)) {}
  OpenFile(const OpenFile &) = delete;
  ~OpenFile() {
    if (descriptor != -1)
      ::close(descriptor);
  }

  bool isOpen() const { return descriptor != -1; }
  int get() const { return descriptor; }

private:
  int descriptor;
};

} // namespace

static std::string getWayOut(int error) {
  switch (error) {
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
    return "free some space or name a file on another disk";
  case EACCES:
  case EPERM:
  case EROFS:
    return "name a file that can be read and written";
  case ENOENT:
  case ENOTDIR:
    return "make its folder first or name another file";
  default:
    return "name another file";
  }
}

/// `action` is "read" or "append to"; the reason is that of `error`.
static llvm::Error makeError(const char *action, const std::string &path, int error) {
  return llvm::createStringError("cannot " + llvm::Twine(action) + " the tuning database '" + path +
                                 "': " + llvm::sys::StrError(error) + "; " + getWayOut(error));
}

/// Waits for the lock. A device or pipe would have no end, or not keep what is written.
static llvm::Error lockRegular(const OpenFile &file, int lock, const char *action,
                               const std::string &path) {
  struct stat status;
  if (::fstat(file.get(), &status) != 0)
    return makeError(action, path, errno);
  if (!S_ISREG(status.st_mode))
    return llvm::createStringError(
        "expected the tuning database '" + path + "' to be a file, got a " +
        (S_ISDIR(status.st_mode) ? "folder" : "device or pipe") + "; name a file of records");
  if (RetryAfterSignal(-1, ::flock, file.get(), lock) != 0)
    return makeError(action, path, errno);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The whole file as it is now, null where there is none.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(const std::string &path) {
  OpenFile file(path, O_RDONLY);
  if (!file.isOpen() && errno == ENOENT)
    return nullptr;
  if (!file.isOpen())
    return makeError("read", path, errno);
  if (llvm::Error error = lockRegular(file, LOCK_SH, "read", path))
    return error;
  // Not mapped into memory: it may become shorter once the lock is gone.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getOpenFile(file.get(), path, /*FileSize=*/-1,
                                      /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!buffer)
    return makeError("read", path, buffer.getError().value());
  return std::move(*buffer);
}

/// Reads a line as what `parse` gives and keeps it unless `lookup` knows it. What is wrong with it,
/// or nothing.
template <typename T, typename Lookup>
static std::string readLine(StringRef line, llvm::Expected<T> (*parse)(StringRef), Lookup lookup,
                            std::vector<T> &all) {
  llvm::Expected<T> read = parse(line);
  if (!read)
    return toString(read.takeError());
  if (!lookup(*read))
    all.push_back(std::move(*read));
  return "";
}

llvm::Expected<Database> Database::open(StringRef path, const Warn &warn) {
  if (path.empty())
    return llvm::createStringError("expected the name of a tuning database, got none");
  Database database;
  database.path = path.str();
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = readFile(database.path);
  if (!buffer)
    return buffer.takeError();
  StringRef rest = *buffer ? (*buffer)->getBuffer() : "";
  for (size_t number = 1; !rest.empty(); ++number) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (line.trim().empty())
      continue;
    std::string problem;
    if (isKernelRecord(line)) {
      problem = readLine<KernelRecord>(
          line, parseKernelRecord,
          [&](const KernelRecord &kernel) { return database.lookupKernel(kernel.task); },
          database.kernels);
    } else if (isTemplateRecord(line)) {
      problem = readLine<TemplateRecord>(
          line, parseTemplateRecord,
          [&](const TemplateRecord &record) { return database.lookupTemplate(record.hash); },
          database.templates);
    } else if (llvm::Expected<Record> record = parseRecord(line)) {
      database.add(std::move(*record));
    } else {
      problem = toString(record.takeError());
    }
    if (warn && !problem.empty())
      warn(number, problem);
  }
  return database;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes it through to the disk.
static std::error_code writeThrough(int descriptor, StringRef text) {
  if (std::error_code error = dl::writeAll(descriptor, text))
    return error;
  if (RetryAfterSignal(-1, ::fdatasync, descriptor) != 0)
    return std::error_code(errno, std::generic_category());
  return {};
}

/// The name of a new file is on the disk, too, once its folder is. Some file systems cannot tell.
static void syncFolder(const std::string &path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  OpenFile file(folder.empty() ? "." : folder.str(), O_RDONLY | O_DIRECTORY);
  if (file.isOpen())
    (void)::fsync(file.get());
}

static llvm::Error appendLine(const std::string &path, const std::string &line) {
  const char *action = "append to";
  OpenFile file(path, O_RDWR | O_APPEND | O_CREAT);
  if (!file.isOpen())
    return makeError(action, path, errno);
  if (llvm::Error error = lockRegular(file, LOCK_EX, action, path))
    return error;
  off_t size = ::lseek(file.get(), 0, SEEK_END);
  char last = '\n';
  if (size < 0 || (size > 0 && RetryAfterSignal(-1, ::pread, file.get(), &last, 1, size - 1) != 1))
    return makeError(action, path, errno);
  // A writer that was killed may have left a line without its end.
  if (std::error_code error = writeThrough(file.get(), (last == '\n' ? "" : "\n") + line + "\n")) {
    (void)RetryAfterSignal(-1, ::ftruncate, file.get(), size);
    return makeError(action, path, error.value());
  }
  if (size == 0)
    syncFolder(path);
  return llvm::Error::success();
}

void Database::add(Record record) {
  byTask[record.task].push_back(records.size());
  records.push_back(std::move(record));
}

/// Appends `record`, a `name`, to the file, if there is one, and gives what it reads back as.
template <typename T>
static llvm::Expected<T> appendTo(const std::string &path, const T &record, const char *name,
                                  llvm::Expected<T> (*parse)(StringRef)) {
  std::string line = toLine(record);
  llvm::Expected<T> known = parse(line);
  if (!known)
    return llvm::createStringError(llvm::Twine("expected a ") + name +
                                   " that can be read back: " + toString(known.takeError()));
  if (!path.empty())
    if (llvm::Error error = appendLine(path, line))
      return error;
  return known;
}

llvm::Error Database::append(const Record &record) {
  llvm::Expected<Record> known = appendTo(path, record, "record", parseRecord);
  if (!known)
    return known.takeError();
  add(std::move(*known));
  return llvm::Error::success();
}

llvm::Error Database::append(const KernelRecord &kernel) {
  if (lookupKernel(kernel.task))
    return llvm::Error::success();
  llvm::Expected<KernelRecord> known = appendTo(path, kernel, "kernel", parseKernelRecord);
  if (!known)
    return known.takeError();
  kernels.push_back(std::move(*known));
  return llvm::Error::success();
}

llvm::Error Database::append(const TemplateRecord &record) {
  if (lookupTemplate(record.hash))
    return llvm::Error::success();
  llvm::Expected<TemplateRecord> known = appendTo(path, record, "template", parseTemplateRecord);
  if (!known)
    return known.takeError();
  templates.push_back(std::move(*known));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const KernelRecord *Database::lookupKernel(StringRef task) const {
  auto known =
      llvm::find_if(kernels, [&](const KernelRecord &kernel) { return kernel.task == task; });
  return known == kernels.end() ? nullptr : &*known;
}

const TemplateRecord *Database::lookupTemplate(StringRef hash) const {
  auto known =
      llvm::find_if(templates, [&](const TemplateRecord &record) { return record.hash == hash; });
  return known == templates.end() ? nullptr : &*known;
}

std::vector<const Record *> Database::lookup(StringRef task) const {
  std::vector<const Record *> found;
  auto indices = byTask.find(task);
  if (indices != byTask.end())
    for (size_t index : indices->second)
      found.push_back(&records[index]);
  return found;
}

/// What is better comes first: what ran, not what was simulated; what was measured in more
/// placements, the shortest of many single measurements being short by chance; then what was
/// measured with weights where runs of models find them; then what is faster, relative to the
/// reference work.
static std::tuple<bool, int64_t, int, double> getRank(const Record &record) {
  const Measurement &measurement = record.measurement;
  double reference = measurement.reference > 0 ? measurement.reference : 1;
  return {!measurement.simulator.empty(), -static_cast<int64_t>(measurement.seconds.size()),
          -static_cast<int>(measurement.weights), measurement.getCost() / reference};
}

const Record *Database::findBest(StringRef task, StringRef except) const {
  const Record *best = nullptr;
  std::vector<const Record *> all = lookup(task);
  for (const Record *record : all)
    if (record->measurement.isOk() && record->hash != except &&
        record->sizes == all.back()->sizes && (!best || getRank(*record) < getRank(*best)))
      best = record;
  return best;
}
