//===-- Database.h - records of measurements in a file -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON lines that are only ever appended, one write each under a lock, so that several processes
// can write and a killed one leaves at most an incomplete last line.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_DATABASE_H
#define DL_TUNING_DATABASE_H

#include "dl/Tuning/Record.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace dl::tuning {

class Database {
public:
  /// Told of lines that are skipped: their number in the file, from 1, and what is wrong.
  using Warn = std::function<void(size_t line, llvm::StringRef problem)>;

  /// One in memory alone.
  Database() = default;
  /// Reads a file, if there is one. Lines that are no records, or of another version, are skipped
  /// with a warning, blank ones without. The error tells that the file cannot be read, or is none.
  static llvm::Expected<Database> open(llvm::StringRef path, const Warn &warn);

  /// Appends a record to the file, on the disk before this returns, and, as it reads back, to what
  /// is known. After an error (a full disk, no permission, numbers that no line can hold) both are
  /// as they were, but for an incomplete line where not even that could be taken back, which the
  /// next record does not join. What other processes append is not seen.
  llvm::Error append(const Record &record);

  /// The same of what a task is; nothing happens where that is known.
  llvm::Error append(const KernelRecord &kernel);
  /// The same of what a template is.
  llvm::Error append(const TemplateRecord &record);

  const std::vector<Record> &getRecords() const { return records; }
  /// What tasks are, in the order of the file.
  const std::vector<KernelRecord> &getKernels() const { return kernels; }
  /// What a task is, or null.
  const KernelRecord *lookupKernel(llvm::StringRef task) const;
  /// The template of this hash, or null.
  const TemplateRecord *lookupTemplate(llvm::StringRef hash) const;
  /// The records of a task, in the order of the file. They stay until the next `append`.
  std::vector<const Record *> lookup(llvm::StringRef task) const;
  /// The fastest of those that were ok and measured in the most placements, the first of equals;
  /// times with other open sizes than those of the last record do not compare, and count for
  /// nothing; without those of the schedule whose hash is `except`; null where there is none. It
  /// stays until the next `append`.
  const Record *findBest(llvm::StringRef task, llvm::StringRef except = "") const;

private:
  void add(Record record);

  std::string path;
  std::vector<Record> records;
  std::vector<KernelRecord> kernels;
  std::vector<TemplateRecord> templates;
  llvm::StringMap<std::vector<size_t>> byTask;
};

} // namespace dl::tuning

#endif // DL_TUNING_DATABASE_H
