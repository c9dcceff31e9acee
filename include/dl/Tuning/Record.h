//===-- Record.h - what is kept of a measurement -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a tuning database: what was decided for which kernel, and what that took. Steps are
// written as data, not as code: whoever reads a record of a stranger applies primitives, each of
// which checks what it is given.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_RECORD_H
#define DL_TUNING_RECORD_H

#include "dl/Tuning/Runner.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace dl::tuning {

/// The version of the lines that are written; lines of others are not read.
inline constexpr int64_t recordVersion = 1;

/// What a line may hold, so that reading a stranger's takes little time and memory: bytes, levels
/// of brackets, steps, and numbers of one step.
inline constexpr size_t maxRecordBytes = 1 << 20, maxRecordSteps = 10000, maxStepNumbers = 64;
inline constexpr unsigned maxRecordNesting = 16;
/// Longer messages are cut.
inline constexpr size_t maxMessageBytes = 16 * 1024;
/// The most axes that steps may give a stage, those that were split among them.
inline constexpr int maxStageAxes = 256;

/// Decisions by the name of the choice. Of stages and axes the names are those of the canonical
/// kernel (see Task.h).
struct Record {
  /// Hash of the kernel with its machine, threads and compiler: 64 hexadecimal digits.
  std::string task;
  /// The machine's name, for people.
  std::string target;
  /// 1 to 65536.
  int64_t threads = 1;
  /// Which search made it: "evolution", "random", "rules"; its seed, and the number of the trial
  /// in it.
  std::string search;
  uint64_t seed = 0;
  int64_t trial = 0;
  /// Of the loops: 64 hexadecimal digits.
  std::string hash;
  /// What stood for the kernel's open sizes when it was measured, those of its operands in their
  /// order; empty where it has none.
  std::vector<int64_t> sizes;
  /// Of the template that its decisions are for; empty where its steps make the schedule.
  std::string templateHash;
  /// Each is kept as its name and the number that was taken, up to 2^40 either way.
  std::vector<schedule::Choice> choices;
  /// None where there is a template.
  std::vector<schedule::TraceStep> steps;
  Measurement measurement;
};

/// A line that tells what a task is, so that a database is of use without the model: it can be
/// printed, and tuned further.
struct KernelRecord {
  std::string task, target;
  int64_t threads = 1;
  /// The model's names of the kernel and of the nodes that it computes.
  std::string name, nodes;
  /// The module of the te level with the canonical kernel.
  std::string module;
};

/// A line that tells what a template is: a sequence of schedule primitives that somebody wrote,
/// with open choices. Whether it is one is not looked at.
struct TemplateRecord {
  /// See hashTemplate.
  std::string hash;
  /// What its author calls it.
  std::string name;
  /// The module of the sequence, of canonical names.
  std::string module;
};

/// Of the text of a template's module: 64 hexadecimal digits.
std::string hashTemplate(llvm::StringRef module);

std::string toLine(const TemplateRecord &record);
/// Reads such a line; the error tells what is wrong with it, as that the hash is of another text.
llvm::Expected<TemplateRecord> parseTemplateRecord(llvm::StringRef line);
/// Whether a line is such a one.
bool isTemplateRecord(llvm::StringRef line);

std::string toLine(const KernelRecord &kernel);
/// Reads such a line; the error tells what is wrong with it.
llvm::Expected<KernelRecord> parseKernelRecord(llvm::StringRef line);
/// Whether a line is such a one, and no record of a measurement.
bool isKernelRecord(llvm::StringRef line);

/// One line without its end. Equal records give equal bytes. Numbers read back equal; bytes that
/// are no UTF-8 become U+FFFD; choices come in the order of their names.
std::string toLine(const Record &record);
/// Reads a line: choices have one candidate, the number that was taken. The error names the field
/// that is wrong, what was expected and what was there.
llvm::Expected<Record> parseRecord(llvm::StringRef line);

/// Steps as an array, of which each says what it does by a name and by numbers of stages and axes:
///   ["split", stage, axis, factor, "peel" or "guard" or "shift" or "mask"]
///   ["reorder", stage, [axis, ...]]
///   ["vectorize", stage, axis]   ["unroll", stage, axis]   ["parallel", stage, axis]
///   ["compute_at", stage, consumer, axis of the consumer]   ["compute_inline", stage]
///   ["tensorize", stage, axis, "intrinsic"]
///   ["transform_layout", stage, "operand" or "stage", number, [[dim, stride, extent], ...]]
llvm::json::Array toJSON(const std::vector<schedule::TraceStep> &steps);
/// The error names the step by its number, from 1. Whether a kernel has the stages and axes is not
/// looked at.
llvm::Expected<std::vector<schedule::TraceStep>> parseSteps(const llvm::json::Array &steps);

/// Applies steps to a kernel to which none was applied. Each is checked first, and the whole
/// kernel at the end; the error names the step that is not legal, and why. Numbers of stages and
/// axes that the kernel does not have are errors, too, and so are layouts that are none. The kernel
/// is of no use after an error.
llvm::Error applySteps(schedule::KernelSchedule &kernel,
                       const std::vector<schedule::TraceStep> &steps);

} // namespace dl::tuning

#endif // DL_TUNING_RECORD_H
